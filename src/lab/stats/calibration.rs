//! Whether promised chances come true.
//!
//! Each promised chance is a prediction of one roll. Given what was promised, rolls are independent,
//! so nothing here needs to know of battles.
//!
//! **Invariant:** counts are kept for each promised permille; everything else follows from them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::special::{chi_square_tail, normal_two_sided};
use super::wilson::wilson;
use super::{Confidence, Estimate, MOST};

/// Rolls and successes at one promised chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct PromiseCounts {
    rolls: u64,
    hits: u64,
}

/// Rolls and successes by promised chance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calibration {
    by_permille: BTreeMap<u16, PromiseCounts>,
}

/// Rolls with promised chances close to each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bucket {
    /// Rolls.
    pub rolls: u64,
    /// Mean promised chance, from 0 to 1.
    pub promised: f64,
    /// Share that came true, with its interval.
    pub observed: Estimate,
    /// Standard deviations between them; none where nothing was left to chance.
    pub z: Option<f64>,
}

/// The result of a calibration check.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CalibrationFindings {
    /// Rolls.
    pub rolls: u64,
    /// Mean promised chance.
    pub promised: f64,
    /// Share that came true.
    pub observed: f64,
    /// Standard deviations between them over all rolls.
    pub z: f64,
    /// Chi-square over buckets.
    pub chi_square: f64,
    /// Its degrees of freedom.
    pub degrees: u32,
    /// How likely promises that are kept look at least as bad.
    pub chance: f64,
    /// Greatest distance of observed from promised over buckets of at least 1% of all rolls.
    pub worst: f64,
    /// Brier score: mean square of promise less outcome.
    pub brier: f64,
    /// Part of it that comes of promises not kept (Murphy 1973, J. Appl. Meteor. 12:595–600).
    pub reliability: f64,
    /// How much better than always promising the mean.
    pub resolution: f64,
    /// Whether all-or-nothing promises (0 or 100 percent) were kept to the last.
    pub certain_kept: bool,
}

impl CalibrationFindings {
    /// Whether promises were kept as far as these rolls can tell, at a level such as 0.001.
    pub fn is_kept(&self, level: f64) -> bool {
        self.certain_kept && self.chance >= level && normal_two_sided(self.z) >= level
    }
}

impl Calibration {
    /// Counts one roll by its promised chance in permille.
    pub fn add(&mut self, permille: u16, is_hit: bool) {
        let kept = self.by_permille.entry(permille.min(1000)).or_default();
        kept.rolls += 1;
        kept.hits += u64::from(is_hit);
    }

    /// Adds all of another.
    pub fn merge(&mut self, other: &Self) {
        for (&permille, more) in &other.by_permille {
            let kept = self.by_permille.entry(permille).or_default();
            kept.rolls += more.rolls;
            kept.hits += more.hits;
        }
    }

    /// Whether its numbers may be counts, and have room to be added up.
    pub fn is_sound(&self) -> bool {
        let may_be = |(&permille, kept): (&u16, &PromiseCounts)| {
            permille <= 1000 && kept.hits <= kept.rolls && (1..=MOST).contains(&kept.rolls)
        };
        self.by_permille.iter().all(may_be)
    }

    /// Returns the number of rolls.
    pub fn rolls(&self) -> u64 {
        self.by_permille.values().map(|kept| kept.rolls).sum()
    }

    /// Returns standard deviations between hits and promises (Spiegelhalter 1986); `None` where
    /// nothing was left to chance.
    pub fn z(&self) -> Option<f64> {
        let sums = Sums::of(self.by_permille.iter());
        sums.z()
    }

    /// Returns the mean promised chance; `None` without rolls.
    pub fn promised(&self) -> Option<f64> {
        let sums = Sums::of(self.by_permille.iter());
        (sums.rolls > 0).then(|| sums.promised())
    }

    /// Gathers promised chances into buckets so many permille wide; the last holds 1000 as well.
    pub fn buckets(&self, width: u16, confidence: Confidence) -> Vec<Bucket> {
        let last = (999 / width) * width;
        let mut sums: BTreeMap<u16, Sums> = BTreeMap::new();
        for (&permille, kept) in &self.by_permille {
            let start = ((permille / width) * width).min(last);
            sums.entry(start).or_default().add(permille, kept);
        }
        sums.values()
            .filter_map(|sums| sums.bucket(confidence))
            .collect()
    }

    /// Sums up whether promises were kept; `None` without rolls.
    pub fn verdict(&self) -> Option<CalibrationFindings> {
        let all = Sums::of(self.by_permille.iter());
        if all.rolls == 0 {
            return None;
        }
        let rolls = all.rolls as f64;
        let observed = all.hits as f64 / rolls;
        let (mut brier, mut reliability, mut resolution) = (0.0, 0.0, 0.0);
        let mut certain_kept = true;
        for (&permille, kept) in &self.by_permille {
            let promise = f64::from(permille) / 1000.0;
            let (n, hits) = (kept.rolls as f64, kept.hits as f64);
            let seen = hits / n;
            brier += hits * (1.0 - promise) * (1.0 - promise) + (n - hits) * promise * promise;
            reliability += n * (seen - promise) * (seen - promise);
            resolution += n * (seen - observed) * (seen - observed);
            certain_kept &= !(permille == 0 && kept.hits > 0);
            certain_kept &= !(permille == 1000 && kept.hits < kept.rolls);
        }
        let (chi_square, degrees) = self.chi_square();
        let worst = (self.buckets(50, Confidence::default()).iter())
            .filter(|bucket| bucket.rolls as f64 >= rolls / 100.0)
            .map(|bucket| (bucket.observed.value - bucket.promised).abs())
            .fold(0.0, f64::max);
        Some(CalibrationFindings {
            rolls: all.rolls,
            promised: all.promised(),
            observed,
            z: all.z().unwrap_or(0.0),
            chi_square,
            degrees,
            chance: match degrees {
                0 => 1.0,
                _ => chi_square_tail(chi_square, degrees),
            },
            worst,
            brier: brier / rolls,
            reliability: reliability / rolls,
            resolution: resolution / rolls,
            certain_kept,
        })
    }

