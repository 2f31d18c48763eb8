//! What a run found: every table as data, from one pass over its battles.
//!
//! [`Counter`] counts, [`Findings`] evaluates the counts. Memory is bounded by cases and the
//! words of their vocabularies, but for two bits a battle. [`SCHEMA`] describes what is written.
//!
//! **Invariant:** counts are whole numbers and nothing is drawn at random, so that findings depend on
//! the set of battles alone.

pub mod acts;
pub mod factors;
pub mod first;
mod headlines;
pub mod openings;
pub mod outliers;
pub mod places;
pub mod seeds;
pub mod side;
pub mod spread;
pub mod survival;

use serde::{Deserialize, Serialize};

use self::acts::ActTallies;
use self::factors::{Sensitivity, sensitivity};
use self::openings::{CommonOpening, OpeningCounter};
use self::outliers::{Brief, Outlier, Outliers};
use self::places::BoardFindings;
use self::seeds::SeedBits;
use self::side::{SideFindings, SideTally};
use self::spread::Spread;
use crate::battle::phase::Outcome;
use crate::battle::unit::Side;
use crate::chronicle::record::{BattleRecord, Vocabulary};
use crate::lab::case::{Case, Factor, Run};
use crate::lab::stats::Confidence;
use crate::lab::stats::calibration::{Bucket, CalibrationFindings};
use crate::lab::stats::quantile::Histogram;

/// Version of the findings as they are written: greater when a field goes or changes its meaning.
pub const FORMAT: u32 = 2;

/// The findings as they are written, described as JSON Schema.
pub const SCHEMA: &str = include_str!("schema.json");

/// What a run found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Findings {
    /// Version of the layout, [`FORMAT`].
    pub format: u32,
    /// Confidence of every interval, percent.
    pub confidence_percent: f64,
    /// Battles in all.
    pub battles: u64,
    /// Battles that the plan has.
    pub planned: u64,
    /// Cases, in the order of the plan.
    pub cases: Vec<CaseFindings>,
    /// How win rates follow each varied factor.
    pub sensitivity: Vec<Sensitivity>,
}

/// What one case found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CaseFindings {
    /// Mission.
    pub mission: String,
    /// What tells the case apart.
    pub label: String,
    /// Factors and their values.
    pub factors: Vec<Factor>,
    /// What a user types to see one of its battles, without the seed.
    pub replay: String,
    /// Battles.
    pub battles: u64,
    /// How they ended.
    pub outcomes: Outcomes,
    /// Turns a battle takes.
    pub turns: Option<Spread>,
    /// Orders a battle takes.
    pub orders: Option<Spread>,
    /// Sides.
    pub sides: Vec<SideFindings>,
    /// Whether promised chances came true.
    pub calibration: Option<CalibrationFindings>,
    /// The same by promised chance, 5 percent a bucket.
    pub promises: Vec<Bucket>,
    /// What nearly every battle begins with.
    pub openings: Vec<CommonOpening>,
    /// Where units died.
    pub board: BoardFindings,
    /// Battles worth looking at.
    pub outliers: Vec<Outlier>,
}

/// How battles ended, as the first side sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcomes {
    /// Victories.
    pub victory: u64,
    /// Defeats.
    pub defeat: u64,
    /// Objectives missed.
    pub mission_failed: u64,
    /// Battles broken off.
    pub broken_off: u64,
}

impl Outcomes {
    fn add(&mut self, outcome: Option<Outcome>) {
        *match outcome {
            Some(Outcome::Victory) => &mut self.victory,
            Some(Outcome::Defeat) => &mut self.defeat,
            Some(Outcome::MissionFailed) => &mut self.mission_failed,
            None => &mut self.broken_off,
        } += 1;
    }

    /// Returns the number of battles that reached an outcome.
    pub fn decided(&self) -> u64 {
        self.victory + self.defeat + self.mission_failed
    }
}

/// Counts over the battles of a run.
#[derive(Clone, Debug)]
pub struct Counter<'a> {
    run: &'a Run,
    cases: Vec<CaseTally<'a>>,
}

