//! Settings: game, look, sound, keys.

use bevy::input::ButtonInput;
use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use crate::battle::ahead::Effort;
use crate::battle::rules::Rules;
use crate::content::mode::Skill;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::keys::bindings::Chord;
use crate::game::kit::theme::widget::heading;
use crate::game::kit::theme::{self, BAD, FIELD, SAND, faint};
use crate::game::rules::playable::Playable;
use crate::game::shell::menus::{Menus, sheet};
use crate::game::shell::settings::Settings;
use crate::game::table::palette::{Meaning, Palette};
use crate::game::table::playback::Playback;
use crate::game::table::sound::Speakers;
use crate::mission::RuleSet;
use crate::with_rules;

/// Which part of the settings is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tab {
    #[default]
    Game,
    Look,
    Sound,
    Keys,
}

pub(super) fn show(world: &mut World) {
    bind_pressed(world);
    sheet(world, "settings", "Settings", 640.0, |world, ui, room| {
        let before = world.resource::<Settings>().clone();
        let mut settings = before.clone();
        let is_fresh = world.resource::<Menus>().is_fresh;
        let mut tab = world.resource::<Menus>().settings;
        ui.horizontal(|ui| {
            for (one, name) in [
                (Tab::Game, "Game"),
                (Tab::Look, "Look"),
                (Tab::Sound, "Sound"),
                (Tab::Keys, "Keys"),
            ] {
                let response = ui.selectable_label(tab == one, RichText::new(name).size(16.0));
                if is_fresh && tab == one {
                    response.request_focus();
                }
                if response.clicked() {
                    tab = one;
                }
            }
        });
        ui.separator();
        ui.spacing_mut().interact_size.y = FIELD;
        world.resource_mut::<Menus>().settings = tab;
        egui::ScrollArea::vertical()
            .max_height(room - 90.0)
            .min_scrolled_height(520.0_f32.min(room - 90.0))
            .auto_shrink([false, false])
            .show(ui, |ui| match tab {
                Tab::Game => game(ui, &mut settings),
                Tab::Look => look(ui, &mut settings),
                Tab::Sound => {
                    let silence = world.get_resource().and_then(Speakers::silence);
                    sound(ui, &mut settings, silence);
                }
                Tab::Keys => keys(world, ui, &mut settings),
            });
        if settings != before {
            world.resource_mut::<Playback>().speed = f32::from(settings.animation_percent) / 100.0;
            *world.resource_mut::<Settings>() = settings;
        }
    });
}

fn game(ui: &mut egui::Ui, settings: &mut Settings) {
    let (least, most) = Settings::ANIMATION_PERCENT;
    ui.horizontal(|ui| {
        ui.label("Playback speed");
        ui.add(
            slider(&mut settings.animation_percent, least..=most)
                .logarithmic(true)
                .step_by(25.0),
        );
    });
    computers(ui, settings);
    ui.checkbox(&mut settings.follow, "Camera follows the action");
    ui.checkbox(
        &mut settings.confirm,
        "Confirm attacks, items and abilities with a second click or Enter",
    );
    let mut asks = !settings.end_at_once;
    ui.checkbox(
        &mut asks,
        "Ask before ending a turn while units can still act",
    );
    settings.end_at_once = !asks;
    ui.checkbox(&mut settings.hints, "Show hints in tutorial missions");
    for rules in RuleSet::all() {
        for (switch, text) in with_rules!(rules, R => R::SWITCHES) {
            let mut is_on = settings.is_on(switch);
            if ui.checkbox(&mut is_on, *text).changed() {
                settings.turn(switch, is_on);
            }
        }
    }
}

/// Returns a slider of percents; what is typed beside it counts once it is all there.
fn slider<N: egui::emath::Numeric>(
    percent: &mut N,
    range: std::ops::RangeInclusive<N>,
) -> egui::Slider<'_> {
    let slider = egui::Slider::new(percent, range).suffix("%");
    slider.update_while_editing(false)
}

/// Shows how well computers play.
fn computers(ui: &mut egui::Ui, settings: &mut Settings) {
    ui.horizontal(|ui| {
        ui.label("Computer players");
        for (skill, about) in SKILLS {
            let name = Skill::CHOICES.iter().find(|(_, known)| *known == skill);
            let name = name.map_or("", |(name, _)| name);
            ui.radio_value(&mut settings.computers, skill, name)
                .on_hover_text(about);
        }
    });
    ui.label(faint(about_computers()));
}

/// What each skill means.
const SKILLS: [(Skill, &str); 2] = [
    (
        Skill::Quick,
        "Judges by what it sees now and orders at once",
    ),
    (
        Skill::Veteran,
        "Plays its options forward in thought before each order: stronger, but takes a moment",
    ),
];

/// Says what the skills of computers are, and where they count.
fn about_computers() -> String {
    let sets = RuleSet::all().iter().copied();
    let looking = sets.filter(|&set| with_rules!(set, R => R::EFFORT != Effort::NONE));
    let called = looking.map(|set| with_rules!(set, R => R::CALLED).to_lowercase());
    let called: Vec<_> = called.collect();
    format!(
        "Quick judges by what it sees now. Veteran plays its options forward in thought before each order, which is \
         stronger and takes a moment ({}). Takes effect with the next order. A mission may set the skill \
         of a side itself.",
        called.join(", ")
    )
}

