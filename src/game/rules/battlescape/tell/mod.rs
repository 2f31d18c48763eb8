//! What the player's side sees of an event, as scenes and as lines in the log.
//!
//! **Invariant:** nothing is told of a unit or hex out of sight but what a rule lets through: noises,
//! the glow of explosions, shots out of the dark.

mod attack;
mod ground;
mod harm;
mod mind;
mod moves;
mod things;
mod turn;

use std::collections::BTreeMap;

use bevy::prelude::*;

use self::attack::Air;
use super::eyes::Eyes;
use crate::{
    battle::{
        grid::TileId,
        unit::{Position, Side, UnitId, part},
    },
    game::table::playback::Scene,
    rules::battlescape::{
        event::{Event, Mark, Ricochet, Theme},
        log::Log,
    },
};

/// What a side sees of an event, and what it reads of it.
type Seen = (Vec<Scene>, Vec<String>);

/// Tells the events of one order, one after another.
pub(super) struct Teller {
    /// Where units that move stand by the event that is told.
    places: BTreeMap<UnitId, TileId>,
    air: Air,
}

/// The hex an event is about.
pub(super) fn place(world: &World, event: &Event) -> Option<TileId> {
    match event {
        Event::Shot { target, .. } => Some(match *target {
            Mark::Unit(unit) => part::<Position>(world, unit).0,
            Mark::Hex(tile) => tile,
        }),
        Event::Burst { center, .. } => Some(*center),
        Event::Fired { unit, .. } | Event::Died { unit, .. } | Event::Hurt { unit, .. } => {
            Some(part::<Position>(world, *unit).0)
        }
        Event::TerrainHit { tile, .. } | Event::Spotted { tile, .. } => Some(*tile),
        _ => None,
    }
}

impl Teller {
    /// Prepares to tell events that have all happened.
    pub(super) fn new(events: &[Event]) -> Self {
        let mut places = BTreeMap::new();
        for event in events {
            if let Event::Stepped { unit, from, .. } = event {
                places.entry(*unit).or_insert(*from);
            }
        }
        Self {
            places,
            air: Air::default(),
        }
    }

    /// Returns what the side sees of an event, and its lines in the log.
    pub(super) fn tell(&mut self, world: &World, own: Side, event: &Event) -> Seen {
        if let Event::Stepped { unit, to, .. } = event {
            self.places.insert(*unit, *to);
        }
        let eyes = Eyes::new(world, own, &self.places);
        let lines = Log::new(world).lines(&only_seen(event, |unit| eyes.sees(unit)));
        match event.theme() {
            Theme::Move => moves::tell(eyes, event, lines),
            Theme::Attack => self.air.tell(eyes, event, lines),
            Theme::Harm => harm::tell(eyes, event, lines),
            Theme::Mind => mind::tell(eyes, event, lines),
            Theme::Thing => things::tell(eyes, event, lines),
            Theme::Ground => ground::tell(eyes, event, lines),
            Theme::Turn => turn::tell(eyes, event, lines),
        }
    }
}

/// Leaves out what an event did to units that are not seen.
fn only_seen(event: &Event, sees: impl Fn(UnitId) -> bool) -> Event {
    let mut event = event.clone();
    match &mut event {
        Event::Burst { harms, .. } => harms.retain(|harm| sees(harm.unit)),
        Event::Pinned { units } => units.retain(|&(unit, _)| sees(unit)),
        Event::Suppressed { units } => units.retain(|&unit| sees(unit)),
        Event::MoraleShifted { units } => units.retain(|&(unit, _)| sees(unit)),
        Event::Shot { ricochet, .. } => {
            let is_seen = |ricochet: &Ricochet| ricochet.victim.is_none_or(|(id, ..)| sees(id));
            *ricochet = ricochet.filter(is_seen);
        }
        _ => {}
    }
    event
}
