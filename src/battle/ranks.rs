//! Whole units as of the last order, for code that reads many of them.
//!
//! **Invariant:** a unit that was written since is not among them, so what is read here is what its
//! components hold.

use bevy::prelude::*;

use crate::battle::rules::Rules;
use crate::battle::unit::{Roster, UnitId};

/// The state of each unit when the last fingerprint was taken.
#[derive(Resource, Clone, Debug)]
pub struct Ranks<R: Rules>(Vec<Option<R::UnitState>>);

impl<R: Rules> Default for Ranks<R> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<R: Rules> Ranks<R> {
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
