//! What moving first is worth, and whether the two halves of the seeds agree.
//!
//! **Invariant:** odd and even seeds make up all battles that reached an outcome; so do battles with
//! the first phase and without.

use serde::Serialize;

use crate::lab::stats::difference::{Share, independent, independent_chance};
use crate::lab::stats::{Confidence, Estimate};

/// Wins by seed half and by who had the first phase.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstTally {
    odd: Share,
    even: Share,
    first: Share,
    later: Share,
}

/// What moving first is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FirstFindings {
    /// Win rate over odd seeds.
    pub odd: Option<Estimate>,
    /// Win rate over even seeds.
    pub even: Option<Estimate>,
    /// How likely the halves differ as much by chance alone.
    pub halves_chance: f64,
    /// Win rate with the first phase of each turn.
    pub moving_first: Option<Estimate>,
    /// Win rate without.
    pub moving_later: Option<Estimate>,
    /// The first less the second; none unless both occur.
    pub advantage: Option<Estimate>,
}

impl FirstTally {
    /// Counts one battle.
    pub fn add(&mut self, seed: u64, is_first: bool, has_won: bool) {
        let half = match seed % 2 {
            1 => &mut self.odd,
            _ => &mut self.even,
        };
        let order = match is_first {
            true => &mut self.first,
            false => &mut self.later,
        };
        for share in [half, order] {
            share.add(has_won);
        }
    }

    /// Evaluates the counts.
    pub fn findings(&self, confidence: Confidence) -> FirstFindings {
        FirstFindings {
            odd: self.odd.interval(confidence),
            even: self.even.interval(confidence),
            halves_chance: independent_chance(self.odd, self.even),
            moving_first: self.first.interval(confidence),
            moving_later: self.later.interval(confidence),
            advantage: independent(self.later, self.first, confidence),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advantage_of_moving_first_needs_both_orders() {
        let mut tally = FirstTally::default();
        for seed in 1..=100 {
            tally.add(seed, true, seed % 4 == 0);
        }
        let always = tally.findings(Confidence::default());
        assert_eq!((always.advantage, always.moving_later), (None, None));
        assert_eq!(always.even.map(|even| even.value), Some(0.5));
        assert_eq!(always.odd.map(|odd| odd.value), Some(0.0));
        assert!(always.halves_chance < 1e-6);
        for seed in 1..=100 {
            tally.add(seed, false, false);
        }
        let both = tally.findings(Confidence::default());
        let advantage = both.advantage.expect("both orders occur");
        assert!(
            advantage.value == 0.25 && advantage.low > 0.1,
            "{advantage:?}"
        );
    }
}
