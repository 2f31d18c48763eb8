//! Fields of single values: flags, numbers, texts, choices, hexes.
//!
//! **Invariant:** a field that is clicked writes its own value and no other.

use std::ops::RangeInclusive;

use bevy_egui::egui::{self, RichText, vec2};

use super::{Desk, Spot, reset, usual_or, value};
use crate::{
    content::{
        form::{Choice, Choosable, Field, Kind, texts_at},
        tree::{Node, Value},
    },
    game::{
        editor::properties::Asked,
        kit::theme::{FIELD, SAND, faint},
    },
    mission::edit::quoted,
};

/// Width of fields.
const WIDE: f32 = 162.0;

pub(super) fn flag(ui: &mut egui::Ui, desk: &Desk, field: &Field, spot: &Spot, asked: &mut Asked) {
    let was = matches!(spot.inner(), Some(Value::Bool(true)));
    let mut is_on = was;
    let text = match spot.usual.is_some() && spot.node.is_some() {
        true => RichText::new(&field.label).color(SAND),
        false => RichText::new(&field.label),
    };
    let mut shown = ui.checkbox(&mut is_on, text);
    if !field.about.is_empty() {
        shown = shown.on_hover_text(&field.about);
    }
    if shown.changed() {
        let is_left_out = !is_on && spot.usual.is_none() && !field.is_needed;
        let to = if is_on { "true" } else { "false" };
        let to = Some(to).filter(|_| !is_left_out);
        asked.edits.push((desk.write)(&spot.path, to));
    }
}

pub(super) fn whole(
    ui: &mut egui::Ui,
    desk: &Desk,
    range: &RangeInclusive<i64>,
    field: &Field,
    spot: &Spot,
    asked: &mut Asked,
) {
    ui.horizontal(|ui| {
        let Some(Value::Int(now)) = spot.inner() else {
            if ui.button(usual_or(field, "set")).clicked() {
                let first = field.kind.first(desk.root);
                asked.edits.push((desk.write)(&spot.path, Some(&first)));
            }
            return;
        };
        let (least, most) = (*range.start(), *range.end());
        let tip = format!("from {least} to {most}");
        let mut number = *now;
        ui.spacing_mut().item_spacing.x = 3.0;
        if ui.small_button("−").clicked() {
            number -= 1;
        }
        let drag = egui::DragValue::new(&mut number).range(range.clone());
        let drag = ui.add(drag).on_hover_text(&tip);
        asked.begins |= drag.drag_started() || drag.gained_focus();
        asked.ends |= drag.drag_stopped() || drag.lost_focus();
        if ui.small_button("+").clicked() {
            number += 1;
        }
        if spot.usual.is_some() && spot.node.is_none() {
            ui.label(faint(&tip));
        }
        let number = number.clamp(least, most);
        if number != *now {
            let to = number.to_string();
            asked.edits.push((desk.write)(&spot.path, Some(&to)));
        }
        reset(ui, desk, field, spot, asked);
    });
}

/// Returns the text that holds.
fn text(spot: &Spot) -> String {
    match spot.inner() {
        Some(Value::Text(text)) => text.clone(),
        _ => String::new(),
    }
}

fn write_text(desk: &Desk, field: &Field, spot: &Spot, text: &str, asked: &mut Asked) {
    let is_left_out = text.is_empty() && !field.is_needed;
    let to = quoted(text);
    let to = Some(to.as_str()).filter(|_| !is_left_out);
    asked.edits.push((desk.write)(&spot.path, to));
}

pub(super) fn line(ui: &mut egui::Ui, desk: &Desk, field: &Field, spot: &Spot, asked: &mut Asked) {
    let mut now = text(spot);
    let edit = egui::TextEdit::singleline(&mut now)
        .desired_width(WIDE)
        .min_size(vec2(0.0, FIELD))
        .vertical_align(egui::Align::Center)
        .id(spot.id())
        .hint_text(field.usual);
    if asked.typed(&ui.add(edit)) {
        write_text(desk, field, spot, &now, asked);
    }
}

pub(super) fn prose(ui: &mut egui::Ui, desk: &Desk, field: &Field, spot: &Spot, asked: &mut Asked) {
    let mut now = text(spot);
    let area = egui::ScrollArea::vertical()
        .id_salt(spot.id().with("area"))
        .max_height(96.0);
    let edit = area.show(ui, |ui| {
        let edit = egui::TextEdit::multiline(&mut now)
            .desired_rows(3)
            .id(spot.id())
            .desired_width(f32::INFINITY);
        ui.add(edit)
    });
    if asked.typed(&edit.inner) {
        write_text(desk, field, spot, &now, asked);
    }
}

/// Returns a value as it is written.
pub(super) fn written(node: &Node) -> String {
    node.to_ron()
}

