//! The chance to hit, itemised.
//!
//! **Invariant:** the raw chance is the sum of the modifiers; the chance is the raw chance clamped.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Arc, Impossible, Shot};
use crate::content::terrain::Cover;
use crate::rules::battlescape::content::{Figures, FireMode, RangeBand, Weapon, WeaponClass};

/// What a part of the chance to hit comes from (§4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Modifier {
    /// Accuracy of the attacker.
    Unit,
    /// Accuracy of the weapon.
    Weapon,
    /// Fire mode.
    Mode,
    /// Range band.
    Range,
    /// Half cover, after the arc step.
    HalfCover,
    /// Full cover, after the arc step.
    FullCover,
    /// Attack from the side.
    Side,
    /// Attack from the rear.
    Rear,
    /// Attacker stands higher.
    HigherGround,
    /// Attacker stands lower.
    LowerGround,
    /// Evasion of the target.
    Evasion,
    /// Reaction fire.
    Reaction,
    /// Attacker is Critical.
    CriticalStatus,
    /// Aimed at the head.
    Headshot,
    /// Attacker ran this turn.
    Ran,
    /// Prone attacker takes aim.
    Prone,
    /// Target has run.
    TargetRan,
    /// Target lies prone.
    TargetProne,
    /// Attacker is Suppressed.
    Suppressed,
    /// Low morale.
    Morale,
    /// Smoke on the line.
    Smoke,
    /// Trees on the line.
    Trees,
    /// The target does not see the attacker.
    Unseen,
    /// Fired at a hex.
    Blind,
}

impl Modifier {
    /// All modifiers in the order they are listed.
    pub const ALL: [Self; 24] = [
        Self::Unit,
        Self::Weapon,
        Self::Mode,
        Self::Range,
        Self::HalfCover,
        Self::FullCover,
        Self::Side,
        Self::Rear,
        Self::HigherGround,
        Self::LowerGround,
        Self::Evasion,
        Self::Reaction,
        Self::CriticalStatus,
        Self::Headshot,
        Self::Ran,
        Self::Prone,
        Self::TargetRan,
        Self::TargetProne,
        Self::Suppressed,
        Self::Morale,
        Self::Smoke,
        Self::Trees,
        Self::Unseen,
        Self::Blind,
    ];
}

impl fmt::Display for Modifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unit => "accuracy",
            Self::Weapon => "weapon",
            Self::Mode => "fire mode",
            Self::Range => "range",
            Self::HalfCover => "half cover",
            Self::FullCover => "full cover",
            Self::Side => "from the side",
            Self::Rear => "from the rear",
            Self::HigherGround => "higher ground",
            Self::LowerGround => "lower ground",
            Self::Evasion => "target's evasion",
            Self::Reaction => "reaction fire",
            Self::CriticalStatus => "critically wounded",
            Self::Headshot => "at the head",
            Self::Ran => "ran this turn",
            Self::Prone => "aimed prone",
            Self::TargetRan => "running target",
            Self::TargetProne => "prone target",
            Self::Suppressed => "suppressed",
            Self::Morale => "low morale",
            Self::Smoke => "smoke",
            Self::Trees => "trees",
            Self::Unseen => "unseen by the target",
            Self::Blind => "blind fire",
        })
    }
}

/// The chance to hit, with each part by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Aim {
    values: [i16; Modifier::ALL.len()],
    /// Sum of all modifiers, percent.
    pub raw: i32,
    /// Chance per round after the clamp, percent.
    pub chance: u8,
    /// Side of the target the attacker is on.
    pub arc: Arc,
}

impl Aim {
    /// Adds up the chance of a shot (§4, §15.15, §15.21).
    ///
    /// # Errors
    ///
    /// [`Impossible::OutOfRange`].
    pub(super) fn new(figures: &Figures, weapon: &Weapon, shot: &Shot) -> Result<Self, Impossible> {
        let to_hit = &figures.to_hit;
        let mut values = [0; Modifier::ALL.len()];
        let mut set = |modifier: Modifier, value: i16| values[modifier as usize] = value;
        set(Modifier::Unit, shot.accuracy);
        set(Modifier::Weapon, weapon.accuracy);
        if let Some(mode) = figures.modes.get(&shot.mode.base()) {
            set(Modifier::Mode, mode.accuracy);
        }
        set(
            Modifier::Range,
            range(figures, weapon.class, shot.distance)?,
        );
        match effective_cover(figures, weapon, shot) {
            _ if !figures.cover.layers.accuracy => {}
            Cover::None => {}
            Cover::Half => set(Modifier::HalfCover, to_hit.half_cover),
            Cover::Full => set(Modifier::FullCover, to_hit.full_cover),
        }
        match shot.arc {
            Arc::Front => {}
            Arc::Side => set(Modifier::Side, to_hit.side_arc),
            Arc::Rear => set(Modifier::Rear, to_hit.rear_arc),
        }
        match shot.height {
            0 => {}
            1.. => set(Modifier::HigherGround, to_hit.height_advantage),
            _ => set(Modifier::LowerGround, to_hit.height_disadvantage),
        }
        set(Modifier::Evasion, shot.evasion.saturating_neg());
        if shot.reaction {
            set(Modifier::Reaction, to_hit.reaction);
        }
        if shot.critical {
            set(Modifier::CriticalStatus, to_hit.critical_status);
        }
        set(Modifier::Morale, shot.morale);
        let is_aimed = shot.mode.base() == FireMode::Aimed;
        let is_low = shot.target_prone && shot.distance >= to_hit.prone_from;
        for (holds, modifier, value) in [
            (
                shot.mode == FireMode::Headshot,
                Modifier::Headshot,
                to_hit.headshot,
            ),
            (shot.ran, Modifier::Ran, to_hit.ran),
            (shot.prone && is_aimed, Modifier::Prone, to_hit.prone_aimed),
            (shot.target_ran, Modifier::TargetRan, to_hit.target_ran),
            (is_low, Modifier::TargetProne, to_hit.target_prone),
            (shot.blind, Modifier::Blind, to_hit.blind),
            (
                shot.suppressed,
                Modifier::Suppressed,
                figures.suppression.accuracy,
            ),
        ] {
            if holds {
                set(modifier, value);
            }
        }
        let smoke = to_hit.smoke_each.saturating_mul(i16::from(shot.smoke));
        let most = to_hit.smoke_most.saturating_abs();
        set(Modifier::Smoke, smoke.clamp(-most, most));
        let trees = to_hit.tree_each.saturating_mul(i16::from(shot.trees));
        set(Modifier::Trees, trees);
        if shot.unseen {
            set(Modifier::Unseen, to_hit.unseen_attacker);
        }
        Ok(Self::of(figures, values, shot.arc))
    }

