//! Phases of a turn as Bevy states, and the [`Turn`] that rules read.
//!
//! **Invariant:** [`Phase`] only mirrors what the events say; rules read [`Turn`], never [`Phase`].

use std::cmp::Reverse;
use std::hash::{Hash, Hasher};

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

/// Why a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Reason {
    /// Somebody reached what the mission asks, or a side has nothing left.
    #[default]
    Decided,
    /// The objective can no longer be met.
    OutOfReach,
    /// Time was up: the side that held out until then won.
    Time,
    /// Victory was only a matter of time, and no enemy is left or will come to prevent it.
    Unopposed,
}

impl Reason {
    fn is_usual(&self) -> bool {
        *self == Self::Decided
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Decided => "decided",
            Self::OutOfReach => "objective out of reach",
            Self::Time => "time",
            Self::Unopposed => "no enemy left",
        })
    }
}

/// Outcome of a battle, who won it, and why it ended.
///
/// **Invariant:** [`Ending::decide`] alone chooses the winner, for every rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The outcome, as the first side sees it.
    pub outcome: Outcome,
    /// The winning side; `None` if no side that could have won has anything left.
    #[serde(with = "winner")]
    pub winner: Option<Side>,
    /// Turn in which the battle ended.
    pub turn: u16,
    /// Why it ended.
    #[serde(default, skip_serializing_if = "Reason::is_usual")]
    pub reason: Reason,
}

/// Saves and fingerprints from before there were battles without a winner hold a side here.
mod winner {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::battle::unit::Side;

    /// Stands for no winner; battles have at most eight sides.
    pub(super) const NOBODY: Side = Side(u8::MAX);

    #[expect(clippy::ref_option, reason = "serde asks for it")]
    pub(super) fn serialize<S: Serializer>(
        winner: &Option<Side>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        winner.unwrap_or(NOBODY).serialize(serializer)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(
        deserializer: D,
    ) -> Result<Option<Side>, D::Error> {
        let side = Side::deserialize(deserializer)?;
        Ok((side != NOBODY).then_some(side))
    }
}

/// The reason follows from the rest of the state, so older battles keep their fingerprint.
impl Hash for Ending {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self {
            outcome,
            winner,
            turn,
            reason: _,
        } = self;
        (outcome, winner.unwrap_or(winner::NOBODY), turn).hash(hasher);
    }
}

impl Ending {
    /// Decides who wins a battle that ends like this.
    ///
    /// A victory is the first side's. Otherwise the winner is the rival that has most left, the one
    /// listed first among equals, or nobody if no rival has anything left. `rivals` lists enemies of the
    /// first side with what each has left; the rule set chooses the measure. Where the mission gives the
    /// win to one side, that side is the only rival.
    pub fn decide(
        outcome: Outcome,
        reason: Reason,
        turn: u16,
        rivals: impl IntoIterator<Item = (Side, u32)>,
    ) -> Self {
        let rivals = rivals.into_iter().filter(|&(_, left)| left > 0);
        let winner = match outcome {
            Outcome::Victory => Some(Side::FIRST),
            Outcome::Defeat | Outcome::MissionFailed => rivals
                .max_by_key(|&(side, left)| (left, Reverse(side)))
                .map(|(side, _)| side),
        };
        Self {
            outcome,
            winner,
            turn,
            reason,
        }
    }

    /// Returns how the battle ends, once at most one side has units on the board: the first side's
    /// victory or defeat.
    pub fn of_last_standing(world: &World) -> Option<Self> {
        let left = |side| (side, units_on_board(world, side).count() as u32);
        let sides: Vec<_> = (0..side_count(world))
            .map(|side| left(Side(side)))
            .collect();
        let mut standing = sides.iter().filter(|&&(_, left)| left > 0);
        let outcome = match (standing.next(), standing.next()) {
            (_, Some(_)) => return None,
            (Some((Side::FIRST, _)), None) => Outcome::Victory,
            _ => Outcome::Defeat,
        };
        let turn = world.resource::<Turn>().number;
        let rivals = sides.into_iter().skip(1);
        Some(Self::decide(outcome, Reason::Decided, turn, rivals))
    }

    /// Returns outcome, winner and reason in words: `mission failed, winner Raiders by time`.
    pub fn in_words(&self, name_of: impl Fn(Side) -> String) -> String {
        let why = match self.reason {
            Reason::Time => " by time",
            Reason::Unopposed => ", no enemy left to contest it",
            Reason::Decided | Reason::OutOfReach => "",
        };
        match (self.outcome, self.winner) {
            (Outcome::Victory, _) => format!("{}{why}", self.outcome),
            (outcome, Some(winner)) => format!("{outcome}, winner {}{why}", name_of(winner)),
            (outcome, None) => format!("{outcome}, no winner"),
        }
    }

    /// Whether a side has won.
    pub fn is_won_by(&self, side: Side) -> bool {
        self.winner == Some(side)
    }
}

/// The battle's ending once there is one.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Verdict(pub Option<Ending>);

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(outcome: Outcome, left: &[(u8, u32)], expected: Option<u8>) {
        let rivals = left.iter().map(|&(side, left)| (Side(side), left));
        let ending = Ending::decide(outcome, Reason::Decided, 3, rivals);
        assert_eq!(ending.winner, expected.map(Side), "{outcome:?} {left:?}");
    }

    #[test]
    fn the_rival_with_most_left_wins_what_the_first_side_does_not() {
        for lost in [Outcome::Defeat, Outcome::MissionFailed] {
            check(lost, &[(1, 0), (2, 3)], Some(2));
            check(lost, &[(1, 4), (2, 3)], Some(1));
            check(lost, &[(1, 3), (2, 3)], Some(1));
            check(lost, &[(1, 0), (2, 0)], None);
            check(lost, &[], None);
        }
        check(Outcome::Victory, &[(1, 9)], Some(0));
    }

    /// Saves from before there were battles without a winner name a side.
    #[test]
    fn endings_keep_their_old_form() {
        let old = "(outcome:Defeat,winner:(1),turn:7)";
        let ending = Ending::decide(Outcome::Defeat, Reason::Decided, 7, [(Side(1), 2)]);
        assert_eq!(ron::to_string(&ending).as_deref(), Ok(old));
        assert_eq!(ron::from_str(old), Ok(ending));
        for (rival, reason) in [(None, Reason::Decided), (Some((Side(2), 1)), Reason::Time)] {
            let ending = Ending::decide(Outcome::MissionFailed, reason, 7, rival);
            let text = ron::to_string(&ending).expect("plain data");
            assert_eq!(ron::from_str(&text), Ok(ending), "{text}");
        }
    }
}
