//! The own carrier and ships at the left, each with what it is to do.

use bevy::prelude::*;

use crate::battle::unit::{Roster, UnitId, part};
use crate::game::kit::keys::KeyAction;
use crate::game::kit::panels::CARD;
use crate::game::kit::piece::{Ask, Face, Ink, Pieces, UnitCard, Words, button, faint, say};
use crate::game::kit::planning::choose;
use crate::game::rules::fleet::assessment::Assessment;
use crate::game::rules::fleet::draft::{
    Draft, docked_units, is_carrier, is_docked, is_planning, known, own_units,
};
use crate::game::rules::fleet::input::CHOICES;
use crate::game::rules::fleet::{edits, looks, on_show};
use crate::game::rules::playable::{name, own_side};
use crate::game::table::playback::Whereabouts;
use crate::rules::fleet::craft::{Class, Stores};
use crate::rules::fleet::tell::{act, helm};
use crate::rules::fleet::{Fleet, setup, upkeep};

/// Returns the cards: the carrier and ships on the board, then those in the hangar.
pub(super) fn cards(world: &World) -> Pieces {
    let docked = docked_units(world);
    let mut cards = Pieces::default();
    for unit in own_units(world) {
        let berth = docked.iter().position(|&one| one == unit);
        if berth == Some(0) {
            cards.heading("Hangar");
        }
        cards.add(card(world, unit));
        if let Some(berth) = berth.filter(|_| is_planning(world)) {
            let is_launched = world.resource::<Draft>().is_launched(unit);
            let verb = if is_launched { "Keep docked" } else { "Launch" };
            let launch = Ask::act(move |world| edits::launch(world, unit));
            cards.add(button(Face::Small, verb, launch).key(CHOICES.get(berth).copied()));
        }
    }
    cards
}

/// Returns what stands below the cards.
pub(super) fn below(world: &World) -> Pieces {
    let mut pieces = Pieces::default();
    if let Some(text) = reserves(world) {
        pieces.add(faint(text));
    }
    let keys = [
        (KeyAction::NEXT_UNIT, "Next"),
        (KeyAction::CARRIER, "Carrier"),
    ];
    pieces.line(keys.map(|(action, name)| {
        button(Face::Small, name, Ask::Key(action))
            .ink(Ink::Faint)
            .into()
    }));
    pieces
}

/// Says how many ships may still come, and with what chance.
fn reserves(world: &World) -> Option<String> {
    let side = own_side(world);
    let waits = |id: &UnitId| on_show::unit(world, *id).place == Whereabouts::Awaited;
    let count = (world.resource::<Roster>().of_side(side))
        .filter(waits)
        .count();
    let percent = upkeep::reinforcement_percent(&known(world), side);
    (count > 0).then(|| format!("{count} may reinforce after losses ({percent}% per turn)"))
}

fn card(world: &World, unit: UnitId) -> UnitCard {
    let content = setup::content(world);
    let now = on_show::unit(world, unit);
    let mut body = Pieces::default();
    body.health(now.health, "hull");
    let class = *part::<Class>(world, unit);
    if let Some(ship) = class.ship_type(content) {
        let (full, fuel) = (ship.ammo, part::<Stores>(world, unit).fuel);
        let text = format!("{} / {full} ammo · {fuel} fuel", now.ammo);
        let ink = if now.ammo == 0 { Ink::Bad } else { Ink::Faint };
        body.add(say(text).ink(ink).size(12.5));
    }
    let planned = planned(world, unit).unwrap_or_else(|| say(" "));
    let (title, kind) = (name(world, unit), class.name(content));
    let kind = if title.starts_with(kind) { "" } else { kind };
    let about = [kind, planned.text.trim()].join("\n");
    // Two lines, also if they are empty: cards below them stay where they are.
    let is_docked = is_docked(world, unit);
    let lines = lines(&planned.text, if is_docked { 1 } else { 2 });
    body.extend(lines.into_iter().map(|text| {
        let words = Words {
            text,
            ..planned.clone()
        };
        words.size(12.5).into()
    }));
    UnitCard {
        title: title.to_owned(),
        kind: about.trim().to_owned(),
        portrait: Some(looks::figure_of(world, unit)),
        number: 0,
        body,
        width: CARD,
        is_chosen: world.resource::<Draft>().chosen == Some(unit),
        is_dim: is_docked,
        click: Some(Ask::act(move |world| choose::<Fleet>(world, unit))),
    }
}

/// Returns a plan in so many lines: the last thing that it tells stands in a line of its own.
fn lines(told: &str, count: usize) -> Vec<String> {
    let (first, second) = match told.rsplit_once(", ") {
        Some((first, second)) if count > 1 => (first, second),
        _ => (told, " "),
    };
    let mut lines = vec![first.to_owned(), second.to_owned()];
    lines.truncate(count);
    lines
}

/// Says what a unit is to do, while plans are made.
fn planned(world: &World, unit: UnitId) -> Option<Words> {
    let draft = world.resource::<Draft>();
    let is_launched = draft.is_launched(unit);
    let order = draft.plan.ships.get(&unit);
    if !is_planning(world) {
        return None;
    }
    Some(match (&draft.plan.carrier, order) {
        (Some(action), _) if is_carrier(world, unit) => say(helm(world, action)).ink(Ink::Good),
        (None, _) if is_carrier(world, unit) => faint("no action, guns can fire"),
        _ if is_docked(world, unit) && !is_launched => faint("docked"),
        (_, None) if is_launched => say("launch, no orders").ink(Ink::Good),
        (_, None) => say("no orders").ink(Ink::Accent),
        (_, Some(order)) => {
            let launch = if is_launched { "launch, " } else { "" };
            let outlook = Assessment::now(world).of(unit);
            let is_free = outlook.is_none_or(|outlook| outlook.course.blocked.is_none());
            let told = act(world, own_side(world), order, outlook);
            say(format!("{launch}{told}")).ink(Ink::good_if(is_free))
        }
    })
}
