//! Content of the party: characters, weapons, armor, items, traps, effects, scripts and the figures of its
//! rules.
//!
//! **Invariant:** every id resolves and every script can be run; section numbers (§) and clarifications
//! are those of the reference of the party.

mod figures;
mod read;
pub mod script;

use std::sync::Arc;

use serde::Serialize;

pub use self::figures::{CostFigures, Decider, Deciders, EffectTick, Figures, PlannerFigures};
pub use self::script::{Action, Chain, Condition, Leg, Place, Rule, Script, Target, Wander};
use crate::battle::dice::MAX_DICE;
use crate::battle::rules::Rules;
use crate::content::call::calls;
use crate::content::declare::choices;
use crate::content::definition::{Entry, definitions, ids};
use crate::content::picture::Picture;
use crate::content::problem;
use crate::content::reader::{Reader, all_read};
use crate::content::section::Section;
use crate::content::silhouette::Silhouette;
use crate::content::tree::Node;
use crate::rules::party::Party;

/// The content file of all of it.
const FILE: &str = "party.ron";

/// What the party reads of the content.
pub(super) const SECTION: Section = Section {
    rules: Party::NAME,
    files: &[FILE],
    figures: &[FILE],
    read: |loader, _| {
        let content = loader.whole(FILE, read::read)?;
        Some(Box::new(content))
    },
    overlay: |catalog, over, reader| {
        let content = catalog.part_mut::<PartyContent>();
        *content = read::overlay(content, over, reader)?;
        Some(())
    },
};

/// All definitions and figures of the party.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PartyContent {
    /// Figures and switches of the rules.
    pub figures: Figures,
    /// Effects that last (§4).
    pub effects: Vec<Effect>,
    /// Spells and perks (§10).
    pub spells: Vec<Spell>,
    /// Weapons (§10).
    pub weapons: Vec<Weapon>,
    /// Armor and shields (§10).
    pub armor: Vec<Armor>,
    /// Items that are used up (§4).
    pub items: Vec<Item>,
    /// Traps (§4).
    pub traps: Vec<Trap>,
    /// Characters and creatures (§10).
    pub characters: Vec<Template>,
    /// Scripts of computer characters (§9).
    pub scripts: Vec<Script>,
    /// What all of this was read from, over which a mission lays its own.
    #[serde(skip)]
    source: Arc<str>,
}

ids! { PartyContent:
    effects: Effect = EffectId, effect, effect_named, description;
    spells: Spell = SpellId, spell, spell_named, description;
    weapons: Weapon = WeaponId, weapon, weapon_named, description;
    armor: Armor = ArmorId, piece, piece_named, description;
    items: Item = ItemId, item, item_named, description;
    traps: Trap = TrapId, trap, trap_named, description;
    characters: Template = TemplateId, template, template_named, description;
    scripts: Script = ScriptId, script, script_named;
}

impl PartyContent {
    /// Notes what cannot be worn together.
    pub(super) fn check_worn(&self, place: problem::Place, worn: &[ArmorId], reader: &mut Reader) {
        let mut worn: Vec<_> = worn.iter().map(|&id| self.piece(id).worn).collect();
        worn.sort_unstable();
        if worn.windows(2).any(|two| two[0] == two[1]) {
            reader.problem(place, "two pieces of armor use the same place");
        }
    }

    /// Has a reader know the keys of definitions that missions name.
    pub(super) fn make_known(&self, reader: &mut Reader) {
        reader.know_by(Spell::WHAT, &self.spells);
        reader.know_by(Weapon::WHAT, &self.weapons);
        reader.know_by(Armor::WHAT, &self.armor);
        reader.know_by(Item::WHAT, &self.items);
        reader.know_by(Script::WHAT, &self.scripts);
    }
}

choices! {
    /// What characters have levels in.
    #[derive(Default)]
    pub enum Skill {
        /// Fighting without a weapon.
        #[default]
        Unarmed,
        /// Evading blows and shots.
        Dodge,
        /// Knives and daggers.
        Dagger,
        /// Swords.
        Sword,
        /// Axes.
        Axe,
        /// Maces and hammers.
        Mace,
        /// Spears.
        Spear,
        /// Staves.
        Staff,
        /// Bows.
        Bow,
        /// Thrown weapons.
        Thrown,
        /// Picking locks.
        Lockpick,
        /// Finding and disarming traps.
        Disarm,
        /// Spotting others first on journeys.
        Scout,
    }

    /// Target of a spell or perk.
    #[derive(Default)]
    pub enum Aim {
        /// The caster alone.
        #[default]
        Caster,
        /// The caster or an ally.
        Ally,
        /// An enemy.
        Enemy,
    }

    /// Where a piece of armor is worn.
    #[derive(Default)]
    pub enum Worn {
        /// On the body.
        #[default]
        Body,
        /// On the head.
        Head,
        /// On the arm; the only armor that can be changed in combat (§4).
        Shield,
    }
}

