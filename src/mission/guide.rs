//! The steps of a guided mission: what is said, and what has to be done before the next is said.
//!
//! **Invariant:** a guide changes no battle; it only talks.

use crate::battle::grid::TileId;
use crate::content::declare::choices;

/// One step of a guide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuideStep {
    /// What is said.
    pub say: String,
    /// What ends the step.
    pub until: Until,
}

/// What ends a step of a guide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// The player says so, or did what the step names besides.
    Read(Option<GuideAction>),
    /// The player did it.
    Done(GuideAction),
    /// A unit of the player stands in the zone.
    Reached(Vec<TileId>),
}

choices! {
    /// Actions a tutorial step can wait for.
    pub enum GuideAction {
        /// Choose another unit.
        Select,
        /// Walk anywhere.
        Move,
        /// Turn on the spot.
        Turn,
        /// Aim at something.
        Aim,
        /// Fire.
        Fire,
        /// Cast a spell.
        Cast,
        /// Take cover.
        TakeCover,
        /// Ready reaction fire.
        Watch,
        /// Reload.
        Reload,
        /// Throw a grenade.
        Throw,
        /// Use a carried item on a unit.
        Use,
        /// Open or close a door.
        Door,
        /// End combat.
        EndCombat,
        /// End the turn.
        EndTurn,
        /// Undo an order.
        Undo,
    }
}
