//! Figures and switches of the party's rules (§1).
//!
//! **Invariant:** whatever lies within their bounds can be played.

use crate::content::declare::{MOST, choices, figures};
use crate::content::problem::Place;
use crate::content::reader::Reader;
use crate::content::sight::SightFigures;
use crate::rules::kit::formation::Formation;

figures! {
    /// Figures of the rules (§1); entries marked C are switches between the reference and the published code of the game.
    #[derive(Default)]
    pub struct Figures {
        /// Added to the chance to hit from a side, percent.
        pub side_bonus: i16 [-100..=100],
        /// Added to the chance to hit from the back, percent.
        pub back_bonus: i16 [-100..=100],
        /// Value of each level or bonus, percent (§5).
        pub percent_per_level: i16 [1..=50],
        /// Base level of every attacker (§5).
        pub base_levels: i16 [0..=100],
        /// Minimum chance to hit, percent.
        pub least_chance: u8 [0..=100],
        /// Maximum chance to hit, percent.
        pub most_chance: u8 [0..=100],
        /// Minimum damage of a hit, hundredths of a hit point.
        pub least_damage: u16 [0..=10_000],
        /// C: whether a damage range includes its highest number.
        pub range_rolls_most: bool = true,
        /// Distance within which enemies of other groups are also alerted, hexes (§3).
        pub alert_radius: u32 [0..=100],
        /// Hexes that characters see.
        pub sight_radius: u8 [1..=24],
        /// Hexes that characters see on an overland map.
        pub overland_sight_radius: u8 [1..=24],
        /// Chance of an encounter on an overland map before dangers, percent (§7).
        pub encounter_base: u8 [0..=100],
        /// Hexes the party travels after an encounter before the next one can happen.
        pub encounter_cooldown: u8 [0..=100],
        /// Largest difference in level between the party and groups it meets.
        pub level_tolerance: u8 [0..=20],
        /// Chance of a scout to spot others first, percent per level.
        pub scout_percent: u8 [0..=100],
        /// Whether players may save on combat maps (clarification 5).
        pub saving_on_combat_maps: bool = false,
        /// Distance within which characters that share a hex are spread out, hexes (§3).
        pub displace_radius: u16 [1..=100],
        /// C: whether they are placed farther away if needed; otherwise those without room are left out.
        pub displace_widens: bool = true,
        /// Distance within which characters find room on combat maps, hexes (§7).
        pub place_radius: u16 [0..=100],
        /// Default formation on arrival on a combat map (§7).
        pub formation: Formation = Formation::Wedge,
        /// Default action points.
        pub base_ap: u8 [1..=100],
        /// Highest level of a skill.
        pub max_skill: u8 [0..=20],
        /// Number of quick slots (§4).
        pub quick_slots: u8 [1..=20],
        /// Distance within which visible hexes are searched for hidden traps, hexes (§4).
        pub trap_radius: u8 [0..=24],
        /// Maximum number of characters in the party.
        pub party_max: u8 [1..=100],
        /// Maximum actions of a computer's character per turn (§9).
        pub most_actions: u8 [1..=255],
        /// Turns without an enemy in sight after which combat ends automatically (§6).
        pub auto_end_turns: u8 [1..=100],
        /// C: such turns that must pass before the party can end combat.
        pub end_button_from: u8 [0..=100] = 0,
        /// Checks of a searching character each turn (§8).
        pub search_checks: u8 [0..=10],
        /// When effects tick (§4).
        pub effect_tick: EffectTick = EffectTick::EndOfTurn,
        /// What actions cost (§4).
        pub costs: CostFigures,
        /// How far and through what characters see.
        pub sight: SightFigures,
        /// Who decides for the computer's characters in combat.
        pub deciders: Deciders,
        /// Weights of the planner.
        pub planner: PlannerFigures,
    }

    /// Who decides for the computer's characters in combat.
    #[derive(Default)]
    pub struct Deciders {
        /// For the party.
        pub party: Decider = Decider::Planner,
        /// For all other characters (§9).
        pub others: Decider = Decider::Script,
    }

    /// Weights of the planner, in points that are only comparable with each other. Harm counts in hundredths
    /// of a hit point.
    #[derive(Default)]
    pub struct PlannerFigures {
        /// Weight of expected damage, percent.
        pub harm: i64 [-MOST..=MOST],
        /// Weight of an enemy's damage per turn for the share of hit points it loses, percent.
        pub focus: i64 [-MOST..=MOST],
        /// Weight of an enemy's damage per turn if it dies, percent.
        pub kill: i64 [-MOST..=MOST],
        /// Weight of healing, percent.
        pub mend: i64 [-MOST..=MOST],
        /// Weight of the damage an effect does, adds or prevents, percent.
        pub effect: i64 [-MOST..=MOST],
        /// Weight of damage to itself and its side, percent.
        pub own_harm: i64 [-MOST..=MOST],
        /// Weight of damage expected before its next turn, percent.
        pub danger: i64 [-MOST..=MOST],
        /// Points for each percent of its hit points this damage takes, squared.
        pub death: i64 [-MOST..=MOST],
        /// Points for each step nearer to an enemy.
        pub near: i64 [-MOST..=MOST],
        /// Points for each step nearer to an enemy, times the turn.
        pub haste: i64 [-MOST..=MOST],
        /// Points for each step nearer to where the party escapes.
        pub escape: i64 [-MOST..=MOST],
        /// Points for each ally within `beside` hexes.
        pub support: i64 [-MOST..=MOST],
        /// Distance within which allies count as near, hexes.
        pub beside: u32 [0..=100],
        /// Points for changing weapons.
        pub swap: i64 [-MOST..=MOST],
        /// Points for using up an item.
        pub item: i64 [-MOST..=MOST],
        /// Points for each ally that is alerted to an enemy.
        pub alert: i64 [-MOST..=MOST],
        /// Points for a hex out of enemy sight while the party is losing.
        pub hide: i64 [-MOST..=MOST],
        /// Strength below which a side is losing and tries to flee, percent of the enemies'.
        pub losing_percent: i64 [0..=MOST],
        /// AP the party spends to take an item outside combat.
        pub loot: i64 [0..=MOST],
        /// Hit points the party needs to explore a location of a journey, percent.
        pub fit_percent: u32 [0..=100],
    }

    /// What actions cost, AP (§4).
    #[derive(Default)]
    pub struct CostFigures {
        /// A step.
        pub step: u8 [0..=100],
        /// An attack, before skill reductions.
        pub attack: u8 [0..=100],
        /// Minimum cost of an attack.
        pub least_attack: u8 [1..=100],
        /// Levels of the weapon skill at which an attack becomes 1 AP cheaper.
        pub weapon_levels: Vec<u8> [0..=100],
        /// The same for unarmed fighting.
        pub unarmed_levels: Vec<u8> [0..=100],
        /// Opening the inventory, the first time in a turn.
        pub inventory: u8 [0..=100],
        /// Using an item.
        pub item: u8 [0..=100],
        /// Opening or closing a door or chest, and picking up or putting down an item.
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
            let message = format!("{found} items for {most} quick slots");
            reader.problem(place, message);
        }
    }
}
