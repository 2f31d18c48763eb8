//! Components of caskets, monsters and objectives, and all of one as one value.
//!
//! **Invariant:** [`UnitState`] holds every component that can change. Each physical card of a casket lies in
//! one pile, is being played, or is deleted; `tests/it/casket` counts them.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::grid::{Direction, TileId};
use crate::battle::state::unit_state;
use crate::battle::unit::{Facing, Health, Position, Presence, UnitId};
use crate::rules::casket::content::{
    CardId, ClassId, EquipmentId, Limb, MonsterId, ObjectiveId, RaceId, Spot, Tier, Trait,
};
use crate::rules::kit::words::worded;

worded! {
    /// A component of a casket (§1).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum Part {
        RightArm = "right arm",
        LeftArm = "left arm",
        Chassis = "chassis",
        Legs = "legs",
    }
}

impl Part {
    /// Components by their names in files.
    pub const CHOICES: &'static [(&'static str, Self)] = &[
        ("RightArm", Self::RightArm),
        ("LeftArm", Self::LeftArm),
        ("Chassis", Self::Chassis),
        ("Legs", Self::Legs),
    ];

    /// Returns the index into lists by component.
    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns the limb that its damage cards are of.
    pub fn limb(self) -> Limb {
        match self {
            Self::RightArm | Self::LeftArm => Limb::Arm,
            Self::Chassis => Limb::Chassis,
            Self::Legs => Limb::Legs,
        }
    }

    /// Whether it is none of the arms.
    pub fn is_body(self) -> bool {
        self.limb() != Limb::Arm
    }

    /// Returns the component of a spot, if it is one.
    pub fn of(spot: Spot) -> Option<Self> {
        match spot {
            Spot::RightArm => Some(Self::RightArm),
            Spot::LeftArm => Some(Self::LeftArm),
            Spot::Chassis => Some(Self::Chassis),
            Spot::Legs => Some(Self::Legs),
            Spot::Nowhere => None,
        }
    }
}

/// What a unit is, which no battle changes.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Build {
    /// A casket.
    Casket {
        /// Its class.
        class: ClassId,
        /// The race of its pilot.
        race: RaceId,
        /// What it carries, and the arm that each piece acts as.
        mounted: Vec<(EquipmentId, Option<Part>)>,
    },
    /// A monster.
    Monster(MonsterId),
    /// An objective.
    Objective(ObjectiveId),
}

impl Build {
    /// Whether it is a casket.
    pub fn is_casket(&self) -> bool {
        matches!(self, Self::Casket { .. })
    }

    /// Whether it acts.
    pub fn acts(&self) -> bool {
        !matches!(self, Self::Objective(_))
    }
}

/// One physical card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Physical {
    /// Which card it is.
    pub card: CardId,
    /// The arm that it acts by, or, of a damage card, the component that it is of.
    pub arm: Option<Part>,
}

impl Physical {
    /// Makes a card that no arm brings.
    pub fn universal(card: CardId) -> Self {
        Self { card, arm: None }
    }
}

/// Names a physical card of a casket; index into [`Piles::cards`].
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct CardNo(pub u8);

impl CardNo {
    /// Returns the index into the cards.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Where the cards of a casket lie (§3).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piles {
    /// All physical cards; damage cards come last.
    pub cards: Vec<Physical>,
    /// In hand, in the order drawn.
    pub hand: Vec<CardNo>,
    /// The deck, its top last.
    pub deck: Vec<CardNo>,
    /// The discard pile, its top last.
    pub discard: Vec<CardNo>,
    /// Being played: in no pile (clarification 9).
    pub in_play: Vec<CardNo>,
    /// Deleted damage cards.
    pub deleted: Vec<CardNo>,
    /// Played this turn, each once.
    pub played: Vec<CardNo>,
}

impl Piles {
    /// Returns a physical card.
    ///
    /// # Panics
    /// If the casket has no such card.
    pub fn get(&self, no: CardNo) -> Physical {
        self.cards[no.index()]
    }

    /// Returns how many cards it has left to lose: hand and deck.
    pub fn life(&self) -> usize {
        self.hand.len() + self.deck.len()
    }

    /// Whether it has so many cards, and each once.
    pub fn is_sound(&self) -> bool {
        let piles = [
            &self.hand,
            &self.deck,
            &self.discard,
            &self.in_play,
            &self.deleted,
        ];
        let mut all: Vec<_> = piles.into_iter().flatten().map(|no| no.index()).collect();
        all.sort_unstable();
        all.iter().copied().eq(0..self.cards.len())
            && self.played.iter().all(|no| no.index() < self.cards.len())
    }
}

/// Damage of a component (§7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wear {
    /// Damage that marked it.
    pub damage: u16,
    /// Damage cards that it brought so far.
    pub issued: u8,
}

/// How long a trait lasts that a casket was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Until {
    /// To the end of the turn that is being played.
    Turn,
    /// Until the next turn of its bearer begins.
    OwnTurn,
    /// It begins with the next turn of its bearer and ends with it.
    NextTurn,
    /// To the end of so many rounds.
    Rounds(u8),
    /// To the end of the battle.
    Battle,
}

/// A trait that a casket was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lasting {
    /// The trait.
    pub given: Trait,
    /// How long it lasts.
    pub until: Until,
}

impl Lasting {
    /// Whether it is in force.
    pub fn is_active(&self) -> bool {
        self.until != Until::NextTurn
    }
}

/// What battles change of a casket besides its cards (§1).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// Heat.
    pub heat: u8,
    /// Taint.
    pub taint: u8,
    /// SP spent this turn.
    pub spent: u8,
    /// Components.
    pub parts: [Wear; 4],
    /// Traits that it was given, in the order they came.
    pub lasting: Vec<Lasting>,
    /// Abilities of its race that it used.
    pub used: u8,
    /// Reshuffles of its deck.
    pub reshuffles: u8,
    /// Whether it moved since the start of its own last turn, or was pushed.
    pub moved: bool,
    /// Hexes that it moved this turn.
    pub hexes: u8,
    /// Whether it attacked this turn.
    pub attacked: bool,
    /// Orders that it was given this turn.
    pub orders: u8,
    /// Who did the damage that it took last.
    pub hurt_by: Option<UnitId>,
    /// The attack that a monster drew for this turn.
    pub strike: Option<CardId>,
}

impl Frame {
    /// Returns the component.
    pub fn part(&self, part: Part) -> Wear {
        self.parts[part.index()]
    }
}

/// How bad the damage of a component is (§7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// No damage.
    Whole,
    /// Minor damage.
    Minor,
    /// Major damage.
    Major,
    /// Degraded.
    Degraded,
    /// Disabled.
    Disabled,
}

impl State {
    /// Returns the tier that its damage cards are drawn from, if it brings any.
    pub fn tier(self) -> Option<Tier> {
        match self {
            Self::Whole => None,
            Self::Minor => Some(Tier::Minor),
            Self::Major => Some(Tier::Major),
            Self::Degraded | Self::Disabled => Some(Tier::Critical),
        }
    }
}

unit_state! {
    /// Every component of a unit that can change.
    #[derive(Default)]
    pub struct UnitState {
        /// Where it is, or was last.
        pub tile: TileId as Position,
        /// Whether it is on the board; disabled ones are dead.
        pub presence: Presence,
        /// Which way it faces.
        pub facing: Direction as Facing,
        /// Hit points of monsters and objectives; of a casket its cards in hand and deck, and all.
        pub health: Health,
        /// What battles change of it besides its cards.
        pub body: Frame,
        /// Where its cards lie.
        pub piles: Piles,
    }
}
