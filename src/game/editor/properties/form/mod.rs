//! Draws forms: a field for each thing that a part of a mission can say.
//!
//! **Invariant:** what is left empty is not written; a click changes nothing but the value it is about.

mod many;
mod simple;

use bevy_egui::egui::{self, RichText, vec2};

pub(super) use self::many::keys;
use self::many::{list, map};
use self::simple::{choose, combo, flag, hex, line, maybe, place, prose, whole, written};
use super::Asked;
use crate::content::form::{Body, Choosable, Field, Kind, Variant};
use crate::content::tree::{Node, Value};
use crate::game::kit::theme::{FIELD, SAND, faint};
use crate::mission::edit::{Edit, Path};

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

/// A field that is drawn.
struct Pen<'a> {
    desk: &'a Desk<'a>,
    field: &'a Field,
    spot: &'a FormValue<'a>,
    asked: &'a mut Asked,
}

impl<'a> Pen<'a> {
    /// Goes on with a value of the field, which has no label of its own and is needed.
    fn part<R>(&mut self, kind: &Kind, spot: &FormValue, draw: impl FnOnce(&mut Pen) -> R) -> R {
        draw(&mut Pen {
            desk: self.desk,
            field: &Field::needed("", "", kind.clone()),
            spot,
            asked: self.asked,
        })
    }

    /// Asks for the value to be written, or left out.
    fn write(&mut self, to: Option<&str>) {
        let edit = (self.desk.write)(&self.spot.path, to);
        self.asked.edits.push(edit);
    }

    /// Whether the mission says other than usual.
    fn is_own(&self) -> bool {
        self.spot.usual.is_some() && self.spot.node.is_some()
    }

