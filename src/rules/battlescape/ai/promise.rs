//! Which hexes in reach promise enough for a closer look.
//!
//! **Invariant:** the choice does not depend on the order of the hexes; of equal ones the lower count.

use std::cmp::Reverse;

use hexx::Hex;

use crate::battle::grid::{Direction, TileId};
use crate::battle::path::Reach;
use crate::battle::tile_set::TileSet;
use crate::content::terrain::Cover;
use crate::rules::battlescape::ai::field::Field;

/// Points of a level of cover towards the nearest enemy.
const COVERED: i32 = 15;
/// Points of a hex nearer to where the unit would like to be.
const NEARER: i32 = 4;
/// Hundredths of TU that cost a point.
const SPENT: u32 = 400;
/// Hexes that are passed by together.
const ROW: usize = 32;

/// What the unit is after.
pub(super) struct Aims<'a> {
    /// Where enemies stand; the first of equally near ones counts.
    pub enemies: &'a [Hex],
    /// Hexes from the nearest enemy that the unit would like to stand at.
    pub distance: i32,
    /// The way to the objective and the points of a step, if it has one.
    pub goal: Option<(&'a Field, i32)>,
}

/// Rates hexes in reach. Keep one to reuse its storage.
///
/// Hexes are many and the sums small, so they are done for all hexes at once, several in one instruction.
#[derive(Debug, Default)]
pub(super) struct Promises {
    /// Coordinates.
    x: Vec<i16>,
    y: Vec<i16>,
    /// Hexes to the nearest enemy, and its place in the list.
    apart: Vec<i16>,
    nearest: Vec<u16>,
    /// Points, cover apart.
    points: Vec<i32>,
}

impl Promises {
    /// Returns the hexes of most promise but for one, best first, so many at most; only those that are
    /// `sheltered` can have any cover.
    pub fn choose(
        &mut self,
        reach: &Reach,
        but: TileId,
        aims: &Aims,
        most: usize,
        sheltered: &TileSet,
        cover: impl Fn(TileId, Option<TileId>) -> Cover,
    ) -> Vec<TileId> {
        self.rate(reach, aims);
        let (tiles, around) = (reach.tiles(), reach.around());
        // The hexes from the middle of the way on promise most to whoever is far away: the sooner they
        // come, the fewer others are worth a closer look.
        let start = tiles.iter().position(|&tile| tile == but);
        let is_far = start.is_some_and(|start| i32::from(self.apart[start]) > aims.distance);
        let mut best = Best::new(most);
        let covered = COVERED * Cover::Full as i32;
        let rows = tiles.len().div_ceil(ROW);
        for row in 0..rows {
            let row = if is_far { rows - 1 - row } else { row };
            let row = row * ROW..tiles.len().min(row * ROW + ROW);
            // Of most rows no hex is among the best, which is told of all its hexes at once.
            let highest = self.points[row.clone()].iter().max();
            if highest.is_none_or(|highest| highest + covered < best.least) {
                continue;
            }
            let columns = self.points[row.clone()]
                .iter()
                .zip(&self.nearest[row.clone()]);
            for ((&points, &nearest), &tile) in columns.zip(&tiles[row]) {
                let is_sheltered = sheltered.contains(tile);
                let highest = points + if is_sheltered { covered } else { 0 };
                if highest < best.least || tile == but {
                    continue;
                }
                let enemy = aims.enemies.get(usize::from(nearest));
                let enemy = enemy.filter(|_| is_sheltered);
                let cover = enemy.map_or(0, |&enemy| {
                    let bearing = Direction::of(enemy - around.hex(tile));
                    cover(tile, around.neighbor(tile, bearing)) as i32
                });
                best.offer(points + COVERED * cover, tile);
            }
        }
        best.tiles()
    }

