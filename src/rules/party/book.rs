//! The encyclopedia of the party: characters, weapons, armor, spells, effects, scripts and figures, read from
//! the definitions in force.
//!
//! **Invariant:** nothing is told here that is not data; a figure that a mission changes is marked.

use std::sync::LazyLock;

use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::content::{Catalog, figures};
use crate::playing::Chapter;
use crate::rules::kit::book::{self, Book};
use crate::rules::party::content::{Armor, PartyContent, Template};

/// What is said of definitions.
static BOOK: LazyLock<Book> = LazyLock::new(|| Book::read(&[("book", include_str!("book.jinja"))]));

/// Writes the encyclopedia of the definitions in force; `shipped` are those without a mission's changes.
pub fn chapters(catalog: &Catalog, shipped: &PartyContent) -> Vec<Chapter> {
    let content = catalog.part::<PartyContent>();
    let skills = content.characters.iter().map(skills);
    let armor = content.characters.iter().map(|one| rating(content, one));
    let of = context! {
        skills => skills.collect::<Vec<_>>(),
        ratings => armor.collect::<Vec<_>>(),
        ..Value::from(Serde(content))
    };
    let mut chapters = BOOK.chapters("book", of);
    if let Some(rules) = chapters.last_mut() {
        let [now, usual] = [content, shipped].map(|one| figures::list(&one.figures));
        rules.cards = book::figure_cards("general", &now, &usual);
    }
    chapters
}

/// Names the skills of a character with their levels.
fn skills(of: &Template) -> String {
    use crate::rules::party::content::Skill;
    let all = Skill::ALL
        .into_iter()
        .map(|skill| (skill, of.skills.level(skill)));
    let had = all.filter(|(_, level)| *level > 0);
    let told = had.map(|(skill, level)| format!("{} {level}", skill.key()));
    told.collect::<Vec<_>>().join(", ")
}

/// Adds up what a character wears, percent.
fn rating(content: &PartyContent, of: &Template) -> u32 {
    let worn = of.armor.iter().map(|&piece| content.piece(piece));
    worn.map(|piece: &Armor| u32::from(piece.rating)).sum()
}
