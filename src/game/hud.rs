//! Panels over the battle: top bar, squad cards, unit and actions, attack preview, inspection, log.
//!
//! **Invariant:** panels read through the player's view; buttons give orders like keys do.

mod actions;
mod insight;
mod log;
mod target;

use bevy::{ecs::world::World, prelude::*};
use bevy_egui::{
    EguiContext, EguiPrimaryContextPass, PrimaryEguiContext,
    egui::{self, Align2, Color32, RichText, vec2},
};

pub use self::{insight::Insight, log::CombatLog};
use crate::{
    battle::{board::Board, grid::TileId, phase::Phase, step::HumanSides, unit::UnitId},
    content::{battlescape::FireMode, terrain::Cover},
    game::{
        Menu, Screen,
        board_view::viewer,
        camera,
        input::{self, give},
        playback::Playback,
        session::{Request, Selection, Session},
        theme::{self, BAD, FAINT, GOOD, SAND, TIME, bar, faint, frame},
        tool::Tool,
    },
    mission::Objective,
    rules::battlescape::{
        nerve::{Stunned, is_conscious},
        order::Order,
        side_view::SideView,
        soldier::{Condition, Suppression},
    },
};

/// Adds the panels.
pub fn plugin(app: &mut App) {
    app.init_resource::<CombatLog>()
        .init_resource::<Insight>()
        .add_systems(
            EguiPrimaryContextPass,
            draw.run_if(in_state(Screen::Battle).and_then(in_state(Menu::None))),
        );
}

/// Returns the egui context of the window.
pub fn context(world: &mut World) -> Option<egui::Context> {
    let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    contexts
        .single_mut(world)
        .ok()
        .map(|mut context| context.get_mut().clone())
}

/// Shows a panel held to a corner or side of the window.
pub fn panel<R>(
    context: &egui::Context,
    name: &str,
    anchor: Align2,
    offset: egui::Vec2,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> R {
    egui::Area::new(egui::Id::new(name))
        .anchor(anchor, offset)
        .show(context, |ui| frame().show(ui, contents).inner)
        .inner
}

/// What a click in the panels asks for.
enum Ask {
    Give(Order),
    Select(UnitId),
    Mode(FireMode),
    Gait,
    Tool(Tool),
    Slot(u8),
    Look(TileId),
    Fire,
    Undo,
    Pause,
    Skip,
    Speed(f32),
}

fn draw(world: &mut World) {
    if world.get_resource::<Board>().is_none() {
        return;
    }
    let Some(context) = context(world) else {
        return;
    };
    // Keys belong to the battle here: Tab must not walk through the buttons, nor Enter press them.
    context.memory_mut(|memory| {
        if let Some(focused) = memory.focused() {
            memory.surrender_focus(focused);
        }
    });
    let mut asks = Vec::new();
    top_bar(world, &context, &mut asks);
    squad(world, &context, &mut asks);
    log::log(world, &context, &mut asks);
    actions::actions(world, &context, &mut asks);
    target::preview(world, &context, &mut asks);
    insight::show(world, &context, &mut asks);
    banner(world, &context);
    notice(world, &context);
    for ask in asks {
        match ask {
            Ask::Give(order) => give(world, order),
            Ask::Select(id) => {
                let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
                let tile = view.unit(id).tile;
                input::choose(world, id);
                camera::look_at(world, tile);
            }
            Ask::Mode(mode) => world.resource_mut::<Selection>().mode = Some(mode),
            Ask::Tool(tool) => input::take_up(world, tool),
            Ask::Slot(slot) => input::use_slot(world, slot),
            Ask::Gait => input::next_gait(world),
            Ask::Look(tile) => camera::look_at(world, tile),
            Ask::Fire => input::fire(world),
            Ask::Undo => world.resource_mut::<Session>().request = Some(Request::Undo),
            Ask::Pause => world.resource_mut::<NextState<Menu>>().set(Menu::Pause),
            Ask::Skip => world.resource_mut::<Playback>().clear(),
            Ask::Speed(speed) => world.resource_mut::<Playback>().speed = speed,
        }
    }
}

fn look(world: &World) -> SideView<'_> {
    SideView::new(world, viewer(world.resource::<HumanSides>()))
}

