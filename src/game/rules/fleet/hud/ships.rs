//! The own carrier and ships at the left, each with what it is to do.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, RichText, vec2};

use super::Wish;
use crate::{
    battle::unit::{Roster, Title, UnitId, part},
    game::{
        kit::{
            key_of,
            keys::KeyAction,
            panel,
            theme::{
                self, BAD, FAINT, GOOD, SAND, faint,
                widget::{bar, heading},
            },
        },
        rules::fleet::{
            draft::{Draft, is_docked, is_planning, own, own_units},
            plot::Plot,
            tallies,
        },
        table::playback::Whereabouts,
    },
    rules::fleet::{
        craft::{Class, Stores},
        muster::Muster,
        order::{Action, CarrierAction, Route, ShipOrder},
        panel::outlook::Outlook,
        setup, tell, upkeep,
    },
};

/// Width of what a card holds, points.
const WIDTH: f32 = 158.0;

/// Shows the cards.
pub(super) fn show(world: &World, context: &egui::Context, wishes: &mut Vec<Wish>) {
    let units = own_units(world);
    panel(context, "fleet", Align2::LEFT_TOP, vec2(6.0, 6.0), |ui| {
        ui.set_width(WIDTH + 14.0);
        heading(ui, "Fleet");
        let most = (context.content_rect().height() - 300.0).max(160.0);
        egui::ScrollArea::vertical()
            .max_height(most)
            .min_scrolled_height(most)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 4.0;
                let mut was_docked = false;
                let mut berth = 0;
                for &unit in &units {
                    let is_docked = is_docked(world, unit);
                    if is_docked && !std::mem::replace(&mut was_docked, true) {
                        heading(ui, "Hangar");
                    }
                    berth += usize::from(is_docked);
                    card(world, unit, berth, ui, wishes);
                }
            });
        if let Some(text) = reserves(world) {
            ui.label(faint(text).size(11.5));
        }
        ui.horizontal(|ui| {
            for (action, text) in [
                (KeyAction::NEXT_UNIT, "Next"),
                (KeyAction::CARRIER, "Carrier"),
            ] {
                let text = format!("{text} [{}]", key_of(world, action));
                if ui.add(egui::Button::new(faint(text)).small()).clicked() {
                    wishes.push(Wish::Key(action));
                }
            }
        });
    });
}

/// Says how many ships may still come, and with what chance.
fn reserves(world: &World) -> Option<String> {
    let side = own(world);
    let waits = |id: &UnitId| tallies::shown(world, *id).place == Whereabouts::Awaited;
    let count = world
        .resource::<Roster>()
        .of_side(side)
        .filter(waits)
        .count();
    let percent = upkeep::reinforcement_percent(&Muster::known_to(world, side), side);
    (count > 0).then(|| format!("{count} may come after losses ({percent}% a turn)"))
}

