//! The damage of one round, step by step.
//!
//! **Invariant:** [`Attack::round`] is the only code that rolls a round; it runs alike with seeded,
//! scripted and exact dice.

use serde::{Deserialize, Serialize};

use super::to_hit::effective_cover;
use super::{Arc, Attack, Shot, pct};
use crate::battle::dice::{Check, Label, Pool, Roll};
use crate::content::terrain::Cover;
use crate::rules::battlescape::content::items::Charge;
use crate::rules::battlescape::content::{
    Burn, CoverDamage, CritStage, DamageDice, DamageType, Figures, FireMode, FullFront,
    MatrixStage, Weapon, WeaponClass,
};

/// Figures of a hit, decided before the dice (§5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Impact {
    /// Step 1: damage dice.
    pub dice: DamageDice,
    /// Step 2: percent of the mode.
    pub mode_percent: u16,
    /// Step 2: bonus of the attacker's strength.
    pub strength_bonus: u16,
    /// Step 3: percent of the arc.
    pub arc_percent: u16,
    /// Step 3: percent of the cover left after the arc step.
    pub cover_percent: u16,
    /// Step 3: percent of the damage matrix.
    pub matrix_percent: u16,
    /// Whether the matrix comes before or after armor (C12).
    pub matrix_stage: MatrixStage,
    /// Step 4: armor that counts, Take Cover, damage type and arc included.
    pub armor: u32,
    /// Step 4: armor without Take Cover, for rings of an area.
    pub bare_armor: u32,
    /// Step 5: damage of a blocked hit; 0 when cover makes the target immune (C2).
    pub blocked: u16,
    /// Step 6: chance of a critical hit, percent.
    pub crit_chance: u8,
    /// Step 6: damage percent of a critical hit.
    pub crit_percent: u16,
    /// Whether the multiplier comes before or after armor (C11).
    pub crit_stage: CritStage,
    /// Step 7: burn that a hit may cause. That of the ammunition replaces that of the damage type.
    pub burn: Option<Burn>,
}

impl Impact {
    /// Works out the damage figures of a grenade or mine that goes off, before anybody is near (§15.4,
    /// §15.14).
    pub fn of_charge(figures: &Figures, charge: &Charge, strength: u16, chance: u8) -> Self {
        let rules = &figures.damage;
        let crit = rules.crit_base + u16::from(chance) / rules.crit_step.max(1);
        Self {
            dice: charge.dice.unwrap_or(DamageDice { count: 0, sides: 1 }),
            mode_percent: 100,
            strength_bonus: strength.saturating_sub(rules.strength_base)
                / rules.strength_step.max(1),
            arc_percent: 100,
            cover_percent: 100,
            matrix_percent: 100,
            matrix_stage: rules.matrix_stage,
            armor: 0,
            bare_armor: 0,
            blocked: rules.blocked,
            crit_chance: crit.min(100) as u8,
            crit_percent: figures.blast.crit_percent,
            crit_stage: rules.crit_stage,
            burn: None,
        }
    }

    /// Works out the damage figures of a shot with this final chance to hit.
    pub(super) fn new(figures: &Figures, weapon: &Weapon, shot: &Shot, chance: u8) -> Self {
        let rules = &figures.damage;
        let explodes = weapon.blast > 0;
        // Explosions ignore cover, arc and stance (§5, §15.15).
        let (cover, arc) = match explodes {
            true => (Cover::None, Arc::Front),
            false => (effective_cover(figures, weapon, shot), shot.arc),
        };
        let is_strong_arm =
            weapon.damage_type == DamageType::Kinetic || weapon.class == WeaponClass::Melee;
        let strength = shot.strength.saturating_sub(rules.strength_base);
        let kind = rules.types.get(&weapon.damage_type);
        let matrix = rules.matrix.get(&shot.class);
        let stance = match cover {
            _ if !figures.cover.layers.stance => 0,
            Cover::Half if shot.in_stance => rules.stance_half,
            Cover::Full if shot.in_stance => rules.stance_full,
            _ => 0,
        };
        let cover_percent = match figures.cover.layers.damage {
            CoverDamage::None => 100,
            _ if explodes || weapon.class == WeaponClass::Melee => 100,
            CoverDamage::Facing => facing_percent(figures, shot),
            CoverDamage::Percent => match cover {
                Cover::None => 100,
                Cover::Half => rules.half_cover_percent,
                Cover::Full if arc == Arc::Front && is_immune(figures) => 0,
                Cover::Full => rules.full_cover_percent,
            },
        };
        let arc_percent = match arc {
            Arc::Front => 100,
            Arc::Side => rules.side_arc_percent,
            Arc::Rear => rules.rear_arc_percent,
        };
        let rating = u32::from(shot.armor_rating) + u32::from(stance);
        let ar_percent = kind.map_or(100, |kind| kind.ar_percent);
        let armor = pct(rating, ar_percent);
        let crit = rules.crit_base
            + u16::from(chance) / rules.crit_step.max(1)
            + match shot.mode {
                FireMode::Headshot => rules.crit_headshot_chance,
                _ => 0,
            };
        Self {
            dice: weapon.dice,
            mode_percent: figures
                .modes
                .get(&shot.mode.base())
                .map_or(100, |mode| mode.damage_percent),
            strength_bonus: if is_strong_arm {
                strength / rules.strength_step.max(1)
            } else {
                0
            },
            arc_percent: match shot.height {
                0 => arc_percent,
                1.. => arc_percent.saturating_add(rules.height_percent),
                _ => arc_percent.saturating_sub(rules.height_percent),
            },
            cover_percent,
            matrix_percent: matrix
                .and_then(|row| row.get(&weapon.damage_type))
                .copied()
                .unwrap_or(100),
            matrix_stage: rules.matrix_stage,
            bare_armor: pct(u32::from(shot.armor_rating), ar_percent),
            armor: match arc {
                Arc::Rear => pct(armor, rules.rear_armor_percent),
                Arc::Front | Arc::Side => armor,
            },
            blocked: if cover_percent == 0 { 0 } else { rules.blocked },
            crit_chance: crit.min(100) as u8,
            crit_percent: match shot.mode {
                _ if explodes => figures.blast.crit_percent,
                FireMode::Headshot => rules.crit_headshot_percent,
                _ => rules.crit_percent,
            },
            crit_stage: rules.crit_stage,
            burn: (weapon.ammo_burn.filter(|_| rules.ammo_effects))
                .or(kind.and_then(|kind| kind.burn)),
        }
    }
}

