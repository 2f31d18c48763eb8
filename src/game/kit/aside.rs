//! The column at the right: minimap, what is aimed or pointed at, and the log in what room is left.

use bevy::prelude::*;
use bevy_egui::egui::{self, vec2};

use crate::game::{
    kit::{Ask, log::log, minimap, theme::frame},
    rules::battlescape::hud::{insight, outlook, target},
};

/// Name of the column.
pub const ASIDE: &str = "aside";
/// Width of what the column holds, points.
pub const WIDTH: f32 = 300.0;

pub(super) fn aside(world: &mut World, context: &egui::Context, asks: &mut Vec<Ask>) {
    column(world, context, asks, |world, ui, most, asks| {
        if let Some(part) = target::part(world) {
            target::renew(world, part);
            framed(ui, |ui| target::show(world, &part, most, ui, asks));
        } else if insight::has_card(world) {
            framed(ui, |ui| insight::card(world, most, ui));
        } else if outlook::has_something(world) {
            framed(ui, |ui| outlook::show(world, most, ui));
        }
    });
}

/// Shows the column: the minimap, what a rule set has to show in so many points at the most, and the log.
pub fn column(
    world: &mut World,
    context: &egui::Context,
    asks: &mut Vec<Ask>,
    part: impl FnOnce(&mut World, &mut egui::Ui, f32, &mut Vec<Ask>),
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
                framed(ui, |ui| minimap::show(world, ui, asks));
            }
            let most = screen.height() - 150.0 - (ui.cursor().top() - top);
            part(world, ui, most, asks);
            let used = ui.cursor().top() - top;
            let room = screen.height() - taken - 40.0;
            if room > 70.0 {
                framed(ui, |ui| log(world, room, ui, asks));
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
