//! The missions to choose from.
//!
//! **Invariant:** a mission that does not load is listed with what is wrong with it.

use std::path::{Path, PathBuf};

use crate::content::{self, MISSIONS};
use crate::game::shell::folders;
use crate::game::shell::packs::name_of;
use crate::mission::{self, AS_WRITTEN, Mission, MissionSource, RuleSet};

/// A mission to choose.
#[derive(Clone, Debug)]
pub struct Listed {
    pub file: PathBuf,
    /// Whether it teaches the game.
    pub is_guided: bool,
    /// Whether it is the player's own.
    pub is_own: bool,
    /// The pack that brings it, by name.
    pub pack: Option<String>,
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
        Self {
            rules: mission.rules,
            size: [mission.board.grid.width, mission.board.grid.height],
            turns: mission.turn_limit,
            people: mission.people().len(),
            drawn_anew: mission.drawn_anew,
            name: mission.name,
            briefing: mission.briefing,
        }
    }
}

/// Lists the shipped missions, those of the player and those of packs by their numbers, as they are with the
/// packs.
pub fn list(packs: &[PathBuf]) -> Vec<Listed> {
    let own = folders::missions().ok();
    let is_own = |file: &Path| own.as_ref().is_some_and(|folder| file.starts_with(folder));
    let pack_of = |file: &Path| {
        let mut packs = packs.iter();
        let pack = packs.find(|folder| file.starts_with(folder))?;
        Some(name_of(pack))
    };
    let wrong = |file: PathBuf, problem| Listed {
        is_own: is_own(&file),
        pack: pack_of(&file),
        file,
        is_guided: false,
        mission: Err(problem),
    };
    let folder = match content::assets_folder() {
        Ok(folder) => folder.join("missions"),
        Err(error) => return vec![wrong(PathBuf::from("assets"), error)],
    };
    let brought = packs.iter().map(|pack| pack.join(MISSIONS));
    let mut files: Vec<_> = (own.clone().into_iter().chain([folder]).chain(brought))
        .flat_map(|folder| mission::files(&folder))
        .collect();
    files.sort();
    let mut listed: Vec<_> = (files.into_iter())
        .map(|file| match read(&file, packs, 0, AS_WRITTEN) {
            Ok((_, mission)) => {
                let number = mission.number;
                let listed = Listed {
                    is_own: is_own(&file),
                    pack: pack_of(&file),
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

/// Reads a mission to be played under a seed, with packs over its content besides those that it asks for.
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
    let source = with_packs(source.at(difficulty), packs)?;
    let mission = source
        .build(seed)
        .map_err(|problems| problems.to_string())?;
    Ok((source, mission))
}

/// Lays packs over the content of a mission, besides those that it asks for.
///
/// # Errors
/// Packs that cannot be read.
pub fn with_packs(mut source: MissionSource, packs: &[PathBuf]) -> Result<MissionSource, String> {
    let asked: Vec<_> = (source.content.packs.iter())
        .map(|pack| PathBuf::from(&pack.name))
        .collect();
    let others: Vec<_> = packs.iter().filter(|pack| !asked.contains(pack)).collect();
    let content = source.content.with_packs(&others);
    source.content = content.map_err(|problems| problems.to_string())?;
    Ok(source)
}
