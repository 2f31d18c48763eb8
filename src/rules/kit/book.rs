//! The encyclopedia of a rule set and its cards, which templates write from the definitions in force.
//!
//! Lines of a template begin with `# ` for a chapter, `## ` for a card, `= ` for the definition the card is of
//! and `> ` for what it is about; any other is a fact, `name: value`.
//!
//! **Invariant:** templates are part of the program, so that one that fails is a mistake in it. What
//! definitions hold stays on its line, and a figure that a mission changes is marked.

use minijinja::value::Value;
use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;

use super::words::hexes;
use crate::content::decode::Figure;
use crate::content::figures;
use crate::content::form::split_words;
use crate::plain::{possessive, verb};
use crate::playing::{Card, Chapter};

/// Stands for the end of a line in what definitions hold.
const BREAK: &str = "\u{b}";

/// Figures by path, such as `tu.walk`, with their values.
pub type Figures = [(String, String)];

/// The templates of a rule set, by name; one may include another.
pub struct Book(Environment<'static>);

impl Book {
    /// Reads templates.
    pub fn read(templates: &[(&'static str, &'static str)]) -> Self {
        let mut environment = environment();
        environment.set_formatter(|out, _, value| {
            Ok(out.write_str(&value.to_string().replace('\n', BREAK))?)
        });
        for (name, template) in templates {
            let added = environment.add_template(name, template);
            added.expect("templates are part of the program");
        }
        Self(environment)
    }

    /// Writes the chapters of a template.
    pub fn chapters(&self, name: &str, of: Value) -> Vec<Chapter> {
        let template = self.0.get_template(name);
        let written = template.and_then(|template| template.render(of));
        chapters(&written.expect("templates are filled with what they ask for"))
    }

    /// Writes the one card of a template.
    pub fn card(&self, name: &str, of: Value) -> Card {
        let cards = self.chapters(name, of).into_iter();
        let mut cards = cards.flat_map(|chapter| chapter.cards);
        cards.next().expect("there is a card in each case")
    }
}

/// Reads chapters as they are written.
fn chapters(written: &str) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = Vec::new();
    for line in written.lines() {
        let line = line.trim().replace(BREAK, "\n");
        if let Some(name) = line.strip_prefix("# ") {
            let (name, cards) = (name.to_owned(), Vec::new());
            chapters.push(Chapter { name, cards });
            continue;
        }
        let cards = chapters.last_mut().map(|chapter| &mut chapter.cards);
        let Some(cards) = cards else { continue };
        if let Some(title) = line.strip_prefix("## ") {
            cards.push(Card::new(title));
        } else if let Some(card) = cards.last_mut() {
            if let Some(of) = line.strip_prefix("= ") {
                of.clone_into(&mut card.of);
            } else if let Some(about) = line.strip_prefix("> ") {
                card.about += about;
            } else if let Some((name, value)) = line.split_once(": ") {
                card.fact(name, value);
            }
        }
    }
    chapters
}

/// Returns what templates of rule sets are filled in: no mistake passes, and numbers have their words.
pub(super) fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_filter("signed", |number: i64| format!("{number:+}"));
    environment.add_filter("spoken", |word: &str| split_words(word));
    environment.add_filter("possessive", |name: &str| possessive(name));
    environment.add_filter("verb", |name: String, one: String, many: String| {
        verb(&name, &one, &many).to_owned()
    });
    environment.add_filter("hexes", |count: u32| hexes(count));
    environment
}

/// Lists figures as cards, one for each group and `rest` for those of none; those that differ from the
/// usual ones say so.
pub fn figure_cards(rest: &str, figures: &Figures, usual: &Figures) -> Vec<Card> {
    let mut cards: Vec<Card> = Vec::new();
    for (path, value) in figures {
        let (group, name) = path.split_once('.').unwrap_or((rest, path));
        let group = words(group);
        let known = cards.iter().position(|card| card.title == group);
        let at = known.unwrap_or_else(|| {
            cards.push(Card::new(group));
            cards.len() - 1
        });
        let text = match usual.iter().find(|(other, _)| other == path) {
            Some((_, was)) if was != value => format!("{value} (usually {was})"),
            _ => value.clone(),
        };
        cards[at].fact(words(name), text);
    }
    cards
}

/// Lists the figures that differ from the usual ones: what each is for, its usual value and the value in
/// force, as people read them.
pub fn differences<T: Figure + Serialize>(figures: &T, usual: &T) -> Vec<(String, String, String)> {
    let kind = T::kind(None);
    let (figures, usual) = (figures::list(figures), figures::list(usual));
    let value = |list: &Figures, path: &str| {
        let found = list.iter().find(|(other, _)| other == path);
        found.map_or("none".to_owned(), |(_, value)| value.clone())
    };
    let mut paths: Vec<_> = usual.iter().chain(&figures).map(|(path, _)| path).collect();
    paths.sort();
    paths.dedup();
    (paths.into_iter())
        .map(|path| (path, value(&usual, path), value(&figures, path)))
        .filter(|(_, before, now)| before != now)
        .map(|(path, before, now)| {
            let [before, now] = [before, now].map(|value| kind.at(path).in_words(&value));
            (kind.name_of(path), before, now)
        })
        .collect()
}

/// Returns the words of a path of names.
fn words(path: &str) -> String {
    path.replace(['.', '_'], " ")
}
