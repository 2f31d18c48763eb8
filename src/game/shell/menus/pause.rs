//! The pause menu.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use crate::game::Menu;
use crate::game::editor;
use crate::game::kit::theme::{SAND, faint};
use crate::game::shell::menus::{Menus, Question, ask, card, close_menu, focus_first, open_menu};
use crate::game::shell::session::{Session, quick_save, save_refusal};

/// Returns why a button cannot be pressed now, if so.
type Bar = fn(&World) -> Option<&'static str>;

/// What the buttons do, each with its name and what bars it.
const BUTTONS: [(&str, Bar, fn(&mut World)); 8] = [
    ("Resume [Esc]", open, close_menu),
    ("Save [F5]", save_refusal, quick_save),
    ("Saves", open, |world| open_menu(world, Menu::Saves)),
    ("Settings", open, |world| open_menu(world, Menu::Settings)),
    ("Help [F1]", open, |world| open_menu(world, Menu::Help)),
    ("Encyclopedia [F2]", open, |world| {
        open_menu(world, Menu::Book);
    }),
    (
        "Restart",
        |world| {
            let is_ironman = world.resource::<Session>().is_ironman;
            is_ironman.then_some("an ironman battle cannot be restarted")
        },
        |world| ask(world, Question::restart()),
    ),
    ("Save and leave", open, |world| {
        match editor::is_tried(world) {
            true => editor::back(world),
            false => ask(world, Question::abort()),
        }
    }),
];

fn open(_: &World) -> Option<&'static str> {
    None
}

pub(super) fn show(world: &mut World) {
    let session = world.resource::<Session>();
    let (name, difficulty) = match &session.mission {
        Some(mission) => (mission.name.clone(), mission.difficulty),
        None => (String::new(), 0),
    };
    let about = format!("{name} · difficulty {difficulty}% · seed {}", session.seed);
    let is_tried = editor::is_tried(world);
    let clicked = card(world, "pause", 320.0, 150, |world, ui| {
        let mut clicked = None;
        ui.vertical_centered_justified(|ui| {
            ui.label(RichText::new("Paused").size(28.0).color(SAND));
            ui.label(faint(about));
            ui.add_space(6.0);
            for (at, (name, bar, act)) in BUTTONS.into_iter().enumerate() {
                let why = bar(world);
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
