//! The nearest enemy to a hex, and which way it lies.
//!
//! **Invariant:** a kept answer is the one that would be found now.

use hexx::Hex;

use crate::battle::{
    grid::{Direction, Grid, TileId},
    neighborhood::Neighborhood,
};

/// Remembers the nearest of some hexes while they stay the same.
#[derive(Debug, Default)]
pub(super) struct Nearest {
    grid: Grid,
    tiles: Vec<TileId>,
    spots: Vec<Hex>,
    /// Number of the hexes asked for; answers for others do not count.
    epoch: u32,
    known: Vec<Known>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// 0 is unknown.
    epoch: u32,
    distance: u16,
    bearing: Direction,
}

impl Nearest {
    /// Has these hexes hold for all that is asked.
    pub fn fit(&mut self, around: &Neighborhood, tiles: impl Iterator<Item = TileId>) {
        let mut tiles: Vec<_> = tiles.collect();
        // Of equally near ones the lowest counts.
        tiles.sort_unstable();
        let is_same = self.grid == *around.grid() && self.epoch > 0;
        if is_same && self.tiles == tiles {
            return;
        }
        self.spots.clear();
        self.spots
            .extend(tiles.iter().map(|&tile| around.hex(tile)));
        self.tiles = tiles;
        self.epoch = self.epoch.wrapping_add(1).max(1);
        if !is_same || self.epoch == 1 {
            self.grid = *around.grid();
            self.known.clear();
            self.known.resize(self.grid.len(), Known::default());
        }
    }

    /// Returns how many hexes the nearest of the hexes is away, and in which direction; `None` if there
    /// are none.
    #[inline]
    pub fn of(&mut self, around: &Neighborhood, tile: TileId) -> Option<(u16, Direction)> {
        let known = &mut self.known[tile.index()];
        if known.epoch != self.epoch {
            let hex = around.hex(tile);
            let bearings = self.spots.iter().map(|&spot| spot - hex);
            let nearest = bearings.min_by_key(|bearing| bearing.ulength())?;
            *known = Known {
                epoch: self.epoch,
                distance: u16::try_from(nearest.ulength()).unwrap_or(u16::MAX),
                bearing: Direction::of(nearest),
            };
        }
        Some((known.distance, known.bearing))
    }
}
