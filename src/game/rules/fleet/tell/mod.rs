//! What the player's side sees of the events of a turn, as scenes and as lines of the log.
//!
//! **Invariant:** units are where they were by the event that is told. Of others' units only that is told
//! which own units detected at that moment: a shot out of the dark is told without who fired it, from
//! where and with what, and no scene lies on a hex that was not detected.

mod eyes;
mod fire;
mod losses;
mod moves;
mod stages;
#[cfg(test)]
mod tests;

use bevy::prelude::*;

pub(super) use self::stages::STAGES;
use self::{eyes::Eyes, stages::stage};
use super::{
    recap::Notes,
    tallies::{self, Stock},
};
use crate::{
    battle::{
        grid::TileId,
        phase::Turn,
        unit::{Side, Title, UnitId, part},
    },
    game::{
        rules::playable::{Line, Told},
        table::{
            board_view::BoardView,
            playback::{Scene, Tallies, Tone},
            sound::Cue,
        },
    },
    rules::fleet::{event::Event, log::Log, panel::ledger::Ledger, setup},
};

/// Tells the events of an order to a side.
pub(super) fn tell(world: &World, side: Side, events: &[Event]) -> Told {
    let mut teller = Teller::new(world, side, events);
    for event in events {
        teller.tell(event);
    }
    teller.sum_up();
    teller.told
}

/// Returns the turn that resolves with some events, if one does.
fn resolved(world: &World, events: &[Event]) -> Option<u16> {
    let began = events.iter().any(|event| matches!(event, Event::TurnBegan));
    let now = world.resource::<Turn>().number;
    let locked = events.iter().any(|event| matches!(event, Event::Locked));
    locked.then(|| now - u16::from(began))
}

/// What cards, bars and fog show by the event that is told.
struct Book<'w> {
    ledger: Ledger<'w>,
    shown: Tallies,
    /// Hexes in sight.
    sight: Vec<TileId>,
}

struct Teller<'w> {
    world: &'w World,
    side: Side,
    board: &'w BoardView,
    eyes: Eyes<'w>,
    /// Of the side whose cards are shown.
    book: Option<Book<'w>>,
    /// The turn that resolves, until it is summed up.
    resolved: Option<u16>,
    notes: Notes,
    told: Told,
}

impl<'w> Teller<'w> {
    fn new(world: &'w World, side: Side, events: &[Event]) -> Self {
        let stock = world.get_resource::<Stock>();
        let ledger = stock.and_then(|stock| stock.ledger(world, side));
        let eyes = Eyes::new(world, side, events);
        let sight = eyes.sight();
        Self {
            world,
            side,
            board: world.resource(),
            eyes,
            book: ledger.map(|ledger| Book {
                ledger,
                shown: world.resource::<Tallies>().clone(),
                sight,
            }),
            resolved: resolved(world, events),
            notes: Notes::default(),
            told: Told::default(),
        }
    }

    /// Tells an event: first its step of the turn, then what is seen, then what is read of it.
    fn tell(&mut self, event: &Event) {
        if matches!(event, Event::TurnBegan | Event::Ended(_)) {
            self.sum_up();
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
        self.keep_book(event);
        let read = self.told.lines.len() - lines;
        self.told
            .scenes
            .extend(std::iter::repeat_n(Scene::Read, read));
    }

    /// Has cards and bars show what an event did to own units.
    fn keep_book(&mut self, event: &Event) {
        let Some(book) = &mut self.book else { return };
        book.ledger.follow(event);
        let muster = book.ledger.muster();
        for &unit in book.ledger.own() {
            let tally = tallies::tally(muster.get(unit));
            if book.shown.units.insert(unit, tally) != Some(tally) {
                self.told.scenes.push(Scene::Tally { unit, tally });
            }
        }
        let own = book.ledger.own().iter().copied();
        for (unit, figures) in tallies::figures_of(self.world, muster, own) {
            if book.shown.figures.get(&unit) != Some(&figures) {
                book.shown.figures.insert(unit, figures.clone());
                self.told.scenes.push(Scene::Figures { unit, figures });
            }
        }
    }

    /// Has the fog show what own units see, if that is otherwise than before.
    fn look_around(&mut self) {
        let Some(book) = &mut self.book else { return };
        let sight = self.eyes.sight();
        if book.sight != sight {
            book.sight.clone_from(&sight);
            self.told.scenes.push(Scene::Sight(sight));
        }
    }

    /// Sums a turn up that has resolved, before the next one begins.
    fn sum_up(&mut self) {
        let Some(turn) = self.resolved.take() else {
            return;
        };
        let recap = std::mem::take(&mut self.notes).recap(turn);
        self.say(recap.text.clone(), None);
        self.told.scenes.push(Scene::Read);
        self.told.recap = Some(recap);
    }

    /// Notes what a unit of others was seen to do.
    fn note_deed(&mut self, unit: UnitId, text: impl Into<String>) {
        if !self.is_own(unit) && self.sees(unit) {
            self.notes.deed(unit, text);
        }
    }

    fn is_own(&self, unit: UnitId) -> bool {
        self.eyes.is_own(unit)
    }

    fn sees(&self, unit: UnitId) -> bool {
        self.eyes.sees(unit)
    }

    fn place(&self, unit: UnitId) -> TileId {
        self.eyes.place(unit)
    }

    fn at(&self, unit: UnitId) -> Vec2 {
        self.board.center(self.place(unit))
    }

    fn name(&self, unit: UnitId) -> &'w str {
        &part::<Title>(self.world, unit).0
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
            Event::Locked => self.show(Scene::Banner {
                text: "The turn resolves".into(),
                cue: None,
            }),
            Event::SubPhaseBegan { number } => {
                self.log(event, None);
                let text = format!("Sub-phase {}", number + 1);
                self.show(Scene::Banner { text, cue: None });
            }
            Event::Deployed(one) => self.eyes.put(one.unit, one.tile, one.facing),
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
                let turn = self.world.resource::<Turn>().number;
                let text = format!("Turn {turn}");
                let cue = Some(Cue::Turn);
                self.show(Scene::Banner { text, cue });
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
        self.show(Scene::Banner {
            text: text.clone(),
            cue: None,
        });
        self.say(text, None);
    }
}
