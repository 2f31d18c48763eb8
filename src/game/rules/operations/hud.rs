//! Panels of operations: where the segment stands, the units, the sheet of the step, and what is pointed at.
//!
//! **Invariant:** shows what the player's side knows: an enemy unit by class and size, unless it is identified.

use bevy::prelude::*;

use super::desk::{self, Desk, known, may_order, refusal};
use super::sheet::{self, Sheet, hex};
use super::{assign, fire, history, units};
use crate::battle::order::Pending;
use crate::battle::phase::Phase;
use crate::battle::rules::Rules;
use crate::battle::unit::Side;
use crate::game::kit::guide;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::overlays::{Overlays, Switch};
use crate::game::kit::panels::{Floating, Panels, Place};
use crate::game::kit::piece::{Ask, Button, Face, Ink, Piece, Pieces, Words, button, faint, say};
use crate::game::kit::theme::icon::Icon;
use crate::game::kit::{side_names, standard};
use crate::game::rules::playable::{Playable, own_side};
use crate::game::table::input::is_players;
use crate::rules::operations::Operations;
use crate::rules::operations::field::Field;
use crate::rules::operations::progress::Step;

/// Width of the sheet, points.
const SHEET: f32 = 340.0;
/// What the sheet covers with its frame, and half a counter beside it, points.
pub(super) const BESIDE: f32 = SHEET + 76.0;

/// What can be laid over the board.
const SWITCHES: [Switch; 2] = [
    (
        KeyAction::ZONES,
        "zones of control",
        "Hexes in zones of control of the enemy",
    ),
    (
        KeyAction::STACKS,
        "stacks",
        "Fans out all stacks; one that is pointed at fans out by itself",
    ),
];

/// Steps of a combat segment in the order of the rail: number, name, step.
pub(super) const RAIL: [(&str, &str, Option<Step>); 12] = [
    (
        "1",
        "Contacts: hexes beside the enemy, and duties to attack",
        Some(Step::Contacts),
    ),
    (
        "2",
        "Positions: guns Forward or Back, in secret",
        Some(Step::Position),
    ),
    (
        "3",
        "Firing: which units fire, in secret",
        Some(Step::Firing),
    ),
    ("4", "Barrage Plans, in secret", Some(Step::Planning)),
    ("5", "Barrages are resolved", Some(Step::Barrage)),
    (
        "6",
        "Results are applied, and losses chosen",
        Some(Step::Results),
    ),
    (
        "7",
        "Retreat before assault, by the side whose half it is not",
        Some(Step::Retreat),
    ),
    (
        "8",
        "Assignment to anti-armor fire and assaults, in secret",
        Some(Step::Assign),
    ),
    ("9", "Anti-armor fire, hex by hex", Some(Step::AntiArmor)),
    ("10", "Anti-armor fire is applied", None),
    ("11", "Close assaults", Some(Step::Assault)),
    ("12", "End of the segment", Some(Step::SegmentEnd)),
];

/// Returns what stands in the panels.
pub(super) fn panels(world: &World) -> Panels {
    let (field, desk, side) = (known(world), Desk::of(world), own_side(world));
    let sheet = sheet::sheet(world);
    let mut floating: Vec<_> = guide::panel::<Operations>(world).into_iter().collect();
    floating.extend(units::pointed_at(world, &field, side));
    floating.push(Floating {
        name: "sheet",
        place: Place::Right(0.0),
        width: SHEET,
        pieces: sheet_pieces(world, &field, &desk, sheet.as_ref()),
    });
    Panels {
        top: top(world, &field),
        top_more: points(world, &field),
        heading: "Units",
        units: units::units(world, &field, &desk, side),
        bar: bar(world, &field, &desk, sheet.as_ref()),
        floating,
        ..Panels::default()
    }
}

/// Returns stage, half and step, and who owes what.
fn top(world: &World, field: &Field) -> Vec<Words> {
    let progress = &*field.progress;
    let names = side_names(world);
    let phasing = names
        .get(progress.phasing.index())
        .cloned()
        .unwrap_or_default();
    let half = if progress.half == 0 {
        "first"
    } else {
        "second"
    };
    let cycle = progress.cycle + 1;
    let is_own = progress.phasing == own_side(world);
    let begins = stage_to_begin(world);
    let number = begins.unwrap_or(field.stage);
    let now = match begins {
        Some(_) => say("initiative").about("Who moves first in the stage is decided"),
        None => say(match progress.cycle {
            0 => phasing.clone(),
            _ => format!("{phasing}, cycle {cycle}"),
        })
        .ink(if is_own { Ink::Good } else { Ink::Bad })
        .about(format!(
            "{phasing}, {half} half of the stage; cycle {cycle} of movement and combat"
        )),
    };
    vec![
        say(format!("Stage {number} / {}", field.scenario.stages))
            .strong()
            .size(16.0),
        now,
        owes(world, field),
        score(world, field),
        faint(Operations::task(world)).cut(),
    ]
}

