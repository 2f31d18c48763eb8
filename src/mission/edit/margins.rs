//! Adds and takes away columns and rows; all that stands on the board moves along.
//!
//! **Invariant:** what keeps its place on the ground keeps it: no hex changes its neighbors but at the
//! edges.

use crate::battle::grid::{Grid, Orientation, TileId};
use crate::content::tree::{Field, Node, Value};
use crate::mission::load::MAX_SIDE;

use super::change::{remove_zone, set_zone};
use super::ground::{height_cells, remove_items, written_rows};
use super::patch::Patch;
use super::path::{self, Path};
use super::sheet::{At, Sheet, position};
use super::{Work, troops};

/// Columns and rows to add at each edge; to take away, if less than 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Margins {
    /// At the left.
    pub left: i32,
    /// At the right.
    pub right: i32,
    /// At the top.
    pub top: i32,
    /// At the bottom.
    pub bottom: i32,
}

/// How positions of the board that was become positions of the board that is made.
#[derive(Clone, Copy)]
struct Shift {
    old: Grid,
    new: Grid,
    by: (i32, i32),
}

impl Shift {
    fn of(old: Grid, margins: &Margins) -> Result<Self, String> {
        let (moved, lines) = match old.layout.orientation() {
            Orientation::Pointy => (margins.top, "rows at the top"),
            Orientation::Flat => (margins.left, "columns at the left"),
        };
        if moved % 2 != 0 {
            return Err(format!(
                "{lines} can only be added or removed two at a time, or the board would shear"
            ));
        }
        let side = |length: u16, more: i32| {
            let length = i32::from(length).saturating_add(more);
            let most = i32::try_from(MAX_SIDE).unwrap_or(i32::MAX);
            match (2..=most).contains(&length) {
                true => Ok(length as u16),
                false => Err(format!(
                    "a board has 2 to {MAX_SIDE} columns and rows, not {length}"
                )),
            }
        };
        let width = side(old.width, margins.left.saturating_add(margins.right))?;
        let height = side(old.height, margins.top.saturating_add(margins.bottom))?;
        Ok(Self {
            old,
            new: Grid::new(old.layout, width, height),
            by: (margins.left, margins.top),
        })
    }

    fn moved(&self, (column, row): (i32, i32)) -> (i32, i32) {
        (column + self.by.0, row + self.by.1)
    }

    fn tile(&self, tile: TileId) -> Option<TileId> {
        let (column, row) = self.moved(self.old.to_offset(tile));
        self.new.from_offset(column, row)
    }

    fn is_off(&self, at: (i32, i32)) -> bool {
        let (column, row) = self.moved(at);
        self.new.from_offset(column, row).is_none()
    }

    /// Returns what each hex of the new board takes over: that of its old place, or the nearest.
    fn carried<T: Copy>(&self, old: &[T]) -> Vec<T> {
        let (width, height) = (i32::from(self.old.width), i32::from(self.old.height));
        (self.new.tiles())
            .map(|tile| {
                let (column, row) = self.new.to_offset(tile);
                let column = (column - self.by.0).clamp(0, width - 1);
                let row = (row - self.by.1).clamp(0, height - 1);
                old[(row * width + column) as usize]
            })
            .collect()
    }
}

pub(super) fn apply(
    work: &mut Work,
    sheet: &Sheet,
    margins: &Margins,
) -> Result<Vec<String>, String> {
    let board = &sheet.board;
    if !board.is_drawn || board.grid.is_empty() {
        return Err("only drawn boards can be resized here".into());
    }
    let shift = Shift::of(board.grid, margins)?;
    let mut notes = Vec::new();
    let is_lost = |tile: TileId| shift.tile(tile).is_none();
    remove_items(work, sheet, "hexsides", |tile, item| {
        let way = board.hexsides.iter().find(|(at, way, _)| {
            let name = crate::mission::direction_name(board.grid.layout, *way);
            *at == tile && matches!(item.field("side").map(|node| &node.value), Some(Value::Name(found)) if found == name)
        });
        let beyond = way.and_then(|(at, way, _)| board.grid.neighbor(*at, *way));
        is_lost(tile) || beyond.is_some_and(is_lost)
    })?;
    remove_items(work, sheet, "smoke", |tile, _| is_lost(tile))?;
    remove_items(work, sheet, "fire", |tile, _| is_lost(tile))?;
    drop_units(work, sheet, shift, &mut notes)?;
    drop_objects(work, sheet, shift, &mut notes)?;
    let rewritten = clip_zones(work, sheet, shift, &mut notes)?;
    if let Some(triggers) = work.root.field("triggers") {
        each_position(triggers, &mut |_, at| {
            if shift.is_off(at) {
                let (column, row) = at;
                notes.push(format!(
                    "a trigger uses ({column}, {row}), which is now off the board"
                ));
            }
        });
    }
    work.patch(|patch, _, root| {
        move_positions(patch, root, shift, &rewritten);
        let Some(node) = root.field("board") else {
            return;
        };
        if let Some(rows) = node.field("rows") {
            let cells = shift.carried(&board.cells);
            patch.replace(rows.span.range(), written_rows(shift.new, &cells, 8));
        }
        if let Some(heights) = node.field("heights") {
            let cells = shift.carried(&height_cells(&board.heights));
            patch.replace(heights.span.range(), written_rows(shift.new, &cells, 8));
        }
    })?;
    Ok(notes)
}

