//! What the player's side sees of the events of a turn, as scenes and as lines of the log.
//!
//! **Invariant:** units are where they were by the event that is told. Of others' units only that is told
//! which own units detected at that moment: a shot out of the dark is told without who fired it, from
//! where and with what, and no scene lies on a hex that was not detected.

mod contacts;
mod fire;
mod losses;
mod moves;
mod stages;
#[cfg(test)]
mod tests;

use bevy::prelude::*;

pub(super) use self::stages::STAGES;
use self::{contacts::Contacts, stages::stage};
use super::{draft::name, on_show};
use crate::{
    battle::{
        grid::TileId,
        phase::Turn,
        unit::{Side, UnitId},
    },
    game::{
        kit::recap::Notes,
        rules::playable::{Account, Line, Teller},
        table::{
            board_view::BoardView,
            playback::{Flesh, OnShow, Scene, Tone},
            sound::Cue,
        },
    },
    rules::fleet::{event::Event, log::Log, muster::Muster, setup},
};

/// Tells a side of an order.
pub struct FleetTeller {
    side: Side,
    contacts: Contacts,
    /// What cards and bars show by the event that is told, and how that began.
    shown: OnShow,
    before: Option<OnShow>,
    /// Hexes in sight.
    sight: Vec<TileId>,
    /// The turn that resolves, until it is summed up.
    resolved: Option<u16>,
    notes: Notes,
}

impl Teller<Event> for FleetTeller {
    fn begin(world: &World, side: Side) -> Self {
        let contacts = Contacts::new(world, side);
        let shown = on_show::now(world, side);
        Self {
            side,
            sight: contacts.sight(world),
            contacts,
            before: Some(shown.clone()),
            shown,
            resolved: None,
            notes: Notes::default(),
        }
    }

    fn tell(&mut self, world: &World, event: &Event, told: &mut Account) {
        self.telling(world, told).tell(event);
    }

    fn end(mut self, world: &World, told: &mut Account) {
        self.telling(world, told).sum_up();
        told.before = self.before.take();
    }
}

impl FleetTeller {
    fn telling<'a>(&'a mut self, world: &'a World, told: &'a mut Account) -> Telling<'a> {
        Telling {
            world,
            board: world.resource(),
            side: self.side,
            contacts: &mut self.contacts,
            shown: &mut self.shown,
            sight: &mut self.sight,
            resolved: &mut self.resolved,
            notes: &mut self.notes,
            told,
        }
    }
}

/// What telling an event needs.
struct Telling<'a> {
    world: &'a World,
    board: &'a BoardView,
    side: Side,
    contacts: &'a mut Contacts,
    shown: &'a mut OnShow,
    sight: &'a mut Vec<TileId>,
    resolved: &'a mut Option<u16>,
    notes: &'a mut Notes,
    told: &'a mut Account,
}

impl<'a> Telling<'a> {
    /// Tells an event: first its step of the turn, then what is seen, then what is read of it.
    fn tell(&mut self, event: &Event) {
        match event {
            Event::Locked => *self.resolved = Some(self.turn()),
            Event::TurnBegan | Event::Ended(_) => self.sum_up(),
            _ => {}
        }
        let (scenes, lines) = (self.told.scenes.len(), self.told.lines.len());
        self.event(event);
        self.look_around();
        self.spot();
        self.lose_sight();
        let is_seen = self.told.scenes.len() > scenes;
        if let Some(stage) = stage(event).filter(|_| is_seen) {
            self.told.scenes.insert(scenes, Scene::Stage(stage));
        }
        self.update_cards();
        let read = self.told.lines.len() - lines;
        self.told
            .scenes
            .extend(std::iter::repeat_n(Scene::Read, read));
    }

    /// Has cards and bars show what an event did to own units.
    fn update_cards(&mut self) {
        let muster = Muster::known_to(self.world, self.side);
        for (unit, shown) in on_show::units_of(&muster, self.side) {
            if self.shown.units.insert(unit, shown) != Some(shown) {
                self.show(Scene::Card { unit, shown });
            }
        }
        for (unit, figures) in on_show::figures_of(self.world, &muster, self.side) {
            if self.shown.figures.get(&unit) != Some(&figures) {
                self.shown.figures.insert(unit, figures.clone());
                self.show(Scene::Figures { unit, figures });
            }
        }
    }

    /// Has the fog show what own units see, if that is otherwise than before.
    fn look_around(&mut self) {
        let sight = self.contacts.sight(self.world);
        if *self.sight != sight {
            self.sight.clone_from(&sight);
            self.show(Scene::Sight(sight));
        }
    }

