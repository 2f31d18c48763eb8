//! The sheet of Barrage Plans (C4): targets by hex, the Barrages of one, and the guns with every reason why they
//! cannot join.
//!
//! **Invariant:** reasons, points, rows and chances come from the rules; changes the draft alone.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::desk::{Desk, Row, known};
use super::fire::{chances, gunners, holds_off, target, targets};
use super::guns::table;
use super::sheet::{Sheet, act, cell, hex, name, small};
use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::game::kit::cursor::refuse;
use crate::game::kit::piece::{Ask, Ink, Pieces, Words, say};
use crate::game::rules::playable::own_side;
use crate::game::table::camera::Rig;
use crate::rules::operations::field::{Field, Rating};
use crate::rules::operations::order::Fault;
use crate::rules::operations::progress::{FirePlan, Target, TargetNo};
use crate::rules::operations::unit::Stance;

/// A hex that plans hold off, in a word and in a sentence.
const HELD_OFF: &str = "held off";
const ABOUT_HELD_OFF: &str = "What you plan on this hex holds it off: you need not assault it";

/// Returns the sheet of plans.
pub(super) fn sheet(field: &Field, desk: &Desk, side: Side) -> Sheet {
    let mut sheet = Sheet {
        title: "C4 Barrage Plans".into(),
        hint: "Click a target here or on the board, then guns. A Barrage is one Back unit, or Forward units \
               together."
            .into(),
        ..Sheet::default()
    };
    let Some(no) = target(field, desk, side) else {
        sheet.hint = "No target is beside your firing hexes.".into();
        return sheet;
    };
    sheet.body.add(target_table(field, desk, side, no));
    let shown = &field.progress.targets[no.index()];
    let mut head = vec![
        say(format!(
            "Plan for {} at {}",
            shown.name,
            hex(field, shown.tile)
        ))
        .strong()
        .size(13.5)
        .into(),
    ];
    if holds_off(field, side, &desk.draft.plans, no) {
        let state = cell(HELD_OFF).ink(Ink::Energy).strong();
        head.push(state.about(ABOUT_HELD_OFF).into());
    }
    sheet.body.separate();
    sheet.body.line(head);
    let (plan, others) = desk.plan(no);
    sheet.body.extend(barrages(field, desk, shown, &plan).0);
    for (stance, heading) in [(Stance::Forward, "Forward"), (Stance::Back, "Back")] {
        let mut units = gunners(field, side);
        units.retain(|&id| field.get(id).body().stance.unwrap_or(Stance::Forward) == stance);
        if units.is_empty() {
            continue;
        }
        sheet.body.add(small(heading));
        guns_by_hex(&mut sheet, field, desk, (shown, &plan), (&others, &units));
    }
    acts(&mut sheet, desk, (no, &plan));
    sheet
}

/// Adds guns by hex: those beside the target are unfolded as a rule, so are those of a hex that a row is chosen in.
fn guns_by_hex(
    sheet: &mut Sheet,
    field: &Field,
    desk: &Desk,
    (target, plan): (&Target, &FirePlan),
    (others, units): (&[FirePlan], &[UnitId]),
) {
    let mut by_hex = BTreeMap::<TileId, Vec<UnitId>>::new();
    for &id in units {
        by_hex.entry(field.get(id).tile()).or_default().push(id);
    }
    let mut rows = Vec::new();
    for (tile, units) in by_hex {
        let is_near = field.grid.distance(tile, target.tile) == 1;
        let has_row = units.iter().any(|&id| desk.row == Some(Row::Unit(id)));
        let is_open = desk.is_open(tile, is_near || has_row);
        let points = field.barrage_points(&units);
        let count = match units.len() {
            1 => "1 unit".to_owned(),
            count => format!("{count} units"),
        };
        let far = if is_near { "" } else { "not adjacent" };
        rows.push(vec![
            fold(field, tile, is_open),
            small(count),
            small(format!("{points} pts")),
            small(far),
        ]);
        if is_open {
            rows.extend(units.iter().map(|&id| gun(field, desk, (id, plan), others)));
        }
        sheet
            .rows
            .extend(units.into_iter().map(|id| (Row::Unit(id), tile)));
    }
    let is_back = units
        .first()
        .is_some_and(|&id| field.get(id).body().stance == Some(Stance::Back));
    let name = if is_back { "back" } else { "forward" };
    sheet.body.add(table(name, &[], rows));
}

