//! Fields of view that are kept for every look of the board they were computed on.
//!
//! Units look from the same hexes again and again, above all in thousands of battles on one board,
//! so most looks are a copy of a few words. A door that closes again brings its old views back.
//!
//! **Invariant:** a kept view is the one [`FieldOfView`] would compute on the board that was named
//! last, with the figures named last.

use bevy::platform::collections::HashMap;
use bevy::platform::hash::FixedHasher;
use hexx::Hex;

use crate::battle::board::Layers;
use crate::battle::fingerprint::Fingerprint;
use crate::battle::grid::{Grid, TileId};
use crate::battle::tile_set::TileSet;
use crate::battle::view::{FieldOfView, MAX_VISION};
use crate::content::sight::SightFigures;

/// Words kept on small boards (1 MiB); beyond the limit, views of changed boards are forgotten.
const KEPT: usize = 1 << 17;
/// Words kept on large boards, for each hex.
const KEPT_PER_TILE: usize = 8;
/// Hexes that may look otherwise than at first before the present look counts as the first: each
/// makes every look a little slower.
const MAX_CHANGED: usize = 64;

/// Kept fields of view of one board.
#[derive(Clone, Debug, Default)]
pub struct ViewMemo {
    fov: FieldOfView,
    grid: Grid,
    figures: Option<SightFigures>,
    elevations: Vec<i8>,
    /// What the hexes look like now and looked like at first, as far as it matters to sight.
    codes: Vec<u8>,
    first_codes: Vec<u8>,
    /// Hexes that do not look as at first, and their look as one number.
    changed: Vec<(TileId, Hex, u64)>,
    /// By hex, vision in hexes, and what the changed hexes within reach looked like, as one number.
    views: HashMap<(TileId, u8, u64), View, FixedHasher>,
    /// Words of all kept views.
    words: Vec<u64>,
}

/// A view that is kept.
#[derive(Clone, Copy, Debug)]
struct View {
    /// In [`ViewMemo::words`], and how many there: stretches of words that hold hexes, each behind one
    /// with its place in a set of the board and its length.
    at: u32,
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
        self.elevations.clear();
        self.elevations.extend(layers.elevations());
        self.codes.clear();
        self.codes.extend(layers.codes());
        self.begin_anew();
    }

    /// Follows the board where some hexes look otherwise now; with other elevations it is another board.
    pub fn follow(&mut self, grid: Grid, layers: &Layers, tiles: &[TileId]) {
        let is_same =
            |tile: &TileId| self.elevations[tile.index()] == layers.elevations()[tile.index()];
        if tiles.iter().all(is_same) {
            for &tile in tiles {
                self.renew(layers, tile);
            }
        } else if let Some(figures) = self.figures.clone() {
            self.fit(grid, layers, &figures);
        }
    }

    /// Takes the present look of the board for the first one.
    fn begin_anew(&mut self) {
        self.first_codes.clone_from(&self.codes);
        self.changed.clear();
        self.forget();
    }

    /// Forgets all views.
    fn forget(&mut self) {
        self.words.clear();
        self.views.clear();
    }

    /// Forgets the views of a changed board, which seldom come back in another battle, or all if the
    /// others take up too much themselves.
    fn make_room(&mut self, most: usize) {
        let words = std::mem::take(&mut self.words);
        self.views.retain(|&(.., look), view| {
            let stays = look == 0;
            if stays {
                let at = view.at as usize;
                view.at = self.words.len() as u32;
                self.words.extend(&words[at..at + view.len as usize]);
            }
            stays
        });
        if self.words.len() > most / 2 {
            self.forget();
        }
    }

    /// Follows a hex that may look otherwise now; returns whether it does as far as it matters to sight.
    pub fn renew(&mut self, layers: &Layers, tile: TileId) -> bool {
        let (code, first) = (layers.code(tile.index()), self.first_codes[tile.index()]);
        let before = std::mem::replace(&mut self.codes[tile.index()], code);
        if before == code {
            return false;
        }
        if before != first {
            self.changed.retain(|&(other, ..)| other != tile);
        }
        if code != first {
            let look = Fingerprint::fact(0, tile.0, u64::from(code));
            self.changed.push((tile, self.grid.hex(tile), look));
        }
        if self.changed.len() > MAX_CHANGED {
            self.begin_anew();
        }
        true
    }

    /// Returns one number for what the changed hexes within reach look like.
    fn look_around(&self, eye: TileId, vision: u8) -> u64 {
        let at = self.grid.hex(eye);
        let near =
            |(_, hex, _): &&(TileId, Hex, u64)| hex.unsigned_distance_to(at) <= u32::from(vision);
        let looks = self.changed.iter().filter(near);
        looks.fold(0, |all, &(.., look)| all ^ look)
    }

    /// Makes `out` the hexes seen from `eye` with this vision (hexes, at most [`MAX_VISION`]).
    ///
    /// # Panics
    /// Before a board was named.
    pub fn look(&mut self, layers: &Layers, eye: TileId, vision: u8, out: &mut TileSet) {
        let vision = vision.min(MAX_VISION);
        let most = KEPT.max(KEPT_PER_TILE * self.grid.len());
        if self.words.len() > most {
            self.make_room(most);
        }
        let key = (eye, vision, self.look_around(eye, vision));
        out.clear();
        if let Some(view) = self.views.get(&key) {
            let mut words = &self.words[view.at as usize..][..view.len as usize];
            while let Some((&head, rest)) = words.split_first() {
                let (first, len) = ((head >> 32) as usize, head as u32 as usize);
                let (stretch, after) = rest.split_at(len);
                out.put_words(first, stretch);
                words = after;
            }
            return;
        }
        let figures = self.figures.as_ref().expect("a board was named");
        (self.fov).compute(&self.grid, layers, eye, vision, figures, out);
        let at = self.words.len();
        let mut span = out.span();
        // On wide boards most words between the first and the last are empty.
        while let Some(first) = span.find(|&word| out.word(word) != 0) {
            let after = span.find(|&word| out.word(word) == 0).unwrap_or(span.end);
            self.words
                .push((first as u64) << 32 | (after - first) as u64);
            self.words.extend((first..after).map(|word| out.word(word)));
        }
        let len = (self.words.len() - at) as u32;
        self.views.insert(key, View { at: at as u32, len });
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::battle::board::TileState;
    use crate::battle::grid::Layout;
    use crate::battle::view::tests::{board, figures};

    #[test]
    fn kept_views_are_those_computed_afresh_while_the_board_changes() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut memo = ViewMemo::default();
        let mut fov = FieldOfView::default();
        let (grid, mut layers) = board(&mut rng, Layout::PointyOddRows, 20, true);
        memo.fit(grid, &layers, &figures());
        let first = layers.clone();
        // Few hexes, radii and looks, so that most looks are repeated ones.
        for round in 0..3_000 {
            if rng.random_range(0..10) == 0 {
                let tile = TileId(rng.random_range(0..grid.len() as u32 / 4) * 4);
                let state = match rng.random_range(0..3) {
                    0 => layers.state(TileId(rng.random_range(0..grid.len() as u32))),
                    _ => first.state(tile),
                };
                let smoke = rng.random_range(0..2);
                layers.set_state(tile, TileState { smoke, ..state });
                if rng.random_range(0..4) == 0 {
                    memo.fit(grid, &layers, &figures());
                } else {
                    memo.renew(&layers, tile);
                }
            }
            match rng.random_range(0..200) {
                0 => memo.make_room(0),
                1..4 => memo.make_room(KEPT),
                _ => {}
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