    /// Returns what holds where nothing is written.
    fn usual_or(&self, other: &'a str) -> &'a str {
        match self.field.usual_in_words() {
            "" => other,
            usual => usual,
        }
    }

    /// Returns the name of leaving it out, where it can be.
    fn none_or(&self, other: &'a str) -> Option<&'a str> {
        (!self.field.is_needed).then(|| self.usual_or(other))
    }

    /// A small button that leaves the value out.
    fn reset(&mut self, ui: &mut egui::Ui) {
        if self.spot.node.is_none() || self.field.is_needed {
            return;
        }
        let usual = match self.spot.usual {
            Some(node) => self.field.kind.in_words(&written(node)),
            None => self.usual_or("nothing").to_owned(),
        };
        let label = match self.spot.usual.is_some() && usual.len() <= LONGEST {
            true => format!("reset to {usual}"),
            false => "×".into(),
        };
        let button = ui.small_button(label);
        if button.on_hover_text(format!("Reset to {usual}")).clicked() {
            self.write(None);
        }
    }
}

/// A value of a form.
#[derive(Clone)]
pub(super) struct FormValue<'a> {
    /// What is written, if anything is.
    pub(super) node: Option<&'a Node>,
    /// What holds if nothing is.
    pub(super) usual: Option<&'a Node>,
    /// Where it is written.
    pub(super) path: Path,
}

impl<'a> FormValue<'a> {
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
    spot: &FormValue,
    asked: &mut Asked,
) {
    for one in all {
        field(ui, desk, one, &spot.field(one.name), asked);
    }
}

/// Draws a field with its label.
pub(super) fn field(
    ui: &mut egui::Ui,
    desk: &Desk,
    field: &Field,
    spot: &FormValue,
    asked: &mut Asked,
) {
    let kind = &field.kind;
    let pen = &mut Pen {
        desk,
        field,
        spot,
        asked,
    };
    let is_long = match kind {
        Kind::Fields(_) | Kind::Map(_) | Kind::Prose => true,
        Kind::List(item, _) => is_complex(item),
        _ => false,
    };
    match kind {
        Kind::Flag => flag(ui, pen),
        _ if is_long => {
            let title = match (kind, spot.inner()) {
                (Kind::List(..), Some(Value::List(items))) if !items.is_empty() => {
                    format!("{}   ({})", field.label, items.len())
                }
                _ => field.label.clone(),
            };
            let is_open = matches!(kind, Kind::Prose) && spot.node.is_some();
            folded(ui, spot, &title, is_open, |ui| {
                if !field.about.is_empty() {
                    ui.add(egui::Label::new(faint(&field.about)).wrap());
                }
                value(ui, kind, pen);
            });
        }
        Kind::Variants(variants) => {
            row(ui, pen, |ui, pen| variant_choice(ui, variants, pen));
            ui.indent(spot.id(), |ui| variant_body(ui, variants, pen));
        }
        _ => row(ui, pen, |ui, pen| value(ui, kind, pen)),
    }
}

/// A label and a field beside it.
fn row(ui: &mut egui::Ui, pen: &mut Pen, draw: impl FnOnce(&mut egui::Ui, &mut Pen)) {
    let text = match pen.is_own() {
        true => RichText::new(&pen.field.label).color(SAND).size(12.5),
        false => faint(&pen.field.label),
    };
    ui.push_id(pen.spot.id(), |ui| {
        beside(ui, text, &pen.field.about, |ui| draw(ui, pen));
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
    spot: &FormValue,
    title: &str,
    is_open: bool,
    draw: impl FnOnce(&mut egui::Ui),
) {
    egui::CollapsingHeader::new(title)
        .id_salt(spot.id())
        .default_open(is_open)
        .show(ui, draw);
}

fn is_complex(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Fields(_) | Kind::Variants(_) | Kind::Map(_) | Kind::List(..)
    )
}

/// Draws what a value of a field holds, without its label.
fn value(ui: &mut egui::Ui, kind: &Kind, pen: &mut Pen) {
    match kind {
        Kind::Flag => flag(ui, pen),
        Kind::Whole(range) => whole(ui, range, pen),
        Kind::Line => line(ui, pen),
        Kind::Prose => prose(ui, pen),
        Kind::Choice(choice) => choose(ui, choice, pen),
        Kind::Hex => hex(ui, pen),
        Kind::Place => place(ui, pen),
        Kind::Maybe(inner) => maybe(ui, inner, pen),
        Kind::List(item, least) => list(ui, item, *least, pen),
        Kind::Pair(kinds) => {
            ui.horizontal(|ui| {
                for (at, kind) in [&kinds.0, &kinds.1].into_iter().enumerate() {
                    pen.part(kind, &pen.spot.item(at), |pen| value(ui, kind, pen));
                }
            });
        }
        Kind::Map(kinds) => map(ui, kinds, pen),
        Kind::Fields(all) => {
            fields(ui, pen.desk, all, pen.spot, pen.asked);
            let is_written = pen.spot.node.is_some() && pen.spot.usual.is_none();
            if is_written && !pen.field.is_needed {
                let text = format!("Remove (default: {})", pen.usual_or("nothing"));
                if ui.small_button(text).clicked() {
                    pen.write(None);
                }
            }
        }
        Kind::Variants(variants) => {
            variant_choice(ui, variants, pen);
            variant_body(ui, variants, pen);
        }
        Kind::Kept(_) => {
            ui.label(faint("kept as written in the file"));
        }
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

fn variant_choice(ui: &mut egui::Ui, variants: &[Variant], pen: &mut Pen) {
    let all = variants.iter();
    let all: Vec<_> = all
        .map(|variant| Choosable::bare(variant.word, &variant.label))
        .collect();
    let now = pen.spot.inner().and_then(word);
    match combo(ui, pen.spot.id(), now, pen.none_or("nothing"), &all) {
        Some(Some(chosen)) if Some(chosen.as_str()) != now => {
            if let Some(variant) = variants.iter().find(|one| one.word == chosen) {
                pen.write(Some(&variant.first(pen.desk.root)));
            }
        }
        Some(None) => pen.write(None),
        _ => {}
    }
}

fn variant_body(ui: &mut egui::Ui, variants: &[Variant], pen: &mut Pen) {
    let now = pen.spot.inner().and_then(word);
    let variant = variants.iter().find(|one| Some(one.word) == now);
    match variant.map(|variant| &variant.body) {
        Some(Body::One(kind)) => {
            pen.part(kind, &pen.spot.item(0), |pen| value(ui, kind, pen));
        }
        Some(Body::Fields(all)) => fields(ui, pen.desk, all, pen.spot, pen.asked),
        Some(Body::Bare) | None => {}
    }
}
