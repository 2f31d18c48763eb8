//! The hex pointed at: ground, and what standing there would be like.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use crate::{
    content::terrain::Cover,
    game::{
        kit::{
            WIDTH,
            theme::{
                BAD, FAINT, GOOD, SAND, TEXT, TIME, faint,
                icon::Icon,
                widget::{heading, small_icon},
            },
        },
        rules::battlescape::{
            hud::{Insight, look},
            input::{Ahead, Selection},
        },
        table::input::Hover,
    },
    rules::battlescape::{
        attack::mode_name,
        event::Cause,
        panel::{inspect, outlook::Outlook, sightline::sight_between},
        side_view::SideView,
    },
};

/// Whether there is anything to tell.
pub fn has_something(world: &World) -> bool {
    world.resource::<Hover>().tile.is_some()
}

pub fn show(world: &World, most: f32, ui: &mut egui::Ui) {
    let view = look(world);
    let Some(tile) = world.resource::<Hover>().tile else {
        return;
    };
    egui::ScrollArea::vertical()
        .id_salt("outlook")
        .max_height(most)
        .min_scrolled_height(most)
        .show(ui, |ui| {
            ui.set_width(WIDTH - 8.0);
            let card = inspect::hex(view, tile);
            ui.horizontal(|ui| {
                ui.label(RichText::new(&card.title).strong().size(15.0));
                let (column, row) = view.grid().to_offset(tile);
                ui.label(faint(format!("({column}, {row})")));
            });
            let brief: Vec<_> = (card.facts.iter())
                .filter(|(name, _)| !matches!(name.as_str(), "place" | "sight"))
                .map(|(name, value)| match name.as_str() {
                    "to enter" => value.clone(),
                    _ => format!("{name} {value}"),
                })
                .collect();
            if !brief.is_empty() {
                ui.label(faint(brief.join(" · ")));
            }
            if let Some(from) = world.resource::<Insight>().sight_from {
                sight_line(view, from, tile, ui);
            }
            let chosen = world.resource::<Selection>().unit;
            if let (Some(outlook), Some(id)) = (&world.resource::<Ahead>().outlook, chosen) {
                ui.separator();
                standing_there(view, id, outlook, ui);
            }
        });
}

/// Tells of the line of sight between two hexes.
fn sight_line(
    view: SideView,
    from: crate::battle::grid::TileId,
    to: crate::battle::grid::TileId,
    ui: &mut egui::Ui,
) {
    let answer = sight_between(view, from, to);
    ui.separator();
    let (column, row) = view.grid().to_offset(from);
    heading(ui, "Line of sight");
    let (text, color) = match &answer.blocker {
        None => ("open".to_owned(), GOOD),
        Some(blocker) => (format!("blocked by {blocker}"), BAD),
    };
    ui.horizontal(|ui| {
        small_icon(ui, Icon::Eye, color);
        ui.label(RichText::new(text).color(color));
    });
    let mut more = vec![format!("{} hexes from ({column}, {row})", answer.distance)];
    if answer.line.trees > 0 {
        more.push(format!("{} trees or bushes on it", answer.line.trees));
    }
    if answer.line.smoke > 0 {
        more.push(format!("{} hexes of smoke", answer.line.smoke));
    }
    match answer.cover {
        Cover::None => {}
        Cover::Half => more.push("half cover at its end".into()),
        Cover::Full => more.push("full cover at its end".into()),
    }
    if answer.is_guess {
        more.push("some of the ground was never seen".into());
    }
    ui.label(faint(more.join(" · ")));
}

fn sides(count: usize) -> String {
    match count {
        1 => "1 side".into(),
        _ => format!("{count} sides"),
    }
}

/// Says what the way is known to cost besides TU.
fn harm_text(outlook: &Outlook) -> Option<String> {
    let (lost, poisons) = outlook.harm();
    let through: BTreeSet<_> = (outlook.way.iter())
        .flat_map(|step| &step.harm.losses)
        .map(|(cause, _)| match cause {
            Cause::Fire => "fire",
            Cause::Fall(_) => "a fall",
            _ => "deadly ground",
        })
        .collect();
    let through = through.into_iter().collect::<Vec<_>>().join(" and ");
    match (lost, poisons) {
        (0, false) => None,
        (0, true) => Some("the way there poisons".into()),
        (lost, false) => Some(format!("the way there costs {lost} HP: {through}")),
        (lost, true) => Some(format!(
            "the way there costs {lost} HP, {through}, and poisons"
        )),
    }
}

