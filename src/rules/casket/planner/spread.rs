//! What attacks come to: each result with how likely it is.
//!
//! **Invariant:** weights add up to [`WHOLE`]; what a hit does comes from the odds of the rules.

use crate::battle::unit::UnitId;
use crate::rules::casket::attack::Odds;

/// The weight of all results together.
pub(super) const WHOLE: u64 = 1_000_000;

/// Most results that are told apart.
const MOST_FATES: usize = 64;

/// One result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fate {
    /// Cards or hit points that are lost.
    pub lost: u16,
    /// Damage of each component.
    pub parts: [u16; 4],
    /// How likely it is.
    pub weight: u64,
}

/// A reaction that is to be expected.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Guess {
    /// How likely it comes, percent.
    pub percent: u64,
    /// What it takes off the damage.
    pub points: u16,
}

/// All results for one unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Spread {
    /// The unit.
    pub unit: UnitId,
    /// Cards that attacked it so far.
    pub triggers: u8,
    /// Results.
    pub fates: Vec<Fate>,
}

impl Spread {
    /// Begins with a unit as it is.
    pub(super) fn of(unit: UnitId) -> Self {
        let fate = Fate {
            lost: 0,
            parts: [0; 4],
            weight: WHOLE,
        };
        Self {
            unit,
            triggers: 0,
            fates: vec![fate],
        }
    }

    /// Adds one hit, which may meet a reaction, and of which so much is absorbed.
    pub(super) fn strike(&mut self, odds: &Odds, guess: Guess, absorbed: u16) {
        let [miss, hit, critical] = odds.of_six().map(u64::from);
        let least = odds.least.max(0).cast_unsigned();
        let full = odds.harm(false);
        let reduced = full.saturating_sub(guess.points).max(least.min(full));
        let results = [
            (0, miss * 100),
            (full, hit * (100 - guess.percent)),
            (reduced, hit * guess.percent),
            (odds.harm(true), critical * 100),
        ];
        let mut fates: Vec<Fate> = Vec::with_capacity(self.fates.len() * 2);
        for before in &self.fates {
            let mut left = before.weight;
            let mut shares = 600;
            for (harm, share) in results {
                if share == 0 {
                    continue;
                }
                let weight = left * share / shares;
                left -= weight;
                shares -= share;
                let harm = harm.saturating_sub(absorbed);
                let mut after = Fate { weight, ..*before };
                after.lost = after.lost.saturating_add(harm);
                if let Some(part) = odds.marks {
                    let damage = &mut after.parts[part.index()];
                    *damage = damage.saturating_add(harm);
                }
                add(&mut fates, after);
            }
        }
        self.fates = fates;
    }

    /// Returns the damage to be expected, in hundredths.
    pub(super) fn mean(&self) -> u64 {
        let sum = |fate: &Fate| u64::from(fate.lost) * fate.weight;
        self.fates.iter().map(sum).sum::<u64>() * 100 / WHOLE
    }

    /// Returns what the results are worth on average.
    pub(super) fn average(&self, mut worth: impl FnMut(&Fate) -> i64) -> i64 {
        let sum: i64 = self
            .fates
            .iter()
            .map(|fate| worth(fate) * fate.weight as i64)
            .sum();
        sum / WHOLE as i64
    }
}

fn add(fates: &mut Vec<Fate>, fate: Fate) {
    if fate.weight == 0 {
        return;
    }
    let same = |other: &&mut Fate| other.lost == fate.lost && other.parts == fate.parts;
    let is_full = fates.len() >= MOST_FATES;
    let found = fates.iter_mut().find(same);
    match found {
        Some(other) => other.weight += fate.weight,
        // So many results differ little: the rest counts as the last of them.
        None if is_full => {
            if let Some(last) = fates.last_mut() {
                last.weight += fate.weight;
            }
        }
        None => fates.push(fate),
    }
}
