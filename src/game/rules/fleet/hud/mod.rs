//! Panels over a battle of fleets: top bar and what to do now, ships at the left, the chosen one below,
//! the carrier's hangar, and at the right minimap, forecast, inspection and log.
//!
//! **Invariant:** panels show what the player's side knows; clicks do what keys do.

mod aside;
mod bar;
mod ships;

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use super::{
    acts,
    draft::{Draft, Tool, is_docked, is_planning, own, own_units},
    plot::{Overlays, Plot},
    primer::{self, Hint},
    tallies,
    tell::STAGES,
};
use crate::{
    battle::{
        phase::Phase,
        unit::{Title, UnitId, part},
    },
    game::{
        kit::{
            Ask, banner, context, key_of,
            keys::{KeyAction, perform},
            last_told, notice, obey, offer, panel, renew_minimap, replay_bar, take_keys,
            theme::{BAD, FAINT, GOOD, SAND, TEXT, faint},
            top_bar,
        },
        shell::watching::Watching,
        table::{camera, playback::Playback},
    },
    playing::Setting,
    rules::fleet::{craft::Class, order::CarrierAction, tell},
};

/// What a click in the panels asks for.
pub(super) enum Wish {
    /// What other battles know, too.
    Ask(Ask),
    /// Does what a key does.
    Key(KeyAction),
    /// Chooses a unit.
    Choose(UnitId),
    /// Launches a docked ship, or keeps it.
    Launch(UnitId),
    /// Chooses where it comes out.
    AimLaunch(UnitId),
    /// Has it come out in the next sub-phase.
    SubPhase(UnitId),
    /// Orders the carrier.
    Helm(CarrierAction),
    /// Changes a slot: its maneuver, or whether it fires.
    Slot(usize, bool),
    /// Clears the whole plan.
    ClearAll,
    /// Shows no more hints for the first turns.
    HideHints,
}

impl From<Ask> for Wish {
    fn from(ask: Ask) -> Self {
        Self::Ask(ask)
    }
}

/// Draws the panels.
pub(super) fn draw(world: &mut World) {
    let Some(context) = context(world) else {
        return;
    };
    take_keys(&context);
    let wishes = panels(world, &context);
    camera::note_panels(world, heights(world, &context));
    for wish in wishes {
        grant(world, wish);
    }
}

/// Returns how high panels at the top and at the bottom of the window are, points.
fn heights(world: &World, context: &egui::Context) -> [f32; 2] {
    let screen = context.content_rect();
    let rect = |name: &str| context.memory(|memory| memory.area_rect(egui::Id::new(name)));
    // A replay has neither.
    let is_played = !world.contains_resource::<Watching>();
    let [hint, orders] = ["hint", "orders"].map(|name| rect(name).filter(|_| is_played));
    [
        hint.map_or(0.0, |rect| rect.bottom() - screen.top()),
        orders.map_or(0.0, |rect| screen.bottom() - rect.top()),
    ]
}

/// Shows all panels; returns what is asked for.
pub(super) fn panels(world: &mut World, context: &egui::Context) -> Vec<Wish> {
    let mut wishes = Vec::new();
    renew_minimap(world, context);
    top(world, context, &mut wishes);
    ships::show(world, context, &mut wishes);
    let height = match world.contains_resource::<Watching>() {
        true => replay_bar(world, context),
        false => bar::show(world, context, &mut wishes),
    };
    aside::show(world, context, &mut wishes);
    if world.contains_resource::<Watching>() {
        offer(world, context);
    } else {
        hint(world, context, &mut wishes);
        offer(world, context);
        review(world, context, &mut wishes);
    }
    banner(world, context);
    notice(world, context, height + 16.0);
    wishes
}

fn grant(world: &mut World, wish: Wish) {
    match wish {
        Wish::Ask(ask) => obey(world, ask),
        Wish::Key(action) => perform(world, action),
        Wish::Choose(unit) => acts::choose(world, unit),
        Wish::Launch(ship) => acts::launch(world, ship),
        Wish::AimLaunch(ship) => acts::aim_launch(world, ship),
        Wish::SubPhase(ship) => acts::next_sub_phase(world, ship),
        Wish::Helm(action) => acts::set_helm(world, action),
        Wish::Slot(at, is_fire) => acts::change_slot(world, at, is_fire),
        Wish::ClearAll => acts::clear_all(world),
        Wish::HideHints => primer::hide(world),
    }
}

