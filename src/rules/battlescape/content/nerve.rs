//! Figures of what happens in a unit's head: morale, suppression, stun, energy (battlescape §7–§9).

use serde::{Deserialize, Serialize};

/// Morale and panic (§9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleFigures {
    /// Morale at the start.
    pub start: u8,
    /// A death takes `death_loss` for each `death_step` that Bravery is below `death_base`.
    pub death_base: u16,
    /// See `death_base`.
    pub death_step: u16,
    /// See `death_base`.
    pub death_loss: i16,
    /// Loss when a leader dies, percent of that of another death.
    pub leader_death_percent: u16,
    /// Loss of whoever has a leader of its side within its aura, percent (ours).
    pub aura_percent: u16,
    /// Gain of whoever kills an enemy.
    pub kill: i16,
    /// Gain of each other unit of its side.
    pub ally_kill: i16,
    /// Change for killing a friend.
    pub friendly_kill: i16,
    /// Change for killing a civilian.
    pub civilian_kill: i16,
    /// Change each turn while Suppressed.
    pub suppressed: i16,
    /// What low morale does, lowest first; thresholds do not add up.
    pub bands: Vec<MoraleBand>,
    /// Chance of panic is this, less `panic_step` for each point of morale, percent.
    pub panic_base: u16,
    /// See `panic_base`.
    pub panic_step: u16,
    /// Gain after a turn lost to panic.
    pub after_panic: i16,
    /// Gain at the end of the turn in which panic was acted out.
    pub panicked: i16,
    /// Least morale for abilities. Older saves have no such figure.
    #[serde(default)]
    pub abilities_from: u8,
    /// Least morale for throws. Older saves have no such figure.
    #[serde(default)]
    pub throws_from: u8,
    /// Steps a fleeing unit tries.
    pub flee_steps: u8,
}

/// Effects of morale up to a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleBand {
    /// Largest morale of the band.
    pub to: u8,
    /// Added to the chance to hit.
    pub accuracy: i16,
    /// TU taken from the pool at the start of a turn.
    pub tu: u16,
}

/// Suppression (§7, §15.12, §15.13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuppressionFigures {
    /// Hexes around the target in which a round counts.
    pub near_hexes: u8,
    /// Points of a round near by.
    pub near: u8,
    /// Points of a hit, instead.
    pub hit: u8,
    /// Further points of a round of a heavy weapon.
    pub heavy: u8,
    /// Hexes around a blast in which it counts.
    pub blast_hexes: u8,
    /// Points of a blast near by.
    pub blast: u8,
    /// Points in the center of a blast, instead.
    pub blast_center: u8,
    /// Most points.
    pub most: u8,
    /// Points from which a unit is Suppressed.
    pub from: u8,
    /// Turns it lasts, the present one included.
    pub turns: u8,
    /// Points lost each turn.
    pub decay: u8,
    /// Further points lost each turn by comrades within a leader's aura. Older saves have no such figure.
    #[serde(default)]
    pub aura_decay: u8,
    /// Added to the chance to hit while Suppressed.
    pub accuracy: i16,
    /// Most hexes a Suppressed unit moves in a turn.
    pub max_hexes: u8,
    /// Points of a burst or auto after Ready Suppression, percent.
    pub ready_percent: u16,
}

/// How stun passes (C23).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Recovery {
    /// Stunned passes after a turn; the percent applies to stun points (default).
    Meter,
    /// Stunned passes with the percent as a chance each turn; it applies to stun points too.
    Chance,
}

/// Stun (§8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StunFigures {
    /// C23.
    pub recovery: Recovery,
    /// Stun points lost each turn, percent of full health; or the chance of [`Recovery::Chance`].
    pub percent: u8,
}

/// Energy (§8, C25).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnergyFigures {
    /// Regained each turn, percent of the most, rounded up.
    pub regain_percent: u16,
}

/// Experience, told in the debrief (§2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperienceFigures {
    /// For a kill, by the rank of the enemy: 1 for a grunt to 5 for an elite.
    pub kill_per_rank: u16,
    /// Most for a kill.
    pub kill_most: u16,
    /// Share of those who hurt an enemy that another killed, percent.
    pub assist_percent: u16,
    /// For living to the end.
    pub survive: u16,
    /// For the objective, shared by the survivors of the side that won.
    pub objective: u16,
    /// For the first kill of the battle.
    pub first_blood: u16,
    /// For living to the end unhurt.
    pub unhurt: u16,
    /// Ranks, the lowest first (ours).
    pub ranks: Vec<Rank>,
}

/// A rank and the experience it needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rank {
    /// Least experience.
    pub from: u16,
    /// Name shown to people.
    pub name: String,
}