/// Returns the head of a hex, which a click folds or unfolds.
fn fold(field: &Field, tile: TileId, is_open: bool) -> Words {
    let sign = if is_open { "▾" } else { "▸" };
    let about = if is_open {
        "Click: fold this hex"
    } else {
        "Click: show what is in this hex"
    };
    let click = Ask::act(move |world| {
        Desk::turn_to(world, |desk| {
            desk.folds.insert(tile, !is_open);
        });
    });
    cell(format!("{sign} {}", hex(field, tile)))
        .strong()
        .about(about)
        .link(click)
}

/// Returns the targets by hex with what is planned for each; the hex of the chosen one is unfolded as a rule.
fn target_table(
    field: &Field,
    desk: &Desk,
    side: Side,
    chosen: TargetNo,
) -> crate::game::kit::piece::Piece {
    let mut by_hex = BTreeMap::<TileId, Vec<(TargetNo, &Target)>>::new();
    for (no, target) in targets(field, side) {
        by_hex.entry(target.tile).or_default().push((no, target));
    }
    let planned = |no: TargetNo| -> u16 {
        let (plan, _) = desk.plan(no);
        let barrages = plan.barrages.iter();
        barrages.map(|units| field.barrage_points(units)).sum()
    };
    let points_of = |points: u16| match points {
        0 => small("–"),
        points => cell(format!("{points} pts")),
    };
    let state = |no| match holds_off(field, side, &desk.draft.plans, no) {
        true => small(HELD_OFF).ink(Ink::Energy).about(ABOUT_HELD_OFF),
        false => small(""),
    };
    let mut rows = Vec::new();
    for (tile, there) in by_hex {
        let is_open = desk.is_open(tile, there.iter().any(|(no, _)| *no == chosen));
        let count = match there.len() {
            1 => "1 target".to_owned(),
            count => format!("{count} targets"),
        };
        let points = there.iter().map(|(no, _)| planned(*no)).sum();
        let held = there
            .first()
            .map_or_else(|| small(""), |(no, _)| state(*no));
        rows.push(vec![
            fold(field, tile, is_open),
            small(count),
            points_of(points),
            held,
        ]);
        for (no, target) in there.into_iter().filter(|_| is_open) {
            let text = match no == chosen {
                true => say(format!("» {}", target.name)).strong().ink(Ink::Accent),
                false => say(target.name.as_str()),
            };
            rows.push(vec![
                text.size(13.0).link(Ask::act(move |world| aim(world, no))),
                small(""),
                points_of(planned(no)),
                state(no),
            ]);
        }
    }
    table("targets", &["Target", "", "Planned", ""], rows)
}

/// Returns the Barrages of a plan, the one that guns join marked.
fn barrages(field: &Field, desk: &Desk, target: &Target, plan: &FirePlan) -> Pieces {
    let mut pieces = Pieces::default();
    let current = desk.barrage.min(plan.barrages.len());
    let rows = plan.barrages.iter().enumerate().map(|(at, units)| {
        let points = field.barrage_points(units);
        let names = units.iter().map(|&id| field.name(id)).collect::<Vec<_>>();
        let (row, odds) = chances(field, target, points);
        let sign = if at == current { "» " } else { "" };
        let ink = if at == current {
            Ink::Accent
        } else {
            Ink::Text
        };
        let click = Ask::act(move |world| Desk::turn_to(world, |desk| desk.barrage = at));
        vec![
            cell(format!("{sign}{}", at + 1)).ink(ink).link(click),
            cell(names.join(", ")),
            small(origins(field, units)),
            small(format!("{points} pts, {row}")).about(odds),
        ]
    });
    let rows: Vec<_> = rows.collect();
    if !rows.is_empty() {
        pieces.add(table("barrages", &[], rows));
        if let Some(units) = plan.barrages.get(current) {
            let (_, odds) = chances(field, target, field.barrage_points(units));
            pieces.add(small(format!("Barrage {}: {odds}", current + 1)));
        }
    }
    if current == plan.barrages.len() {
        pieces.add(small(format!(
            "Guns you click form Barrage {}",
            current + 1
        )));
    }
    pieces
}

