//! Checks files and folders of missions and content.

use std::path::Path;

use crate::{
    content::{
        self, Catalog, ContentText,
        problem::{Place, Problem, Problems},
    },
    mission::{self, Terms},
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
    if content::FILES.contains(&name) {
        return content::load(folder).map(|_| 1);
    }
    let catalog = catalog_for(folder).map_err(problem)?;
    let mission = mission::load(path, &catalog)?;
    if mission.drawn_anew {
        // What a seed draws may not fit what the mission puts there: some are tried.
        let text = content::read_text(path)?;
        for seed in 1..=SEEDS_TRIED {
            let terms = Terms {
                seed,
                ..Terms::default()
            };
            let file = path.display();
            mission::parse(&format!("{file} (seed {seed})"), &text, &catalog, terms)?;
        }
    }
    Ok(1)
}

/// Finds the content a mission of this folder plays with.
fn catalog_for(folder: &Path) -> Result<Catalog, String> {
    let beside = folder.join("../content");
    match beside.is_dir() {
        true => content::load(&beside).map_err(|problems| problems.to_string()),
        false => content::load_default(),
    }
}

fn check_folder(folder: &Path) -> Result<usize, Problems> {
    let mut problems = Vec::new();
    let mut count = 0;
    let mut note = |result: Result<usize, Problems>| match result {
        Ok(files) => count += files,
        Err(Problems(more)) => problems.extend(more),
    };
    let is_content = content::FILES.iter().any(|file| folder.join(file).exists());
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
