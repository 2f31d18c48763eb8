//! Tells whether something is still as it was, for whoever keeps what was worked out from it.
//!
//! **Invariant:** no two states that may differ have the same revision, in whichever battle of the
//! process; of states that are alike two may have different ones. Nothing but equality is ever asked.

use std::sync::atomic::{AtomicU64, Ordering};

/// Names one state of something that changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Revision(u64);

impl Revision {
    /// Returns a revision that nothing had before.
    pub fn fresh() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Default for Revision {
    fn default() -> Self {
        Self::fresh()
    }
}
