//! The headless core: board, sight, paths, units, orders, dice and journal. Names no concrete rule
//! set.
//!
//! **Invariant:** every change to a running battle comes through one door, `order::submit`.

pub mod board;
pub mod dice;
pub mod fingerprint;
pub mod grid;
pub mod path;
pub mod phase;
pub mod sight;
pub mod unit;
pub mod view;
