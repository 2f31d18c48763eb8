//! Rule sets in the window: the list of them, and what each brings.
//!
//! **Invariant:** what all battles share names no rule set; one is chosen by
//! [`with_rules!`](crate::with_rules).

pub mod battlescape;
pub mod casket;
pub mod fleet;
pub mod operations;
pub mod party;
pub mod playable;

#[cfg(test)]
pub use self::battlescape::sample;
use bevy::prelude::*;

use crate::battle::step::BattlePlugin;
use crate::rules::battlescape::Battlescape;
use crate::rules::casket::Casket;
use crate::rules::fleet::Fleet;
use crate::rules::operations::Operations;
use crate::rules::party::Party;

/// Adds the windows of all rule sets.
pub fn plugin(app: &mut App) {
    app.init_resource::<playable::SettingUp>().add_plugins((
        (BattlePlugin::<Battlescape>::default(), battlescape::plugin),
        (BattlePlugin::<Fleet>::default(), fleet::plugin),
        (BattlePlugin::<Party>::default(), party::plugin),
        (BattlePlugin::<Casket>::default(), casket::plugin),
        (BattlePlugin::<Operations>::default(), operations::plugin),
    ));
}
