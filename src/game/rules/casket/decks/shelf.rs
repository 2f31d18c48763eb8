//! The decks that players built, as files of their own beside the saves.
//!
//! **Invariant:** a file that cannot be read stays as it is and says what is wrong with it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files::{read_plain, write_whole};
use crate::game::shell::folders;
use crate::rules::casket::content::{CasketContent, Deck};
use crate::rules::casket::workshop::file_stem;

/// Largest file of a deck that is read, bytes.
const MOST_BYTES: u64 = 64 << 10;

/// A saved deck.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Saved {
    /// Its file.
    pub file: PathBuf,
    /// The deck, or what is wrong with the file.
    pub deck: Result<Deck, String>,
}

impl Saved {
    /// Returns what lists call it.
    pub(super) fn name(&self) -> String {
        match &self.deck {
            Ok(deck) => deck.name.clone(),
            Err(_) => self
                .file
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
        }
    }
}

/// Lists the saved decks, by the names of their files.
pub(super) fn list(content: &CasketContent) -> Vec<Saved> {
    let Ok(folder) = folders::decks() else {
        return Vec::new();
    };
    let entries = fs::read_dir(folder).into_iter().flatten();
    let entries = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<_> = entries
        .filter(|file| file.extension().is_some_and(|extension| extension == "ron"))
        .collect();
    files.sort();
    let read = files.into_iter().map(|file| Saved {
        deck: read(&file, content),
        file,
    });
    read.collect()
}

fn read(file: &Path, content: &CasketContent) -> Result<Deck, String> {
    let shown = file.display().to_string();
    let bytes = read_plain(file, MOST_BYTES).map_err(|why| format!("{shown}: {why}"))?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{shown}: is not text in UTF-8"))?;
    Deck::unfinished(&shown, &text, content).map_err(|problems| problems.to_string())
}

/// Returns the file that a deck of a name is saved in.
///
/// # Errors
/// Why there is no folder for it.
pub(super) fn file_for(name: &str) -> Result<PathBuf, String> {
    Ok(folders::decks()?
        .join(file_stem(name))
        .with_extension("ron"))
}

/// Saves a deck, whole or not at all.
///
/// # Errors
/// Why it is not saved.
pub(super) fn write(file: &Path, deck: &Deck, content: &CasketContent) -> Result<(), String> {
    let text = deck.to_text(content);
    write_whole(file, text.as_bytes()).map_err(|error| error.to_string())
}

/// Deletes a saved deck.
///
/// # Errors
/// Why it is still there.
pub(super) fn delete(file: &Path) -> Result<(), String> {
    fs::remove_file(file).map_err(|error| format!("{}: cannot delete: {error}", file.display()))
}
