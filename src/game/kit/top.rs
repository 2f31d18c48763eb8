//! The top bar: turn, phase, objective, speed, menus.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use crate::{
    battle::phase::Phase,
    game::{
        Menu,
        kit::{
            Ask,
            aside::WIDTH,
            key_of,
            keys::{SPEEDS, bindings::Deed},
            look, panel, side_names,
            theme::{BAD, FAINT, GOOD, SAND, faint, icon::Icon, widget::icon_only},
        },
        table::playback::Playback,
    },
    rules::battlescape::{log::Log, objective},
};

/// Width of what stands at the left, points.
const SQUAD: f32 = 198.0;

pub(super) fn show(world: &World, context: &egui::Context, asks: &mut Vec<Ask>) {
    let view = look(world);
    let names = side_names(world);
    let turn = view.turn();
    let playback = world.resource::<Playback>();
    let side = names.get(turn.active.index()).map_or("", String::as_str);
    let phase = match world.resource::<State<Phase>>().get() {
        Phase::Player if playback.is_empty() => ("Your phase".into(), GOOD),
        Phase::Player => ("Your phase".into(), FAINT),
        Phase::Resolution => ("Resolution".into(), SAND),
        Phase::Over => ("Over".into(), SAND),
        _ => (format!("{side}: their phase"), BAD),
    };
    bar(world, context, asks, |ui| {
        let limit = view
            .turn_limit()
            .map_or(String::new(), |limit| format!(" / {limit}"));
        let text = format!("Turn {}{limit}", turn.number);
        ui.label(RichText::new(text).strong().size(16.0));
        ui.separator();
        ui.label(RichText::new(phase.0).color(phase.1).strong().size(16.0));
        ui.separator();
        let text = RichText::new(Log::new(world).objective());
        let goal = match objective::forgone(world) {
            None => ui.label(text),
            Some(loss) => {
                let why = format!("{}\nThe squad fights on", Log::new(world).loss(loss));
                ui.label(text.color(FAINT).strikethrough())
                    .on_hover_text(why)
            }
        };
        let others: Vec<_> = (view.secondary())
            .map(|(one, is_done)| {
                format!("{} {}", if is_done { "done:" } else { "also:" }, one.name)
            })
            .collect();
        if !others.is_empty() {
            goal.on_hover_text(others.join("\n"));
            let text = faint(format!("+{}", others.len()));
            ui.label(text).on_hover_text(others.join("\n"));
        }
    });
}

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
pub fn bar(
    world: &World,
    context: &egui::Context,
    asks: &mut Vec<Ask>,
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
            for (icon, menu, deed, name) in [
                (Icon::Save, Menu::Saves, None, "Saves"),
                (Icon::Book, Menu::Book, Some(Deed::Book), "Encyclopedia"),
                (Icon::Help, Menu::Help, Some(Deed::Help), "Help"),
                (Icon::Menu, Menu::Pause, Some(Deed::Back), "Menu"),
            ] {
                let key = deed.map_or(String::new(), |deed| format!(" [{}]", key_of(world, deed)));
                if icon_only(ui, icon, false, &format!("{name}{key}")).clicked() {
                    asks.push(Ask::Menu(menu));
                }
            }
        });
    });
}

fn speeds(world: &World, playback: &Playback, ui: &mut egui::Ui, asks: &mut Vec<Ask>) {
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
            asks.push(Ask::Speed(speed));
        }
    }
    let skip = format!("Show the rest at once [{}]", key_of(world, Deed::Skip));
    if icon_only(ui, Icon::ToEnd, false, &skip).clicked() {
        asks.push(Ask::Deed(Deed::Skip));
    }
    ui.spacing_mut().item_spacing.x = 7.0;
}
