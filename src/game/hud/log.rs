//! The combat log.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use crate::{
    battle::grid::TileId,
    game::{
        hud::{Ask, panel},
        theme::SAND,
    },
};

/// Lines of the combat log, the newest last, each with the hex it is about.
#[derive(Resource, Default)]
pub struct CombatLog {
    lines: Vec<LogLine>,
}

/// What happened, in words.
struct LogLine {
    text: String,
    /// How often in a row.
    times: usize,
    /// The hex it is about.
    place: Option<TileId>,
    /// Orders given by then.
    orders: usize,
}

impl CombatLog {
    /// Adds a line that so many orders led to; the same again only counts up.
    pub fn push(&mut self, text: String, place: Option<TileId>, orders: usize) {
        if let Some(last) = self.lines.last_mut().filter(|last| last.text == text) {
            last.times += 1;
            (last.place, last.orders) = (place, orders);
            return;
        }
        self.lines.push(LogLine {
            text,
            times: 1,
            place,
            orders,
        });
        let surplus = self.lines.len().saturating_sub(400);
        self.lines.drain(..surplus);
    }

    /// Forgets what came of orders that were taken back: all but the first so many.
    pub fn take_back(&mut self, orders: usize) {
        self.lines.retain(|line| line.orders <= orders);
    }
}

pub(super) fn log(world: &World, context: &egui::Context, asks: &mut Vec<Ask>) {
    let lines = &world.resource::<CombatLog>().lines;
    panel(context, "log", Align2::RIGHT_TOP, vec2(-8.0, 64.0), |ui| {
        ui.set_width(300.0);
        ui.label(RichText::new("LOG").color(SAND).size(12.0));
        egui::ScrollArea::vertical()
            .max_height(250.0)
            .stick_to_bottom(true)
            .show(ui, |ui| {
                ui.set_width(296.0);
                ui.set_min_height(120.0);
                for line in lines {
                    let text = match line.times {
                        1 => line.text.clone(),
                        times => format!("{} (×{times})", line.text),
                    };
                    let text = RichText::new(text).size(12.5);
                    let label = egui::Label::new(text).wrap().sense(egui::Sense::click());
                    if let (true, Some(tile)) = (ui.add(label).clicked(), line.place) {
                        asks.push(Ask::Look(tile));
                    }
                }
            });
    });
}
