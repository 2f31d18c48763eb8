//! The hangar: launches, landings, repairs (§4, steps 1, 3 and 5).
//!
//! **Invariant:** a hangar never holds more ships than it has berths.

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Side, UnitId};
use crate::rules::fleet::content::DryShips;
use crate::rules::fleet::event::{Event, NoLanding};
use crate::rules::fleet::forces::{Forces, Vessel};
use crate::rules::fleet::order::{Action, Launch};

/// Launches a ship, or leaves it docked (§4, step 1; clarification 14).
pub(super) fn launch(forces: &Forces, side: Side, launch: Launch) -> Option<Event> {
    let ship = launch.ship;
    if !forces[ship].docked {
        return None;
    }
    let launched = || {
        let (tile, facing) = exit(forces, side, ship, launch.tile)?;
        Some(Event::Launched {
            ship,
            carrier: forces.carrier_of(side)?.id,
            tile,
            facing,
        })
    };
    Some(launched().unwrap_or(Event::LaunchFailed { ship }))
}

/// Returns where a ship would come out of its carrier: on the chosen hex if it is beside the carrier and
/// free, else on the first free one clockwise from the carrier's facing (§4, step 1).
pub fn exit(
    forces: &Forces,
    side: Side,
    ship: UnitId,
    chosen: Option<TileId>,
) -> Option<(TileId, Direction)> {
    let carrier = forces.carrier_of(side)?;
    let chosen = chosen.filter(|_| forces.are_beside(carrier.tile, chosen));
    let around = |turn| {
        forces
            .grid
            .neighbor(carrier.tile?, carrier.facing.turned(turn))
    };
    let mut hexes = chosen.into_iter().chain((0..6).filter_map(around));
    let tile = hexes.find(|&tile| forces.can_enter(ship, tile))?;
    Some((tile, carrier.facing))
}

/// Lists the docked ships of a side, by id.
pub fn docked<'m>(forces: &'m Forces, side: Side) -> impl Iterator<Item = UnitId> + 'm {
    let docked = forces.of_side(side).filter(|vessel| vessel.docked);
    docked.map(|vessel| vessel.id)
}

/// Lands a ship, if it can (§4, step 5).
pub(super) fn land(forces: &Forces, ship: UnitId) -> Option<Event> {
    let vessel = &forces[ship];
    let carrier = forces.carrier_of(vessel.side);
    let reason = match carrier {
        _ if !forces.docks(ship) => NoLanding::CannotDock,
        None => NoLanding::NoCarrier,
        Some(carrier) if !forces.are_beside(vessel.tile, carrier.tile) => NoLanding::TooFar,
        Some(_) if free_berths(forces, vessel.side) == 0 => NoLanding::Full,
        Some(_) => return Some(Event::Landed { ship }),
    };
    Some(Event::LandingFailed { ship, reason })
}

/// Returns how many more ships a side's carrier can take.
pub fn free_berths(forces: &Forces, side: Side) -> usize {
    let carrier = forces.carrier_of(side).map(|carrier| carrier.id);
    let hangar = carrier.and_then(|id| forces.carrier_kind(id));
    let hangar = hangar.map_or(0, |kind| usize::from(kind.hangar));
    hangar.saturating_sub(docked(forces, side).count())
}

/// Returns the hull that REPAIR restores to a unit: the carrier itself or a ship in its hangar.
pub fn repair(forces: &Forces, carrier: UnitId, target: Option<UnitId>) -> Option<(UnitId, u16)> {
    let unit = target.unwrap_or(carrier);
    let vessel = &forces[unit];
    let is_in_reach = unit == carrier || vessel.docked && vessel.side == forces[carrier].side;
    let missing = vessel.now.hull.max - vessel.now.hull.now;
    let hull = forces.content.figures.carrier.repair.min(missing);
    (is_in_reach && hull > 0).then_some((unit, hull))
}

/// Lists the ships that REARM gives ammunition, by id: docked ones, and by an option those beside the
/// carrier that cannot dock (clarification 17).
pub fn rearmed(forces: &Forces, side: Side) -> Vec<UnitId> {
    let home = forces.carrier_of(side).and_then(|carrier| carrier.tile);
    let served = forces.of_side(side).filter_map(|vessel| {
        let kind = forces.ship_type(vessel.id)?;
        let is_beside = forces.are_beside(vessel.tile, home);
        let by_boat = forces.options.rearm_beside && !kind.docks() && is_beside;
        ((vessel.docked || by_boat) && vessel.now.ammo < kind.ammo).then_some(vessel.id)
    });
    served.collect()
}

/// Whether a ship is out of ammunition for good: it carried some, and its side has no carrier that could
/// give it any (clarification 17).
pub fn is_dry_for_good(forces: &Forces, ship: UnitId) -> bool {
    let vessel = &forces[ship];
    let Some(kind) = forces.ship_type(ship) else {
        return false;
    };
    let can_rearm =
        (kind.docks() || forces.options.rearm_beside) && forces.carrier_of(vessel.side).is_some();
    kind.ammo > 0 && vessel.now.ammo == 0 && !can_rearm
}

/// Lists the ships on the board that leave the battle now, since they are dry for good, by id. By the edge
/// go those that move; with an intent queue, those that do not fire.
pub fn leavers(forces: &Forces) -> Vec<UnitId> {
    let moves = |vessel: &Vessel| match forces.options.sub_phases {
        1 => vessel.stance.action == Action::Move,
        _ => !vessel.stance.fire,
    };
    let leaves = |vessel: &&Vessel| {
        let may = match forces.options.dry_ships {
            DryShips::LeaveByEdge => {
                moves(vessel) && vessel.tile.is_some_and(|tile| is_edge(forces, tile))
            }
            DryShips::StrikeColors => true,
            DryShips::FightOn => false,
        };
        may && is_dry_for_good(forces, vessel.id)
    };
    let flying = forces.flying().filter(leaves);
    flying.map(|vessel| vessel.id).collect()
}

/// Whether a hex is at the edge of the board.
pub fn is_edge(forces: &Forces, tile: TileId) -> bool {
    !forces.grid.is_inner(tile)
}

/// Returns the hex at the edge of the board nearest to another, of those that are open; the lowest of
/// several.
pub(super) fn nearest_edge(
    forces: &Forces,
    from: TileId,
    is_open: impl Fn(TileId) -> bool,
) -> TileId {
    let edge = (forces.grid.tiles()).filter(|&tile| is_edge(forces, tile) && is_open(tile));
    let nearest = edge.min_by_key(|&tile| (forces.distance(from, tile), tile));
    nearest.unwrap_or(from)
}

/// Returns where a reinforcement comes: the first free hex of the side's zone, facing the middle of the
/// board.
pub fn arrival(forces: &Forces, ship: UnitId) -> Option<(TileId, Direction)> {
    let side = forces[ship].side;
    let mut zone = forces.side(side).zone.iter().copied();
    let tile = zone.find(|&tile| forces.can_enter(ship, tile))?;
    Some((tile, forces.grid.direction_towards(tile, forces.middle())))
}
