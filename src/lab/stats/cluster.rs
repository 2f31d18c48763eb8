//! Shares whose trials come in battles: shots of one battle are no independent trials.
//!
//! **Invariant:** sums are exact, so that neither the order nor the grouping of battles matters.

use serde::{Deserialize, Serialize};

use super::difference::{effective, effective_chance};
use super::wilson::wilson_effective;
use super::{Confidence, Estimate, MOST};

/// Sums over battles of successes and trials, and of their products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clusters {
    /// Battles with trials.
    pub battles: u64,
    /// Successes.
    pub successes: u64,
    /// Trials.
    pub trials: u64,
    success_squares: u128,
    products: u128,
    trial_squares: u128,
}

impl Clusters {
    /// Adds what one battle brought; a battle without trials adds nothing.
    pub fn add(&mut self, successes: u64, trials: u64) {
        if trials == 0 {
            return;
        }
        let (s, t) = (u128::from(successes), u128::from(trials));
        self.battles += 1;
        self.successes += successes;
        self.trials += trials;
        self.success_squares += s * s;
        self.products += s * t;
        self.trial_squares += t * t;
    }

    /// Adds all battles of another.
    pub fn merge(&mut self, other: &Self) {
        self.battles += other.battles;
        self.successes += other.successes;
        self.trials += other.trials;
        self.success_squares += other.success_squares;
        self.products += other.products;
        self.trial_squares += other.trial_squares;
    }

    /// Whether its numbers may be counts, and have room to be added up.
    pub fn is_sound(&self) -> bool {
        let most = u128::from(MOST) * u128::from(MOST);
        let squares = [self.success_squares, self.products, self.trial_squares];
        self.successes <= self.trials
            && self.trials.max(self.battles) <= MOST
            && squares.into_iter().all(|square| square <= most)
    }

    /// Returns the share; `None` without trials.
    pub fn share(&self) -> Option<f64> {
        (self.trials > 0).then(|| self.successes as f64 / self.trials as f64)
    }

    /// Returns how many independent trials would say as much: trials over the design effect (Kish
    /// 1965), with the variance of a ratio by linearization (Cochran 1977, Sampling Techniques, 6.3).
    /// Never more than the trials there are.
    pub fn effective(&self) -> f64 {
        let trials = self.trials as f64;
        let Some(share) = self.share().filter(|_| self.battles > 1) else {
            return trials;
        };
        let residuals = self.success_squares as f64 - 2.0 * share * self.products as f64
            + share * share * self.trial_squares as f64;
        let battles = self.battles as f64;
        let variance = residuals.max(0.0) / (trials * trials) * battles / (battles - 1.0);
        match variance > 0.0 {
            true => (share * (1.0 - share) / variance).clamp(1.0_f64.min(trials), trials),
            false => trials,
        }
    }

    /// Returns the share with its interval; `None` without trials.
    pub fn interval(&self, confidence: Confidence) -> Option<Estimate> {
        wilson_effective(self.share()?, self.effective(), confidence)
    }

    /// Returns the interval of how much greater another share is; `None` if either has no trials.
    pub fn difference(&self, other: &Self, confidence: Confidence) -> Option<Estimate> {
        let share = |of: &Self| Some((of.share()?, of.effective()));
        effective(share(self)?, share(other)?, confidence)
    }

    /// Returns how likely two shares differ as much by chance alone.
    pub fn chance(&self, other: &Self) -> f64 {
        let share = |of: &Self| Some((of.share()?, of.effective()));
        let both = share(self).zip(share(other));
        both.map_or(1.0, |(own, other)| effective_chance(own, other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_that_go_together_count_once() {
        let mut alike = Clusters::default();
        for battle in 0..100 {
            alike.add(if battle % 2 == 0 { 10 } else { 0 }, 10);
        }
        // Each battle is one coin; the sample's own variance makes it 99 of 100.
        assert!(
            (alike.effective() - 99.0).abs() < 1e-9,
            "{}",
            alike.effective()
        );
    }

    #[test]
    fn single_trials_count_in_full() {
        let mut single = Clusters::default();
        for battle in 0..100 {
            single.add(u64::from(battle % 4 == 0), 1);
        }
        assert!((single.effective() - 99.0).abs() < 1e-9);
        assert_eq!(single.share(), Some(0.25));
        assert_eq!(Clusters::default().interval(Confidence::default()), None);
    }

    #[test]
    fn equal_shares_differ_by_nothing() {
        let mut one = Clusters::default();
        (0..50).for_each(|battle| one.add(battle % 3, 5));
        let gap = one
            .difference(&one, Confidence::default())
            .expect("there are trials");
        assert!(gap.value == 0.0 && gap.holds(0.0));
        assert_eq!(one.chance(&one), 1.0);
    }
}
