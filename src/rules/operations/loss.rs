//! Losses: points that a side chooses to give up, and what that has to come to.
//!
//! **Invariant:** a demand names all that can be lost; if that cannot reach it, all of it is lost
//! (clarification 10).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::battle::unit::UnitId;
use crate::rules::kit::words::worded;
use crate::rules::operations::field::sum;
use crate::rules::operations::order::Refusal;

/// TOE points that are lost: by unit, then by type.
pub type Loss = BTreeMap<UnitId, Vec<u8>>;

worded! {
    /// What losses are for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum Cause {
        Barrage = "barrage",
        AntiArmor = "anti-armor fire",
        Assault = "assault",
        Vulnerability = "vulnerable guns",
        Captured = "captured",
        NoRetreat = "no way to retreat",
    }
}

/// Points of a unit that can be lost.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pool {
    /// The unit.
    pub unit: UnitId,
    /// Points by type that can be lost.
    pub points: Vec<u8>,
    /// What one point of each type is worth against the demand.
    pub worth: Vec<u8>,
}

/// What has to be lost.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Demand {
    /// What it is for.
    pub cause: Cause,
    /// What chosen points have to be worth.
    pub amount: u16,
    /// Whether they may be worth more than that.
    pub exact: bool,
    /// What can be lost, by unit.
    pub pools: Vec<Pool>,
}

impl Demand {
    /// Makes a demand; points that are worth nothing cannot meet it.
    pub fn new(cause: Cause, amount: u16, exact: bool, pools: Vec<Pool>) -> Self {
        let worthy = pools.into_iter().map(|mut pool| {
            for (points, &worth) in pool.points.iter_mut().zip(&pool.worth) {
                if worth == 0 {
                    *points = 0;
                }
            }
            pool
        });
        let pools = worthy.filter(|pool| pool.points.iter().any(|&points| points > 0));
        Self {
            cause,
            amount,
            exact,
            pools: pools.collect(),
        }
    }

    /// Returns what all that can be lost is worth.
    pub fn total(&self) -> u16 {
        let pools = self.pools.iter();
        sum(pools.map(|pool| worth(&pool.points, &pool.worth)))
    }

    /// Returns all that can be lost.
    pub fn all(&self) -> Loss {
        let pools = self.pools.iter();
        pools.map(|pool| (pool.unit, pool.points.clone())).collect()
    }

    /// Returns what a choice is worth.
    ///
    /// # Errors
    /// If it is not among what can be lost.
    pub fn worth_of(&self, loss: &Loss) -> Result<u16, Refusal> {
        let mut got = 0_u16;
        for (unit, chosen) in loss {
            let pool = self.pools.iter().find(|pool| pool.unit == *unit);
            let pool = pool.ok_or(Refusal::NotThere)?;
            let fits = chosen.len() == pool.points.len()
                && chosen
                    .iter()
                    .zip(&pool.points)
                    .all(|(one, most)| one <= most);
            if !fits {
                return Err(Refusal::NotThere);
            }
            got = got.saturating_add(worth(chosen, &pool.worth));
        }
        Ok(got)
    }

    /// Checks a choice.
    ///
    /// # Errors
    /// If it names what cannot be lost, or is worth too little, or more than it may.
    pub fn check(&self, loss: &Loss) -> Result<(), Refusal> {
        let got = self.worth_of(loss)?;
        let needs = self.amount.min(self.total());
        match got {
            _ if got < needs => Err(Refusal::TooFew { needs, got }),
            _ if self.exact && got > needs => Err(Refusal::TooMany { needs }),
            _ => Ok(()),
        }
    }

    /// Returns the loss where there is nothing to choose: nothing is asked, all goes, or there is one type.
    pub fn forced(&self) -> Option<Loss> {
        if self.amount == 0 || self.pools.is_empty() {
            return Some(Loss::new());
        }
        if self.total() <= self.amount {
            return Some(self.all());
        }
        let types = |pool: &Pool| pool.points.iter().filter(|&&points| points > 0).count();
        match &self.pools[..] {
            [pool] if types(pool) == 1 => Some(self.cheapest(|_, _| 1)),
            _ => None,
        }
    }

