//! The folder of saves: listing, and saving by itself.
//!
//! **Invariant:** what is half written is never listed, and goes after a while.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{fs, io};

use bevy::prelude::World;

use super::{BattleId, JournalError, JournalFile, SaveKind, SaveLabel, label};
use crate::battle::unit::Side;
use crate::files::PART;
use crate::mission::MissionSource;
use crate::playing::Game;

/// What names of saves end with.
pub const EXTENSION: &str = "hexsave";
/// Turns whose first autosave is kept, for each battle.
const KEPT_TURNS: usize = 3;
/// Longest part of a file name that comes from the name of a mission, bytes. File systems allow 255
/// for all of it.
const MAX_NAME_BYTES: usize = 120;
/// Longest error shown of a save, letters.
const MOST_SHOWN: usize = 400;
/// Age at which a file being written was left by a write that never ended.
const LEFT_BEHIND: Duration = Duration::from_secs(60);

/// A save in a folder.
#[derive(Clone, Debug, PartialEq)]
pub struct SaveEntry {
    /// Its file.
    pub file: PathBuf,
    /// When it was written.
    pub modified: SystemTime,
    /// What it holds, or what is wrong with it.
    pub label: Result<SaveLabel, String>,
}

/// Lists the saves of a folder, the newest first, and takes away what killed writes left there.
///
/// Of those written at the same moment, names decide.
pub fn saves_in(folder: &Path) -> Vec<SaveEntry> {
    tidy(folder);
    let entry = |(modified, file): (SystemTime, PathBuf)| SaveEntry {
        modified,
        label: label(&file).map_err(|error| shortened(error.to_string())),
        file,
    };
    files_in(folder).into_iter().map(entry).collect()
}

/// Whether a folder holds any saves.
pub fn has_saves(folder: &Path) -> bool {
    !files_in(folder).is_empty()
}

/// Returns the newest save of a folder whose label can be read and is wanted; newer ones are asked about first.
pub fn newest_in(folder: &Path, mut is_wanted: impl FnMut(&SaveLabel) -> bool) -> Option<PathBuf> {
    let mut files = files_in(folder).into_iter().map(|(_, file)| file);
    files.find(|file| label(file).is_ok_and(|label| is_wanted(&label)))
}

/// Cuts a text that is too long for a list, since an error may quote all of a file.
fn shortened(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MOST_SHOWN) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Lists the files of saves, the newest first.
fn files_in(folder: &Path) -> Vec<(SystemTime, PathBuf)> {
    let read = |entry: io::Result<fs::DirEntry>| {
        let file = entry.ok()?.path();
        let is_save = file.extension().is_some_and(|end| end == EXTENSION);
        let modified = is_save.then(|| file.metadata())?.ok()?.modified().ok()?;
        Some((modified, file))
    };
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<_> = entries.filter_map(read).collect();
    files.sort_by(|(one, file), (other, beside)| other.cmp(one).then(file.cmp(beside)));
    files
}

