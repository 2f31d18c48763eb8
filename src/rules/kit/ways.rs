//! Shortest ways over the board counted in steps, and rings of hexes.
//!
//! **Invariant:** of equally short ways the one is found whose steps come first in the order of
//! directions; whatever is listed is listed in one order always.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hexx::Hex;

use crate::battle::board::{Board, Layers};
use crate::battle::grid::{Direction, Grid, TileId};

/// Not reached.
const FAR: u16 = u16::MAX;

/// The shortest ways from a hex to all that can be reached from it.
#[derive(Clone, Debug)]
pub struct Ways {
    grid: Grid,
    /// In order of shunned hexes on the way, then steps, then by the directions of their ways.
    found: Vec<TileId>,
    steps: Vec<u16>,
    into: Vec<Direction>,
}

impl Ways {
    /// Searches from a hex up to so many steps away, over ground that these layers show, around hexes that
    /// are blocked.
    pub fn search(
        board: &Board,
        layers: &Layers,
        from: TileId,
        most: u16,
        is_blocked: impl Fn(TileId) -> bool,
    ) -> Self {
        Self::from_any(board, layers, &[from], most, is_blocked)
    }

    /// Searches like [`search`](Self::search) from several hexes: each way is from the nearest of them.
    pub fn from_any(
        board: &Board,
        layers: &Layers,
        starts: &[TileId],
        most: u16,
        is_blocked: impl Fn(TileId) -> bool,
    ) -> Self {
        Self::flood(board, layers, starts, most, is_blocked, |_| false)
    }

    /// Returns the first step of a shortest way to the hex in reach that is nearest to a goal, as
    /// [`nearest_to`](Self::nearest_to) has it; none leads there from itself.
    pub fn first_step(
        board: &Board,
        layers: &Layers,
        from: TileId,
        goal: TileId,
        is_blocked: impl Fn(TileId) -> bool,
    ) -> Option<Direction> {
        // Nothing is nearer to a goal that nobody can enter than the hexes beside it.
        let near = u32::from(is_blocked(goal) || layers.entry_percent(goal).is_none());
        let is_near = |tile| board.grid.distance(tile, goal) <= near;
        let ways = Self::flood(board, layers, &[from], FAR, is_blocked, is_near);
        ways.path(ways.nearest_to(goal))?.first().copied()
    }

    /// Searches from several hexes until it has found one that is enough.
    fn flood(
        board: &Board,
        layers: &Layers,
        starts: &[TileId],
        most: u16,
        is_blocked: impl Fn(TileId) -> bool,
        is_enough: impl Fn(TileId) -> bool,
    ) -> Self {
        let grid = board.grid;
        let mut ways = Self {
            grid,
            found: Vec::with_capacity(grid.len()),
            steps: vec![FAR; grid.len()],
            into: vec![Direction::default(); grid.len()],
        };
        for start in starts {
            if std::mem::replace(&mut ways.steps[start.index()], 0) == FAR {
                ways.found.push(*start);
            }
        }
        let mut next = 0;
        while let Some(&at) = ways.found.get(next) {
            next += 1;
            let steps = ways.steps[at.index()];
            if steps >= most.min(FAR - 1) {
                break;
            }
            for (direction, to) in grid.neighbors(at) {
                let is_new = ways.steps[to.index()] == FAR;
                if is_new && can_step(board, layers, at, direction, to) && !is_blocked(to) {
                    ways.steps[to.index()] = steps + 1;
                    ways.into[to.index()] = direction;
                    ways.found.push(to);
                    if is_enough(to) {
                        return ways;
                    }
                }
            }
        }
        ways
    }

