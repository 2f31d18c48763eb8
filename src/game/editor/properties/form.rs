//! Draws forms: a field for each thing that a part of a mission can say.
//!
//! **Invariant:** what is left empty is not written; a click changes nothing but the value it is about.

use bevy_egui::egui::{self, RichText, vec2};

use super::Asked;
use crate::{
    content::{
        form::{Body, Choice, Choosable, Field, Kind, Variant},
        tree::{Node, Value},
    },
    game::kit::theme::{FIELD, SAND, faint},
    mission::edit::{Edit, Path},
};

/// Width of labels, and of fields beside them.
const LABEL: f32 = 82.0;
const WIDE: f32 = 162.0;

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
    ui.push_id(spot.id(), |ui| {
        ui.horizontal(|ui| {
            let at = egui::Layout::left_to_right(egui::Align::Center);
            ui.allocate_ui_with_layout(vec2(LABEL, FIELD), at, |ui| {
                ui.set_min_width(LABEL);
                let is_own = spot.usual.is_some() && spot.node.is_some();
                let text = match is_own {
                    true => RichText::new(&field.label).color(SAND).size(12.5),
                    false => faint(&field.label),
                };
                let label = ui.add(egui::Label::new(text).wrap());
                if !field.about.is_empty() {
                    label.on_hover_text(&field.about);
                }
            });
            ui.vertical(draw);
        });
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
    let button = ui
        .small_button("×")
        .on_hover_text(format!("Back to: {usual}"));
    if button.clicked() {
        asked.edits.push((desk.write)(&spot.path, None));
    }
}

fn flag(ui: &mut egui::Ui, desk: &Desk, field: &Field, spot: &Spot, asked: &mut Asked) {
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

fn whole(
    ui: &mut egui::Ui,
    desk: &Desk,
    range: &std::ops::RangeInclusive<i64>,
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
        let drag = ui.add(drag).on_hover_text(tip);
        asked.begins |= drag.drag_started() || drag.gained_focus();
        asked.ends |= drag.drag_stopped() || drag.lost_focus();
        if ui.small_button("+").clicked() {
            number += 1;
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
    let to = crate::mission::edit::quoted(text);
    let to = Some(to.as_str()).filter(|_| !is_left_out);
    asked.edits.push((desk.write)(&spot.path, to));
}

fn line(ui: &mut egui::Ui, desk: &Desk, field: &Field, spot: &Spot, asked: &mut Asked) {
    let mut now = text(spot);
    let edit = egui::TextEdit::singleline(&mut now)
        .desired_width(WIDE)
        .id(spot.id())
        .hint_text(field.usual);
    if asked.typed(&ui.add(edit)) {
        write_text(desk, field, spot, &now, asked);
    }
}

fn prose(ui: &mut egui::Ui, desk: &Desk, field: &Field, spot: &Spot, asked: &mut Asked) {
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
fn written(node: &Node) -> String {
    let mut text = String::new();
    node.to_ron(&mut text);
    text
}

/// A list to choose one of; what was chosen, or nothing where it is left out.
fn combo(
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

fn choose(
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

fn hex(ui: &mut egui::Ui, desk: &Desk, spot: &Spot, asked: &mut Asked) {
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

fn place(ui: &mut egui::Ui, desk: &Desk, field: &Field, spot: &Spot, asked: &mut Asked) {
    let zones = crate::content::form::texts_at(desk.root, &["zones"]);
    let here = match position(spot) {
        Some((column, row)) => format!("({column}, {row})"),
        None => format!("({}, {})", desk.free.0, desk.free.1),
    };
    let mut all = vec![Choosable::bare(&here, format!("on a hex, {here}"))];
    all.extend(zones.iter().map(|zone| {
        let to = format!("Zone({})", crate::mission::edit::quoted(zone));
        Choosable::bare(&to, format!("anywhere in {zone}"))
    }));
    let now = spot.value().map(written);
    let none = (!field.is_needed).then(|| usual_or(field, "nowhere"));
    if let Some(to) = combo(ui, spot.id(), now.as_deref(), none, &all) {
        asked.edits.push((desk.write)(&spot.path, to.as_deref()));
    }
}

fn maybe(
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

/// Returns how many items a list has.
fn length(spot: &Spot) -> usize {
    match spot.inner() {
        Some(Value::List(items)) => items.len(),
        _ => 0,
    }
}

fn list(
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
            if count > least && ui.small_button("×").on_hover_text("Take it out").clicked() {
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

fn map(ui: &mut egui::Ui, desk: &Desk, kinds: &(Kind, Kind), spot: &Spot, asked: &mut Asked) {
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
