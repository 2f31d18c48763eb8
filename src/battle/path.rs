//! What steps cost, which hexes are in reach, and the cheapest path to one.
//!
//! Costs are counted in hundredths of TU before the factor for wounds and armor; the factor and the
//! one rounding come on the running sum of a move (§3, §15.10).
//!
//! **Invariant:** integers only; of equal paths the same one is always found.

use serde::{Deserialize, Serialize};

use crate::battle::board::{Board, Layers};
use crate::battle::grid::{self, Direction, TileId};
use crate::battle::neighborhood::Neighborhood;

/// TU figures of a gait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveCost {
    /// TU of a hex that grow with its terrain: those of a plain one.
    pub terrain: u16,
    /// TU of every hex, whatever its terrain.
    pub flat: u16,
    /// Terrain dearer than this cannot be entered, percent of a plain hex.
    pub roughest: u16,
    /// What surcharges of hexsides and levels are percents of, TU.
    pub walk: u16,
    /// Surcharge per level up, percent of `walk`.
    pub climb_percent: u16,
    /// Steps down more levels than this are not made.
    pub deepest: u8,
}

impl MoveCost {
    /// Walking, by TU of a plain hex and surcharge per level up in percent.
    pub const fn walking(walk: u16, climb_percent: u16) -> Self {
        Self {
            terrain: walk,
            flat: 0,
            roughest: u16::MAX,
            walk,
            climb_percent,
            deepest: u8::MAX,
        }
    }

    /// Returns the hundredths of TU to enter a hex of such terrain, surcharges apart.
    #[inline]
    fn entry(&self, percent: u32) -> u32 {
        percent * u32::from(self.terrain) + u32::from(self.flat) * 100
    }

    /// Returns the hundredths of TU of surcharges of so many percent.
    #[inline]
    fn surcharge(&self, percent: u32) -> u32 {
        percent * u32::from(self.walk)
    }
}

/// Returns the cost of one step in hundredths of TU; `None` cannot be made.
///
/// Terrain is taken from `layers`, which may be what a side remembers; hexes it never saw cannot be
/// entered.
#[inline]
pub fn step_cost(
    board: &Board,
    layers: &Layers,
    gait: &MoveCost,
    from: TileId,
    direction: Direction,
) -> Option<u32> {
    let to = board.grid.neighbor(from, direction)?;
    cost_into(board, layers, gait, from, direction, to)
}

/// Returns the cost of the step in a direction, which leads to `to`.
#[inline(always)]
fn cost_into(
    board: &Board,
    layers: &Layers,
    gait: &MoveCost,
    from: TileId,
    direction: Direction,
    to: TileId,
) -> Option<u32> {
    let entry = layers.entry_percent(to)?;
    if entry > gait.roughest {
        return None;
    }
    let crossing = u32::from(board.crossing_percent(from, direction)?);
    let levels = i32::from(layers.elevation(to)) - i32::from(layers.elevation(from));
    if levels < -i32::from(gait.deepest) {
        return None;
    }
    let climb = levels.max(0).cast_unsigned() * u32::from(gait.climb_percent);
    Some(gait.entry(u32::from(entry)) + gait.surcharge(crossing + climb))
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

    /// Adds a step and returns the TU it pays: ceil(sum now) − ceil(sum before), at most what a number of TU
    /// holds, which nobody has.
    pub fn pay(&mut self, hundredths: u32) -> u16 {
        self.hundredths += hundredths;
        let total = self.total(self.hundredths);
        let tu = total - self.paid;
        self.paid = total;
        u16::try_from(tu).unwrap_or(u16::MAX)
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
    /// Tiles that the flood may not enter.
    blocked: Vec<TileId>,
    /// Tiles to visit, by cost: a ring of at least as many buckets as the dearest step spans, a
    /// power of two; all empty between floods.
    buckets: Vec<Vec<u32>>,
    /// Hexes found from those of one cost, and by which step.
    fresh: Vec<(u8, u32)>,
    around: Neighborhood,
    /// The cheapest ways whatever harm they do, where there are others that do none.
    harsh: Option<Harsh>,
}

/// The cheapest ways whatever harm they do: cost and last step by hex.
#[derive(Clone, Debug, Default)]
struct Harsh {
    cost: Vec<u32>,
    into: Vec<u8>,
}

/// Beside the last step to a hex: the way there is one of the [`Harsh`] ones.
const HARSH: u8 = 8;

/// What becomes of a hex in reach whose ways are judged.
#[derive(Clone, Copy)]
enum Judged {
    Stays,
    StaysByHarshWay,
    Goes,
}

/// What a flood over level ground asks of it, and how far it goes.
struct LevelFlood<'a> {
    entries: &'a [u16],
    gait: MoveCost,
    /// Most hundredths of TU to spend.
    budget: u32,
    /// Least that a step costs.
    cheapest: u32,
    /// What all costs are multiples of: a bucket holds hexes of one cost.
    unit: u32,
    /// How often 2 divides the unit, and what the rest of it multiplies to 1 with.
    shift: u32,
    inverse: u32,
    /// Buckets of the ring.
    ring: usize,
}

