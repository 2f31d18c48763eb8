//! Planner: of the candidates a computer player has the one with most points, and why.
//!
//! A rule set names the features of its candidates, each with a [`Weight`] from its content, and says how
//! much of each a candidate has. The points of a candidate are those of its features together.
//!
//! **Invariant:** integers; of equal candidates the first one stays; asking why changes no choice, and what
//! is not asked for is not kept.

use std::fmt;

/// A feature of a candidate and what it counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Name that people read.
    pub name: &'static str,
    /// How much of it there is.
    pub value: i64,
    /// Points for the candidate, or against it.
    pub points: i64,
}

/// What so much of a feature counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    name: &'static str,
    /// Points of each, or of a hundred.
    points: i64,
    in_percent: bool,
}

impl Weight {
    /// Counts once for each of the feature there is.
    pub fn each(name: &'static str, points: impl Into<i64>) -> Self {
        Self {
            name,
            points: points.into(),
            in_percent: false,
        }
    }

    /// Counts in percent, rounded towards zero.
    pub fn percent(name: &'static str, points: impl Into<i64>) -> Self {
        Self {
            in_percent: true,
            ..Self::each(name, points)
        }
    }

    /// Whether the feature, of which there is never less than nothing, can only count against a candidate.
    pub fn only_lowers(&self) -> bool {
        self.points <= 0
    }

    /// Returns the points of so much of the feature.
    #[inline]
    fn points(&self, value: i32) -> i64 {
        let points = i64::from(value) * self.points;
        match self.in_percent {
            true => points / 100,
            false => points,
        }
    }

    /// Weighs so much of the feature.
    pub fn of(&self, value: i32) -> Feature {
        Feature {
            name: self.name,
            value: value.into(),
            points: self.points(value),
        }
    }
}

/// Adds up the points of a candidate with so much of each feature.
#[inline]
pub fn score<const N: usize>(weights: &[Weight; N], values: &[i32; N]) -> i32 {
    let points = weights
        .iter()
        .zip(values)
        .map(|(weight, &value)| weight.points(value));
    let sum: i64 = points.sum();
    sum.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// Tells the features that count, each with what there is of it and its points.
pub struct Explanation<'a>(pub &'a [Feature]);

impl fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.0.iter().filter(|feature| feature.points != 0);
        for (place, feature) in counts.enumerate() {
            let link = if place == 0 { "" } else { ", " };
            let Feature {
                name,
                value,
                points,
            } = feature;
            write!(f, "{link}{name} {value}: {points:+}")?;
        }
        Ok(())
    }
}

/// Chooses among candidates as they are offered.
#[derive(Clone, Debug)]
pub struct Choice<C> {
    best: Option<(i64, C)>,
    /// All that were offered, if somebody asks.
    offered: Notes<(i64, C)>,
}

impl<C: Clone> Choice<C> {
    /// Begins to choose, and keeps all that is offered if somebody asks.
    pub fn new(is_asked: bool) -> Self {
        Self {
            best: None,
            offered: Notes::new(is_asked),
        }
    }

    /// Weighs a candidate against the best one.
    pub fn offer(&mut self, candidate: &C, points: i64) {
        self.consider(points, || candidate.clone());
    }

    /// Weighs a candidate that is made only if it is the best so far, or somebody asks.
    #[inline]
    pub fn consider(&mut self, points: i64, candidate: impl Fn() -> C) {
        self.offered.note(|| Some((points, candidate())));
        if self.best.as_ref().is_none_or(|(most, _)| points > *most) {
            self.best = Some((points, candidate()));
        }
    }

    /// Returns the best candidate, and what was offered beside it that is not the same, the best first.
    pub fn decide(self, is_same: impl Fn(&C, &C) -> bool) -> Option<(C, Vec<C>)> {
        let (_, best) = self.best?;
        let mut others = self.offered.list();
        others.retain(|(_, other)| !is_same(other, &best));
        others.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
        let others = others.into_iter().map(|(_, other)| other);
        Some((best, others.collect()))
    }
}

/// What a computer player weighed, kept if somebody asks.
#[derive(Clone, Debug)]
pub struct Notes<T>(Option<Vec<T>>);

impl<T> Default for Notes<T> {
    fn default() -> Self {
        Self::new(false)
    }
}

impl<T> Notes<T> {
    /// Begins to take notes if somebody asks.
    pub fn new(is_asked: bool) -> Self {
        Self(is_asked.then(Vec::new))
    }

    /// Whether somebody asks.
    pub fn are_asked(&self) -> bool {
        self.0.is_some()
    }

    /// Notes something that is worked out only if somebody asks.
    pub fn note(&mut self, one: impl FnOnce() -> Option<T>) {
        if let Some(notes) = &mut self.0 {
            notes.extend(one());
        }
    }

    /// Lists what was noted.
    pub fn list(self) -> Vec<T> {
        self.0.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_weighed_each_by_itself_and_told_if_they_count() {
        let weights = [
            Weight::percent("harm", 130),
            Weight::percent("danger", -80),
            Weight::each("steps", -4),
            Weight::each("fire", -40),
        ];
        let values = [33, 7, 3, 0];
        let features: Vec<_> = (weights.iter().zip(values))
            .map(|(weight, value)| weight.of(value))
            .collect();
        let points: Vec<_> = features.iter().map(|feature| feature.points).collect();
        assert_eq!(points, [42, -5, -12, 0]);
        assert_eq!(score(&weights, &values), 25);
        assert_eq!(
            Explanation(&features).to_string(),
            "harm 33: +42, danger 7: -5, steps 3: -12"
        );
    }

    #[test]
    fn points_end_where_numbers_do() {
        let weights = [Weight::each("much", 1000); 2];
        assert_eq!(score(&weights, &[i32::MAX; 2]), i32::MAX);
        assert_eq!(score(&weights, &[i32::MIN; 2]), i32::MIN);
    }
}
