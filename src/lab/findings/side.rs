//! What battles say of one side.
//!
//! **Invariant:** win rates are of the battles that reached an outcome.

use serde::Serialize;

use super::acts::{ActTally, UseFindings};
use super::first::{FirstFindings, FirstTally};
use super::places::PlaceTally;
use super::spread::Spread;
use super::survival::SurvivalTally;
use crate::battle::unit::Side;
use crate::chronicle::record::{BattleRecord, Fate, Vocabulary};
use crate::lab::stats::cluster::Clusters;
use crate::lab::stats::difference::Share;
use crate::lab::stats::mean::Moments;
use crate::lab::stats::quantile::Histogram;
use crate::lab::stats::{Confidence, Estimate};

/// Counts of one side.
#[derive(Clone, Debug)]
pub struct SideTally {
    /// Wins among battles that reached an outcome.
    pub wins: Share,
    first: FirstTally,
    began: Moments,
    dead: Histogram,
    dead_share: Clusters,
    escaped: Moments,
    orders: Histogram,
    kinds: Vec<KindTally>,
    /// Sums of each measure, over the battles in which it applies.
    measures: Vec<Moments>,
    survival: SurvivalTally,
    /// Where its units died.
    pub places: PlaceTally,
}

/// What became of the units of one kind.
#[derive(Clone, Copy, Debug, Default)]
struct KindTally {
    died: Clusters,
    escaped: u64,
    // Of the battle that is being added.
    now: (u64, u64),
}

/// What battles say of one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideFindings {
    /// Name.
    pub name: String,
    /// Battles it won.
    pub wins: u64,
    /// Battles that reached an outcome.
    pub decided: u64,
    /// Share it won.
    pub win_rate: Option<Estimate>,
    /// What moving first is worth.
    pub first: FirstFindings,
    /// Units it begins with, mean, reserves that came included.
    pub began: Option<f64>,
    /// Units it loses.
    pub dead: Option<Spread>,
    /// Share of its units that die.
    pub dead_share: Option<Estimate>,
    /// Units that leave the map, mean.
    pub escaped: Option<Estimate>,
    /// Orders it gives.
    pub orders: Option<Spread>,
    /// Weapons, items and abilities.
    pub means: Vec<UseFindings>,
    /// Kinds of its units.
    pub kinds: Vec<KindFindings>,
    /// Modes.
    pub modes: Vec<UseFindings>,
    /// Terrain under its targets.
    pub grounds: Vec<UseFindings>,
    /// Cover of its targets.
    pub covers: Vec<UseFindings>,
    /// Side of its targets that it struck.
    pub arcs: Vec<UseFindings>,
    /// Distance to its targets.
    pub distances: Vec<UseFindings>,
    /// Measures of the rule set.
    pub measures: Vec<MeasureFindings>,
    /// Share of its units that stand, at the start and after each turn; battles that are over count
    /// as they ended.
    pub survival: Vec<Estimate>,
}

/// What battles say of one kind of unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindFindings {
    /// Units of it on the board, in all battles.
    pub fielded: u64,
    /// Share of them that died.
    pub died: Option<Estimate>,
    /// How many left the map.
    pub escaped: u64,
    /// What they did.
    pub acts: UseFindings,
}

/// The result of a measure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeasureFindings {
    /// Key.
    pub key: String,
    /// Name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// What it is counted in.
    pub unit: String,
    /// Battles in which it applies.
    pub battles: u64,
    /// Mean over them.
    pub mean: Option<Estimate>,
}

impl SideTally {
    /// Begins with no battle.
    pub fn new(words: &Vocabulary) -> Self {
        Self {
            wins: Share::default(),
            first: FirstTally::default(),
            began: Moments::default(),
            dead: Histogram::default(),
            dead_share: Clusters::default(),
            escaped: Moments::default(),
            orders: Histogram::default(),
            kinds: vec![KindTally::default(); words.kinds.len()],
            measures: vec![Moments::default(); words.measures.len()],
            survival: SurvivalTally::default(),
            places: PlaceTally::default(),
        }
    }

    /// Counts one battle for the side of this index, but for its acts.
    pub fn add(&mut self, battle: &BattleRecord, index: usize) {
        let side = Side(index as u8);
        let own = &battle.sides[index];
        let has_won = battle.has_won(side);
        if let Some(has_won) = has_won {
            self.wins.add(has_won);
            self.first.add(battle.seed, battle.first == side, has_won);
        }
        self.began.add(i64::from(own.began));
        self.dead.add(i64::from(own.dead));
        self.dead_share
            .add(u64::from(own.dead), u64::from(own.began));
        self.escaped.add(i64::from(own.escaped));
        self.orders.add(i64::from(own.orders));
        for (moments, value) in self.measures.iter_mut().zip(&own.measures) {
            value.iter().for_each(|&value| moments.add(value));
        }
        self.survival.add(battle, index);
        self.places.add(battle, side);
        for member in battle.members.iter().filter(|member| member.side == side) {
            if member.fate != Fate::NeverCame {
                let kind = &mut self.kinds[usize::from(member.kind)];
                kind.now.0 += u64::from(member.fate == Fate::Dead);
                kind.now.1 += 1;
                kind.escaped += u64::from(member.fate == Fate::Escaped);
            }
        }
        for kind in &mut self.kinds {
            let (dead, fielded) = std::mem::take(&mut kind.now);
            kind.died.add(dead, fielded);
        }
    }

    /// Evaluates the counts, including those of its acts.
    pub fn findings(
        &self,
        acts: &ActTally,
        name: &str,
        words: &Vocabulary,
        confidence: Confidence,
    ) -> SideFindings {
        let [means, kinds, modes, grounds, covers, arcs, distances] =
            acts.findings(words, self.dead.total(), confidence);
        SideFindings {
            name: name.to_owned(),
            wins: self.wins.successes,
            decided: self.wins.trials,
            win_rate: self.wins.interval(confidence),
            first: self.first.findings(confidence),
            began: self.began.mean(),
            dead: Spread::of(&self.dead, confidence),
            dead_share: self.dead_share.interval(confidence),
            escaped: self.escaped.interval(confidence),
            orders: Spread::of(&self.orders, confidence),
            means,
            kinds: (self.kinds.iter().zip(kinds))
                .map(|(kind, acts)| KindFindings {
                    fielded: kind.died.trials,
                    died: kind.died.interval(confidence),
                    escaped: kind.escaped,
                    acts,
                })
                .filter(|kind| kind.fielded > 0 || kind.acts.uses > 0)
                .collect(),
            modes,
            grounds,
            covers,
            arcs,
            distances,
            measures: (self.measures.iter().zip(&words.measures))
                .map(|(moments, measure)| MeasureFindings {
                    key: measure.key.clone(),
                    name: measure.name.clone(),
                    about: measure.about.clone(),
                    unit: measure.unit.clone(),
                    battles: moments.count,
                    mean: moments.interval(confidence),
                })
                .collect(),
            survival: self.survival.findings(confidence),
        }
    }
}
