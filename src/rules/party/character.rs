//! Components of characters, and all of one as one value.
//!
//! **Invariant:** [`UnitState`] holds every component that can change. Hit points are counted in
//! hundredths (§5).

use std::hash::{Hash, Hasher};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::grid::{Direction, TileId};
use crate::battle::map::MapId;
use crate::battle::state::unit_state;
use crate::battle::unit::{Facing, Health, Position, Presence, UnitId};
use crate::content::call::calls;
use crate::rules::kit::formation::Formation;
use crate::rules::party::content::{
    ArmorId, EffectId, ItemId, PartyContent, Place, Ranks, ScriptId, Skills, Template, TemplateId,
    WeaponId, Words,
};

/// Hundredths of a hit point.
pub const POINT: u16 = 100;

/// What a character is, which no battle changes.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sheet {
    /// What it is made from.
    pub template: TemplateId,
    /// Levels in skills.
    pub skills: Skills,
    /// Spells and perks, with their ranks.
    pub spells: Ranks,
    /// Level, used to match encounters to the party (§7).
    pub level: u8,
    /// Action points before effects.
    pub ap: u8,
    /// Who it belongs to beside its side; members are alerted together (§3).
    pub group: Option<String>,
    /// How its group, or its side without one, arrives on a combat map (§7).
    pub formation: Formation,
    /// What its script asks of it.
    pub flags: Words,
    /// Its script.
    pub script: ScriptId,
    /// What it does after combat.
    pub after: Option<ScriptId>,
    /// Hexes it patrols while idle.
    pub patrol: Vec<TileId>,
}

impl Sheet {
    /// Returns what it is made from.
    pub fn kind<'c>(&self, content: &'c PartyContent) -> &'c Template {
        content.template(self.template)
    }
}

/// Something that is carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Thing {
    /// A weapon.
    Weapon(WeaponId),
    /// A shield or a piece of armor.
    Armor(ArmorId),
    /// An item.
    Item(ItemId),
}

impl Thing {
    /// Returns its name.
    pub fn name(self, content: &PartyContent) -> &str {
        match self {
            Self::Weapon(weapon) => &content.weapon(weapon).name,
            Self::Armor(armor) => &content.piece(armor).name,
            Self::Item(item) => &content.item(item).name,
        }
    }

    /// Whether it is in the content.
    pub fn is_in(self, content: &PartyContent) -> bool {
        match self {
            Self::Weapon(weapon) => weapon.index() < content.weapons.len(),
            Self::Armor(armor) => armor.index() < content.armor.len(),
            Self::Item(item) => item.index() < content.items.len(),
        }
    }
}

calls! {
    /// A place where something is carried.
    #[derive(Copy, Hash, Deserialize)]
    pub enum Slot: "place", "a place, such as Quick(0)" {
        /// In the pack, at this place: for use the inventory has to be open.
        Pack(slot: u8 [0..=255]) = "Pack(0)",
        /// At hand, in this quick slot.
        Quick(slot: u8 [0..=255]) = "Quick(0)",
    }
}

/// What a character carries.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Gear {
    /// The weapon in hand; none fights unarmed.
    pub weapon: Option<WeaponId>,
    /// What it wears.
    pub worn: Vec<ArmorId>,
    /// What it carries besides.
    pub pack: Vec<Thing>,
    /// Items at hand in quick slots.
    pub quick: Vec<ItemId>,
}

impl Gear {
    /// Returns what is carried in a place besides what is worn and in hand.
    pub fn get(&self, slot: Slot) -> Option<Thing> {
        match slot {
            Slot::Pack(at) => self.pack.get(usize::from(at)).copied(),
            Slot::Quick(at) => self.quick.get(usize::from(at)).copied().map(Thing::Item),
        }
    }

    /// Lists the items with their places: each kind once, at hand rather than in the pack.
    pub fn items(&self) -> impl Iterator<Item = (Slot, ItemId)> {
        let quick = (0..=u8::MAX).map(Slot::Quick).take(self.quick.len());
        let pack = (0..=u8::MAX).map(Slot::Pack).take(self.pack.len());
        let mut listed = Vec::new();
        quick
            .chain(pack)
            .filter_map(move |slot| match self.get(slot) {
                Some(Thing::Item(item)) if !listed.contains(&item) => {
                    listed.push(item);
                    Some((slot, item))
                }
                _ => None,
            })
    }

