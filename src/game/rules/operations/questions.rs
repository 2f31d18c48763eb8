//! Sheets of what a plan asks: initiative, dice, losses, trucks, retreats and captures.
//!
//! **Invariant:** an answer is an order of the rules, checked by them before it can be given.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::desk::{Desk, Draft, Row, known};
use super::guns::table;
use super::input::give;
use super::sheet::{Sheet, act, cell, hex, name, small, switch};
use super::{captures, history};
use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::game::kit::cursor::refuse;
use crate::game::kit::piece::{Ink, Pieces, say};
use crate::game::rules::playable::own_side;
use crate::rules::operations::assault::shares;
use crate::rules::operations::content::CARGOES;
use crate::rules::operations::field::Field;
use crate::rules::operations::log;
use crate::rules::operations::loss::{Cause, Demand};
use crate::rules::operations::order::{Choice, Order};
use crate::rules::operations::progress::Step;

/// Returns the sheet of a question.
pub(super) fn sheet(world: &World, field: &Field, desk: &Desk, choice: &Choice) -> Sheet {
    let mut sheet = Sheet {
        title: title(choice).into(),
        hint: log::question(world, choice),
        ..Sheet::default()
    };
    match choice {
        Choice::First => {
            for (label, first) in [("We go first", true), ("They go first", false)] {
                let about = "The side that goes second moves last in this stage";
                sheet.acts.push(act(label, about, move |world| {
                    give(world, Order::First(first));
                }));
            }
        }
        Choice::Roll(throw) => dice(&mut sheet, desk, throw.dice()),
        Choice::Lose(demand) => losses(&mut sheet, field, desk, (own_side(world), demand)),
        Choice::Trucks { unit, cargoes } => {
            let columns = field.truck_columns(*unit);
            for &cargo in cargoes {
                let at = usize::from(cargo);
                let label = CARGOES.get(at).copied().unwrap_or("other");
                let left = columns.get(at).copied().unwrap_or(0);
                sheet.body.add(small(format!(
                    "{label}: {left} {} of the unit and its headquarters",
                    if left == 1 { "truck" } else { "trucks" }
                )));
                sheet
                    .acts
                    .push(act(label, "Cargo of the lost truck", move |world| {
                        give(world, Order::Truck(cargo));
                    }));
            }
        }
        Choice::Retreat {
            units,
            hexes,
            from,
            must,
        } => {
            retreat(&mut sheet, field, desk, (units, (*hexes, *must), from));
        }
        Choice::Captures {
            tile,
            prisoners,
            replacements,
        } => {
            let asked = (own_side(world), *tile);
            captures::captures(&mut sheet, field, desk, asked, [*prisoners, *replacements]);
        }
        // It has a form of its own.
        Choice::Table(_) => {}
    }
    if field.progress.step == Step::Assault {
        let segment = history::segment(world).unwrap_or_default();
        let told = match segment.last_assault() {
            // What is asked before any assault follows from a duty that was not met.
            [] => segment.assaults(),
            told => told,
        };
        if !told.is_empty() {
            sheet.body.separate();
            sheet.body.extend(history::lines(told).0);
        }
    }
    sheet
}

fn title(choice: &Choice) -> &'static str {
    match choice {
        Choice::First => "Initiative",
        Choice::Roll(_) => "Dice",
        Choice::Lose(demand) => match demand.cause {
            Cause::Barrage => "C6 Losses to barrages",
            Cause::AntiArmor => "C10 Armor destroyed",
            Cause::Assault => "C11 Losses in the assault",
            Cause::Vulnerability => "C11 Vulnerable guns",
            Cause::Captured => "C11 Captured",
            Cause::NoRetreat => "Losses for want of a way to retreat",
        },
        Choice::Trucks { .. } => "C6 A truck is lost",
        Choice::Retreat { .. } => "C11 Retreat",
        Choice::Captures { .. } => "C11 Prisoners and captures",
        Choice::Table(_) => "At the table",
    }
}

/// Adds a field for dice that are thrown by hand.
fn dice(sheet: &mut Sheet, desk: &Desk, needs: usize) {
    let thrown: Vec<_> = desk.draft.dice.iter().map(u8::to_string).collect();
    let text = match thrown.is_empty() {
        true => match needs {
            1 => "Type the die, or confirm to roll it.".to_owned(),
            _ => format!("Type {needs} dice, or confirm to roll them."),
        },
        false => format!(
            "Dice: {} ({} of {needs} typed)",
            thrown.join(", "),
            thrown.len()
        ),
    };
    sheet.body.add(say(text).strong());
    let faces = ["One", "Two", "Three", "Four", "Five", "Six"];
    for (face, name) in (1..=6_u8).zip(faces) {
        let full = (desk.draft.dice.len() >= needs).then_some("all dice are typed");
        sheet.acts.push(
            act(name, "Adds a die with this result", move |world| {
                Desk::edit(world, |draft| draft.dice.push(face));
            })
            .barred(full),
        );
    }
    sheet.acts.push(act("Clear", "Clears the dice", |world| {
        Desk::edit(world, |draft| draft.dice.clear());
    }));
}

