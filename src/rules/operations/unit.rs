//! Components of units, and all of one as one value.
//!
//! **Invariant:** [`UnitState`] holds every component that can change; Capability Points are counted in half
//! points.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::grid::TileId;
use crate::battle::state::unit_state;
use crate::battle::unit::{Health, Position, Presence, UnitId};
use crate::rules::kit::words::worded;
use crate::rules::operations::content::{Class, KindId, Size, Trucks, TypeId};

worded! {
    /// Where guns stand until the next combat segment (§6).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum Stance {
        Forward = "forward",
        Back = "back",
    }
}

/// What a unit is, which no battle changes.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Build {
    /// Its kind.
    pub kind: KindId,
    /// What it is.
    pub class: Class,
    /// How large it is.
    pub size: Size,
    /// Stacking points.
    pub stacking: u8,
    /// Types of its TOE points.
    pub types: Vec<TypeId>,
    /// TOE points at full strength, by type.
    pub full: Vec<u8>,
    /// Capability Point Allowance.
    pub cpa: u8,
    /// Morale.
    pub morale: i16,
    /// Rounds of ammunition at most.
    pub ammo: u8,
    /// The headquarters of its formation.
    pub parent: Option<UnitId>,
    /// Whether the leader of its side is with it.
    pub leader: bool,
    /// Whether it only looks like a unit.
    pub dummy: bool,
    /// Whether it is no target, since its assault ratings are in brackets.
    pub bracketed: bool,
}

/// What battles change of a unit besides its hex.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Condition {
    /// TOE points by type.
    pub toe: Vec<u8>,
    /// Capability Points spent this stage, half points.
    pub spent: u16,
    /// Those spent on moving in the present half, half points.
    pub moved: u16,
    /// Those paid for combat in the present segment, half points.
    pub fought: u16,
    /// Cohesion.
    pub cohesion: i16,
    /// Rounds of ammunition.
    pub ammo: u8,
    /// Its trucks by cargo.
    pub trucks: Trucks,
    /// Rounds that its trucks carry for others.
    pub rounds: u16,
    /// Where it stands, of guns.
    pub stance: Option<Stance>,
    /// Whether it is Pinned.
    pub pinned: bool,
    /// Whether it is Engaged.
    pub engaged: bool,
    /// Whether it retreated into its hex in this segment (§7).
    pub retreated_in: bool,
    /// Whether it rides (clarification 20).
    pub riding: bool,
    /// Whether the enemy knows what it is.
    pub identified: bool,
    /// Replacement Points that it took.
    pub replacements: u16,
}

impl Condition {
    /// Returns its TOE points.
    pub fn strength(&self) -> u16 {
        self.toe.iter().map(|&points| u16::from(points)).sum()
    }
}

unit_state! {
    /// Every component of a unit that can change.
    #[derive(Default)]
    pub struct UnitState {
        /// Where it is, or was last.
        pub tile: TileId as Position,
        /// Whether it is on the board; units without points are dead.
        pub presence: Presence,
        /// TOE points left and at full strength.
        pub health: Health,
        /// What else battles change of it.
        pub body: Condition,
    }
}
