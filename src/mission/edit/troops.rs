//! Sides and units of a mission's text.
//!
//! **Invariant:** only the fields that differ are written; a name is changed wherever it is used.

use crate::{
    battle::grid::Layout,
    content::{mode::AiMode, tree::Node},
    mission::{
        direction_name,
        load::{MAX_SIDES, MODES},
    },
};

use super::{
    Work,
    names::{self, Naming},
    patch::{Holder, list, quoted, set_field, value},
    sheet::{At, Decides, Sheet, SideDraft, UnitDraft},
};

/// Fields of a side in the order they are written.
const SIDE: [&str; 6] = [
    "name",
    "controller",
    "stand_in",
    "neutral",
    "hunts",
    "units",
];
/// Fields of a unit in the order they are written.
const UNIT: [&str; 10] = [
    "kind", "name", "at", "facing", "weapon", "suit", "mode", "items", "patrol", "group",
];

/// Returns the name of an AI mode in mission files.
fn mode_name(mode: AiMode) -> &'static str {
    let entry = MODES.iter().find(|(_, other)| *other == mode);
    entry.map_or("Aggressive", |(name, _)| name)
}

/// Returns the list of a side's units.
pub(super) fn units(root: &Node, side: usize) -> Option<&Node> {
    value(list(value(root, "sides")?).get(side)?, "units")
}

