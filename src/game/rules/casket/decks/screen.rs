//! The screen of the deck builder: who is built, the cards as faces, and keys.
//!
//! **Invariant:** it shows decks and asks for changes; the workshop makes them.

use bevy::prelude::*;
use bevy_egui::egui::{self, Event, Key, Modifiers, RichText, Sense, vec2};

use super::{Wish, Workshop, columns, serve};
use crate::game::Screen;
use crate::game::kit::cards::face::{self, CardState, SIZE};
use crate::game::kit::theme::widget::{heading, scroll};
use crate::game::kit::theme::{FAINT, SAND, TEXT, faint};
use crate::game::rules::casket::faces;
use crate::game::shell::menus::{card, head};
use crate::rules::casket::content::{CasketContent, EquipmentId};
use crate::rules::casket::workshop::Offer;

/// Size of cards as a share of those in a hand.
const SHARE: f32 = 0.9;
/// Widths of what stands beside the cards, points.
pub(super) const LEFT: f32 = 250.0;
pub(super) const RIGHT: f32 = 280.0;
/// Room that heading and margins take, points.
const REST: f32 = 120.0;

pub(super) fn show(world: &mut World) {
    let Some(mut workshop) = world.remove_resource::<Workshop>() else {
        world.resource_mut::<NextState<Screen>>().set(Screen::Title);
        return;
    };
    let Some(context) = crate::game::kit::context(world) else {
        world.insert_resource(workshop);
        return;
    };
    let screen = context.content_rect();
    let (width, room) = (screen.width() - 60.0, screen.height() - REST);
    let wish = card(world, "decks", width, 0, |_, ui| {
        contents(ui, &workshop, width, room)
    });
    workshop.is_fresh = false;
    if let Some(wish) = wish.flatten()
        && let Some(wish) = workshop.grant(wish)
    {
        serve(world, &mut workshop, wish);
    }
    world.insert_resource(workshop);
}

/// Shows the three columns; returns what is asked for.
fn contents(ui: &mut egui::Ui, workshop: &Workshop, width: f32, room: f32) -> Option<Wish> {
    let heading = match &workshop.commission {
        Some(commission) => format!("{}: decks", commission.name),
        None => "Decks".to_owned(),
    };
    let mut wish = head(ui, &heading, 24.0).then_some(Wish::Back);
    wish = keys(ui, workshop).or(wish);
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(LEFT);
            wish = columns::choices(ui, workshop, room).or(wish.take());
        });
        ui.separator();
        ui.vertical(|ui| {
            let width = width - LEFT - RIGHT - 60.0;
            ui.set_width(width);
            wish = seats(ui, workshop).or(wish.take());
            let list = scroll(room - 34.0).id_salt("cards").auto_shrink(false);
            list.show(ui, |ui| {
                ui.set_width(width - 14.0);
                wish = cards(ui, workshop).or(wish.take());
            });
        });
        ui.separator();
        ui.vertical(|ui| {
            ui.set_width(RIGHT);
            ui.set_height(room);
            wish = columns::figures(ui, workshop, room).or(wish.take());
        });
    });
    wish
}

/// Reads the keys of the screen.
fn keys(ui: &egui::Ui, workshop: &Workshop) -> Option<Wish> {
    let focused = ui.memory(|memory| memory.focused());
    let writes = focused.is_some_and(|id| egui::TextEdit::load_state(ui.ctx(), id).is_some());
    ui.input_mut(|input| {
        let mut pressed = |key| input.consume_key(Modifiers::COMMAND, key);
        if pressed(Key::S) {
            return Some(Wish::Save);
        }
        if pressed(Key::Enter) {
            return Some(Wish::Begin);
        }
        if !writes && pressed(Key::Z) {
            return Some(Wish::Undo);
        }
        if input.key_pressed(Key::PageDown) {
            let seats = workshop.seats.len().max(1);
            return Some(Wish::Seat((workshop.at + 1) % seats));
        }
        input.key_pressed(Key::Escape).then_some(Wish::Back)
    })
}

/// Shows whose decks are built, and what the keys do.
fn seats(ui: &mut egui::Ui, workshop: &Workshop) -> Option<Wish> {
    let mut wish = None;
    ui.horizontal(|ui| {
        if workshop.seats.len() > 1 {
            for (at, seat) in workshop.seats.iter().enumerate() {
                let is_legal = seat.faults(workshop.content()).is_empty();
                let mark = if is_legal { "" } else { " (!)" };
                let text = RichText::new(format!("{}{mark}", seat.name)).size(15.0);
                let tab = ui.selectable_label(workshop.at == at, text);
                if tab.on_hover_text("Page Down goes on to the next").clicked() {
                    wish = Some(Wish::Seat(at));
                }
            }
        } else {
            let hint = "Click a card to add a copy, right-click to remove one. \
                        Tab and arrows move, + and − change copies";
            ui.add(egui::Label::new(faint(hint)).truncate());
        }
    });
    ui.add_space(4.0);
    wish
}