/// Lists the hexes that a Barrage comes from.
fn origins(field: &Field, units: &[UnitId]) -> String {
    let mut tiles: Vec<_> = units.iter().map(|&id| field.get(id).tile()).collect();
    tiles.sort_unstable();
    tiles.dedup();
    let names: Vec<_> = tiles.into_iter().map(|tile| hex(field, tile)).collect();
    names.join(" + ")
}

/// Returns a gun as it stands to the plan: green free, amber tasked, red out of ammunition, gray with reasons.
fn gun(
    field: &Field,
    desk: &Desk,
    (id, plan): (UnitId, &FirePlan),
    others: &[FirePlan],
) -> Vec<Words> {
    let row = Row::Unit(id);
    let joined = plan.barrages.iter().position(|units| units.contains(&id));
    let chosen = (desk.barrage < plan.barrages.len()).then_some(desk.barrage);
    let mut about = None;
    let (sign, ink, reason) = match joined {
        Some(at) => ("+", Ink::Accent, format!("in Barrage {}", at + 1)),
        None => match place(field, desk, id, (plan, others)) {
            Ok(number) if number == chosen || number.is_none() && chosen.is_none() => {
                ("·", Ink::Good, "free".into())
            }
            // It cannot join the Barrage that is marked.
            Ok(Some(at)) => ("·", Ink::Worn, format!("joins Barrage {}", at + 1)),
            Ok(None) => (
                "·",
                Ink::Worn,
                format!("begins Barrage {}", plan.barrages.len() + 1),
            ),
            Err(faults) => {
                let words: Vec<_> = faults.iter().map(Fault::to_string).collect();
                about = Some(words.join("; "));
                let words: Vec<_> = faults.iter().map(brief).collect();
                let (sign, ink) = match () {
                    () if faults.contains(&Fault::OutOfAmmo) => ("×", Ink::Bad),
                    () if faults == [Fault::Tasked] => ("~", Ink::Worn),
                    () => ("–", Ink::Faint),
                };
                (sign, ink, words.join("; "))
            }
        },
    };
    let is_chosen = desk.row == Some(row);
    let text = name(row, format!("{sign} {}", field.name(id)), is_chosen);
    let points = field.actual(field.raw(id, Rating::Barrage));
    let ink_of_name = if is_chosen { text.ink } else { ink };
    let text = text.link(Ask::act(move |world| super::sheet::mark(world, row)));
    vec![
        text.ink(ink_of_name)
            .about(about.unwrap_or_else(|| reason.clone())),
        small(hex(field, field.get(id).tile())),
        small(format!("{points} pts")),
        small(reason).ink(ink).cut(),
    ]
}

/// Says what bars a gun in as few words as a column holds.
fn brief(fault: &Fault) -> String {
    match fault {
        Fault::FeedsAnother => "hex already used".into(),
        fault => fault.to_string(),
    }
}

/// Returns the Barrage that a unit can join: the chosen one, a new one, or another; else why not the chosen one.
fn place(
    field: &Field,
    desk: &Desk,
    id: UnitId,
    (plan, others): (&FirePlan, &[FirePlan]),
) -> Result<Option<usize>, Vec<Fault>> {
    let count = plan.barrages.len();
    let chosen = (desk.barrage < count).then_some(desk.barrage);
    let rest = (0..count).map(Some).chain([None]);
    let tries = [chosen, None].into_iter().chain(rest);
    let fits = |number: &Option<usize>| field.barrage_faults(id, plan, *number, others).is_empty();
    let mut tries = tries.filter(fits);
    tries
        .next()
        .ok_or_else(|| field.barrage_faults(id, plan, chosen, others))
}