    /// Sums a turn up that has resolved, before the next one begins.
    fn sum_up(&mut self) {
        let Some(turn) = self.resolved.take() else {
            return;
        };
        let recap = std::mem::take(self.notes).recap(turn, "hull");
        self.say(recap.text.clone(), None);
        self.show(Scene::Read);
        self.told.recap = Some(recap);
    }

    fn turn(&self) -> u16 {
        self.world.resource::<Turn>().number
    }

    /// Notes what a unit of others was seen to do.
    fn note_action(&mut self, unit: UnitId, text: impl Into<String>) {
        if !self.is_own(unit) && self.sees(unit) {
            self.notes.action(unit, text);
        }
    }

    fn at(&self, unit: UnitId) -> Vec2 {
        self.board.center(self.place(unit))
    }

    fn name(&self, unit: UnitId) -> &'a str {
        name(self.world, unit)
    }

    /// How news that is bad for a unit is meant.
    fn bad_for(&self, unit: UnitId) -> Tone {
        match self.is_own(unit) {
            true => Tone::Bad,
            false => Tone::Good,
        }
    }

    fn show(&mut self, scene: Scene) {
        self.told.scenes.push(scene);
    }

    /// Takes a token from show; whoever falls is made of something.
    fn fade(&mut self, unit: UnitId, fall: Option<Flesh>) {
        let at = self.at(unit);
        self.show(Scene::Fade { unit, at, fall });
    }

    fn banner(&mut self, text: impl Into<String>, cue: Option<Cue>) {
        let text = text.into();
        self.show(Scene::Banner { text, cue });
    }

    fn note(&mut self, unit: UnitId, text: impl Into<String>, tone: Tone) {
        let at = self.at(unit);
        let text = text.into();
        self.show(Scene::Note { at, text, tone });
    }

    fn say(&mut self, text: impl Into<String>, place: Option<TileId>) {
        let line: Line = (text.into(), place);
        self.told.lines.push(line);
    }

    /// Writes an event down with its rolls, as it is told to those who saw all of it.
    fn log(&mut self, event: &Event, place: Option<TileId>) {
        let log = Log::new(self.world);
        if let Some(line) = log.line(event) {
            self.say(line, place);
        }
        for line in log.trace(event) {
            self.say(line, place);
        }
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Committed { side, .. } if *side == self.side => self.log(event, None),
            Event::Locked => self.banner("The turn resolves", None),
            Event::SubPhaseBegan { number } => {
                self.log(event, None);
                self.banner(format!("Sub-phase {}", number + 1), None);
            }
            Event::Deployed(one) => self.contacts.put(one.unit, one.tile),
            Event::Launched {
                ship,
                carrier,
                tile,
                facing,
            } => self.launch(event, *ship, *carrier, *tile, *facing),
            Event::LaunchFailed { ship } if self.is_own(*ship) => self.log(event, None),
            Event::Repaired { unit, hull } => self.repaired(event, *unit, *hull),
            Event::Rearmed { ships } if ships.iter().all(|&ship| self.is_own(ship)) => {
                self.log(event, None);
            }
            Event::Moved {
                unit,
                from,
                to,
                facing,
            } => self.step(*unit, *from, *to, *facing),
            Event::Blocked { unit, at, hex } => self.blocked(event, *unit, *at, *hex),
            Event::Intercepted(interception) => self.intercepted(event, interception),
            Event::Landed { ship } => self.land(event, *ship),
            Event::LandingFailed { ship, .. } if self.is_own(*ship) => {
                self.note(*ship, "cannot land", Tone::Bad);
                self.log(event, Some(self.place(*ship)));
            }
            Event::ReinforcementRolled { side, arrival, .. } => {
                self.reinforced(event, *side, *arrival);
            }
            Event::DeployFailed { unit, .. } if self.is_own(*unit) => self.log(event, None),
            Event::Withdrew { ship } => self.withdraw(event, *ship),
            Event::DriveCharged { side, charge } if *side == self.side => self.charged(*charge),
            Event::TurnBegan => {
                self.banner(format!("Turn {}", self.turn()), Some(Cue::Turn));
                self.log(event, None);
            }
            Event::Quieted { left: Some(_), .. }
            | Event::Ended(_)
            | Event::PlayedOn
            | Event::Renewed { .. } => self.log(event, None),
            _ => self.fight(event),
        }
    }

    fn charged(&mut self, charge: u16) {
        let full = setup::content(self.world).figures.drive_turns;
        let text = format!("The jump drive is at {charge} of {full}");
        self.banner(text.as_str(), None);
        self.say(text, None);
    }
}
