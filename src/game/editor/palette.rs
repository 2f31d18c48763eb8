//! The tools at the left, and what the tool in hand can put down.
//!
//! **Invariant:** buttons do what keys do; nothing here changes the draft but by edits.

use bevy::prelude::ColorToPacked;
use bevy_egui::egui::{self, Align2, Color32, RichText, vec2};

use super::hand::{Hand, Level, Shape, Tool, grouped, kinds, terrain_text, usual_facing};
use super::pictures::{self, Props};
use super::show::role_color;
use super::{Editor, Page};
use crate::game::kit::panel;
use crate::game::kit::theme::{FIELD, LINE, SAND, SMALLEST, faint};
use crate::mission::LEVELS;
use crate::mission::edit::{Edit, Path, quoted};

/// Width of the palette's contents.
const WIDTH: f32 = 204.0;
/// Room above and below that other panels take.
pub(super) const TOP_BAR: f32 = 62.0;
const BOTTOM: f32 = 56.0;

/// Returns the height there is for the contents of a panel at a side.
pub(super) fn room(context: &egui::Context) -> f32 {
    (context.content_rect().height() - TOP_BAR - BOTTOM - 24.0).max(200.0)
}

/// A heading of a group.
pub(super) fn heading(ui: &mut egui::Ui, text: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(text).color(SAND).size(SMALLEST));
}

/// Shows a picture to choose, framed if it is in hand.
fn choice(ui: &mut egui::Ui, picture: egui::Image, is_chosen: bool, tip: &str) -> bool {
    let stroke = if is_chosen {
        egui::Stroke::new(2.0, SAND)
    } else {
        egui::Stroke::new(1.0, LINE)
    };
    let button = egui::Button::image(picture)
        .selected(is_chosen)
        .stroke(stroke)
        .min_size(vec2(44.0, 44.0));
    ui.add(button).on_hover_text(tip).clicked()
}

/// Shows a name to choose, so large at least, marked if it is in hand.
fn option(ui: &mut egui::Ui, name: &str, is_on: bool, least: [f32; 2], tip: &str) -> bool {
    let button = egui::Button::new(name)
        .selected(is_on)
        .min_size(least.into());
    let shown = ui.add(button);
    match tip {
        "" => shown.clicked(),
        tip => shown.on_hover_text(tip).clicked(),
    }
}

/// Options are as large as their names.
const ANY: [f32; 2] = [0.0, 0.0];

pub(super) fn palette(context: &egui::Context, editor: &mut Editor, props: &mut Props) {
    let page = &editor.page;
    let is_asking = editor.dialog.is_some();
    let hand = &mut editor.hand;
    let mut edits = Vec::new();
    panel(
        context,
        "palette",
        Align2::LEFT_TOP,
        vec2(8.0, TOP_BAR),
        |ui| {
            ui.set_width(WIDTH);
            if is_asking {
                ui.disable();
            }
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            ui.spacing_mut().button_padding = vec2(5.0, 5.0);
            ui.spacing_mut().interact_size.y = FIELD;
            heading(ui, "TOOLS   [Tab]");
            ui.horizontal_wrapped(|ui| {
                for tool in Tool::ALL.into_iter().filter(|tool| tool.is_of_use(page)) {
                    let (name, tip) = tool.texts();
                    if option(ui, name, hand.tool == tool, [64.0, 26.0], tip) {
                        hand.tool = tool;
                    }
                }
            });
            if hand.tool.has_shape() {
                shapes(ui, hand);
            }
            ui.separator();
            egui::ScrollArea::vertical()
                .max_height(room(context) - 190.0)
                .min_scrolled_height(room(context) - 190.0)
                .auto_shrink([false, true])
                .show(ui, |ui| match hand.tool {
                    Tool::Terrain => terrain(ui, page, hand, props),
                    Tool::Height => heights(ui, hand),
                    Tool::Side => hexsides(ui, page, hand),
                    Tool::Air => air(ui, hand),
                    Tool::Unit => units(ui, page, hand),
                    Tool::Zone => zones(ui, page, hand, &mut edits),
                    Tool::Eraser | Tool::Pick => {
                        ui.label(faint(hand.tool.texts().1));
                    }
                });
        },
    );
    for edit in edits {
        editor.apply(&edit);
    }
}

