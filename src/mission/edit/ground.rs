//! Paints on a drawn board: terrain, heights, hexsides, fire and smoke.
//!
//! **Invariant:** a hex is one character; painting replaces characters and leaves the drawing's form
//! as it is.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::battle::grid::{Direction, Grid, Orientation, TileId};
use crate::content::tree::{Node, Value};
use crate::mission::{LEVELS, direction_name, level_char};

use super::Work;
use super::patch::{Patch, quoted};
use super::path::{self, Path};
use super::sheet::{Drawing, Sheet, position};

/// Characters for terrain, as the shipped missions use them.
const CUSTOM: [(&str, char); 24] = [
    ("grass", '.'),
    ("bush", ','),
    ("tree", 'T'),
    ("wall", '#'),
    ("wood_wall", 'W'),
    ("floor", '_'),
    ("door", '+'),
    ("open_door", '/'),
    ("window", 'o'),
    ("road", '='),
    ("low_wall", '-'),
    ("crate", 'x'),
    ("sand", ':'),
    ("mud", 'm'),
    ("rubble", '%'),
    ("shallow_water", '~'),
    ("deep_water", '@'),
    ("lava", '&'),
    ("acid", '*'),
    ("open_space", '.'),
    ("nebula", 'n'),
    ("asteroids", 'a'),
    ("ion_storm", 'i'),
    ("mines", 'm'),
];

/// Chooses a readable character for a kind of terrain.
pub(in crate::mission) fn new_char(key: &str, legend: &[(char, String)]) -> Option<char> {
    let custom = CUSTOM.iter().find(|(known, _)| *known == key);
    let letters = key.chars().filter(char::is_ascii_alphabetic);
    let initials = letters.flat_map(|c| [c.to_ascii_uppercase(), c.to_ascii_lowercase()]);
    let rest = "!$^&*?|<>{}()[];0123456789"
        .chars()
        .chain('a'..='z')
        .chain('A'..='Z')
        .chain('À'..='ž');
    (custom.map(|(_, c)| *c).into_iter())
        .chain(initials)
        .chain(rest)
        .find(|c| legend.iter().all(|(taken, _)| taken != c))
}

/// Returns the board, if it can be painted on.
fn drawn<'n>(root: &'n Node, board: &Drawing) -> Result<&'n Node, String> {
    match root.field("board") {
        Some(node) if board.is_drawn && !board.grid.is_empty() => Ok(node),
        Some(_) if !board.is_drawn => Err(
            "this board is generated from a seed; convert it to a drawn board before you paint"
                .into(),
        ),
        _ => Err("the mission has no board to paint on".into()),
    }
}

pub(super) fn paint(
    work: &mut Work,
    sheet: &Sheet,
    hexes: &[TileId],
    key: &str,
) -> Result<(), String> {
    let board = &sheet.board;
    drawn(&work.root, board)?;
    let is_new = |tile: &TileId| board.terrain(*tile) != Some(key);
    let hexes: Vec<_> = (hexes.iter().copied())
        .filter(|tile| tile.index() < board.grid.len() && is_new(tile))
        .collect();
    if hexes.is_empty() {
        return Ok(());
    }
    let known = board.legend.iter().find(|(_, known)| known == key);
    let c = match known {
        Some((c, _)) => *c,
        None => add_to_legend(work, sheet, key)?,
    };
    let mut cells = board.cells.clone();
    for tile in &hexes {
        cells[tile.index()] = c;
    }
    let node = drawn(&work.root, board)?;
    let rows = node.field("rows").ok_or("the board has no rows")?.clone();
    work.patch(|patch, text, _| redraw(patch, text, &rows, board.grid, &board.cells, &cells))
}

fn add_to_legend(work: &mut Work, sheet: &Sheet, key: &str) -> Result<char, String> {
    let c = new_char(key, &sheet.board.legend).ok_or("no character is left for the legend")?;
    let legend = of_board("legend");
    legend.find(&work.root).ok_or("the board has no legend")?;
    let entry = legend.key(&format!("{c:?}"));
    path::set(work, sheet.outline, &entry, Some(&quoted(key)))?;
    Ok(c)
}

