//! Line of sight between two hexes, and the cover a line crosses (rules of squads §6, §15.1).
//!
//! Two lines are drawn from center to center, nudged to either side; sight is open if one of them
//! is. Points of a line are rounded in exact integers, so a line is the same from both ends and
//! everywhere on the board.
//!
//! **Invariant:** symmetric under reversal, translation and rotation.

use std::sync::OnceLock;

use hexx::Hex;

use crate::battle::board::{Layers, code};
use crate::battle::grid::{Grid, Orientation, TileId};
use crate::content::sight::{HeightSight, SightFigures, SmokeSight};
use crate::content::terrain::Cover;

/// The line of sight between two hexes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sightline {
    /// Whether sight passes.
    pub open: bool,
    /// Bushes and trees on intermediate hexes of the better line.
    pub trees: u8,
    /// Hexes with smoke on it, both ends included.
    pub smoke: u8,
    /// First hex the line crosses after the start; `None` at distance 0 and 1.
    pub first: Option<TileId>,
    /// Last hex the line crosses before the target; `None` at distance 0 and 1.
    pub last: Option<TileId>,
    /// First hex that blocks, when sight is not open.
    pub blocker: Option<TileId>,
    /// Which of the two lines it is.
    pub nudge: Nudge,
}

impl Sightline {
    /// Returns the line from the other end, for whoever does not ask what blocks it.
    pub fn reversed(self) -> Self {
        Self {
            first: self.last,
            last: self.first,
            blocker: None,
            ..self
        }
    }
}

/// To which side a line is nudged, ±(1, 2, -3) in cube coordinates (q, r, s); the same from both ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Nudge {
    /// To the one that counts where both are equal.
    #[default]
    Plus,
    /// To the other.
    Minus,
}

/// Returns the hex that step `k` of the line over `delta` (of `n` hexes) rounds to.
pub(super) fn line_point(delta: Hex, k: i32, n: i32, nudge: Nudge) -> Hex {
    // Coordinates (q, r, s) in units of 1/(8n): steps scale by 8k, the nudge (1, 2, -3) stays below any
    // distance between a line and a hex border it does not lie on (at least 4 units).
    let sign = if nudge == Nudge::Plus { 1 } else { -1 };
    let unit = 8 * n;
    let x = 8 * k * delta.x + sign;
    let y = 8 * k * delta.y + 2 * sign;
    let z = -x - y;
    let round = |value: i32| (2 * value + unit).div_euclid(2 * unit);
    let (rx, ry, rz) = (round(x), round(y), round(z));
    let off = |rounded: i32, value: i32| (rounded * unit - value).abs();
    let (ox, oy, oz) = (off(rx, x), off(ry, y), off(rz, z));
    if ox > oy && ox > oz {
        Hex::new(-ry - rz, ry)
    } else if oy > oz {
        Hex::new(rx, -rx - rz)
    } else {
        Hex::new(rx, ry)
    }
}

/// Lists the coordinates of the hexes on the line from one hex to another, without the first; where two
/// are equal, the one towards +(1, 2, -3) in cube coordinates (q, r, s) counts.
pub fn line(from: Hex, to: Hex) -> impl Iterator<Item = Hex> {
    let delta = to - from;
    let n = i32::try_from(super::grid::length(delta)).expect("boards are small");
    (1..=n).map(move |k| from + line_point(delta, k, n, Nudge::Plus))
}

/// Lines up to this many hexes come from a table.
const TABLE_RADIUS: i32 = 20;
const TABLE_SIDE: i32 = 2 * TABLE_RADIUS + 1;

/// Intermediate points of all short lines, for both nudges, in columns and rows from the start.
struct LineTable {
    /// Start in `points` of the line over each delta.
    starts: Vec<u32>,
    points: Vec<[(i8, i8); 2]>,
}

impl LineTable {
    /// Makes the table of lines that start on a row or column that is shifted or not.
    fn new(orientation: Orientation, is_shifted: bool) -> Self {
        let start = i32::from(is_shifted);
        let offset = |point: Hex| match orientation {
            Orientation::Pointy => (point.x + ((point.y + start) >> 1), point.y),
            Orientation::Flat => (point.x, point.y + ((point.x + start) >> 1)),
        };
        let mut table = Self {
            starts: Vec::new(),
            points: Vec::new(),
        };
        for y in -TABLE_RADIUS..=TABLE_RADIUS {
            for x in -TABLE_RADIUS..=TABLE_RADIUS {
                table.starts.push(table.points.len() as u32);
                let delta = Hex::new(x, y);
                let n = delta.length();
                if n <= TABLE_RADIUS {
                    table.points.extend((1..n).map(|k| {
                        [Nudge::Plus, Nudge::Minus].map(|nudge| {
                            let (columns, rows) = offset(line_point(delta, k, n, nudge));
                            (columns as i8, rows as i8)
                        })
                    }));
                }
            }
        }
        table
    }