/// Returns the stage whose initiative is being decided: until then the state is still that of the stage before.
fn stage_to_begin(world: &World) -> Option<u16> {
    let waiting = world.resource::<Pending<Operations>>().0.as_ref();
    waiting.and_then(|waiting| waiting.plan.stage_to_begin())
}

/// Returns the victory points of the own side, and of the other.
fn tally(world: &World, field: &Field) -> (i32, i32) {
    let (attacker, defender) = field.points();
    match field.scenario.attacker == own_side(world) {
        true => (attacker, defender),
        false => (defender, attacker),
    }
}

/// Says how many victory points both sides have, and which objectives the own side holds.
pub(super) fn counted(world: &World, field: &Field) -> String {
    let (own, other) = tally(world, field);
    let objectives = field.scenario.objectives.iter();
    let held = objectives
        .zip(&field.progress.holders)
        .filter(|(_, holder)| **holder == own_side(world));
    let held: Vec<_> = held.map(|(one, _)| one.name.as_str()).collect();
    let held = match held.is_empty() {
        true => "you hold no objective".to_owned(),
        false => format!("you hold {}", held.join(", ")),
    };
    let points = format!("{own} victory points to {other}, {held}");
    match given_up(world, field).as_slice() {
        [] => points,
        sides => format!("{}; {points}", sides.join(", ")),
    }
}

/// Says of each side that has too few TOE points left to fight on how many those are: that decides the battle,
/// whatever the victory points.
fn given_up(world: &World, field: &Field) -> Vec<String> {
    let names = side_names(world);
    let least = field.content.figures.victory.broken;
    let sides = [Side(0), Side(1)].into_iter();
    let sides = sides.filter(|&side| !field.fights_on(side)).map(|side| {
        let (left, start) = (
            field.combat_toe(side),
            field.progress.tallies[side.index()].start,
        );
        let name = &names[side.index()];
        format!("{name} gave up with {left} of {start} combat TOE left (below {least}%)")
    });
    sides.collect()
}

/// Says how many victory points the own side has, and the other.
fn score(world: &World, field: &Field) -> Words {
    let (own, other) = tally(world, field);
    let lines = points(world, field);
    say(format!("{own} : {other} VP")).about(lines.join("\n"))
}

/// Says in which step the segment is, and who owes something.
fn owes(world: &World, field: &Field) -> Words {
    let names = side_names(world);
    let side = own_side(world);
    let step = step_name(field.progress.step);
    let due: Vec<_> = (0..2)
        .map(Side)
        .filter(|&one| Operations::owes(world, one))
        .map(|one| match one == side {
            true => "you".to_owned(),
            false => names.get(one.index()).cloned().unwrap_or_default(),
        })
        .collect();
    let text = match due.is_empty() {
        true => step.to_owned(),
        false => format!("{step}: {}", due.join(", ")),
    };
    say(text)
        .strong()
        .about("Who still has to decide in this step")
}

fn step_name(step: Step) -> &'static str {
    match step {
        Step::Initiative => "Initiative",
        Step::Movement => "Movement",
        Step::Position => "C2 Positions",
        Step::Firing => "C3 Firing",
        Step::Planning => "C4 Plans",
        Step::Barrage => "C5 Barrages",
        Step::Results => "C6 Results",
        Step::Retreat => "C7 Retreat",
        Step::Assign => "C8 Assignment",
        Step::AntiArmor => "C9 Anti-armor",
        Step::Assault => "C11 Assault",
        Step::SegmentEnd => "C12 End",
        Step::Contacts => "C1 Contacts",
        Step::Targets => "C3 Targets",
    }
}

/// Says who holds what, and what has been scored.
fn points(world: &World, field: &Field) -> Vec<String> {
    let names = side_names(world);
    let name = |side: Side| names.get(side.index()).cloned().unwrap_or_default();
    let (attacker, defender) = field.points();
    let mut lines = vec![format!(
        "Victory points: {} {attacker}, {} {defender}",
        name(field.scenario.attacker),
        name(Field::foe(field.scenario.attacker))
    )];
    let objectives = field
        .scenario
        .objectives
        .iter()
        .zip(&field.progress.holders);
    lines.extend(
        objectives.map(|(one, holder)| {
            format!("{} ({} points): {}", one.name, one.points, name(*holder))
        }),
    );
    lines
}

