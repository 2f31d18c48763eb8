//! The sign that a computer is thinking.
//!
//! **Invariant:** covers nothing that is pressed, and takes no clicks.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use super::side_names;
use super::theme::{FAINT, SAND, frame};
use crate::game::table::playback::Thinking;
use crate::plain::verb;

/// Dots of the moving mark, and how wide each is, points.
const DOTS: (usize, f32) = (3, 9.0);
/// Seconds in which the mark goes round.
const ROUND: f32 = 1.2;

/// Shows who is thinking, so far below the upper edge.
pub fn sign(world: &World, context: &egui::Context, below: f32) {
    let thinking = world.get_resource::<Thinking>();
    let Some((side, strength, seconds)) = thinking.and_then(Thinking::shown) else {
        return;
    };
    let names = side_names(world);
    let name = names.get(side.index()).map_or("", String::as_str);
    let text = format!("{name} {} thinking", verb(name, "is", "are"));
    egui::Area::new(egui::Id::new("thinking"))
        .anchor(Align2::CENTER_TOP, vec2(0.0, below))
        .interactable(false)
        .show(context, |ui| {
            ui.multiply_opacity(strength);
            frame().show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(RichText::new(text).size(15.0).color(SAND));
                    mark(ui, seconds);
                });
            });
        });
}

/// Draws dots that light up one after another.
fn mark(ui: &mut egui::Ui, seconds: f32) {
    let (count, width) = DOTS;
    let size = vec2(count as f32 * width, width);
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    let at = (seconds / ROUND).fract() * count as f32;
    for dot in 0..count {
        // How long ago it was lit, as a share of the round.
        let since = (at - dot as f32).rem_euclid(count as f32) / count as f32;
        let color = FAINT.lerp_to_gamma(SAND, 1.0 - since);
        let center = rect.left_center() + vec2((dot as f32 + 0.5) * width, 1.0);
        ui.painter()
            .circle_filled(center, 1.5 + 1.5 * (1.0 - since), color);
    }
}