impl<'a> Counter<'a> {
    /// Begins with no battle.
    pub fn new(run: &'a Run) -> Self {
        Self {
            run,
            cases: run.cases.iter().map(CaseTally::new).collect(),
        }
    }

    /// Counts one battle with its acts. The order does not matter.
    pub fn add(&mut self, battle: &BattleRecord) {
        self.count(battle);
        self.cases[battle.case as usize].acts.add(battle);
    }

    /// Counts one battle, but for its acts.
    fn count(&mut self, battle: &BattleRecord) {
        let case = &mut self.cases[battle.case as usize];
        case.add(battle);
        let place = battle.seed.checked_sub(self.run.first_seed);
        let place = place.filter(|place| *place < self.run.battles);
        if let (Some(place), Some(has_won)) = (place, battle.has_won(Side::FIRST)) {
            case.seeds.add(place, has_won);
        }
    }

    /// Counts battles of one case whose acts were counted before.
    pub fn add_counted(&mut self, battles: &[BattleRecord], acts: &ActTallies) {
        for battle in battles {
            self.count(battle);
        }
        if let Some(battle) = battles.first() {
            self.cases[battle.case as usize].acts.merge(acts);
        }
    }

    /// Evaluates the counts.
    pub fn findings(&self, confidence: Confidence) -> Findings {
        Findings {
            format: FORMAT,
            confidence_percent: confidence.as_percent(),
            battles: self.cases.iter().map(|case| case.battles).sum(),
            planned: self.run.battles * self.run.cases.len() as u64,
            cases: (self.cases.iter())
                .map(|case| case.findings(confidence))
                .collect(),
            sensitivity: sensitivity(&self.cases, confidence),
        }
    }
}

/// Counts over the battles of one case.
#[derive(Clone, Debug)]
pub struct CaseTally<'a> {
    case: &'a Case,
    battles: u64,
    outcomes: Outcomes,
    turns: Histogram,
    orders: Histogram,
    sides: Vec<SideTally>,
    acts: ActTallies,
    openings: OpeningCounter,
    outliers: Outliers,
    /// Which seeds the first side won.
    seeds: SeedBits,
}

impl<'a> CaseTally<'a> {
    fn new(case: &'a Case) -> Self {
        let sides = 0..case.vocabulary.sides.len();
        Self {
            case,
            battles: 0,
            outcomes: Outcomes::default(),
            turns: Histogram::default(),
            orders: Histogram::default(),
            sides: sides.map(|_| SideTally::new(&case.vocabulary)).collect(),
            acts: ActTallies::new(&case.vocabulary),
            openings: OpeningCounter::default(),
            outliers: Outliers::default(),
            seeds: SeedBits::default(),
        }
    }

    /// Returns its words.
    fn vocabulary(&self) -> &'a Vocabulary {
        &self.case.vocabulary
    }

    /// Counts one battle, but for its acts.
    fn add(&mut self, battle: &BattleRecord) {
        self.battles += 1;
        self.outcomes.add(battle.outcome);
        self.turns.add(i64::from(battle.turns));
        self.orders.add(i64::from(battle.orders));
        for (index, side) in self.sides.iter_mut().enumerate() {
            side.add(battle, index);
        }
        self.openings.add(battle);
        self.outliers.add(&Brief::of(battle));
    }

    fn findings(&self, confidence: Confidence) -> CaseFindings {
        let words = self.vocabulary();
        CaseFindings {
            mission: self.case.mission.clone(),
            label: self.case.label.clone(),
            factors: self.case.factors.clone(),
            replay: self.case.replay.clone(),
            battles: self.battles,
            outcomes: self.outcomes,
            turns: Spread::of(&self.turns, confidence),
            orders: Spread::of(&self.orders, confidence),
            sides: (self.sides.iter().zip(&self.acts.sides).zip(&words.sides))
                .map(|((side, acts), name)| side.findings(acts, name, words, confidence))
                .collect(),
            calibration: self.acts.calibration.verdict(),
            promises: self.acts.calibration.buckets(50, confidence),
            openings: self.openings.findings(words, confidence),
            board: places::findings(words, &self.sides),
            outliers: self.outliers.findings(words),
        }
    }
}
