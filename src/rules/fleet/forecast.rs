//! Forecasts: what an attack would do, who would act first, what a path risks.
//!
//! **Invariant:** the same functions as the fight, on exact dice and on forces as they are known; nothing
//! is reckoned here a second time.

use std::collections::BTreeMap;

use crate::battle::dice::Exact;
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::rules::fleet::damage::{self, Blow, Guard};
use crate::rules::fleet::event::{Harm, Stat};
use crate::rules::fleet::forces::{Forces, Vessel};
use crate::rules::fleet::order::Action;
use crate::rules::fleet::{fight, siege, stats};

/// A share in parts of ten thousand.
pub type Share = u16;

/// All of it.
pub const WHOLE: Share = 10_000;

/// What one attack would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Effective ATK of the attacker, part by part.
    pub attack: Stat,
    /// Effective DEF of the defender, part by part.
    pub defense: Stat,
    /// Sides of the die.
    pub sides: u8,
    /// Hull the defender would lose, with its chance.
    pub lost: BTreeMap<u16, Share>,
    /// Chance that it would be destroyed.
    pub destroyed: Share,
    /// Hundredths of a point of hull lost on average.
    pub average: u32,
    /// Who would be splashed as things are.
    pub splash: Vec<UnitId>,
}

/// Forecasts an attack of one ship on another, or on a carrier (§7, §11).
pub fn attack(forces: &Forces, attacker: UnitId, defender: UnitId) -> Forecast {
    let mut weights: BTreeMap<u16, u64> = BTreeMap::new();
    let mut destroyed = 0;
    Exact::default().enumerate(
        |dice| harm(forces, attacker, defender, dice),
        |harm, weight| {
            *weights.entry(harm.map_or(0, |harm| harm.lost)).or_default() += weight;
            if harm.is_some_and(|harm| harm.destroyed) {
                destroyed += weight;
            }
        },
    );
    let class = |id| forces[id].class;
    let total = weights
        .iter()
        .map(|(lost, weight)| hundredths(*lost, *weight));
    let average = average(total.sum());
    let lost = weights.into_iter();
    Forecast {
        attack: stats::attack(forces, attacker),
        defense: stats::defense(forces, defender),
        sides: damage::die(forces.content, class(attacker), class(defender)),
        lost: lost.map(|(lost, weight)| (lost, share(weight))).collect(),
        destroyed: share(destroyed),
        average,
        splash: damage::splash_targets(forces, attacker, defender, forces[defender].tile),
    }
}

/// Rolls what an attack would do to its target.
fn harm(forces: &Forces, attacker: UnitId, defender: UnitId, dice: &mut Exact) -> Option<Harm> {
    match forces.is_carrier(defender) {
        true => Some(siege::attack(forces, attacker, defender, dice).harm()),
        false => damage::befalls(forces, &damage::roll(forces, attacker, defender, 0, dice)),
    }
}

/// What a blow does on average.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Odds {
    /// Hundredths of a point of hull lost.
    pub average: u32,
    /// Chance to destroy.
    pub destroyed: Share,
}

/// Works out the odds of a blow at what protects its target.
pub fn odds(blow: Blow, guard: Guard) -> Odds {
    let (mut total, mut destroyed) = (0_u128, 0);
    Exact::default().enumerate(
        |dice| guard.lost(blow.roll(dice).2),
        |lost, weight| {
            total += hundredths(lost, weight);
            if lost > 0 && lost == guard.hull {
                destroyed += weight;
            }
        },
    );
    Odds {
        average: average(total),
        destroyed: share(destroyed),
    }
}

/// Returns hull lost, in hundredths, by the weight of exact dice.
fn hundredths(lost: u16, weight: u64) -> u128 {
    u128::from(lost) * 100 * u128::from(weight)
}

/// Rounds a sum of weighed hundredths to the average.
fn average(total: u128) -> u32 {
    let average = (total + u128::from(Exact::ONE / 2)) / u128::from(Exact::ONE);
    u32::try_from(average).unwrap_or(u32::MAX)
}

/// Returns the chance that one ship acts before another in a fight of the two (§6).
pub fn first(forces: &Forces, ship: UnitId, other: UnitId) -> Share {
    let mut first = 0;
    let mut pair = [ship, other];
    pair.sort_unstable();
    Exact::default().enumerate(
        |dice| fight::initiative(forces, &pair, dice)[0].ship == ship,
        |is_first, weight| {
            if is_first {
                first += weight;
            }
        },
    );
    share(first)
}

/// What could intercept a ship on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Risk {
    /// The hex.
    pub hex: TileId,
    /// The enemy known there.
    pub by: UnitId,
    /// What its attack would do, if it attacks or defends this turn.
    pub forecast: Forecast,
}

/// Lists the known enemies on a path that could intercept a ship: they have ammunition (§5). The first
/// one stops it; what they are ordered is not known, so that each may or may not.
pub fn risks(forces: &Forces, mover: UnitId, path: &[TileId]) -> Vec<Risk> {
    let side = forces[mover].side;
    let is_armed = |foe: &&Vessel| foe.now.ammo > 0;
    let mut at = forces[mover].tile;
    let mut risks = Vec::new();
    for &hex in path {
        let mut armed = forces.foes(side).filter(is_armed);
        if let Some(foe) = armed.find(|foe| foe.tile == Some(hex)) {
            let by = foe.id;
            let mut there = forces.clone();
            let stop = match forces.options.single_occupancy {
                true => at.unwrap_or(hex),
                false => hex,
            };
            there.place(mover, stop, forces[mover].facing);
            there[by].stance.action = Action::Attack;
            let forecast = attack(&there, by, mover);
            risks.push(Risk { hex, by, forecast });
        }
        at = Some(hex);
    }
    risks
}

/// Rounds a weight of exact dice to ten-thousandths.
fn share(weight: u64) -> Share {
    let parts = u128::from(weight) * u128::from(WHOLE) + u128::from(Exact::ONE / 2);
    Share::try_from(parts / u128::from(Exact::ONE)).unwrap_or(WHOLE)
}
