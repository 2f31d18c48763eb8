//! Sides and units of a mission's text.
//!
//! **Invariant:** only the fields that differ are written; a name is changed wherever it is used.

use crate::battle::grid::Layout;
use crate::content::tree::Node;
use crate::mission::direction_name;
use crate::mission::load::MAX_SIDES;

use super::outline::{Outline, Post, SIDES};
use super::patch::quoted;
use super::path::{self, Path};
use super::sheet::{At, Sheet, SideDraft, UnitDraft};
use super::{Work, names};

/// Returns where a side is written.
fn side_path(side: usize) -> Path {
    Path::of("sides").item(side)
}

/// Returns a side.
fn side_node(root: &Node, side: usize) -> Option<&Node> {
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

/// Writes a unit.
fn written_unit(unit: &UnitDraft, layout: Layout) -> String {
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
    let head = head
        .into_iter()
        .filter_map(|(name, to)| Some(format!("{name}: {}", to?)));
    let more = unit.more.iter().map(|(name, to)| format!("{name}: {to}"));
    let fields: Vec<_> = head.chain(more).collect();
    format!("({})", fields.join(", "))
}

pub(super) fn add_unit(
    work: &mut Work,
    sheet: &Sheet,
    side: usize,
    unit: &UnitDraft,
) -> Result<(), String> {
    let outline = sheet.outline;
    let post = (outline.posts.get(unit.post)).ok_or("these rules have no such units")?;
    let node = side_node(&work.root, side).ok_or("there is no such side")?;
    if !post.is_list && node.field(post.field).is_some() {
        return Err(format!("a side has at most one {}", post.word));
    }
    let units = side_path(side).field(post.field);
    let path = match post.is_list {
        true => units.item(usize::MAX),
        false => units,
    };
    let new = written_unit(unit, sheet.board.grid.layout);
    path::set(work, outline, &path, Some(&new))
}

pub(super) fn remove_unit(
    work: &mut Work,
    sheet: &Sheet,
    side: usize,
    index: usize,
) -> Result<(), String> {
    let path = sheet
        .unit_path(side, index)
        .ok_or("there is no such unit")?;
    path::set(work, sheet.outline, &path, None)
}

/// Writes a side as the shipped missions do.
pub(in crate::mission) fn written_side(
    side: &SideDraft,
    outline: &Outline,
    layout: Layout,
) -> String {
    let mut head = format!("name: {}", quoted(&side.name));
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
            "a side cannot be named {name:?}: the name is taken or empty"
        )),
        false => Ok(()),
    }
}

pub(super) fn add_side(work: &mut Work, sheet: &Sheet, side: &SideDraft) -> Result<(), String> {
    check_name(sheet, usize::MAX, &side.name)?;
    if sheet.sides.len() >= MAX_SIDES {
        return Err(format!("a mission has at most {MAX_SIDES} sides"));
    }
    if work.root.field("sides").is_none() {
        return Err("the mission has no list of sides".into());
    }
    let new = written_side(side, sheet.outline, sheet.board.grid.layout);
    path::set(work, sheet.outline, &side_path(usize::MAX), Some(&new))
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
    let path = side_path(index).field("name");
    path::set(work, sheet.outline, &path, Some(&quoted(name)))?;
    names::follow(work, sheet.outline, SIDES, (&old.name, name))
}

pub(super) fn remove_side(work: &mut Work, sheet: &Sheet, index: usize) -> Result<(), String> {
    let count = sheet.sides.len();
    if index >= count {
        return Err("there is no such side".into());
    }
    if count <= 2 {
        return Err("a mission has at least 2 sides".into());
    }
    path::set(work, sheet.outline, &side_path(index), None)
}
