//! Content: definitions read from RON, checked as a whole, and handed out as one [`Catalog`].
//!
//! **Invariant:** nothing here touches a Bevy world; a [`Catalog`] is immutable once built and every
//! id inside it resolves.

pub(crate) mod call;
pub mod changes;
pub mod declare;
pub mod decode;
pub mod definition;
pub mod figures;
pub mod form;
mod ground;
pub mod load;
pub mod mode;
pub(crate) mod pack;
pub mod picture;
pub mod problem;
pub mod reader;
pub mod ron_text;
pub mod section;
pub mod shipped;
pub mod sight;
pub mod silhouette;
pub mod small_map;

pub mod terrain;
pub mod tree;

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) use self::load::Overlay;
pub use self::load::{ContentText, MAX_FILE_BYTES, MAX_SOURCE_BYTES, read_text};
pub use self::pack::{Conflict, MISSIONS, PackText};
pub use self::section::{LooseFile, files};

use crate::content::problem::{Problem, Problems};
use crate::content::section::{Part, Parts, Section};
use crate::content::terrain::{Hexside, Terrain};
use crate::plain::shown;

const LACKING: &str = "the content has nothing of this rule set";

/// Every definition of one set of content files.
#[derive(Clone, Debug, PartialEq)]
pub struct Catalog {
    /// Terrain kinds; a [`TerrainId`](terrain::TerrainId) is an index into this list.
    pub terrains: Vec<Terrain>,
    /// Hexside features; a [`HexsideId`](terrain::HexsideId) is an index into this list (entry 0 is the
    /// plain side).
    pub hexsides: Vec<Hexside>,
    /// What can be played as it is and is hardly meant so; `hexscape check` tells it.
    pub doubts: Vec<Problem>,
    /// What rule sets bring; see [`Self::part`].
    parts: Parts,
}

impl Catalog {
    /// Whether a rule set has content files, by its name, and none of them is here.
    pub fn lacks(&self, rules: &str) -> bool {
        let mut sections = Section::all().iter();
        sections.any(|section| section.rules == rules) && !self.parts.has(rules)
    }

    /// Returns what a rule set brings, by its type.
    ///
    /// # Panics
    /// If it is not there: a mission's catalog has what its own rule set brings, that of a whole content
    /// folder has all that the folder has files for.
    pub fn part<T: Part>(&self) -> &T {
        self.parts.get().unwrap_or_else(|| panic!("{LACKING}"))
    }

    /// Shares what a rule set brings, for whoever asks for it all the time.
    ///
    /// # Panics
    /// As [`Self::part`].
    pub fn share_part<T: Part>(&self) -> Arc<T> {
        self.parts.share().unwrap_or_else(|| panic!("{LACKING}"))
    }

    /// Returns what a rule set brings, to be changed.
    ///
    /// # Panics
    /// As [`Self::part`].
    pub fn part_mut<T: Part>(&mut self) -> &mut T {
        self.parts.get_mut().unwrap_or_else(|| panic!("{LACKING}"))
    }
}

/// Finds the number of a definition by its key; none from 256 on.
pub fn position<'a>(mut keys: impl Iterator<Item = &'a str>, key: &str) -> Option<u8> {
    keys.position(|k| k == key)
        .and_then(|i| u8::try_from(i).ok())
}

/// Finds the assets folder: that of `HEXSCAPE_ASSETS` (empty for the files inside the program), the
/// checkout that the program was built from while there is one, else the files inside the program.
///
/// # Errors
/// A sentence that says what is missing.
pub fn assets_folder() -> Result<PathBuf, String> {
    let asked = std::env::var_os("HEXSCAPE_ASSETS");
    let is_inside = asked.as_ref().is_some_and(|folder| folder.is_empty());
    if let Some(folder) = asked.map(PathBuf::from).filter(|_| !is_inside) {
        return match folder.join("content").is_dir() {
            true => Ok(folder),
            false => Err(format!(
                "HEXSCAPE_ASSETS={} has no folder `content`",
                shown(&folder)
            )),
        };
    }
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    if !is_inside && checkout.join("content").is_dir() {
        return Ok(checkout);
    }
    match shipped::is_provided() {
        true => Ok(shipped::FOLDER.into()),
        false => Err("cannot find the folder `assets`; set HEXSCAPE_ASSETS to it".into()),
    }
}

/// Loads the content of a folder.
///
/// # Errors
/// All problems of all files.
pub fn load(folder: &Path) -> Result<Catalog, Problems> {
    ContentText::read(folder)?.catalog(&folder.display().to_string())
}

/// Loads the shipped content from the [`assets_folder`].
///
/// # Errors
/// A sentence, or all problems of all files.
pub fn load_default() -> Result<Catalog, String> {
    load(&assets_folder()?.join("content")).map_err(|problems| problems.to_string())
}
