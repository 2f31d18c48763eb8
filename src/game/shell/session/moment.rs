//! The state of the battle that something was worked out for.
//!
//! **Invariant:** whatever changes the battle, or whose eyes it is seen through, makes another moment.

use bevy::prelude::*;

use super::Session;
use crate::battle::fingerprint::Fingerprint;
use crate::battle::journal::Journal;
use crate::battle::step::HumanSides;
use crate::battle::unit::Side;
use crate::game::rules::playable::rules;
use crate::game::table::board_view::viewer;
use crate::with_rules;

/// A state of a battle in the eyes of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    generation: u32,
    side: Side,
    orders: usize,
    fingerprint: u64,
}

impl Moment {
    /// Returns the present one.
    ///
    /// # Panics
    /// If there is no battle.
    pub fn of(world: &World) -> Self {
        Self {
            generation: world.resource::<Session>().generation,
            side: viewer(world.resource::<HumanSides>()),
            orders: with_rules!(rules(world), R => world.resource::<Journal<R>>().entries.len()),
            fingerprint: world.resource::<Fingerprint>().value(),
        }
    }

    /// Whether orders alone led from one to the other, and the same side looks.
    pub fn goes_on_from(self, before: Self) -> bool {
        (self.generation, self.side) == (before.generation, before.side)
    }

    /// Returns the side that looks.
    pub fn side(self) -> Side {
        self.side
    }
}
