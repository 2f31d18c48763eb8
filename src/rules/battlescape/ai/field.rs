//! How far hexes are from a goal, in steps, by what a side knows.
//!
//! **Invariant:** ground never seen counts as open and closed doors as passable, so that a way is
//! looked for where one may be.

use crate::{
    battle::{
        front::Spread,
        grid::{Grid, TileId},
        neighborhood::Neighborhood,
        tile_set::{TileSet, tiles_of},
    },
    content::battlescape::ai::SearchFigures,
    rules::battlescape::side_view::SideView,
};

/// Steps not counted yet.
const FAR: u32 = u32::MAX;

/// Steps of which more count no more.
const MOST_WEIGHED: u32 = 500;

/// Distance of the hexes around a unit from the nearest goal. Keep one to reuse its storage.
///
/// What lies so much farther from the goals than the unit that it will not go there is left out, and on
/// large boards what lies far off, as long as the unit is nearer to a goal than to that.
#[derive(Debug, Default)]
pub struct Field {
    steps: Vec<u32>,
    /// Hexes that are looked at.
    window: Window,
    /// Those that a way may lead over and that were not found yet.
    left: TileSet,
    /// Hexes as far as the flood has come, and those one step on.
    edge: TileSet,
    next: TileSet,
    spread: Spread,
    around: Neighborhood,
    /// Hexes worth a look, by the turns since they were seen.
    by_age: Vec<TileSet>,
}

/// A stretch of a board, as much of it as ways may lead over that are not too long.
#[derive(Debug, Default)]
struct Window {
    grid: Grid,
    columns: (u16, u16),
    rows: (u16, u16),
    tiles: TileSet,
}

impl Window {
    /// Frames what lies so many hexes around one, or the whole board.
    fn frame(&mut self, grid: &Grid, center: Option<TileId>, around: u32) {
        let stretch = |at: i32, size: u16| {
            let most = 2 * around as u16 + 1;
            let start = (at - around as i32).clamp(0, size.saturating_sub(most).into()) as u16;
            (start, size.min(start + most))
        };
        let (columns, rows) = match center.map(|tile| grid.to_offset(tile)) {
            Some((column, row)) => (stretch(column, grid.width), stretch(row, grid.height)),
            None => ((0, grid.width), (0, grid.height)),
        };
        if self.grid == *grid && (self.columns, self.rows) == (columns, rows) {
            return;
        }
        (self.grid, self.columns, self.rows) = (*grid, columns, rows);
        self.tiles.reset(grid.len());
        for row in rows.0..rows.1 {
            let line = usize::from(row) * usize::from(grid.width);
            for first in (columns.0..columns.1).step_by(64) {
                let count = (columns.1 - first).min(64);
                let bits = u64::MAX >> (64 - count);
                self.tiles.put_row(line + usize::from(first), bits);
            }
        }
    }

    /// Whether it holds the whole board.
    fn is_whole(&self) -> bool {
        self.columns == (0, self.grid.width) && self.rows == (0, self.grid.height)
    }
}

impl Field {
    /// Measures the distance of hexes around a unit from the nearest goal.
    ///
    /// Goals are taken one after the other: of goals side by side the first is the goal and the others
    /// are a step away from it.
    pub fn flood(&mut self, view: SideView, unit: TileId, goals: &[TileId]) {
        let past = around(view);
        self.measure(view, unit, |field| {
            field.edge.clear();
            for &tile in goals {
                if field.window.tiles.contains(tile) && field.steps[tile.index()] == FAR {
                    field.steps[tile.index()] = 0;
                    field.left.remove(tile);
                    field.around.visit(tile.0, |_, to| {
                        let to = TileId(to as u32);
                        if field.left.contains(to) {
                            field.left.remove(to);
                            field.steps[to.index()] = 1;
                            field.edge.insert(to);
                        }
                    });
                }
            }
            let mut now = 1;
            while !field.edge.is_empty() && !field.is_done(unit, now, past) {
                now += 1;
                field.next.clear();
                field.advance(now);
            }
        });
    }

