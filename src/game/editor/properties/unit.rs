//! The fields of the chosen unit.
//!
//! **Invariant:** what is left empty is as the unit's kind or side has it.

use bevy_egui::egui::{self, RichText};

use super::{Asked, MODES, choose, line, mode_name, mode_named, row};
use crate::{
    game::{
        editor::{Page, hand::usual_facing, pictures::Pictures, show::place_text},
        kit::theme::faint,
    },
    mission::edit::{At, Edit, UnitDraft},
    rules::battlescape::content::BattlescapeContent,
};

pub(super) fn unit_fields(
    ui: &mut egui::Ui,
    page: &Page,
    (side, index): (usize, usize),
    unit: &UnitDraft,
    pictures: &mut Pictures,
    asked: &mut Asked,
) {
    let content = page.catalog.part::<BattlescapeContent>();
    let sheet = page.draft.sheet();
    let mut new = unit.clone();
    let kind = content.units.iter().find(|kind| kind.key == unit.kind);
    ui.horizontal(|ui| {
        if let Some(kind) = kind {
            let context = ui.ctx().clone();
            ui.add(pictures.unit(&context, kind, side, 40.0));
        }
        ui.vertical(|ui| {
            let name = unit.name.as_deref().or(kind.map(|kind| kind.name.as_str()));
            ui.label(RichText::new(name.unwrap_or("Unit")).strong().size(17.0));
            ui.label(faint(format!("at {}", place_text(&unit.at))));
        });
    });
    row(ui, "Name", |ui| {
        let mut name = unit.name.clone().unwrap_or_default();
        if line(ui, &mut name, "the kind's, with a number", asked) {
            new.name = (!name.is_empty()).then_some(name);
        }
    });
    row(ui, "Kind", |ui| {
        let all = content
            .units
            .iter()
            .map(|kind| (kind.key.as_str(), kind.name.as_str()));
        if let Some(Some(key)) = choose(ui, "kind", Some(&unit.kind), None, all) {
            new.kind = key;
        }
    });
    let mut to_side = side;
    row(ui, "Side", |ui| {
        egui::ComboBox::from_id_salt("unit side")
            .width(170.0)
            .selected_text(&sheet.sides[side].name)
            .show_ui(ui, |ui| {
                for (other, draft) in sheet.sides.iter().enumerate() {
                    ui.selectable_value(&mut to_side, other, &draft.name);
                }
            });
    });
    row(ui, "Weapon", |ui| {
        let all = content
            .weapons
            .iter()
            .map(|weapon| (weapon.key.as_str(), weapon.name.as_str()));
        let own = "as its kind";
        if let Some(key) = choose(ui, "weapon", unit.weapon.as_deref(), Some(own), all) {
            new.weapon = key;
        }
    });
    row(ui, "Suit", |ui| {
        let all = content
            .suits
            .iter()
            .map(|suit| (suit.key.as_str(), suit.name.as_str()));
        if let Some(key) = choose(ui, "suit", unit.suit.as_deref(), Some("its own armor"), all) {
            new.suit = key;
        }
    });
    row(ui, "Mind", |ui| {
        let all = MODES.iter().map(|(name, _)| (*name, *name));
        let now = unit.mode.map(mode_name);
        if let Some(name) = choose(ui, "mode", now, Some("as its side"), all) {
            new.mode = name.as_deref().map(mode_named);
        }
    });
    row(ui, "Starts", |ui| {
        let all = sheet
            .zones
            .iter()
            .map(|zone| (zone.name.as_str(), zone.name.as_str()));
        let (now, here) = match &unit.at {
            At::Zone(zone) => (Some(zone.as_str()), None),
            At::Hex(..) => (None, Some("on this hex")),
        };
        if let Some(Some(zone)) = choose(ui, "place", now, here, all) {
            new.at = At::Zone(zone);
        }
    });
    row(ui, "Group", |ui| {
        let mut group = unit.group.clone().unwrap_or_default();
        if line(ui, &mut group, "here from the start", asked) {
            new.group = (!group.is_empty()).then_some(group);
        }
    });
    item_fields(ui, page, unit, &mut new);
    ui.horizontal(|ui| {
        if ui.button("Turn [R]").clicked() {
            let facing = unit.facing.unwrap_or(usual_facing(side));
            new.facing = Some(facing.turned(1));
        }
        if ui.button("Take out [Del]").clicked() {
            asked.edits.push(Edit::RemoveUnit(side, index));
            asked.choose = Some(None);
        }
        if ui.button("Done [Esc]").clicked() {
            asked.choose = Some(None);
        }
    });
    if to_side != side {
        asked.edits.push(Edit::RemoveUnit(side, index));
        asked.edits.push(Edit::AddUnit(to_side, new));
        asked.choose = Some(Some((to_side, sheet.sides[to_side].units.len())));
    } else if new != *unit {
        asked.edits.push(Edit::Unit(side, index, new));
    }
}

fn item_fields(ui: &mut egui::Ui, page: &Page, unit: &UnitDraft, new: &mut UnitDraft) {
    let content = page.catalog.part::<BattlescapeContent>();
    let name = |key: &str| {
        let item = content.items.iter().find(|item| item.key == key);
        item.map_or(key.to_owned(), |item| item.name.clone())
    };
    row(ui, "Items", |ui| match &unit.items {
        None => {
            ui.label(faint("as its kind"));
            if ui.small_button("choose").clicked() {
                let kind = content.units.iter().find(|kind| kind.key == unit.kind);
                let own = kind.map(|kind| kind.items.iter()).into_iter().flatten();
                new.items = Some(own.map(|&item| content.item(item).key.clone()).collect());
            }
        }
        Some(items) => {
            ui.vertical(|ui| {
                for (index, item) in items.iter().enumerate() {
                    ui.horizontal(|ui| {
                        if ui.small_button("×").on_hover_text("Take it away").clicked()
                            && let Some(items) = &mut new.items
                        {
                            items.remove(index);
                        }
                        ui.label(name(item));
                    });
                }
                let all = content
                    .items
                    .iter()
                    .map(|item| (item.key.as_str(), item.name.as_str()));
                let added = choose(ui, "item", None, Some("as its kind"), all);
                match (added, &mut new.items) {
                    (Some(Some(key)), Some(items)) => items.push(key),
                    (Some(None), _) => new.items = None,
                    _ => {}
                }
            });
        }
    });
}
