//! The sheet of Targets that both players name at a table: their hexes, classes and names (C3).
//!
//! **Invariant:** changes only the draft; Targets that were entered before are recognized by their name, hex and class.

use std::sync::Arc;

use bevy::prelude::*;

use super::desk::{Desk, Row};
use super::guns::table;
use super::sheet::{Sheet, act, cell, hex, name, small, switch};
use super::table::list;
use crate::game::kit::piece::{Ink, Input};
use crate::game::kit::type_into;
use crate::rules::operations::content::TargetClass;
use crate::rules::operations::field::Field;
use crate::rules::operations::progress::{Behind, Target};
use crate::rules::operations::table::Sighted;
use crate::rules::operations::table::check::{LONGEST, usual_name};
use crate::rules::operations::table::lists::List;

/// Returns a Target as its player named it, if it was entered.
pub(super) fn sighted(target: &Target) -> Option<Sighted> {
    let Behind::Entered { trucks } = target.behind else {
        return None;
    };
    let name = (!is_numbered(&target.name, target.class)).then(|| target.name.clone());
    Some(Sighted {
        tile: target.tile,
        class: target.class,
        name,
        trucks,
    })
}

/// Whether a Target is one that was entered.
pub(super) fn is_as_entered((target, entered): (&&Target, &Sighted)) -> bool {
    let is_named = match &entered.name {
        Some(name) => name.trim() == target.name,
        None => is_numbered(&target.name, target.class),
    };
    let trucks = entered.trucks;
    is_named
        && (target.tile, target.class) == (entered.tile, entered.class)
        && matches!(target.behind, Behind::Entered { trucks: told } if told == trucks)
}

/// Whether a name is one that the program gives, such as *Nr2 Inf*.
fn is_numbered(name: &str, class: TargetClass) -> bool {
    let parts = name
        .strip_prefix("Nr")
        .and_then(|rest| rest.split_once(' '));
    parts.is_some_and(|(number, short)| number.parse::<u16>().is_ok() && short == usual_name(class))
}

/// Returns the sheet of Targets that both players name.
pub(super) fn targets(field: &Field, desk: &Desk) -> Sheet {
    let draft = &desk.draft.table;
    let mut sheet = Sheet {
        title: "C3 Targets".into(),
        hint: "Hand over your firing hexes. Click a hex of the enemy for each Target that its player names, and your \
               own hexes that are under fire."
            .into(),
        rows: (0..)
            .zip(&draft.targets)
            .map(|(at, one)| (Row::Field(at), one.tile))
            .collect(),
        ..Sheet::default()
    };
    let chosen = sheet.row(desk);
    let cells = (0..).zip(&draft.targets).map(|(at, one)| {
        let row = Row::Field(at);
        let class = usual_name(one.class);
        let label = one
            .name
            .clone()
            .unwrap_or_else(|| format!("Target {}", at + 1));
        vec![
            name(row, label, chosen == Some(row)),
            small(hex(field, one.tile)),
            switch(row, class, Ink::Text).about("Click: next class"),
            small(if one.trucks { "with trucks" } else { "" }),
        ]
    });
    let cells: Vec<_> = cells.collect();
    sheet.body.add(table(
        "sighted",
        &["Enemy Target", "Hex", "Class", ""],
        cells,
    ));
    let under_fire = draft.under_fire.iter().map(|&tile| hex(field, tile));
    let under_fire: Vec<_> = under_fire.collect();
    let text = match under_fire.is_empty() {
        true => "No hex of yours is under fire".to_owned(),
        false => format!("Under fire: {}", under_fire.join("; ")),
    };
    sheet.body.add(cell(text));
    if let Some(Row::Field(at)) = chosen {
        sheet.body.add(name_of(&draft.targets, at));
        sheet
            .acts
            .push(act("Next class", "Inf, Tank, Arty, Truck", move |world| {
                next_class(world, at);
            }));
        sheet.acts.push(act(
            "Name",
            "Types in what your opponent calls it; Enter ends that",
            |world| type_into(world, NAME),
        ));
        let about = "Whether your opponent names trucks behind the chosen Target";
        sheet.acts.push(act("Trucks", about, move |world| {
            change_target(world, at, |one| one.trucks = !one.trucks);
        }));
        sheet
            .acts
            .push(act("Remove", "Removes the chosen Target", move |world| {
                Desk::edit(world, |draft| {
                    if usize::from(at) < draft.table.targets.len() {
                        draft.table.targets.remove(usize::from(at));
                    }
                });
            }));
    }
    list(&mut sheet, field, List::Firing);
    list(&mut sheet, field, List::Targets);
    sheet
}

/// The line in which the chosen Target is given a name.
const NAME: &str = "target name";

/// Returns the line in which the chosen Target is given a name.
fn name_of(targets: &[Sighted], at: u8) -> Input {
    let found = targets.get(usize::from(at));
    Input {
        name: NAME,
        text: found.and_then(|one| one.name.clone()).unwrap_or_default(),
        hint: "its name, if it has one",
        most: LONGEST,
        typed: Arc::new(move |world, text| call_target(world, at, text)),
    }
}

/// Gives a Target a name; without one it is numbered.
fn call_target(world: &mut World, at: u8, text: &str) {
    let name = text.trim_start().to_owned();
    change_target(world, at, |one| {
        one.name = (!name.trim().is_empty()).then_some(name);
    });
}

fn change_target(world: &mut World, at: u8, change: impl FnOnce(&mut Sighted)) {
    Desk::edit(world, |draft| {
        if let Some(one) = draft.table.targets.get_mut(usize::from(at)) {
            change(one);
        }
    });
}

/// Gives a Target the next class; what numbered it is forgotten.
pub(super) fn next_class(world: &mut World, at: u8) {
    change_target(world, at, |one| {
        let all = TargetClass::ALL;
        let now = all
            .iter()
            .position(|class| *class == one.class)
            .unwrap_or(0);
        one.class = all[(now + 1) % all.len()];
    });
}
