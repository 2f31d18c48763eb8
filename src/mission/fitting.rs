//! What a player changes of the squad before a battle: names, weapons, armor, things.
//!
//! **Invariant:** plain names, which the rule set of the mission resolves.

use serde::{Deserialize, Serialize};

/// Longest name of a unit, letters.
pub const MAX_NAME: usize = 24;

/// What is changed of one unit of side 0; what is `None` stays as the mission has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Fitting {
    /// Place of the unit in its side, from 0.
    pub unit: usize,
    /// Name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Key of the weapon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weapon: Option<String>,
    /// Key of the suit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suit: Option<String>,
    /// Keys of what it carries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<String>>,
}