fn look(ui: &mut egui::Ui, settings: &mut Settings) {
    let (least, most) = Settings::TEXT_PERCENT;
    ui.horizontal(|ui| {
        ui.label("Text and panel size");
        // Taken over when it is let go: a slider that moves under the pointer cannot be set.
        let id = ui.id().with("text size");
        let mut percent = ui
            .data(|data| data.get_temp(id))
            .unwrap_or(settings.text_percent);
        let slider = slider(&mut percent, least..=most).step_by(5.0);
        let response = ui.add(slider);
        if response.dragged() {
            ui.data_mut(|data| data.insert_temp(id, percent));
        } else {
            ui.data_mut(|data| data.remove::<u16>(id));
            settings.text_percent = percent;
        }
    });
    let window = ui.ctx().content_rect().size() * ui.ctx().zoom_factor();
    let most = theme::most_text(Vec2::new(window.x, window.y));
    ui.label(faint(match settings.text_percent > most {
        true => format!("Shown at {most}%: a larger window allows larger text."),
        false => format!("This window allows up to {most}%."),
    }));
    ui.checkbox(&mut settings.fullscreen, "Fullscreen");
    ui.checkbox(&mut settings.vsync, "Vertical sync");
    ui.add_space(8.0);
    heading(ui, "Board colors");
    for palette in Palette::ALL {
        ui.horizontal(|ui| {
            ui.radio_value(&mut settings.palette, palette, palette.name());
        });
        ui.horizontal(|ui| {
            ui.add_space(24.0);
            for meaning in Meaning::ALL {
                let [red, green, blue] = palette.color(meaning);
                let color = egui::Color32::from_rgb(red, green, blue);
                let (rect, response) =
                    ui.allocate_exact_size(egui::vec2(20.0, 14.0), egui::Sense::hover());
                ui.painter().rect_filled(rect, 3.0, color);
                response.on_hover_text(format!("{meaning:?}"));
            }
        });
    }
}

fn sound(ui: &mut egui::Ui, settings: &mut Settings, silence: Option<String>) {
    if let Some(reason) = silence {
        ui.label(faint(format!(
            "No sound server found ({reason}). Sound starts as soon as there is one."
        )));
    }
    for (name, volume) in [
        ("Master volume", &mut settings.master),
        ("Effects", &mut settings.effects),
        ("Ambience", &mut settings.ambience),
        ("Music", &mut settings.music),
    ] {
        ui.horizontal(|ui| {
            ui.add(slider(volume, 0..=100).step_by(5.0));
            ui.label(name);
        });
    }
}

fn keys(world: &mut World, ui: &mut egui::Ui, settings: &mut Settings) {
    let waiting = world.resource::<Menus>().binding;
    let conflicts: Vec<_> = KeyAction::all()
        .filter(|&action| settings.keys.rivals(action).next().is_some())
        .collect();
    ui.horizontal(|ui| {
        let reset = egui::Button::new("Reset to defaults");
        let is_changed = settings.keys.is_changed();
        let reset = ui.add_enabled(is_changed, reset);
        if reset
            .on_disabled_hover_text("all keys have their defaults")
            .clicked()
        {
            settings.keys.reset();
        }
        match conflicts.len() {
            0 => ui.label(faint("click a key, then press the new one; no conflicts")),
            count => ui.label(
                RichText::new(format!("{count} actions share a key with another")).color(BAD),
            ),
        };
    });
    for (group, actions) in KeyAction::grouped(KeyAction::all()) {
        ui.add_space(6.0);
        heading(ui, group);
        egui::Grid::new(("bind", group))
            .num_columns(2)
            .striped(true)
            .show(ui, |ui| {
                for action in actions {
                    let is_waiting = waiting == Some(action);
                    let text = match is_waiting {
                        true => "press a key …".into(),
                        false => settings.sign(action),
                    };
                    let text = RichText::new(text).monospace().color(SAND);
                    let button = egui::Button::new(text).selected(is_waiting);
                    let button = button.min_size(egui::vec2(120.0, 0.0));
                    let button = ui.add(button);
                    if button
                        .on_hover_text("Click, then press the new key")
                        .clicked()
                    {
                        world.resource_mut::<Menus>().binding = Some(action);
                    }
                    let rivals: Vec<_> =
                        settings.keys.rivals(action).map(KeyAction::text).collect();
                    ui.horizontal(|ui| {
                        ui.label(action.text());
                        if !rivals.is_empty() {
                            let text = format!("also: {}", rivals.join(", "));
                            ui.label(RichText::new(text).color(BAD).size(12.5));
                        }
                    });
                    ui.end_row();
                }
            });
    }
}

/// Sets the key that was pressed for the action that waits for one.
fn bind_pressed(world: &mut World) {
    let Some(action) = world.resource::<Menus>().binding else {
        return;
    };
    let keys = world.resource::<ButtonInput<KeyCode>>();
    let found = keys
        .get_just_pressed()
        .copied()
        .find(|&key| Chord::knows(key));
    let Some(key) = found else { return };
    let chord = Chord::held(key, keys);
    world.resource_mut::<Menus>().binding = None;
    // Escape keeps the key as it was, unless it is Escape's own action.
    if key == KeyCode::Escape && action != KeyAction::BACK {
        return;
    }
    world.resource_mut::<Settings>().keys.bind(action, chord);
}
