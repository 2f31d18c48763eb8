//! Menus over any screen: pause, settings, saves, help, encyclopedia, questions, hand-over.
//!
//! **Invariant:** while a menu is open the battle gets no input; closing one goes back to where it
//! was opened.

mod book;
mod everything;
mod hand_over;
mod help;
mod pause;
mod question;
mod saves;
mod settings;
mod tables;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Align2, RichText, vec2};

pub use self::hand_over::open_after_load;
pub use self::question::Question;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::theme::{SAND, faint};
use crate::game::kit::{PanelSystems, context, notice, panel};
use crate::game::{AtBattle, Menu, PutAway, Screen};

/// What the menus remember.
#[derive(Resource, Default)]
pub struct Menus {
    /// Menus to go back to.
    behind: Vec<Menu>,
    /// What is asked.
    question: Option<Question>,
    /// The action whose key is being set.
    binding: Option<KeyAction>,
    /// Whether the menu was opened in this frame, so that its first button gets the focus.
    is_fresh: bool,
    book: book::Page,
    /// What is searched for among everything a unit can do.
    everything: String,
    help: help::Page,
    saves: saves::Shelf,
    settings: settings::Tab,
}

/// Adds the menus. Those that are drawn are exclusive, as the pass of egui is: what is clicked asks rules and
/// session for whatever it is.
pub fn plugin(app: &mut App) {
    app.init_resource::<Menus>()
        .add_systems(
            EguiPrimaryContextPass,
            (
                pause::show.run_if(in_state(Menu::Pause)),
                settings::show.run_if(in_state(Menu::Settings)),
                saves::show.run_if(in_state(Menu::Saves)),
                help::show.run_if(in_state(Menu::Help)),
                book::show.run_if(in_state(Menu::Book)),
                everything::show.run_if(in_state(Menu::Everything).and_then(in_state(AtBattle))),
                question::show.run_if(in_state(Menu::Question)),
                hand_over::show.run_if(in_state(Menu::HandOver).and_then(in_state(AtBattle))),
            )
                .in_set(PanelSystems),
        )
        .add_systems(
            Update,
            hand_over::pass_seat.run_if(
                in_state(Screen::Battle)
                    .and_then(not(in_state(Menu::HandOver)))
                    .and_then(hand_over::is_others_phase),
            ),
        )
        .add_systems(OnExit(Menu::Saves), saves::close)
        .add_systems(OnExit(Menu::Book), book::close)
        .add_systems(PutAway, put_away);
}

/// Closes what is about a battle, also if it was to open in the very frame in which the battle was left.
fn put_away(world: &mut World) {
    let is_of_battle = |menu: &Menu| matches!(menu, Menu::Everything | Menu::HandOver);
    let now = world.resource::<State<Menu>>().get();
    let next = match world.resource::<NextState<Menu>>() {
        NextState::Pending(menu) | NextState::PendingIfNeq(menu) => menu,
        NextState::Unchanged => now,
    };
    if is_of_battle(now) || is_of_battle(next) {
        close_all(world);
    }
}

/// Opens a menu over the one that is open, or closes it if it is that one.
pub fn open_menu(world: &mut World, menu: Menu) {
    let now = *world.resource::<State<Menu>>().get();
    if now == menu {
        return close_menu(world);
    }
    let mut menus = world.resource_mut::<Menus>();
    if now != Menu::None {
        menus.behind.push(now);
    }
    menus.is_fresh = true;
    world.resource_mut::<NextState<Menu>>().set(menu);
}

/// Closes the menu that is open.
pub fn close_menu(world: &mut World) {
    let now = *world.resource::<State<Menu>>().get();
    // Who is to sit down now says so with the button.
    if now == Menu::HandOver {
        return;
    }
    let mut menus = world.resource_mut::<Menus>();
    menus.binding = None;
    menus.question = None;
    menus.is_fresh = true;
    let before = menus.behind.pop().unwrap_or(Menu::None);
    world.resource_mut::<NextState<Menu>>().set(before);
}

/// Closes all menus.
pub fn close_all(world: &mut World) {
    world.resource_mut::<Menus>().behind.clear();
    world.resource_mut::<NextState<Menu>>().set(Menu::None);
}

/// Asks before something is done.
pub fn ask(world: &mut World, question: Question) {
    open_menu(world, Menu::Question);
    world.resource_mut::<Menus>().question = Some(question);
}

/// Whether a key is being set.
pub fn is_binding(world: &World) -> bool {
    world.resource::<Menus>().binding.is_some()
}

/// Darkens what lies behind a menu.
fn veil(context: &egui::Context, alpha: u8) {
    let screen = context.content_rect();
    let painter = context.layer_painter(egui::LayerId::background());
    painter.rect_filled(screen, 0.0, egui::Color32::from_black_alpha(alpha));
}

/// Shows a card in the middle of the window, so many points wide, over a veil of so much darkness; and the
/// last notice.
pub fn card<R>(
    world: &mut World,
    name: &str,
    width: f32,
    darkness: u8,
    contents: impl FnOnce(&mut World, &mut egui::Ui) -> R,
) -> Option<R> {
    let context = context(world)?;
    veil(&context, darkness);
    let center = Align2::CENTER_CENTER;
    let shown = panel(&context, name, center, vec2(0.0, 0.0), |ui| {
        ui.set_width(width.min(context.content_rect().width() - 60.0));
        contents(world, ui)
    });
    // Buttons of a menu and of the end of a battle stand below.
    notice(world, &context, Align2::CENTER_TOP, 10.0);
    Some(shown)
}

/// Shows the heading of a card with the way back; whether that is taken.
pub fn head(ui: &mut egui::Ui, heading: &str, size: f32) -> bool {
    let back = ui.horizontal(|ui| {
        ui.label(RichText::new(heading).size(size).color(SAND));
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| ui.button("Back [Esc]").clicked())
            .inner
    });
    ui.separator();
    back.inner
}

/// Shows a menu as a sheet in the middle, with its heading; `contents` get the height they have.
pub fn sheet(
    world: &mut World,
    name: &str,
    heading: &str,
    width: f32,
    contents: impl FnOnce(&mut World, &mut egui::Ui, f32),
) {
    let is_closing = card(world, name, width, 165, |world, ui| {
        let room = ui.ctx().content_rect().height() - 140.0;
        let is_closing = head(ui, heading, 24.0);
        contents(world, ui, room);
        is_closing
    });
    world.resource_mut::<Menus>().is_fresh = false;
    if is_closing == Some(true) {
        close_menu(world);
    }
}

/// Gives the focus to the first button of a menu that was just opened.
fn focus_first(world: &World, response: &egui::Response) {
    if world.resource::<Menus>().is_fresh {
        response.request_focus();
    }
}

/// Shows lines of less weight.
fn lines(ui: &mut egui::Ui, text: &str) {
    for line in text.lines() {
        ui.label(faint(line));
    }
}
