//! Figures of the battlescape's computer player (§11).
//!
//! **Invariant:** weights are data; the mechanism stands in `rules::battlescape::ai`.

use crate::content::declare::{MOST, figures};
use crate::content::mode::AiMode;
use crate::content::small_map::SmallMap;
use crate::content::terrain::Cover;
use crate::rules::battlescape::content::ThreatLevel;

figures! {
    /// Figures of the computer player.
    pub struct AiFigures {
        /// Threat of a target.
        pub threat: ThreatFigures,
        /// Behavior by mode.
        pub modes: SmallMap<AiMode, ModeFigures>,
        /// Where units that roam look for enemies.
        pub search: SearchFigures,
        /// Steps around a unit within which its ways to goals are measured; more than a turn takes it. What
        /// is farther off is looked at on the whole board. Older saves have no such figure.
        pub around_steps: u32 [1..=MOST] = 32,
        /// Grenades, abilities and medicine.
        pub special: SpecialFigures,
        /// What enemies may do to a unit. Older saves have no such figures.
        pub peril: PerilFigures = PerilFigures::default(),
        /// How units keep together. Older saves have no such figures.
        pub support: SupportFigures = SupportFigures::default(),
        /// How walks differ from battle to battle. Older saves have no such figures.
        pub whim: WhimFigures = WhimFigures::default(),
        /// How the modes change for whoever breaks off. Older saves have no such figures.
        pub retreat: RetreatFigures = RetreatFigures { offense_part: 3, caution_times: 2 },
        /// What harmful ground counts against a hex. Older saves have no such figures.
        pub hazards: HazardFigures = HazardFigures { burning: 40, gas: 25, fall_percent: 25 },
        /// Points for each hex nearer to the nearest enemy, for whoever fights hand to hand. Older saves have
        /// no such figure.
        pub melee_closing: i32 [-MOST..=MOST] = 10,
        /// A position must be better by this many points to be worth walking to.
        pub move_margin: i32 [0..=MOST],
        /// Points for each hex nearer to the objective.
        pub objective_weight: i32 [-MOST..=MOST],
        /// Hexes in reach whose odds are worked out in full.
        pub candidates: usize [1..=500],
        /// Reload at or below this percent of the magazine when no enemy is in sight.
        pub reload_percent: u16 [0..=100],
        /// Enemies that stand so many hexes beyond the reach of a unit's weapon are not its fight yet.
        pub far_beyond: u32 [0..=MOST],
        /// How difficulty changes a mission.
        pub difficulty: DifficultyFigures,
    }

    /// How the modes change for whoever breaks off.
    pub struct RetreatFigures {
        /// The weight of expected damage is divided by this.
        pub offense_part: i32 [1..=MOST],
        /// The weight of exposure to enemies is taken so many times.
        pub caution_times: i32 [0..=MOST],
    }

    /// What harmful ground counts against a hex, in points.
    #[derive(Copy)]
    pub struct HazardFigures {
        /// Fire, and ground that hurts or poisons; twice where both are.
        pub burning: u32 [0..=MOST],
        /// Gas.
        pub gas: u32 [0..=MOST],
        /// Most percent of its health that a unit gives up for falls if it can go around. Older saves have
        /// no such figure.
        pub fall_percent: u32 [0..=100] = 25,
    }

    /// How difficulty changes a mission, besides the number of enemies (§11).
    pub struct DifficultyFigures {
        /// Offered to the player, percent of the enemies as the mission is written.
        pub levels: Vec<u16> [25..=400],
        /// Waves of reinforcements.
        pub waves: Vec<WaveFigures>,
        /// Units of a wave, percent of the enemies as written.
        pub wave_percent: u16 [0..=100],
    }

    /// One wave of reinforcements.
    #[derive(Copy)]
    pub struct WaveFigures {
        /// Smallest difficulty at which it comes, percent.
        pub from: u16 [0..=MOST],
        /// Turn in which it comes.
        pub turn: u16 [1..=500],
    }

    /// What enemies may do to a unit.
    #[derive(Default)]
    pub struct PerilFigures {
        /// Turns for which an enemy out of sight counts where it was seen last; 1 is the turn itself.
        pub remembered_turns: u16 [0..=500],
        /// What such an enemy counts for, percent of one in sight.
        pub remembered_percent: u32 [0..=100],
        /// Weight of the reaction fire that a walk or an attack draws, percent of the unit's health.
        pub reaction_weight: i32 [-MOST..=MOST],
    }

    /// How units that roam keep together.
    #[derive(Default)]
    pub struct SupportFigures {
        /// So many comrades are company; fewer, if there are not so many.
        pub comrades: usize [0..=100],
        /// Hexes within which they are.
        pub hexes: u32 [0..=100],
        /// Points of a hex farther off than that, where enemies are in sight.
        pub weight: i32 [-MOST..=MOST],
    }

    /// How walks towards enemies nobody knows of differ from battle to battle, so that their openings do.
    #[derive(Default)]
    pub struct WhimFigures {
        /// TU that a side keeps beyond the reserve of the mode, to fire at whoever comes into sight.
        pub reserve: u16 [0..=MOST],
        /// TU beyond these at most, drawn for each turn of a side.
        pub reserve_more: u16 [0..=MOST],
        /// Points at most that count against a hex as it falls; a step counts four.
        pub points: u32 [0..=100],
    }

    /// When grenades, abilities and medicine are worth it.
    pub struct SpecialFigures {
        /// Least a grenade has to take from all it strikes, percent of their health.
        pub grenade_least: i32 [-MOST..=MOST],
        /// What stunning an enemy is worth, percent of its health.
        pub stun_value: i32 [-MOST..=MOST],
        /// Least chance of an ability that is resisted, percent.
        pub psi_least: u8 [0..=100],
        /// Treats comrades with at most so much of their health, percent.
        pub heal_percent: u16 [0..=100],
        /// What suppressing an enemy is worth, percent of its health.
        pub pin_value: u16 [0..=MOST],
        /// Least harm of reaction fire that is worth disengaging for, percent of the unit's health. Older saves
        /// have none.
        pub disengage_least: i32 [-MOST..=MOST] = 0,
        /// Comrades within so many hexes cover each other's retreat.
        pub comrades_near: u32 [0..=MOST],
    }

    /// What ground is worth another look.
    pub struct SearchFigures {
        /// Turns out of sight after which ground is as good as unseen.
        pub stale_turns: u16 [0..=500],
        /// Steps that a hex counts as farther away for each turn less.
        pub fresh_steps: u32 [0..=100],
    }

    /// Threat = level, distance and exposure, weighed in percent (§11).
    pub struct ThreatFigures {
        /// Weight of the level, percent.
        pub level_weight: u32 [0..=MOST],
        /// Weight of the distance, percent.
        pub distance_weight: u32 [0..=MOST],
        /// Weight of the exposure, percent.
        pub exposure_weight: u32 [0..=MOST],
        /// Points by level.
        pub levels: SmallMap<ThreatLevel, u32> [0..=MOST],
        /// Up to so many hexes: points; the last entry holds beyond.
        pub distances: Vec<(u32, u32)> [0..=MOST],
        /// Points by cover.
        pub exposure: SmallMap<Cover, u32> [0..=MOST],
        /// Points in smoke.
        pub exposure_smoke: u32 [0..=MOST],
        /// Above this, the target is focused on.
        pub focus_above: u32 [0..=MOST],
        /// Value of a focused target, percent.
        pub focus_percent: u32 [0..=MOST],
        /// Below this, the target is ignored.
        pub ignore_below: u32 [0..=MOST],
    }

    /// Behavior of one mode.
    pub struct ModeFigures {
        /// Breaks off at or below this percent of health.
        pub retreat_percent: u16 [0..=100],
        /// Smallest chance to hit worth a shot, percent.
        pub min_hit: u8 [0..=100],
        /// Weight of expected damage, percent.
        pub offense: i32 [-MOST..=MOST],
        /// Weight of exposure to enemies, percent.
        pub caution: i32 [-MOST..=MOST],
        /// Points for each hex nearer to the nearest enemy.
        pub closing: i32 [-MOST..=MOST],
        /// Whether it walks where no enemy is in sight.
        pub roams: bool,
        /// Whether it leaves its place to fight.
        pub leaves_place: bool,
        /// TU kept for reaction fire while walking.
        pub reserve: u16 [0..=MOST],
        /// Whether it lies down to keep watch where there is no cover.
        pub lies_down: bool,
    }
}
