//! Balance tests that read like a sentence, for `cargo test`.
//!
//! ```no_run
//! use hexscape::lab::gate::Gate;
//!
//! #[test]
//! fn the_squad_has_the_better_of_first_contact() {
//!     Gate::of("first_contact").side("Squad").wins(40..=65).confidence(99).check();
//! }
//! ```
//!
//! Battles are played on all cores until every claim is certain to hold or one is certain not to
//! ([`SequentialTest`]), at most [`CAP`] or `BALANCE_RUNS` of them. A claim that is still open then
//! passes, since nothing speaks against it; so does one that the battles left could not break any more,
//! and they are not played. At the default cap and 99% confidence a win rate that has
//! drifted 14 points beyond an end of its band is found with 95% probability (near even odds, where it
//! takes most); 1,000 battles find 6.9 points, 4,000 find 3.4.
//!
//! **Invariant:** the judgment depends on mission, claims and number of battles alone: it is made on
//! battles in the order of their seeds, at fixed numbers of them, whatever the threads.

mod play;
mod verdict;

use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

use self::play::play;
pub use self::verdict::{GateFailure, GateReport};
use crate::content::assets_folder;
use crate::content::problem::suggest;
use crate::lab::plan::{PlanError, Request, RunPlan};
use crate::lab::run::RunError;
use crate::lab::settings::{FigureSetting, SettingError};
use crate::lab::stats::Confidence;
use crate::lab::stats::sequential::SequentialTest;

/// Battles of a gate at most, unless `BALANCE_RUNS` says otherwise.
pub const CAP: u64 = 240;

/// Variable that says how many battles a gate plays at most.
pub const RUNS: &str = "BALANCE_RUNS";

/// Percent of battles that have to end within the turns of [`Gate::ends_within_turns`].
const MOST_BATTLES: u8 = 95;

/// A mission and what is claimed of its battles.
#[derive(Clone, Debug)]
#[must_use = "a gate checks nothing until `check` is called"]
pub struct Gate {
    request: Request,
    settings: Vec<(String, String)>,
    side: Option<String>,
    claims: Vec<Claim>,
    confidence: Confidence,
    cap: Option<u64>,
}

/// What is claimed of battles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub(crate) what: Happening,
    /// Battles in which it happens, percent.
    pub(crate) band: RangeInclusive<u8>,
}

/// What a claim counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Happening {
    /// A side wins; the first one if none is named.
    Wins(Option<String>),
    /// The battle ends within so many turns.
    EndsWithin(u16),
}

/// Whether the claims of a gate hold.
pub type Judged = Result<GateReport, Box<GateFailure>>;

/// Why a gate cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum GateError {
    /// The mission or what is changed of it makes no sense.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A battle cannot be played.
    #[error(transparent)]
    Battle(#[from] RunError),
    /// There is no such side.
    #[error("no side is named {name:?}{}", suggest(name, sides.iter().map(String::as_str)))]
    Side {
        /// The name.
        name: String,
        /// Sides of the mission.
        sides: Vec<String>,
    },
    /// Nothing is claimed.
    #[error("no claim; add wins(..) or ends_within_turns(..)")]
    NoClaim,
    /// A band that holds nothing, or goes beyond 100 percent.
    #[error("{} to {} percent is not a range (allowed: 0 to 100, smaller first)", .0.start(), .0.end())]
    Band(RangeInclusive<u8>),
    /// `BALANCE_RUNS` is no number of battles.
    #[error("{RUNS}={0} is not a number of battles (allowed: 1 to 100000000)")]
    Runs(String),
    /// The assets are not found.
    #[error("{0}")]
    Assets(String),
}

impl From<SettingError> for GateError {
    fn from(error: SettingError) -> Self {
        Self::Plan(error.into())
    }
}

impl Gate {
    /// Names a mission: a shipped one by its name, any other by its file.
    pub fn of(mission: &str) -> Self {
        Self {
            request: Request {
                missions: vec![mission.to_owned()],
                seed: 1,
                ..Request::default()
            },
            settings: Vec::new(),
            side: None,
            claims: Vec::new(),
            confidence: Confidence::percent(99.0),
            cap: None,
        }
    }

    /// Names the side that the next claims are about.
    pub fn side(mut self, name: &str) -> Self {
        self.side = Some(name.to_owned());
        self
    }

    /// Claims that the side (the first one, if none was named) wins so many percent of the battles.
    pub fn wins(mut self, percent: RangeInclusive<u8>) -> Self {
        self.claims.push(Claim {
            what: Happening::Wins(self.side.clone()),
            band: percent,
        });
        self
    }