/// Adds points that can be lost, with the running total.
fn losses(sheet: &mut Sheet, field: &Field, desk: &Desk, (side, demand): (Side, &Demand)) {
    let needs = demand.amount.min(demand.total());
    let got = demand.worth_of(&desk.draft.loss).unwrap_or(0);
    let is_met = demand.check(&desk.draft.loss).is_ok();
    let least = if demand.exact { "exactly" } else { "at least" };
    let total = format!("{got} chosen, {least} {needs} needed");
    sheet
        .body
        .add(say(total).strong().ink(Ink::good_if(is_met)));
    sheet.body.bar(
        got.min(needs),
        needs.max(1),
        Ink::good_if(is_met),
        format!("{got} / {needs}"),
    );
    sheet.body.extend(by_hex(field, desk, demand).0);
    for pool in &demand.pools {
        let types = pool
            .points
            .iter()
            .enumerate()
            .filter(|(_, points)| **points > 0);
        let tile = field.get(pool.unit).tile();
        sheet
            .rows
            .extend(types.map(|(at, _)| (Row::Points(pool.unit, at as u8), tile)));
    }
    let chosen = sheet.row(desk);
    let cells = sheet.rows.iter().filter_map(|&(row, tile)| {
        let Row::Points(unit, at) = row else {
            return None;
        };
        let pool = demand.pools.iter().find(|pool| pool.unit == unit)?;
        let at = usize::from(at);
        let (most, worth) = (*pool.points.get(at)?, *pool.worth.get(at)?);
        let taken = desk.draft.loss.get(&unit).and_then(|points| points.get(at));
        let taken = taken.copied().unwrap_or(0);
        // Of an enemy unit that is not identified the types are not known.
        let kind = match field.build(unit).types.get(at) {
            Some(&kind) if pool.points.len() > 1 => {
                format!(" ({})", field.content.point_type(kind).name)
            }
            _ => String::new(),
        };
        let ink = if taken > 0 { Ink::Bad } else { Ink::Text };
        Some(vec![
            name(
                row,
                format!("{}{kind}", super::sheet::title(field, side, unit)),
                chosen == Some(row),
            ),
            small(hex(field, tile)),
            small(format!("worth {worth}")),
            switch(row, format!("{taken} of {most}"), ink).about("Click: one point more"),
        ])
    });
    let cells: Vec<_> = cells.collect();
    sheet
        .body
        .add(table("losses", &["Points", "Hex", "", "Lost"], cells));
    if let Some(row) = chosen {
        sheet.acts.push(act(
            "One more",
            "Loses one more point of the chosen row",
            move |world| {
                change_loss(world, row, 1);
            },
        ));
        sheet.acts.push(act(
            "One fewer",
            "Loses one point fewer of the chosen row",
            move |world| {
                change_loss(world, row, -1);
            },
        ));
    }
    let all = demand.all();
    sheet.acts.push(act(
        "Cheapest",
        "Chooses as the computer would",
        super::desk::fill_in,
    ));
    sheet.acts.push(act("None", "Clears the choice", |world| {
        Desk::edit(world, |draft| draft.loss.clear());
    }));
    sheet.acts.push(act(
        "All",
        "Loses everything that can be lost",
        move |world| {
            let all = all.clone();
            Desk::edit(world, |draft| draft.loss = all);
        },
    ));
}

/// Shows how losses of an assault are shared by the hexes of a side, where there are several: that is a measure,
/// not a rule (clarification 9).
fn by_hex(field: &Field, desk: &Desk, demand: &Demand) -> Pieces {
    let mut hexes: BTreeMap<TileId, [u16; 2]> = BTreeMap::new();
    for pool in &demand.pools {
        let worth = |points: &[u8]| {
            let pairs = points.iter().zip(&pool.worth);
            pairs
                .map(|(&one, &worth)| u16::from(one) * u16::from(worth))
                .sum::<u16>()
        };
        let taken = desk.draft.loss.get(&pool.unit);
        let hex = hexes.entry(field.get(pool.unit).tile()).or_default();
        hex[0] += worth(&pool.points);
        hex[1] += taken.map_or(0, |points| worth(points));
    }
    let is_shared = demand.cause == Cause::Assault && hexes.len() > 1;
    let raw: Vec<_> = hexes.values().map(|[raw, _]| *raw).collect();
    let shares = shares(demand.amount.min(demand.total()), &raw);
    let lines = hexes
        .iter()
        .zip(shares)
        .map(|((&tile, [_, taken]), share)| {
            let ink = if *taken >= share {
                Ink::Good
            } else {
                Ink::Faint
            };
            let text = format!(
                "{} would lose {share} as its share, chosen {taken}",
                hex(field, tile)
            );
            small(text)
                .ink(ink)
                .about("A measure, not a rule: choose from either hex")
                .into()
        });
    match is_shared {
        true => lines.collect(),
        false => Pieces::default(),
    }
}

