//! What is next to do with doors, chests and traps; how the exploring computer gets through what bars its way,
//! takes what lies near it, and where it looks around.
//!
//! **Invariant:** decides by what the party knows; each order passes the check.

use bevy::prelude::World;

use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{Health, UnitId, Units, side_of};
use crate::rules::kit::ways::{Ways, around};
use crate::rules::party::character::{Gear, Sheet, Thing};
use crate::rules::party::objects::{self, Deed, Object, Sort, known, known_at};
use crate::rules::party::order::{Order, Refusal};
use crate::rules::party::planner::is_better;
use crate::rules::party::progress::{PARTY, Progress, is_up, most_ap, party};
use crate::rules::party::{check, overland, setup};

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
    let traps = known(world, PARTY).filter(|object| object.sort == Sort::Trap);
    let barriers = doors.iter().chain(traps.map(|object| object.tile));
    let beside = barriers.filter_map(|tile| {
        let deed = deed(world, id, tile);
        let near = grid.neighbors(tile).map(|(_, beside)| beside);
        let (steps, beside) = ways.nearest_of(near)?;
        is_best(world, id, deed).then_some((steps, tile, beside, deed))
    });
    let (steps, tile, beside, deed) = beside.min_by_key(|&(steps, tile, ..)| (steps, tile))?;
    match steps {
        0 => {
            let order = Order::Handle(id, deed, tile);
            let passes = check::begin(world, PARTY, &order).is_ok();
            passes.then_some(Next::Do(order))
        }
        _ => Some(Next::Walk(beside)),
    }
}

/// Returns what a character would do next with what it knows on a hex: open a door or chest, or what has to
/// be done first, disarm a trap, or take what lies in an open chest.
pub fn next(world: &World, id: UnitId, tile: TileId) -> Option<Order> {
    let side = side_of(world, id);
    let is_door = world
        .resource::<Knowledge>()
        .of(side)
        .layers
        .doors()
        .contains(tile);
    let mut objects = known_at(world, side, tile);
    let object = objects.find(|object| matches!(object.sort, Sort::Chest | Sort::Trap));
    match (is_door, object) {
        (false, None) => None,
        (false, Some(chest)) if chest.is_open => {
            let first = chest.holds.first().copied();
            first.map(|thing| Order::Take(id, tile, thing))
        }
        _ => Some(Order::Handle(id, deed(world, id, tile), tile)),
    }
}

/// Returns how a character shuts the open door that it could reach from where it stands, if there is one.
pub fn shut(world: &World, id: UnitId) -> Option<Order> {
    let (grid, seat) = (Units::of(world).board().grid, Units::of(world).seat(id)?);
    let orders = around(grid, seat, 1).map(|tile| Order::Handle(id, Deed::Close, tile));
    let mut doors = orders.filter(|order| {
        let refusal = check::begin(world, side_of(world, id), order).err();
        matches!(
            refusal,
            None | Some(Refusal::NoAp { .. } | Refusal::InDoorway)
        )
    });
    doors.next()
}

/// Says how a character betters what it carries while there is no combat: it takes into hand, puts on or
/// has at hand what is in its pack, and takes what lies near or is shut away there, as far as that is cheap.
pub(super) fn gather(world: &World, id: UnitId, ways: &Ways) -> Option<Next> {
    let (units, figures) = (Units::of(world), &setup::content(world).figures);
    let gear = units.part::<Gear>(id);
    let is_room = gear.quick.len() < usize::from(figures.quick_slots);
    let serves = |thing: Thing| match thing {
        Thing::Item(_) => is_room,
        Thing::Weapon(_) | Thing::Armor(_) => is_better(world, id, thing),
    };
    let mut slots = (0..=u8::MAX).zip(&gear.pack);
    if let Some((slot, _)) = slots.find(|(_, thing)| serves(**thing)) {
        return Some(Next::Do(Order::Equip(id, slot)));
    }
    let grid = units.board().grid;
    let options = known(world, PARTY).filter_map(|object| {
        let (order, ap) = haul(world, id, &object)?;
        let (steps, beside) = ways.nearest_of(around(grid, object.tile, 1))?;
        let cost = i64::from(steps) * i64::from(figures.costs.step) + ap;
        let can = || {
            let refusal = check::begin(world, PARTY, &order).err();
            matches!(refusal, None | Some(Refusal::NoAp { .. }))
        };
        let is_cheap = cost <= figures.planner.loot && (steps > 0 || can());
        let next = match steps {
            0 => Next::Do(order),
            _ => Next::Walk(beside),
        };
        is_cheap.then_some((cost, object.tile, next))
    });
    let cheapest = options.min_by_key(|&(cost, tile, _)| (cost, tile));
    cheapest.map(|(.., next)| next)
}

/// Returns what a character does to come by what an object holds, and the AP to expect for that; nothing
/// where it wants nothing, or others are better at it.
fn haul(world: &World, id: UnitId, object: &Object) -> Option<(Order, i64)> {
    let costs = &setup::content(world).figures.costs;
    let (tile, each) = (object.tile, i64::from(costs.object));
    if most_ap(world, id) < costs.object.max(costs.skill) {
        return None;
    }
    if object.sort == Sort::Chest && !object.is_open {
        let deed = deed(world, id, tile);
        let odds = objects::odds(world, id, deed, tile);
        let tries = odds.map_or(0, |(.., chance)| 100 / i64::from(chance.max(1)));
        let ap = each + tries * i64::from(costs.skill);
        return is_best(world, id, deed).then_some((Order::Handle(id, deed, tile), ap));
    }
    let serves = |thing: &&Thing| matches!(thing, Thing::Item(_)) || is_better(world, id, **thing);
    let thing = *object.holds.iter().find(serves)?;
    Some((Order::Take(id, tile, thing), each))
}

/// Whether the party is well enough to look around a location.
pub(super) fn is_fit(world: &World) -> bool {
    let health = |id: UnitId| *Units::of(world).part::<Health>(id);
    let now: u32 = party(world).map(|id| u32::from(health(id).now)).sum();
    let max: u32 = party(world).map(|id| u32::from(health(id).max)).sum();
    now * 100 >= max * setup::content(world).figures.planner.fit_percent
}

/// Whether the party enters the location that it is at: it never did, and is well.
pub(super) fn enters(world: &World) -> bool {
    let here = setup::journey(world).zip(overland::tile(world));
    let map = here.and_then(|(journey, tile)| {
        let mut locations = journey.locations_at(tile);
        locations.find_map(|location| location.enter)
    });
    let left = &world.resource::<Progress>().course.left;
    let is_new = map.is_some_and(|map| !left.contains_key(&map));
    is_new && is_fit(world) && check::begin(world, PARTY, &Order::Enter).is_ok()
}

/// Returns what has to be done next with a door or trap.
fn deed(world: &World, id: UnitId, tile: TileId) -> Deed {
    let mut needed = [Deed::Disarm, Deed::Unlock].into_iter();
    let needed = needed.find(|&deed| objects::odds(world, id, deed, tile).is_some());
    needed.unwrap_or(Deed::Open)
}

/// Whether nobody of the party is better at something; of equals the first one does it.
fn is_best(world: &World, id: UnitId, deed: Deed) -> bool {
    let Some(skill) = deed.skill() else {
        return true;
    };
    let level = |id: UnitId| Units::of(world).part::<Sheet>(id).skills.level(skill);
    let able = party(world).filter(|&other| is_up(world, other));
    able.min_by_key(|&other| (std::cmp::Reverse(level(other)), other)) == Some(id)
}
