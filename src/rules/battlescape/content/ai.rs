//! Figures of the battlescape's computer player (§11).
//!
//! **Invariant:** weights are data; the mechanism stands in `rules::battlescape::ai`.

use crate::{
    content::{mode::AiMode, table::Table, terrain::Cover},
    rules::battlescape::content::ThreatLevel,
};

use serde::{Deserialize, Serialize};

/// Figures of the computer player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AiFigures {
    /// Threat of a target.
    pub threat: ThreatFigures,
    /// Behavior by mode.
    pub modes: Table<AiMode, ModeFigures>,
    /// Where units that roam look for enemies.
    pub search: SearchFigures,
    /// Steps around a unit within which its ways to goals are measured; more than a turn takes it. What
    /// is farther off is looked at on the whole board. Older saves have no such figure.
    #[serde(default = "around_steps_before")]
    pub around_steps: u32,
    /// Grenades, abilities and medicine.
    pub special: SpecialFigures,
    /// What enemies may do to a unit. Older saves have no such figures.
    #[serde(default)]
    pub peril: PerilFigures,
    /// How units keep together. Older saves have no such figures.
    #[serde(default)]
    pub support: SupportFigures,
    /// How walks differ from battle to battle. Older saves have no such figures.
    #[serde(default)]
    pub whim: WhimFigures,
    /// A position must be better by this many points to be worth walking to.
    pub move_margin: i32,
    /// Points for each hex nearer to the objective.
    pub objective_weight: i32,
    /// Hexes in reach whose odds are worked out in full.
    pub candidates: usize,
    /// Reload at or below this percent of the magazine when no enemy is in sight.
    pub reload_percent: u16,
    /// Enemies that stand so many hexes beyond the reach of a unit's weapon are not its fight yet.
    pub far_beyond: u32,
    /// How difficulty changes a mission.
    pub difficulty: DifficultyFigures,
}

/// Returns what the steps around a unit were before they were a figure.
fn around_steps_before() -> u32 {
    32
}

/// How difficulty changes a mission, besides the number of enemies (§11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DifficultyFigures {
    /// Offered to the player, percent of the enemies as the mission is written.
    pub levels: Vec<u16>,
    /// Waves of reinforcements.
    pub waves: Vec<WaveFigures>,
    /// Units of a wave, percent of the enemies as written.
    pub wave_percent: u16,
}

/// One wave of reinforcements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaveFigures {
    /// Smallest difficulty at which it comes, percent.
    pub from: u16,
    /// Turn in which it comes.
    pub turn: u16,
}

/// What enemies may do to a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerilFigures {
    /// Turns for which an enemy out of sight counts where it was seen last; 1 is the turn itself.
    pub remembered_turns: u16,
    /// What such an enemy counts for, percent of one in sight.
    pub remembered_percent: u32,
    /// Weight of the reaction fire that a walk or an attack draws, percent of the unit's health.
    pub reaction_weight: i32,
}

/// How units that roam keep together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupportFigures {
    /// So many comrades are company; fewer, if there are not so many.
    pub comrades: usize,
    /// Hexes within which they are.
    pub hexes: u32,
    /// Points of a hex farther off than that, where enemies are in sight.
    pub weight: i32,
}

/// How walks towards enemies nobody knows of differ from battle to battle, so that their openings do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WhimFigures {
    /// TU that a side keeps beyond the reserve of the mode, to fire at whoever comes into sight.
    pub reserve: u16,
    /// TU beyond these at most, drawn for each turn of a side.
    pub reserve_more: u16,
    /// Points at most that count against a hex as it falls; a step counts four.
    pub points: u32,
}

/// When grenades, abilities and medicine are worth it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecialFigures {
    /// Least a grenade has to take from all it strikes, percent of their health.
    pub grenade_least: i32,
    /// What stunning an enemy is worth, percent of its health.
    pub stun_value: i32,
    /// Least chance of an ability that is resisted, percent.
    pub psi_least: u8,
    /// Treats comrades with at most so much of their health, percent.
    pub heal_percent: u16,
    /// What suppressing an enemy is worth, percent of its health.
    pub pin_value: u16,
    /// Least harm of reaction fire that is worth disengaging for, percent of the unit's health. Older saves
    /// have none.
    #[serde(default)]
    pub disengage_least: i32,
    /// Comrades within so many hexes cover each other's retreat.
    pub comrades_near: u32,
}

/// What ground is worth another look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchFigures {
    /// Turns out of sight after which ground is as good as unseen.
    pub stale_turns: u16,
    /// Steps that a hex counts as farther away for each turn less.
    pub fresh_steps: u32,
}

/// Threat = level, distance and exposure, weighed in percent (§11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThreatFigures {
    /// Weight of the level, percent.
    pub level_weight: u32,
    /// Weight of the distance, percent.
    pub distance_weight: u32,
    /// Weight of the exposure, percent.
    pub exposure_weight: u32,
    /// Points by level.
    pub levels: Table<ThreatLevel, u32>,
    /// Up to so many hexes: points; the last entry holds beyond.
    pub distances: Vec<(u32, u32)>,
    /// Points by cover.
    pub exposure: Table<Cover, u32>,
    /// Points in smoke.
    pub exposure_smoke: u32,
    /// Above this, the target is focused on.
    pub focus_above: u32,
    /// Value of a focused target, percent.
    pub focus_percent: u32,
    /// Below this, the target is ignored.
    pub ignore_below: u32,
}

/// Behavior of one mode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeFigures {
    /// Breaks off at or below this percent of health.
    pub retreat_percent: u16,
    /// Smallest chance to hit worth a shot, percent.
    pub min_hit: u8,
    /// Weight of expected damage, percent.
    pub offense: i32,
    /// Weight of exposure to enemies, percent.
    pub caution: i32,
    /// Points for each hex nearer to the nearest enemy.
    pub closing: i32,
    /// Whether it walks where no enemy is in sight.
    pub roams: bool,
    /// Whether it leaves its place to fight.
    pub leaves_place: bool,
    /// TU kept for reaction fire while walking.
    pub reserve: u16,
    /// Whether it lies down to keep watch where there is no cover.
    pub lies_down: bool,
}
