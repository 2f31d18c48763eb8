//! Decks and names that players give caskets before a battle.
//!
//! **Invariant:** a deck that is fitted has no faults, as one that the mission names.

use crate::content::problem::Problems;
use crate::mission::{Fitting, MAX_NAME, Mission};
use crate::rules::casket::content::{CasketContent, Deck};
use crate::rules::casket::machine::Build;
use crate::rules::casket::scenario::{Scenario, UnitSetup, number};

/// Fits caskets of a mission with decks and names.
///
/// # Errors
/// Every change that cannot be had, in words.
pub(in crate::rules::casket) fn fit(
    mission: &mut Mission,
    file: &str,
    squad: &[Fitting],
) -> Result<(), Problems> {
    let catalog = mission.catalog.clone();
    let content = catalog.part::<CasketContent>();
    let units = &mut mission.asked_mut::<Scenario>().units;
    let mut problems = Vec::new();
    for fitting in squad {
        let mut own = units.iter_mut().filter(|unit| unit.side.0 == fitting.side);
        let Some(unit) = own.nth(fitting.unit) else {
            let (side, number) = (fitting.side, fitting.unit + 1);
            problems.push(format!("side {side} has no unit {number}"));
            continue;
        };
        if let Err(problem) = fit_unit(content, unit, fitting) {
            problems.push(format!("{}: {problem}", unit.name));
        }
    }
    number(units);
    Problems::none_of(&format!("{file}, squad"), problems)
}

fn fit_unit(
    content: &CasketContent,
    unit: &mut UnitSetup,
    fitting: &Fitting,
) -> Result<(), String> {
    if fitting.weapon.is_some() || fitting.suit.is_some() || fitting.items.is_some() {
        return Err("a casket has a deck instead of a weapon, a suit and items".to_owned());
    }
    if let Some(text) = &fitting.deck {
        if !matches!(unit.build, Build::Casket { .. }) {
            return Err("only caskets have decks".to_owned());
        }
        let deck = Deck::of_text("deck", text, content).map_err(|problems| problems.to_string())?;
        unit.cards = deck.physical(content);
        unit.build = deck.build(content);
        if !unit.is_named {
            unit.name = deck.name;
        }
    }
    if let Some(name) = fitting.name.as_deref().map(str::trim) {
        if name.is_empty() || name.chars().count() > MAX_NAME || name.contains(char::is_control) {
            return Err(format!("a name has 1 to {MAX_NAME} letters"));
        }
        name.clone_into(&mut unit.name);
        unit.is_named = true;
    }
    Ok(())
}
