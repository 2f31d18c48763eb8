//! What is next to do with doors, chests and traps, and how the exploring computer gets through what bars its
//! way.
//!
//! **Invariant:** decides by what the party knows; each order passes the check.

use bevy::prelude::World;

use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{UnitId, Units, side_of};
use crate::rules::kit::ways::Ways;
use crate::rules::party::character::Sheet;
use crate::rules::party::check;
use crate::rules::party::objects::{self, Deed, Sort, known, known_at};
use crate::rules::party::order::Order;
use crate::rules::party::progress::{PARTY, is_up, party};

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
        let steps = near.filter_map(|beside| Some((ways.steps(beside)?, beside)));
        let (steps, beside) = steps.min()?;
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
/// be done first, or take what lies in an open chest.
pub fn next(world: &World, id: UnitId, tile: TileId) -> Option<Order> {
    let side = side_of(world, id);
    let is_door = world
        .resource::<Knowledge>()
        .of(side)
        .layers
        .doors()
        .contains(tile);
    let chest = known_at(world, side, tile).find(|object| object.sort == Sort::Chest);
    match (is_door, chest) {
        (false, None) => None,
        (false, Some(chest)) if chest.is_open => {
            let first = chest.holds.first().copied();
            first.map(|thing| Order::Take(id, tile, thing))
        }
        _ => Some(Order::Handle(id, deed(world, id, tile), tile)),
    }
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
