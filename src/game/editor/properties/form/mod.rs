//! Draws forms: a field for each thing that a part of a mission can say.
//!
//! **Invariant:** what is left empty is not written; a click changes nothing but the value it is about.

mod many;
mod simple;

use bevy_egui::egui::{self, RichText, vec2};

use self::{
    many::{list, map},
    simple::{choose, combo, flag, hex, line, maybe, place, prose, whole, written},
};
use super::Asked;
use crate::{
    content::{
        form::{Body, Choosable, Field, Kind, Variant},
        tree::{Node, Value},
    },
    game::kit::theme::{FIELD, SAND, faint},
    mission::edit::{Edit, Path},
};

/// Longest usual value that a button names, characters.
const LONGEST: usize = 6;
/// Width of labels.
const LABEL: f32 = 82.0;

/// What forms are drawn for.
pub(super) struct Desk<'a> {
    /// The mission.
    pub(super) root: &'a Node,
    /// A hex for what gets a place on the board.
    pub(super) free: (i32, i32),
    /// Makes the edit that sets a value, or takes it out.
    pub(super) write: &'a dyn Fn(&Path, Option<&str>) -> Edit,
}

/// A value of a form.
#[derive(Clone)]
pub(super) struct Spot<'a> {
    /// What is written, if anything is.
    pub(super) node: Option<&'a Node>,
    /// What holds if nothing is.
    pub(super) usual: Option<&'a Node>,
    /// Where it is written.
    pub(super) path: Path,
}

impl<'a> Spot<'a> {
    /// Returns what a mission says at a path.
    pub(super) fn of(root: &'a Node, path: Path) -> Self {
        Self {
            node: path.find(root),
            usual: None,
            path,
        }
    }

    pub(super) fn field(&self, name: &str) -> Self {
        self.on(&Path::default().field(name))
    }

    pub(super) fn item(&self, index: usize) -> Self {
        self.on(&Path::default().item(index))
    }

    pub(super) fn key(&self, key: &str) -> Self {
        self.on(&Path::default().key(key))
    }

    fn on(&self, step: &Path) -> Self {
        let mut path = self.path.clone();
        path.0.extend_from_slice(&step.0);
        Self {
            node: self.node.and_then(|node| step.find(node)),
            usual: self.usual.and_then(|node| step.find(node)),
            path,
        }
    }

    /// Returns what holds.
    pub(super) fn value(&self) -> Option<&'a Node> {
        self.node.or(self.usual)
    }

    /// Returns what holds as people read it.
    fn inner(&self) -> Option<&'a Value> {
        self.value().map(|node| match &node.value {
            Value::Tuple(Some(some), items) if some == "Some" && items.len() == 1 => {
                &items[0].value
            }
            value => value,
        })
    }

    fn id(&self) -> egui::Id {
        egui::Id::new(("form", &self.path))
    }
}

/// Draws fields, one below the other.
pub(super) fn fields(
    ui: &mut egui::Ui,
    desk: &Desk,
    all: &[Field],
    spot: &Spot,
    asked: &mut Asked,
) {
    for one in all {
        field(ui, desk, one, &spot.field(one.name), asked);
    }
}

/// Draws a field with its label.
pub(super) fn field(ui: &mut egui::Ui, desk: &Desk, field: &Field, spot: &Spot, asked: &mut Asked) {
    let is_long = matches!(field.kind, Kind::Fields(_) | Kind::Map(_) | Kind::Prose)
        || matches!(&field.kind, Kind::List(item, _) if is_complex(item));
    match &field.kind {
        Kind::Flag => flag(ui, desk, field, spot, asked),
        _ if is_long => {
            let title = match (&field.kind, spot.inner()) {
                (Kind::List(..), Some(Value::List(items))) if !items.is_empty() => {
                    format!("{}   ({})", field.label, items.len())
                }
                _ => field.label.clone(),
            };
            let is_open = matches!(field.kind, Kind::Prose) && spot.node.is_some();
            folded(ui, spot, &title, is_open, |ui| {
                about(ui, field);
                value(ui, desk, &field.kind, field, spot, asked);
            });
        }
        Kind::Variants(_) => {
            row(ui, field, spot, |ui| {
                variant_choice(ui, desk, &field.kind, field, spot, asked);
            });
            indented(ui, spot, |ui| {
                variant_body(ui, desk, &field.kind, spot, asked);
            });
        }
        _ => row(ui, field, spot, |ui| {
            value(ui, desk, &field.kind, field, spot, asked);
        }),
    }
}

fn about(ui: &mut egui::Ui, field: &Field) {
    if !field.about.is_empty() {
        ui.add(egui::Label::new(faint(&field.about)).wrap());
    }
}

/// A label and a field beside it.
fn row(ui: &mut egui::Ui, field: &Field, spot: &Spot, draw: impl FnOnce(&mut egui::Ui)) {
    let is_own = spot.usual.is_some() && spot.node.is_some();
    let text = match is_own {
        true => RichText::new(&field.label).color(SAND).size(12.5),
        false => faint(&field.label),
    };
    ui.push_id(spot.id(), |ui| {
        beside(ui, text, &field.about, draw);
    });
}

/// A label and what stands beside it.
pub(super) fn labelled(ui: &mut egui::Ui, label: &str, draw: impl FnOnce(&mut egui::Ui)) {
    beside(ui, faint(label), "", draw);
}