/// Shows turn, phase and what wins.
fn top(world: &World, context: &egui::Context, wishes: &mut Vec<Wish>) {
    let (turn, objective) = tallies::setting(world);
    let is_calm = world.resource::<Playback>().is_empty();
    let phase = match world.resource::<State<Phase>>().get() {
        _ if is_calm && world.contains_resource::<Watching>() => ("Replay", SAND),
        Phase::Player if is_calm => ("Plan", GOOD),
        Phase::Over => ("Over", SAND),
        Phase::Ai => ("Others plan", FAINT),
        _ => ("The turn resolves", SAND),
    };
    let limit = hud_limit(world).map_or(String::new(), |limit| format!(" / {limit}"));
    top_bar(world, context, wishes, |ui| {
        let text = format!("Turn {turn}{limit}");
        ui.label(RichText::new(text).strong().size(16.0));
        ui.separator();
        ui.label(RichText::new(phase.0).color(phase.1).strong().size(16.0));
        ui.separator();
        last_told(ui, &objective);
    });
}

/// Returns the last turn, if there is one.
fn hud_limit(world: &World) -> Option<u16> {
    let setting = world.resource::<Setting>();
    setting.mission.turn_limit
}

/// Shows what to do now.
fn hint(world: &World, context: &egui::Context, wishes: &mut Vec<Wish>) {
    let (text, color) = advice(world);
    let lesson = primer::hint(world).filter(|_| color == TEXT || color == FAINT);
    panel(
        context,
        "hint",
        Align2::CENTER_TOP,
        vec2(-70.0, 57.0),
        |ui| {
            ui.set_width(664.0);
            stages(world, ui);
            if let Some(lesson) = lesson {
                return teach(world, &lesson, ui, wishes);
            }
            ui.vertical_centered(|ui| {
                ui.label(RichText::new(text).color(color).size(14.0));
                if let Some(text) = last_turn(world) {
                    ui.label(faint(text).size(12.5));
                }
            });
        },
    );
}

/// Shows a hint for the first turns.
fn teach(world: &World, lesson: &Hint, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
    let (at, count) = lesson.place;
    ui.horizontal(|ui| {
        ui.label(RichText::new("FIRST TURNS").color(SAND).size(12.0));
        ui.label(faint(format!("{at} of {count}")));
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            let mut link = |text: String, wish: Wish| {
                let button = egui::Button::new(RichText::new(text).size(11.5)).frame(false);
                if ui.add(button).clicked() {
                    wishes.push(wish);
                }
            };
            link("hide all".into(), Wish::HideHints);
            // While a turn plays back, the key shows the rest of it.
            if is_planning(world) {
                let text = format!("skip [{}]", key_of(world, KeyAction::SKIP));
                link(text, Wish::Key(KeyAction::SKIP));
            }
        });
    });
    ui.label(RichText::new(&lesson.text).size(14.5));
    if let Some(text) = last_turn(world) {
        ui.label(faint(text).size(12.5));
    }
}

/// Shows how far the turn has resolved: its steps in order, the one on show marked.
fn stages(world: &World, ui: &mut egui::Ui) {
    if world.resource::<Playback>().is_empty() {
        return;
    }
    let now = world.resource::<Playback>().stage;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        for (at, name) in STAGES.into_iter().enumerate() {
            if at > 0 {
                ui.label(faint("›"));
            }
            ui.label(match now == Some(name) {
                true => RichText::new(name).color(SAND).strong().size(14.0),
                false => faint(name).size(13.0),
            });
        }
    });
}

/// Returns what the last turn came to, while the next one is planned.
fn last_turn(world: &World) -> Option<String> {
    let recap = world
        .resource::<crate::game::kit::CombatLog>()
        .recap(own(world))?;
    is_planning(world).then(|| recap.text.clone())
}

