//! The encyclopedia: units, weapons, things, abilities, terrain and every rule figure, read from the
//! definitions in force.
//!
//! **Invariant:** nothing is told here that is not data; a figure that a mission changes is marked.

use minijinja::{context, value::Serde};

use crate::{
    content::{Catalog, figures, terrain::Terrain},
    playing::{Card, Chapter},
    rules::{
        battlescape::{
            attack::{self, mode_name},
            content::{BattlescapeContent, Figures, FireMode, Weapon},
            panel::inspect::terrain_facts,
        },
        kit::book,
    },
};

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
        figures => Serde(figures),
    };
    let mut chapters = book::chapters(include_str!("book.jinja"), of);
    let terrain = |terrain: &Terrain| {
        let mut card = Card::new(&terrain.name);
        terrain_facts(&mut card, terrain, figures);
        card
    };
    let rules = book::figure_cards("general", &figures::list(figures), &figures::list(base));
    let terrains = catalog.terrains.iter().map(terrain).collect();
    chapters.extend(
        [("Terrain", terrains), ("Rules", rules)].map(|(name, cards)| Chapter {
            name: name.to_owned(),
            cards,
        }),
    );
    chapters
}

/// Lists the rule figures that differ: name, usual value, value in force.
pub fn differences(figures: &Figures, base: &Figures) -> Vec<(String, String, String)> {
    book::differences(&figures::list(figures), &figures::list(base))
}
