//! What tells a run from others: the file `plan.json` of its folder.
//!
//! **Invariant:** two runs have the same identity only if every battle of one is a battle of the other,
//! under the same number in the same block; paths and machines do not bear on it. **Invariant:** builds
//! of the program that play otherwise have other identities, as far as the first orders of some cases
//! tell.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::battle::fingerprint::stable_hash;
use crate::headless::Arena;
use crate::lab::case::{Keep, Run};
use crate::lab::plan::{MOST_BATTLES, MOST_CASES, RunPlan};
use crate::lab::run::RunError;
use crate::lab::stage::Stage;
use crate::plain::plain;

/// What tells a run from others; readable, and compared in words.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// Version of the program: another may play otherwise.
    pub program: String,
    /// Layout of the records in parts.
    pub format: u32,
    /// What is kept of each battle.
    pub keep: Keep,
    /// First seed.
    pub first_seed: u64,
    /// Battles of each case.
    pub battles: u64,
    /// Cases.
    pub cases: Vec<CaseIdentity>,
}

/// What tells a case from others.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseIdentity {
    /// Its label.
    pub label: String,
    /// Factors and their values.
    pub factors: BTreeMap<String, String>,
    /// Hash of mission, content and variation, 16 hex digits.
    pub hash: String,
    /// Hash of how the program plays it, 16 hex digits, see [`Stage::probe`]; of some cases only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<String>,
}

/// Layout of the records in parts; another one is not read.
pub const FORMAT: u32 = 3;

/// Cases that are probed at most, spread over the plan.
const PROBED: usize = 32;

/// How results differ from what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// They are of another plan; in words.
    Plan(Vec<String>),
    /// They are of the same plan, but of a program that plays these cases otherwise.
    Program(Vec<String>),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cases = match self {
            Self::Plan(differences) => {
                return write!(f, "belongs to another plan: {}", differences.join("; "));
            }
            Self::Program(cases) => cases,
        };
        f.write_str("belongs to another build of the program, which plays ")?;
        if let Some(first) = cases.first() {
            write!(f, "case {first:?}")?;
        }
        if cases.len() > 1 {
            write!(f, " and {} more", cases.len() - 1)?;
        }
        f.write_str(" differently; use one build for a whole run, or start again in another folder")
    }
}

impl Identity {
    /// Works out the identity of a plan; some cases are played for a moment.
    ///
    /// # Errors
    /// Cases that do not load, and mistakes of the program.
    pub fn of(plan: &RunPlan, run: &Run) -> Result<Self, RunError> {
        let mut arena = Arena::default();
        let stride = run.cases.len().div_ceil(PROBED).max(1);
        let mut cases = Vec::with_capacity(run.cases.len());
        for (index, case) in run.cases.iter().enumerate() {
            let play = match index % stride {
                0 => Some(Stage::new(plan, run, index)?.probe(&mut arena)?),
                _ => None,
            };
            let factors = case.factors.iter();
            cases.push(CaseIdentity {
                label: case.label.clone(),
                factors: factors
                    .map(|factor| (factor.name.clone(), factor.value.clone()))
                    .collect(),
                hash: digits(plan.hash_of(index)),
                play: play.map(digits),
            });
        }
        Ok(Self {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            format: FORMAT,
            keep: run.keep,
            first_seed: run.first_seed,
            battles: run.battles,
            cases,
        })
    }

    /// Whether a plan may have these numbers.
    pub fn is_sound(&self) -> bool {
        let cases = self.cases.len();
        (1..=MOST_CASES).contains(&cases)
            && (1..=MOST_BATTLES / cases as u64).contains(&self.battles)
            && self.first_seed.checked_add(self.battles - 1).is_some()
    }

    /// Returns a hash of the identity; every part carries it.
    pub fn hash(&self) -> u64 {
        stable_hash(self)
    }

    /// Returns how another differs from this one; `None` if it does not.
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        let mut told = Vec::new();
        let mut compare = |what: &str, this: &dyn ToString, that: &dyn ToString| {
            let (this, that) = (this.to_string(), that.to_string());
            if this != that {
                told.push(plain(&format!("{what} {that} instead of {this}")));
            }
        };
        compare("hexscape", &self.program, &other.program);
        compare("format of parts", &self.format, &other.format);
        compare("keeps", &self.keep, &other.keep);
        compare("first seed", &self.first_seed, &other.first_seed);
        compare("battles", &self.battles, &other.battles);
        compare("number of cases", &self.cases.len(), &other.cases.len());
        for (this, that) in self.cases.iter().zip(&other.cases) {
            if this.label != that.label || this.factors != that.factors {
                told.push(format!("case {:?} instead of {:?}", that.label, this.label));
            } else if this.hash != that.hash {
                told.push(format!(
                    "different mission or content files in case {:?}",
                    this.label
                ));
            }
        }
        if !told.is_empty() {
            return Some(Difference::Plan(told));
        }
        let cases = self.cases.iter().zip(&other.cases);
        let otherwise: Vec<_> = cases
            .filter(|(this, that)| this.play != that.play)
            .map(|(this, _)| this.label.clone())
            .collect();
        (!otherwise.is_empty()).then_some(Difference::Program(otherwise))
    }
}

fn digits(hash: u64) -> String {
    format!("{hash:016x}")
}
