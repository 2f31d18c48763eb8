//! Fields of view that are kept until the board changes within their reach.
//!
//! Units look from the same hexes again and again, above all in thousands of battles on one board,
//! so most looks are a copy of a few words.
//!
//! **Invariant:** a kept view is the one [`FieldOfView`] would compute on the board that was named
//! last, with the figures named last.

use crate::{
    battle::{
        board::Layers,
        grid::{Grid, TileId},
        tile_set::TileSet,
        view::{FieldOfView, MAX_VISION},
    },
    content::battlescape::SightFigures,
};

/// Words kept on small boards (1 MiB); beyond the limit, all views are forgotten.
const KEPT: usize = 1 << 17;
/// Words kept on large boards, for each hex.
const KEPT_PER_TILE: usize = 8;

/// Kept fields of view of one board.
#[derive(Clone, Debug, Default)]
pub struct ViewMemo {
    fov: FieldOfView,
    grid: Grid,
    figures: Option<SightFigures>,
    /// What the kept views were computed from.
    codes: Vec<u8>,
    elevations: Vec<i8>,
    /// By vision in hexes.
    shelves: Vec<Shelf>,
    /// Words of all kept views.
    words: Vec<u64>,
}

/// Kept views of one radius.
#[derive(Clone, Debug, Default)]
struct Shelf {
    /// Hexes whose view holds.
    holds: TileSet,
    /// By hex.
    views: Vec<View>,
}

/// Where the words of a view are.
#[derive(Clone, Copy, Debug, Default)]
struct View {
    /// In [`ViewMemo::words`].
    at: u32,
    /// In a set of the board.
    first: u32,
    len: u32,
}

impl ViewMemo {
    /// Names the board and figures from now on; views that hold on it too are kept.
    pub fn fit(&mut self, grid: Grid, layers: &Layers, figures: &SightFigures) {
        let is_same = self.grid == grid
            && self.figures.as_ref() == Some(figures)
            && self.elevations == layers.elevations();
        if is_same {
            for tile in grid.tiles() {
                self.renew(layers, tile);
            }
            return;
        }
        self.grid = grid;
        self.figures = Some(figures.clone());
        self.codes.clear();
        self.codes.extend(layers.codes());
        self.elevations.clear();
        self.elevations.extend(layers.elevations());
        self.clear();
    }

    fn clear(&mut self) {
        self.words.clear();
        self.shelves.clear();
        self.shelves
            .resize(usize::from(MAX_VISION) + 1, Shelf::default());
    }

    /// Follows a hex that may look otherwise now: forgets the views it lies in if it matters to
    /// sight.
    pub fn renew(&mut self, layers: &Layers, tile: TileId) {
        let code = layers.code(tile.index());
        if std::mem::replace(&mut self.codes[tile.index()], code) == code {
            return;
        }
        for (vision, shelf) in (0..).zip(&mut self.shelves) {
            let near = |&at: &TileId| self.grid.distance(at, tile) <= vision;
            let lost: Vec<_> = shelf.holds.iter().filter(near).collect();
            lost.into_iter().for_each(|at| shelf.holds.remove(at));
        }
    }

    /// Makes `out` the hexes seen from `eye` with this vision (hexes, at most [`MAX_VISION`]).
    ///
    /// # Panics
    /// Before a board was named.
    pub fn look(&mut self, layers: &Layers, eye: TileId, vision: u8, out: &mut TileSet) {
        let vision = vision.min(MAX_VISION);
        if self.words.len() > KEPT.max(KEPT_PER_TILE * self.grid.len()) {
            self.clear();
        }
        let shelf = &mut self.shelves[usize::from(vision)];
        if shelf.views.is_empty() {
            shelf.views.resize(self.grid.len(), View::default());
            shelf.holds.reset(self.grid.len());
        }
        let view = &mut shelf.views[eye.index()];
        out.clear();
        if shelf.holds.contains(eye) {
            let words = self.words[view.at as usize..].iter();
            out.copy(view.first as usize, words.take(view.len as usize));
            return;
        }
        let figures = self.figures.as_ref().expect("a board was named");
        (self.fov).compute(&self.grid, layers, eye, vision, figures, out);
        let span = out.span();
        *view = View {
            at: self.words.len() as u32,
            first: span.start as u32,
            len: span.len() as u32,
        };
        self.words.extend(span.map(|word| out.word(word)));
        shelf.holds.insert(eye);
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::battle::{
        board::TileState,
        grid::Layout,
        view::tests::{board, figures},
    };

    #[test]
    fn kept_views_are_those_computed_afresh_while_the_board_changes() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut memo = ViewMemo::default();
        let mut fov = FieldOfView::default();
        let (grid, mut layers) = board(&mut rng, Layout::PointyOddRows, 20, true);
        memo.fit(grid, &layers, &figures());
        // Few hexes and radii, so that most looks are repeated ones.
        for round in 0..3_000 {
            if rng.random_range(0..10) == 0 {
                let tile = TileId(rng.random_range(0..grid.len() as u32));
                let other = TileId(rng.random_range(0..grid.len() as u32));
                let smoke = rng.random_range(0..2);
                layers.set_state(
                    tile,
                    TileState {
                        smoke,
                        ..layers.state(other)
                    },
                );
                if rng.random_range(0..4) == 0 {
                    memo.fit(grid, &layers, &figures());
                } else {
                    memo.renew(&layers, tile);
                }
            }
            let eye = TileId(rng.random_range(0..20) * 37);
            let vision = [5, 12][rng.random_range(0..2)];
            let [mut kept, mut fresh] = [0; 2].map(|_| TileSet::new(grid.len()));
            memo.look(&layers, eye, vision, &mut kept);
            fov.compute(&grid, &layers, eye, vision, &figures(), &mut fresh);
            let [kept, fresh] = [kept, fresh].map(|set| set.iter().collect::<Vec<_>>());
            assert_eq!(kept, fresh, "round {round}");
        }
    }
}
