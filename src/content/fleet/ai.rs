//! Figures of the computer player of the fleet.
//!
//! **Invariant:** every mode has its figures.

use serde::{Deserialize, Serialize};

use crate::{content::table::Table, mission::AiMode};

/// Figures of the computer player.
///
/// Points are compared with each other only; damage counts in hundredths of a point of hull.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AiFigures {
    /// Points for each expected point of damage done.
    pub damage: i32,
    /// Points for each percent of a chance to destroy.
    pub kill: i32,
    /// Points for each expected point of damage to a carrier.
    pub carrier_damage: i32,
    /// Points lost for each expected point of damage suffered.
    pub suffer: i32,
    /// Points for a ship of the network that defends, for each ship it lends fire control to.
    pub network: i32,
    /// Points for standing between the carrier and the enemy.
    pub screen: i32,
    /// Hexes from the carrier that count as its screen.
    pub screen_within: u8,
    /// Points lost for each hex farther from the goal.
    pub closing: i32,
    /// Points lost for a shot without a target.
    pub waste: i32,
    /// Points for landing a dry or hurt ship.
    pub land: i32,
    /// Points lost for each percent of a risk to be intercepted.
    pub interception: i32,
    /// Percent of the points of a target that others were already set on, for each point of hull that is
    /// left of it.
    pub focus: i32,
    /// Hull in percent up to which a ship is worth repairing in dock.
    pub repair_percent: u16,
    /// Hexes to a known enemy within which docked ships are launched.
    pub launch_within: u8,
    /// By mode.
    pub modes: Table<AiMode, ModeFigures>,
}

/// How a mode weighs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeFigures {
    /// Percent of the points for harm done.
    pub offense: i32,
    /// Percent of the points for harm suffered.
    pub caution: i32,
    /// Percent of the points for closing in; below 0 it keeps away.
    pub closing: i32,
    /// Percent of the points for the screen of the carrier.
    pub screen: i32,
    /// Hull in percent up to which a ship retreats to land.
    pub retreat_percent: u16,
    /// Whether ships go out when no enemy is known.
    pub roams: bool,
    /// Whether ships leave their hexes at all.
    pub moves: bool,
}
