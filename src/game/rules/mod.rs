//! Rule sets in the window: the list of them, and what each brings.
//!
//! **Invariant:** what all battles share names no rule set; one is chosen by
//! [`with_rules!`](crate::with_rules).

pub mod battlescape;
pub mod fleet;
pub mod playable;

use bevy::prelude::*;

/// Adds the windows of all rule sets.
pub fn plugin(app: &mut App) {
    app.add_plugins((battlescape::plugin, fleet::plugin));
}
