//! Hex coordinates of a rectangular board: tiles, neighbors, distances, and directions.
//!
//! **Invariant:** directions run clockwise on the screen from 0 (East on pointy-top rows,
//! south-east on flat-top columns); in axial coordinates they are the same six vectors for both
//! layouts. Integers only.

use hexx::Hex;
use serde::{Deserialize, Serialize};

use crate::content::declare::choices;

/// Index of a hex of a board: row × width + column.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct TileId(pub u32);

impl TileId {
    /// Returns the index into per-tile lists.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the six directions.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "u8", into = "u8")]
pub struct Direction(u8);

impl From<Direction> for u8 {
    fn from(direction: Direction) -> Self {
        direction.0
    }
}

impl TryFrom<u8> for Direction {
    type Error = String;
    fn try_from(value: u8) -> Result<Self, String> {
        (value < 6)
            .then_some(Self(value))
            .ok_or_else(|| format!("direction {value} is unknown; expected 0 to 5"))
    }
}

impl Direction {
    /// All directions, clockwise from 0.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// Axial steps of the directions.
    const STEPS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

    /// Returns the direction with this number modulo 6.
    pub const fn new(number: u8) -> Self {
        Self(number % 6)
    }

    /// Returns the number, 0 to 5.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the axial step in this direction.
    pub const fn step(self) -> Hex {
        let (x, y) = Self::STEPS[self.0 as usize];
        Hex::new(x, y)
    }

    /// Returns the direction turned clockwise by so many sixths of a circle.
    pub const fn turned(self, sixths: u8) -> Self {
        Self((self.0 + sixths % 6) % 6)
    }

    /// Returns the direction behind this one.
    pub const fn opposite(self) -> Self {
        self.turned(3)
    }

    /// Returns the turns by 60° the shorter way round, 0 to 3.
    pub const fn turns_to(self, other: Self) -> u8 {
        let clockwise = (other.0 + 6 - self.0) % 6;
        if clockwise > 3 {
            6 - clockwise
        } else {
            clockwise
        }
    }
}

impl Direction {
    /// Returns the direction nearest to the bearing of an axial vector; a tie goes to the lower
    /// number, no bearing at all to 0.
    pub fn of(delta: Hex) -> Self {
        // Twice the lengths along the first three directions; opposite ones have them negated.
        let [a, b, c] = [
            2 * delta.x + delta.y,
            delta.x + 2 * delta.y,
            delta.y - delta.x,
        ];
        // Of equal lengths the lower number counts; no branch has to be guessed.
        let rank = |along: i32, number: i32| along << 3 | (7 - number);
        let first = rank(a, 0).max(rank(b, 1)).max(rank(c, 2));
        let best = first.max(rank(-a, 3)).max(rank(-b, 4)).max(rank(-c, 5));
        Self(7 - (best & 7) as u8)
    }
}

/// Returns how many hexes a step of axial coordinates leads away.
#[inline]
pub fn length(step: Hex) -> u32 {
    // Of the three coordinates the longest is as long as the other two; no branch has to be guessed.
    (step.x.unsigned_abs() + step.y.unsigned_abs() + (step.x + step.y).unsigned_abs()) / 2
}

choices! {
    /// How hexes are laid out. Counting starts at 0, so the first row and column are even.
    #[derive(Default)]
    pub enum Layout {
        /// Pointy-top hexes in rows; odd rows half a hex to the right.
        #[default]
        PointyOddRows,
        /// Flat-top hexes in columns; odd columns half a hex lower.
        FlatOddColumns,
        /// Pointy-top hexes in rows; even rows half a hex to the right.
        PointyEvenRows,
        /// Flat-top hexes in columns; even columns half a hex lower.
        FlatEvenColumns,
    }
}

/// Which way hexes stand; a line of hexes is a row or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Orientation {
    /// Pointy top; lines are rows.
    Pointy,
    /// Flat top; lines are columns.
    Flat,
}

impl Layout {
    /// Returns which way hexes stand.
    #[inline]
    pub const fn orientation(self) -> Orientation {
        match self {
            Self::PointyOddRows | Self::PointyEvenRows => Orientation::Pointy,
            Self::FlatOddColumns | Self::FlatEvenColumns => Orientation::Flat,
        }
    }

