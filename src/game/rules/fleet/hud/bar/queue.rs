//! The slots of an intent queue, each with its maneuver and whether the ship fires.

use bevy_egui::egui::{self, RichText, vec2};

use super::Bar;
use crate::{
    game::{
        kit::{
            keys::KeyAction,
            theme::{FAINT, SAND, faint},
        },
        rules::fleet::{acts, hud::Wish},
    },
    rules::fleet::{order::Maneuver, queue},
};

impl Bar<'_> {
    /// The slots of an intent queue.
    pub(super) fn queue(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        let slots = acts::slots(self.world, self.unit);
        let usable = usize::from(queue::usable(&self.muster, self.unit));
        ui.label(faint("Sub-phases"));
        for at in 0..usable {
            let slot = slots.get(at).copied();
            let name = slot.map_or("hold", |slot| maneuver_name(slot.maneuver));
            let fires = slot.is_some_and(|slot| slot.fire);
            let text = format!("{}: {name}", at + 1);
            let button = egui::Button::new(text).min_size(vec2(96.0, 26.0));
            let button = ui.add_enabled(self.is_planning && slot.is_some(), button);
            if button.on_hover_text("The next maneuver").clicked() {
                wishes.push(Wish::Slot(at, false));
            }
            if !self.is_carrier() {
                let text = if fires { "fire" } else { "no fire" };
                let color = if fires { SAND } else { FAINT };
                let button = egui::Button::new(RichText::new(text).color(color));
                let button = ui.add_enabled(self.is_planning && slot.is_some(), button.small());
                if button
                    .on_hover_text("Whether it fires in this sub-phase")
                    .clicked()
                {
                    wishes.push(Wish::Slot(at, true));
                }
            }
        }
        if self.is_carrier() {
            return;
        }
        ui.separator();
        let actions = [
            KeyAction::CHOICE_1,
            KeyAction::CHOICE_2,
            KeyAction::CHOICE_3,
            KeyAction::CHOICE_4,
            KeyAction::CHOICE_5,
        ];
        for (action, maneuver) in actions.into_iter().zip(Maneuver::ALL) {
            let text = format!("+ {} [{}]", maneuver_name(maneuver), self.key(action));
            let button = egui::Button::new(RichText::new(text).size(12.0)).small();
            if ui.add_enabled(self.is_planning, button).clicked() {
                wishes.push(Wish::Key(action));
            }
        }
    }
}

/// Names a maneuver.
fn maneuver_name(maneuver: Maneuver) -> &'static str {
    match maneuver {
        Maneuver::Forward => "forward",
        Maneuver::TurnLeft => "left",
        Maneuver::TurnRight => "right",
        Maneuver::Hold => "hold",
        Maneuver::Land => "land",
    }
}
