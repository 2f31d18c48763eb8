//! Lots: which of several sides comes first where the rules leave their units equal.
//!
//! The reference lets ids decide between equals (§4, §6). Ids go by side, so the side that a mission lists
//! first would always have the advantage: here ids decide within a side, and a lot decides between sides.
//!
//! **Invariant:** no lot is drawn where sides do not compete. A tape without lots leaves the order of the
//! reference.

use std::collections::BTreeSet;

use crate::battle::dice::Roll;
use crate::battle::unit::{Side, UnitId};
use crate::rules::fleet::forces::Forces;

/// Sorts by a key. Equals of one side go by id, and a lot decides which of several sides comes first.
pub(super) fn sort<T, K: Ord>(
    forces: &Forces,
    items: &mut [T],
    unit: impl Fn(&T) -> UnitId,
    key: impl Fn(&T) -> K,
    dice: &mut impl Roll,
) {
    items.sort_by_key(|one| (key(one), unit(one)));
    let side = |one: &T| forces[unit(one)].side;
    // Units are numbered by side, so that equals of different sides are beside each other somewhere.
    let ties = items.windows(2).filter(|pair| {
        let [one, other] = [&pair[0], &pair[1]];
        key(one) == key(other) && side(one) != side(other)
    });
    let tied: BTreeSet<_> = ties
        .flat_map(|pair| [side(&pair[0]), side(&pair[1])])
        .collect();
    if tied.is_empty() {
        return;
    }
    let order = drawn(tied.into_iter().collect(), dice);
    let place = |side| order.iter().position(|&one| one == side);
    items.sort_by_key(|one| (key(one), place(side(one)), unit(one)));
}

/// Returns the order in which sides act: by lot if any two of them compete, else as they are listed.
pub(super) fn order(
    sides: Vec<Side>,
    compete: impl Fn(Side, Side) -> bool,
    dice: &mut impl Roll,
) -> Vec<Side> {
    let mut pairs = (sides.iter().enumerate())
        .flat_map(|(at, &one)| sides[at + 1..].iter().map(move |&other| (one, other)));
    match pairs.any(|(one, other)| compete(one, other)) {
        true => drawn(sides, dice),
        false => sides,
    }
}

/// Draws one of all orders of some sides with one lot; the first one is the order in which they are given.
fn drawn(mut sides: Vec<Side>, dice: &mut impl Roll) -> Vec<Side> {
    let mut count = u32::try_from(sides.len()).unwrap_or(u32::MAX);
    let mut lot = dice.lot((1..=count).product()) - 1;
    let mut order = Vec::with_capacity(sides.len());
    while count > 0 {
        order.push(sides.remove((lot % count) as usize));
        lot /= count;
        count -= 1;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::dice::{Dice, Exact};

    #[test]
    fn each_order_of_sides_is_as_likely_as_any_other() {
        let mut weights = std::collections::BTreeMap::new();
        Exact::default().enumerate(
            |dice| drawn([0, 1, 2].map(Side).to_vec(), dice),
            |order, weight| *weights.entry(order).or_insert(0) += weight,
        );
        assert_eq!(weights.len(), 6);
        for (order, weight) in weights {
            assert!(weight.abs_diff(Exact::ONE / 6) < 64, "{order:?}");
        }
    }

    #[test]
    fn lots_are_drawn_only_where_sides_compete() {
        let sides = || [0, 1].map(Side).to_vec();
        let mut dice = Dice::tape([]);
        assert_eq!(order(sides(), |_, _| false, &mut dice), sides());
        assert_eq!(order(sides(), |_, _| true, &mut dice), sides());
        let mut dice = Dice::tape([("lot", 2)]);
        let turned = [1, 0].map(Side);
        assert_eq!(order(sides(), |_, _| true, &mut dice), turned);
    }
}
