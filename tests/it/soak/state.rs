//! What is done of a soak, and where it is kept.
//!
//! **Invariant:** a block is counted when all of its battles are over, and once; what is kept is whole
//! or what it was before.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hexscape::battle::fingerprint::stable_hash;
use hexscape::files::write_whole;
use serde::{Deserialize, Serialize};

use super::battle::Done;

/// Battles that are counted together.
pub const BLOCK: u64 = 50;

/// What is done of a soak.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// All blocks below are done.
    below: u64,
    /// Blocks beyond that are done.
    beyond: BTreeSet<u64>,
    /// Battles that were played.
    pub battles: u64,
    /// Orders of all of them.
    pub orders: u64,
    /// Battles that were checked order by order.
    pub checked: u64,
    /// Battles that were played again.
    pub replayed: u64,
    /// Hash of all fingerprints, whatever order the battles were played in.
    pub digest: u64,
    /// What failed, each with the command that plays it again.
    pub failures: Vec<String>,
    /// Blocks that are being played.
    #[serde(skip)]
    begun: BTreeSet<u64>,
}

/// What a block came to.
#[derive(Default)]
pub struct Tally(State);

impl Tally {
    /// Takes up a battle.
    pub fn add(&mut self, number: u64, done: &Done) {
        let Self(sum) = self;
        sum.orders += done.orders;
        sum.checked += u64::from(done.is_checked);
        sum.replayed += u64::from(done.is_replayed);
        sum.digest ^= stable_hash(&(number, done.fingerprint));
    }

    /// Takes up a battle that failed.
    pub fn fail(&mut self, told: &str) {
        self.0.failures.push(told.to_owned());
    }
}

impl State {
    /// Returns the file of a folder.
    pub fn file(folder: &Path) -> PathBuf {
        folder.join("soak.ron")
    }

    /// Reads what a folder holds; of none, or of an empty one, nothing is done.
    pub fn open(folder: Option<&Path>) -> Result<Self, String> {
        let Some(folder) = folder else {
            return Ok(Self::default());
        };
        let file = Self::file(folder);
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", file.display()))?;
        match std::fs::read_to_string(&file) {
            Ok(text) => ron::from_str(&text).map_err(|error| {
                let at = error.span.start;
                format!("{}:{}:{}: {}", file.display(), at.line, at.col, error.code)
            }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(format!("{}: {error}", file.display())),
        }
    }

    /// Keeps it in a folder.
    pub fn keep(&self, folder: &Path) -> Result<(), String> {
        let text = ron::to_string(self).expect("it is plain data");
        write_whole(&Self::file(folder), text.as_bytes()).map_err(|error| error.to_string())
    }

    /// Hands out the next of so many blocks.
    pub fn begin(&mut self, blocks: u64) -> Option<u64> {
        let is_open = |block: &u64| !self.beyond.contains(block) && !self.begun.contains(block);
        let block = (self.below..blocks).find(is_open)?;
        self.begun.insert(block);
        Some(block)
    }

    /// Counts a block.
    pub fn end(&mut self, block: u64, Tally(sum): &Tally) {
        self.begun.remove(&block);
        self.beyond.insert(block);
        while self.beyond.remove(&self.below) {
            self.below += 1;
        }
        self.battles += BLOCK;
        self.orders += sum.orders;
        self.checked += sum.checked;
        self.replayed += sum.replayed;
        self.digest ^= sum.digest;
        self.failures.extend_from_slice(&sum.failures);
    }
}
