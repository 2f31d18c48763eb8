//! Hexscape: a hex tactics game and balance laboratory.

pub mod battle;
pub mod content;
pub mod mission;
pub mod rules;
