//! Signs on the board: chests, traps, and what lies on the ground.
//!
//! **Invariant:** shows what the player's side knows.

use bevy::prelude::*;

use crate::game::kit::overlay::{Shape, Stroke};
use crate::game::rules::playable::own_side;
use crate::game::table::art::Sign;
use crate::game::table::board_view::BoardView;
use crate::rules::party::objects::{Sort, known};

/// Returns the signs of what is known to be there.
pub(super) fn strokes(world: &World) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let signs = known(world, own_side(world)).filter_map(|object| {
        let (sign, off, size) = match object.sort {
            Sort::Chest => (Sign::Container, Vec2::ZERO, 60.0),
            Sort::Trap => (Sign::Mine, Vec2::ZERO, 60.0),
            Sort::Pile => (Sign::Things, Vec2::new(24.0, -28.0), 40.0),
            Sort::Door => return None,
        };
        let at = board.center(object.tile) + off;
        Some(Stroke::new(
            at,
            20.5,
            Color::WHITE,
            Shape::Sign { sign, size },
        ))
    });
    signs.collect()
}
