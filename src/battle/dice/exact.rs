//! Exact dice: every result of every draw, with its probability.
//!
//! **Invariant:** no probability is lost: the weights of all plays add up to [`Exact::ONE`].

use super::{Check, Label, MAX_DICE, Pool, Roll};

/// Exact dice: play the same code once per combination of results, each with its probability.
///
/// Probabilities are fixed point with [`Exact::ONE`] as certainty. Of the results of one draw, in
/// rising order, each but the last gets the floor of its cumulative share less what went before; so
/// rounding moves less than one part in 2^60 per draw and nothing is lost.
///
/// ```
/// use hexscape::battle::dice::{Exact, Label, Roll};
///
/// let mut six = 0;
/// Exact::default().enumerate(
///     |dice| dice.sum(Label::Dmg, 1, 6).sum,
///     |sum, weight| if sum == 6 { six += weight },
/// );
/// assert!(six.abs_diff(Exact::ONE / 6) < 2);
/// ```
#[derive(Debug, Default)]
pub struct Exact {
    path: Vec<Fork>,
    depth: usize,
    weight: u64,
    tables: Vec<SumShares>,
}

/// A draw with several results on the way of the current play.
#[derive(Debug)]
struct Fork {
    before: u64,
    result: u32,
    results: u32,
    /// Weight of the play once it has this result.
    weight: u64,
}

/// Cumulative shares of the sums of some dice, from the smallest sum up.
#[derive(Debug)]
struct SumShares {
    count: u8,
    sides: u8,
    cumulative: Vec<u64>,
}

impl Exact {
    /// The weight of certainty: 2^60.
    pub const ONE: u64 = 1 << 60;

    /// Calls `play` once per combination of results and hands each outcome to `take` with its
    /// weight. Play must depend on nothing but the dice.
    pub fn enumerate<T>(
        &mut self,
        mut play: impl FnMut(&mut Self) -> T,
        mut take: impl FnMut(T, u64),
    ) {
        self.path.clear();
        loop {
            self.depth = 0;
            self.weight = Self::ONE;
            let outcome = play(self);
            take(outcome, self.weight);
            loop {
                let Some(fork) = self.path.last_mut() else {
                    return;
                };
                fork.result += 1;
                if fork.result < fork.results {
                    break;
                }
                self.path.pop();
            }
        }
    }

    /// Returns floor(weight · part / whole) for a part of the whole.
    pub fn share(weight: u64, part: u64, whole: u64) -> u64 {
        if whole > u64::from(u32::MAX) {
            return (u128::from(weight) * u128::from(part) / u128::from(whole)) as u64;
        }
        // In machine words, which is a lot quicker: what is left over is below the whole.
        weight / whole * part + weight % whole * part / whole
    }

    /// Follows the current play through a draw of so many results; `cumulative(weight, n)` is the
    /// share of `weight` that its first `n` results have.
    fn fork(&mut self, results: u32, cumulative: impl Fn(&Self, u64, u32) -> u64) -> u32 {
        if results < 2 {
            return 0;
        }
        if self.depth == self.path.len() {
            self.path.push(Fork {
                before: self.weight,
                result: 0,
                results,
                weight: 0,
            });
        }
        let is_last = self.depth + 1 == self.path.len();
        let Fork {
            before,
            result,
            weight,
            ..
        } = self.path[self.depth];
        self.weight = weight;
        // Those before the last have the result that they had in the play before.
        if is_last {
            let upto = |n| {
                if n == results {
                    before
                } else {
                    cumulative(self, before, n)
                }
            };
            self.weight = upto(result + 1) - if result == 0 { 0 } else { upto(result) };
            self.path[self.depth].weight = self.weight;
        }
        self.depth += 1;
        result
    }

    fn table(&mut self, count: u8, sides: u8) -> usize {
        let known = |table: &SumShares| table.count == count && table.sides == sides;
        if let Some(at) = self.tables.iter().position(known) {
            return at;
        }
        self.tables.push(SumShares::new(count, sides));
        self.tables.len() - 1
    }
}

impl Roll for Exact {
    fn chance(&mut self, _label: Label, percent: u8) -> Check {
        let passed = match percent {
            0 => false,
            100.. => true,
            _ => {
                self.fork(2, |_, weight, _| {
                    Self::share(weight, u64::from(percent), 100)
                }) == 0
            }
        };
        Check {
            roll: if passed { 1 } else { 100 },
            passed,
        }
    }

    fn sum(&mut self, _label: Label, count: u8, sides: u8) -> Pool {
        let table = self.table(count, sides);
        let results = self.tables[table].cumulative.len() as u32;
        let result = self.fork(results, |dice, weight, n| {
            let upto = dice.tables[table].cumulative[n as usize - 1];
            ((u128::from(weight) * u128::from(upto)) >> 60) as u64
        });
        Pool {
            sum: u32::from(count) + result,
            ..Pool::default()
        }
    }

    fn die(&mut self, _label: Label, sides: u32) -> u32 {
        assert!(sides > 0, "a die needs at least one side");
        1 + self.fork(sides, |_, weight, n| {
            Self::share(weight, u64::from(n), u64::from(sides))
        })
    }
}

impl SumShares {
    fn new(count: u8, sides: u8) -> Self {
        assert!(count <= MAX_DICE, "at most {MAX_DICE} dice");
        assert!(sides > 0, "a die needs at least one side");
        // Ways to each sum; at most 255^8 < 2^64 in all.
        let mut ways = vec![1_u64];
        for _ in 0..count {
            let mut next = vec![0; ways.len() + usize::from(sides) - 1];
            for (sum, ways) in ways.iter().enumerate() {
                for sum in &mut next[sum..sum + usize::from(sides)] {
                    *sum += ways;
                }
            }
            ways = next;
        }
        let all = u64::from(sides).pow(u32::from(count));
        let mut upto = 0;
        let cumulative = ways
            .iter()
            .map(|ways| {
                upto += ways;
                Exact::share(Exact::ONE, upto, all)
            })
            .collect();
        Self {
            count,
            sides,
            cumulative,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_dice_give_every_result_its_probability() {
        let mut sums = [0_u64; 12];
        let mut all = 0;
        Exact::default().enumerate(
            |dice| {
                let first = dice.chance(Label::Hit, 25).passed;
                let second = dice.sum(Label::Dmg, 2, 6).sum;
                (first && dice.die(Label::Spread, 2) == 2, second)
            },
            |(kept, sum), weight| {
                all += weight;
                if kept {
                    sums[sum as usize - 1] += weight;
                }
            },
        );
        assert_eq!(all, Exact::ONE);
        for (index, ways) in [0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1].into_iter().enumerate() {
            let expected = Exact::ONE / 8 / 36 * ways;
            assert!(sums[index].abs_diff(expected) < 64, "{}", index + 1);
        }
    }

    #[test]
    fn exact_dice_skip_results_that_cannot_be() {
        let mut plays = 0;
        Exact::default().enumerate(
            |dice| {
                assert!(dice.chance(Label::Hit, 100).passed);
                assert!(!dice.chance(Label::Hit, 0).passed);
                assert_eq!(dice.sum(Label::Dmg, 3, 1).sum, 3);
                assert_eq!(dice.die(Label::Spread, 1), 1);
            },
            |(), weight| {
                plays += 1;
                assert_eq!(weight, Exact::ONE);
            },
        );
        assert_eq!(plays, 1);
    }
}