/// Says how victory points came about, and what sides lost; at a table, what the own side lost.
pub(super) fn account(world: &World, field: &Field) -> Vec<String> {
    let names = side_names(world);
    let name = |side: Side| names.get(side.index()).cloned().unwrap_or_default();
    let attacker = field.scenario.attacker;
    let defender = Field::foe(attacker);
    let tallies = &field.progress.tallies;
    let sides = [attacker, defender].into_iter();
    let counted = sides.filter(|side| field.table().is_none_or(|(other, _)| other != *side));
    let lost = counted.map(|side| {
        let tally = &tallies[side.index()];
        let (lost, captured) = (tally.destroyed + tally.captured, tally.captured);
        let captured = match captured {
            0 => String::new(),
            captured => format!(", {captured} of them captured"),
        };
        let start = tally.start;
        format!("{} lost {lost} of {start} TOE{captured}.", name(side))
    });
    let lost: Vec<_> = lost.collect();
    if field.table().is_some() {
        return lost;
    }
    let (ours, theirs) = field.points();
    let held = field.scenario.objectives.iter();
    let held = held.zip(&field.progress.holders);
    let held = held.filter(|(_, holder)| **holder == attacker);
    let held: i32 = held.map(|(one, _)| i32::from(one.points)).sum();
    let begun = i32::from(field.scenario.head_start);
    let points = [
        format!(
            "{}: {ours} victory points, {held} for objectives and {} for what {} lost.",
            name(attacker),
            ours - held,
            name(defender)
        ),
        format!(
            "{}: {theirs} victory points, {begun} from the start and {} for what {} lost.",
            name(defender),
            theirs - begun,
            name(attacker)
        ),
    ];
    points.into_iter().chain(lost).collect()
}

/// Returns the rail of the steps C1 to C12: the present one marked, those that are over to be looked back at.
pub(super) fn rail(world: &World, field: &Field, desk: &Desk) -> Piece {
    let step = match field.progress.step {
        // Targets are exchanged as a part of firing.
        Step::Targets => Step::Firing,
        step => step,
    };
    let now = RAIL.iter().position(|(.., of)| *of == Some(step));
    let segment = history::looked_segment(world).unwrap_or_default();
    let words = RAIL.iter().enumerate().map(|(at, (number, about, _))| {
        let is_looked_at = desk.look == Some(at as u8);
        let words = say(number.to_string()).size(12.5).about(*about);
        let has_passed = desk.ago > 0 || now.is_none_or(|now| at < now);
        let is_over = has_passed && segment.tells(at);
        let words = match now {
            _ if is_looked_at => words.ink(Ink::Energy).strong(),
            Some(now) if at == now => words.ink(Ink::Accent).strong(),
            _ if is_over => words.ink(Ink::Good),
            _ => words.ink(Ink::Faint),
        };
        let is_present = now == Some(at);
        let words = match () {
            () if is_present && desk.look.is_some() => words.link(look_at(None)),
            () if is_over => words
                .about(format!("{about}. Click: look back"))
                .link(look_at(Some(at as u8))),
            () => words,
        };
        Piece::from(words)
    });
    let head = faint("C").size(12.5);
    let words = std::iter::once(Piece::from(head)).chain(words);
    Piece::Line(words.collect())
}

/// Looks back at a step, or at the present one again.
fn look_at(look: Option<u8>) -> Ask {
    Ask::act(move |world| history::look_at(world, look))
}

/// Returns the sheet as it stands beside the board.
fn sheet_pieces(world: &World, field: &Field, desk: &Desk, sheet: Option<&Sheet>) -> Pieces {
    let mut pieces = Pieces::default();
    if field.progress.step.is_combat() || desk.look.is_some() {
        pieces.add(rail(world, field, desk));
    }
    let Some(sheet) = sheet else {
        let names = side_names(world);
        let foe = Field::foe(own_side(world));
        let name = names.get(foe.index()).cloned().unwrap_or_default();
        pieces.add(faint(match is_players(world) {
            true => format!("{name} is deciding"),
            false if *world.resource::<State<Phase>>().get() == Phase::Ai => {
                format!("{name} is thinking …")
            }
            false => "Playing back …".to_owned(),
        }));
        return pieces;
    };
    let fold = button(
        Face::Bare,
        if desk.is_folded { "open" } else { "fold" },
        Ask::Key(KeyAction::SHEET_FOLD),
    );
    pieces.line([
        say(sheet.title.as_str())
            .strong()
            .size(16.0)
            .ink(Ink::Accent)
            .into(),
        Piece::Right(Pieces(vec![fold.into()])),
    ]);
    if desk.is_folded {
        return pieces;
    }
    pieces.add(faint(sheet.hint.as_str()));
    let mut foot = sheet::buttons(sheet);
    if may_order(world) && desk.look.is_none() {
        let confirm = confirm(world, Face::Plain);
        if let Some(why) = confirm.refusal.clone() {
            foot.add(faint(format!("Not yet: {why}")).ink(Ink::Accent));
        }
        foot.line([confirm.into()]);
    }
    pieces.add(Piece::Rest(sheet.body.clone(), foot));
    pieces
}

