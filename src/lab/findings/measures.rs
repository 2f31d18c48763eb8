//! Measures of a side: means over the battles in which each applies.
//!
//! **Invariant:** a battle in which a measure does not apply counts neither for nor against it.

use serde::Serialize;

use crate::{
    chronicle::record::Vocabulary,
    lab::stats::{Confidence, Estimate, mean::Moments},
};

/// Sums of each measure.
#[derive(Clone, Debug)]
pub struct MeasureTally(Vec<Moments>);

/// What a measure comes to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeasureFindings {
    /// Key.
    pub key: String,
    /// Name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// What it is counted in.
    pub unit: String,
    /// Battles in which it applies.
    pub battles: u64,
    /// Mean over them.
    pub mean: Option<Estimate>,
}

impl MeasureTally {
    /// Begins with no battle.
    pub fn new(words: &Vocabulary) -> Self {
        Self(vec![Moments::default(); words.measures.len()])
    }

    /// Adds the measures of one battle.
    pub fn add(&mut self, measures: &[Option<i64>]) {
        for (moments, value) in self.0.iter_mut().zip(measures) {
            if let Some(value) = value {
                moments.add(*value);
            }
        }
    }

    /// Says what they come to.
    pub fn findings(&self, words: &Vocabulary, confidence: Confidence) -> Vec<MeasureFindings> {
        (self.0.iter().zip(&words.measures))
            .map(|(moments, measure)| MeasureFindings {
                key: measure.key.clone(),
                name: measure.name.clone(),
                about: measure.about.clone(),
                unit: measure.unit.clone(),
                battles: moments.count,
                mean: moments.interval(confidence),
            })
            .collect()
    }
}
