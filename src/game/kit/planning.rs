//! Planning in secret: units are chosen, clicked and dragged, the plan is taken back, filled in, looked over
//! and confirmed.
//!
//! **Invariant:** all of it changes the draft alone; only [`confirm`] gives an order.

use std::mem;

use bevy::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::cursor::refuse;
use super::draft::{Draft, is_planning};
use super::keys::KeyAction;
use super::overlays::Overlays;
use super::select::after;
use crate::battle::grid::TileId;
use crate::battle::unit::{Roster, UnitId};
use crate::game::rules::playable::{Playable, checked, own_side, place_of, units_at};
use crate::game::shell::session::Session;
use crate::game::table::camera::Rig;
use crate::game::table::input::{Hover, give_order, start_at};

/// A rule set whose sides make a plan in secret, each for a whole turn.
pub trait Planned: Playable {
    /// What a side orders in a turn.
    type Orders: Clone + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What the next click on the board is for; as a rule the chosen unit is ordered.
    type Tool: Default + PartialEq + Send + Sync + 'static;

    /// Returns the order that commits a plan.
    fn commit(plan: Self::Orders) -> Self::Order;

    /// Returns the plan that an order commits, if it is such.
    fn committed(order: Self::Order) -> Option<Self::Orders>;

    /// Adds to a plan what another one orders units that it does not order yet.
    fn completed(given: Self::Orders, other: Self::Orders) -> Self::Orders;

    /// Lists the own units that can be ordered.
    fn units(world: &World) -> Vec<UnitId>;

    /// Whether one of them takes part in the turn by the plan.
    fn takes_part(world: &World, unit: UnitId) -> bool;

    /// Returns where a unit on the board begins the turn by the plan.
    fn start(world: &World, unit: UnitId) -> Option<TileId>;

    /// Does what a click on a hex is for.
    fn click(world: &mut World, tile: TileId);

    /// Does what a click with the second button is for, where no tool is in hand that it puts away.
    fn second_click(world: &mut World, tile: TileId);

    /// Returns why the plan cannot be confirmed.
    fn refusal(world: &World) -> Option<String>;
}

/// The draft of a rule set.
pub type DraftOf<R> = Draft<<R as Planned>::Orders, <R as Planned>::Tool>;

/// Writes the plan down as it is made so far; nothing if nothing is planned.
pub fn text<R: Planned>(world: &World) -> Option<String> {
    let draft = world.resource::<DraftOf<R>>();
    let text = R::owes(world, own_side(world)).then(|| draft.text());
    text.flatten()
}

/// Takes up a plan that was written down, if it is not refused.
///
/// # Errors
/// Why it does not fit the battle.
pub fn take_up<R: Planned>(world: &mut World, text: &str) -> Result<(), String> {
    DraftOf::<R>::take_up(world, text, refusal::<R>)
}

/// Returns why a plan of the side that looks would be refused, in words.
pub fn refusal<R: Planned>(world: &World, plan: &R::Orders) -> Option<String> {
    let order = R::commit(plan.clone());
    let checked = R::begin(world, own_side(world), &order, None);
    checked.err().map(|refusal| refusal.to_string())
}

/// Chooses a unit, to be ordered.
pub fn choose<R: Planned>(world: &mut World, unit: UnitId) {
    let mut draft = world.resource_mut::<DraftOf<R>>();
    (draft.chosen, draft.tool) = (Some(unit), R::Tool::default());
    draft.is_reviewing = false;
}

/// Lists own units on a hex, by id.
pub fn own_at(world: &World, tile: TileId) -> Vec<UnitId> {
    let (side, roster) = (own_side(world), world.resource::<Roster>());
    let mut units = units_at(world, tile);
    units.retain(|&unit| roster.side(unit) == side);
    units
}

/// Chooses the unit on a hex that comes so many places after the chosen one there; whether there is any.
pub fn choose_at<R: Planned>(world: &mut World, tile: TileId, step: isize) -> bool {
    let own = after(&own_at(world, tile), R::chosen(world), step);
    own.inspect(|&unit| choose::<R>(world, unit)).is_some()
}

/// Does what the buttons of the pointer are for: a press chooses or orders, a unit that is dragged goes
/// where it is dropped.
pub fn pointer<R: Planned>(world: &mut World) {
    let buttons = world.resource::<ButtonInput<MouseButton>>();
    let (pressed, released, second) = (
        buttons.just_pressed(MouseButton::Left),
        buttons.just_released(MouseButton::Left),
        buttons.just_pressed(MouseButton::Right),
    );
    let tile = world.resource::<Hover>().tile;
    if released && let Some(unit) = world.resource_mut::<DraftOf<R>>().dragged.take() {
        let start = R::start(world, unit);
        if let (Some(tile), Some(start)) = (tile, start)
            && tile != start
        {
            choose::<R>(world, unit);
            click::<R>(world, tile);
        }
        return;
    }
    let Some(tile) = tile else { return };
    if pressed {
        let has_tool = world.resource::<DraftOf<R>>().tool != R::Tool::default();
        let is_own = !own_at(world, tile).is_empty();
        click::<R>(world, tile);
        let mut draft = world.resource_mut::<DraftOf<R>>();
        draft.dragged = draft.chosen.filter(|_| is_own && !has_tool);
    } else if second && is_planning::<R>(world) {
        let tool = mem::take(&mut world.resource_mut::<DraftOf<R>>().tool);
        if tool == R::Tool::default() {
            R::second_click(world, tile);
        }
    }
}