    /// Adds up the chance of a throw: accuracy, height, status and morale (§15.14).
    pub(super) fn thrown(figures: &Figures, shot: &Shot) -> Self {
        let to_hit = &figures.to_hit;
        let mut values = [0; Modifier::ALL.len()];
        let mut set = |modifier: Modifier, value: i16| values[modifier as usize] = value;
        set(Modifier::Unit, shot.accuracy);
        match shot.height {
            0 => {}
            1.. => set(Modifier::HigherGround, to_hit.height_advantage),
            _ => set(Modifier::LowerGround, to_hit.height_disadvantage),
        }
        set(Modifier::Morale, shot.morale);
        if shot.critical {
            set(Modifier::CriticalStatus, to_hit.critical_status);
        }
        if shot.suppressed {
            set(Modifier::Suppressed, figures.suppression.accuracy);
        }
        Self::of(figures, values, Arc::Front)
    }

    /// Sums modifiers up and clamps the chance.
    fn of(figures: &Figures, values: [i16; Modifier::ALL.len()], arc: Arc) -> Self {
        let to_hit = &figures.to_hit;
        let raw = values.iter().copied().map(i32::from).sum();
        let chance = i32::clamp(raw, to_hit.min.into(), to_hit.max.into()).clamp(0, 100);
        Self {
            values,
            raw,
            chance: chance as u8,
            arc,
        }
    }

    /// Returns the modifiers that are not zero, in the order of [`Modifier::ALL`], percent.
    pub fn modifiers(&self) -> impl Iterator<Item = (Modifier, i16)> {
        let all = Modifier::ALL.into_iter().zip(self.values);
        all.filter(|(_, value)| *value != 0)
    }

    /// Returns one modifier, percent; 0 when it does not apply.
    pub fn modifier(&self, modifier: Modifier) -> i16 {
        self.values[modifier as usize]
    }
}

/// Returns the cover that counts: after the arc step, none against melee (§4, §6).
pub(super) fn effective_cover(figures: &Figures, weapon: &Weapon, shot: &Shot) -> Cover {
    match weapon.class {
        WeaponClass::Melee => Cover::None,
        _ => shot.arc.leaves(shot.cover, figures.cover.side),
    }
}

/// Returns the farthest distance a weapon class reaches, hexes.
pub(super) fn reach(figures: &Figures, class: WeaponClass) -> u16 {
    match class {
        WeaponClass::Melee => 1,
        _ => bands(figures, class)
            .iter()
            .map(|band| u16::from(band.to))
            .max()
            .unwrap_or(0),
    }
}

/// Evens out what makes no difference to the odds of a shot: where exactly in a range band the target
/// is, and how much higher or lower.
pub fn even_out(figures: &Figures, weapon: &Weapon, shot: &Shot) -> Shot {
    let band = bands(figures, weapon.class)
        .iter()
        .find(|band| shot.distance <= u16::from(band.to));
    // Whether a prone target is hard to hit depends on the hexes, and so does melee.
    let counts_hexes = shot.target_prone || weapon.class == WeaponClass::Melee;
    Shot {
        height: shot.height.signum(),
        distance: match band.filter(|_| !counts_hexes) {
            Some(band) => band.to.into(),
            None => shot.distance,
        },
        ..*shot
    }
}

fn range(figures: &Figures, class: WeaponClass, distance: u16) -> Result<i16, Impossible> {
    if class == WeaponClass::Melee && distance <= 1 {
        return Ok(0);
    }
    let band = bands(figures, class)
        .iter()
        .find(|band| distance <= u16::from(band.to))
        .filter(|_| class != WeaponClass::Melee);
    band.map(|band| band.modifier)
        .ok_or(Impossible::OutOfRange {
            distance,
            reach: reach(figures, class),
        })
}

fn bands(figures: &Figures, class: WeaponClass) -> &[RangeBand] {
    figures.bands.get(&class).map_or(&[], Vec::as_slice)
}
