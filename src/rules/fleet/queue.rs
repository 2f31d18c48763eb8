//! The intent queue of turns with three sub-phases (§10).
//!
//! **Invariant:** a ship uses its first slots and holds in the sub-phases after them.

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::rules::fleet::content::Size;
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::order::{CarrierAction, Maneuver, ShipOrder, Slot, Stance};

/// Returns the slots a unit can use: three of a small ship, two of a medium one, one of a carrier.
pub fn usable(forces: &Forces, id: UnitId) -> u8 {
    let most = forces.options.sub_phases;
    let Some(ship) = forces.ship_type(id) else {
        return forces.content.figures.carrier.slots.min(most);
    };
    match ship.size {
        Size::Small => most,
        Size::Medium => most.saturating_sub(1),
    }
}

/// Returns the speed that orders moves with an intent queue.
pub fn speed(forces: &Forces, id: UnitId) -> u8 {
    let carrier = forces.carrier_kind(id).map(|kind| kind.queue_speed);
    let ship = forces.ship_type(id).map(|ship| ship.queue_speed);
    ship.or(carrier).unwrap_or_default()
}

/// Lists the slots that count of a ship's order, or of a carrier's action.
pub(super) fn slots<'o>(
    forces: &Forces,
    id: UnitId,
    order: Option<&'o ShipOrder>,
    helm: Option<&'o CarrierAction>,
) -> &'o [Slot] {
    let slots: &[Slot] = match (forces.is_carrier(id), helm) {
        (true, Some(CarrierAction::Queue(slots))) => slots,
        (true, _) => &[],
        (false, _) => order.map_or(&[], |order| &order.queue),
    };
    &slots[..slots.len().min(usize::from(usable(forces, id)))]
}

/// Returns action and fire flag of a ship in a sub-phase, from 0.
pub fn stance(order: &ShipOrder, usable: u8, sub_phase: u8) -> Stance {
    let slot = order.queue.get(usize::from(sub_phase));
    let slot = slot.filter(|_| sub_phase < usable);
    slot.copied().unwrap_or_default().stance()
}

/// Returns action and fire flag that count once all sub-phases are over: the action of the last slot
/// given, and whether any slot fired.
pub fn last_stance(order: &ShipOrder, usable: u8) -> Stance {
    let slots = &order.queue[..order.queue.len().min(usize::from(usable))];
    let last = slots.last().copied().unwrap_or_default().stance();
    Stance {
        action: last.action,
        fire: slots.iter().any(|slot| slot.fire),
    }
}

/// Makes a queue that takes a ship as near to a hex as its slots do, firing all the time.
pub fn towards(
    forces: &Forces,
    id: UnitId,
    goal: TileId,
    fire: bool,
    within: u32,
    can_enter: impl Fn(TileId) -> bool,
) -> Vec<Slot> {
    let vessel = &forces[id];
    let Some(mut at) = vessel.tile else {
        return Vec::new();
    };
    let mut facing = vessel.facing;
    let mut queue = Vec::new();
    for _ in 0..usable(forces, id) {
        let here = forces.distance(at, goal);
        let steps = Maneuver::ADVANCES.into_iter().filter_map(|maneuver| {
            let heading = maneuver.heading(facing)?;
            let to = forces.grid.neighbor(at, heading)?;
            can_enter(to).then(|| (forces.distance(to, goal), maneuver, to, heading))
        });
        let best = steps.min_by_key(|(distance, maneuver, ..)| (*distance, *maneuver));
        // A ship that faces away turns even if that brings it no nearer at first.
        let step = best.filter(|(distance, ..)| here > within && *distance <= here + 1);
        let maneuver = match step {
            Some((_, maneuver, to, heading)) => {
                (at, facing) = (to, heading);
                maneuver
            }
            None => Maneuver::Hold,
        };
        queue.push(Slot { maneuver, fire });
    }
    queue
}
