//! Everything the chosen unit can do, with why it cannot be done now.

use bevy::prelude::*;

use super::input::{Selection, chosen, give, take_up};
use super::{keys, look};
use crate::battle::unit::UnitId;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::piece::Ask;
use crate::game::kit::title;
use crate::game::rules::playable;
use crate::rules::battlescape::attack::mode_name;
use crate::rules::battlescape::order::{Order, Refusal};
use crate::rules::battlescape::panel::choice::{self, Act, SlotChoice};
use crate::rules::battlescape::panel::tool::{Begin, Tool};
use crate::rules::battlescape::side_view::SideView;

/// Lists everything the chosen unit can do, below a heading.
pub(super) fn list(world: &World) -> Option<(String, Vec<playable::MenuLine>)> {
    let (unit, view) = (chosen(world)?, look(world));
    let mut list = Vec::new();
    for choice in choice::choices(view, unit, keys::towards(world, view)) {
        let cost = choice.tu.map_or(String::new(), |tu| format!(" ({tu} TU)"));
        let click = match choice.act {
            Act::EndTurn => Ask::Key(KeyAction::END_TURN),
            _ => order(choice.order),
        };
        let name = format!("{}{cost}", choice.name);
        list.push(line(name, choice.refusal, click));
    }
    list.extend(weapon(view, unit));
    list.extend(choice::slots(view, unit).into_iter().flat_map(carried));
    for (name, pick_up, refusal) in choice::pick_ups(view, unit) {
        list.push(line(format!("Pick up {name}"), refusal, order(pick_up)));
    }
    for ability in choice::abilities(view, unit) {
        let name = format!("Ability: {}", ability.name);
        let cast = tool(Tool::Cast(ability.ability));
        list.push(line(name, ability.refusal, cast));
    }
    Some((format!("{}: everything", title(view.name(unit))), list))
}

/// Lists the modes of the weapon, what it can be aimed at, and how the unit goes on.
fn weapon(view: SideView, unit: UnitId) -> Vec<playable::MenuLine> {
    let modes = choice::modes(view, unit, None).into_iter().map(|one| {
        let name = format!("Fire mode: {} ({} TU)", mode_name(one.mode), one.tu);
        let choose = Ask::act(move |world| {
            world.resource_mut::<Selection>().mode = Some(one.mode);
        });
        line(name, one.refusal, choose)
    });
    let ground = line("Target a hex".into(), None, tool(Tool::Ground));
    let others = [
        ("Walk, run or sneak", KeyAction::GAIT),
        ("Reserve TU for a shot", KeyAction::RESERVE),
        ("Plan a walk to the cursor", KeyAction::PLAN),
        ("Carry out planned walks", KeyAction::WALK_PLANS),
        ("Undo the last order", KeyAction::UNDO),
    ];
    let others = others.map(|(name, action)| line(name.into(), None, Ask::Key(action)));
    modes.chain([ground]).chain(others).collect()
}

/// Lists what can be done with something that is carried.
fn carried(slot: SlotChoice) -> Vec<playable::MenuLine> {
    let number = slot.slot + 1;
    let named = |verb: &str| format!("Slot {number}: {verb} {}", slot.name);
    let mut list = Vec::new();
    match slot.begin {
        Some(Begin::Aim(aimed)) => list.push(line(named("use"), None, tool(aimed))),
        Some(Begin::Give(given)) => list.push(line(named("use"), slot.refusal, order(given))),
        None => {}
    }
    for (verb, given, refusal) in slot.more {
        list.push(line(named(&verb.to_lowercase()), refusal, order(given)));
    }
    list.push(line(named("toss"), None, tool(Tool::Toss(slot.slot))));
    list
}

fn line(name: String, refusal: Option<Refusal>, click: Ask) -> playable::MenuLine {
    let refusal = refusal.map(|refusal| refusal.to_string());
    playable::MenuLine {
        name,
        refusal,
        click,
    }
}

/// Gives an order.
pub(super) fn order(order: Order) -> Ask {
    Ask::act(move |world| give(world, order.clone()))
}

/// Takes up a tool.
pub(super) fn tool(tool: Tool) -> Ask {
    Ask::act(move |world| take_up(world, tool))
}
