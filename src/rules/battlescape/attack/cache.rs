//! Odds of attacks remembered by the figures that decide them, for callers that ask about many shots.
//!
//! **Invariant:** answers are those of [`forecast`](super::forecast()), whatever was asked before.

use std::num::NonZeroU16;

use bevy::platform::collections::HashMap;
use bevy::platform::hash::FixedHasher;
use serde::{Deserialize, Serialize};

use super::forecast::{Distribution, RoundOdds, to_thousandths};
use super::{Aim, Area, Attack, Impact, Impossible, Shot, mode_cost};
use crate::battle::dice::Exact;
use crate::rules::battlescape::content::{Figures, Weapon};

/// What the computer player weighs of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Odds {
    /// Chance to hit of each round, percent.
    pub chance: u8,
    /// Rounds fired.
    pub rounds: u8,
    /// TU of the attack.
    pub tu: u16,
    /// Expected damage up to the target's health, thousandths of a hit point.
    pub mean_thousandths: u32,
    /// Probability that the target falls, in parts of [`CERTAIN`](super::CERTAIN).
    pub kill: u32,
}

/// Remembers what attacks do.
#[derive(Debug, Default)]
pub struct ForecastCache {
    /// Single rounds, by the step of hit points they are worked out up to.
    rounds: HashMap<(RoundKey, u16), RoundOdds, FixedHasher>,
    /// Tables of attacks, by the chance of each round and how many there are, alike.
    attacks: HashMap<(RoundKey, u8, u8, u16), Table, FixedHasher>,
    /// What the tables hold, one after the other: the probability that targets with 0 hit points and
    /// more fall, in parts of [`CERTAIN`](super::CERTAIN), and the expected damage, in thousandths of
    /// a hit point. The last entry of each stands for all above.
    targets: Vec<(u32, u32)>,
    exact: Exact,
}

/// Where what an attack does to targets is found.
#[derive(Clone, Copy, Debug)]
struct Table {
    first: u32,
    last: NonZeroU16,
}

/// The figures that decide what one round does, whatever the target's health.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum RoundKey {
    /// A hit; any chance to hit makes a round of it.
    Hit(Impact),
    /// A round that strikes an area: misses count as well.
    Landing(Impact, Area, u8),
}

/// An attack that was aimed: what its odds are found by.
///
/// Counts until the next [`ForecastCache::make_room`] that forgets something.
#[derive(Clone, Copy, Debug)]
pub struct KnownAttack {
    chance: u8,
    rounds: u8,
    tu: u16,
    /// Its table, once it was worked out.
    table: Option<Table>,
}

impl KnownAttack {
    /// Aims an attack.
    ///
    /// # Errors
    ///
    /// As [`Attack::prepare`].
    pub fn aim(figures: &Figures, weapon: &Weapon, shot: &Shot) -> Result<Self, Impossible> {
        let cost = mode_cost(figures, weapon, shot.mode)?;
        Ok(Self {
            chance: Aim::new(figures, weapon, shot)?.chance,
            rounds: cost.rounds,
            tu: cost.tu,
            table: None,
        })
    }

    /// Returns the chance to hit of each round, percent.
    pub fn chance(&self) -> u8 {
        self.chance
    }
}

impl Table {
    /// Works out what damage does to targets.
    fn new(damage: &Distribution, targets: &mut Vec<(u32, u32)>) -> Self {
        let table = Self {
            first: targets.len() as u32,
            last: NonZeroU16::new(damage.bins().len() as u16).unwrap_or(NonZeroU16::MIN),
        };
        // The expected damage to a target is the sum of the probabilities of each of its hit points.
        let mut kill = damage.bins().iter().sum::<u32>();
        let mut sum = 0_u64;
        targets.push((kill, 0));
        for bin in damage.bins() {
            kill -= bin;
            sum += u64::from(kill);
            targets.push((kill, to_thousandths(sum)));
        }
        table
    }

    /// Returns the place of a target with so many hit points.
    fn place(self, health: u16) -> usize {
        self.first as usize + usize::from(health.min(self.last.get()))
    }
}