/// Takes one point more or fewer off a row; beyond the last there is none again.
fn change_loss(world: &mut World, row: Row, by: i16) {
    let (Row::Points(unit, at), Some(Choice::Lose(demand))) = (row, super::desk::asked(world))
    else {
        return;
    };
    let Some(pool) = demand.pools.iter().find(|pool| pool.unit == unit) else {
        return;
    };
    let (at, points) = (usize::from(at), pool.points.clone());
    Desk::edit(world, |draft: &mut Draft| {
        let chosen = draft
            .loss
            .entry(unit)
            .or_insert_with(|| vec![0; points.len()]);
        if let (Some(one), Some(&most)) = (chosen.get_mut(at), points.get(at)) {
            let next = i16::from(*one) + by;
            *one = match next {
                ..0 => 0,
                next if next > i16::from(most) => 0,
                next => next as u8,
            };
        }
        draft
            .loss
            .retain(|_, points| points.iter().any(|&one| one > 0));
    });
}

/// Adds the path of a retreat so far, and what it leaves out.
fn retreat(
    sheet: &mut Sheet,
    field: &Field,
    desk: &Desk,
    (units, (hexes, must), from): (&[UnitId], (u8, bool), &[TileId]),
) {
    let path = &desk.draft.path;
    let ignored = field.ignored(path, hexes);
    let steps: Vec<_> = path.iter().map(|&tile| hex(field, tile)).collect();
    let text = match steps.is_empty() {
        true => "Click a hex beside the units to retreat there".to_owned(),
        false => format!("By {}", steps.join(", ")),
    };
    sheet.body.add(say(text));
    let percent = u16::from(ignored) * u16::from(field.content.figures.assault.ignored);
    let has_to_go_on = field
        .check_retreat(units, path, (hexes, must), from)
        .is_err();
    let (text, ink) = match ignored {
        0 => ("The units retreat the full distance".to_owned(), Ink::Good),
        _ if has_to_go_on => (
            "They must retreat further: choose the next hex".to_owned(),
            Ink::Bad,
        ),
        _ => (
            match ignored {
                1 => format!("1 hex short: losses +{percent}%"),
                _ => format!("{ignored} hexes short: losses +{percent}%"),
            },
            Ink::Bad,
        ),
    };
    sheet.body.add(cell(text).ink(ink));
    if steps_on(field, units, path, (hexes, from)).is_empty() && usize::from(hexes) > path.len() {
        sheet.body.add(small("They cannot retreat any further"));
    }
    sheet.acts.push(
        act(
            "One hex back",
            "Removes the last hex of the path",
            |world| {
                Desk::edit(world, |draft| {
                    draft.path.pop();
                });
            },
        )
        .barred(path.is_empty().then_some("no hex is chosen")),
    );
    sheet.acts.push(act(
        "As advised",
        "Retreats as the computer would",
        super::desk::fill_in,
    ));
}

/// Lists the hexes to which a retreat can go on from the end of a path.
pub(super) fn steps_on(
    field: &Field,
    units: &[UnitId],
    path: &[TileId],
    (hexes, from): (u8, &[TileId]),
) -> Vec<TileId> {
    let Some(&first) = units.first() else {
        return Vec::new();
    };
    if path.len() >= usize::from(hexes) {
        return Vec::new();
    }
    let here = path
        .last()
        .copied()
        .unwrap_or_else(|| field.get(first).tile());
    let around = field.grid.neighbors(here).map(|(_, tile)| tile);
    around
        .filter(|&to| field.retreat_step(units, (here, to), from).is_ok())
        .collect()
}

/// Has a retreat go on to a hex.
pub(super) fn step_to(world: &mut World, tile: TileId) {
    let Some(Choice::Retreat {
        units, hexes, from, ..
    }) = super::desk::asked(world)
    else {
        return;
    };
    let why = {
        let (field, desk) = (known(world), Desk::of(world));
        let path = &desk.draft.path;
        let first = units.first().map(|&first| field.get(first).tile());
        let here = path.last().copied().or(first);
        match here {
            _ if path.len() >= usize::from(hexes) => Some("the path is complete".to_owned()),
            None => None,
            Some(here) => {
                let step = field.retreat_step(&units, (here, tile), &from);
                step.err().map(|why| why.to_string())
            }
        }
    };
    match why {
        Some(why) => refuse(world, why),
        None => Desk::edit(world, |draft| draft.path.push(tile)),
    }
}

/// Changes a row of the sheet of a question.
pub(super) fn mark(world: &mut World, choice: &Choice, row: Row) {
    match (choice, row) {
        (Choice::Lose(_), Row::Points(..)) => change_loss(world, row, 1),
        (Choice::Captures { .. }, Row::Points(id, _)) => {
            Desk::edit(world, |draft| draft.escort.unit = Some(id));
        }
        _ => {}
    }
}
