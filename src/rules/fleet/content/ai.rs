//! Figures of the computer player of the fleet.
//!
//! **Invariant:** every mode has its figures.

use crate::content::declare::{MOST, figures};
use crate::content::mode::AiMode;
use crate::content::small_map::SmallMap;

figures! {
    /// Figures of the computer player.
    ///
    /// Points are compared with each other only; damage counts in hundredths of a point of hull.
    #[derive(Default)]
    pub struct AiFigures {
        /// Points for each expected point of damage done.
        pub damage: i64 [-MOST..=MOST],
        /// Points for each percent of a chance to destroy.
        pub kill: i64 [-MOST..=MOST],
        /// Points for each expected point of damage to a carrier.
        pub carrier_damage: i64 [-MOST..=MOST],
        /// Points for each percent of a chance to destroy a carrier.
        pub carrier_kill: i64 [-MOST..=MOST],
        /// Points lost for each expected point of damage suffered.
        pub suffer: i64 [-MOST..=MOST],
        /// Points lost for each percent of a chance to be destroyed.
        pub lose: i64 [-MOST..=MOST],
        /// Share of the hull expected to be lost to other attackers that adds to the chance to destroy,
        /// percent.
        pub focus: i64 [-MOST..=MOST],
        /// Points lost for each shot.
        pub shot: i64 [-MOST..=MOST],
        /// Points lost for a shot without a target.
        pub waste: i64 [-MOST..=MOST],
        /// Points for a shot that may hit an unseen enemy when enemies are known to be near.
        pub ghost: i64 [-MOST..=MOST],
        /// Distance at which an enemy counts as near, hexes.
        pub ghost_within: u32 [0..=100],
        /// Weight of an enemy's damage where no known enemy detects the ship, percent.
        pub unspotted_percent: i64 [0..=100] = 0,
        /// Chance that an enemy that can come into range does so, percent.
        pub comes_percent: i64 [0..=100],
        /// Weight of an enemy's damage to a ship behind another one, percent.
        pub behind_percent: i64 [0..=100],
        /// Weight of a carrier's damage to a ship behind another one, percent.
        pub shielded_percent: i64 [0..=100],
        /// Probability that an unseen enemy carrier is where enemies are searched for, percent.
        pub presume_percent: i64 [0..=100],
        /// Weight of closing in for ships that attack a carrier together, percent.
        pub press: i64 [-MOST..=MOST],
        /// Growth of these points per turn, percent.
        pub haste: i64 [-MOST..=MOST],
        /// Share of it for a ship at the same distance as another one, percent.
        pub beside_percent: i64 [0..=100],
        /// Points for a defending ship of the network, for each ship it lends fire control to.
        pub network: i64 [-MOST..=MOST],
        /// Points for each other ship near a hex where enemies may attack.
        pub support: i64 [-MOST..=MOST],
        /// Distance at which a ship counts as near, hexes.
        pub support_within: u32 [0..=100],
        /// Maximum number of near ships that count.
        pub support_most: usize [0..=100],
        /// Points lost for a weapon that does not point at the nearest enemy in range.
        pub facing: i64 [-MOST..=MOST],
        /// Points for blocking an enemy's path to the carrier.
        pub lane: i64 [-MOST..=MOST],
        /// Hexes from the carrier that count as its screen.
        pub screen_within: u32 [0..=100],
        /// Points lost for each hex farther from the goal.
        pub closing: i64 [-MOST..=MOST],
        /// Points lost for each turn ahead of the fleet.
        pub pace: i64 [-MOST..=MOST],
        /// Turns by which far-sighted ships go ahead of the fleet.
        pub picket: u32 [0..=100],
        /// Turns to the front within which ships no longer wait for the fleet.
        pub charge_within: u32 [0..=100],
        /// Interval of turns in which ships do not wait for the fleet.
        pub patience: u16 [1..=500],
        /// With an intent queue: points lost for each sixth of a circle that a ship faces away from its goal.
        pub turning: i64 [-MOST..=MOST],
        /// With an intent queue: points lost where the board's edge blocks a ship.
        pub dead_end: i64 [-MOST..=MOST] = 0,
        /// Share of the ships that may be left behind, percent.
        pub pace_percent: usize [0..=100],
        /// Points lost for staying next to the carrier while ships wait to launch.
        pub way: i64 [-MOST..=MOST],
        /// Points lost for each point of damage by a hazard.
        pub mines: i64 [-MOST..=MOST],
        /// Maximum detour around a mined hex, hexes.
        pub detour: u16 [0..=100],
        /// Points for landing a ship that is damaged or out of ammunition.
        pub land: i64 [-MOST..=MOST],
        /// Distance within which enemies count as equally near, hexes.
        pub near_hexes: i64 [1..=100],
        /// Radius around an enemy in which both sides' ships are compared, hexes.
        pub rally_within: u32 [0..=100],
        /// Minimum attack of a type that is escorted when it strikes a carrier.
        pub striker_attack: i16 [-100..=100],
        /// Loss of certainty per turn about a ship's last known position, percent.
        pub fade: i64 [0..=100],
        /// The same for a carrier.
        pub fade_carrier: i64 [0..=100],
        /// Factor on chances against an enemy out of sight, percent.
        pub unseen_percent: i64 [0..=100],
        /// Turns out of sight after which an enemy may be on a hex again.
        pub stale: u16 [0..=500],
        /// Maximum turns out of sight that count in a search.
        pub search_memory: u16 [0..=500],
        /// Points for each of these turns.
        pub search_stale: i64 [-MOST..=MOST],
        /// Points lost for each hex to get there.
        pub search_near: i64 [-MOST..=MOST],
        /// Minimum detection of a ship that scouts ahead, hexes.
        pub scout_detect: u32 [0..=100],
        /// Distance between the hexes that two ships search.
        pub search_apart: u32 [0..=100],
        /// Hull and shots below which a ship is repaired and rearmed in quiet turns, percent.
        pub refit_percent: i64 [0..=100],
        /// Distance to a known enemy within which a turn is not quiet, hexes.
        pub refit_within: u32 [0..=100],
        /// Hull at or below which a docked ship is repaired, percent.
        pub repair_percent: i64 [0..=100],
        /// Shots below which a docked ship is rearmed first, percent.
        pub rearm_percent: i64 [0..=100],
        /// Distance to a known enemy within which docked ships launch, hexes.
        pub launch_within: u32 [0..=100],
        /// Share of the strength needed to start a carrier attack that is enough to continue it, percent.
        pub goes_on_percent: i64 [0..=MOST],
        /// Turns before the last one, or before a drive is charged, in which the losing side attacks
        /// with all it has.
        pub hurry_turns: u16 [0..=500],
        /// Distance that a following carrier keeps from known enemies, hexes.
        pub carrier_safe: u32 [0..=100],
        /// Distance by which it stays behind most ships, hexes.
        pub carrier_behind: u32 [0..=100],
        /// Turns for which hits by unseen enemies are remembered.
        pub memory: u16 [0..=500] = 0,
        /// By mode.
        pub modes: SmallMap<AiMode, ModeFigures>,
    }

    /// Weights of a mode.
    #[derive(Copy, Default)]
    pub struct ModeFigures {
        /// Weight of damage dealt, percent.
        pub offense: i64 [-MOST..=MOST],
        /// Weight of damage taken, percent.
        pub caution: i64 [-MOST..=MOST],
        /// Weight of closing in, percent.
        pub closing: i64 [-MOST..=MOST],
        /// Weight of protecting the carrier, percent.
        pub screen: i64 [-MOST..=MOST],
        /// Hexes from the carrier within which an enemy threatens it.
        pub guard_within: u32 [0..=100],
        /// Strength at which ships attack, percent of the enemy's.
        pub odds_percent: i64 [0..=MOST],
        /// Ships that stay as guards.
        pub guards: usize [0..=100],
        /// Ships needed for each guard.
        pub guard_one_in: usize [1..=100] = 1,
        /// Turns in which ships gather at the carrier before they leave.
        pub gather_turns: u16 [0..=500],
        /// Hull and shots of all ships at which they leave, percent.
        pub ready_percent: i64 [0..=MOST],
        /// Share of an enemy carrier's hull that ships must expect to destroy before they attack it, percent.
        pub siege_percent: i64 [0..=MOST],
        /// Decrease of both per turn, percent.
        pub resolve: i64 [0..=MOST],
        /// Turns by which ships may be ahead of the fleet.
        pub lead: u32 [0..=100],
        /// Hull at or below which a ship retreats to land, percent.
        pub retreat_percent: i64 [0..=100],
        /// Whether ships leave when no enemy is known.
        pub roams: bool,
        /// Whether docked ships are launched when no enemy is near.
        pub launches: bool,
        /// Whether ships leave their hexes at all.
        pub moves: bool,
        /// Whether the carrier follows its ships.
        pub follows: bool,
        /// Distance that the carrier keeps from armed enemies, hexes.
        pub keeps: u32 [0..=100],
    }
}
