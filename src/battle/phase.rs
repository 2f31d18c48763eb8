//! Phases of a turn as Bevy states, and the [`Turn`] that rules read.
//!
//! **Invariant:** [`Phase`] only mirrors what the events say; rules read [`Turn`], never [`Phase`].

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::side_count;
use crate::battle::unit::{Side, units_on_board};

/// Who acts now, for systems and the window.
#[derive(States, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Phase {
    /// No battle is loaded.
    #[default]
    Idle,
    /// A battle is loaded and its first turn has not begun.
    Setup,
    /// A human owes an order.
    Player,
    /// A computer side owes an order.
    Ai,
    /// The turn has been resolved and its events are being shown.
    Resolution,
    /// The battle has an outcome.
    Over,
}

/// The turn counter and whose phase it is; part of the fingerprint.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Turn {
    /// Turn number, from 1.
    pub number: u16,
    /// Side whose phase it is. Rule sets with simultaneous orders leave it at side 0 and decide in
    /// [`Rules::owes`](crate::battle::rules::Rules::owes) who owes an order.
    pub active: Side,
    /// Number of resolutions so far; the window shows a resolution when it grows.
    pub resolutions: u16,
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// The first side reached its objective.
    Victory,
    /// The first side has no unit left and none escaped.
    Defeat,
    /// The first side failed its objective (out of time, or left without it).
    MissionFailed,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Victory => "victory",
            Self::Defeat => "defeat",
            Self::MissionFailed => "mission failed",
        })
    }
}

/// Outcome of a battle and who won it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending {
    /// The outcome, as the first side sees it.
    pub outcome: Outcome,
    /// The winning side. There is one in every battle, also of one that ends by its turn limit.
    pub winner: Side,
    /// Turn in which the battle ended.
    pub turn: u16,
}

impl Ending {
    /// Returns how the battle ends, once at most one side has units on the board: the first side's
    /// victory or defeat. Where nobody is left, side 1 wins.
    pub fn of_last_standing(world: &World) -> Option<Self> {
        let has_units = |&side: &Side| units_on_board(world, side).next().is_some();
        let mut standing = (0..side_count(world)).map(Side).filter(has_units);
        let winner = standing.next();
        if standing.next().is_some() {
            return None;
        }
        // Where nobody is left, the first side has lost.
        let winner = winner.unwrap_or(Side(1));
        Some(Self {
            outcome: match winner {
                Side::FIRST => Outcome::Victory,
                _ => Outcome::Defeat,
            },
            winner,
            turn: world.resource::<Turn>().number,
        })
    }
}

/// The battle's ending once there is one.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Verdict(pub Option<Ending>);
