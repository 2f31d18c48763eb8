//! Definitions of the battlescape rule set: units, weapons, armor suits and rule figures.
//!
//! **Invariant:** every figure of `rules/battlescape` that is not a mechanism stands here, read from
//! `assets/content`; section numbers (§) are those of the battlescape reference.

pub mod ai;
mod definitions;
mod figures;
pub mod items;
pub mod nerve;
mod read;

use crate::{
    battle::rules::Rules,
    content::{
        declare::{choices, figures},
        definition::ids,
        picture::Picture,
        section::Section,
        silhouette::Silhouette,
        small_map::SmallMap,
    },
    rules::battlescape::Battlescape,
};

use serde::{Deserialize, Serialize};

pub use self::figures::{
    AreaFigures, BlastFigures, CoverDamage, CoverFigures, CoverLayers, CritStage, DamageFigures,
    EnvironmentFigures, FacingPercent, Figures, FullFront, ItemUse, MatrixStage, ModeCost,
    ModeFigures, NoiseFigures, PoisonFigures, PsiFigures, RangeBand, ReactionRule,
    RequisitionFigures, RicochetFigures, SideCover, StatusFigures, ThrowFigures, TimeUnitFigures,
    ToHitFigures, TypeFigures,
};
pub use self::read::overlay;
use self::{
    ai::AiFigures,
    items::{Ability, AbilityId, Item, ItemId},
    read::read,
};

/// What squads read of the content.
pub(super) const SECTION: Section = Section {
    rules: Battlescape::NAME,
    files: &[
        "weapons.ron",
        "items.ron",
        "abilities.ron",
        "suits.ron",
        "units.ron",
        "battlescape.ron",
        "ai.ron",
    ],
    figures: &["battlescape.ron", "ai.ron"],
    read: |loader, _| Some(Box::new(read(loader)?)),
    overlay: |catalog, over, reader| {
        let content = catalog.part_mut::<BattlescapeContent>();
        content.figures = overlay(&content.figures, over, reader)?;
        Some(())
    },
};

/// Everything the battlescape takes from content files.
#[derive(Clone, Debug, PartialEq)]
pub struct BattlescapeContent {
    /// Unit kinds.
    pub units: Vec<UnitKind>,
    /// Weapons.
    pub weapons: Vec<Weapon>,
    /// Items.
    pub items: Vec<Item>,
    /// Abilities.
    pub abilities: Vec<Ability>,
    /// Armor suits a mission may put on a unit.
    pub suits: Vec<Suit>,
    /// Rule figures and switches.
    pub figures: Figures,
    /// Figures of the computer player.
    pub ai: AiFigures,
}

ids! { BattlescapeContent:
    units: UnitKind = UnitKindId, unit, unit_named;
    weapons: Weapon = WeaponId, weapon, weapon_named;
    suits: Suit = SuitId, suit, suit_named;
}

choices! {
    /// Target class of the damage matrix (§5).
    pub enum ArmorClass {
        /// Worn armor.
        Armor,
        /// Energy shield.
        Shield,
        /// Unprotected flesh.
        Bio,
        /// Machine.
        Mechanical,
        /// Being of energy.
        Energy,
    }

    /// Damage type (§5).
    pub enum DamageType {
        /// Bullets, claws.
        Kinetic,
        /// Beams.
        Laser,
        /// Hot gas.
        Plasma,
        /// Acid.
        Chemical,
    }

    /// Weapon class: sets TU costs, rounds per attack and range bands (§3, §4).
    pub enum WeaponClass {
        /// One-handed guns.
        Pistol,
        /// Submachine guns.
        Smg,
        /// Rifles.
        Rifle,
        /// Long guns.
        Sniper,
        /// Crew weapons.
        Heavy,
        /// Claws and blades: adjacent only, no range or cover.
        Melee,
    }

    /// Fire mode (§3, §4), in the order of the action bar.
    pub enum FireMode {
        /// A hurried shot; the only mode of reaction fire.
        Snap,
        /// A careful shot.
        Aimed,
        /// A careful shot at the head: offered by weapons that have aimed shots, with their figures.
        Headshot,
        /// A short burst.
        Burst,
        /// Full automatic fire.
        Auto,
        /// A blow of a melee weapon.
        Strike,
    }
}

impl FireMode {
    /// Returns the mode whose costs and figures it has.
    pub fn base(self) -> Self {
        match self {
            Self::Headshot => Self::Aimed,
            other => other,
        }
    }
}

/// How a unit moves (§3).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Gait {
    /// Upright.
    #[default]
    Walk,
    /// Fast over rough ground, loud, and unsteady for a while.
    Run,
    /// Bent low: slow and quiet.
    Crouch,
    /// On the belly; the only gait of a prone unit.
    Crawl,
    /// One careful step away from an enemy, without reactions.
    Disengage,
}