    /// Searches like [`from_any`](Self::from_any), and enters hexes that are shunned only to where no other
    /// way leads, however long that is: as few as can be.
    pub fn shunning(
        board: &Board,
        layers: &Layers,
        starts: &[TileId],
        most: u16,
        is_blocked: impl Fn(TileId) -> bool,
        is_shunned: impl Fn(TileId) -> bool,
    ) -> Self {
        let mut ways = Self::from_any(board, layers, starts, 0, |_| false);
        // With the shunned hexes on the way, its steps, and a number: of equals the first found comes first.
        let mut number = ways.found.len();
        let starts = (0..number).zip(std::mem::take(&mut ways.found));
        let starts = starts.map(|(number, tile)| Reverse((0_u16, 0, number, tile)));
        let mut open: BinaryHeap<_> = starts.collect();
        while let Some(Reverse((shunned, steps, _, at))) = open.pop() {
            ways.found.push(at);
            for (direction, to) in ways.grid.neighbors(at) {
                let is_new = ways.steps[to.index()] == FAR;
                if is_new && can_step(board, layers, at, direction, to) && !is_blocked(to) {
                    ways.steps[to.index()] = steps + 1;
                    ways.into[to.index()] = direction;
                    let shunned = shunned + u16::from(is_shunned(to));
                    open.push(Reverse((shunned, steps + 1, number, to)));
                    number += 1;
                }
            }
        }
        let steps = &mut ways.steps;
        ways.found.retain(|tile| {
            let is_near = steps[tile.index()] <= most;
            if !is_near {
                steps[tile.index()] = FAR;
            }
            is_near
        });
        ways
    }

    /// Lists the hexes in reach, the start first, then by shunned hexes on the way, steps and the order of
    /// directions.
    pub fn found(&self) -> &[TileId] {
        &self.found
    }

    /// Returns the steps to a hex in reach.
    pub fn steps(&self, tile: TileId) -> Option<u16> {
        Some(self.steps[tile.index()]).filter(|&steps| steps != FAR)
    }

    /// Returns the last step to a hex in reach, if it is not the start.
    pub fn last_step(&self, tile: TileId) -> Option<Direction> {
        let steps = self.steps(tile)?;
        (steps > 0).then(|| self.into[tile.index()])
    }

    /// Returns the way to a hex in reach.
    pub fn path(&self, tile: TileId) -> Option<Vec<Direction>> {
        let steps = self.steps(tile)?;
        let mut at = tile;
        let mut path: Vec<_> = (0..steps)
            .map(|_| {
                let into = self.into[at.index()];
                let before = self.grid.neighbor(at, into.opposite());
                at = before.expect("it came from a hex of the board");
                into
            })
            .collect();
        path.reverse();
        Some(path)
    }

    /// Returns the hex in reach that is nearest to a goal: by hex distance, then steps, then the order of
    /// directions.
    pub fn nearest_to(&self, goal: TileId) -> TileId {
        let nearest = (self.found.iter()).min_by_key(|&&tile| self.grid.distance(tile, goal));
        *nearest.expect("the start is found")
    }
}

impl Ways {
    /// Returns the nearest hex in reach of some, with the steps to it; of equals the one that is first in
    /// the order of hexes.
    pub fn nearest_of(&self, tiles: impl Iterator<Item = TileId>) -> Option<(u16, TileId)> {
        tiles
            .filter_map(|tile| Some((self.steps(tile)?, tile)))
            .min()
    }
}

/// Whether ground lets anybody step from a hex to its neighbor in a direction.
pub fn can_step(
    board: &Board,
    layers: &Layers,
    from: TileId,
    direction: Direction,
    to: TileId,
) -> bool {
    layers.entry_percent(to).is_some() && board.crossing_percent(from, direction).is_some()
}

/// Lists the places so many hexes from a center, on the board or not: from the one in direction 0 clockwise.
pub fn ring(center: Hex, radius: u16) -> impl Iterator<Item = Hex> {
    let radius = i32::from(radius);
    let corners = Direction::ALL.into_iter().flat_map(move |direction| {
        let corner = center + direction.step() * radius;
        (0..radius).map(move |along| corner + direction.turned(2).step() * along)
    });
    (radius == 0).then_some(center).into_iter().chain(corners)
}

