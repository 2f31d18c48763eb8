//! The manual: chapters in Markdown, as the window and `hexscape manual` show them.
//!
//! **Invariant:** every example in it is run by a test.

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};

static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/manual");

/// A chapter: a file that begins with its place in the manual and what it tells, as
/// `<!-- 3: what it tells -->`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topic {
    /// The word that asks for it: the name of its file.
    pub name: &'static str,
    /// What it tells, in a few words.
    pub about: &'static str,
    /// Its text, in Markdown; the first line is its title.
    pub text: &'static str,
}

/// Returns all chapters, in the order in which they are read.
///
/// # Panics
/// If a file does not begin as chapters do; a test holds that they do.
pub fn topics() -> &'static [Topic] {
    static TOPICS: LazyLock<Vec<Topic>> = LazyLock::new(|| {
        let read = FILES.files().map(|file| {
            let name = file.path().file_stem().and_then(|name| name.to_str());
            let text = file.contents_utf8();
            let read = name.zip(text).and_then(|(name, text)| read(name, text));
            read.unwrap_or_else(|| panic!("{} is no chapter", file.path().display()))
        });
        let mut all: Vec<_> = read.collect();
        all.sort_by_key(|(place, _)| *place);
        all.into_iter().map(|(_, topic)| topic).collect()
    });
    &TOPICS
}

/// Reads a chapter and its place in the manual.
fn read(name: &'static str, text: &'static str) -> Option<(u32, Topic)> {
    let (head, text) = text.split_once('\n')?;
    let head = head.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
    let (place, about) = head.split_once(": ")?;
    Some((place.parse().ok()?, Topic { name, about, text }))
}

/// A part of a chapter under a heading of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// The chapter's place among [`topics`].
    pub topic: usize,
    /// The heading.
    pub heading: &'static str,
    /// The text below the heading, up to the next one.
    pub text: &'static str,
}

impl Topic {
    /// Finds a chapter by its name.
    pub fn named(name: &str) -> Option<&'static Self> {
        topics().iter().find(|topic| topic.name == name)
    }

    /// Returns the title.
    pub fn title(&self) -> &'static str {
        let first = self.text.lines().next().unwrap_or_default();
        first.trim_start_matches('#').trim()
    }
}

/// Lists the sections of a chapter; the first is what stands below the title.
pub fn sections(topic: usize) -> Vec<Section> {
    let mut sections = Vec::new();
    let mut rest = topics()[topic].text;
    while let Some((head, below)) = rest.split_once('\n') {
        let end = next_heading(below);
        sections.push(Section {
            topic,
            heading: head.trim_start_matches('#').trim(),
            text: &below[..end],
        });
        rest = &below[end..];
    }
    sections
}

/// Returns where the next heading begins that is no comment in an example, or the end.
fn next_heading(text: &str) -> usize {
    let (mut at, mut is_example) = (0, false);
    for line in text.split_inclusive('\n') {
        if line.starts_with("```") {
            is_example = !is_example;
        } else if line.starts_with('#') && !is_example {
            return at;
        }
        at += line.len();
    }
    text.len()
}

/// Finds the sections that hold all of some words, in any case; those with a word in the heading first.
pub fn find(words: &str) -> Vec<Section> {
    let words: Vec<_> = words.split_whitespace().map(str::to_lowercase).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let all = (0..topics().len()).flat_map(sections);
    let mut found: Vec<_> = all
        .filter_map(|section| {
            let heading = section.heading.to_lowercase();
            let text = section.text.to_lowercase();
            let holds = |word: &String| heading.contains(word) || text.contains(word);
            let is_headed = words.iter().any(|word| heading.contains(word));
            words.iter().all(holds).then_some((!is_headed, section))
        })
        .collect();
    found.sort_by_key(|(is_only_below, _)| *is_only_below);
    found.into_iter().map(|(_, section)| section).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_all_of_a_chapter_but_its_headings() {
        for (index, topic) in topics().iter().enumerate() {
            let sections = sections(index);
            assert_eq!(sections[0].heading, topic.title(), "{}", topic.name);
            let lines: usize = sections
                .iter()
                .map(|section| 1 + section.text.lines().count())
                .sum();
            assert_eq!(lines, topic.text.lines().count(), "{}", topic.name);
        }
    }

    #[test]
    fn words_are_found_in_any_case_and_headings_come_first() {
        let found = find("BALANCE gates");
        assert_eq!(found[0].heading, "Balance gates in `cargo test`");
        assert!(found.iter().all(|section| {
            let all = format!("{} {}", section.heading, section.text).to_lowercase();
            all.contains("balance") && all.contains("gates")
        }));
        assert_eq!(find("no such words anywhere xyzzy"), []);
        assert_eq!(find("  "), []);
    }
}
