//! Goes through the battles of two cases side by side.
//!
//! **Invariant:** battles are paired by seed if the smaller case has half of its seeds in common or
//! more; else all battles count, unpaired.

use std::cmp::Ordering;
use std::iter::Peekable;

use super::Comparison;
use crate::chronicle::record::{BattleRecord, Vocabulary};
use crate::lab::facts::{self, Fact, FactRole};
use crate::lab::stats::cluster::Clusters;
use crate::lab::stats::difference::{Pairs, Share, independent, independent_chance};
use crate::lab::stats::mean::{self, Moments};
use crate::lab::stats::{Confidence, Estimate};

/// Two cases being compared.
pub(super) struct Pairing<'a> {
    words: [&'a Vocabulary; 2],
    facts: Vec<Compared>,
    hits: Vec<Hits>,
    /// Seeds that both have, and how many of their battles are the same.
    pub(super) pairs: u64,
    pub(super) same: u64,
    /// Battles of each.
    pub(super) battles: [u64; 2],
}

/// A fact that both cases have.
struct Compared {
    fact: Fact,
    /// Its places in the lists of facts.
    places: [usize; 2],
    alone: [Moments; 2],
    together: [Moments; 2],
    gaps: Moments,
    wins: Pairs,
}

/// Hits of a side with means that both cases have.
struct Hits {
    side: usize,
    name: String,
    /// Indices of the means.
    means: [usize; 2],
    rolls: [Clusters; 2],
}

impl<'a> Pairing<'a> {
    /// Begins to compare cases with these words.
    pub(super) fn new(before: &'a Vocabulary, after: &'a Vocabulary) -> Self {
        let (old, new) = (facts::of_case(before), facts::of_case(after));
        let find = |fact: &Fact| {
            let is_same = |other: &Fact| other.side == fact.side && other.key == fact.key;
            old.iter().position(is_same)
        };
        let facts = (new.iter().enumerate())
            .filter_map(|(place, fact)| {
                Some(Compared {
                    places: [find(fact)?, place],
                    fact: fact.clone(),
                    alone: Default::default(),
                    together: Default::default(),
                    gaps: Moments::default(),
                    wins: Pairs::default(),
                })
            })
            .collect();
        let sides = before.sides.len().min(after.sides.len());
        let hits = (0..sides).flat_map(|side| {
            let means = after.means.iter().enumerate();
            means.filter_map(move |(place, means)| {
                let found = before
                    .means
                    .iter()
                    .position(|old| old.term.key == means.term.key);
                Some(Hits {
                    side,
                    name: means.term.name.clone(),
                    means: [found?, place],
                    rolls: Default::default(),
                })
            })
        });
        Self {
            words: [before, after],
            facts,
            hits: hits.collect(),
            pairs: 0,
            same: 0,
            battles: [0; 2],
        }
    }

