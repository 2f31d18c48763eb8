//! Going from one unit, target or enemy to the next.

use bevy::prelude::*;

use crate::{
    battle::{grid::TileId, knowledge::Knowledge, unit::Roster},
    game::{rules::playable::own_side, table::input::Hover},
};

/// Returns what comes so many places after what is chosen, around the end; the first if nothing is.
pub fn after<T: Copy + PartialEq>(all: &[T], chosen: Option<T>, step: isize) -> Option<T> {
    let at = all.iter().position(|&one| Some(one) == chosen);
    let count = all.len().cast_signed();
    let next = at.map_or(0, |at| (at.cast_signed() + step).rem_euclid(count));
    all.get(next.cast_unsigned()).copied()
}

/// Returns the next hex after the one pointed at on which an enemy is known to be, or was last seen.
pub fn next_enemy(world: &World) -> Option<TileId> {
    let side = own_side(world);
    let known = world.resource::<Knowledge>().of(side);
    let roster = world.resource::<Roster>();
    let mut tiles: Vec<_> = (roster.ids())
        .filter(|&id| roster.are_hostile(side, roster.side(id)))
        .filter_map(|id| Some(known.sightings[id.index()]?.tile))
        .collect();
    tiles.sort_unstable();
    let now = world.resource::<Hover>().tile;
    let next = tiles.iter().find(|&&tile| now.is_none_or(|now| tile > now));
    next.or(tiles.first()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_goes_around_the_end_and_the_first_comes_where_nothing_is_chosen() {
        assert_eq!(after(&[4, 5, 6], Some(6), 1), Some(4));
        assert_eq!(after(&[4, 5, 6], Some(4), -1), Some(6));
        assert_eq!(after(&[4, 5, 6], None, -1), Some(4));
        assert_eq!(after::<u8>(&[], None, 1), None);
    }
}
