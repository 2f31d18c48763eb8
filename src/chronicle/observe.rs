//! The trait by which a rule set tells the laboratory what happens in its battles.
//!
//! **Invariant:** a witness only looks: a battle that is watched leads to the same fingerprint as one
//! that is not.

use bevy::prelude::World;

use crate::battle::rules::Rules;
use crate::battle::watch::Watcher;
use crate::chronicle::record::{BattleRecord, Vocabulary};
use crate::mission::Mission;

/// Watches one battle and writes its record.
pub trait Witness: Sized + Watcher<<Self as Witness>::Rules> {
    /// Rule set of the battles it understands.
    type Rules: Rules;

    /// Lists the names that records of a mission's battles stand for.
    fn vocabulary(mission: &Mission) -> Vocabulary;

    /// Begins to watch a battle that was just set up.
    fn begin(world: &World, mission: &Mission) -> Self;

    /// Writes the record of a battle that is over or broken off. Case, seed, outcome, numbers of
    /// orders, fingerprint and sums of acts are the caller's.
    fn close(self, world: &World) -> BattleRecord;
}
