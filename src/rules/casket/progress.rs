//! How far a battle is: whose turn it is, who follows, and what sides scored.
//!
//! **Invariant:** the order of turns holds only units that can still act this round.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::unit::{Side, UnitId};

/// State of the battle beside units and tiles.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Progress {
    /// Whether the decks were shuffled and the first hands drawn.
    pub is_dealt: bool,
    /// Whether a round has begun and is not over.
    pub in_round: bool,
    /// Whose turn it is.
    pub acting: Option<UnitId>,
    /// Who follows in this round, in order.
    pub order: Vec<UnitId>,
    /// Victory points by side.
    pub points: Vec<u16>,
    /// Who holds each objective, and for how many rounds in a row.
    pub held: Vec<Option<(Side, u8)>>,
}
