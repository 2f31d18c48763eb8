//! Panels over a battle of fleets: top line and what to do now, ships at the left, the chosen one below,
//! the carrier's hangar, and at the right forecast and inspection.
//!
//! **Invariant:** panels show what the player's side knows; clicks do what keys do.

mod aside;
mod bar;
mod hangar;
mod ships;

use bevy::prelude::*;

use super::assessment::Assessment;
use super::draft::{Draft, Tool, is_carrier, is_docked, is_planning, own_units};
use super::tell::STAGES;
use super::tutorial::TUTORIAL;
use crate::battle::unit::UnitId;
use crate::game::kit::panels::{Floating, Panels, turn_words};
use crate::game::kit::piece::{Ink, Words, faint, say};
use crate::game::kit::review::{hint, phase_words, review};
use crate::game::kit::{on_show, with_keys};
use crate::game::rules::playable::name;
use crate::game::shell::watching::Watching;
use crate::playing::Setting;
use crate::rules::fleet::{Fleet, tell};

/// Returns what stands in the panels.
pub(super) fn panels(world: &World) -> Panels {
    let (turn, objective) = on_show::setting::<Fleet>(world);
    let limit = world.resource::<Setting>().mission.turn_limit;
    let is_replay = world.contains_resource::<Watching>();
    let is_planning = is_planning(world);
    let lesson = TUTORIAL.lesson(world, is_planning);
    let hint = hint(world, &STAGES, advice(world), lesson, is_planning);
    let floating = [Some(hint), plan_review(world)];
    Panels {
        top: vec![
            turn_words(turn, limit),
            phase_words(world).strong().size(16.0),
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

/// Says what to do now, and how urgent that is.
fn advice(world: &World) -> Words {
    if !is_planning(world) {
        let text = "{Skip} skips to the end · {Slower} and {Faster} change the speed · {Traces} shows the dice in the log";
        return faint(with_keys(world, text)).size(14.0);
    }
    let draft = world.resource::<Draft>();
    let urgent = match draft.tool {
        _ if draft.is_reviewing => Some("Review the plans, then confirm them"),
        Tool::Deploy => Some("Click a marked hex to start there"),
        Tool::Launch(_) => Some("Click a marked hex to launch there"),
        Tool::Order => None,
    };
    if let Some(text) = urgent {
        return say(text).ink(Ink::Accent).size(14.0);
    }
    if let Some(refusal) = &Assessment::now(world).refusal {
        let text = format!("Cannot confirm: {refusal}");
        return say(text).ink(Ink::Bad).size(14.0);
    }
    let ships = own_units(world)
        .into_iter()
        .filter(|&unit| is_flying(world, unit));
    let text = match (ships.count(), idle_ships(world).len()) {
        (0, _) => "Launch ships from the carrier ({Carrier}, then {Choice1})".to_owned(),
        (_, 0) => "All ships have orders".to_owned(),
        (all, open) => format!(
            "{} orders [{{NextUnit}}] · click a hex or an enemy · [{{ShipAttack}}] attack · \
             [{{ShipDefend}}] defend",
            match (all, open) {
                (1, _) => "1 ship needs".to_owned(),
                (all, 1) => format!("1 of {all} ships needs"),
                (all, open) => format!("{open} of {all} ships need"),
            }
        ),
    };
    let text = with_keys(world, &format!("{text} · [{{EndTurn}}] confirm all"));
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
fn plan_review(world: &World) -> Option<Floating> {
    let draft = world.resource::<Draft>();
    let idle = idle_ships(world).into_iter().map(|unit| name(world, unit));
    let idle: Vec<_> = idle.collect();
    let outlooks = Assessment::now(world).outlooks.iter();
    let blocked = outlooks.filter(|outlook| outlook.course.blocked.is_some());
    let blocked: Vec<_> = blocked
        .map(|outlook| name(world, outlook.course.unit))
        .collect();
    let is_shown = draft.is_reviewing && is_planning(world);
    is_shown.then(|| review(&tell::lines(world, &draft.plan), &blocked, &idle))
}
