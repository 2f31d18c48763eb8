//! Fields of several values: lists, and values by keys.
//!
//! **Invariant:** an item that is put in or taken out leaves the others as they are.

use bevy_egui::egui;

use super::{
    Desk, Spot, field, folded, is_complex, reset,
    simple::{combo, written},
    value, word,
};
use crate::{
    content::{
        form::{Field, Kind},
        tree::{Node, Value},
    },
    game::{editor::properties::Asked, kit::theme::faint},
};

/// Returns how many items a list has.
fn length(spot: &Spot) -> usize {
    match spot.inner() {
        Some(Value::List(items)) => items.len(),
        _ => 0,
    }
}

pub(super) fn list(
    ui: &mut egui::Ui,
    desk: &Desk,
    kind: &Kind,
    least: usize,
    field: &Field,
    spot: &Spot,
    asked: &mut Asked,
) {
    let count = length(spot);
    if spot.value().is_none() && !field.usual.is_empty() {
        ui.label(faint(field.usual));
    }
    let part = Field::needed("", "", kind.clone());
    for index in 0..count {
        let item = spot.item(index);
        let take_out = |ui: &mut egui::Ui, asked: &mut Asked| {
            let label = if is_complex(kind) {
                "Take it out"
            } else {
                "×"
            };
            if count > least && ui.small_button(label).clicked() {
                asked.edits.push((desk.write)(&item.path, None));
            }
        };
        if is_complex(kind) {
            let title = format!("{}  {}", index + 1, summary(item.value(), kind));
            folded(ui, &item, &title, false, |ui| {
                value(ui, desk, kind, &part, &item, asked);
                take_out(ui, asked);
            });
        } else {
            ui.push_id(item.id(), |ui| {
                ui.horizontal(|ui| {
                    take_out(ui, asked);
                    value(ui, desk, kind, &part, &item, asked);
                });
            });
        }
    }
    add_item(ui, desk, kind, field, spot, asked);
}

/// Offers to put something into a list, and to leave the whole list out.
fn add_item(
    ui: &mut egui::Ui,
    desk: &Desk,
    kind: &Kind,
    field: &Field,
    spot: &Spot,
    asked: &mut Asked,
) {
    let next = spot.item(length(spot));
    ui.horizontal(|ui| {
        match kind {
            Kind::Choice(choice) => {
                let all = choice.all(desk.root);
                let id = spot.id().with("add");
                if let Some(Some(to)) = combo(ui, id, None, Some("+ add"), &all) {
                    asked.edits.push((desk.write)(&next.path, Some(&to)));
                }
            }
            Kind::Hex => {
                if ui.button("+ Add").clicked() {
                    let to = format!("({}, {})", desk.free.0, desk.free.1);
                    asked.edits.push((desk.write)(&next.path, Some(&to)));
                }
            }
            _ => {
                if ui.button("+ Add").clicked() {
                    let to = kind.first(desk.root);
                    asked.edits.push((desk.write)(&next.path, Some(&to)));
                }
            }
        }
        reset(ui, desk, field, spot, asked);
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
        (Value::Text(text), _) => text.clone(),
        _ => written(node),
    };
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}

pub(super) fn map(
    ui: &mut egui::Ui,
    desk: &Desk,
    kinds: &(Kind, Kind),
    spot: &Spot,
    asked: &mut Asked,
) {
    let keys = |node: Option<&Node>| match node.map(|node| &node.value) {
        Some(Value::Map(entries)) => entries.iter().map(|(key, _)| written(key)).collect(),
        _ => Vec::new(),
    };
    let mut all: Vec<String> = keys(spot.usual);
    all.extend(
        keys(spot.node)
            .into_iter()
            .filter(|key| !keys(spot.usual).contains(key)),
    );
    for key in all {
        let mut part = Field::needed("", key.trim_matches('"'), kinds.1.clone());
        part.is_needed = false;
        field(ui, desk, &part, &spot.key(&key), asked);
    }
}
