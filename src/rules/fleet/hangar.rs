//! The hangar: launches, landings, repairs (§4, steps 1, 3 and 5).
//!
//! **Invariant:** a hangar never holds more ships than it has berths.

use bevy::prelude::World;

use crate::{
    battle::{
        grid::{Direction, TileId},
        unit::{Side, UnitId},
    },
    rules::fleet::{
        content::DryShips,
        event::NoLanding,
        movement::can_enter,
        muster::{Muster, Vessel},
        order::Action,
        stats::ADJACENT,
    },
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
    if !(muster.ship_type(ship)).is_some_and(|ship| ship.docks()) {
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

/// Lists the ships that REARM gives ammunition, by id: docked ones, and by an option those beside the
/// carrier that cannot dock (clarification 17).
pub fn rearmed(muster: &Muster, side: Side) -> Vec<UnitId> {
    let home = muster.carrier_of(side).and_then(|carrier| carrier.tile);
    let is_beside = |vessel: &Vessel| {
        let tiles = vessel.tile.zip(home);
        tiles.is_some_and(|(one, two)| muster.distance(one, two) == ADJACENT)
    };
    let ships = muster.all().filter(|vessel| vessel.side == side);
    let served = ships.filter_map(|vessel| {
        let kind = muster.ship_type(vessel.id)?;
        let by_boat = muster.options.rearm_beside && !kind.docks() && is_beside(vessel);
        ((vessel.docked || by_boat) && vessel.now.ammo < kind.ammo).then_some(vessel.id)
    });
    served.collect()
}

/// Whether a ship is out of ammunition for good: it carried some, and its side has no carrier that could
/// give it any (clarification 17).
pub fn is_dry_for_good(muster: &Muster, ship: UnitId) -> bool {
    let vessel = muster.get(ship);
    let Some(kind) = muster.ship_type(ship) else {
        return false;
    };
    let can_rearm =
        (kind.docks() || muster.options.rearm_beside) && muster.carrier_of(vessel.side).is_some();
    kind.ammo > 0 && vessel.now.ammo == 0 && !can_rearm
}

/// Lists the ships on the board that leave the battle now, since they are dry for good, by id. By the edge
/// go those that move; with an intent queue, those that do not fire.
pub fn leavers(muster: &Muster) -> Vec<UnitId> {
    let moves = |vessel: &Vessel| match muster.options.sub_phases {
        1 => vessel.stance.action == Action::Move,
        _ => !vessel.stance.fire,
    };
    let leaves = |vessel: &&Vessel| {
        let may = match muster.options.dry_ships {
            DryShips::LeaveByEdge => {
                moves(vessel) && vessel.tile.is_some_and(|tile| is_edge(muster, tile))
            }
            DryShips::StrikeColors => true,
            DryShips::FightOn => false,
        };
        may && is_dry_for_good(muster, vessel.id)
    };
    let flying = muster.flying().filter(leaves);
    flying.map(|vessel| vessel.id).collect()
}

/// Whether a hex is at the edge of the board.
pub fn is_edge(muster: &Muster, tile: TileId) -> bool {
    muster.grid.neighbors(tile).count() < 6
}

/// Returns the hex at the edge of the board nearest to another, the lowest of several.
pub fn nearest_edge(muster: &Muster, from: TileId) -> TileId {
    let edge = muster.grid.tiles().filter(|&tile| is_edge(muster, tile));
    let nearest = edge.min_by_key(|&tile| (muster.distance(from, tile), tile));
    nearest.unwrap_or(from)
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
