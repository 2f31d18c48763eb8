//! Lines of fire, by what a side knows.
//!
//! **Invariant:** nobody the side does not see stands in the way.

use crate::{
    battle::{
        board::Board,
        grid::TileId,
        knowledge::SideKnowledge,
        sight::{self, Sightline},
    },
    content::sight::SightFigures,
};

/// Traces the line of fire, by lines wholly in the side's sight only.
pub fn line_of_fire(
    board: &Board,
    known: &SideKnowledge,
    figures: &SightFigures,
    from: TileId,
    to: TileId,
) -> Sightline {
    // Of hexes in sight the memory is the truth; either end may be out of sight.
    sight::trace(&board.grid, &known.layers, from, to, figures, |tile| {
        lets_fire_pass(board, known, figures, tile)
    })
}

/// Whether the side sees a hex, and nobody stands there in the way.
pub(super) fn lets_fire_pass(
    board: &Board,
    known: &SideKnowledge,
    figures: &SightFigures,
    tile: TileId,
) -> bool {
    known.sees(tile) && !(figures.units_block && is_manned(board, known, tile))
}

/// Whether the side sees a unit stand on a hex.
fn is_manned(board: &Board, known: &SideKnowledge, tile: TileId) -> bool {
    (board.first_occupant(tile)).is_some_and(|unit| known.sees_unit(unit))
}

/// Traces a line to a hex by what the side remembers.
pub(super) fn line_to_hex(
    board: &Board,
    known: &SideKnowledge,
    figures: &SightFigures,
    from: TileId,
    to: TileId,
) -> Sightline {
    sight::trace(&board.grid, &known.layers, from, to, figures, |tile| {
        known.layers.is_known(tile) && !(figures.units_block && is_manned(board, known, tile))
    })
}