fn card(world: &World, unit: UnitId, berth: usize, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
    let draft = world.resource::<Draft>();
    let is_chosen = draft.chosen == Some(unit);
    let is_docked = is_docked(world, unit);
    let (fill, edge) = match is_chosen {
        true => (Color32::from_rgb(58, 54, 38), SAND),
        false if is_docked => (Color32::from_rgb(18, 22, 28), Color32::TRANSPARENT),
        false => (Color32::from_rgb(25, 30, 38), Color32::TRANSPARENT),
    };
    let frame = egui::Frame::new()
        .fill(fill)
        .stroke(egui::Stroke::new(1.0, edge))
        .corner_radius(5)
        .inner_margin(5);
    let content = setup::content(world);
    let class: Class = *part(world, unit);
    let (kind, full) = match class {
        Class::Ship(ship) => (content.ship(ship).name.as_str(), content.ship(ship).ammo),
        Class::Carrier(carrier) => (content.carrier(carrier).name.as_str(), 0),
    };
    let name = part::<Title>(world, unit).0.as_str();
    let response = frame.show(ui, |ui| {
        ui.set_width(WIDTH);
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.horizontal(|ui| {
            ui.label(RichText::new(name).strong().size(13.5));
            if !name.starts_with(kind) {
                ui.add(egui::Label::new(faint(kind).size(11.0)).truncate());
            }
        });
        let tally = tallies::shown(world, unit);
        let hull = tally.health;
        let share = f32::from(hull.now) / f32::from(hull.max.max(1));
        let color = theme::health_color(hull.now, hull.max);
        let text = format!("{} / {} hull", hull.now, hull.max);
        bar(ui, WIDTH, share, color, &text);
        if !class.is_carrier() {
            let stores: Stores = *part(world, unit);
            let color = if tally.ammo == 0 { BAD } else { FAINT };
            let text = format!("{} / {full} ammo · {} fuel", tally.ammo, stores.fuel);
            ui.label(RichText::new(text).color(color).size(11.5));
        }
        let (text, color) = planned(world, unit);
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(text).color(color).size(11.5));
        });
    });
    let response = response.response.interact(egui::Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::WidgetType::Button, true, is_chosen, name)
    });
    if response.clicked() {
        wishes.push(Wish::Choose(unit));
    }
    if is_docked && is_planning(world) {
        let is_launched = draft.is_launched(unit);
        let key = [
            KeyAction::CHOICE_1,
            KeyAction::CHOICE_2,
            KeyAction::CHOICE_3,
            KeyAction::CHOICE_4,
            KeyAction::CHOICE_5,
            KeyAction::CHOICE_6,
        ];
        let key = key.get(berth - 1).map(|&action| key_of(world, action));
        let verb = if is_launched { "Keep docked" } else { "Launch" };
        let text = match key {
            Some(key) => format!("{verb} [{key}]"),
            None => verb.to_owned(),
        };
        let button = egui::Button::new(RichText::new(text).size(11.5)).small();
        if ui.add(button).clicked() {
            wishes.push(Wish::Launch(unit));
        }
    }
}

/// Says what a unit is to do.
fn planned(world: &World, unit: UnitId) -> (String, Color32) {
    let draft = world.resource::<Draft>();
    if !is_planning(world) {
        return (String::new(), FAINT);
    }
    if part::<Class>(world, unit).is_carrier() {
        return match &draft.plan.carrier {
            Some(action) => (helm(world, action), GOOD),
            None => ("no action: its guns may fire".into(), FAINT),
        };
    }
    let launched = draft.is_launched(unit);
    if is_docked(world, unit) && !launched {
        return ("docked".into(), FAINT);
    }
    let Some(order) = draft.plan.ships.get(&unit) else {
        return match launched {
            true => ("launch, then nothing".into(), GOOD),
            false => ("no orders".into(), SAND),
        };
    };
    let outlook = world.resource::<Plot>().of(unit);
    let text = act(world, order, outlook);
    match launched {
        true => (format!("launch, {text}"), GOOD),
        false => (text, GOOD),
    }
}

/// Says what a carrier does.
pub(super) fn helm(world: &World, action: &CarrierAction) -> String {
    match action {
        CarrierAction::Move(path) => format!("moves {}", path.len()),
        CarrierAction::Repair(None) => "repairs itself".into(),
        CarrierAction::Repair(Some(ship)) => {
            format!("repairs {}", part::<Title>(world, *ship).0)
        }
        CarrierAction::Rearm => "rearms docked ships".into(),
        CarrierAction::Queue(slots) => tell::queue(slots),
    }
}

/// Says what a ship does.
fn act(world: &World, order: &ShipOrder, outlook: Option<&Outlook>) -> String {
    if !order.queue.is_empty() {
        return tell::queue(&order.queue);
    }
    let mut text = match order.action {
        Action::None => "holds",
        Action::Move => "moves",
        Action::Attack => "attacks",
        Action::Defend => "defends",
        Action::Land => "lands",
    }
    .to_owned();
    if order.route != Route::Stay && order.action != Action::Move {
        text.push_str(" after moving");
    }
    let target = order.target.or(outlook
        .and_then(|outlook| outlook.attack.as_ref())
        .map(|attack| attack.target));
    if let Some(target) = target {
        let own = own(world);
        let known = world
            .resource::<crate::battle::knowledge::Knowledge>()
            .of(own);
        if known.sightings[target.index()].is_some() {
            text.push_str(&format!(", at {}", part::<Title>(world, target).0));
        }
    }
    match order.fire {
        Some(false) => text.push_str(", holds fire"),
        Some(true) => text.push_str(", fires"),
        None => {}
    }
    if outlook.is_some_and(|outlook| outlook.course.blocked.is_some()) {
        text.push_str(" (blocked)");
    }
    text
}
