//! Turns that are planned in secret and resolve by themselves: how far one is, and the plan as it is
//! looked over.

use bevy::prelude::*;

use super::CombatLog;
use super::keys::KeyAction;
use super::lesson::Lesson;
use super::panels::{Floating, Place};
use super::piece::{Ask, Face, Ink, Piece, Pieces, Words, button, faint, say};
use super::side_names;
use crate::battle::phase::Phase;
use crate::battle::step::HumanSides;
use crate::game::rules::playable::own_side;
use crate::game::shell::watching::Watching;
use crate::game::table::playback::Playback;
use crate::plain::possessive;

/// Returns the progress of the turn in words.
pub fn phase_words(world: &World) -> Words {
    let is_calm = world.resource::<Playback>().is_empty();
    match world.resource::<State<Phase>>().get() {
        _ if is_calm && world.contains_resource::<Watching>() => say("Replay").ink(Ink::Accent),
        Phase::Player if is_calm => say(plan_of(world)).ink(Ink::Good),
        Phase::Over => say("Over").ink(Ink::Accent),
        Phase::Ai => say("Other sides are planning").ink(Ink::Faint),
        _ => say("The turn resolves").ink(Ink::Accent),
    }
}

/// Names the plan that is made: two people at one screen read whose it is.
fn plan_of(world: &World) -> String {
    match world.resource::<HumanSides>().0.len() {
        0 | 1 => "Plan".into(),
        _ => {
            let names = side_names(world);
            format!("{} plan", possessive(&names[own_side(world).index()]))
        }
    }
}

/// Returns the panel with what to do now or the tutorial; the step of the turn is above it, and the result of the
/// last turn below it while the next one is planned.
pub fn hint(
    world: &World,
    stages: &[&'static str],
    advice: Words,
    lesson: Option<Lesson>,
    is_planning: bool,
) -> Floating {
    let recap = world.resource::<CombatLog>().recap(own_side(world));
    let recap = recap.filter(|_| is_planning);
    let recap = recap.map(|recap| faint(&recap.text).into());
    let may_teach = matches!(advice.ink, Ink::Text | Ink::Faint);
    let mut pieces = stages_in_order(world, stages);
    match lesson.filter(|_| may_teach) {
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
fn stages_in_order(world: &World, stages: &[&'static str]) -> Pieces {
    let playback = world.resource::<Playback>();
    let mut pieces = Pieces::default();
    if playback.is_empty() {
        return pieces;
    }
    let mut line: Vec<Piece> = Vec::new();
    for &name in stages {
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

/// Shows the whole plan before it is confirmed: its orders, such as "Vega: attack", units whose way is barred,
/// and units without any.
pub fn review(orders: &[String], blocked: &[&str], idle: &[&str]) -> Floating {
    let mut listed = Pieces::default();
    for line in orders {
        let (name, act) = line.split_once(": ").unwrap_or(("", line));
        listed.line([say(name).strong().into(), say(act).into()]);
    }
    if listed.is_empty() && idle.is_empty() {
        listed.add(say("no orders").ink(Ink::Bad));
    }
    let mut pieces = Pieces::default();
    pieces.add(say("Confirm your plans?").size(20.0).ink(Ink::Accent));
    pieces.add(faint(
        "All sides plan in secret and resolve together. A confirmed plan cannot be taken back.",
    ));
    pieces.separate();
    if !listed.is_empty() {
        pieces.0.push(Piece::Scroll(300.0, listed));
    }
    for (told, units) in [("Path blocked", blocked), ("Without orders", idle)] {
        if !units.is_empty() {
            let text = format!("{told}: {}", units.join(", "));
            pieces.add(say(text).ink(Ink::Bad));
        }
    }
    pieces.separate();
    let confirm = button(Face::Large(170), "Confirm", Ask::Key(KeyAction::END_TURN));
    let confirm = confirm.key(Some(KeyAction::ACT)).ink(Ink::Accent);
    let change = button(Face::Large(0), "Change", Ask::Key(KeyAction::BACK));
    pieces.line([confirm.into(), change.into()]);
    Floating {
        name: "review",
        place: Place::Middle,
        width: 430.0,
        pieces,
    }
}
