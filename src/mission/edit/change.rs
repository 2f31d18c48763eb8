//! The edits there are, and those of single fields and zones.
//!
//! **Invariant:** an edit that changes nothing leaves the text alone.

use crate::battle::grid::{Direction, Grid, TileId};
use crate::content::tree;

use super::margins::{self, Margins};
use super::outline::ZONES;
use super::patch::{quoted, written_list};
use super::path::{self, Path, Step};
use super::sheet::{Sheet, SideDraft, UnitDraft, text};
use super::{Work, ground, names, troops};

/// One change of a mission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Gives hexes a terrain, by its key.
    Terrain(Vec<TileId>, String),
    /// Gives hexes elevations, of [`LEVELS`](crate::mission::LEVELS).
    Heights(Vec<(TileId, i8)>),
    /// Puts a feature on a hexside, or takes it away.
    Hexside(TileId, Direction, Option<String>),
    /// Sets hexes on fire, or puts them out.
    Fire(Vec<TileId>, bool),
    /// Fills hexes with smoke of a density, 0 to 3.
    Smoke(Vec<TileId>, u8),
    /// Adds a unit to a side.
    AddUnit(usize, UnitDraft),
    /// Takes a unit out: side, index.
    RemoveUnit(usize, usize),
    /// Adds a side.
    AddSide(SideDraft),
    /// Takes a side out, with its units.
    RemoveSide(usize),
    /// Makes a zone of hexes; of none, takes it out.
    Zone(String, Vec<TileId>),
    /// Names a zone otherwise, wherever it is named.
    RenameZone(String, String),
    /// Sets a value, or takes it out: which, and what is written.
    Set(Path, Option<String>),
    /// Sets a figure of the rules, or takes it out: its path among the figures, and what is written.
    Figure(Path, Option<String>),
    /// Adds or takes away columns and rows.
    Margins(Margins),
}

impl Edit {
    /// Makes the edit that sets a value, by its path such as `objectives.turn_limit`.
    pub fn set(path: &str, to: &str) -> Self {
        Self::Set(Path::of(path), Some(to.to_owned()))
    }

    /// Makes the edit that sets a value to a text.
    pub fn text(path: &str, to: &str) -> Self {
        Self::set(path, &quoted(to))
    }
}

pub(super) fn apply(work: &mut Work, edit: &Edit) -> Result<Vec<String>, String> {
    let sheet = Sheet::read(&work.root);
    match edit {
        Edit::Terrain(hexes, key) => ground::paint(work, &sheet, hexes, key)?,
        Edit::Heights(levels) => ground::raise(work, &sheet, levels)?,
        Edit::Hexside(tile, side, kind) => {
            ground::set_hexside(work, &sheet, *tile, *side, kind.as_deref())?;
        }
        Edit::Fire(hexes, burning) => ground::burn(work, &sheet, hexes, *burning)?,
        Edit::Smoke(hexes, density) => ground::smoke(work, &sheet, hexes, *density)?,
        Edit::AddUnit(side, unit) => troops::add_unit(work, &sheet, *side, unit)?,
        Edit::RemoveUnit(side, index) => troops::remove_unit(work, &sheet, *side, *index)?,
        Edit::AddSide(side) => troops::add_side(work, &sheet, side)?,
        Edit::RemoveSide(index) => troops::remove_side(work, &sheet, *index)?,
        Edit::Zone(name, hexes) => set_zone(work, &sheet, name, hexes)?,
        Edit::RenameZone(from, to) => rename_zone(work, &sheet, from, to)?,
        Edit::Set(path, to) => set(work, &sheet, path, to.as_deref())?,
        Edit::Figure(path, to) => {
            path::set_figure(work, sheet.outline, &path.0, to.as_deref())?;
        }
        Edit::Margins(margins) => return margins::apply(work, &sheet, margins),
    }
    Ok(Vec::new())
}

