//! Odds of shots that were weighed before, found by the little that decides them.
//!
//! **Invariant:** answers are those of [`ForecastCache`], whatever was asked before.

use bevy::platform::collections::HashMap;
use bevy::platform::hash::FixedHasher;

use crate::rules::battlescape::attack::{ForecastCache, KnownAttack, Odds, Shot, even_out};
use crate::rules::battlescape::content::{BattlescapeContent, FireMode, WeaponId};

/// Remembers the odds of shots under one content.
#[derive(Debug, Default)]
pub(super) struct KnownOdds {
    /// Who shot at whom, where they stood apart.
    pairs: HashMap<[u64; 5], u32, FixedHasher>,
    /// Places of stands, by pair and what they take from the hex.
    stands: HashMap<u64, u32, FixedHasher>,
    /// Attacks of each stand by mode.
    known: Vec<[Known; FireMode::ALL.len()]>,
    worked_out: ForecastCache,
}

/// What is known of an attack.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// Nobody asked.
    Nothing,
    /// It cannot be made.
    Impossible,
    Attack(KnownAttack),
}

/// A weapon, who fires it and the target, wherever they stand; counts until the next
/// [`KnownOdds::make_room`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair(u32);

/// A shot of a pair from some hex; counts until the next [`KnownOdds::make_room`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    weapon: WeaponId,
    shot: Shot,
    place: u32,
}

impl KnownOdds {
    /// Stands after which the memory is cleared, about half a MiB.
    const MOST: usize = 6 << 10;
    const MOST_PAIRS: usize = 1 << 12;

    /// Makes room; pairs and stands found before do not count afterwards.
    pub fn make_room(&mut self) {
        let is_full = self.known.len() >= Self::MOST || self.pairs.len() >= Self::MOST_PAIRS;
        if self.worked_out.make_room() || is_full {
            self.known.clear();
            self.stands.clear();
            self.pairs.clear();
        }
    }

    /// Returns the pair of a shot.
    pub fn pair(&mut self, weapon: WeaponId, shot: &Shot) -> Pair {
        let new = self.pairs.len() as u32;
        Pair(*self.pairs.entry(pack_pair(weapon, shot)).or_insert(new))
    }

    /// Evens out a shot of a pair and finds what is known of it.
    pub fn stand(
        &mut self,
        content: &BattlescapeContent,
        pair: Pair,
        weapon: WeaponId,
        shot: &Shot,
    ) -> Stand {
        let shot = even_out(&content.figures, content.weapon(weapon), shot);
        let known = &mut self.known;
        let place = *(self.stands.entry(pack_stand(pair, &shot))).or_insert_with(|| {
            known.push([Known::Nothing; FireMode::ALL.len()]);
            known.len() as u32 - 1
        });
        Stand {
            weapon,
            shot,
            place,
        }
    }

    /// Returns the odds of a shot in a mode; `None` if it cannot be fired, or hits less often than in so
    /// many percent.
    #[inline]
    pub fn of(
        &mut self,
        content: &BattlescapeContent,
        stand: &Stand,
        mode: FireMode,
        least_chance: u8,
    ) -> Option<Odds> {
        let known = &self.known[stand.place as usize][mode as usize];
        match known {
            Known::Impossible => None,
            Known::Attack(attack) if attack.chance() < least_chance => None,
            Known::Attack(attack) => match self.worked_out.known_odds(attack, stand.shot.health) {
                Some(odds) => Some(odds),
                None => self.work_out(content, stand, mode, least_chance),
            },
            Known::Nothing => self.work_out(content, stand, mode, least_chance),
        }
    }

    /// Returns the chance to hit of a shot whose odds were asked for, percent.
    pub fn chance(&self, stand: &Stand, mode: FireMode) -> u8 {
        match &self.known[stand.place as usize][mode as usize] {
            Known::Attack(attack) => attack.chance(),
            Known::Nothing | Known::Impossible => 0,
        }
    }

    /// Works out the odds of a shot in a mode.
    #[inline(never)]
    fn work_out(
        &mut self,
        content: &BattlescapeContent,
        stand: &Stand,
        mode: FireMode,
        least_chance: u8,
    ) -> Option<Odds> {
        let known = &mut self.known[stand.place as usize][mode as usize];
        let (figures, weapon) = (&content.figures, content.weapon(stand.weapon));
        let shot = Shot { mode, ..stand.shot };
        if let Known::Nothing = known {
            let aimed = KnownAttack::aim(figures, weapon, &shot);
            *known = aimed.map_or(Known::Impossible, Known::Attack);
        }
        match known {
            Known::Attack(attack) if attack.chance() >= least_chance => {
                Some(self.worked_out.odds_of(figures, weapon, &shot, attack))
            }
            _ => None,
        }
    }
}

/// Packs what a shot takes from where the two stand, each stand of a pair into another number.
fn pack_stand(pair: Pair, shot: &Shot) -> u64 {
    let fields = [
        (u64::from(shot.distance), 16),
        // Evened out to -1, 0 or 1.
        ((shot.height + 1).cast_unsigned().into(), 2),
        (shot.cover as u64, 2),
        (shot.arc as u64, 2),
        (shot.trees.into(), 8),
        (shot.smoke.into(), 8),
        (shot.unseen.into(), 1),
    ];
    let pair = u64::from(pair.0);
    (fields.into_iter()).fold(pair, |packed, (field, bits)| packed << bits | field)
}

/// Packs a weapon and what a shot takes from who fires it and from the target, each into others.
fn pack_pair(weapon: WeaponId, shot: &Shot) -> [u64; 5] {
    // What depends on where they stand is left out, and so is the mode.
    let Shot {
        accuracy,
        strength,
        critical,
        morale,
        suppressed,
        ran,
        prone,
        mode: _,
        distance: _,
        cover: _,
        arc: _,
        height: _,
        trees: _,
        smoke: _,
        reaction,
        unseen: _,
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
        target_ran,
        target_prone,
        in_stance,
        blind,
    ];
    let flags = (flags.into_iter()).fold(0, |packed, flag| packed << 1 | u16::from(flag));
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
        four([
            armor_rating,
            ForecastCache::health_step(health),
            weapon.0.into(),
            class as u16,
        ]),
        flags.into(),
        low,
        high,
    ]
}
