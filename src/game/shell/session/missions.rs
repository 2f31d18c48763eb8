//! The missions to choose from.
//!
//! **Invariant:** a mission that does not load is listed with what is wrong with it.

use std::path::{Path, PathBuf};

use crate::{
    content,
    game::shell::folders,
    mission::{self, AS_WRITTEN, Mission, MissionSource},
};

/// A mission to choose.
#[derive(Clone, Debug)]
pub struct Listed {
    pub file: PathBuf,
    /// Whether it teaches the game.
    pub is_guided: bool,
    /// Name and briefing, or what is wrong with it.
    pub mission: Result<(String, String), String>,
}

/// Lists the shipped missions and those of the player by their numbers.
pub fn list() -> Vec<Listed> {
    let wrong = |file, problem| Listed {
        file,
        is_guided: false,
        mission: Err(problem),
    };
    let folder = match content::assets_folder() {
        Ok(folder) => folder.join("missions"),
        Err(error) => return vec![wrong(PathBuf::from("assets"), error)],
    };
    let folders = [Some(folder), folders::missions().ok()];
    let mut files: Vec<_> = (folders.iter().flatten())
        .flat_map(|folder| mission::files(folder))
        .collect();
    files.sort();
    let mut listed: Vec<_> = (files.into_iter())
        .map(|file| match read(&file, &[], 0, AS_WRITTEN) {
            Ok((_, mission)) => {
                let listed = Listed {
                    file,
                    is_guided: !mission.guide.is_empty(),
                    mission: Ok((mission.name, mission.briefing)),
                };
                (mission.number, listed)
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
pub(super) fn read(
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
