//! What tells a plan from others: the file `plan.json` of a run's folder.
//!
//! **Invariant:** two runs have the same identity only if every battle of one is a battle of the other,
//! under the same number in the same block; paths and machines do not bear on it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    battle::fingerprint::stable_hash,
    lab::{plan::Plan, record::Run},
};

/// What tells a plan from others; readable, and compared in words.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// Version of the program: another may play otherwise.
    pub program: String,
    /// Layout of the records in parts.
    pub format: u32,
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
}

/// Layout of the records in parts; another one is not read.
const FORMAT: u32 = 1;

impl Identity {
    /// Works out the identity of a plan.
    pub fn of(plan: &Plan, run: &Run) -> Self {
        let cases = run.cases.iter().enumerate();
        let cases = cases.map(|(index, case)| CaseIdentity {
            label: case.label.clone(),
            factors: (case.factors.iter())
                .map(|factor| (factor.name.clone(), factor.value.clone()))
                .collect(),
            hash: format!("{:016x}", plan.hash_of(index)),
        });
        Self {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            format: FORMAT,
            first_seed: run.first_seed,
            battles: run.battles,
            cases: cases.collect(),
        }
    }

    /// Returns a hash of the identity; every part carries it.
    pub fn hash(&self) -> u64 {
        stable_hash(self)
    }

    /// Says in words how another plan differs from this one; empty if it does not.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let mut told = Vec::new();
        let mut compare = |what: &str, this: &dyn ToString, that: &dyn ToString| {
            let (this, that) = (this.to_string(), that.to_string());
            if this != that {
                told.push(format!("{what} {that} instead of {this}"));
            }
        };
        compare("hexscape", &self.program, &other.program);
        compare("format of parts", &self.format, &other.format);
        compare("first seed", &self.first_seed, &other.first_seed);
        compare("battles", &self.battles, &other.battles);
        compare("number of cases", &self.cases.len(), &other.cases.len());
        for (this, that) in self.cases.iter().zip(&other.cases) {
            if this.label != that.label || this.factors != that.factors {
                told.push(format!("case {:?} instead of {:?}", that.label, this.label));
            } else if this.hash != that.hash {
                told.push(format!(
                    "other mission or content files in case {:?}",
                    this.label
                ));
            }
        }
        told
    }
}
