//! The encyclopedia: units, weapons, things, abilities, terrain and every rule figure, read from the
//! definitions in force.
//!
//! **Invariant:** nothing is told here that is not data; a figure that a mission changes is marked.

use std::sync::LazyLock;

use minijinja::context;
use minijinja::value::Serde;

use crate::content::{Catalog, figures};
use crate::playing::Chapter;
use crate::rules::battlescape::attack::{self, mode_name};
use crate::rules::battlescape::content::{BattlescapeContent, Figures, FireMode, Weapon};
use crate::rules::kit::book::{self, Book};

/// What is said of definitions, units and hexes.
pub(super) static BOOK: LazyLock<Book> = LazyLock::new(|| {
    Book::read(&[
        ("book", include_str!("book.jinja")),
        ("unit", include_str!("unit.jinja")),
        ("hex", include_str!("hex.jinja")),
        ("terrain", include_str!("terrain.jinja")),
    ])
});

/// Writes the encyclopedia of the definitions in force; `base` are the figures without a mission's
/// changes.
pub fn chapters(catalog: &Catalog, base: &Figures) -> Vec<Chapter> {
    let content = catalog.part::<BattlescapeContent>();
    let figures = &content.figures;
    let modes = |weapon: &Weapon| {
        let modes = attack::modes(weapon).filter(|&mode| mode != FireMode::Headshot);
        let costs = modes.filter_map(|mode| {
            let cost = attack::mode_cost(figures, weapon, mode).ok()?;
            Some((mode_name(mode), cost))
        });
        costs.collect::<Vec<_>>()
    };
    let modes: Vec<_> = content.weapons.iter().map(modes).collect();
    let of = context! {
        units => Serde(&content.units),
        weapons => Serde(&content.weapons),
        modes => Serde(modes),
        items => Serde(&content.items),
        suits => Serde(&content.suits),
        abilities => Serde(&content.abilities),
        terrains => Serde(&catalog.terrains),
        figures => Serde(figures),
        walk => figures.tu.walk,
        fire_turns => figures.environment.fire_turns,
    };
    let mut chapters = BOOK.chapters("book", of);
    if let Some(rules) = chapters.last_mut() {
        let (figures, usual) = (figures::list(figures), figures::list(base));
        rules.cards = book::figure_cards("general", &figures, &usual);
    }
    chapters
}
