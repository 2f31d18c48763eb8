//! The missions to choose from.
//!
//! **Invariant:** a mission that does not load is listed with what is wrong with it.

use std::path::{Path, PathBuf};

use crate::{
    content,
    game::shell::folders,
    mission::{self, AS_WRITTEN, Controller, Mission, MissionSource, RuleSet, SideSetup},
};

/// A mission to choose.
#[derive(Clone, Debug)]
pub struct Listed {
    pub file: PathBuf,
    /// Whether it teaches the game.
    pub is_guided: bool,
    /// Whether it is the player's own.
    pub is_own: bool,
    /// What it is about, or what is wrong with it.
    pub mission: Result<Brief, String>,
}

/// A mission in short.
#[derive(Clone, Debug)]
pub struct Brief {
    pub name: String,
    pub briefing: String,
    /// The rules it is played by.
    pub rules: RuleSet,
    /// Columns and rows of the board.
    pub size: [u16; 2],
    /// Its last turn, if there is one.
    pub turns: Option<u16>,
    /// Sides that people are to play.
    pub people: usize,
    /// Whether each seed draws another board or other places.
    pub drawn_anew: bool,
}

impl Brief {
    fn of(mission: Mission) -> Self {
        // Side 0 is always played at the window.
        let is_person = |(index, side): &(usize, &SideSetup)| {
            *index == 0 || matches!(side.controller, Controller::Human { .. })
        };
        Self {
            rules: mission.rules,
            size: [mission.board.grid.width, mission.board.grid.height],
            turns: mission.turn_limit,
            people: mission.sides.iter().enumerate().filter(is_person).count(),
            drawn_anew: mission.drawn_anew,
            name: mission.name,
            briefing: mission.briefing,
        }
    }
}

/// Lists the shipped missions and those of the player by their numbers.
pub fn list() -> Vec<Listed> {
    let own = folders::missions().ok();
    let is_own = |file: &Path| own.as_ref().is_some_and(|folder| file.starts_with(folder));
    let wrong = |file: PathBuf, problem| Listed {
        is_own: is_own(&file),
        file,
        is_guided: false,
        mission: Err(problem),
    };
    let folder = match content::assets_folder() {
        Ok(folder) => folder.join("missions"),
        Err(error) => return vec![wrong(PathBuf::from("assets"), error)],
    };
    let folders = [Some(&folder), own.as_ref()];
    let mut files: Vec<_> = (folders.iter().flatten())
        .flat_map(|folder| mission::files(folder))
        .collect();
    files.sort();
    let mut listed: Vec<_> = (files.into_iter())
        .map(|file| match read(&file, &[], 0, AS_WRITTEN) {
            Ok((_, mission)) => {
                let number = mission.number;
                let listed = Listed {
                    is_own: is_own(&file),
                    file,
                    is_guided: !mission.guide.is_empty(),
                    mission: Ok(Brief::of(mission)),
                };
                (number, listed)
            }
            Err(problem) => (u16::MAX, wrong(file, problem)),
        })
        .collect();
    listed.sort_by_key(|(number, _)| *number);
    listed.into_iter().map(|(_, listed)| listed).collect()
}

/// Reads a mission to be played under a seed.
///
/// # Errors
/// All problems of mission and content, in lines.
pub fn read(
    file: &Path,
    packs: &[PathBuf],
    seed: u64,
    difficulty: u16,
) -> Result<(MissionSource, Mission), String> {
    let content = content::assets_folder()?.join("content");
    let source = MissionSource::read(file, &content).map_err(|problems| problems.to_string())?;
    let mut source = source.at(difficulty);
    source.content = (source.content.with_packs(packs)).map_err(|problems| problems.to_string())?;
    let mission = source
        .build(seed)
        .map_err(|problems| problems.to_string())?;
    Ok((source, mission))
}