/// Says what to do now, and how urgent that is.
fn advice(world: &World) -> (String, egui::Color32) {
    let key = |action| key_of(world, action);
    if !is_planning(world) {
        let text = format!(
            "{} shows the rest at once · {} and {} change the pace · {} shows every die in the log",
            key(KeyAction::SKIP),
            key(KeyAction::SLOWER),
            key(KeyAction::FASTER),
            key(KeyAction::TRACES)
        );
        return (text, FAINT);
    }
    let draft = world.resource::<Draft>();
    if draft.is_reviewing {
        return ("Look the plans over, then confirm them".into(), SAND);
    }
    match draft.tool {
        Tool::Deploy => return ("Click a marked hex: the unit begins there".into(), SAND),
        Tool::Launch(_) => return ("Click a marked hex: the ship comes out there".into(), SAND),
        Tool::Order => {}
    }
    if let Some(refusal) = &world.resource::<Plot>().refusal {
        return (format!("This cannot be confirmed: {refusal}"), BAD);
    }
    let ships = || {
        own_units(world)
            .into_iter()
            .filter(|&unit| is_flying(world, unit))
    };
    let open = ships()
        .filter(|unit| !draft.plan.ships.contains_key(unit))
        .count();
    let confirm = format!("[{}] confirms all", key(KeyAction::END_TURN));
    let text = match (ships().count(), open) {
        (0, _) => format!(
            "Launch ships from the carrier ({}, then {}) · {confirm}",
            key(KeyAction::CARRIER),
            key(KeyAction::CHOICE_1)
        ),
        (_, 0) => format!("Every ship has its orders · {confirm}"),
        (all, open) => format!(
            "{open} of {all} ships without orders [{}] · click a hex or an enemy · [{}] attack · [{}] \
             defend · {confirm}",
            key(KeyAction::NEXT_UNIT),
            key(KeyAction::SHIP_ATTACK),
            key(KeyAction::SHIP_DEFEND)
        ),
    };
    (text, TEXT)
}

/// Whether one of the own units is a ship on the board.
fn is_flying(world: &World, unit: UnitId) -> bool {
    !is_docked(world, unit) && !part::<Class>(world, unit).is_carrier()
}

/// Shows the whole plan before it is confirmed.
fn review(world: &World, context: &egui::Context, wishes: &mut Vec<Wish>) {
    let draft = world.resource::<Draft>();
    if !draft.is_reviewing || !is_planning(world) {
        return;
    }
    let lines = tell::lines(world, &draft.plan);
    let idle: Vec<_> = (own_units(world).into_iter())
        .filter(|unit| is_flying(world, *unit) && !draft.plan.ships.contains_key(unit))
        .map(|unit| part::<Title>(world, unit).0.clone())
        .collect();
    panel(
        context,
        "review",
        Align2::CENTER_CENTER,
        vec2(-60.0, -40.0),
        |ui| {
            ui.set_width(430.0);
            ui.label(RichText::new("Confirm all plans?").size(20.0).color(SAND));
            ui.label(faint(
            "All sides plan in secret and resolve together. A confirmed plan cannot be taken back.",
        ));
            ui.separator();
            egui::ScrollArea::vertical()
                .max_height(300.0)
                .show(ui, |ui| {
                    ui.set_width(420.0);
                    if lines.is_empty() {
                        ui.label(RichText::new("no orders at all").color(BAD));
                    }
                    for line in &lines {
                        let (name, act) = line.split_once(": ").unwrap_or(("", line));
                        ui.horizontal_wrapped(|ui| {
                            ui.label(RichText::new(name).strong());
                            ui.label(act);
                        });
                    }
                });
            if !idle.is_empty() {
                ui.label(RichText::new(format!("Without orders: {}", idle.join(", "))).color(BAD));
            }
            ui.separator();
            ui.horizontal(|ui| {
                let text = format!("Confirm [{}]", key_of(world, KeyAction::ACT));
                let button = egui::Button::new(RichText::new(text).strong().size(16.0).color(SAND));
                if ui.add(button.min_size(vec2(170.0, 32.0))).clicked() {
                    wishes.push(Wish::Key(KeyAction::END_TURN));
                }
                let text = format!("Change them [{}]", key_of(world, KeyAction::BACK));
                if ui
                    .add(egui::Button::new(text).min_size(vec2(0.0, 32.0)))
                    .clicked()
                {
                    wishes.push(Wish::Key(KeyAction::BACK));
                }
            });
        },
    );
}

/// Whether an overlay is on.
fn is_on(world: &World, action: KeyAction) -> bool {
    let overlays = world.resource::<Overlays>();
    match action {
        KeyAction::LINKS => overlays.links,
        KeyAction::ARCS => overlays.arcs,
        KeyAction::RINGS => overlays.rings,
        KeyAction::INSPECT => overlays.inspect,
        _ => false,
    }
}
