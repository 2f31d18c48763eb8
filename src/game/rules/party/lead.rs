//! Whom the player at the window leads: the party, or on another side the one character whose turn it is.
//!
//! **Invariant:** what is listed here may be chosen, and nobody else may.

use bevy::prelude::*;

use crate::battle::unit::{UnitId, side_of};
use crate::game::kit::standard::chosen;
use crate::game::rules::playable::own_side;
use crate::rules::party::order::Order;
use crate::rules::party::progress::{PARTY, Progress, party};

/// Whether the player leads the party.
pub(super) fn leads_party(world: &World) -> bool {
    own_side(world) == PARTY
}

/// Lists the characters that may be chosen.
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

/// Returns the order that ends what the player leads: the party's turn, or that of the character who acts.
pub(super) fn ending(world: &World) -> Order {
    match chosen(world).filter(|_| !leads_party(world)) {
        Some(id) => Order::Rest(id),
        None => Order::EndTurn,
    }
}
