//! What the player has chosen and aims at.

use bevy::prelude::*;

use crate::{
    battle::{grid::TileId, unit::UnitId},
    rules::battlescape::{
        content::{FireMode, Gait},
        event::Mark,
        panel::tool::Tool,
    },
};

/// The unit the player has chosen, and what is being aimed.
#[derive(Resource, Clone, Debug, Default)]
pub struct Selection {
    /// How the unit moves, where its posture leaves a choice.
    pub gait: Gait,
    /// Own unit.
    pub unit: Option<UnitId>,
    /// Hexes that the next walk goes by, in order.
    pub way: Vec<TileId>,
    /// What the next click is for.
    pub tool: Tool,
    /// What is aimed at.
    pub target: Option<Mark>,
    /// Mode of fire.
    pub mode: Option<FireMode>,
    /// Mode that TU are kept back for.
    pub reserve: Option<FireMode>,
    /// Hex that the next click goes to although TU are kept back.
    pub insists_on: Option<TileId>,
    /// Hex pointed at when the target was lost.
    pub lost_at: Option<TileId>,
}
