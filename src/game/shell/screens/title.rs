//! The title screen.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, vec2};

use crate::{
    game::{
        Menu, Screen,
        kit::theme::{SAND, faint},
        shell::{
            menus::{Question, ask, card, open_menu},
            session::{Request, Session, saves},
        },
    },
    mission::AS_WRITTEN,
};

/// What a button of the title screen does.
enum Way {
    Load(Option<PathBuf>),
    Guided(Option<PathBuf>),
    Missions,
    Menu(Menu),
    Editor,
    Quit,
}

pub(super) fn show(world: &mut World) {
    let newest = saves().into_iter().next();
    let guided = world.resource::<Session>().guided();
    let (is_saved, is_guided) = (newest.is_some(), guided.is_some());
    // Whoever has never played begins with the guided mission.
    let first = match (is_saved, is_guided) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    };
    let none = "there is no save yet";
    let lost = "no mission with a guide is among the missions";
    let ways = [
        ("Continue", is_saved, none, Way::Load(newest)),
        ("Learn to play", is_guided, lost, Way::Guided(guided)),
        ("Missions", true, "", Way::Missions),
        ("Saves and replays", is_saved, none, Way::Menu(Menu::Saves)),
        ("Board editor", true, "", Way::Editor),
        ("Encyclopedia", true, "", Way::Menu(Menu::Book)),
        ("Settings", true, "", Way::Menu(Menu::Settings)),
        ("Help", true, "", Way::Menu(Menu::Help)),
        ("Quit", true, "", Way::Quit),
    ];
    let way = card(world, "title", 420.0, 0, |_, ui| {
        let mut way = None;
        ui.vertical_centered_justified(|ui| {
            ui.label(RichText::new("HEXSCAPE").size(64.0).strong().color(SAND));
            ui.label(faint("hex tactics, by the turn and by the hex").size(15.0));
            ui.add_space(14.0);
            for (at, (text, is_open, why, to)) in ways.into_iter().enumerate() {
                let text = RichText::new(text).size(18.0);
                let button = egui::Button::new(text).min_size(vec2(0.0, 34.0));
                let response = ui.add_enabled(is_open, button).on_disabled_hover_text(why);
                // The keyboard finds a button that has the focus.
                let has_focus = ui.memory(|memory| memory.focused().is_some());
                if !has_focus && at == first {
                    response.request_focus();
                }
                if response.clicked() {
                    way = Some(to);
                }
            }
            ui.add_space(6.0);
            ui.label(faint("Tab and Enter, or the mouse · F1 helps anywhere"));
        });
        way
    });
    let mut session = world.resource_mut::<Session>();
    match way.flatten() {
        Some(Way::Load(newest)) => session.request = newest.map(Request::Load),
        Some(Way::Guided(guided)) => {
            // Whoever learns to play begins among the fewest enemies.
            let gentlest = session.levels.iter().copied().min().unwrap_or(AS_WRITTEN);
            session.request = guided.map(|file| Request::open(file, Some(7), gentlest));
        }
        Some(Way::Editor) => session.request = Some(Request::Edit(None)),
        Some(Way::Missions) => world
            .resource_mut::<NextState<Screen>>()
            .set(Screen::Missions),
        Some(Way::Menu(menu)) => open_menu(world, menu),
        Some(Way::Quit) => ask(world, Question::Quit),
        None => {}
    }
}
