//! Finds what of a mission a place in its text is about, to jump from a problem to it.
//!
//! **Invariant:** looks only; a place that is about nothing to be shown has no spot.

use crate::battle::grid::{Grid, TileId};
use crate::content::problem::Place;
use crate::content::tree::{Node, Value};

use super::sheet::{Sheet, position, text};
use super::troops::unit_nodes;

/// What a place in the text is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A hex.
    Hex(TileId),
    /// A unit: side and index.
    Unit(usize, usize),
    /// A side.
    Side(usize),
    /// A zone, by its name.
    Zone(String),
    /// A field of the mission.
    Field(String),
}

/// Returns the index of the last node that starts at or before a place.
fn before<'n>(nodes: impl Iterator<Item = &'n Node>, place: Place) -> Option<usize> {
    (nodes.enumerate())
        .take_while(|(_, node)| node.place <= place)
        .last()
        .map(|(index, _)| index)
}

pub(super) fn locate(root: &Node, sheet: &Sheet, place: Place) -> Option<Spot> {
    let Value::Struct(_, fields) = &root.value else {
        return None;
    };
    let field = fields.iter().rfind(|field| field.place <= place)?;
    let found = match field.name.as_str() {
        "board" => on_board(&field.node, sheet.board.grid, place),
        "sides" => {
            let sides = field.node.items();
            let side = before(sides.iter(), place);
            side.map(|side| {
                let units = unit_nodes(&sides[side], sheet.outline);
                let before =
                    (units.iter().enumerate()).filter(|(_, (.., node))| node.place <= place);
                let unit = before.max_by_key(|(_, (.., node))| node.place);
                unit.map_or(Spot::Side(side), |(unit, _)| Spot::Unit(side, unit))
            })
        }
        "zones" => match &field.node.value {
            Value::Map(entries) => {
                let entry = entries.iter().rfind(|(key, _)| key.place <= place);
                entry.and_then(|(key, _)| text(key)).map(Spot::Zone)
            }
            _ => None,
        },
        "objects" => {
            let objects = field.node.items();
            let object = before(objects.iter(), place).map(|index| &objects[index]);
            object.and_then(|object| hex(object, sheet.board.grid))
        }
        _ => None,
    };
    Some(found.unwrap_or_else(|| Spot::Field(field.name.clone())))
}

/// Returns the hex that something on the board is at.
fn hex(node: &Node, grid: Grid) -> Option<Spot> {
    let (column, row) = position(node.field("at").unwrap_or(node))?;
    grid.from_offset(column, row).map(Spot::Hex)
}

fn on_board(board: &Node, grid: Grid, place: Place) -> Option<Spot> {
    let Value::Struct(_, fields) = &board.value else {
        return None;
    };
    let field = fields.iter().rfind(|field| field.place <= place)?;
    let items = field.node.items();
    let index = before(items.iter(), place)?;
    let item = &items[index];
    match &item.value {
        Value::Text(row) if item.place.line == place.line => {
            let before = place.column.saturating_sub(item.place.column + 1) as usize;
            let cells = row.chars().take(before).filter(|c| !c.is_whitespace());
            let (column, row) = (i32::try_from(cells.count()), i32::try_from(index));
            grid.from_offset(column.ok()?, row.ok()?).map(Spot::Hex)
        }
        _ => hex(item, grid),
    }
}
