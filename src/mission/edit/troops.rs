//! Sides and units of a mission's text.
//!
//! **Invariant:** only the fields that differ are written; a name is changed wherever it is used.

use std::collections::BTreeSet;

use crate::{
    battle::grid::Layout,
    content::tree::Node,
    mission::{direction_name, load::MAX_SIDES},
};

use super::{
    Work, names,
    outline::{Outline, Post, SIDES},
    patch::{Holder, quoted, set_field},
    sheet::{At, Decides, Sheet, SideDraft, UnitDraft},
};

/// Returns a side.
pub(super) fn side_node(root: &Node, side: usize) -> Option<&Node> {
    root.field("sides")?.items().get(side)
}

/// Lists the units of a side, post by post: the post, their place in it, and what is written.
pub(super) fn unit_nodes<'n>(
    side: &'n Node,
    outline: &'static Outline,
) -> Vec<(usize, usize, &'n Node)> {
    let mut found = Vec::new();
    for (post, Post { field, is_list, .. }) in outline.posts.iter().enumerate() {
        match (side.field(field), is_list) {
            (Some(node), true) => {
                let units = node.items().iter().enumerate();
                found.extend(units.map(|(index, node)| (post, index, node)));
            }
            (Some(node), false) => found.push((post, 0, node)),
            (None, _) => {}
        }
    }
    found
}

/// Returns what is written of a unit.
pub(super) fn unit_node<'n>(
    root: &'n Node,
    outline: &'static Outline,
    side: usize,
    index: usize,
) -> Option<&'n Node> {
    let units = unit_nodes(side_node(root, side)?, outline);
    units.get(index).map(|(.., node)| *node)
}

/// Lists the fields of a unit as they are written.
fn unit_fields(unit: &UnitDraft, layout: Layout) -> Vec<(&str, String)> {
    let at = unit.at.as_ref().map(|at| match at {
        At::Hex(column, row) => format!("({column}, {row})"),
        At::Zone(zone) => format!("Zone({})", quoted(zone)),
    });
    let facing = unit.facing.map(|facing| direction_name(layout, facing));
    let head = [
        // Where there is one kind alone, it has no key.
        ("kind", (!unit.kind.is_empty()).then(|| quoted(&unit.kind))),
        ("name", unit.name.as_deref().map(quoted)),
        ("at", at),
        ("facing", facing.map(str::to_owned)),
    ];
    let head = head.into_iter().filter_map(|(name, to)| Some((name, to?)));
    let more = unit.more.iter();
    let more = more.map(|(name, to)| (name.as_str(), to.clone()));
    head.chain(more).collect()
}

/// Writes a unit.
pub(super) fn written_unit(unit: &UnitDraft, layout: Layout) -> String {
    let fields = unit_fields(unit, layout).into_iter();
    let fields: Vec<_> = fields.map(|(name, to)| format!("{name}: {to}")).collect();
    format!("({})", fields.join(", "))
}

pub(super) fn add_unit(
    work: &mut Work,
    sheet: &Sheet,
    side: usize,
    unit: &UnitDraft,
) -> Result<(), String> {
    let new = written_unit(unit, sheet.board.grid.layout);
    let outline = sheet.outline;
    let post = (outline.posts.get(unit.post)).ok_or("these rules have no such units")?;
    let node = side_node(&work.root, side).ok_or("there is no such side")?;
    match node.field(post.field) {
        Some(_) if !post.is_list => Err(format!("a side has one {} at most", post.word)),
        Some(_) => work.patch(|patch, text, root| {
            let units = side_node(root, side).and_then(|side| side.field(post.field));
            if let Some(units) = units {
                Holder::new(text, units).insert(patch, usize::MAX, &new, true);
            }
        }),
        None => work.patch(|patch, text, root| {
            let to = if post.is_list {
                format!("[{new}]")
            } else {
                new
            };
            if let Some(side) = side_node(root, side) {
                set_field(patch, text, side, post.field, Some(to), outline.order);
            }
        }),
    }
}

pub(super) fn set_unit(
    work: &mut Work,
    sheet: &Sheet,
    side: usize,
    index: usize,
    unit: &UnitDraft,
) -> Result<(), String> {
    let old = sheet.unit(side, index).ok_or("there is no such unit")?;
    let (layout, outline) = (sheet.board.grid.layout, sheet.outline);
    let (before, after) = (unit_fields(old, layout), unit_fields(unit, layout));
    let get = |fields: &[(&str, String)], name: &str| {
        let field = fields.iter().find(|(known, _)| *known == name);
        field.map(|(_, to)| to.clone())
    };
    // One after the other: a field that goes and one that comes may touch the same comma.
    let mut told = BTreeSet::new();
    for (name, _) in before.iter().chain(&after) {
        let to = get(&after, name);
        if told.insert(*name) && get(&before, name) != to {
            work.patch(|patch, text, root| {
                if let Some(unit) = unit_node(root, outline, side, index) {
                    set_field(patch, text, unit, name, to, outline.order);
                }
            })?;
        }
    }
    match (&old.name, &unit.name) {
        (Some(from), Some(to)) => {
            let names = ["sides", outline.posts[old.post].field, "name"];
            names::follow(work, outline, &names, (from, to))
        }
        _ => Ok(()),
    }
}

