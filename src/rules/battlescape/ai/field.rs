//! How far hexes are from a goal, in steps, by what a side knows.
//!
//! **Invariant:** ground never seen counts as open and closed doors as passable, so that a way is
//! looked for where one may be. What is kept from flood to flood changes no answer: a flood that goes
//! on tells nothing that one from the start would not.

use crate::battle::front::Spread;
use crate::battle::grid::{Grid, TileId};
use crate::battle::neighborhood::Neighborhood;
use crate::battle::tile_set::{TileSet, tiles_of};
use crate::rules::battlescape::content::ai::SearchFigures;
use crate::rules::battlescape::side_view::{SideView, UNHARMED};

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
    /// Around the unit, and on the whole of a larger board.
    floods: [Flood; 2],
    /// Which of them was asked for last.
    shown: usize,
    /// Most steps that were asked for; a flood that was kept may have come farther.
    most: u32,
    /// Whether no way was found but down a slope that does harm, or over deadly ground.
    is_steep: bool,
    is_deadly: bool,
    /// Steps that a goal counts as nearer than it is.
    arrival: i32,
    tools: Tools,
}

/// Which ground harms the unit that the field leads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Care {
    /// Steps down slopes.
    pub falls: bool,
    /// Ground such as lava.
    pub burns: bool,
    /// Ground such as acid.
    pub is_poisoned: bool,
}

/// What floods spread with; nothing of it is kept from one to the next.
#[derive(Debug, Default)]
struct Tools {
    around: Neighborhood,
    spread: Spread,
    /// Spreads along ways without a fall only.
    careful: Spread,
    /// Times that slopes were taken up.
    surveys: u32,
    /// Which of them falls are avoided by, if they are.
    slopes: Option<u32>,
    /// Deadly ground that is avoided.
    avoided: TileSet,
    /// Hexes one step on.
    next: TileSet,
    /// Hexes worth a look, by the turns since they were seen.
    by_age: Vec<TileSet>,
}

/// A flood of a stretch of a board, and how far it has come.
#[derive(Debug, Default)]
struct Flood {
    /// Hexes that are looked at.
    window: Window,
    steps: Vec<u32>,
    /// Hexes that a way may lead over, and those of them that were not found yet.
    open: TileSet,
    left: TileSet,
    /// Hexes as far as the flood has come, so many steps from the goals.
    edge: TileSet,
    now: u32,
    /// What falls were avoided by.
    slopes: Option<u32>,
    /// The goals it comes from; none if it was a search, which does not go on.
    goals: Option<Vec<TileId>>,
}

/// A stretch of a board, as much of it as ways may lead over that are not too long.
#[derive(Debug, Default)]
struct Window {
    frame: Frame,
    tiles: TileSet,
}

/// Where a stretch of a board lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Frame {
    grid: Grid,
    columns: (u16, u16),
    rows: (u16, u16),
}

impl Frame {
    /// Frames what lies so many hexes around one, or the whole board.
    fn new(grid: &Grid, center: Option<TileId>, around: u32) -> Self {
        let stretch = |at: i32, size: u16| {
            let most = 2 * around as u16 + 1;
            let start = (at - around as i32).clamp(0, size.saturating_sub(most).into()) as u16;
            (start, size.min(start + most))
        };
        let (columns, rows) = match center.map(|tile| grid.to_offset(tile)) {
            Some((column, row)) => (stretch(column, grid.width), stretch(row, grid.height)),
            None => ((0, grid.width), (0, grid.height)),
        };
        Self {
            grid: *grid,
            columns,
            rows,
        }
    }

    /// Whether it holds the whole board.
    fn is_whole(&self) -> bool {
        self.columns == (0, self.grid.width) && self.rows == (0, self.grid.height)
    }
}

impl Window {
    /// Holds the hexes of a frame from now on.
    fn show(&mut self, frame: Frame) {
        self.frame = frame;
        self.tiles.reset(frame.grid.len());
        for row in frame.rows.0..frame.rows.1 {
            let line = usize::from(row) * usize::from(frame.grid.width);
            for first in (frame.columns.0..frame.columns.1).step_by(64) {
                let count = (frame.columns.1 - first).min(64);
                let bits = u64::MAX >> (64 - count);
                self.tiles.put_row(line + usize::from(first), bits);
            }
        }
    }

