//! Journal and save files: everything a battle needs to play again.
//!
//! A file is text, one record a line. Every line ends with a seal over all bytes before it, so that
//! an altered byte is refused at its line; every order carries the fingerprint it led to, so that an
//! order altered together with its seals is caught when it is played.
//!
//! **Invariant:** files are written whole or not at all.

use std::{
    fmt,
    hash::Hasher,
    io::Write,
    path::{Path, PathBuf},
};

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{
        fingerprint::StableHasher,
        journal::{Divergence, Entry, Journal, replay},
        order::fingerprint,
        snapshot::Snapshot,
    },
    content::problem::Problems,
    mission::{Mission, MissionSource},
    rules::battlescape::{Battlescape, event::Event, order::Order, setup::set_up},
};

/// Version of the format; files of another are refused.
const VERSION: u32 = 3;
/// First word of a file.
const MAGIC: &str = "hexscape-journal";
/// Largest file that is read, bytes.
const MAX_BYTES: u64 = 256 << 20;

/// A battle as it is kept in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalFile {
    /// What the mission is built from.
    pub source: MissionSource,
    /// Seed of the battle.
    pub seed: u64,
    /// Orders given.
    pub entries: Vec<Entry<Order>>,
    /// State after the last order, in saves.
    pub snapshot: Option<Snapshot<Battlescape>>,
}

/// One line of a file.
#[derive(Serialize, Deserialize)]
enum Record {
    Mission { source: MissionSource, seed: u64 },
    Order(Entry<Order>),
    State(Box<Snapshot<Battlescape>>),
    End { orders: usize },
}

/// Why a journal file cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum JournalError {
    /// It cannot be read or written.
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// It is not a journal, or was altered.
    Damaged {
        /// The file.
        file: PathBuf,
        /// Line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// Its mission has problems.
    Mission(Problems),
    /// Its orders lead elsewhere.
    Diverges(Divergence<Battlescape>),
    /// Its saved state does not fit its mission or orders.
    WrongState,
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { file, reason } => write!(f, "{}: {reason}", file.display()),
            Self::Damaged { file, line, reason } => {
                write!(f, "{}:{line}:1: {reason}", file.display())
            }
            Self::Mission(problems) => problems.fmt(f),
            Self::Diverges(divergence) => divergence.fmt(f),
            Self::WrongState => f.write_str(
                "the saved state does not fit the journal beside it; the save was altered",
            ),
        }
    }
}

impl std::error::Error for JournalError {}

impl From<Problems> for JournalError {
    fn from(problems: Problems) -> Self {
        Self::Mission(problems)
    }
}

/// Seals lines one after another.
#[derive(Default)]
struct Sealer(StableHasher);

impl Sealer {
    fn seal(&mut self, line: &str) -> u64 {
        self.0.write(line.as_bytes());
        self.0.write_u8(b'\n');
        self.0.finish()
    }
}

impl JournalFile {
    /// Collects the journal of the battle in a world; with its state for a save.
    pub fn collect(world: &World, source: MissionSource, seed: u64, save: bool) -> Self {
        Self {
            source,
            seed,
            entries: world.resource::<Journal<Battlescape>>().entries.clone(),
            snapshot: save.then(|| Snapshot::take(world)),
        }
    }

