//! Numbers from counts: intervals, tests and rankings, each citing where it is from.
//!
//! **Invariant:** pure functions of counts and whole-number sums. Special functions are those of
//! `libm`, so that every platform gets the same digits.

pub mod calibration;
pub mod cluster;
pub mod difference;
pub mod mean;
pub mod multiple;
pub mod quantile;
pub mod rank;
pub mod sequential;
pub mod special;
pub mod wilson;

use serde::{Deserialize, Serialize};

use self::special::normal_quantile;
use crate::chronicle::record::MOST;

/// How sure an interval is to hold the truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence {
    percent: f64,
}

impl Default for Confidence {
    fn default() -> Self {
        Self { percent: 95.0 }
    }
}

impl Confidence {
    /// Makes one of a percentage; what is outside 50 to 99.9999 is taken as the nearest of these.
    pub fn percent(percent: f64) -> Self {
        Self {
            percent: percent.clamp(50.0, 99.9999),
        }
    }

    /// Returns the chance that the truth is outside, from 0 to 1.
    pub fn miss(self) -> f64 {
        1.0 - self.percent / 100.0
    }

    /// Returns the percentage.
    pub fn as_percent(self) -> f64 {
        self.percent
    }

    /// Returns the two-sided quantile of the normal distribution, 1.96 for 95%.
    pub fn z(self) -> f64 {
        normal_quantile(1.0 - self.miss() / 2.0)
    }
}

/// A number and the interval that holds the truth with the stated confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// What was seen.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Estimate {
    /// Makes an estimate whose interval reaches as far to either side.
    pub fn around(value: f64, half: f64) -> Self {
        let (low, high) = (value - half, value + half);
        Self { value, low, high }
    }

    /// Whether a value is inside, ends included.
    pub fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Returns all three times a factor, such as 100 for percent.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        let (low, high) = (self.low * factor, self.high * factor);
        Self {
            value: self.value * factor,
            low: low.min(high),
            high: low.max(high),
        }
    }
}

/// Checks an interval against one from the literature, to four decimals.
#[cfg(test)]
#[track_caller]
fn check_interval(found: Option<Estimate>, low: f64, high: f64) {
    let found = found.expect("there are trials");
    let is_near = |a: f64, b: f64| (a - b).abs() < 5e-5;
    assert!(
        is_near(found.low, low) && is_near(found.high, high),
        "{found:?}, not {low} to {high}"
    );
}
