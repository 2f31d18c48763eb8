//! The pause menu.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use crate::game::{
    Menu,
    kit::{
        context,
        keys::quick_save,
        notice, panel,
        theme::{SAND, faint},
    },
    shell::{
        menus::{Menus, Question, ask, close_menu, focus_first, open_menu, veil},
        session::Session,
    },
};

pub(super) fn show(world: &mut World) {
    let Some(context) = context(world) else {
        return;
    };
    veil(&context, 150);
    let session = world.resource::<Session>();
    let (seed, name, difficulty) = (
        session.seed,
        session.mission.as_ref().map(|mission| mission.name.clone()),
        session.mission.as_ref().map(|mission| mission.difficulty),
    );
    let is_ironman = session.is_ironman;
    let mut clicked = None;
    let center = Align2::CENTER_CENTER;
    panel(&context, "pause", center, vec2(0.0, 0.0), |ui| {
        ui.set_width(320.0);
        ui.vertical_centered_justified(|ui| {
            ui.label(RichText::new("Paused").size(28.0).color(SAND));
            let about = format!(
                "{} · {}% · seed {seed}",
                name.unwrap_or_default(),
                difficulty.unwrap_or_default()
            );
            ui.label(faint(about));
            ui.add_space(6.0);
            let mut button = |ui: &mut egui::Ui, text: &str, is_open: bool, why: &str| {
                let text_size = RichText::new(text).size(16.0);
                let response = ui.add_enabled(is_open, egui::Button::new(text_size));
                if text.starts_with("Resume") {
                    focus_first(world, &response);
                }
                if response.on_disabled_hover_text(why).clicked() {
                    clicked = Some(text.to_owned());
                }
            };
            let iron = "an iron battle is saved by itself, at every turn";
            button(ui, "Resume [Esc]", true, "");
            button(ui, "Save [F5]", !is_ironman, iron);
            button(ui, "Saves", true, "");
            button(ui, "Settings", true, "");
            button(ui, "Help [F1]", true, "");
            button(ui, "Encyclopedia [F2]", true, "");
            button(
                ui,
                "Start again",
                !is_ironman,
                "an iron battle is fought once",
            );
            button(ui, "Abort mission", true, "");
        });
    });
    notice(world, &context, 14.0);
    world.resource_mut::<Menus>().is_fresh = false;
    let Some(clicked) = clicked else { return };
    match clicked
        .split_once(" [")
        .map_or(clicked.as_str(), |(name, _)| name)
    {
        "Resume" => close_menu(world),
        "Save" => quick_save(world),
        "Saves" => open_menu(world, Menu::Saves),
        "Settings" => open_menu(world, Menu::Settings),
        "Help" => open_menu(world, Menu::Help),
        "Encyclopedia" => open_menu(world, Menu::Book),
        "Start again" => ask(world, Question::Restart),
        _ => ask(world, Question::Abort),
    }
}
