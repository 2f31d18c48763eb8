//! Turns hexagonal maps of the editor Tiled into missions with a legend to edit.
//!
//! A file is read into a `source::Source`, whichever format it has, checked into a `map::Map`, and
//! written as a mission.
//!
//! **Invariant:** what is written loads: it is read as a mission before it is handed out. Whatever a file
//! holds, the answer is a mission or a sentence.

mod data;
mod forces;
mod legend;
mod map;
mod objects;
mod source;
mod write;
mod xml;

use std::path::{Path, PathBuf};

use crate::battle::grid::Grid;
use crate::content::Catalog;
use crate::files::{Unread, read_plain};
use crate::mission::load::MAX_SIDE;
use crate::mission::{RuleSet, Terms, parse};
use crate::plain::{plain, shown};

use self::source::{Source, TilesetSource};

/// Largest file of a map or tileset, bytes.
const MAX_BYTES: u64 = 8 << 20;
/// Most hexes of a map.
const MAX_HEXES: usize = MAX_SIDE * MAX_SIDE;
/// How deep groups of layers may be nested.
const MAX_DEPTH: usize = 32;
/// Most tilesets of a map.
const MAX_TILESETS: usize = 256;

/// A map that became a mission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// Text of the mission file.
    pub text: String,
    /// Layout and size of the board.
    pub grid: Grid,
    /// Letters of the legend whose tiles name their terrain.
    pub known: Vec<char>,
    /// Letters of the legend that stand for plain ground until the author gives them a terrain.
    pub open: Vec<char>,
    /// What was left out or is worth knowing, a sentence each.
    pub notes: Vec<String>,
}

/// Why a file does not become a mission.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}", shown(file), plain(why))]
pub struct ImportError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub why: String,
}

impl ImportError {
    fn at(file: &Path) -> impl Fn(String) -> Self {
        let file = file.to_owned();
        move |why| Self {
            file: file.clone(),
            why,
        }
    }
}

/// Reads a map and writes it as the text of a mission; `mission` is the name of its file in messages.
///
/// # Errors
/// The file that cannot be read or does not become a mission, and why.
pub fn import(
    file: &Path,
    mission: &Path,
    rules: RuleSet,
    catalog: &Catalog,
) -> Result<Imported, ImportError> {
    let wrong = ImportError::at(file);
    let text = text_of(file).map_err(&wrong)?;
    let source = match text.starts_with('<') {
        true => xml::map(&text).map_err(&wrong)?,
        false => json_map(&text).map_err(&wrong)?,
    };
    let mut notes = Vec::new();
    let map = map::Map::of(source, file, &mut notes)?;
    let imported = write::mission(&map, file, rules, catalog, notes).map_err(&wrong)?;
    // Whatever was overlooked here must not become a file that does not load.
    let loaded = parse(
        &mission.display().to_string(),
        &imported.text,
        catalog,
        Terms::default(),
    );
    match loaded {
        Ok(_) => Ok(imported),
        Err(problems) => {
            let first = problems.0.first().map(ToString::to_string);
            let first = first.unwrap_or_default();
            Err(wrong(format!("cannot create a mission from it: {first}")))
        }
    }
}

/// Reads a text file, without a byte order mark and white space before it.
fn text_of(file: &Path) -> Result<String, String> {
    let bytes = read_plain(file, MAX_BYTES).map_err(|why| why.to_string())?;
    text_in(bytes)
}

fn text_in(bytes: Vec<u8>) -> Result<String, String> {
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| "is not UTF-8 text".to_owned())?;
    let start = text.trim_start_matches(|c: char| c == '\u{FEFF}' || c.is_whitespace());
    match start.chars().next() {
        Some('<' | '{') => Ok(start.to_owned()),
        Some(_) => Err("is not a Tiled map: neither XML (.tmx) nor JSON (.tmj)".into()),
        None => Err("is empty".into()),
    }
}

fn json_map(text: &str) -> Result<Source, String> {
    let map: Source = serde_json::from_str(text)
        .map_err(|error| format!("is not a Tiled map as JSON: {error}"))?;
    match map.kind.as_str() {
        "map" => Ok(map),
        kind => Err(format!(
            "is not a Tiled map: its \"type\" is {kind:?}, not \"map\""
        )),
    }
}

/// Reads a tileset of a file of its own; one that cannot be opened is none.
fn tileset_in(file: &Path) -> Result<Result<TilesetSource, Unread>, ImportError> {
    let wrong = ImportError::at(file);
    let bytes = match read_plain(file, MAX_BYTES) {
        Ok(bytes) => bytes,
        Err(why) => return Ok(Err(why)),
    };
    let read = || {
        let text = text_in(bytes)?;
        match text.starts_with('<') {
            true => xml::tileset(&text),
            false => serde_json::from_str(&text)
                .map_err(|error| format!("is not a Tiled tileset in JSON: {error}")),
        }
    };
    read().map(Ok).map_err(&wrong)
}
