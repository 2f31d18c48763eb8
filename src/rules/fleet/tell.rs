//! Plans in words, for the log of those who may read them and for the debug panel.
//!
//! **Invariant:** says what was ordered; decides nothing. Whoever tells a sealed plan answers for who
//! reads it.

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        grid::TileId,
        unit::{Title, UnitId, part},
    },
    rules::fleet::order::{CarrierAction, Maneuver, Order, Route, ShipOrder, SidePlan, Slot},
};

/// Returns an order as words: `Vega: attack to (3, 2); Home: rearm`.
pub fn order(world: &World, order: &Order) -> String {
    match order {
        Order::Commit(plan) => {
            let told = lines(world, plan);
            match told.is_empty() {
                true => "no orders".into(),
                false => told.join("; "),
            }
        }
        Order::PlayOn => "play on".into(),
        Order::Renew(_) => "changed rules and texts".into(),
    }
}

/// Lists what a plan orders, one unit a line.
pub fn lines(world: &World, plan: &SidePlan) -> Vec<String> {
    let name = |id: UnitId| match world.resource::<crate::battle::unit::Roster>().contains(id) {
        true => part::<Title>(world, id).0.clone(),
        false => format!("unit {}", id.0),
    };
    let mut lines = Vec::new();
    for one in &plan.deployments {
        lines.push(format!(
            "{}: begin at {}",
            name(one.unit),
            place(world, one.tile)
        ));
    }
    for launch in &plan.launches {
        let to = launch
            .tile
            .map(|tile| format!(" to {}", place(world, tile)));
        let when = match launch.sub_phase {
            0 => String::new(),
            later => format!(" in sub-phase {}", later + 1),
        };
        lines.push(format!(
            "{}: launch{}{when}",
            name(launch.ship),
            to.unwrap_or_default()
        ));
    }
    if let Some(action) = &plan.carrier {
        let act = match action {
            CarrierAction::Move(path) => format!("move{}", end(world, path)),
            CarrierAction::Repair(None) => "repair itself".into(),
            CarrierAction::Repair(Some(ship)) => format!("repair {}", name(*ship)),
            CarrierAction::Rearm => "rearm".into(),
            CarrierAction::Queue(slots) => queue(slots),
        };
        lines.push(format!("carrier: {act}"));
    }
    for (ship, order) in &plan.ships {
        lines.push(format!("{}: {}", name(*ship), act(world, order, &name)));
    }
    lines
}

/// Returns what one ship is ordered as words: `Vega: attack to (3, 2)`.
pub fn ship_order(world: &World, ship: UnitId, order: &ShipOrder) -> String {
    let name = |id: UnitId| part::<Title>(world, id).0.clone();
    format!("{}: {}", name(ship), act(world, order, &name))
}

fn act(world: &World, order: &ShipOrder, name: &impl Fn(UnitId) -> String) -> String {
    let mut act = match order.queue.is_empty() {
        true => order.action.to_string(),
        false => queue(&order.queue),
    };
    match &order.route {
        Route::Stay => {}
        Route::Path(path) => act.push_str(&end(world, path)),
        Route::To(tile) => act.push_str(&format!(" to {}", place(world, *tile))),
    }
    if let Some(target) = order.target {
        act.push_str(&format!(" at {}", name(target)));
    }
    match order.fire {
        Some(true) => act.push_str(", fire on"),
        Some(false) => act.push_str(", fire off"),
        None => {}
    }
    act
}

/// Returns the slots of a queue as words.
pub fn queue(slots: &[Slot]) -> String {
    let told = slots.iter().map(|slot| {
        let maneuver = match slot.maneuver {
            Maneuver::Forward => "forward",
            Maneuver::TurnLeft => "left",
            Maneuver::TurnRight => "right",
            Maneuver::Hold => "hold",
            Maneuver::Land => "land",
        };
        match slot.fire {
            true => format!("{maneuver} and fire"),
            false => maneuver.into(),
        }
    });
    told.collect::<Vec<_>>().join(", ")
}

fn end(world: &World, path: &[TileId]) -> String {
    let end = path.last();
    end.map_or_else(String::new, |&tile| format!(" to {}", place(world, tile)))
}

fn place(world: &World, tile: TileId) -> String {
    let (column, row) = world.resource::<Board>().grid.to_offset(tile);
    format!("({column}, {row})")
}
