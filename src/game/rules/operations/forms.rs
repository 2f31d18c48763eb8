//! Forms of what the player across a real map tells: numbers with steps up and down, and hexes that are clicked.
//!
//! **Invariant:** a form changes the draft alone.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::desk::{Desk, Row, known};
use super::guns::table;
use super::input::give;
use super::sheet::{Sheet, act, cell, hex, name, small, switch};
use super::table::{TableDraft, lines};
use crate::battle::grid::TileId;
use crate::battle::unit::Side;
use crate::game::kit::piece::Ink;
use crate::game::rules::playable::own_side;
use crate::rules::operations::content::Size;
use crate::rules::operations::field::Field;
use crate::rules::operations::log;
use crate::rules::operations::order::{Choice, Order};
use crate::rules::operations::progress::{Behind, Hits, TargetNo};
use crate::rules::operations::table::check::{MOST, MOST_LOST, MOST_RAW, MOST_STACKING};
use crate::rules::operations::table::{Entry, Opposition, Question};

/// A field of a form: its name, bounds, and whether it is a number.
struct Slot {
    name: &'static str,
    least: i32,
    most: i32,
    words: &'static [&'static str],
}

const NO_WORDS: &[&str] = &[];
const YES_NO: &[&str] = &["no", "yes"];
const SIZES: &[&str] = &["company", "battalion", "brigade", "division"];

fn number(name: &'static str, most: u16) -> Slot {
    Slot {
        name,
        least: 0,
        most: most.into(),
        words: NO_WORDS,
    }
}

fn choice(name: &'static str, words: &'static [&'static str]) -> Slot {
    Slot {
        name,
        least: 0,
        most: words.len() as i32 - 1,
        words,
    }
}

/// Lists the fields of a question's form.
fn slots(question: &Question) -> Vec<Slot> {
    match question {
        Question::Fire { .. } => vec![number("Damage points of the enemy", MOST)],
        Question::Opposition { .. } => vec![
            number("Raw points", MOST_RAW),
            number("Actual points", MOST),
            choice("Largest unit", SIZES),
            number("Its stacking points", MOST_STACKING.into()),
            Slot {
                least: -3,
                ..number("Adjusted morale", 4)
            },
            choice("All its defenders pinned", YES_NO),
            choice("A probe", YES_NO),
        ],
        Question::Taken { raw, .. } => vec![
            number("Prisoner Points", *raw),
            number("Replacement Points", *raw),
        ],
        Question::Retreat { .. } | Question::Left { .. } => Vec::new(),
    }
}

/// Lists what the fields of a form begin with.
pub(super) fn usual(question: &Question) -> Vec<i32> {
    match question {
        Question::Opposition { .. } => vec![0, 0, 1, 1, 0, 0, 0],
        question => vec![0; slots(question).len()],
    }
}

/// Whether a field means anything now: only attackers probe, only defenders are all pinned.
fn is_open(field: &Field, user: Side, question: &Question, at: usize) -> bool {
    let attacks = field.progress.phasing == user;
    match (question, at) {
        (Question::Opposition { .. }, 5) => attacks,
        (Question::Opposition { .. }, 6) => !attacks,
        _ => true,
    }
}

/// Returns the answer that confirming gives, with its name.
pub(super) fn order(
    field: &Field,
    user: Side,
    draft: &TableDraft,
    question: &Question,
) -> Option<(&'static str, Order)> {
    let at = |at: usize| draft.numbers.get(at).copied().unwrap_or(0);
    let count = |place: usize| at(place).clamp(0, i32::from(u16::MAX)) as u16;
    let attacks = field.progress.phasing == user;
    let (name, entry) = match question {
        Question::Fire { .. } => {
            let (damage, from) = (count(0), draft.tiles.clone());
            ("Enter damage", Entry::Fire { damage, from })
        }
        Question::Opposition { .. } => {
            let sizes = Size::ALL;
            let size = usize::try_from(at(2)).unwrap_or(0).min(sizes.len() - 1);
            let told = Opposition {
                raw: count(0),
                actual: count(1),
                size: sizes[size],
                stacking: count(3).min(u8::MAX.into()) as u8,
                morale: at(4).clamp(-99, 99) as i16,
                pinned: attacks && at(5) > 0,
                probe: !attacks && at(6) > 0,
                from: draft.tiles.clone(),
            };
            ("Enter their strength", Entry::Opposition(told))
        }
        Question::Retreat { .. } => match draft.tiles.first() {
            Some(&to) => ("They retreat there", Entry::Retreated(Some(to))),
            None => ("They do not retreat", Entry::Retreated(None)),
        },
        Question::Left { .. } => match draft.tiles.is_empty() {
            true => ("They still hold", Entry::Left(BTreeSet::new())),
            false => ("Empty now", Entry::Left(draft.tiles.clone())),
        },
        Question::Taken { .. } => (
            "Enter captures",
            Entry::Taken {
                prisoners: count(0),
                replacements: count(1),
            },
        ),
    };
    Some((name, Order::Table(entry)))
}

/// Returns the sheet of a question.
pub(super) fn sheet(world: &World, field: &Field, desk: &Desk, question: &Question) -> Sheet {
    let draft = &desk.draft.table;
    let user = own_side(world);
    let slots = slots(question);
    let tile = match question {
        Question::Fire { tile, .. } | Question::Retreat { tile, .. } => Some(*tile),
        Question::Opposition { tiles } | Question::Left { tiles } => tiles.first().copied(),
        Question::Taken { .. } => None,
    };
    let open: Vec<_> = (0..slots.len())
        .filter(|&at| is_open(field, user, question, at))
        .collect();
    let place = tile.unwrap_or_default();
    let mut sheet = Sheet {
        title: title(question).into(),
        hint: log::question(world, &Choice::Table(question.clone())),
        rows: open
            .iter()
            .map(|&at| (Row::Field(at as u8), place))
            .collect(),
        ..Sheet::default()
    };
    if let Question::Left { tiles } = question {
        sheet.rows = tiles.iter().map(|&tile| (Row::Hex(tile), tile)).collect();
    }
    let chosen = sheet.row(desk);
    let cells = open.iter().map(|&at| {
        let row = Row::Field(at as u8);
        let slot = &slots[at];
        let value = draft.numbers.get(at).copied().unwrap_or(0);
        let word = usize::try_from(value)
            .ok()
            .and_then(|at| slot.words.get(at));
        let text = word.map_or_else(|| value.to_string(), |word| (*word).to_owned());
        vec![
            name(row, slot.name, chosen == Some(row)),
            switch(row, text, Ink::Accent).about("Click: one more, or the next"),
        ]
    });
    let cells: Vec<_> = cells.collect();
    if !cells.is_empty() {
        sheet
            .body
            .add(table("told", &["The enemy reports", ""], cells));
    }
    hexes(&mut sheet, field, desk, question);
    if let (Some(Row::Field(at)), false) = (chosen, slots.is_empty()) {
        for (label, by) in [("−10", -10), ("−1", -1), ("+1", 1), ("+10", 10)] {
            let about = "Changes the chosen number";
            let question = question.clone();
            sheet.acts.push(act(label, about, move |world| {
                change(world, &question, at, by);
            }));
        }
    }
    if matches!(question, Question::Opposition { .. }) && field.progress.phasing == user {
        let about = "The hex has no assigned defenders: it retreats without a fight";
        sheet.acts.push(act("Undefended", about, |world| {
            give(world, Order::Table(Entry::Undefended));
        }));
    }
    sheet
}

fn title(question: &Question) -> &'static str {
    match question {
        Question::Fire { .. } => "C9 Damage points",
        Question::Opposition { .. } => "C11 Enemy strength",
        Question::Retreat { .. } => "C11 Their retreat",
        Question::Left { .. } => "C11 Their losses",
        Question::Taken { .. } => "C11 Captures",
    }
}

