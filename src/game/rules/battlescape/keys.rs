//! Keys of squads.
//!
//! **Invariant:** orders leave as those of the pointer do.

use bevy::ecs::world::World;
use bevy::prelude::*;

use super::hud::Insight;
use super::input::{
    Plans, Selection, click_on, cycle, fire, forget_point, give, go_by, next_gait, next_reserve,
    next_target, plan_walk, take_back, take_up, toggle_sight_line, turn_to, use_slot, walk_plans,
};
use super::look;
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::game::Menu;
use crate::game::kit::cursor::at_cursor;
use crate::game::kit::guide;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::piece::Ask;
use crate::game::kit::select;
use crate::game::kit::theme::icon::Icon;
use crate::game::shell::menus::{Question, ask, open_menu};
use crate::game::shell::session::{Request, Session};
use crate::game::table::camera::Rig;
use crate::game::table::input::{Hover, is_players};
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::order::Order;
use crate::rules::battlescape::panel::choice::{self, Act};
use crate::rules::battlescape::panel::tool::Tool;
use crate::rules::battlescape::side_view::SideView;
use crate::rules::battlescape::{Battlescape, attack};

/// Does what a key is for in a battle of squads alone.
pub fn perform(world: &mut World, action: KeyAction) {
    match action {
        KeyAction::SKIP => return guide::next_step::<Battlescape>(world),
        KeyAction::SCAN => return toggle(world, |insight| &mut insight.scan),
        KeyAction::DANGER => return toggle(world, |insight| &mut insight.danger),
        KeyAction::INSPECT => return toggle(world, |insight| &mut insight.inspect),
        KeyAction::SIGHT_LINE => return toggle_sight_line(world),
        _ => {}
    }
    if !is_players(world) {
        return;
    }
    match action {
        KeyAction::NEXT_UNIT => return cycle(world, 1),
        KeyAction::PREVIOUS_UNIT => return cycle(world, -1),
        KeyAction::NEXT_TARGET => return next_target(world, 1),
        KeyAction::PREVIOUS_TARGET => return next_target(world, -1),
        KeyAction::UNDO if take_back(world) => return,
        KeyAction::UNDO => {
            world.resource_mut::<Session>().request = Some(Request::Undo);
            return;
        }
        KeyAction::GAIT => return next_gait(world),
        KeyAction::RESERVE => return next_reserve(world),
        KeyAction::END_TURN => return end_turn(world),
        KeyAction::ACT => return act_on_cursor(world),
        KeyAction::EVERYTHING => return open_menu(world, Menu::Everything),
        KeyAction::AT_HEX => return take_up(world, Tool::Ground),
        KeyAction::PLAN => return plan_walk(world),
        KeyAction::WALK_PLANS => return walk_plans(world),
        KeyAction::WAY_POINT => {
            if let Some(tile) = world.resource::<Hover>().tile {
                go_by(world, tile);
            }
            return;
        }
        _ => {}
    }
    if let Some(id) = world.resource::<Selection>().unit {
        perform_for(world, id, action);
    }
}

/// Does what only a chosen unit can.
fn perform_for(world: &mut World, id: UnitId, action: KeyAction) {
    let view = look(world);
    if action == KeyAction::CENTER {
        let tile = view.unit(id).tile;
        return world.resource_mut::<Rig>().look_at(tile);
    }
    if action == KeyAction::TURN_TO {
        if let Some(tile) = world.resource::<Hover>().tile {
            turn_to(world, tile);
        }
        return;
    }
    if let Some(number) = MODES.iter().position(|&one| one == action) {
        let mode = attack::modes(view.weapon(id)).nth(number);
        let mut selection = world.resource_mut::<Selection>();
        selection.mode = mode.or(selection.mode);
        return;
    }
    if let Some(slot) = SLOTS.iter().position(|&one| one == action) {
        return use_slot(world, slot as u8);
    }
    if let Some(number) = ABILITIES.iter().position(|&one| one == action) {
        if let Some(&ability) = view.kind(id).abilities.get(number) {
            take_up(world, Tool::Cast(ability));
        }
        return;
    }
    if let Some(&(act, ..)) = ACTS.iter().find(|(_, other, _)| *other == action) {
        let choices = choice::choices(view, id, towards(world, view));
        if let Some(choice) = choices.into_iter().find(|choice| choice.act == act) {
            give(world, choice.order);
        }
        return;
    }
    if action == KeyAction::PICK_UP {
        return give(world, Order::PickUp(id, 0));
    }
    let in_hand = match world.resource::<Selection>().tool {
        Tool::Throw(slot) | Tool::Toss(slot) | Tool::Lay(slot) | Tool::Use(slot) => slot,
        Tool::Weapon | Tool::Ground | Tool::Cast(_) => {
            if matches!(action, KeyAction::PRIME | KeyAction::TOSS | KeyAction::DROP) {
                let text = "select a carried item first (Shift+number)";
                world.resource_mut::<Session>().notice = Some((text.into(), true));
            }
            return;
        }
    };
    match action {
        KeyAction::PRIME => give(world, Order::Prime(id, in_hand)),
        KeyAction::DROP => give(world, Order::Drop(id, in_hand)),
        KeyAction::TOSS => take_up(world, Tool::Toss(in_hand)),
        _ => {}
    }
}

