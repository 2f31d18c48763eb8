//! What a mission has happen by itself: triggers, objects to interact with, secondary objectives.
//!
//! **Invariant:** everything a script names exists in its mission.

use serde::{Deserialize, Serialize};

use crate::{
    battle::{
        grid::TileId,
        unit::{Side, UnitId},
    },
    content::{mode::AiMode, terrain::TerrainId},
    rules::battlescape::{content::items::ItemId, scenario::Objective},
};

/// Most triggers, objects and secondary objectives of a mission: one bit each is kept.
pub const MOST: usize = 64;

/// Most triggers a mission file may have: the rest are for reinforcements.
pub const MOST_TRIGGERS: usize = 56;

/// Everything that happens by itself in a mission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// In the order they are tried.
    pub triggers: Vec<Trigger>,
    /// Things to interact with.
    pub objects: Vec<Object>,
    /// Objectives that decide nothing but count in the debrief.
    pub secondary: Vec<Secondary>,
}

/// Something that happens once, when something else did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trigger {
    /// When.
    pub when: Condition,
    /// What.
    pub then: Vec<Action>,
}

/// What a trigger waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// This turn begins.
    Turn(u16),
    /// A unit of a side enters a zone.
    Enters {
        /// The zone.
        zone: Vec<TileId>,
        /// The side.
        side: Side,
    },
    /// A unit dies.
    Dies(UnitId),
    /// An object is interacted with.
    Interacts(u8),
    /// A secondary objective is complete.
    Completes(u8),
}

/// What a trigger does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Tells the player something.
    Message(String),
    /// Brings units that wait off the board onto it.
    Spawn(Vec<UnitId>),
    /// Has a computer play a side's units in another mode.
    Mode {
        /// The side.
        side: Side,
        /// The mode.
        mode: AiMode,
    },
    /// Changes the terrain of a hex: opens a door, breaks a wall.
    Terrain {
        /// The hex.
        tile: TileId,
        /// The terrain.
        becomes: TerrainId,
    },
    /// Lights the ground around a hex.
    Light {
        /// The hex.
        tile: TileId,
        /// Hexes around it.
        radius: u8,
        /// Turns it lasts.
        turns: u8,
    },
    /// Hurts whoever stands in a zone, from a number of turns later on (a warning).
    Danger {
        /// The zone.
        zone: Vec<TileId>,
        /// Turns of warning.
        warning: u16,
        /// Hit points each turn.
        damage: u16,
    },
    /// Has a unit join a side.
    Join {
        /// The unit.
        unit: UnitId,
        /// The side.
        side: Side,
    },
}

/// A thing to interact with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Name shown to people.
    pub name: String,
    /// What it looks like.
    pub kind: ObjectKind,
    /// Where.
    pub tile: TileId,
    /// What lies in it.
    pub items: Vec<ItemId>,
}

/// What an object looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ObjectKind {
    /// A computer.
    Console,
    /// A cage.
    Cage,
    /// A power source.
    Generator,
    /// A box with things in it.
    Container,
}

/// An objective beside the primary one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secondary {
    /// What the player is told.
    pub name: String,
    /// The objective.
    pub objective: Objective,
}
