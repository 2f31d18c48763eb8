//! Movement: order, paths, blocked steps and interception (§5, §10).
//!
//! **Invariant:** only living units are on hexes.

use std::cmp::Reverse;

use bevy::prelude::World;

use crate::battle::dice::Dice;
use crate::battle::grid::TileId;
use crate::battle::sight;
use crate::battle::unit::{UnitId, part};
use crate::rules::fleet::craft::{Helm, Standing};
use crate::rules::fleet::event::{Event, Interception};
use crate::rules::fleet::forces::{ADJACENT, Forces};
use crate::rules::fleet::order::{Action, CarrierAction, Route, ShipOrder};
use crate::rules::fleet::{damage, lots, queue};

/// Lists who moves now, in order: by SPD falling, then id within a side and a lot between sides; with an
/// intent queue by the speed of that (§4, step 4; §10).
pub(super) fn order(world: &World, forces: &Forces, dice: &mut Dice) -> Vec<UnitId> {
    let has_queue = forces.has_queue();
    let mut movers: Vec<_> = (forces.all())
        .filter(|vessel| vessel.is_on_board() && (has_queue || vessel.is_flying()))
        .map(|vessel| vessel.id)
        .filter(|&id| !path(world, forces, id).is_empty())
        .collect();
    let key = |&id: &UnitId| Reverse(speed(forces, id));
    lots::sort(forces, &mut movers, |&id| id, key, dice);
    movers
}

/// Returns the speed that orders moves.
pub(super) fn speed(forces: &Forces, id: UnitId) -> u8 {
    match forces.options.sub_phases {
        1 => forces.speed(id),
        _ => queue::speed(forces, id),
    }
}

/// Lists the hexes a unit walks now.
pub(super) fn path(world: &World, forces: &Forces, id: UnitId) -> Vec<Option<TileId>> {
    let sub_phase = forces.progress().sub_phase;
    let order = &part::<Standing>(world, id).order;
    let helm = (forces.is_carrier(id)).then(|| part::<Helm>(world, id));
    let helm = helm.and_then(|helm| helm.order.as_ref());
    steps(forces, id, Some(order), helm, sub_phase)
}

/// Lists the hexes a unit walks in a sub-phase by its order or its action as a carrier, as far as it may
/// move; none is off the board (§4, step 3; clarification 6).
pub(super) fn steps(
    forces: &Forces,
    id: UnitId,
    order: Option<&ShipOrder>,
    helm: Option<&CarrierAction>,
    sub_phase: u8,
) -> Vec<Option<TileId>> {
    let vessel = &forces[id];
    if forces.has_queue() {
        let slots = queue::slots(forces, id, order, helm);
        let slot = slots.get(usize::from(sub_phase));
        let heading = slot.and_then(|slot| slot.maneuver.heading(vessel.facing));
        let step = heading.zip(vessel.tile);
        let step = step.map(|(heading, from)| forces.grid.neighbor(from, heading));
        return step.into_iter().collect();
    }
    let moves = usize::from(forces.moves(id));
    match (helm, order) {
        (Some(CarrierAction::Move(hexes)), _) if vessel.class.is_carrier() => {
            hexes.iter().copied().map(Some).take(moves).collect()
        }
        (_, Some(order)) if order.action.may_move() => walk(forces, id, &order.route, moves),
        _ => Vec::new(),
    }
}

/// Lists the first hexes of a route: as planned, else along the line, whose ties lie towards
/// +(1, 2, −3) (§5, clarification 6).
fn walk(forces: &Forces, id: UnitId, route: &Route, moves: usize) -> Vec<Option<TileId>> {
    match route {
        Route::Stay => Vec::new(),
        Route::Path(hexes) => hexes.iter().copied().map(Some).take(moves).collect(),
        Route::To(goal) => {
            let Some(from) = forces[id].tile else {
                return Vec::new();
            };
            let line = sight::line(forces.grid.hex(from), forces.grid.hex(*goal));
            line.map(|hex| forces.grid.tile(hex)).take(moves).collect()
        }
    }
}

/// Takes the next step of a unit: it moves, is blocked, or is intercepted on its way (§5). Nothing comes
/// of a unit that is off the board.
pub(super) fn step(
    forces: &Forces,
    unit: UnitId,
    next: Option<TileId>,
    dice: &mut Dice,
) -> Option<Event> {
    let from = forces[unit].tile?;
    let blocked = Event::Blocked {
        unit,
        at: from,
        hex: next,
    };
    let Some(to) = next.filter(|&next| forces.distance(from, next) == ADJACENT) else {
        return Some(blocked);
    };
    let facing = forces.grid.direction_towards(from, to);
    let (stop, kept) = match forces.options.single_occupancy {
        true => (from, forces[unit].facing),
        false => (to, facing),
    };
    if let Some(by) = interceptor(forces, unit, to, stop) {
        let mut forces = forces.clone();
        forces.place(unit, stop, kept);
        return Some(Event::Intercepted(Interception {
            mover: unit,
            from,
            to: stop,
            facing: kept,
            hex: to,
            interceptor: by,
            attack: damage::rolled_and_landed(&mut forces, [by, unit], 1, dice),
        }));
    }
    Some(match forces.can_enter(unit, to) {
        true => Event::Moved {
            unit,
            from,
            to,
            facing,
        },
        false => blocked,
    })
}

/// Returns who intercepts a ship that comes to a hex and would stop on another: an opposing ship there
/// that attacks or defends, has ammunition and whose side detects the mover there, unless fire is blind;
/// of several the lowest id (§5, clarifications 3 and 17).
fn interceptor(forces: &Forces, mover: UnitId, hex: TileId, stop: TileId) -> Option<UnitId> {
    let mut stopped = forces[mover];
    if stopped.class.is_carrier() {
        return None;
    }
    stopped.tile = Some(stop);
    let mut foes = forces.foes(stopped.side);
    let interceptor = foes.find(|foe| {
        foe.tile == Some(hex)
            && foe.stance.action.intercepts()
            && foe.now.ammo > 0
            && forces.may_fire_at(foe.side, &stopped)
    });
    interceptor.map(|foe| foe.id)
}

/// Lists who tries to land now, by SPD falling, then id (§4, step 5; clarification 14).
pub(super) fn landers(forces: &Forces) -> Vec<UnitId> {
    let lands = |action| action == Action::Land;
    let mut landers: Vec<_> = (forces.flying())
        .filter(|vessel| lands(vessel.stance.action))
        .map(|vessel| vessel.id)
        .collect();
    landers.sort_by_key(|&id| (Reverse(forces.speed(id)), id));
    landers
}
