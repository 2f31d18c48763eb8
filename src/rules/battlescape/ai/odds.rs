//! Odds of shots that were weighed before, found by their circumstances alone.
//!
//! **Invariant:** answers are those of [`ForecastCache`], whatever was asked before.

use std::sync::Arc;

use bevy::platform::{collections::HashMap, hash::FixedHasher};

use crate::{
    content::{Catalog, battlescape::WeaponId},
    rules::battlescape::attack::{ForecastCache, Odds, Shot},
};

/// Remembers the odds of shots under one catalog.
#[derive(Debug, Default)]
pub(super) struct KnownOdds {
    catalog: Option<Arc<Catalog>>,
    /// `None` cannot be fired.
    known: HashMap<(WeaponId, Shot), Option<Odds>, FixedHasher>,
    worked_out: ForecastCache,
}

impl KnownOdds {
    /// Entries after which the memory is cleared, about 1 MiB.
    const MOST: usize = 1 << 13;

    /// Has a catalog hold for all that is asked.
    pub fn fit(&mut self, catalog: &Arc<Catalog>) {
        let is_same = (self.catalog.as_ref()).is_some_and(|known| Arc::ptr_eq(known, catalog));
        if !is_same {
            self.known.clear();
            self.catalog = Some(catalog.clone());
        }
    }

    /// Returns the odds of a shot; `None` if it cannot be fired.
    ///
    /// # Panics
    /// Unless [`fit`](Self::fit) was called.
    pub fn of(&mut self, weapon: WeaponId, shot: &Shot) -> Option<Odds> {
        if let Some(odds) = self.known.get(&(weapon, *shot)) {
            return *odds;
        }
        if self.known.len() >= Self::MOST {
            self.known.clear();
        }
        let content = &self.catalog.as_ref().expect("fitted before").battlescape;
        let arms = content.weapon(weapon);
        let odds = self.worked_out.odds(&content.figures, arms, shot).ok();
        self.known.insert((weapon, *shot), odds);
        odds
    }
}
