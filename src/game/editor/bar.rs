//! The bar at the top and the line at the bottom.
//!
//! **Invariant:** says in words what the next click would do.

use bevy::prelude::World;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use super::Editor;
use super::dialogs::{self, Then};
use super::hand::{Level, Shape, Tool, kind_name};
use crate::game::kit::panel;
use crate::game::kit::theme::{BAD, FIELD, GOOD, SAND, faint};

pub(super) fn top(world: &mut World, context: &egui::Context, editor: &mut Editor) {
    let mut asked = None;
    panel(
        context,
        "editor bar",
        Align2::CENTER_TOP,
        vec2(0.0, 8.0),
        |ui| {
            ui.spacing_mut().button_padding = vec2(8.0, 5.0);
            ui.spacing_mut().interact_size.y = FIELD;
            if editor.dialog.is_some() {
                ui.disable();
            }
            ui.horizontal(|ui| {
                let file = editor.page.file.as_ref();
                let name = file.and_then(|file| file.path().file_name());
                let name = name.map_or("not saved yet".into(), |name| name.to_string_lossy());
                let star = if editor.is_unsaved() { " *" } else { "" };
                ui.label(RichText::new("EDITOR").color(SAND).strong());
                ui.label(faint(format!("{name}{star}")));
                ui.separator();
                let layout = &editor.hand.layout;
                let mut button = |label: &str, tip: &str, is_on: bool| {
                    let button = ui.add_enabled(is_on, egui::Button::new(label));
                    button.on_hover_text(layout.fill(tip)).clicked()
                };
                let (can_undo, can_redo) =
                    (editor.page.draft.can_undo(), editor.page.draft.can_redo());
                for (label, tip, is_on, what) in [
                    ("New", "{Ctrl+N}", true, Asked::Then(Then::New)),
                    ("Open", "{Ctrl+O}", true, Asked::Then(Then::Choose)),
                    ("Save", "{Ctrl+S}", true, Asked::Save),
                    ("Save as", "{Ctrl+Shift+S}", true, Asked::SaveAs),
                    ("Undo", "{Ctrl+Z}", can_undo, Asked::Undo),
                    ("Redo", "{Ctrl+Y}", can_redo, Asked::Redo),
                    (
                        "Test play [F6]",
                        "Play this draft; leaving the battle returns here",
                        true,
                        Asked::Test,
                    ),
                    (
                        "Back [Esc]",
                        "Return to the mission list",
                        true,
                        Asked::Then(Then::Leave),
                    ),
                ] {
                    if button(label, tip, is_on) {
                        asked = Some(what);
                    }
                }
            });
        },
    );
    match asked {
        Some(Asked::Then(then)) => dialogs::or_ask(world, editor, then),
        Some(Asked::Save) => dialogs::save(editor, false),
        Some(Asked::SaveAs) => dialogs::ask_name(editor),
        Some(Asked::Undo) => editor.undo(),
        Some(Asked::Redo) => editor.redo(),
        Some(Asked::Test) => editor.test_play(world),
        None => {}
    }
}

/// What a button of the bar asks for.
enum Asked {
    Then(Then),
    Save,
    SaveAs,
    Undo,
    Redo,
    Test,
}

pub(super) fn status(context: &egui::Context, editor: &mut Editor) {
    let (what, does) = (under_cursor(editor), what_a_click_does(editor));
    let notice = editor.notice.clone();
    panel(
        context,
        "status",
        Align2::CENTER_BOTTOM,
        vec2(-36.0, -8.0),
        |ui| {
            ui.set_max_width((context.content_rect().width() - 560.0).max(300.0));
            ui.vertical_centered(|ui| {
                if let Some((text, is_bad)) = notice {
                    ui.label(RichText::new(text).color(if is_bad { BAD } else { GOOD }));
                }
                ui.horizontal_wrapped(|ui| {
                    ui.label(RichText::new(what).strong());
                    ui.label(faint(does));
                });
            });
        },
    );
    drawn_first(context, editor);
}

