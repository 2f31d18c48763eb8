//! The size of the board.
//!
//! **Invariant:** a board only grows and shrinks in steps that keep its hexes in place.

use bevy_egui::egui::{self, vec2};

use super::Asked;
use crate::battle::grid::Orientation;
use crate::game::kit::theme::faint;
use crate::mission::edit::{Edit, Margins, Sheet};

pub(super) fn board_fields(ui: &mut egui::Ui, sheet: &Sheet, asked: &mut Asked) {
    let grid = sheet.board.grid;
    ui.label(faint(format!(
        "{} columns, {} rows",
        grid.width, grid.height
    )));
    // Rows of pointy-top hexes, and columns of flat-top ones, come in pairs at their start.
    let (left, top) = match grid.layout.orientation() {
        Orientation::Pointy => (1, 2),
        Orientation::Flat => (2, 1),
    };
    let edges: [(_, _, fn(&mut Margins) -> &mut i32); 4] = [
        ("Left", left, |margins| &mut margins.left),
        ("Right", 1, |margins| &mut margins.right),
        ("Top", top, |margins| &mut margins.top),
        ("Bottom", 1, |margins| &mut margins.bottom),
    ];
    egui::Grid::new("margins")
        .num_columns(4)
        .spacing(vec2(6.0, 4.0))
        .show(ui, |ui| {
            for (name, step, edge) in edges {
                ui.label(faint(name));
                ui.horizontal(|ui| {
                    for (sign, label) in [(-1, "−"), (1, "+")] {
                        let tip = format!("{} at the {}", step * sign, name.to_lowercase());
                        if ui.button(label).on_hover_text(tip).clicked() {
                            let mut margins = Margins::default();
                            *edge(&mut margins) = step * sign;
                            asked.edits.push(Edit::Margins(margins));
                        }
                    }
                });
                if matches!(name, "Right" | "Bottom") {
                    ui.end_row();
                }
            }
        });
}