    /// Claims that at least 95% of the battles end within so many turns.
    pub fn ends_within_turns(mut self, turns: u16) -> Self {
        self.claims.push(Claim {
            what: Happening::EndsWithin(turns),
            band: MOST_BATTLES..=100,
        });
        self
    }

    /// Sets how sure each judgment has to be, in percent; 99 by default.
    pub fn confidence(mut self, percent: u8) -> Self {
        self.confidence = Confidence::percent(percent.into());
        self
    }

    /// Plays with so many enemies, in percent of those written.
    pub fn at(mut self, difficulty: u16) -> Self {
        self.request.difficulty = vec![difficulty];
        self
    }

    /// Sets the modes of the computers, as `hexscape lab --modes` takes them: `Squad:Cautious`.
    pub fn modes(mut self, modes: &str) -> Self {
        self.request.modes = vec![vec![modes.to_owned()]];
        self
    }

    /// Sets which side has the first phase: its name, or `alternate`.
    pub fn first(mut self, side: &str) -> Self {
        self.request.first = vec![side.to_owned()];
        self
    }

    /// Plays with a changed figure, as `hexscape lab --set` takes it.
    pub fn with(mut self, key: &str, value: &str) -> Self {
        self.settings.push((key.to_owned(), value.to_owned()));
        self
    }

    /// Begins with this seed instead of 1.
    pub fn from_seed(mut self, seed: u64) -> Self {
        self.request.seed = seed;
        self
    }

    /// Plays so many battles at most, whatever `BALANCE_RUNS` says.
    pub fn at_most(mut self, battles: u64) -> Self {
        self.cap = Some(battles);
        self
    }

    /// Plays and judges; prints what was found, which a test harness shows when asked.
    ///
    /// # Panics
    /// If a claim certainly does not hold, with what was seen and how to see the most revealing battle,
    /// or if the gate cannot be checked.
    #[track_caller]
    pub fn check(self) {
        let mission = self.request.missions[0].clone();
        match self.judge() {
            Err(error) => panic!("{mission}: {error}"),
            Ok(Err(failure)) => panic!("{failure}"),
            Ok(Ok(report)) => println!("{report}"),
        }
    }

    /// Plays and judges, on all cores; gates of a process take turns.
    ///
    /// # Errors
    /// Gates that cannot be checked.
    pub fn judge(self) -> Result<Judged, GateError> {
        // Test harnesses run several at once: threads beyond the cores only drive each other out of the
        // caches.
        static TURN: Mutex<()> = Mutex::new(());
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.judge_on(cores)
    }

    /// Plays and judges on so many threads.
    ///
    /// # Errors
    /// Gates that cannot be checked.
    pub fn judge_on(mut self, threads: usize) -> Result<Judged, GateError> {
        if self.claims.is_empty() {
            return Err(GateError::NoClaim);
        }
        for Claim { band, .. } in &self.claims {
            if band.is_empty() || *band.end() > 100 {
                return Err(GateError::Band(band.clone()));
            }
        }
        let assets = assets_folder().map_err(GateError::Assets)?;
        let cap = match self.cap {
            Some(cap) => cap,
            None => cap_in_environment()?,
        };
        self.request.battles = cap;
        for (key, value) in &self.settings {
            self.request.settings.push(FigureSetting::new(key, value)?);
        }
        let plan = RunPlan::new(&self.request, &assets.join("content"))?;
        let run = plan.describe()?;
        let sides = &run.cases[0].vocabulary.sides;
        let mut tests = Vec::new();
        for claim in &self.claims {
            let side = match &claim.what {
                Happening::Wins(Some(name)) => {
                    let found = sides.iter().position(|side| side == name);
                    found.ok_or_else(|| GateError::Side {
                        name: name.clone(),
                        sides: sides.clone(),
                    })?
                }
                _ => 0,
            };
            let test = SequentialTest {
                low: f64::from(*claim.band.start()) / 100.0,
                high: f64::from(*claim.band.end()) / 100.0,
                confidence: self.confidence,
                last: cap,
            };
            tests.push((claim.clone(), side, test));
        }
        let played = play(&plan, &run, &tests, threads)?;
        Ok(verdict::of(&run, &tests, &played))
    }
}

/// Reads the number of battles from the environment.
fn cap_in_environment() -> Result<u64, GateError> {
    match std::env::var(RUNS) {
        Err(_) => Ok(CAP),
        Ok(text) => match text.trim().parse() {
            Ok(battles @ 1..=100_000_000) => Ok(battles),
            _ => Err(GateError::Runs(text)),
        },
    }
}
