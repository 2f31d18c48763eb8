//! Fronts of hexes that go on by a step all at once, 64 hexes in one number.
//!
//! **Invariant:** a front spreads to exactly the neighbors on the board, whatever its layout.

use crate::battle::board::Layers;
use crate::battle::grid::{Grid, TileId};
use crate::battle::tile_set::{TileSet, tiles_of};

/// How fronts spread over boards of one layout and size.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    grid: Grid,
    /// Steps of the index that lead to neighbors, each with the hexes it may be made from.
    steps: Vec<(isize, Vec<u64>)>,
    /// Words before the first hex and behind the last that steps may lead to.
    margin: usize,
    /// Where a front has spread to.
    beside: Vec<u64>,
    /// Hexes of a row.
    row: TileSet,
    /// Elevations that bar steps; none if none does.
    slopes: Vec<i8>,
}

impl Spread {
    /// Fits another board.
    pub fn fit(&mut self, grid: &Grid) {
        if self.grid == *grid && !self.steps.is_empty() {
            return;
        }
        self.open(grid, |_, _| true);
    }

    /// Fits a board for fronts of ways that lead to them: a front does not spread to a hex from which the
    /// step back to it leads down more than so many levels. Returns whether that changed anything.
    pub fn fit_slopes(&mut self, grid: &Grid, layers: &Layers, deepest: u8) -> bool {
        let is_same = self.grid == *grid && self.slopes == layers.elevations();
        if is_same && !self.steps.is_empty() {
            return false;
        }
        let level = |tile| i16::from(layers.elevation(tile));
        self.open(grid, |from, to| {
            level(to) - level(from) <= i16::from(deepest)
        });
        self.slopes = layers.elevations().to_vec();
        true
    }

