//! The title screen.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, vec2};

use crate::{
    game::{
        Menu, Screen,
        kit::{
            piece::Ask,
            theme::{SAND, faint},
        },
        shell::{
            menus::{Question, ask, card},
            session::{Request, Session, saves},
        },
    },
    mission::AS_WRITTEN,
};

pub(super) fn show(world: &mut World) {
    let session = world.resource::<Session>();
    let (newest, guided) = (saves().into_iter().next(), session.guided());
    // Whoever learns to play begins among the fewest enemies.
    let gentlest = session.levels.iter().copied().min().unwrap_or(AS_WRITTEN);
    let (is_saved, is_guided) = (newest.is_some(), guided.is_some());
    let newest = newest.map(Request::Load);
    let guided = guided.map(|file| Request::open(file, Some(7), gentlest));
    // Whoever has never played begins with the guided mission.
    let first = match (is_saved, is_guided) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    };
    let none = "there is no save yet";
    let lost = "no mission with a guide is among the missions";
    let request = |request: Option<Request>| {
        Ask::act(move |world| world.resource_mut::<Session>().request.clone_from(&request))
    };
    let missions = Ask::act(|world| {
        let mut next = world.resource_mut::<NextState<Screen>>();
        next.set(Screen::Missions);
    });
    let quit = Ask::act(|world| ask(world, Question::quit()));
    let ways = [
        ("Continue", is_saved, none, request(newest)),
        ("Learn to play", is_guided, lost, request(guided)),
        ("Missions", true, "", missions),
        (
            "Watch a battle",
            true,
            "",
            request(Some(Request::WatchComputers)),
        ),
        ("Saves and replays", is_saved, none, Ask::Menu(Menu::Saves)),
        ("Board editor", true, "", request(Some(Request::Edit(None)))),
        ("Encyclopedia", true, "", Ask::Menu(Menu::Book)),
        ("Settings", true, "", Ask::Menu(Menu::Settings)),
        ("Help", true, "", Ask::Menu(Menu::Help)),
        ("Quit", true, "", quit),
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
    if let Some(way) = way.flatten() {
        way.perform(world);
    }
}
