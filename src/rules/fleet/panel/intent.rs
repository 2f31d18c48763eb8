//! What ships that no side orders may mean to do next, as far as the mission tells (§12).
//!
//! **Invariant:** made of the weights of rules and traits; no draw and no order is looked at.

use crate::{
    battle::unit::UnitId,
    rules::fleet::{event::Intent, forces::Forces, intents},
};

/// Lists what a ship may mean to do next, each with its chance in percent, rounded; nothing of ships of a
/// side that plans.
pub fn prospects(forces: &Forces, ship: UnitId) -> Vec<(Intent, u32)> {
    let vessel = &forces[ship];
    if vessel.class.is_carrier() || !forces.side(vessel.side).intents {
        return Vec::new();
    }
    let choices = intents::choices(intents::weights(forces, ship));
    let all: u32 = choices.iter().map(|(_, weight)| weight).sum();
    if all == 0 {
        // Without any weight it holds.
        return vec![(Intent::Hold, 100)];
    }
    let told = choices.map(|(intent, weight)| (intent, (weight * 100 + all / 2) / all));
    let told = told.into_iter().filter(|(_, percent)| *percent > 0);
    told.collect()
}

/// Says what a ship may mean to do next; nothing of ships of a side that plans.
pub fn words(forces: &Forces, ship: UnitId) -> Option<String> {
    let told: Vec<_> = (prospects(forces, ship).into_iter())
        .map(|(intent, percent)| format!("{intent} {percent}%"))
        .collect();
    (!told.is_empty()).then(|| format!("may next: {}", told.join(", ")))
}
