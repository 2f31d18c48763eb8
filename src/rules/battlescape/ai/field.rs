//! How far every hex is from a goal, in steps, by what a side knows.
//!
//! **Invariant:** ground never seen counts as open and closed doors as passable, so that a way is
//! looked for where one may be.

use crate::{
    battle::{
        front::{Front, Spread},
        grid::TileId,
        neighborhood::Neighborhood,
    },
    content::battlescape::ai::SearchFigures,
    rules::battlescape::side_view::SideView,
};

/// Steps not counted yet.
const FAR: u32 = u32::MAX;

/// Distance of hexes from a goal. Keep one to reuse its storage.
#[derive(Debug, Default)]
pub struct Field {
    steps: Vec<u32>,
    /// Hexes that a way may lead over and that were not found yet.
    left: Front,
    /// Hexes as far as the flood has come, and those one step on.
    edge: Front,
    next: Front,
    spread: Spread,
    around: Neighborhood,
    /// Hexes worth a look, by the turns since they were seen, and all of them.
    by_age: Vec<Vec<TileId>>,
    search: Vec<(u32, TileId)>,
}

impl Field {
    /// Measures the distance of every hex from the nearest goal.
    ///
    /// Goals are given with the steps that they count as farther away, nearest first. They are taken one
    /// after the other: of goals side by side the first is the goal and the others are a step away from
    /// it, so that units that look for enemies do not stop at the edge of all they have not seen.
    pub fn flood(&mut self, view: SideView, goals: &[(u32, TileId)]) {
        let (grid, layers) = (view.grid(), view.layers());
        let terrains = &view.rulebook().0.terrains;
        let may_open = |tile: TileId| {
            !layers.is_known(tile)
                || terrains[usize::from(layers.terrain(tile).0)]
                    .door_to
                    .is_some()
        };
        self.around.fit(&grid);
        self.spread.fit(&grid);
        self.left.fill(grid.len(), |tile| {
            layers.entry_percent(tile).is_some() || may_open(tile)
        });
        self.edge.reset(grid.len());
        self.steps.clear();
        self.steps.resize(grid.len(), FAR);
        let (steps, left) = (&mut self.steps[..], &mut self.left);
        let mut goals = goals.iter().peekable();
        let mut now = 0;
        loop {
            // Goals join in where their steps are reached.
            if self.edge.is_empty() {
                match goals.peek() {
                    Some(&&(from, _)) => now = from,
                    None => return,
                }
            }
            let next = &mut self.next;
            next.reset(grid.len());
            while let Some(&(_, tile)) = goals.next_if(|&&(from, _)| from <= now) {
                if steps[tile.index()] == FAR {
                    steps[tile.index()] = now;
                    left.remove(tile.index());
                    self.around.visit(tile.0, |_, to| {
                        if left.remove(to) {
                            steps[to] = now + 1;
                            next.insert(to);
                        }
                    });
                }
            }
            now += 1;
            (self.spread).advance(&self.edge, left, next, |tile| steps[tile.index()] = now);
            std::mem::swap(&mut self.edge, &mut self.next);
        }
    }

    /// Measures the distance of every hex from the nearest one out of sight on which an enemy may stand;
    /// those seen lately count as farther away.
    pub fn search(&mut self, view: SideView, figures: &SearchFigures) {
        self.by_age.iter_mut().for_each(Vec::clear);
        self.by_age
            .resize(usize::from(figures.stale_turns) + 1, Vec::new());
        let (layers, turn) = (view.layers(), view.turn().number);
        for tile in view.out_of_sight() {
            if layers.is_known(tile) && layers.entry_percent(tile).is_none() {
                continue;
            }
            let fresh = match view.left_sight(tile) {
                0 => 0,
                left => figures.stale_turns.saturating_sub(turn - left),
            };
            self.by_age[usize::from(fresh)].push(tile);
        }
        let mut search = std::mem::take(&mut self.search);
        search.clear();
        for (fresh, tiles) in (0..).zip(&self.by_age) {
            let steps = fresh * figures.fresh_steps;
            search.extend(tiles.iter().map(|&tile| (steps, tile)));
        }
        self.flood(view, &search);
        self.search = search;
    }

    /// Returns the steps from a hex to the nearest goal, if there may be a way.
    pub fn steps(&self, tile: TileId) -> Option<u32> {
        Some(self.steps[tile.index()]).filter(|&steps| steps != FAR)
    }
}
