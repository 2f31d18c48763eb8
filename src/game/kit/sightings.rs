//! Units of others that were seen and are out of sight.

use bevy::prelude::*;

use super::piece::{Words, faint};
use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::phase::Turn;
use crate::battle::unit::{Roster, UnitId};
use crate::game::rules::playable::own_side;

/// Returns the unit that was last seen on a hex and is out of sight.
pub fn remembered_at(world: &World, tile: TileId) -> Option<UnitId> {
    let known = world.resource::<Knowledge>().of(own_side(world));
    let mut units = world.resource::<Roster>().ids();
    units.find(|&id| {
        let last = known.sightings[id.index()];
        !known.sees_unit(id) && last.is_some_and(|last| last.tile == tile)
    })
}

/// Returns how long ago a unit was last seen at its remembered place.
pub fn last_seen(world: &World, unit: UnitId) -> Option<Words> {
    let known = world.resource::<Knowledge>().of(own_side(world));
    let last = known.sightings[unit.index()]?;
    let turn = world.resource::<Turn>().number;
    let ago = match turn.saturating_sub(last.turn) {
        0 => "this turn".to_owned(),
        1 => "last turn".to_owned(),
        turns => format!("{turns} turns ago"),
    };
    Some(faint(format!(
        "last seen here {ago}; current position unknown"
    )))
}
