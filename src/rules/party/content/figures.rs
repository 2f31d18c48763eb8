//! Figures and switches of the party's rules (§1).
//!
//! **Invariant:** whatever lies within their bounds can be played.

use crate::content::declare::{MOST, choices, figures};
use crate::content::problem::Place;
use crate::content::reader::Reader;
use crate::content::sight::SightFigures;
use crate::rules::kit::formation::Formation;

figures! {
    /// Figures of the rules (§1); what is marked C is a switch between the reference and the published code
    /// of the game it follows.
    #[derive(Default)]
    pub struct Figures {
        /// Added to the chance to hit from a side, percent.
        pub side_bonus: i16 [-100..=100],
        /// Added to the chance to hit from the back, percent.
        pub back_bonus: i16 [-100..=100],
        /// Percent that each level or bonus counts (§5).
        pub percent_per_level: i16 [1..=50],
        /// Levels that everybody has when attacking (§5).
        pub base_levels: i16 [0..=100],
        /// Least chance to hit, percent.
        pub least_chance: u8 [0..=100],
        /// Most chance to hit, percent.
        pub most_chance: u8 [0..=100],
        /// Least damage of a hit, hundredths of a hit point.
        pub least_damage: u16 [0..=10_000],
        /// C: whether a range of damage has its highest number.
        pub range_rolls_most: bool = true,
        /// Hexes within which enemies of other groups are alerted, too (§3).
        pub alert_radius: u32 [0..=100],
        /// Hexes that characters see.
        pub sight_radius: u8 [1..=24],
        /// Hexes that they see on an overland map.
        pub overland_sight_radius: u8 [1..=24],
        /// Chance of an encounter on an overland map before dangers, percent (§7).
        pub encounter_base: u8 [0..=100],
        /// Hexes that the party goes before an encounter is looked for, since the last one.
        pub encounter_cooldown: u8 [0..=100],
        /// Levels by which a group that is met may differ from the party.
        pub level_tolerance: u8 [0..=20],
        /// Chance of a scout to see others first, percent for each level.
        pub scout_percent: u8 [0..=100],
        /// Whether players may save on combat maps (clarification 5).
        pub saving_on_combat_maps: bool = false,
        /// Hexes within which a place is found for those who share a hex (§3).
        pub displace_radius: u16 [1..=100],
        /// C: whether a place is looked for farther off, too; else who finds none is left out.
        pub displace_widens: bool = true,
        /// Hexes from where somebody was to stand within which a place is found on combat maps (§7).
        pub place_radius: u16 [0..=100],
        /// How sides and groups that name no formation arrive on a combat map (§7).
        pub formation: Formation = Formation::Wedge,
        /// Action points of those that have none of their own.
        pub base_ap: u8 [1..=100],
        /// Highest level of a skill.
        pub max_skill: u8 [0..=20],
        /// Items that may be at hand in quick slots (§4).
        pub quick_slots: u8 [1..=20],
        /// Hexes within which hidden traps are found by those who see where they are (§4).
        pub trap_radius: u8 [0..=24],
        /// Most characters of the party.
        pub party_max: u8 [1..=100],
        /// Most actions of a computer's character in a turn (§9).
        pub most_actions: u8 [1..=255],
        /// Turns without a hostile in sight after which combat ends by itself (§6).
        pub auto_end_turns: u8 [1..=100],
        /// C: such turns before which the party cannot end it.
        pub end_button_from: u8 [0..=100] = 0,
        /// Checks of a searching character each turn (§8).
        pub search_checks: u8 [0..=10],
        /// When effects tick (§4).
        pub effect_tick: EffectTick = EffectTick::EndOfTurn,
        /// What actions cost (§4).
        pub costs: CostFigures,
        /// How far and through what characters see.
        pub sight: SightFigures,
        /// Who decides for characters of the computer in combat.
        pub deciders: Deciders,
        /// What the planner counts for and against what characters could do.
        pub planner: PlannerFigures,
    }

    /// Who decides for characters of the computer in combat.
    #[derive(Default)]
    pub struct Deciders {
        /// For the party.
        pub party: Decider = Decider::Planner,
        /// For all others, who act by their scripts (§9).
        pub others: Decider = Decider::Script,
    }

    /// What the planner counts for and against what characters could do, in points that are compared with
    /// each other only. Harm counts in hundredths of a hit point.
    #[derive(Default)]
    pub struct PlannerFigures {
        /// Percent of the harm to expect that counts.
        pub harm: i64 [-MOST..=MOST],
        /// Percent of an enemy's harm each turn that counts for the share of its hit points that it loses.
        pub focus: i64 [-MOST..=MOST],
        /// Percent of an enemy's harm each turn that counts where it dies.
        pub kill: i64 [-MOST..=MOST],
        /// Percent of the wounds to be mended that counts.
        pub mend: i64 [-MOST..=MOST],
        /// Percent of the harm that counts which an effect does, adds or keeps off.
        pub effect: i64 [-MOST..=MOST],
        /// Percent of the harm to itself and its own that counts.
        pub own_harm: i64 [-MOST..=MOST],
        /// Percent of the harm to be feared before its next turn that counts.
        pub danger: i64 [-MOST..=MOST],
        /// Points for each percent of its hit points that this harm takes, squared.
        pub death: i64 [-MOST..=MOST],
        /// Points for each step nearer to an enemy.
        pub near: i64 [-MOST..=MOST],
        /// Points for each step nearer to an enemy, times the turn.
        pub haste: i64 [-MOST..=MOST],
        /// Points for each step nearer to where the party escapes.
        pub escape: i64 [-MOST..=MOST],
        /// Points for each other one within `beside` hexes.
        pub support: i64 [-MOST..=MOST],
        /// Hexes within which others are beside it.
        pub beside: u32 [0..=100],
        /// Points for changing weapons.
        pub swap: i64 [-MOST..=MOST],
        /// Points for using an item up.
        pub item: i64 [-MOST..=MOST],
        /// Points for each one that is told where an enemy is.
        pub alert: i64 [-MOST..=MOST],
        /// Points for a hex that no enemy sees, where the party loses.
        pub hide: i64 [-MOST..=MOST],
        /// Percent of the enemies' strength below which a side loses, and would rather get away.
        pub losing_percent: i64 [0..=MOST],
        /// AP that the party spends to take something, outside combat.
        pub loot: i64 [0..=MOST],
        /// Percent of its hit points that the party needs to look around a location of a journey.
        pub fit_percent: u32 [0..=100],
    }

    /// What actions cost, AP (§4).
    #[derive(Default)]
    pub struct CostFigures {
        /// A step.
        pub step: u8 [0..=100],
        /// An attack, before what skills take off.
        pub attack: u8 [0..=100],
        /// The least that an attack costs.
        pub least_attack: u8 [1..=100],
        /// Levels of the weapon's skill from which on an attack costs 1 AP less each.
        pub weapon_levels: Vec<u8> [0..=100],
        /// The same of unarmed fighting.
        pub unarmed_levels: Vec<u8> [0..=100],
        /// Opening the inventory, the first time in a turn.
        pub inventory: u8 [0..=100],
        /// Using an item.
        pub item: u8 [0..=100],
        /// Opening or closing a door or chest, and taking or putting a thing.
        pub object: u8 [0..=100],
        /// Picking a lock, or disarming a trap.
        pub skill: u8 [0..=100],
    }
}

choices! {
    /// Who decides for characters in combat.
    #[derive(Default)]
    pub enum Decider {
        /// The script of each.
        #[default]
        Script,
        /// The planner, for all together.
        Planner,
    }

    /// When effects tick (§4).
    #[derive(Default)]
    pub enum EffectTick {
        /// At the end of the turn, those of all characters.
        #[default]
        EndOfTurn,
        /// C: when the turn of its own character begins.
        OwnTurnStart,
    }
}

impl Figures {
    /// Notes more items at hand than may be.
    pub(in crate::rules::party) fn check_quick(
        &self,
        place: Place,
        found: usize,
        reader: &mut Reader,
    ) {
        let most = self.quick_slots;
        if found > most.into() {
            let message = format!("{found} items are in quick slots, of which there are {most}");
            reader.problem(place, message);
        }
    }
}
