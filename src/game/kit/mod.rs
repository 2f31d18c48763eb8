//! The kit: pieces of which a rule set puts its panels together, and what it need not bring itself.
//!
//! **Invariant:** names no rule set; a click becomes a [`piece::Ask`], which asks for what keys do.

pub mod advice;
pub mod aftermath;
pub mod arcs;
pub mod cards;
mod chips;
pub mod courses;
pub mod cursor;
pub mod doll;
pub mod draft;
mod draw;
pub mod eyes;
mod fit;
pub mod gauge;
pub mod guide;
mod kept;
pub mod keys;
pub mod lesson;
mod log;
pub mod looks;
mod minimap;
pub mod odds;
mod offer;
pub mod on_show;
pub mod overclick;
pub mod overlay;
pub mod overlays;
pub mod panels;
pub mod piece;
pub mod planning;
mod quick_clicks;
pub mod recap;
mod replay;
pub mod review;
pub mod select;
pub mod sightings;
pub mod standard;
#[cfg(test)]
pub mod testing;
pub mod theme;
pub mod turn_report;
pub mod tutorial;
mod waiting;

use bevy::ecs::world::World;
use bevy::input::InputSystems;
use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};
use bevy_egui::{
    EguiContext, EguiInput, EguiPreUpdateSet, EguiPrimaryContextPass, PrimaryEguiContext,
};

pub use self::draw::{draw, portrait, type_into};
pub use self::kept::Kept;
use self::keys::KeyAction;
pub use self::log::{CombatLog, detail};
pub use self::minimap::{Minimap, map_picture};
use self::theme::{BAD, GOOD, SAND, frame};
use crate::game::shell::session::Session;
use crate::game::shell::settings::Settings;
use crate::game::table::playback::Playback;
use crate::game::{Menu, PutAway, Screen};

/// Everything that draws panels, menus and screens.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PanelSystems;

/// What of the panels is shown in every battle.
#[derive(Resource, Clone, Debug, Default)]
pub struct PanelOptions {
    /// Dice and reckoning in the log.
    pub dice: bool,
    /// Whether the log is open.
    pub log: bool,
    /// Whether the minimap is folded away.
    pub no_minimap: bool,
    /// Whether the board is looked at without panels.
    pub hidden: bool,
}

/// Adds what panels keep. Panels are exclusive: rules say what stands in them and do what is clicked.
pub fn plugin(app: &mut App) {
    app.init_resource::<CombatLog>()
        .init_resource::<Minimap>()
        .init_resource::<PanelOptions>()
        .init_resource::<overlays::Overlays>()
        .init_resource::<tutorial::Lessons>()
        .add_plugins((
            advice::plugin,
            cards::plugin,
            guide::plugin,
            overclick::plugin,
            overlay::plugin,
            quick_clicks::plugin,
            standard::plugin,
        ))
        .add_systems(
            EguiPrimaryContextPass,
            panels::show
                .in_set(PanelSystems)
                .run_if(in_state(Screen::Battle).and_then(in_state(Menu::None))),
        )
        .add_systems(
            PreUpdate,
            keep_keys
                .after(EguiPreUpdateSet::ProcessInput)
                .before(EguiPreUpdateSet::BeginPass)
                .run_if(in_state(Screen::Battle).and_then(in_state(Menu::None))),
        )
        .add_systems(PutAway, put_away)
        .add_systems(Startup, keys::layout::guess)
        .add_systems(PreUpdate, keys::layout::learn.after(InputSystems));
}

fn put_away(mut log: ResMut<CombatLog>, mut minimap: ResMut<Minimap>) {
    *log = CombatLog::default();
    *minimap = Minimap::default();
}

/// Returns the egui context of the window.
pub fn context(world: &mut World) -> Option<egui::Context> {
    let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    contexts
        .single_mut(world)
        .ok()
        .map(|mut context| context.get_mut().clone())
}

