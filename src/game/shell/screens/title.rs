//! The title screen.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use crate::game::{
    Menu, Screen,
    kit::{
        context, notice, panel,
        theme::{SAND, faint},
    },
    shell::{
        menus::{Question, ask, open_menu},
        session::{Request, Session, saves},
    },
};

/// What the buttons of the title screen do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Continue,
    Guided,
    Missions,
    Saves,
    Editor,
    Book,
    Settings,
    Help,
    Quit,
}

pub(super) fn show(world: &mut World) {
    let Some(context) = context(world) else {
        return;
    };
    let newest = saves().into_iter().next();
    let guided = world.resource::<Session>().guided();
    // Whoever has never played begins with the guided mission.
    let first = match (&newest, &guided) {
        (Some(_), _) => Way::Continue,
        (None, Some(_)) => Way::Guided,
        (None, None) => Way::Missions,
    };
    let mut way = None;
    let center = Align2::CENTER_CENTER;
    panel(&context, "title", center, vec2(0.0, 0.0), |ui| {
        ui.set_width(420.0);
        ui.vertical_centered_justified(|ui| {
            ui.label(RichText::new("HEXSCAPE").size(64.0).strong().color(SAND));
            ui.label(faint("hex tactics, by the turn and by the hex").size(15.0));
            ui.add_space(14.0);
            let mut button = |ui: &mut egui::Ui, text: &str, is_open: bool, why: &str, to: Way| {
                let text = RichText::new(text).size(18.0);
                let button = egui::Button::new(text).min_size(vec2(0.0, 34.0));
                let response = ui.add_enabled(is_open, button).on_disabled_hover_text(why);
                // The keyboard finds a button that has the focus.
                let has_focus = context.memory(|memory| memory.focused().is_some());
                if !has_focus && is_open && to == first {
                    response.request_focus();
                }
                if response.clicked() {
                    way = Some(to);
                }
            };
            let none = "there is no save yet";
            button(ui, "Continue", newest.is_some(), none, Way::Continue);
            let lost = "no mission with a guide is among the missions";
            button(ui, "Learn to play", guided.is_some(), lost, Way::Guided);
            button(ui, "Missions", true, "", Way::Missions);
            button(ui, "Saves and replays", newest.is_some(), none, Way::Saves);
            button(ui, "Board editor", true, "", Way::Editor);
            button(ui, "Encyclopedia", true, "", Way::Book);
            button(ui, "Settings", true, "", Way::Settings);
            button(ui, "Help", true, "", Way::Help);
            button(ui, "Quit", true, "", Way::Quit);
            ui.add_space(6.0);
            ui.label(faint("Tab and Enter, or the mouse · F1 helps anywhere"));
        });
    });
    notice(world, &context, 14.0);
    let Some(way) = way else { return };
    match way {
        Way::Continue => world.resource_mut::<Session>().request = newest.map(Request::Load),
        Way::Guided => {
            // Whoever learns to play begins among the fewest enemies.
            let gentlest = world.resource::<Session>().levels.iter().copied().min();
            let open = guided.map(|file| Request::Open {
                file,
                seed: Some(7),
                difficulty: gentlest.unwrap_or(crate::mission::AS_WRITTEN),
                packs: Vec::new(),
            });
            world.resource_mut::<Session>().request = open;
        }
        Way::Missions => world
            .resource_mut::<NextState<Screen>>()
            .set(Screen::Missions),
        Way::Saves => open_menu(world, Menu::Saves),
        Way::Editor => world.resource_mut::<Session>().request = Some(Request::Edit(None)),
        Way::Book => open_menu(world, Menu::Book),
        Way::Settings => open_menu(world, Menu::Settings),
        Way::Help => open_menu(world, Menu::Help),
        Way::Quit => ask(world, Question::Quit),
    }
}
