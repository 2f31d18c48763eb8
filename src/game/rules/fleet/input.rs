//! Keys in a battle of fleets.
//!
//! **Invariant:** they change the draft by [`edits`](super::edits) and [`planning`] alone.

use bevy::prelude::*;

use super::draft::{Draft, docked_units, is_carrier, is_docked, known};
use super::edits;
use super::tutorial::TUTORIAL;
use crate::game::kit::cursor::next_enemy;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::overlays::{Overlays, Switch};
use crate::game::kit::planning;
use crate::rules::fleet::Fleet;
use crate::rules::fleet::order::{Action, CarrierAction, Maneuver};

/// Actions that choose a berth or a maneuver, in their order.
pub(super) const CHOICES: [KeyAction; 6] = [
    KeyAction::CHOICE_1,
    KeyAction::CHOICE_2,
    KeyAction::CHOICE_3,
    KeyAction::CHOICE_4,
    KeyAction::CHOICE_5,
    KeyAction::CHOICE_6,
];

/// What can be laid over the board.
pub(super) const SWITCHES: [Switch; 4] = [
    (KeyAction::LINKS, "links", "Fire control links of this plan"),
    (
        KeyAction::ARCS,
        "arcs",
        "Firing arc of the selected ship at its planned hex",
    ),
    (
        KeyAction::RINGS,
        "detection",
        "Detection range of your units at their planned hexes",
    ),
    (
        KeyAction::INSPECT,
        "inspect",
        "Details of the hex under the pointer",
    ),
];

/// Does what a key is for in a battle of fleets alone.
pub(super) fn perform(world: &mut World, action: KeyAction) {
    if SWITCHES.iter().any(|(one, ..)| *one == action) {
        return world.resource_mut::<Overlays>().toggle(action);
    }
    match action {
        KeyAction::NEXT_ENEMY => return next_enemy(world),
        KeyAction::SKIP if TUTORIAL.is_shown(world) => return TUTORIAL.skip(world),
        _ => {}
    }
    // Nothing else is for anything while nothing can be planned.
    if planning::perform::<Fleet>(world, action) {
        return;
    }
    match action {
        KeyAction::SHIP_ATTACK => edits::set_action(world, Action::Attack),
        KeyAction::SHIP_DEFEND => edits::set_action(world, Action::Defend),
        KeyAction::SHIP_LAND => edits::set_action(world, Action::Land),
        KeyAction::SHIP_FIRE => edits::toggle_fire(world),
        KeyAction::SHIP_CLEAR => edits::clear(world),
        KeyAction::CARRIER => edits::choose_carrier(world),
        KeyAction::DEPLOY => edits::take_up_deployment(world),
        KeyAction::REPAIR => repair(world),
        KeyAction::REARM => edits::set_helm(world, CarrierAction::Rearm),
        KeyAction::FILL_IN => planning::fill_in::<Fleet>(world),
        _ => {
            if let Some(number) = CHOICES.iter().position(|&one| one == action) {
                choose(world, number);
            }
        }
    }
}

/// Has the carrier repair the docked ship that is chosen, or itself.
fn repair(world: &mut World) {
    let chosen = world.resource::<Draft>().chosen;
    let ship = chosen.filter(|&unit| is_docked(world, unit));
    edits::set_helm(world, CarrierAction::Repair(ship));
}

/// Launches the ship in a berth, or adds a maneuver where a ship with a queue is chosen.
fn choose(world: &mut World, number: usize) {
    let chosen = world.resource::<Draft>().chosen;
    let is_ship = chosen.is_none_or(|unit| !is_carrier(world, unit));
    if is_ship && known(world).has_queue() {
        if let Some(&maneuver) = Maneuver::ALL.get(number) {
            edits::add_slot(world, maneuver);
        }
    } else if let Some(&ship) = docked_units(world).get(number) {
        edits::launch(world, ship);
    }
}
