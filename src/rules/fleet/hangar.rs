//! The hangar: launches, landings, repairs (§4, steps 1, 3 and 5).
//!
//! **Invariant:** a hangar never holds more ships than it has berths.

use bevy::prelude::World;

use crate::{
    battle::{
        grid::{Direction, TileId},
        unit::{Side, UnitId},
    },
    rules::fleet::{event::NoLanding, movement::can_enter, muster::Muster, stats::ADJACENT},
};

/// Returns the hex a ship is launched to: the chosen one if it is beside the carrier and free, else the
/// first free one clockwise from the carrier's facing (§4, clarification 14).
pub fn launch_hex(
    world: &World,
    muster: &Muster,
    ship: UnitId,
    carrier: UnitId,
    chosen: Option<TileId>,
) -> Option<TileId> {
    let carrier = muster.get(carrier);
    let from = carrier.tile?;
    let is_free = |tile: &TileId| can_enter(world, ship, Some(*tile));
    let chosen = chosen.filter(|&tile| muster.distance(from, tile) == ADJACENT);
    let around = (0..6).filter_map(|turn| muster.grid.neighbor(from, carrier.facing.turned(turn)));
    chosen.into_iter().chain(around).find(is_free)
}

/// Lists the docked ships of a side, by id.
pub fn docked<'m>(muster: &'m Muster, side: Side) -> impl Iterator<Item = UnitId> + 'm {
    let docked = muster
        .all()
        .filter(move |vessel| vessel.side == side && vessel.docked);
    docked.map(|vessel| vessel.id)
}

/// Whether a ship can land now (§4, step 5).
///
/// # Errors
/// Why it cannot.
pub fn landing(muster: &Muster, ship: UnitId) -> Result<(), NoLanding> {
    let vessel = muster.get(ship);
    if !(muster.ship_type(ship)).is_some_and(|ship| ship.docks) {
        return Err(NoLanding::CannotDock);
    }
    let Some(carrier) = muster.carrier_of(vessel.side) else {
        return Err(NoLanding::NoCarrier);
    };
    let tiles = vessel.tile.zip(carrier.tile);
    if tiles.is_none_or(|(one, two)| muster.distance(one, two) != ADJACENT) {
        return Err(NoLanding::TooFar);
    }
    match free_berths(muster, vessel.side) {
        0 => Err(NoLanding::Full),
        _ => Ok(()),
    }
}

/// Returns how many more ships a side's carrier can take.
pub fn free_berths(muster: &Muster, side: Side) -> usize {
    let carrier = muster.carrier_of(side).map(|carrier| carrier.id);
    let hangar = carrier.and_then(|id| muster.carrier_kind(id));
    let hangar = hangar.map_or(0, |kind| usize::from(kind.hangar));
    hangar.saturating_sub(docked(muster, side).count())
}

/// Returns the hull that REPAIR restores to a unit: the carrier itself or a ship in its hangar.
pub fn repair(muster: &Muster, carrier: UnitId, target: Option<UnitId>) -> Option<(UnitId, u16)> {
    let unit = target.unwrap_or(carrier);
    let vessel = muster.get(unit);
    let is_in_reach = unit == carrier || vessel.docked && vessel.side == muster.get(carrier).side;
    let missing = vessel.now.hull.max - vessel.now.hull.now;
    let hull = muster.content.figures.carrier.repair.min(missing);
    (is_in_reach && hull > 0).then_some((unit, hull))
}

/// Lists the docked ships that REARM gives ammunition.
pub fn rearmed(muster: &Muster, side: Side) -> Vec<UnitId> {
    let lacks = |id: &UnitId| {
        let full = muster.ship_type(*id).map_or(0, |ship| ship.ammo);
        muster.get(*id).now.ammo < full
    };
    docked(muster, side).filter(lacks).collect()
}

/// Returns where a reinforcement comes: the first free hex of the side's zone, facing the middle of the
/// board.
pub fn arrival(world: &World, muster: &Muster, ship: UnitId) -> Option<(TileId, Direction)> {
    let side = muster.get(ship).side;
    let zone = muster.side(side).zone.iter().copied();
    let tile = zone
        .into_iter()
        .find(|&tile| can_enter(world, ship, Some(tile)))?;
    let (columns, rows) = (muster.grid.width / 2, muster.grid.height / 2);
    let middle = muster.grid.from_offset(columns.into(), rows.into())?;
    Some((tile, muster.grid.direction_towards(tile, middle)))
}
