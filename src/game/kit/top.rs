//! The top bar: turn, phase, objective, speed, menus.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use crate::game::{
    Menu,
    kit::{
        Ask, WIDTH, key_of,
        keys::{KeyAction, SPEEDS},
        panel,
        theme::{icon::Icon, widget::icon_only},
    },
    table::playback::Playback,
};

/// Width of what stands at the left, points.
const SQUAD: f32 = 198.0;

/// Room the bar takes beside what is told: speed and menus, and the frame, points.
const REST: f32 = 410.0;

/// Shows the last part of what is told in what room is left beside the panels; all of it when it is pointed
/// at.
pub fn last_told(ui: &mut egui::Ui, text: &str) {
    let screen = ui.ctx().content_rect().width();
    let used = ui.cursor().left() - ui.min_rect().left();
    let room = (screen - SQUAD - WIDTH - 34.0 - REST - used).max(120.0);
    ui.scope(|ui| {
        ui.set_max_width(room);
        ui.add(egui::Label::new(text).truncate());
    });
}

/// Shows the bar: what is told, then speed and menus.
pub fn bar<W: From<Ask>>(
    world: &World,
    context: &egui::Context,
    asks: &mut Vec<W>,
    told: impl FnOnce(&mut egui::Ui),
) {
    // Between the squad and the column at the right.
    let off = vec2((SQUAD - WIDTH - 34.0) / 2.0, 6.0);
    panel(context, "top", Align2::CENTER_TOP, off, |ui| {
        ui.horizontal(|ui| {
            told(ui);
            ui.separator();
            speeds(world, world.resource::<Playback>(), ui, asks);
            ui.separator();
            for (icon, menu, action, name) in [
                (Icon::Save, Menu::Saves, None, "Saves"),
                (
                    Icon::Book,
                    Menu::Book,
                    Some(KeyAction::BOOK),
                    "Encyclopedia",
                ),
                (Icon::Help, Menu::Help, Some(KeyAction::HELP), "Help"),
                (Icon::Menu, Menu::Pause, Some(KeyAction::BACK), "Menu"),
            ] {
                let key = action.map_or(String::new(), |action| {
                    format!(" [{}]", key_of(world, action))
                });
                if icon_only(ui, icon, false, &format!("{name}{key}")).clicked() {
                    asks.push(Ask::Menu(menu).into());
                }
            }
        });
    });
}

fn speeds<W: From<Ask>>(world: &World, playback: &Playback, ui: &mut egui::Ui, asks: &mut Vec<W>) {
    ui.spacing_mut().item_spacing.x = 2.0;
    for speed in SPEEDS {
        let is_on = (playback.speed - speed).abs() < 0.01;
        let text = match speed {
            0.5 => "×½".to_owned(),
            _ => format!("×{speed}"),
        };
        let text = RichText::new(text).size(13.0);
        let response = ui.selectable_label(is_on, text);
        if response.on_hover_text("Speed of playback").clicked() {
            asks.push(Ask::Speed(speed).into());
        }
    }
    let skip = format!("Show the rest at once [{}]", key_of(world, KeyAction::SKIP));
    if icon_only(ui, Icon::ToEnd, false, &skip).clicked() {
        asks.push(Ask::Key(KeyAction::SKIP).into());
    }
    ui.spacing_mut().item_spacing.x = 7.0;
}
