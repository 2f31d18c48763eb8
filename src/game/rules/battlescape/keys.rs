//! Keys of squads.
//!
//! **Invariant:** orders leave as those of the pointer do.

use bevy::{ecs::world::World, prelude::*};

use super::{
    hud::{Insight, next_step},
    input::{
        Ahead, Selection, choose, click_on, cycle, fire, forget_point, give, go_by, next_gait,
        next_reserve, next_target, take_up, toggle_sight_line, turn_to, use_slot,
    },
};
use crate::{
    battle::{grid::TileId, step::HumanSides, unit::UnitId},
    game::{
        Menu,
        kit::keys::bindings::Deed,
        shell::{
            menus::{Own, Question, ask, open_menu},
            session::{Request, Session},
            settings::Settings,
        },
        table::{
            board_view::viewer,
            camera::look_at,
            input::{Hover, is_players},
        },
    },
    rules::battlescape::{
        attack,
        event::Mark,
        order::Order,
        panel::{
            choice::{self, Act},
            tool::Tool,
        },
        side_view::SideView,
    },
};

/// Does what a key is for in a battle of squads alone.
pub fn perform(world: &mut World, deed: Deed) {
    match deed {
        Deed::Skip => return next_step(world),
        Deed::Scan => return toggle(world, |insight| &mut insight.scan),
        Deed::Advice => return toggle(world, |insight| &mut insight.advice),
        Deed::Danger => return toggle(world, |insight| &mut insight.danger),
        Deed::Inspect => return toggle(world, |insight| &mut insight.inspect),
        Deed::SightLine => return toggle_sight_line(world),
        _ => {}
    }
    if !is_players(world) {
        return;
    }
    match deed {
        Deed::NextUnit => return cycle(world, 1),
        Deed::PreviousUnit => return cycle(world, -1),
        Deed::NextTarget => return next_target(world, 1),
        Deed::PreviousTarget => return next_target(world, -1),
        Deed::Undo => {
            world.resource_mut::<Session>().request = Some(Request::Undo);
            return;
        }
        Deed::Gait => return next_gait(world),
        Deed::Reserve => return next_reserve(world),
        Deed::EndTurn => return end_turn(world),
        Deed::Act => return act_on_cursor(world),
        Deed::Everything => return open_menu(world, Menu::Everything),
        Deed::AtHex => return take_up(world, Tool::Ground),
        Deed::WayPoint => {
            if let Some(tile) = world.resource::<Hover>().tile {
                go_by(world, tile);
            }
            return;
        }
        _ => {}
    }
    if let Some(id) = world.resource::<Selection>().unit {
        perform_for(world, id, deed);
    }
}

/// Does what only a chosen unit can.
fn perform_for(world: &mut World, id: UnitId, deed: Deed) {
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    if deed == Deed::Center {
        let tile = view.unit(id).tile;
        return look_at(world, tile);
    }
    if deed == Deed::TurnTo {
        if let Some(tile) = world.resource::<Hover>().tile {
            turn_to(world, tile);
        }
        return;
    }
    let modes = [
        Deed::Mode1,
        Deed::Mode2,
        Deed::Mode3,
        Deed::Mode4,
        Deed::Mode5,
    ];
    if let Some(number) = modes.iter().position(|&one| one == deed) {
        let mode = attack::modes(view.weapon(id)).nth(number);
        let mut selection = world.resource_mut::<Selection>();
        selection.mode = mode.or(selection.mode);
        return;
    }
    if let Some(slot) = SLOTS.iter().position(|&one| one == deed) {
        return use_slot(world, slot as u8);
    }
    if let Some(number) = ABILITIES.iter().position(|&one| one == deed) {
        if let Some(&ability) = view.kind(id).abilities.get(number) {
            take_up(world, Tool::Cast(ability));
        }
        return;
    }
    if let Some(act) = act_of(deed) {
        let choices = choice::choices(view, id, towards(world, view));
        if let Some(choice) = choices.into_iter().find(|choice| choice.act == act) {
            give(world, choice.order);
        }
        return;
    }
    if deed == Deed::PickUp {
        return give(world, Order::PickUp(id, 0));
    }
    let in_hand = match world.resource::<Selection>().tool {
        Tool::Throw(slot) | Tool::Toss(slot) | Tool::Lay(slot) | Tool::Use(slot) => slot,
        Tool::Weapon | Tool::Ground | Tool::Cast(_) => {
            if matches!(deed, Deed::Prime | Deed::Toss | Deed::Drop) {
                let text = "take a carried thing up first (Shift and its number)";
                world.resource_mut::<Session>().notice = Some((text.into(), true));
            }
            return;
        }
    };
    match deed {
        Deed::Prime => give(world, Order::Prime(id, in_hand)),
        Deed::Drop => give(world, Order::Drop(id, in_hand)),
        Deed::Toss => take_up(world, Tool::Toss(in_hand)),
        _ => {}
    }
}