    /// Rates all hexes in reach, cover apart.
    fn rate(&mut self, reach: &Reach, aims: &Aims) {
        let (tiles, around) = (reach.tiles(), reach.around());
        let Self {
            x,
            y,
            apart,
            nearest,
            points,
        } = self;
        let count = tiles.len();
        x.resize(count, 0);
        y.resize(count, 0);
        points.resize(count, 0);
        let columns = x.iter_mut().zip(&mut *y).zip(&mut *points);
        for (((x, y), points), &tile) in columns.zip(tiles) {
            let hex = around.hex(tile);
            (*x, *y) = (small(hex.x), small(hex.y));
            *points = (reach.cost(tile).unwrap_or(0) / SPENT).cast_signed();
        }
        apart.clear();
        apart.resize(count, i16::MAX);
        nearest.clear();
        nearest.resize(count, 0);
        for (place, enemy) in (0..).zip(aims.enemies) {
            let (enemy_x, enemy_y) = (small(enemy.x), small(enemy.y));
            let places = x.iter().zip(&*y).zip(&mut *apart).zip(&mut *nearest);
            for (((x, y), apart), nearest) in places {
                let (x, y) = (enemy_x.wrapping_sub(*x), enemy_y.wrapping_sub(*y));
                let sum = x.wrapping_add(y);
                let length = x
                    .wrapping_abs()
                    .max(y.wrapping_abs())
                    .max(sum.wrapping_abs());
                *nearest = if length < *apart { place } else { *nearest };
                *apart = length.min(*apart);
            }
        }
        if !aims.enemies.is_empty() {
            for (points, &apart) in points.iter_mut().zip(&*apart) {
                *points += NEARER * (i32::from(apart) - aims.distance).abs();
            }
        }
        if let Some((field, weight)) = aims.goal {
            for (points, &tile) in points.iter_mut().zip(tiles) {
                *points += weight * field.steps_weighed(tile);
            }
        }
        // So far they were what a hex costs.
        points.iter_mut().for_each(|points| *points = -*points);
    }
}

/// Returns a coordinate of a board in few bits, so that many fit in one instruction.
fn small(coordinate: i32) -> i16 {
    coordinate as i16
}

/// The hexes of most points; of equal ones the lower ones.
struct Best {
    most: usize,
    /// Points and hexes, packed so that the better of two is the greater.
    found: Vec<u64>,
    /// Place of the worst, once there are as many as may be.
    worst: usize,
    /// With fewer points no hex is among them.
    least: i32,
}

impl Best {
    /// Begins to look for so many hexes.
    fn new(most: usize) -> Self {
        Self {
            most,
            found: Vec::with_capacity(most),
            worst: 0,
            least: if most > 0 { i32::MIN } else { i32::MAX },
        }
    }

    fn pack(points: i32, tile: TileId) -> u64 {
        u64::from(points.cast_unsigned() ^ 1 << 31) << 32 | u64::from(!tile.0)
    }

    fn points(packed: u64) -> i32 {
        ((packed >> 32) as u32 ^ 1 << 31).cast_signed()
    }

    /// Takes a hex in, if it is among the best so far.
    fn offer(&mut self, points: i32, tile: TileId) {
        let one = Self::pack(points, tile);
        if self.found.len() < self.most {
            self.found.push(one);
        } else if self.found.get(self.worst).is_some_and(|&worst| one > worst) {
            self.found[self.worst] = one;
        } else {
            return;
        }
        if self.found.len() == self.most {
            let worst = (0..self.most).min_by_key(|&place| self.found[place]);
            self.worst = worst.unwrap_or(0);
            self.least = Self::points(self.found[self.worst]);
        }
    }

