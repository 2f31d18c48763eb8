//! Lines between hexes: what blocks them, what covers, and from where an attack comes (§5, §6).
//!
//! **Invariant:** integers only. A line is its samples between both ends (clarification 5); one that runs along
//! an edge has pairs of hexes, and a pair blocks or covers only if both do.

use hexx::Hex;

use crate::battle::grid::{Direction, Grid, TileId};
use crate::battle::unit::UnitId;
use crate::rules::casket::duel::Duel;

/// What lies on a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Whether it is blocked.
    pub blocked: bool,
    /// Whether the hex at its end, or one that it crosses, covers.
    pub covered: bool,
}

/// Lists the hexes of a line between two others, both left out; a pair where it runs along an edge.
pub fn samples(grid: Grid, from: TileId, to: TileId) -> impl Iterator<Item = [Option<TileId>; 2]> {
    let (start, end) = (grid.hex(from), grid.hex(to));
    let steps = grid.distance(from, to) as i32;
    (1..steps).map(move |at| sample(start, end, at, steps).map(|hex| grid.tile(hex)))
}

/// Returns the hex of a sample twice, or both hexes of the edge that it lies on.
fn sample(start: Hex, end: Hex, at: i32, steps: i32) -> [Hex; 2] {
    // Cube coordinates of the sample, times the number of steps.
    let delta = end - start;
    let x = start.x * steps + delta.x * at;
    let y = start.y * steps + delta.y * at;
    let round = |x: i32, y: i32, steps: i32| -> Hex {
        let z = -x - y;
        let near = |value: i32| (2 * value + steps).div_euclid(2 * steps);
        let (rx, ry, rz) = (near(x), near(y), near(z));
        let off = |value: i32, rounded: i32| (value - rounded * steps).abs();
        let (dx, dy, dz) = (off(x, rx), off(y, ry), off(z, rz));
        if dx > dy && dx > dz {
            Hex::new(-ry - rz, ry)
        } else if dy > dz {
            Hex::new(rx, -rx - rz)
        } else {
            Hex::new(rx, ry)
        }
    };
    // A nudge to either side of the line, far below the distance of two samples, tells edges.
    const FINE: i32 = 64;
    let (x, y, steps) = (x * FINE, y * FINE, steps * FINE);
    [round(x + 1, y + 2, steps), round(x - 1, y - 2, steps)]
}

impl Duel<'_> {
    /// Looks along a line between two hexes.
    pub fn line(&self, from: TileId, to: TileId) -> Line {
        let height = self.level(from).max(self.level(to));
        let mut line = Line {
            covered: self.ground(to).cover,
            ..Line::default()
        };
        for pair in samples(self.grid, from, to) {
            let blocks = |tile: Option<TileId>| tile.is_none_or(|tile| self.blocks(tile, height));
            let covers = |tile: Option<TileId>| {
                tile.is_none_or(|tile| self.blocks(tile, height) || self.covers(tile))
            };
            line.blocked |= pair.into_iter().all(blocks);
            line.covered |= pair.into_iter().all(covers);
        }
        line
    }

    /// Whether a hex between them blocks a line whose higher end is at a level.
    fn blocks(&self, tile: TileId, height: i16) -> bool {
        self.ground(tile).wall || self.tile_state(tile).smoke > 0 || self.level(tile) > height
    }

    /// Whether a hex between them gives cover.
    fn covers(&self, tile: TileId) -> bool {
        self.ground(tile).cover || self.at(tile).is_some()
    }

    /// Returns the facing of a unit that an attack from a hex comes upon: 1 is its front, 4 its rear.
    pub fn side_of(&self, target: UnitId, from: TileId) -> u8 {
        let machine = self.get(target);
        facing_from(self.grid, machine.tile(), machine.now.facing, from)
    }
}

/// Returns the facing of a target that another hex lies at; ties take the more frontal one (§5).
pub fn facing_from(grid: Grid, target: TileId, facing: Direction, from: TileId) -> u8 {
    let delta = grid.hex(from) - grid.hex(target);
    // Twice the length along each direction; opposite ones are the same with another sign.
    let along = [0, 1, 2].map(|number| {
        let step = Direction::new(number).step();
        let z = |hex: Hex| -hex.x - hex.y;
        delta.x * step.x + delta.y * step.y + z(delta) * z(step)
    });
    let mut best = (i32::MIN, Direction::default());
    for direction in Direction::ALL {
        let number = usize::from(direction.number());
        let length = if number < 3 {
            along[number]
        } else {
            -along[number - 3]
        };
        let is_more_frontal = || facing.turns_to(direction) < facing.turns_to(best.1);
        if length > best.0 || length == best.0 && is_more_frontal() {
            best = (length, direction);
        }
    }
    let best = best.1;
    (best.number() + 6 - facing.number()) % 6 + 1
}

/// Whether a facing is in the front arc.
pub fn is_front(side: u8) -> bool {
    matches!(side, 1 | 2 | 6)
}

/// The rear.
pub const REAR: u8 = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::grid::Layout;

    fn grid() -> Grid {
        Grid {
            layout: Layout::PointyOddRows,
            width: 20,
            height: 20,
        }
    }

    #[test]
    fn a_line_along_an_edge_has_a_pair_of_hexes() {
        let grid = grid();
        let start = grid.from_offset(5, 5).expect("on the board");
        let hex = grid.hex(start);
        let end = grid
            .tile(Hex::new(hex.x + 1, hex.y + 1))
            .expect("on the board");
        let found: Vec<_> = samples(grid, start, end).collect();
        let [one, other] = [Hex::new(hex.x + 1, hex.y), Hex::new(hex.x, hex.y + 1)];
        assert_eq!(found.len(), 1);
        let mut pair = found[0].map(|tile| grid.hex(tile.expect("on the board")));
        pair.sort_by_key(|hex| hex.x);
        assert_eq!(pair, [other, one]);
    }

    #[test]
    fn ties_take_the_more_frontal_facing() {
        let grid = grid();
        let target = grid.from_offset(10, 10).expect("on the board");
        let hex = grid.hex(target);
        let facing = Direction::new(0);
        // Bearings of 30°, 90°, 150°, 210°, 270° and 330° clockwise (vector 31).
        for ((x, y), expected) in [
            ((1, 1), 1),
            ((-1, 2), 2),
            ((-2, 1), 3),
            ((-1, -1), 5),
            ((1, -2), 6),
            ((2, -1), 1),
        ] {
            let from = grid
                .tile(Hex::new(hex.x + x, hex.y + y))
                .expect("on the board");
            assert_eq!(
                facing_from(grid, target, facing, from),
                expected,
                "{x}, {y}"
            );
        }
    }
}
