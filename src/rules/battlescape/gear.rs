//! What units carry and what lies about on the board (§3, §12).
//!
//! **Invariant:** a thing is in one place: a hand, a pack slot or on the ground. [`Props`] keeps its
//! share of the fingerprint itself, so that it is changed through its methods only.

use std::hash::{Hash, Hasher};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::fingerprint::stable_hash;
use crate::battle::grid::TileId;
use crate::battle::unit::{self, Side, UnitId};
use crate::rules::battlescape::content::items::{ItemId, MAX_ITEMS};
use crate::rules::battlescape::content::{BattlescapeContent, ItemUse, WeaponId};
use crate::rules::battlescape::soldier::{self, Arms};

/// A thing that can be carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Carried {
    /// An item with the uses it has left.
    Item {
        /// Which.
        item: ItemId,
        /// Uses left, at least 1.
        charges: u8,
    },
    /// A weapon with its ammunition.
    Weapon {
        /// Which.
        weapon: WeaponId,
        /// Rounds in its magazine.
        rounds: u16,
        /// Rounds besides.
        spare: u16,
    },
}

impl Carried {
    /// Returns its name, and what it is worth, credits.
    pub fn name_and_value(self, content: &BattlescapeContent) -> (&str, u16) {
        match self {
            Self::Item { item, .. } => (&content.item(item).name, content.item(item).value),
            Self::Weapon { weapon, .. } => {
                (&content.weapon(weapon).name, content.weapon(weapon).value)
            }
        }
    }
}

/// What a unit carries besides the weapon in its hand.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pack {
    /// The slots.
    pub slots: [Option<Carried>; MAX_ITEMS],
    /// Slot of the grenade that is primed.
    pub primed: Option<u8>,
}

impl Pack {
    /// Returns what is in a slot.
    pub fn get(&self, slot: u8) -> Option<Carried> {
        self.slots.get(usize::from(slot)).copied().flatten()
    }

    /// Returns the first empty slot.
    pub fn free(&self) -> Option<u8> {
        let at = self.slots.iter().position(Option::is_none)?;
        u8::try_from(at).ok()
    }

    /// Puts a thing into the first empty slot; returns it if there is none.
    pub fn put(&mut self, thing: Carried) -> Result<(), Carried> {
        match self.free() {
            Some(slot) => {
                self.slots[usize::from(slot)] = Some(thing);
                Ok(())
            }
            None => Err(thing),
        }
    }

    /// Takes what is in a slot.
    pub fn take(&mut self, slot: u8) -> Option<Carried> {
        if self.primed == Some(slot) {
            self.primed = None;
        }
        self.slots.get_mut(usize::from(slot))?.take()
    }

    /// Uses an item in a slot up by one charge, or whole (C36).
    pub fn spend(&mut self, slot: u8, rule: ItemUse) {
        if self.primed == Some(slot) {
            self.primed = None;
        }
        if let Some(place) = self.slots.get_mut(usize::from(slot)) {
            *place = match *place {
                Some(Carried::Item {
                    item,
                    charges: charges @ 2..,
                }) if rule == ItemUse::Charges => Some(Carried::Item {
                    item,
                    charges: charges - 1,
                }),
                Some(Carried::Item { .. }) | None => None,
                weapon => weapon,
            };
        }
    }

    /// Whether an item of a kind is carried.
    pub fn has(&self, wanted: impl Fn(ItemId) -> bool) -> bool {
        self.slots.iter().flatten().any(|thing| match thing {
            Carried::Item { item, .. } => wanted(*item),
            Carried::Weapon { .. } => false,
        })
    }
}

/// Lists what a unit has in hand and pack.
pub fn carried(world: &World, id: UnitId) -> Vec<Carried> {
    let arms = *unit::part::<Arms>(world, id);
    let has_weapon = soldier::weapon(world, id).magazine > 0;
    let weapon = has_weapon.then_some(Carried::Weapon {
        weapon: arms.weapon,
        rounds: arms.rounds,
        spare: arms.spare,
    });
    let slots = unit::part::<Pack>(world, id).slots;
    weapon
        .into_iter()
        .chain(slots.into_iter().flatten())
        .collect()
}

