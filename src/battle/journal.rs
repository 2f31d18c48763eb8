//! The orders of a battle, each with the fingerprint it led to.
//!
//! **Invariant:** set-up and journal reproduce a battle exactly; the first entry whose fingerprint
//! differs is where two runs part.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::knowledge::show_fog;
use crate::battle::order::submit_watched;
use crate::battle::rules::Rules;
use crate::battle::unit::Side;
use crate::battle::watch::Watcher;

/// One order as it was given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry<O> {
    /// Who ordered.
    pub side: Side,
    /// The order.
    pub order: O,
    /// Fingerprint of the battle after it; 16 hexadecimal digits in files.
    #[serde(with = "hexadecimal")]
    pub fingerprint: u64,
}

/// Fingerprints in files, written as they are shown.
mod hexadecimal {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{value:016x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let digits = String::deserialize(deserializer)?;
        u64::from_str_radix(&digits, 16).map_err(D::Error::custom)
    }
}

/// All orders of the battle so far.
#[derive(Resource, Clone, Debug)]
pub struct Journal<R: Rules> {
    /// In the order they were given.
    pub entries: Vec<Entry<R::Order>>,
}

impl<R: Rules> Default for Journal<R> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
        }
    }
}

/// Where a replay parted from its journal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Divergence {
    /// An order is refused.
    #[error("order {order} is refused: {refusal}")]
    Refused {
        /// Number of the order, from 1.
        order: usize,
        /// Why.
        refusal: String,
    },
    /// An order led to another state than journaled.
    #[error(
        "order {order} diverges: the journal says {expected:016x}, the replay gives {found:016x}"
    )]
    Fingerprint {
        /// Number of the order, from 1.
        order: usize,
        /// What the journal says.
        expected: u64,
        /// What the replay gave.
        found: u64,
    },
}

impl Divergence {
    /// Says that an order is refused; its number counts from 1.
    pub fn refused(order: usize, refusal: &impl std::fmt::Display) -> Self {
        let refusal = refusal.to_string();
        Self::Refused { order, refusal }
    }
}

/// Carries out journaled orders on a battle freshly set up, checking every fingerprint, while somebody
/// watches.
///
/// # Errors
/// The first order that is refused or leads elsewhere.
pub fn replay<R: Rules>(
    world: &mut World,
    entries: &[Entry<R::Order>],
    watcher: &mut impl Watcher<R>,
) -> Result<(), Divergence> {
    let replayed = replay_orders::<R>(world, entries, watcher);
    show_fog(world);
    replayed
}

fn replay_orders<R: Rules>(
    world: &mut World,
    entries: &[Entry<R::Order>],
    watcher: &mut impl Watcher<R>,
) -> Result<(), Divergence> {
    for entry in entries {
        let order = world.resource::<Journal<R>>().entries.len() + 1;
        submit_watched::<R>(world, entry.side, entry.order.clone(), watcher)
            .map_err(|refusal| Divergence::refused(order, &refusal))?;
        let found = world
            .resource::<Journal<R>>()
            .entries
            .last()
            .expect("a carried out order is journaled")
            .fingerprint;
        if found != entry.fingerprint {
            let expected = entry.fingerprint;
            return Err(Divergence::Fingerprint {
                order,
                expected,
                found,
            });
        }
    }
    Ok(())
}