/// Sets a value; a name is changed wherever it is used.
fn set(work: &mut Work, sheet: &Sheet, path: &Path, to: Option<&str>) -> Result<(), String> {
    let outline = sheet.outline;
    let old = path.find(&work.root).and_then(text);
    let new = to.and_then(|to| tree::parse("", to).ok());
    let new = new.as_ref().and_then(text);
    if let ([Step::Field(list), Step::Item(side), Step::Field(name)], Some(new)) =
        (path.0.as_slice(), &new)
        && list == "sides"
        && name == "name"
    {
        return troops::rename_side(work, sheet, *side, new);
    }
    path::set(work, outline, path, to)?;
    match (old, new, to, path.0.as_slice()) {
        (Some(old), Some(new), ..) => names::follow(work, outline, &path.fields(), (&old, &new)),
        // Who has no place on the board faces nowhere.
        (_, _, None, [above @ .., Step::Field(at)]) if at == "at" => {
            path::set(work, outline, &Path(above.to_vec()).field("facing"), None)
        }
        _ => Ok(()),
    }
}

/// Writes hexes of a zone: rectangles where they form some.
pub(in crate::mission) fn written_hexes(grid: Grid, hexes: &[TileId], indent: usize) -> String {
    let mut is_left = vec![false; grid.len()];
    for tile in hexes {
        is_left[tile.index()] = true;
    }
    let width = usize::from(grid.width);
    let mut parts = Vec::new();
    for first in 0..is_left.len() {
        if !is_left[first] {
            continue;
        }
        let (column, row) = (first % width, first / width);
        let run = (column..width)
            .take_while(|c| is_left[row * width + c])
            .count();
        let is_whole = |row: &usize| (column..column + run).all(|c| is_left[row * width + c]);
        let rows = (row..usize::from(grid.height)).take_while(is_whole).count();
        for row in row..row + rows {
            is_left[row * width + column..][..run].fill(false);
        }
        parts.push(match run * rows {
            1 => format!("({column}, {row})"),
            _ => format!(
                "Rect(({column}, {row}), ({}, {}))",
                column + run - 1,
                row + rows - 1
            ),
        });
    }
    written_list(&parts, indent)
}

/// Returns where a zone is written.
fn zone_path(name: &str) -> Path {
    Path::of("zones").key(&quoted(name))
}

/// Takes a zone out, and the map if it was the last.
pub(super) fn remove_zone(work: &mut Work, sheet: &Sheet, name: &str) -> Result<(), String> {
    path::clear(work, sheet.outline, &zone_path(name), 0)
}

pub(super) fn set_zone(
    work: &mut Work,
    sheet: &Sheet,
    name: &str,
    hexes: &[TileId],
) -> Result<(), String> {
    let mut hexes: Vec<_> = (hexes.iter().copied())
        .filter(|tile| tile.index() < sheet.board.grid.len())
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    if name.trim().is_empty() {
        return Err("a zone needs a name".into());
    }
    if sheet
        .zone(name)
        .map_or(hexes.is_empty(), |zone| zone.hexes == hexes)
    {
        return Ok(());
    }
    if hexes.is_empty() {
        return remove_zone(work, sheet, name);
    }
    let written = written_hexes(sheet.board.grid, &hexes, 8);
    if work.root.field("zones").is_some() {
        return path::set(work, sheet.outline, &zone_path(name), Some(&written));
    }
    let map = format!("{{\n        {}: {written},\n    }}", quoted(name));
    path::set(work, sheet.outline, &Path::of("zones"), Some(&map))
}

fn rename_zone(work: &mut Work, sheet: &Sheet, from: &str, to: &str) -> Result<(), String> {
    if sheet.zone(from).is_none() {
        return Err(format!("there is no zone {from:?}"));
    }
    if to.trim().is_empty() || (from != to && sheet.zone(to).is_some()) {
        return Err(format!(
            "a zone cannot be named {to:?}: the name is taken or empty"
        ));
    }
    names::rename(work, sheet.outline, ZONES, (from, to))
}
