//! The missions of a plan: files, folders and patterns.
//!
//! **Invariant:** files of a folder or pattern are in the order of their names; none is there twice.

use std::path::{Path, PathBuf};

use crate::lab::plan::{PlanError, Request};
use crate::mission::{MissionSource, file_named, nearest_file};
use crate::plain::{plain, shown};

/// Reads the missions of a request.
pub(super) fn read(request: &Request, content: &Path) -> Result<Vec<MissionSource>, PlanError> {
    let mut files: Vec<PathBuf> = Vec::new();
    for pattern in &request.missions {
        for file in matching(&request.folder, pattern)? {
            if files.iter().any(|other| is_same(other, &file)) {
                return Err(PlanError::Missions(format!(
                    "{} is given twice",
                    shown(&file)
                )));
            }
            files.push(file);
        }
    }
    if files.is_empty() {
        return Err(PlanError::Missions("no missions are given".into()));
    }
    let packs: Vec<_> = request
        .packs
        .iter()
        .map(|pack| request.folder.join(pack))
        .collect();
    let read = |file: &PathBuf| -> Result<MissionSource, PlanError> {
        let mut source = MissionSource::read(file, content)
            .map_err(|problems| PlanError::Missions(format!("{problems}{}", nearest_file(file))))?;
        source.content = source.content.with_packs(&packs)?;
        Ok(source)
    };
    files.iter().map(read).collect()
}

fn is_same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

/// Lists the files that a name, folder or pattern means.
fn matching(folder: &Path, pattern: &str) -> Result<Vec<PathBuf>, PlanError> {
    let path = folder.join(pattern);
    let is_pattern = !path.exists() && pattern.contains(['*', '?', '[']);
    if path.is_file() || !(path.is_dir() || is_pattern) {
        // A name is that of a shipped mission, whatever folder paths start from.
        let shipped = file_named(pattern.as_ref());
        let is_meant = shipped != Path::new(pattern) && !path.exists();
        return Ok(vec![if is_meant { shipped } else { path }]);
    }
    let wanted = match path.is_dir() {
        true => format!("{}/*.ron", glob::Pattern::escape(&path.to_string_lossy())),
        false => format!("{}", path.display()),
    };
    let found = glob::glob(&wanted).map_err(|error| {
        PlanError::Missions(format!("{pattern:?} is not a valid pattern: {error}"))
    })?;
    let mut found: Vec<_> = found.filter_map(Result::ok).collect();
    found.sort();
    match found.is_empty() {
        true => Err(PlanError::Missions(format!(
            "{}: no mission files",
            plain(pattern)
        ))),
        false => Ok(found),
    }
}
