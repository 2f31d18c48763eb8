//! Vectors of the casket: units as given, orders, and what came of them.

use crate::vectors::{Kind, Vector};

/// Kinds of vectors.
pub(super) const KINDS: [Kind; 0] = [];

#[expect(dead_code, reason = "kinds follow")]
fn run(_: Vector) -> Option<Vec<String>> {
    None
}
