//! Checks files and folders of missions and content.

use std::path::{Path, PathBuf};

use crate::{
    content::{
        self, ContentText,
        problem::{Place, Problem, Problems},
    },
    mission::MissionSource,
    vectors,
};

/// Seeds a mission is checked with that draws its board or places anew.
const SEEDS_TRIED: u64 = 20;

/// Checks a file or folder; returns the number of files that are sound.
///
/// A content file is checked with the others of its folder. Missions are checked against the content
/// folder beside theirs, else against the shipped content.
///
/// # Errors
/// All problems found.
pub fn check_path(path: &Path) -> Result<usize, Problems> {
    let problem = |message: String| {
        Problems(vec![Problem {
            file: path.display().to_string(),
            place: Place::START,
            message,
        }])
    };
    if path.is_dir() {
        return match check_folder(path) {
            Ok(0) => Err(problem("holds no mission or content files (*.ron)".into())),
            result => result,
        };
    }
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new("."));
    if has_vectors(path) {
        let base = content_for(folder).map_err(problem)?;
        return vectors::run(path, &ContentText::read(&base)?).map(|_| 1);
    }
    if content::FILES.contains(&name) {
        return match is_pack(folder) {
            true => check_pack(folder).map(|_| 1),
            false => content::load(folder).map(|_| 1),
        };
    }
    let content = content_for(folder).map_err(problem)?;
    let source = MissionSource::read(path, &content)?;
    let catalog = source.content.catalog(&content.display().to_string())?;
    let mission = source.build_on(&catalog, 0)?;
    if mission.drawn_anew {
        // What a seed draws may not fit what the mission puts there: some are tried.
        for seed in 1..=SEEDS_TRIED {
            source.build_on(&catalog, seed)?;
        }
    }
    Ok(1)
}

/// Finds the content a mission of this folder plays with.
fn content_for(folder: &Path) -> Result<PathBuf, String> {
    let beside = folder.join("../content");
    match beside.is_dir() {
        true => Ok(beside),
        false => Ok(content::assets_folder()?.join("content")),
    }
}

/// Checks a pack laid over the shipped content.
fn check_pack(folder: &Path) -> Result<usize, Problems> {
    let base = content_for(folder).map_err(|message| {
        Problems(vec![Problem {
            file: folder.display().to_string(),
            place: Place::START,
            message,
        }])
    })?;
    let text = ContentText::read(&base)?.with_packs(&[folder])?;
    text.catalog(&base.display().to_string())?;
    Ok(text.packs.iter().map(|pack| pack.files.len()).sum())
}

/// Whether a file holds rule vectors.
fn has_vectors(path: &Path) -> bool {
    content::read_text(path).is_ok_and(|text| vectors::is_vectors(&text))
}

/// Whether a folder holds a pack: content files, but not all of them.
fn is_pack(folder: &Path) -> bool {
    let has = |file: &&str| folder.join(file).exists() && !has_vectors(&folder.join(file));
    let count = content::FILES.into_iter().filter(has).count();
    (1..content::FILES.len()).contains(&count)
}

fn check_folder(folder: &Path) -> Result<usize, Problems> {
    let mut problems = Vec::new();
    let mut count = 0;
    let mut note = |result: Result<usize, Problems>| match result {
        Ok(files) => count += files,
        Err(Problems(more)) => problems.extend(more),
    };
    if is_pack(folder) {
        return check_pack(folder);
    }
    let is_content = (content::FILES.iter()).any(|file| {
        let path = folder.join(file);
        path.exists() && !has_vectors(&path)
    });
    if is_content {
        note(
            ContentText::read(folder)
                .and_then(|text| text.catalog(&folder.display().to_string()))
                .map(|_| content::FILES.len()),
        );
    }
    let entries = std::fs::read_dir(folder).map_err(|error| {
        Problems(vec![Problem {
            file: folder.display().to_string(),
            place: Place::START,
            message: format!("cannot read: {error}"),
        }])
    })?;
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    for path in paths {
        let is_ron = path.extension().is_some_and(|extension| extension == "ron");
        if path.is_dir() {
            // A linked folder may lead back here.
            if !path.is_symlink() {
                note(check_folder(&path));
            }
        } else if is_ron && !is_content {
            note(check_path(&path));
        }
    }
    if problems.is_empty() {
        Ok(count)
    } else {
        Err(Problems(problems))
    }
}
