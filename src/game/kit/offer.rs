//! Changed files that the battle cannot take over: what is wrong with them, or a restart.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use crate::game::kit::panel;
use crate::game::kit::theme::{BAD, SAND, faint};
use crate::game::shell::session::Offer;

/// Shows what changed files would need, so far below the upper edge.
pub fn show(world: &mut World, context: &egui::Context, below: f32) {
    let Some(offer) = world.get_resource::<Offer>().cloned() else {
        return;
    };
    if offer.problems.is_none() && offer.restart.is_none() {
        return;
    }
    let (mut is_closed, mut is_accepted) = (false, false);
    let top = Align2::CENTER_TOP;
    panel(context, "offer", top, vec2(0.0, below), |ui| {
        ui.set_width(560.0);
        if let Some(problems) = &offer.problems {
            ui.label(
                RichText::new("A changed file has errors")
                    .color(BAD)
                    .strong(),
            );
            ui.label(faint(
                "The battle continues unchanged. Fix the file and save it to reload.",
            ));
            egui::ScrollArea::vertical()
                .max_height(180.0)
                .show(ui, |ui| {
                    ui.label(RichText::new(problems).monospace().size(12.5));
                });
        }
        if let Some((why, _)) = &offer.restart {
            let text = RichText::new("The changed files require a restart").color(SAND);
            ui.label(text.strong());
            for line in why {
                ui.label(faint(line.as_str()));
            }
        }
        ui.horizontal(|ui| {
            if offer.restart.is_some() {
                is_accepted = ui.button("Restart with the changes").clicked();
            }
            is_closed = ui.button("Close").clicked();
        });
    });
    if is_accepted {
        Offer::accept(world);
    } else if is_closed {
        world.insert_resource(Offer::default());
    }
}
