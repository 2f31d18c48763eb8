//! The squad cards at the left.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, RichText, vec2};

use super::Wish;
use crate::{
    battle::unit::UnitId,
    content::terrain::Cover,
    game::{
        kit::{
            Ask, key_of,
            keys::KeyAction,
            panel,
            theme::{
                self, BAD, GOOD, SAND, TIME, faint,
                icon::Icon,
                widget::{bar, heading, small_icon},
            },
        },
        rules::battlescape::{hud::look, input::Selection},
    },
    rules::battlescape::{panel::inspect::status, side_view::SideView},
};

/// Width of what a card holds, points.
const WIDTH: f32 = 158.0;

pub fn squad(world: &World, context: &egui::Context, wishes: &mut Vec<Wish>) {
    let view = look(world);
    let chosen = world.resource::<Selection>().unit;
    panel(context, "squad", Align2::LEFT_TOP, vec2(6.0, 6.0), |ui| {
        ui.set_width(WIDTH + 14.0);
        heading(ui, "Squad");
        // Above the action bar, however many there are.
        let most = (context.content_rect().height() - 290.0).max(160.0);
        egui::ScrollArea::vertical()
            .max_height(most)
            .min_scrolled_height(most)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 4.0;
                for id in view.own() {
                    card(view, id, chosen == Some(id), ui, wishes);
                }
            });
        ui.horizontal(|ui| {
            for (action, text) in [
                (KeyAction::NEXT_UNIT, "Next"),
                (KeyAction::NEXT_TARGET, "Target"),
            ] {
                let text = format!("{text} [{}]", key_of(world, action));
                let button = egui::Button::new(faint(text));
                if ui.add(button.small()).clicked() {
                    wishes.push(Ask::Key(action).into());
                }
            }
        });
    });
}

fn card(view: SideView, id: UnitId, is_chosen: bool, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
    let per_turn = view.figures().tu.per_turn;
    let is_here = view.own_on_board().any(|own| own == id);
    let state = view.unit(id);
    let (fill, edge) = match is_chosen {
        true => (Color32::from_rgb(58, 54, 38), SAND),
        false => (Color32::from_rgb(25, 30, 38), Color32::TRANSPARENT),
    };
    let card = egui::Frame::new()
        .fill(fill)
        .stroke(egui::Stroke::new(1.0, edge))
        .corner_radius(5)
        .inner_margin(5);
    let response = card.show(ui, |ui| {
        ui.set_width(WIDTH);
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.horizontal(|ui| {
            ui.label(RichText::new(view.name(id)).strong().size(13.5));
            let kind = faint(view.kind(id).name.as_str()).size(11.0);
            ui.add(egui::Label::new(kind).truncate());
        });
        if !is_here {
            let is_dead = state.health.now == 0;
            let (text, color) = if is_dead {
                ("killed", BAD)
            } else {
                ("got away", GOOD)
            };
            ui.label(RichText::new(text).color(color).size(12.5));
            return;
        }
        let health = state.health;
        let share = f32::from(health.now) / f32::from(health.max.max(1));
        let color = theme::health_color(health.now, health.max);
        bar(
            ui,
            WIDTH,
            share,
            color,
            &format!("{} / {} HP", health.now, health.max),
        );
        let share = f32::from(state.tu.now) / f32::from(per_turn + 50);
        let tu = match state.tu.now.checked_sub(per_turn) {
            Some(carried @ 1..) => format!("{per_turn} + {carried} TU"),
            _ => format!("{} TU", state.tu.now),
        };
        bar(ui, WIDTH, share, TIME, &tu);
        let energy = state.energy;
        if energy.max > 0 && view.kind(id).psi > 0 {
            let share = f32::from(energy.now) / f32::from(energy.max);
            let text = format!("{} / {} energy", energy.now, energy.max);
            bar(ui, WIDTH, share, theme::ENERGY, &text);
        }
        if view.kind(id).bravery.is_some() && state.nerve.morale < 100 {
            let share = f32::from(state.nerve.morale) / 100.0;
            let text = format!("{} morale", state.nerve.morale);
            bar(ui, WIDTH, share, theme::MORALE, &text);
        }
        let status = status(view, id);
        if !status.is_empty() {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 3.0;
                for icon in icons(view, id) {
                    small_icon(ui, icon, SAND);
                }
                ui.label(RichText::new(status.join(", ")).color(SAND).size(11.5));
            });
        }
    });
    let response = response.response.interact(egui::Sense::click());
    response.widget_info(|| {
        let text = format!("{}, {} TU", view.name(id), state.tu.now);
        egui::WidgetInfo::selected(egui::WidgetType::Button, is_here, is_chosen, text)
    });
    if is_here && response.clicked() {
        wishes.push(Wish::Select(id));
    }
}

/// The icons of a unit's stance and readiness.
fn icons(view: SideView, id: UnitId) -> Vec<Icon> {
    let state = view.unit(id);
    let mut icons = Vec::new();
    match state.stance.0 {
        Cover::None => {}
        Cover::Half => icons.push(Icon::HalfShield),
        Cover::Full => icons.push(Icon::FullShield),
    }
    if state.readiness.ready {
        icons.push(Icon::Watch);
    }
    if state.footing.prone {
        icons.push(Icon::Prone);
    }
    if state.ended.0 {
        icons.push(Icon::EndUnit);
    }
    icons
}