/// Takes away what writes that never ended left in a folder.
fn tidy(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_part = name.starts_with(PART.0) && name.ends_with(PART.1);
        let modified = entry.metadata().and_then(|meta| meta.modified());
        let age = modified.ok().and_then(|time| time.elapsed().ok());
        if is_part && age.is_some_and(|age| age > LEFT_BEHIND) {
            // Whoever cannot take it away sees no harm in it.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Saves the battle in a world by itself, as `side` knows it; returns the file. See [`keep`].
///
/// # Errors
/// Why it cannot be written; earlier saves are then unharmed.
pub fn autosave<R: Game>(
    world: &World,
    source: MissionSource,
    folder: &Path,
    side: Side,
    ironman: bool,
) -> Result<PathBuf, JournalError> {
    let save = JournalFile::<R>::save(world, source, side, SaveKind::Auto, ironman);
    keep(&save, folder)
}

/// Writes a save of its own among the autosaves of a folder, which may happen on another thread;
/// returns the file.
///
/// Each autosave is a new file. Of those of a battle, the newest stays and the first one of each of
/// the last three turns. An ironman battle has one save, which is replaced.
///
/// # Errors
/// Why it cannot be written; earlier saves are then unharmed.
pub fn keep<R: Game>(save: &JournalFile<R>, folder: &Path) -> Result<PathBuf, JournalError> {
    tidy(folder);
    let label = save.label.as_ref();
    let mission = label.map_or_else(String::new, |label| slug(&label.mission).to_lowercase());
    let battle = label.and_then(|label| label.battle);
    let battle = battle.map_or_else(String::new, |battle| format!("-{battle}"));
    if label.is_some_and(|label| label.ironman) {
        let file = folder.join(format!(
            "ironman-{mission}-{}{battle}.{EXTENSION}",
            save.seed
        ));
        save.write(&file)?;
        return Ok(file);
    }
    let before = format!("auto-{mission}{battle}-");
    let earlier = autosaves(folder, &before);
    let number = earlier.first().map_or(1, |(number, _)| number + 1);
    let file = folder.join(format!("{before}{number:06}.{EXTENSION}"));
    save.write(&file)?;
    thin_out(label, &earlier);
    Ok(file)
}

/// Returns the file for the quick save of a battle: another one for each battle, turn, and person at
/// the screen.
pub fn quick_slot(folder: &Path, label: &SaveLabel) -> PathBuf {
    let mut name = format!("{}-turn-{}", slug(&label.mission), label.turn);
    if let Some(side) = label.people.first().filter(|_| label.is_hot_seat()) {
        name += &format!("-player-{}", side.index() + 1);
    }
    if let Some(battle) = label.battle {
        name += &format!("-{}", battle.short());
    }
    folder.join(format!("{name}.{EXTENSION}"))
}

/// Whether a quick save may be written to a file without asking: there is none, or it is a quick save
/// of the same battle by the same person.
pub fn may_replace(file: &Path, by: &SaveLabel) -> bool {
    if fs::symlink_metadata(file).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        return true;
    }
    let key = |label: &SaveLabel| {
        let is_quick = label.kind == SaveKind::Quick;
        let side = label.people.first().copied();
        (label.battle.filter(|_| is_quick)).map(|battle| (battle, side))
    };
    let own = key(by);
    own.is_some() && label(file).is_ok_and(|found| key(&found) == own)
}

/// Lists the autosaves whose names begin in some way with their numbers, the last one first.
fn autosaves(folder: &Path, before: &str) -> Vec<(u64, PathBuf)> {
    let mut found: Vec<_> = (files_in(folder).into_iter())
        .filter_map(|(_, file)| {
            let number = file.file_stem()?.to_str()?.strip_prefix(before)?;
            Some((number.parse().ok()?, file))
        })
        .collect();
    found.sort_by(|one, other| other.cmp(one));
    found
}

/// What an autosave is the first one of: a turn of a battle.
type TurnOf = (Option<BattleId>, u64, u16, u16);

/// Removes the autosaves of a battle, last one first, that are not the first of one of the last turns;
/// the newest is already there. Those that cannot be read or that are no autosaves of the battle stay.
fn thin_out(newest: Option<&SaveLabel>, earlier: &[(u64, PathBuf)]) {
    let turn_of =
        |label: &SaveLabel| -> TurnOf { (label.battle, label.seed, label.difficulty, label.turn) };
    let battle = newest.and_then(|label| label.battle);
    let labeled: Vec<_> = (earlier.iter())
        .filter_map(|(_, file)| Some((label(file).ok()?, file)))
        .filter(|(label, _)| label.kind == SaveKind::Auto && label.battle == battle)
        .map(|(label, file)| (turn_of(&label), file))
        .collect();
    let mut turns: Vec<_> = newest.map(turn_of).into_iter().collect();
    for (index, (turn, file)) in labeled.iter().enumerate() {
        if turns.last() != Some(turn) {
            turns.push(*turn);
        }
        let is_first = labeled
            .get(index + 1)
            .is_none_or(|(other, _)| other != turn);
        if !is_first || turns.len() > KEPT_TURNS {
            // One too many does no harm.
            let _ = fs::remove_file(file);
        }
    }
}

/// Returns a name as part of a file name: words joined by hyphens, not too long.
fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let mut slug = words.join("-");
    slug.truncate(slug.floor_char_boundary(MAX_NAME_BYTES));
    match slug.is_empty() {
        true => "battle".to_owned(),
        false => slug,
    }
}