/// Says what side 0 has to do.
pub fn objective_text(view: SideView, sides: &[String]) -> String {
    match view.objective() {
        Objective::Eliminate { side } => {
            let name = sides.get(side.index()).map_or("the enemy", String::as_str);
            format!("Eliminate all {name}")
        }
        Objective::Kill { unit } => format!("Kill {}", view.name(*unit)),
        Objective::Capture { unit } => {
            format!("Knock {} out and stand next to it", view.name(*unit))
        }
        Objective::Protect { unit, turns } => {
            format!("Keep {} alive until turn {turns} ends", view.name(*unit))
        }
        Objective::Rescue { unit } => format!("Bring {} out at the exits", view.name(*unit)),
        Objective::Survive { turns } => format!("Hold out until turn {turns} ends"),
        Objective::Secure { item, count } => {
            let name = &view.rulebook().content().item(*item).name;
            format!("Get hold of {count} × {name}")
        }
        Objective::Control { zones } => format!("Hold all {} marked zones at once", zones.len()),
        Objective::Reach { units, .. } => format!("Bring {units} to the marked hexes"),
        Objective::Escape { units, .. } => format!("Get {units} off the map at the exits"),
        Objective::Hold { turns, .. } => {
            format!("Hold the marked hexes: {} of {turns} turns", view.held())
        }
    }
}

/// Returns the names of the sides.
pub fn side_names(world: &World) -> Vec<String> {
    let mission = world.resource::<Session>().mission.as_ref();
    mission.map_or(Vec::new(), |mission| {
        mission.sides.iter().map(|side| side.name.clone()).collect()
    })
}

fn top_bar(world: &World, context: &egui::Context, asks: &mut Vec<Ask>) {
    let view = look(world);
    let names = side_names(world);
    let turn = view.turn();
    let playback = world.resource::<Playback>();
    let phase = match world.resource::<State<Phase>>().get() {
        Phase::Player if playback.is_empty() => ("Your phase", GOOD),
        Phase::Player => ("Your phase", FAINT),
        Phase::Resolution => ("Resolution", SAND),
        Phase::Over => ("Over", SAND),
        _ => ("Enemy phase", BAD),
    };
    panel(context, "top", Align2::CENTER_TOP, vec2(0.0, 8.0), |ui| {
        ui.horizontal(|ui| {
            let limit = view
                .turn_limit()
                .map_or(String::new(), |limit| format!(" / {limit}"));
            ui.label(
                RichText::new(format!("Turn {}{limit}", turn.number))
                    .strong()
                    .size(17.0),
            );
            ui.separator();
            ui.label(RichText::new(phase.0).color(phase.1).strong().size(17.0));
            ui.separator();
            let goal = ui.label(objective_text(view, &names));
            let others: Vec<_> = (view.secondary())
                .map(|(one, is_done)| {
                    format!("{} {}", if is_done { "done:" } else { "also:" }, one.name)
                })
                .collect();
            if !others.is_empty() {
                goal.on_hover_text(others.join("\n"));
                ui.label(faint(format!("+{}", others.len())));
            }
            ui.separator();
            if ui
                .button("Skip [Space]")
                .on_hover_text("Show the rest at once")
                .clicked()
            {
                asks.push(Ask::Skip);
            }
            for speed in [0.5, 1.0, 2.0, 4.0] {
                let is_on = (playback.speed - speed).abs() < 0.01;
                if ui.selectable_label(is_on, format!("×{speed}")).clicked() {
                    asks.push(Ask::Speed(speed));
                }
            }
            if ui.button("Menu [Esc]").clicked() {
                asks.push(Ask::Pause);
            }
        });
    });
}

