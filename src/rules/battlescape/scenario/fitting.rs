//! What a player changes of the squad before a battle: names, weapons, armor, things.
//!
//! **Invariant:** a squad never costs more than it was written with and the requisition adds, and
//! takes nothing that is not on offer.

use crate::content::Catalog;
use crate::content::problem::{Problems, suggest};
use crate::mission::{Fitting, MAX_NAME, Mission};
use crate::rules::battlescape::content::BattlescapeContent;
use crate::rules::battlescape::content::items::MAX_ITEMS;
use crate::rules::battlescape::scenario::{Scenario, UnitSetup};

/// Returns what a unit's weapon, suit and things are worth, credits.
pub fn kit_worth(content: &BattlescapeContent, unit: &UnitSetup) -> u32 {
    let suit = unit.suit.map_or(0, |suit| content.suit(suit).value);
    let items = unit.items.iter().map(|&item| content.item(item).value);
    let all = items.chain([content.weapon(unit.weapon).value, suit]);
    all.map(u32::from).sum()
}

/// Returns what the squad's kit is worth, credits.
pub fn squad_worth(mission: &Mission) -> u32 {
    let content = mission.catalog.part::<BattlescapeContent>();
    let squad = Scenario::of(mission).squads.first();
    let squad = squad.into_iter().flatten();
    squad.map(|unit| kit_worth(content, unit)).sum()
}

/// Returns what the squad's kit may cost at most, credits; `mission` is as it was written.
pub fn credit(mission: &Mission) -> u32 {
    let more = mission
        .catalog
        .part::<BattlescapeContent>()
        .figures
        .requisition
        .credits;
    squad_worth(mission) + u32::from(more)
}

/// Fits the squad of a mission out.
///
/// # Errors
/// Every fitting that cannot be had, in words.
pub fn fit(mission: &mut Mission, file: &str, squad: &[Fitting]) -> Result<(), Problems> {
    let most = credit(mission);
    let catalog = mission.catalog.clone();
    let mut problems = Vec::new();
    for fitting in squad {
        if !fitting.is_of_squad() {
            problems.push("only units of the squad can be changed, and none has a deck".to_owned());
            continue;
        }
        let squad = Scenario::of_mut(mission).squads.first_mut();
        let Some(unit) = squad.and_then(|squad| squad.get_mut(fitting.unit)) else {
            problems.push(format!("the squad has no unit {}", fitting.unit + 1));
            continue;
        };
        if let Err(problem) = fit_unit(&catalog, unit, fitting) {
            problems.push(format!("{}: {problem}", unit.name));
        }
    }
    let names = Scenario::of(mission).units();
    let names: Vec<_> = names.map(|unit| unit.name.as_str()).collect();
    for (i, name) in names.iter().enumerate() {
        if names[..i].contains(name) {
            problems.push(format!("two units are named {name:?}"));
        }
    }
    let worth = squad_worth(mission);
    if worth > most {
        problems.push(format!(
            "the kit costs {worth} credits, the limit is {most}"
        ));
    }
    Problems::none_of(&format!("{file}, squad"), problems)
}

fn fit_unit(catalog: &Catalog, unit: &mut UnitSetup, fitting: &Fitting) -> Result<(), String> {
    let content = catalog.part::<BattlescapeContent>();
    let offer = &content.figures.requisition;
    let own_weapon = content.weapon(unit.weapon).key.clone();
    let offered = |key: &String, list: &[String], what: &str| match list.contains(key) {
        true => Ok(()),
        false => {
            let hint = suggest(key, list.iter().map(String::as_str));
            Err(format!("the {what} `{key}` is not available{hint}"))
        }
    };
    if let Some(name) = &fitting.name {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > MAX_NAME {
            return Err(format!("names must have 1 to {MAX_NAME} characters"));
        }
        if name.contains(char::is_control) {
            return Err(format!("the name {name:?} contains a control character"));
        }
        name.clone_into(&mut unit.name);
    }
    if let Some(key) = &fitting.weapon {
        if *key != own_weapon {
            offered(key, &offer.weapons, "weapon")?;
        }
        let weapon = content.weapon_named(key);
        unit.weapon = weapon.ok_or_else(|| format!("no weapon is named `{key}`"))?;
    }
    if let Some(key) = &fitting.suit {
        offered(key, &offer.suits, "suit")?;
        let suit = content.suit_named(key);
        unit.suit = Some(suit.ok_or_else(|| format!("no suit is named `{key}`"))?);
    }
    if let Some(keys) = &fitting.items {
        if keys.len() > MAX_ITEMS {
            return Err(format!("a unit carries at most {MAX_ITEMS} items"));
        }
        let mut own: Vec<_> = (unit.items.iter())
            .map(|&item| content.item(item).key.clone())
            .collect();
        let mut items = Vec::new();
        for key in keys {
            // What the mission gave it, it may keep although it is not on offer.
            match own.iter().position(|other| other == key) {
                Some(at) => {
                    own.remove(at);
                }
                None => offered(key, &offer.items, "thing")?,
            }
            let item = content.item_named(key);
            items.push(item.ok_or_else(|| format!("no item is named `{key}`"))?);
        }
        unit.items = items;
    }
    Ok(())
}