    /// Lists the hexes, best first.
    fn tiles(mut self) -> Vec<TileId> {
        self.found.sort_unstable_by_key(|&one| Reverse(one));
        (self.found.iter())
            .map(|&one| TileId(!(one as u32)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use bevy::prelude::World;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::battle::board::Board;
    use crate::battle::grid::{self, Grid};
    use crate::battle::path::MoveCost;
    use crate::content::terrain::HexsideId;
    use crate::rules::battlescape::ai::field::Care;
    use crate::rules::battlescape::ai::ground::{self, LAYOUTS, any_hex};
    use crate::rules::battlescape::objective::PLAYER;
    use crate::rules::battlescape::side_view::SideView;

    const SIZES: [(u16, u16); 4] = [(23, 19), (40, 31), (7, 60), (70, 12)];
    const WALK: MoveCost = MoveCost::walking(4, 100);

    /// A battle on a random board, and who draws more.
    fn drawn(seed: u64) -> (World, Grid, ChaCha8Rng) {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let (width, height) = SIZES[seed as usize / 2 % SIZES.len()];
        let grid = Grid::new(LAYOUTS[seed as usize / 2 % 4], width, height);
        let world = ground::battle(&ground::duel(), grid, &mut dice);
        (world, grid, dice)
    }

    /// Finds the hexes in reach from one, past enemies.
    fn reach_from(world: &World, from: TileId, budget: u32, enemies: &[Hex]) -> Reach {
        let board = world.resource::<Board>();
        let mut reach = Reach::default();
        let blocked = enemies
            .iter()
            .map(|&hex| board.grid.tile(hex).expect("on the board"));
        reach.flood(board, &board.layers, &WALK, from, budget, blocked);
        reach
    }

    /// A cover that is another one from side to side, and the same whenever it is asked for.
    fn any_cover(tile: TileId, next: Option<TileId>) -> Cover {
        let next = next.map_or(5, |next| next.0);
        [Cover::None, Cover::Half, Cover::Full][((tile.0 / 3 + 7 * next) % 3) as usize]
    }

    /// All hexes of a board, or a third of them.
    fn some_sheltered(grid: &Grid, all: bool) -> TileSet {
        let mut sheltered = TileSet::new(grid.len());
        let tiles = grid.tiles().filter(|tile| all || tile.0 % 3 == 0);
        tiles.for_each(|tile| sheltered.insert(tile));
        sheltered
    }

    /// Rates one hex after the other, and sorts all of them.
    fn plainly_chosen(
        reach: &Reach,
        but: TileId,
        aims: &Aims,
        most: usize,
        cover: impl Fn(TileId, Option<TileId>) -> Cover,
    ) -> Vec<TileId> {
        let around = reach.around();
        let points = |tile: TileId| {
            let hex = around.hex(tile);
            let apart = |enemy: Hex| grid::length(enemy - hex).cast_signed();
            let nearest = aims.enemies.iter().min_by_key(|&&enemy| apart(enemy));
            let stands = nearest.map_or(0, |&enemy| {
                let next = around.neighbor(tile, Direction::of(enemy - hex));
                COVERED * cover(tile, next) as i32 - NEARER * (apart(enemy) - aims.distance).abs()
            });
            let leads = (aims.goal).map_or(0, |(field, weight)| weight * field.steps_weighed(tile));
            let cost = reach.cost(tile).expect("it is in reach");
            stands - leads - (cost / SPENT).cast_signed()
        };
        let others = reach.tiles().iter().filter(|&&tile| tile != but);
        let mut rated: Vec<_> = others.map(|&tile| (Reverse(points(tile)), tile)).collect();
        rated.sort_unstable();
        rated.truncate(most);
        rated.into_iter().map(|(_, tile)| tile).collect()
    }

    #[test]
    fn the_choice_is_that_of_hexes_rated_one_by_one() {
        // One storage for all boards: nothing of an earlier choice may remain.
        let mut promises = Promises::default();
        let mut compared = 0;
        for seed in 0..24 {
            let (world, grid, mut dice) = drawn(seed);
            let view = SideView::new(&world, PLAYER);
            for enemies in [0, 1, 2, 5, 30] {
                let mut enemies: Vec<_> = (0..enemies).map(|_| any_hex(&grid, &mut dice)).collect();
                enemies.sort_unstable();
                let enemies: Vec<_> = enemies.iter().map(|&tile| grid.hex(tile)).collect();
                let from = any_hex(&grid, &mut dice);
                let budget = [0, 1_500, 6_000, 20_000][dice.random_range(0..4)];
                let reach = reach_from(&world, from, budget, &enemies);
                let goals = [0; 3].map(|_| any_hex(&grid, &mut dice));
                let mut field = Field::default();
                field.flood(view, any_hex(&grid, &mut dice), &goals, Care::default());
                for goal in [None, Some((&field, 4)), Some((&field, 0))] {
                    let aims = Aims {
                        enemies: &enemies,
                        distance: [1, 4, 10, 30][dice.random_range(0..4)],
                        goal,
                    };
                    let all = reach.tiles().len();
                    for most in [0, 1, 2, 16, all - 1, all, all + 9] {
                        let sheltered = some_sheltered(&grid, dice.random_range(0..2) == 0);
                        let cover = |tile, next| match sheltered.contains(tile) {
                            true => any_cover(tile, next),
                            false => Cover::None,
                        };
                        let chosen = promises.choose(&reach, from, &aims, most, &sheltered, cover);
                        let expected = plainly_chosen(&reach, from, &aims, most, cover);
                        assert_eq!(chosen, expected, "seed {seed}, {most} of {all}");
                        assert_eq!(chosen.len(), most.min(all - 1));
                        compared += chosen.len();
                    }
                }
            }
        }
        assert!(compared > 10_000, "boards with hexes to choose from");
    }

    #[test]
    fn the_choice_does_not_depend_on_the_order_of_hexes() {
        let mut promises = Promises::default();
        let mut others = 0;
        for seed in 0..16 {
            let (mut world, grid, mut dice) = drawn(seed);
            let enemies = [0; 3].map(|_| grid.hex(any_hex(&grid, &mut dice)));
            let from = any_hex(&grid, &mut dice);
            let level = reach_from(&world, from, 3_000, &enemies);
            let sheltered = some_sheltered(&grid, true);
            // A hexside out of reach has the same hexes found another way, in another order.
            let is_off = |tile: TileId| level.cost(tile).is_none();
            let off = (grid.tiles())
                .find(|&tile| is_off(tile) && (grid.neighbors(tile)).all(|(_, next)| is_off(next)));
            let Some(off) = off else { continue };
            let mut board = world.resource_mut::<Board>();
            board.set_hexside(off, Direction::new(0), HexsideId(1));
            let rough = reach_from(&world, from, 3_000, &enemies);
            others += u32::from(rough.tiles() != level.tiles());
            for distance in [1, 6, 40] {
                let aims = Aims {
                    enemies: &enemies,
                    distance,
                    goal: None,
                };
                for most in [1, 7, 1_000] {
                    let [one, other] = [&level, &rough].map(|reach| {
                        promises.choose(reach, from, &aims, most, &sheltered, any_cover)
                    });
                    assert_eq!(one, other, "seed {seed}, {most} at {distance}");
                }
            }
        }
        assert!(others > 5, "orders that are others");
    }

    #[test]
    fn of_equal_hexes_the_lower_ones_are_kept_in_whatever_order_they_come() {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        for round in 0..400 {
            let count = dice.random_range(0..40);
            let mut hexes: Vec<_> = (0..count)
                .map(|tile| (dice.random_range(-2..3) * (1 << (round % 29)), TileId(tile)))
                .collect();
            let mut expected = hexes.clone();
            expected.sort_by_key(|&(points, tile)| (Reverse(points), tile));
            hexes.shuffle(&mut dice);
            for most in [0, 1, 5, 40] {
                let mut best = Best::new(most);
                hexes
                    .iter()
                    .for_each(|&(points, tile)| best.offer(points, tile));
                let expected = expected.iter().take(most).map(|(_, tile)| *tile);
                assert_eq!(best.tiles(), expected.collect::<Vec<_>>(), "round {round}");
            }
        }
    }

    #[test]
    fn without_enemies_and_goals_the_nearest_hexes_promise_most() {
        let (world, grid, mut dice) = drawn(2);
        let from = any_hex(&grid, &mut dice);
        let reach = reach_from(&world, from, 8_000, &[]);
        let aims = Aims {
            enemies: &[],
            distance: 6,
            goal: None,
        };
        let sheltered = some_sheltered(&grid, true);
        let full = |_, _| Cover::Full;
        let chosen = Promises::default().choose(&reach, from, &aims, 12, &sheltered, full);
        let mut expected: Vec<_> = reach.tiles().to_vec();
        expected.retain(|&tile| tile != from);
        expected.sort_by_key(|&tile| (reach.cost(tile).map(|cost| cost / SPENT), tile));
        expected.truncate(12);
        assert_eq!(chosen, expected);
    }
}
