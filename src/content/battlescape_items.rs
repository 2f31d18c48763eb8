//! Things a unit carries besides the weapon in its hand (battlescape §12).

use serde::{Deserialize, Serialize};

use crate::content::battlescape::{DamageDice, DamageType};

/// Index of an item in [`BattlescapeContent::items`](super::battlescape::BattlescapeContent::items).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct ItemId(pub u8);

/// Most things a unit carries besides the weapon in its hand.
pub const MAX_ITEMS: usize = 6;

/// One item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Key, such as `frag_grenade`.
    pub key: String,
    /// Name shown to people.
    pub name: String,
    /// One sentence for the encyclopedia and the inventory.
    pub description: String,
    /// What it does.
    pub kind: ItemKind,
    /// Uses of a full one; it is gone at 0 (C36).
    pub charges: u8,
}

/// What an item does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// Thrown; does something where it lands.
    Grenade(Charge),
    /// Laid down; goes off when an enemy comes near.
    Mine(Charge),
    /// Heals.
    Medikit {
        /// Hit points by a medic.
        by_medic: u16,
        /// Hit points by anybody else.
        by_others: u16,
    },
    /// Takes stun points away.
    Stimulant {
        /// Stun points.
        stun: u16,
    },
    /// Shows where units are, for a turn.
    Scanner {
        /// Hexes.
        radius: u8,
    },
    /// Lets its owner use psionic abilities.
    PsiAmp,
}

/// What a grenade or mine does where it goes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Charge {
    /// What comes out of it.
    pub effect: ChargeEffect,
    /// Damage dice, if it hurts.
    pub dice: Option<DamageDice>,
    /// Damage type.
    pub damage_type: DamageType,
    /// Rings around the center.
    pub radius: u8,
    /// Smoke density or turns of light, by the effect.
    pub strength: u8,
}

/// What comes out of a grenade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ChargeEffect {
    /// An explosion.
    Blast,
    /// A poisonous cloud.
    Gas,
    /// Smoke.
    Smoke,
    /// Fire.
    Fire,
    /// A flash that stuns.
    Flash,
    /// Light at night.
    Light,
}
