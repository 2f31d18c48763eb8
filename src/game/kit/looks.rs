//! What tokens show of units, as far as that is alike for all rule sets.
//!
//! **Invariant:** made of what the player's side knows of each unit, nothing else.

use std::collections::BTreeSet;

use crate::battle::unit::Side;
use crate::game::table::art::Relation;
use crate::game::table::unit_view::{Figure, Look};

/// Returns the number at the end of a name.
pub fn numbered(name: &str) -> Option<u8> {
    name.rsplit(' ').next()?.parse().ok()
}

/// Returns the number of one of a side's units by its place among their names: the one at the end of its name, or
/// that of its place if those at the ends of their names do not tell all apart.
pub fn own_number<'n>(names: impl Iterator<Item = &'n str>, place: usize) -> u8 {
    let numbers: Vec<_> = names.map(numbered).collect();
    let different: BTreeSet<_> = numbers.iter().flatten().collect();
    let is_told_apart = different.len() == numbers.len();
    let named = numbers.get(place).copied().flatten();
    let named = named.filter(|_| is_told_apart);
    named.or(u8::try_from(place + 1).ok()).unwrap_or(0)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_units_have_the_numbers_of_their_names_where_these_tell_them_apart() {
        let numbers =
            |names: [&'static str; 3]| [0, 1, 2].map(|at| own_number(names.into_iter(), at));
        assert_eq!(numbers(["Bn 3", "Bn 1", "Tank 2"]), [3, 1, 2]);
        assert_eq!(numbers(["Fighter 1", "Archer 1", "Healer 2"]), [1, 2, 3]);
        assert_eq!(numbers(["Wren", "Archer 7", "Healer 2"]), [1, 2, 3]);
    }
}
