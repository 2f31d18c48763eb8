//! How far a fleet battle is: stage of the turn, sealed plans, drives, what protected carriers.
//!
//! **Invariant:** a sealed plan is shown to nobody but its side before the turn resolves.

use std::hash::{Hash, Hasher};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::grid::TileId;
use crate::battle::unit::Side;
use crate::rules::fleet::order::{Launch, SidePlan};
use crate::rules::kit::seal::Seal;

/// Where in a turn the battle is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// Sides look and give their orders: Intel and Command of the reference, since looking is free.
    #[default]
    Command,
    /// The orders are carried out.
    Resolving,
}

/// State of the battle beside units and tiles.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Progress {
    /// Where in the turn it is.
    pub stage: Stage,
    /// The sub-phase that is carried out, from 0 (§10).
    pub sub_phase: u8,
    /// Whether it is played on beyond the last turn.
    pub endless: bool,
    /// Whether something happened this turn that keeps the battle from ending as a quiet one.
    #[serde(default)]
    pub stirred: bool,
    /// Turns in a row in which nothing did (clarification 17).
    #[serde(default)]
    pub quiet: u16,
    /// By side.
    pub sides: Vec<SideProgress>,
}

/// What happened to one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SideProgress {
    /// Its plan for this turn, sealed.
    pub sealed: Seal<SidePlan>,
    /// Launches of the turn that resolves.
    pub launches: Vec<Launch>,
    /// Charge of its jump drive, turns.
    pub drive: u16,
    /// Whether its carrier was hit in this battle.
    pub was_hit: bool,
    /// Whether its shield absorbed a hit.
    pub absorbed: bool,
    /// Ships lost this turn.
    pub lost: u16,
    /// Where its units were hit by enemies it did not see.
    #[serde(default)]
    pub ambushes: Ambushes,
}

/// A hit by an enemy that the side of whoever was hit did not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ambush {
    /// The hex of whoever was hit.
    pub tile: TileId,
    /// The turn.
    pub turn: u16,
}

/// Hits by enemies that a side did not see, the latest last; no more than [`Ambushes::MOST`].
///
/// Left out of the fingerprint: they follow from the rest and the orders before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ambushes(pub Vec<Ambush>);

impl Ambushes {
    /// Hits that are remembered.
    pub const MOST: usize = 12;

    /// Remembers a hit instead of one on the same hex, and forgets the first one of too many.
    pub(super) fn note(&mut self, ambush: Ambush) {
        self.0.retain(|other| other.tile != ambush.tile);
        if self.0.len() >= Self::MOST {
            self.0.remove(0);
        }
        self.0.push(ambush);
    }
}

impl Hash for Ambushes {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Progress {
    /// Begins a battle of so many sides.
    pub fn new(sides: usize) -> Self {
        Self {
            sides: vec![SideProgress::default(); sides],
            ..Self::default()
        }
    }

    /// Returns what happened to a side.
    pub fn of(&self, side: Side) -> &SideProgress {
        &self.sides[side.index()]
    }

    /// Returns what a side knows of it: no other side's plan.
    pub fn known_to(&self, knower: Side) -> Self {
        let known = |(index, side): (u8, &SideProgress)| match Side(index) == knower {
            true => side.clone(),
            false => SideProgress {
                sealed: Seal::default(),
                launches: Vec::new(),
                ambushes: Ambushes::default(),
                ..*side
            },
        };
        Self {
            sides: (0..).zip(&self.sides).map(known).collect(),
            ..*self
        }
    }

    /// Returns what happened to a side, to be written.
    pub(super) fn of_mut(&mut self, side: Side) -> &mut SideProgress {
        &mut self.sides[side.index()]
    }
}
