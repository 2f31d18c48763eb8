//! A few plans that can always be committed: for tests, and for computers whose own plan is refused.
//!
//! **Invariant:** made from what the side knows; each passes the check.

use bevy::prelude::World;

use crate::battle::rules::Rules;
use crate::battle::unit::Side;
use crate::rules::fleet::event::Intent;
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::order::{CarrierAction, Launch, Order, SidePlan};
use crate::rules::fleet::{Fleet, check, hangar, intents};

/// Lists plans of a side: do nothing, launch and rearm, and all ships with the same intent.
pub(super) fn orders(world: &World, side: Side) -> Vec<Order> {
    if !Fleet::owes(world, side) {
        return Vec::new();
    }
    let forces = Forces::known_to(world, side);
    let with = |intent| SidePlan {
        ships: (forces.wing(side))
            .map(|ship| (ship.id, intents::order(&forces, ship.id, intent)))
            .collect(),
        ..SidePlan::default()
    };
    let intents = [
        Intent::Retreat,
        Intent::Hold,
        Intent::Advance,
        Intent::Attack,
    ];
    let mut plans = vec![SidePlan::default(), sortie(&forces, side)];
    plans.extend(intents.map(with));
    let orders = plans.into_iter().map(Order::Commit);
    orders
        .filter(|order| check::begin(world, side, order).is_ok())
        .collect()
}

/// Launches the first docked ships, and rearms the others.
fn sortie(forces: &Forces, side: Side) -> SidePlan {
    if forces.carrier_of(side).is_none() {
        return SidePlan::default();
    }
    let bays = forces.content.figures.carrier.bays;
    let ships = hangar::docked(forces, side).take(bays);
    SidePlan {
        launches: ships.map(Launch::anywhere).collect(),
        carrier: Some(CarrierAction::Rearm),
        ..SidePlan::default()
    }
}
