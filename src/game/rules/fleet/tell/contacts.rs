//! Where units are by the event that is told, and what own units detect from there.
//!
//! **Invariant:** a unit of others is seen while some own unit on the board detects its hex.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use super::Telling;
use crate::{
    battle::{
        board::Board,
        grid::TileId,
        unit::{Facing, Position, Presence, Roster, Side, UnitId, Vision, part},
    },
    game::{
        rules::fleet::looks::passing_look,
        table::playback::{Scene, Tone},
    },
    rules::fleet::event::Harm,
};

/// Places by the event that is told, and who is seen there.
pub(super) struct Contacts {
    side: Side,
    /// Where units on the board are.
    places: BTreeMap<UnitId, TileId>,
    /// Units of others whose tokens are on show.
    on_show: BTreeSet<UnitId>,
    /// Units of others that came into sight so far.
    met: BTreeSet<UnitId>,
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
        contacts.on_show = contacts
            .others(world)
            .filter(|&id| contacts.sees(world, id))
            .collect();
        contacts.met.clone_from(&contacts.on_show);
        contacts
    }

    /// Puts a unit on a hex.
    pub fn put(&mut self, unit: UnitId, tile: TileId) {
        self.places.insert(unit, tile);
    }

    /// Takes a unit off the board.
    pub fn remove(&mut self, unit: UnitId) {
        self.places.remove(&unit);
        self.on_show.remove(&unit);
    }

    /// Notes whether the token of a unit is on show.
    pub fn set_on_show(&mut self, unit: UnitId, is_on_show: bool) {
        match is_on_show {
            true => self.on_show.insert(unit),
            false => self.on_show.remove(&unit),
        };
    }

    /// Notes that a unit of others came into sight; whether it is the first time.
    pub fn meet(&mut self, unit: UnitId) -> bool {
        self.met.insert(unit)
    }

    pub fn is_on_board(&self, unit: UnitId) -> bool {
        self.places.contains_key(&unit)
    }

    fn is_own(&self, world: &World, unit: UnitId) -> bool {
        world.resource::<Roster>().side(unit) == self.side
    }

    /// Lists the units of others on the board.
    fn others(&self, world: &World) -> impl Iterator<Item = UnitId> {
        let units = self.places.keys().copied();
        units.filter(|&unit| !self.is_own(world, unit))
    }

    /// Whether own units detect a hex.
    fn detects(&self, world: &World, tile: TileId) -> bool {
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
    fn sees(&self, world: &World, unit: UnitId) -> bool {
        let place = self.places.get(&unit);
        self.is_own(world, unit) || place.is_some_and(|&tile| self.detects(world, tile))
    }
}

impl Telling<'_> {
    pub(super) fn is_own(&self, unit: UnitId) -> bool {
        self.contacts.is_own(self.world, unit)
    }

    pub(super) fn sees(&self, unit: UnitId) -> bool {
        self.contacts.sees(self.world, unit)
    }

    pub(super) fn detects(&self, tile: TileId) -> bool {
        self.contacts.detects(self.world, tile)
    }

    /// Returns where a unit is, or was last.
    pub(super) fn place(&self, unit: UnitId) -> TileId {
        let place = self.contacts.places.get(&unit).copied();
        place.unwrap_or_else(|| part::<Position>(self.world, unit).0)
    }

    /// Returns at which angle a unit faces.
    pub(super) fn angle(&self, unit: UnitId) -> f32 {
        self.board.angle(part::<Facing>(self.world, unit).0)
    }

    /// Shows units of others that come into sight since own ones moved.
    pub(super) fn spot(&mut self) {
        let hidden =
            (self.contacts.others(self.world)).filter(|unit| !self.contacts.on_show.contains(unit));
        let spotted: Vec<_> = hidden.filter(|&unit| self.sees(unit)).collect();
        for unit in spotted {
            self.reveal(unit);
            self.sighted(unit, self.place(unit));
        }
    }

    /// Takes units of others from show that go out of sight since own ones moved or were lost.
    pub(super) fn lose_sight(&mut self) {
        let on_show = self.contacts.on_show.iter().copied();
        let gone: Vec<_> = on_show.filter(|&unit| !self.sees(unit)).collect();
        for unit in gone {
            self.fade(unit, None);
            self.contacts.set_on_show(unit, false);
        }
    }

    /// Writes down that a unit of others came into sight.
    pub(super) fn sighted(&mut self, unit: UnitId, tile: TileId) {
        if self.contacts.meet(unit) {
            let name = self.name(unit);
            self.notes.contact(name);
            self.say(format!("Contact: {name}"), Some(tile));
        }
    }

    /// Shows a unit that came into sight by a step of its own, and says so the first time.
    pub(super) fn contact(&mut self, unit: UnitId, tile: TileId) {
        if !self.contacts.met.contains(&unit) {
            self.note(unit, "contact", Tone::Bad);
        }
        self.sighted(unit, tile);
    }

    /// Shows a unit that was not on show.
    pub(super) fn reveal(&mut self, unit: UnitId) {
        let is_contact = !self.is_own(unit) && !self.contacts.met.contains(&unit);
        let scene = Scene::Reveal {
            unit,
            at: self.at(unit),
            angle: self.angle(unit),
            look: Box::new(passing_look(self.world, self.side, unit)),
            is_contact,
        };
        self.show(scene);
        self.contacts.set_on_show(unit, true);
    }

    /// Notes hull that somebody lost in sight.
    pub(super) fn note_harm(&mut self, harm: &Harm) {
        if harm.lost > 0 && self.sees(harm.unit) {
            let destroyed = harm.destroyed.then(|| self.name(harm.unit));
            self.notes
                .harm(self.is_own(harm.unit), harm.lost, destroyed);
        }
    }
}
