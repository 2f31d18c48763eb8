//! What a target saw while it worked on an input: what guides a campaign.
//!
//! **Invariant:** the same input leaves the same trace.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::Hash;

use hexscape::battle::fingerprint::stable_hash;

/// Marks of all that was seen.
#[derive(Debug, Default)]
pub struct Trace(BTreeSet<u64>);

impl Trace {
    /// Notes something that was seen at a stage.
    pub fn note(&mut self, stage: &str, what: impl Hash) {
        self.0.insert(stable_hash(&(stage, what)));
    }

    /// Notes a message, whatever numbers and quoted words are in it.
    pub fn note_message(&mut self, stage: &str, message: &str) {
        self.note(stage, plain(message));
    }

    /// Notes which variant of an enum was seen.
    pub fn note_kind(&mut self, stage: &str, what: &impl Debug) {
        self.note(stage, kind(what));
    }

    /// Lists the marks.
    pub fn marks(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().copied()
    }
}

/// Returns the name of a variant of an enum.
pub fn kind(what: &impl Debug) -> String {
    let text = format!("{what:?}");
    let end = text.find(|c: char| !c.is_alphanumeric());
    text[..end.unwrap_or(text.len())].to_owned()
}

/// Words of a message that tell it from others; words of the input follow in some.
const WORDS: usize = 8;

/// Returns how a message begins, without what is quoted in it, without words that have a digit and
/// without what it suggests.
pub fn plain(message: &str) -> String {
    let message = message.split(['(', ';']).next().unwrap_or_default();
    let parts = message.split(['"', '`']).step_by(2);
    let words = parts.flat_map(|part| part.split(|c: char| !c.is_alphanumeric()));
    let is_plain = |word: &&str| !word.is_empty() && !word.contains(|c: char| c.is_ascii_digit());
    words
        .filter(is_plain)
        .take(WORDS)
        .collect::<Vec<_>>()
        .join(" ")
}
