//! Fields of several values: lists, and values by keys.
//!
//! **Invariant:** an item that is put in or taken out leaves the others as they are.

use bevy_egui::egui;

use super::simple::{combo, written};
use super::{FormValue, Pen, field, folded, is_complex, value, word};
use crate::content::form::{Field, Kind};
use crate::content::tree::{Node, Value};
use crate::game::kit::theme::faint;

/// Returns how many items a list has.
fn length(spot: &FormValue) -> usize {
    match spot.inner() {
        Some(Value::List(items)) => items.len(),
        _ => 0,
    }
}

pub(super) fn list(ui: &mut egui::Ui, kind: &Kind, least: usize, pen: &mut Pen) {
    let count = length(pen.spot);
    if pen.spot.value().is_none() && !pen.field.usual.is_empty() {
        ui.label(faint(pen.field.usual));
    }
    let take_out = |ui: &mut egui::Ui, label: &str, pen: &mut Pen| {
        if count > least && ui.small_button(label).clicked() {
            pen.write(None);
        }
    };
    for index in 0..count {
        let item = pen.spot.item(index);
        pen.part(kind, &item, |pen| match is_complex(kind) {
            true => {
                let title = format!("{}  {}", index + 1, summary(item.value(), kind));
                folded(ui, &item, &title, false, |ui| {
                    value(ui, kind, pen);
                    take_out(ui, "Remove", pen);
                });
            }
            false => {
                ui.push_id(item.id(), |ui| {
                    ui.horizontal(|ui| {
                        take_out(ui, "×", pen);
                        value(ui, kind, pen);
                    });
                });
            }
        });
    }
    add_item(ui, kind, pen);
}

/// Offers to put something into a list, and to leave the whole list out.
fn add_item(ui: &mut egui::Ui, kind: &Kind, pen: &mut Pen) {
    let next = pen.spot.item(length(pen.spot));
    ui.horizontal(|ui| {
        let root = pen.desk.root;
        let to = match kind {
            Kind::Choice(choice) => {
                let id = pen.spot.id().with("add");
                combo(ui, id, None, Some("+ add"), &choice.all(root)).flatten()
            }
            _ => {
                let (column, row) = pen.desk.free;
                let is_asked = ui.button("+ Add").clicked();
                // What has a place is put where it is seen.
                let free = format!("({column}, {row})");
                is_asked.then(|| kind.first(root).replacen("(0, 0)", &free, 1))
            }
        };
        if let Some(to) = to {
            pen.part(kind, &next, |pen| pen.write(Some(&to)));
        }
        pen.reset(ui);
    });
}

/// Says in short what an item of a list is.
fn summary(node: Option<&Node>, kind: &Kind) -> String {
    const MOST: usize = 30;
    let Some(node) = node else {
        return String::new();
    };
    let text = match (&node.value, kind) {
        (Value::Struct(None, fields), Kind::Fields(known)) => {
            let parts = fields.iter().map(|field| {
                let known = known.iter().find(|one| one.name == field.name);
                match known {
                    Some(known) => summary(Some(&field.node), &known.kind),
                    None => written(&field.node),
                }
            });
            parts.collect::<Vec<_>>().join(": ")
        }
        (_, Kind::Variants(variants)) => {
            let variant = variants
                .iter()
                .find(|one| Some(one.word) == word(&node.value));
            variant.map_or_else(|| written(node), |variant| variant.label.clone())
        }
        (Value::List(items), Kind::List(kind, _)) => {
            let parts = items.iter().map(|item| summary(Some(item), kind));
            parts.collect::<Vec<_>>().join(", ")
        }
        _ => kind.in_words(&written(node)),
    };
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}

/// Lists the keys of a map as they are written.
pub(in super::super) fn keys(node: Option<&Node>) -> Vec<String> {
    match node.map(|node| &node.value) {
        Some(Value::Map(entries)) => entries.iter().map(|(key, _)| written(key)).collect(),
        _ => Vec::new(),
    }
}

pub(super) fn map(ui: &mut egui::Ui, kinds: &(Kind, Kind), pen: &mut Pen) {
    let mut all = keys(pen.spot.usual);
    let own = keys(pen.spot.node).into_iter();
    let own: Vec<_> = own.filter(|key| !all.contains(key)).collect();
    all.extend(own);
    for key in all {
        let mut part = Field::needed("", kinds.0.in_words(&key), kinds.1.clone());
        part.is_needed = false;
        field(ui, pen.desk, &part, &pen.spot.key(&key), pen.asked);
    }
}
