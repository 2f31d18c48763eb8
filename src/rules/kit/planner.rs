//! Planner: of the candidates a computer player has the one with most points, and why.
//!
//! A rule set names what a candidate has of each [`Feature`]; weights are figures of its content. The
//! points of a candidate are those of its features together.
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

impl Feature {
    /// Counts the weight once for each of the feature there is.
    pub fn each(name: &'static str, value: impl Into<i64>, weight: impl Into<i64>) -> Self {
        Self::per(1, name, value, weight)
    }

    /// Counts the weight in percent, rounded towards zero.
    pub fn percent(name: &'static str, value: impl Into<i64>, weight: impl Into<i64>) -> Self {
        Self::per(100, name, value, weight)
    }

    /// Counts the weight once for so much of the feature, rounded towards zero.
    fn per(much: i64, name: &'static str, value: impl Into<i64>, weight: impl Into<i64>) -> Self {
        let value = value.into();
        Self {
            name,
            value,
            points: value * weight.into() / much,
        }
    }
}

/// Adds the points of features up.
pub fn points(features: &[Feature]) -> i32 {
    let sum: i64 = features.iter().map(|feature| feature.points).sum();
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
        self.offered.note(|| Some((points, candidate.clone())));
        if self.best.as_ref().is_none_or(|(most, _)| points > *most) {
            self.best = Some((points, candidate.clone()));
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
        let features = [
            Feature::percent("harm", 33, 130),
            Feature::percent("danger", 7, -80),
            Feature::each("steps", 3, -4),
            Feature::each("fire", 0, -40),
        ];
        assert_eq!(features.map(|feature| feature.points), [42, -5, -12, 0]);
        assert_eq!(points(&features), 25);
        assert_eq!(
            Explanation(&features).to_string(),
            "harm 33: +42, danger 7: -5, steps 3: -12"
        );
    }

    #[test]
    fn points_end_where_numbers_do() {
        let much = Feature::each("much", i64::from(i32::MAX), 1000);
        assert_eq!(points(&[much, much]), i32::MAX);
    }
}
