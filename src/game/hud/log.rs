//! The combat log.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use crate::{
    battle::{grid::TileId, step::HumanSides, unit::Side},
    game::{
        board_view::viewer,
        hud::{Ask, aside::WIDTH},
        theme::{FAINT, widget::heading},
    },
};

/// Lines of the combat log, the newest last, each with the hex it is about and whose it is.
#[derive(Resource, Default)]
pub struct CombatLog {
    lines: Vec<LogLine>,
}

/// What happened, in words.
struct LogLine {
    text: String,
    /// The side that knows of it.
    side: Side,
    /// How often in a row.
    times: usize,
    /// The hex it is about.
    place: Option<TileId>,
    /// Orders given by then.
    orders: usize,
}

impl CombatLog {
    /// Adds a line for a side that so many orders led to; the same again only counts up.
    pub fn push(&mut self, side: Side, text: String, place: Option<TileId>, orders: usize) {
        let last = self.lines.iter_mut().rev().find(|line| line.side == side);
        if let Some(last) = last.filter(|last| last.text == text) {
            last.times += 1;
            (last.place, last.orders) = (place, orders);
            return;
        }
        self.lines.push(LogLine {
            text,
            side,
            times: 1,
            place,
            orders,
        });
        let surplus = self.lines.len().saturating_sub(800);
        self.lines.drain(..surplus);
    }

    /// Lists the lines of all sides.
    #[cfg(test)]
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(|line| line.text.as_str())
    }

    /// Counts the lines of all sides.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Forgets what came of orders that were taken back: all but the first so many.
    pub fn take_back(&mut self, orders: usize) {
        self.lines.retain(|line| line.orders <= orders);
    }
}

/// Shows the log of the side that looks, in so many points.
pub(super) fn log(world: &World, room: f32, ui: &mut egui::Ui, asks: &mut Vec<Ask>) {
    let side = viewer(world.resource::<HumanSides>());
    let lines = &world.resource::<CombatLog>().lines;
    heading(ui, "Log");
    egui::ScrollArea::vertical()
        .id_salt("log")
        .max_height((room - 30.0).min(320.0))
        .min_scrolled_height((room - 30.0).min(320.0))
        .auto_shrink([false, true])
        .stick_to_bottom(true)
        .show(ui, |ui| {
            ui.set_width(WIDTH - 8.0);
            let mut is_empty = true;
            for line in lines.iter().filter(|line| line.side == side) {
                is_empty = false;
                let text = match line.times {
                    1 => line.text.clone(),
                    times => format!("{} (×{times})", line.text),
                };
                let is_heading = line.text.starts_with("Turn ");
                let mut text = RichText::new(text).size(12.0);
                if is_heading {
                    text = text.strong();
                }
                let label = egui::Label::new(text).wrap().sense(egui::Sense::click());
                let response = ui.add(label);
                if let Some(tile) = line.place {
                    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
                    if response.on_hover_text("Shows the hex").clicked() {
                        asks.push(Ask::Look(tile));
                    }
                }
            }
            if is_empty {
                ui.label(
                    RichText::new("nothing has happened yet")
                        .color(FAINT)
                        .size(12.0),
                );
            }
        });
}
