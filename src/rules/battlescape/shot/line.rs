//! Lines of fire (§15.22): what a side can tell of them, what ends a shot in truth, and how it is named.
//!
//! **Invariant:** whether a line is open, and by which trees and smoke, is told by what the side remembers
//! and by whom its unit sees itself; nobody the side does not see stands in the way.

use std::fmt;

use bevy::prelude::World;

use crate::battle::board::{Board, Layers};
use crate::battle::grid::TileId;
use crate::battle::knowledge::{Knowledge, SideKnowledge};
use crate::battle::sight::{self, Sightline};
use crate::battle::unit::{UnitId, Units};
use crate::content::Catalog;
use crate::content::sight::SightFigures;
use crate::content::terrain::Obstacle;
use crate::rules::battlescape::content::BattlescapeContent;
use crate::rules::battlescape::order::Refusal;
use crate::rules::battlescape::shot::Gunsight;
use crate::rules::battlescape::soldier::Rulebook;

/// What stands in the way of a line, for whoever reads why an order is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstruction {
    /// The hex, as column and row; none where levels that differ block of themselves.
    pub at: Option<(i32, i32)>,
    /// What stands there.
    pub what: String,
}

impl fmt::Display for Obstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some((column, row)) => write!(f, "{} at ({column}, {row})", self.what),
            None => f.write_str(&self.what),
        }
    }
}

/// Traces the line of fire between two hexes by what a side remembers; hexes it never saw are open.
pub fn line_by_memory(
    board: &Board,
    known: &SideKnowledge,
    figures: &SightFigures,
    from: TileId,
    to: TileId,
) -> Sightline {
    sight::trace(&board.grid, &known.layers, from, to, figures, |tile| {
        lets_pass(board, known, figures, tile)
    })
}

/// Traces the line of fire of a unit that sees its target: of the ground between, only what the side sees
/// can be in the way.
pub(super) fn line_by_sight(
    board: &Board,
    known: &SideKnowledge,
    figures: &SightFigures,
    from: TileId,
    to: TileId,
) -> Sightline {
    sight::trace_by(
        &board.grid,
        &known.layers,
        from,
        to,
        figures,
        |tile| lets_pass(board, known, figures, tile),
        |tile| known.sees(tile),
    )
}

/// Whether nobody the side sees stands on a hex in the way (C27).
fn lets_pass(board: &Board, known: &SideKnowledge, figures: &SightFigures, tile: TileId) -> bool {
    !(figures.units_block && is_manned(board, known, tile))
}

/// Whether the side sees a unit stand on a hex.
fn is_manned(board: &Board, known: &SideKnowledge, tile: TileId) -> bool {
    (board.first_occupant(tile)).is_some_and(|unit| known.sees_unit(unit))
}

/// Checks that a unit has a line of fire from a hex to another.
///
/// # Errors
/// What stands in the way.
pub fn can_reach(
    world: &World,
    unit: UnitId,
    from: TileId,
    to: TileId,
) -> Result<Sightline, Refusal> {
    let gunsight = Gunsight::new(world, Units::of(world).side(unit));
    gunsight.open_line(unit, from, to)
}

/// Returns the hex at which what a unit sends along its line of fire ends in truth, if the truth blocks
/// where its side cannot see.
pub fn ends_at(world: &World, unit: UnitId, to: TileId) -> Option<TileId> {
    let units = Units::of(world);
    let from = units.seat(unit)?;
    if world.resource::<Knowledge>().unit_sees(unit, to) {
        return None;
    }
    let (board, figures) = (units.board(), world.resource::<Rulebook>().figures());
    let layers = &board.layers;
    if sight::trace(&board.grid, layers, from, to, &figures.sight, |_| true).open {
        return None;
    }
    let line = Gunsight::new(world, units.side(unit)).line(unit, from, to);
    sight::blocker_along(&board.grid, layers, from, to, line.nudge, &figures.sight)
}

/// Names what blocks a line that is not open, by what a side remembers.
pub fn obstruction(
    catalog: &Catalog,
    board: &Board,
    known: &SideKnowledge,
    (from, to): (TileId, TileId),
    line: &Sightline,
) -> Obstruction {
    let Some(tile) = line.blocker else {
        return Obstruction {
            at: None,
            what: "the two hexes are on different levels".into(),
        };
    };
    let figures = &catalog.part::<BattlescapeContent>().figures.sight;
    let what = match lets_pass(board, known, figures, tile) {
        true => what_blocks(catalog, &known.layers, (from, to), tile),
        false => "a unit".into(),
    };
    Obstruction {
        at: Some(board.grid.to_offset(tile)),
        what,
    }
}

/// Names what blocks at a hex.
fn what_blocks(
    catalog: &Catalog,
    layers: &Layers,
    (from, to): (TileId, TileId),
    tile: TileId,
) -> String {
    let terrain = catalog.terrain(layers.terrain(tile));
    let level = layers.elevation(tile);
    let is_higher = level > layers.elevation(from).max(layers.elevation(to));
    match terrain.obstacle {
        Obstacle::Tall | Obstacle::Low | Obstacle::Blocks => terrain.name.to_lowercase(),
        _ if is_higher => format!("high ground (level {level})"),
        Obstacle::Partial => {
            let most = catalog
                .part::<BattlescapeContent>()
                .figures
                .sight
                .trees_block;
            format!("{most} trees or bushes, the last")
        }
        Obstacle::Open => format!("rising ground (level {level})"),
    }
}
