//! Where the members of a group come to stand: in a formation, and apart from each other.
//!
//! **Invariant:** one a hex, on ground that can be stood on; what comes first has the first choice.

use std::collections::BTreeSet;

use hexx::Hex;

use crate::battle::board::Board;
use crate::battle::grid::{Direction, Grid, TileId};
use crate::battle::unit::UnitId;
use crate::content::declare::choices;
use crate::rules::kit::ways::around;

choices! {
    /// How a group stands.
    #[derive(Default)]
    pub enum Formation {
        /// The leader in front, the others behind it to both sides.
        #[default]
        Wedge,
        /// One behind another.
        Column,
    }
}

impl Formation {
    /// Returns the steps from the leader to where a member stands that faces a direction.
    pub fn offset(self, member: u16, facing: Direction) -> Hex {
        let member = i32::from(member);
        match self {
            Self::Column => facing.opposite().step() * member,
            Self::Wedge => {
                let side = if member % 2 == 1 { 2 } else { 4 };
                facing.turned(side).step() * ((member + 1) / 2)
            }
        }
    }
}

/// Who goes where, and who finds no place.
pub type Displaced = (Vec<(UnitId, TileId)>, Vec<UnitId>);

/// Parts those who share a hex: of all, each with its hex and the one it came from, the first keeps the hex;
/// each later one takes the hex it came from, else the nearest free one so many hexes off at most.
pub fn part_all(board: &Board, all: &[(UnitId, TileId, TileId)], most: u16) -> Displaced {
    let can_stand = |tile| board.layers.entry_percent(tile).is_some();
    part_on(board.grid, can_stand, all, most)
}

/// Does the same on ground where one can stand on some hexes.
pub fn part_on(
    grid: Grid,
    can_stand: impl Fn(TileId) -> bool,
    all: &[(UnitId, TileId, TileId)],
    most: u16,
) -> Displaced {
    let mut claimed = BTreeSet::new();
    let (mut displaced, mut left_out) = (Vec::new(), Vec::new());
    for (at, &(id, seat, before)) in all.iter().enumerate() {
        if claimed.insert(seat) {
            continue;
        }
        let is_free = |tile: &TileId| {
            let to_come = all[at + 1..].iter().any(|(_, other, _)| other == tile);
            can_stand(*tile) && !claimed.contains(tile) && !to_come
        };
        let near = || around(grid, seat, most).find(is_free);
        match Some(before).filter(is_free).or_else(near) {
            Some(tile) => {
                claimed.insert(tile);
                displaced.push((id, tile));
            }
            None => left_out.push(id),
        }
    }
    (displaced, left_out)
}
