//! What a side sees and reads of a turn that resolves by itself, event by event.
//!
//! **Invariant:** units are where they were by the event that is told. Of others' units only that is shown
//! which own units detected at that moment.

mod contacts;
mod scenes;

use std::collections::BTreeMap;
use std::marker::PhantomData;

use bevy::prelude::*;

use self::contacts::Contacts;
pub use self::scenes::Berthing;
use super::on_show;
use super::recap::Notes;
use crate::battle::grid::TileId;
use crate::battle::phase::Turn;
use crate::battle::rules::Rules;
use crate::battle::unit::{Side, UnitId};
use crate::game::rules::playable::{Account, Teller};
use crate::game::table::board_view::BoardView;
use crate::game::table::playback::{Figures, OnShow, Scene, UnitOnShow};
use crate::game::table::unit_view::Look;

/// A rule set whose turns resolve by themselves once all sides have planned.
pub trait TurnReport: Rules + Sized {
    /// What units lose when they are hit, such as "hull".
    const HEALTH: &'static str;

    /// Returns what a side has to do.
    fn goal(world: &World, side: Side) -> String;

    /// Returns what cards show of the units of a side.
    fn cards(world: &World, side: Side) -> BTreeMap<UnitId, UnitOnShow>;

    /// Returns what the units of a side fight with.
    fn figures(world: &World, side: Side) -> BTreeMap<UnitId, Figures>;

    /// Returns the look of a unit that came into a side's sight for a moment.
    fn look(world: &World, side: Side, unit: UnitId) -> Look;

    /// Returns the step of a turn that an event is of.
    fn stage(event: &Self::Event) -> Option<&'static str>;

    /// Whether the turn resolves from this event on.
    fn begins_turn(event: &Self::Event) -> bool;

    /// Whether the turn has resolved before this event.
    fn ends_turn(event: &Self::Event) -> bool;

    /// Returns an event with its rolls in lines of the log.
    fn lines(world: &World, event: &Self::Event) -> Vec<String>;

    /// Adds scenes and log lines of an event.
    fn tell(telling: &mut Telling<Self>, event: &Self::Event);
}

/// Reports to a side the turns that an order resolves.
pub struct TurnTeller<R> {
    contacts: Contacts,
    /// What cards and bars show by the event that is told, and how that began.
    shown: OnShow,
    before: Option<OnShow>,
    /// Hexes in sight.
    sight: Vec<TileId>,
    /// The turn that resolves, until it is summed up.
    resolved: Option<u16>,
    notes: Notes,
    rules: PhantomData<fn() -> R>,
}

impl<R: TurnReport> Teller<R::Event> for TurnTeller<R> {
    fn begin(world: &World, side: Side) -> Self {
        let contacts = Contacts::new(world, side);
        let shown = on_show::now::<R>(world, side);
        Self {
            sight: contacts.sight(world),
            contacts,
            before: Some(shown.clone()),
            shown,
            resolved: None,
            notes: Notes::default(),
            rules: PhantomData,
        }
    }

    fn tell(&mut self, world: &World, event: &R::Event, told: &mut Account) {
        self.telling(world, told).event(event);
    }

    fn end(mut self, world: &World, told: &mut Account) {
        self.telling(world, told).sum_up();
        told.before = self.before.take();
    }
}

impl<R: TurnReport> TurnTeller<R> {
    fn telling<'a>(&'a mut self, world: &'a World, told: &'a mut Account) -> Telling<'a, R> {
        Telling {
            world,
            board: world.resource(),
            teller: self,
            told,
        }
    }
}

/// An event being told. A rule set adds what only its own events need, for its own `R`.
pub struct Telling<'a, R> {
    /// The world once the event has landed.
    pub world: &'a World,
    /// The board as it is drawn.
    pub board: &'a BoardView,
    teller: &'a mut TurnTeller<R>,
    told: &'a mut Account,
}

