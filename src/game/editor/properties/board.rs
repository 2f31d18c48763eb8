//! The size of the board.
//!
//! **Invariant:** a board only grows and shrinks in steps that keep its hexes in place.

use bevy_egui::egui::{self, vec2};

use super::Asked;
use crate::{
    battle::grid::Layout,
    game::kit::theme::faint,
    mission::edit::{Edit, Margins, Sheet},
};

pub(super) fn board_fields(ui: &mut egui::Ui, sheet: &Sheet, asked: &mut Asked) {
    let grid = sheet.board.grid;
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
