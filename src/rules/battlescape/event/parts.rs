//! What events are made of: causes, marks, what an area attack does.
//!
//! **Invariant:** plain data with every rolled number.

use serde::{Deserialize, Serialize};

use crate::battle::dice::Pool;
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::rules::battlescape::soldier::BurnLeft;

/// What hurt a unit beside an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cause {
    /// A burning hex.
    Fire,
    /// Hazardous ground (lava).
    Hazard,
    /// A burn from an earlier hit.
    Burn,
    /// Poison.
    Poison,
    /// A danger zone.
    Danger,
    /// A psionic strike by this unit.
    Psi(UnitId),
    /// A fall of this many levels.
    Fall(u8),
}

/// What an attack is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mark {
    /// A unit.
    Unit(UnitId),
    /// A hex: its terrain, or whoever stands there unseen.
    Hex(TileId),
}

/// A kinetic round that missed and may have struck on (§15.20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ricochet {
    /// The d100.
    pub roll: u8,
    /// Where it struck, if it did.
    pub to: Option<TileId>,
    /// Who stood there, the dice, and the hit points it loses.
    pub victim: Option<(UnitId, Pool, u16)>,
}

/// What an area attack is, to the eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BurstKind {
    /// An explosion.
    Blast,
    /// A chemical cloud.
    Cloud,
    /// Smoke.
    Smoke,
    /// Fire.
    Fire,
    /// A flash that stuns.
    Flash,
    /// A light.
    Light,
}

/// What an area attack does to one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Harm {
    /// Who.
    pub unit: UnitId,
    /// Ring it stands in; 0 is the center.
    pub ring: u8,
    /// Hit points lost.
    pub dealt: u16,
    /// Whether armor stopped it.
    pub blocked: bool,
    /// Poison that takes hold.
    pub poison: Option<BurnLeft>,
    /// Stun points, if it is stunned for a turn.
    pub stun: Option<u16>,
    /// Whether it falls unconscious.
    #[serde(default)]
    pub falls: bool,
}

/// Where a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Holder {
    /// In a slot of a unit's pack.
    Slot(UnitId, u8),
    /// On the ground, as the thing of this number on its hex.
    Ground(TileId, u8),
}
