//! The orders that a side may give now: for buttons, tests, and computers whose own order is refused.
//!
//! **Invariant:** made from what the side knows; each passes the check.

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::grid::Direction;
use crate::battle::knowledge::Knowledge;
use crate::battle::order::Pending;
use crate::battle::rules::Rules;
use crate::battle::unit::{Side, UnitId, Units, units_on_board};
use crate::rules::kit::ways::around;
use crate::rules::party::character::{Gear, Sheet, Slot, Thing};
use crate::rules::party::objects::{Deed, known_at};
use crate::rules::party::order::Order;
use crate::rules::party::progress::{PARTY, foes};
use crate::rules::party::scenario::Map;
use crate::rules::party::{Party, check, setup};

/// Lists the orders of a side: steps, attacks, spells, what is carried and within reach, and the end of what
/// it does.
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
        things(world, side, id, &targets, &mut orders);
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

/// Lists what a character may do with what it carries, and with what is within its reach.
fn things(world: &World, side: Side, id: UnitId, targets: &[UnitId], orders: &mut Vec<Order>) {
    let gear = Units::of(world).part::<Gear>(id);
    let places = |count: usize| (0..=u8::MAX).take(count);
    let (pack, quick) = (places(gear.pack.len()), places(gear.quick.len()));
    orders.extend(pack.clone().map(|slot| Order::Equip(id, slot)));
    let is_item = |slot: &Slot| matches!(gear.get(*slot), Some(Thing::Item(_)));
    let slots = quick.map(Slot::Quick).chain(pack.clone().map(Slot::Pack));
    for slot in slots.filter(is_item) {
        orders.extend(targets.iter().map(|&target| Order::Use(id, slot, target)));
    }
    let Some(seat) = Units::of(world).seat(id) else {
        return;
    };
    for tile in around(world.resource::<Board>().grid, seat, 1) {
        orders.extend(Deed::ALL.map(|deed| Order::Handle(id, deed, tile)));
        let things = known_at(world, side, tile).flat_map(|object| object.holds);
        for order in things.map(|thing| Order::Take(id, tile, thing)) {
            if !orders.contains(&order) {
                orders.push(order);
            }
        }
        orders.extend(pack.clone().map(|slot| Order::Put(id, slot, tile)));
    }
}