/// Shows a panel held to a corner or side of the window.
pub fn panel<R>(
    context: &egui::Context,
    name: &str,
    anchor: Align2,
    offset: egui::Vec2,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> R {
    egui::Area::new(egui::Id::new(name))
        .anchor(anchor, offset)
        .show(context, |ui| frame().show(ui, contents).inner)
        .inner
}

/// Keeps keys for the battle that come within one frame, before panels see them: Tab would choose a button, and
/// Enter right after it press it.
fn keep_keys(panels: Single<(&mut EguiInput, &mut EguiContext), With<PrimaryEguiContext>>) {
    let (mut input, mut context) = panels.into_inner();
    if !context.get_mut().text_edit_focused() {
        input.events.retain(|event| !is_for_buttons(event));
    }
}

/// Whether panels would take it for a walk to a button, or for a click on it.
fn is_for_buttons(event: &egui::Event) -> bool {
    use egui::Key::{Enter, Space, Tab};
    matches!(
        event,
        egui::Event::Key {
            key: Tab | Enter | Space,
            ..
        }
    )
}

/// Keeps keys for the battle: Tab must not walk through the buttons, nor Enter press them. A line that is typed in
/// has them until Enter, Escape or a click elsewhere.
pub fn take_keys(context: &egui::Context) {
    if context.text_edit_focused() {
        return;
    }
    context.memory_mut(|memory| {
        if let Some(focused) = memory.focused() {
            memory.surrender_focus(focused);
        }
    });
}

/// Returns the sign of an action's key.
pub fn key_of(world: &World, action: KeyAction) -> String {
    world.resource::<Settings>().sign(action)
}

/// Puts the signs of keys into a text that names what they do: `{ShipAttack} attacks`.
pub fn with_keys(world: &World, text: &str) -> String {
    let mut parts = text.split('{');
    let mut told = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('}').unwrap_or((part, ""));
        let action = KeyAction::named(name);
        told += &action.map_or(name.to_owned(), |action| key_of(world, action));
        told += rest;
    }
    told
}

/// Returns the names of the sides.
pub fn side_names(world: &World) -> Vec<String> {
    let mission = world.resource::<Session>().mission.as_ref();
    mission.map_or(Vec::new(), |mission| {
        mission.sides.iter().map(|side| side.name.clone()).collect()
    })
}

/// Writes a sentence so that it goes on after other words.
pub fn lower(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_lowercase().collect::<String>() + letters.as_str()
    })
}

/// Writes a word with a capital.
pub fn title(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}

/// Shows the banner of what is played back, at least so far below the upper edge.
pub fn banner(world: &World, context: &egui::Context, below: f32) {
    let Some(text) = &world.resource::<Playback>().banner else {
        return;
    };
    // Half its height, with two lines.
    let lowest = below + 60.0 - context.content_rect().center().y;
    let off = lowest.max(-150.0);
    egui::Area::new(egui::Id::new("banner"))
        .anchor(Align2::CENTER_CENTER, vec2(0.0, off))
        .interactable(false)
        .show(context, |ui| {
            frame().inner_margin(18).show(ui, |ui| {
                ui.set_max_width(620.0);
                let size = if text.len() > 40 { 20.0 } else { 34.0 };
                ui.label(RichText::new(text).size(size).strong().color(SAND));
            });
        });
}

/// Shows the last notice at an edge of the window, so far down from there, between what may stand at the left and at
/// the right.
pub fn notice(world: &World, context: &egui::Context, edge: Align2, down: f32) {
    let Some((text, is_bad)) = &world.resource::<Session>().notice else {
        return;
    };
    egui::Area::new(egui::Id::new("notice"))
        .order(egui::Order::Foreground)
        .anchor(edge, vec2(0.0, down))
        .interactable(false)
        .show(context, |ui| {
            frame().show(ui, |ui| {
                let beside = 2.0 * (panels::WIDTH + 40.0);
                let free = ui.ctx().content_rect().width() - beside;
                ui.set_max_width(free.clamp(300.0, 640.0));
                let color = if *is_bad { BAD } else { GOOD };
                ui.label(RichText::new(title(text)).color(color));
            });
        });
}
