//! How own ships would move by a plan: who gets where, and who stands in whose way.
//!
//! **Invariant:** steps are taken in the order of the rules, on what the side knows.

use std::cmp::Reverse;
use std::collections::VecDeque;

use bevy::prelude::World;

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Side, UnitId};
use crate::rules::fleet::forces::{ADJACENT, Forces};
pub use crate::rules::fleet::hangar::exit;
use crate::rules::fleet::order::{Route, ShipOrder, SidePlan, Slot, Stance};
use crate::rules::fleet::{movement, queue};

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
pub fn planned<'w>(world: &'w World, side: Side, plan: &SidePlan) -> (Forces<'w>, Vec<Course>) {
    let mut forces = Forces::known_to(world, side);
    for one in &plan.deployments {
        forces.place(one.unit, one.tile, one.facing);
    }
    for launch in &plan.launches {
        if let Some((tile, facing)) = exit(&forces, side, launch.ship, launch.tile) {
            forces.place(launch.ship, tile, facing);
        }
    }
    for (&ship, order) in &plan.ships {
        let stance = stance(&forces, ship, order);
        let vessel = &mut forces[ship];
        (vessel.stance, vessel.target) = (stance, order.target);
    }
    let begun = forces.of_side(side).filter_map(|vessel| {
        let (unit, facing, tile) = (vessel.id, vessel.facing, vessel.tile?);
        let order = plan.ships.get(&unit);
        Some(Course {
            unit,
            start: Some(tile),
            path: Vec::new(),
            blocked: None,
            end: tile,
            facing,
            stance: order.map_or(Stance::default(), |order| stance(&forces, unit, order)),
        })
    });
    let mut courses: Vec<_> = begun.collect();
    // The carrier acts before all ships move.
    let has_queue = forces.has_queue();
    courses.sort_by_key(|course| {
        let acts_first = !has_queue && forces.is_carrier(course.unit);
        (
            Reverse(acts_first),
            Reverse(movement::speed(&forces, course.unit)),
            course.unit,
        )
    });
    for number in 0..forces.options.sub_phases.max(1) {
        for course in &mut courses {
            follow(&mut forces, plan, course, number);
        }
    }
    courses.sort_by_key(|course| course.unit);
    (forces, courses)
}

/// Returns action and fire flag that count in combat.
fn stance(forces: &Forces, ship: UnitId, order: &ShipOrder) -> Stance {
    match forces.options.sub_phases {
        1 => order.stance(),
        _ => queue::last_stance(order, queue::usable(forces, ship)),
    }
}

/// Returns the slots that count of those a plan gives a unit.
pub fn slots<'p>(forces: &Forces, plan: &'p SidePlan, unit: UnitId) -> &'p [Slot] {
    queue::slots(forces, unit, plan.ships.get(&unit), plan.carrier.as_ref())
}

/// Takes a unit along its plan through a sub-phase.
fn follow(forces: &mut Forces, plan: &SidePlan, course: &mut Course, number: u8) {
    let unit = course.unit;
    let launch = plan.launches.iter().find(|launch| launch.ship == unit);
    let has_queue = forces.has_queue();
    if course.blocked.is_some() && !has_queue
        || has_queue && launch.is_some_and(|launch| launch.sub_phase > number)
    {
        return;
    }
    let (order, helm) = (plan.ships.get(&unit), plan.carrier.as_ref());
    for step in movement::steps(forces, unit, order, helm, number) {
        let Some(hex) = step.filter(|&hex| forces.distance(course.end, hex) == ADJACENT) else {
            break;
        };
        if !forces.can_enter(unit, hex) {
            course.blocked = Some(hex);
            break;
        }
        course.facing = forces.grid.direction_towards(course.end, hex);
        course.end = hex;
        course.path.push(hex);
        forces.place(unit, hex, course.facing);
    }
}

/// Lists the hexes a ship can get to this turn by hexes that nobody else is known to hold, each with the
/// path to it; hexes that own ships mean to leave count as free.
pub fn reach(
    forces: &Forces,
    plan: &SidePlan,
    unit: UnitId,
    from: TileId,
    moves: u8,
) -> Vec<(TileId, Vec<TileId>)> {
    let leaves = |tile: TileId| {
        let there = forces.all().filter(|vessel| vessel.tile == Some(tile));
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
        for (_, next) in forces.grid.neighbors(at) {
            let is_known = next == from || found.iter().any(|(tile, _)| *tile == next);
            if is_known || !(forces.can_enter(unit, next) || leaves(next)) {
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
