//! A replay at the window: playing on, stepping, seeking, seeing through each side's eyes.
//!
//! **Invariant:** while a replay is watched nobody can order; the battle follows the journal.

use bevy::prelude::*;

use crate::{
    battle::step::{HumanSides, OrderDone},
    game::{
        hud::CombatLog,
        playback::{Playback, log_of},
        session::{Session, refresh},
    },
    replay::Reasons,
    rules::battlescape::{Battlescape, Replay},
};

/// The replay that is watched.
#[derive(Resource)]
pub struct Watching {
    /// The journal and where it stands.
    pub replay: Replay,
    /// Whether it plays by itself.
    pub is_playing: bool,
    /// Whether the reasons of the next order are shown.
    pub shows_reasons: bool,
    /// The reasons, and the position they are for.
    reasons: Option<(usize, Option<Reasons>)>,
}

impl Watching {
    /// Begins watching a journal, paused.
    pub fn new(replay: Replay) -> Self {
        Self {
            replay,
            is_playing: false,
            shows_reasons: false,
            reasons: None,
        }
    }

    /// Returns why a computer would give the next order, as far as it was worked out.
    pub fn reasons(&self) -> Option<&Reasons> {
        self.reasons.as_ref()?.1.as_ref()
    }
}

/// Carries out the next order once the last was shown.
pub fn advance(world: &mut World) {
    if !world.resource::<Playback>().is_empty() {
        return;
    }
    let mut watching = world
        .remove_resource::<Watching>()
        .expect("a replay is watched");
    if watching.is_playing && !next(world, &mut watching) {
        watching.is_playing = false;
    }
    let at = watching.replay.position();
    let is_known = watching.reasons.as_ref().is_some_and(|(of, _)| *of == at);
    if watching.shows_reasons && !is_known {
        watching.reasons = Some((at, watching.replay.reasons(world)));
    }
    world.insert_resource(watching);
}

/// Carries out the next order; whether there was one.
fn next(world: &mut World, watching: &mut Watching) -> bool {
    let Some(entry) = watching.replay.next() else {
        return false;
    };
    let (side, order) = (entry.side, entry.order.clone());
    match watching.replay.step(world) {
        Ok(Some(events)) => {
            world.write_message(OrderDone::<Battlescape>::Events {
                side,
                order,
                events,
            });
            true
        }
        Ok(None) => false,
        Err(error) => {
            world.resource_mut::<Session>().notice = Some((error.to_string(), true));
            false
        }
    }
}

/// Steps one order forward, shown as it happens.
pub fn step_forward(world: &mut World) {
    world.resource_mut::<Playback>().clear();
    let mut watching = world
        .remove_resource::<Watching>()
        .expect("a replay is watched");
    watching.is_playing = false;
    next(world, &mut watching);
    world.insert_resource(watching);
}

/// Goes to a position.
pub fn seek(world: &mut World, order: usize) {
    let mut watching = world
        .remove_resource::<Watching>()
        .expect("a replay is watched");
    if let Err(error) = watching.replay.seek(world, order) {
        world.resource_mut::<Session>().notice = Some((error.to_string(), true));
    }
    let (file, mission) = (watching.replay.file(), watching.replay.mission());
    let sides = world.resource::<HumanSides>().0.clone();
    if let Ok(log) = log_of(file, mission, watching.replay.position(), &sides) {
        world.insert_resource::<CombatLog>(log);
    }
    world.insert_resource(watching);
    refresh(world);
}

/// Sees through the eyes of the next side.
pub fn next_eyes(world: &mut World) {
    world.resource_mut::<HumanSides>().0.rotate_left(1);
    world.resource_mut::<Session>().generation += 1;
}