/// Deeds that use what is carried, by slot.
pub const SLOTS: [Deed; 6] = [
    Deed::Slot1,
    Deed::Slot2,
    Deed::Slot3,
    Deed::Slot4,
    Deed::Slot5,
    Deed::Slot6,
];

/// Deeds that use abilities, in their order.
pub const ABILITIES: [Deed; 4] = [
    Deed::Ability1,
    Deed::Ability2,
    Deed::Ability3,
    Deed::Ability4,
];

/// Buttons of the action bar and the deeds of their keys.
const ACTS: [(Act, Deed); 12] = [
    (Act::TakeCover, Deed::TakeCover),
    (Act::Prone, Deed::Prone),
    (Act::Stand, Deed::Stand),
    (Act::Disengage, Deed::Disengage),
    (Act::Reload, Deed::Reload),
    (Act::Watch, Deed::Watch),
    (Act::PinDown, Deed::PinDown),
    (Act::Door, Deed::Door),
    (Act::Interact, Deed::Interact),
    (Act::Leave, Deed::Leave),
    (Act::EndUnit, Deed::EndUnit),
    (Act::EndTurn, Deed::EndTurn),
];

fn act_of(deed: Deed) -> Option<Act> {
    let found = ACTS.iter().find(|(_, other)| *other == deed);
    found.map(|(act, _)| *act)
}

/// Returns the deed whose key gives the order of a button.
pub fn deed_of(act: Act) -> Deed {
    let found = ACTS.iter().find(|(other, _)| *other == act);
    found
        .map(|(_, deed)| *deed)
        .expect("every button has a key")
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
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let cursor = world.resource::<Hover>().tile;
    let aimed = match world.resource::<Selection>().target {
        Some(Mark::Unit(target)) if view.is_visible(target) => Some(view.unit(target).tile),
        Some(Mark::Hex(tile)) => Some(tile),
        Some(Mark::Unit(_)) | None => None,
    };
    let by_keys = world.resource::<Hover>().by_keys;
    match (aimed, cursor) {
        (Some(aimed), Some(cursor)) if by_keys && aimed != cursor => click_on(world, cursor),
        (Some(_), _) => fire(world),
        (None, Some(cursor)) => click_on(world, cursor),
        (None, None) => {}
    }
}

/// Ends the turn, after asking if units could still act.
pub fn end_turn(world: &mut World) {
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let idle = choice::idle(view).len();
    if idle > 0 && !world.resource::<Settings>().end_at_once {
        let question = Own {
            text: match idle {
                1 => "One unit could still act. End the turn?".into(),
                idle => format!("{idle} units could still act. End the turn?"),
            },
            yes: "End the turn",
            no: "Show me",
            on_yes: |world| give(world, Order::EndTurn),
            on_no: show_idle,
        };
        ask(world, Question::Own(question));
    } else {
        give(world, Order::EndTurn);
    }
}

/// Chooses the first unit that could still act.
fn show_idle(world: &mut World) {
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let first = choice::idle(view).into_iter().next();
    if let Some(id) = first {
        let tile = view.unit(id).tile;
        choose(world, id);
        look_at(world, tile);
    }
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
    if forget_point(world) {
        return true;
    }
    let is_closed = world.resource_mut::<Insight>().close();
    if is_closed {
        world.resource_mut::<Ahead>().set_changed();
    }
    is_closed
}