/// What a flood over any ground asks of it, and how far it goes.
struct RoughFlood<'a> {
    board: &'a Board,
    entries: &'a [u16],
    levels: &'a [i8],
    gait: MoveCost,
    /// Least that a step costs.
    cheapest: u32,
    /// Least cost that is too much.
    limit: u32,
    /// Cost over two to the power of this is the number of a bucket.
    shift: u32,
    /// Buckets of the ring.
    ring: usize,
}

impl Reach {
    /// Floods the board from `start` as far as `budget` hundredths of TU go.
    ///
    /// `blocked` are hexes that cannot be entered, such as those where a known unit stands.
    pub fn flood(
        &mut self,
        board: &Board,
        layers: &Layers,
        gait: &MoveCost,
        start: TileId,
        budget: u32,
        blocked: impl IntoIterator<Item = TileId>,
    ) {
        let grid = &board.grid;
        let is_other = self.around.fit(grid);
        if !is_other && self.cost.len() == grid.len() {
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
        self.harsh = None;
        self.start = start;
        self.blocked.clear();
        self.blocked.extend(blocked);
        // As if they had been found at no cost, so that the flood passes them by without a question.
        for tile in &self.blocked {
            self.cost[tile.index()] = 0;
        }
        let is_level = !layers.has_relief() && !board.has_hexsides();
        if is_level && let Some(flood) = LevelFlood::plan(layers, gait, budget) {
            self.spread_over_level(&flood);
        } else {
            let flood = RoughFlood::plan(board, layers, gait, budget);
            match board.has_hexsides() {
                true => self.spread::<true>(&flood),
                false => self.spread::<false>(&flood),
            }
        }
        for tile in self.blocked.iter().filter(|&&tile| tile != start) {
            self.cost[tile.index()] = FAR;
        }
    }

    /// Floods the board as [`flood`](Self::flood) does, but goes around `harmful` hexes, and makes no step
    /// down more than `deepest` levels, wherever a way around costs no more than the budget.
    ///
    /// The same hexes are in reach; those with a harmless way are reached by the cheapest of these, all
    /// others by the cheapest way.
    pub fn flood_sparing(
        &mut self,
        board: &Board,
        layers: &Layers,
        gait: &MoveCost,
        start: TileId,
        budget: u32,
        blocked: impl IntoIterator<Item = TileId>,
        harmful: impl IntoIterator<Item = TileId>,
        deepest: u8,
    ) {
        self.flood(board, layers, gait, start, budget, blocked);
        let harmful: Vec<_> = (harmful.into_iter())
            .filter(|&tile| tile != start && self.cost(tile).is_some())
            .collect();
        let falls = |&tile: &TileId| {
            self.before(tile, &self.into).is_some_and(|from| {
                let levels = i32::from(layers.elevation(from)) - i32::from(layers.elevation(tile));
                levels > i32::from(deepest)
            })
        };
        let is_steep = layers.relief() > deepest && self.reached.iter().any(falls);
        if harmful.is_empty() && !is_steep {
            return;
        }
        let harsh = Harsh {
            cost: self.cost.clone(),
            into: self.into.clone(),
        };
        let all = self.reached.clone();
        let closed: Vec<_> = self.blocked.iter().copied().chain(harmful).collect();
        let careful = MoveCost { deepest, ..*gait };
        self.flood(board, layers, &careful, start, budget, closed);
        for tile in all {
            let index = tile.index();
            if self.cost[index] == FAR {
                self.cost[index] = harsh.cost[index];
                self.into[index] = harsh.into[index] | HARSH;
                self.reached.push(tile);
            }
        }
        self.harsh = Some(harsh);
    }

    /// Has the ring hold so many buckets, and the start in the first.
    fn begin(&mut self, ring: usize) {
        self.cost[self.start.index()] = 0;
        self.reached.push(self.start);
        if self.buckets.len() < ring {
            self.buckets.resize_with(ring, Vec::new);
        }
        self.buckets[0].push(self.start.0);
    }

    /// Spreads from the start where a step into a hex costs the same from every side: cheapest hexes
    /// first, each is found at its least cost.
    fn spread_over_level(&mut self, flood: &LevelFlood) {
        self.begin(flood.ring);
        let (around, reached, gait) = (&self.around, &mut self.reached, flood.gait);
        let len = flood.entries.len();
        let (costs, into) = (&mut self.cost[..len], &mut self.into[..len]);
        let buckets = &mut self.buckets[..flood.ring];
        // Steps from the hexes of one cost lead to few hexes more than there are.
        self.fresh.resize(len + 6, (0, 0));
        let fresh = &mut self.fresh[..];
        let (mut pending, mut cost) = (1, 0);
        while pending > 0 && cost + flood.cheapest <= flood.budget {
            let slot = flood.slot(cost);
            let mut current = std::mem::take(&mut buckets[slot]);
            pending -= current.len();
            let mut count = 0;
            for from in current.drain(..) {
                // Nearly all of the time goes here, so that no branch is left to be guessed.
                let look = |direction, to: usize| {
                    let entry = u32::from(flood.entries[to]);
                    let is_open = entry.wrapping_sub(1) < u32::from(gait.roughest);
                    let (known, cost) = (costs[to], cost + gait.entry(entry));
                    let is_fresh = (known == FAR) & is_open & (cost <= flood.budget);
                    costs[to] = if is_fresh { cost } else { known };
                    fresh[count] = (direction, to as u32);
                    count += usize::from(is_fresh);
                };
                // From where the way came from, the hexes beside it were found at no more cost.
                match cost {
                    0 => around.visit(from, look),
                    _ => around.visit_ahead(from, into[from as usize], look),
                }
            }
            buckets[slot] = current;
            for &(direction, to) in &fresh[..count] {
                let index = to as usize;
                into[index] = direction;
                reached.push(TileId(to));
                buckets[flood.slot(costs[index])].push(to);
            }
            pending += count;
            cost += flood.unit;
        }
        // The dearest hexes lead no farther.
        buckets.iter_mut().for_each(Vec::clear);
    }

    /// Spreads from the start where steps may climb, or cross hexsides if there are any.
    fn spread<const HEXSIDES: bool>(&mut self, flood: &RoughFlood) {
        self.begin(flood.ring);
        let (around, reached, gait) = (&self.around, &mut self.reached, flood.gait);
        let len = flood.entries.len();
        let (costs, into) = (&mut self.cost[..len], &mut self.into[..len]);
        let buckets = &mut self.buckets[..flood.ring];
        let mut pending = 1;
        let mut bucket = 0;
        while pending > 0 {
            let slot = bucket & (flood.ring - 1);
            let mut current = std::mem::take(&mut buckets[slot]);
            pending -= current.len();
            for from in current.drain(..) {
                let from_cost = costs[from as usize];
                if (from_cost >> flood.shift) as usize != bucket {
                    continue;
                }
                let (level, least) = (flood.levels[from as usize], from_cost + flood.cheapest);
                around.visit(from, |direction, to| {
                    let known = costs[to];
                    // Most hexes have been found at no more before.
                    if known <= least {
                        return;
                    }
                    let entry = u32::from(flood.entries[to]);
                    let up = i32::from(flood.levels[to]) - i32::from(level);
                    let climb = up.max(0).cast_unsigned() * u32::from(gait.climb_percent);
                    let crossing = match HEXSIDES {
                        true => {
                            let side = Direction::new(direction);
                            flood.board.crossing_percent(TileId(from), side)
                        }
                        false => Some(0),
                    };
                    let Some(crossing) = crossing else {
                        return;
                    };
                    let surcharge = gait.surcharge(u32::from(crossing) + climb);
                    let cost = from_cost + gait.entry(entry) + surcharge;
                    // One comparison tells impassable, too far, and no better than known.
                    let is_open = (entry.wrapping_sub(1) < u32::from(gait.roughest))
                        & (up >= -i32::from(gait.deepest));
                    let cost = if is_open { cost } else { FAR };
                    if cost >= known.min(flood.limit) {
                        return;
                    }
                    if known == FAR {
                        reached.push(TileId(to as u32));
                    }
                    costs[to] = cost;
                    into[to] = direction;
                    buckets[(cost >> flood.shift) as usize & (flood.ring - 1)].push(to as u32);
                    pending += 1;
                });
            }
            // A step may cost less than a bucket is wide: then the bucket is emptied once more.
            if buckets[slot].is_empty() {
                buckets[slot] = current;
                bucket += 1;
            }
        }
    }

    /// Takes out hexes that cost more than so many hundredths of TU: what is left is what a flood with
    /// this budget finds.
    pub fn shrink(&mut self, budget: u32) {
        self.keep(|_, _, cost, _| cost <= budget);
    }

    /// Takes out hexes that only a harsh way leads to that will not do, by its steps, the last one first.
    pub fn limit_harsh(
        &mut self,
        will_do: impl Fn(&mut dyn Iterator<Item = (TileId, TileId)>) -> bool,
    ) {
        if self.harsh.is_some() {
            self.keep(|reach, tile, _, into| {
                !reach.is_harsh(tile) || will_do(&mut reach.steps_back(tile, into))
            });
        }
    }

    /// Whether only a way that does harm leads to a hex in reach.
    pub fn is_harsh(&self, tile: TileId) -> bool {
        self.harsh.is_some() && self.into[tile.index()] & HARSH != 0
    }

    /// Lists the steps of the way to a hex in reach, the last one first.
    pub fn steps_to(&self, tile: TileId) -> impl Iterator<Item = (TileId, TileId)> {
        self.steps_back(tile, self.ways(tile))
    }

    fn steps_back<'a>(
        &'a self,
        tile: TileId,
        into: &'a [u8],
    ) -> impl Iterator<Item = (TileId, TileId)> + 'a {
        let back =
            move |&(before, _): &(TileId, TileId)| Some((self.before(before, into)?, before));
        let last = self.before(tile, into).map(|before| (before, tile));
        std::iter::successors(last, back)
    }

    /// Takes out hexes that more than so many steps lead to.
    pub fn limit_steps(&mut self, most: usize) {
        self.keep(|reach, tile, _, into| {
            let mut back = std::iter::successors(Some(tile), |&at| reach.before(at, into));
            back.nth(most + 1).is_none()
        });
    }

    /// Keeps the hexes whose way will do, by its cost and the last steps to all hexes on it, if need be the
    /// harsh way.
    fn keep(&mut self, will_do: impl Fn(&Self, TileId, u32, &[u8]) -> bool) {
        if self.harsh.is_none() {
            let mut reached = std::mem::take(&mut self.reached);
            reached.retain(|&tile| {
                let stays = will_do(self, tile, self.cost[tile.index()], &self.into);
                if !stays {
                    self.cost[tile.index()] = FAR;
                }
                stays
            });
            self.reached = reached;
            return;
        }
        // All are judged before any way is changed, since ways lead over one another.
        let judge = |&tile: &TileId| {
            let index = tile.index();
            if will_do(self, tile, self.cost[index], self.ways(tile)) {
                return Judged::Stays;
            }
            match &self.harsh {
                Some(harsh)
                    if harsh.cost[index] < self.cost[index]
                        && will_do(self, tile, harsh.cost[index], &harsh.into) =>
                {
                    Judged::StaysByHarshWay
                }
                _ => Judged::Goes,
            }
        };
        let judged: Vec<_> = self.reached.iter().map(judge).collect();
        let mut judged = judged.into_iter();
        let (cost, into, harsh) = (&mut self.cost, &mut self.into, &self.harsh);
        self.reached.retain(|tile| {
            let index = tile.index();
            match (judged.next(), harsh) {
                (Some(Judged::Stays), _) => return true,
                (Some(Judged::StaysByHarshWay), Some(harsh)) => {
                    cost[index] = harsh.cost[index];
                    into[index] = harsh.into[index] | HARSH;
                    return true;
                }
                _ => cost[index] = FAR,
            }
            false
        });
    }

    /// Returns the last steps to all hexes on the way to a hex.
    fn ways(&self, tile: TileId) -> &[u8] {
        match &self.harsh {
            Some(harsh) if self.into[tile.index()] & HARSH != 0 => &harsh.into,
            _ => &self.into,
        }
    }

    /// Returns the hex that the way to a hex in reach comes from; `None` for the start.
    fn before(&self, tile: TileId, into: &[u8]) -> Option<TileId> {
        let direction = Direction::new(into[tile.index()]);
        let back = || self.around.neighbor(tile, direction.opposite());
        (tile != self.start).then(|| back().expect("came from a hex of the board"))
    }

    /// Returns the neighbors of all hexes of the board that was flooded last.
    pub fn around(&self) -> &Neighborhood {
        &self.around
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

    /// Returns the steps to a hex in reach; empty for the start. Of equal ways it is the one that was
    /// found first, over level ground by a search that goes on from the cheapest hexes first.
    pub fn path_to(&self, tile: TileId) -> Option<Vec<Direction>> {
        self.cost(tile)?;
        let into = self.ways(tile);
        let mut path = Vec::new();
        let mut at = tile;
        while let Some(before) = self.before(at, into) {
            path.push(Direction::new(into[at.index()]));
            at = before;
        }
        path.reverse();
        Some(path)
    }
}

