//! What a plan promises: who would shoot at whom, with what chances, and what paths risk.
//!
//! **Invariant:** the forecast of the fight on what the side knows; enemies are taken to stay where they
//! are seen.

use bevy::prelude::World;

use super::way::{Course, planned};
use crate::battle::unit::{Side, UnitId};
use crate::rules::fleet::fight::{self, Arc};
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::forecast::{self, Forecast, Risk, Share};
use crate::rules::fleet::order::SidePlan;
use crate::rules::fleet::{siege, stats};

/// What the plan of one unit comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// Where it goes.
    pub course: Course,
    /// Who could intercept it on its way.
    pub risks: Vec<Risk>,
    /// Whom it would attack, if enemies stay where they are seen.
    pub attack: Option<Strike>,
    /// Attack lent by Frigates beside it.
    pub network: i16,
}

/// An attack that is planned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strike {
    /// The target.
    pub target: UnitId,
    /// What it would do.
    pub forecast: Forecast,
    /// What the target would do in return, if it means the attacker.
    pub reply: Option<Forecast>,
    /// Chance to act before the target; none against carriers.
    pub first: Option<Share>,
}

/// Works out what the plan of each own unit on the board comes to.
pub fn outlooks(world: &World, side: Side, plan: &SidePlan) -> Vec<Outlook> {
    let (forces, courses) = planned(world, side, plan);
    let before = Forces::known_to(world, side);
    let outlook = |course: Course| {
        let mut start = before.clone();
        if let Some(tile) = course.start {
            start.place(course.unit, tile, course.facing);
        }
        // What it is ordered to do counts for its defense on the way, too.
        start[course.unit].stance = course.stance;
        let walked: Vec<_> = course.path.iter().copied().chain(course.blocked).collect();
        let is_carrier = forces[course.unit].class.is_carrier();
        let risks = match is_carrier {
            true => Vec::new(),
            false => forecast::risks(&start, course.unit, &walked),
        };
        Outlook {
            risks,
            attack: strike(&forces, course.unit),
            network: stats::fire_control(&forces, course.unit),
            course,
        }
    };
    courses.into_iter().map(outlook).collect()
}

/// Returns whom a unit would attack where it stands among forces, and what that would do.
pub fn strike(forces: &Forces, unit: UnitId) -> Option<Strike> {
    let target = target(forces, unit)?;
    Some(against(forces, unit, target))
}

/// Forecasts the attack of a unit on another from where both stand among forces.
pub fn against(forces: &Forces, unit: UnitId, target: UnitId) -> Strike {
    let is_carrier = |id: UnitId| forces[id].class.is_carrier();
    let is_duel = !is_carrier(unit) && !is_carrier(target);
    let can_reply = is_duel && forces[target].now.ammo > 0 && may_fire_back(forces, target, unit);
    Strike {
        target,
        forecast: forecast::attack(forces, unit, target),
        reply: can_reply.then(|| forecast::attack(forces, target, unit)),
        first: is_duel.then(|| forecast::first(forces, unit, target)),
    }
}

/// Whether a ship has another in arc and range, its weapon ready.
fn may_fire_back(forces: &Forces, ship: UnitId, other: UnitId) -> bool {
    let (vessel, goal) = (&forces[ship], forces[other].tile);
    let tiles = vessel.tile.zip(goal);
    vessel.now.gun.remaining == 0
        && tiles.is_some_and(|(from, to)| {
            Arc::of(forces, ship).holds(&forces.grid, from, vessel.facing, to)
        })
}

/// Returns whom a unit would attack.
fn target(forces: &Forces, unit: UnitId) -> Option<UnitId> {
    let vessel = &forces[unit];
    if vessel.class.is_carrier() {
        return siege::fire_target(forces, unit);
    }
    let tile = vessel.tile?;
    if !forces.options.single_occupancy {
        // Ships in a contested hex attack whatever they are ordered (§6).
        if let Some(opponent) = fight::opponent(forces, unit, tile) {
            return Some(opponent);
        }
        return besieged(forces, unit);
    }
    if let Some(carrier) = forces.carrier_target(unit) {
        return besieged(forces, unit).filter(|&target| target == carrier);
    }
    let fires = vessel.stance.fire && vessel.now.ammo > 0 && vessel.now.gun.remaining == 0;
    // A shot without a target counts as fired, so that no carrier is attacked by chance
    // (clarification 12).
    fires.then(|| fight::target(forces, unit)).flatten()
}

/// Returns the carrier a ship would attack after all else (§11).
fn besieged(forces: &Forces, unit: UnitId) -> Option<UnitId> {
    let mut carriers = forces.carriers();
    carriers
        .find(|carrier| siege::attackers(forces, carrier.id).contains(&unit))
        .map(|carrier| carrier.id)
}
