//! The encyclopedia of the fleet: ships, carriers, weapons, traits, perks, admirals, hazards, options
//! and figures, read from the definitions in force.
//!
//! **Invariant:** figures are those of the data; rules are told as they are in the mode in force.

use std::sync::LazyLock;

use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::content::{Catalog, figures};
use crate::playing::Chapter;
use crate::rules::fleet::content::FleetContent;
use crate::rules::kit::book::{self, Book};

/// What is said of definitions, units and hexes.
pub(super) static BOOK: LazyLock<Book> = LazyLock::new(|| {
    Book::read(&[
        ("book", include_str!("book.jinja")),
        ("unit", include_str!("unit.jinja")),
        ("hex", include_str!("hex.jinja")),
    ])
});

/// Writes the encyclopedia of the definitions in force; `shipped` are those without a mission's changes.
pub fn chapters(catalog: &Catalog, shipped: &FleetContent) -> Vec<Chapter> {
    let content = catalog.part::<FleetContent>();
    let of = context! { terrains => Serde(&catalog.terrains), ..Value::from(Serde(content)) };
    let mut chapters = BOOK.chapters("book", of);
    if let Some(rules) = chapters.last_mut() {
        let usual = all_figures(shipped);
        let (options, figures) = (
            figures::list(&content.options),
            figures::list(&content.figures),
        );
        rules
            .cards
            .extend(book::figure_cards("options", &options, &usual));
        rules
            .cards
            .extend(book::figure_cards("rules", &figures, &usual));
    }
    chapters
}

/// Lists options and figures that differ from the shipped ones: what each is for, usual value, value now.
pub fn differences(
    content: &FleetContent,
    shipped: &FleetContent,
) -> Vec<(String, String, String)> {
    let mut all = book::differences(&content.options, &shipped.options);
    all.extend(book::differences(&content.figures, &shipped.figures));
    all
}

/// Lists all options, then all figures, by path.
fn all_figures(content: &FleetContent) -> Vec<(String, String)> {
    let mut figures = figures::list(&content.options);
    figures.extend(figures::list(&content.figures));
    figures
}
