//! Fronts of hexes that go on by a step all at once, 64 hexes in one number.
//!
//! **Invariant:** a front spreads to exactly the neighbors on the board, whatever its layout.

use crate::battle::{
    grid::{Grid, TileId},
    tile_set::tiles_of,
};

/// How fronts spread over boards of one layout and size.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    grid: Grid,
    /// Steps of the index that lead to neighbors, each with the hexes it may be made from.
    steps: Vec<(isize, Vec<u64>)>,
    /// Words before the first hex and behind the last that steps off the board may lead to.
    margin: usize,
    /// Where a front has spread to.
    beside: Vec<u64>,
}

/// Hexes of one board.
#[derive(Clone, Debug, Default)]
pub struct Front {
    words: Vec<u64>,
}

impl Front {
    /// Empties the front and fits it to boards of so many hexes.
    pub fn reset(&mut self, hexes: usize) {
        self.words.clear();
        self.words.resize(hexes.div_ceil(64), 0);
    }

    /// Begins with the hexes for which `is_in` holds.
    pub fn fill(&mut self, hexes: usize, mut is_in: impl FnMut(TileId) -> bool) {
        self.words.clear();
        let hexes = hexes as u32;
        self.words.extend((0..hexes.div_ceil(64)).map(|word| {
            let end = hexes.min(64 * (word + 1));
            (64 * word..end)
                .rev()
                .fold(0, |bits, tile| bits << 1 | u64::from(is_in(TileId(tile))))
        }));
    }

    /// Whether no hex is in it.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Puts a hex in.
    #[inline]
    pub fn insert(&mut self, tile: usize) {
        self.words[tile / 64] |= 1 << (tile % 64);
    }

    /// Takes a hex out; returns whether it was in.
    #[inline]
    pub fn remove(&mut self, tile: usize) -> bool {
        let word = &mut self.words[tile / 64];
        let was_in = *word >> (tile % 64) & 1 != 0;
        *word &= !(1 << (tile % 64));
        was_in
    }
}

impl Spread {
    /// Fits another board.
    pub fn fit(&mut self, grid: &Grid) {
        if self.grid == *grid && !self.steps.is_empty() {
            return;
        }
        *self = Self {
            grid: *grid,
            ..Self::default()
        };
        let words = grid.len().div_ceil(64);
        for from in grid.tiles() {
            for (_, to) in grid.neighbors(from) {
                let step = to.0 as isize - from.0 as isize;
                let known = self.steps.iter().position(|(other, _)| *other == step);
                let place = known.unwrap_or_else(|| {
                    self.steps.push((step, vec![0; words]));
                    self.steps.len() - 1
                });
                self.steps[place].1[from.index() / 64] |= 1 << (from.0 % 64);
            }
        }
        let farthest = self.steps.iter().map(|(step, _)| step.unsigned_abs()).max();
        self.margin = farthest.unwrap_or(0) / 64 + 1;
    }

    /// Takes the hexes next to a front out of those that are left, puts them into `next`, and hands each
    /// over.
    pub fn advance(
        &mut self,
        front: &Front,
        left: &mut Front,
        next: &mut Front,
        mut found: impl FnMut(TileId),
    ) {
        let words = front.words.len();
        self.beside.clear();
        self.beside.resize(words + 2 * self.margin + 1, 0);
        let beside = &mut self.beside[..];
        for (index, &hexes) in front.words.iter().enumerate() {
            if hexes == 0 {
                continue;
            }
            for (step, from) in &self.steps {
                let hexes = hexes & from[index];
                let place = ((64 * (index + self.margin)) as isize + step) as usize;
                let (word, shift) = (place / 64, place % 64);
                beside[word] |= hexes << shift;
                // Twice, since a number cannot be shifted by all its bits.
                beside[word + 1] |= hexes >> (63 - shift) >> 1;
            }
        }
        let beside = &beside[self.margin..];
        for (index, (left, next)) in left.words.iter_mut().zip(&mut next.words).enumerate() {
            let fresh = beside[index] & *left;
            if fresh != 0 {
                *left &= !fresh;
                *next |= fresh;
                tiles_of(index, fresh).for_each(&mut found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::grid::Layout;

    #[test]
    fn a_front_spreads_to_the_neighbors_that_are_left() {
        for layout in [Layout::PointyOddRows, Layout::FlatOddColumns] {
            for (width, height) in [(1, 1), (1, 9), (9, 1), (7, 30), (64, 3), (65, 4), (130, 3)] {
                let grid = Grid::new(layout, width, height);
                let mut spread = Spread::default();
                spread.fit(&grid);
                for at in grid.tiles() {
                    let [mut front, mut left, mut next] = [(); 3].map(|()| Front::default());
                    front.reset(grid.len());
                    front.insert(at.index());
                    left.fill(grid.len(), |tile| tile != at && tile.0 % 3 != 0);
                    next.reset(grid.len());
                    let mut found = Vec::new();
                    spread.advance(&front, &mut left, &mut next, |tile| found.push(tile));
                    let mut expected: Vec<_> = (grid.neighbors(at))
                        .map(|(_, tile)| tile)
                        .filter(|tile| tile.0 % 3 != 0)
                        .collect();
                    expected.sort_unstable();
                    assert_eq!(found, expected, "{layout:?} {width}x{height} {at:?}");
                    for tile in grid.tiles() {
                        let is_found = found.contains(&tile);
                        let was_left = tile != at && tile.0 % 3 != 0;
                        assert_eq!(next.remove(tile.index()), is_found);
                        assert_eq!(left.remove(tile.index()), was_left && !is_found);
                    }
                }
            }
        }
    }
}