fn acts(sheet: &mut Sheet, desk: &Desk, (no, plan): (TargetNo, &FirePlan)) {
    sheet
        .acts
        .push(act("Next target", "Plans for the next target", |world| {
            step(world, 1);
        }));
    sheet.acts.push(act(
        "Previous target",
        "Plans for the previous target",
        |world| step(world, -1),
    ));
    if let Some(Row::Unit(id)) = sheet.row(desk) {
        let about = "Adds the chosen gun to the Barrage, or removes it from the plan";
        sheet
            .acts
            .push(act("Add / remove", about, move |world| task(world, id)));
    }
    let count = plan.barrages.len();
    let empty = (count == 0).then_some("the plan has no Barrage");
    sheet.acts.push(
        act(
            "New Barrage",
            "The next guns you click form a new Barrage",
            move |world| {
                Desk::turn_to(world, |desk| desk.barrage = count);
            },
        )
        .barred(empty),
    );
    let at = desk.barrage.min(count.saturating_sub(1));
    sheet.acts.push(
        act(
            "Remove Barrage",
            "Removes the marked Barrage from the plan",
            move |world| {
                Desk::edit(world, |draft| {
                    let own = draft.plans.iter_mut().find(|plan| plan.target == no);
                    let Some(own) = own.filter(|own| at < own.barrages.len()) else {
                        return;
                    };
                    own.barrages.remove(at);
                    let plan = own.clone();
                    draft.set_plan(plan);
                });
            },
        )
        .barred(empty),
    );
    let none = desk.draft.plans.is_empty().then_some("nothing is planned");
    sheet.acts.push(
        act("Clear all", "Removes all plans", |world| {
            Desk::edit(world, |draft| draft.plans.clear());
        })
        .barred(none),
    );
}

/// Plans for a target from now on.
pub(super) fn aim(world: &mut World, no: TargetNo) {
    let tile = known(world)
        .progress
        .targets
        .get(no.index())
        .map(|target| target.tile);
    Desk::turn_to(world, |desk| {
        desk.target = Some(no);
        desk.barrage = usize::MAX;
    });
    if let Some(tile) = tile {
        world.resource_mut::<Rig>().keep_in_sight(tile);
    }
}

/// Plans for the target that comes so many places after the present one.
fn step(world: &mut World, by: isize) {
    let next = {
        let (field, desk, side) = (known(world), Desk::of(world), own_side(world));
        let mut all: Vec<_> = targets(&field, side)
            .map(|(no, one)| (one.tile, no))
            .collect();
        all.sort_unstable();
        let all: Vec<_> = all.into_iter().map(|(_, no)| no).collect();
        let now = target(&field, &desk, side);
        crate::game::kit::select::after(&all, now, by)
    };
    if let Some(no) = next {
        aim(world, no);
    }
}

/// Plans for a target in a hex: the next one there, where one of them is chosen.
pub(super) fn aim_at(world: &mut World, tile: TileId) -> bool {
    let next = {
        let (field, desk, side) = (known(world), Desk::of(world), own_side(world));
        let there = targets(&field, side).filter(|(_, target)| target.tile == tile);
        let there: Vec<_> = there.map(|(no, _)| no).collect();
        crate::game::kit::select::after(&there, desk.target, 1)
    };
    next.inspect(|&no| aim(world, no)).is_some()
}

/// Has a gun join the plan, or leave it.
pub(super) fn task(world: &mut World, id: UnitId) {
    let done = {
        let (field, desk, side) = (known(world), Desk::of(world), own_side(world));
        let Some(no) = target(&field, &desk, side) else {
            return;
        };
        let (mut plan, others) = desk.plan(no);
        let joined = plan.barrages.iter().position(|units| units.contains(&id));
        match joined {
            Some(at) => {
                plan.barrages[at].retain(|&other| other != id);
                Ok((plan, desk.barrage))
            }
            None => match place(&field, &desk, id, (&plan, &others)) {
                Ok(number) => {
                    let at = number.unwrap_or(plan.barrages.len());
                    if at == plan.barrages.len() {
                        plan.barrages.push(Vec::new());
                    }
                    plan.barrages[at].push(id);
                    Ok((plan, at))
                }
                Err(faults) => {
                    let words: Vec<_> = faults.iter().map(Fault::to_string).collect();
                    Err(format!("{}: {}", field.name(id), words.join("; ")))
                }
            },
        }
    };
    match done {
        Ok((plan, at)) => {
            Desk::edit(world, |draft| draft.set_plan(plan));
            Desk::turn_to(world, |desk| desk.barrage = at);
        }
        Err(why) => refuse(world, why),
    }
}
