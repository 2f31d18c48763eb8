//! The fields of the chosen unit.
//!
//! **Invariant:** what is left empty is as the unit's kind or side has it.

use bevy_egui::egui::{self, RichText};

use super::form::{Desk, FormValue, fields, labelled};
use super::{Asked, Subject};
use crate::game::editor::pictures;
use crate::game::editor::show::place_text;
use crate::game::kit::theme::faint;
use crate::mission::edit::{Edit, Sheet, UnitDraft};

pub(super) fn unit_fields(
    ui: &mut egui::Ui,
    subject: &Subject,
    desk: &Desk,
    (side, index): (usize, usize),
    unit: &UnitDraft,
    asked: &mut Asked,
) {
    let page = subject.page;
    let sheet = page.draft.sheet();
    let (Some(form), Some(path)) = (
        page.forms.units.get(unit.post),
        sheet.unit_path(side, index),
    ) else {
        return;
    };
    let kind = form.kinds.iter().find(|kind| kind.key == unit.kind);
    ui.horizontal(|ui| {
        if kind.is_some() {
            let context = ui.ctx().clone();
            ui.add(pictures::unit(
                &context,
                page,
                (unit.post, &unit.kind),
                side,
                40.0,
            ));
        }
        ui.vertical(|ui| {
            let name = unit.name.as_deref().or(kind.map(|kind| kind.name.as_str()));
            ui.label(RichText::new(name.unwrap_or("Unit")).strong().size(17.0));
            ui.label(faint(place_text(sheet, unit)));
        });
    });
    let spot = FormValue::of(page.draft.root(), path);
    fields(ui, desk, &form.fields, &spot, asked);
    side_choice(ui, sheet, (side, index), unit, asked);
    ui.horizontal(|ui| {
        if unit.at.is_some() && ui.button(subject.layout.fill("Turn [{R}]")).clicked() {
            asked.turn = true;
        }
        if ui.button("Remove [Del]").clicked() {
            asked.edits.push(Edit::RemoveUnit(side, index));
            asked.choose = Some(None);
        }
        if ui.button("Done [Esc]").clicked() {
            asked.choose = Some(None);
        }
    });
}

/// Offers to have the unit on another side.
fn side_choice(
    ui: &mut egui::Ui,
    sheet: &Sheet,
    (side, index): (usize, usize),
    unit: &UnitDraft,
    asked: &mut Asked,
) {
    let mut to_side = side;
    labelled(ui, "Side", |ui| {
        egui::ComboBox::from_id_salt("unit side")
            .width(162.0)
            .selected_text(&sheet.sides[side].name)
            .show_ui(ui, |ui| {
                for (other, draft) in sheet.sides.iter().enumerate() {
                    ui.selectable_value(&mut to_side, other, &draft.name);
                }
            });
    });
    if to_side != side {
        // It is taken out only once it is on the other side.
        asked.edits.push(Edit::AddUnit(to_side, unit.clone()));
        asked.edits.push(Edit::RemoveUnit(side, index));
        let others = sheet.sides[to_side].units.iter();
        let before = others.filter(|other| other.post <= unit.post).count();
        asked.choose = Some(Some((to_side, before)));
    }
}