fn beside(ui: &mut egui::Ui, text: RichText, about: &str, draw: impl FnOnce(&mut egui::Ui)) {
    ui.horizontal(|ui| {
        let at = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(vec2(LABEL, FIELD), at, |ui| {
            ui.set_min_width(LABEL);
            let label = ui.add(egui::Label::new(text).wrap());
            if !about.is_empty() {
                label.on_hover_text(about);
            }
        });
        ui.vertical(draw);
    });
}

/// A part that is opened by a click.
fn folded(
    ui: &mut egui::Ui,
    spot: &Spot,
    title: &str,
    is_open: bool,
    draw: impl FnOnce(&mut egui::Ui),
) {
    egui::CollapsingHeader::new(title)
        .id_salt(spot.id())
        .default_open(is_open)
        .show(ui, draw);
}

fn indented(ui: &mut egui::Ui, spot: &Spot, draw: impl FnOnce(&mut egui::Ui)) {
    ui.indent(spot.id(), draw);
}

fn is_complex(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Fields(_) | Kind::Variants(_) | Kind::Map(_) | Kind::List(..)
    )
}

/// Draws what a value holds, without its label.
pub(super) fn value(
    ui: &mut egui::Ui,
    desk: &Desk,
    kind: &Kind,
    field: &Field,
    spot: &Spot,
    asked: &mut Asked,
) {
    match kind {
        Kind::Flag => flag(ui, desk, field, spot, asked),
        Kind::Whole(range) => whole(ui, desk, range, field, spot, asked),
        Kind::Line => line(ui, desk, field, spot, asked),
        Kind::Prose => prose(ui, desk, field, spot, asked),
        Kind::Choice(choice) => choose(ui, desk, choice, field, spot, asked),
        Kind::Hex => hex(ui, desk, spot, asked),
        Kind::Place => place(ui, desk, field, spot, asked),
        Kind::Maybe(inner) => maybe(ui, desk, inner, field, spot, asked),
        Kind::List(item, least) => list(ui, desk, item, *least, field, spot, asked),
        Kind::Pair(kinds) => {
            ui.horizontal(|ui| {
                let part = Field::needed("", "", Kind::Flag);
                value(ui, desk, &kinds.0, &part, &spot.item(0), asked);
                value(ui, desk, &kinds.1, &part, &spot.item(1), asked);
            });
        }
        Kind::Map(kinds) => map(ui, desk, kinds, spot, asked),
        Kind::Fields(all) => {
            fields(ui, desk, all, spot, asked);
            if spot.node.is_some() && spot.usual.is_none() && !field.is_needed {
                let text = format!("Leave out: {}", usual_or(field, "nothing"));
                if ui.small_button(text).clicked() {
                    asked.edits.push((desk.write)(&spot.path, None));
                }
            }
        }
        Kind::Variants(_) => {
            variant_choice(ui, desk, kind, field, spot, asked);
            variant_body(ui, desk, kind, spot, asked);
        }
    }
}

fn usual_or<'a>(field: &'a Field, other: &'a str) -> &'a str {
    if field.usual.is_empty() {
        other
    } else {
        field.usual
    }
}

/// A small button that leaves a value out.
fn reset(ui: &mut egui::Ui, desk: &Desk, field: &Field, spot: &Spot, asked: &mut Asked) {
    if spot.node.is_none() || field.is_needed {
        return;
    }
    let usual = match spot.usual {
        Some(node) => written(node),
        None => usual_or(field, "nothing").to_owned(),
    };
    let label = match spot.usual.is_some() && usual.len() <= LONGEST {
        true => format!("back to {usual}"),
        false => "×".into(),
    };
    let button = ui.small_button(label);
    if button.on_hover_text(format!("Back to: {usual}")).clicked() {
        asked.edits.push((desk.write)(&spot.path, None));
    }
}

/// Returns the word of a variant.
fn word(value: &Value) -> Option<&str> {
    match value {
        Value::Name(word) | Value::Struct(Some(word), _) | Value::Tuple(Some(word), _) => {
            Some(word)
        }
        _ => None,
    }
}

fn variants(kind: &Kind) -> &[Variant] {
    match kind {
        Kind::Variants(variants) => variants,
        _ => &[],
    }
}

fn variant_choice(
    ui: &mut egui::Ui,
    desk: &Desk,
    kind: &Kind,
    field: &Field,
    spot: &Spot,
    asked: &mut Asked,
) {
    let variants = variants(kind).iter();
    let all: Vec<_> = variants
        .clone()
        .map(|variant| Choosable::bare(variant.word, &variant.label))
        .collect();
    let now = spot.inner().and_then(word);
    let none = (!field.is_needed).then(|| usual_or(field, "nothing"));
    match combo(ui, spot.id(), now, none, &all) {
        Some(Some(chosen)) if Some(chosen.as_str()) != now => {
            if let Some(variant) = variants.clone().find(|one| one.word == chosen) {
                let first = variant.first(desk.root);
                asked.edits.push((desk.write)(&spot.path, Some(&first)));
            }
        }
        Some(None) => asked.edits.push((desk.write)(&spot.path, None)),
        _ => {}
    }
}

fn variant_body(ui: &mut egui::Ui, desk: &Desk, kind: &Kind, spot: &Spot, asked: &mut Asked) {
    let now = spot.inner().and_then(word);
    let variant = variants(kind).iter().find(|one| Some(one.word) == now);
    match variant.map(|variant| &variant.body) {
        Some(Body::One(kind)) => {
            let part = Field::needed("", "", kind.clone());
            value(ui, desk, kind, &part, &spot.item(0), asked);
        }
        Some(Body::Fields(all)) => fields(ui, desk, all, spot, asked),
        Some(Body::Bare) | None => {}
    }
}
