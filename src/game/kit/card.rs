//! A card with facts, as inspection and the encyclopedia show it.

use bevy_egui::egui::{self, RichText};

use super::theme::{faint, widget};
use crate::playing::Card;

/// Shows a card.
pub fn show_card(ui: &mut egui::Ui, id: &str, card: &Card) {
    ui.label(RichText::new(&card.title).strong().size(15.0));
    match (card.about.is_empty(), card.facts.is_empty()) {
        (true, _) => {}
        (false, true) => {
            ui.label(&card.about);
        }
        // Facts count for more.
        (false, false) => {
            ui.label(faint(card.about.as_str()));
        }
    }
    widget::facts(ui, id, &card.facts);
}