/// Shows the cards on offer, below the names of what brings them.
fn cards(ui: &mut egui::Ui, workshop: &Workshop) -> Option<Wish> {
    let content = workshop.content();
    let seat = workshop.seat()?;
    let offers = seat.bench.offers(content);
    let mut wish = None;
    let mut rest = &offers[..];
    let mut is_first = workshop.is_fresh;
    while let Some(first) = rest.first() {
        let count = rest
            .iter()
            .take_while(|one| one.piece == first.piece)
            .count();
        let (group, others) = rest.split_at(count);
        rest = others;
        heading(ui, &source(content, first.piece));
        let rows = egui::Layout::left_to_right(egui::Align::TOP).with_main_wrap(true);
        ui.with_layout(rows, |ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
            for offer in group {
                wish = tile(ui, content, offer, &mut is_first).or(wish.take());
            }
        });
        ui.add_space(6.0);
    }
    wish
}

/// Names what brings cards.
fn source(content: &CasketContent, piece: Option<EquipmentId>) -> String {
    match piece {
        Some(piece) => content.piece(piece).name.clone(),
        None => "In every deck".to_owned(),
    }
}

/// Shows a card with its copies and what changes them.
fn tile(
    ui: &mut egui::Ui,
    content: &CasketContent,
    offer: &Offer,
    is_first: &mut bool,
) -> Option<Wish> {
    let mut shown = faces::printed(content, content.card(offer.card));
    if offer.copies == 0 {
        shown.state = CardState::Barred("Not in the deck".to_owned());
    }
    let is_fixed = offer.is_fixed(content);
    let mut wish = None;
    let size = SIZE * SHARE + vec2(0.0, 32.0);
    ui.allocate_ui(size, |ui| {
        ui.vertical(|ui| {
            let id = ui.id().with(("card", offer.card.0));
            let was_focused = ui.data(|data| data.get_temp(id)).unwrap_or(false);
            shown.is_selected = was_focused;
            let response = face::show(ui, &shown, SHARE, Sense::click());
            if std::mem::take(is_first) {
                response.request_focus();
            }
            if response.gained_focus() {
                response.scroll_to_me(None);
            }
            let has_focus = response.has_focus();
            ui.data_mut(|data| data.insert_temp(id, has_focus));
            let [more, less] = copies_keys(ui, has_focus);
            if response.clicked() || more {
                wish = Some(Wish::Add(offer.card));
            }
            if response.secondary_clicked() || less {
                wish = Some(Wish::Remove(offer.card));
            }
            wish = copies(ui, offer, is_fixed).or(wish.take());
        });
    });
    wish
}

/// Whether keys add and remove a copy of the card that has the focus.
fn copies_keys(ui: &egui::Ui, has_focus: bool) -> [bool; 2] {
    let typed = |sign: &str, input: &egui::InputState| {
        let mut events = input.events.iter();
        events.any(|event| matches!(event, Event::Text(text) if text == sign))
    };
    ui.input(|input| {
        let more = typed("+", input) || typed("=", input);
        let less = typed("-", input)
            || input.key_pressed(Key::Delete)
            || input.key_pressed(Key::Backspace);
        [more && has_focus, less && has_focus]
    })
}

/// Shows the copies of a card between the buttons that change them.
fn copies(ui: &mut egui::Ui, offer: &Offer, is_fixed: bool) -> Option<Wish> {
    let mut wish = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if is_fixed {
            ui.label(faint("always 1"));
            return;
        }
        let step = |ui: &mut egui::Ui, sign: &str, is_open: bool| {
            let button =
                egui::Button::new(RichText::new(sign).size(15.0)).min_size(vec2(30.0, 24.0));
            // The cards take the focus; their keys change copies.
            let button = button.sense(Sense::CLICK);
            ui.add_enabled(is_open, button).clicked()
        };
        if step(ui, "−", offer.copies > 0) {
            wish = Some(Wish::Remove(offer.card));
        }
        let color = match offer.copies {
            0 => FAINT,
            copies if copies >= offer.most => SAND,
            _ => TEXT,
        };
        let text = format!("{} of {}", offer.copies, offer.most);
        ui.label(RichText::new(text).color(color).strong());
        if step(ui, "+", offer.copies < offer.most) {
            wish = Some(Wish::Add(offer.card));
        }
    });
    wish
}