    /// Returns the choice that costs least, and overshoots least among equals; `cost` values a point of a
    /// unit and type.
    pub fn cheapest(&self, cost: impl Fn(UnitId, usize) -> u32) -> Loss {
        let needs = usize::from(self.amount.min(self.total()));
        // Cheapest way to reach each worth, kept as the last point taken.
        let most_worth = self.pools.iter().flat_map(|pool| &pool.worth).max();
        let cap = needs + usize::from(most_worth.copied().unwrap_or(0));
        let mut best: Vec<Option<(u32, Loss)>> = vec![None; cap + 1];
        best[0] = Some((0, Loss::new()));
        for pool in &self.pools {
            for (at, (&points, &worth)) in pool.points.iter().zip(&pool.worth).enumerate() {
                if points == 0 {
                    continue;
                }
                let price = cost(pool.unit, at);
                for _ in 0..points {
                    for from in (0..needs).rev() {
                        let reached = from + usize::from(worth);
                        let Some((before, loss)) = &best[from] else {
                            continue;
                        };
                        // Each point is taken once: the same pass never builds on itself.
                        let total = before + price;
                        let is_better = best[reached]
                            .as_ref()
                            .is_none_or(|(other, _)| total < *other);
                        if is_better {
                            let mut loss = loss.clone();
                            let types = pool.points.len();
                            loss.entry(pool.unit).or_insert_with(|| vec![0; types])[at] += 1;
                            best[reached] = Some((total, loss));
                        }
                    }
                }
            }
        }
        let reached = best.into_iter().enumerate().skip(needs);
        let found = reached.filter_map(|(worth, one)| one.map(|(cost, loss)| (cost, worth, loss)));
        let fits = |worth: usize| !self.exact || worth == needs;
        found
            .filter(|(_, worth, _)| fits(*worth))
            .min_by_key(|(cost, worth, _)| (*cost, *worth))
            .map_or_else(|| self.all(), |(_, _, loss)| loss)
    }
}

fn worth(points: &[u8], worth: &[u8]) -> u16 {
    let pairs = points.iter().zip(worth);
    sum(pairs.map(|(&one, &each)| u16::from(one) * u16::from(each)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn demand(amount: u16, exact: bool, pools: &[(&[u8], &[u8])]) -> Demand {
        let pools = (0..).map(UnitId).zip(pools);
        let pool = |(unit, (points, worth)): (UnitId, &(&[u8], &[u8]))| Pool {
            unit,
            points: points.to_vec(),
            worth: worth.to_vec(),
        };
        Demand::new(Cause::Assault, amount, exact, pools.map(pool).collect())
    }

    #[test]
    fn what_cannot_reach_the_demand_is_all_lost() {
        let all = demand(99, false, &[(&[2, 1], &[4, 6])]);
        assert_eq!(all.forced(), Some(Loss::from([(UnitId(0), vec![2, 1])])));
        assert_eq!(
            all.check(&Loss::new()),
            Err(Refusal::TooFew { needs: 14, got: 0 })
        );
    }

    #[test]
    fn the_cheapest_choice_overshoots_least() {
        let demand = demand(10, false, &[(&[7], &[5]), (&[7], &[7])]);
        let chosen = demand.cheapest(|_, _| 1);
        assert_eq!(chosen, Loss::from([(UnitId(0), vec![2])]));
        assert_eq!(demand.check(&chosen), Ok(()));
        let dear = demand.cheapest(|unit, _| if unit.0 == 0 { 5 } else { 1 });
        assert_eq!(dear, Loss::from([(UnitId(1), vec![2])]));
        assert_eq!(demand.forced(), None);
    }

    #[test]
    fn an_exact_demand_takes_no_more() {
        let demand = demand(2, true, &[(&[3], &[1]), (&[1], &[1])]);
        let three = Loss::from([(UnitId(0), vec![3])]);
        assert_eq!(demand.check(&three), Err(Refusal::TooMany { needs: 2 }));
        assert_eq!(demand.check(&demand.cheapest(|_, _| 1)), Ok(()));
    }
}
