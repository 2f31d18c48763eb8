//! What a battle is played from.

use std::sync::Arc;

use bevy::prelude::Resource;

use crate::mission::Mission;

/// The mission that is played, as it holds now.
#[derive(Resource, Clone, Debug)]
pub struct Setting {
    /// The mission, renewals included.
    pub mission: Arc<Mission>,
    /// Seed of the battle.
    pub seed: u64,
    /// Tells apart what was renewed, for the fingerprint; 0 is the mission as it was set up.
    pub edition: u64,
}

impl Setting {
    /// Takes a mission as it is set up.
    pub fn new(mission: &Mission, seed: u64) -> Self {
        Self {
            mission: Arc::new(mission.clone()),
            seed,
            edition: 0,
        }
    }
}
