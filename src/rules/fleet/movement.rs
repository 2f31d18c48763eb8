//! Movement: order, paths, blocked steps and interception (§5, §10).
//!
//! **Invariant:** only living units stand in the board's occupancy, which launches, steps, landings and
//! deaths keep right; looking a hex up takes no search.

use std::cmp::Reverse;

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        grid::{Direction, TileId},
        knowledge::Knowledge,
        sight,
        unit::{Facing, Side, UnitId, Units},
    },
    rules::fleet::{
        craft::{Class, Helm, Standing, Stores},
        muster::Muster,
        order::{Action, CarrierAction, Maneuver, Route, Slot},
        progress::Progress,
        queue, setup,
    },
};

/// Whether a unit may be on a hex: not off the board, not where another carrier is, and under single
/// occupancy not where another living ship is (§5, clarification 5).
pub fn can_enter(world: &World, mover: UnitId, tile: Option<TileId>) -> bool {
    let Some(tile) = tile else { return false };
    let single = setup::content(world).options.single_occupancy;
    let units = Units::of(world);
    let blocks = |id| single || is_carrier(units, id) || is_carrier(units, mover);
    let mut others = units.board().occupants(tile);
    !others.any(|id| id != mover && blocks(id))
}

fn is_carrier(units: Units, id: UnitId) -> bool {
    units.part::<Class>(id).is_carrier()
}

/// Whether a living ship is on a hex; carriers are none (clarification 5).
pub fn is_occupied_by_ship(world: &World, tile: TileId) -> bool {
    ship_at(world, tile).is_some()
}

/// Returns the living ship on a hex, the lowest id of several; carriers are none (clarification 5).
pub fn ship_at(world: &World, tile: TileId) -> Option<UnitId> {
    let units = Units::of(world);
    let ships = units.board().occupants(tile);
    ships.filter(|&id| !is_carrier(units, id)).min()
}

/// Lists who moves now, in order: by SPD falling, then id; with an intent queue by the speed of that
/// (§4, step 4; §10).
pub(super) fn order(world: &World, muster: &Muster) -> Vec<UnitId> {
    let has_queue = muster.options.sub_phases > 1;
    let mut movers: Vec<_> = (muster.all())
        .filter(|vessel| vessel.is_on_board() && (has_queue || vessel.is_flying()))
        .map(|vessel| vessel.id)
        .filter(|&id| !path(world, muster, id).is_empty())
        .collect();
    movers.sort_by_key(|&id| {
        let speed = match has_queue {
            true => queue::speed(muster, id),
            false => muster.speed(id),
        };
        (Reverse(speed), id)
    });
    movers
}

/// Lists the hexes a unit walks now, as far as it may move; none is off the board (clarification 6).
pub(super) fn path(world: &World, muster: &Muster, id: UnitId) -> Vec<Option<TileId>> {
    if muster.options.sub_phases > 1 {
        let maneuver = slot(world, muster, id).maneuver;
        let heading = maneuver.heading(muster.get(id).facing);
        let from = muster.get(id).tile;
        let step = heading
            .zip(from)
            .map(|(way, from)| muster.grid.neighbor(from, way));
        return step.into_iter().collect();
    }
    let standing: &Standing = crate::battle::unit::part(world, id);
    if !standing.stance.action.may_move() {
        return Vec::new();
    }
    let moves = usize::from(muster.moves(id));
    walk(muster, id, &standing.order.route, moves)
}

/// Lists the hexes a carrier moves along as its action (§4, step 3).
pub(super) fn carrier_path(world: &World, muster: &Muster, id: UnitId) -> Vec<Option<TileId>> {
    match &crate::battle::unit::part::<Helm>(world, id).order {
        Some(CarrierAction::Move(hexes)) => {
            let hexes = hexes.iter().copied().map(Some);
            hexes.take(usize::from(muster.moves(id))).collect()
        }
        _ => Vec::new(),
    }
}

/// Lists the first hexes of a route: as planned, else along the line, whose ties lie towards
/// +(1, 2, −3) (§5, clarification 6).
pub fn walk(muster: &Muster, id: UnitId, route: &Route, moves: usize) -> Vec<Option<TileId>> {
    match route {
        Route::Stay => Vec::new(),
        Route::Path(hexes) => hexes.iter().copied().map(Some).take(moves).collect(),
        Route::To(goal) => {
            let Some(from) = muster.get(id).tile else {
                return Vec::new();
            };
            let line = sight::line(muster.grid.hex(from), muster.grid.hex(*goal));
            line.map(|hex| muster.grid.tile(hex)).take(moves).collect()
        }
    }
}

