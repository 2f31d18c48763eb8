//! How far every hex is from a goal, in steps, by what a side knows.
//!
//! **Invariant:** ground never seen counts as open and closed doors as passable, so that a way is
//! looked for where one may be.

use std::collections::VecDeque;

use crate::{
    battle::{grid::TileId, knowledge::Sight},
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
    pub fn flood(&mut self, view: SideView, goals: &[TileId]) {
        let (grid, layers) = (view.grid(), view.layers());
        let terrains = &view.rulebook().0.terrains;
        self.steps.clear();
        self.steps.resize(grid.len(), FAR);
        self.queue.clear();
        for &tile in goals {
            self.steps[tile.index()] = 0;
            self.queue.push_back(tile);
        }
        while let Some(tile) = self.queue.pop_front() {
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

/// Lists the hexes a unit might stand on that the side does not see now.
pub fn out_of_sight(view: SideView) -> Vec<TileId> {
    let layers = view.layers();
    view.grid()
        .tiles()
        .filter(|&tile| match view.sight(tile) {
            Sight::Hidden => true,
            Sight::Remembered => layers.entry_percent(tile).is_some(),
            Sight::Visible => false,
        })
        .collect()
}
