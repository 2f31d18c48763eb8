//! Two panels to ask for: what the unit sees and could shoot, and what a computer would do.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use crate::{
    battle::journal::Journal,
    game::{
        hud::{Ask, look, panel},
        session::{Selection, Session},
        theme::{SAND, faint},
    },
    rules::battlescape::{Battlescape, ai, attack::mode_name, side_view::SideView, tell},
};

/// Which of the panels are open.
#[derive(Resource, Clone, Debug, Default)]
pub struct Insight {
    /// What the chosen unit sees.
    pub scan: bool,
    /// What a computer would do in the player's place.
    pub advice: bool,
    /// The advice, and the state it is for.
    thought: Option<((u32, usize), Vec<String>)>,
}

/// Shows the panels that are open.
pub(super) fn show(world: &mut World, context: &egui::Context, asks: &mut Vec<Ask>) {
    let insight = world.resource::<Insight>().clone();
    if insight.scan {
        scan(world, context, asks);
    }
    if insight.advice {
        advise(world);
        advice(world, context);
    }
}

fn scan(world: &World, context: &egui::Context, asks: &mut Vec<Ask>) {
    let view = look(world);
    let Some(unit) = world.resource::<Selection>().unit else {
        return;
    };
    panel(context, "scan", Align2::CENTER_TOP, vec2(0.0, 64.0), |ui| {
        ui.set_width(420.0);
        let head = format!("{} SEES [Q]", view.name(unit).to_uppercase());
        ui.label(RichText::new(head).color(SAND).size(12.0));
        let found = view.scan(unit);
        if found.is_empty() {
            ui.label(faint("no enemy"));
        }
        egui::Grid::new("scan")
            .num_columns(3)
            .striped(true)
            .show(ui, |ui| {
                for one in found {
                    let name = RichText::new(view.name(one.enemy)).strong();
                    if ui.link(name).clicked() {
                        asks.push(Ask::Look(view.unit(one.enemy).tile));
                    }
                    ui.label(faint(format!("{} hexes", one.distance)));
                    let shots: Vec<_> = (one.shots.iter())
                        .map(|(mode, chance)| format!("{} {chance}%", mode_name(*mode)))
                        .collect();
                    ui.label(match shots.is_empty() {
                        true => faint("no shot now"),
                        false => RichText::new(shots.join("   ")).color(SAND),
                    });
                    ui.end_row();
                }
            });
    });
}

/// Works the advice out anew when something happened.
fn advise(world: &mut World) {
    let orders = world.resource::<Journal<Battlescape>>().entries.len();
    let key = (world.resource::<Session>().generation, orders);
    let known = world.resource::<Insight>().thought.as_ref();
    if known.is_some_and(|(of, _)| *of == key) {
        return;
    }
    let view: SideView = look(world);
    let mut lines = Vec::new();
    if view.turn().active == view.side() && view.verdict().0.is_none() {
        let decision = ai::explain(view);
        lines.push(tell::order(world, &decision.order));
        let mut others = decision.alternatives;
        others.sort_by_key(|one| std::cmp::Reverse(one.points));
        lines.extend(others.iter().take(12).map(|one| {
            let text = tell::order(world, &one.order);
            let act = text.split_once(": ").map_or(text.as_str(), |(_, act)| act);
            format!("{:>5}  {act} ({})", one.points, one.purpose)
        }));
    }
    world.resource_mut::<Insight>().thought = Some((key, lines));
}

fn advice(world: &World, context: &egui::Context) {
    let thought = world.resource::<Insight>().thought.clone();
    panel(
        context,
        "advice",
        Align2::RIGHT_TOP,
        vec2(-8.0, 240.0),
        |ui| {
            ui.set_width(360.0);
            let head = "WHAT A COMPUTER WOULD DO [F10]";
            ui.label(RichText::new(head).color(SAND).size(12.0));
            let lines = thought.map_or_else(Vec::new, |(_, lines)| lines);
            let Some((first, others)) = lines.split_first() else {
                ui.label(faint("it is not your turn"));
                return;
            };
            ui.label(RichText::new(first).strong().color(SAND));
            for line in others {
                ui.label(RichText::new(line).monospace().size(12.0));
            }
        },
    );
}
