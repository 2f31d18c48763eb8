//! How a whole number spreads over battles.
//!
//! **Invariant:** least ≤ lower quartile ≤ median ≤ upper quartile ≤ most.

use serde::Serialize;

use crate::lab::stats::mean::Moments;
use crate::lab::stats::quantile::Histogram;
use crate::lab::stats::{Confidence, Estimate};

/// Median, quartiles, ends and mean of a number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Median with its interval.
    pub median: Estimate,
    /// A quarter of all are at most this.
    pub lower_quartile: i64,
    /// Three quarters are at most this.
    pub upper_quartile: i64,
    /// Smallest.
    pub least: i64,
    /// Greatest.
    pub most: i64,
    /// Mean with its interval.
    pub mean: Estimate,
}

impl Spread {
    /// Sums numbers up; `None` of nothing.
    pub fn of(numbers: &Histogram, confidence: Confidence) -> Option<Self> {
        Some(Self {
            median: numbers.interval(0.5, confidence)?,
            lower_quartile: numbers.quantile(0.25)?,
            upper_quartile: numbers.quantile(0.75)?,
            least: numbers.quantile(0.0)?,
            most: numbers.quantile(1.0)?,
            mean: Moments::of(numbers).interval(confidence)?,
        })
    }
}