impl ForecastCache {
    /// Rounds after which their memory is cleared, about 1 MiB.
    const MOST_ROUNDS: usize = 1 << 11;
    /// Entries of tables after which their memory is cleared, 1 MiB.
    const MOST_TARGETS: usize = 1 << 17;
    /// Attacks are worked out for targets with hit points up to a multiple of this.
    const HEALTH_STEP: u16 = 64;

    /// Returns the step of hit points that an attack on a target is worked out for: what is known of it
    /// holds for all targets of the same step.
    pub fn health_step(health: u16) -> u16 {
        health.max(1).div_ceil(Self::HEALTH_STEP)
    }

    /// Makes room for more.
    ///
    /// Returns whether anything was forgotten: attacks that were worked out do not count afterwards.
    pub fn make_room(&mut self) -> bool {
        let is_full = self.targets.len() >= Self::MOST_TARGETS;
        if is_full {
            self.attacks.clear();
            self.targets.clear();
        }
        is_full
    }

    /// Works out what an attack does, or finds it again.
    fn work_out(&mut self, figures: &Figures, weapon: &Weapon, shot: &Shot) -> Table {
        let attack = Attack::prepare(figures, weapon, shot).expect("it was aimed before");
        let Attack {
            aim, impact, area, ..
        } = attack;
        let key = match area {
            Some(area) => RoundKey::Landing(impact, area, aim.chance),
            None => RoundKey::Hit(impact),
        };
        let rounds = attack.cost.rounds;
        let step = Self::health_step(shot.health);
        let cap = step.saturating_mul(Self::HEALTH_STEP);
        let exact = &mut self.exact;
        let known_rounds = &mut self.rounds;
        let targets = &mut self.targets;
        *(self.attacks.entry((key, aim.chance, rounds, step))).or_insert_with(|| {
            if known_rounds.len() >= Self::MOST_ROUNDS {
                known_rounds.clear();
            }
            let round = known_rounds
                .entry((key, step))
                .or_insert_with(|| match area {
                    Some(_) => RoundOdds::of(&attack, cap, exact),
                    None => RoundOdds::of_hit(&impact, cap, exact),
                });
            let round = match area {
                Some(_) => round.damage(cap),
                None => round.at(aim.chance).damage(cap),
            };
            Table::new(&round.times(rounds, cap.into()), targets)
        })
    }

    /// Returns the odds of an attack that was aimed with the very figures of `shot`, against a target with
    /// any hit points of the same [step](Self::health_step).
    pub fn odds_of(
        &mut self,
        figures: &Figures,
        weapon: &Weapon,
        shot: &Shot,
        attack: &mut KnownAttack,
    ) -> Odds {
        let table = (attack.table).unwrap_or_else(|| self.work_out(figures, weapon, shot));
        attack.table = Some(table);
        self.odds_in(table, attack, shot.health)
    }

    /// Returns the odds of an attack that was worked out, against a target as in
    /// [`odds_of`](Self::odds_of).
    #[inline]
    pub fn known_odds(&self, attack: &KnownAttack, health: u16) -> Option<Odds> {
        Some(self.odds_in(attack.table?, attack, health))
    }

    fn odds_in(&self, table: Table, attack: &KnownAttack, health: u16) -> Odds {
        let (kill, mean_thousandths) = self.targets[table.place(health)];
        Odds {
            chance: attack.chance,
            rounds: attack.rounds,
            tu: attack.tu,
            mean_thousandths,
            kill,
        }
    }

    /// Returns the odds of an attack: those of [`forecast`](super::forecast()), in brief.
    ///
    /// # Errors
    ///
    /// As [`Attack::prepare`].
    pub fn odds(
        &mut self,
        figures: &Figures,
        weapon: &Weapon,
        shot: &Shot,
    ) -> Result<Odds, Impossible> {
        self.make_room();
        let mut attack = KnownAttack::aim(figures, weapon, shot)?;
        Ok(self.odds_of(figures, weapon, shot, &mut attack))
    }
}
