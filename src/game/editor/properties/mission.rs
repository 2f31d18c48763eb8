//! The fields of the mission as a whole, and the size of its board.
//!
//! **Invariant:** a board only grows and shrinks in steps that keep its hexes in place.

use bevy_egui::egui::{self, vec2};

use super::{Asked, line, number, row};
use crate::{
    battle::grid::Layout,
    game::{editor::palette::heading, kit::theme::faint},
    mission::edit::{Edit, Margins, Sheet},
};

pub(super) fn mission_fields(ui: &mut egui::Ui, sheet: &Sheet, asked: &mut Asked) {
    heading(ui, "MISSION");
    row(ui, "Name", |ui| {
        let mut name = sheet.name.clone();
        if line(ui, &mut name, "a name for the list", asked) {
            asked.edits.push(Edit::Name(name));
        }
    });
    let mut briefing = sheet.briefing.clone();
    let field = egui::TextEdit::multiline(&mut briefing)
        .desired_rows(3)
        .desired_width(f32::INFINITY)
        .hint_text("what the squad is told before it starts");
    let area = egui::ScrollArea::vertical()
        .id_salt("briefing")
        .max_height(96.0);
    let field = area.show(ui, |ui| ui.add(field)).inner;
    if asked.typed(&field) {
        asked.edits.push(Edit::Briefing(briefing));
    }
    ui.horizontal(|ui| {
        let mut night = sheet.night;
        if ui.checkbox(&mut night, "at night").changed() {
            asked.edits.push(Edit::Night(night));
        }
        ui.separator();
        let mut is_limited = sheet.turn_limit.is_some();
        if ui.checkbox(&mut is_limited, "turn limit").changed() {
            asked.edits.push(Edit::TurnLimit(is_limited.then_some(20)));
        }
        if let Some(limit) = sheet.turn_limit
            && let Some(limit) = number(ui, limit, 1..=500)
        {
            asked.edits.push(Edit::TurnLimit(Some(limit)));
        }
    });
}

pub(super) fn board_fields(ui: &mut egui::Ui, sheet: &Sheet, asked: &mut Asked) {
    let grid = sheet.board.grid;
    heading(ui, "BOARD");
    ui.label(faint(format!(
        "{} columns, {} rows",
        grid.width, grid.height
    )));
    // Rows of pointy-top hexes, and columns of flat-top ones, come in pairs at their start.
    let (left, top) = match grid.layout {
        Layout::PointyOddRows => (1, 2),
        Layout::FlatOddColumns => (2, 1),
    };
    egui::Grid::new("margins")
        .num_columns(4)
        .spacing(vec2(6.0, 4.0))
        .show(ui, |ui| {
            let mut edge =
                |ui: &mut egui::Ui, name: &str, step: i32, set: &dyn Fn(i32) -> Margins| {
                    ui.label(faint(name));
                    ui.horizontal(|ui| {
                        for (sign, label) in [(-1, "−"), (1, "+")] {
                            let tip = format!("{} at the {}", step * sign, name.to_lowercase());
                            if ui.button(label).on_hover_text(tip).clicked() {
                                asked.edits.push(Edit::Margins(set(step * sign)));
                            }
                        }
                    });
                };
            edge(ui, "Left", left, &|left| Margins {
                left,
                ..Margins::default()
            });
            edge(ui, "Right", 1, &|right| Margins {
                right,
                ..Margins::default()
            });
            ui.end_row();
            edge(ui, "Top", top, &|top| Margins {
                top,
                ..Margins::default()
            });
            edge(ui, "Bottom", 1, &|bottom| Margins {
                bottom,
                ..Margins::default()
            });
            ui.end_row();
        });
}
