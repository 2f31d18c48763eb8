//! Hexscape: a hex tactics game and balance laboratory.

pub mod content;