/// A mine on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mine {
    /// Where.
    pub tile: TileId,
    /// What it is.
    pub item: ItemId,
    /// Who laid it.
    pub by: UnitId,
    /// For which side.
    pub side: Side,
}

/// A flare on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Light {
    /// Where.
    pub tile: TileId,
    /// Hexes it lights.
    pub radius: u8,
    /// Turns it still burns.
    pub turns: u8,
}

/// Something a side heard or measured, not saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trace {
    /// The side.
    pub side: Side,
    /// Where it may be.
    pub tile: TileId,
    /// The turn.
    pub turn: u16,
    /// Whether a scanner measured it; else it was heard.
    pub is_blip: bool,
}

/// Far ground that a side sees until its next phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Eye {
    /// The side.
    pub side: Side,
    /// Its center.
    pub tile: TileId,
    /// Hexes around it.
    pub radius: u8,
}

/// What may lie over a hex by somebody's doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fume {
    /// Fire.
    Fire,
    /// A poisonous cloud.
    Gas,
}

/// Who is to blame for a fire or cloud.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Author {
    /// Where it is.
    pub tile: TileId,
    /// What.
    pub fume: Fume,
    /// Who lit or let it off, or what it spread from.
    pub by: UnitId,
}

/// Who is to blame for fires and clouds, in the order they came.
///
/// Of an empty list nothing is hashed, so that battles without fire and gas keep the fingerprints they
/// had before anybody was blamed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Authors(pub Vec<Author>);

impl Authors {
    /// Returns who is to blame for what lies over a hex.
    pub fn of(&self, tile: TileId, fume: Fume) -> Option<UnitId> {
        let mut here = self.0.iter();
        here.find(|author| author.tile == tile && author.fume == fume)
            .map(|author| author.by)
    }

    /// Notes who is to blame for what lies over a hex now; `None` is nobody.
    pub fn note(&mut self, tile: TileId, fume: Fume, by: Option<UnitId>) {
        self.0
            .retain(|author| author.tile != tile || author.fume != fume);
        self.0.extend(by.map(|by| Author { tile, fume, by }));
    }
}

impl Hash for Authors {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.iter().for_each(|author| author.hash(hasher));
    }
}

/// A danger zone of the mission's script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Danger {
    /// The trigger that opened it.
    pub trigger: u8,
    /// Which of its actions.
    pub action: u8,
    /// First turn in which it hurts.
    pub from: u16,
}

/// What lies about on the board, and what sides only heard.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Things {
    /// On the ground, in the order it got there.
    pub litter: Vec<(TileId, Carried)>,
    /// Mines.
    pub mines: Vec<Mine>,
    /// Flares.
    pub lights: Vec<Light>,
    /// Noises and blips.
    pub traces: Vec<Trace>,
    /// Danger zones.
    pub dangers: Vec<Danger>,
    /// Far ground that is seen.
    pub eyes: Vec<Eye>,
    /// Who is to blame for fires and clouds.
    #[serde(default)]
    pub authors: Authors,
}

/// The [`Things`] of a battle with their share of the fingerprint.
#[derive(Resource, Clone, Debug, Default)]
pub struct Props {
    things: Things,
    print: Option<u64>,
}

impl Props {
    /// Makes these the things of the battle.
    pub fn new(things: Things) -> Self {
        Self {
            things,
            print: None,
        }
    }

    /// Returns the things.
    pub fn get(&self) -> &Things {
        &self.things
    }

    /// Returns the things for a change.
    pub fn change(&mut self) -> &mut Things {
        self.print = None;
        &mut self.things
    }

    /// Returns the share in the fingerprint.
    pub fn print(&mut self) -> u64 {
        *(self.print).get_or_insert_with(|| stable_hash(&self.things))
    }
}
