//! Journal and save files: everything a battle needs to play again.
//!
//! A file is text, one record a line. Every line ends with a seal over all bytes before it, so that
//! an altered byte is refused at its line; every order carries the fingerprint it led to, so that an
//! order altered together with its seals is caught when it is played.
//!
//! A save begins with a [`SaveLabel`], so that a list of saves reads the first lines only.
//!
//! **Invariant:** files are written whole or not at all.

mod battle;
mod folder;
mod label;
mod lines;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use crate::battle::journal::{Divergence, Entry, Journal, replay};
use crate::battle::order::fingerprint;
use crate::battle::snapshot::Snapshot;
use crate::battle::unit::Side;
use crate::battle::watch::Watcher;
use crate::content::problem::Problems;
use crate::content::{MAX_SOURCE_BYTES, ron_text};
use crate::files::{Unread, Unwritten, open_plain, write_whole};
use crate::mission::{Mission, MissionSource, RuleSet};
use crate::plain::{plain, shown};
use crate::playing::{Game, Setting, check_renewal, renew};
use crate::with_rules;

pub use self::battle::BattleId;
pub use self::folder::{
    EXTENSION, SaveEntry, autosave, has_saves, keep, may_replace, newest_in, quick_slot, saves_in,
};
pub use self::label::{Glimpse, SaveKind, SaveLabel, Sketch};
use self::lines::{Lines, Sealer};

/// Version of the format.
const VERSION: u32 = 4;
/// Oldest version that is read: files of it have no label.
const OLDEST: u32 = 3;
/// Largest beginning of a file that is read for its label and mission, bytes: text of the largest
/// mission, of which each byte may be written as six, and as much again for a label.
const MAX_LABEL_BYTES: u64 = 12 * MAX_SOURCE_BYTES as u64;
/// Bytes at the end of a file that hold its last line.
const END_BYTES: u64 = 64;
/// First word of a file.
const MAGIC: &str = "hexscape-journal";
/// Largest file that is read, bytes.
const MAX_BYTES: u64 = 256 << 20;

/// A battle as it is kept in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalFile<R: Game> {
    /// What a list of saves shows of it, in saves.
    pub label: Option<SaveLabel>,
    /// What the mission is built from.
    pub source: MissionSource,
    /// Seed of the battle.
    pub seed: u64,
    /// Orders given.
    pub entries: Vec<Entry<R::Order>>,
    /// State after the last order, in saves.
    pub snapshot: Option<Snapshot<R>>,
}

/// One line of a file.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
enum Record<R: Game> {
    Label(SaveLabel),
    Mission { source: MissionSource, seed: u64 },
    Order(Entry<R::Order>),
    State(Box<Snapshot<R>>),
    End { orders: usize },
}

/// What a file may begin with, whatever its rules are.
#[derive(Deserialize)]
enum FirstRecord {
    Label(SaveLabel),
    Mission {
        source: MissionSource,
        #[allow(dead_code)]
        seed: u64,
    },
}

/// Why a journal file cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{}: {}", shown(file), plain(reason))]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// It is not a journal, or was altered.
    #[error("{}:{line}:1: {}", shown(file), plain(reason))]
    Damaged {
        /// The file.
        file: PathBuf,
        /// Line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// Its mission has problems.
    #[error(transparent)]
    Mission(#[from] Problems),
    /// Its orders lead elsewhere.
    #[error(transparent)]
    Diverges(Divergence),
    /// Its saved state does not fit its mission or orders.
    #[error(
        "the saved state does not match its journal: the save was altered; use an older save or a copy of it"
    )]
    WrongState,
    /// The battle of a file does not go where it went when the file was written.
    #[error("{}: {why}; {}", shown(file), suspicion(writer.as_deref()))]
    Elsewhere {
        /// The file.
        file: PathBuf,
        /// Where it parts.
        why: Box<JournalError>,
        /// The version of the program that wrote it, where that is another one.
        writer: Option<String>,
    },
}

impl JournalError {
    /// Whether the battle goes elsewhere than when its file was written.
    pub fn parts(&self) -> bool {
        matches!(self, Self::Diverges(_) | Self::WrongState)
    }

    /// Says of which file it is, and what may be behind it, where the battle of the file goes elsewhere; the
    /// other errors name their file.
    pub fn of(self, file: &Path) -> Self {
        if !self.parts() {
            return self;
        }
        let writer = writer(file).filter(|writer| writer != env!("CARGO_PKG_VERSION"));
        Self::Elsewhere {
            file: file.to_owned(),
            why: Box::new(self),
            writer,
        }
    }
}

/// Says why the battle of a file may go elsewhere.
fn suspicion(writer: Option<&str>) -> String {
    let this = env!("CARGO_PKG_VERSION");
    match writer {
        Some(writer) => format!(
            "it was written by Hexscape {}, and this is {this}: open it with the version that wrote it",
            plain(writer)
        ),
        None => format!(
            "another version of Hexscape may have written it (this is {this}), or it was altered: open it \
             with the version that wrote it"
        ),
    }
}

