//! The identity of a battle: what its saves have in common.
//!
//! **Invariant:** no rule reads it, so that two battles of the same mission and seed stay equal.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::time::SystemTime;

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

/// Identifies a battle among all others, also those of the same mission and seed.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BattleId(u64);

impl BattleId {
    /// Makes the id of a new battle: another one in each call and each process.
    pub fn new_random() -> Self {
        // The standard library seeds its hashers at random.
        let now = SystemTime::now();
        Self(RandomState::new().hash_one((now, std::process::id())))
    }

    /// Returns the last eight digits, for names that people read.
    pub(super) fn short(self) -> String {
        format!("{:08x}", self.0 as u32)
    }
}

impl fmt::Display for BattleId {
    /// Writes sixteen digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