    /// Goes through both, each in the order of seeds.
    pub(super) fn go_through<E>(
        &mut self,
        before: impl Iterator<Item = Result<BattleRecord, E>>,
        after: impl Iterator<Item = Result<BattleRecord, E>>,
    ) -> Result<(), E> {
        let (mut before, mut after) = (before.peekable(), after.peekable());
        loop {
            let seed = |battles: Option<&Result<BattleRecord, E>>| match battles {
                Some(Ok(battle)) => Some(battle.seed),
                // An error comes first.
                Some(Err(_)) => Some(0),
                None => None,
            };
            let (old, new) = (seed(before.peek()), seed(after.peek()));
            let order = match (old, new) {
                (None, None) => return Ok(()),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(old), Some(new)) => old.cmp(&new),
            };
            let old = take(&mut before, order != Ordering::Greater)?;
            let new = take(&mut after, order != Ordering::Less)?;
            let old = old.map(|battle| self.alone(0, &battle));
            let new = new.map(|battle| self.alone(1, &battle));
            if let (Some(old), Some(new)) = (old, new) {
                self.together(&old, &new);
            }
        }
    }

    /// Counts a battle of one case; returns its facts and fingerprint.
    fn alone(&mut self, which: usize, battle: &BattleRecord) -> (Vec<Option<i64>>, u64) {
        self.battles[which] += 1;
        let values = facts::of_battle(self.words[which], battle);
        for compared in &mut self.facts {
            if let Some(value) = values[compared.places[which]] {
                compared.alone[which].add(value);
            }
        }
        for hits in &mut self.hits {
            let sums = battle.sides[hits.side].uses_of(hits.means[which]);
            hits.rolls[which].add(sums.hits.into(), sums.rolls.into());
        }
        (values, battle.fingerprint)
    }

    /// Counts a pair of battles of the same seed.
    fn together(&mut self, old: &(Vec<Option<i64>>, u64), new: &(Vec<Option<i64>>, u64)) {
        self.pairs += 1;
        self.same += u64::from(old.1 == new.1);
        for compared in &mut self.facts {
            let [before, after] = compared.places;
            if let (Some(before), Some(after)) = (old.0[before], new.0[after]) {
                compared.together[0].add(before);
                compared.together[1].add(after);
                compared.gaps.add(after - before);
                if compared.fact.role == FactRole::Win {
                    compared.wins.add(before == 1, after == 1);
                }
            }
        }
    }

    /// Evaluates the counts; chances are not corrected yet.
    pub(super) fn rows(&self, confidence: Confidence) -> Vec<Comparison> {
        let is_paired = 2 * self.pairs >= self.battles[0].min(self.battles[1]) && self.pairs > 1;
        let sides = &self.words[1].sides;
        let facts = self.facts.iter().filter_map(|compared| {
            let Compared { fact, .. } = compared;
            let is_win = fact.role == FactRole::Win;
            let moments = match is_paired {
                true => &compared.together,
                false => &compared.alone,
            };
            let (before, after) = (moments[0].mean()?, moments[1].mean()?);
            if before == 0.0 && after == 0.0 {
                return None;
            }
            let (difference, chance) = match (is_paired, is_win) {
                (true, true) => (
                    compared.wins.difference(confidence)?,
                    compared.wins.chance(),
                ),
                (true, false) => {
                    let gaps = &compared.gaps;
                    (gaps.interval(confidence)?, gaps.chance_of_zero())
                }
                (false, true) => {
                    let [old, new] = compared.alone.map(|wins| Share {
                        successes: wins.sum as u64,
                        trials: wins.count,
                    });
                    (
                        independent(old, new, confidence)?,
                        independent_chance(old, new),
                    )
                }
                (false, false) => {
                    mean::difference(&compared.alone[0], &compared.alone[1], confidence)?
                }
            };
            Some(Comparison {
                side: sides.get(fact.side)?.clone(),
                what: fact.name.clone(),
                unit: fact.unit.clone(),
                is_win,
                is_paired,
                before,
                after,
                difference,
                chance,
                is_real: false,
            })
        });
        facts.chain(self.hit_rows(confidence)).collect()
    }

    /// Compares hit rates; shots have no partner, so battles are not paired.
    fn hit_rows(&self, confidence: Confidence) -> impl Iterator<Item = Comparison> {
        self.hits.iter().filter_map(move |hits| {
            let [old, new] = &hits.rolls;
            let difference: Estimate = old.difference(new, confidence)?;
            Some(Comparison {
                side: self.words[1].sides[hits.side].clone(),
                what: format!("{}: hits", hits.name),
                unit: "yes".to_owned(),
                is_win: false,
                is_paired: false,
                before: old.share()?,
                after: new.share()?,
                difference,
                chance: old.chance(new),
                is_real: false,
            })
        })
    }
}

/// Takes the next battle if it is its turn.
fn take<E>(
    battles: &mut Peekable<impl Iterator<Item = Result<BattleRecord, E>>>,
    is_next: bool,
) -> Result<Option<BattleRecord>, E> {
    match is_next {
        true => battles.next().transpose(),
        false => Ok(None),
    }
}