/// Returns the version of the program that wrote a file, if it says so.
fn writer(file: &Path) -> Option<String> {
    let (lines, _) = opening(file, 1).ok()?;
    lines.writer().map(str::to_owned)
}

impl<R: Game> JournalFile<R> {
    /// Collects the journal of the battle in a world; with its state for a save.
    pub fn collect(world: &World, source: MissionSource, seed: u64, save: bool) -> Self {
        Self {
            label: None,
            source,
            seed,
            entries: world.resource::<Journal<R>>().entries.clone(),
            snapshot: save.then(|| Snapshot::take(world)),
        }
    }

    /// Makes a save of the battle in a world, as `side` knows it in its label.
    ///
    /// `source` is what the battle was begun from, whatever was renewed since.
    pub fn save(
        world: &World,
        source: MissionSource,
        side: Side,
        kind: SaveKind,
        ironman: bool,
    ) -> Self {
        let seed = world.resource::<Setting>().seed;
        Self {
            label: Some(SaveLabel::of::<R>(world, side, kind, ironman)),
            ..Self::collect(world, source, seed, true)
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
        let mut record = |record: &Record<R>| line(ron_text::to_text(record));
        if let Some(label) = &self.label {
            record(&Record::Label(label.clone()));
        }
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
        write_whole(file, self.to_text().as_bytes()).map_err(|Unwritten { file, why }| {
            JournalError::Io {
                file,
                reason: format!("cannot write: {why}"),
            }
        })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Why it cannot be read, or the first line that is damaged.
    pub fn read(file: &Path) -> Result<Self, JournalError> {
        let mut bytes = Vec::new();
        (open(file)?.take(MAX_BYTES).read_to_end(&mut bytes))
            .map_err(|error| unread(file, &error))?;
        Self::from_bytes(file, &bytes)
    }

    /// Reads a file from its bytes; `file` is for messages.
    ///
    /// # Errors
    /// The first line that is damaged.
    pub fn from_bytes(file: &Path, bytes: &[u8]) -> Result<Self, JournalError> {
        let mut lines = Lines::of(file);
        for raw in bytes.split_inclusive(|&byte| byte == b'\n') {
            lines.take(raw)?;
        }
        let lines = lines.all()?;
        let mut label = None;
        let mut start = None;
        let mut entries = Vec::new();
        let mut snapshot = None;
        let mut is_whole = false;
        for line in lines.records() {
            let is_first = start.is_none();
            let in_order = !is_whole
                && match line.read()? {
                    Record::Label(found) => is_first && label.replace(found).is_none(),
                    Record::Mission { source, seed } => {
                        is_first && start.replace((source, seed)).is_none()
                    }
                    Record::Order(entry) => {
                        entries.push(entry);
                        !is_first && snapshot.is_none()
                    }
                    Record::State(state) => !is_first && snapshot.replace(*state).is_none(),
                    Record::End { orders } => {
                        is_whole = orders == entries.len();
                        !is_first
                    }
                };
            if !in_order {
                return Err(line.damaged("lines are out of order"));
            }
        }
        match start {
            Some((source, seed)) if is_whole => Ok(Self {
                label,
                source,
                seed,
                entries,
                snapshot,
            }),
            _ => Err(lines.cut_short()),
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
    /// fingerprint, while somebody watches.
    ///
    /// # Errors
    /// The first order that is refused or leads elsewhere.
    pub fn replay(
        &self,
        world: &mut World,
        mission: &Mission,
        until: usize,
        watcher: &mut impl Watcher<R>,
    ) -> Result<(), JournalError> {
        R::set_up(world, mission, self.seed);
        let entries = &self.entries[..until.min(self.entries.len())];
        replay::<R>(world, entries, watcher).map_err(JournalError::Diverges)
    }

    /// Returns what the mission was read from last: the newest of what was renewed in the battle.
    pub fn source_in_force(&self) -> &MissionSource {
        source_in_force::<R>(&self.entries, &self.source)
    }

    /// Sets the battle up in the state after the last order: from the saved state if there is one,
    /// else by playing the orders again.
    ///
    /// # Errors
    /// A state that does not fit, or the first order that leads elsewhere.
    pub fn restore(&self, world: &mut World, mission: &Mission) -> Result<(), JournalError> {
        let Some(snapshot) = &self.snapshot else {
            return self.replay(world, mission, usize::MAX, &mut ());
        };
        R::set_up(world, mission, self.seed);
        let untouched = fingerprint::<R>(world);
        take_over::<R>(world, &self.entries).map_err(JournalError::Diverges)?;
        if !snapshot.go_to_map(world) || !snapshot.fits(world) {
            return Err(JournalError::WrongState);
        }
        snapshot.restore(world);
        let expected = self
            .entries
            .last()
            .map_or(untouched, |entry| entry.fingerprint);
        if fingerprint::<R>(world) != expected {
            return Err(JournalError::WrongState);
        }
        world
            .resource_mut::<Journal<R>>()
            .entries
            .clone_from(&self.entries);
        Ok(())
    }
}

/// Returns what the mission was read from last: the newest of what some orders renewed, or what the
/// battle was begun from.
pub fn source_in_force<'a, R: Game>(
    entries: &'a [Entry<R::Order>],
    begun: &'a MissionSource,
) -> &'a MissionSource {
    let mut orders = entries.iter().rev().map(|entry| &entry.order);
    orders.find_map(R::renewed).unwrap_or(begun)
}

/// Has all that some orders renewed hold in a battle freshly set up, before its state is restored.
pub(crate) fn take_over<R: Game>(
    world: &mut World,
    entries: &[Entry<R::Order>],
) -> Result<(), Divergence> {
    for (order, entry) in (1..).zip(entries) {
        if let Some(source) = R::renewed(&entry.order) {
            check_renewal::<R>(world, source).map_err(|why| Divergence::refused(order, &why))?;
            renew::<R>(world, source);
        }
    }
    Ok(())
}

/// Reads what a list of saves shows of a file: its first lines, and whether its end is there.
///
/// A file without a label (older saves, journals) is restored in a world of its own for it.
///
/// # Errors
/// Why it cannot be read, or that it is damaged. Damage in its midst is found when it is loaded.
pub fn label(file: &Path) -> Result<SaveLabel, JournalError> {
    let io = |error: io::Error| unread(file, &error);
    let (lines, mut reader) = opening(file, 2)?;
    let first = lines.records().next();
    if let Some(line) = first.filter(|line| line.is_label()) {
        let FirstRecord::Label(label) = line.read()? else {
            return Err(line.damaged("lines are out of order"));
        };
        (label.check()).map_err(|why| line.damaged(format!("the label cannot be shown: {why}")))?;
        let mut raw = Vec::new();
        let size = reader.get_ref().metadata().map_err(io)?.len();
        let start = SeekFrom::Start(size.saturating_sub(END_BYTES));
        reader.seek(start).map_err(io)?;
        (reader.take(END_BYTES).read_to_end(&mut raw)).map_err(io)?;
        let end = format!("\nEnd(orders:{}) #", label.orders);
        let is_whole = String::from_utf8_lossy(&raw).contains(&end) && raw.ends_with(b"\n");
        return match is_whole {
            true => Ok(label),
            false => Err(JournalError::Io {
                file: file.to_owned(),
                reason: format!("the end of the file is missing; {}", lines::ADVICE),
            }),
        };
    }
    with_rules!(rules_of(file)?, R => {
        let saved = JournalFile::<R>::read(file)?;
        let mut world = World::new();
        let mission = saved.mission()?;
        let restored = saved.restore(&mut world, &mission);
        restored.map_err(|error| error.of(file))?;
        let mut label = SaveLabel::of::<R>(&world, Side::FIRST, SaveKind::Named, false);
        let people = mission.people();
        if people.len() > 1 {
            label.people = people;
        }
        Ok(label)
    })
}

/// Reads by which rules the battle of a file is played: its first lines.
///
/// # Errors
/// Why it cannot be read, or that it is damaged.
pub fn rules_of(file: &Path) -> Result<RuleSet, JournalError> {
    let (lines, _) = opening(file, 3)?;
    for line in lines.records() {
        if let FirstRecord::Mission { source, .. } = line.read()? {
            return Ok(source.rule_set());
        }
    }
    Err(lines.cut_short())
}

/// Reads so many first lines of a file; also returns what reads on.
fn opening(file: &Path, count: usize) -> Result<(Lines, BufReader<File>), JournalError> {
    let io = |error: io::Error| unread(file, &error);
    let mut lines = Lines::of(file);
    let mut reader = BufReader::new(open(file)?).take(MAX_LABEL_BYTES);
    let mut raw = Vec::new();
    for _ in 0..count {
        raw.clear();
        reader.read_until(b'\n', &mut raw).map_err(io)?;
        if !raw.is_empty() {
            lines.take(&raw)?;
        }
    }
    Ok((lines.all()?, reader.into_inner()))
}

/// Opens a file to read a battle from: a plain one, since a pipe may never end.
fn open(file: &Path) -> Result<File, JournalError> {
    open_plain(file, MAX_BYTES).map_err(|why| JournalError::Io {
        file: file.to_owned(),
        reason: match why {
            Unread::TooLarge { most, .. } => {
                format!("is larger than the limit of {} MiB", most >> 20)
            }
            why => why.to_string(),
        },
    })
}

fn unread(file: &Path, error: &io::Error) -> JournalError {
    JournalError::Io {
        file: file.to_owned(),
        reason: format!("cannot read: {error}"),
    }
}
