//! The exact odds of an attack: its rounds under exact dice.
//!
//! Rounds of a burst share the figures taken before the first, so their damage convolves.
//!
//! **Invariant:** every distribution adds up to [`CERTAIN`]; rounding moves each cumulative
//! probability by less than one part in 2^29.

use serde::{Deserialize, Serialize};

use super::{Attack, Impact, Impossible, Shot};
use crate::battle::dice::Exact;
use crate::rules::battlescape::content::{Figures, Weapon};

/// Certainty in the fixed point of this module: 2^30 parts.
pub const CERTAIN: u32 = 1 << SHIFT;

const SHIFT: u32 = 30;

/// Probability of each damage from 0 to a largest one, which stands for itself and all above.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Distribution {
    bins: Vec<u32>,
}

impl Distribution {
    /// Rounds weights that add up to [`CERTAIN`] << `shift`.
    fn from_weights(weights: impl Iterator<Item = u64>, shift: u32) -> Self {
        let mut upto = 0_u64;
        let mut before = 0;
        let bins = weights
            .map(|weight| {
                upto += weight;
                let rounded = ((upto + (1 << (shift - 1))) >> shift) as u32;
                rounded - std::mem::replace(&mut before, rounded)
            })
            .collect();
        Self { bins }
    }

    /// Returns the probability of each damage from 0 up, in parts of [`CERTAIN`].
    pub fn bins(&self) -> &[u32] {
        &self.bins
    }

    /// Returns the probability of at least so much damage, in parts of [`CERTAIN`]. Beyond the
    /// largest damage of the distribution it is 0.
    pub fn at_least(&self, damage: u16) -> u32 {
        self.bins.iter().skip(usize::from(damage)).sum()
    }

    /// Returns the expected damage in thousandths of a hit point, rounded down.
    pub fn mean_thousandths(&self) -> u32 {
        self.mean_thousandths_upto(u16::MAX)
    }

    /// Returns the expected damage to a target with so many hit points, in thousandths of one, rounded
    /// down.
    pub fn mean_thousandths_upto(&self, health: u16) -> u32 {
        let (below, above) = self.bins.split_at(self.bins.len().min(health.into()));
        let below: u64 = (0_u64..)
            .zip(below)
            .map(|(damage, bin)| damage * u64::from(*bin))
            .sum();
        let above: u64 = above.iter().map(|bin| u64::from(*bin)).sum();
        to_thousandths(below + above * u64::from(health))
    }

    /// Returns the distribution of the sum of two independent damages, `cap` standing for all above.
    fn plus(&self, other: &Self, cap: usize) -> Self {
        let most = (self.bins.len() + other.bins.len() - 2).min(cap);
        let mut sums = vec![0_u64; most + 1];
        for (first, &p) in self.bins.iter().enumerate() {
            if p == 0 {
                continue;
            }
            // Sums below the last bin land side by side; the rest share the last bin.
            let apart = other.bins.len().min(most - first);
            for (sum, &q) in sums[first..].iter_mut().zip(&other.bins[..apart]) {
                *sum += u64::from(p) * u64::from(q);
            }
            let rest: u64 = other.bins[apart..].iter().map(|&q| u64::from(q)).sum();
            sums[most] += u64::from(p) * rest;
        }
        Self::from_weights(sums.into_iter(), SHIFT)
    }

    /// Returns the distribution of the sum of so many independent damages.
    pub(super) fn times(&self, count: u8, cap: usize) -> Self {
        let mut sum: Option<Self> = None;
        let mut power = self.clone();
        let mut left = count;
        while left > 0 {
            if left & 1 == 1 {
                sum = Some(match sum {
                    Some(sum) => sum.plus(&power, cap),
                    None => power.clone(),
                });
            }
            left >>= 1;
            if left > 0 {
                power = power.plus(&power, cap);
            }
        }
        sum.unwrap_or(Self {
            bins: vec![CERTAIN],
        })
    }
}

/// Returns thousandths of what is given in parts of [`CERTAIN`], rounded down.
pub(super) fn to_thousandths(parts: u64) -> u32 {
    ((u128::from(parts) * 1000) >> SHIFT) as u32
}

/// Everything known of an attack before it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forecast {
    /// Chance, damage figures, cost and rounds, itemised.
    pub attack: Attack,
    /// Least and most damage of one hit; both 0 when no round can hit.
    pub per_hit: (u32, u32),
    /// Damage of one round, misses included, up to the target's health.
    pub round: Distribution,
    /// Damage of the whole attack up to the target's health.
    pub total: Distribution,
    /// Probability that the target falls, in parts of [`CERTAIN`].
    pub kill: u32,
    /// Probability that some round sets the target burning, in parts of [`CERTAIN`].
    pub burn: u32,
}

impl Forecast {
    /// Expected damage up to the target's health, thousandths of a hit point, rounded down.
    pub fn mean_thousandths(&self) -> u32 {
        self.total.mean_thousandths()
    }
}

/// Works out the exact odds of an attack.
///
/// # Errors
///
/// As [`Attack::prepare`].
pub fn forecast(figures: &Figures, weapon: &Weapon, shot: &Shot) -> Result<Forecast, Impossible> {
    let attack = Attack::prepare(figures, weapon, shot)?;
    Ok(attack.forecast(shot.health, &mut Exact::default()))
}

