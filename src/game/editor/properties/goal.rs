//! The fields of the goal.
//!
//! **Invariant:** every objective a mission file may have can be chosen.

use bevy_egui::egui::{self, RichText};

use super::{Asked, choose, number, row};
use crate::{
    content::Catalog,
    game::{editor::palette::heading, kit::theme::BAD},
    mission::edit::{Edit, Goal, Sheet},
    rules::battlescape::content::BattlescapeContent,
};

pub(super) fn goal_fields(ui: &mut egui::Ui, catalog: &Catalog, sheet: &Sheet, asked: &mut Asked) {
    heading(ui, "GOAL OF THE FIRST SIDE");
    let zone = || {
        sheet
            .zones
            .first()
            .map_or("zone 1".into(), |zone| zone.name.clone())
    };
    let unit = || {
        let names = sheet.sides.iter().flat_map(|side| &side.units);
        names
            .filter_map(|unit| unit.name.clone())
            .next()
            .unwrap_or_default()
    };
    let enemy = || {
        sheet
            .sides
            .get(1)
            .map_or(String::new(), |side| side.name.clone())
    };
    let item = || {
        let item = catalog.part::<BattlescapeContent>().items.first();
        item.map_or(String::new(), |item| item.key.clone())
    };
    let kinds: [(&str, &dyn Fn() -> Goal); 11] = [
        ("Leave nobody of a side", &|| Goal::Eliminate(enemy())),
        ("Reach a zone", &|| Goal::Reach {
            zone: zone(),
            units: None,
        }),
        ("Escape by the exits", &|| Goal::Escape { units: None }),
        ("Hold a zone", &|| Goal::Hold {
            zone: zone(),
            turns: 3,
        }),
        ("Control zones", &|| Goal::Control(vec![zone()])),
        ("Survive", &|| Goal::Survive(8)),
        ("Kill one unit", &|| Goal::Kill(unit())),
        ("Capture one unit", &|| Goal::Capture(unit())),
        ("Protect one unit", &|| Goal::Protect {
            unit: unit(),
            turns: 8,
        }),
        ("Rescue one unit", &|| Goal::Rescue(unit())),
        ("Secure items", &|| Goal::Secure {
            item: item(),
            count: 1,
        }),
    ];
    let is_kind = |make: &dyn Fn() -> Goal| {
        sheet
            .goal
            .as_ref()
            .is_some_and(|goal| goal.word() == make().word())
    };
    let now = kinds
        .iter()
        .find(|(_, make)| is_kind(make))
        .map(|(name, _)| *name);
    let all = kinds.iter().map(|(name, _)| (*name, *name));
    if let Some(Some(name)) = choose(ui, "goal", now, None, all)
        && let Some((_, make)) = kinds.iter().find(|(known, _)| *known == name)
        && Some(name.as_str()) != now
    {
        asked.edits.push(Edit::Goal(make()));
    }
    let Some(goal) = &sheet.goal else {
        return;
    };
    let mut new = goal.clone();
    match &mut new {
        Goal::Eliminate(side) => row(ui, "Side", |ui| {
            let sides = sheet.sides.iter().skip(1);
            let all = sides.map(|side| (side.name.as_str(), side.name.as_str()));
            pick(ui, "goal side", side, all);
        }),
        Goal::Reach { zone, units } => {
            row(ui, "Zone", |ui| pick_zone(ui, sheet, zone));
            needed(ui, units);
        }
        Goal::Escape { units } => {
            if sheet.exits.is_none() {
                ui.label(RichText::new("needs a zone that is the exits").color(BAD));
            }
            needed(ui, units);
        }
        Goal::Hold { zone, turns } => {
            row(ui, "Zone", |ui| pick_zone(ui, sheet, zone));
            row(ui, "Turns", |ui| turns_field(ui, turns, 100));
        }
        Goal::Control(zones) => {
            for zone in &sheet.zones {
                let mut is_in = zones.contains(&zone.name);
                if ui.checkbox(&mut is_in, &zone.name).changed() {
                    match is_in {
                        true => zones.push(zone.name.clone()),
                        false => zones.retain(|name| *name != zone.name),
                    }
                }
            }
        }
        Goal::Survive(turns) => row(ui, "Turns", |ui| turns_field(ui, turns, 500)),
        Goal::Kill(unit) | Goal::Capture(unit) | Goal::Rescue(unit) => {
            row(ui, "Unit", |ui| pick_unit(ui, sheet, unit));
        }
        Goal::Protect { unit, turns } => {
            row(ui, "Unit", |ui| pick_unit(ui, sheet, unit));
            row(ui, "Turns", |ui| turns_field(ui, turns, 500));
        }
        Goal::Secure { item, count } => {
            row(ui, "Item", |ui| {
                let items = &catalog.part::<BattlescapeContent>().items;
                let all = items
                    .iter()
                    .map(|item| (item.key.as_str(), item.name.as_str()));
                pick(ui, "goal item", item, all);
            });
            row(ui, "How many", |ui| turns_field(ui, count, 100));
        }
    }
    if new != *goal {
        asked.edits.push(Edit::Goal(new));
    }
}

fn pick<'a>(
    ui: &mut egui::Ui,
    id: &str,
    now: &mut String,
    all: impl Iterator<Item = (&'a str, &'a str)>,
) {
    if let Some(Some(name)) = choose(ui, id, Some(now.as_str()), None, all) {
        *now = name;
    }
}

fn pick_zone(ui: &mut egui::Ui, sheet: &Sheet, zone: &mut String) {
    let all = sheet
        .zones
        .iter()
        .map(|zone| (zone.name.as_str(), zone.name.as_str()));
    pick(ui, "goal zone", zone, all);
}

fn pick_unit(ui: &mut egui::Ui, sheet: &Sheet, unit: &mut String) {
    let units = sheet.sides.iter().flat_map(|side| &side.units);
    let names = units.filter_map(|unit| unit.name.as_deref());
    pick(ui, "goal unit", unit, names.map(|name| (name, name)));
    if unit.is_empty() {
        ui.label(RichText::new("name a unit").color(BAD));
    }
}

fn turns_field(ui: &mut egui::Ui, turns: &mut u16, most: u16) {
    if let Some(new) = number(ui, *turns, 1..=most) {
        *turns = new;
    }
}

fn needed(ui: &mut egui::Ui, units: &mut Option<u16>) {
    row(ui, "Units", |ui| {
        let mut is_all = units.is_none();
        if ui.checkbox(&mut is_all, "all").changed() {
            *units = (!is_all).then_some(1);
        }
        if let Some(count) = units
            && let Some(new) = number(ui, *count, 1..=100)
        {
            *units = Some(new);
        }
    });
}