impl Skill {
    /// Returns its name as a field of files.
    pub const fn key(self) -> &'static str {
        SKILLS[self as usize]
    }
}

/// Names of skills as fields of files, in their order.
const SKILLS: [&str; Skill::ALL.len()] = [
    "unarmed", "dodge", "dagger", "sword", "axe", "mace", "spear", "staff", "bow", "thrown",
    "lockpick", "disarm", "scout",
];

/// Highest level that files may give; the figures say how many count.
pub const MOST_SKILL: u8 = 20;

/// Levels in all skills: `(dagger: 2, dodge: 1)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Skills([u8; Skill::ALL.len()]);

impl Skills {
    /// Returns the level in a skill.
    pub fn level(&self, skill: Skill) -> u8 {
        self.0[skill as usize]
    }

    /// Returns the highest level of all.
    pub fn highest(&self) -> u8 {
        self.0.into_iter().max().unwrap_or(0)
    }
}

impl Entry for Skills {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, what: &str, (): ()) -> Option<Self> {
        Self::default().changed(node, reader, what)
    }
}

impl Skills {
    /// Reads levels over these.
    pub fn changed(mut self, node: &Node, reader: &mut Reader, what: &str) -> Option<Self> {
        let mut fields = reader.fields(node, what)?;
        let mut is_sound = true;
        for skill in Skill::ALL {
            let now = self.level(skill);
            let level = fields.int_or(reader, skill.key(), 0..=MOST_SKILL, now);
            is_sound &= level.is_some();
            self.0[skill as usize] = level.unwrap_or_default();
        }
        fields.done(reader);
        is_sound.then_some(self)
    }
}

/// Spells that a character knows, each with its rank: `{"heal": 2}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Ranks(Vec<(SpellId, u8)>);

impl Ranks {
    /// Returns the rank in a spell; none is not known.
    pub fn of(&self, spell: SpellId) -> Option<u8> {
        let known = self.0.iter().find(|(known, _)| *known == spell);
        known.map(|(_, rank)| *rank)
    }

    /// Lists the spells.
    pub fn spells(&self) -> impl Iterator<Item = SpellId> {
        self.0.iter().map(|(spell, _)| *spell)
    }
}

impl Entry for Ranks {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, _: &str, (): ()) -> Option<Self> {
        let entries = reader.entries(node, "spells with their ranks, such as {\"heal\": 2}")?;
        let read = entries.iter().map(|(key, rank)| {
            let spell = SpellId::read(key, reader, "spell", ());
            let rank = reader.int(rank, "rank", 1..=MAX_DICE);
            Some((spell?, rank?))
        });
        all_read(read).map(Self)
    }
}

/// Words that scripts ask for: tags of targets, flags of the unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Words(pub Vec<String>);

impl Words {
    /// Whether a word is among them.
    pub fn has(&self, word: &str) -> bool {
        self.0.iter().any(|one| one == word)
    }
}

impl Entry for Words {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, what: &str, (): ()) -> Option<Self> {
        let nodes = reader.list(node, what).iter();
        all_read(nodes.map(|node| reader.name(node, what).map(str::to_owned))).map(Self)
    }
}

calls! {
    /// What a weapon rolls.
    #[derive(Copy, Hash)]
    pub enum Damage: "damage", "damage as Range(1, 6) or Dice(2, 4)" {
        /// From the first number to the second, each as likely.
        Range(low: u8 [0..=200] as "minimum damage", high: u8 [1..=200] as "maximum damage") = "Range(1, 6)",
        /// The sum of so many dice of so many sides.
        Dice(count: u8 [1..=8] as "number of dice", sides: u8 [1..=20]) = "Dice(2, 4)",
    }
}

impl Default for Damage {
    fn default() -> Self {
        Self::Range(1, 1)
    }
}

impl Damage {
    /// Returns the dice and what is added to them: count, sides, added; `rolls_most` is whether a range
    /// has its highest number.
    pub fn dice(self, rolls_most: bool) -> (u8, u8, i32) {
        match self {
            Self::Range(low, high) => {
                let sides = high.saturating_sub(low) + u8::from(rolls_most);
                (1, sides.max(1), i32::from(low) - 1)
            }
            Self::Dice(count, sides) => (count, sides, 0),
        }
    }
}