/// Says which hexes are chosen for a question, and what can be told of them.
fn hexes(sheet: &mut Sheet, field: &Field, desk: &Desk, question: &Question) {
    let draft = &desk.draft.table;
    let names = draft.tiles.iter().map(|&tile| hex(field, tile));
    let names = names.collect::<Vec<_>>().join("; ");
    let attacked = field
        .table()
        .is_some_and(|(side, _)| field.progress.phasing == side);
    let text = match question {
        Question::Fire { .. } if attacked => match names.is_empty() {
            true => "It attacks from all its hexes; click hexes to choose some of them".to_owned(),
            false => format!("It attacks from {names}"),
        },
        Question::Opposition { .. } if attacked => match names.is_empty() {
            true => "Click the hexes that it attacks from".to_owned(),
            false => format!("It attacks from {names}"),
        },
        Question::Opposition { tiles } => {
            let setting = field.assault_on(tiles);
            let own = setting.attack;
            sheet.body.extend(
                lines([format!(
                    "Your own strength: {} raw, {} actual points",
                    own.raw, own.points
                )])
                .0,
            );
            return;
        }
        Question::Retreat { .. } => match names.is_empty() {
            true => "Click the hex that it retreats to; none if it stays".to_owned(),
            false => format!("It retreats to {names}"),
        },
        Question::Left { .. } => match names.is_empty() {
            true => "Click the hexes that are empty now".to_owned(),
            false => format!("Empty now: {names}"),
        },
        _ => return,
    };
    sheet.body.add(cell(text));
    if let Question::Opposition { tiles } = question {
        let own = field.assault_on(tiles).defense;
        let text = format!(
            "Your own strength: {} raw, {} actual points",
            own.raw, own.points
        );
        sheet.body.extend(lines([text]).0);
    }
}

