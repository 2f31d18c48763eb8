//! Panels of squads.

pub mod actions;
pub mod guide;
pub mod insight;
pub mod outlook;
pub mod repertoire;
pub mod squad;
pub mod target;
