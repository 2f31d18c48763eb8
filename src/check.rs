//! Checks files and folders of missions and content.

use std::path::{Path, PathBuf};

use crate::content::picture::Picture;
use crate::content::problem::{Found, Problem, Problems};
use crate::content::{self, ContentText, LooseFile, MISSIONS, PackText, tree};
use crate::mission::{self, MissionSource};
use crate::vectors;

/// Seeds a mission is checked with that draws its board or places anew.
const SEEDS_TRIED: u64 = 20;

/// Checks a file or folder, with packs laid over the content; returns the number of files that are sound.
///
/// A content file is checked with the others of its folder. Missions and vectors are checked against the
/// content folder beside theirs, else against the shipped content.
///
/// # Errors
/// All problems found, and what can be played and is hardly meant so.
pub fn check_path(path: &Path, packs: &[PathBuf]) -> Result<usize, Problems> {
    if path.is_dir() {
        return match check_folder(path, packs) {
            Ok(0) => Err(about(path, "contains no mission or content files (*.ron)")),
            result => result,
        };
    }
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new("."));
    if has_vectors(path) {
        return check_vectors(path, packs).map(|()| 1);
    }
    if has_loose(path) {
        return check_loose(path, packs).map(|()| 1);
    }
    if content::files().contains(&name) && !has_mission(path) {
        return match is_pack(folder) {
            true => check_pack(folder, packs).map(|_| 1),
            false => check_content(folder, packs).map(|()| 1),
        };
    }
    let content = content_for(folder).map_err(|message| about(path, message))?;
    let mut source = MissionSource::read(path, &content)?;
    source.content = source.content.with_packs(packs)?;
    let catalog = source.content.catalog(&content.display().to_string())?;
    let mission = source.build_on(&catalog, 0)?;
    if mission.drawn_anew {
        // What a seed draws may not fit what the mission puts there: some are tried.
        for seed in 1..=SEEDS_TRIED {
            source.build_on(&catalog, seed)?;
        }
    }
    Problems::check([catalog.doubts, mission.doubts].concat())?;
    Ok(1)
}

/// Says something about a whole file or folder.
fn about(path: &Path, message: impl Into<String>) -> Problems {
    Problem::of_file(&path.display().to_string(), message).into()
}

/// Runs vectors: those that do not hold are problems.
fn check_vectors(path: &Path, packs: &[PathBuf]) -> Result<(), Problems> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let base = content_for(folder).map_err(|message| about(path, message))?;
    let content = ContentText::read(&base)?.with_packs(packs)?;
    let findings = vectors::run(path, &content)?.into_iter();
    let mut failures = Found::default();
    failures.extend(findings.flat_map(|finding| {
        let vectors::Finding {
            name,
            place,
            failures,
        } = finding;
        failures.into_iter().map(move |failure| Problem {
            file: path.display().to_string(),
            place,
            message: format!("{name}: {failure}"),
        })
    }));
    failures.check()
}

/// Checks the content files of a folder.
fn check_content(folder: &Path, packs: &[PathBuf]) -> Result<(), Problems> {
    let text = ContentText::read(folder)?.with_packs(packs)?;
    let catalog = text.catalog(&folder.display().to_string())?;
    Problems::check(catalog.doubts)
}

/// Checks a definition in a file of its own, laid over the content.
fn check_loose(path: &Path, packs: &[PathBuf]) -> Result<(), Problems> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let base = content_for(folder).map_err(|message| about(path, message))?;
    let mut content = ContentText::read(&base)?.with_packs(packs)?;
    content.packs.push(PackText::of_loose(path)?);
    let catalog = content.catalog(&base.display().to_string())?;
    Problems::check(catalog.doubts)
}

/// Whether a file holds a definition that may stand in a file of its own.
fn has_loose(path: &Path) -> bool {
    let root = content::read_text(path).ok();
    let root = root.and_then(|text| tree::parse("", &text).ok());
    root.is_some_and(|root| LooseFile::of(&root).is_some())
}

