//! What is changed of a mission beside its text: in which modes computers play, who begins.
//!
//! **Invariant:** a variation is part of what a journal carries, so a varied battle plays again.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::battle::unit::Side;
use crate::content::mode::{AiMode, Skill};
use crate::content::problem::{Problem, Problems, suggest};
use crate::content::reader::Reader;
use crate::content::tree;
use crate::mission::{Controller, Mission, SideSetup};

/// Stands for taking turns at beginning, instead of the name of a side.
pub const ALTERNATE: &str = "alternate";

/// What stands for a file in messages about [`Variation::rules`].
const RULES: &str = "rules";

/// Who has the first phase of each turn; the others follow in their order, round and round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// This side.
    Side(Side),
    /// The first side under odd seeds, under even ones the last that fights.
    Alternate,
}

impl Default for First {
    fn default() -> Self {
        Self::Side(Side(0))
    }
}

impl First {
    /// Returns the side that begins under a seed.
    pub fn side(self, seed: u64, sides: &[SideSetup]) -> Side {
        match self {
            Self::Side(side) => side,
            Self::Alternate if seed % 2 == 1 => Side(0),
            Self::Alternate => {
                let last = (0..).zip(sides).filter(|(_, side)| !side.neutral).last();
                Side(last.map_or(0, |(index, _)| index))
            }
        }
    }
}

/// What is changed of a mission.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Variation {
    /// Modes that computers play sides in, by name of the side; units with a mode of their own keep
    /// it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub modes: BTreeMap<String, AiMode>,
    /// How well computers play sides, by name of the side.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub skills: BTreeMap<String, Skill>,
    /// Who has the first phase of each turn: the name of a side, or [`ALTERNATE`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Rule figures laid over those of the mission, such as `(tu: (carry_max: 30))`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
}

impl Hash for Variation {
    /// Hashes one without skills as before there were any: journals hold such hashes.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (&self.modes, &self.first, &self.rules).hash(hasher);
        if !self.skills.is_empty() {
            self.skills.hash(hasher);
        }
    }
}

impl Variation {
    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Changes a mission.
    ///
    /// # Errors
    /// Sides the mission does not have, figures that do not exist or make no sense.
    pub(super) fn apply(&self, mission: &mut Mission, file: &str) -> Result<(), Problems> {
        let mut problems = Vec::new();
        let names: Vec<_> = mission.sides.iter().map(|side| side.name.clone()).collect();
        let mut find = |name: &str, more: Option<&str>| {
            let found = names.iter().position(|side| side == name);
            if found.is_none() {
                let hint = suggest(name, names.iter().map(String::as_str).chain(more));
                problems.push(Problem::of_file(
                    file,
                    format!("has no side {name:?}{hint}"),
                ));
            }
            found
        };
        for (name, &mode) in &self.modes {
            if let Some(index) = find(name, None) {
                let controller = &mut mission.sides[index].controller;
                *controller = match *controller {
                    Controller::Human { .. } => Controller::Human { stand_in: mode },
                    Controller::Open { .. } => Controller::Open { stand_in: mode },
                    Controller::Ai(_) => Controller::Ai(mode),
                    Controller::Table => Controller::Table,
                };
            }
        }
        for (name, &skill) in &self.skills {
            if let Some(index) = find(name, None) {
                mission.sides[index].skill = Some(skill);
            }
        }
        let first = match self.first.as_deref() {
            None => None,
            Some(ALTERNATE) => Some(First::Alternate),
            // A mission has at most 8 sides.
            Some(name) => find(name, Some(ALTERNATE)).map(|index| First::Side(Side(index as u8))),
        };
        let rules = mission.rules;
        if let Some(first) = first
            && let Err(message) = rules.begin_with(mission, first)
        {
            problems.push(Problem::of_file(file, message));
        }
        if let Some(rules) = &self.rules {
            let mut reader = Reader::new(RULES);
            let over = tree::parse(RULES, rules)?;
            let catalog = Arc::make_mut(&mut mission.catalog);
            mission.rules.overlay(catalog, &over, &mut reader);
            problems.extend(reader.problems.listed());
        }
        Problems::check(problems)
    }
}