    /// Takes up the steps of a board that fronts spread by.
    fn open(&mut self, grid: &Grid, is_open: impl Fn(TileId, TileId) -> bool) {
        *self = Self {
            grid: *grid,
            row: TileSet::new(grid.len()),
            ..Self::default()
        };
        let words = grid.len().div_ceil(64);
        for from in grid.tiles() {
            for (_, to) in grid.neighbors(from).filter(|&(_, to)| is_open(from, to)) {
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
        front: &TileSet,
        left: &mut TileSet,
        next: &mut TileSet,
        found: impl FnMut(TileId),
    ) {
        advance(
            &self.steps,
            self.margin,
            &mut self.beside,
            front,
            left,
            next,
            found,
        );
    }

    /// Has goals join in that are left, of goals side by side the first only, and advances to the hexes
    /// next to them: takes all of them out of those that are left, and hands each over with its steps
    /// from a goal, 0 or 1.
    pub fn join(
        &mut self,
        goals: &TileSet,
        left: &mut TileSet,
        next: &mut TileSet,
        mut found: impl FnMut(TileId, u32),
    ) {
        let width = usize::from(self.grid.width);
        let span = goals.span();
        let rows = 64 * span.start / width..(64 * span.end).div_ceil(width);
        for row in rows.start..rows.end.min(usize::from(self.grid.height)) {
            self.row.clear();
            let mut is_beside = false;
            for first in (row * width..(row + 1) * width).step_by(64) {
                let count = 64.min((row + 1) * width - first);
                let open = goals.row(first, count) & left.row(first, count);
                let chosen = every_other(open, is_beside);
                is_beside = chosen >> (count - 1) & 1 != 0;
                self.row.put_row(first, chosen);
            }
            for word in self.row.span() {
                left.take(word, self.row.word(word));
                tiles_of(word, self.row.word(word)).for_each(|tile| found(tile, 0));
            }
            let Self {
                steps,
                margin,
                beside,
                row,
                ..
            } = self;
            advance(steps, *margin, beside, row, left, next, |tile| {
                found(tile, 1);
            });
        }
    }
}

/// Spreads a front by such steps.
fn advance(
    steps: &[(isize, Vec<u64>)],
    margin: usize,
    beside: &mut Vec<u64>,
    front: &TileSet,
    left: &mut TileSet,
    next: &mut TileSet,
    mut found: impl FnMut(TileId),
) {
    let span = front.span();
    beside.clear();
    beside.resize(span.len() + 2 * margin + 1, 0);
    for index in span.clone() {
        let hexes = front.word(index);
        if hexes == 0 {
            continue;
        }
        for (step, from) in steps {
            let hexes = hexes & from[index];
            let place = ((64 * (index - span.start + margin)) as isize + step) as usize;
            let (word, shift) = (place / 64, place % 64);
            beside[word] |= hexes << shift;
            // Twice, since a number cannot be shifted by all its bits.
            beside[word + 1] |= hexes >> (63 - shift) >> 1;
        }
    }
    let first = span.start.saturating_sub(margin);
    let reached = &beside[first + margin - span.start..];
    for (index, &reached) in (first..left.word_count()).zip(reached) {
        let fresh = reached & left.word(index);
        if fresh != 0 {
            left.take(index, fresh);
            next.put(index, fresh);
            tiles_of(index, fresh).for_each(&mut found);
        }
    }
}

/// Chooses hexes of a row from the lowest on, none beside another; `is_beside` keeps the lowest out.
fn every_other(open: u64, is_beside: bool) -> u64 {
    const EVEN: u64 = u64::MAX / 3;
    let open = open & !u64::from(is_beside);
    let starts = open & !(open << 1);
    // Adding their starts carries through the runs from even places, and leaves those from odd ones.
    let from_even = open & !open.wrapping_add(starts & EVEN);
    (from_even & EVEN) | (open & !from_even & !EVEN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::grid::Layout;

    const SIZES: [(u16, u16); 7] = [(1, 1), (1, 9), (9, 1), (7, 30), (64, 3), (65, 4), (130, 3)];

    fn set(grid: &Grid, is_in: impl Fn(TileId) -> bool) -> TileSet {
        let mut set = TileSet::new(grid.len());
        (grid.tiles().filter(|&tile| is_in(tile))).for_each(|tile| set.insert(tile));
        set
    }

    fn list(set: &TileSet) -> Vec<TileId> {
        set.iter().collect()
    }

    #[test]
    fn a_front_spreads_to_the_neighbors_that_are_left() {
        for layout in Layout::ALL {
            for (width, height) in SIZES {
                let grid = Grid::new(layout, width, height);
                let mut spread = Spread::default();
                spread.fit(&grid);
                for at in grid.tiles() {
                    let front = set(&grid, |tile| tile == at);
                    let was_left = |tile: TileId| tile != at && !tile.0.is_multiple_of(3);
                    let (mut left, mut next) = (set(&grid, was_left), TileSet::new(grid.len()));
                    let mut found = Vec::new();
                    spread.advance(&front, &mut left, &mut next, |tile| found.push(tile));
                    let mut expected: Vec<_> = (grid.neighbors(at))
                        .map(|(_, tile)| tile)
                        .filter(|&tile| was_left(tile))
                        .collect();
                    expected.sort_unstable();
                    assert_eq!(found, expected, "{layout:?} {width}x{height} {at:?}");
                    assert_eq!(list(&next), expected);
                    let is_left = |tile| was_left(tile) && !found.contains(&tile);
                    assert_eq!(list(&left), list(&set(&grid, is_left)));
                }
            }
        }
    }

    #[test]
    fn goals_join_in_one_after_the_other() {
        for layout in Layout::ALL {
            for ((width, height), sparse) in SIZES
                .into_iter()
                .flat_map(|size| [1, 2, 3, 5, 7].map(|sparse| (size, sparse)))
            {
                let grid = Grid::new(layout, width, height);
                let mut spread = Spread::default();
                spread.fit(&grid);
                let is_goal = |tile: TileId| (tile.0 * tile.0 / 3).is_multiple_of(sparse);
                let was_left = |tile: TileId| !(tile.0 * 7).is_multiple_of(11);
                let (mut left, mut next) = (set(&grid, was_left), TileSet::new(grid.len()));
                let (mut joined, mut found) = (Vec::new(), Vec::new());
                spread.join(
                    &set(&grid, is_goal),
                    &mut left,
                    &mut next,
                    |tile, steps| match steps {
                        0 => joined.push(tile),
                        _ => found.push(tile),
                    },
                );
                let (mut expected_joined, mut expected_found) = (Vec::new(), Vec::new());
                for goal in grid.tiles().filter(|&tile| is_goal(tile) && was_left(tile)) {
                    if expected_found.contains(&goal) {
                        continue;
                    }
                    expected_joined.push(goal);
                    for (_, tile) in grid.neighbors(goal) {
                        let is_fresh = was_left(tile) && !expected_joined.contains(&tile);
                        if is_fresh && !expected_found.contains(&tile) {
                            expected_found.push(tile);
                        }
                    }
                }
                assert_eq!(
                    joined, expected_joined,
                    "{layout:?} {width}x{height} {sparse}"
                );
                expected_found.sort_unstable();
                assert_eq!(list(&next), expected_found);
                found.sort_unstable();
                assert_eq!(found, expected_found);
                let is_left = |tile| {
                    was_left(tile) && !joined.contains(&tile) && !expected_found.contains(&tile)
                };
                assert_eq!(list(&left), list(&set(&grid, is_left)));
            }
        }
    }
}