/// Changes a number of a form within its bounds. Raw points bring their actual points along.
fn change(world: &mut World, question: &Question, at: u8, by: i32) {
    let slots = slots(question);
    let at = usize::from(at);
    let Some(slot) = slots.get(at) else { return };
    let (least, most) = (slot.least, slot.most);
    let field = known(world);
    let actual = |raw: i32| i32::from(field.actual(raw.clamp(0, i32::from(u16::MAX)) as u16));
    let mut numbers = Desk::of(world).draft.table.numbers;
    numbers.resize(slots.len(), 0);
    numbers[at] = (numbers[at] + by).clamp(least, most);
    if at == 0 && matches!(question, Question::Opposition { .. }) {
        numbers[1] = actual(numbers[0]);
    }
    Desk::edit(world, |draft| draft.table.numbers = numbers);
}

/// Changes a row of a form: the next of its words, or one more.
pub(super) fn mark(world: &mut World, question: &Question, row: Row) {
    match row {
        Row::Field(at) => {
            let slots = slots(question);
            let Some(slot) = slots.get(usize::from(at)) else {
                return;
            };
            let numbers = &Desk::of(world).draft.table.numbers;
            let value = numbers.get(usize::from(at)).copied().unwrap_or(0);
            let is_last = !slot.words.is_empty() && value == slot.most;
            let by = if is_last { -slot.most } else { 1 };
            change(world, question, at, by);
        }
        Row::Hex(tile) => click_on(world, question, tile),
        _ => {}
    }
}

/// Chooses a hex for a question, or leaves it out again.
pub(super) fn click_on(world: &mut World, question: &Question, tile: TileId) {
    let is_one = matches!(question, Question::Retreat { .. });
    Desk::edit(world, |draft| {
        let tiles = &mut draft.table.tiles;
        if !tiles.remove(&tile) {
            if is_one {
                tiles.clear();
            }
            tiles.insert(tile);
        }
    });
}

/// Adds own Targets under fire, with what the enemy's barrages did to each.
pub(super) fn own_targets(sheet: &mut Sheet, field: &Field, desk: &Desk, user: Side) {
    let own = (0..).map(TargetNo).zip(&field.progress.targets);
    let own: Vec<_> = own.filter(|(_, target)| target.side == user).collect();
    if own.is_empty() {
        return;
    }
    let rows = own
        .iter()
        .map(|(no, target)| (Row::Target(*no), target.tile));
    sheet.rows.extend(rows);
    let chosen = sheet.row(desk);
    sheet
        .body
        .add(small("Enter what the enemy's dice did to your Targets"));
    let cells = own.iter().map(|(no, target)| {
        let row = Row::Target(*no);
        let shown = match target.behind {
            Behind::Unit(id) => format!("{} ({})", target.name, field.name(id)),
            _ => target.name.clone(),
        };
        let hits = desk.draft.table.hits.get(no).copied().unwrap_or_default();
        let points = format!("fired {}", hits.points);
        let result = match hits {
            Hits {
                lost: 0,
                trucks: 0,
                pinned: false,
                ..
            } => "–".to_owned(),
            Hits {
                lost: 0, trucks: 0, ..
            } => "Pinned".to_owned(),
            hits => {
                let lost = [(hits.lost, "TOE"), (hits.trucks, "trucks")].into_iter();
                let lost = lost.filter(|(count, _)| *count > 0);
                let lost = lost.map(|(count, what)| format!("−{count} {what}"));
                lost.collect::<Vec<_>>().join(", ")
            }
        };
        vec![
            name(row, shown, chosen == Some(row)),
            small(hex(field, target.tile)),
            cell(points),
            small(result),
        ]
    });
    let cells: Vec<_> = cells.collect();
    sheet
        .body
        .add(table("under fire", &["Target", "Hex", "", ""], cells));
    let Some(Row::Target(no)) = chosen else {
        return;
    };
    let mut add = |label: &str, about: &'static str, change: fn(&mut Hits)| {
        sheet.acts.push(act(label, about, move |world| {
            Desk::edit(world, |draft| {
                change(draft.table.hits.entry(no).or_default());
            });
        }));
    };
    add(
        "Points +1",
        "Barrage points fired at the chosen Target",
        |hits| {
            hits.points = (hits.points + 1).min(MOST);
        },
    );
    add(
        "Points +5",
        "Barrage points fired at the chosen Target",
        |hits| {
            hits.points = (hits.points + 5).min(MOST);
        },
    );
    add("Pinned", "Whether it is Pinned", |hits| {
        hits.pinned = !hits.pinned;
    });
    add("TOE +1", "One more TOE point is lost", |hits| {
        hits.lost = (hits.lost + 1).min(MOST_LOST);
    });
    add("Truck +1", "One more truck is lost", |hits| {
        hits.trucks = (hits.trucks + 1).min(MOST_LOST);
    });
    add("Clear", "The enemy did nothing to it", |hits| {
        *hits = Hits::default();
    });
}
