//! Orders of the casket, what a waiting plan asks, and why orders are refused.
//!
//! **Invariant:** an order names everything that a player decides beforehand; a refusal names what it is about.

#![expect(
    missing_docs,
    reason = "most fields of refusals say by name and type what they hold"
)]

use serde::{Deserialize, Serialize};

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::mission::MissionSource;
use crate::rules::casket::attack::Blow;
use crate::rules::casket::machine::{CardNo, Part};
use crate::rules::kit::words::worded;

/// What a side may ask for. It is always for the unit whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Order {
    /// A basic step (§2).
    Step(Direction),
    /// A turn by 60°, to this facing.
    Turn(Direction),
    /// Bracing, if it is an action.
    Brace,
    /// A card is played.
    Play(Source, Aiming),
    /// The turn ends.
    Pass,
    /// Answers [`Choice::React`]: the reaction, if any.
    React(Option<CardNo>),
    /// Answers [`Choice::Guard`]: which guard takes the attack, if any.
    Guard(Option<UnitId>),
    /// Answers [`Choice::Lose`]: these cards of the hand, the rest from the deck.
    Lose(Vec<CardNo>),
    /// Answers [`Choice::BoilOver`]: whether the turn is skipped.
    BoilOver { skip: bool },
    /// Answers [`Choice::Keep`]: the cards that are discarded.
    Discard(Vec<CardNo>),
    /// Answers [`Choice::Steer`]: what the casket of a foe does.
    Steer(Box<Order>),
    /// Takes changed files of the mission over.
    Renew(Box<MissionSource>),
}

/// Where a card comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Source {
    /// The hand.
    Hand(CardNo),
    /// An ability of the race, by index.
    Ability(u8),
    /// The attack that a monster drew.
    Strike,
}

/// What a card is aimed at, and all else that it leaves to its player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Aiming {
    /// The target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<UnitId>,
    /// The hex that is attacked, the center of a blast, or one that a line points at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<TileId>,
    /// The target of the second attack, where another may be chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<UnitId>,
    /// A called shot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<Part>,
    /// Steps of a move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Direction>,
    /// The facing that it turns to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Direction>,
    /// Damage cards that are deleted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repair: Vec<CardNo>,
}

/// What a waiting plan asks a side.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// Whether and how a casket reacts.
    React(UnitId, Threat),
    /// Whether one of these takes an attack on an ally.
    Guard(UnitId, Vec<UnitId>),
    /// Which cards a casket loses, so many in all.
    Lose(UnitId, u16),
    /// Whether a casket that boils over skips its turn.
    BoilOver(UnitId),
    /// Which cards a casket discards, so many, since its hand is too large.
    Keep(UnitId, u8),
    /// What a casket does that is steered by its foe: it may play these cards.
    Steer(UnitId),
}

/// What a casket may react to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Threat {
    /// An attack.
    Attack(Blow),
    /// A gain of Heat.
    Heat(u8),
}

impl Choice {
    /// Returns the unit that is asked for.
    pub fn unit(&self) -> UnitId {
        match self {
            Self::React(unit, _)
            | Self::Guard(unit, _)
            | Self::Lose(unit, _)
            | Self::BoilOver(unit)
            | Self::Keep(unit, _)
            | Self::Steer(unit) => *unit,
        }
    }
}

worded! {
    /// Why an order was turned down.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Refusal {
        BattleOver = "the battle is over",
        NotNow = "it is not your turn",
        NotAsked = "nothing like this was asked",
        Answer = "answer first: a question is open",
        NoSp { needs: u8, left: u8 } = "needs {needs} SP, has {left}",
        TooManyOrders { most: u8 } = "a turn has at most {most} orders",
        NoStep = "there is no hex in that direction",
        Impassable = "nobody can enter that hex",
        Occupied = "somebody stands there",
        CannotMove = "it cannot move this turn",
        NoMoreHexes { most: i16 } = "it moves at most {most} hexes in a turn",
        CannotTurn = "it cannot turn",
        SameFacing = "it already faces that way",
        TurnTooFar = "turns are 60° at a time",
        NoBrace = "bracing is no action here",
        BracesAlready = "it braces already",
        NoCard = "that card is not in hand",
        NotPlayable { card: String } = "{card} cannot be played on your turn",
        PlayedAlready { card: String } = "{card} was played this turn",
        NoUsesLeft { card: String } = "{card} was used up",
        ArmDisabled { part: Part } = "the {part} is disabled",
        NeedsTaint { taint: u8 } = "needs Taint {taint}",
        CannotAttack = "it cannot attack this turn",
        NoSupport = "it cannot play support cards this turn",
        NeedsTarget { card: String } = "{card} needs a target",
        NoTarget { card: String } = "{card} has no target there",
        UnknownUnit(id: UnitId) = "there is no unit {}" (id.0),
        UnknownHex = "that hex is not on the board",
        NotAFoe { name: String } = "{name} is no enemy",
        NotAnAlly { name: String } = "{name} is no adjacent ally",
        Gone { name: String } = "{name} is disabled",
        OutOfRange { distance: u32, most: u32 } = "out of range: {distance} hexes, reaches {most}",
        TooClose { distance: u32, least: u32 } = "too close: {distance} hexes, reaches from {least}",
        NoSight = "no line of sight",
        NoComponent = "it has no components to aim at",
        CalledArea = "an area cannot be aimed at a component",
        NoPath { card: String } = "{card} cannot move anyone",
        PathTooLong { most: u8 } = "the move goes at most {most} hexes",
        PathNotStraight = "the move must go straight",
        PathBlocked = "the path is blocked",
        NotForward = "the move must go forward",
        NoFacing { card: String } = "{card} cannot turn anyone",
        NothingToRepair = "there is no damage card of that kind in the discard pile",
        MustAttack = "it must attack while it can",
        SteersAction = "the controlling foe picks an action while one is possible",
        NotReactive = "that card cannot react to this",
        WrongCards = "those cards are not in hand",
        WrongCount { needs: u16, named: usize } = "{needs} cards must be lost, {named} were chosen",
        NoGuard = "that unit cannot take the attack",
        CannotRenew(why: String) = "{why}",
    }
}
