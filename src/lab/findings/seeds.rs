//! Who won under which seed, a bit each, so that cases that share seeds can be paired.
//!
//! **Invariant:** a battle is a pair with the battle of the same seed and nothing else.

use crate::lab::stats::difference::Pairs;

/// Battles of one case by the place of their seed.
#[derive(Clone, Debug, Default)]
pub struct SeedBits {
    /// Whether it reached an outcome.
    decided: Vec<u64>,
    /// Whether the first side won it.
    won: Vec<u64>,
}

impl SeedBits {
    /// Notes the battle of the seed at a place, counted from the first.
    pub fn add(&mut self, place: u64, has_won: bool) {
        let (word, bit) = ((place / 64) as usize, 1 << (place % 64));
        if self.decided.len() <= word {
            self.decided.resize(word + 1, 0);
            self.won.resize(word + 1, 0);
        }
        self.decided[word] |= bit;
        self.won[word] |= if has_won { bit } else { 0 };
    }

    /// Counts what came of the seeds that both decided.
    pub fn pairs(&self, other: &Self) -> Pairs {
        let mut pairs = Pairs::default();
        for (place, both) in common([self, other]).enumerate() {
            let (first, second) = (self.won[place], other.won[place]);
            let count = |bits: u64| u64::from((both & bits).count_ones());
            pairs.both += count(first & second);
            pairs.first_only += count(first & !second);
            pairs.second_only += count(!first & second);
            pairs.neither += count(!first & !second);
        }
        pairs
    }
}

/// Lists the seeds that all of some cases decided, 64 at a time.
fn common<'a>(cases: impl IntoIterator<Item = &'a SeedBits>) -> impl Iterator<Item = u64> {
    let mut cases = cases.into_iter();
    let mut seeds = cases
        .next()
        .map_or_else(Vec::new, |case| case.decided.clone());
    for case in cases {
        seeds.truncate(case.decided.len());
        for (seeds, decided) in seeds.iter_mut().zip(&case.decided) {
            *seeds &= decided;
        }
    }
    seeds.into_iter()
}

/// Counts over the seeds that all of some cases decided.
#[derive(Clone, Debug)]
pub struct Together {
    /// Seeds.
    pub seeds: u64,
    /// Those that both of two cases won, by the two; on the diagonal those that one won.
    pub wins: Vec<Vec<u64>>,
}

impl Together {
    /// Begins with no seed of so many cases.
    pub fn new(cases: usize) -> Self {
        Self {
            seeds: 0,
            wins: vec![vec![0; cases]; cases],
        }
    }

    /// Counts the seeds that all of these cases decided.
    pub fn add(&mut self, cases: &[&SeedBits]) {
        for (place, seeds) in common(cases.iter().copied()).enumerate() {
            self.seeds += u64::from(seeds.count_ones());
            for (row, first) in self.wins.iter_mut().zip(cases) {
                for (wins, second) in row.iter_mut().zip(cases) {
                    let both = seeds & first.won[place] & second.won[place];
                    *wins += u64::from(both.count_ones());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(battles: &[(u64, bool)]) -> SeedBits {
        let mut bits = SeedBits::default();
        for &(place, has_won) in battles {
            bits.add(place, has_won);
        }
        bits
    }

    #[test]
    fn only_seeds_that_both_decided_are_pairs() {
        let one = bits(&[(0, true), (1, false), (63, true), (64, true), (200, false)]);
        let other = bits(&[(1, true), (63, true), (64, false), (65, true)]);
        let pairs = one.pairs(&other);
        let counts = [
            pairs.both,
            pairs.first_only,
            pairs.second_only,
            pairs.neither,
        ];
        assert_eq!(counts, [1, 1, 1, 0]);
        let mut together = Together::new(2);
        together.add(&[&one, &other]);
        assert_eq!(
            (together.seeds, together.wins),
            (3, vec![vec![2, 1], vec![1, 2]])
        );
    }
}
