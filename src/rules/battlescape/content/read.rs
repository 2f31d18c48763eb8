//! Reads the content files of squads, and lays the figures of missions over theirs.
//!
//! **Invariant:** all mistakes are told with their places; content is handed out only without any.

use std::collections::BTreeSet;

use crate::content::decode;
use crate::content::load::Loader;
use crate::content::mode::AiMode;
use crate::content::problem::Place;
use crate::content::reader::Reader;
use crate::content::tree::Node;
use crate::rules::battlescape::content::ai::AiFigures;
use crate::rules::battlescape::content::{
    BattlescapeContent, DamageType, Figures, FireMode, ThreatLevel, Weapon, definitions,
};

/// Reads all content of squads.
pub(super) fn read(loader: &mut Loader) -> Option<BattlescapeContent> {
    let weapons = loader.definitions("weapons.ron", definitions::check_weapon);
    let items = loader.definitions("items.ron", |_, _| {});
    let suits = loader.definitions("suits.ron", |_, _| {});
    let abilities = loader.definitions("abilities.ron", |_, _| {});
    let units = loader.definitions("units.ron", definitions::check_items);
    let figures = figures(loader);
    if let Some(figures) = &figures {
        check_modes(loader, figures, &weapons);
    }
    let ai = ai(loader);
    Some(BattlescapeContent {
        units,
        weapons,
        items,
        abilities,
        suits,
        figures: figures?,
        ai: ai?,
    })
}

fn figures(loader: &mut Loader) -> Option<Figures> {
    loader.plain("battlescape.ron", |figures, reader, node| {
        check(figures, reader, node.place);
    })
}

/// Notes modes of weapons that have no cost.
fn check_modes(loader: &mut Loader, figures: &Figures, weapons: &[Weapon]) {
    let mut told = BTreeSet::new();
    let path = loader.path("battlescape.ron");
    loader.reader.go_on_in(&path);
    for weapon in weapons {
        let costs = figures.attack.get(&weapon.class);
        for mode in &weapon.modes {
            let is_known = costs.is_some_and(|costs| costs.contains_key(mode));
            if !is_known && told.insert((weapon.class, *mode)) {
                let (class, key) = (weapon.class, &weapon.key);
                let message = format!("attack.{class:?} lacks {mode:?}, which {key:?} has");
                loader.reader.problem(Place::START, message);
            }
        }
    }
}

fn ai(loader: &mut Loader) -> Option<AiFigures> {
    loader.plain("ai.ron", |ai: &AiFigures, reader, node| {
        let place = node.place;
        for mode in AiMode::ALL {
            if !ai.modes.contains_key(&mode) {
                reader.problem(place, format!("modes lacks {mode:?}"));
            }
        }
        for (name, level) in ThreatLevel::CHOICES {
            if !ai.threat.levels.contains_key(level) {
                reader.problem(place, format!("threat.levels lacks {name}"));
            }
        }
    })
}

/// Notes lists and tables of figures that no battle could be played by.
fn check(figures: &Figures, reader: &mut Reader, place: Place) {
    let mut demand = |holds: bool, message: &str| {
        if !holds {
            reader.problem(place, message);
        }
    };
    for (class, bands) in &figures.bands {
        demand(
            bands.windows(2).all(|pair| pair[0].to < pair[1].to) && !bands.is_empty(),
            &format!("bands.{class:?} must be given nearest first"),
        );
    }
    demand(
        (figures.morale.bands.windows(2)).all(|pair| pair[0].to < pair[1].to),
        "morale.bands must be given lowest first",
    );
    let ranks = &figures.experience.ranks;
    demand(
        ranks.windows(2).all(|pair| pair[0].from < pair[1].from)
            && ranks.first().is_none_or(|rank| rank.from == 0),
        "experience.ranks must begin at 0 and rise",
    );
    for kind in [
        DamageType::Kinetic,
        DamageType::Laser,
        DamageType::Plasma,
        DamageType::Chemical,
    ] {
        demand(
            figures.damage.types.contains_key(&kind),
            &format!("damage.types lacks {kind:?}"),
        );
    }
    for mode in FireMode::ALL.map(FireMode::base) {
        demand(
            figures.modes.contains_key(&mode),
            &format!("modes lacks {mode:?}"),
        );
    }
}

/// Lays a mission's overrides, nested fields such as `(tu: (carry_max: 30))`, over the figures.
///
/// Returns the figures that hold then; problems are noted at the field that causes them.
pub fn overlay(figures: &Figures, overrides: &Node, reader: &mut Reader) -> Option<Figures> {
    let figures = decode::overlay(figures, overrides, reader)?;
    let before = reader.problems.len();
    check(&figures, reader, overrides.place);
    (reader.problems.len() == before).then_some(figures)
}