fn click<R: Planned>(world: &mut World, tile: TileId) {
    if is_planning::<R>(world) {
        R::click(world, tile);
    }
}

/// Does what a key is for in all such battles; whether that is all, as it is while nothing can be planned.
pub fn perform<R: Planned>(world: &mut World, action: KeyAction) -> bool {
    if action == KeyAction::CENTER {
        if let Some(unit) = R::chosen(world) {
            let tile = place_of(world, unit);
            world.resource_mut::<Rig>().look_at(tile);
        }
        return true;
    }
    if !is_planning::<R>(world) {
        return true;
    }
    match action {
        KeyAction::NEXT_UNIT => cycle::<R>(world, 1),
        KeyAction::PREVIOUS_UNIT => cycle::<R>(world, -1),
        KeyAction::ACT => act::<R>(world),
        KeyAction::END_TURN => confirm::<R>(world),
        KeyAction::UNDO => take_back::<R>(world),
        _ => return false,
    }
    true
}

/// Chooses the next unit that takes part in the turn, or one before it.
fn cycle<R: Planned>(world: &mut World, step: isize) {
    let mut units = R::units(world);
    units.retain(|&unit| R::takes_part(world, unit));
    let Some(unit) = after(&units, R::chosen(world), step) else {
        return;
    };
    choose::<R>(world, unit);
    if R::start(world, unit).is_some() {
        start_at(world, unit);
    }
}

/// Confirms a plan that is looked over, else does what a click on the cursor would, or looks the plan
/// over.
fn act<R: Planned>(world: &mut World) {
    let is_reviewing = world.resource::<DraftOf<R>>().is_reviewing;
    let hover = world.resource::<Hover>();
    match hover.tile.filter(|_| hover.by_keys && !is_reviewing) {
        Some(tile) => R::click(world, tile),
        None => confirm::<R>(world),
    }
}

/// Looks the plan over, or confirms it if that was done.
fn confirm<R: Planned>(world: &mut World) {
    if let Some(refusal) = R::refusal(world) {
        return refuse(world, refusal);
    }
    let mut draft = world.resource_mut::<DraftOf<R>>();
    draft.is_reviewing = !draft.is_reviewing;
    if !draft.is_reviewing {
        let plan = draft.plan.clone();
        give_order::<R>(world, R::commit(plan));
    }
}

/// Undo the last change of the plan.
fn take_back<R: Planned>(world: &mut World) {
    if !world.resource_mut::<DraftOf<R>>().take_back() {
        refuse(world, "nothing to undo");
    }
}

/// Has the computer plan for units without orders; where all have some, or its orders do not go together with those,
/// for all. The player can change it.
pub fn fill_in<R: Planned>(world: &mut World) {
    let side = own_side(world);
    let Some(all) = R::committed(R::advise(world, side).order) else {
        return;
    };
    let given = world.resource::<DraftOf<R>>().plan.clone();
    let is_empty = given == R::Orders::default();
    let completed = R::completed(given.clone(), all.clone());
    let adds = completed != given;
    let fits = checked::<R>(world, side, &R::commit(completed.clone())).is_ok();
    let (plan, text) = match (is_empty, adds, fits) {
        (false, true, true) => (
            completed,
            "your orders stand; the computer filled in the rest",
        ),
        (false, true, false) => (
            all,
            "the computer replaced your orders: its own do not go together with them; Undo brings them back",
        ),
        (false, false, _) => (
            all,
            "the computer replaced all orders; Undo brings yours back",
        ),
        (true, ..) => (
            all,
            "plan filled in by the computer; change anything you like",
        ),
    };
    let mut draft = world.resource_mut::<DraftOf<R>>();
    draft.edit(|draft| *draft = plan);
    world.resource_mut::<Session>().notice = Some((text.into(), false));
}

/// Goes one step back: leaves the review or a tool, or takes overlays off; whether there was one.
pub fn back<R: Planned>(world: &mut World) -> bool {
    let mut draft = world.resource_mut::<DraftOf<R>>();
    if mem::take(&mut draft.is_reviewing) {
        return true;
    }
    if mem::take(&mut draft.tool) != R::Tool::default() {
        return true;
    }
    world.resource_mut::<Overlays>().clear()
}
