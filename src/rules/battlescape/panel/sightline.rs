//! The line of sight between any two hexes, and what is in its way.
//!
//! **Invariant:** judged by the ground as the side remembers it; the hex that is named is the one
//! the rules say blocks.

use crate::battle::grid::TileId;
use crate::battle::sight::{self, Sightline};
use crate::content::terrain::Cover;
use crate::rules::battlescape::side_view::SideView;

/// What the sight tool says of two hexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SightAnswer {
    /// Hexes between them.
    pub distance: u32,
    /// The line.
    pub line: Sightline,
    /// Cover that a shot along it crosses at its end.
    pub cover: Cover,
    /// What blocks, in words.
    pub blocker: Option<String>,
    /// Whether ground on the way was never seen, so that the answer is a guess.
    pub is_guess: bool,
}

/// Looks from one hex to another.
pub fn sight_between(view: SideView, from: TileId, to: TileId) -> SightAnswer {
    let line = view.line(from, to);
    let layers = view.layers();
    let blocker = (!line.open).then(|| view.obstruction(from, to, &line).to_string());
    let way = way(view, from, to);
    SightAnswer {
        distance: view.grid().distance(from, to),
        line,
        cover: sight::cover_of_shot(layers, to, &line).cover,
        blocker,
        is_guess: way.iter().any(|&tile| !layers.is_known(tile)),
    }
}

/// Lists the hexes a straight line between two hexes crosses, both ends included.
pub fn way(view: SideView, from: TileId, to: TileId) -> Vec<TileId> {
    let grid = view.grid();
    let line = grid.hex(from).line_to(grid.hex(to));
    line.filter_map(|hex| grid.tile(hex)).collect()
}