/// Actions that choose a mode of fire, in their order.
pub const MODES: [KeyAction; 5] = [
    KeyAction::MODE_1,
    KeyAction::MODE_2,
    KeyAction::MODE_3,
    KeyAction::MODE_4,
    KeyAction::MODE_5,
];

/// Actions that use what is carried, by slot.
pub const SLOTS: [KeyAction; 6] = [
    KeyAction::SLOT_1,
    KeyAction::SLOT_2,
    KeyAction::SLOT_3,
    KeyAction::SLOT_4,
    KeyAction::SLOT_5,
    KeyAction::SLOT_6,
];

/// Actions that use abilities, in their order.
pub const ABILITIES: [KeyAction; 4] = [
    KeyAction::ABILITY_1,
    KeyAction::ABILITY_2,
    KeyAction::ABILITY_3,
    KeyAction::ABILITY_4,
];

/// Buttons of the action bar: the actions of their keys, and their icons.
const ACTS: [(Act, KeyAction, Icon); 12] = [
    (Act::TakeCover, KeyAction::TAKE_COVER, Icon::TakeCover),
    (Act::Prone, KeyAction::PRONE, Icon::Prone),
    (Act::Stand, KeyAction::STAND, Icon::Stand),
    (Act::Disengage, KeyAction::DISENGAGE, Icon::Disengage),
    (Act::Reload, KeyAction::RELOAD, Icon::Reload),
    (Act::Watch, KeyAction::WATCH, Icon::Watch),
    (Act::PinDown, KeyAction::PIN_DOWN, Icon::PinDown),
    (Act::Door, KeyAction::DOOR, Icon::Door),
    (Act::Interact, KeyAction::INTERACT, Icon::Interact),
    (Act::Leave, KeyAction::LEAVE, Icon::Leave),
    (Act::EndUnit, KeyAction::END_UNIT, Icon::EndUnit),
    (Act::EndTurn, KeyAction::END_TURN, Icon::EndTurn),
];

/// Returns the action whose key gives the order of a button, and the button's icon.
pub fn button_of(act: Act) -> (KeyAction, Icon) {
    let found = ACTS.iter().find(|(other, ..)| *other == act);
    let (_, action, icon) = found.expect("every button has a key");
    (*action, *icon)
}

/// The hex that cover is wanted against: the target's, or the one pointed at.
pub fn towards(world: &World, view: SideView) -> Option<TileId> {
    // Events may have taken the target out of sight in this very frame.
    let target = match world.resource::<Selection>().target {
        Some(Mark::Unit(target)) => view.is_visible(target).then(|| view.unit(target).tile),
        Some(Mark::Hex(tile)) => Some(tile),
        None => None,
    };
    target.or(world.resource::<Hover>().tile)
}

/// Fires at what is aimed at, unless the cursor went elsewhere; else does what a click there would.
fn act_on_cursor(world: &mut World) {
    let view = look(world);
    let hover = world.resource::<Hover>();
    let (cursor, by_keys) = (hover.tile, hover.by_keys);
    let aimed = match world.resource::<Selection>().target {
        Some(Mark::Unit(target)) if view.is_visible(target) => Some(view.unit(target).tile),
        Some(Mark::Hex(tile)) => Some(tile),
        Some(Mark::Unit(_)) | None => None,
    };
    match (aimed, cursor) {
        (Some(aimed), Some(cursor)) if by_keys && aimed != cursor => click_on(world, cursor),
        (Some(_), _) => fire(world),
        (None, _) => at_cursor(world, click_on),
    }
}

/// Ends the turn, after asking if walks are planned, or units could still act.
pub fn end_turn(world: &mut World) {
    let view = look(world);
    let planned = world.resource::<Plans>().walks().len();
    if planned > 0 {
        let question = Question {
            text: match planned {
                1 => "1 walk is planned. Carry it out before the turn ends?".into(),
                planned => {
                    format!("{planned} walks are planned. Carry them out before the turn ends?")
                }
            },
            yes: "Carry out planned walks",
            is_yes_usual: true,
            no: "End the turn",
            on_yes: Ask::act(walk_plans),
            on_no: Ask::act(|world| give(world, Order::EndTurn)),
        };
        return ask(world, question);
    }
    let idle = choice::idle(view);
    select::end_turn::<Battlescape>(world, &idle, "unit", Order::EndTurn);
}

fn toggle(world: &mut World, of: impl Fn(&mut Insight) -> &mut bool) {
    let mut insight = world.resource_mut::<Insight>();
    let one = of(&mut insight);
    *one = !*one;
}

/// Lowers the weapon, takes a way point back, or closes a panel; whether there was anything.
pub fn back(world: &mut World) -> bool {
    let mut selection = world.resource_mut::<Selection>();
    if selection.target.is_some() || selection.tool != Tool::Weapon {
        (selection.tool, selection.target) = (Tool::Weapon, None);
        return true;
    }
    if forget_point(world) || take_back(world) {
        return true;
    }
    world.resource_mut::<Insight>().close()
}
