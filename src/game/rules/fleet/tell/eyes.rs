//! Where units are by the event that is told, and what own units detect from there.
//!
//! **Invariant:** a unit of others is seen while some own unit on the board detects its hex.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use super::Teller;
use crate::{
    battle::{
        grid::{Direction, Grid, TileId},
        unit::{Facing, Position, Presence, Roster, Side, UnitId, Vision, part},
    },
    game::{
        rules::fleet::{looks::passing_look, tallies::Stock},
        table::{
            board_view::BoardView,
            playback::{Scene, Tone},
        },
    },
    rules::fleet::event::{Event, Harm},
};

/// Places, facings and eyes by the event that is told.
pub(super) struct Eyes<'w> {
    world: &'w World,
    side: Side,
    grid: Grid,
    /// Where units on the board are.
    places: BTreeMap<UnitId, TileId>,
    /// Which way units face that turned since.
    facings: BTreeMap<UnitId, Direction>,
    /// Units of others whose tokens are on show.
    on_show: BTreeSet<UnitId>,
    /// Units of others that came into sight so far.
    met: BTreeSet<UnitId>,
}

impl<'w> Eyes<'w> {
    /// Begins before some events.
    pub fn new(world: &'w World, side: Side, events: &[Event]) -> Self {
        let mut eyes = Self {
            world,
            side,
            grid: world.resource::<BoardView>().grid,
            places: first_places(world, events),
            facings: BTreeMap::new(),
            on_show: BTreeSet::new(),
            met: BTreeSet::new(),
        };
        eyes.on_show = eyes.others().filter(|&id| eyes.sees(id)).collect();
        eyes.met.clone_from(&eyes.on_show);
        eyes
    }

    /// Puts a unit on a hex.
    pub fn put(&mut self, unit: UnitId, tile: TileId, facing: Direction) {
        self.places.insert(unit, tile);
        self.facings.insert(unit, facing);
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

    /// Whether a unit of others came into sight so far.
    pub fn has_met(&self, unit: UnitId) -> bool {
        self.met.contains(&unit)
    }

    pub fn is_own(&self, unit: UnitId) -> bool {
        self.world.resource::<Roster>().side(unit) == self.side
    }

    pub fn is_on_board(&self, unit: UnitId) -> bool {
        self.places.contains_key(&unit)
    }

    /// Lists the units of others on the board.
    fn others(&self) -> impl Iterator<Item = UnitId> {
        let units = self.places.keys().copied();
        units.filter(|&unit| !self.is_own(unit))
    }

    /// Lists from where own units detect how far.
    fn sources(&self) -> impl Iterator<Item = (TileId, u32)> {
        let own = self.places.iter().filter(|(unit, _)| self.is_own(**unit));
        own.map(|(&unit, &at)| (at, u32::from(part::<Vision>(self.world, unit).0)))
    }

    /// Whether own units detect a hex.
    pub fn detects(&self, tile: TileId) -> bool {
        let mut sources = self.sources();
        sources.any(|(at, far)| self.grid.distance(at, tile) <= far)
    }

    /// Lists the hexes own units detect.
    pub fn sight(&self) -> Vec<TileId> {
        let sources: Vec<_> = self.sources().collect();
        let is_seen = |&tile: &TileId| {
            let mut sources = sources.iter();
            sources.any(|&(at, far)| self.grid.distance(at, tile) <= far)
        };
        self.grid.tiles().filter(is_seen).collect()
    }

    /// Whether a unit is seen: an own one always is.
    pub fn sees(&self, unit: UnitId) -> bool {
        let place = self.places.get(&unit);
        self.is_own(unit) || place.is_some_and(|&tile| self.detects(tile))
    }

    /// Returns where a unit is, or was last.
    pub fn place(&self, unit: UnitId) -> TileId {
        let place = self.places.get(&unit).copied();
        place.unwrap_or_else(|| part::<Position>(self.world, unit).0)
    }

    /// Returns which way a unit faces.
    pub fn facing(&self, unit: UnitId) -> Direction {
        let turned = self.facings.get(&unit).copied();
        let before = || self.world.get_resource::<Stock>()?.facing(unit);
        let facing = turned.or_else(before);
        facing.unwrap_or_else(|| part::<Facing>(self.world, unit).0)
    }
}

/// Returns where units on the board were before some events.
fn first_places(world: &World, events: &[Event]) -> BTreeMap<UnitId, TileId> {
    let mut places = BTreeMap::new();
    let mut was_off = Vec::new();
    for event in events {
        match event {
            Event::Moved { unit, from, .. } if !was_off.contains(unit) => {
                places.entry(*unit).or_insert(*from);
            }
            Event::Intercepted(interception) if !was_off.contains(&interception.mover) => {
                places
                    .entry(interception.mover)
                    .or_insert(interception.from);
            }
            Event::Launched { ship, .. }
            | Event::ReinforcementRolled {
                arrival: Some((ship, ..)),
                ..
            } if !places.contains_key(ship) => was_off.push(*ship),
            _ => {}
        }
    }
    let lost: Vec<_> = (events.iter().flat_map(Event::harms))
        .filter(|harm| harm.destroyed)
        .map(|harm| harm.unit)
        .collect();
    let landed = |id: UnitId| {
        let mut landings = events.iter();
        landings.any(|event| {
            matches!(event, Event::Landed { ship } | Event::Withdrew { ship } if *ship == id)
        })
    };
    for id in world.resource::<Roster>().ids() {
        let is_here = *part::<Presence>(world, id) == Presence::OnBoard;
        let was_here = is_here || lost.contains(&id) || landed(id);
        if was_here && !was_off.contains(&id) {
            places.entry(id).or_insert(part::<Position>(world, id).0);
        }
    }
    places
}

impl Teller<'_> {
    /// Shows units of others that come into sight since own ones moved.
    pub(super) fn spot(&mut self) {
        let eyes = &self.eyes;
        let spotted = eyes.others().filter(|&unit| eyes.sees(unit));
        let spotted: Vec<_> = spotted
            .filter(|unit| !eyes.on_show.contains(unit))
            .collect();
        for unit in spotted {
            self.reveal(unit);
            self.sighted(unit, self.place(unit));
        }
    }

