//! How many units of a side stand, turn by turn.
//!
//! **Invariant:** every battle counts in every turn; one that is over counts as it ended.

use crate::chronicle::record::BattleRecord;
use crate::lab::stats::cluster::Clusters;
use crate::lab::stats::{Confidence, Estimate};

/// Standing units by turn.
#[derive(Clone, Debug, Default)]
pub struct SurvivalTally {
    /// At the start and after each turn, of battles that lasted so long.
    lasting: Vec<Clusters>,
    /// Of battles that ended there, as they ended.
    ended: Vec<Clusters>,
}

impl SurvivalTally {
    /// Counts one battle for the side of this index.
    pub fn add(&mut self, battle: &BattleRecord, side: usize) {
        let began = u64::from(battle.sides[side].began);
        let Some(last) = battle.standing.len().checked_sub(1) else {
            return;
        };
        if self.lasting.len() <= last {
            self.lasting.resize_with(last + 1, Clusters::default);
            self.ended.resize_with(last + 1, Clusters::default);
        }
        for (turn, standing) in battle.standing.iter().enumerate() {
            let standing = u64::from(standing[side]).min(began);
            self.lasting[turn].add(standing, began);
            if turn == last {
                self.ended[turn].add(standing, began);
            }
        }
    }

    /// Returns the share that stands at the start and after each turn.
    pub fn findings(&self, confidence: Confidence) -> Vec<Estimate> {
        let mut over = Clusters::default();
        (self.lasting.iter().zip(&self.ended))
            .filter_map(|(lasting, ended)| {
                let mut all = *lasting;
                all.merge(&over);
                over.merge(ended);
                all.interval(confidence)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chronicle::record::SideRecord;

    #[test]
    fn battles_that_are_over_count_as_they_ended() {
        let battle = |standing: &[u16]| BattleRecord {
            sides: vec![SideRecord {
                began: 4,
                ..SideRecord::default()
            }],
            standing: standing.iter().map(|&units| vec![units]).collect(),
            ..BattleRecord::default()
        };
        let mut tally = SurvivalTally::default();
        tally.add(&battle(&[4, 2]), 0);
        tally.add(&battle(&[4, 4, 3, 0]), 0);
        let curve: Vec<_> = (tally.findings(Confidence::default()).iter())
            .map(|estimate| estimate.value)
            .collect();
        assert_eq!(curve, [1.0, 0.75, 0.625, 0.25]);
    }
}
