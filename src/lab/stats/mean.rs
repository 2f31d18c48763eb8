//! Means with intervals, from whole-number sums.
//!
//! **Invariant:** sums are exact, so that neither the order nor the grouping of what is added matters.

use serde::{Deserialize, Serialize};

use super::quantile::Histogram;
use super::special::{student_quantile, student_two_sided};
use super::{Confidence, Estimate, MOST};

/// Count, sum and sum of squares of whole numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// How many.
    pub count: u64,
    /// Their sum.
    pub sum: i128,
    /// Sum of their squares.
    pub squares: i128,
}

impl Moments {
    /// Sums up numbers kept by how often each occurred.
    pub fn of(numbers: &Histogram) -> Self {
        let mut moments = Self::default();
        for (value, count) in numbers.iter() {
            let (value, times) = (i128::from(value), i128::from(count));
            moments.count += count;
            moments.sum += times * value;
            moments.squares += times * value * value;
        }
        moments
    }

    /// Adds one number.
    pub fn add(&mut self, value: i64) {
        let value = i128::from(value);
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Adds all numbers of another.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Whether its numbers may be sums of so many numbers, and have room to be added up.
    pub fn is_sound(&self) -> bool {
        let (count, most) = (i128::from(self.count), i128::from(MOST));
        self.count <= MOST
            && self.sum.unsigned_abs() <= (count * most).unsigned_abs()
            && (0..=count * most * most).contains(&self.squares)
    }

    /// Returns the mean; `None` of nothing.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// Returns the unbiased variance; `None` below two numbers.
    pub fn variance(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        let count = i128::from(self.count);
        // Whole numbers as far as they have room, so nothing cancels.
        let spread = (count.checked_mul(self.squares))
            .and_then(|squares| squares.checked_sub(self.sum.checked_mul(self.sum)?))
            .map_or_else(
                || count as f64 * self.squares as f64 - (self.sum as f64).powi(2),
                |spread| spread as f64,
            );
        Some(spread / (count as f64 * (count - 1) as f64))
    }

    /// Returns the mean with Student's interval (Student 1908, Biometrika 6:1–25); one number has
    /// itself for an interval. `None` of nothing.
    pub fn interval(&self, confidence: Confidence) -> Option<Estimate> {
        let value = self.mean()?;
        let half = self.variance().map_or(0.0, |variance| {
            let t = student_quantile(1.0 - confidence.miss() / 2.0, (self.count - 1) as f64);
            t * (variance / self.count as f64).sqrt()
        });
        Some(Estimate::around(value, half))
    }

    /// Returns how likely a mean is as far from 0 by chance alone (t test).
    pub fn chance_of_zero(&self) -> f64 {
        match (self.mean(), self.variance()) {
            (Some(mean), Some(variance)) if variance > 0.0 => {
                let t = mean / (variance / self.count as f64).sqrt();
                student_two_sided(t, (self.count - 1) as f64)
            }
            (Some(mean), Some(_)) if mean != 0.0 => 0.0,
            _ => 1.0,
        }
    }
}

/// Returns how much greater the second mean is than the first, of independent numbers, with Welch's
/// interval (1947, Biometrika 34:28–35), and how likely chance alone gives as much; `None` if either
/// has fewer than two.
pub fn difference(
    first: &Moments,
    second: &Moments,
    confidence: Confidence,
) -> Option<(Estimate, f64)> {
    let value = second.mean()? - first.mean()?;
    let (n, m) = (first.count as f64, second.count as f64);
    let (a, b) = (first.variance()? / n, second.variance()? / m);
    if a + b == 0.0 {
        let chance = if value == 0.0 { 1.0 } else { 0.0 };
        return Some((Estimate::around(value, 0.0), chance));
    }
    let degrees = (a + b) * (a + b) / (a * a / (n - 1.0) + b * b / (m - 1.0));
    let error = (a + b).sqrt();
    let half = student_quantile(1.0 - confidence.miss() / 2.0, degrees) * error;
    let estimate = Estimate::around(value, half);
    Some((estimate, student_two_sided(value / error, degrees)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(values: &[i64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.add(value));
        moments
    }

    #[test]
    fn the_interval_is_students() {
        // Student's own sleep data, differences in tenths of an hour.
        let sleep = moments(&[12, 24, 13, 13, 0, 10, 18, 8, 46, 14]);
        let found = sleep.interval(Confidence::default()).expect("ten numbers");
        assert!((found.value - 15.8).abs() < 1e-12);
        assert!((found.low - 7.001_142).abs() < 1e-5, "{found:?}");
        assert!((found.high - 24.598_858).abs() < 1e-5, "{found:?}");
        assert!((sleep.chance_of_zero() - 0.002_832_89).abs() < 1e-7);
    }

    #[test]
    fn the_difference_of_means_is_welchs() {
        let one = moments(&[27, 22, 24, 25, 31, 29]);
        let other = moments(&[20, 19, 26, 18, 21]);
        let (gap, chance) = difference(&one, &other, Confidence::default()).expect("enough");
        // By hand: -5.533, error 1.934 with 8.90 degrees of freedom.
        assert!((gap.value + 5.533_333).abs() < 1e-5, "{gap:?}");
        assert!(
            gap.low < -9.0 && gap.high < 0.0 && (0.01..0.03).contains(&chance),
            "{gap:?} {chance}"
        );
        assert_eq!(
            difference(&moments(&[1]), &other, Confidence::default()),
            None
        );
    }

    #[test]
    fn few_numbers_claim_nothing() {
        assert_eq!(moments(&[]).interval(Confidence::default()), None);
        assert_eq!(moments(&[7]).chance_of_zero(), 1.0);
        assert_eq!(moments(&[0, 0]).chance_of_zero(), 1.0);
        assert_eq!(moments(&[3, 3]).chance_of_zero(), 0.0);
    }
}
