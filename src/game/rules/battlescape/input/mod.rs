//! Choosing, pointing and ordering units of squads.

pub mod hover;
pub mod orders;
pub mod reach;
pub mod select;
