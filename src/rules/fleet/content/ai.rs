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
        /// Percent of the hull that others were set on that adds to the chance to destroy.
        pub focus: i64 [-MOST..=MOST],
        /// Points lost for each shot.
        pub shot: i64 [-MOST..=MOST],
        /// Points lost for a shot without a target.
        pub waste: i64 [-MOST..=MOST],
        /// Points for a shot that may meet an enemy nobody sees, where others are known to be about.
        pub ghost: i64 [-MOST..=MOST],
        /// Hexes off at which an enemy is about.
        pub ghost_within: u32 [0..=100],
        /// Percent of an enemy's harm that counts where no known enemy detects the ship.
        pub unspotted_percent: i64 [0..=100] = 0,
        /// Chance in percent that an enemy that can come into range does.
        pub comes_percent: i64 [0..=100],
        /// Percent of an enemy's harm that counts for a ship behind another one.
        pub behind_percent: i64 [0..=100],
        /// Percent of a carrier's harm that counts for a ship behind another one.
        pub shielded_percent: i64 [0..=100],
        /// How sure it is that an enemy's carrier nobody has seen is where the enemy is looked for, in percent.
        pub presume_percent: i64 [0..=100],
        /// Percent of the points for closing in for ships that go for a carrier together.
        pub press: i64 [-MOST..=MOST],
        /// Percent that these points grow by each turn.
        pub haste: i64 [-MOST..=MOST],
        /// Percent of it for a ship as far off as another one.
        pub beside_percent: i64 [0..=100],
        /// Points for a ship of the network that defends, for each ship it lends fire control to.
        pub network: i64 [-MOST..=MOST],
        /// Points for each other ship about a hex where enemies may attack.
        pub support: i64 [-MOST..=MOST],
        /// Hexes off at which a ship counts as being about.
        pub support_within: u32 [0..=100],
        /// Ships about a hex that count at most.
        pub support_most: usize [0..=100],
        /// Points lost for a weapon that does not point at the nearest enemy in range.
        pub facing: i64 [-MOST..=MOST],
        /// Points for standing in the lane of an enemy to the carrier.
        pub lane: i64 [-MOST..=MOST],
        /// Hexes from the carrier that count as its screen.
        pub screen_within: u32 [0..=100],
        /// Points lost for each hex farther from the goal.
        pub closing: i64 [-MOST..=MOST],
        /// Points lost for each turn ahead of the others.
        pub pace: i64 [-MOST..=MOST],
        /// Turns by which ships that see far go ahead of the others.
        pub picket: u32 [0..=100],
        /// Turns to the front from which on nobody waits for the others.
        pub charge_within: u32 [0..=100],
        /// Each so many turns nobody waits for the others.
        pub patience: u16 [1..=500],
        /// With an intent queue: points lost for each sixth of a circle that a ship faces away from its goal.
        pub turning: i64 [-MOST..=MOST],
        /// With an intent queue: points lost where the board's edge leaves a ship no way to fly on.
        pub dead_end: i64 [-MOST..=MOST] = 0,
        /// Percent of the ships that may be left behind.
        pub pace_percent: usize [0..=100],
        /// Points lost for standing beside the carrier while others wait to be launched.
        pub way: i64 [-MOST..=MOST],
        /// Points lost for each point of damage by a hazard.
        pub mines: i64 [-MOST..=MOST],
        /// Hexes that a way around a mined hex may be longer.
        pub detour: u16 [0..=100],
        /// Points for landing a dry or hurt ship.
        pub land: i64 [-MOST..=MOST],
        /// Hexes that count as the nearest when enemies are chosen by how near they are.
        pub near_hexes: i64 [1..=100],
        /// Hexes about an enemy within which both sides' ships are compared.
        pub rally_within: u32 [0..=100],
        /// Attack of a type from which on it is escorted when it strikes a carrier.
        pub striker_attack: i16 [-100..=100],
        /// Percent by which it is less sure each turn that a ship is about where it was seen.
        pub fade: i64 [0..=100],
        /// The same for a carrier.
        pub fade_carrier: i64 [0..=100],
        /// Percent of a chance that is left when an enemy is out of sight.
        pub unseen_percent: i64 [0..=100],
        /// Turns out of sight from which on an enemy may be where none was.
        pub stale: u16 [0..=500],
        /// Turns out of sight that count at most when ships search.
        pub search_memory: u16 [0..=500],
        /// Points for each of these turns.
        pub search_stale: i64 [-MOST..=MOST],
        /// Points lost for each hex to get there.
        pub search_near: i64 [-MOST..=MOST],
        /// Hexes a ship has to see for it to go ahead of the others and look.
        pub scout_detect: u32 [0..=100],
        /// Hexes between those that two ships search.
        pub search_apart: u32 [0..=100],
        /// Hull and shots in percent below which a ship is repaired and rearmed while it is quiet.
        pub refit_percent: i64 [0..=100],
        /// Hexes to a known enemy within which it is not quiet.
        pub refit_within: u32 [0..=100],
        /// Hull in percent up to which a ship is worth repairing in dock.
        pub repair_percent: i64 [0..=100],
        /// Shots in percent below which a docked ship is rearmed first.
        pub rearm_percent: i64 [0..=100],
        /// Hexes to a known enemy within which docked ships are launched.
        pub launch_within: u32 [0..=100],
        /// Percent of what ships need to set out against a carrier with which they go on.
        pub goes_on_percent: i64 [0..=MOST],
        /// Turns before the last one, or before a drive is charged, in which a side that this beats goes out
        /// with what it has.
        pub hurry_turns: u16 [0..=500],
        /// Hexes that a carrier that follows its ships keeps from known enemies.
        pub carrier_safe: u32 [0..=100],
        /// Hexes by which it stays behind most of them.
        pub carrier_behind: u32 [0..=100],
        /// Turns for which hits by enemies nobody sees are remembered.
        pub memory: u16 [0..=500] = 0,
        /// By mode.
        pub modes: SmallMap<AiMode, ModeFigures>,
    }

    /// How a mode weighs.
    #[derive(Copy, Default)]
    pub struct ModeFigures {
        /// Percent of the points for harm done.
        pub offense: i64 [-MOST..=MOST],
        /// Percent of the points for harm suffered.
        pub caution: i64 [-MOST..=MOST],
        /// Percent of the points for closing in.
        pub closing: i64 [-MOST..=MOST],
        /// Percent of the points for the screen of the carrier and against what threatens it.
        pub screen: i64 [-MOST..=MOST],
        /// Hexes from the carrier within which an enemy threatens it.
        pub guard_within: u32 [0..=100],
        /// Strength in percent of the enemy's from which on ships attack.
        pub odds_percent: i64 [0..=MOST],
        /// Ships that stay as guards.
        pub guards: usize [0..=100],
        /// Ships there have to be for each of them.
        pub guard_one_in: usize [1..=100] = 1,
        /// Turns in which ships gather at the carrier before they go out.
        pub gather_turns: u16 [0..=500],
        /// Hull and shots of all ships in percent from which on they set out.
        pub ready_percent: i64 [0..=MOST],
        /// Percent of an enemy's carrier that ships have to expect to destroy for them to go for it.
        pub siege_percent: i64 [0..=MOST],
        /// Percent by which both fall each turn.
        pub resolve: i64 [0..=MOST],
        /// Turns by which ships may be ahead of the others.
        pub lead: u32 [0..=100],
        /// Hull in percent up to which a ship retreats to land.
        pub retreat_percent: i64 [0..=100],
        /// Whether ships go out when no enemy is known.
        pub roams: bool,
        /// Whether docked ships are launched when no enemy is near.
        pub launches: bool,
        /// Whether ships leave their hexes at all.
        pub moves: bool,
        /// Whether the carrier follows its ships.
        pub follows: bool,
        /// Hexes that the carrier keeps from armed enemies.
        pub keeps: u32 [0..=100],
    }
}
