//! Problems in files: where, what was found, what is allowed.

use std::collections::BTreeMap;
use std::fmt;

use crate::plain::plain;

/// Line and column in a file, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Line.
    pub line: u32,
    /// Column in characters.
    pub column: u32,
}

impl Place {
    /// The start of a file.
    pub const START: Self = Self { line: 1, column: 1 };
}

/// One problem; displays as `file:line:col: message` in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{}:{}: {}", plain(file), place.line, place.column, plain(message))]
pub struct Problem {
    /// File as it was named.
    pub file: String,
    /// Where.
    pub place: Place,
    /// What was found and what is allowed.
    pub message: String,
}

impl Problem {
    /// Makes a problem of a file as a whole.
    pub fn of_file(file: &str, message: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            place: Place::START,
            message: message.into(),
        }
    }
}

/// Most problems of one file that are kept: nobody reads more, and a large file may have millions.
pub const MOST_TOLD: usize = 100;

/// Problems as they are found: the first [`MOST_TOLD`] of each file, and how many more there are.
#[derive(Clone, Debug, Default)]
pub struct Found {
    kept: Vec<Problem>,
    /// Problems found, by file.
    counts: BTreeMap<String, usize>,
    all: usize,
}

impl Found {
    /// Adds a problem.
    pub fn push(&mut self, problem: Problem) {
        self.all += 1;
        let count = match self.counts.get_mut(&problem.file) {
            Some(count) => count,
            None => self.counts.entry(problem.file.clone()).or_default(),
        };
        *count += 1;
        if *count <= MOST_TOLD {
            self.kept.push(problem);
        }
    }

    /// Returns how many were found, those included that are not kept.
    pub fn len(&self) -> usize {
        self.all
    }

    /// Whether none was found.
    pub fn is_empty(&self) -> bool {
        self.all == 0
    }

    /// Lists those that are kept.
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.kept.iter()
    }

    /// Returns the problems as they were found; of a file with more than are kept, the last says how many
    /// are left out.
    pub fn listed(self) -> Vec<Problem> {
        self.list(|_| {})
    }

    /// Does the same as [`Self::listed`] in the order of places.
    pub fn by_place(self) -> Vec<Problem> {
        self.list(|problems| problems.sort_by_key(|problem| problem.place))
    }

    fn list(self, order: impl FnOnce(&mut Vec<Problem>)) -> Vec<Problem> {
        let mut listed = self.kept;
        order(&mut listed);
        for (file, count) in self.counts {
            let Some(more) = count.checked_sub(MOST_TOLD + 1) else {
                continue;
            };
            let last = listed.iter().rposition(|problem| problem.file == file);
            let at = last.map_or(listed.len(), |last| last + 1);
            let place = last.map_or(Place::START, |last| listed[last].place);
            let message = match more {
                0 => "1 more problem not shown".into(),
                _ => format!("{} more problems not shown", more + 1),
            };
            listed.insert(
                at,
                Problem {
                    file,
                    place,
                    message,
                },
            );
        }
        listed
    }

    /// Checks that none was found.
    ///
    /// # Errors
    /// The problems, if there are any.
    pub fn check(self) -> Result<(), Problems> {
        Problems::check(self.listed())
    }
}

impl Extend<Problem> for Found {
    fn extend<T: IntoIterator<Item = Problem>>(&mut self, problems: T) {
        problems.into_iter().for_each(|problem| self.push(problem));
    }
}

/// All problems of a load, at least one; displays one a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl Problems {
    /// Returns what was found in a row, without places.
    pub fn messages(&self) -> String {
        let messages = self.0.iter().map(|problem| problem.message.as_str());
        messages.collect::<Vec<_>>().join("; ")
    }

    /// Checks that there are none.
    ///
    /// # Errors
    /// The problems, if there are any.
    pub fn check(problems: Vec<Problem>) -> Result<(), Self> {
        match problems.is_empty() {
            true => Ok(()),
            false => Err(Self(problems)),
        }
    }

    /// Checks that there are none about a thing that has no lines of its own.
    ///
    /// # Errors
    /// The problems, if there are any.
    pub fn none_of(about: &str, messages: Vec<String>) -> Result<(), Self> {
        let problems = messages.into_iter();
        Self::check(
            problems
                .map(|message| Problem::of_file(about, message))
                .collect(),
        )
    }
}

/// Longest word that others are compared with, bytes.
const MAX_WORD: usize = 100;

/// Returns a sentence part that names the nearest of the allowed words, and lists them if they are
/// few.
pub fn suggest<'a>(found: &str, allowed: impl IntoIterator<Item = &'a str>) -> String {
    suggest_among(found, &allowed.into_iter().collect::<Vec<_>>())
}

fn suggest_among(found: &str, allowed: &[&str]) -> String {
    // What is far longer than any word is none of them, and would take long to compare.
    let compared = match found.len() <= MAX_WORD {
        true => allowed,
        false => &[],
    };
    let nearest = (compared.iter())
        .map(|word| {
            (
                strsim::damerau_levenshtein(&found.to_lowercase(), &word.to_lowercase()),
                word,
            )
        })
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, word)| *distance <= 2.max(word.chars().count() / 3));
    let mut text = String::new();
    if let Some((_, word)) = nearest {
        text.push_str(&format!("; did you mean `{}`?", plain(word)));
    }
    if !allowed.is_empty() && (nearest.is_none() || allowed.len() <= 12) {
        let allowed: Vec<_> = allowed.iter().copied().map(plain).collect();
        text.push_str(&format!(" (allowed: {})", allowed.join(", ")));
    }
    text
}
