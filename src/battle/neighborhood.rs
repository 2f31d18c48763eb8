//! The neighbors of hexes by index, quicker than by coordinates.
//!
//! **Invariant:** the same neighbors in the same order as [`Grid::neighbors`].

use hexx::Hex;

use crate::battle::grid::{Direction, Grid, Orientation, TileId};

/// Index steps to the six neighbors, for code that asks for the neighbors of very many hexes.
#[derive(Clone, Debug, Default)]
pub struct Neighborhood {
    grid: Grid,
    /// For lines that are not shifted and those that are.
    steps: [[isize; 6]; 2],
    /// The three steps that lead on after a step, with their directions, for both kinds of lines.
    ahead: [[[(u8, isize); 3]; 6]; 2],
    /// Of each hex: whether its line is shifted, or [`EDGE`](Self::EDGE).
    kinds: Vec<u8>,
    /// Coordinates of each hex.
    hexes: Vec<Hex>,
}

impl Neighborhood {
    /// Kind of a hex on the edge of the board.
    const EDGE: u8 = 2;
    /// Directions ahead of whoever goes in each.
    const AHEAD: [[u8; 3]; 6] = [
        [0, 1, 5],
        [0, 1, 2],
        [1, 2, 3],
        [2, 3, 4],
        [3, 4, 5],
        [0, 4, 5],
    ];

    /// Fits another board; returns whether it is one of another layout or size.
    pub fn fit(&mut self, grid: &Grid) -> bool {
        let is_other = self.grid != *grid || self.kinds.len() != grid.len();
        if is_other {
            *self = Self::new(grid);
        }
        is_other
    }

    /// Finds the neighbors of all hexes of a board.
    pub fn new(grid: &Grid) -> Self {
        let width = isize::try_from(grid.width).expect("u16 fits");
        let steps = match grid.layout.orientation() {
            Orientation::Pointy => [
                [1, width, width - 1, -1, -width - 1, -width],
                [1, width + 1, width, -1, -width, -width + 1],
            ],
            Orientation::Flat => [
                [1, width, -1, -width - 1, -width, -width + 1],
                [width + 1, width, width - 1, -1, -width, 1],
            ],
        };
        let ahead = steps.map(|steps| {
            Self::AHEAD
                .map(|ahead| ahead.map(|direction| (direction, steps[usize::from(direction)])))
        });
        let (right, bottom) = (i32::from(grid.width) - 1, i32::from(grid.height) - 1);
        let kind = |tile: TileId| {
            let (column, row) = grid.to_offset(tile);
            let line = match grid.layout.orientation() {
                Orientation::Pointy => row,
                Orientation::Flat => column,
            };
            if column == 0 || row == 0 || column == right || row == bottom {
                Self::EDGE
            } else {
                u8::from(grid.layout.is_shifted(line))
            }
        };
        Self {
            grid: *grid,
            steps,
            ahead,
            kinds: grid.tiles().map(kind).collect(),
            hexes: grid.tiles().map(|tile| grid.hex(tile)).collect(),
        }
    }

    /// Returns the axial coordinates of a hex.
    #[inline]
    pub fn hex(&self, tile: TileId) -> Hex {
        self.hexes[tile.index()]
    }

    /// Returns the neighbor in a direction, if it is on the board.
    #[inline]
    pub fn neighbor(&self, tile: TileId, direction: Direction) -> Option<TileId> {
        match self.kinds[tile.index()] {
            Self::EDGE => self.grid.neighbor(tile, direction),
            kind => {
                let step = self.steps[usize::from(kind & 1)][usize::from(direction.number())];
                Some(TileId(tile.index().wrapping_add_signed(step) as u32))
            }
        }
    }

    /// Visits the neighbors of a hex that are on the board, clockwise: number of the direction, index
    /// of the neighbor.
    #[inline(always)]
    pub fn visit(&self, from: u32, mut f: impl FnMut(u8, usize)) {
        let index = from as usize;
        let kind = self.kinds[index];
        if kind == Self::EDGE {
            for (direction, to) in self.grid.neighbors(TileId(from)) {
                f(direction.number(), to.index());
            }
        } else {
            for (direction, step) in (0..).zip(self.steps[usize::from(kind & 1)]) {
                f(direction, index.wrapping_add_signed(step));
            }
        }
    }

    /// Visits the neighbors of a hex that are not also neighbors of the one that a step in this
    /// direction came from, in order of their directions; on the edge of the board all neighbors.
    #[inline(always)]
    pub fn visit_ahead(&self, from: u32, came: u8, mut f: impl FnMut(u8, usize)) {
        let index = from as usize;
        let kind = self.kinds[index];
        if kind == Self::EDGE {
            self.visit(from, f);
        } else {
            for (direction, step) in self.ahead[usize::from(kind & 1)][usize::from(came)] {
                f(direction, index.wrapping_add_signed(step));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::grid::Layout;

    #[test]
    fn neighbors_by_index_are_those_by_coordinates() {
        for layout in Layout::ALL {
            for (width, height) in [(1, 1), (2, 5), (9, 8), (8, 9)] {
                let grid = Grid::new(layout, width, height);
                let around = Neighborhood::new(&grid);
                for tile in grid.tiles() {
                    let mut found = Vec::new();
                    around.visit(tile.0, |direction, to| found.push((direction, to)));
                    let expected: Vec<_> = (grid.neighbors(tile))
                        .map(|(direction, to)| (direction.number(), to.index()))
                        .collect();
                    assert_eq!(found, expected);
                    for came in Direction::ALL {
                        let Some(back) = grid.neighbor(tile, came.opposite()) else {
                            continue;
                        };
                        let is_new = |&(_, to): &(u8, usize)| {
                            let to = TileId(to as u32);
                            to != back && grid.distance(to, back) > 1
                        };
                        let mut ahead = Vec::new();
                        around.visit_ahead(tile.0, came.number(), |direction, to| {
                            ahead.push((direction, to));
                        });
                        let expected: Vec<_> = expected.iter().copied().filter(is_new).collect();
                        ahead.retain(is_new);
                        assert_eq!(ahead, expected);
                    }
                    assert_eq!(around.hex(tile), grid.hex(tile));
                    for direction in Direction::ALL {
                        let expected = grid.neighbor(tile, direction);
                        assert_eq!(around.neighbor(tile, direction), expected);
                    }
                }
            }
        }
    }
}