/// The exact results of one round of an attack.
#[derive(Clone, Debug)]
pub(super) struct RoundOdds {
    /// Weight of each damage from 0 up, in parts of [`Exact::ONE`].
    weights: Vec<u64>,
    /// Least and most damage of a hit, if one is possible.
    per_hit: Option<(u32, u32)>,
    /// Weight of setting the target burning.
    burns: u64,
}

/// Parts of [`Exact::ONE`] are cut by so many bits to parts of [`CERTAIN`].
const TO_PARTS: u32 = Exact::ONE.ilog2() - SHIFT;

impl RoundOdds {
    /// Works out a round; damage above `cap` counts as `cap`.
    pub(super) fn of(attack: &Attack, cap: u16, exact: &mut Exact) -> Self {
        match attack.area {
            Some(_) => Self::tally(cap, |count| {
                exact.enumerate(
                    |dice| attack.land(dice, true),
                    |landing, weight| {
                        let dealt = attack.splash_of_target(&landing).dealt;
                        count(dealt, landing.hit.passed, false, weight);
                    },
                );
            }),
            None => Self::of_hit(&attack.impact, cap, exact).at(attack.aim.chance),
        }
    }

    /// Works out a round that hits for certain.
    pub(super) fn of_hit(impact: &Impact, cap: u16, exact: &mut Exact) -> Self {
        Self::tally(cap, |count| {
            exact.enumerate(
                |dice| impact.wound(dice),
                |wound, weight| count(wound.dealt, true, wound.burn.is_some(), weight),
            );
        })
    }

    /// Returns the round that hits so often, percent, of one that hits for certain.
    pub(super) fn at(&self, chance: u8) -> Self {
        let mut upto = 0;
        let mut before = 0;
        let hits = self.weights.iter().map(|weight| {
            upto += weight;
            let shared = Self::share(upto, chance);
            shared - std::mem::replace(&mut before, shared)
        });
        let mut weights: Vec<_> = hits.collect();
        weights[0] += Exact::ONE - before;
        if chance == 0 {
            weights.truncate(1);
        }
        Self {
            weights,
            per_hit: self.per_hit.filter(|_| chance > 0),
            burns: Self::share(self.burns, chance),
        }
    }

    /// Returns what a weight is when so many percent hit.
    fn share(weight: u64, chance: u8) -> u64 {
        Exact::share(weight, chance.min(100).into(), 100)
    }

    /// Adds up results, each told with its damage, whether it is a hit, whether it sets the target
    /// burning, and its weight; damage above `cap` counts as `cap`.
    fn tally(cap: u16, tell: impl FnOnce(&mut dyn FnMut(u32, bool, bool, u64))) -> Self {
        let mut odds = Self {
            weights: Vec::with_capacity(usize::from(cap.min(256)) + 1),
            per_hit: None,
            burns: 0,
        };
        let mut count = |dealt: u32, is_hit: bool, burns: bool, weight: u64| {
            let bin = dealt.min(u32::from(cap)) as usize;
            if bin >= odds.weights.len() {
                odds.weights.resize(bin + 1, 0);
            }
            odds.weights[bin] += weight;
            if is_hit {
                let (least, most) = odds.per_hit.unwrap_or((dealt, dealt));
                odds.per_hit = Some((least.min(dealt), most.max(dealt)));
            }
            if burns {
                odds.burns += weight;
            }
        };
        tell(&mut count);
        odds
    }

    /// Returns the damage of the round up to so many hit points.
    pub(super) fn damage(&self, health: u16) -> Distribution {
        let cap = usize::from(health);
        let apart = self.weights.len().min(cap);
        let (apart, rest) = self.weights.split_at(apart);
        let rest = (!rest.is_empty()).then(|| rest.iter().sum());
        Distribution::from_weights(apart.iter().copied().chain(rest), TO_PARTS)
    }

    /// Returns the probability that one of so many rounds, of which so many percent hit, sets the target
    /// burning, in parts of [`CERTAIN`].
    fn burn(&self, chance: u8, rounds: u8) -> u32 {
        if self.burns == 0 {
            return 0;
        }
        let calm = Exact::ONE - Self::share(self.burns, chance);
        let never = (0..rounds).fold(Exact::ONE, |all, _| {
            ((u128::from(all) * u128::from(calm)) >> Exact::ONE.ilog2()) as u64
        });
        ((Exact::ONE - never) >> TO_PARTS) as u32
    }
}

impl Attack {
    /// Works out the exact odds of the attack against so many hit points.
    pub fn forecast(&self, health: u16, exact: &mut Exact) -> Forecast {
        let odds = RoundOdds::of(self, health, exact);
        let round = odds.damage(health);
        let total = round.times(self.cost.rounds, health.into());
        Forecast {
            attack: *self,
            per_hit: odds.per_hit.unwrap_or_default(),
            kill: total.at_least(health),
            burn: odds.burn(100, self.cost.rounds),
            round,
            total,
        }
    }
}