impl<'a> LevelFlood<'a> {
    /// Most buckets that the dearest step may span.
    const MOST_SPAN: u32 = 64;

    /// Plans a flood; `None` where costs are too fine.
    fn plan(layers: &'a Layers, gait: &MoveCost, budget: u32) -> Option<Self> {
        let percents = layers.entry_percents().filter(|&p| p <= gait.roughest);
        let costs = percents.map(|percent| gait.entry(percent.into()));
        let (unit, cheapest, dearest) = costs.fold((0, FAR, 0), |(unit, least, most), cost| {
            let unit = greatest_divisor(unit, cost);
            (unit, least.min(cost), most.max(cost))
        });
        let is_coarse = unit > 0 && dearest / unit <= Self::MOST_SPAN;
        is_coarse.then(|| Self {
            entries: layers.entries(),
            gait: *gait,
            budget,
            cheapest,
            unit,
            shift: unit.trailing_zeros(),
            inverse: inverse(unit >> unit.trailing_zeros()),
            ring: (dearest / unit + 1).next_power_of_two() as usize,
        })
    }

    /// Returns the bucket of a cost.
    #[inline]
    fn slot(&self, cost: u32) -> usize {
        // Costs are multiples of the unit, so that this divides, much quicker than a division.
        let units = (cost >> self.shift).wrapping_mul(self.inverse);
        units as usize & (self.ring - 1)
    }
}

