//! Medians and other quantiles of whole numbers, kept as how often each occurred.
//!
//! **Invariant:** a quantile is a number that occurred.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::special::beta_cdf;
use super::{Confidence, Estimate, MOST};

/// How often each number occurred.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Histogram {
    counts: BTreeMap<i64, u64>,
    total: u64,
}

impl Histogram {
    /// Makes one of numbers and how often each occurred.
    pub fn from_counts(counts: &[(i64, u64)]) -> Self {
        Self {
            counts: counts.iter().copied().collect(),
            total: counts.iter().map(|(_, count)| count).sum(),
        }
    }

    /// Adds one number.
    pub fn add(&mut self, value: i64) {
        *self.counts.entry(value).or_default() += 1;
        self.total += 1;
    }

    /// Adds all numbers of another.
    pub fn merge(&mut self, other: &Self) {
        for (value, count) in other.iter() {
            *self.counts.entry(value).or_default() += count;
        }
        self.total += other.total;
    }

    /// Whether all its numbers are within a range and there are as many as it says.
    pub fn is_sound(&self, range: std::ops::RangeInclusive<i64>) -> bool {
        let total = (self.counts.values()).try_fold(0_u64, |sum, &count| sum.checked_add(count));
        self.counts.keys().all(|number| range.contains(number))
            && self.counts.values().all(|&count| count > 0)
            && total == Some(self.total)
            && self.total <= MOST
    }

    /// Returns how many numbers there are.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Lists numbers, smallest first, with how often each occurred.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> {
        self.counts.iter().map(|(&value, &count)| (value, count))
    }

    /// Returns the number of this rank, the smallest being 1; ranks outside give the nearest.
    fn ranked(&self, rank: u64) -> Option<i64> {
        let mut seen = 0;
        for (&value, &count) in &self.counts {
            seen += count;
            if seen >= rank {
                return Some(value);
            }
        }
        self.counts.last_key_value().map(|(&value, _)| value)
    }

    /// Returns the smallest number that at least this share of all do not exceed; `None` of nothing.
    pub fn quantile(&self, share: f64) -> Option<i64> {
        self.ranked(((share * self.total as f64).ceil() as u64).max(1))
    }

    /// Returns the quantile with the interval between two order statistics, which holds the truth at
    /// least as often as stated (Hahn and Meeker 1991, Statistical Intervals, 5.2); `None` of nothing.
    pub fn interval(&self, share: f64, confidence: Confidence) -> Option<Estimate> {
        let value = self.quantile(share)?;
        let tail = confidence.miss() / 2.0;
        // Chance that at most `rank - 1` numbers are below the true quantile.
        let below = |rank: u64| match rank {
            0 => 0.0,
            _ if rank > self.total => 1.0,
            _ => beta_cdf(1.0 - share, (self.total - rank + 1) as f64, rank as f64),
        };
        // The greatest rank that is too low seldom enough, and the least that is too high so seldom.
        let low = partition(self.total, |rank| below(rank) <= tail).saturating_sub(1);
        let high = partition(self.total, |rank| below(rank) < 1.0 - tail);
        Some(Estimate {
            value: value as f64,
            low: self.ranked(low.max(1))? as f64,
            high: self.ranked(high.max(1))? as f64,
        })
    }
}

/// Returns the first rank from 0 to `total + 1` at which what holds at first no longer does.
fn partition(total: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, total + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        match holds(middle) {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    fn up_to(last: i64) -> Histogram {
        let mut histogram = Histogram::default();
        (1..=last).for_each(|value| histogram.add(value));
        histogram
    }

    #[test]
    fn quantiles_are_ranks() {
        let ten = up_to(10);
        assert_eq!(ten.quantile(0.5), Some(5));
        assert_eq!(ten.quantile(0.25), Some(3));
        assert_eq!(ten.quantile(1.0), Some(10));
        assert_eq!(ten.quantile(0.0), Some(1));
        assert_eq!(Histogram::default().quantile(0.5), None);
    }

    #[test]
    fn the_interval_of_a_median_is_the_sign_tests() {
        // Printed tables: n = 10 gives ranks 2 and 9, n = 25 ranks 8 and 18, n = 100 ranks 40 and 61.
        for (total, low, high) in [(10, 2.0, 9.0), (25, 8.0, 18.0), (100, 40.0, 61.0)] {
            let found = up_to(total)
                .interval(0.5, Confidence::default())
                .expect("numbers");
            assert_eq!((found.low, found.high), (low, high), "of {total}");
        }
    }

    #[test]
    fn too_few_numbers_give_their_ends() {
        let found = up_to(3)
            .interval(0.5, Confidence::default())
            .expect("numbers");
        assert_eq!((found.low, found.value, found.high), (1.0, 2.0, 3.0));
    }
}
