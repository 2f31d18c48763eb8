//! Planner: of the candidates a computer player has the one with most points, and why.
//!
//! **Invariant:** of equal candidates the first one stays; asking why changes no choice, and what is not
//! asked for is not kept.

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
