//! What a mission of operations says that cannot be played, or that it hardly means.
//!
//! **Invariant:** in a mission that passes, both sides that are played here have combat units, stacks keep their limits, and no two
//! enemies begin in one hex.

use std::collections::BTreeMap;

use crate::battle::grid::TileId;
use crate::battle::unit::Side;
use crate::content::tree::Node;
use crate::mission::{Ground, Loader};
use crate::rules::operations::content::OperationsContent;
use crate::rules::operations::scenario::Scenario;

/// Notes what is wrong with a mission as a whole.
pub(super) fn check(
    loader: &mut Loader,
    scenario: &Scenario,
    content: &OperationsContent,
    (board, _): &Ground,
    sides: &Node,
) {
    for (at, node) in (0..).zip(sides.items()) {
        if scenario.table == Some(Side(at)) {
            continue;
        }
        let mut own = scenario.units.iter().filter(|unit| unit.side == Side(at));
        if !own.any(|unit| unit.build.class.is_combat() && !unit.build.dummy) {
            let message = "this side needs a combat unit";
            loader.reader.problem(node.place, message);
        }
    }
    let mut stacks: BTreeMap<TileId, (Side, u16)> = BTreeMap::new();
    let nodes = sides
        .items()
        .iter()
        .flat_map(|side| side.field("units").map_or(&[][..], Node::items));
    for (unit, node) in scenario.units.iter().zip(nodes) {
        let place = node.field("at").unwrap_or(node).place;
        let (side, points) = stacks.entry(unit.tile).or_insert((unit.side, 0));
        if *side != unit.side {
            let message = "units of both sides begin on this hex";
            loader.reader.problem(place, message);
        }
        *points += u16::from(unit.build.stacking);
        let terrain = board.tiles[unit.tile.index()].terrain;
        let limit = content.ground(terrain).stacking;
        if *points > limit.into() {
            let message = format!("{points} stacking points would be on this hex, {limit} at most");
            loader.reader.problem(place, message);
        }
    }
}
