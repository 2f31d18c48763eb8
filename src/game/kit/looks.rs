//! What tokens show of units, as far as that is alike for all rule sets.
//!
//! **Invariant:** made of what the player's side knows of each unit, nothing else.

use crate::battle::unit::Side;
use crate::game::table::art::Relation;
use crate::game::table::unit_view::{Figure, Look};

/// Returns the number at the end of a name.
pub fn numbered(name: &str) -> Option<u8> {
    name.rsplit(' ').next()?.parse().ok()
}

/// Returns what a side knows of a unit of another by having seen its figure once.
pub fn bare(figure: Figure, [own, of]: [Side; 2], is_enemy: bool) -> Look {
    let relation = match of {
        _ if of == own => Relation::Own,
        _ if !is_enemy => Relation::Neutral,
        Side(0 | 1) => Relation::Enemy,
        _ => Relation::Third,
    };
    Look {
        figure,
        relation,
        health: None,
        stock: None,
        pips: Vec::new(),
        name: String::new(),
        number: 0,
        ghost: None,
        is_chosen: false,
        is_aimed_at: false,
    }
}