/// Returns the slot of a unit's queue that counts in this sub-phase.
pub(super) fn slot(world: &World, muster: &Muster, id: UnitId) -> Slot {
    let number = usize::from(world.resource::<Progress>().sub_phase);
    let usable = usize::from(queue::usable(muster, id));
    let slots: &[Slot] = match muster.get(id).class {
        Class::Ship(_) => &crate::battle::unit::part::<Standing>(world, id).order.queue,
        Class::Carrier(_) => match &crate::battle::unit::part::<Helm>(world, id).order {
            Some(CarrierAction::Queue(slots)) => slots,
            _ => &[],
        },
    };
    let slot = slots.get(number).filter(|_| number < usable);
    slot.copied().unwrap_or_default()
}

/// What becomes of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stride {
    /// It is taken.
    Free {
        /// To.
        to: TileId,
        /// Facing then.
        facing: Direction,
    },
    /// It is not.
    Blocked,
    /// The mover is intercepted.
    Intercepted {
        /// By whom.
        by: UnitId,
        /// The hex of the interceptor.
        hex: TileId,
        /// Where the mover stops.
        to: TileId,
        /// Its facing then.
        facing: Direction,
    },
}

/// Judges the next step of a unit (§5).
pub(super) fn stride(world: &World, mover: UnitId, next: Option<TileId>) -> Stride {
    let units = Units::of(world);
    let Some((from, hex)) = units.seat(mover).zip(next) else {
        return Stride::Blocked;
    };
    let board = world.resource::<Board>();
    if board.grid.distance(from, hex) != 1 {
        return Stride::Blocked;
    }
    let facing = board.grid.direction_towards(from, hex);
    let single = setup::content(world).options.single_occupancy;
    let kept = units.part::<Facing>(mover).0;
    let (to, stopped) = match single {
        true => (from, kept),
        false => (hex, facing),
    };
    if let Some(by) = interceptor(world, mover, hex, to) {
        let facing = stopped;
        return Stride::Intercepted {
            by,
            hex,
            to,
            facing,
        };
    }
    match can_enter(world, mover, next) {
        true => Stride::Free { to: hex, facing },
        false => Stride::Blocked,
    }
}

/// Returns who intercepts a ship that comes to a hex and would stop on another: an opposing ship there
/// that attacks or defends, has ammunition and whose side detects the mover there, unless fire is blind;
/// of several the lowest id (§5, clarifications 3 and 17).
fn interceptor(world: &World, mover: UnitId, hex: TileId, stop: TileId) -> Option<UnitId> {
    let units = Units::of(world);
    if is_carrier(units, mover) {
        return None;
    }
    let blind = setup::content(world).options.blind_fire;
    let knowledge = world.resource::<Knowledge>();
    let can_intercept = |id: &UnitId| {
        !is_carrier(units, *id)
            && units.are_foes(mover, *id)
            && units.part::<Standing>(*id).stance.action.intercepts()
            && units.part::<Stores>(*id).ammo > 0
            && (blind || knowledge.of(units.side(*id)).sees(stop))
    };
    units.board().occupants(hex).filter(can_intercept).min()
}

/// Lists who tries to land now, by SPD falling, then id (§4, step 5; clarification 14).
pub(super) fn landers(muster: &Muster) -> Vec<UnitId> {
    let lands = |action| action == Action::Land;
    let mut landers: Vec<_> = (muster.flying())
        .filter(|vessel| lands(vessel.stance.action))
        .map(|vessel| vessel.id)
        .collect();
    landers.sort_by_key(|&id| (Reverse(muster.speed(id)), id));
    landers
}

/// Whether a carrier's slot is an action: one that holds is none (§10, §11).
pub(super) fn is_action(slot: Slot) -> bool {
    slot.maneuver != Maneuver::Hold
}

/// Returns the sides of a battle in order.
pub(super) fn sides(world: &World) -> impl Iterator<Item = Side> + use<> {
    (0..crate::battle::side_count(world)).map(Side)
}
