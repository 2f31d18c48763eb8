//! Mechanisms that several rule sets stand on.
//!
//! **Invariant:** nothing here knows a rule set.

pub mod arc;
pub mod book;
pub mod dense;
pub mod formation;
pub mod planner;
pub mod seal;
pub mod sentence;
pub mod tasks;
pub mod ways;
pub mod words;
