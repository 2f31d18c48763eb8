//! Rule sets: each implements the seam of `battle` for its own units and orders, and [`Game`] for all
//! that plays its battles.
//!
//! **Invariant:** a rule set is chosen here and nowhere else, by [`with_rules!`](crate::with_rules).

pub mod battlescape;
mod card;
pub mod fleet;
mod game;
mod setting;

use serde::{Deserialize, Serialize};

use crate::{battle::rules::Rules, mission::Mission, vectors::Kind};
pub use card::{Card, Chapter};
pub use game::{Advice, Game, Read, Weighed};
pub use setting::Setting;

/// Which rules a mission is played by.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum RuleSet {
    /// Squad tactics.
    #[default]
    Battlescape,
    /// Squadrons and carriers.
    Fleet,
}

/// What a mission asks of its rule set, read and checked.
#[derive(Clone, Debug)]
pub enum Scenario {
    /// A battle of squads.
    Battlescape(battlescape::scenario::Scenario),
    /// A battle of fleets.
    Fleet(fleet::scenario::Scenario),
}

impl Scenario {
    /// Returns the rules it is for.
    pub fn rules(&self) -> RuleSet {
        match self {
            Self::Battlescape(_) => RuleSet::Battlescape,
            Self::Fleet(_) => RuleSet::Fleet,
        }
    }
}

/// Finds the scenario of a rule set in a mission.
macro_rules! found_in_missions {
    ($($rules:ident: $scenario:ty),*) => {$(
        impl $scenario {
            /// Returns what a mission asks.
            ///
            /// # Panics
            /// If it is played by other rules.
            pub fn of(mission: &Mission) -> &Self {
                match &mission.scenario {
                    Scenario::$rules(scenario) => scenario,
                    other => panic!("a mission of {} is played by other rules", other.rules().name()),
                }
            }

            /// Returns what a mission asks, to be changed.
            ///
            /// # Panics
            /// If it is played by other rules.
            pub fn of_mut(mission: &mut Mission) -> &mut Self {
                let rules = mission.rules();
                match &mut mission.scenario {
                    Scenario::$rules(scenario) => scenario,
                    _ => panic!("a mission of {} is played by other rules", rules.name()),
                }
            }
        }
    )*};
}
found_in_missions!(
    Battlescape: battlescape::scenario::Scenario,
    Fleet: fleet::scenario::Scenario
);

impl RuleSet {
    /// All rule sets.
    pub const ALL: [Self; 2] = [Self::Battlescape, Self::Fleet];

    /// Returns its name in mission files.
    pub fn name(self) -> &'static str {
        with_rules!(self, R => R::NAME)
    }

    /// Returns the content file of its figures, which missions may override.
    pub fn figures(self) -> &'static str {
        with_rules!(self, R => R::FIGURES)
    }

    /// Returns its kinds of vectors.
    pub fn vectors(self) -> &'static [Kind] {
        with_rules!(self, R => R::VECTORS)
    }

    /// Returns the rule set of a name in mission files.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name() == name)
    }
}

/// Does something with the rules of a [`RuleSet`]: `with_rules!(mission.rules, R => play::<R>())`.
#[macro_export]
macro_rules! with_rules {
    ($set:expr, $rules:ident => $body:expr) => {
        match $set {
            $crate::rules::RuleSet::Battlescape => {
                type $rules = $crate::rules::battlescape::Battlescape;
                $body
            }
            $crate::rules::RuleSet::Fleet => {
                type $rules = $crate::rules::fleet::Fleet;
                $body
            }
        }
    };
}
use with_rules;
