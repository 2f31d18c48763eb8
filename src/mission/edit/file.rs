//! Files of drafts: read, saved whole or not at all, never over what somebody else wrote meanwhile.
//!
//! **Invariant:** a file is overwritten unasked only if it still holds what was last read from or
//! written to it.

use std::path::{Path, PathBuf};

use crate::content::problem::Problem;
use crate::content::{MAX_FILE_BYTES, read_text, shipped};
use crate::files::{read_plain, write_whole};
use crate::plain::shown;

use super::Draft;

/// The file of a draft.
#[derive(Clone, Debug)]
pub struct OpenedFile {
    path: PathBuf,
    /// What was last read from or written to it.
    text: String,
}

/// Why a draft was not saved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SaveError {
    /// The file was changed since it was opened; saving would lose that.
    #[error("{} was changed by another program since it was opened", shown(.0))]
    ChangedOutside(PathBuf),
    /// There is a file of that name already.
    #[error("{} already exists", shown(.0))]
    Exists(PathBuf),
    /// It cannot be written; a sentence.
    #[error("{0}")]
    Io(String),
}

impl OpenedFile {
    /// Opens a mission file to edit it.
    ///
    /// # Errors
    /// Why it cannot be read, or where it does not parse.
    pub fn open(path: &Path) -> Result<(Self, Draft), Problem> {
        let text = read_text(path)?;
        let draft = Draft::from_text(&path.display().to_string(), text.clone())?;
        let path = path.to_owned();
        Ok((Self { path, text }, draft))
    }

    /// Saves a draft under a new name; `over` replaces a file that is there.
    ///
    /// # Errors
    /// Why it was not saved.
    pub fn create(path: &Path, draft: &Draft, over: bool) -> Result<Self, SaveError> {
        if !over && path.exists() {
            return Err(SaveError::Exists(path.to_owned()));
        }
        let mut file = Self {
            path: path.to_owned(),
            text: String::new(),
        };
        file.save(draft, true)?;
        Ok(file)
    }

    /// Saves a draft; `over` replaces what somebody else wrote meanwhile.
    ///
    /// # Errors
    /// Why it was not saved.
    pub fn save(&mut self, draft: &Draft, over: bool) -> Result<(), SaveError> {
        if shipped::is_inside(&self.path) {
            return Err(SaveError::Io(format!(
                "{}: is built into the program; save it under another name",
                shown(&self.path)
            )));
        }
        if !over {
            match read_plain(&self.path, MAX_FILE_BYTES) {
                Ok(bytes) if bytes != self.text.as_bytes() => {
                    return Err(SaveError::ChangedOutside(self.path.clone()));
                }
                Err(why) if !why.is_missing() => {
                    let file = shown(&self.path);
                    return Err(SaveError::Io(format!("{file}: {why}")));
                }
                // A file that is gone can be written anew.
                Ok(_) | Err(_) => {}
            }
        }
        write_whole(&self.path, draft.text().as_bytes())
            .map_err(|error| SaveError::Io(error.to_string()))?;
        draft.text().clone_into(&mut self.text);
        Ok(())
    }

    /// Returns where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a draft holds something that was not saved.
    pub fn is_behind(&self, draft: &Draft) -> bool {
        self.text != draft.text()
    }
}