/// Lists the fields of a unit as they are written.
fn unit_fields(unit: &UnitDraft, layout: Layout) -> [(&'static str, Option<String>); 9] {
    let text = |text: &Option<String>| text.as_deref().map(quoted);
    let at = match &unit.at {
        At::Hex(column, row) => format!("({column}, {row})"),
        At::Zone(zone) => format!("Zone({})", quoted(zone)),
    };
    let items = unit.items.as_ref().map(|items| {
        let items: Vec<_> = items.iter().map(|item| quoted(item)).collect();
        format!("[{}]", items.join(", "))
    });
    let facing = unit
        .facing
        .map(|facing| direction_name(layout, facing).to_owned());
    [
        ("kind", Some(quoted(&unit.kind))),
        ("name", text(&unit.name)),
        ("at", Some(at)),
        ("facing", facing),
        ("weapon", text(&unit.weapon)),
        ("suit", text(&unit.suit)),
        ("mode", unit.mode.map(|mode| mode_name(mode).to_owned())),
        ("items", items),
        ("group", text(&unit.group)),
    ]
}

/// Writes a unit.
pub(super) fn written_unit(unit: &UnitDraft, layout: Layout) -> String {
    let fields = unit_fields(unit, layout).into_iter();
    let fields: Vec<_> = fields
        .filter_map(|(name, value)| Some(format!("{name}: {}", value?)))
        .collect();
    format!("({})", fields.join(", "))
}

pub(super) fn add_unit(
    work: &mut Work,
    sheet: &Sheet,
    side: usize,
    unit: &UnitDraft,
) -> Result<(), String> {
    let new = written_unit(unit, sheet.board.grid.layout);
    if units(&work.root, side).is_none() {
        return Err("there is no such side with a list of units".into());
    }
    work.patch(|patch, text, root| {
        if let Some(units) = units(root, side) {
            Holder::new(text, units).insert(patch, usize::MAX, &new, true);
        }
    })
}

pub(super) fn set_unit(
    work: &mut Work,
    sheet: &Sheet,
    side: usize,
    index: usize,
    unit: &UnitDraft,
) -> Result<(), String> {
    let old = sheet.sides.get(side).and_then(|side| side.units.get(index));
    let old = old.ok_or("there is no such unit")?;
    let layout = sheet.board.grid.layout;
    let (before, after) = (unit_fields(old, layout), unit_fields(unit, layout));
    let others = || sheet.sides.iter().flat_map(|side| &side.units);
    let renamed = (old.name.as_ref().zip(unit.name.as_ref()))
        .filter(|(from, to)| from != to)
        .filter(|(from, _)| {
            others()
                .filter(|unit| unit.name.as_ref() == Some(from))
                .count()
                == 1
        });
    // One after the other: a field that goes and one that comes may touch the same comma.
    for ((name, before), (_, after)) in before.into_iter().zip(after) {
        if before != after {
            work.patch(|patch, text, root| {
                let unit = units(root, side).and_then(|units| list(units).get(index));
                if let Some(unit) = unit {
                    set_field(patch, text, unit, name, after, &UNIT);
                }
            })?;
        }
    }
    match renamed {
        Some((from, to)) => {
            work.patch(|patch, _, root| names::rename(patch, root, Naming::Unit, from, to))
        }
        None => Ok(()),
    }
}

pub(super) fn remove_unit(work: &mut Work, side: usize, index: usize) -> Result<(), String> {
    let count = units(&work.root, side).map_or(0, |units| list(units).len());
    if index >= count {
        return Err("there is no such unit".into());
    }
    work.patch(|patch, text, root| {
        if let Some(units) = units(root, side) {
            Holder::new(text, units).remove(patch, index);
        }
    })
}

fn written_decides(decides: Decides) -> String {
    match decides {
        Decides::Human => "Human".into(),
        Decides::Open => "Open".into(),
        Decides::Ai(mode) => format!("Ai({})", mode_name(mode)),
    }
}

/// Writes a side as the shipped missions do.
pub(super) fn written_side(side: &SideDraft, layout: Layout) -> String {
    let mut head = format!(
        "name: {}, controller: {}",
        quoted(&side.name),
        written_decides(side.decides)
    );
    for (word, is_on) in [("neutral", side.neutral), ("hunts", side.hunts)] {
        if is_on {
            head.push_str(&format!(", {word}: true"));
        }
    }
    let units: String = (side.units.iter())
        .map(|unit| format!("                {},\n", written_unit(unit, layout)))
        .collect();
    let units = match units.is_empty() {
        true => "[]".into(),
        false => format!("[\n{units}            ]"),
    };
    format!("(\n            {head},\n            units: {units},\n        )")
}

/// Refuses a name that another side has.
fn check_name(sheet: &Sheet, index: usize, name: &str) -> Result<(), String> {
    let is_taken = |(other, side): (usize, &SideDraft)| other != index && side.name == name;
    match name.trim().is_empty() || sheet.sides.iter().enumerate().any(is_taken) {
        true => Err(format!(
            "a side cannot be named {name:?}: that name is taken or empty"
        )),
        false => Ok(()),
    }
}

pub(super) fn add_side(work: &mut Work, sheet: &Sheet, side: &SideDraft) -> Result<(), String> {
    check_name(sheet, usize::MAX, &side.name)?;
    if sheet.sides.len() >= MAX_SIDES {
        return Err(format!("a mission has at most {MAX_SIDES} sides"));
    }
    let new = written_side(side, sheet.board.grid.layout);
    if value(&work.root, "sides").is_none() {
        return Err("the mission has no list of sides".into());
    }
    work.patch(|patch, text, root| {
        if let Some(sides) = value(root, "sides") {
            Holder::new(text, sides).insert(patch, usize::MAX, &new, true);
        }
    })
}

pub(super) fn set_side(
    work: &mut Work,
    sheet: &Sheet,
    index: usize,
    side: &SideDraft,
) -> Result<(), String> {
    let old = sheet.sides.get(index).ok_or("there is no such side")?;
    check_name(sheet, index, &side.name)?;
    let flag = |is_on: bool| is_on.then(|| "true".to_owned());
    let decides = Some(written_decides(side.decides));
    for (name, is_new, to) in [
        ("name", old.name != side.name, Some(quoted(&side.name))),
        ("controller", old.decides != side.decides, decides),
        ("neutral", old.neutral != side.neutral, flag(side.neutral)),
        ("hunts", old.hunts != side.hunts, flag(side.hunts)),
    ] {
        if is_new {
            work.patch(|patch, text, root| {
                let sides = value(root, "sides").map(list).unwrap_or_default();
                if let Some(node) = sides.get(index) {
                    set_field(patch, text, node, name, to, &SIDE);
                }
            })?;
        }
    }
    if old.name == side.name {
        return Ok(());
    }
    work.patch(|patch, _, root| names::rename(patch, root, Naming::Side, &old.name, &side.name))
}

pub(super) fn remove_side(work: &mut Work, index: usize) -> Result<(), String> {
    let count = value(&work.root, "sides").map_or(0, |sides| list(sides).len());
    if index >= count {
        return Err("there is no such side".into());
    }
    if count <= 2 {
        return Err("a mission has at least 2 sides".into());
    }
    work.patch(|patch, text, root| {
        if let Some(sides) = value(root, "sides") {
            Holder::new(text, sides).remove(patch, index);
        }
    })
}