    /// Returns 1 if even lines are the shifted ones, else 0.
    #[inline]
    const fn evenness(self) -> i32 {
        match self {
            Self::PointyOddRows | Self::FlatOddColumns => 0,
            Self::PointyEvenRows | Self::FlatEvenColumns => 1,
        }
    }

    /// Whether a line is half a hex to the right (rows) or lower (columns).
    #[inline]
    pub const fn is_shifted(self, line: i32) -> bool {
        (line + self.evenness()) & 1 == 1
    }

    /// Returns how far offset coordinates along a line are ahead of axial ones.
    #[inline]
    pub const fn ahead(self, line: i32) -> i32 {
        (line + self.evenness()) >> 1
    }
}

/// Size and layout of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Grid {
    /// Layout.
    pub layout: Layout,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Grid {
    /// Makes a grid of so many columns and rows.
    pub const fn new(layout: Layout, width: u16, height: u16) -> Self {
        Self {
            layout,
            width,
            height,
        }
    }

    /// Returns the number of hexes.
    #[inline]
    pub const fn len(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the board has no hex.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Lists all tiles in row order.
    pub fn tiles(&self) -> impl Iterator<Item = TileId> + use<> {
        (0..u32::from(self.width) * u32::from(self.height)).map(TileId)
    }

    /// Returns the tile at a column and row.
    #[inline]
    pub fn from_offset(&self, column: i32, row: i32) -> Option<TileId> {
        let (width, height) = (i32::from(self.width), i32::from(self.height));
        let inside = (0..width).contains(&column) && (0..height).contains(&row);
        inside.then_some(TileId((row * width + column) as u32))
    }

    /// Whether a tile is not on the edge of the board.
    #[inline]
    pub fn is_inner(&self, tile: TileId) -> bool {
        let (column, row) = self.to_offset(tile);
        let (right, bottom) = (i32::from(self.width) - 1, i32::from(self.height) - 1);
        (1..right).contains(&column) && (1..bottom).contains(&row)
    }

    /// Returns the tile some columns and rows away, which has to be on the board.
    #[inline]
    pub fn step(&self, from: TileId, columns: i32, rows: i32) -> TileId {
        TileId(
            from.0
                .wrapping_add_signed(rows * i32::from(self.width) + columns),
        )
    }

    /// Returns column and row of a tile.
    #[inline]
    pub fn to_offset(&self, tile: TileId) -> (i32, i32) {
        let width = u32::from(self.width);
        ((tile.0 % width) as i32, (tile.0 / width) as i32)
    }

    /// Returns the axial coordinates of a tile.
    #[inline]
    pub fn hex(&self, tile: TileId) -> Hex {
        let (column, row) = self.to_offset(tile);
        match self.layout.orientation() {
            Orientation::Pointy => Hex::new(column - self.layout.ahead(row), row),
            Orientation::Flat => Hex::new(column, row - self.layout.ahead(column)),
        }
    }

    /// Returns the tile at axial coordinates, if it is on the board.
    #[inline]
    pub fn tile(&self, hex: Hex) -> Option<TileId> {
        match self.layout.orientation() {
            Orientation::Pointy => self.from_offset(hex.x + self.layout.ahead(hex.y), hex.y),
            Orientation::Flat => self.from_offset(hex.x, hex.y + self.layout.ahead(hex.x)),
        }
    }

    /// Returns the neighbor in a direction, if it is on the board.
    #[inline]
    pub fn neighbor(&self, tile: TileId, direction: Direction) -> Option<TileId> {
        let (column, row) = self.to_offset(tile);
        self.beside(column, row, direction)
    }

    /// Returns the neighbor of a place on the board, if it is on the board too.
    #[inline]
    fn beside(&self, column: i32, row: i32, direction: Direction) -> Option<TileId> {
        // Column and row steps, for lines that are not shifted and those that are.
        const ROWS: [[(i32, i32); 6]; 2] = [
            [(1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)],
            [(1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1)],
        ];
        const COLUMNS: [[(i32, i32); 6]; 2] = [
            [(1, 0), (0, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)],
            [(1, 1), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, 0)],
        ];
        let (steps, line) = match self.layout.orientation() {
            Orientation::Pointy => (&ROWS, row),
            Orientation::Flat => (&COLUMNS, column),
        };
        let steps = steps[usize::from(self.layout.is_shifted(line))];
        let (dx, dy) = steps[usize::from(direction.0)];
        self.from_offset(column + dx, row + dy)
    }

    /// Lists the neighbors on the board, clockwise.
    pub fn neighbors(&self, tile: TileId) -> impl Iterator<Item = (Direction, TileId)> + use<> {
        let grid = *self;
        let (column, row) = grid.to_offset(tile);
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| Some((direction, grid.beside(column, row, direction)?)))
    }

    /// Returns the distance in hexes.
    #[inline]
    pub fn distance(&self, a: TileId, b: TileId) -> u32 {
        length(self.hex(b) - self.hex(a))
    }

    /// Returns the direction nearest to the true bearing from one hex to another; a tie goes to
    /// the lower number, no bearing at all to 0.
    pub fn direction_towards(&self, from: TileId, to: TileId) -> Direction {
        Direction::of(self.hex(to) - self.hex(from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRIDS: [Grid; 4] = [
        Grid::new(Layout::PointyOddRows, 9, 8),
        Grid::new(Layout::FlatOddColumns, 9, 8),
        Grid::new(Layout::PointyEvenRows, 9, 8),
        Grid::new(Layout::FlatEvenColumns, 9, 8),
    ];

    #[test]
    fn neighbors_are_the_axial_steps_on_all_layouts() {
        for grid in GRIDS {
            for tile in grid.tiles() {
                assert_eq!(grid.tile(grid.hex(tile)), Some(tile));
                for direction in Direction::ALL {
                    let expected = grid.tile(grid.hex(tile) + direction.step());
                    assert_eq!(grid.neighbor(tile, direction), expected);
                }
            }
        }
    }

    #[test]
    fn the_direction_towards_a_neighbor_is_its_direction() {
        for grid in GRIDS {
            for from in grid.tiles() {
                for (direction, to) in grid.neighbors(from) {
                    assert_eq!(grid.direction_towards(from, to), direction);
                    assert_eq!(grid.distance(from, to), 1);
                }
            }
        }
    }

    #[test]
    fn offset_coordinates_become_axial_ones_as_in_hexx() {
        use hexx::{HexOrientation, OffsetHexMode};
        for grid in GRIDS {
            let orientation = match grid.layout.orientation() {
                Orientation::Pointy => HexOrientation::Pointy,
                Orientation::Flat => HexOrientation::Flat,
            };
            let mode = match grid.layout {
                Layout::PointyOddRows | Layout::FlatOddColumns => OffsetHexMode::Odd,
                Layout::PointyEvenRows | Layout::FlatEvenColumns => OffsetHexMode::Even,
            };
            for tile in grid.tiles() {
                let (column, row) = grid.to_offset(tile);
                let expected = Hex::from_offset_coordinates([column, row], mode, orientation);
                assert_eq!(grid.hex(tile), expected, "{grid:?} {column} {row}");
                let back = expected.to_offset_coordinates(mode, orientation);
                assert_eq!(back, [column, row]);
            }
        }
    }

    #[test]
    fn distances_are_the_fewest_steps_on_all_layouts() {
        for grid in GRIDS {
            let start = TileId(30);
            let mut steps = vec![None; grid.len()];
            steps[start.index()] = Some(0);
            let mut reached = vec![start];
            let mut next = 0;
            while let Some(&from) = reached.get(next) {
                next += 1;
                for (_, to) in grid.neighbors(from) {
                    if steps[to.index()].is_none() {
                        steps[to.index()] = steps[from.index()].map(|steps| steps + 1);
                        reached.push(to);
                    }
                }
            }
            for tile in grid.tiles() {
                assert_eq!(steps[tile.index()], Some(grid.distance(start, tile)));
            }
        }
    }

    #[test]
    fn the_shifted_line_of_a_layout_is_the_one_its_name_says() {
        let steps = |layout| {
            let grid = Grid::new(layout, 4, 4);
            let south_east = match layout.orientation() {
                Orientation::Pointy => Direction::new(1),
                Orientation::Flat => Direction::new(0),
            };
            let first = grid.from_offset(0, 0).expect("on the board");
            grid.neighbor(first, south_east)
                .map(|tile| grid.to_offset(tile))
        };
        assert_eq!(steps(Layout::PointyOddRows), Some((0, 1)));
        assert_eq!(steps(Layout::PointyEvenRows), Some((1, 1)));
        assert_eq!(steps(Layout::FlatOddColumns), Some((1, 0)));
        assert_eq!(steps(Layout::FlatEvenColumns), Some((1, 1)));
    }
}