    /// Returns the intermediate points of a line over a delta of `n` hexes.
    #[inline]
    fn line(&self, delta: Hex, n: i32) -> &[[(i8, i8); 2]] {
        let place = (delta.y + TABLE_RADIUS) * TABLE_SIDE + delta.x + TABLE_RADIUS;
        let first = self.starts[place as usize] as usize;
        &self.points[first..first + n as usize - 1]
    }
}

/// Returns the table for lines that start on a hex.
fn line_table(grid: &Grid, column: i32, row: i32) -> &'static LineTable {
    static TABLES: [OnceLock<LineTable>; 4] = [const { OnceLock::new() }; 4];
    let orientation = grid.layout.orientation();
    let (first, line) = match orientation {
        Orientation::Pointy => (0, row),
        Orientation::Flat => (2, column),
    };
    let is_shifted = grid.layout.is_shifted(line);
    TABLES[first + usize::from(is_shifted)].get_or_init(|| LineTable::new(orientation, is_shifted))
}

/// The two nudged lines between hexes.
struct TwoLines<'g> {
    grid: &'g Grid,
    from: TileId,
    delta: Hex,
    /// Hexes from end to end.
    n: i32,
    /// Points of short lines.
    points: &'static [[(i8, i8); 2]],
    /// Whether no point can be off the board.
    is_inside: bool,
}

impl<'g> TwoLines<'g> {
    fn new(grid: &'g Grid, from: TileId, to: TileId) -> Self {
        let delta = grid.hex(to) - grid.hex(from);
        let n = delta.length();
        let points = if (2..=TABLE_RADIUS).contains(&n) {
            let (column, row) = grid.to_offset(from);
            line_table(grid, column, row).line(delta, n)
        } else {
            &[]
        };
        // Lines between hexes off the edge stay on the board.
        let is_inside = !points.is_empty() && grid.is_inner(from) && grid.is_inner(to);
        Self {
            grid,
            from,
            delta,
            n,
            points,
            is_inside,
        }
    }

    /// Lists the hexes between the ends in order, if none can be off the board.
    #[inline(always)]
    fn inner(&self, nudge: Nudge) -> Option<impl Iterator<Item = TileId> + 'g> {
        let (grid, from) = (self.grid, self.from);
        let step = move |points: &[(i8, i8); 2]| {
            let (columns, rows) = points[nudge as usize];
            grid.step(from, columns.into(), rows.into())
        };
        self.is_inside.then(|| self.points.iter().map(step))
    }

    /// Lists the hexes between the ends in order; `None` is off the board.
    fn any(&self, nudge: Nudge) -> impl Iterator<Item = Option<TileId>> + '_ {
        let (column, row) = self.grid.to_offset(self.from);
        let start = self.grid.hex(self.from);
        (1..self.n).map(move |k| match self.points.get(k as usize - 1) {
            Some(points) => {
                let (columns, rows) = points[nudge as usize];
                (self.grid).from_offset(column + i32::from(columns), row + i32::from(rows))
            }
            None => (self.grid).tile(start + line_point(self.delta, k, self.n, nudge)),
        })
    }
}

/// Returns the first hex that blocks one of the two lines between hexes by these layers, if any does.
pub fn blocker_along(
    grid: &Grid,
    layers: &Layers,
    from: TileId,
    to: TileId,
    nudge: Nudge,
    figures: &SightFigures,
) -> Option<TileId> {
    let course = TwoLines::new(grid, from, to);
    let ground = LineGround::between(layers, figures, from, to, course.n);
    ground.walk(course.any(nudge), &|_| true, &|_| true).blocker
}

/// The ground under a line.
struct LineGround<'a> {
    layers: &'a Layers,
    figures: &'a SightFigures,
    is_level: bool,
    /// Height of the eye over sea level, half steps.
    eye: i32,
    /// How much the line rises from end to end, half steps.
    rise: i32,
    /// Hexes from end to end.
    n: i32,
}

