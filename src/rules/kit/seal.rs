//! Plans that sides seal in secret and open together.
//!
//! **Invariant:** written, hashed and compared as the bare option, so that saves and fingerprints are those of
//! the plan; only its own side may look at it before all are opened.

use serde::{Deserialize, Serialize};

/// What a side has sealed, if anything.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seal<T>(Option<T>);

impl<T> Default for Seal<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Seal<T> {
    /// Seals a plan instead of one before.
    pub fn close(&mut self, plan: T) {
        self.0 = Some(plan);
    }

    /// Takes the plan out.
    pub fn open(&mut self) -> Option<T> {
        self.0.take()
    }

    /// Whether there is a plan.
    pub fn is_closed(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the plan, for its own side.
    pub fn plan(&self) -> Option<&T> {
        self.0.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_is_written_as_the_plan_or_nothing() {
        let mut seal = Seal::default();
        assert_eq!(ron::to_string(&seal).as_deref(), Ok("None"));
        assert!(!seal.is_closed());
        seal.close(3);
        assert_eq!(
            (ron::to_string(&seal).as_deref(), seal.plan()),
            (Ok("Some(3)"), Some(&3))
        );
        assert_eq!((seal.open(), seal.open()), (Some(3), None));
    }
}
