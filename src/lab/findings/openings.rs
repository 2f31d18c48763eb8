//! Openings that are the same in nearly every battle.
//!
//! Battles that begin alike measure that beginning and little else: figures of such a case hang on it.
//!
//! **Invariant:** a battle counts once for each opening, however many units it takes.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::chronicle::record::{BattleRecord, EARLY, Vocabulary};
use crate::lab::stats::wilson::wilson;
use crate::lab::stats::{Confidence, Estimate};
use crate::lab::words::percent;
use crate::plain::plain;

/// Share of battles from which on an opening is told, and the least it may be in truth.
const NEARLY_EVERY: (f64, f64) = (0.9, 0.8);

/// Deaths on a hex that are told of a case at most.
const TOLD: usize = 4;

/// An early death: turn, side, kind, hex.
type Fall = (u16, u8, u16, u32);

/// Battles by how they began.
#[derive(Clone, Debug, Default)]
pub struct OpeningCounter {
    battles: u64,
    falls: BTreeMap<Fall, u64>,
    /// By the side whose unit died first.
    first: BTreeMap<u8, u64>,
}

/// What nearly every battle begins with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CommonOpening {
    /// Side that loses a unit.
    pub side: String,
    /// The death on one hex; none if only the side is the same: it is the first to lose a unit.
    pub fall: Option<OpeningFall>,
    /// Battles that begin so.
    pub battles: u64,
    /// Share of all.
    pub share: Estimate,
}

/// A death that nearly every battle has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpeningFall {
    /// Turn.
    pub turn: u16,
    /// Name of the kind of the unit.
    pub kind: String,
    /// Column of the hex.
    pub column: i32,
    /// Row of the hex.
    pub row: i32,
}

impl OpeningCounter {
    /// Counts one battle.
    pub fn add(&mut self, battle: &BattleRecord) {
        self.battles += 1;
        let early = battle.losses.iter().filter(|loss| loss.turn <= EARLY);
        let falls: BTreeSet<Fall> = early
            .map(|loss| (loss.turn, loss.side.0, loss.kind, loss.at.0))
            .collect();
        for fall in falls {
            *self.falls.entry(fall).or_default() += 1;
        }
        if let Some(loss) = battle.losses.first() {
            *self.first.entry(loss.side.0).or_default() += 1;
        }
    }

    /// Lists the openings that nearly every battle has: whose unit dies first, then deaths, the most
    /// common first.
    pub fn findings(&self, words: &Vocabulary, confidence: Confidence) -> Vec<CommonOpening> {
        let (least, surely) = NEARLY_EVERY;
        let opening = |side: u8, fall: Option<OpeningFall>, battles: u64| {
            let share = wilson(battles, self.battles, confidence)?;
            let is_told = share.value >= least && share.low >= surely;
            is_told.then(|| CommonOpening {
                side: words.sides[usize::from(side)].clone(),
                fall,
                battles,
                share,
            })
        };
        let first = (self.first.iter()).filter_map(|(&side, &count)| opening(side, None, count));
        let mut falls: Vec<_> = (self.falls.iter())
            .filter_map(|(&(turn, side, kind, tile), &count)| {
                let (column, row) = words
                    .board
                    .grid
                    .to_offset(crate::battle::grid::TileId(tile));
                let fall = OpeningFall {
                    turn,
                    kind: words.kinds[usize::from(kind)].name.clone(),
                    column,
                    row,
                };
                opening(side, Some(fall), count)
            })
            .collect();
        falls.sort_by_key(|fall| std::cmp::Reverse(fall.battles));
        falls.truncate(TOLD);
        first.chain(falls).collect()
    }
}

impl CommonOpening {
    /// Returns the sentence: `One Infantry of Squad dies at (26, 19) in turn 1 in 98.0% (97.0 to 98.7) of battles`.
    pub fn sentence(&self) -> String {
        let share = percent(&self.share);
        plain(&match &self.fall {
            Some(OpeningFall {
                turn,
                kind,
                column,
                row,
            }) => format!(
                "One {kind} of {} dies at ({column}, {row}) in turn {turn} in {share} of battles: everything else depends on that",
                self.side
            ),
            None => format!("{} loses the first unit in {share} of battles", self.side),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::grid::{Grid, Layout, TileId};
    use crate::battle::unit::{Side, UnitId};
    use crate::chronicle::record::{BoardRecord, Loss, Term};

    #[test]
    fn a_death_that_nearly_every_battle_has_is_told() {
        let term = |name: &str| Term {
            key: name.to_lowercase(),
            name: name.into(),
        };
        let words = Vocabulary {
            sides: vec!["Squad".into(), "Sectoids".into()],
            kinds: vec![term("Infantry"), term("Soldier")],
            board: BoardRecord {
                grid: Grid {
                    layout: Layout::PointyOddRows,
                    width: 30,
                    height: 20,
                },
                ..BoardRecord::default()
            },
            ..Vocabulary::default()
        };
        let told = |battles: u64, same: u64| -> Vec<String> {
            let mut tally = OpeningCounter::default();
            for battle in 0..battles {
                let is_same = battle < same;
                let loss = |tile| Loss {
                    turn: 1,
                    unit: UnitId(0),
                    kind: 0,
                    side: Side(u8::from(!is_same)),
                    at: TileId(tile),
                    by: None,
                    means: None,
                    act: None,
                };
                // Two on one hex are one opening.
                let tile = if is_same { 19 * 30 + 26 } else { battle as u32 };
                tally.add(&BattleRecord {
                    losses: vec![loss(tile), loss(tile)],
                    ..BattleRecord::default()
                });
            }
            let found = tally.findings(&words, Confidence::default());
            found.iter().map(CommonOpening::sentence).collect()
        };
        assert_eq!(
            told(100, 98),
            [
                "Squad loses the first unit in 98.0% (93.0 to 99.4) of battles",
                "One Infantry of Squad dies at (26, 19) in turn 1 in 98.0% (93.0 to 99.4) of battles: everything else depends on that",
            ]
        );
        assert!(
            told(100, 80).is_empty(),
            "four of five battles are not nearly all"
        );
        assert!(told(6, 6).is_empty(), "six battles tell nothing");
    }
}
