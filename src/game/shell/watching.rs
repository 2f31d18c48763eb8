//! A replay at the window: playing on, stepping, seeking, seeing through each side's eyes.
//!
//! **Invariant:** while a replay is watched nobody can order; the battle follows the journal.

use std::task::Poll;
use std::time::Instant;

use bevy::prelude::*;

use crate::battle::step::{HumanSides, OrderDone};
use crate::battle::unit::Side;
use crate::content::mode::Skill;
use crate::game::kit::CombatLog;
use crate::game::rules::playable::Playable;
use crate::game::shell::session::{Session, refresh, resume};
use crate::game::shell::settings::Settings;
use crate::game::shell::share::{self, Painting, Progress};
use crate::game::table::film::Shown;
use crate::game::table::playback::{Playback, Reporter, log_of, time_to_think};
use crate::replay::{PhaseStart, Reasons, Replay};

/// A replay, whatever its rules are.
pub trait Reel: Send + Sync {
    /// Returns the number of orders.
    fn orders(&self) -> usize;

    /// Returns how many orders are carried out.
    fn position(&self) -> usize;

    /// Lists where turns and phases begin.
    fn chapters(&self) -> &[PhaseStart];

    /// Returns the phase that a position is in.
    fn chapter(&self, order: usize) -> PhaseStart;

    /// Carries out the next order and reports it; whether there was one.
    ///
    /// # Errors
    /// Why it leads elsewhere.
    fn step(&mut self, world: &mut World) -> Result<bool, String>;

    /// Goes to a position.
    ///
    /// # Errors
    /// Why it leads elsewhere.
    fn seek(&mut self, world: &mut World, order: usize) -> Result<(), String>;

    /// Returns why a computer would give the next order, once it has thought about it.
    fn reasons(&self, world: &mut World) -> Poll<Option<Reasons>>;

    /// Writes the logs of some sides up to the position.
    fn log(&self, sides: &[Side]) -> Option<CombatLog>;

    /// Returns what plays on from the position.
    fn branch(&self) -> Branch;

    /// Returns what paints a film of it.
    fn film(&self, shown: Shown, progress: Progress) -> Painting;
}

/// Plays on from where a replay stood.
pub type Branch = Box<dyn FnOnce(&mut World) -> Result<(), String>>;

impl<R: Playable> Reel for Replay<R> {
    fn orders(&self) -> usize {
        self.len()
    }

    fn position(&self) -> usize {
        Self::position(self)
    }

    fn chapters(&self) -> &[PhaseStart] {
        Self::chapters(self)
    }

    fn chapter(&self, order: usize) -> PhaseStart {
        Self::chapter(self, order)
    }

    fn step(&mut self, world: &mut World) -> Result<bool, String> {
        let Some(entry) = self.next() else {
            return Ok(false);
        };
        let (side, order) = (entry.side, entry.order.clone());
        let mut reporter = Reporter::<R>::to_viewer(world);
        let events = self.step_watched(world, &mut reporter);
        match events.map_err(|error| error.to_string())? {
            Some(events) => {
                reporter.hand_in(world);
                world.write_message(OrderDone::<R>::Events {
                    side,
                    order,
                    events,
                });
                Ok(true)
            }
            None => Ok(false),
        }
    }

    fn seek(&mut self, world: &mut World, order: usize) -> Result<(), String> {
        Self::seek(self, world, order).map_err(|error| error.to_string())
    }

    fn reasons(&self, world: &mut World) -> Poll<Option<Reasons>> {
        Self::reasons(self, world)
    }

    fn log(&self, sides: &[Side]) -> Option<CombatLog> {
        log_of(self.file(), self.mission(), Self::position(self), sides).ok()
    }

    fn branch(&self) -> Branch {
        let journal = Self::branch(self, Self::position(self));
        Box::new(|world| resume(world, journal).map_err(|error| error.to_string()))
    }

    fn film(&self, shown: Shown, progress: Progress) -> Painting {
        share::painting(self.file().clone(), shown, progress)
    }
}

/// The replay that is watched.
#[derive(Resource)]
pub struct Watching {
    /// The journal and where it stands.
    pub reel: Box<dyn Reel>,
    /// Whether it plays by itself.
    pub is_playing: bool,
    /// Whether the reasons of the next order are shown.
    pub shows_reasons: bool,
    /// The reasons, and the position and skill they are for.
    reasons: Option<((usize, Skill), Poll<Option<Reasons>>)>,
}

impl Watching {
    /// Begins watching a journal, paused.
    pub fn new<R: Playable>(replay: Replay<R>) -> Self {
        Self {
            reel: Box::new(replay),
            is_playing: false,
            shows_reasons: false,
            reasons: None,
        }
    }

    /// Returns why a computer would give the next order; pending while it thinks about it.
    pub fn reasons(&self) -> Poll<Option<&Reasons>> {
        match &self.reasons {
            Some((_, Poll::Ready(reasons))) => Poll::Ready(reasons.as_ref()),
            Some((_, Poll::Pending)) => Poll::Pending,
            None => Poll::Ready(None),
        }
    }

    /// Works out for a while why a computer of a skill would give the next order, if that is shown.
    fn reason(&mut self, world: &mut World) {
        let now = (self.reel.position(), world.resource::<Settings>().computers);
        let known = self.reasons.as_ref().filter(|(of, _)| *of == now);
        if !self.shows_reasons || known.is_some_and(|(_, reasons)| reasons.is_ready()) {
            return;
        }
        let until = time_to_think(world);
        let mut reasons = self.reel.reasons(world);
        while reasons.is_pending() && Instant::now() < until {
            reasons = self.reel.reasons(world);
        }
        self.reasons = Some((now, reasons));
    }
}

/// Carries out the next order once the last was shown.
pub fn advance(world: &mut World) {
    let is_shown = world.resource::<Playback>().is_empty();
    world.resource_scope(|world, mut watching: Mut<Watching>| {
        if is_shown && watching.is_playing && !next(world, &mut watching) {
            watching.is_playing = false;
        }
        watching.reason(world);
    });
}

/// Carries out the next order; whether there was one.
fn next(world: &mut World, watching: &mut Watching) -> bool {
    watching.reel.step(world).unwrap_or_else(|error| {
        world.resource_mut::<Session>().notice = Some((error, true));
        false
    })
}

/// Steps one order forward, shown as it happens.
pub fn step_forward(world: &mut World) {
    world.resource_mut::<Playback>().clear();
    world.resource_scope(|world, mut watching: Mut<Watching>| {
        watching.is_playing = false;
        next(world, &mut watching);
    });
}

/// Goes to a position.
pub fn seek(world: &mut World, order: usize) {
    world.resource_scope(|world, mut watching: Mut<Watching>| {
        if let Err(error) = watching.reel.seek(world, order) {
            world.resource_mut::<Session>().notice = Some((error, true));
        }
        let sides = world.resource::<HumanSides>().0.clone();
        if let Some(log) = watching.reel.log(&sides) {
            world.insert_resource::<CombatLog>(log);
        }
    });
    refresh(world);
}

/// Sees through the eyes of a side.
pub fn see_as(world: &mut World, side: Side) {
    let mut humans = world.resource_mut::<HumanSides>();
    if let Some(at) = humans.0.iter().position(|&human| human == side) {
        humans.0.rotate_left(at);
    }
    world.resource_mut::<Session>().generation += 1;
}