    /// Measures the distance of hexes around a unit from the nearest one out of sight on which an enemy
    /// may stand; those seen lately count as farther away.
    ///
    /// Of such hexes side by side every other is a goal, so that units do not stop at the edge of all
    /// they have not seen. Hexes farther from all of them than the unit are left out.
    pub fn search(&mut self, view: SideView, unit: TileId, figures: &SearchFigures) {
        self.measure(view, unit, |field| {
            field.sort_by_age(view, figures);
            field.edge.clear();
            let (mut age, mut now) = (0, 0);
            let starts_at = |age: usize| age as u32 * figures.fresh_steps;
            while !field.is_done(unit, now, 0) {
                // Goals join in where their steps are reached.
                let joins = age < field.by_age.len();
                match (field.edge.is_empty(), joins) {
                    (true, true) => now = starts_at(age),
                    (true, false) => break,
                    (false, _) => {}
                }
                field.next.clear();
                while age < field.by_age.len() && starts_at(age) <= now {
                    field.join(age, now);
                    age += 1;
                }
                now += 1;
                field.advance(now);
            }
        });
    }

    /// Measures in a window around a unit; if that shows no short way, on the whole board.
    fn measure(&mut self, view: SideView, unit: TileId, spread: impl Fn(&mut Self)) {
        let (grid, around) = (view.grid(), around(view));
        self.around.fit(&grid);
        self.spread.fit(&grid);
        for set in [&mut self.left, &mut self.edge, &mut self.next] {
            set.fit(grid.len());
        }
        for center in [Some(unit), None] {
            // Nothing was measured outside the window.
            let before = self.window.tiles.span();
            self.steps.resize(grid.len(), FAR);
            self.steps[64 * before.start..(64 * before.end).min(grid.len())].fill(FAR);
            self.window.frame(&grid, center, around);
            self.left.clear();
            let layers = view.layers();
            for word in self.window.tiles.span() {
                let closed = layers.closed().word(word) & !layers.doors().word(word);
                self.left.put(word, self.window.tiles.word(word) & !closed);
            }
            spread(self);
            let is_near = self.steps(unit).is_some_and(|steps| steps <= around);
            if is_near || self.window.is_whole() {
                return;
            }
        }
    }

    /// Sorts the hexes out of sight on which an enemy may stand by the turns since they were seen.
    fn sort_by_age(&mut self, view: SideView, figures: &SearchFigures) {
        let (layers, turn) = (view.layers(), view.turn().number);
        let ages = usize::from(figures.stale_turns) + 1;
        self.by_age.resize_with(ages, TileSet::default);
        for tiles in &mut self.by_age {
            tiles.fit(view.grid().len());
            tiles.clear();
        }
        for word in self.window.tiles.span() {
            let out_of_sight = self.window.tiles.word(word) & !view.visible().word(word);
            let searched = out_of_sight & !layers.closed().word(word);
            let was_seen = searched & view.ever_left().word(word);
            self.by_age[0].put(word, searched & !was_seen);
            for tile in tiles_of(word, was_seen) {
                let ago = turn - view.left_sight(tile);
                let fresh = figures.stale_turns.saturating_sub(ago);
                self.by_age[usize::from(fresh)].insert(tile);
            }
        }
    }

    /// Has goals of an age join in at so many steps.
    fn join(&mut self, age: usize, now: u32) {
        let Self {
            spread,
            by_age,
            steps,
            left,
            next,
            ..
        } = self;
        spread.join(&by_age[age], left, next, |tile, apart| {
            steps[tile.index()] = now + apart;
        });
    }

    /// Goes on by a step, to hexes so many steps from the goals, besides those in `next`.
    fn advance(&mut self, now: u32) {
        let Self {
            spread,
            edge,
            next,
            left,
            steps,
            ..
        } = self;
        spread.advance(edge, left, next, |tile| steps[tile.index()] = now);
        std::mem::swap(edge, next);
    }

    /// Whether the flood has come past a unit by more than so many steps.
    fn is_done(&self, unit: TileId, now: u32, past: u32) -> bool {
        let steps = self.steps[unit.index()];
        steps != FAR && now > steps + past
    }

    /// Returns the steps from a hex to the nearest goal as they count for or against it; of hexes far from
    /// any, and of those that were not measured, the most.
    pub fn steps_weighed(&self, tile: TileId) -> i32 {
        self.steps(tile)
            .map_or(MOST_WEIGHED, |steps| steps.min(MOST_WEIGHED)) as i32
    }

    /// Returns the steps from a hex to the nearest goal, if there may be a way.
    pub fn steps(&self, tile: TileId) -> Option<u32> {
        Some(self.steps[tile.index()]).filter(|&steps| steps != FAR)
    }
}

/// Returns the steps around a unit within which its ways are measured.
fn around(view: SideView) -> u32 {
    view.rulebook().content().ai.around_steps
}
