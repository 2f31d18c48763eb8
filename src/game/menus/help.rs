//! Help: how a turn goes, and every key.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use crate::game::{
    keys::bindings::GROUPS,
    menus::{lines, sheet},
    settings::Settings,
    theme::{
        SAND,
        icon::Icon,
        widget::{heading, key, small_icon},
    },
};

/// How to play, in short; figures are told by the game itself.
const BASICS: [(Icon, &str, &str); 9] = [
    (
        Icon::Clock,
        "Time units",
        "Everything costs time units (TU). A unit gets new ones each turn and carries some of what it \
         did not spend over to the next.",
    ),
    (
        Icon::Walk,
        "Moving",
        "Choose a unit, point at a marked hex: the path shows TU step by step, the panel at the right \
         tells what standing there would be like. Click to go. A move ends where an enemy comes into \
         sight.",
    ),
    (
        Icon::Crosshair,
        "Shooting",
        "Click an enemy to aim: chance, every modifier, damage and the chance to kill are shown, and \
         they are exactly what the dice will be. Choose the mode of fire, click again to fire.",
    ),
    (
        Icon::HalfShield,
        "Cover",
        "Shots that cross an obstacle next to their target are harder. Shields at the hex pointed at \
         show the covered sides, a struck-out shield a side open to an enemy. Take cover to crouch \
         behind it.",
    ),
    (
        Icon::Watch,
        "Watching",
        "A unit that watches keeps TU to fire at enemies that move in its sight. Steps into an enemy's \
         watch are marked on the path.",
    ),
    (
        Icon::Eye,
        "Fog",
        "Black ground was never seen, hatched ground is remembered. Outlines show where an enemy was \
         last seen, rings where something was heard.",
    ),
    (
        Icon::Run,
        "Gaits",
        "Walk, run or sneak: running is quick and loud, sneaking slow and quiet. Lying down makes a \
         unit a small target.",
    ),
    (
        Icon::Undo,
        "Taking back",
        "An order that rolled no dice and revealed nothing can be taken back.",
    ),
    (
        Icon::EndTurn,
        "The turn",
        "When all have acted, end the turn. The other side acts, then fires, wounds and morale are \
         resolved.",
    ),
];

pub(super) fn show(world: &mut World) {
    let bindings = world.resource::<Settings>().keys.clone();
    sheet(world, "help", "Help", 980.0, |_, ui, room| {
        egui::ScrollArea::vertical()
            .max_height(room - 40.0)
            .min_scrolled_height(room - 40.0)
            .show(ui, |ui| {
                ui.columns(2, |columns| {
                    columns[0].vertical(|ui| {
                        for (icon, name, text) in BASICS {
                            ui.horizontal(|ui| {
                                small_icon(ui, icon, SAND);
                                ui.label(RichText::new(name).strong().size(15.5));
                            });
                            lines(ui, text);
                            ui.add_space(7.0);
                        }
                    });
                    columns[1].vertical(|ui| {
                        ui.label(
                            "Mouse: left click chooses, walks, aims, fires; right click turns; the \
                              wheel zooms; the middle button drags the view.",
                        );
                        for (group, deeds) in GROUPS {
                            ui.add_space(6.0);
                            heading(ui, group);
                            egui::Grid::new(group).num_columns(2).show(ui, |ui| {
                                for &deed in deeds {
                                    key(ui, &bindings.chord(deed).sign());
                                    ui.label(RichText::new(deed.text()).size(13.0));
                                    ui.end_row();
                                }
                            });
                        }
                    });
                });
            });
    });
}