/// Returns what an odd number multiplies to 1 with, modulo 2^32.
fn inverse(odd: u32) -> u32 {
    // Each step doubles the bits that are right; the number itself has three.
    (0..4).fold(odd, |inverse, _| {
        inverse.wrapping_mul(2_u32.wrapping_sub(odd.wrapping_mul(inverse)))
    })
}

fn greatest_divisor(a: u32, b: u32) -> u32 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl<'a> RoughFlood<'a> {
    /// Plans a flood.
    fn plan(board: &'a Board, layers: &'a Layers, gait: &MoveCost, budget: u32) -> Self {
        // A bucket is no wider than a step over plain ground costs, so that few hexes are visited
        // twice; a width that is a power of two spares divisions.
        let shift = gait.entry(100).max(1).ilog2();
        let climb = u32::from(layers.relief()) * u32::from(gait.climb_percent);
        let percents = || layers.entry_percents().filter(|&p| p <= gait.roughest);
        let dearest = gait.entry(percents().max().unwrap_or(0).into())
            + gait.surcharge(u32::from(board.most_crossing_percent()) + climb);
        let cheapest = gait.entry(percents().min().unwrap_or(0).into());
        let span = dearest >> shift;
        Self {
            board,
            entries: layers.entries(),
            levels: layers.elevations(),
            gait: *gait,
            cheapest,
            limit: budget.saturating_add(1),
            shift,
            ring: (span as usize + 2).next_power_of_two(),
        }
    }
}

/// Finds the cheapest path with A* from the `pathfinding` crate; returns the steps and their cost in
/// hundredths of TU before the factor.
pub fn find_path(
    board: &Board,
    layers: &Layers,
    gait: &MoveCost,
    start: TileId,
    goal: TileId,
    is_blocked: impl Fn(TileId) -> bool,
) -> Option<(Vec<Direction>, u32)> {
    // By value, so that the search keeps it in registers.
    let gait = *gait;
    let least = layers.entry_percents().min().unwrap_or(0);
    let least = gait.entry(least.into());
    let end = board.grid.hex(goal);
    let (tiles, cost) = pathfinding::prelude::astar(
        &start,
        |&from| {
            let is_blocked = &is_blocked;
            board
                .grid
                .neighbors(from)
                .filter_map(move |(direction, to)| {
                    let cost = cost_into(board, layers, &gait, from, direction, to)?;
                    (!is_blocked(to)).then_some((to, cost))
                })
        },
        |&tile| grid::length(end - board.grid.hex(tile)) * least,
        |&tile| tile == goal,
    )?;
    let path = tiles
        .windows(2)
        .map(|pair| board.grid.direction_towards(pair[0], pair[1]))
        .collect();
    Some((path, cost))
}
