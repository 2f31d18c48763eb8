//! The orders that a side may give now: for buttons, tests, and computers whose own order is refused.
//!
//! **Invariant:** made from what the side knows; each passes the check.

use bevy::prelude::World;

use crate::battle::grid::Direction;
use crate::battle::knowledge::Knowledge;
use crate::battle::order::Pending;
use crate::battle::rules::Rules;
use crate::battle::unit::{Side, UnitId, Units, units_on_board};
use crate::rules::party::character::{Gear, Sheet};
use crate::rules::party::order::Order;
use crate::rules::party::progress::{PARTY, foes};
use crate::rules::party::scenario::Map;
use crate::rules::party::{Party, check, setup};

/// Lists the orders of a side: steps, attacks, the inventory, and the end of what it does.
pub(super) fn orders(world: &World, side: Side) -> Vec<Order> {
    if !Party::owes(world, side) {
        return Vec::new();
    }
    if world.resource::<Pending<Party>>().0.is_some() {
        return vec![Order::Engage, Order::Avoid];
    }
    let known = world.resource::<Knowledge>().of(side);
    let foes: Vec<_> = foes(world, side)
        .filter(|&foe| known.sees_unit(foe))
        .collect();
    let mut orders = Vec::new();
    for id in units_on_board(world, side) {
        // On an overland map all go as one.
        if setup::map(world) != Map::Overland || orders.is_empty() {
            orders.extend(Direction::ALL.map(|direction| Order::Move(id, vec![direction])));
        }
        orders.extend(foes.iter().map(|&foe| Order::Attack(id, foe)));
        let allies = units_on_board(world, side);
        let targets: Vec<_> = foes.iter().copied().chain(allies).collect();
        for spell in Units::of(world).part::<Sheet>(id).spells.spells() {
            orders.extend(targets.iter().map(|&target| Order::Cast(id, spell, target)));
        }
        orders.extend([Order::Open(id), Order::Sheathe(id), Order::Alert(id)]);
        orders.extend(slots(world, id).map(|slot| Order::Equip(id, slot)));
        if side != PARTY {
            orders.push(Order::Rest(id));
        }
    }
    if side == PARTY {
        orders.extend([Order::Fight, Order::EndCombat, Order::Enter, Order::Leave]);
        orders.push(Order::EndTurn);
    }
    orders.retain(|order| check::begin(world, side, order).is_ok());
    orders
}

/// Lists the places of a character's pack.
fn slots(world: &World, id: UnitId) -> impl Iterator<Item = u8> {
    let count = Units::of(world).part::<Gear>(id).pack.len();
    (0..=u8::MAX).take(count)
}
