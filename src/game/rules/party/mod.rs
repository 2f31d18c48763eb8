//! The party in the window: the usual panels and tokens, and a log of what its side sees.
//!
//! **Invariant:** shows what the player's side knows.

use bevy::prelude::*;

use crate::{
    battle::{
        knowledge::Knowledge,
        unit::{Side, UnitId, side_of},
    },
    game::rules::playable::{Account, Playable, Teller},
    playing::Game,
    rules::party::{Party, event::Event},
};

impl Playable for Party {
    type Teller = Witnessed;

    const CALLED: &'static str = "Party";
    const ABOUT: &'static str =
        "Characters with action points fight those who act by their own scripts";
    const EMBLEM: &'static str = "Party";
}

/// Tells a side the events that it sees.
pub struct Witnessed(Side);

impl Teller<Event> for Witnessed {
    fn begin(_: &World, side: Side) -> Self {
        Self(side)
    }

    fn tell(&mut self, world: &World, event: &Event, told: &mut Account) {
        let known = world.resource::<Knowledge>().of(self.0);
        let is_seen = |unit: UnitId| side_of(world, unit) == self.0 || known.sees_unit(unit);
        let is_told = match event.actor() {
            Some(unit) => is_seen(unit) || event.target().is_some_and(is_seen),
            None => true,
        };
        if is_told {
            let lines = Party::tell_event(world, event).into_iter();
            told.lines.extend(lines.map(|line| (line, None)));
        }
    }

    fn end(self, _: &World, _: &mut Account) {}
}