    /// Writes the file as text.
    pub fn to_text(&self) -> String {
        let mut sealer = Sealer::default();
        let mut text = String::new();
        let mut line = |line: String| {
            let seal = sealer.seal(&line);
            text.push_str(&format!("{line} #{seal:016x}\n"));
        };
        line(format!("{MAGIC} {VERSION} {}", env!("CARGO_PKG_VERSION")));
        let mut record = |record: &Record| {
            line(ron::to_string(record).expect("records are plain data"));
        };
        record(&Record::Mission {
            source: self.source.clone(),
            seed: self.seed,
        });
        for entry in &self.entries {
            record(&Record::Order(entry.clone()));
        }
        if let Some(snapshot) = &self.snapshot {
            record(&Record::State(Box::new(snapshot.clone())));
        }
        record(&Record::End {
            orders: self.entries.len(),
        });
        text
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    /// Why it cannot be written; an earlier file of the name is then unharmed.
    pub fn write(&self, file: &Path) -> Result<(), JournalError> {
        let io = |error: std::io::Error| JournalError::Io {
            file: file.to_owned(),
            reason: format!("cannot write: {error}"),
        };
        let folder = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let mut temporary = tempfile::NamedTempFile::new_in(folder).map_err(io)?;
        temporary.write_all(self.to_text().as_bytes()).map_err(io)?;
        temporary.as_file().sync_all().map_err(io)?;
        temporary.persist(file).map_err(|error| io(error.error))?;
        Ok(())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Why it cannot be read, or the first line that is damaged.
    pub fn read(file: &Path) -> Result<Self, JournalError> {
        let io = |reason: String| JournalError::Io {
            file: file.to_owned(),
            reason,
        };
        let size = std::fs::metadata(file).map_err(|error| io(format!("cannot read: {error}")))?;
        if !size.is_file() {
            return Err(io("is not a file".into()));
        }
        if size.len() > MAX_BYTES {
            return Err(io(format!(
                "is larger than the {} MiB that are read",
                MAX_BYTES >> 20
            )));
        }
        let bytes = std::fs::read(file).map_err(|error| io(format!("cannot read: {error}")))?;
        Self::from_bytes(file, &bytes)
    }

    /// Reads a file from its bytes; `file` is for messages.
    ///
    /// # Errors
    /// The first line that is damaged.
    pub fn from_bytes(file: &Path, bytes: &[u8]) -> Result<Self, JournalError> {
        let damaged = |line: usize, reason: String| JournalError::Damaged {
            file: file.to_owned(),
            line,
            reason,
        };
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line = bytes[..error.valid_up_to()]
                .iter()
                .filter(|b| **b == b'\n')
                .count()
                + 1;
            damaged(
                line,
                "is not text; the file is damaged or no journal".into(),
            )
        })?;
        let mut sealer = Sealer::default();
        let mut lines = Vec::new();
        for (number, raw) in (1..).zip(text.split_inclusive('\n')) {
            let whole = raw
                .strip_suffix('\n')
                .and_then(|line| line.rsplit_once(" #"));
            if number == 1 && !raw.starts_with(MAGIC) {
                return Err(damaged(1, "is not a Hexscape journal or save".into()));
            }
            let Some((line, seal)) = whole else {
                return Err(damaged(
                    number,
                    format!("{} is cut short", place(number, raw)),
                ));
            };
            if format!("{:016x}", sealer.seal(line)) != seal {
                return Err(damaged(
                    number,
                    format!("{} was altered", place(number, line)),
                ));
            }
            lines.push(line);
        }
        let Some(header) = lines.first() else {
            return Err(damaged(1, "the file is empty".into()));
        };
        let version = header.split(' ').nth(1).unwrap_or_default();
        if version != VERSION.to_string() {
            let reason =
                format!("format {version} is not supported (this program reads {VERSION})");
            return Err(damaged(1, reason));
        }
        let mut start = None;
        let mut entries = Vec::new();
        let mut snapshot = None;
        let mut is_whole = false;
        for (number, line) in (2..).zip(&lines[1..]) {
            let record: Record = ron::from_str(line).map_err(|error| {
                damaged(
                    number,
                    format!("{} cannot be read: {}", place(number, line), error.code),
                )
            })?;
            if is_whole || (start.is_none() != matches!(record, Record::Mission { .. })) {
                return Err(damaged(number, "lines are out of order".into()));
            }
            match record {
                Record::Mission { source, seed } => start = Some((source, seed)),
                Record::Order(entry) if snapshot.is_none() => entries.push(entry),
                Record::Order(_) => return Err(damaged(number, "lines are out of order".into())),
                Record::State(state) => snapshot = Some(*state),
                Record::End { orders } => is_whole = orders == entries.len(),
            }
        }
        match start {
            Some((source, seed)) if is_whole => Ok(Self {
                source,
                seed,
                entries,
                snapshot,
            }),
            _ => Err(damaged(
                lines.len() + 1,
                "the end of the file is missing".into(),
            )),
        }
    }

    /// Builds the mission.
    ///
    /// # Errors
    /// All problems of its content and mission.
    pub fn mission(&self) -> Result<Mission, JournalError> {
        Ok(self.source.build(self.seed)?)
    }

    /// Sets the battle up and plays its orders again, `until` so many at most, checking every
    /// fingerprint; `watch` sees the events of each order.
    ///
    /// # Errors
    /// The first order that is refused or leads elsewhere.
    pub fn replay(
        &self,
        world: &mut World,
        mission: &Mission,
        until: usize,
        watch: impl FnMut(&mut World, &[Event]),
    ) -> Result<(), JournalError> {
        set_up(world, mission, self.seed);
        let entries = &self.entries[..until.min(self.entries.len())];
        replay::<Battlescape>(world, entries, watch).map_err(JournalError::Diverges)
    }

    /// Sets the battle up in the state after the last order: from the saved state if there is one,
    /// else by playing the orders again.
    ///
    /// # Errors
    /// A state that does not fit, or the first order that leads elsewhere.
    pub fn restore(&self, world: &mut World, mission: &Mission) -> Result<(), JournalError> {
        let Some(snapshot) = &self.snapshot else {
            return self.replay(world, mission, usize::MAX, |_, _| {});
        };
        set_up(world, mission, self.seed);
        let untouched = fingerprint::<Battlescape>(world);
        if !snapshot.fits(world) {
            return Err(JournalError::WrongState);
        }
        snapshot.restore(world);
        let expected = self
            .entries
            .last()
            .map_or(untouched, |entry| entry.fingerprint);
        if fingerprint::<Battlescape>(world) != expected {
            return Err(JournalError::WrongState);
        }
        world
            .resource_mut::<Journal<Battlescape>>()
            .entries
            .clone_from(&self.entries);
        Ok(())
    }
}

/// Names a line by what it holds.
fn place(number: usize, line: &str) -> String {
    match number {
        1 => "the header".into(),
        2 => "the mission".into(),
        _ if line.starts_with("State") => "the saved state".into(),
        _ if line.starts_with("End") => "the last line".into(),
        _ => format!("the line of order {}", number - 2),
    }
}
