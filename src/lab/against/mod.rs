//! Two runs compared: what differs, by how much, and which differences are real.
//!
//! Battles of the same seed are paired, since they begin with the same dice. Cases are matched by their
//! factors, or by their mission where each run has but one case of it.
//!
//! **Invariant:** what is called real holds after Holm's correction: win rates over those of all cases,
//! all else over all else.

mod compare;

use std::collections::BTreeMap;

use serde::Serialize;

use self::compare::Pairing;
use crate::chronicle::record::BattleRecord;
use crate::lab::case::{Case, Run};
use crate::lab::stats::multiple::correct;
use crate::lab::stats::{Confidence, Estimate};
use crate::lab::words::{self, count, fixed, of_them, scaled};

/// What `against.json` holds, as JSON Schema.
pub const SCHEMA: &str = include_str!("schema.json");

/// One of the two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The one compared against.
    Before,
    /// The one that is asked about.
    After,
}

/// What differs between two runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Against {
    /// Cases that both have.
    pub cases: Vec<CaseAgainst>,
    /// Cases of the run that is asked about without a match.
    pub only_after: Vec<String>,
    /// Cases of the other run without a match.
    pub only_before: Vec<String>,
}

/// What differs in one case.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CaseAgainst {
    /// The case of the run that is asked about.
    pub label: String,
    /// The case it is compared against, if it is called otherwise.
    pub before_label: Option<String>,
    /// Seeds that both have.
    pub pairs: u64,
    /// Battles of the run compared against, and of the other.
    pub battles: (u64, u64),
    /// Pairs that are the same to the last fingerprint.
    pub same: u64,
    /// Comparisons, in a fixed order.
    pub rows: Vec<Comparison>,
}

/// One comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The side.
    pub side: String,
    /// What is compared.
    pub what: String,
    /// What it is counted in.
    pub unit: String,
    /// Whether it is about winning.
    pub is_win: bool,
    /// Whether battles of the same seed are paired.
    pub is_paired: bool,
    /// Before.
    pub before: f64,
    /// After.
    pub after: f64,
    /// After less before.
    pub difference: Estimate,
    /// How likely chance alone gives this, after correction.
    pub chance: f64,
    /// Whether it is real.
    pub is_real: bool,
}

/// Compares two runs; `records` lists the battles of a case of either in the order of seeds.
///
/// # Errors
/// The first error of `records`.
pub fn compare<E, I>(
    before: &Run,
    after: &Run,
    confidence: Confidence,
    records: impl Fn(Which, usize) -> I,
) -> Result<Against, E>
where
    I: Iterator<Item = Result<BattleRecord, E>>,
{
    let matched = matches(before, after);
    let mut cases = Vec::new();
    for &(old, new) in &matched {
        let mut pairing = Pairing::new(&before.cases[old].vocabulary, &after.cases[new].vocabulary);
        pairing.go_through(records(Which::Before, old), records(Which::After, new))?;
        let label = &after.cases[new].label;
        let before_label = &before.cases[old].label;
        cases.push(CaseAgainst {
            label: label.clone(),
            before_label: (before_label != label).then(|| before_label.clone()),
            pairs: pairing.pairs,
            battles: pairing.battles.into(),
            same: pairing.same,
            rows: pairing.rows(confidence),
        });
    }
    // Who wins is the question; all else comes after it and must not drown it.
    for is_win in [true, false] {
        let rows = cases
            .iter_mut()
            .flat_map(|case: &mut CaseAgainst| &mut case.rows);
        let together = rows.filter(|row| row.is_win == is_win);
        correct(together, |row| (&mut row.chance, &mut row.is_real));
    }
    let unmatched = |run: &Run, is_matched: &dyn Fn(usize) -> bool| -> Vec<_> {
        let cases = run.cases.iter().enumerate();
        let left = cases.filter(|(index, _)| !is_matched(*index));
        left.map(|(_, case)| case.label.clone()).collect()
    };
    Ok(Against {
        cases,
        only_before: unmatched(before, &|index| matched.iter().any(|pair| pair.0 == index)),
        only_after: unmatched(after, &|index| matched.iter().any(|pair| pair.1 == index)),
    })
}

