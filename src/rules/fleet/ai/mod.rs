//! The computer player.
use bevy::prelude::World;

use crate::{
    battle::unit::Side,
    rules::fleet::{legal, order::Order},
};

/// Chooses a plan for a side.
pub(super) fn decide(world: &mut World, side: Side) -> Order {
    legal::orders(world, side).swap_remove(0)
}
