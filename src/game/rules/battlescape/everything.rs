//! The list of everything the chosen unit can do, to be searched and chosen from by keyboard.

use bevy::prelude::*;
use bevy_egui::egui::{self, Key, RichText};

use crate::{
    battle::{step::HumanSides, unit::UnitId},
    game::{
        kit::{
            theme::{FAINT, TEXT, faint},
            title,
        },
        rules::battlescape::{
            input::{Selection, give, take_up},
            keys,
        },
        shell::menus::{Menus, close_menu, sheet},
        table::board_view::viewer,
    },
    rules::battlescape::{
        attack::mode_name,
        order::Order,
        panel::{
            choice::{self, Act},
            tool::{Begin, Tool},
        },
        side_view::SideView,
    },
};

/// What a line of the list does.
#[derive(Clone)]
enum Deal {
    Give(Order),
    Tool(Tool),
    Mode(crate::rules::battlescape::content::FireMode),
    EndTurn,
}

struct Line {
    name: String,
    deal: Deal,
    refusal: Option<String>,
}

fn list(world: &World, view: SideView, id: UnitId) -> Vec<Line> {
    let line = |name: String, deal, refusal: Option<String>| Line {
        name,
        deal,
        refusal,
    };
    let words = |refusal: Option<crate::rules::battlescape::order::Refusal>| {
        refusal.map(|refusal| refusal.to_string())
    };
    let mut lines = Vec::new();
    for choice in choice::choices(view, id, keys::towards(world, view)) {
        let cost = choice.tu.map_or(String::new(), |tu| format!(" ({tu} TU)"));
        let deal = match choice.act {
            Act::EndTurn => Deal::EndTurn,
            _ => Deal::Give(choice.order),
        };
        lines.push(line(
            format!("{}{cost}", choice.name),
            deal,
            words(choice.refusal),
        ));
    }
    for mode in choice::modes(view, id, None) {
        let name = format!("Fire mode: {} ({} TU)", mode_name(mode.mode), mode.tu);
        lines.push(line(name, Deal::Mode(mode.mode), words(mode.refusal)));
    }
    lines.push(line("Aim at a hex".into(), Deal::Tool(Tool::Ground), None));
    for slot in choice::slots(view, id) {
        let number = slot.slot + 1;
        match slot.begin {
            Some(Begin::Aim(tool)) => lines.push(line(
                format!("Slot {number}: use {}", slot.name),
                Deal::Tool(tool),
                None,
            )),
            Some(Begin::Give(order)) => lines.push(line(
                format!("Slot {number}: use {}", slot.name),
                Deal::Give(order),
                words(slot.refusal),
            )),
            None => {}
        }
        for (verb, order, refusal) in slot.more {
            lines.push(line(
                format!("Slot {number}: {} {}", verb.to_lowercase(), slot.name),
                Deal::Give(order),
                words(refusal),
            ));
        }
        lines.push(line(
            format!("Slot {number}: toss {}", slot.name),
            Deal::Tool(Tool::Toss(slot.slot)),
            None,
        ));
    }
    for (name, order, refusal) in choice::pick_ups(view, id) {
        lines.push(line(
            format!("Pick up {name}"),
            Deal::Give(order),
            words(refusal),
        ));
    }
    for ability in choice::abilities(view, id) {
        lines.push(line(
            format!("Ability: {}", ability.name),
            Deal::Tool(Tool::Cast(ability.ability)),
            words(ability.refusal),
        ));
    }
    // What can be done comes first.
    lines.sort_by_key(|line| line.refusal.is_some());
    lines
}

pub fn show(world: &mut World) {
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let chosen = world.resource::<Selection>().unit;
    let Some(id) = chosen.filter(|&id| view.own_on_board().any(|own| own == id)) else {
        return close_menu(world);
    };
    let heading = format!("{}: everything", title(view.name(id)));
    let lines = list(world, view, id);
    let mut done = None;
    sheet(world, "everything", &heading, 460.0, |world, ui, room| {
        let is_fresh = world.resource::<Menus>().is_fresh;
        let mut wanted = world.resource::<Menus>().everything.clone();
        let field = egui::TextEdit::singleline(&mut wanted).hint_text("type to search");
        let field = ui.add(field.desired_width(f32::INFINITY));
        if is_fresh {
            wanted.clear();
            field.request_focus();
        }
        let found: Vec<_> = (lines.iter())
            .filter(|line| line.name.to_lowercase().contains(&wanted.to_lowercase()))
            .collect();
        let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if is_entered && !is_fresh {
            done = found
                .iter()
                .find(|line| line.refusal.is_none())
                .map(|line| line.deal.clone());
        }
        egui::ScrollArea::vertical()
            .max_height(room - 80.0)
            .min_scrolled_height(room - 80.0)
            .auto_shrink([false, false])
            .show(ui, |ui| {
                for line in found {
                    ui.horizontal(|ui| {
                        let is_open = line.refusal.is_none();
                        let color = if is_open { TEXT } else { FAINT };
                        let text = RichText::new(&line.name).color(color);
                        let button = egui::Button::new(text).frame(is_open);
                        if ui.add_enabled(is_open, button).clicked() {
                            done = Some(line.deal.clone());
                        }
                        if let Some(why) = &line.refusal {
                            ui.label(faint(why.as_str()));
                        }
                    });
                }
            });
        world.resource_mut::<Menus>().everything = wanted;
    });
    let Some(deal) = done else { return };
    close_menu(world);
    match deal {
        Deal::Give(order) => give(world, order),
        Deal::Tool(tool) => take_up(world, tool),
        Deal::Mode(mode) => world.resource_mut::<Selection>().mode = Some(mode),
        Deal::EndTurn => keys::end_turn(world),
    }
}
