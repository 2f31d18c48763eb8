//! The end of a battle: outcome, losses, deeds, salvage, luck; and what comes next.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use crate::{
    battle::{
        journal::Journal,
        phase::{Outcome, Phase},
        step::HumanSides,
        unit::Side,
    },
    game::{
        Options, Screen,
        board_view::viewer,
        hud::{context, notice, objective_text, panel, side_names},
        input::give,
        menus::veil,
        session::{Request, Session, saves},
        theme::{BAD, GOOD, SAND, faint},
    },
    headless,
    mission::AS_WRITTEN,
    rules::battlescape::{
        Battlescape,
        debrief::{Debrief, Lot, Service, debrief},
        order::Order,
        side_view::SideView,
    },
};

/// Seconds before the keyboard finds a button: whoever was still firing reads the outcome first.
const PAUSE: f32 = 1.0;

pub(super) fn show(world: &mut World) {
    let Some(context) = context(world) else {
        return;
    };
    let side = viewer(world.resource::<HumanSides>());
    let view = SideView::new(world, side);
    let Some(ending) = view.verdict().0 else {
        return;
    };
    veil(&context, 150);
    let names = side_names(world);
    let (headline, color) = match ending.outcome {
        Outcome::Victory => ("Victory", GOOD),
        Outcome::Defeat => ("Defeat", BAD),
        Outcome::MissionFailed => ("Mission failed", BAD),
    };
    let objective = objective_text(view, &names);
    let can_play_on = view.check(&Order::PlayOn).is_ok();
    let session = world.resource::<Session>();
    let (seed, debrief) = (session.seed, session.debrief.clone());
    let (mut told, mut difficulty) = (String::new(), AS_WRITTEN);
    if let Some(mission) = &session.mission {
        difficulty = mission.difficulty;
        told = match ending.outcome {
            Outcome::Victory => mission.debrief.victory.clone(),
            Outcome::Defeat | Outcome::MissionFailed => mission.debrief.defeat.clone(),
        };
    }
    let report = headless::report::<Battlescape>(world, seed);
    let mut request = None;
    let mut is_playing_on = false;
    let has_won = ending.outcome == Outcome::Victory;
    let now = world.resource::<Time>().elapsed_secs();
    let is_settled = world.resource::<Session>().ended_at + PAUSE < now;
    panel(
        &context,
        "end",
        Align2::CENTER_CENTER,
        vec2(0.0, 0.0),
        |ui| {
            ui.set_width(760.0);
            ui.vertical_centered(|ui| {
                ui.label(RichText::new(headline).size(46.0).strong().color(color));
                let done = if ending.outcome == Outcome::Victory {
                    "done"
                } else {
                    "not done"
                };
                ui.label(format!("{objective}: {done}"));
                if !told.is_empty() {
                    ui.label(RichText::new(&told).italics());
                }
                ui.label(faint(format!(
                    "turn {} · {} orders · difficulty {difficulty}% · seed {seed}",
                    ending.turn, report.orders
                )));
            });
            ui.add_space(8.0);
            egui::Grid::new("casualties")
                .num_columns(4)
                .spacing(vec2(26.0, 6.0))
                .show(ui, |ui| {
                    for head in ["", "standing", "got away", "killed"] {
                        ui.label(faint(head));
                    }
                    ui.end_row();
                    for (name, tally) in names.iter().zip(&report.sides) {
                        ui.label(RichText::new(name).strong());
                        ui.label(tally.standing.to_string());
                        ui.label(tally.escaped.to_string());
                        ui.label(RichText::new(tally.dead.to_string()).color(BAD));
                        ui.end_row();
                    }
                });
            if let Some(debrief) = &debrief {
                ui.add_space(8.0);
                show_debrief(ui, debrief, side);
            }
            ui.add_space(10.0);
            ui.horizontal_wrapped(|ui| {
                if can_play_on
                    && ui
                        .button("Continue")
                        .on_hover_text("Play on without the limit")
                        .clicked()
                {
                    is_playing_on = true;
                }
                let again = ui.button("Again (same seed)");
                if again.clicked() {
                    request = Some(Request::Again { new_seed: false });
                }
                if ui.button("New seed").clicked() {
                    request = Some(Request::Again { new_seed: true });
                }
                let replay = ui.button("Watch the replay");
                if replay.clicked() {
                    request = Some(Request::WatchThis);
                }
                let newest = saves().into_iter().next();
                let reload =
                    ui.add_enabled(newest.is_some(), egui::Button::new("Load the last save"));
                if reload
                    .on_disabled_hover_text("there is no save yet")
                    .clicked()
                {
                    request = newest.map(Request::Load);
                }
                let leave = ui.button("Missions");
                // Who has won goes on, who has lost tries again.
                if is_settled && ui.memory(|memory| memory.focused().is_none()) {
                    let likely = if has_won { &leave } else { &again };
                    likely.request_focus();
                }
                if leave.clicked() {
                    request = Some(Request::Leave);
                }
            });
        },
    );
    notice(world, &context, 14.0);
    if is_playing_on {
        give(world, Order::PlayOn);
        crate::battle::step::step(world);
    }
    if request.is_some() {
        world.resource_mut::<Session>().request = request;
    }
}

