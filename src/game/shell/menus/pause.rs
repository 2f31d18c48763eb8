//! The pause menu.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use crate::game::Menu;
use crate::game::editor;
use crate::game::kit::theme::{SAND, faint};
use crate::game::shell::menus::{Menus, Question, ask, card, close_menu, focus_first, open_menu};
use crate::game::shell::session::{Session, quick_save};

/// What the buttons do, each with its name, and why an iron battle has it not.
const BUTTONS: [(&str, Option<&str>, fn(&mut World)); 8] = [
    ("Resume [Esc]", None, close_menu),
    (
        "Save [F5]",
        Some("an ironman battle is saved automatically each turn"),
        quick_save,
    ),
    ("Saves", None, |world| open_menu(world, Menu::Saves)),
    ("Settings", None, |world| open_menu(world, Menu::Settings)),
    ("Help [F1]", None, |world| open_menu(world, Menu::Help)),
    ("Encyclopedia [F2]", None, |world| {
        open_menu(world, Menu::Book);
    }),
    (
        "Restart",
        Some("an ironman battle cannot be restarted"),
        |world| ask(world, Question::restart()),
    ),
    ("Save and leave", None, |world| {
        match editor::is_tried(world) {
            true => editor::back(world),
            false => ask(world, Question::abort()),
        }
    }),
];

pub(super) fn show(world: &mut World) {
    let session = world.resource::<Session>();
    let (name, difficulty) = match &session.mission {
        Some(mission) => (mission.name.clone(), mission.difficulty),
        None => (String::new(), 0),
    };
    let about = format!("{name} · difficulty {difficulty}% · seed {}", session.seed);
    let is_ironman = session.is_ironman;
    let is_tried = editor::is_tried(world);
    let clicked = card(world, "pause", 320.0, 150, |world, ui| {
        let mut clicked = None;
        ui.vertical_centered_justified(|ui| {
            ui.label(RichText::new("Paused").size(28.0).color(SAND));
            ui.label(faint(about));
            ui.add_space(6.0);
            for (at, (name, barred, act)) in BUTTONS.into_iter().enumerate() {
                let why = barred.filter(|_| is_ironman);
                let is_last = at + 1 == BUTTONS.len();
                let name = if is_last && is_tried {
                    editor::BACK
                } else {
                    name
                };
                let button = egui::Button::new(RichText::new(name).size(16.0));
                let response = ui.add_enabled(why.is_none(), button);
                if at == 0 {
                    focus_first(world, &response);
                }
                let why = why.unwrap_or_default();
                if response.on_disabled_hover_text(why).clicked() {
                    clicked = Some(act);
                }
            }
        });
        clicked
    });
    world.resource_mut::<Menus>().is_fresh = false;
    if let Some(act) = clicked.flatten() {
        act(world);
    }
}
