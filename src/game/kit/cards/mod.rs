//! Cards: what is read on them and how they are drawn.
//!
//! **Invariant:** names no rule set.

pub mod face;
mod sheet;
