//! Odds of shots that were weighed before, found by the little that decides them.
//!
//! **Invariant:** answers are those of [`ForecastCache`], whatever was asked before.

use std::sync::Arc;

use bevy::platform::{collections::HashMap, hash::FixedHasher};

use crate::{
    content::{Catalog, battlescape::WeaponId},
    rules::battlescape::attack::{ForecastCache, Odds, Shot, even_out},
};

/// Remembers the odds of shots under one catalog.
#[derive(Debug, Default)]
pub(super) struct KnownOdds {
    catalog: Option<Arc<Catalog>>,
    /// `None` cannot be fired.
    known: HashMap<[u64; 5], Option<Odds>, FixedHasher>,
    worked_out: ForecastCache,
}

impl KnownOdds {
    /// Entries after which the memory is cleared, about 1 MiB.
    const MOST: usize = 1 << 14;

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
        let content = &self.catalog.as_ref().expect("fitted before").battlescape;
        let (figures, arms) = (&content.figures, content.weapon(weapon));
        let shot = even_out(figures, arms, shot);
        let key = pack(weapon, &shot);
        if let Some(odds) = self.known.get(&key) {
            return *odds;
        }
        if self.known.len() >= Self::MOST {
            self.known.clear();
        }
        let odds = self.worked_out.odds(figures, arms, &shot).ok();
        self.known.insert(key, odds);
        odds
    }
}

/// Packs a weapon and all fields of a shot into a few numbers, each shot into others.
fn pack(weapon: WeaponId, shot: &Shot) -> [u64; 5] {
    let Shot {
        accuracy,
        strength,
        critical,
        morale,
        suppressed,
        ran,
        prone,
        mode,
        distance,
        cover,
        arc,
        height,
        trees,
        smoke,
        reaction,
        unseen,
        target_ran,
        target_prone,
        evasion,
        armor_rating,
        class,
        in_stance,
        blind,
        scatter_rings,
        health,
    } = *shot;
    let four = |fields: [u16; 4]| {
        (fields.into_iter()).fold(0, |packed, field| packed << 16 | u64::from(field))
    };
    let flags = [
        critical,
        suppressed,
        ran,
        prone,
        reaction,
        unseen,
        target_ran,
        target_prone,
        in_stance,
        blind,
    ];
    let flags = (flags.into_iter()).fold(0, |packed, flag| packed << 1 | u16::from(flag));
    let kinds = u16::from(mode as u8) << 12
        | u16::from(cover as u8) << 8
        | u16::from(arc as u8) << 4
        | u16::from(class as u8);
    let mut rings = [0; 16];
    for (packed, ring) in rings.iter_mut().zip(scatter_rings.as_flattened()) {
        *packed = *ring;
    }
    let [low, high] = [&rings[..8], &rings[8..]]
        .map(|half| u64::from_le_bytes(half.try_into().expect("half of sixteen")));
    [
        four([
            accuracy.cast_unsigned(),
            strength,
            morale.cast_unsigned(),
            evasion.cast_unsigned(),
        ]),
        four([armor_rating, health, distance, height.cast_unsigned()]),
        four([
            weapon.0.into(),
            u16::from(trees) << 8 | u16::from(smoke),
            kinds,
            flags,
        ]),
        low,
        high,
    ]
}
