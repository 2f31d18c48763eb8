//! Missions: one battle to play, checked and ready to set up.
//!
//! **Invariant:** a [`Mission`] is consistent: every tile is on its map, every definition in its
//! catalog, every unit on a hex of its own that can be entered.

mod compare;
pub mod difficulty;
pub mod edit;
mod fitting;
pub mod generate;
pub mod guide;
pub mod import;
mod levels;
mod load;
mod rule_set;
mod variation;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::battle::map::MapSetup;
use crate::battle::unit::Side;
use crate::content::Catalog;
use crate::content::mode::{AiMode, Skill};
use crate::content::problem::Problem;
use crate::content::section::Part;

pub use self::compare::Obstacles;
pub use self::fitting::{Fitting, MAX_NAME};
pub(crate) use self::levels::ALLOWED as ALLOWED_LEVELS;
pub use self::levels::{LEVELS, level_char, level_of};
pub use self::load::{
    Ground, Loader, MapDraft, MissionSource, Parts, Through, are_hostile, direction_name,
    file_named, files, is_mission, is_table, load, name_of, nearest_file, parse, shut_in,
};
pub(crate) use self::load::{MAX_SIDE, MAX_UNITS, build, directions, rectangle};
pub use self::rule_set::{Feature, Read, RuleBook, RuleSet};
pub use self::variation::{ALTERNATE, First, Variation};
pub use crate::battle::board::BoardSetup;

/// Difficulty as a mission is written, percent.
pub const AS_WRITTEN: u16 = 100;

/// One battle to play.
#[derive(Clone, Debug)]
pub struct Mission {
    /// Name shown to people.
    pub name: String,
    /// Place in the list of missions.
    pub number: u16,
    /// What the player is told before it starts.
    pub briefing: String,
    /// What the player is told when it is over.
    pub debrief: Debrief,
    /// Number of enemies, in percent of the mission's own.
    pub difficulty: u16,
    /// Whether the seed bears on the board or on where units start.
    pub drawn_anew: bool,
    /// Definitions and figures in force: the content files with the mission's overrides.
    pub catalog: Arc<Catalog>,
    /// The board, on which it begins.
    pub board: BoardSetup,
    /// All its maps, of which the board is the first; none where it is the only one.
    pub maps: Arc<[MapSetup]>,
    /// Sides in their order; side 0 is the one outcomes are told for.
    pub sides: Vec<SideSetup>,
    /// The rules it is played by.
    pub rules: RuleSet,
    /// What it asks of them; see [`Self::asked`].
    pub scenario: Box<dyn Part>,
    /// Last turn, if there is one.
    pub turn_limit: Option<u16>,
    /// Steps of its guide; none is no guided mission.
    pub guide: Vec<guide::GuideStep>,
    /// What can be played as it is and is hardly meant so; `hexscape check` tells it.
    pub doubts: Vec<Problem>,
}

impl Mission {
    /// Makes a mission without texts, for battles that no file describes.
    pub fn plain(
        rules: RuleSet,
        catalog: Arc<Catalog>,
        board: BoardSetup,
        (sides, turn_limit, scenario): Read,
    ) -> Self {
        Self {
            name: String::new(),
            number: 0,
            briefing: String::new(),
            debrief: Debrief::default(),
            difficulty: AS_WRITTEN,
            drawn_anew: false,
            catalog,
            board,
            maps: Arc::default(),
            sides,
            rules,
            scenario,
            turn_limit,
            guide: Vec::new(),
            doubts: Vec::new(),
        }
    }

    /// Returns the sides that people play at the window: always the first, and those with a human
    /// controller.
    pub fn people(&self) -> Vec<Side> {
        let sides = (0..).map(Side).zip(&self.sides);
        let is_human = |(side, setup): &(Side, &SideSetup)| {
            *side == Side::FIRST || matches!(setup.controller, Controller::Human { .. })
        };
        sides.filter(is_human).map(|(side, _)| side).collect()
    }

    /// Returns the side whose player sits across a real map, if one does.
    pub fn at_table(&self) -> Option<&SideSetup> {
        let mut sides = self.sides.iter();
        sides.find(|side| side.controller == Controller::Table)
    }
}

/// What the player is told when a mission is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Debrief {
    /// After a victory.
    pub victory: String,
    /// After a defeat or failure.
    pub defeat: String,
}

/// What a mission is built under, besides its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Seed of the battle, by which boards and places are drawn anew.
    pub seed: u64,
    /// Number of enemies, in percent of the mission's own.
    pub difficulty: u16,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            seed: 0,
            difficulty: AS_WRITTEN,
        }
    }
}

/// One side of a mission.
#[derive(Clone, Debug)]
pub struct SideSetup {
    /// Name shown to people.
    pub name: String,
    /// Who decides for it.
    pub controller: Controller,
    /// Whether it fights nobody (civilians).
    pub neutral: bool,
    /// Whether it fights those who fight nobody, too.
    pub hunts: bool,
    /// How well a computer plays it. Left out, the settings decide in the window; elsewhere the computer is quick.
    pub skill: Option<Skill>,
}

impl SideSetup {
    /// Makes a side that a computer plays.
    pub fn of_computer(name: &str, mode: AiMode) -> Self {
        Self {
            name: name.to_owned(),
            controller: Controller::Ai(mode),
            neutral: false,
            hunts: false,
            skill: None,
        }
    }
}

/// Who decides for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Controller {
    /// A person at the window; headless, the stand-in mode.
    Human {
        /// Mode that plays the side headless.
        stand_in: AiMode,
    },
    /// The computer.
    Ai(AiMode),
    /// The window asks; headless, the stand-in mode.
    Open {
        /// Mode that plays the side headless.
        stand_in: AiMode,
    },
    /// A player across a real map, of whom the program knows what its user enters.
    Table,
}

impl Controller {
    /// Returns the mode a computer plays the side in.
    pub fn mode(self) -> AiMode {
        match self {
            Self::Human { stand_in } | Self::Open { stand_in } => stand_in,
            Self::Ai(mode) => mode,
            Self::Table => AiMode::default(),
        }
    }
}
