//! Paints on a drawn board: terrain, heights, hexsides, fire and smoke.
//!
//! **Invariant:** a hex is one character; painting replaces characters and leaves the drawing's form
//! as it is.

use std::{collections::BTreeMap, ops::Range};

use crate::{
    battle::grid::{Direction, Grid, Layout, TileId},
    content::tree::{Node, Value},
    mission::direction_name,
};

use super::{
    Work,
    patch::{Holder, Patch, quoted, set_field},
    sheet::{Drawing, position},
};

/// Fields of a board in the order they are written.
const BOARD: &str = "layout legend rows heights hexsides smoke fire";

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
pub(super) fn new_char(key: &str, legend: &[(char, String)]) -> Option<char> {
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
            "this board is made anew from a seed; have it drawn first, then it can be painted on"
                .into(),
        ),
        _ => Err("the mission has no board to paint on".into()),
    }
}

pub(super) fn paint(
    work: &mut Work,
    board: &Drawing,
    hexes: &[TileId],
    key: &str,
) -> Result<(), String> {
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
        None => add_to_legend(work, board, key)?,
    };
    let mut cells = board.cells.clone();
    for tile in &hexes {
        cells[tile.index()] = c;
    }
    let node = drawn(&work.root, board)?;
    let rows = node.field("rows").ok_or("the board has no rows")?.clone();
    work.patch(|patch, text, _| redraw(patch, text, &rows, board.grid, &board.cells, &cells))
}

fn add_to_legend(work: &mut Work, board: &Drawing, key: &str) -> Result<char, String> {
    let c = new_char(key, &board.legend).ok_or("no character is left for the legend")?;
    let node = drawn(&work.root, board)?;
    let legend = node
        .field("legend")
        .ok_or("the board has no legend")?
        .clone();
    work.patch(|patch, text, _| {
        let entry = format!("{c:?}: {}", quoted(key));
        Holder::new(text, &legend).insert(patch, usize::MAX, &entry, false);
    })?;
    Ok(c)
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
    let is_shifted = grid.layout == Layout::PointyOddRows && row % 2 == 1;
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
pub(super) fn written_rows(grid: Grid, cells: &[char], indent: usize) -> String {
    let width = usize::from(grid.width).max(1);
    let pad = " ".repeat(indent);
    let lines: String = (cells.chunks(width).enumerate())
        .map(|(row, cells)| format!("{pad}    {},\n", quoted(&written_row(grid, row, cells))))
        .collect();
    format!("[\n{lines}{pad}]")
}

/// Writes heights as characters.
pub(super) fn height_cells(heights: &[u8]) -> Vec<char> {
    let written = |height: &u8| match height {
        0 => '.',
        level => char::from_digit(u32::from((*level).min(9)), 10).unwrap_or('.'),
    };
    heights.iter().map(written).collect()
}

pub(super) fn raise(
    work: &mut Work,
    board: &Drawing,
    levels: &[(TileId, u8)],
) -> Result<(), String> {
    let node = drawn(&work.root, board)?.clone();
    let mut heights = board.heights.clone();
    for (tile, level) in levels {
        if let Some(height) = heights.get_mut(tile.index()) {
            *height = (*level).min(9);
        }
    }
    if heights == board.heights {
        return Ok(());
    }
    let cells = height_cells(&heights);
    let rows = usize::from(board.grid.height);
    work.patch(|patch, text, _| match node.field("heights") {
        Some(old) if old.items().len() == rows => {
            redraw(
                patch,
                text,
                old,
                board.grid,
                &height_cells(&board.heights),
                &cells,
            );
        }
        _ => {
            let drawing = written_rows(board.grid, &cells, 8);
            set_field(patch, text, &node, "heights", Some(drawing), BOARD);
        }
    })
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
    name: &str,
    grid: Grid,
    is_it: impl Fn(TileId, &Node) -> bool,
) -> Result<(), String> {
    let found = |root: &Node| {
        let node = root.field("board")?.field(name)?;
        Some((indices(node, grid, &is_it), node.items().len()))
    };
    let Some((mut left, count)) = found(&work.root) else {
        return Ok(());
    };
    if left.len() == count {
        return work.patch(|patch, text, root| {
            if let Some(board) = root.field("board") {
                set_field(patch, text, board, name, None, BOARD);
            }
        });
    }
    while let Some(index) = left.pop() {
        work.patch(|patch, text, root| {
            if let Some(node) = root.field("board").and_then(|board| board.field(name)) {
                Holder::new(text, node).remove(patch, index);
            }
        })?;
    }
    Ok(())
}

/// Adds an item to a list in the board.
fn add_item(work: &mut Work, name: &str, item: &str) -> Result<(), String> {
    work.patch(|patch, text, root| {
        let Some(board) = root.field("board") else {
            return;
        };
        match board.field(name) {
            Some(node) => Holder::new(text, node).insert(patch, usize::MAX, item, true),
            None => {
                let list = format!("[\n            {item},\n        ]");
                set_field(patch, text, board, name, Some(list), BOARD);
            }
        }
    })
}

pub(super) fn set_hexside(
    work: &mut Work,
    board: &Drawing,
    tile: TileId,
    side: Direction,
    kind: Option<&str>,
) -> Result<(), String> {
    drawn(&work.root, board)?;
    let grid = board.grid;
    if board.hexside(tile, side) == kind {
        return Ok(());
    }
    let beyond = (grid.neighbor(tile, side)).ok_or("no hex lies beyond that side")?;
    let is_it = |at: TileId, item: &Node| {
        let named = |way| {
            let name = direction_name(grid.layout, way);
            matches!(item.field("side").map(|node| &node.value), Some(Value::Name(found)) if found == name)
        };
        (at == tile && named(side)) || (at == beyond && named(side.opposite()))
    };
    remove_items(work, "hexsides", grid, is_it)?;
    let Some(kind) = kind else {
        return Ok(());
    };
    let (column, row) = grid.to_offset(tile);
    let side = direction_name(grid.layout, side);
    let item = format!(
        "(at: ({column}, {row}), side: {side}, kind: {})",
        quoted(kind)
    );
    add_item(work, "hexsides", &item)
}

pub(super) fn burn(
    work: &mut Work,
    board: &Drawing,
    hexes: &[TileId],
    burning: bool,
) -> Result<(), String> {
    drawn(&work.root, board)?;
    let new: Vec<_> = (hexes.iter().copied())
        .filter(|tile| board.fire.contains(tile) != burning)
        .collect();
    if !burning {
        return remove_items(work, "fire", board.grid, |tile, _| new.contains(&tile));
    }
    for tile in new {
        let (column, row) = board.grid.to_offset(tile);
        add_item(work, "fire", &format!("({column}, {row})"))?;
    }
    Ok(())
}

pub(super) fn smoke(
    work: &mut Work,
    board: &Drawing,
    hexes: &[TileId],
    density: u8,
) -> Result<(), String> {
    drawn(&work.root, board)?;
    let density = density.min(3);
    let old: BTreeMap<_, _> = board.smoke.iter().copied().collect();
    let new: Vec<_> = (hexes.iter().copied())
        .filter(|tile| old.get(tile).copied().unwrap_or(0) != density)
        .collect();
    if new.is_empty() {
        return Ok(());
    }
    remove_items(work, "smoke", board.grid, |tile, _| new.contains(&tile))?;
    for tile in new.into_iter().filter(|_| density > 0) {
        let (column, row) = board.grid.to_offset(tile);
        add_item(
            work,
            "smoke",
            &format!("(at: ({column}, {row}), density: {density})"),
        )?;
    }
    Ok(())
}
