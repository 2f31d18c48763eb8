//! The characters under the player's control: the whole party or, on another side, the character whose turn it is.
//!
//! **Invariant:** only characters listed here can be selected.

use bevy::prelude::*;

use crate::battle::unit::{UnitId, side_of};
use crate::game::kit::standard::chosen;
use crate::game::rules::playable::own_side;
use crate::rules::party::order::Order;
use crate::rules::party::progress::{PARTY, Progress, party};

/// Whether the player controls the party.
pub(super) fn leads_party(world: &World) -> bool {
    own_side(world) == PARTY
}

/// Lists the characters that can be selected.
pub(super) fn led(world: &World) -> Vec<UnitId> {
    match leads_party(world) {
        true => party(world).collect(),
        false => {
            let acting = world.resource::<Progress>().acting;
            let own = acting.filter(|&id| side_of(world, id) == own_side(world));
            own.into_iter().collect()
        }
    }
}

/// Returns the order that ends the party's turn or, on another side, that of the acting character.
pub(super) fn ending(world: &World) -> Order {
    match chosen(world).filter(|_| !leads_party(world)) {
        Some(id) => Order::Rest(id),
        None => Order::EndTurn,
    }
}
