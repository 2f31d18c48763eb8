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

use crate::battle::rules::Rules;
use crate::content::declare::{choices, figures};
use crate::content::definition::{Text, ids, records};
use crate::content::picture::Picture;
use crate::content::section::Section;
use crate::content::silhouette::Silhouette;
use crate::content::small_map::SmallMap;
use crate::rules::battlescape::Battlescape;

use serde::Deserialize;

use self::ai::AiFigures;
pub(super) use self::definitions::check_items;
pub use self::figures::{
    AreaFigures, BlastFigures, CoverDamage, CoverFigures, CoverLayers, CritStage, DamageFigures,
    EnvironmentFigures, FacingPercent, Figures, FullFront, ItemUse, MatrixStage, ModeCost,
    ModeFigures, NoiseFigures, PoisonFigures, PsiFigures, RangeBand, ReactionRule,
    RequisitionFigures, RicochetFigures, SideCover, StatusFigures, ThrowFigures, TimeUnitFigures,
    ToHitFigures, TypeFigures,
};
use self::items::{Ability, AbilityId, Item, ItemId};
pub use self::read::overlay;
use self::read::read;

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
    units: UnitKind = UnitKindId, unit, unit_named, description;
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

choices! {
    /// How a unit moves (§3).
    #[derive(Default)]
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

records! {
    /// Protection a unit wears or is made of.
    #[derive(Copy, Deserialize)]
    pub struct Armor: "armor" {
        /// Armor rating (AR).
        pub rating: u16 [0..=200],
        /// Row of the damage matrix.
        pub class: ArmorClass as "armor class",
        /// Path cost factor in percent (plate: 110).
        pub path_percent: u16 [50..=300] = 100,
        /// Whether poison does not get through (hazmat, machines).
        pub no_poison: bool = false,
    }

    /// One unit kind (§12).
    pub struct UnitKind: "unit" {
        /// Key in mission files, such as `sectoid_leader`.
        pub key: String [Text::Name],
        /// Name shown to people.
        pub name: String [Text::Name],
        /// One sentence for the encyclopedia and inspection.
        pub description: String [Text::Prose],
        /// Hit points.
        pub health: u16 [1..=1000],
        /// Accuracy in percent.
        pub accuracy: i16 [0..=200],
        /// Evasion in percent, taken off an attacker's chance.
        pub evasion: i16 [-100..=100] = 0,
        /// Reactions: order of reaction fire and of the AI.
        pub reactions: u16 [0..=200],
        /// Strength.
        pub strength: u16 [0..=200],
        /// Bravery; `None` knows no fear and has no morale (machines).
        pub bravery: Option<u16> [0..=110],
        /// Will: resists psi; `None` has no mind to reach.
        pub will: Option<u16> [0..=200],
        /// Psi strength; 0 has no gift.
        pub psi: u16 [0..=200] = 0,
        /// Most energy; 0 has none.
        pub energy: u16 [0..=1000] = 0,
        /// Hexes within which it steadies its side; 0 is no leader.
        pub aura: u8 [0..=50] = 0,
        /// Built-in armor.
        pub armor: Armor,
        /// Vision in hexes.
        pub vision: u8 [1..=24],
        /// Whether the night does not hamper it.
        pub night_sight: bool = false,
        /// Vision in hexes while carrying a weapon of a class (marksman: Sniper 15).
        pub vision_with: SmallMap<WeaponClass, u8> = SmallMap::new(),
        /// Threat level.
        pub level: ThreatLevel as "threat level",
        /// Weapon carried when the mission names none.
        pub weapon: WeaponId,
        /// Items carried when the mission names none.
        pub items: Vec<ItemId> = Vec::new(),
        /// Abilities.
        pub abilities: Vec<AbilityId> = Vec::new(),
        /// Whether it needs a psi amp to use them.
        pub needs_amp: bool = false,
        /// Whether it flies: over any ground, and harmed by none.
        pub flies: bool = false,
        /// Whether it heals better with a medikit.
        pub is_medic in "medic": bool = false,
        /// Silhouette of its token.
        #[serde(skip)]
        pub silhouette: Silhouette,
        /// Picture of its token, instead of the silhouette.
        #[serde(skip)]
        pub picture: Option<Picture> = None,
    }

    /// One weapon (§12).
    pub struct Weapon: "weapon" {
        /// Key, such as `assault_rifle`.
        pub key: String [Text::Name],
        /// Name shown to people.
        pub name: String [Text::Name],
        /// Class: costs, rounds, range bands.
        pub class: WeaponClass as "weapon class",
        /// Damage type.
        pub damage_type in "type": DamageType as "damage type",
        /// Damage dice.
        pub dice in "damage": DamageDice,
        /// Accuracy in percent.
        pub accuracy: i16 [-100..=100],
        /// Rings of its explosion; 0 does not explode.
        pub blast: u8 [0..=6] = 0,
        /// Rounds of a full magazine; 0 needs none (melee).
        pub magazine: u16 [0..=1000] = 0,
        /// Full magazines carried besides the one in the weapon.
        pub spares: u16 [0..=20] = 3,
        /// Whether it is the bare hands of those who do not fight: no mode is needed.
        pub unarmed: bool = false,
        /// Modes it offers.
        pub modes: Vec<FireMode>,
        /// Extra effect of its ammunition (tracer: burn 10%).
        pub ammo_burn: Option<Burn> = None,
        /// What it is worth, credits.
        pub value: u16 [0..=60_000] = 0,
    }

    /// One armor suit (§12).
    pub struct Suit: "suit" {
        /// Key, such as `vest`.
        pub key: String [Text::Name],
        /// Name shown to people.
        pub name: String [Text::Name],
        /// Protection.
        pub armor: Armor,
        /// What it is worth, credits.
        pub value: u16 [0..=60_000] = 0,
    }
}
