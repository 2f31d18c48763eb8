//! Plans in words, for the log of those who may read them and for the debug panel.
//!
//! **Invariant:** says what was ordered; decides nothing. Whoever tells a sealed plan answers for who
//! reads it.

use bevy::prelude::World;

use crate::{
    battle::{grid::TileId, unit::UnitId},
    rules::{
        fleet::order::{CarrierAction, Order, Route, ShipOrder, SidePlan, Slot},
        kit::sentence::{Named, say},
    },
};

/// Returns an order as words: `Vega: attack to (3, 2); Home: rearm`.
pub fn order(world: &World, order: &Order) -> String {
    match order {
        Order::Commit(plan) => match lines(world, plan) {
            told if told.is_empty() => "no orders".into(),
            told => told.join("; "),
        },
        Order::PlayOn => "play on".into(),
        Order::Renew(_) => "changed rules and texts".into(),
    }
}

/// Lists what a plan orders, one unit a line.
pub fn lines(world: &World, plan: &SidePlan) -> Vec<String> {
    let begun = plan.deployments.iter().map(|one| {
        let (unit, tile) = (&one.unit, &one.tile);
        say!(world, [unit, tile], "{unit}: begin at {tile}")
    });
    let launched = plan.launches.iter().map(|launch| {
        let ship = &launch.ship;
        let to = end(world, launch.tile.as_slice());
        let when = match launch.sub_phase {
            0 => String::new(),
            later => format!(" in sub-phase {}", later + 1),
        };
        say!(world, [ship], "{ship}: launch{to}{when}")
    });
    let carrier = plan.carrier.iter().map(|action| match action {
        CarrierAction::Move(path) => format!("carrier: move{}", end(world, path)),
        CarrierAction::Repair(None) => "carrier: repair itself".into(),
        CarrierAction::Repair(Some(ship)) => say!(world, [ship], "carrier: repair {ship}"),
        CarrierAction::Rearm => "carrier: rearm".into(),
        CarrierAction::Queue(slots) => format!("carrier: {}", queue(slots)),
    });
    let ships = plan.ships.iter();
    let ships = ships.map(|(&ship, order)| ship_order(world, ship, order));
    begun.chain(launched).chain(carrier).chain(ships).collect()
}

/// Returns what one ship is ordered as words: `Vega: attack to (3, 2)`.
pub fn ship_order(world: &World, ship: UnitId, order: &ShipOrder) -> String {
    let act = match order.queue.is_empty() {
        true => order.action.to_string(),
        false => queue(&order.queue),
    };
    let to = match &order.route {
        Route::Stay => String::new(),
        Route::Path(path) => end(world, path),
        Route::To(tile) => end(world, &[*tile]),
    };
    let target = order
        .target
        .map(|target| format!(" at {}", target.named(world)));
    let fire = match order.fire {
        Some(true) => ", fire on",
        Some(false) => ", fire off",
        None => "",
    };
    let (ship, target) = (&ship, target.unwrap_or_default());
    say!(world, [ship], "{ship}: {act}{to}{target}{fire}")
}

/// Returns the slots of a queue as words.
pub fn queue(slots: &[Slot]) -> String {
    let told = slots.iter().map(|slot| match slot.fire {
        true => format!("{} and fire", slot.maneuver),
        false => slot.maneuver.to_string(),
    });
    told.collect::<Vec<_>>().join(", ")
}

/// Says where a path ends; nothing of none.
fn end(world: &World, path: &[TileId]) -> String {
    let end = path.last();
    end.map_or_else(String::new, |tile| format!(" to {}", tile.named(world)))
}
