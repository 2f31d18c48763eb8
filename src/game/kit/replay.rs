//! The bar of a replay: play, step, seek, turns, eyes, reasons, play on from here.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Key, RichText, vec2};

use crate::{
    battle::step::HumanSides,
    game::{
        kit::{
            panel, side_names,
            theme::{
                SAND, faint,
                icon::Icon,
                widget::{heading, icon_only},
            },
        },
        shell::{
            session::{Request, Session},
            watching::{Watching, next_eyes, seek, step_forward},
        },
        table::{board_view::viewer, playback::Playback},
    },
};

/// What a click or key asks for.
enum Wish {
    Play,
    Forward,
    To(usize),
    Eyes,
    Reasons,
    PlayOn,
    Leave,
}

/// Shows the bar; returns its height in points.
pub fn bar(world: &mut World, context: &egui::Context) -> f32 {
    let Some(watching) = world.get_resource::<Watching>() else {
        return 0.0;
    };
    let replay = &watching.reel;
    let (at, count) = (replay.position(), replay.orders());
    let chapter = replay.chapter(at);
    let turns: Vec<_> = (replay.chapters().iter())
        .filter(|chapter| chapter.begins_turn)
        .map(|chapter| (chapter.turn, chapter.order))
        .collect();
    let previous = (replay.chapters().iter().rev()).find(|chapter| chapter.order < at);
    let next = replay.chapters().iter().find(|chapter| chapter.order > at);
    let (previous, next) = (
        previous.map_or(0, |chapter| chapter.order),
        next.map_or(count, |chapter| chapter.order),
    );
    let is_playing = watching.is_playing || !world.resource::<Playback>().is_empty();
    let names = side_names(world);
    let name =
        |side: crate::battle::unit::Side| names.get(side.index()).cloned().unwrap_or_default();
    let eyes = name(viewer(world.resource::<HumanSides>()));
    let reasons = watching.shows_reasons.then(|| watching.reasons().cloned());
    let mut wish = None;
    let width = context.content_rect().width() - 346.0;
    let bottom = Align2::LEFT_BOTTOM;
    let height = panel(context, "replay", bottom, vec2(6.0, -6.0), |ui| {
        ui.set_width(width);
        if let Some(reasons) = &reasons {
            heading(ui, "Why the next order");
            match reasons {
                None => {
                    ui.label(faint("nothing is to be decided here"));
                }
                Some(reasons) => {
                    let given = match reasons.is_given {
                        true => "and that is what was ordered",
                        false => "but something else was ordered: by a person",
                    };
                    let text = format!("a computer would: {} ({given})", reasons.choice);
                    ui.label(RichText::new(text).color(SAND));
                    egui::ScrollArea::vertical()
                        .max_height(110.0)
                        .show(ui, |ui| {
                            for one in &reasons.weighed {
                                let text =
                                    format!("{:>6}  {} ({})", one.points, one.order, one.purpose);
                                let text = RichText::new(text).monospace().size(12.0);
                                ui.label(if one.is_chosen {
                                    text.color(SAND)
                                } else {
                                    text
                                });
                            }
                        });
                }
            }
            ui.separator();
        }
        ui.horizontal(|ui| {
            ui.label(RichText::new("REPLAY").color(SAND).strong());
            for (icon, name, to) in [
                (Icon::ToStart, "To the beginning [Home]", Wish::To(0)),
                (
                    Icon::StepBack,
                    "One order back [Left]",
                    Wish::To(at.saturating_sub(1)),
                ),
                (
                    if is_playing { Icon::Pause } else { Icon::Play },
                    "Play and pause [Space]",
                    Wish::Play,
                ),
                (Icon::StepForward, "One order on [Right]", Wish::Forward),
                (Icon::ToEnd, "To the end [End]", Wish::To(count)),
            ] {
                if icon_only(ui, icon, false, name).clicked() {
                    wish = Some(to);
                }
            }
            ui.separator();
            if ui.button("◀ phase").on_hover_text("[PageUp]").clicked() {
                wish = Some(Wish::To(previous));
            }
            if ui.button("phase ▶").on_hover_text("[PageDown]").clicked() {
                wish = Some(Wish::To(next));
            }
            egui::ComboBox::from_id_salt("turn")
                .selected_text(format!("Turn {}", chapter.turn))
                .width(90.0)
                .show_ui(ui, |ui| {
                    for (turn, order) in &turns {
                        let is_on = *turn == chapter.turn;
                        if ui.selectable_label(is_on, format!("Turn {turn}")).clicked() {
                            wish = Some(Wish::To(*order));
                        }
                    }
                });
            ui.label(faint(format!("{}'s phase", name(chapter.side))));
        });
        ui.horizontal(|ui| {
            ui.spacing_mut().slider_width = (width - 200.0).max(120.0);
            let mut to = at;
            let slider = egui::Slider::new(&mut to, 0..=count).show_value(false);
            if ui.add(slider).changed() && to != at {
                wish = Some(Wish::To(to));
            }
            ui.label(format!("order {at} of {count}"));
        });
        ui.horizontal(|ui| {
            let text = format!("Eyes of {eyes}");
            if ui
                .button(text)
                .on_hover_text("See what the next side saw")
                .clicked()
            {
                wish = Some(Wish::Eyes);
            }
            let shows = watching_shows(reasons.is_some());
            if ui.button(shows).clicked() {
                wish = Some(Wish::Reasons);
            }
            let text = RichText::new("Play on from here").color(SAND).strong();
            let about = "A new battle, from this very state";
            if ui.button(text).on_hover_text(about).clicked() {
                wish = Some(Wish::PlayOn);
            }
            if ui.button("Leave").clicked() {
                wish = Some(Wish::Leave);
            }
        });
        ui.min_rect().height() + 26.0
    });
    let key = context.input(|input| {
        [
            (Key::Space, Wish::Play),
            (Key::ArrowRight, Wish::Forward),
            (Key::ArrowLeft, Wish::To(at.saturating_sub(1))),
            (Key::Home, Wish::To(0)),
            (Key::End, Wish::To(count)),
            (Key::PageUp, Wish::To(previous)),
            (Key::PageDown, Wish::To(next)),
        ]
        .into_iter()
        .find(|(key, _)| input.key_pressed(*key))
        .map(|(_, wish)| wish)
    });
    match wish.or(key) {
        Some(Wish::Play) => {
            world.resource_mut::<Watching>().is_playing = !is_playing;
            if is_playing {
                world.resource_mut::<Playback>().clear();
            }
        }
        Some(Wish::Forward) => step_forward(world),
        Some(Wish::To(order)) => {
            world.resource_mut::<Watching>().is_playing = false;
            seek(world, order);
        }
        Some(Wish::Eyes) => next_eyes(world),
        Some(Wish::Reasons) => {
            let mut watching = world.resource_mut::<Watching>();
            watching.shows_reasons = !watching.shows_reasons;
        }
        Some(Wish::PlayOn) => {
            world.resource_mut::<Session>().request = Some(Request::PlayOnFromHere);
        }
        Some(Wish::Leave) => world.resource_mut::<Session>().request = Some(Request::Leave),
        None => {}
    }
    height
}

fn watching_shows(is_on: bool) -> &'static str {
    match is_on {
        true => "Hide the reasons",
        false => "Show the reasons",
    }
}