/// Returns where a field of the board is written.
fn of_board(field: &str) -> Path {
    Path::of("board").field(field)
}

/// Replaces the characters that differ; rows that are not plain and whole are written anew.
fn redraw(patch: &mut Patch, text: &str, rows: &Node, grid: Grid, old: &[char], new: &[char]) {
    let width = usize::from(grid.width);
    for (row, node) in rows
        .items()
        .iter()
        .enumerate()
        .take(usize::from(grid.height))
    {
        let (old, new) = (&old[row * width..][..width], &new[row * width..][..width]);
        if old == new {
            continue;
        }
        match plain_cells(text, node).filter(|cells| cells.len() == width) {
            Some(cells) => {
                for (at, (old, new)) in cells.into_iter().zip(old.iter().zip(new)) {
                    if old != new {
                        patch.replace(at, *new);
                    }
                }
            }
            None => patch.replace(node.span.range(), quoted(&written_row(grid, row, new))),
        }
    }
}

/// Returns where the hexes of a row are, if each is written as itself.
fn plain_cells(text: &str, row: &Node) -> Option<Vec<Range<usize>>> {
    let span = row.span.range();
    let inside = text[span.clone()].strip_prefix('"')?.strip_suffix('"')?;
    if inside.contains('\\') {
        return None;
    }
    let cells = inside.char_indices().filter(|(_, c)| !c.is_whitespace());
    let start = span.start + 1;
    Some(
        cells
            .map(|(at, c)| start + at..start + at + c.len_utf8())
            .collect(),
    )
}

/// Writes a row the way boards are drawn by hand.
pub(super) fn written_row(grid: Grid, row: usize, cells: &[char]) -> String {
    let is_shifted = grid.layout.orientation() == Orientation::Pointy
        && i32::try_from(row).is_ok_and(|row| grid.layout.is_shifted(row));
    let mut line = String::from(if is_shifted { " " } else { "" });
    for (column, c) in cells.iter().enumerate() {
        if column > 0 {
            line.push(' ');
        }
        line.push(*c);
    }
    line
}

/// Writes a whole drawing; `indent` is that of its field.
pub(in crate::mission) fn written_rows(grid: Grid, cells: &[char], indent: usize) -> String {
    let width = usize::from(grid.width).max(1);
    let pad = " ".repeat(indent);
    let lines: String = (cells.chunks(width).enumerate())
        .map(|(row, cells)| format!("{pad}    {},\n", quoted(&written_row(grid, row, cells))))
        .collect();
    format!("[\n{lines}{pad}]")
}

/// Writes heights as characters.
pub(in crate::mission) fn height_cells(heights: &[i8]) -> Vec<char> {
    heights.iter().map(|level| level_char(*level)).collect()
}

pub(super) fn raise(work: &mut Work, sheet: &Sheet, levels: &[(TileId, i8)]) -> Result<(), String> {
    let board = &sheet.board;
    drawn(&work.root, board)?;
    let mut heights = board.heights.clone();
    for (tile, level) in levels {
        if let Some(height) = heights.get_mut(tile.index()) {
            *height = (*level).clamp(*LEVELS.start(), *LEVELS.end());
        }
    }
    if heights == board.heights {
        return Ok(());
    }
    let cells = height_cells(&heights);
    let rows = usize::from(board.grid.height);
    let path = of_board("heights");
    match path.find(&work.root).cloned() {
        Some(old) if old.items().len() == rows => work.patch(|patch, text, _| {
            let before = height_cells(&board.heights);
            redraw(patch, text, &old, board.grid, &before, &cells);
        }),
        _ => {
            let drawing = written_rows(board.grid, &cells, 8);
            path::set(work, sheet.outline, &path, Some(&drawing))
        }
    }
}

