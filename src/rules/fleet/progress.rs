//! How far a fleet battle is: stage of the turn, sealed plans, drives, what protected carriers.
//!
//! **Invariant:** a sealed plan is shown to nobody but its side before the turn resolves.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    battle::unit::Side,
    rules::fleet::order::{Launch, SidePlan},
};

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
    pub sealed: Option<SidePlan>,
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
                sealed: None,
                launches: Vec::new(),
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
