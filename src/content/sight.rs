//! Sight: figures that every rule set has, since the core looks by them.

use serde::{Deserialize, Serialize};

/// How far and through what units see (rules of squads §6).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SightFigures {
    /// Vision lost per tree on the line, hexes.
    pub tree_penalty: u8,
    /// Trees on a line that block it.
    pub trees_block: u8,
    /// Vision percent left when smoke lies on the line.
    pub smoke_percent: u16,
    /// Vision percent left at night, unless night-sighted.
    pub night_percent: u16,
    /// Vision gained at night to hexes under a flare, hexes.
    pub light_bonus: u8,
    /// C26: what a difference in height does.
    pub height: HeightSight,
    /// C27: whether units that the side sees block its lines of fire.
    pub units_block: bool,
    /// C29: how often smoke on a line takes its percent.
    pub smoke: SmokeSight,
}

/// What a difference in height does to sight (C26).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum HeightSight {
    /// Only what stands above the straight eye line blocks.
    #[default]
    EyeLine,
    /// Hexes of other heights are not seen, unless they are adjacent.
    Level,
}

/// How often smoke on a line takes its percent of vision (C29).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SmokeSight {
    /// Once.
    #[default]
    Once,
    /// For each hex of smoke.
    PerHex,
}
