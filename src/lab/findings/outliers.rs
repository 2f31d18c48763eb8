//! Battles worth looking at: the longest, the shortest, the most one-sided.
//!
//! **Invariant:** of battles alike the one with the smallest seed is named.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::chronicle::record::{BattleRecord, Vocabulary};

/// What a battle stands out by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Extreme {
    BrokenOff,
    Longest,
    Shortest,
    /// Most one-sided win of the side of this index.
    Rout(usize),
    /// Narrowest win of it.
    Narrow(usize),
}

/// The battle that stands out most, by trait: how much, seed, turns.
#[derive(Clone, Debug, Default)]
pub struct Outliers(BTreeMap<Extreme, (i64, u64, u16)>);

/// A battle worth looking at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outlier {
    /// What it stands out by, such as `longest`.
    pub what: String,
    /// Its seed.
    pub seed: u64,
    /// Turns it took.
    pub turns: u16,
}

/// What battles are told apart by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brief {
    /// Its seed.
    pub seed: u64,
    /// Index of the side that won.
    pub winner: Option<usize>,
    /// Whether it reached an outcome.
    pub is_over: bool,
    /// Turns it took.
    pub turns: u16,
    /// How one-sided it was: permille of its units that the winner kept, less the permille that all others
    /// kept.
    pub margin: i64,
}

impl Brief {
    /// Sums a battle up.
    pub fn of(battle: &BattleRecord) -> Self {
        let winner = battle.winner.map(|winner| winner.index());
        Self {
            seed: battle.seed,
            winner,
            is_over: battle.outcome.is_some(),
            turns: battle.turns,
            margin: winner.map_or(0, |winner| margin(battle, winner)),
        }
    }
}

impl Outliers {
    /// Considers one battle.
    pub fn add(&mut self, battle: &Brief) {
        let turns = i64::from(battle.turns);
        self.consider(Extreme::Longest, turns, battle);
        self.consider(Extreme::Shortest, -turns, battle);
        match battle.winner {
            Some(winner) => {
                self.consider(Extreme::Rout(winner), battle.margin, battle);
                self.consider(Extreme::Narrow(winner), -battle.margin, battle);
            }
            None if battle.is_over => {}
            None => self.consider(Extreme::BrokenOff, turns, battle),
        }
    }

    fn consider(&mut self, what: Extreme, much: i64, battle: &Brief) {
        let now = (much, battle.seed, battle.turns);
        let most = self.0.entry(what).or_insert(now);
        if now.0 > most.0 || (now.0 == most.0 && now.1 < most.1) {
            *most = now;
        }
    }

    /// Lists them in words.
    pub fn findings(&self, words: &Vocabulary) -> Vec<Outlier> {
        (self.0.iter())
            .map(|(&what, &(_, seed, turns))| Outlier {
                what: match what {
                    Extreme::BrokenOff => "without outcome".to_owned(),
                    Extreme::Longest => "longest".to_owned(),
                    Extreme::Shortest => "shortest".to_owned(),
                    Extreme::Rout(side) => format!("most one-sided win of {}", words.sides[side]),
                    Extreme::Narrow(side) => format!("narrowest win of {}", words.sides[side]),
                },
                seed,
                turns,
            })
            .collect()
    }
}

/// Returns how one-sided a win was: the permille of its units that the winner kept, less the permille
/// that all others kept.
fn margin(battle: &BattleRecord, winner: usize) -> i64 {
    let kept = |is_winner: bool| {
        let sides = battle.sides.iter().enumerate();
        let (kept, began) = sides
            .filter(|(index, _)| (*index == winner) == is_winner)
            .fold((0, 0), |(kept, began), (_, side)| {
                let alive = i64::from(side.began.saturating_sub(side.dead));
                (kept + alive, began + i64::from(side.began))
            });
        1000 * kept / began.max(1)
    };
    kept(true) - kept(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::unit::Side;
    use crate::chronicle::record::SideRecord;

    fn battle(seed: u64, turns: u16, winner: Option<u8>, dead: [u16; 2]) -> BattleRecord {
        let side = |dead| SideRecord {
            began: 4,
            dead,
            ..SideRecord::default()
        };
        BattleRecord {
            seed,
            turns,
            winner: winner.map(Side),
            sides: dead.map(side).into(),
            ..BattleRecord::default()
        }
    }

    #[test]
    fn the_first_of_battles_alike_is_named() {
        let words = Vocabulary {
            sides: vec!["Squad".into(), "Raiders".into()],
            ..Vocabulary::default()
        };
        let mut outliers = Outliers::default();
        for battle in [
            battle(9, 12, Some(0), [3, 4]),
            battle(4, 12, Some(0), [0, 4]),
            battle(5, 7, Some(0), [0, 4]),
            battle(6, 9, None, [1, 1]),
        ] {
            outliers.add(&Brief::of(&battle));
        }
        let told: Vec<_> = (outliers.findings(&words).iter())
            .map(|outlier| format!("{} {} {}", outlier.what, outlier.seed, outlier.turns))
            .collect();
        let expected = [
            "without outcome 6 9",
            "longest 4 12",
            "shortest 5 7",
            "most one-sided win of Squad 4 12",
            "narrowest win of Squad 9 12",
        ];
        assert_eq!(told, expected);
    }
}
