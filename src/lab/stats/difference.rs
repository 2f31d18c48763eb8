//! Intervals and tests of the difference of two proportions.
//!
//! **Invariant:** differences are second minus first, within -1 and 1.

use serde::{Deserialize, Serialize};

use super::special::{fair_tail, normal_two_sided};
use super::wilson::{wilson, wilson_effective};
use super::{Confidence, Estimate};

/// Successes of trials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Successes.
    pub successes: u64,
    /// Trials.
    pub trials: u64,
}

impl Share {
    /// Counts one trial.
    pub fn add(&mut self, is_success: bool) {
        self.trials += 1;
        self.successes += u64::from(is_success);
    }

    /// Returns the share with its interval; `None` without trials.
    pub fn interval(self, confidence: Confidence) -> Option<Estimate> {
        wilson(self.successes, self.trials, confidence)
    }

    /// Whether it may be a count of so many trials at most.
    pub fn is_sound(self, most: u64) -> bool {
        self.successes <= self.trials && self.trials <= most
    }

    /// Adds all trials of another.
    pub fn merge(&mut self, other: Self) {
        self.successes += other.successes;
        self.trials += other.trials;
    }
}

/// Returns the interval of the difference of two independent shares (Newcombe 1998, Stat. Med.
/// 17:873–890, method 10); `None` if either has no trials.
pub fn independent(first: Share, second: Share, confidence: Confidence) -> Option<Estimate> {
    let (a, b) = (first.interval(confidence)?, second.interval(confidence)?);
    Some(apart(a, b, 0.0))
}

/// Returns the interval of the difference of two shares whose trials count for fewer, as
/// [`wilson_effective`] has it; each is a share and its effective trials.
pub fn effective(
    first: (f64, f64),
    second: (f64, f64),
    confidence: Confidence,
) -> Option<Estimate> {
    let a = wilson_effective(first.0, first.1, confidence)?;
    let b = wilson_effective(second.0, second.1, confidence)?;
    Some(apart(a, b, 0.0))
}

/// Adds the distances to the ends in squares, less what correlation takes away.
fn apart(a: Estimate, b: Estimate, correlation: f64) -> Estimate {
    let value = b.value - a.value;
    let legs = |x: f64, y: f64| (x * x + y * y - 2.0 * correlation * x * y).max(0.0).sqrt();
    Estimate {
        value,
        low: (value - legs(b.value - b.low, a.high - a.value)).max(-1.0),
        high: (value + legs(b.high - b.value, a.value - a.low)).min(1.0),
    }
}

/// Returns how likely two independent shares differ as much by chance alone (score test).
pub fn independent_chance(first: Share, second: Share) -> f64 {
    let share = |of: Share| (of.successes as f64 / of.trials as f64, of.trials as f64);
    effective_chance(share(first), share(second))
}

/// Returns how likely two shares differ as much by chance alone; each is a share and its effective
/// trials.
pub fn effective_chance((a, n): (f64, f64), (b, m): (f64, f64)) -> f64 {
    let pooled = (a * n + b * m) / (n + m);
    let spread = (pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m)).sqrt();
    // Of no trials nothing is a number.
    match spread > 0.0 {
        true => normal_two_sided((b - a) / spread),
        false => 1.0,
    }
}

/// Pairs of trials, as battles of the same seed in two cases, by what came of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    /// Success in both.
    pub both: u64,
    /// Success in the first only.
    pub first_only: u64,
    /// Success in the second only.
    pub second_only: u64,
    /// Success in neither.
    pub neither: u64,
}

impl Pairs {
    /// Counts one pair.
    pub fn add(&mut self, first: bool, second: bool) {
        *match (first, second) {
            (true, true) => &mut self.both,
            (true, false) => &mut self.first_only,
            (false, true) => &mut self.second_only,
            (false, false) => &mut self.neither,
        } += 1;
    }

    /// Adds all pairs of another.
    pub fn merge(&mut self, other: Self) {
        self.both += other.both;
        self.first_only += other.first_only;
        self.second_only += other.second_only;
        self.neither += other.neither;
    }

    /// Returns the number of pairs.
    pub fn count(&self) -> u64 {
        self.both + self.first_only + self.second_only + self.neither
    }

    /// Returns the interval of the difference (Newcombe 1998, Stat. Med. 17:2635–2650, method 10);
    /// `None` without pairs.
    pub fn difference(&self, confidence: Confidence) -> Option<Estimate> {
        let count = self.count();
        let a = wilson(self.both + self.first_only, count, confidence)?;
        let b = wilson(self.both + self.second_only, count, confidence)?;
        Some(apart(a, b, self.correlation()))
    }

    /// Returns the correlation of the two, with the continuity correction of method 10.
    fn correlation(&self) -> f64 {
        let [a, b, c, d] =
            [self.both, self.first_only, self.second_only, self.neither].map(|n| n as f64);
        let margins = (a + b) * (c + d) * (a + c) * (b + d);
        if margins == 0.0 {
            return 0.0;
        }
        let raw = a * d - b * c;
        let corrected = match raw > 0.0 {
            true => (raw - (a + b + c + d) / 2.0).max(0.0),
            false => raw,
        };
        corrected / margins.sqrt()
    }

    /// Returns how likely the two differ as much by chance alone (exact test of `McNemar` 1947 with
    /// mid-p, as Fagerland et al. 2013, BMC Med. Res. Methodol. 13:91, advise).
    pub fn chance(&self) -> f64 {
        let (low, high) = (
            self.first_only.min(self.second_only),
            self.first_only.max(self.second_only),
        );
        let discordant = low + high;
        if low == high {
            return 1.0;
        }
        // Twice the tail, less the probability of what was seen.
        let tail = fair_tail(high, discordant);
        let beyond = fair_tail(high + 1, discordant);
        (tail + beyond).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::stats::check_interval as check;

    fn share(successes: u64, trials: u64) -> Share {
        Share { successes, trials }
    }

    #[test]
    fn independent_intervals_are_those_of_newcombes_table() {
        // Table II, method 10; there the difference is first minus second.
        let sure = Confidence::default();
        check(
            independent(share(48, 80), share(56, 70), sure),
            0.0524,
            0.3339,
        );
        check(
            independent(share(3, 10), share(9, 10), sure),
            0.1705,
            0.8090,
        );
        check(independent(share(0, 10), share(10, 10), sure), 0.6075, 1.0);
        check(
            independent(share(0, 29), share(5, 56), sure),
            -0.0381,
            0.1926,
        );
    }

    #[test]
    fn paired_intervals_are_those_of_newcombes_table() {
        // Stat. Med. 17:2635, and Bentur et al. 2009 as in Fagerland et al. 2017, table 8.2.
        let pairs = |both, first_only, second_only, neither| Pairs {
            both,
            first_only,
            second_only,
            neither,
        };
        let sure = Confidence::default();
        check(pairs(36, 2, 12, 0).difference(sure), 0.0569, 0.3404);
        check(pairs(1, 7, 1, 12).difference(sure), -0.5069, -0.0256);
    }

    #[test]
    fn pairing_narrows_what_goes_together() {
        let pairs = Pairs {
            both: 480,
            first_only: 20,
            second_only: 50,
            neither: 450,
        };
        let paired = pairs
            .difference(Confidence::default())
            .expect("there are pairs");
        let loose = independent(share(500, 1000), share(530, 1000), Confidence::default())
            .expect("there are trials");
        assert!(paired.low > 0.0 && loose.low < 0.0, "{paired:?} {loose:?}");
        assert!(pairs.chance() < 0.001);
        assert_eq!(Pairs::default().chance(), 1.0);
    }
}