/// Returns the indices of the items of a list in the board that are on one of some hexes.
fn indices(node: &Node, grid: Grid, is_it: impl Fn(TileId, &Node) -> bool) -> Vec<usize> {
    let tile = |item: &Node| {
        let (column, row) = position(item.field("at").unwrap_or(item))?;
        grid.from_offset(column, row)
    };
    (node.items().iter().enumerate())
        .filter(|(_, item)| tile(item).is_some_and(|tile| is_it(tile, item)))
        .map(|(index, _)| index)
        .collect()
}

/// Takes items out of a list in the board, and the list if none is left.
pub(super) fn remove_items(
    work: &mut Work,
    sheet: &Sheet,
    name: &str,
    is_it: impl Fn(TileId, &Node) -> bool,
) -> Result<(), String> {
    let list = of_board(name);
    let found = list.find(&work.root);
    let found = found.map(|node| indices(node, sheet.board.grid, is_it));
    for index in found.unwrap_or_default().into_iter().rev() {
        path::clear(work, sheet.outline, &list.item(index), 1)?;
    }
    Ok(())
}

pub(super) fn set_hexside(
    work: &mut Work,
    sheet: &Sheet,
    tile: TileId,
    side: Direction,
    kind: Option<&str>,
) -> Result<(), String> {
    let board = &sheet.board;
    drawn(&work.root, board)?;
    let grid = board.grid;
    if board.hexside(tile, side) == kind {
        return Ok(());
    }
    let beyond = (grid.neighbor(tile, side)).ok_or("there is no hex beyond that side")?;
    let is_it = |at: TileId, item: &Node| {
        let named = |way| {
            let name = direction_name(grid.layout, way);
            matches!(item.field("side").map(|node| &node.value), Some(Value::Name(found)) if found == name)
        };
        (at == tile && named(side)) || (at == beyond && named(side.opposite()))
    };
    remove_items(work, sheet, "hexsides", is_it)?;
    let Some(kind) = kind else {
        return Ok(());
    };
    let (column, row) = grid.to_offset(tile);
    let side = direction_name(grid.layout, side);
    let item = format!(
        "(at: ({column}, {row}), side: {side}, kind: {})",
        quoted(kind)
    );
    path::add(work, sheet.outline, &of_board("hexsides"), &item)
}

pub(super) fn burn(
    work: &mut Work,
    sheet: &Sheet,
    hexes: &[TileId],
    burning: bool,
) -> Result<(), String> {
    let board = &sheet.board;
    drawn(&work.root, board)?;
    let new: Vec<_> = (hexes.iter().copied())
        .filter(|tile| board.fire.contains(tile) != burning)
        .collect();
    if !burning {
        return remove_items(work, sheet, "fire", |tile, _| new.contains(&tile));
    }
    for tile in new {
        let (column, row) = board.grid.to_offset(tile);
        let item = format!("({column}, {row})");
        path::add(work, sheet.outline, &of_board("fire"), &item)?;
    }
    Ok(())
}

pub(super) fn smoke(
    work: &mut Work,
    sheet: &Sheet,
    hexes: &[TileId],
    density: u8,
) -> Result<(), String> {
    let board = &sheet.board;
    drawn(&work.root, board)?;
    let density = density.min(3);
    let old: BTreeMap<_, _> = board.smoke.iter().copied().collect();
    let new: Vec<_> = (hexes.iter().copied())
        .filter(|tile| old.get(tile).copied().unwrap_or(0) != density)
        .collect();
    if new.is_empty() {
        return Ok(());
    }
    remove_items(work, sheet, "smoke", |tile, _| new.contains(&tile))?;
    for tile in new.into_iter().filter(|_| density > 0) {
        let (column, row) = board.grid.to_offset(tile);
        let item = format!("(at: ({column}, {row}), density: {density})");
        path::add(work, sheet.outline, &of_board("smoke"), &item)?;
    }
    Ok(())
}