/// Lists the hexes of a board around one, ring by ring, itself first.
pub fn around(grid: Grid, center: TileId, most: u16) -> impl Iterator<Item = TileId> {
    let hex = grid.hex(center);
    (0..=most).flat_map(move |radius| ring(hex, radius).filter_map(move |hex| grid.tile(hex)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::board::TileState;
    use crate::battle::grid::Layout;
    use crate::content::terrain::Terrain;

    fn open(width: u16, height: u16) -> Board {
        let grid = Grid::new(Layout::PointyOddRows, width, height);
        let mut board = Board::default();
        let ground = Terrain {
            move_percent: Some(100),
            ..Terrain::default()
        };
        let states = vec![TileState::default(); grid.len()];
        board.load(&[ground], &[], grid, &states, &vec![0; grid.len()], 0);
        board
    }

    #[test]
    fn ways_are_the_shortest_and_keep_the_order_of_directions() {
        let board = open(7, 7);
        let at = |column, row| board.grid.from_offset(column, row).expect("on the board");
        let wall = [at(3, 2), at(3, 3), at(3, 4)];
        let ways = Ways::search(&board, &board.layers, at(2, 3), 99, |tile| {
            wall.contains(&tile)
        });
        for &tile in ways.found() {
            let path = ways.path(tile).expect("it is in reach");
            let end = path.iter().fold(at(2, 3), |at, &direction| {
                board.grid.neighbor(at, direction).expect("on the board")
            });
            assert_eq!(end, tile);
            assert_eq!(path.len(), usize::from(ways.steps(tile).expect("reached")));
        }
        assert_eq!(ways.steps(at(4, 3)), Some(5), "around the wall");
        assert_eq!(ways.steps(at(3, 3)), None);
        let steps: Vec<_> = ways.found().iter().map(|&tile| ways.steps(tile)).collect();
        assert!(steps.is_sorted());
        assert_eq!(ways.nearest_to(at(3, 3)), at(2, 3), "it stands beside it");
        assert_eq!(ways.last_step(at(2, 3)), None);
        for goal in board.grid.tiles() {
            let whole = (ways.path(ways.nearest_to(goal))).and_then(|path| path.first().copied());
            let first = Ways::first_step(&board, &board.layers, at(2, 3), goal, |tile| {
                wall.contains(&tile)
            });
            assert_eq!(first, whole, "towards {goal:?}");
        }
        let starts = [at(0, 0), at(6, 0), at(0, 0)];
        let ways = Ways::from_any(&board, &board.layers, &starts, 99, |_| false);
        assert_eq!(ways.found().len(), board.grid.len(), "each once");
        assert_eq!(ways.steps(at(6, 0)), Some(0));
        assert_eq!(ways.steps(at(5, 0)), Some(1), "from the nearest start");
        assert_eq!(ways.last_step(at(5, 0)), Some(Direction::new(3)));
    }

    #[test]
    fn shunned_hexes_are_entered_only_where_no_other_way_leads() {
        let board = open(7, 3);
        let at = |column, row| board.grid.from_offset(column, row).expect("on the board");
        let search = |most, shunned: &[TileId], walls: &[TileId]| {
            let (is_wall, is_shunned) = (|at| walls.contains(&at), |at| shunned.contains(&at));
            let starts = [at(0, 1)];
            Ways::shunning(&board, &board.layers, &starts, most, is_wall, is_shunned)
        };
        let [row, gap] = [vec![at(3, 1)], vec![at(3, 0), at(3, 2)]];
        let plain = Ways::search(&board, &board.layers, at(0, 1), 9, |_| false);
        let ways = search(9, &[], &[]);
        assert_eq!(ways.found(), plain.found());
        assert!((ways.found().iter()).all(|&tile| ways.path(tile) == plain.path(tile)));
        let around = search(9, &row, &[]);
        assert_eq!(around.steps(at(6, 1)), Some(7), "a step more leads around");
        assert_eq!(
            around.steps(at(3, 1)),
            Some(3),
            "to it there is no other way"
        );
        assert_eq!(search(6, &row, &[]).steps(at(6, 1)), None, "too far");
        let through = search(9, &row, &gap);
        assert_eq!(through.steps(at(6, 1)), Some(6));
        let all = [row, gap].concat();
        assert_eq!(
            search(9, &all, &[]).steps(at(6, 1)),
            Some(6),
            "one of them has to be"
        );
    }

    #[test]
    fn rings_begin_in_direction_0_and_run_clockwise() {
        let steps: Vec<_> = ring(Hex::ZERO, 1).collect();
        assert_eq!(steps, Direction::ALL.map(Direction::step));
        let two: Vec<_> = ring(Hex::ZERO, 2).collect();
        assert_eq!(two.len(), 12);
        assert_eq!(two[..3], [Hex::new(2, 0), Hex::new(1, 1), Hex::new(0, 2)]);
        assert_eq!(around(open(7, 7).grid, TileId(24), 8).count(), 49);
    }
}