fn standing_there(
    view: SideView,
    id: crate::battle::unit::UnitId,
    outlook: &Outlook,
    ui: &mut egui::Ui,
) {
    let head = match outlook.way.is_empty() {
        true => format!("{} here", view.name(id)),
        false => format!("{} there", view.name(id)),
    };
    heading(ui, &head);
    ui.horizontal_wrapped(|ui| {
        small_icon(ui, Icon::Clock, TIME);
        ui.label(RichText::new(format!("{} TU left", outlook.tu_left)).color(TIME));
        let buys: Vec<_> = (outlook.buys.iter())
            .map(|(name, count)| match count {
                1 => (*name).to_owned(),
                count => format!("{name} ×{count}"),
            })
            .collect();
        let text = match buys.is_empty() {
            true => "buys nothing more".into(),
            false => format!("for {}", buys.join(", ")),
        };
        ui.label(faint(text));
    });
    let halves = outlook.cover.iter().filter(|&&cover| cover == Cover::Half);
    let fulls = outlook.cover.iter().filter(|&&cover| cover == Cover::Full);
    ui.horizontal_wrapped(|ui| {
        let (halves, fulls) = (halves.count(), fulls.count());
        if halves + fulls == 0 {
            small_icon(ui, Icon::OpenShield, FAINT);
            ui.label(faint("no cover to take"));
        } else {
            if fulls > 0 {
                small_icon(ui, Icon::FullShield, GOOD);
                ui.label(faint(format!("full cover on {}", sides(fulls))));
            }
            if halves > 0 {
                small_icon(ui, Icon::HalfShield, GOOD);
                ui.label(faint(format!("half cover on {}", sides(halves))));
            }
        }
    });
    if let Some(text) = harm_text(outlook) {
        ui.horizontal_wrapped(|ui| {
            small_icon(ui, Icon::Skull, BAD);
            ui.label(RichText::new(text).color(BAD).strong().size(12.5));
        });
    }
    for step in outlook.way.iter().filter(|step| !step.watchers.is_empty()) {
        let names: Vec<_> = step.watchers.iter().map(|&id| view.name(id)).collect();
        ui.horizontal_wrapped(|ui| {
            small_icon(ui, Icon::Watch, BAD);
            let text = format!("at {} TU in the watch of {}", step.sum, names.join(", "));
            ui.label(RichText::new(text).color(BAD).size(12.5));
        });
    }
    for one in &outlook.prospects {
        ui.horizontal_wrapped(|ui| {
            small_icon(ui, Icon::Crosshair, SAND);
            ui.label(RichText::new(view.name(one.enemy)).size(12.5).strong());
            ui.label(faint(format!("{} hexes", one.distance)));
            for (mode, chance, can_pay) in &one.shots {
                let color = if *can_pay { TEXT } else { FAINT };
                let text = format!("{} {chance}%", mode_name(*mode));
                ui.label(RichText::new(text).color(color).size(12.5));
            }
        });
    }
    for one in &outlook.exposed {
        let (text, color) = match (one.can_fire, one.cover) {
            (true, Cover::None) => ("can fire, nothing between", BAD),
            (true, Cover::Half) => ("can fire, across half cover", SAND),
            (true, Cover::Full) => ("can fire, across full cover", GOOD),
            (false, _) => ("sees, out of its range", FAINT),
        };
        let icon = match (one.can_fire, one.cover) {
            (true, Cover::None) => Icon::OpenShield,
            (true, Cover::Half) => Icon::HalfShield,
            (true, Cover::Full) => Icon::FullShield,
            (false, _) => Icon::Eye,
        };
        ui.horizontal_wrapped(|ui| {
            small_icon(ui, icon, color);
            let text = format!("{} {text}", view.name(one.enemy));
            ui.label(RichText::new(text).color(color).size(12.5));
        });
    }
}
