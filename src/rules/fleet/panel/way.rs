//! How own ships would move by a plan: who gets where, and who stands in whose way.
//!
//! **Invariant:** steps are taken in the order of the rules, on what the side knows.

use std::{cmp::Reverse, collections::VecDeque};

use bevy::prelude::World;

use crate::{
    battle::{
        grid::{Direction, TileId},
        unit::{Side, UnitId},
    },
    rules::fleet::{
        movement,
        muster::Muster,
        order::{CarrierAction, Route, ShipOrder, SidePlan, Slot, Stance},
        queue,
    },
};

/// What a plan makes of one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The unit.
    pub unit: UnitId,
    /// Where it begins the turn; none before it is launched.
    pub start: Option<TileId>,
    /// The steps it takes.
    pub path: Vec<TileId>,
    /// The hex it is stopped before, by a unit that is known there.
    pub blocked: Option<TileId>,
    /// Where it ends.
    pub end: TileId,
    /// Its facing then.
    pub facing: Direction,
    /// Action and fire flag that count in combat.
    pub stance: Stance,
}

/// Returns what a side knows, its own units where a plan takes them, and their courses.
pub fn planned<'w>(world: &'w World, side: Side, plan: &SidePlan) -> (Muster<'w>, Vec<Course>) {
    let mut muster = Muster::known_to(world, side);
    for one in &plan.deployments {
        muster.place(one.unit, one.tile, one.facing);
    }
    launch(&mut muster, side, plan);
    for (&ship, order) in &plan.ships {
        let stance = stance(&muster, ship, order);
        let vessel = muster.get_mut(ship);
        (vessel.stance, vessel.target) = (stance, order.target);
    }
    let sub_phases = muster.options.sub_phases.max(1);
    let mut begun: Vec<_> = (muster.all())
        .filter(|vessel| vessel.side == side)
        .filter_map(|vessel| Some((vessel.id, vessel.tile?)))
        .map(|(unit, tile)| {
            let vessel = muster.get(unit);
            let order = plan.ships.get(&unit);
            Course {
                unit,
                start: Some(tile),
                path: Vec::new(),
                blocked: None,
                end: tile,
                facing: vessel.facing,
                stance: order.map_or(Stance::default(), |order| stance(&muster, unit, order)),
            }
        })
        .collect();
    for number in 0..sub_phases {
        begun.sort_by_key(|course| match sub_phases {
            1 => {
                // The carrier acts before all ships move.
                let is_carrier = muster.get(course.unit).class.is_carrier();
                (
                    Reverse(is_carrier),
                    Reverse(muster.speed(course.unit)),
                    course.unit,
                )
            }
            _ => (
                Reverse(false),
                Reverse(queue::speed(&muster, course.unit)),
                course.unit,
            ),
        });
        for course in &mut begun {
            follow(&mut muster, plan, course, number);
        }
    }
    begun.sort_by_key(|course| course.unit);
    (muster, begun)
}

/// Puts the ships that are launched where they come out.
fn launch(muster: &mut Muster, side: Side, plan: &SidePlan) {
    for launch in &plan.launches {
        if let Some((tile, facing)) = exit(muster, side, launch.ship, launch.tile) {
            muster.place(launch.ship, tile, facing);
            muster.get_mut(launch.ship).docked = false;
        }
    }
}

/// Returns where a ship would come out of its carrier, as far as the side knows: the chosen hex if it is
/// beside the carrier and free, else the first free one clockwise (§4, step 1).
pub fn exit(
    muster: &Muster,
    side: Side,
    ship: UnitId,
    chosen: Option<TileId>,
) -> Option<(TileId, Direction)> {
    let carrier = muster.carrier_of(side)?;
    let from = carrier.tile?;
    let chosen = chosen.filter(|&tile| muster.distance(from, tile) == 1);
    let around = (0..6).filter_map(|turn| muster.grid.neighbor(from, carrier.facing.turned(turn)));
    let free = chosen.into_iter().chain(around);
    let mut free = free.filter(|&tile| muster.can_enter(ship, tile));
    Some((free.next()?, carrier.facing))
}

