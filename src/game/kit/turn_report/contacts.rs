//! Where units are by the event that is told, and what own units detect from there.
//!
//! **Invariant:** a unit of others is seen while some own unit on the board detects its hex.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::unit::{Position, Presence, Roster, Side, UnitId, Vision, part};

/// Places by the event that is told, and who is seen there.
pub(super) struct Contacts {
    pub side: Side,
    /// Where units on the board are.
    pub places: BTreeMap<UnitId, TileId>,
    /// Units of others whose tokens are on show.
    pub on_show: BTreeSet<UnitId>,
    /// Units of others that came into sight so far.
    pub met: BTreeSet<UnitId>,
}

impl Contacts {
    /// Begins with the units on the board.
    pub fn new(world: &World, side: Side) -> Self {
        let ids = world.resource::<Roster>().ids();
        let here = ids.filter(|&id| *part::<Presence>(world, id) == Presence::OnBoard);
        let mut contacts = Self {
            side,
            places: here.map(|id| (id, part::<Position>(world, id).0)).collect(),
            on_show: BTreeSet::new(),
            met: BTreeSet::new(),
        };
        contacts.on_show = contacts.others_in_sight(world).collect();
        contacts.met.clone_from(&contacts.on_show);
        contacts
    }

    pub fn is_own(&self, world: &World, unit: UnitId) -> bool {
        world.resource::<Roster>().side(unit) == self.side
    }

    /// Lists the units of others on the board that own units detect.
    pub fn others_in_sight(&self, world: &World) -> impl Iterator<Item = UnitId> {
        let units = self.places.keys().copied();
        units.filter(|&unit| !self.is_own(world, unit) && self.sees(world, unit))
    }

    /// Whether own units detect a hex.
    pub fn detects(&self, world: &World, tile: TileId) -> bool {
        let grid = world.resource::<Board>().grid;
        let mut own = (self.places.iter()).filter(|(unit, _)| self.is_own(world, **unit));
        own.any(|(&unit, &at)| grid.distance(at, tile) <= u32::from(part::<Vision>(world, unit).0))
    }

    /// Lists the hexes own units detect.
    pub fn sight(&self, world: &World) -> Vec<TileId> {
        let tiles = world.resource::<Board>().grid.tiles();
        tiles.filter(|&tile| self.detects(world, tile)).collect()
    }

    /// Whether a unit is seen: an own one always is.
    pub fn sees(&self, world: &World, unit: UnitId) -> bool {
        let place = self.places.get(&unit);
        self.is_own(world, unit) || place.is_some_and(|&tile| self.detects(world, tile))
    }

    /// Returns where a unit is, or was last.
    pub fn place(&self, world: &World, unit: UnitId) -> TileId {
        let place = self.places.get(&unit).copied();
        place.unwrap_or_else(|| part::<Position>(world, unit).0)
    }
}