/// How far one nudged line came.
#[derive(Clone, Copy, Default)]
struct Walk {
    blocked: bool,
    blocker: Option<TileId>,
    trees: u8,
    smoke: u8,
    first: Option<TileId>,
    last: Option<TileId>,
}

impl<'a> LineGround<'a> {
    /// Looks along lines of `n` hexes from one hex to another.
    fn between(
        layers: &'a Layers,
        figures: &'a SightFigures,
        from: TileId,
        to: TileId,
        n: i32,
    ) -> Self {
        let eye = 2 * i32::from(layers.elevation(from)) + 1;
        Self {
            layers,
            figures,
            is_level: !layers.has_relief(),
            eye,
            rise: 2 * i32::from(layers.elevation(to)) + 1 - eye,
            n,
        }
    }

    /// Walks along the hexes between the ends of a line; `None` is off the board and ends it.
    #[inline(always)]
    fn walk(
        &self,
        tiles: impl Iterator<Item = Option<TileId>>,
        lets_pass: &impl Fn(TileId) -> bool,
        solid: &impl Fn(TileId) -> bool,
    ) -> Walk {
        let Self {
            layers,
            figures,
            is_level,
            eye,
            rise,
            n,
        } = *self;
        let mut walk = Walk::default();
        // Trees that stop.
        let mut thick = 0;
        for (k, tile) in (1..).zip(tiles) {
            let Some(tile) = tile else {
                walk.blocked = true;
                break;
            };
            let code = layers.code(tile.index());
            if k == 1 {
                walk.first = Some(tile);
            }
            walk.last = Some(tile);
            if !lets_pass(tile) {
                walk.blocked = true;
                walk.blocker = Some(tile);
                break;
            }
            // On level ground every eye is above what is low.
            if code & !code::LOW == 0 && is_level {
                continue;
            }
            let is_tree = code & code::TREE != 0;
            walk.trees += u8::from(is_tree);
            walk.smoke += u8::from(code & code::SMOKE != 0);
            if !solid(tile) {
                continue;
            }
            thick += u8::from(is_tree);
            let is_too_high = i32::from(layers.top(tile.index())) * n > eye * n + rise * k;
            if is_too_high || thick >= figures.trees_block {
                walk.blocked = true;
                walk.blocker = Some(tile);
                break;
            }
        }
        walk
    }
}

/// Traces the line of sight between two hexes by these layers; hexes that are not known in them are open.
///
/// Hexes between the ends that do not pass `lets_pass` block, too; pass `|_| true` for what the board
/// itself allows.
pub fn trace(
    grid: &Grid,
    layers: &Layers,
    from: TileId,
    to: TileId,
    figures: &SightFigures,
    lets_pass: impl Fn(TileId) -> bool,
) -> Sightline {
    trace_by(grid, layers, from, to, figures, lets_pass, |_| true)
}

/// Traces the line between two hexes as [`trace`] does, for whoever knows that ground does not block which
/// is not `solid`: trees and smoke there count, but stop nothing.
pub fn trace_by(
    grid: &Grid,
    layers: &Layers,
    from: TileId,
    to: TileId,
    figures: &SightFigures,
    lets_pass: impl Fn(TileId) -> bool,
    solid: impl Fn(TileId) -> bool,
) -> Sightline {
    let course = TwoLines::new(grid, from, to);
    let n = course.n;
    let smoke_at = |tile: TileId| u8::from(layers.code(tile.index()) & code::SMOKE != 0);
    let ends = if n == 0 {
        smoke_at(from)
    } else {
        smoke_at(from) + smoke_at(to)
    };
    if n <= 1 {
        return Sightline {
            open: true,
            smoke: ends,
            ..Sightline::default()
        };
    }
    if figures.height == HeightSight::Level && layers.elevation(from) != layers.elevation(to) {
        return Sightline {
            smoke: ends,
            ..Sightline::default()
        };
    }
    let ground = LineGround::between(layers, figures, from, to, n);
    let walk = |nudge: Nudge| match course.inner(nudge) {
        Some(tiles) => ground.walk(tiles.map(Some), &lets_pass, &solid),
        None => ground.walk(course.any(nudge), &lets_pass, &solid),
    };
    let plus = walk(Nudge::Plus);
    let is_clear = !plus.blocked && plus.trees == 0 && plus.smoke == 0;
    // No line is better than a clear one.
    let minus = if is_clear { plus } else { walk(Nudge::Minus) };
    let (best, nudge) = match (plus.blocked, minus.blocked) {
        (true, true) => {
            let blocker = plus.blocker.or(minus.blocker);
            return Sightline {
                blocker,
                smoke: ends,
                ..Sightline::default()
            };
        }
        (true, false) => (minus, Nudge::Minus),
        (false, false) if (minus.trees, minus.smoke) < (plus.trees, plus.smoke) => {
            (minus, Nudge::Minus)
        }
        (false, _) => (plus, Nudge::Plus),
    };
    Sightline {
        open: true,
        trees: best.trees,
        smoke: best.smoke + ends,
        first: best.first,
        last: best.last,
        blocker: None,
        nudge,
    }
}

