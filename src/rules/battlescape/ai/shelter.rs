//! Hexes on which there may be cover, so that nobody looks for it on open ground.
//!
//! **Invariant:** on no other hex is there any, towards whichever side.

use crate::battle::grid::{Grid, TileId};
use crate::battle::neighborhood::Neighborhood;
use crate::battle::tile_set::{TileSet, tiles_of};
use crate::rules::battlescape::side_view::SideView;

/// The hexes of a board that give cover or once did, as far as any side that looked knew, and those
/// beside them.
#[derive(Debug, Default)]
pub(super) struct Shelters {
    grid: Grid,
    around: Neighborhood,
    givers: TileSet,
    near: TileSet,
}

impl Shelters {
    /// Takes in what a side knows, and returns the hexes.
    pub fn known_to(&mut self, view: SideView) -> &TileSet {
        let grid = view.grid();
        if self.grid != grid {
            self.grid = grid;
            self.around.fit(&grid);
            self.givers.reset(grid.len());
            self.near.reset(grid.len());
        }
        let giving = view.layers().sheltering();
        for word in giving.span() {
            let fresh = giving.word(word) & !self.givers.word(word);
            if fresh == 0 {
                continue;
            }
            self.givers.put(word, fresh);
            self.near.put(word, fresh);
            for tile in tiles_of(word, fresh) {
                let near = &mut self.near;
                (self.around).visit(tile.0, |_, beside| near.insert(TileId(beside as u32)));
            }
        }
        &self.near
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::battle::grid::Direction;
    use crate::content::terrain::Cover;
    use crate::rules::battlescape::ai::ground::{self, LAYOUTS};
    use crate::rules::battlescape::objective::PLAYER;

    #[test]
    fn there_is_no_cover_away_from_the_hexes() {
        let duel = ground::duel();
        // One for all boards: nothing of one may be missed on another.
        let mut shelters = Shelters::default();
        let (mut open, mut covered) = (0, 0);
        for seed in 0..24 {
            let mut dice = ChaCha8Rng::seed_from_u64(seed);
            let (width, height) = [(23, 19), (40, 31), (7, 60)][dice.random_range(0..3)];
            let grid = Grid::new(LAYOUTS[seed as usize / 2 % 4], width, height);
            let mut world = ground::battle(&duel, grid, &mut dice);
            for _ in 0..12 {
                ground::show(&mut world, &grid, 40, &mut dice);
                ground::alter(&mut world, &duel, &grid, &mut dice);
                let view = SideView::new(&world, PLAYER);
                let near = shelters.known_to(view);
                for tile in grid.tiles() {
                    let has_cover = Direction::ALL
                        .iter()
                        .any(|&side| view.cover_towards(tile, side) != Cover::None);
                    assert!(!has_cover || near.contains(tile), "seed {seed}, {tile:?}");
                    covered += u32::from(has_cover);
                    open += u32::from(!near.contains(tile));
                }
            }
        }
        assert!(
            open > 1_000 && covered > 1_000,
            "{open} open, {covered} covered"
        );
    }
}