    /// Returns chi-square and its degrees of freedom over neighboring promises, each group with a
    /// variance of at least 5 hits so that the normal approximation holds.
    fn chi_square(&self) -> (f64, u32) {
        let (mut sum, mut degrees) = (0.0, 0);
        let mut group = Sums::default();
        for (&permille, kept) in &self.by_permille {
            group.add(permille, kept);
            if group.variance >= 5_000_000
                && let Some(z) = group.z()
            {
                sum += z * z;
                degrees += 1;
                group = Sums::default();
            }
        }
        (sum, degrees)
    }
}

/// Whole-number sums over some promised chances, where one is enough to ask whether they were kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// Rolls.
    pub rolls: u64,
    /// Rolls that came true.
    pub hits: u64,
    /// Sum of promises in permille.
    promised: u64,
    /// Sum of their variances in millionths.
    variance: u64,
}

impl Sums {
    fn of<'a>(each: impl Iterator<Item = (&'a u16, &'a PromiseCounts)>) -> Self {
        let mut sums = Self::default();
        each.for_each(|(&permille, kept)| sums.add(permille, kept));
        sums
    }

    /// Adds all rolls of another.
    pub fn merge(&mut self, other: &Self) {
        self.rolls += other.rolls;
        self.hits += other.hits;
        self.promised += other.promised;
        self.variance += other.variance;
    }

    /// Whether its numbers may be counts, and have room to be added up.
    pub fn is_sound(&self) -> bool {
        self.hits <= self.rolls
            && self.rolls <= MOST
            && self.promised <= 1000 * self.rolls
            && self.variance <= 250_000 * self.rolls
    }

    /// Counts one roll by its promised chance in permille.
    pub fn roll(&mut self, permille: u16, is_hit: bool) {
        let hits = u64::from(is_hit);
        self.add(permille.min(1000), &PromiseCounts { rolls: 1, hits });
    }

    fn add(&mut self, permille: u16, kept: &PromiseCounts) {
        let promise = u64::from(permille);
        self.rolls += kept.rolls;
        self.hits += kept.hits;
        self.promised += kept.rolls * promise;
        self.variance += kept.rolls * promise * (1000 - promise);
    }

    /// Returns the mean promised chance, from 0 to 1; not a number without rolls.
    pub fn promised(&self) -> f64 {
        self.promised as f64 / (1000.0 * self.rolls as f64)
    }

    /// Returns standard deviations between hits and promises; `None` where nothing was left to chance.
    pub fn z(&self) -> Option<f64> {
        let gap = self.hits as f64 - self.promised as f64 / 1000.0;
        (self.variance > 0).then(|| gap / (self.variance as f64 / 1e6).sqrt())
    }

    fn bucket(&self, confidence: Confidence) -> Option<Bucket> {
        Some(Bucket {
            rolls: self.rolls,
            promised: self.promised(),
            observed: wilson(self.hits, self.rolls, confidence)?,
            z: self.z(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many rolls at a promise, of which so many came true.
    fn rolls(permille: u16, hits: u64, all: u64) -> Calibration {
        let mut calibration = Calibration::default();
        (0..all).for_each(|roll| calibration.add(permille, roll < hits));
        calibration
    }

    #[test]
    fn kept_promises_are_called_kept() {
        let mut kept = rolls(300, 300, 1000);
        kept.merge(&rolls(805, 805, 1000));
        kept.merge(&rolls(1000, 50, 50));
        let verdict = kept.verdict().expect("there are rolls");
        assert!(verdict.is_kept(0.05), "{verdict:?}");
        assert_eq!((verdict.rolls, verdict.degrees), (2050, 2));
        assert!(verdict.worst < 1e-12 && verdict.reliability < 1e-12);
        let sum =
            verdict.reliability - verdict.resolution + verdict.observed * (1.0 - verdict.observed);
        assert!((verdict.brier - sum).abs() < 1e-12, "Murphy's parts add up");
    }

    #[test]
    fn errors_that_cancel_are_found_all_the_same() {
        let mut skewed = rolls(300, 400, 1000);
        skewed.merge(&rolls(700, 600, 1000));
        let verdict = skewed.verdict().expect("there are rolls");
        assert!(
            verdict.z.abs() < 1e-9 && verdict.chance < 1e-6,
            "{verdict:?}"
        );
        assert!(!verdict.is_kept(0.001));
        assert!((verdict.worst - 0.1).abs() < 1e-12);
    }

    #[test]
    fn a_certainty_that_fails_once_is_no_certainty() {
        let verdict = rolls(1000, 999, 1000).verdict().expect("there are rolls");
        assert!(!verdict.certain_kept && !verdict.is_kept(0.001));
        assert_eq!(Calibration::default().verdict(), None);
    }

    #[test]
    fn buckets_hold_their_neighbors() {
        let mut both = rolls(310, 1, 10);
        both.merge(&rolls(390, 9, 10));
        both.merge(&rolls(1000, 5, 5));
        let buckets = both.buckets(100, Confidence::default());
        assert_eq!(buckets.len(), 2);
        assert!((buckets[0].promised - 0.35).abs() < 1e-12);
        assert_eq!((buckets[0].observed.value, buckets[1].rolls), (0.5, 5));
        assert_eq!(buckets[1].z, None);
    }
}
