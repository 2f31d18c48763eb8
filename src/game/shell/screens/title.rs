//! The title screen: the name of the game over a board in the evening, and the ways on.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use crate::game::kit::piece::Ask;
use crate::game::kit::theme::{SAND, faint, texture};
use crate::game::kit::{context, notice, panel};
use crate::game::rules::playable::Playable;
use crate::game::shell::menus::{Question, ask};
use crate::game::shell::session::{Request, Session, has_saves, load_newest, newest_told};
use crate::game::table::art;
use crate::game::{Menu, Screen};
use crate::mission::{AS_WRITTEN, RuleSet};
use crate::with_rules;

/// Width of the menu, and how far it stands from the edge, points.
const MENU: f32 = 290.0;
const ASIDE: f32 = 64.0;

/// What the title screen remembers.
#[derive(Resource, Default)]
pub(super) struct Newest {
    /// The battle that goes on with *Continue*.
    told: Option<String>,
    /// The way that was taken last, which has the focus when the player is back.
    taken: Option<usize>,
}

/// Looks up which battle can be continued.
pub(super) fn look_up(mut newest: ResMut<Newest>) {
    newest.told = newest_told();
}

pub(super) fn show(world: &mut World) {
    let session = world.resource::<Session>();
    let guided = session.guided();
    // Whoever learns to play begins among the fewest enemies.
    let gentlest = session.levels.iter().copied().min().unwrap_or(AS_WRITTEN);
    let (is_saved, is_guided) = (has_saves(), guided.is_some());
    let guided = guided.map(|file| Request::open(file, Some(7), gentlest));
    let Newest { told, taken } = world.resource();
    let (newest, taken) = (told.clone(), *taken);
    // Whoever has never played begins with the guided mission.
    let first = match (newest.is_some(), is_guided && !is_saved) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    };
    let first = taken.filter(|&at| at > 0).unwrap_or(first);
    let none = "No saves yet";
    let done = match is_saved {
        true => "every saved battle is over",
        false => none,
    };
    let lost = "no tutorial mission is installed";
    let request = |request: Option<Request>| {
        Ask::act(move |world| world.resource_mut::<Session>().request.clone_from(&request))
    };
    let learn = Ask::act(move |world| learn(&mut world.resource_mut::<Session>(), &guided));
    let missions = Ask::act(|world| {
        let mut next = world.resource_mut::<NextState<Screen>>();
        next.set(Screen::Missions);
    });
    let quit = Ask::act(|world| ask(world, Question::quit()));
    let ways = [
        ("Continue", newest.is_some(), done, Ask::act(load_newest)),
        ("Learn to play", is_guided, lost, learn),
        ("Missions", true, "", missions),
        (
            "Watch a battle",
            true,
            "",
            request(Some(Request::WatchComputers)),
        ),
        ("Saves and replays", is_saved, none, Ask::Menu(Menu::Saves)),
    ];
    // What rule sets build apart from missions.
    let workshops = RuleSet::all().iter().filter_map(|&rules| {
        let name = with_rules!(rules, R => R::WORKSHOP)?;
        let open = move |world: &mut World| with_rules!(rules, R => R::open_workshop(world));
        Some((name, true, "", Ask::act(open)))
    });
    let others = [
        ("Board editor", true, "", request(Some(Request::Edit(None)))),
        ("Encyclopedia", true, "", Ask::Menu(Menu::Book)),
        ("Settings", true, "", Ask::Menu(Menu::Settings)),
        ("Help", true, "", Ask::Menu(Menu::Help)),
        ("Quit", true, "", quit),
    ];
    let ways = ways.into_iter().chain(workshops).chain(others);
    let Some(context) = context(world) else {
        return;
    };
    dusk(&context);
    let at = vec2(ASIDE, 0.0);
    let way = panel(&context, "title", Align2::LEFT_CENTER, at, |ui| {
        ui.set_width(MENU);
        let mut way: Option<(usize, Ask)> = None;
        ui.vertical_centered_justified(|ui| {
            for (at, (text, is_open, why, to)) in ways.enumerate() {
                let text = RichText::new(text).size(18.0);
                let button = egui::Button::new(text).min_size(vec2(0.0, 36.0));
                let response = ui.add_enabled(is_open, button).on_disabled_hover_text(why);
                // The keyboard finds a button that has the focus.
                let has_focus = ui.memory(|memory| memory.focused().is_some());
                if !has_focus && at == first {
                    response.request_focus();
                }
                if response.clicked() {
                    way = Some((at, to));
                }
                if let (0, Some(newest)) = (at, &newest) {
                    ui.label(faint(newest));
                }
            }
            ui.add_space(6.0);
            ui.label(faint("Mouse, or Tab and Enter · F1 for help"));
        });
        way
    });
    notice(world, &context, Align2::CENTER_BOTTOM, -14.0);
    if let Some((at, way)) = way {
        let is_menu = matches!(way, Ask::Menu(_));
        world.resource_mut::<Newest>().taken = is_menu.then_some(at);
        way.perform(world);
    }
}

/// Begins the guided mission for one player, who may save and take back, whatever was ticked for another
/// mission.
fn learn(session: &mut Session, guided: &Option<Request>) {
    (session.wants_hot_seat, session.wants_ironman) = (false, false);
    session.request.clone_from(guided);
}

/// Draws the name of the game over the evening that falls on the board behind it.
fn dusk(context: &egui::Context) {
    let painter = context.layer_painter(egui::LayerId::background());
    let window = context.content_rect();
    let mut veil = egui::Mesh::default();
    for (corner, alpha) in [
        (window.left_top(), 240),
        (window.right_top(), 190),
        (window.right_bottom(), 110),
        (window.left_bottom(), 225),
    ] {
        let color = egui::Color32::from_rgba_unmultiplied(10, 13, 24, alpha);
        veil.colored_vertex(corner, color);
    }
    veil.add_triangle(0, 1, 2);
    veil.add_triangle(0, 2, 3);
    painter.add(veil);
    let logo = texture(context, "title", || art::picture("title", "Logo", 1.8, 0));
    let mut room = window;
    room.min.x += ASIDE + MENU;
    let size = logo.size_vec2();
    let size = size * (room.size() * 0.82 / size).min_elem();
    let place = egui::Rect::from_center_size(room.center(), size);
    let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
    painter.image(logo.id(), place, whole, egui::Color32::WHITE);
    painter.text(
        place.center_bottom() + vec2(0.0, 22.0),
        Align2::CENTER_CENTER,
        "turn-based hex tactics",
        egui::FontId::proportional(17.0),
        SAND,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_learns_plays_alone_and_may_take_back() {
        let mut session = Session {
            wants_hot_seat: true,
            wants_ironman: true,
            ..Session::default()
        };
        learn(&mut session, &Some(Request::WatchComputers));
        assert!(!session.wants_hot_seat && !session.wants_ironman);
        assert!(session.request.is_some(), "it begins");
    }
}
