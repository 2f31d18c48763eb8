//! How far every hex is from a goal, in steps, by what a side knows.
//!
//! **Invariant:** ground never seen counts as open and closed doors as passable, so that a way is
//! looked for where one may be.

use std::collections::VecDeque;

use crate::{
    battle::{grid::TileId, knowledge::Sight},
    content::battlescape::ai::SearchFigures,
    rules::battlescape::side_view::SideView,
};

/// Steps not counted.
const FAR: u32 = u32::MAX;

/// Distance of hexes from a goal. Keep one to reuse its storage.
#[derive(Debug, Default)]
pub struct Field {
    steps: Vec<u32>,
    queue: VecDeque<TileId>,
}

impl Field {
    /// Measures the distance of every hex from the nearest goal.
    ///
    /// Goals are given with the steps that they count as farther away, nearest first.
    pub fn flood(&mut self, view: SideView, goals: &[(u32, TileId)]) {
        let (grid, layers) = (view.grid(), view.layers());
        let terrains = &view.rulebook().0.terrains;
        self.steps.clear();
        self.steps.resize(grid.len(), FAR);
        self.queue.clear();
        let mut goals = goals.iter().peekable();
        loop {
            // Hexes are queued in order of steps; goals join in where theirs are reached.
            let queued = self.queue.front().map(|tile| self.steps[tile.index()]);
            let goal = goals.next_if(|(steps, _)| queued.is_none_or(|queued| *steps <= queued));
            let tile = match goal {
                Some(&(steps, tile)) => {
                    if self.steps[tile.index()] != FAR {
                        continue;
                    }
                    self.steps[tile.index()] = steps;
                    tile
                }
                None => match self.queue.pop_front() {
                    Some(tile) => tile,
                    None => return,
                },
            };
            let next = self.steps[tile.index()] + 1;
            for (_, to) in grid.neighbors(tile) {
                let is_way = !layers.is_known(to)
                    || layers.entry_percent(to).is_some()
                    || terrains[usize::from(layers.terrain(to).0)]
                        .door_to
                        .is_some();
                if is_way && self.steps[to.index()] == FAR {
                    self.steps[to.index()] = next;
                    self.queue.push_back(to);
                }
            }
        }
    }

    /// Returns the steps from a hex to the nearest goal, if there may be a way.
    pub fn steps(&self, tile: TileId) -> Option<u32> {
        Some(self.steps[tile.index()]).filter(|&steps| steps != FAR)
    }
}

/// Lists the hexes out of sight on which an enemy may stand, each with the steps it counts as
/// farther away since it was seen lately; nearest first.
pub fn worth_a_look(view: SideView, figures: &SearchFigures) -> Vec<(u32, TileId)> {
    let layers = view.layers();
    let turn = view.turn().number;
    let lately = |tile| match view.left_sight(tile) {
        0 => 0,
        left => u32::from(figures.stale_turns.saturating_sub(turn - left)),
    };
    let mut hexes: Vec<_> = (view.grid().tiles())
        .filter(|&tile| match view.sight(tile) {
            Sight::Hidden => true,
            Sight::Remembered => layers.entry_percent(tile).is_some(),
            Sight::Visible => false,
        })
        .map(|tile| (figures.fresh_steps * lately(tile), tile))
        .collect();
    hexes.sort_by_key(|&(steps, _)| steps);
    hexes
}
