//! The column at the right: minimap, what is aimed or pointed at, and the log in what room is left.

use bevy::prelude::*;
use bevy_egui::egui::{self, vec2};

use super::{Ask, log::log, minimap, theme::frame};

/// Name of the column.
pub const ASIDE: &str = "aside";
/// Width of what the column holds, points.
pub const WIDTH: f32 = 300.0;

/// Shows the column: the minimap, what a rule set has to show in so many points at the most, and the log.
pub fn column<W: From<Ask>>(
    world: &mut World,
    context: &egui::Context,
    wishes: &mut Vec<W>,
    part: impl FnOnce(&mut World, &mut egui::Ui, f32, &mut Vec<W>),
) {
    let screen = context.content_rect();
    let id = egui::Id::new(ASIDE);
    // What the parts took the frame before tells how much room is left for the log.
    let taken = context.data(|data| data.get_temp::<f32>(id)).unwrap_or(0.0);
    let used = egui::Area::new(id)
        .fixed_pos(egui::pos2(
            screen.right() - WIDTH - 28.0,
            screen.top() + 6.0,
        ))
        .show(context, |ui| {
            ui.set_width(WIDTH + 22.0);
            ui.spacing_mut().item_spacing = vec2(0.0, 6.0);
            let top = ui.cursor().top();
            if minimap::is_shown(world) {
                framed(ui, |ui| minimap::show(world, ui, wishes));
            }
            let most = screen.height() - 150.0 - (ui.cursor().top() - top);
            part(world, ui, most, wishes);
            let used = ui.cursor().top() - top;
            let room = screen.height() - taken - 40.0;
            if room > 70.0 {
                framed(ui, |ui| log(world, room, ui, wishes));
            }
            used
        })
        .inner;
    context.data_mut(|data| data.insert_temp(id, used));
}

/// Shows a part of the column in its frame.
pub fn framed(ui: &mut egui::Ui, part: impl FnOnce(&mut egui::Ui)) {
    frame().show(ui, |ui| {
        ui.set_width(WIDTH);
        ui.spacing_mut().item_spacing = vec2(6.0, 3.0);
        part(ui);
    });
}