/// Shows deeds, secondary objectives, salvage and losses.
fn show_debrief(ui: &mut egui::Ui, debrief: &Debrief, side: Side) {
    for (name, done) in &debrief.secondary {
        let (mark, color) = if *done {
            ("done", GOOD)
        } else {
            ("not done", BAD)
        };
        ui.horizontal(|ui| {
            ui.label(name);
            ui.label(RichText::new(mark).color(color));
        });
    }
    let own = |unit: &&Service| unit.side == side.0 && unit.fate != "never came";
    egui::ScrollArea::vertical()
        .max_height(260.0)
        .min_scrolled_height(260.0)
        .show(ui, |ui| {
            let grid = egui::Grid::new("deeds").num_columns(9).striped(true);
            grid.spacing(vec2(18.0, 4.0)).show(ui, |ui| {
                for head in [
                    "unit",
                    "",
                    "kills",
                    "assists",
                    "hits / shots",
                    "luck",
                    "dealt",
                    "taken",
                    "XP",
                ] {
                    ui.label(faint(head));
                }
                ui.end_row();
                for unit in debrief.units.iter().filter(own) {
                    let is_dead = unit.fate == "dead";
                    let name = RichText::new(&unit.name).strong();
                    ui.label(if is_dead { name.color(BAD) } else { name })
                        .on_hover_text(format!("{}, {}", unit.kind, unit.fate));
                    ui.label(faint(unit.rank.as_str()));
                    ui.label(unit.kills.to_string());
                    ui.label(unit.assists.to_string());
                    ui.label(format!("{} / {}", unit.hits, unit.shots));
                    let luck = i64::from(unit.hits) * 100 - i64::from(unit.expected_hits_percent);
                    let text = format!("{:+.1}", luck as f64 / 100.0);
                    ui.label(RichText::new(text).color(if luck < 0 { BAD } else { GOOD }))
                        .on_hover_text("hits beyond what the chances promised");
                    ui.label(unit.dealt.to_string());
                    ui.label(unit.taken.to_string());
                    ui.label(
                        RichText::new(unit.experience.to_string())
                            .strong()
                            .color(SAND),
                    );
                    ui.end_row();
                }
            });
        });
    let list = |lots: &[Lot]| {
        let names = lots.iter().map(|lot| match lot.count {
            1 => lot.name.clone(),
            count => format!("{count} × {}", lot.name),
        });
        names.collect::<Vec<_>>().join(", ")
    };
    for (head, lots, value) in [
        ("Salvage", &debrief.salvage, debrief.salvage_value()),
        ("Lost equipment", &debrief.lost, debrief.lost_value()),
    ] {
        if !lots.is_empty() {
            ui.add_space(4.0);
            ui.label(RichText::new(format!("{head}, {value} credits")).color(SAND));
            ui.label(faint(list(lots)));
        }
    }
}

/// Goes back to the battle once it plays on.
pub(super) fn return_to_battle(phase: Res<State<Phase>>, mut next: ResMut<NextState<Screen>>) {
    if *phase.get() != Phase::Over {
        next.set(Screen::Battle);
    }
}

/// Works out what the battle came to.
pub(super) fn sum_up(world: &mut World) {
    let session = world.resource::<Session>();
    let Some(mission) = session.mission.clone() else {
        return;
    };
    let seed = session.seed;
    let entries = &world.resource::<Journal<Battlescape>>().entries;
    let debrief = debrief(&mission, seed, entries).ok();
    let now = world.resource::<Time>().elapsed_secs();
    let mut session = world.resource_mut::<Session>();
    (session.debrief, session.ended_at) = (debrief, now);
}

/// Writes the mission summary the program was asked for.
pub(super) fn write_result(world: &mut World) {
    let Some(file) = world.resource::<Options>().result.clone() else {
        return;
    };
    let session = world.resource::<Session>();
    let (seed, mission) = (session.seed, session.mission.clone());
    let report = headless::report::<Battlescape>(world, seed);
    let Some(mission) = mission else { return };
    let mut summary = crate::summary::Summary::new(&mission, &report);
    if let Some(debrief) = &world.resource::<Session>().debrief {
        summary = summary.with(debrief);
    }
    if let Err(error) = crate::summary::write(&file, &summary) {
        world.resource_mut::<Session>().notice = Some((error, true));
    }
    debug_assert!(report.sides.get(Side(0).index()).is_some());
}
