//! The manual: chapters in Markdown, as the window and `hexscape manual` show them.
//!
//! **Invariant:** every example in it is run by a test.

/// A chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topic {
    /// The word that asks for it.
    pub name: &'static str,
    /// What it tells, in a few words.
    pub about: &'static str,
    /// Its text, in Markdown; the first line is its title.
    pub text: &'static str,
}

/// Lists chapters: name, what they tell, and the text from `assets/manual`.
macro_rules! topics {
    ($($name:literal: $about:literal,)*) => {
        &[$(Topic {
            name: $name,
            about: $about,
            text: include_str!(concat!("../assets/manual/", $name, ".md")),
        }),*]
    };
}

/// All chapters, in the order in which they are read.
pub const TOPICS: &[Topic] = topics![
    "playing": "controls of squads and fleets, and how to read the board",
    "command_line": "all commands, statuses, output",
    "missions": "mission files of squads, the board editor",
    "fleets": "mission files of fleets",
    "packs": "changing figures and switches",
    "vectors": "stating what the rules must give",
    "laboratory": "many battles, what decides them, clusters, gates in `cargo test`",
    "saves": "saves, replays, files that change while a battle is played",
    "benchmarks": "what was measured, beside its peers",
    "contributing": "code map, tests, fuzzing, soak, other processors",
    "changes": "what changed",
];

/// A part of a chapter under a heading of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// The chapter's place in [`TOPICS`].
    pub topic: usize,
    /// The heading.
    pub heading: &'static str,
    /// The text below the heading, up to the next one.
    pub text: &'static str,
}

impl Topic {
    /// Finds a chapter by its name.
    pub fn named(name: &str) -> Option<&'static Self> {
        TOPICS.iter().find(|topic| topic.name == name)
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
    let mut rest = TOPICS[topic].text;
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
    let all = (0..TOPICS.len()).flat_map(sections);
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
        for (index, topic) in TOPICS.iter().enumerate() {
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