/// Returns action and fire flag that count in combat.
fn stance(muster: &Muster, ship: UnitId, order: &ShipOrder) -> Stance {
    match muster.options.sub_phases {
        1 => order.stance(),
        _ => queue::last_stance(order, queue::usable(muster, ship)),
    }
}

/// Lists the steps of a unit in a sub-phase, from 0, by directions or hexes.
fn steps(muster: &Muster, plan: &SidePlan, course: &Course, number: u8) -> Vec<Option<TileId>> {
    let unit = course.unit;
    if muster.options.sub_phases > 1 {
        let launch = plan.launches.iter().find(|launch| launch.ship == unit);
        if launch.is_some_and(|launch| launch.sub_phase > number) {
            return Vec::new();
        }
        let slot = slot_of(muster, plan, unit, number);
        let heading = slot.and_then(|slot| slot.maneuver.heading(course.facing));
        let step = heading.map(|heading| muster.grid.neighbor(course.end, heading));
        return step.into_iter().collect();
    }
    let moves = usize::from(muster.moves(unit));
    if muster.get(unit).class.is_carrier() {
        return match &plan.carrier {
            Some(CarrierAction::Move(path)) => path.iter().copied().map(Some).take(moves).collect(),
            _ => Vec::new(),
        };
    }
    match plan.ships.get(&unit) {
        Some(order) if order.action.may_move() => movement::walk(muster, unit, &order.route, moves),
        _ => Vec::new(),
    }
}

/// Returns the slot of a unit's queue that counts in a sub-phase.
fn slot_of(muster: &Muster, plan: &SidePlan, unit: UnitId, number: u8) -> Option<Slot> {
    let slots = slots(muster, plan, unit);
    let usable = queue::usable(muster, unit);
    let slot = slots.get(usize::from(number)).filter(|_| number < usable);
    slot.copied()
}

/// Returns the slots a plan gives a unit.
pub fn slots<'p>(muster: &Muster, plan: &'p SidePlan, unit: UnitId) -> &'p [Slot] {
    if muster.get(unit).class.is_carrier() {
        return match &plan.carrier {
            Some(CarrierAction::Queue(slots)) => slots,
            _ => &[],
        };
    }
    plan.ships.get(&unit).map_or(&[], |order| &order.queue)
}

/// Has a unit follow its plan through a sub-phase.
fn follow(muster: &mut Muster, plan: &SidePlan, course: &mut Course, number: u8) {
    if course.blocked.is_some() && muster.options.sub_phases == 1 {
        return;
    }
    for step in steps(muster, plan, course, number) {
        let Some(hex) = step.filter(|&hex| muster.distance(course.end, hex) == 1) else {
            break;
        };
        if !muster.can_enter(course.unit, hex) {
            course.blocked = Some(hex);
            break;
        }
        course.facing = muster.grid.direction_towards(course.end, hex);
        course.end = hex;
        course.path.push(hex);
        muster.place(course.unit, hex, course.facing);
    }
}

/// Lists the hexes a ship can get to this turn by hexes that nobody else is known to hold, each with the
/// path to it; hexes that own ships mean to leave count as free.
pub fn reach(
    muster: &Muster,
    plan: &SidePlan,
    unit: UnitId,
    from: TileId,
    moves: u8,
) -> Vec<(TileId, Vec<TileId>)> {
    let leaves = |tile: TileId| {
        let there = muster.all().filter(|vessel| vessel.tile == Some(tile));
        let mut there = there.filter(|vessel| vessel.id != unit);
        there.all(|vessel| {
            let order = plan.ships.get(&vessel.id);
            order.is_some_and(|order| order.action.may_move() && order.route != Route::Stay)
        })
    };
    let mut found: Vec<(TileId, Vec<TileId>)> = Vec::new();
    let mut open = VecDeque::from([(from, Vec::new())]);
    while let Some((at, path)) = open.pop_front() {
        if path.len() >= usize::from(moves) {
            continue;
        }
        for (_, next) in muster.grid.neighbors(at) {
            let is_known = next == from || found.iter().any(|(tile, _)| *tile == next);
            if is_known || !(muster.can_enter(unit, next) || leaves(next)) {
                continue;
            }
            let mut path: Vec<TileId> = path.clone();
            path.push(next);
            found.push((next, path.clone()));
            open.push_back((next, path));
        }
    }
    found
}
