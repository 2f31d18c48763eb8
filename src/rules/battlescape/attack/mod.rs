//! One attack: who shoots whom under which circumstances, and everything that follows from it.
//!
//! A [`Shot`] holds the circumstances. [`Attack::prepare`] turns it into final integers, every
//! modifier by name ([`Aim`], [`Impact`]); [`Attack::round`] rolls one round with any dice;
//! [`Attack::forecast`] is that very function under exact dice.
//!
//! **Invariant:** what is previewed is what is rolled: no figure enters a round but through
//! [`Attack`]. **Invariant:** integers only; `pct(x, p) = floor(x · p / 100)` (battlescape §1).

mod arc;
pub mod area;
mod cache;
mod damage;
mod forecast;
#[cfg(test)]
mod tests;
mod to_hit;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use self::arc::Arc;
pub use self::area::{Area, Landing, Splash};
pub use self::cache::{ForecastCache, KnownAttack, Odds};
pub use self::damage::{Impact, Round, Wound};
pub use self::forecast::{CERTAIN, Distribution, Forecast, forecast};
pub use self::to_hit::{Aim, Modifier, even_out};
use crate::content::terrain::Cover;
use crate::rules::battlescape::content::items::{Charge, ChargeEffect};
use crate::rules::battlescape::content::{
    ArmorClass, DamageType, Figures, FireMode, ModeCost, Weapon, WeaponClass,
};

/// Circumstances of one attack, the weapon apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shot {
    /// Accuracy of the attacker, percent.
    pub accuracy: i16,
    /// Strength of the attacker.
    pub strength: u16,
    /// Whether the attacker is Critical (§8).
    pub critical: bool,
    /// What low morale adds to the attacker's chance, percent.
    pub morale: i16,
    /// Whether the attacker is Suppressed (§7).
    pub suppressed: bool,
    /// Whether the attacker ran this turn.
    pub ran: bool,
    /// Whether the attacker lies prone.
    pub prone: bool,
    /// Fire mode.
    pub mode: FireMode,
    /// Hexes between attacker and target; adjacent is 1.
    pub distance: u16,
    /// Cover of the target on this line, before the arc step; none at distance 1 (§6, §15.7).
    pub cover: Cover,
    /// Side of the target the attacker is on.
    pub arc: Arc,
    /// Elevation of the attacker less that of the target.
    pub height: i16,
    /// Trees and bushes on the line that are not the cover (§15.6, §15.8).
    pub trees: u8,
    /// Smoke hexes on the line, both ends included.
    pub smoke: u8,
    /// Whether this is reaction fire.
    pub reaction: bool,
    /// Whether the target's side does not see the attacker.
    pub unseen: bool,
    /// Whether the target has run since its last turn.
    pub target_ran: bool,
    /// Whether the target lies prone.
    pub target_prone: bool,
    /// Evasion of the target, percent.
    pub evasion: i16,
    /// Armor rating of the target.
    pub armor_rating: u16,
    /// Armor class of the target.
    pub class: ArmorClass,
    /// Whether the target has taken cover.
    pub in_stance: bool,
    /// Whether it is fired at a hex, at whoever may stand there unseen.
    pub blind: bool,
    /// For area attacks: ring of the target around each hex a miss may scatter to.
    pub scatter_rings: [[u8; 2]; 6],
    /// Hit points the target has left.
    pub health: u16,
}

impl Default for Shot {
    /// A standing, unharmed nobody fires over nothing at a bare target that stands in the open.
    fn default() -> Self {
        Self {
            accuracy: 0,
            strength: 0,
            critical: false,
            morale: 0,
            suppressed: false,
            ran: false,
            prone: false,
            mode: FireMode::Snap,
            distance: 0,
            cover: Cover::None,
            arc: Arc::Front,
            height: 0,
            trees: 0,
            smoke: 0,
            reaction: false,
            unseen: false,
            target_ran: false,
            target_prone: false,
            evasion: 0,
            armor_rating: 0,
            class: ArmorClass::Bio,
            in_stance: false,
            blind: false,
            scatter_rings: area::NOWHERE,
            health: 0,
        }
    }
}

/// Why an attack cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Impossible {
    /// The weapon lacks the mode.
    NoMode {
        /// The mode asked for.
        mode: FireMode,
    },
    /// The target is too far off for any range band of the weapon (§4).
    OutOfRange {
        /// Hexes to the target.
        distance: u16,
        /// Hexes the weapon reaches.
        reach: u16,
    },
    /// The magazine holds fewer rounds than the mode fires (§15.17).
    ShortMagazine {
        /// Rounds the mode fires.
        needs: u16,
        /// Rounds left.
        has: u16,
    },
    /// The attacker has too few time units.
    TimeUnits {
        /// TU the mode costs.
        needs: u16,
        /// TU left.
        has: u16,
    },
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoMode { mode } => write!(f, "the weapon has no {} mode", mode_name(mode)),
            Self::OutOfRange { distance, reach: 1 } => {
                write!(
                    f,
                    "reaches adjacent hexes only, the target is {distance} away"
                )
            }
            Self::OutOfRange { distance, reach } => {
                write!(f, "reaches {reach} hexes, the target is {distance} away")
            }
            Self::ShortMagazine { needs: 1, has } => write!(f, "needs 1 round, has {has}"),
            Self::ShortMagazine { needs, has } => write!(f, "needs {needs} rounds, has {has}"),
            Self::TimeUnits { needs, has } => write!(f, "needs {needs} TU, has {has}"),
        }
    }
}