impl Gait {
    /// All gaits.
    pub const ALL: [Self; 5] = [
        Self::Walk,
        Self::Run,
        Self::Crouch,
        Self::Crawl,
        Self::Disengage,
    ];
}

figures! {
    /// Dice of a damage roll: `count` dice of `sides` sides.
    #[derive(Copy, Hash, Deserialize)]
    pub struct DamageDice {
        /// Number of dice, at least 1.
        pub count: u8 [1..=8],
        /// Sides of each die, at least 1.
        pub sides: u8 [1..=200],
    }

    /// Damage over time: so many dice each resolution, ignoring armor (§5).
    #[derive(Copy, Hash, Deserialize)]
    pub struct Burn {
        /// Chance in percent that a hit causes it.
        pub chance: u8 [0..=100],
        /// Dice per turn.
        pub dice: DamageDice,
        /// Turns it lasts.
        pub turns: u8 [1..=20],
    }
}

choices! {
    /// Threat level of a unit kind (§11).
    pub enum ThreatLevel {
        /// 30.
        Grunt,
        /// 50.
        Warrior,
        /// 70.
        Specialist,
        /// 90.
        Heavy,
        /// 100.
        Elite,
    }
}

/// Protection a unit wears or is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Armor {
    /// Armor rating (AR).
    pub rating: u16,
    /// Row of the damage matrix.
    pub class: ArmorClass,
    /// Path cost factor in percent (plate: 110).
    pub path_percent: u16,
    /// Whether poison does not get through (hazmat, machines).
    pub no_poison: bool,
}

/// One unit kind (§12).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitKind {
    /// Key in mission files, such as `sectoid_leader`.
    pub key: String,
    /// Name shown to people.
    pub name: String,
    /// One sentence for the encyclopedia and inspection.
    pub description: String,
    /// Hit points.
    pub health: u16,
    /// Accuracy in percent.
    pub accuracy: i16,
    /// Evasion in percent, taken off an attacker's chance.
    pub evasion: i16,
    /// Reactions: order of reaction fire and of the AI.
    pub reactions: u16,
    /// Strength.
    pub strength: u16,
    /// Bravery; `None` knows no fear and has no morale (machines).
    pub bravery: Option<u16>,
    /// Will: resists psi; `None` has no mind to reach.
    pub will: Option<u16>,
    /// Psi strength; 0 has no gift.
    pub psi: u16,
    /// Most energy; 0 has none.
    pub energy: u16,
    /// Hexes within which it steadies its side; 0 is no leader.
    pub aura: u8,
    /// Built-in armor.
    pub armor: Armor,
    /// Vision in hexes.
    pub vision: u8,
    /// Whether the night does not hamper it.
    pub night_sight: bool,
    /// Vision in hexes while carrying a weapon of a class (marksman: Sniper 15).
    pub vision_with: SmallMap<WeaponClass, u8>,
    /// Threat level.
    pub level: ThreatLevel,
    /// Weapon carried when the mission names none.
    pub weapon: WeaponId,
    /// Items carried when the mission names none.
    pub items: Vec<ItemId>,
    /// Abilities.
    pub abilities: Vec<AbilityId>,
    /// Whether it needs a psi amp to use them.
    pub needs_amp: bool,
    /// Whether it flies: over any ground, and harmed by none.
    pub flies: bool,
    /// Whether it heals better with a medikit.
    pub is_medic: bool,
    /// Silhouette of its token.
    pub silhouette: Silhouette,
    /// Picture of its token, instead of the silhouette's.
    pub picture: Option<Picture>,
}

/// One weapon (§12).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Key, such as `assault_rifle`.
    pub key: String,
    /// Name shown to people.
    pub name: String,
    /// Class: costs, rounds, range bands.
    pub class: WeaponClass,
    /// Damage type.
    pub damage_type: DamageType,
    /// Damage dice.
    pub dice: DamageDice,
    /// Accuracy in percent.
    pub accuracy: i16,
    /// Rounds of a full magazine; 0 needs none (melee).
    pub magazine: u16,
    /// Full magazines carried besides the one in the weapon.
    pub spares: u16,
    /// Rings of its explosion; 0 does not explode.
    pub blast: u8,
    /// Modes it offers.
    pub modes: Vec<FireMode>,
    /// Extra effect of its ammunition (tracer: burn 10%).
    pub ammo_burn: Option<Burn>,
    /// What it is worth, credits.
    pub value: u16,
}

/// One armor suit (§12).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suit {
    /// Key, such as `vest`.
    pub key: String,
    /// Name shown to people.
    pub name: String,
    /// Protection.
    pub armor: Armor,
    /// What it is worth, credits.
    pub value: u16,
}
