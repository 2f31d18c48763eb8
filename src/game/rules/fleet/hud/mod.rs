//! Panels over a battle of fleets: top line and what to do now, ships at the left, the chosen one below,
//! the carrier's hangar, and at the right forecast and inspection.
//!
//! **Invariant:** panels show what the player's side knows; clicks do what keys do.

mod aside;
mod bar;
mod hangar;
mod orders;
mod ships;

use bevy::prelude::*;

use super::{
    assessment::Assessment,
    draft::{Draft, Tool, is_carrier, is_docked, is_planning, name, own, own_units},
    on_show,
    tell::STAGES,
    tutorial,
};
use crate::{
    battle::{phase::Phase, unit::UnitId},
    game::{
        kit::{
            CombatLog, key_of,
            keys::KeyAction,
            panels::{Floating, Panels, Place, turn_words},
            piece::{Ask, Face, Ink, Piece, Pieces, Words, button, faint, say},
        },
        shell::watching::Watching,
        table::playback::Playback,
    },
    playing::Setting,
    rules::fleet::tell,
};

/// Returns what stands in the panels.
pub(super) fn panels(world: &World) -> Panels {
    let (turn, objective) = on_show::setting(world);
    let limit = world.resource::<Setting>().mission.turn_limit;
    let is_replay = world.contains_resource::<Watching>();
    let floating = [Some(hint(world)), review(world)];
    Panels {
        top: vec![
            turn_words(turn, limit),
            phase(world).strong().size(16.0),
            say(objective).cut(),
        ],
        heading: "Fleet",
        units: ships::cards(world),
        below_units: ships::below(world),
        bar: bar::lines(world).unwrap_or_default(),
        aside: aside::aside(world),
        floating: (floating.into_iter().flatten())
            .filter(|_| !is_replay)
            .collect(),
        ..Panels::default()
    }
}

/// Says how far the turn is.
fn phase(world: &World) -> Words {
    let is_calm = world.resource::<Playback>().is_empty();
    match world.resource::<State<Phase>>().get() {
        _ if is_calm && world.contains_resource::<Watching>() => say("Replay").ink(Ink::Accent),
        Phase::Player if is_calm => say("Plan").ink(Ink::Good),
        Phase::Over => say("Over").ink(Ink::Accent),
        Phase::Ai => say("Others plan").ink(Ink::Faint),
        _ => say("The turn resolves").ink(Ink::Accent),
    }
}

/// Says what to do now, or teaches it.
fn hint(world: &World) -> Floating {
    let advice = advice(world);
    let may_teach = matches!(advice.ink, Ink::Text | Ink::Faint);
    let lesson = tutorial::lesson(world).filter(|_| may_teach);
    // What the last turn came to, while the next one is planned.
    let recap = world.resource::<CombatLog>().recap(own(world));
    let recap = recap.filter(|_| is_planning(world));
    let recap = recap.map(|recap| faint(&recap.text).into());
    let mut pieces = stages(world);
    match lesson {
        Some(lesson) => pieces.extend(lesson.pieces().0.into_iter().chain(recap)),
        None => {
            let told = [advice.into()].into_iter().chain(recap).collect();
            pieces.0.push(Piece::Centered(told));
        }
    }
    Floating {
        name: "hint",
        place: Place::Top(-70.0),
        width: 664.0,
        pieces,
    }
}

/// Shows how far the turn has resolved: its steps in order, the one on show marked.
fn stages(world: &World) -> Pieces {
    let playback = world.resource::<Playback>();
    let mut pieces = Pieces::default();
    if playback.is_empty() {
        return pieces;
    }
    let mut line: Vec<Piece> = Vec::new();
    for name in STAGES {
        if !line.is_empty() {
            line.push(faint("›").into());
        }
        line.push(match playback.stage == Some(name) {
            true => say(name).ink(Ink::Accent).strong().size(14.0).into(),
            false => faint(name).size(13.0).into(),
        });
    }
    pieces.line(line);
    pieces
}