impl std::error::Error for Impossible {}

/// Everything decided about an attack before the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// Chance to hit, itemised.
    pub aim: Aim,
    /// Damage of a hit, itemised.
    pub impact: Impact,
    /// Cost and rounds.
    pub cost: ModeCost,
    /// What it does around the hex it strikes, if it strikes an area.
    pub area: Option<Area>,
}

impl Attack {
    /// Works out chance and damage figures of an attack (§4, §5).
    ///
    /// # Errors
    ///
    /// [`Impossible::NoMode`] and [`Impossible::OutOfRange`]; what the attacker must have to pay is
    /// asked of [`readiness`].
    pub fn prepare(figures: &Figures, weapon: &Weapon, shot: &Shot) -> Result<Self, Impossible> {
        let cost = mode_cost(figures, weapon, shot.mode)?;
        let aim = Aim::new(figures, weapon, shot)?;
        let area = Area::of(figures, weapon).map(|area| Area {
            rings: shot.scatter_rings,
            ..area
        });
        let impact = Impact::new(figures, weapon, shot, aim.chance);
        Ok(Self {
            aim,
            impact,
            cost,
            area,
        })
    }
}

/// Works out chance and effect of throwing a grenade (§15.14).
///
/// A charge without dice hurts nobody.
pub fn throw(figures: &Figures, charge: &Charge, shot: &Shot, tu: u16) -> Attack {
    let aim = Aim::thrown(figures, shot);
    let impact = Impact::of_charge(figures, charge, shot.strength, aim.chance);
    let area = Area {
        radius: charge.radius,
        rings: shot.scatter_rings,
        ..match charge.effect {
            ChargeEffect::Blast => Area::blast(&figures.blast, charge.radius),
            _ => Area::cloud(&figures.area),
        }
    };
    Attack {
        aim,
        impact,
        cost: ModeCost { tu, rounds: 1 },
        area: Some(area),
    }
}

/// Returns how far a unit throws, hexes (§12).
pub fn throw_reach(figures: &Figures, strength: u16) -> u16 {
    figures.throw.reach + strength / figures.throw.strength_step.max(1)
}

/// Lists the modes of a weapon in the order of the action bar.
pub fn modes(weapon: &Weapon) -> impl Iterator<Item = FireMode> + '_ {
    let offers = |mode: &FireMode| weapon.modes.contains(&mode.base());
    FireMode::ALL.into_iter().filter(offers)
}

/// Returns cost and rounds of a weapon's mode (§3).
///
/// # Errors
///
/// [`Impossible::NoMode`] when the weapon does not offer it.
pub fn mode_cost(
    figures: &Figures,
    weapon: &Weapon,
    mode: FireMode,
) -> Result<ModeCost, Impossible> {
    let costs = figures.attack.get(&weapon.class);
    match costs.and_then(|costs| costs.get(&mode.base())) {
        Some(cost) if weapon.modes.contains(&mode.base()) => Ok(*cost),
        _ => Err(Impossible::NoMode { mode }),
    }
}

/// Returns cost and rounds of a mode if the attacker can pay for it with so many rounds in the
/// magazine and TU in the pool. A weapon without magazine needs no rounds.
///
/// # Errors
///
/// [`Impossible::NoMode`], [`Impossible::ShortMagazine`] or [`Impossible::TimeUnits`], in this
/// order.
pub fn readiness(
    figures: &Figures,
    weapon: &Weapon,
    mode: FireMode,
    loaded: u16,
    time_units: u16,
) -> Result<ModeCost, Impossible> {
    let cost = mode_cost(figures, weapon, mode)?;
    let needs = u16::from(cost.rounds);
    if weapon.magazine > 0 && loaded < needs {
        return Err(Impossible::ShortMagazine { needs, has: loaded });
    }
    if time_units < cost.tu {
        return Err(Impossible::TimeUnits {
            needs: cost.tu,
            has: time_units,
        });
    }
    Ok(cost)
}

/// Returns the farthest distance a weapon reaches, hexes.
pub fn reach(figures: &Figures, weapon: &Weapon) -> u16 {
    to_hit::reach(figures, weapon.class)
}

/// Whether rounds of a weapon that miss may ricochet (§15.20).
pub fn ricochets(weapon: &Weapon) -> bool {
    weapon.damage_type == DamageType::Kinetic && weapon.class != WeaponClass::Melee
}

/// Returns the name of a mode inside a sentence.
pub fn mode_name(mode: FireMode) -> &'static str {
    match mode {
        FireMode::Snap => "snap",
        FireMode::Aimed => "aimed",
        FireMode::Headshot => "headshot",
        FireMode::Burst => "burst",
        FireMode::Auto => "auto",
        FireMode::Strike => "strike",
    }
}

/// Returns floor(x · percent / 100) (§1).
pub fn pct(x: u32, percent: u16) -> u32 {
    let scaled = u64::from(x) * u64::from(percent) / 100;
    u32::try_from(scaled).unwrap_or(u32::MAX)
}
