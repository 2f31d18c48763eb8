//! Pointer and keys in a battle of fleets.
//!
//! **Invariant:** they change the draft by [`edits`](super::edits) alone.

use bevy::prelude::*;

use super::{
    draft::{Draft, Tool, docked_units, is_carrier, is_docked, is_planning, known},
    edits,
    tutorial::TUTORIAL,
};
use crate::{
    battle::grid::TileId,
    game::{
        kit::{
            keys::KeyAction,
            overlays::{Overlays, Switch},
        },
        rules::playable::place_of,
        table::{camera::Rig, input::Hover},
    },
    rules::fleet::order::{Action, CarrierAction, Maneuver},
};

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
    (
        KeyAction::LINKS,
        "links",
        "Who lends whom fire control by this plan",
    ),
    (
        KeyAction::ARCS,
        "arcs",
        "Where the chosen ship could fire from where it goes",
    ),
    (
        KeyAction::RINGS,
        "detection",
        "What own units detect from where they go",
    ),
    (
        KeyAction::INSPECT,
        "inspect",
        "All that is known of the hex pointed at, and who is there",
    ),
];

/// Does what the buttons of the pointer are for: a press chooses or orders, a ship that is dragged goes
/// where it is dropped.
pub(super) fn pointer(world: &mut World) {
    let buttons = world.resource::<ButtonInput<MouseButton>>();
    let (pressed, released, second) = (
        buttons.just_pressed(MouseButton::Left),
        buttons.just_released(MouseButton::Left),
        buttons.just_pressed(MouseButton::Right),
    );
    let tile = world.resource::<Hover>().tile;
    if released && let Some(unit) = world.resource_mut::<Draft>().dragged.take() {
        let start =
            (world.resource::<Draft>().placed(unit)).unwrap_or_else(|| place_of(world, unit));
        let is_elsewhere = |&tile: &TileId| tile != start && !is_docked(world, unit);
        if let Some(tile) = tile.filter(is_elsewhere) {
            edits::choose(world, unit);
            edits::click_on(world, tile);
        }
        return;
    }
    let Some(tile) = tile else { return };
    if pressed {
        let has_tool = world.resource::<Draft>().tool != Tool::Order;
        let is_own = !edits::own_at(world, tile).is_empty();
        edits::click_on(world, tile);
        let mut draft = world.resource_mut::<Draft>();
        draft.dragged = draft.chosen.filter(|_| is_own && !has_tool);
    } else if second {
        edits::second_click(world, tile);
    }
}

/// Does what a key is for in a battle of fleets alone.
pub(super) fn perform(world: &mut World, action: KeyAction) {
    if SWITCHES.iter().any(|(one, ..)| *one == action) {
        return world.resource_mut::<Overlays>().toggle(action);
    }
    match action {
        KeyAction::NEXT_ENEMY => return edits::next_enemy(world),
        KeyAction::SKIP if TUTORIAL.is_shown(world) => return TUTORIAL.skip(world),
        KeyAction::CENTER => {
            let chosen = world.resource::<Draft>().chosen;
            if let Some(unit) = chosen {
                let tile = place_of(world, unit);
                world.resource_mut::<Rig>().look_at(tile);
            }
            return;
        }
        _ => {}
    }
    if !is_planning(world) {
        return;
    }
    match action {
        KeyAction::NEXT_UNIT => edits::cycle(world, 1),
        KeyAction::PREVIOUS_UNIT => edits::cycle(world, -1),
        KeyAction::ACT => act(world),
        KeyAction::END_TURN => edits::confirm(world),
        KeyAction::UNDO => edits::take_back(world),
        KeyAction::SHIP_ATTACK => edits::set_action(world, Action::Attack),
        KeyAction::SHIP_DEFEND => edits::set_action(world, Action::Defend),
        KeyAction::SHIP_LAND => edits::set_action(world, Action::Land),
        KeyAction::SHIP_FIRE => edits::toggle_fire(world),
        KeyAction::SHIP_CLEAR => edits::clear(world),
        KeyAction::CARRIER => edits::choose_carrier(world),
        KeyAction::DEPLOY => edits::take_up_deployment(world),
        KeyAction::REPAIR => repair(world),
        KeyAction::REARM => edits::set_helm(world, CarrierAction::Rearm),
        KeyAction::FILL_IN => edits::fill_in(world),
        _ => {
            if let Some(number) = CHOICES.iter().position(|&one| one == action) {
                choose(world, number);
            }
        }
    }
}

/// Confirms a plan that is looked over, else does what a click on the cursor would, or looks the plan
/// over.
fn act(world: &mut World) {
    let is_reviewing = world.resource::<Draft>().is_reviewing;
    let hover = world.resource::<Hover>();
    match hover.tile.filter(|_| hover.by_keys && !is_reviewing) {
        Some(tile) => edits::click_on(world, tile),
        None => edits::confirm(world),
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

/// Goes one step back: leaves the review or a tool; whether there was one.
pub(super) fn back(world: &mut World) -> bool {
    let mut draft = world.resource_mut::<Draft>();
    if std::mem::take(&mut draft.is_reviewing) {
        return true;
    }
    if draft.tool != Tool::Order {
        draft.tool = Tool::Order;
        return true;
    }
    world.resource_mut::<Overlays>().clear()
}