/// Says what to do now, and how urgent that is.
fn advice(world: &World) -> Words {
    let key = |action| key_of(world, action);
    if !is_planning(world) {
        return faint(format!(
            "{} shows the rest at once · {} and {} change the pace · {} shows every die in the log",
            key(KeyAction::SKIP),
            key(KeyAction::SLOWER),
            key(KeyAction::FASTER),
            key(KeyAction::TRACES)
        ))
        .size(14.0);
    }
    let draft = world.resource::<Draft>();
    let urgent = match draft.tool {
        _ if draft.is_reviewing => Some("Look the plans over, then confirm them"),
        Tool::Deploy => Some("Click a marked hex: the unit begins there"),
        Tool::Launch(_) => Some("Click a marked hex: the ship comes out there"),
        Tool::Order => None,
    };
    if let Some(text) = urgent {
        return say(text).ink(Ink::Accent).size(14.0);
    }
    if let Some(refusal) = &world.resource::<Assessment>().refusal {
        let text = format!("This cannot be confirmed: {refusal}");
        return say(text).ink(Ink::Bad).size(14.0);
    }
    let ships = own_units(world)
        .into_iter()
        .filter(|&unit| is_flying(world, unit));
    let confirm = format!("[{}] confirms all", key(KeyAction::END_TURN));
    let text = match (ships.count(), idle_ships(world).len()) {
        (0, _) => format!(
            "Launch ships from the carrier ({}, then {}) · {confirm}",
            key(KeyAction::CARRIER),
            key(KeyAction::CHOICE_1)
        ),
        (_, 0) => format!("Every ship has its orders · {confirm}"),
        (all, open) => format!(
            "{open} of {all} ships without orders [{}] · click a hex or an enemy · [{}] attack · [{}] \
             defend · {confirm}",
            key(KeyAction::NEXT_UNIT),
            key(KeyAction::SHIP_ATTACK),
            key(KeyAction::SHIP_DEFEND)
        ),
    };
    say(text).size(14.0)
}

/// Whether one of the own units is a ship on the board.
fn is_flying(world: &World, unit: UnitId) -> bool {
    !is_docked(world, unit) && !is_carrier(world, unit)
}

/// Lists the ships on the board that are ordered nothing.
fn idle_ships(world: &World) -> Vec<UnitId> {
    let ordered = &world.resource::<Draft>().plan.ships;
    let mut ships = own_units(world);
    ships.retain(|unit| is_flying(world, *unit) && !ordered.contains_key(unit));
    ships
}

/// Shows the whole plan before it is confirmed.
fn review(world: &World) -> Option<Floating> {
    let draft = world.resource::<Draft>();
    if !draft.is_reviewing || !is_planning(world) {
        return None;
    }
    let mut pieces = Pieces::default();
    pieces.add(say("Confirm all plans?").size(20.0).ink(Ink::Accent));
    pieces.add(faint(
        "All sides plan in secret and resolve together. A confirmed plan cannot be taken back.",
    ));
    pieces.separate();
    pieces.0.push(Piece::Scroll(300.0, orders(world, draft)));
    let idle = idle_ships(world).into_iter().map(|unit| name(world, unit));
    let idle = idle.collect::<Vec<_>>().join(", ");
    if !idle.is_empty() {
        pieces.add(say(format!("Without orders: {idle}")).ink(Ink::Bad));
    }
    pieces.separate();
    let confirm = button(Face::Large(170), "Confirm", Ask::Key(KeyAction::END_TURN));
    let confirm = confirm.key(Some(KeyAction::ACT)).ink(Ink::Accent);
    let change = button(Face::Large(0), "Change them", Ask::Key(KeyAction::BACK));
    pieces.line([confirm.into(), change.into()]);
    Some(Floating {
        name: "review",
        place: Place::Middle,
        width: 430.0,
        pieces,
    })
}

/// Lists what the plan orders.
fn orders(world: &World, draft: &Draft) -> Pieces {
    let mut pieces = Pieces::default();
    for line in tell::lines(world, &draft.plan) {
        let (name, act) = line.split_once(": ").unwrap_or(("", &line));
        pieces.line([say(name).strong().into(), say(act).into()]);
    }
    if pieces.is_empty() {
        pieces.add(say("no orders at all").ink(Ink::Bad));
    }
    pieces
}
