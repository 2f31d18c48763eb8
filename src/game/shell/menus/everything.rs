//! The list of everything the chosen unit can do, to be searched and chosen from by keyboard.

use bevy::prelude::*;
use bevy_egui::egui::{self, Key, RichText};

use super::{Menus, close_menu, sheet};
use crate::game::kit::theme::widget::scroll;
use crate::game::kit::theme::{FAINT, TEXT, faint};
use crate::game::rules::playable::{MenuLine, Playable, rules};
use crate::with_rules;

pub(super) fn show(world: &mut World) {
    let list = with_rules!(rules(world), R => R::everything(world));
    let Some((heading, mut choices)) = list else {
        return close_menu(world);
    };
    // What can be done comes first.
    choices.sort_by_key(|choice| choice.refusal.is_some());
    let mut chosen = None;
    sheet(world, "everything", &heading, 460.0, |world, ui, room| {
        chosen = search(&mut world.resource_mut::<Menus>(), ui, room, &choices);
    });
    if let Some(choice) = chosen {
        close_menu(world);
        choice.click.perform(world);
    }
}

/// Shows the choices that are searched for; returns the one that was made.
fn search(menus: &mut Menus, ui: &mut egui::Ui, room: f32, all: &[MenuLine]) -> Option<MenuLine> {
    let wanted = &mut menus.everything;
    let field = egui::TextEdit::singleline(wanted).hint_text("type to search");
    let field = ui.add(field.desired_width(f32::INFINITY));
    if menus.is_fresh {
        wanted.clear();
        field.request_focus();
    }
    let wanted = wanted.to_lowercase();
    let found = all
        .iter()
        .filter(|one| one.name.to_lowercase().contains(&wanted));
    let found: Vec<_> = found.collect();
    let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let mut chosen = None;
    if is_entered && !menus.is_fresh {
        chosen = found.iter().copied().find(|one| one.refusal.is_none());
    }
    scroll(room - 80.0)
        .auto_shrink([false, false])
        .show(ui, |ui| {
            if found.is_empty() {
                ui.label(faint("no action matches"));
            }
            for one in found {
                ui.horizontal(|ui| {
                    let is_open = one.refusal.is_none();
                    let color = if is_open { TEXT } else { FAINT };
                    let text = RichText::new(&one.name).color(color);
                    let button = egui::Button::new(text).frame(is_open);
                    if ui.add_enabled(is_open, button).clicked() {
                        chosen = Some(one);
                    }
                    if let Some(why) = &one.refusal {
                        ui.label(faint(why.as_str()));
                    }
                });
            }
        });
    chosen.cloned()
}