definitions! {
    /// One weapon (§10).
    pub struct Weapon: "weapon", name, description {
        /// Its damage roll.
        pub damage: Damage,
        /// The skill it uses.
        pub skill: Skill,
        /// Added to skill and damage: Axe +1.
        pub bonus: i16 [-20..=20] = 0,
        /// Whether it is a ranged weapon, which cannot attack adjacent enemies.
        pub ranged: bool = false,
    }

    /// One piece of armor, or a shield (§10).
    pub struct Armor: "armor", name, description {
        /// Armor rating: percent of damage it absorbs.
        pub rating: u8 [0..=100],
        /// Where it is worn.
        pub worn: Worn = Worn::Body,
    }

    /// An effect that lasts several turns (§4).
    pub struct Effect: "effect", name, description {
        /// Added to the maximum AP per rank of the spell.
        pub ap: i16 [-100..=100] = 0,
        /// Added to the chance to hit, percent.
        pub to_hit: i16 [-100..=100] = 0,
        /// Multiplier of the chance to hit, percent.
        pub to_hit_percent: u16 [0..=300] = 100,
        /// Added to the chance to dodge or parry, percent.
        pub parry: i16 [-100..=100] = 0,
        /// Multiplier of the chance to dodge or parry, percent.
        pub parry_percent: u16 [0..=300] = 100,
        /// Added to the armor rating.
        pub armor: i16 [-100..=100] = 0,
        /// Hit points lost each turn.
        pub harm: u8 [0..=100] = 0,
        /// Hit points regained each turn.
        pub mend: u8 [0..=100] = 0,
        /// Hit points lost when it ends.
        pub last_harm: u8 [0..=100] = 0,
        /// Whether the character sleeps until it is hit.
        pub sleep: bool = false,
    }

    /// One spell, or a perk if it costs no mana (§10).
    pub struct Spell: "spell", name, description {
        /// Action points.
        pub ap: u8 [0..=100],
        /// Mana.
        pub mp: u8 [0..=200] = 0,
        /// Range, hexes.
        pub range: u8 [0..=24] = 1,
        /// Valid targets.
        pub aim: Aim,
        /// Radius around its target in which everyone is hit, friend and foe, hexes.
        pub area: u8 [0..=10] = 0,
        /// Sides of the damage die that each rank rolls; 0 for none.
        pub harm: u8 [0..=20] = 0,
        /// Sides of the healing die that each rank rolls; 0 for none.
        pub mend: u8 [0..=20] = 0,
        /// The effect it has.
        pub effect: Option<EffectId> = None,
        /// Turns the effect lasts.
        pub turns: u8 [1..=100] = 1,
        /// Effects that it ends.
        pub cures: Vec<EffectId> = Vec::new(),
    }

    /// One consumable item: it casts a spell at no mana (§4).
    pub struct Item: "item", name, description {
        /// The spell.
        pub spell: SpellId,
        /// The rank of the spell.
        pub rank: u8 [1..=MAX_DICE],
        /// Range, if different from the spell's, hexes.
        pub range: Option<u8> [0..=24] = None,
    }

    /// One kind of trap: it casts a spell on the character that springs it (§4).
    pub struct Trap: "trap", name, description {
        /// The spell.
        pub spell: SpellId,
        /// The rank of the spell.
        pub rank: u8 [1..=MAX_DICE],
        /// Reduces the chance to disarm it, percent.
        pub difficulty: u8 [0..=200] = 0,
        /// Level in `disarm` needed to find it.
        pub hidden: u8 [0..=MOST_SKILL] = 0,
    }

    /// One character or creature (§10).
    pub struct Template: "character", name, description {
        /// Hit points.
        pub hp: u16 [1..=600],
        /// Level, used to match encounters to the party (§7).
        pub level: u8 [0..=20] = 1,
        /// Action points; the default if it has none of its own.
        pub ap: Option<u8> [1..=100] = None,
        /// Levels in skills.
        pub skills: Skills = Skills::default(),
        /// Mana.
        pub mp: u8 [0..=200] = 0,
        /// Spells and perks, with their ranks.
        pub spells: Ranks = Ranks::default(),
        /// Weapon in hand.
        pub weapon: Option<WeaponId> = None,
        /// What it wears.
        pub armor: Vec<ArmorId> = Vec::new(),
        /// Other weapons it carries.
        pub pack: Vec<WeaponId> = Vec::new(),
        /// Other shields and armor it carries.
        pub spare: Vec<ArmorId> = Vec::new(),
        /// Items it carries.
        pub items: Vec<ItemId> = Vec::new(),
        /// Items in its quick slots.
        pub quick: Vec<ItemId> = Vec::new(),
        /// Its script.
        pub script: ScriptId,
        /// Its script after combat, if any.
        pub after: Option<ScriptId> = None,
        /// Tags that scripts can target: `WithTag("caster")`.
        pub tags: Words = Words::default(),
        /// Flags that its script can check: `Flag("search")`.
        pub flags: Words = Words::default(),
        /// Silhouette of its token.
        #[serde(skip)]
        pub silhouette: Silhouette = Silhouette::Fighter,
        /// Picture of its token, instead of the silhouette.
        #[serde(skip)]
        pub picture: Option<Picture> = None,
    }
}
