//! The thought about one order: in rounds, each candidate is compared with the usual order.
//!
//! **Invariant:** all candidates that are still in are played on in the same battles as the usual order, so that a
//! lead does not come from an easier battle.

use std::cmp::Reverse;

use bevy::prelude::World;

use crate::battle::ahead::{Ahead, Candidate, Moment, WON};
use crate::battle::fingerprint::stable_hash;
use crate::battle::journal::Journal;
use crate::battle::rules::Rules;
use crate::battle::unit::Side;

/// A candidate that trails the usual order by more than this drops out at once, in tenths of a standard error.
const WORSE: i64 = 15;
/// The last candidate replaces the usual order if it leads by more than this, in tenths of a standard error.
const BETTER: i64 = 10;

/// How a candidate stood in all battles in which it was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    battles: i64,
    points: i64,
    /// Its leads over the usual order in the same battles, added up, and the sum of their squares.
    lead: i64,
    squares: i64,
}

impl Sum {
    fn add(&mut self, points: i64, usual: i64) {
        let lead = points - usual;
        self.battles += 1;
        self.points += points;
        self.lead += lead;
        self.squares += lead * lead;
    }

    /// Returns the average standing.
    fn average(self) -> i64 {
        self.points / self.battles.max(1)
    }

    /// Returns the average lead.
    fn average_lead(self) -> i64 {
        self.lead / self.battles.max(1)
    }

    /// Whether its lead differs from 0 by more than this many tenths of its standard error.
    fn is_sure(self, tenths: i64) -> bool {
        let lead = i128::from(self.lead);
        let spread = i128::from(self.battles * self.squares - self.lead * self.lead);
        let tenths = i128::from(tenths);
        100 * lead * lead * i128::from(self.battles - 1) > tenths * tenths * spread
    }
}

/// How far the thought about an order is.
pub(super) struct Thought<R: Rules> {
    pub(super) moment: Moment,
    /// What the imagined battles are drawn from.
    seed: u64,
    pub(super) candidates: Vec<Candidate<R>>,
    /// How each stood in all battles together.
    sums: Vec<Sum>,
    /// Candidates that are still in: the usual order, then the others, best of the last round first.
    left: Vec<usize>,
    /// Battles so far, those of this round and how many of them are to come.
    pub(super) battles: u64,
    round: u16,
    to_come: u16,
    /// How many of those that are left were played on in the battle that is imagined now.
    played: usize,
    /// How the usual order stood in that battle.
    usual: i64,
    /// What went on in the first battle, by candidate.
    pub(super) lines: Vec<Vec<(Side, R::Order)>>,
}

impl<R: Rules> Thought<R> {
    pub(super) fn new(world: &mut World, moment: Moment) -> Self {
        let Moment { side, turn, .. } = moment;
        let given = world.resource::<Journal<R>>().entries.iter();
        let own = given.filter(|entry| entry.side == side).count();
        let candidates = R::candidates(world, side);
        let count = candidates.len();
        Self {
            moment,
            seed: stable_hash(&(side, turn, own)),
            sums: vec![Sum::default(); count],
            left: (0..count).collect(),
            battles: 0,
            round: R::EFFORT.battles,
            to_come: R::EFFORT.battles,
            played: 0,
            usual: 0,
            lines: vec![Vec::new(); count],
            candidates,
        }
    }

    /// Whether nothing is left to think about.
    pub(super) fn is_done(&self) -> bool {
        let mut orders = self.left.iter().map(|&at| &self.candidates[at].order);
        let first = orders.next();
        self.round == 0 || orders.all(|order| Some(order) == first)
    }

    /// Returns what a battle of it is drawn from, by number.
    pub(super) fn seed_of(&self, battle: u64) -> u64 {
        stable_hash(&(self.seed, battle))
    }

    /// Whether another battle has to be imagined for the next candidate.
    pub(super) fn begins_battle(&self) -> bool {
        self.played == 0
    }

    /// Returns the number of the candidate that is to be played on.
    pub(super) fn next(&self) -> usize {
        self.left[self.played]
    }

    /// Notes how that one stood.
    pub(super) fn note(&mut self, points: i64) {
        let at = self.next();
        if self.played == 0 {
            self.usual = points;
        }
        self.sums[at].add(points, self.usual);
        self.played += 1;
        if self.played < self.left.len() {
            return;
        }
        self.played = 0;
        self.battles += 1;
        self.to_come -= 1;
        if self.to_come == 0 {
            self.drop_worse();
        }
    }

    /// Keeps to the usual order.
    pub(super) fn give_up(&mut self) {
        self.left.truncate(1);
    }

    /// Ends a round: the worse half drops out, and so does what is clearly worse than the usual order.
    fn drop_worse(&mut self) {
        let sums = &self.sums;
        let others = &self.left[1..];
        let is_last = others.len() == 1;
        let mut others: Vec<_> = (others.iter().copied())
            .filter(|&at| sums[at].lead > 0 || !sums[at].is_sure(WORSE))
            .collect();
        others.sort_by_key(|&at| (Reverse(sums[at].lead), at));
        others.truncate(others.len().div_ceil(2));
        let usual = self.left[0];
        self.left.truncate(1);
        match others.first() {
            Some(&best) if is_last => {
                let sum = sums[best];
                let is_better = sum.lead > 0 && sum.is_sure(BETTER);
                self.left[0] = if is_better { best } else { usual };
            }
            _ => self.left.extend(others),
        }
        self.round = self.round.saturating_mul(2);
        self.to_come = self.round;
    }

    /// Returns the result. Candidates that dropped out early were played in fewer battles than the others, so the points
    /// of each are the average of the usual order over all battles plus its own average lead.
    pub(super) fn conclude(mut self) -> Ahead<R> {
        let mut all: Vec<_> = (0..self.candidates.len()).collect();
        let best = self.left.first().copied().unwrap_or_default();
        let sums = &self.sums;
        let usual = sums.first().map_or(0, |usual| usual.average());
        let points = |at: usize| (usual + sums[at].average_lead()).clamp(-WON, WON);
        all.sort_by_key(|&at| {
            (
                at != best,
                Reverse(sums[at].battles),
                Reverse(points(at)),
                at,
            )
        });
        let weighed = all
            .iter()
            .map(|&at| (self.candidates[at].clone(), points(at)));
        Ahead {
            weighed: weighed.collect(),
            battles: self.battles,
            seed: self.seed_of(0),
            expected: self.lines.swap_remove(best),
            order: self.candidates.swap_remove(best).order,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum_of(leads: &[i64]) -> Sum {
        let mut sum = Sum::default();
        leads.iter().for_each(|&lead| sum.add(500 + lead, 500));
        sum
    }

    #[test]
    fn a_lead_is_sure_when_it_exceeds_its_standard_error() {
        // An average of 2 with a standard error of 1/√3: 34.6 tenths.
        let steady = sum_of(&[3, 1, 2]);
        assert_eq!(steady.average(), 502);
        assert!(steady.is_sure(34) && !steady.is_sure(35));
        let behind = sum_of(&[-3, -1, -2]);
        assert!(behind.is_sure(34) && !behind.is_sure(35));
    }

    #[test]
    fn one_battle_and_leads_that_cancel_out_prove_nothing() {
        assert!(!sum_of(&[400]).is_sure(1));
        assert!(!sum_of(&[10, -10, 10, -10]).is_sure(1));
        assert!(!sum_of(&[]).is_sure(1));
    }
}