/// Finds the content a mission of this folder plays with: the one beside it, unless that is but a pack.
fn content_for(folder: &Path) -> Result<PathBuf, String> {
    let beside = folder.join("../content");
    match beside.is_dir() && !is_pack(&beside) {
        true => Ok(beside),
        false => Ok(content::assets_folder()?.join("content")),
    }
}

/// Checks a pack laid over the shipped content and over other packs, and the missions it brings.
fn check_pack(folder: &Path, packs: &[PathBuf]) -> Result<usize, Problems> {
    let base = content_for(folder).map_err(|message| about(folder, message))?;
    let text = ContentText::read(&base)?
        .with_packs(packs)?
        .with_packs(&[folder])?;
    let catalog = text.catalog(&base.display().to_string())?;
    let files = text.packs.last().into_iter().flat_map(|pack| &pack.files);
    let (pictures, others): (Vec<_>, Vec<_>) = files.partition(|(file, _)| Picture::is_named(file));
    let count = others.len();
    let missions = mission::files(&folder.join(MISSIONS));
    let packs = [packs, &[folder.to_owned()]].concat();
    // The catalog judges those that something names.
    let mut problems: Vec<_> = (pictures.into_iter())
        .filter_map(|(file, svg)| {
            let why = Picture::new(svg).verdict().err()?;
            let file = folder.join(file).display().to_string();
            Some(Problem::of_file(&file, format!("cannot be drawn: {why}")))
        })
        .collect();
    for mission in &missions {
        if let Err(Problems(more)) = check_path(mission, &packs) {
            problems.extend(more);
        }
    }
    problems.extend(catalog.doubts);
    Problems::check(problems)?;
    Ok(count + missions.len())
}

/// Whether a file holds rule vectors.
fn has_vectors(path: &Path) -> bool {
    content::read_text(path).is_ok_and(|text| vectors::is_vectors(&text))
}

/// Whether a file holds a mission.
fn has_mission(path: &Path) -> bool {
    content::read_text(path).is_ok_and(|text| mission::is_mission(&text))
}

/// Whether a file that is named as content is holds content.
fn has_content(path: &Path) -> bool {
    path.exists() && !has_vectors(path) && !has_mission(path)
}

/// Checks a pack by itself.
///
/// # Errors
/// All problems of its files, and that it is none.
pub fn check_pack_folder(folder: &Path, packs: &[PathBuf]) -> Result<usize, Problems> {
    if folder.is_file() {
        return Err(about(
            folder,
            "is a file: a content pack is a folder of content files",
        ));
    }
    check_path(folder, packs)
}

/// Whether a folder holds a pack: content files, but not all of them.
fn is_pack(folder: &Path) -> bool {
    let has = |file: &&str| has_content(&folder.join(file));
    let count = content::files().iter().filter(|file| has(file)).count();
    (1..content::files().len()).contains(&count)
}

fn check_folder(folder: &Path, packs: &[PathBuf]) -> Result<usize, Problems> {
    let mut problems = Vec::new();
    let mut count = 0;
    let mut note = |result: Result<usize, Problems>| match result {
        Ok(files) => count += files,
        Err(Problems(more)) => problems.extend(more),
    };
    if is_pack(folder) {
        return check_pack(folder, packs);
    }
    let is_content = (content::files().iter()).any(|file| has_content(&folder.join(file)));
    if is_content {
        note(check_content(folder, packs).map(|()| content::files().len()));
    }
    let entries = std::fs::read_dir(folder)
        .map_err(|error| about(folder, format!("cannot read: {error}")))?;
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    for path in paths {
        let is_ron = path.extension().is_some_and(|extension| extension == "ron");
        if path.is_dir() {
            // A linked folder may lead back here.
            if !path.is_symlink() {
                note(check_folder(&path, packs));
            }
        } else if is_ron && !is_content {
            note(check_path(&path, packs));
        }
    }
    Problems::check(problems)?;
    Ok(count)
}
