//! The headless core of a battle; it names no concrete rule set.

pub mod dice;
