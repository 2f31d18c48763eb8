//! The fields of the sides, and the list of their units.
//!
//! **Invariant:** every unit is listed, those without a hex of their own too.

use bevy_egui::egui;

use super::form::{Desk, FormValue, fields};
use super::{Asked, Subject};
use crate::game::editor::hand::kind_name;
use crate::game::editor::show::place_text;
use crate::mission::edit::{Edit, Path, SideDraft, UnitDraft};

pub(super) fn sides(ui: &mut egui::Ui, subject: &Subject, desk: &Desk, asked: &mut Asked) {
    let sheet = subject.page.draft.sheet();
    for (index, side) in sheet.sides.iter().enumerate() {
        let count = side.units.len();
        let word = if count == 1 { "unit" } else { "units" };
        let title = format!("{}   ({count} {word})", side.name);
        egui::CollapsingHeader::new(title)
            .id_salt(("side", index))
            .show(ui, |ui| one_side(ui, subject, desk, index, asked));
    }
    if ui.button("+ Add a side").clicked() {
        let name = (sheet.sides.len() + 1..)
            .map(|number| format!("Side {number}"))
            .find(|name| sheet.sides.iter().all(|side| side.name != *name));
        let side = SideDraft::new(&name.unwrap_or_default(), "Ai(Defensive)");
        asked.edits.push(Edit::AddSide(side));
    }
}

fn one_side(ui: &mut egui::Ui, subject: &Subject, desk: &Desk, index: usize, asked: &mut Asked) {
    let page = subject.page;
    let sheet = page.draft.sheet();
    let side = &sheet.sides[index];
    let spot = FormValue::of(page.draft.root(), Path::of("sides").item(index));
    fields(ui, desk, &page.side_fields, &spot, asked);
    fields(ui, desk, &page.forms.side, &spot, asked);
    for (unit_index, unit) in side.units.iter().enumerate() {
        let kind = || kind_name(page, (unit.post, &unit.kind));
        let name = unit.name.as_deref().unwrap_or_else(kind);
        let text = format!("{name}  {}", place_text(sheet, unit));
        let is_chosen = subject.chosen == Some((index, unit_index));
        if ui.selectable_label(is_chosen, text).clicked() {
            asked.choose = Some(Some((index, unit_index)));
        }
    }
    // What need not be on the board cannot be placed by a click on it.
    for (post, form) in page.forms.units.iter().enumerate() {
        let may_be_off = (form.fields.iter()).any(|field| field.name == "at" && !field.is_needed);
        let (Some(known), Some(kind)) = (sheet.outline.posts.get(post), form.kinds.first()) else {
            continue;
        };
        let text = format!("+ Add a {} ({})", known.word, known.nowhere);
        if may_be_off && ui.button(text).clicked() {
            let unit = UnitDraft::new(post, &kind.key, None);
            asked.edits.push(Edit::AddUnit(index, unit));
            let others = side.units.iter().filter(|unit| unit.post <= post);
            asked.choose = Some(Some((index, others.count())));
        }
    }
    if sheet.sides.len() > 2 && ui.button("Remove this side").clicked() {
        asked.edits.push(Edit::RemoveSide(index));
    }
}
