//! The guide of a mission that teaches the game: what to do next, until it is done.
//!
//! **Invariant:** a step is done by the player's own order or look, never by the guide.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use crate::{
    battle::{grid::TileId, journal::Journal, unit::UnitId},
    game::{
        kit::{
            key_of,
            keys::KeyAction,
            panel,
            theme::{FAINT, SAND, faint},
        },
        rules::battlescape::{hud::look, input::Selection},
        shell::{session::Session, settings::Settings},
        table::playback::Playback,
    },
    mission::guide::{GuideDeed, GuideStep, Until},
    rules::battlescape::{Battlescape, order::Order},
};

/// How far the guide is.
#[derive(Resource, Default)]
pub struct Guide {
    /// The battle it is for.
    generation: u32,
    step: usize,
    /// Orders given when the step began.
    since: usize,
    /// The unit chosen when the step began.
    chosen: Option<UnitId>,
    is_hidden: bool,
}

/// Whether an order is a deed that was asked for.
fn is_deed(order: &Order, deed: GuideDeed) -> bool {
    matches!(
        (order, deed),
        (Order::Move(..), GuideDeed::Move)
            | (Order::Turn(..), GuideDeed::Turn)
            | (Order::Attack(..) | Order::FireAt(..), GuideDeed::Fire)
            | (Order::TakeCover(..), GuideDeed::TakeCover)
            | (Order::Ready(_), GuideDeed::Watch)
            | (Order::Reload(_), GuideDeed::Reload)
            | (Order::Throw(..), GuideDeed::Throw)
            | (Order::Use(..), GuideDeed::Use)
            | (Order::Door(..), GuideDeed::Door)
            | (Order::EndTurn, GuideDeed::EndTurn)
    )
}

/// Whether the step has been done.
fn is_done(world: &World, guide: &Guide, step: &GuideStep) -> bool {
    let view = look(world);
    let entries = &world.resource::<Journal<Battlescape>>().entries;
    let given = entries.get(guide.since..).unwrap_or_default();
    let selection = world.resource::<Selection>();
    match &step.until {
        Until::Read => false,
        Until::Done(GuideDeed::Select) => selection.unit != guide.chosen,
        Until::Done(GuideDeed::Aim) => selection.target.is_some(),
        Until::Done(deed) => {
            (given.iter()).any(|entry| entry.side == view.side() && is_deed(&entry.order, *deed))
        }
        Until::Reached(zone) => view
            .own_on_board()
            .any(|id| zone.contains(&view.unit(id).tile)),
    }
}

/// Returns the step after the last one that the orders given so far have done, one after another.
fn step_reached(world: &World, steps: &[GuideStep]) -> usize {
    let own = look(world).side();
    let mut left = world.resource::<Journal<Battlescape>>().entries.iter();
    let mut reached = 0;
    for (index, step) in steps.iter().enumerate() {
        let deed = match step.until {
            // Of these the orders tell nothing.
            Until::Read | Until::Reached(_) | Until::Done(GuideDeed::Select | GuideDeed::Aim) => {
                continue;
            }
            Until::Done(deed) => deed,
        };
        match left.find(|entry| entry.side == own && is_deed(&entry.order, deed)) {
            Some(_) => reached = index + 1,
            None => break,
        }
    }
    reached
}

/// Shows the guide, if the mission has one and hints are wanted.
pub fn show(world: &mut World, context: &egui::Context) {
    let session = world.resource::<Session>();
    let Some(mission) = &session.mission else {
        return;
    };
    if mission.guide.is_empty() || !world.resource::<Settings>().hints {
        return;
    }
    let steps = mission.guide.clone();
    let generation = session.generation;
    let orders = world.resource::<Journal<Battlescape>>().entries.len();
    let chosen = world.resource::<Selection>().unit;
    let mut guide = world.remove_resource::<Guide>().unwrap_or_default();
    if guide.generation != generation {
        guide = Guide {
            generation,
            step: step_reached(world, &steps),
            since: orders,
            chosen,
            is_hidden: false,
        };
    }
    if let Some(step) = steps.get(guide.step)
        && world.resource::<Playback>().is_empty()
        && is_done(world, &guide, step)
    {
        guide.step += 1;
        (guide.since, guide.chosen) = (orders, chosen);
    }
    if let Some(step) = steps.get(guide.step).filter(|_| !guide.is_hidden) {
        let (count, key) = (steps.len(), key_of(world, KeyAction::SKIP));
        let mut is_next = false;
        let top = Align2::CENTER_TOP;
        panel(context, "guide", top, vec2(0.0, 54.0), |ui| {
            ui.set_width(520.0);
            ui.horizontal(|ui| {
                ui.label(RichText::new("LEARN TO PLAY").color(SAND).size(12.0));
                ui.label(faint(format!("{} of {count}", guide.step + 1)));
                let right = egui::Layout::right_to_left(egui::Align::Center);
                ui.with_layout(right, |ui| {
                    let hide = egui::Button::new(RichText::new("hide").size(11.5)).frame(false);
                    if ui.add(hide).clicked() {
                        guide.is_hidden = true;
                    }
                });
            });
            ui.label(RichText::new(&step.say).size(16.0));
            ui.horizontal(|ui| match step.until {
                Until::Read => {
                    let is_last = guide.step + 1 == count;
                    let text = if is_last { "Close" } else { "Next" };
                    is_next = ui.button(format!("{text} [{key}]")).clicked();
                }
                _ => {
                    ui.label(
                        RichText::new("waits until you have done it")
                            .color(FAINT)
                            .size(12.0),
                    );
                    let skip = egui::Button::new(RichText::new("skip").size(12.0)).frame(false);
                    is_next = ui.add(skip).clicked();
                }
            });
        });
        if is_next {
            guide.step += 1;
            (guide.since, guide.chosen) = (orders, chosen);
        }
    }
    world.insert_resource(guide);
}

/// Returns the hexes to which the guide sends a unit just now.
pub fn guide_zone(world: &World) -> &[TileId] {
    let mission = world.resource::<Session>().mission.as_ref();
    let guide = world.resource::<Guide>();
    let step = mission.and_then(|mission| mission.guide.get(guide.step));
    match step.map(|step| &step.until) {
        Some(Until::Reached(zone)) if world.resource::<Settings>().hints && !guide.is_hidden => {
            zone
        }
        _ => &[],
    }
}

/// Goes on to the next step, as its button does.
pub fn next_step(world: &mut World) {
    let Some(mission) = &world.resource::<Session>().mission else {
        return;
    };
    let guide = world.resource::<Guide>();
    let step = mission.guide.get(guide.step);
    let is_read = step.is_some_and(|step| step.until == Until::Read);
    if is_read && world.resource::<Settings>().hints && !guide.is_hidden {
        let orders = world.resource::<Journal<Battlescape>>().entries.len();
        let chosen = world.resource::<Selection>().unit;
        let mut guide = world.resource_mut::<Guide>();
        guide.step += 1;
        (guide.since, guide.chosen) = (orders, chosen);
    }
}