/// Matches the cases of two runs: those with equal factors, then the only ones of their mission.
fn matches(before: &Run, after: &Run) -> Vec<(usize, usize)> {
    let by_factors: BTreeMap<_, _> = (before.cases.iter().enumerate())
        .map(|(index, case)| (identity(case), index))
        .collect();
    let only = |run: &Run, mission: &str| {
        let mut cases = run.cases.iter().enumerate();
        let first = cases.find(|(_, case)| case.mission == mission)?;
        let is_only = !cases.any(|(_, case)| case.mission == mission);
        is_only.then_some(first.0)
    };
    (after.cases.iter().enumerate())
        .filter_map(|(new, case)| {
            let same = by_factors.get(&identity(case)).copied();
            let alone = || only(after, &case.mission).and_then(|_| only(before, &case.mission));
            Some((same.or_else(alone)?, new))
        })
        .collect()
}

/// Returns what tells a case from others of any run.
fn identity(case: &Case) -> (&str, Vec<(&str, &str)>) {
    let factors = case.factors.iter();
    let mut factors: Vec<_> = factors
        .map(|factor| (factor.name.as_str(), factor.value.as_str()))
        .collect();
    factors.sort_unstable();
    (&case.mission, factors)
}

impl Comparison {
    /// Describes a difference in plain words: `Squad wins 7.1 points less (4.0 to 10.2), real`.
    pub fn sentence(&self) -> String {
        let (gap, points) = scaled(&self.difference, &self.unit);
        // A fall is told by its size, its ends with it.
        let size = match gap.value < 0.0 {
            true => gap.times(-1.0),
            false => gap,
        };
        let more = if gap.value < 0.0 { "less" } else { "more" };
        let decimals = words::decimals(&size).max(1);
        let told = format!(
            "{}{points} {more} ({})",
            fixed(size.value, decimals),
            words::range(&size, decimals)
        );
        let real = words::real(self.is_real);
        let (before, after) = (
            words::figure(self.before, &self.unit),
            words::figure(self.after, &self.unit),
        );
        match self.is_win {
            true => format!(
                "{} wins {told}, {real}: {before} before, {after} after",
                self.side
            ),
            false => format!(
                "{}, {}: {told}, {real}: {before} before, {after} after",
                self.side, self.what
            ),
        }
    }
}

impl CaseAgainst {
    /// Lists what is told: who wins, then all that is real, greatest certainty first.
    pub(super) fn told(&self) -> Vec<&Comparison> {
        let wins = self.rows.iter().filter(|row| row.is_win);
        let mut real: Vec<_> = (self.rows.iter())
            .filter(|row| !row.is_win && row.is_real)
            .collect();
        real.sort_by(|a, b| a.chance.total_cmp(&b.chance));
        wins.chain(real).collect()
    }

    /// Returns the first sentences about the case.
    pub(super) fn lead(&self) -> Vec<String> {
        let real = self.rows.iter().filter(|row| row.is_real).count() as u64;
        let (old, new) = self.battles;
        let mut said = vec![match self.pairs {
            0 => format!("{} against {}, no common seeds", count(new), count(old)),
            pairs => format!(
                "{} of the same seed, {} of them identical",
                of_them(pairs, "pair"),
                count(self.same)
            ),
        }];
        if let Some(label) = &self.before_label {
            said.push(format!("Before is {label}"));
        }
        said.push(format!(
            "{} of {} {} real",
            count(real),
            of_them(self.rows.len() as u64, "comparison"),
            if real == 1 { "is" } else { "are" }
        ));
        said
    }
}

impl Against {
    /// Lists the cases that have no match.
    pub(super) fn unmatched(&self) -> Vec<String> {
        let mut said = Vec::new();
        for (labels, whose) in [
            (&self.only_after, "this run"),
            (&self.only_before, "the other"),
        ] {
            if !labels.is_empty() {
                said.push(format!("Only in {whose}: {}", words::listed(labels)));
            }
        }
        said
    }
}
