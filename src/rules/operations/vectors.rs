//! Vectors of operations.
//!
//! **Invariant:** vectors reckon by the functions of the rules, on the content that is in force.

use crate::rules::operations::content::OperationsContent;
use crate::rules::operations::field::actual;
use crate::vectors::{Kind, Vector};

/// Kinds of vectors.
pub(super) const KINDS: [Kind; 1] = [("Actual", points)];

/// Runs a vector of actual points: `Actual(name: "...", raw: [84, 45], actual: [8, 5])`.
fn points(mut vector: Vector) -> Option<Vec<String>> {
    let raw = vector.numbers("raw", 0..=10_000)?;
    let wanted = vector.numbers("actual", 0..=10_000)?;
    vector.fields.done(vector.reader);
    let figures = &vector.catalog.part::<OperationsContent>().figures;
    let found = raw
        .iter()
        .map(|&raw| u32::from(actual(raw as u16, figures.raw_points)));
    let found: Vec<_> = found.collect();
    Some(match found == wanted {
        true => Vec::new(),
        false => vec![format!("expected actual points {wanted:?}, got {found:?}")],
    })
}