    /// Returns the hexes of a word that a way may lead over that avoids some.
    fn open(&self, view: SideView, word: usize, avoided: &TileSet) -> u64 {
        let layers = view.layers();
        let closed = layers.closed().word(word) & !layers.doors().word(word);
        self.tiles.word(word) & !closed & !avoided.word(word)
    }
}

impl Tools {
    /// Fits another board.
    fn fit(&mut self, grid: &Grid) {
        self.around.fit(grid);
        self.spread.fit(grid);
        self.next.fit(grid.len());
        self.avoided.fit(grid.len());
    }

    /// Avoids what does harm from now on, but not the hex that the unit is on.
    ///
    /// Fires and clouds do not count: they are gone when a long way comes to them.
    fn mind(&mut self, view: SideView, unit: TileId, care: Care) {
        let layers = view.layers();
        let is_steep = care.falls && layers.relief() > UNHARMED;
        self.slopes = is_steep.then(|| {
            let is_new = (self.careful).fit_slopes(&view.grid(), layers, UNHARMED);
            self.surveys += u32::from(is_new);
            self.surveys
        });
        self.avoided.clear();
        if care.burns || care.is_poisoned {
            let catalog = view.rulebook().catalog();
            let is_deadly = |tile: &TileId| {
                let terrain = catalog.terrain(layers.terrain(*tile));
                care.burns && terrain.hazard_damage > 0 || care.is_poisoned && terrain.poisons
            };
            let deadly = layers.harmful().iter().filter(is_deadly);
            deadly.for_each(|tile| self.avoided.insert(tile));
            self.avoided.remove(unit);
        }
    }

