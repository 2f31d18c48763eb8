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
        /// Where roaming units look for enemies.
        pub search: SearchFigures,
        /// Steps within which paths to goals are measured around a unit, more than a turn covers;
        /// beyond that, the whole board is used. Older saves lack this figure.
        pub around_steps: u32 [1..=MOST] = 32,
        /// Grenades, abilities and medicine.
        pub special: SpecialFigures,
        /// Expected enemy attacks on a unit. Older saves lack these figures.
        pub peril: PerilFigures = PerilFigures::default(),
        /// How units stay together. Older saves lack these figures.
        pub support: SupportFigures = SupportFigures::default(),
        /// How moves vary between battles. Older saves lack these figures.
        pub whim: WhimFigures = WhimFigures::default(),
        /// How a mode changes for a retreating unit. Older saves lack these figures.
        pub retreat: RetreatFigures = RetreatFigures { offense_part: 3, caution_times: 2 },
        /// Penalty for harmful ground. Older saves lack these figures.
        pub hazards: HazardFigures = HazardFigures { burning: 40, gas: 25, fall_percent: 25 },
        /// Points for each hex nearer to the nearest enemy, for melee units. Older saves lack this figure.
        pub melee_closing: i32 [-MOST..=MOST] = 10,
        /// A position must be better by this many points to be worth walking to.
        pub move_margin: i32 [0..=MOST],
        /// Points for each hex nearer to the objective.
        pub objective_weight: i32 [-MOST..=MOST],
        /// A hex of the objective itself counts as so many hexes nearer than it is. Older saves lack this figure.
        pub arrival_steps: u32 [0..=MOST] = 0,
        /// Hexes in reach whose odds are computed in full.
        pub candidates: usize [1..=500],
        /// Reload at or below this percent of the magazine when no enemy is in sight.
        pub reload_percent: u16 [0..=100],
        /// Enemies at least this many hexes beyond the range of a unit's weapon are ignored for now.
        pub far_beyond: u32 [0..=MOST],
        /// How difficulty changes a mission.
        pub difficulty: DifficultyFigures,
    }

    /// How a mode changes for a retreating unit.
    pub struct RetreatFigures {
        /// The weight of expected damage is divided by this.
        pub offense_part: i32 [1..=MOST],
        /// The weight of exposure to enemies is multiplied by this.
        pub caution_times: i32 [0..=MOST],
    }

    /// Penalty for harmful ground, in points.
    #[derive(Copy)]
    pub struct HazardFigures {
        /// Fire, and ground that harms or poisons; doubled if both apply.
        pub burning: u32 [0..=MOST],
        /// Gas.
        pub gas: u32 [0..=MOST],
        /// Largest share of health that a unit accepts losing to falls if it can go around, percent.
        /// Older saves lack this figure.
        pub fall_percent: u32 [0..=100] = 25,
    }

    /// How difficulty changes a mission, besides the number of enemies (§11).
    pub struct DifficultyFigures {
        /// Levels offered to the player, percent of the mission's number of enemies.
        pub levels: Vec<u16> [25..=400],
        /// Waves of reinforcements.
        pub waves: Vec<WaveFigures>,
        /// Units of a wave, percent of the mission's number of enemies.
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
        /// Turns for which an unseen enemy counts at its last known position; 1 is the turn itself.
        pub remembered_turns: u16 [0..=500],
        /// Weight of such an enemy, percent of a visible one.
        pub remembered_percent: u32 [0..=100],
        /// Weight of the reaction fire that a walk or an attack draws, percent of the unit's health.
        pub reaction_weight: i32 [-MOST..=MOST],
    }

    /// How units that roam keep together.
    #[derive(Default)]
    pub struct SupportFigures {
        /// Number of comrades to stay with, or fewer if there are not that many.
        pub comrades: usize [0..=100],
        /// Distance within which they count, hexes.
        pub hexes: u32 [0..=100],
        /// Points of a hex farther away than that while enemies are in sight.
        pub weight: i32 [-MOST..=MOST],
    }

    /// How moves toward unknown enemies vary between battles, so that openings differ.
    #[derive(Default)]
    pub struct WhimFigures {
        /// TU that a side keeps beyond the reserve of the mode, to fire at enemies that come into sight.
        pub reserve: u16 [0..=MOST],
        /// Largest random addition to these TU, drawn for each turn of a side.
        pub reserve_more: u16 [0..=MOST],
        /// Largest random penalty of a hex; a step counts four.
        pub points: u32 [0..=100],
    }

    /// When grenades, abilities and medicine are worth it.
    pub struct SpecialFigures {
        /// Smallest total harm worth a grenade, percent of the targets' health.
        pub grenade_least: i32 [-MOST..=MOST],
        /// What stunning an enemy is worth, percent of its health.
        pub stun_value: i32 [-MOST..=MOST],
        /// Minimum chance of a resistible ability, percent.
        pub psi_least: u8 [0..=100],
        /// Treats comrades at or below this health, percent.
        pub heal_percent: u16 [0..=100],
        /// What harm to an unconscious enemy is worth, percent. Older saves lack it.
        pub unconscious_percent: u16 [0..=100] = 100,
        /// What suppressing an enemy is worth, percent of its health.
        pub pin_value: u16 [0..=MOST],
        /// Smallest harm of reaction fire worth disengaging for, percent of the unit's health. Older
        /// saves lack it.
        pub disengage_least: i32 [-MOST..=MOST] = 0,
        /// Comrades within this many hexes cover each other's retreat.
        pub comrades_near: u32 [0..=MOST],
    }

    /// When ground is searched again.
    pub struct SearchFigures {
        /// Turns out of sight after which ground counts as unexplored.
        pub stale_turns: u16 [0..=500],
        /// Steps added to the distance of a hex for each turn less.
        pub fresh_steps: u32 [0..=100],
    }

    /// Threat = level, distance and exposure, weighted in percent (§11).
    pub struct ThreatFigures {
        /// Weight of the level, percent.
        pub level_weight: u32 [0..=MOST],
        /// Weight of the distance, percent.
        pub distance_weight: u32 [0..=MOST],
        /// Weight of the exposure, percent.
        pub exposure_weight: u32 [0..=MOST],
        /// Points by level.
        pub levels: SmallMap<ThreatLevel, u32> [0..=MOST],
        /// Points by distance: "up to this many hexes"; the last entry applies beyond.
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
        /// Whether it moves while no enemy is in sight.
        pub roams: bool,
        /// Whether it leaves its position to fight.
        pub leaves_place: bool,
        /// TU kept for reaction fire while walking.
        pub reserve: u16 [0..=MOST],
        /// Whether it goes prone for overwatch where there is no cover.
        pub lies_down: bool,
    }
}
