//! The top bar: turn, phase, objective.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use super::{Wish, look};
use crate::{
    battle::phase::Phase,
    game::{
        kit::{
            side_names,
            theme::{BAD, FAINT, GOOD, SAND, faint},
            top_bar,
        },
        table::playback::Playback,
    },
    rules::battlescape::{log::Log, objective},
};

pub(super) fn show(world: &World, context: &egui::Context, wishes: &mut Vec<Wish>) {
    let view = look(world);
    let names = side_names(world);
    let turn = view.turn();
    let playback = world.resource::<Playback>();
    let side = names.get(turn.active.index()).map_or("", String::as_str);
    let phase = match world.resource::<State<Phase>>().get() {
        Phase::Player if playback.is_empty() => ("Your phase".into(), GOOD),
        Phase::Player => ("Your phase".into(), FAINT),
        Phase::Resolution => ("Resolution".into(), SAND),
        Phase::Over => ("Over".into(), SAND),
        _ => (format!("{side}: their phase"), BAD),
    };
    top_bar(world, context, wishes, |ui| {
        let limit = view
            .turn_limit()
            .map_or(String::new(), |limit| format!(" / {limit}"));
        let text = format!("Turn {}{limit}", turn.number);
        ui.label(RichText::new(text).strong().size(16.0));
        ui.separator();
        ui.label(RichText::new(phase.0).color(phase.1).strong().size(16.0));
        ui.separator();
        let text = RichText::new(Log::new(world).objective());
        let goal = match objective::forgone(world) {
            None => ui.label(text),
            Some(loss) => {
                let why = format!("{}\nThe squad fights on", Log::new(world).loss(loss));
                ui.label(text.color(FAINT).strikethrough())
                    .on_hover_text(why)
            }
        };
        let others: Vec<_> = (view.secondary())
            .map(|(one, is_done)| {
                format!("{} {}", if is_done { "done:" } else { "also:" }, one.name)
            })
            .collect();
        if !others.is_empty() {
            goal.on_hover_text(others.join("\n"));
            let text = faint(format!("+{}", others.len()));
            ui.label(text).on_hover_text(others.join("\n"));
        }
    });
}