    /// Sorts the hexes of a window that are out of sight, on which an enemy may stand, by the turns since
    /// they were seen.
    fn sort_by_age(&mut self, view: SideView, window: &Window, figures: &SearchFigures) {
        let (layers, turn) = (view.layers(), view.turn().number);
        let ages = usize::from(figures.stale_turns) + 1;
        self.by_age.resize_with(ages, TileSet::default);
        for tiles in &mut self.by_age {
            tiles.fit(view.grid().len());
            tiles.clear();
        }
        for word in window.tiles.span() {
            let out_of_sight = window.tiles.word(word) & !view.visible().word(word);
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
}

impl Field {
    /// Measures the distance of hexes around a unit from the nearest goal.
    ///
    /// Where goals and ground are those of the last flood, it goes on. The unit is led around ground that does
    /// it harm, if there is a way.
    pub fn flood(&mut self, view: SideView, unit: TileId, goals: &[TileId], care: Care) {
        let past = around(view);
        self.measure(view, unit, care, |flood, frame, tools| {
            if !flood.goes_on(view, frame, goals, tools) {
                flood.begin(view, frame, &tools.avoided);
                flood.start_at(goals, view, tools);
            }
            flood.spread_past(unit, past, tools)
        });
    }

    /// Measures the distance of hexes around a unit from the nearest one out of sight on which an enemy
    /// may stand; those seen lately count as farther away.
    ///
    /// Of such hexes side by side every other is a goal, so that units do not stop at the edge of all
    /// they have not seen. Hexes farther from all of them than the unit are left out.
    pub fn search(&mut self, view: SideView, unit: TileId, figures: &SearchFigures, care: Care) {
        self.measure(view, unit, care, |flood, frame, tools| {
            flood.begin(view, frame, &tools.avoided);
            tools.sort_by_age(view, &flood.window, figures);
            flood.search(unit, figures, tools);
            FAR - 1
        });
    }

    /// Measures in a window around a unit, up to the steps that `spread` returns; if that shows no short
    /// way, on the whole board.
    fn measure(
        &mut self,
        view: SideView,
        unit: TileId,
        care: Care,
        spread: impl Fn(&mut Flood, Frame, &mut Tools) -> u32,
    ) {
        (self.is_steep, self.is_deadly) = (false, false);
        self.arrival = 0;
        self.tools.fit(&view.grid());
        self.tools.mind(view, unit, care);
        self.measure_around(view, unit, &spread);
        // Slopes are given up first: ground that was never seen counts as level, so that they may be none.
        if self.tools.slopes.is_some() && self.steps(unit).is_none() {
            let falls = false;
            self.tools.mind(view, unit, Care { falls, ..care });
            self.measure_around(view, unit, &spread);
            self.is_steep = self.steps(unit).is_some();
        }
        if !self.tools.avoided.is_empty() && self.steps(unit).is_none() {
            self.tools.mind(view, unit, Care::default());
            self.measure_around(view, unit, &spread);
            self.is_deadly = self.steps(unit).is_some();
            self.is_steep = self.is_deadly && care.falls;
        }
    }

    fn measure_around(
        &mut self,
        view: SideView,
        unit: TileId,
        spread: &impl Fn(&mut Flood, Frame, &mut Tools) -> u32,
    ) {
        let (grid, around) = (view.grid(), around(view));
        for (place, center) in [Some(unit), None].into_iter().enumerate() {
            let frame = Frame::new(&grid, center, around);
            self.most = spread(&mut self.floods[place], frame, &mut self.tools);
            self.shown = place;
            let is_near = self.steps(unit).is_some_and(|steps| steps <= around);
            if is_near || frame.is_whole() {
                return;
            }
        }
    }

    /// Whether every way that was found for the unit leads down a slope that does harm.
    pub fn is_steep(&self) -> bool {
        self.is_steep
    }

    /// Whether every way that was found for the unit leads over deadly ground.
    pub fn is_deadly(&self) -> bool {
        self.is_deadly
    }

    /// Has the goals of the flood that was measured last count as so many steps nearer than they are.
    pub fn prize_arrival(&mut self, steps: u32) {
        self.arrival = steps.min(MOST_WEIGHED) as i32;
    }

    /// Returns the steps from a hex to the nearest goal as they count for or against it; of hexes far from
    /// any, and of those that were not measured, the most.
    pub fn steps_weighed(&self, tile: TileId) -> i32 {
        match self.steps(tile) {
            Some(0) => -self.arrival,
            steps => steps.map_or(MOST_WEIGHED, |steps| steps.min(MOST_WEIGHED)) as i32,
        }
    }

    /// Returns the steps from a hex to the nearest goal, if there may be a way.
    pub fn steps(&self, tile: TileId) -> Option<u32> {
        Some(self.floods[self.shown].steps[tile.index()]).filter(|&steps| steps <= self.most)
    }
}

impl Flood {
    /// Whether a flood from these goals would begin as this one did.
    fn goes_on(&self, view: SideView, frame: Frame, goals: &[TileId], tools: &Tools) -> bool {
        self.goals.as_deref() == Some(goals)
            && self.slopes == tools.slopes
            && self.window.frame == frame
            && (self.window.tiles.span())
                .all(|word| self.open.word(word) == self.window.open(view, word, &tools.avoided))
    }

    /// Gets ready to measure a frame: nothing is measured, and nothing found.
    fn begin(&mut self, view: SideView, frame: Frame, avoided: &TileSet) {
        let tiles = frame.grid.len();
        if self.window.frame.grid == frame.grid {
            // Nothing was measured outside the window.
            let before = self.window.tiles.span();
            self.steps[64 * before.start..(64 * before.end).min(tiles)].fill(FAR);
        } else {
            self.steps.clear();
            self.steps.resize(tiles, FAR);
        }
        if self.window.frame != frame {
            self.window.show(frame);
        }
        for set in [&mut self.open, &mut self.left, &mut self.edge] {
            set.fit(tiles);
            set.clear();
        }
        for word in self.window.tiles.span() {
            let open = self.window.open(view, word, avoided);
            self.open.put(word, open);
            self.left.put(word, open);
        }
        self.goals = None;
    }

    /// Takes all goals, side by side or not, and finds the hexes beside them.
    fn start_at(&mut self, goals: &[TileId], view: SideView, tools: &Tools) {
        let level = |tile| i16::from(view.layers().elevation(tile));
        let leads_to =
            |from, to| tools.slopes.is_none() || level(from) - level(to) <= i16::from(UNHARMED);
        for &tile in goals {
            if self.window.tiles.contains(tile) {
                self.steps[tile.index()] = 0;
                self.left.remove(tile);
            }
        }
        for &tile in goals {
            if self.window.tiles.contains(tile) {
                tools.around.visit(tile.0, |_, to| {
                    let to = TileId(to as u32);
                    if self.left.contains(to) && leads_to(to, tile) {
                        self.left.remove(to);
                        self.steps[to.index()] = 1;
                        self.edge.insert(to);
                    }
                });
            }
        }
        self.now = 1;
        self.slopes = tools.slopes;
        self.goals = Some(goals.to_vec());
    }

    /// Goes on until it has come past a unit by more than so many steps; returns the most steps that it
    /// comes to then, however far it had come before.
    fn spread_past(&mut self, unit: TileId, past: u32, tools: &mut Tools) -> u32 {
        while !self.edge.is_empty() && !self.is_done(unit, self.now, past) {
            self.now += 1;
            tools.next.clear();
            self.advance(self.now, tools);
        }
        match self.steps[unit.index()] {
            FAR => FAR - 1,
            steps => steps + past + 1,
        }
    }

    /// Spreads from hexes that are sorted by age, until it has come to a unit.
    fn search(&mut self, unit: TileId, figures: &SearchFigures, tools: &mut Tools) {
        let (mut age, mut now) = (0, 0);
        let starts_at = |age: usize| age as u32 * figures.fresh_steps;
        while !self.is_done(unit, now, 0) {
            // Goals join in where their steps are reached.
            let joins = age < tools.by_age.len();
            match (self.edge.is_empty(), joins) {
                (true, true) => now = starts_at(age),
                (true, false) => break,
                (false, _) => {}
            }
            tools.next.clear();
            while age < tools.by_age.len() && starts_at(age) <= now {
                self.join(age, now, tools);
                age += 1;
            }
            now += 1;
            self.advance(now, tools);
        }
    }

    /// Has goals of an age join in at so many steps.
    fn join(&mut self, age: usize, now: u32, tools: &mut Tools) {
        let Self { steps, left, .. } = self;
        let Tools {
            spread,
            careful,
            slopes,
            by_age,
            next,
            ..
        } = tools;
        let spread = if slopes.is_some() { careful } else { spread };
        spread.join(&by_age[age], left, next, |tile, apart| {
            steps[tile.index()] = now + apart;
        });
    }

    /// Goes on by a step, to hexes so many steps from the goals, besides those in `next`.
    fn advance(&mut self, now: u32, tools: &mut Tools) {
        let Self {
            edge, left, steps, ..
        } = self;
        let Tools {
            spread,
            careful,
            slopes,
            next,
            ..
        } = tools;
        let spread = if slopes.is_some() { careful } else { spread };
        spread.advance(edge, left, next, |tile| steps[tile.index()] = now);
        std::mem::swap(edge, next);
    }

    /// Whether the flood has come past a unit by more than so many steps.
    fn is_done(&self, unit: TileId, now: u32, past: u32) -> bool {
        let steps = self.steps[unit.index()];
        steps != FAR && now > steps + past
    }
}

/// Returns the steps around a unit within which its ways are measured.
fn around(view: SideView) -> u32 {
    view.rulebook().content().ai.around_steps
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::rules::battlescape::ai::ground::{self, LAYOUTS, any_hex};
    use crate::rules::battlescape::objective::PLAYER;

    /// Sizes of boards: within the window around any unit, and beyond it either way and both ways.
    const SIZES: [(u16, u16); 5] = [(23, 19), (65, 40), (120, 20), (12, 140), (100, 90)];

    const ALL: Care = Care {
        falls: true,
        burns: true,
        is_poisoned: true,
    };

    fn any_hexes(grid: &Grid, dice: &mut ChaCha8Rng) -> Vec<TileId> {
        let count = dice.random_range(0..6);
        (0..count).map(|_| any_hex(grid, dice)).collect()
    }

    #[track_caller]
    fn check_same(kept: &Field, fresh: &Field, grid: &Grid, what: &str) {
        for tile in grid.tiles() {
            assert_eq!(kept.steps(tile), fresh.steps(tile), "{what}: {tile:?}");
            assert_eq!(kept.steps_weighed(tile), fresh.steps_weighed(tile));
        }
    }

    #[test]
    fn a_flood_that_goes_on_tells_what_a_fresh_one_does() {
        let duel = ground::duel();
        // One field for all boards: nothing of one may be told of another.
        let mut kept = Field::default();
        let mut went_on = 0;
        for seed in 0..40 {
            let mut dice = ChaCha8Rng::seed_from_u64(seed);
            let (width, height) = SIZES[dice.random_range(0..SIZES.len())];
            let grid = Grid::new(LAYOUTS[seed as usize / 2 % 4], width, height);
            let mut world = ground::battle(&duel, grid, &mut dice);
            ground::show(&mut world, &grid, grid.len(), &mut dice);
            let units = [0; 5].map(|_| any_hex(&grid, &mut dice));
            let mut goals = any_hexes(&grid, &mut dice);
            for round in 0..30 {
                match dice.random_range(0..14) {
                    0 => goals = any_hexes(&grid, &mut dice),
                    1 => goals.reverse(),
                    2 => ground::show(&mut world, &grid, 9, &mut dice),
                    3 => ground::alter(&mut world, &duel, &grid, &mut dice),
                    _ => {}
                }
                let view = SideView::new(&world, PLAYER);
                let unit = units[dice.random_range(0..units.len())];
                let mut fresh = Field::default();
                let what = format!("seed {seed}, round {round}, {unit:?} to {goals:?}");
                if dice.random_range(0..8) == 0 {
                    let figures = &view.rulebook().content().ai.search;
                    kept.search(view, unit, figures, ALL);
                    fresh.search(view, unit, figures, ALL);
                } else {
                    let whole = Frame::new(&grid, None, 0);
                    went_on += u32::from(kept.floods[kept.shown].goes_on(
                        view,
                        whole,
                        &goals,
                        &kept.tools,
                    ));
                    kept.flood(view, unit, &goals, ALL);
                    fresh.flood(view, unit, &goals, ALL);
                }
                check_same(&kept, &fresh, &grid, &what);
            }
        }
        assert!(went_on > 200, "floods that go on");
    }

    /// Counts the steps from goals to all hexes of a board, one hex after the other.
    fn plain_steps(view: SideView, goals: &[TileId]) -> Vec<u32> {
        let (grid, layers) = (view.grid(), view.layers());
        let is_open =
            |tile: TileId| !layers.closed().contains(tile) || layers.doors().contains(tile);
        let mut steps = vec![FAR; grid.len()];
        let mut waiting = VecDeque::new();
        for &goal in goals {
            steps[goal.index()] = 0;
        }
        for &goal in goals {
            for (_, next) in grid.neighbors(goal) {
                if is_open(next) && steps[next.index()] == FAR {
                    steps[next.index()] = 1;
                    waiting.push_back(next);
                }
            }
        }
        while let Some(tile) = waiting.pop_front() {
            for (_, next) in grid.neighbors(tile) {
                if is_open(next) && steps[next.index()] == FAR {
                    steps[next.index()] = steps[tile.index()] + 1;
                    waiting.push_back(next);
                }
            }
        }
        steps
    }

    #[test]
    fn steps_are_those_of_a_search_from_hex_to_hex() {
        let duel = ground::duel();
        let mut field = Field::default();
        for seed in 0..30 {
            let mut dice = ChaCha8Rng::seed_from_u64(seed);
            // The window around any unit holds all of them.
            let (width, height) = [(23, 19), (33, 33), (5, 30)][dice.random_range(0..3)];
            let grid = Grid::new(LAYOUTS[seed as usize / 2 % 4], width, height);
            let mut world = ground::battle(&duel, grid, &mut dice);
            ground::show(&mut world, &grid, 2 * grid.len(), &mut dice);
            let view = SideView::new(&world, PLAYER);
            let goals = any_hexes(&grid, &mut dice);
            let steps = plain_steps(view, &goals);
            for _ in 0..6 {
                let unit = any_hex(&grid, &mut dice);
                field.flood(view, unit, &goals, ALL);
                let most = match steps[unit.index()] {
                    FAR => FAR - 1,
                    steps => steps + around(view) + 1,
                };
                for tile in grid.tiles() {
                    let expected = Some(steps[tile.index()]).filter(|&steps| steps <= most);
                    assert_eq!(
                        field.steps(tile),
                        expected,
                        "seed {seed}, {unit:?} {tile:?}"
                    );
                }
            }
        }
    }
}
