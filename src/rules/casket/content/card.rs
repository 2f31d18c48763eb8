//! Cards: what they cost, whom they strike, and what they do (§9).
//!
//! **Invariant:** a card is plain data in the words of [`effect`](super::effect).

use crate::content::call::calls;
use crate::content::declare::choices;
use crate::content::definition::{Entry, definitions};
use crate::content::reader::Reader;
use crate::content::tree::{Node, Value};
use crate::rules::casket::content::{Effect, Trait};

choices! {
    /// What kind of card it is (§9).
    #[derive(Default)]
    pub enum Kind {
        /// A melee attack.
        #[default]
        Melee,
        /// A ranged attack.
        Ranged,
        /// A spell.
        Spell,
        /// Anything else that is played on the own turn.
        Utility,
        /// A reaction.
        Reactive,
        /// Works from any pile, and is never played.
        Passive,
        /// A damage card.
        Damage,
    }

    /// Maximum range of a card (§6).
    #[derive(Default)]
    pub enum Band {
        /// 1 hex.
        #[default]
        Adjacent,
        /// Up to 3 hexes.
        Close,
        /// Up to 6 hexes.
        Medium,
        /// Any distance.
        Long,
    }

    /// What a reaction answers (§4).
    #[derive(Default)]
    pub enum Trigger {
        /// Any attack.
        #[default]
        Attack,
        /// A melee attack.
        Melee,
        /// A ranged attack.
        Ranged,
        /// A gain of Heat.
        Heat,
    }

    /// Targets of a utility card.
    #[derive(Default)]
    pub enum Aim {
        /// Its own casket, or nobody.
        #[default]
        Own,
        /// An adjacent ally.
        Ally,
        /// Its own casket or an adjacent ally.
        OwnOrAlly,
    }

    /// Component of a damage card.
    pub enum Limb {
        /// An arm.
        Arm,
        /// The chassis.
        Chassis,
        /// The legs.
        Legs,
    }

    /// Tier of a damage card (§7).
    pub enum Tier {
        /// Minor.
        Minor,
        /// Major.
        Major,
        /// Critical.
        Critical,
    }
}

calls! {
    /// Which hexes an attack strikes (§4).
    #[derive(Copy, Hash, Default)]
    pub enum Area: "area", "an area, such as Cone or Blast" {
        /// That of its target.
        #[default]
        Single = "Single",
        /// The three hexes before the attacker.
        Cone = "Cone",
        /// So many hexes in one direction, up to a wall.
        Line(hexes: u8 [1..=10]) = "Line(3)",
        /// The hex of its target and the hexes around it.
        Blast = "Blast",
        /// All hexes within so many of the attacker.
        Ring(hexes: u8 [1..=10]) = "Ring(3)",
    }
}

definitions! {
    /// One card (§9). What is read on it is made from these fields.
    pub struct Card: "card", name {
        /// The kind of card.
        pub kind: Kind,
        /// Whether every deck has one.
        pub universal: bool = false,
        /// SP that it costs.
        pub sp: u8 [0..=20] = 0,
        /// Copies that its equipment adds.
        pub copies: u8 [1..=2] = 1,
        /// Minimum Taint of a casket that plays it.
        pub taint: u8 [0..=10] = 0,
        /// Heat that its casket gains.
        pub heat: u8 [0..=20] = 0,
        /// Maximum range of an attack.
        pub range: Band = Band::Adjacent,
        /// Base damage of an attack.
        pub damage: Option<u8> [0..=50] = None,
        /// Area of an attack.
        pub area: Area = Area::Single,
        /// Base damage around the center of a blast, if different.
        pub edge: Option<u8> [0..=50] = None,
        /// Whether an area leaves allies alone.
        pub spares_allies: bool = false,
        /// Attacks of one card, one after another.
        pub hits: u8 [1..=6] = 1,
        /// Whether each of them may have another target.
        pub split: bool = false,
        /// Defence that it ignores.
        pub pierces: u8 [0..=20] = 0,
        /// Whether it ignores all Defence.
        pub pierces_all: bool = false,
        /// Whether it ignores cover.
        pub ignores_cover: bool = false,
        /// Roll needed to hit, if different.
        pub hits_on: Option<u8> [1..=6] = None,
        /// Whether distance does not change the roll to hit.
        pub ignores_distance: bool = false,
        /// Whether it needs no line of sight.
        pub indirect: bool = false,
        /// Whether called shots with it have no penalty.
        pub steady: bool = false,
        /// Whether a spell rolls to hit.
        pub rolls: bool = false,
        /// Targets of a utility card.
        pub aim: Aim = Aim::Own,
        /// What a reaction answers.
        pub trigger: Trigger = Trigger::Attack,
        /// What happens before the attack.
        pub first: Vec<Effect> = Vec::new(),
        /// What each hit does besides its damage.
        pub on_hit: Vec<Effect> = Vec::new(),
        /// What happens after the attack, or when the card is played.
        pub effects: Vec<Effect> = Vec::new(),
        /// Cost of a reaction, after the attack.
        pub after: Vec<Effect> = Vec::new(),
        /// Traits: of a passive card always, of a damage card while in hand.
        pub traits: Vec<Trait> = Vec::new(),
        /// Component and tier of a damage card.
        pub wound: Option<(Limb, Tier)> = None,
    }
}

impl Entry for (Limb, Tier) {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, _: &str, (): ()) -> Option<Self> {
        let expected = "limb and tier, such as (Arm, Minor)";
        let Value::Tuple(None, parts) = &node.value else {
            return reader.wrong(node, expected);
        };
        let [limb, tier] = &parts[..] else {
            return reader.wrong(node, expected);
        };
        let limb = reader.choice(limb, "limb", Limb::CHOICES);
        let tier = reader.choice(tier, "tier", Tier::CHOICES);
        limb.zip(tier)
    }
}

impl Card {
    /// Whether it is an attack.
    pub fn is_attack(&self) -> bool {
        matches!(self.kind, Kind::Melee | Kind::Ranged | Kind::Spell)
    }

    /// Whether it is played on the own turn.
    pub fn is_played(&self) -> bool {
        self.is_attack() || self.kind == Kind::Utility
    }

    /// Lists everything that it may do, in order.
    pub fn all_effects(&self) -> impl Iterator<Item = &Effect> {
        let lists = [&self.first, &self.on_hit, &self.effects, &self.after];
        lists.into_iter().flatten().flat_map(Effect::all)
    }

    /// Whether it is a movement card (clarification 4): not an attack, and it moves.
    pub fn is_movement(&self) -> bool {
        let moves = |effect: &Effect| matches!(effect, Effect::Move(_));
        self.kind == Kind::Utility && self.all_effects().any(moves)
    }

    /// Whether it helps another.
    pub fn is_support(&self) -> bool {
        self.kind == Kind::Utility && self.aim != Aim::Own
    }

    /// Whether it lowers Heat.
    pub fn is_vent(&self) -> bool {
        let vents = |effect: &Effect| matches!(effect, Effect::Cool(..) | Effect::Vent(_));
        self.kind == Kind::Utility && self.all_effects().any(vents)
    }
}
