//! Whole units as of the last order, for code that reads many of them.
//!
//! **Invariant:** a unit that was written since is not among them, so what is read here is what its
//! components hold.

use bevy::prelude::*;

use crate::battle::rules::Rules;
use crate::battle::state::UnitParts;
use crate::battle::unit::{Roster, UnitId};

/// The state of each unit when they were last noted.
#[derive(Resource, Clone, Debug)]
pub struct Ranks<R: Rules>(Vec<Option<R::UnitState>>);

impl<R: Rules> Default for Ranks<R> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<R: Rules> Ranks<R> {
    /// Notes the units that were written since, and has the next fingerprint hash them.
    pub(super) fn note(world: &mut World) {
        let mut roster = world.resource_mut::<Roster>();
        let (dirty, units) = (roster.take_dirty(), roster.len());
        let mut ranks = std::mem::take(&mut *world.get_resource_or_init::<Self>());
        ranks.0.truncate(units);
        let states = R::UnitState::read_all(world, &dirty);
        for (&id, state) in dirty.iter().zip(states) {
            ranks.set(id, state);
        }
        *world.resource_mut() = ranks;
        world.resource_mut::<Roster>().owe_hashes(dirty);
    }

    /// Lists the states of all units by id, each as it was noted.
    pub(super) fn all(&self) -> &Vec<Option<R::UnitState>> {
        &self.0
    }

    /// Takes in the present state of a unit.
    pub(super) fn set(&mut self, id: UnitId, state: R::UnitState) {
        if self.0.len() <= id.index() {
            self.0.resize(id.index() + 1, None);
        }
        self.0[id.index()] = Some(state);
    }

    /// Returns the state of a unit, unless it was written since.
    pub fn get(&self, roster: &Roster, id: UnitId) -> Option<&R::UnitState> {
        let state = self.0.get(id.index())?.as_ref();
        state.filter(|_| !roster.is_dirty(id))
    }
}
