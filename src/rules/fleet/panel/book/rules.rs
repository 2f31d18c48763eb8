//! The chapter of options and rules: what no definition tells, in words, then every option and figure.
//!
//! **Invariant:** each sentence holds in the mode in force; its figures are those of the data.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::weights;
use crate::{content::figures, playing::Card, rules::fleet::content::FleetContent};

/// Tells rules in words, and options and figures, those that differ from the shipped ones marked.
pub(super) fn cards(content: &FleetContent, shipped: &FleetContent) -> Vec<Card> {
    let mut cards = sentences(content);
    let usual = figures(shipped);
    let options = figures::list(&content.options).len();
    for (at, (path, value)) in figures(content).into_iter().enumerate() {
        let title = if at < options { "options" } else { "rules" };
        let (group, name) = path.split_once('.').unwrap_or((title, path.as_str()));
        let group = words(group);
        let value = match usual.iter().find(|(other, _)| *other == path) {
            Some((_, usual)) if *usual != value => format!("{value} (usually {usual})"),
            _ => value,
        };
        if cards.last().is_none_or(|card| card.title != group) {
            cards.push(Card::new(group));
        }
        if let Some(card) = cards.last_mut() {
            card.fact(words(name), value);
        }
    }
    cards
}

/// Lists all options, then all figures, by path.
pub(super) fn figures(content: &FleetContent) -> Vec<(String, String)> {
    let mut figures = figures::list(&content.options);
    figures.extend(figures::list(&content.figures));
    figures
}

/// Returns the words of a path of names.
pub(super) fn words(path: &str) -> String {
    path.replace(['.', '_'], " ")
}

/// A part of what a card says.
#[derive(Deserialize)]
enum Part {
    Always(String),
    /// Where an option or figure has a value.
    If(String, String, String),
    /// Where it has another.
    Unless(String, String, String),
}

/// Tells what holds in the mode in force and belongs to no definition.
fn sentences(content: &FleetContent) -> Vec<Card> {
    let told: Vec<(String, Vec<Part>)> =
        ron::from_str(include_str!("rules.ron")).expect("a test reads all cards");
    let carrier = &content.figures.carrier;
    let mut values: BTreeMap<_, _> = figures(content).into_iter().collect();
    values.extend([
        ("reach".into(), hexes(carrier.reach)),
        ("range".into(), hexes(carrier.range)),
        ("lent".into(), format!("{:+}", content.figures.fire_control)),
        ("weights".into(), weights(content.figures.intents.weights)),
    ]);
    let is = |path: &str, value: &str| values.get(path).is_some_and(|now| now == value);
    let words = |part| match part {
        Part::Always(words) => words,
        Part::If(path, value, words) if is(&path, &value) => words,
        Part::Unless(path, value, words) if !is(&path, &value) => words,
        Part::If(..) | Part::Unless(..) => String::new(),
    };
    let card = |(title, parts): (String, Vec<Part>)| {
        let about: String = parts.into_iter().map(words).collect();
        let about = (values.iter()).fold(about, |about, (path, value)| {
            about.replace(&format!("{{{path}}}"), value)
        });
        Card::about(&title, about)
    };
    told.into_iter().map(card).collect()
}

/// Writes a number of hexes.
pub(super) fn hexes(count: impl Into<u32>) -> String {
    match count.into() {
        1 => "1 hex".into(),
        count => format!("{count} hexes"),
    }
}
