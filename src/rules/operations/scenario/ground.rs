//! Reads objectives, roads, tracks and facilities of a mission.
//!
//! **Invariant:** roads join adjacent hexes; each facility is on the board and belongs to a side.

use std::collections::BTreeMap;

use crate::battle::grid::{Grid, TileId};
use crate::content::definition::Text;
use crate::content::tree::Node;
use crate::mission::{Ground, Loader};
use crate::rules::operations::content::Facility;
use crate::rules::operations::movement::Surface;
use crate::rules::operations::scenario::{FacilitySetup, Objective, side_named};

/// Reads an objective: `(at: (8, 5), points: 4, name: "The Saddle")`.
pub(super) fn objective(
    loader: &mut Loader,
    node: &Node,
    (board, _): &Ground,
) -> Option<Objective> {
    let mut fields = loader.reader.fields(node, "objective")?;
    let at = fields.need(&mut loader.reader, "at");
    let points = fields.int(&mut loader.reader, "points", 1..=100_u16);
    let name = fields.entry(&mut loader.reader, ["name"; 2], Text::Name, Some(None));
    fields.done(&mut loader.reader);
    let tile = at.and_then(|node| loader.tile(node, board.grid))?;
    let name: Option<String> = name?;
    let (column, row) = board.grid.to_offset(tile);
    Some(Objective {
        name: name.unwrap_or_else(|| format!("{column},{row}")),
        tile,
        points: points?,
    })
}

/// Reads roads and tracks: lists of hexes in which each is adjacent to the next, or in one column or row
/// with it; roads win where both are.
pub(super) fn surfaces(
    loader: &mut Loader,
    [roads, tracks]: [Option<&Node>; 2],
    (board, _): &Ground,
) -> Option<BTreeMap<(TileId, TileId), Surface>> {
    let mut surfaces = BTreeMap::new();
    let mut is_read = true;
    for (node, kind, what) in [
        (tracks, Surface::Track, "tracks"),
        (roads, Surface::Road, "roads"),
    ] {
        let lines = node.map_or(&[][..], |node| loader.reader.list(node, what));
        for line in lines {
            let mut last = None;
            for node in loader
                .reader
                .list(line, "hexes of a road, such as [(8, 0), (8, 11)]")
            {
                let Some(tile) = loader.tile(node, board.grid) else {
                    is_read = false;
                    continue;
                };
                if let Some(before) = last {
                    let Some(hexes) = between(board.grid, before, tile) else {
                        let message = "this hex is neither adjacent to the one before nor in one \
                                       column or row with it";
                        loader.reader.problem(node.place, message);
                        is_read = false;
                        continue;
                    };
                    for pair in hexes.windows(2) {
                        let edge = (pair[0].min(pair[1]), pair[0].max(pair[1]));
                        surfaces.insert(edge, kind);
                    }
                }
                last = Some(tile);
            }
        }
    }
    is_read.then_some(surfaces)
}

/// Lists the hexes from one to another in one column or row, each adjacent to the next.
fn between(grid: Grid, from: TileId, to: TileId) -> Option<Vec<TileId>> {
    let ((column, row), (last_column, last_row)) = (grid.to_offset(from), grid.to_offset(to));
    if grid.distance(from, to) <= 1 {
        return Some(vec![from, to]);
    }
    let (columns, rows) = (last_column - column, last_row - row);
    if columns != 0 && rows != 0 {
        return None;
    }
    let steps = columns.abs().max(rows.abs());
    let hexes = (0..=steps)
        .map(|step| grid.from_offset(column + step * columns.signum(), row + step * rows.signum()));
    let hexes: Vec<_> = hexes.collect::<Option<_>>()?;
    let joins = |pair: &[TileId]| grid.distance(pair[0], pair[1]) == 1;
    hexes.windows(2).all(joins).then_some(hexes)
}

/// Reads a facility: `(kind: Fortification, at: (8, 5), side: "Axis", level: 2)`.
pub(super) fn facility(
    loader: &mut Loader,
    node: &Node,
    (board, _): &Ground,
    sides: &[&str],
) -> Option<FacilitySetup> {
    let mut fields = loader.reader.fields(node, "facility")?;
    let reader = &mut loader.reader;
    let at = fields.need(reader, "at");
    let kind = fields.choice(reader, "kind", "facility", Facility::CHOICES);
    let side = fields.need(reader, "side");
    let level = fields.maybe("level", |node| reader.int(node, "level", 1..=3_u8));
    let stock = fields.maybe("stock", |node| reader.int(node, "stock", 0..=1000_u16));
    fields.done(reader);
    let side = side.and_then(|node| side_named(reader, node, sides));
    let (kind, level, stock) = (kind?, level?, stock?);
    let mut note = |field: &str, given: bool, needed: bool, what: &str| {
        let place = node.field(field).unwrap_or(node).place;
        match (given, needed) {
            (false, true) => {
                reader.problem(place, format!("a {} needs {what}", kind.name()));
            }
            (true, false) => {
                reader.problem(place, format!("a {} has no {what}", kind.name()));
            }
            _ => {}
        }
    };
    note(
        "level",
        level.is_some(),
        kind == Facility::Fortification,
        "level",
    );
    note("stock", stock.is_some(), kind == Facility::Dump, "stock");
    let tile = at.and_then(|node| loader.tile(node, board.grid));
    Some(FacilitySetup {
        kind,
        tile: tile?,
        side: side?,
        level: level.unwrap_or(0),
        stock: stock.unwrap_or(0),
    })
}
