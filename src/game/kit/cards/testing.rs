//! A window for tests of cards: its size, passes of it with what the pointer does, and what is written.

use bevy::prelude::World;
use bevy_egui::egui::{self, Event, Modifiers, PointerButton, Pos2, Rect, pos2, vec2};

use crate::game::kit::testing::texts;
use crate::game::shell::session::Session;
use crate::game::shell::settings::Settings;
use crate::game::table::input::Hover;

/// A window of 1280 by 720 pixels, in points.
pub fn window() -> Rect {
    Rect::from_min_size(pos2(0.0, 0.0), vec2(1506.0, 847.0))
}

/// A world with what cards ask of it.
pub fn world() -> World {
    let mut world = World::new();
    world.init_resource::<Settings>();
    world.init_resource::<Session>();
    world.init_resource::<Hover>();
    world
}

/// Draws a pass after what the pointer did; returns what is written.
pub fn pass(
    context: &egui::Context,
    events: Vec<Event>,
    mut contents: impl FnMut(&egui::Context),
) -> Vec<String> {
    let input = egui::RawInput {
        screen_rect: Some(window()),
        events,
        ..egui::RawInput::default()
    };
    let mut output = context.run_ui(input, |ui| contents(ui.ctx()));
    output.textures_delta.clear();
    let shapes = std::mem::take(&mut output.shapes);
    shapes.iter().flat_map(|one| texts(&one.shape)).collect()
}

/// The pointer moves.
pub fn moved(to: Pos2) -> Event {
    Event::PointerMoved(to)
}

/// Its left button goes down or up.
pub fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::default(),
    }
}