    /// Lists all of it.
    pub fn all(&self) -> impl Iterator<Item = Thing> {
        let weapon = self.weapon.map(Thing::Weapon).into_iter();
        let worn = self.worn.iter().copied().map(Thing::Armor);
        let quick = self.quick.iter().copied().map(Thing::Item);
        weapon
            .chain(worn)
            .chain(self.pack.iter().copied())
            .chain(quick)
    }
}

/// What a character has for a turn.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Purse {
    /// Action points left.
    pub ap: u8,
    /// Whether its inventory was opened this turn.
    pub opened: bool,
    /// Actions it did this turn.
    pub acts: u8,
}

/// Mana left.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mana(pub u8);

/// What a character remembers.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// Where it last knew an enemy (§8).
    pub known: Option<TileId>,
    /// What of that the party saw it come to know. It is shown; no rule asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<TileId>,
    /// Where it was when combat began.
    pub start: TileId,
    /// The hex it was on before its last step.
    pub before: TileId,
    /// Whom it attacked last.
    pub target: Option<UnitId>,
}

impl Memory {
    /// Returns what somebody remembers who comes to a hex: nothing but that.
    pub(super) fn at(tile: TileId) -> Self {
        Self {
            start: tile,
            before: tile,
            ..Self::default()
        }
    }

    /// Returns the hex that a place of a script means, if it is known.
    pub(super) fn place(&self, place: Place) -> Option<TileId> {
        match place {
            Place::LastKnown => self.known,
            Place::CombatStart => Some(self.start),
        }
    }
}

impl Hash for Memory {
    /// What is only shown has no share of it.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.known, self.start, self.before, self.target).hash(state);
    }
}

/// The map on which a character of a journey stays while another is in play; none where it waits to be met
/// (§7), and in a battle of one map.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Home(pub Option<MapId>);

impl Hash for Home {
    /// A battle of one map has no share of it.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|map| map.hash(state));
    }
}

/// What a character does outside combat (§8).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Errand {
    /// What is to be done, the next first.
    pub duties: Vec<Duty>,
    /// Which hex of its patrol is next.
    pub leg: u8,
}

/// A part of an errand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Duty {
    /// Goes to a hex.
    Go(TileId),
    /// Walks to and fro.
    Wander {
        /// Around this hex.
        center: TileId,
        /// Within so many hexes.
        radius: u8,
        /// Chance of each check, percent.
        chance: u8,
        /// Turns left.
        turns: u8,
        /// Where it walks now; there, or without, it is idle.
        goal: Option<TileId>,
    },
}

/// An effect on a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lasting {
    /// The effect.
    pub effect: EffectId,
    /// The rank it was cast with.
    pub rank: u8,
    /// Turns left.
    pub turns: u8,
}

/// All effects on a character, in the order they came.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Effects(pub Vec<Lasting>);

impl Effects {
    /// Adds up a figure of all effects.
    pub fn sum(
        &self,
        content: &PartyContent,
        of: impl Fn(&crate::rules::party::content::Effect) -> i16,
    ) -> i32 {
        let all = self.0.iter();
        all.map(|one| i32::from(of(content.effect(one.effect))))
            .sum()
    }

    /// Returns what all effects add to the most AP.
    pub fn ap(&self, content: &PartyContent) -> i32 {
        let all = self.0.iter();
        all.map(|one| i32::from(content.effect(one.effect).ap) * i32::from(one.rank))
            .sum()
    }

    /// Whether the character sleeps.
    pub fn sleeps(&self, content: &PartyContent) -> bool {
        self.0.iter().any(|one| content.effect(one.effect).sleep)
    }
}

unit_state! {
    /// Every component of a character that can change.
    #[derive(Default)]
    pub struct UnitState {
        /// Where it is, or was last.
        pub tile: TileId as Position,
        /// Whether it is on the board.
        pub presence: Presence,
        /// Which way it faces.
        pub facing: Direction as Facing,
        /// Hit points, hundredths.
        pub health: Health,
        /// What it has for the turn.
        pub purse: Purse,
        /// Mana left.
        pub mana: u8 as Mana,
        /// What it carries.
        pub gear: Gear,
        /// What it remembers.
        pub memory: Memory,
        /// Effects on it.
        pub effects: Effects,
        /// What it does outside combat.
        pub errand: Errand,
        /// The map on which it stays.
        pub home: Home,
    }
}
