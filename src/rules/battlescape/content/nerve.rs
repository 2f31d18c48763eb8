//! Figures of what happens in a unit's head: morale, suppression, stun, energy (battlescape §7–§9).

use crate::content::declare::{MOST, choices, figures};

figures! {
    /// Morale and panic (§9).
    pub struct MoraleFigures {
        /// Morale at the start.
        pub start: u8 [0..=100],
        /// Bravery from which on the death of a comrade costs no morale.
        pub death_base: u16 [0..=MOST],
        /// Points of Bravery below that which a death counts as one step.
        pub death_step: u16 [1..=MOST],
        /// Morale that a death costs for each such step.
        pub death_loss: i16 [0..=100],
        /// Loss when a leader dies, percent of that of another death.
        pub leader_death_percent: u16 [0..=MOST],
        /// Loss of units within the aura of their leader, percent (ours).
        pub aura_percent: u16 [0..=MOST],
        /// Gain for killing an enemy.
        pub kill: i16 [-100..=100],
        /// Gain of every other unit of that side.
        pub ally_kill: i16 [-100..=100],
        /// Change for killing a friend.
        pub friendly_kill: i16 [-100..=100],
        /// Change for killing a civilian.
        pub civilian_kill: i16 [-100..=100],
        /// Change each turn while Suppressed.
        pub suppressed: i16 [-100..=100],
        /// Effects of low morale, lowest first; thresholds do not add up.
        pub bands: Vec<MoraleBand>,
        /// Chance of panic at no morale, percent.
        pub panic_base: u16 [0..=MOST],
        /// How much each point of morale lowers the chance of panic, percent.
        pub panic_step: u16 [0..=MOST],
        /// Gain after a turn lost to panic.
        pub after_panic: i16 [-100..=100],
        /// Gain at the end of a turn of panic.
        pub panicked: i16 [-100..=100],
        /// Minimum morale for abilities. Older saves lack this figure.
        pub abilities_from: u8 [0..=100] = 0,
        /// Minimum morale for throws. Older saves lack this figure.
        pub throws_from: u8 [0..=100] = 0,
        /// Steps a fleeing unit tries.
        pub flee_steps: u8 [0..=50],
    }

    /// Effects of morale up to a threshold.
    #[derive(Copy)]
    pub struct MoraleBand {
        /// Largest morale of the band.
        pub to: u8 [0..=100],
        /// Added to the chance to hit.
        pub accuracy: i16 [-MOST..=MOST],
        /// TU taken from the pool at the start of a turn.
        pub tu: u16 [0..=MOST],
    }

    /// Suppression (§7, §15.12, §15.13).
    pub struct SuppressionFigures where from <= most {
        /// Distance from the target within which a round suppresses, hexes.
        pub near_hexes: u8 [0..=50],
        /// Points of a near miss.
        pub near: u8 [0..=100],
        /// Points of a hit instead.
        pub hit: u8 [0..=100],
        /// Additional points of a round of a heavy weapon.
        pub heavy: u8 [0..=100],
        /// Distance from a blast within which it suppresses, hexes.
        pub blast_hexes: u8 [0..=50],
        /// Points of a nearby blast.
        pub blast: u8 [0..=100],
        /// Points in the center of a blast instead.
        pub blast_center: u8 [0..=100],
        /// Maximum points.
        pub most: u8 [0..=100],
        /// Points at which a unit becomes Suppressed.
        pub from: u8 [1..=100],
        /// Turns it lasts, including the current one.
        pub turns: u8 [0..=100],
        /// Points lost each turn.
        pub decay: u8 [0..=100],
        /// Additional points lost each turn by comrades within a leader's aura. Older saves lack this figure.
        pub aura_decay: u8 [0..=100] = 0,
        /// Added to the chance to hit while Suppressed.
        pub accuracy: i16 [-MOST..=MOST],
        /// Maximum movement of a Suppressed unit per turn, hexes.
        pub max_hexes: u8 [0..=255],
        /// Points of a burst or auto after Ready Suppression, percent.
        pub ready_percent: u16 [0..=MOST],
    }
}

choices! {
    /// How stun passes (C23).
    pub enum Recovery {
        /// Stunned passes after a turn; the percent applies to stun points (default).
        Meter,
        /// Stunned passes with the percent as a chance each turn; it applies to stun points too.
        Chance,
    }
}

figures! {
    /// Stun (§8).
    pub struct StunFigures {
        /// C23.
        pub recovery: Recovery,
        /// Stun points lost each turn, percent of full health; or the chance of [`Recovery::Chance`].
        pub percent: u8 [0..=100],
    }

    /// Energy (§8, C25).
    pub struct EnergyFigures {
        /// Regained each turn, percent of the maximum, rounded up.
        pub regain_percent: u16 [0..=MOST],
    }

    /// Experience, shown in the debrief (§2).
    pub struct ExperienceFigures {
        /// For a kill, by the rank of the enemy: 1 for a grunt to 5 for an elite.
        pub kill_per_rank: u16 [0..=MOST],
        /// Maximum for a kill.
        pub kill_most: u16 [0..=MOST],
        /// Share for units that hurt an enemy killed by another unit, percent.
        pub assist_percent: u16 [0..=MOST],
        /// For surviving.
        pub survive: u16 [0..=MOST],
        /// For the objective, shared by the survivors of the side that won.
        pub objective: u16 [0..=MOST],
        /// For the first kill of the battle.
        pub first_blood: u16 [0..=MOST],
        /// For surviving unhurt.
        pub unhurt: u16 [0..=MOST],
        /// Ranks, the lowest first (ours).
        pub ranks: Vec<Rank>,
    }

    /// A rank and the experience it needs.
    pub struct Rank {
        /// Experience needed.
        pub from: u16 [0..=60_000],
        /// Name shown to people.
        pub name: String,
    }
}