    /// Takes units of others from show that go out of sight since own ones moved or were lost.
    pub(super) fn lose_sight(&mut self) {
        let on_show = self.eyes.on_show.iter().copied();
        let gone: Vec<_> = on_show.filter(|&unit| !self.sees(unit)).collect();
        for unit in gone {
            let at = self.at(unit);
            let fall = None;
            self.show(Scene::Fade { unit, at, fall });
            self.eyes.set_on_show(unit, false);
        }
    }

    /// Writes down that a unit of others came into sight.
    pub(super) fn sighted(&mut self, unit: UnitId, tile: TileId) {
        if self.eyes.meet(unit) {
            let name = self.name(unit);
            self.notes.contact(name);
            self.say(format!("Contact: {name}"), Some(tile));
        }
    }

    /// Shows a unit that came into sight by a step of its own, and says so the first time.
    pub(super) fn contact(&mut self, unit: UnitId, tile: TileId) {
        if !self.eyes.has_met(unit) {
            self.note(unit, "contact", Tone::Bad);
        }
        self.sighted(unit, tile);
    }

    /// Shows a unit that was not on show.
    pub(super) fn reveal(&mut self, unit: UnitId) {
        let is_contact = !self.is_own(unit) && !self.eyes.has_met(unit);
        let scene = Scene::Reveal {
            unit,
            at: self.at(unit),
            angle: self.board.angle(self.eyes.facing(unit)),
            look: Box::new(passing_look(self.world, self.side, unit)),
            is_contact,
        };
        self.show(scene);
        self.eyes.set_on_show(unit, true);
    }

    /// Notes hull that somebody lost in sight.
    pub(super) fn note_harm(&mut self, harm: &Harm) {
        let is_own = self.is_own(harm.unit);
        if harm.lost > 0 && self.sees(harm.unit) {
            let destroyed = harm.destroyed.then(|| self.name(harm.unit));
            self.notes.harm(is_own, harm.lost, destroyed);
        }
    }
}
