//! Fields of single values: flags, numbers, texts, choices, hexes.
//!
//! **Invariant:** a field that is clicked writes its own value and no other.

use std::ops::RangeInclusive;

use bevy_egui::egui::{self, RichText, vec2};

use super::{FormValue, Pen, value};
use crate::content::form::{Choice, Choosable, Kind, texts_at};
use crate::content::tree::{Node, Value};
use crate::game::editor::properties::Asked;
use crate::game::kit::theme::{FIELD, SAND, faint};
use crate::mission::edit::quoted;

/// Width of fields.
const WIDE: f32 = 162.0;

pub(super) fn flag(ui: &mut egui::Ui, pen: &mut Pen) {
    let (field, spot) = (pen.field, pen.spot);
    let mut is_on = matches!(spot.inner(), Some(Value::Bool(true)));
    let text = match pen.is_own() {
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
        pen.write(Some(to).filter(|_| !is_left_out));
    }
}

/// A number that is dragged or typed.
fn number(
    ui: &mut egui::Ui,
    number: &mut i64,
    range: &RangeInclusive<i64>,
    tip: &str,
    asked: &mut Asked,
) {
    let drag = egui::DragValue::new(number).range(range.clone());
    let drag = ui.add(drag).on_hover_text(tip);
    asked.begins |= drag.drag_started() || drag.gained_focus();
    asked.ends |= drag.drag_stopped() || drag.lost_focus();
}

pub(super) fn whole(ui: &mut egui::Ui, range: &RangeInclusive<i64>, pen: &mut Pen) {
    ui.horizontal(|ui| {
        let Some(Value::Int(now)) = pen.spot.inner() else {
            if ui.button(pen.usual_or("set")).clicked() {
                pen.write(Some(&pen.field.kind.first(pen.desk.root)));
            }
            return;
        };
        let (least, most) = (*range.start(), *range.end());
        let tip = format!("from {least} to {most}");
        let mut value = *now;
        ui.spacing_mut().item_spacing.x = 3.0;
        if ui.small_button("−").clicked() {
            value -= 1;
        }
        number(ui, &mut value, range, &tip, pen.asked);
        if ui.small_button("+").clicked() {
            value += 1;
        }
        if pen.spot.usual.is_some() && pen.spot.node.is_none() {
            ui.label(faint(&tip));
        }
        let value = value.clamp(least, most);
        if value != *now {
            pen.write(Some(&value.to_string()));
        }
        pen.reset(ui);
    });
}

/// Returns the text that holds.
fn text(spot: &FormValue) -> String {
    match spot.inner() {
        Some(Value::Text(text)) => text.clone(),
        _ => String::new(),
    }
}

fn write_text(text: &str, pen: &mut Pen) {
    let is_left_out = text.is_empty() && !pen.field.is_needed;
    let to = quoted(text);
    pen.write(Some(to.as_str()).filter(|_| !is_left_out));
}

pub(super) fn line(ui: &mut egui::Ui, pen: &mut Pen) {
    let mut now = text(pen.spot);
    let edit = egui::TextEdit::singleline(&mut now)
        .desired_width(WIDE)
        .min_size(vec2(0.0, FIELD))
        .vertical_align(egui::Align::Center)
        .id(pen.spot.id())
        .hint_text(pen.field.usual);
    if pen.asked.typed(&ui.add(edit)) {
        write_text(&now, pen);
    }
}

pub(super) fn prose(ui: &mut egui::Ui, pen: &mut Pen) {
    let id = pen.spot.id();
    let mut now = text(pen.spot);
    let area = egui::ScrollArea::vertical()
        .id_salt(id.with("area"))
        .max_height(96.0);
    let edit = area.show(ui, |ui| {
        let edit = egui::TextEdit::multiline(&mut now)
            .desired_rows(3)
            .id(id)
            .desired_width(f32::INFINITY);
        ui.add(edit)
    });
    if pen.asked.typed(&edit.inner) {
        write_text(&now, pen);
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

pub(super) fn choose(ui: &mut egui::Ui, choice: &Choice, pen: &mut Pen) {
    let all = choice.all(pen.desk.root);
    let now = pen.spot.value().map(written);
    let has_usual = pen.spot.usual.is_some();
    let none = pen.none_or("nothing").filter(|_| !has_usual);
    ui.horizontal(|ui| {
        if let Some(to) = combo(ui, pen.spot.id(), now.as_deref(), none, &all) {
            pen.write(to.as_deref());
        }
        if has_usual {
            pen.reset(ui);
        }
    });
    if all.is_empty() {
        ui.label(faint("the mission has none yet"));
    }
}

/// Returns the column and row that are written.
fn position(spot: &FormValue) -> Option<(i64, i64)> {
    let Some(Value::Tuple(None, items)) = spot.inner() else {
        return None;
    };
    match items.as_slice() {
        [column, row] => match (&column.value, &row.value) {
            (Value::Int(column), Value::Int(row)) => Some((*column, *row)),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn hex(ui: &mut egui::Ui, pen: &mut Pen) {
    let (free_column, free_row) = pen.desk.free;
    let now = position(pen.spot).unwrap_or((free_column.into(), free_row.into()));
    let (mut column, mut row) = now;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        number(ui, &mut column, &(0..=511), "column", pen.asked);
        number(ui, &mut row, &(0..=511), "row", pen.asked);
    });
    if (column, row) != now {
        pen.write(Some(&format!("({column}, {row})")));
    }
}

pub(super) fn place(ui: &mut egui::Ui, pen: &mut Pen) {
    let zones = texts_at(pen.desk.root, &["zones"]);
    let here = match position(pen.spot) {
        Some((column, row)) => format!("({column}, {row})"),
        None => format!("({}, {})", pen.desk.free.0, pen.desk.free.1),
    };
    let mut all = vec![Choosable::bare(&here, format!("on hex {here}"))];
    all.extend(zones.iter().map(|zone| {
        let to = format!("Zone({})", quoted(zone));
        Choosable::bare(&to, format!("anywhere in {zone}"))
    }));
    let now = pen.spot.value().map(written);
    let none = pen.none_or("nowhere");
    if let Some(to) = combo(ui, pen.spot.id(), now.as_deref(), none, &all) {
        pen.write(to.as_deref());
    }
}

pub(super) fn maybe(ui: &mut egui::Ui, kind: &Kind, pen: &mut Pen) {
    let value_now = pen.spot.value().map(|node| &node.value);
    let some = matches!(value_now, Some(Value::Tuple(Some(some), _)) if some == "Some");
    ui.horizontal(|ui| {
        let mut is_on = some;
        if ui.checkbox(&mut is_on, "set").changed() {
            let to = match is_on {
                true => format!("Some({})", kind.first(pen.desk.root)),
                false => "None".into(),
            };
            pen.write(Some(&to));
        }
        pen.reset(ui);
    });
    if some {
        pen.part(kind, &pen.spot.item(0), |pen| value(ui, kind, pen));
    }
}
