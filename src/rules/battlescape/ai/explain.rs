//! Why the computer decided as it did: everything it weighed, with points.
//!
//! **Invariant:** asking changes nothing; the explained order is the one [`decide`](super::decide) gives.

use std::fmt;

use crate::rules::battlescape::ai::{Thoughts, think};
use crate::rules::battlescape::order::Order;
use crate::rules::battlescape::side_view::SideView;
use crate::rules::kit::planner::{Explanation, Feature, Notes};

/// Something the computer could have done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The order.
    pub order: Order,
    /// What it is worth, in points of its kind.
    pub points: i32,
    /// What it is for.
    pub purpose: Purpose,
    /// What counts for and against it, where points come from that.
    pub features: Vec<Feature>,
}

impl Alternative {
    /// Says what it is for, and where its points come from.
    pub fn reason(&self) -> String {
        let features = Explanation(&self.features).to_string();
        match features.is_empty() {
            true => self.purpose.to_string(),
            false => format!("{}: {features}", self.purpose),
        }
    }
}

/// What an order is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// Attack from where the unit stands: what the place is worth.
    Stay,
    /// Go where more can be done, or less suffered.
    Position,
    /// Go on towards the objective.
    Objective,
    /// Look for enemies.
    Search,
    /// Throw a grenade.
    Grenade,
    /// Use an ability.
    Gift,
    /// Treat somebody.
    Medicine,
    /// Hide in smoke.
    Smoke,
    /// Light up the dark.
    Light,
    /// Scan or look from afar.
    Scout,
    /// Lay a mine.
    Mine,
    /// Get a weapon that fires.
    Arm,
    /// Fire at where an enemy went out of sight.
    Blind,
    /// Fire at what an enemy hides behind.
    Breach,
    /// Wait for the enemy, covered and ready.
    Guard,
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stay => "stay here",
            Self::Position => "a better position",
            Self::Objective => "the objective",
            Self::Search => "search",
            Self::Grenade => "grenade",
            Self::Gift => "ability",
            Self::Medicine => "medicine",
            Self::Smoke => "smoke",
            Self::Light => "light",
            Self::Scout => "scout",
            Self::Mine => "mine",
            Self::Arm => "a loaded weapon",
            Self::Blind => "blind fire",
            Self::Breach => "breach",
            Self::Guard => "guard",
        })
    }
}

/// A decision with what it was chosen from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The order.
    pub order: Order,
    /// What was weighed, in the order it was weighed.
    pub alternatives: Vec<Alternative>,
}

/// Explains the decision a computer makes for the side that looks.
pub fn explain(view: SideView) -> Decision {
    let mut thoughts = Thoughts {
        notes: Notes::new(true),
        ..Thoughts::default()
    };
    let order = think(view, &mut thoughts);
    Decision {
        order,
        alternatives: thoughts.notes.list(),
    }
}
