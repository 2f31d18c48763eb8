//! Missions from nothing, and boards made from a seed that become drawn ones.
//!
//! **Invariant:** a new mission loads as it is; a board that becomes drawn is the one that the seed
//! made.

use std::collections::BTreeMap;

use crate::battle::grid::Grid;
use crate::content::Catalog;
use crate::content::tree::Value;
use crate::mission::{AS_WRITTEN, BoardSetup, RuleSet, Terms, direction_name, load};

use super::Work;
use super::change::{set_zone, written_hexes};
use super::ground::{height_cells, new_char, written_rows};
use super::outline::NewBoard;
use super::patch::{quoted, written_list};
use super::path::{self, Path};
use super::sheet::Sheet;
use super::troops::written_side;

/// Writes a mission of some rules to begin with: open ground, few units; nothing if these rules say
/// nothing of new missions.
pub fn fresh(rules: RuleSet, name: &str, (layout, width, height): NewBoard) -> Option<String> {
    let grid = Grid::new(layout, width.max(2), height.max(2));
    let fresh = rules.fresh(grid)?;
    let outline = rules.outline();
    let cell = new_char(fresh.ground, &[])?;
    let rows = written_rows(grid, &vec![cell; grid.len()], 8);
    let sides = fresh.sides.iter();
    let sides: String = sides
        .map(|side| format!("        {},\n", written_side(side, outline, layout)))
        .collect();
    let zones = match fresh.zones.is_empty() {
        true => String::new(),
        false => {
            let zones = fresh.zones.iter().map(|(name, hexes)| {
                let hexes = written_hexes(grid, hexes, 8);
                format!("        {}: {hexes},\n", quoted(name))
            });
            format!("    zones: {{\n{}    }},\n", zones.collect::<String>())
        }
    };
    let objectives = match fresh.objectives.as_str() {
        "" => String::new(),
        written => format!("    objectives: {written},\n"),
    };
    let fields = match fresh.fields {
        "" => String::new(),
        written => format!("    {written},\n"),
    };
    let (name, rules) = (quoted(name), rules.name());
    let ground = quoted(fresh.ground);
    Some(format!(
        "Mission(
    name: {name},
    rules: {rules}(),
    briefing: \"What players are told before it starts.\",
    board: Drawn(
        layout: {layout:?},
        legend: {{{cell:?}: {ground}}},
        rows: {rows},
    ),
{fields}{zones}    sides: [
{sides}    ],
{objectives})
"
    ))
}

/// Makes the board that a seed makes.
pub(super) fn made(work: &Work, catalog: &Catalog, seed: u64) -> Result<load::Ground, String> {
    let node = work.root.field("board").ok_or("the mission has no board")?;
    if !matches!(&node.value, Value::Struct(Some(name), _) if name == "Generated") {
        return Err("this board is already drawn".into());
    }
    let terms = Terms {
        seed,
        difficulty: AS_WRITTEN,
    };
    load::ground(&work.file, node, catalog, terms).map_err(|problems| problems.to_string())
}

pub(super) fn draw_board(
    work: &mut Work,
    catalog: &Catalog,
    seed: u64,
) -> Result<Vec<String>, String> {
    let (board, zones) = made(work, catalog, seed)?;
    let written = written_board(&board, catalog)?;
    let outline = Sheet::read(&work.root).outline;
    path::set(work, outline, &Path::of("board"), Some(&written))?;
    // Only zones that the mission names: the generator knows more.
    let named: BTreeMap<_, _> = (zones.into_iter())
        .filter(|(name, _)| work.text.contains(&quoted(name)))
        .collect();
    for (name, hexes) in named {
        let sheet = Sheet::read(&work.root);
        if sheet.zone(&name).is_none() {
            set_zone(work, &sheet, &name, &hexes)?;
        }
    }
    Ok(vec![format!(
        "the board of seed {seed} is now drawn and the same in every battle"
    )])
}

/// Writes a board as a drawing.
fn written_board(board: &BoardSetup, catalog: &Catalog) -> Result<String, String> {
    let grid = board.grid;
    let mut legend: Vec<(char, String)> = Vec::new();
    let mut cells = Vec::with_capacity(grid.len());
    for tile in &board.tiles {
        let key = &catalog.terrain(tile.terrain).key;
        let known = legend.iter().find(|(_, known)| known == key);
        let c = match known {
            Some((c, _)) => *c,
            None => {
                let c = new_char(key, &legend).ok_or("no character is left for the legend")?;
                legend.push((c, key.clone()));
                c
            }
        };
        cells.push(c);
    }
    let entries: Vec<_> = (legend.iter())
        .map(|(c, key)| format!("{c:?}: {}", quoted(key)))
        .collect();
    let mut text = format!(
        "Drawn(\n        layout: {:?},\n        legend: {{\n            {},\n        }},\n        rows: {},\n",
        grid.layout,
        entries.join(", "),
        written_rows(grid, &cells, 8),
    );
    if board.elevation.iter().any(|level| *level != 0) {
        let rows = written_rows(grid, &height_cells(&board.elevation), 8);
        text.push_str(&format!("        heights: {rows},\n"));
    }
    let at = |tile| {
        let (column, row) = grid.to_offset(tile);
        format!("({column}, {row})")
    };
    let hexsides: Vec<_> = (board.hexsides.iter())
        .map(|&(tile, side, kind)| {
            let (side, kind) = (
                direction_name(grid.layout, side),
                &catalog.hexside(kind).key,
            );
            format!("(at: {}, side: {side}, kind: {})", at(tile), quoted(kind))
        })
        .collect();
    let smoke: Vec<_> = (grid.tiles().zip(&board.tiles))
        .filter(|(_, state)| state.smoke > 0 && state.fire == 0)
        .map(|(tile, state)| format!("(at: {}, density: {})", at(tile), state.smoke.min(3)))
        .collect();
    let fire: Vec<_> = (grid.tiles().zip(&board.tiles))
        .filter(|(_, state)| state.fire > 0)
        .map(|(tile, _)| at(tile))
        .collect();
    for (name, items) in [("hexsides", hexsides), ("smoke", smoke), ("fire", fire)] {
        if !items.is_empty() {
            text.push_str(&format!("        {name}: {},\n", written_list(&items, 8)));
        }
    }
    text.push_str("    )");
    Ok(text)
}
