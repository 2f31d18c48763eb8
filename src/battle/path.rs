//! What steps cost, which hexes are in reach, and the cheapest path to one.
//!
//! Costs are counted in hundredths of TU before the factor for wounds and armor; the factor and the
//! one rounding come on the running sum of a move (§3, §15.10).
//!
//! **Invariant:** integers only; of equal paths the same one is always found.

use serde::{Deserialize, Serialize};

use crate::battle::{
    board::{Board, Layers},
    grid::{Direction, Grid, Layout, TileId},
};

/// TU figures of walking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkCost {
    /// TU of one plain hex.
    pub walk: u16,
    /// Surcharge per level up, percent of `walk`.
    pub climb_percent: u16,
}

/// Returns the cost of one step in hundredths of TU; `None` cannot be made.
///
/// Terrain is taken from `layers`, which may be what a side remembers; hexes it never saw cannot be
/// entered.
#[inline]
pub fn step_cost(
    board: &Board,
    layers: &Layers,
    walk: &WalkCost,
    from: TileId,
    direction: Direction,
) -> Option<u32> {
    let to = board.grid.neighbor(from, direction)?;
    let entry = u32::from(layers.entry_percent(to)?);
    let crossing = u32::from(board.crossing_percent(from, direction)?);
    let levels = i32::from(layers.elevation(to)) - i32::from(layers.elevation(from));
    let climb = levels.max(0).cast_unsigned() * u32::from(walk.climb_percent);
    Some((entry + crossing + climb) * u32::from(walk.walk))
}

/// Divisor of hundredths of TU times a factor in hundredths of a percent.
const FACTOR_UNIT: u64 = 100 * 10_000;

/// The running cost of one move: the factor is fixed at its start (§15.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RunningCost {
    /// Factor in hundredths of a percent (10,000 = ×1).
    factor: u32,
    hundredths: u32,
    paid: u32,
}

impl RunningCost {
    /// Starts a move with two factors in percent (status and armor), multiplied.
    pub fn new(status_percent: u32, armor_percent: u32) -> Self {
        Self {
            factor: status_percent * armor_percent,
            hundredths: 0,
            paid: 0,
        }
    }

    /// Adds a step and returns the TU it pays: ceil(sum now) − ceil(sum before).
    pub fn pay(&mut self, hundredths: u32) -> u16 {
        self.hundredths += hundredths;
        let total = self.total(self.hundredths);
        let tu = total - self.paid;
        self.paid = total;
        u16::try_from(tu).expect("one step costs few TU")
    }

    /// Returns the TU of a whole move of so many hundredths.
    pub fn total(&self, hundredths: u32) -> u32 {
        (u64::from(hundredths) * u64::from(self.factor)).div_ceil(FACTOR_UNIT) as u32
    }

    /// Returns the most hundredths that so many TU pay for.
    pub fn budget(&self, tu: u16) -> u32 {
        (u64::from(tu) * FACTOR_UNIT / u64::from(self.factor.max(1))) as u32
    }
}

/// Not reached.
const FAR: u32 = u32::MAX;

/// Hexes in reach of a unit, and how to get there. Keep one to reuse its storage.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    start: TileId,
    cost: Vec<u32>,
    into: Vec<u8>,
    /// Tiles whose cost is set, in order of first discovery.
    reached: Vec<TileId>,
    buckets: Vec<Vec<u32>>,
}

impl Reach {
    /// Floods the board from `start` as far as `budget` hundredths of TU go.
    ///
    /// `is_blocked` tells hexes that cannot be entered, such as those where a known unit stands.
    pub fn flood(
        &mut self,
        board: &Board,
        layers: &Layers,
        walk: &WalkCost,
        start: TileId,
        budget: u32,
        is_blocked: impl Fn(TileId) -> bool,
    ) {
        let grid = &board.grid;
        if self.cost.len() == grid.len() {
            for tile in self.reached.drain(..) {
                self.cost[tile.index()] = FAR;
            }
        } else {
            self.cost.clear();
            self.cost.resize(grid.len(), FAR);
            self.into.clear();
            self.into.resize(grid.len(), 0);
            self.reached.clear();
        }
        self.start = start;
        self.cost[start.index()] = 0;
        self.reached.push(start);
        // One bucket per half plain hex: finer than steps differ, coarser than hundredths.
        let width = (u32::from(walk.walk) * 50).max(1);
        let last = (budget / width) as usize;
        if self.buckets.len() <= last {
            self.buckets.resize_with(last + 1, Vec::new);
        }
        self.buckets[0].push(start.0);
        let (entries, levels) = (layers.entries(), layers.elevations());
        let has_relief = layers.has_relief();
        let has_hexsides = board.has_hexsides();
        let around = Neighborhood::new(grid);
        let walk_tu = u32::from(walk.walk);
        for bucket in 0..=last {
            // A step may cost less than a bucket is wide, so a bucket can grow while it is emptied.
            while let Some(from) = self.buckets[bucket].pop() {
                let from_cost = self.cost[from as usize];
                if (from_cost / width) as usize != bucket {
                    continue;
                }
                around.visit(from, |direction, to| {
                    let entry = u32::from(entries[to]);
                    if entry == 0 {
                        return;
                    }
                    let mut percent = entry;
                    if has_relief {
                        let up = i32::from(levels[to]) - i32::from(levels[from as usize]);
                        percent += up.max(0).cast_unsigned() * u32::from(walk.climb_percent);
                    }
                    if has_hexsides {
                        match board.crossing_percent(TileId(from), Direction::new(direction)) {
                            Some(surcharge) => percent += u32::from(surcharge),
                            None => return,
                        }
                    }
                    let cost = from_cost + percent * walk_tu;
                    let known = self.cost[to];
                    if cost >= known || cost > budget {
                        return;
                    }
                    if known == FAR {
                        if is_blocked(TileId(to as u32)) {
                            return;
                        }
                        self.reached.push(TileId(to as u32));
                    }
                    self.cost[to] = cost;
                    self.into[to] = direction;
                    self.buckets[(cost / width) as usize].push(to as u32);
                });
            }
        }
    }

