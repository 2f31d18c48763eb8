//! Where characters come to stand when combat begins (§3).
//!
//! **Invariant:** one character a hex, on ground that can be stood on; ties as the reference has them.

use std::collections::BTreeSet;

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        grid::TileId,
        unit::{UnitId, Units},
    },
    rules::{kit::ways::around, party::character::Memory},
};

/// Who goes where, and who finds no place.
pub type Displaced = (Vec<(UnitId, TileId)>, Vec<UnitId>);

/// Parts those who share a hex: the first of them keeps it, each later one takes the hex it came from, else
/// the nearest free one within a radius, and farther off where that widens (clarification 6).
pub fn displace(world: &World, radius: u16, widens: bool) -> Displaced {
    let units = Units::of(world);
    let board = world.resource::<Board>();
    let seats: Vec<_> = (units.ids())
        .filter_map(|id| Some((id, units.seat(id)?)))
        .collect();
    let mut claimed = BTreeSet::new();
    let (mut displaced, mut left_out) = (Vec::new(), Vec::new());
    for (at, &(id, seat)) in seats.iter().enumerate() {
        if claimed.insert(seat) {
            continue;
        }
        let is_free = |tile: TileId, claimed: &BTreeSet<TileId>| {
            let to_come = seats[at + 1..].iter().any(|(_, other)| *other == tile);
            board.layers.entry_percent(tile).is_some() && !claimed.contains(&tile) && !to_come
        };
        let before = units.part::<Memory>(id).before;
        let before = Some(before).filter(|&tile| is_free(tile, &claimed));
        let most = match widens {
            true => board.grid.width.saturating_add(board.grid.height),
            false => radius,
        };
        let near = || around(board.grid, seat, most).find(|&tile| is_free(tile, &claimed));
        match before.or_else(near) {
            Some(tile) => {
                claimed.insert(tile);
                displaced.push((id, tile));
            }
            None => left_out.push(id),
        }
    }
    (displaced, left_out)
}
