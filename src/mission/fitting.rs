//! What a player changes of the squad before a battle: names, weapons, armor, things, decks.
//!
//! **Invariant:** plain names and texts, which the rule set of the mission resolves.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

/// Longest name of a unit, letters.
pub const MAX_NAME: usize = 24;

/// What is changed of one unit; what is `None` stays as the mission has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Fitting {
    /// Number of its side.
    #[serde(skip_serializing_if = "is_first")]
    pub side: u8,
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
    /// Text of the file of its deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deck: Option<String>,
}

fn is_first(side: &u8) -> bool {
    *side == 0
}

impl Fitting {
    /// Whether it changes only what rule sets without decks know: units of the first side.
    pub fn is_of_squad(&self) -> bool {
        self.side == 0 && self.deck.is_none()
    }
}

impl Hash for Fitting {
    /// Hashes a fitting without side and deck as before there were any: journals hold such hashes.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.unit, &self.name, &self.weapon).hash(hasher);
        (&self.suit, &self.items).hash(hasher);
        if !self.is_of_squad() {
            (self.side, &self.deck).hash(hasher);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::fingerprint::stable_hash;

    #[test]
    fn a_fitting_of_the_squad_hashes_as_before_there_were_decks() {
        /// A fitting as it was.
        #[derive(Hash)]
        struct Before {
            unit: usize,
            name: Option<String>,
            weapon: Option<String>,
            suit: Option<String>,
            items: Option<Vec<String>>,
        }
        let (unit, name, items) = (2, Some("Rook".to_owned()), Some(vec!["flare".to_owned()]));
        let fitting = Fitting {
            unit,
            name: name.clone(),
            items: items.clone(),
            ..Fitting::default()
        };
        let before = Before {
            unit,
            name,
            weapon: None,
            suit: None,
            items,
        };
        assert_eq!(stable_hash(&fitting), stable_hash(&before));
        let decked = Fitting {
            deck: Some("Deck()".to_owned()),
            ..fitting.clone()
        };
        assert_ne!(stable_hash(&fitting), stable_hash(&decked));
    }
}
