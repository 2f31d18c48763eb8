//! The lines of a journal file: their seals, and what is wrong with those that are damaged.
//!
//! **Invariant:** a line is handed out only when its seal holds over all bytes before it.

use std::hash::Hasher;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::{JournalError, MAGIC, OLDEST, VERSION};
use crate::battle::fingerprint::StableHasher;

/// What can be done about a damaged file.
pub(super) const ADVICE: &str = "the file is damaged; use an older save or a copy of it";

/// Seals lines one after another.
#[derive(Default)]
pub(super) struct Sealer(StableHasher);

impl Sealer {
    /// Returns the seal of the next line.
    pub(super) fn seal(&mut self, line: &str) -> u64 {
        self.0.write(line.as_bytes());
        self.0.write_u8(b'\n');
        self.0.finish()
    }
}

/// Lines of a file as far as they were read.
pub(super) struct Lines {
    file: PathBuf,
    sealer: Sealer,
    lines: Vec<String>,
}

impl Lines {
    /// Begins to read a file; it is for messages.
    pub(super) fn of(file: &Path) -> Self {
        Self {
            file: file.to_owned(),
            sealer: Sealer::default(),
            lines: Vec::new(),
        }
    }

    /// Takes the next line, with its end.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn take(&mut self, raw: &[u8]) -> Result<(), JournalError> {
        let number = self.lines.len() + 1;
        if number == 1 && !raw.starts_with(MAGIC.as_bytes()) {
            let reason = "is not a Hexscape journal or save; choose a file that Hexscape wrote";
            return Err(self.damaged(number, reason));
        }
        let wrong = |what: &str| {
            let reason = format!("{} {what}; {ADVICE}", self.place(number, raw));
            Err(self.damaged(number, reason))
        };
        let Ok(text) = std::str::from_utf8(raw) else {
            return wrong("is not text");
        };
        let whole = text.strip_suffix('\n');
        let Some((line, seal)) = whole.and_then(|line| line.rsplit_once(" #")) else {
            return wrong("is truncated");
        };
        let mut sealer = Sealer(self.sealer.0);
        if format!("{:016x}", sealer.seal(line)) != seal {
            return wrong("was altered");
        }
        self.sealer = sealer;
        self.lines.push(line.to_owned());
        Ok(())
    }

    /// Ends reading.
    ///
    /// # Errors
    /// An empty file, or one of another version.
    pub(super) fn all(self) -> Result<Self, JournalError> {
        let Some(header) = self.lines.first() else {
            return Err(self.damaged(1, format!("the file is empty; {ADVICE}")));
        };
        let mut words = header.split(' ').skip(1);
        let version = words.next().unwrap_or_default();
        let is_read = |version: u32| (OLDEST..=VERSION).contains(&version);
        if !version.parse().is_ok_and(is_read) {
            let reason = format!(
                "format {version} is not supported (this program reads {OLDEST} to {VERSION}); \
                 open it with the Hexscape that wrote it, {}",
                words.next().unwrap_or("another version")
            );
            return Err(self.damaged(1, reason));
        }
        Ok(self)
    }

    /// Returns the version of the program that wrote them, as the header has it.
    pub(super) fn writer(&self) -> Option<&str> {
        self.lines.first()?.split(' ').nth(2)
    }

    /// Lists the lines after the header.
    pub(super) fn records(&self) -> impl Iterator<Item = Line<'_>> {
        (2..).zip(&self.lines[1..]).map(|(number, text)| Line {
            lines: self,
            number,
            text,
        })
    }

    /// Says that lines are missing at the end.
    pub(super) fn cut_short(&self) -> JournalError {
        let number = self.lines.len() + 1;
        self.damaged(number, format!("the end of the file is missing; {ADVICE}"))
    }

    fn damaged(&self, line: usize, reason: impl Into<String>) -> JournalError {
        JournalError::Damaged {
            file: self.file.clone(),
            line,
            reason: reason.into(),
        }
    }

    /// Names a line by what it holds.
    fn place(&self, number: usize, line: &[u8]) -> String {
        let has_label = self.lines.get(1).is_some_and(|line| is_label(line));
        let mission = if has_label { 3 } else { 2 };
        match number {
            1 => "the header".into(),
            2 if line.starts_with(b"Label") => "the label".into(),
            _ if number <= mission => "the mission".into(),
            _ if line.starts_with(b"State") => "the saved state".into(),
            _ if line.starts_with(b"End") => "the last line".into(),
            _ => format!("the line of order {}", number - mission),
        }
    }
}

fn is_label(line: &str) -> bool {
    line.starts_with("Label(")
}

/// A line whose seal holds.
pub(super) struct Line<'a> {
    lines: &'a Lines,
    number: usize,
    text: &'a str,
}

impl Line<'_> {
    /// Whether it is the label.
    pub(super) fn is_label(&self) -> bool {
        is_label(self.text)
    }

    /// Reads it as a record.
    ///
    /// # Errors
    /// That it is none.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<T, JournalError> {
        ron::from_str(self.text).map_err(|error| {
            let place = self.lines.place(self.number, self.text.as_bytes());
            self.damaged(format!("{place} cannot be read: {}; {ADVICE}", error.code))
        })
    }

    /// Says what is wrong with it.
    pub(super) fn damaged(&self, reason: impl Into<String>) -> JournalError {
        self.lines.damaged(self.number, reason)
    }
}
