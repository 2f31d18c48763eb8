//! What a side is told of events: what it saw of them, in the words of the log.
//!
//! **Invariant:** whom a side does not see it does not read of by name: such a one is "somebody", and no
//! chance, roll, weapon or spell of it is told.

use bevy::prelude::World;

use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{Roster, Side, UnitId};
use crate::rules::party::event::{Casting, Event};
use crate::rules::party::log;

/// How much of an event a side saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Share {
    Whole,
    Part,
    Nothing,
}

/// Tells a side the events of a battle, each once it has landed.
#[derive(Clone, Debug)]
pub struct SideLog {
    side: Side,
    /// Whom it saw after the event before, by id; its own always.
    seen: Vec<bool>,
}

impl SideLog {
    /// Begins before an event.
    pub fn begin(world: &World, side: Side) -> Self {
        let seen = seen(world, side);
        Self { side, seen }
    }

    /// Tells an event that has landed as the side saw it, if it saw anything of it that is worth a line. Odds
    /// and dice follow as a line of their own, indented.
    pub fn tell(&mut self, world: &World, event: &Event) -> Option<String> {
        let now = seen(world, self.side);
        let before = std::mem::replace(&mut self.seen, now);
        // Whoever dies, or is seen by nobody else than whoever dies, was seen when it happened.
        let seen = match event {
            Event::Stepped { .. } | Event::CombatBegan { .. } => &self.seen,
            _ => &before,
        };
        let roster = world.resource::<Roster>();
        let is_own = |id: &UnitId| roster.side(*id) == self.side;
        let is_seen = |id: &UnitId| seen[id.index()];
        let mut event = event.clone();
        match &mut event {
            Event::Arrived { left_out, .. } => left_out.retain(is_own),
            Event::CombatBegan {
                spotted,
                alerted,
                displaced,
                left_out,
                ..
            } => {
                *spotted = spotted.filter(|(one, other)| is_seen(one) && is_seen(other));
                // Whom the alarm reached out of sight is theirs to know.
                alerted.retain(is_seen);
                displaced.retain(|(id, _)| is_seen(id));
                left_out.retain(is_own);
            }
            Event::Alerted { told, .. } => told.retain(is_seen),
            Event::Cast(Casting { results, .. }) | Event::Sprung { results, .. } => {
                results.retain(|result| is_seen(&result.unit));
            }
            _ => {}
        }
        let share = match &event {
            Event::Attacked(attack) => match (is_seen(&attack.attacker), is_seen(&attack.target)) {
                (true, true) => Share::Whole,
                (false, false) => Share::Nothing,
                _ => Share::Part,
            },
            Event::Cast(casting) if !is_seen(&casting.unit) => match casting.results.is_empty() {
                true => Share::Nothing,
                false => Share::Part,
            },
            Event::Searched { unit, .. } if is_seen(unit) && !is_own(unit) => Share::Part,
            // What a side finds is its own to know.
            Event::Found { unit, .. } if !is_own(unit) => Share::Nothing,
            other => match other.actor().is_none_or(|unit| is_seen(&unit)) {
                true => Share::Whole,
                false => Share::Nothing,
            },
        };
        match share {
            Share::Whole => log::line(world, &event),
            Share::Part => {
                let owned: Vec<_> = roster.ids().map(|id| is_own(&id)).collect();
                log::glimpse(world, &event, seen, &owned)
            }
            Share::Nothing => None,
        }
    }
}

/// Lists for each character whether a side sees it, or it is its own.
fn seen(world: &World, side: Side) -> Vec<bool> {
    let roster = world.resource::<Roster>();
    let known = world.resource::<Knowledge>().of(side);
    let ids = roster.ids();
    ids.map(|id| roster.side(id) == side || known.sees_unit(id))
        .collect()
}
