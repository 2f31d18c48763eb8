//! Arcs on hexes: which of the sectors around a unit are its front, shielded, or open.
//!
//! **Invariant:** lists strokes; decides nothing.

use bevy::prelude::*;

use super::overlay::{GHOSTS_Z, Stroke};
use crate::battle::grid::{Direction, TileId};
use crate::game::table::art::HEX;
use crate::game::table::board_view::BoardView;

/// Half the angle of a sector, radians.
const HALF: f32 = std::f32::consts::PI / 6.0;
/// Lines a sector is drawn with.
const LINES: u8 = 4;

/// An arc around the unit on a hex.
#[derive(Clone, Debug, PartialEq)]
pub struct Arc {
    pub tile: TileId,
    /// The sectors it covers, each around the neighbor in that direction.
    pub sectors: Vec<Direction>,
    pub color: Color,
    /// How far out it lies, as a share of the way to the edge of the hex.
    pub share: f32,
    /// Width of its line, world units.
    pub width: f32,
    /// Whether it points outwards, as a facing does.
    pub is_pointed: bool,
}

impl Arc {
    /// Shows which way a unit faces and the sectors of its front, those at most so many turns off: outside
    /// the ring of its token.
    pub fn facing(tile: TileId, facing: Direction, turns: u8, color: Color) -> Self {
        Self {
            tile,
            sectors: around(facing, turns),
            color,
            share: 1.0,
            width: 4.4,
            is_pointed: true,
        }
    }

    /// Shows, inside of that, the sectors that a shield covers.
    pub fn shield(tile: TileId, sectors: Vec<Direction>, color: Color) -> Self {
        Self {
            tile,
            sectors,
            color,
            share: 0.88,
            width: 7.0,
            is_pointed: false,
        }
    }

    /// Draws it.
    pub fn strokes(&self, board: &BoardView) -> Vec<Stroke> {
        let (center, radius) = (board.center(self.tile), HEX.x / 2.0 * self.share);
        let at = |angle: f32, radius: f32| center + Vec2::from_angle(angle) * radius;
        let line = |from, to| Stroke::line(from, to, self.width, self.color).above(GHOSTS_Z - 0.3);
        let mut strokes = Vec::new();
        for &sector in &self.sectors {
            let middle = board.angle(sector);
            let step = 2.0 * HALF / f32::from(LINES);
            for part in 0..LINES {
                let from = middle - HALF + step * f32::from(part);
                strokes.push(line(at(from, radius), at(from + step, radius)));
            }
            // An end where the next sector is not covered.
            for (turn, side) in [(1, -HALF), (5, HALF)] {
                if !self.sectors.contains(&sector.turned(turn)) {
                    let angle = middle + side;
                    strokes.push(line(at(angle, radius - 9.0), at(angle, radius)));
                }
            }
        }
        if let (true, Some(&front)) = (self.is_pointed, self.sectors.first()) {
            let angle = board.angle(front);
            let tip = at(angle, radius + 9.0);
            for side in [-0.16, 0.16] {
                strokes.push(line(at(angle + side, radius), tip));
            }
        }
        strokes
    }
}

/// Lists a direction and those at most so many turns off, itself first.
pub fn around(facing: Direction, turns: u8) -> Vec<Direction> {
    let mut sectors: Vec<_> = Direction::ALL
        .into_iter()
        .filter(|sector| facing.turns_to(*sector) <= turns)
        .collect();
    sectors.sort_by_key(|sector| (facing.turns_to(*sector), *sector));
    sectors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::grid::{Grid, Layout};
    use crate::game::kit::overlay::Shape;

    fn board(layout: Layout) -> BoardView {
        let grid = Grid {
            layout,
            width: 5,
            height: 5,
        };
        BoardView { grid }
    }

    #[test]
    fn the_front_is_the_facing_and_its_neighbors() {
        let numbers = |facing, turns| {
            let sectors = around(Direction::new(facing), turns).into_iter();
            sectors.map(Direction::number).collect::<Vec<_>>()
        };
        assert_eq!(numbers(0, 0), [0]);
        assert_eq!(numbers(0, 1), [0, 1, 5]);
        assert_eq!(numbers(3, 1), [3, 2, 4]);
        assert_eq!(numbers(2, 3).len(), 6);
    }

    #[test]
    fn every_sector_lies_towards_its_neighbor_inside_the_hex() {
        for layout in [Layout::PointyOddRows, Layout::FlatOddColumns] {
            let board = board(layout);
            let tile = TileId(12);
            for sector in Direction::ALL {
                let arc = Arc::shield(tile, vec![sector], Color::WHITE);
                let strokes = arc.strokes(&board);
                let next = board.grid.neighbor(tile, sector).expect("it is inside");
                for stroke in &strokes {
                    assert!(matches!(stroke.shape, Shape::Line { .. }));
                    let own = stroke.at.distance(board.center(next));
                    let others = Direction::ALL.into_iter().filter(|other| *other != sector);
                    let others = others.filter_map(|other| board.grid.neighbor(tile, other));
                    let nearest = others
                        .map(|other| stroke.at.distance(board.center(other)))
                        .fold(f32::INFINITY, f32::min);
                    // The ends lie on the line between two sectors.
                    assert!(own <= nearest + 0.01, "{sector:?} in {layout:?}");
                    assert!(stroke.at.distance(board.center(tile)) < HEX.x / 2.0);
                }
            }
        }
    }

    #[test]
    fn an_arc_has_ends_unless_it_goes_all_round() {
        let board = board(Layout::PointyOddRows);
        let lines = |sectors: &[u8]| {
            let sectors = sectors.iter().map(|&number| Direction::new(number));
            let arc = Arc::shield(TileId(12), sectors.collect(), Color::WHITE);
            arc.strokes(&board).len()
        };
        assert_eq!(lines(&[0]), 4 + 2);
        assert_eq!(lines(&[0, 1]), 8 + 2);
        assert_eq!(lines(&[0, 2]), 8 + 4);
        assert_eq!(lines(&[0, 1, 2, 3, 4, 5]), 24);
    }
}
