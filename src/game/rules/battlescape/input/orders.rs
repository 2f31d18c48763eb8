//! The orders that clicks and keys amount to.
//!
//! **Invariant:** orders leave as [`OrderGiven`] and nothing else.

use bevy::prelude::*;

use super::Ahead;
use super::plans::plan_walk;
use super::reach::{forget_point, gait, go_by, reserved_tu};
use super::select::{choose, take_up};
use crate::battle::grid::TileId;
use crate::battle::knowledge::Sight;
use crate::battle::unit::UnitId;
use crate::game::kit::overclick;
use crate::game::rules::battlescape::input::Selection;
use crate::game::rules::battlescape::look;
use crate::game::shell::session::Session;
use crate::game::shell::settings::Settings;
use crate::game::table::input::{Hover, give_order, is_players};
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::order::{Order, Refusal};
use crate::rules::battlescape::panel::tool::{self, Begin, Tool};

/// Gives an order of the player's squad.
pub fn give(world: &mut World, order: Order) {
    give_order::<Battlescape>(world, order);
}

/// Left click: choose a unit, aim at an enemy, fire at the one aimed at, walk.
pub fn click_on(world: &mut World, tile: TileId) {
    if !is_players(world) {
        return;
    }
    let view = look(world);
    let tool = world.resource::<Selection>().tool;
    if tool != Tool::Weapon {
        if let Some(mark) = tool::mark_at(view, tool, tile) {
            aim(world, mark);
        }
        return;
    }
    match view.unit_at(tile) {
        Some(unit) if view.unit_side(unit) == view.side() => choose(world, unit),
        Some(unit) => aim(world, Mark::Unit(unit)),
        None => click_on_ground(world, tile),
    }
}

/// Aims at something, or fires at it if it is aimed at or nobody wants to be asked.
fn aim(world: &mut World, mark: Mark) {
    let before = world.resource_mut::<Selection>().target.replace(mark);
    if before == Some(mark) || !world.resource::<Settings>().confirm {
        fire(world);
    }
}

/// Places a unit on a hex where nobody stands, lowers the weapon, or walks there.
fn click_on_ground(world: &mut World, tile: TileId) {
    let (view, selection) = (look(world), world.resource::<Selection>());
    if let (Some(id), true) = (selection.unit, view.deployment().contains(&tile)) {
        return give(world, Order::Deploy(id, tile));
    }
    if selection.target.is_some() {
        world.resource_mut::<Selection>().target = None;
        return;
    }
    if !overclick::stops(world, tile) {
        walk_to(world, tile);
    }
}

/// Walks to the hex pointed at, if the unit can; twice if that leaves less TU than are kept back.
fn walk_to(world: &mut World, tile: TileId) {
    let (view, selection) = (look(world), world.resource::<Selection>());
    let ahead = Ahead::of(world);
    let directions = ahead.directions.clone();
    let Some(id) = selection.unit else { return };
    if directions.is_empty() {
        return say_why_not(world, id, tile);
    }
    let left = (ahead.outlook.as_ref()).map_or(u16::MAX, |there| there.tu_left);
    let kept = reserved_tu(world, view, id);
    if left < kept && selection.insists_on != Some(tile) {
        let text = format!(
            "This leaves {left} TU, but {kept} are reserved for a shot. Click again to move anyway."
        );
        world.resource_mut::<Selection>().insists_on = Some(tile);
        world.resource_mut::<Session>().notice = Some((text, true));
        return;
    }
    let gait = gait(world, view, id);
    let mut selection = world.resource_mut::<Selection>();
    selection.insists_on = None;
    selection.way.clear();
    give(world, Order::Move(id, gait, directions));
}

/// Says why a unit does not go to a hex.
fn say_why_not(world: &mut World, id: UnitId, tile: TileId) {
    let view = look(world);
    let name = view.name(id);
    let text = match () {
        () if !view.deployment().is_empty() => format!("{name} must be placed on a marked hex"),
        () if view.unit(id).tile == tile => return,
        () if view.sight(tile) == Sight::Hidden => Refusal::UnknownHex(tile).to_string(),
        () => format!("{name} cannot get there this turn"),
    };
    world.resource_mut::<Session>().notice = Some((text, true));
}

/// Turns the chosen unit to a hex.
pub fn turn_to(world: &mut World, tile: TileId) {
    if !is_players(world) {
        return;
    }
    let view = look(world);
    if let Some(id) = world.resource::<Selection>().unit {
        let from = view.unit(id).tile;
        if from != tile {
            let facing = view.grid().direction_towards(from, tile);
            give(world, Order::Turn(id, facing));
        }
    }
}

/// Uses what is in a slot of the chosen unit's pack.
pub fn use_slot(world: &mut World, slot: u8) {
    let view = look(world);
    let Some(unit) = world.resource::<Selection>().unit else {
        return;
    };
    match tool::begin(view, unit, slot) {
        Some(Begin::Aim(tool)) => take_up(world, tool),
        Some(Begin::Give(order)) => give(world, order),
        None => {}
    }
}

/// Fires at what is aimed at, or uses the tool on it.
pub fn fire(world: &mut World) {
    let Some(order) = chosen_order(world) else {
        return;
    };
    let mut selection = world.resource_mut::<Selection>();
    if selection.tool != Tool::Weapon {
        (selection.tool, selection.target) = (Tool::Weapon, None);
    }
    give(world, order);
}

/// Returns the order the selection amounts to, if it is complete.
fn chosen_order(world: &World) -> Option<Order> {
    let view = look(world);
    let selection = world.resource::<Selection>();
    let (unit, mark) = (selection.unit?, selection.target?);
    selection.tool.order(view, unit, selection.mode, mark)
}

/// Does what the buttons of the pointer are for.
pub(super) fn click(world: &mut World) {
    let buttons = world.resource::<ButtonInput<MouseButton>>();
    let (left, right) = (
        buttons.just_pressed(MouseButton::Left),
        buttons.just_pressed(MouseButton::Right),
    );
    let Some(tile) = world.resource::<Hover>().tile else {
        return;
    };
    let keys = world.resource::<ButtonInput<KeyCode>>();
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let control = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    match (left, right) {
        (true, _) if control => plan_walk(world),
        (true, _) if shift => go_by(world, tile),
        (true, _) => click_on(world, tile),
        (false, true) if !forget_point(world) => turn_to(world, tile),
        _ => {}
    }
}