fn shapes(ui: &mut egui::Ui, hand: &mut Hand) {
    ui.horizontal(|ui| {
        for (shape, name, tip) in Shape::ALL {
            let tip = hand.layout.fill(tip);
            if option(ui, name, hand.shape == shape, ANY, &tip) {
                hand.shape = shape;
            }
        }
    });
    if matches!(hand.shape, Shape::Brush | Shape::Line) {
        let tip = hand
            .layout
            .fill("{BracketLeft} and {BracketRight} change the size");
        ui.horizontal(|ui| {
            ui.label(faint("Size"));
            for size in 1..=3 {
                let name = size.to_string();
                if option(ui, &name, hand.size == size, [30.0, 22.0], &tip) {
                    hand.size = size;
                }
            }
        });
    }
}

/// Returns a name with the digit that chooses it, if one does, and what there is to say.
fn numbered(name: &str, number: usize, about: &str) -> String {
    match number {
        1..=10 => format!("{name}   [{}]\n{about}", number % 10),
        _ => format!("{name}\n{about}"),
    }
}

fn terrain(ui: &mut egui::Ui, page: &Page, hand: &mut Hand, props: &mut Props) {
    let context = ui.ctx().clone();
    let mut number = 0;
    for (name, group) in grouped(page) {
        if group.is_empty() {
            continue;
        }
        heading(ui, name);
        ui.horizontal_wrapped(|ui| {
            for terrain in group {
                number += 1;
                let picture = props.terrain(&context, terrain, 38.0);
                let tip = numbered(&terrain.name, number, &terrain_text(page, terrain));
                if choice(ui, picture, hand.terrain == terrain.key, &tip) {
                    hand.terrain.clone_from(&terrain.key);
                }
            }
        });
    }
}

fn heights(ui: &mut egui::Ui, hand: &mut Hand) {
    heading(ui, "CHANGE");
    ui.horizontal(|ui| {
        for (level, name, tip) in [
            (Level::Up, "Raise", "[1] one level up"),
            (Level::Down, "Lower", "[2] one level down"),
        ] {
            if option(ui, name, hand.level == level, ANY, tip) {
                hand.level = level;
            }
        }
    });
    heading(ui, "LEVEL TO");
    ui.horizontal_wrapped(|ui| {
        for level in LEVELS {
            let is_on = hand.level == Level::Set(level);
            if option(ui, &level.to_string(), is_on, [34.0, 28.0], "") {
                hand.level = Level::Set(level);
            }
        }
    });
    ui.label(faint("The board shows the level of raised hexes."));
}

fn hexsides(ui: &mut egui::Ui, page: &Page, hand: &mut Hand) {
    heading(ui, "BETWEEN TWO HEXES");
    for (number, hexside) in page.catalog.hexsides.iter().enumerate().skip(1) {
        let cost = match hexside.surcharge_percent {
            Some(percent) => format!("+{percent}% to cross"),
            None => "cannot be crossed".into(),
        };
        let is_chosen = hand.hexside.as_ref() == Some(&hexside.key);
        let text = format!("{number}  {} ({cost})", hexside.name);
        if option(ui, &text, is_chosen, ANY, "") {
            hand.hexside = Some(hexside.key.clone());
        }
    }
    if option(
        ui,
        "None: removes the feature",
        hand.hexside.is_none(),
        ANY,
        "",
    ) {
        hand.hexside = None;
    }
    ui.label(faint(hand.layout.fill(
        "Click near the side of a hex; click again to remove the feature. By keyboard: {E} selects the next side, Space places the feature.",
    )));
}

fn air(ui: &mut egui::Ui, hand: &mut Hand) {
    heading(ui, "SMOKE AND FIRE AT THE START");
    for (smoke, name) in [
        (0, "1  Fire"),
        (1, "2  Thin smoke"),
        (2, "3  Smoke"),
        (3, "4  Thick smoke"),
    ] {
        if option(ui, name, hand.smoke == smoke, ANY, "") {
            hand.smoke = smoke;
        }
    }
    ui.label(faint("The eraser removes it."));
}

fn units(ui: &mut egui::Ui, page: &Page, hand: &mut Hand) {
    let context = ui.ctx().clone();
    heading(ui, "SIDE");
    for (index, side) in page.draft.sheet().sides.iter().enumerate() {
        let text = format!("{}  ({})", side.name, side.units.len());
        if option(ui, &text, hand.side == index, ANY, "") {
            hand.side = index;
            hand.facing = usual_facing(index);
        }
    }
    let mut number = 0;
    for (post, known) in page.draft.sheet().outline.posts.iter().enumerate() {
        heading(ui, &format!("KIND OF {}", known.word.to_uppercase()));
        ui.horizontal_wrapped(|ui| {
            for (_, kind) in kinds(page).into_iter().filter(|(of, _)| *of == post) {
                number += 1;
                let picture = pictures::unit(&context, page, (post, &kind.key), hand.side, 34.0);
                let tip = numbered(&kind.name, number, &kind.about);
                let is_chosen = (hand.kind.0, &hand.kind.1) == (post, &kind.key);
                if choice(ui, picture, is_chosen, &tip) {
                    hand.kind = (post, kind.key.clone());
                }
            }
        });
    }
    ui.label(faint(hand.layout.fill(
        "Click a free hex to place a unit, click a unit to edit it, drag to move it. {R} or the wheel turns it, right click inspects the hex, Delete removes it.",
    )));
}

