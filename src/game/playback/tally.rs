//! What cards show of own units while scenes are left: the state by the scene on show, not the end.
//!
//! **Invariant:** kept from the battle while nothing is played back; in between, only scenes change it.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::battle::unit::{Health, UnitId};

/// Where a unit is by the scene on show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// On the board.
    Board,
    /// Off the board, and may come back to it.
    Docked,
    /// Destroyed, or never came.
    Gone,
}

/// What the card of a unit shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Hit points.
    pub health: Health,
    /// Shots left.
    pub ammo: u8,
    /// Where it is.
    pub place: Whereabouts,
}

/// What cards and top bar show while scenes are left.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Tallies {
    /// The turn that is played back.
    pub turn: u16,
    /// What wins, as it was told when the turn began.
    pub objective: String,
    /// Own units.
    pub units: BTreeMap<UnitId, Tally>,
}