fn squad(world: &World, context: &egui::Context, asks: &mut Vec<Ask>) {
    let view = look(world);
    let chosen = world.resource::<Selection>().unit;
    let per_turn = view.figures().tu.per_turn;
    panel(context, "squad", Align2::LEFT_TOP, vec2(8.0, 64.0), |ui| {
        ui.set_width(186.0);
        ui.label(RichText::new("SQUAD").color(SAND).size(12.0));
        // Above the action bar, however many there are.
        let most = (context.content_rect().height() - 360.0).max(160.0);
        egui::ScrollArea::vertical()
            .max_height(most)
            .show(ui, |ui| {
                for id in view.own() {
                    let is_here = view.own_on_board().any(|own| own == id);
                    let state = view.unit(id);
                    let is_chosen = chosen == Some(id);
                    let fill = if is_chosen {
                        Color32::from_rgb(52, 50, 38)
                    } else {
                        Color32::from_rgb(25, 30, 38)
                    };
                    let card = egui::Frame::new()
                        .fill(fill)
                        .corner_radius(5)
                        .inner_margin(6);
                    let response = card.show(ui, |ui| {
                        ui.set_width(172.0);
                        ui.horizontal(|ui| {
                            ui.label(RichText::new(view.name(id)).strong());
                            ui.label(faint(view.kind(id).name.as_str()));
                        });
                        if !is_here {
                            let is_dead = state.health.now == 0;
                            let (text, color) = if is_dead {
                                ("killed", BAD)
                            } else {
                                ("got away", GOOD)
                            };
                            ui.label(RichText::new(text).color(color));
                            return;
                        }
                        let health = state.health;
                        let share = f32::from(health.now) / f32::from(health.max.max(1));
                        let color = theme::health_color(health.now, health.max);
                        bar(
                            ui,
                            172.0,
                            share,
                            color,
                            &format!("{} / {} HP", health.now, health.max),
                        );
                        let share = f32::from(state.tu.now) / f32::from(per_turn + 50);
                        let tu = match state.tu.now.checked_sub(per_turn) {
                            Some(carried @ 1..) => format!("{per_turn} + {carried} TU"),
                            _ => format!("{} TU", state.tu.now),
                        };
                        bar(ui, 172.0, share, TIME, &tu);
                        let energy = state.energy;
                        if energy.max > 0 {
                            let share = f32::from(energy.now) / f32::from(energy.max);
                            let text = format!("{} / {} energy", energy.now, energy.max);
                            bar(ui, 172.0, share, theme::ENERGY, &text);
                        }
                        if view.kind(id).bravery.is_some() && state.nerve.morale < 100 {
                            let share = f32::from(state.nerve.morale) / 100.0;
                            let text = format!("{} morale", state.nerve.morale);
                            bar(ui, 172.0, share, theme::MORALE, &text);
                        }
                        let status = status(view, id);
                        if !status.is_empty() {
                            ui.label(RichText::new(status).color(SAND).size(12.0));
                        }
                    });
                    if is_here && response.response.interact(egui::Sense::click()).clicked() {
                        asks.push(Ask::Select(id));
                    }
                }
            });
        ui.label(faint("Tab: next unit   F: next target"));
    });
}

/// Names what is special about a unit's state.
fn status(view: SideView, id: UnitId) -> String {
    let state = view.unit(id);
    let mut parts = Vec::new();
    match Condition::of(state.health, view.figures()) {
        Condition::Fit => {}
        Condition::Wounded => parts.push("wounded"),
        Condition::Critical => parts.push("critical"),
    }
    match state.stance.0 {
        Cover::None => {}
        Cover::Half => parts.push("half cover"),
        Cover::Full => parts.push("full cover"),
    }
    if state.footing.prone {
        parts.push("prone");
    }
    if state.footing.ran {
        parts.push("running");
    }
    if state.readiness.ready {
        parts.push("watching");
    }
    if state.readiness.suppression != Suppression::No {
        parts.push("suppression ready");
    }
    if !is_conscious(state.health, state.shock) {
        parts.push("unconscious");
    } else if state.shock.stunned != Stunned::No {
        parts.push("stunned");
    }
    if state.nerve.suppressed > 0 {
        parts.push("suppressed");
    }
    if state.nerve.panic.is_some() {
        parts.push("panicking");
    }
    if state.poison.0.is_some() {
        parts.push("poisoned");
    }
    if state.loyalty.caster.is_some() {
        parts.push("controlled");
    }
    if state.burning.0.is_some() {
        parts.push("burning");
    }
    if state.ended.0 {
        parts.push("done");
    }
    parts.join(", ")
}

fn title(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}

fn banner(world: &World, context: &egui::Context) {
    let Some(text) = &world.resource::<Playback>().banner else {
        return;
    };
    egui::Area::new(egui::Id::new("banner"))
        .anchor(Align2::CENTER_CENTER, vec2(0.0, -150.0))
        .interactable(false)
        .show(context, |ui| {
            frame().inner_margin(18).show(ui, |ui| {
                ui.label(RichText::new(text).size(34.0).strong().color(SAND));
            });
        });
}

/// Shows the last notice above the action bar.
pub fn notice(world: &World, context: &egui::Context) {
    let Some((text, is_bad)) = &world.resource::<Session>().notice else {
        return;
    };
    egui::Area::new(egui::Id::new("notice"))
        .anchor(Align2::CENTER_BOTTOM, vec2(0.0, -250.0))
        .interactable(false)
        .show(context, |ui| {
            frame().show(ui, |ui| {
                ui.set_max_width(760.0);
                let color = if *is_bad { BAD } else { GOOD };
                ui.label(RichText::new(text).color(color));
            });
        });
}