fn zones(ui: &mut egui::Ui, page: &Page, hand: &mut Hand, edits: &mut Vec<Edit>) {
    let sheet = page.draft.sheet();
    let roles = page.zones_in_use();
    heading(ui, "ZONES");
    for zone in &sheet.zones {
        let is_chosen = hand.zone.as_ref() == Some(&zone.name);
        ui.horizontal(|ui| {
            let [r, g, b, _] = role_color(&roles, &zone.name).to_srgba().to_u8_array();
            ui.label(
                RichText::new("⏹")
                    .color(Color32::from_rgb(r, g, b))
                    .size(16.0),
            );
            let text = format!("{}  ({})", zone.name, zone.hexes.len());
            if option(ui, &text, is_chosen, ANY, "") {
                hand.zone = Some(zone.name.clone());
            }
        });
    }
    if ui
        .button("+ New zone")
        .on_hover_text("Then paint its hexes")
        .clicked()
    {
        let name = (1..)
            .map(|number| format!("zone {number}"))
            .find(|name| sheet.zone(name).is_none());
        hand.zone = name;
    }
    let Some(name) = hand.zone.clone() else {
        ui.label(faint("Paint on the board to create a first zone."));
        return;
    };
    if sheet.zone(&name).is_none() {
        ui.label(faint(format!("Paint the hexes of {name:?} on the board.")));
        return;
    }
    heading(ui, &format!("\"{name}\" IS"));
    zone_uses(ui, page, &name, edits);
    zone_name(ui, page, &name, hand, edits);
    if ui.button("Delete the zone").clicked() {
        edits.push(Edit::Zone(name, Vec::new()));
        hand.zone = None;
    }
    ui.label(faint("Start on a hex of the zone to remove hexes instead."));
}

/// Offers what a zone can be for.
fn zone_uses(ui: &mut egui::Ui, page: &Page, name: &str, edits: &mut Vec<Edit>) {
    let (root, sheet) = (page.draft.root(), page.draft.sheet());
    let mut offer = |label: &str, about: &str, path: Path| {
        let now = path
            .find(root)
            .map(|node| crate::content::form::texts_at(node, &[]));
        let was = now.is_some_and(|now| now.iter().any(|zone| zone == name));
        let mut is_on = was;
        ui.checkbox(&mut is_on, label).on_hover_text(about);
        if is_on != was {
            edits.push(Edit::Set(path, is_on.then(|| quoted(name))));
        }
    };
    for (_, names) in sheet.outline.zones {
        match names {
            [field] => {
                let known = page.forms.mission.iter().find(|known| known.name == *field);
                if let Some(known) = known {
                    let label = format!("the {}", known.label.to_lowercase());
                    offer(&label, &known.about, Path::of(field));
                }
            }
            ["sides", field] => {
                let known = page.forms.side.iter().find(|known| known.name == *field);
                for (index, side) in sheet.sides.iter().enumerate() {
                    if let Some(known) = known {
                        let label = format!("the {} of {}", known.label.to_lowercase(), side.name);
                        let path = Path::of("sides").item(index).field(field);
                        offer(&label, &known.about, path);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The field of a zone's name.
fn zone_name(ui: &mut egui::Ui, page: &Page, name: &str, hand: &mut Hand, edits: &mut Vec<Edit>) {
    ui.horizontal(|ui| {
        ui.label(faint("Name"));
        let id = ui.make_persistent_id("zone name");
        let mut typed = ui.data_mut(|data| {
            data.get_temp::<(String, String)>(id)
                .filter(|(of, _)| of == name)
                .map_or_else(|| name.to_owned(), |(_, typed)| typed)
        });
        let field = ui.add(egui::TextEdit::singleline(&mut typed).desired_width(120.0));
        if field.lost_focus() && typed != name && !typed.trim().is_empty() {
            edits.push(Edit::RenameZone(name.to_owned(), typed.clone()));
            if page.draft.sheet().zone(&typed).is_none() {
                hand.zone = Some(typed.clone());
            }
        }
        ui.data_mut(|data| data.insert_temp(id, (name.to_owned(), typed)));
    });
}
