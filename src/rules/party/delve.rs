//! What the exploring computer does beside walking: it opens what bars its way, and tends wounds with what
//! it carries.
//!
//! **Invariant:** decides by what the party knows; each order passes the check.

use bevy::prelude::World;

use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{Health, UnitId, Units};
use crate::rules::kit::ways::Ways;
use crate::rules::party::character::{Gear, Sheet, Slot, Thing};
use crate::rules::party::content::Skill;
use crate::rules::party::objects::{Deed, Sort, objects};
use crate::rules::party::order::Order;
use crate::rules::party::progress::{PARTY, is_up, party};
use crate::rules::party::{check, setup};

/// What is next on a way that is barred.
pub(super) enum Next {
    /// To walk to a hex.
    Walk(TileId),
    /// To give an order there.
    Do(Order),
}

/// Says how a character gets on through the nearest closed door or known trap; locks and traps are for
/// whoever is best at them.
pub(super) fn through(world: &World, id: UnitId, ways: &Ways) -> Option<Next> {
    let grid = Units::of(world).board().grid;
    let doors = world.resource::<Knowledge>().of(PARTY).layers.doors();
    let traps = objects(world).known(PARTY);
    let traps = traps.filter(|object| object.sort == Sort::Trap);
    let barriers = doors.iter().chain(traps.map(|object| object.tile));
    let beside = barriers.filter_map(|tile| {
        let deed = deed(world, tile);
        let near = grid.neighbors(tile).map(|(_, beside)| beside);
        let steps = near.filter_map(|beside| Some((ways.steps(beside)?, beside)));
        let (steps, beside) = steps.min()?;
        is_best(world, id, deed).then_some((steps, tile, beside, deed))
    });
    let (steps, tile, beside, deed) = beside.min_by_key(|&(steps, tile, ..)| (steps, tile))?;
    match steps {
        0 => allowed(world, Order::Handle(id, deed, tile)).map(Next::Do),
        _ => Some(Next::Walk(beside)),
    }
}

/// Returns what has to be done next with a door or trap.
fn deed(world: &World, tile: TileId) -> Deed {
    let known = || objects(world).known_at(PARTY, tile);
    match () {
        () if known().any(|object| object.trap.is_some()) => Deed::Disarm,
        () if known().any(|object| object.lock.is_some()) => Deed::Unlock,
        () => Deed::Open,
    }
}

/// Whether nobody of the party is better at something; of equals the first one does it.
fn is_best(world: &World, id: UnitId, deed: Deed) -> bool {
    let skill = match deed {
        Deed::Unlock => Skill::Lockpick,
        Deed::Disarm => Skill::Disarm,
        Deed::Open | Deed::Close => return true,
    };
    let level = |id: UnitId| Units::of(world).part::<Sheet>(id).skills.level(skill);
    let able = party(world).filter(|&other| is_up(world, other));
    able.min_by_key(|&other| (std::cmp::Reverse(level(other)), other)) == Some(id)
}

/// Has a character that has less than half of its hit points use an item that gives some back.
pub(super) fn tend(world: &World, id: UnitId) -> Option<Order> {
    let units = Units::of(world);
    let Health { now, max } = *units.part::<Health>(id);
    if now >= max / 2 {
        return None;
    }
    let content = setup::content(world);
    let gear = units.part::<Gear>(id);
    let quick = (0..=u8::MAX).map(Slot::Quick).take(gear.quick.len());
    let pack = (0..=u8::MAX).map(Slot::Pack).take(gear.pack.len());
    let mends = |slot: &Slot| match gear.get(*slot) {
        Some(Thing::Item(item)) => content.spell(content.item(item).spell).mend > 0,
        _ => false,
    };
    let mut slots = quick.chain(pack).filter(mends);
    slots.find_map(|slot| allowed(world, Order::Use(id, slot, id)))
}

/// Returns an order that passes the check.
fn allowed(world: &World, order: Order) -> Option<Order> {
    let passes = check::begin(world, PARTY, &order).is_ok();
    passes.then_some(order)
}