/// Returns the button that confirms the step, or says why it cannot be confirmed yet.
fn confirm(world: &World, face: Face) -> Button {
    let confirm = desk::order(world);
    let name = confirm.as_ref().map_or("Confirm", |(name, _)| name);
    let why = match &confirm {
        Some((_, order)) => refusal(world, order),
        None if may_order(world) => Some("select an answer on the sheet".to_owned()),
        None => Some("another side is acting".to_owned()),
    };
    button(face, name, Ask::Key(KeyAction::END_TURN))
        .barred(why)
        .ink(Ink::Accent)
        .about("Confirm this step")
}

/// Width of the button that confirms a step, whatever it is called, points.
const CONFIRM: f32 = 196.0;

/// Returns what the step asks, and the buttons that confirm, take back and advise.
fn bar(world: &World, field: &Field, desk: &Desk, sheet: Option<&Sheet>) -> Pieces {
    let mut lines = Pieces::default();
    let mut first: Vec<Piece> = vec![
        say(step_name(field.progress.step))
            .strong()
            .size(16.0)
            .into(),
    ];
    match sheet {
        // An open sheet says it itself.
        Some(sheet) if desk.is_folded => first.push(faint(sheet.hint.as_str()).cut().into()),
        Some(_) => {}
        None => first.push(faint("another side is acting").into()),
    }
    first.extend(warning(world, field, desk).map(Piece::from));
    lines.line(first);
    // One width for all names, so that the other buttons stay where they are.
    let confirm = confirm(world, Face::Picture(Icon::EndTurn)).wide(CONFIRM);
    let mut undo = standard::undo::<Operations>(world);
    if may_order(world) && desk.has_changes() {
        undo.refusal = None;
    }
    let owes = (!may_order(world)).then_some("another side is acting");
    let advice = button(
        Face::Picture(Icon::Star),
        "Advice",
        Ask::Key(KeyAction::SHEET_ADVICE),
    )
    .barred(owes)
    .about("Fill the sheet in as the computer would; you can change it");
    let is_typed = field.progress.typed.contains(&own_side(world));
    let dice = button(
        Face::Picture(Icon::Hand),
        "Type dice",
        Ask::Key(KeyAction::TYPE_DICE),
    )
    .barred(owes)
    .on_if(is_typed)
    .about("Type in dice that you roll by hand");
    let none = history::segment(world)
        .is_none()
        .then_some("no combat so far");
    let report = button(
        Face::Picture(Icon::Book),
        "Report",
        Ask::Key(KeyAction::REPORT),
    )
    .barred(none)
    .on_if(desk.look.is_some())
    .about("What happened in each combat so far, step by step; it can be saved as text");
    let right = vec![
        confirm.into(),
        undo.into(),
        advice.into(),
        dice.into(),
        report.into(),
    ];
    let overlays = world.resource::<Overlays>().buttons(&SWITCHES);
    let mut second: Vec<Piece> = overlays.map(Piece::from).collect();
    if let Some(id) = standard::chosen(world).filter(|id| field.get(*id).side == own_side(world)) {
        second.push(say(field.name(id)).strong().into());
        let at = hex(field, field.get(id).tile());
        second.push(faint(format!("at {at}")).into());
    }
    second.push(Piece::Right(Pieces(right)));
    lines.line(second);
    lines
}

/// Warns of what is likely forgotten.
fn warning(world: &World, field: &Field, desk: &Desk) -> Option<Words> {
    if !may_order(world) || desk::asked(world).is_some() {
        return None;
    }
    let side = own_side(world);
    let text = match field.progress.step {
        Step::Planning => match fire::idle(field, desk, side) {
            0 => return None,
            1 => "One gun that fires has no task".to_owned(),
            idle => format!("{idle} guns that fire have no task"),
        },
        Step::Assign => {
            let unmet = assign::unmet(field, desk, side);
            let tiles: Vec<_> = unmet.iter().map(|&tile| hex(field, tile)).collect();
            match tiles.is_empty() {
                true => return None,
                false => format!("Duty to attack not met: {}", tiles.join(", ")),
            }
        }
        _ => return None,
    };
    Some(say(text).ink(Ink::Worn))
}