    /// Lists the hexes in reach, the start among them.
    pub fn tiles(&self) -> &[TileId] {
        &self.reached
    }

    /// Returns the cost to a hex in hundredths of TU before the factor, if it is in reach.
    #[inline]
    pub fn cost(&self, tile: TileId) -> Option<u32> {
        let cost = self.cost[tile.index()];
        (cost != FAR).then_some(cost)
    }

    /// Returns the steps to a hex in reach; empty for the start.
    pub fn path_to(&self, grid: &Grid, tile: TileId) -> Option<Vec<Direction>> {
        self.cost(tile)?;
        let mut path = Vec::new();
        let mut at = tile;
        while at != self.start {
            let direction = Direction::new(self.into[at.index()]);
            path.push(direction);
            at = grid
                .neighbor(at, direction.opposite())
                .expect("came from a hex of the board");
        }
        path.reverse();
        Some(path)
    }
}

/// Index steps to the six neighbors.
struct Neighborhood {
    layout: Layout,
    // Narrow on purpose: division by a 32-bit number is much the faster.
    width: u32,
    height: u32,
    /// For even and odd lines.
    steps: [[isize; 6]; 2],
    grid: Grid,
}

impl Neighborhood {
    fn new(grid: &Grid) -> Self {
        let width = isize::try_from(grid.width).expect("u16 fits");
        let steps = match grid.layout {
            Layout::PointyOddRows => [
                [1, width, width - 1, -1, -width - 1, -width],
                [1, width + 1, width, -1, -width, -width + 1],
            ],
            Layout::FlatOddColumns => [
                [1, width, -1, -width - 1, -width, -width + 1],
                [width + 1, width, width - 1, -1, -width, 1],
            ],
        };
        Self {
            layout: grid.layout,
            width: u32::from(grid.width),
            height: u32::from(grid.height),
            steps,
            grid: *grid,
        }
    }

    /// Visits the neighbors on the board, clockwise.
    #[inline]
    fn visit(&self, from: u32, mut f: impl FnMut(u8, usize)) {
        let index = from as usize;
        let row = from / self.width;
        let column = from - row * self.width;
        let line = if self.layout == Layout::PointyOddRows {
            row
        } else {
            column
        };
        let inside = row > 0 && row + 1 < self.height && column > 0 && column + 1 < self.width;
        if inside {
            for (direction, step) in (0..).zip(self.steps[(line & 1) as usize]) {
                f(direction, index.wrapping_add_signed(step));
            }
        } else {
            for (direction, to) in self.grid.neighbors(TileId(from)) {
                f(direction.number(), to.index());
            }
        }
    }
}

/// Finds the cheapest path with A* from the `pathfinding` crate; returns the steps and their cost in
/// hundredths of TU before the factor.
pub fn find_path(
    board: &Board,
    layers: &Layers,
    walk: &WalkCost,
    start: TileId,
    goal: TileId,
    is_blocked: impl Fn(TileId) -> bool,
) -> Option<(Vec<Direction>, u32)> {
    let least = u32::from(walk.walk) * 100;
    let (tiles, cost) = pathfinding::prelude::astar(
        &start,
        |&from| {
            let is_blocked = &is_blocked;
            board
                .grid
                .neighbors(from)
                .filter_map(move |(direction, to)| {
                    let cost = step_cost(board, layers, walk, from, direction)?;
                    (!is_blocked(to)).then_some((to, cost))
                })
        },
        |&tile| board.grid.distance(tile, goal) * least,
        |&tile| tile == goal,
    )?;
    let path = tiles
        .windows(2)
        .map(|pair| board.grid.direction_towards(pair[0], pair[1]))
        .collect();
    Some((path, cost))
}
