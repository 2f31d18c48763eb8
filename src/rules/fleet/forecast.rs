//! Forecasts: what an attack would do, who would act first, what a path risks.
//!
//! **Invariant:** the same functions as the fight, on exact dice and on a muster of what is known; nothing
//! is reckoned here a second time.

use std::collections::BTreeMap;

use crate::{
    battle::{dice::Exact, grid::TileId, unit::UnitId},
    rules::fleet::{
        damage::{self, Blow, Guard},
        event::{DieRoll, Stat},
        initiative,
        muster::Muster,
        siege, stats,
    },
};

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
pub fn attack(muster: &Muster, attacker: UnitId, defender: UnitId) -> Forecast {
    let mut weights: BTreeMap<u16, u64> = BTreeMap::new();
    let (mut destroyed, mut sides) = (0, 0);
    Exact::default().enumerate(
        |dice| strike(muster, attacker, defender, dice),
        |outcome, weight| {
            *weights.entry(outcome.lost).or_default() += weight;
            if outcome.destroyed {
                destroyed += weight;
            }
            sides = outcome.roll.sides;
        },
    );
    let total: u128 = (weights.iter())
        .map(|(lost, weight)| u128::from(*lost) * 100 * u128::from(*weight))
        .sum();
    let average = (total + u128::from(Exact::ONE / 2)) / u128::from(Exact::ONE);
    Forecast {
        attack: stats::attack(muster, attacker),
        defense: stats::defense(muster, defender),
        sides,
        lost: weights
            .into_iter()
            .map(|(lost, weight)| (lost, share(weight)))
            .collect(),
        destroyed: share(destroyed),
        average: u32::try_from(average).unwrap_or(u32::MAX),
        splash: damage::splash_targets(muster, attacker, defender),
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
            total += u128::from(lost) * 100 * u128::from(weight);
            if lost > 0 && lost == guard.hull {
                destroyed += weight;
            }
        },
    );
    let average = (total + u128::from(Exact::ONE / 2)) / u128::from(Exact::ONE);
    Odds {
        average: u32::try_from(average).unwrap_or(u32::MAX),
        destroyed: share(destroyed),
    }
}

struct Outcome {
    lost: u16,
    destroyed: bool,
    roll: DieRoll,
}

fn strike(muster: &Muster, attacker: UnitId, defender: UnitId, dice: &mut Exact) -> Outcome {
    if muster.get(defender).class.is_carrier() {
        let attack = siege::attack(muster, attacker, defender, dice);
        return Outcome {
            lost: attack.lost,
            destroyed: attack.destroyed,
            roll: attack.roll,
        };
    }
    let attack = damage::roll(muster, attacker, defender, 0, dice);
    let harm = damage::befalls(muster, &attack);
    Outcome {
        lost: harm.map_or(0, |harm| harm.lost),
        destroyed: harm.is_some_and(|harm| harm.destroyed),
        roll: attack.roll,
    }
}

/// Returns the chance that one ship acts before another in a fight of the two (§6).
pub fn first(muster: &Muster, ship: UnitId, other: UnitId) -> Share {
    let mut first = 0;
    let mut pair = [ship, other];
    pair.sort_unstable();
    Exact::default().enumerate(
        |dice| initiative::order(muster, &pair, dice)[0].ship == ship,
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
pub fn risks(muster: &Muster, mover: UnitId, path: &[TileId]) -> Vec<Risk> {
    let side = muster.get(mover).side;
    let on = |hex: TileId| {
        let foes = muster.foes(side);
        let mut foes = foes.filter(move |foe| foe.tile == Some(hex) && foe.now.ammo > 0);
        foes.next().map(|foe| foe.id)
    };
    let mut at = muster.get(mover).tile;
    let mut risks = Vec::new();
    for &hex in path {
        if let Some(by) = on(hex) {
            let mut there = muster.clone();
            let stop = match muster.options.single_occupancy {
                true => at.unwrap_or(hex),
                false => hex,
            };
            let facing = there.get(mover).facing;
            there.place(mover, stop, facing);
            there.get_mut(by).stance.action = crate::rules::fleet::order::Action::Attack;
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