impl<R: TurnReport> Telling<'_, R> {
    /// Reports an event: first its step of the turn, then its scenes, then its lines of the log.
    fn event(&mut self, event: &R::Event) {
        if R::begins_turn(event) {
            self.teller.resolved = Some(self.turn());
        }
        if R::ends_turn(event) {
            self.sum_up();
        }
        let (scenes, lines) = (self.told.scenes.len(), self.told.lines.len());
        R::tell(self, event);
        self.look_around();
        self.spot();
        self.lose_sight();
        let is_seen = self.told.scenes.len() > scenes;
        if let Some(stage) = R::stage(event).filter(|_| is_seen) {
            self.told.scenes.insert(scenes, Scene::Stage(stage));
        }
        self.update_cards();
        let read = self.told.lines.len() - lines;
        self.told
            .scenes
            .extend(std::iter::repeat_n(Scene::Read, read));
    }

    /// Updates cards and bars after an event that changes own units.
    fn update_cards(&mut self) {
        for (unit, shown) in R::cards(self.world, self.side()) {
            if self.teller.shown.units.insert(unit, shown) != Some(shown) {
                self.show(Scene::Card { unit, shown });
            }
        }
        for (unit, figures) in R::figures(self.world, self.side()) {
            let known = self.teller.shown.figures.insert(unit, figures.clone());
            if known.as_ref() != Some(&figures) {
                self.show(Scene::Figures { unit, figures });
            }
        }
    }

    /// Sums a turn up that has resolved, before the next one begins.
    fn sum_up(&mut self) {
        let Some(turn) = self.teller.resolved.take() else {
            return;
        };
        let recap = std::mem::take(&mut self.teller.notes).recap(turn, R::HEALTH);
        self.say(recap.text.clone(), None);
        self.show(Scene::Read);
        self.told.recap = Some(recap);
    }

    /// Updates the fog to what own units see, if that changed.
    pub fn look_around(&mut self) {
        let sight = self.teller.contacts.sight(self.world);
        if self.teller.sight != sight {
            self.teller.sight.clone_from(&sight);
            self.show(Scene::Sight(sight));
        }
    }

    /// Shows units of others that come into sight since own ones moved.
    fn spot(&mut self) {
        let contacts = &self.teller.contacts;
        let in_sight = contacts.others_in_sight(self.world);
        let spotted: Vec<_> = in_sight
            .filter(|unit| !contacts.on_show.contains(unit))
            .collect();
        for unit in spotted {
            self.reveal(unit);
            self.sighted(unit, self.place(unit));
        }
    }

    /// Takes units of others from show that go out of sight since own ones moved or were lost.
    fn lose_sight(&mut self) {
        let on_show = self.teller.contacts.on_show.iter().copied();
        let gone: Vec<_> = on_show.filter(|&unit| !self.sees(unit)).collect();
        for unit in gone {
            self.fade(unit, None);
            self.teller.contacts.on_show.remove(&unit);
        }
    }

    pub fn side(&self) -> Side {
        self.teller.contacts.side
    }

    pub fn turn(&self) -> u16 {
        self.world.resource::<Turn>().number
    }

    pub fn is_own(&self, unit: UnitId) -> bool {
        self.teller.contacts.is_own(self.world, unit)
    }

    pub fn sees(&self, unit: UnitId) -> bool {
        self.teller.contacts.sees(self.world, unit)
    }

    pub fn detects(&self, tile: TileId) -> bool {
        self.teller.contacts.detects(self.world, tile)
    }

    /// Returns where a unit is, or was last.
    pub fn place(&self, unit: UnitId) -> TileId {
        self.teller.contacts.place(self.world, unit)
    }

    pub fn is_on_board(&self, unit: UnitId) -> bool {
        self.teller.contacts.places.contains_key(&unit)
    }

    pub fn put(&mut self, unit: UnitId, tile: TileId) {
        self.teller.contacts.places.insert(unit, tile);
    }

    /// Takes a unit off the board.
    pub fn remove(&mut self, unit: UnitId) {
        self.teller.contacts.places.remove(&unit);
        self.teller.contacts.on_show.remove(&unit);
    }

    pub fn say(&mut self, text: impl Into<String>, place: Option<TileId>) {
        self.told.lines.push((text.into(), place));
    }

    /// Writes an event down with its rolls, as it is told to those who saw all of it.
    pub fn log(&mut self, event: &R::Event, place: Option<TileId>) {
        for line in R::lines(self.world, event) {
            self.say(line, place);
        }
    }

    /// Notes what a unit of others was seen to do, for the turn in short.
    pub fn note_action(&mut self, unit: UnitId, text: impl Into<String>) {
        if !self.is_own(unit) && self.sees(unit) {
            self.teller.notes.action(unit, text);
        }
    }

    pub fn note_wasted(&mut self) {
        self.teller.notes.wasted();
    }

    /// Writes down that a unit of others came into sight.
    pub fn sighted(&mut self, unit: UnitId, tile: TileId) {
        if self.teller.contacts.met.insert(unit) {
            let name = self.name(unit);
            self.teller.notes.contact(name);
            self.say(format!("Contact: {name}"), Some(tile));
        }
    }
}