/// A list to choose one of; what was chosen, or nothing where it is left out.
pub(super) fn combo(
    ui: &mut egui::Ui,
    id: egui::Id,
    now: Option<&str>,
    none: Option<&str>,
    all: &[Choosable],
) -> Option<Option<String>> {
    let known = now.and_then(|now| all.iter().find(|one| one.written == now));
    let shown = match (known, now) {
        (Some(one), _) => one.label.as_str(),
        (None, Some(now)) => now,
        (None, None) => none.unwrap_or("choose"),
    };
    let mut chosen = None;
    egui::ComboBox::from_id_salt(id)
        .width(WIDE)
        .truncate()
        .selected_text(shown)
        .show_ui(ui, |ui| {
            if let Some(none) = none
                && ui.selectable_label(now.is_none(), none).clicked()
            {
                chosen = Some(None);
            }
            for one in all {
                let is_it = now == Some(one.written.as_str());
                let mut label = ui.selectable_label(is_it, &one.label);
                if !one.about.is_empty() {
                    label = label.on_hover_text(&one.about);
                }
                if label.clicked() {
                    chosen = Some(Some(one.written.clone()));
                }
            }
        });
    chosen
}

pub(super) fn choose(
    ui: &mut egui::Ui,
    desk: &Desk,
    choice: &Choice,
    field: &Field,
    spot: &Spot,
    asked: &mut Asked,
) {
    let all = choice.all(desk.root);
    let now = spot.value().map(written);
    let none = (!field.is_needed && spot.usual.is_none()).then(|| usual_or(field, "nothing"));
    ui.horizontal(|ui| {
        if let Some(to) = combo(ui, spot.id(), now.as_deref(), none, &all) {
            asked.edits.push((desk.write)(&spot.path, to.as_deref()));
        }
        if spot.usual.is_some() {
            reset(ui, desk, field, spot, asked);
        }
    });
    if all.is_empty() {
        ui.label(faint("the mission names none yet"));
    }
}

/// Returns the column and row that are written.
fn position(spot: &Spot) -> Option<(i64, i64)> {
    match spot.inner() {
        Some(Value::Tuple(None, items)) => match items.as_slice() {
            [column, row] => match (&column.value, &row.value) {
                (Value::Int(column), Value::Int(row)) => Some((*column, *row)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn hex(ui: &mut egui::Ui, desk: &Desk, spot: &Spot, asked: &mut Asked) {
    let (free_column, free_row) = desk.free;
    let now = position(spot).unwrap_or((free_column.into(), free_row.into()));
    let (mut column, mut row) = now;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for (number, tip) in [(&mut column, "column"), (&mut row, "row")] {
            let drag = egui::DragValue::new(number).range(0..=511);
            let drag = ui.add(drag).on_hover_text(tip);
            asked.begins |= drag.drag_started() || drag.gained_focus();
            asked.ends |= drag.drag_stopped() || drag.lost_focus();
        }
    });
    if (column, row) != now {
        let to = format!("({column}, {row})");
        asked.edits.push((desk.write)(&spot.path, Some(&to)));
    }
}

pub(super) fn place(ui: &mut egui::Ui, desk: &Desk, field: &Field, spot: &Spot, asked: &mut Asked) {
    let zones = texts_at(desk.root, &["zones"]);
    let here = match position(spot) {
        Some((column, row)) => format!("({column}, {row})"),
        None => format!("({}, {})", desk.free.0, desk.free.1),
    };
    let mut all = vec![Choosable::bare(&here, format!("on a hex, {here}"))];
    all.extend(zones.iter().map(|zone| {
        let to = format!("Zone({})", quoted(zone));
        Choosable::bare(&to, format!("anywhere in {zone}"))
    }));
    let now = spot.value().map(written);
    let none = (!field.is_needed).then(|| usual_or(field, "nowhere"));
    if let Some(to) = combo(ui, spot.id(), now.as_deref(), none, &all) {
        asked.edits.push((desk.write)(&spot.path, to.as_deref()));
    }
}

pub(super) fn maybe(
    ui: &mut egui::Ui,
    desk: &Desk,
    kind: &Kind,
    field: &Field,
    spot: &Spot,
    asked: &mut Asked,
) {
    let some = matches!(
        spot.value().map(|node| &node.value),
        Some(Value::Tuple(Some(some), _)) if some == "Some"
    );
    ui.horizontal(|ui| {
        let mut is_on = some;
        if ui.checkbox(&mut is_on, "has one").changed() {
            let to = match is_on {
                true => format!("Some({})", kind.first(desk.root)),
                false => "None".into(),
            };
            asked.edits.push((desk.write)(&spot.path, Some(&to)));
        }
        reset(ui, desk, field, spot, asked);
    });
    if some {
        let part = Field::needed("", "", Kind::Flag);
        value(ui, desk, kind, &part, &spot.item(0), asked);
    }
}
