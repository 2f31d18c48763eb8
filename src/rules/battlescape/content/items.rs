//! Things a unit carries besides the weapon in its hand (battlescape §12).

use serde::{Deserialize, Serialize};

use crate::content::declare::choices;
use crate::content::definition::{Text, ids, records};
use crate::rules::battlescape::content::{BattlescapeContent, DamageDice, DamageType};

ids! { BattlescapeContent:
    items: Item = ItemId, item, item_named, description;
    abilities: Ability = AbilityId, ability, ability_named, description;
}

/// Most things a unit carries besides the weapon in its hand.
pub const MAX_ITEMS: usize = 6;

records! {
    /// One item.
    pub struct Item: "item" {
        /// Key, such as `frag_grenade`.
        pub key: String [Text::Name],
        /// Name shown to people.
        pub name: String [Text::Name],
        /// One sentence for the encyclopedia and the inventory.
        pub description: String [Text::Prose],
        /// Uses of a full one; it is gone at 0 (C36).
        pub charges: u8 [1..=5],
        /// What it does.
        pub kind in all: ItemKind,
        /// What it is worth, credits.
        pub value: u16 [0..=60_000] = 0,
    }

    /// What a grenade or mine does where it goes off.
    #[derive(Copy, Hash, Deserialize)]
    pub struct Charge: "charge" {
        /// What comes out of it.
        pub effect: ChargeEffect,
        /// Damage dice, if it hurts.
        pub dice in "damage": Option<DamageDice> = None,
        /// Damage type.
        pub damage_type in "type": DamageType as "type" = DamageType::Kinetic,
        /// Rings around the center.
        pub radius: u8 [0..=6],
        /// Smoke density or turns of light, by the effect.
        pub strength: u8 [0..=20] = 0,
    }

    /// One ability.
    pub struct Ability: "ability" {
        /// Key, such as `psi_strike`.
        pub key: String [Text::Name],
        /// Name shown to people.
        pub name: String [Text::Name],
        /// One sentence for the encyclopedia and the action bar.
        pub description: String [Text::Prose],
        /// TU it costs.
        pub tu: u16 [0..=1000],
        /// Energy it costs.
        pub energy: u16 [0..=1000],
        /// Hexes it reaches.
        pub range: u16 [0..=100],
        /// Whether the target's Will resists.
        pub resisted: bool = false,
        /// Added to the chance of one that is resisted, percent.
        pub modifier: i16 [-100..=100] = 0,
        /// What it does.
        pub effect: AbilityEffect,
        /// Points of morale or TU, or hexes of sight, by the effect.
        pub amount: u16 [0..=200] = 0,
        /// Damage dice of a strike.
        pub dice in "damage": Option<DamageDice> = None,
        /// Psi per further point of damage of a strike.
        pub psi_per_point: u16 [1..=1000] = 10,
    }
}

/// What an item does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
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
    /// Does nothing: something to be carried, such as a key.
    Thing,
}

choices! {
    /// What comes out of a grenade.
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
}

choices! {
    /// What an ability does.
    pub enum AbilityEffect {
        /// Harms an enemy, ignores armor.
        Strike,
        /// Lowers an enemy's morale.
        Panic,
        /// Controls an enemy for a turn.
        Control,
        /// Reveals distant ground.
        Sight,
        /// Restores a comrade's morale and ends its panic.
        Rally,
        /// Gives a comrade TU.
        Haste,
    }
}

impl AbilityEffect {
    /// Whether it is aimed at enemies.
    pub fn is_hostile(self) -> bool {
        matches!(self, Self::Strike | Self::Panic | Self::Control)
    }
}
