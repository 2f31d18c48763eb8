//! Which hexes in reach promise enough for a closer look.
//!
//! **Invariant:** the choice does not depend on the order of the hexes; of equal ones the lower count.

use std::cmp::Reverse;

use hexx::Hex;

use crate::{
    battle::{
        grid::{Direction, TileId},
        path::Reach,
    },
    content::terrain::Cover,
    rules::battlescape::ai::field::Field,
};

/// Points of a level of cover towards the nearest enemy.
const COVERED: i32 = 15;
/// Points of a hex nearer to where the unit would like to be.
const NEARER: i32 = 4;
/// Hundredths of TU that cost a point.
const SPENT: u32 = 400;

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
    x: Vec<i32>,
    y: Vec<i32>,
    /// Hexes to the nearest enemy, and in the lowest [`ENEMY_BITS`](Self::ENEMY_BITS) its place in the list.
    nearest: Vec<i32>,
    /// Points, cover apart.
    points: Vec<i32>,
}

impl Promises {
    /// Boards have fewer units.
    const ENEMY_BITS: u32 = 15;

    /// Returns the hexes of most promise but for one, best first, so many at most.
    pub fn choose(
        &mut self,
        reach: &Reach,
        but: TileId,
        aims: &Aims,
        most: usize,
        cover: impl Fn(TileId, Option<TileId>) -> Cover,
    ) -> Vec<TileId> {
        self.rate(reach, aims);
        let (tiles, around) = (reach.tiles(), reach.around());
        // The hexes from the middle of the way on promise most to whoever is far away: the sooner they
        // come, the fewer others are worth a closer look.
        let start = tiles.iter().position(|&tile| tile == but);
        let near = start.map_or(0, |start| self.nearest[start] >> Self::ENEMY_BITS);
        let (is_far, last) = (near > aims.distance, tiles.len() - 1);
        let mut best = Best::new(most);
        for index in 0..tiles.len() {
            let index = if is_far { last - index } else { index };
            let points = self.points[index];
            if points + COVERED * (Cover::Full as i32) < best.least || tiles[index] == but {
                continue;
            }
            let tile = tiles[index];
            let enemy = self.nearest[index] & ((1 << Self::ENEMY_BITS) - 1);
            let cover = aims.enemies.get(enemy as usize).map_or(0, |&enemy| {
                let bearing = Direction::of(enemy - around.hex(tile));
                cover(tile, around.neighbor(tile, bearing)) as i32
            });
            best.offer(points + COVERED * cover, tile);
        }
        best.tiles()
    }

    /// Rates all hexes in reach, cover apart.
    fn rate(&mut self, reach: &Reach, aims: &Aims) {
        let (tiles, around) = (reach.tiles(), reach.around());
        let hexes = || tiles.iter().map(|&tile| around.hex(tile));
        self.x.clear();
        self.x.extend(hexes().map(|hex| hex.x));
        self.y.clear();
        self.y.extend(hexes().map(|hex| hex.y));
        self.nearest.clear();
        self.nearest.resize(tiles.len(), i32::MAX);
        for (place, enemy) in (0..).zip(aims.enemies) {
            let places = self.x.iter().zip(&self.y);
            for ((&x, &y), nearest) in places.zip(&mut self.nearest) {
                let (x, y) = (enemy.x.wrapping_sub(x), enemy.y.wrapping_sub(y));
                let apart = x.wrapping_abs() + y.wrapping_abs() + x.wrapping_add(y).wrapping_abs();
                let found = (apart >> 1 << Self::ENEMY_BITS) | place;
                *nearest = if found < *nearest { found } else { *nearest };
            }
        }
        self.points.clear();
        let costs = tiles.iter().map(|&tile| reach.cost(tile).unwrap_or(0));
        (self.points).extend(costs.map(|cost| (cost / SPENT).cast_signed()));
        if !aims.enemies.is_empty() {
            for (points, &nearest) in self.points.iter_mut().zip(&self.nearest) {
                let apart = (nearest >> Self::ENEMY_BITS).wrapping_sub(aims.distance);
                *points += NEARER * apart.wrapping_abs();
            }
        }
        if let Some((field, weight)) = aims.goal {
            for (points, &tile) in self.points.iter_mut().zip(tiles) {
                *points += weight * field.steps_weighed(tile);
            }
        }
        // So far they were what a hex costs.
        self.points.iter_mut().for_each(|points| *points = -*points);
    }
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
