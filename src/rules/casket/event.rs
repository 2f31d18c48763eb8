//! What happens in a duel.
//!
//! **Invariant:** an event holds every rolled number; `land` alone writes it.

#![expect(missing_docs, reason = "fields say by name and type what they hold")]

use serde::{Deserialize, Serialize};

use crate::battle::board::TileState;
use crate::battle::grid::{Direction, TileId};
use crate::battle::phase::Ending;
use crate::battle::unit::{Side, UnitId};
use crate::mission::MissionSource;
use crate::rules::casket::attack::{Blow, Odds};
use crate::rules::casket::content::{CardId, Trait};
use crate::rules::casket::machine::{CardNo, Part, Physical, Until};
use crate::rules::casket::order::Source;
use crate::rules::kit::words::worded;

worded! {
    /// What changed Heat.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Cause {
        Card = "a card",
        Reaction = "a reaction",
        Wound = "damage cards",
        Backfire = "a Backfire",
        BoilOver = "boiling over",
        Fire = "fire",
        Water = "water",
        Ice = "ice",
        Attack = "an attack",
    }

    /// How a unit came to another hex.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum How {
        Walked = "moves",
        Flew = "flies",
        Pushed = "is pushed",
        Teleported = "jumps",
    }

    /// What victory points are for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Merit {
        Disabled = "disabling a foe",
        Part = "disabling a component",
        Objective = "holding an objective",
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// A round begins: who acts in which order, with the dice and sum of each.
    RoundBegan { number: u16, order: Vec<Initiative> },
    /// A unit's turn begins.
    TurnBegan { unit: UnitId },
    /// A monster draws its attack.
    StrikeDrawn {
        unit: UnitId,
        roll: u8,
        card: CardId,
    },
    /// A unit came to another hex.
    Moved {
        unit: UnitId,
        to: TileId,
        how: How,
        sp: u8,
    },
    /// A unit turned.
    Turned {
        unit: UnitId,
        facing: Direction,
        sp: u8,
        roll: Option<u8>,
    },
    /// A casket braced.
    Braced { unit: UnitId, points: i16, sp: u8 },
    /// A casket plays a card.
    Played {
        unit: UnitId,
        source: Source,
        card: CardId,
        sp: u8,
        target: Option<UnitId>,
        tile: Option<TileId>,
    },
    /// A defender answers with a reaction.
    Reacted {
        unit: UnitId,
        no: CardNo,
        card: CardId,
    },
    /// A reaction came too late: it returns to hand.
    Returned {
        unit: UnitId,
        no: CardNo,
        card: CardId,
    },
    /// A unit takes an attack on an adjacent ally.
    Guarded { unit: UnitId, ally: UnitId },
    /// An attack.
    Attacked(Box<Attack>),
    /// Terrain was attacked.
    Battered {
        tile: TileId,
        by: UnitId,
        damage: u16,
        state: TileState,
        breaks: bool,
    },
    /// A casket lost cards; `wasted` could not be paid. `owed` is whom the damage is from.
    Lost {
        unit: UnitId,
        hand: Vec<CardNo>,
        deck: Vec<CardNo>,
        wasted: u16,
        by: Option<UnitId>,
    },
    /// A monster or objective lost hit points.
    Struck {
        unit: UnitId,
        points: u16,
        by: Option<UnitId>,
    },
    /// A component was marked.
    Marked {
        unit: UnitId,
        part: Part,
        damage: u16,
        by: Option<UnitId>,
    },
    /// Heat changed.
    Heated {
        unit: UnitId,
        by: i16,
        cause: Cause,
        dice: Vec<u8>,
    },
    /// Taint rose.
    Tainted { unit: UnitId, by: u8 },
    /// Traits were given to a casket.
    Given {
        unit: UnitId,
        given: Trait,
        until: Until,
    },
    /// Traits were used up, by index among those that last.
    Spent { unit: UnitId, given: Trait },
    /// Damage was absorbed.
    Absorbed { unit: UnitId, points: u16 },
    /// Cards were drawn.
    Drew { unit: UnitId, cards: Vec<CardNo> },
    /// The discard pile and new damage cards are the deck now.
    Reshuffled {
        unit: UnitId,
        wounds: Vec<Physical>,
        deck: Vec<CardNo>,
    },
    /// Cards were discarded from hand, or the top of the deck.
    Discarded {
        unit: UnitId,
        hand: Vec<CardNo>,
        deck: Vec<CardNo>,
        is_random: bool,
    },
    /// A card that was played goes to the discard pile.
    Settled { unit: UnitId, no: CardNo },
    /// Damage cards were deleted from a discard pile.
    Repaired { unit: UnitId, cards: Vec<CardNo> },
    /// A Backfire was rolled: the die, the sum, and the row of the table.
    Backfired {
        unit: UnitId,
        roll: u8,
        sum: i16,
        row: u8,
    },
    /// A table was rolled.
    Rolled { unit: UnitId, roll: u8 },
    /// A casket boiled over: whether it skips its turn.
    BoiledOver { unit: UnitId, skips: bool },
    /// Terrain changed by itself.
    Ground {
        tile: TileId,
        state: TileState,
        roll: Option<u8>,
    },
    /// A unit is disabled or destroyed.
    Disabled { unit: UnitId, by: Option<UnitId> },
    /// A side scored.
    Scored {
        side: Side,
        points: u8,
        merit: Merit,
    },
    /// Who holds the objectives.
    Held { held: Vec<Option<(Side, u8)>> },
    /// A unit passed.
    Passed { unit: UnitId },
    /// A unit's turn is over.
    TurnEnded { unit: UnitId },
    /// A round is over.
    RoundEnded,
    /// Changed files of the mission came into force.
    Renewed { source: Box<MissionSource> },
    /// The battle ends.
    Ended(Ending),
}

/// The place of a unit in the order of turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Initiative {
    pub unit: UnitId,
    /// What it rolled, again for each tie.
    pub rolls: Vec<u8>,
    /// What is added.
    pub modifier: i16,
}

/// One attack of a card on one target.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    pub blow: Blow,
    pub odds: Odds,
    /// The roll to hit, where there is one.
    pub roll: Option<u8>,
    pub hit: bool,
    pub critical: bool,
    /// Damage before any is absorbed.
    pub damage: u16,
}
