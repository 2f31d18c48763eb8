//! What a mission has happen by itself: triggers, objects to interact with, secondary objectives.
//!
//! **Invariant:** everything a script names exists in its mission.

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::content::declare::choices;
use crate::content::mode::AiMode;
use crate::content::terrain::TerrainId;
use crate::rules::battlescape::content::items::ItemId;
use crate::rules::battlescape::scenario::Objective;
use crate::rules::battlescape::scenario::names::{
    GROUP, HEX, MODE, OBJECT, OTHER_GOAL, SIDE, TERRAIN, TURN, UNIT, WORDS, ZONE,
};
use crate::rules::battlescape::scenario::said::{Or, Whole, said};

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

said! {
    /// What a trigger waits for.
    pub enum Condition: "condition", "a condition, such as Turn(3)" {
        /// This turn begins.
        Turn(u16 as TURN) = "Turn(3)", "A turn begins",
        /// A unit of a side enters a zone.
        Enters { zone: Vec<TileId> as ZONE, side: Side as SIDE }
            = "Enters(zone: \"name\", side: \"name\")", "A unit enters a zone",
        /// A unit dies.
        Dies(UnitId as UNIT) = "Dies(\"unit\")", "A unit dies",
        /// An object is interacted with.
        Interacts(u8 as OBJECT) = "Interacts(\"object\")", "An object is used",
        /// A secondary objective is complete.
        Completes(u8 as OTHER_GOAL) = "Completes(\"secondary objective\")", "A secondary goal is completed",
    }
}

said! {
    /// What a trigger does.
    pub enum Action: "action", "an action, such as Message(\"...\")" {
        /// Tells the player something.
        Message(String as WORDS) = "Message(\"...\")", "Show a message",
        /// Brings units that wait off the board onto it.
        Spawn(Vec<UnitId> as GROUP) = "Spawn(\"group\")", "Spawn a group",
        /// Has a computer play a side's units in another mode.
        Mode { side: Side as SIDE, mode: AiMode as MODE }
            = "Mode(side: \"name\", mode: Aggressive)", "Change a side's behavior",
        /// Changes the terrain of a hex: opens a door, breaks a wall.
        Terrain { tile in "at": TileId as HEX, becomes: TerrainId as TERRAIN }
            = "Terrain(at: (0, 0), becomes: \"open_door\")", "Change a hex",
        /// Lights the ground around a hex.
        Light {
            tile in "at": TileId as HEX,
            radius "Hexes": u8 as Whole(0..=20),
            turns: u8 as Whole(1..=100),
        } = "Light(at: (0, 0), radius: 3, turns: 2)", "Light a hex",
        /// Hurts whoever stands in a zone by so many hit points each turn, after so many turns of warning.
        Danger {
            zone: Vec<TileId> as ZONE,
            warning "Turns until": u16 as Or(Whole(0..=100), |_| 0, "0"),
            damage: u16 as Whole(1..=1000),
        } = "Danger(zone: \"name\", warning: 2, damage: 10)", "Damage all units in a zone",
        /// Has a unit join a side.
        Join { unit: UnitId as UNIT, side: Side as SIDE }
            = "Join(unit: \"name\", side: \"name\")", "A unit changes sides",
    }
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

choices! {
    /// What an object looks like.
    pub enum ObjectKind {
        /// A computer.
        Console,
        /// A cage.
        Cage,
        /// A power source.
        Generator,
        /// A box with items.
        Container,
    }
}

/// An objective beside the primary one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secondary {
    /// What the player is told.
    pub name: String,
    /// The objective.
    pub objective: Objective,
}