/// Offers to draw a board that is made from a seed.
fn drawn_first(context: &egui::Context, editor: &mut Editor) {
    let page = &mut editor.page;
    if page.draft.sheet().board.is_drawn || page.draft.sheet().board.grid.is_empty() {
        return;
    }
    let mut is_drawing = false;
    panel(
        context,
        "made board",
        Align2::CENTER_TOP,
        vec2(-36.0, 70.0),
        |ui| {
            ui.horizontal(|ui| {
                ui.label("This board is generated anew for each battle.");
                is_drawing = ui
                    .button("Convert to a drawn board")
                    .on_hover_text("Keeps this board for every battle, so that you can paint on it")
                    .clicked();
            });
        },
    );
    if is_drawing {
        let result = page.draft.draw_board(&page.catalog, 0);
        editor.notice = Some(match result {
            Ok(notes) => (notes.join("; "), false),
            Err(why) => (why, true),
        });
        editor.changed();
    }
}

/// Names what is on the hex under the cursor.
fn under_cursor(editor: &Editor) -> String {
    let page = &editor.page;
    let Some(tile) = editor.cursor else {
        return "Point at a hex".into();
    };
    let sheet = page.draft.sheet();
    let board = &sheet.board;
    let (column, row) = board.grid.to_offset(tile);
    let name = |key: &str| {
        let id = page.catalog.terrain_named(key);
        id.map_or(key.to_owned(), |id| page.catalog.terrain(id).name.clone())
    };
    let mut text = format!("({column}, {row})");
    if let Some(key) = board.terrain(tile) {
        text.push_str(&format!("  {}", name(key)));
    }
    match board.height(tile) {
        0 => {}
        level => text.push_str(&format!(", level {level}")),
    }
    if let Some((side, index)) = sheet.unit_at(tile) {
        let (side, unit) = (&sheet.sides[side], &sheet.sides[side].units[index]);
        let name = unit
            .name
            .as_deref()
            .map_or(String::new(), |name| format!("{name}, "));
        let kind = kind_name(page, (unit.post, &unit.kind));
        text.push_str(&format!(" · {name}{kind} of {}", side.name));
    }
    let zones: Vec<_> = (sheet.zones.iter())
        .filter(|zone| zone.hexes.contains(&tile))
        .map(|zone| zone.name.as_str())
        .collect();
    if !zones.is_empty() {
        text.push_str(&format!(" · in {}", zones.join(", ")));
    }
    text
}

fn what_a_click_does(editor: &Editor) -> String {
    let hand = &editor.hand;
    let page = &editor.page;
    let sheet = page.draft.sheet();
    let on_unit = editor.cursor.and_then(|tile| sheet.unit_at(tile)).is_some();
    let terrain = (page.catalog.terrain_named(&hand.terrain)).map_or(String::new(), |id| {
        page.catalog.terrain(id).name.to_lowercase()
    });
    let shape = match (hand.tool.has_shape(), hand.shape) {
        (true, Shape::Fill) => " in the connected area",
        (true, Shape::Line) => " along a line (drag)",
        (true, Shape::Rectangle) => " in a box (drag)",
        _ => "",
    };
    match hand.tool {
        Tool::Terrain => format!("click paints {terrain}{shape} · right click picks"),
        Tool::Height => match hand.level {
            Level::Up => format!("click raises the ground{shape}"),
            Level::Down => format!("click lowers the ground{shape}"),
            Level::Set(level) => format!("click levels the ground to {level}{shape}"),
        },
        Tool::Air if hand.smoke == 0 => format!("click lights a fire{shape}"),
        Tool::Air => format!("click adds smoke{shape}"),
        Tool::Side => match &hand.hexside {
            Some(key) => {
                let kind = page.catalog.hexside_named(key);
                let kind = kind.map(|id| page.catalog.hexside(id).name.to_lowercase());
                let kind = kind.as_deref().unwrap_or(key);
                format!("click adds or removes: {kind}, on the side you point at")
            }
            None => "click clears the hex side you point at".into(),
        },
        Tool::Unit if on_unit => hand
            .layout
            .fill("click selects, drag moves, wheel or {R} turns"),
        Tool::Unit => {
            let side = sheet
                .sides
                .get(hand.side)
                .map_or("no side", |side| side.name.as_str());
            let kind = kind_name(page, (hand.kind.0, &hand.kind.1));
            format!("click places: {kind} of {side}")
        }
        Tool::Zone => format!(
            "click paints \"{}\"{shape}",
            hand.zone.as_deref().unwrap_or("zone 1")
        ),
        Tool::Eraser => format!("click clears the hex{shape}; the ground stays"),
        Tool::Pick => "click picks what is on the hex".into(),
    }
}