/// Whether full cover stops all damage from the front (C2).
fn is_immune(figures: &Figures) -> bool {
    figures.cover.full_front == FullFront::Immune
}

/// Damage percent by cover and arc, without a step (C1).
fn facing_percent(figures: &Figures, shot: &Shot) -> u16 {
    let by_arc = figures.cover.facing.get(&shot.cover);
    by_arc.map_or(100, |percent| match shot.arc {
        Arc::Front => percent.front,
        Arc::Side => percent.side,
        Arc::Rear => percent.rear,
    })
}

/// One round fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Round {
    /// Roll to hit.
    pub hit: Check,
    /// What a hit does.
    pub wound: Option<Wound>,
}

impl Round {
    /// Returns the damage dealt; 0 for a miss.
    pub fn dealt(&self) -> u32 {
        self.wound.map_or(0, |wound| wound.dealt)
    }
}

/// One hit, with the damage after each step of §5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wound {
    /// Step 1: the dice.
    pub dice: Pool,
    /// Step 2: after mode and strength.
    pub after_mode: u32,
    /// Step 3: after the arc.
    pub after_arc: u32,
    /// Step 3: after cover.
    pub after_cover: u32,
    /// Step 3: after the damage matrix; as `after_cover` when the matrix comes after armor (C12).
    pub after_matrix: u32,
    /// Step 4: armor taken off.
    pub armor: u32,
    /// Step 5: whether armor stopped it.
    pub blocked: bool,
    /// Step 6: roll for a critical hit; none when blocked.
    pub crit: Option<Check>,
    /// Step 7: roll for the effect, if there is one.
    pub fx: Option<Check>,
    /// Burn the hit causes.
    pub burn: Option<Burn>,
    /// Hit points the target loses, before anything about how many it has.
    pub dealt: u32,
}

impl Wound {
    /// Whether the hit was critical.
    pub fn is_crit(&self) -> bool {
        !self.blocked && self.crit.is_some_and(|crit| crit.passed)
    }
}

impl Attack {
    /// Rolls all rounds of the attack, also those after the target has fallen (§15.2).
    pub fn fire(&self, dice: &mut impl Roll) -> Vec<Round> {
        (0..self.cost.rounds).map(|_| self.round(dice)).collect()
    }

    /// Rolls one round: `hit`; on a hit one `dmg` per die, `crit` unless blocked, and `fx` if there
    /// is an effect (§5, §15.2). With the multiplier before armor (C11) `crit` is rolled for every
    /// hit, since it may decide whether armor blocks.
    pub fn round<R: Roll>(&self, dice: &mut R) -> Round {
        let hit = dice.chance(Label::Hit, self.aim.chance);
        Round {
            hit,
            wound: hit.passed.then(|| self.impact.wound(dice)),
        }
    }
}

impl Impact {
    /// Step 2: mode and strength.
    pub(super) fn step_two(&self, sum: u32) -> u32 {
        pct(sum, self.mode_percent) + u32::from(self.strength_bonus)
    }

    /// Rolls what a hit does.
    pub(super) fn wound<R: Roll>(&self, dice: &mut R) -> Wound {
        let pool = dice.sum(Label::Dmg, self.dice.count, self.dice.sides);
        let after_mode = self.step_two(pool.sum);
        let after_arc = pct(after_mode, self.arc_percent);
        let after_cover = pct(after_arc, self.cover_percent);
        let after_matrix = match self.matrix_stage {
            MatrixStage::BeforeArmor => pct(after_cover, self.matrix_percent),
            MatrixStage::AfterArmor => after_cover,
        };
        let early = match self.crit_stage {
            CritStage::BeforeArmor => Some(dice.chance(Label::Crit, self.crit_chance)),
            CritStage::AfterArmor => None,
        };
        let through = self
            .multiplied(after_matrix, early)
            .saturating_sub(self.armor);
        let through = match self.matrix_stage {
            MatrixStage::BeforeArmor => through,
            MatrixStage::AfterArmor => pct(through, self.matrix_percent),
        };
        let blocked = through == 0;
        let (crit, dealt) = match self.crit_stage {
            _ if blocked => (early, u32::from(self.blocked)),
            CritStage::BeforeArmor => (early, through),
            CritStage::AfterArmor => {
                let late = Some(dice.chance(Label::Crit, self.crit_chance));
                (late, self.multiplied(through, late))
            }
        };
        let fx = self.burn.map(|burn| dice.chance(Label::Fx, burn.chance));
        Wound {
            dice: pool,
            after_mode,
            after_arc,
            after_cover,
            after_matrix,
            armor: self.armor,
            blocked,
            crit,
            fx,
            burn: self.burn.filter(|_| fx.is_some_and(|fx| fx.passed)),
            dealt,
        }
    }

    fn multiplied(&self, damage: u32, crit: Option<Check>) -> u32 {
        match crit {
            Some(Check { passed: true, .. }) => pct(damage, self.crit_percent),
            _ => damage,
        }
    }
}
