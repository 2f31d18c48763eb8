//! Writes a map as a mission: a legend that says which tile each letter was, rows, heights, zones, sides.
//!
//! **Invariant:** every hex has a letter of the legend; nothing of a map is written but as a letter, a
//! quoted text or a comment of one line.

use std::collections::BTreeMap;
use std::path::Path;

use crate::battle::grid::TileId;
use crate::content::Catalog;
use crate::content::problem::MOST_TOLD;
use crate::mission::edit::{
    Fresh, height_cells, quoted, written_hexes, written_rows, written_side,
};
use crate::mission::{ALLOWED_LEVELS, LEVELS, RuleSet};
use crate::plain::plain;

use super::Imported;
use super::forces::{Seats, take_objects};
use super::legend::{Legend, deciding};
use super::map::Map;

/// Longest names that are taken over, characters.
const MAX_NAME: usize = 40;

/// Writes a mission of some rules.
pub(super) fn mission(
    map: &Map,
    file: &Path,
    rules: RuleSet,
    catalog: &Catalog,
    mut notes: Vec<String>,
) -> Result<Imported, String> {
    let grid = map.grid;
    let fresh = rules.fresh(grid).ok_or_else(|| {
        let name = rules.name();
        format!("the rules of {name} have no template for new missions")
    })?;
    let forms = rules.forms(catalog, grid.layout);
    let legend = Legend::of(map, &fresh, &forms, catalog)?;
    let heights = match forms.ground.has_heights {
        true => heights(map)?,
        false => None,
    };
    let mut seats = Seats::new(grid, legend.terrains(), catalog);
    let Fresh {
        zones,
        sides,
        objectives,
        fields,
        ..
    } = fresh;
    let mut zones: BTreeMap<String, Vec<TileId>> = (zones.into_iter())
        .map(|(name, hexes)| (name.to_owned(), hexes))
        .collect();
    let sides = take_objects(map, &forms, sides, &mut zones, &mut seats, &mut notes)?;
    let name = title(map, file);
    let mut text = format!(
        "// Made by `hexscape import` from {:?}. What the legend says is yours to change: letters marked\n\
         // CHOOSE stand for tiles that name no terrain, and are {} until then.\n\
         Mission(\n    name: {},\n    rules: {}(),\n    \
         briefing: \"What players are told before it starts.\",\n",
        plain(&file.file_name().unwrap_or_default().to_string_lossy()),
        fresh.ground,
        quoted(&name),
        rules.name(),
    );
    text.push_str(&format!(
        "    board: Drawn(\n        layout: {:?},\n        legend: {{\n{}        }},\n        rows: {},\n",
        grid.layout,
        legend.written(),
        written_rows(grid, &legend.cells(), 8),
    ));
    if let Some(heights) = heights {
        let rows = written_rows(grid, &height_cells(&heights), 8);
        text.push_str(&format!("        heights: {rows},\n"));
    }
    text.push_str("    ),\n");
    if !fields.is_empty() {
        text.push_str(&format!("    {fields},\n"));
    }
    if !zones.is_empty() {
        let zones = zones.iter().map(|(name, hexes)| {
            let hexes = written_hexes(grid, hexes, 8);
            format!("        {}: {hexes},\n", quoted(name))
        });
        let zones: String = zones.collect();
        text.push_str(&format!("    zones: {{\n{zones}    }},\n"));
    }
    let outline = rules.outline();
    let written = sides.iter().map(|side| {
        let side = written_side(side, outline, grid.layout);
        format!("        {side},\n")
    });
    let written: String = written.collect();
    text.push_str(&format!("    sides: [\n{written}    ],\n"));
    if !objectives.is_empty() {
        text.push_str(&format!("    objectives: {objectives},\n"));
    }
    text.push_str(")\n");
    if let Some(more) = notes.len().checked_sub(MOST_TOLD).filter(|more| *more > 0) {
        notes.truncate(MOST_TOLD);
        notes.push(format!("{more} more notes not shown"));
    }
    let letters = |is_known| {
        let kinds = legend
            .kinds
            .iter()
            .filter(move |kind| kind.is_known == is_known);
        kinds.map(|kind| kind.letter).collect()
    };
    Ok(Imported {
        text,
        grid,
        known: letters(true),
        open: letters(false),
        notes,
    })
}

/// Returns the name of the mission: a property of the map, or the name of its file.
fn title(map: &Map, file: &Path) -> String {
    let own = map.properties.get("name").map(|name| short(name));
    let own = own.filter(|name| !name.is_empty());
    own.unwrap_or_else(|| {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let stem = short(&stem.replace(['_', '-'], " "));
        let mut letters = stem.chars();
        match letters.next() {
            Some(first) => first.to_uppercase().chain(letters).collect(),
            None => "Imported map".into(),
        }
    })
}

/// Returns a name that fits into a line.
pub(super) fn short(name: &str) -> String {
    let name: String = plain(name).trim().chars().take(MAX_NAME).collect();
    name.trim_end().to_owned()
}

/// Returns the height of each hex: what the layer of heights says, else the tile that decides; nothing if
/// all is level.
fn heights(map: &Map) -> Result<Option<Vec<i8>>, String> {
    let mut heights = Vec::with_capacity(map.grid.len());
    for (index, hex) in map.grid.tiles().enumerate() {
        let (column, row) = map.grid.to_offset(hex);
        let own = map.heights.as_ref().map_or(0, |layer| layer.cells[index]);
        let written = |number| {
            let height = map.tile(number)?.tile?.properties.get("height")?;
            Some(height.trim().to_owned())
        };
        let text = match (own, map.tile(own)) {
            (0, _) | (_, None) => written(deciding(map, index)),
            // Tiles of a set for heights are counted from 0.
            (number, Some(tile)) => written(number).or(Some(tile.number.to_string())),
        };
        let Some(text) = text else {
            heights.push(0);
            continue;
        };
        let height = text.parse().ok().filter(|height| LEVELS.contains(height));
        heights.push(height.ok_or_else(|| {
            let text = short(&text);
            format!(
                "hex ({column}, {row}) has the height {text:?}; whole numbers from {} to {} are allowed \
                 (drawn as {ALLOWED_LEVELS})",
                LEVELS.start(),
                LEVELS.end(),
            )
        })?);
    }
    Ok(heights.iter().any(|height| *height != 0).then_some(heights))
}
