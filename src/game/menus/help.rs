//! Help: how a turn goes, and every key.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use crate::{
    game::{
        keys::bindings::{Deed, GROUPS},
        menus::{lines, sheet},
        playable::{Playable, key_text, rules},
        settings::Settings,
        theme::{
            SAND,
            widget::{heading, key, small_icon},
        },
    },
    with_rules,
};

pub(super) fn show(world: &mut World) {
    let bindings = world.resource::<Settings>().keys.clone();
    let (basics, pointer, realm) =
        with_rules!(rules(world), R => (R::BASICS, R::POINTER, R::REALM));
    let about = with_rules!(rules(world), R => key_text::<R> as fn(Deed) -> &'static str);
    sheet(world, "help", "Help", 980.0, |_, ui, room| {
        egui::ScrollArea::vertical()
            .max_height(room - 40.0)
            .min_scrolled_height(room - 40.0)
            .show(ui, |ui| {
                ui.columns(2, |columns| {
                    columns[0].vertical(|ui| {
                        for &(icon, name, text) in basics {
                            ui.horizontal(|ui| {
                                small_icon(ui, icon, SAND);
                                ui.label(RichText::new(name).strong().size(15.5));
                            });
                            lines(ui, text);
                            ui.add_space(7.0);
                        }
                    });
                    columns[1].vertical(|ui| {
                        ui.label(pointer);
                        for (group, deeds) in GROUPS {
                            let deeds = deeds.iter().filter(|deed| deed.realm().meets(realm));
                            let deeds: Vec<_> = deeds.collect();
                            if deeds.is_empty() {
                                continue;
                            }
                            ui.add_space(6.0);
                            heading(ui, group);
                            egui::Grid::new(group).num_columns(2).show(ui, |ui| {
                                for &deed in deeds {
                                    key(ui, &bindings.chord(deed).sign());
                                    ui.label(RichText::new(about(deed)).size(13.0));
                                    ui.end_row();
                                }
                            });
                        }
                    });
                });
            });
    });
}