/// Takes out units that stood on hexes that are gone, and stops of patrols there.
fn drop_units(
    work: &mut Work,
    sheet: &Sheet,
    shift: Shift,
    notes: &mut Vec<String>,
) -> Result<(), String> {
    for (side, draft) in sheet.sides.iter().enumerate() {
        for (index, unit) in draft.units.iter().enumerate().rev() {
            let Some(At::Hex(column, row)) = unit.at else {
                continue;
            };
            if unit.is_elsewhere() {
                continue;
            }
            if shift.is_off((column, row)) {
                let name = unit.name.as_ref().unwrap_or(&unit.kind);
                notes.push(format!(
                    "{name} of {} at ({column}, {row}) was removed",
                    draft.name
                ));
                troops::remove_unit(work, sheet, side, index)?;
                continue;
            }
            if let Some(unit) = sheet.unit_path(side, index) {
                drop_stops(work, sheet, shift, &unit)?;
            }
        }
    }
    Ok(())
}

/// Takes hexes that are gone out of the lists of a unit.
fn drop_stops(work: &mut Work, sheet: &Sheet, shift: Shift, unit: &Path) -> Result<(), String> {
    let Some(Value::Struct(_, fields)) = unit.find(&work.root).map(|node| node.value.clone())
    else {
        return Ok(());
    };
    for Field { name, node, .. } in fields {
        for (index, stop) in node.items().iter().enumerate().rev() {
            if position(stop).is_some_and(|at| shift.is_off(at)) {
                path::set(work, sheet.outline, &unit.field(&name).item(index), None)?;
            }
        }
    }
    Ok(())
}

fn drop_objects(
    work: &mut Work,
    sheet: &Sheet,
    shift: Shift,
    notes: &mut Vec<String>,
) -> Result<(), String> {
    let count = work
        .root
        .field("objects")
        .map_or(0, |node| node.items().len());
    // Unreadable ones would shift the count; they are left for the author to mend first.
    if count != sheet.objects.len() {
        return Ok(());
    }
    for (index, (name, _, at)) in sheet.objects.iter().enumerate().rev() {
        if let At::Hex(column, row) = *at
            && shift.is_off((column, row))
        {
            notes.push(format!("{name} at ({column}, {row}) was removed"));
            let object = Path::of("objects").item(index);
            path::set(work, sheet.outline, &object, None)?;
        }
    }
    Ok(())
}

/// Writes zones anew that lose hexes; returns their names.
fn clip_zones(
    work: &mut Work,
    sheet: &Sheet,
    shift: Shift,
    notes: &mut Vec<String>,
) -> Result<Vec<String>, String> {
    let mut after = sheet.clone();
    after.board.grid = shift.new;
    // What is on the new board under its old number must not pass for the same zone.
    after.zones.iter_mut().for_each(|zone| zone.hexes.clear());
    let mut rewritten = Vec::new();
    for zone in &sheet.zones {
        let hexes: Vec<_> = zone
            .hexes
            .iter()
            .filter_map(|&tile| shift.tile(tile))
            .collect();
        if hexes.len() == zone.hexes.len() {
            continue;
        }
        if hexes.is_empty() {
            notes.push(format!("zone {:?} was removed", zone.name));
            remove_zone(work, sheet, &zone.name)?;
        } else {
            set_zone(work, &after, &zone.name, &hexes)?;
        }
        rewritten.push(zone.name.clone());
    }
    Ok(rewritten)
}

/// Visits everything below a node that is written like a position, but for what is on another map.
fn each_position(node: &Node, visit: &mut dyn FnMut(&Node, (i32, i32))) {
    if let Some(at) = position(node) {
        visit(node, at);
        return;
    }
    match &node.value {
        Value::List(items) | Value::Tuple(_, items) => {
            items.iter().for_each(|item| each_position(item, visit));
        }
        Value::Map(entries) => entries
            .iter()
            .for_each(|(_, value)| each_position(value, visit)),
        Value::Struct(..) if node.field("map").is_some_and(|map| map.as_text().is_some()) => {}
        Value::Struct(_, fields) => {
            fields
                .iter()
                .for_each(|field| each_position(&field.node, visit));
        }
        _ => {}
    }
}

fn move_positions(patch: &mut Patch, root: &Node, shift: Shift, rewritten: &[String]) {
    if shift.by == (0, 0) {
        return;
    }
    let mut visit = |node: &Node, at| {
        let (column, row) = shift.moved(at);
        patch.replace(node.span.range(), format!("({column}, {row})"));
    };
    let board = root.field("board");
    let of_board = ["hexsides", "smoke", "fire"]
        .into_iter()
        .filter_map(|name| board?.field(name));
    let others = ["objects", "triggers", "sides"]
        .into_iter()
        .filter_map(|name| root.field(name));
    for node in of_board.chain(others) {
        each_position(node, &mut visit);
    }
    if let Some(Value::Map(entries)) = root.field("zones").map(|node| &node.value) {
        for (key, value) in entries {
            let is_written = matches!(&key.value, Value::Text(name) if rewritten.contains(name));
            if !is_written {
                each_position(value, &mut visit);
            }
        }
    }
}