pub(super) fn remove_unit(
    work: &mut Work,
    sheet: &Sheet,
    side: usize,
    index: usize,
) -> Result<(), String> {
    let outline = sheet.outline;
    let units = side_node(&work.root, side).map(|side| unit_nodes(side, outline));
    let unit = units.and_then(|units| units.get(index).map(|(post, at, _)| (*post, *at)));
    let (post, at) = unit.ok_or("there is no such unit")?;
    let Post { field, is_list, .. } = outline.posts[post];
    work.patch(|patch, text, root| {
        let Some(side) = side_node(root, side) else {
            return;
        };
        match side.field(field).filter(|_| is_list) {
            Some(units) => Holder::new(text, units).remove(patch, at),
            None => set_field(patch, text, side, field, None, outline.order),
        }
    })
}

fn written_decides(decides: Decides) -> String {
    match decides {
        Decides::Human => "Human".into(),
        Decides::Open => "Open".into(),
        Decides::Ai(mode) => format!("Ai({mode:?})"),
    }
}

/// Writes a side as the shipped missions do.
pub(super) fn written_side(side: &SideDraft, outline: &Outline, layout: Layout) -> String {
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
    for (name, to) in &side.more {
        head.push_str(&format!(", {name}: {to}"));
    }
    let mut text = format!("(\n            {head},\n");
    for (index, post) in outline.posts.iter().enumerate() {
        let units = side.units.iter().filter(|unit| unit.post == index);
        let units: Vec<_> = units.map(|unit| written_unit(unit, layout)).collect();
        let units = match (post.is_list, units.first()) {
            (false, Some(unit)) => unit.clone(),
            (false, None) => continue,
            (true, None) => "[]".into(),
            (true, Some(_)) => {
                let lines = units
                    .iter()
                    .map(|unit| format!("                {unit},\n"));
                format!("[\n{}            ]", lines.collect::<String>())
            }
        };
        text.push_str(&format!("            {}: {units},\n", post.field));
    }
    text.push_str("        )");
    text
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
    let new = written_side(side, sheet.outline, sheet.board.grid.layout);
    if work.root.field("sides").is_none() {
        return Err("the mission has no list of sides".into());
    }
    work.patch(|patch, text, root| {
        if let Some(sides) = root.field("sides") {
            Holder::new(text, sides).insert(patch, usize::MAX, &new, true);
        }
    })
}

/// Names a side otherwise, wherever it is named.
pub(super) fn rename_side(
    work: &mut Work,
    sheet: &Sheet,
    index: usize,
    name: &str,
) -> Result<(), String> {
    let old = sheet.sides.get(index).ok_or("there is no such side")?;
    check_name(sheet, index, name)?;
    if old.name == name {
        return Ok(());
    }
    set_side_field(work, sheet, index, "name", Some(quoted(name)))?;
    names::follow(work, sheet.outline, SIDES, (&old.name, name))
}

fn set_side_field(
    work: &mut Work,
    sheet: &Sheet,
    index: usize,
    name: &str,
    to: Option<String>,
) -> Result<(), String> {
    work.patch(|patch, text, root| {
        if let Some(side) = side_node(root, index) {
            set_field(patch, text, side, name, to, sheet.outline.order);
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
        ("controller", old.decides != side.decides, decides),
        ("neutral", old.neutral != side.neutral, flag(side.neutral)),
        ("hunts", old.hunts != side.hunts, flag(side.hunts)),
    ] {
        if is_new {
            set_side_field(work, sheet, index, name, to)?;
        }
    }
    rename_side(work, sheet, index, &side.name)
}

pub(super) fn remove_side(work: &mut Work, index: usize) -> Result<(), String> {
    let count = work
        .root
        .field("sides")
        .map_or(0, |sides| sides.items().len());
    if index >= count {
        return Err("there is no such side".into());
    }
    if count <= 2 {
        return Err("a mission has at least 2 sides".into());
    }
    work.patch(|patch, text, root| {
        if let Some(sides) = root.field("sides") {
            Holder::new(text, sides).remove(patch, index);
        }
    })
}