/// Returns how far a unit with this vision sees along a line, in hexes: smoke first, rounded down, then
/// trees and what light adds at night; never below 0 (§15.9).
pub fn vision(base: u8, light: u8, line: &Sightline, figures: &SightFigures) -> u8 {
    let times = match figures.smoke {
        SmokeSight::Once => line.smoke.min(1),
        SmokeSight::PerHex => line.smoke,
    };
    let base = (0..times).fold(base, |base, _| smoky(base, figures));
    let trees = line.trees.saturating_mul(figures.tree_penalty);
    base.saturating_add(light).saturating_sub(trees)
}

/// Returns vision through smoke, in hexes.
pub(super) fn smoky(base: u8, figures: &SightFigures) -> u8 {
    u8::try_from(u32::from(base) * u32::from(figures.smoke_percent) / 100).unwrap_or(u8::MAX)
}

/// Cover of a target against one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShotCover {
    /// The cover, before the arc of the attack.
    pub cover: Cover,
    /// The hex whose obstacle gives it.
    pub by: Option<TileId>,
    /// Whether it comes from a tree on the line, which then is no longer in the way (§15.8).
    pub is_line_tree: bool,
}

/// Returns the cover of a shot: the better of the target's own hex and the last hex the line
/// crosses; none at distance 1 (§6, §15.7).
pub fn cover_of_shot(layers: &Layers, to: TileId, line: &Sightline) -> ShotCover {
    let Some(last) = line.last else {
        return ShotCover::default();
    };
    let own = layers.own_cover(to);
    let behind = layers.cover_behind(last);
    if behind > own {
        ShotCover {
            cover: behind,
            by: Some(last),
            is_line_tree: layers.is_tree(last),
        }
    } else {
        let by = (own != Cover::None).then_some(to);
        ShotCover {
            cover: own,
            by,
            is_line_tree: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::grid::Layout;

    /// §15.1: of two equal hexes the line takes the one with more of r, then of q, then of s.
    #[test]
    fn lines_are_nudged_in_the_order_q_r_s() {
        for (to, through) in [((1, 1), (0, 1)), ((2, -1), (1, 0)), ((1, -2), (1, -1))] {
            let [to, through] = [to, through].map(|(q, r)| Hex::new(q, r));
            let points: Vec<_> = line(Hex::ZERO, to).collect();
            assert_eq!(points, [through, to]);
            let other = line_point(to, 1, 2, Nudge::Minus);
            assert_eq!(other, to - through, "the other line takes the other hex");
        }
    }

    #[test]
    fn lines_between_hexes_off_the_edge_stay_on_the_board() {
        for layout in Layout::ALL {
            let grid = Grid::new(layout, 60, 60);
            for start in [(28, 28), (29, 29), (28, 29), (29, 28)] {
                let from = grid.from_offset(start.0, start.1).expect("on the board");
                let table = line_table(&grid, start.0, start.1);
                for to in grid.tiles() {
                    let delta = grid.hex(to) - grid.hex(from);
                    let n = delta.length();
                    if !(2..=TABLE_RADIUS).contains(&n) {
                        continue;
                    }
                    let (column, row) = grid.to_offset(to);
                    let (columns, rows) = (column - start.0, row - start.1);
                    for &(x, y) in table.line(delta, n).as_flattened() {
                        let (x, y) = (i32::from(x), i32::from(y));
                        let across = columns.min(0) - 1..=columns.max(0) + 1;
                        let down = rows.min(0) - 1..=rows.max(0) + 1;
                        assert!(across.contains(&x) && down.contains(&y), "{start:?} {to:?}");
                        let point = grid.from_offset(start.0 + x, start.1 + y);
                        assert_eq!(point, Some(grid.step(from, x, y)));
                    }
                }
            }
        }
    }
}
