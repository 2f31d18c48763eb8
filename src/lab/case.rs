//! Cases of a plan, and their run.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::chronicle::record::Vocabulary;
use crate::lab::identity::Identity;
use crate::lab::plan::Blocks;

/// A run of the laboratory: every case and the seeds each was played with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Cases, in the order of the plan; `case` of a record is an index into them.
    pub cases: Vec<Case>,
    /// First seed; every case has the same seeds, so that differences between cases are paired.
    pub first_seed: u64,
    /// Battles of each case: seeds from `first_seed` on.
    pub battles: u64,
    /// What is kept of each battle.
    pub keep: Keep,
}

impl Run {
    /// Returns how it is cut into blocks.
    pub fn blocks(&self) -> Blocks {
        Blocks::new(self.cases.len() as u64, self.battles)
    }

    /// Whether it describes the plan of an identity, and nothing in it leads nowhere.
    pub fn is_of(&self, identity: &Identity) -> bool {
        self.battles == identity.battles
            && self.first_seed == identity.first_seed
            && self.keep == identity.keep
            && self.cases.len() == identity.cases.len()
            && self.cases.iter().all(|case| case.vocabulary.is_sound())
    }
}

/// What is kept of each battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// All of it.
    #[default]
    Shots,
    /// All but the acts of a record, the bulk of it; their sums are kept.
    Battles,
}

impl Keep {
    /// Everything that may be kept.
    pub const ALL: [Self; 2] = [Self::Shots, Self::Battles];

    /// Returns the word that users write.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Shots => "shots",
            Self::Battles => "battles",
        }
    }
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// One case: a mission under terms of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// Name of the mission.
    pub mission: String,
    /// Mission file as it was named.
    pub file: String,
    /// What tells it apart from the other cases, such as `difficulty 125, damage d22`; the mission's
    /// name alone if nothing else does.
    pub label: String,
    /// Every factor of the plan with its value in this case, in the order of the plan; all cases of
    /// a run have the same factors.
    pub factors: Vec<Factor>,
    /// What a user types to see one of its battles, without the seed.
    pub replay: String,
    /// Names that its records stand for.
    pub vocabulary: Vocabulary,
}

/// A factor of the plan and its value in one case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Factor {
    /// `mission`, `difficulty`, `modes`, `first`, `variant` or the key of a setting.
    pub name: String,
    /// Its value as it was written; a setting that the case leaves as it is says so with the empty
    /// text.
    pub value: String,
}
