//! Who plays the computer's sides at the window.
//!
//! **Invariant:** a mission that sets the skill of a side has its way; all other sides play as the settings say, from
//! the next order on, in battles that were saved, too. Nothing else is changed by it: journals hold the orders.

use bevy::prelude::*;

use crate::battle::ahead::Players;
use crate::game::shell::settings::Settings;
use crate::playing::{Setting, seated};

/// Seats the computers of the battle that is played.
pub fn seat(
    settings: Res<Settings>,
    setting: Option<Res<Setting>>,
    players: Option<ResMut<Players>>,
) {
    let (Some(setting), Some(mut players)) = (setting, players) else {
        return;
    };
    players.set_if_neq(seated(&setting.mission, settings.computers));
}
