//! Title, pause menu and the end of a battle.

use bevy::prelude::*;
use bevy_egui::{
    EguiPrimaryContextPass,
    egui::{self, Align2, RichText, vec2},
};

use crate::{
    battle::{
        journal::Journal,
        phase::{Outcome, Phase},
        step::HumanSides,
        unit::Side,
    },
    game::{
        Menu, Options, Screen,
        board_view::viewer,
        hud::{context, notice, objective_text, panel, side_names},
        input::give,
        keys::{quick_load, quick_save},
        session::{Request, Session, saves},
        theme::{BAD, GOOD, SAND, faint},
    },
    headless,
    mission::difficulty::AS_WRITTEN,
    rules::battlescape::{
        Battlescape,
        debrief::{Debrief, Lot, Service, debrief},
        order::Order,
        side_view::SideView,
    },
};

/// Adds the screens.
pub fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        (
            title.run_if(in_state(Screen::Title)),
            pause.run_if(in_state(Menu::Pause)),
            end.run_if(in_state(Screen::End)),
        ),
    )
    .add_systems(OnEnter(Screen::End), (sum_up, write_result).chain())
    .add_systems(Update, return_to_battle.run_if(in_state(Screen::End)));
}

fn title(world: &mut World) {
    let Some(context) = context(world) else {
        return;
    };
    let session = world.resource::<Session>();
    let listed = session.listed.clone();
    let mut seed_text = session.seed_text.clone();
    let mut difficulty = session.difficulty.unwrap_or(AS_WRITTEN);
    let levels = session.levels.clone();
    let mut request = None;
    let mut is_quitting = false;
    let seed = seed_text.trim().parse::<u64>().ok();
    let is_seed_wrong = !seed_text.trim().is_empty() && seed.is_none();
    panel(
        &context,
        "title",
        Align2::CENTER_CENTER,
        vec2(0.0, 0.0),
        |ui| {
            ui.set_width(720.0);
            ui.vertical_centered(|ui| {
                ui.label(RichText::new("HEXSCAPE").size(58.0).strong().color(SAND));
                ui.label(faint("hex tactics, by the turn and by the hex"));
            });
            ui.add_space(12.0);
            let list = egui::ScrollArea::vertical().max_height(520.0);
            list.show(ui, |ui| {
                for entry in &listed {
                    let card = egui::Frame::new()
                        .fill(egui::Color32::from_rgb(26, 32, 40))
                        .corner_radius(6);
                    card.inner_margin(10).show(ui, |ui| {
                        ui.set_width(696.0);
                        match &entry.mission {
                            Ok((name, briefing)) => {
                                ui.horizontal(|ui| {
                                    ui.label(RichText::new(name).size(20.0).strong());
                                    ui.with_layout(
                                        egui::Layout::right_to_left(egui::Align::Center),
                                        |ui| {
                                            let play =
                                                egui::Button::new(RichText::new("Play").size(17.0));
                                            if ui.add_enabled(!is_seed_wrong, play).clicked() {
                                                request = Some(Request::Open {
                                                    file: entry.file.clone(),
                                                    seed,
                                                    difficulty,
                                                    packs: Vec::new(),
                                                });
                                            }
                                        },
                                    );
                                });
                                ui.label(faint(briefing.as_str()));
                            }
                            Err(problem) => {
                                ui.label(RichText::new(entry.file.display().to_string()).strong());
                                ui.label(RichText::new(problem).color(BAD).monospace());
                            }
                        }
                    });
                }
            });
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                ui.label("Difficulty");
                for level in levels {
                    let label = format!("{level}%");
                    ui.selectable_value(&mut difficulty, level, label)
                        .on_hover_text(difficulty_text(level));
                }
                ui.separator();
                ui.label("Seed");
                let field = egui::TextEdit::singleline(&mut seed_text).desired_width(120.0);
                ui.add(field.hint_text("a new one"));
                if is_seed_wrong {
                    ui.label(RichText::new("a seed is a whole number").color(BAD));
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if ui.button("Quit").clicked() {
                        is_quitting = true;
                    }
                    let newest = saves().into_iter().next();
                    let load =
                        ui.add_enabled(newest.is_some(), egui::Button::new("Load last save"));
                    if load
                        .on_disabled_hover_text("there is no save yet")
                        .clicked()
                    {
                        request = newest.map(Request::Load);
                    }
                });
            });
        },
    );
    notice(world, &context);
    let mut session = world.resource_mut::<Session>();
    session.seed_text = seed_text;
    session.difficulty = Some(difficulty);
    if request.is_some() {
        session.request = request;
    }
    if is_quitting {
        world.write_message(AppExit::Success);
    }
}

/// Says what a difficulty means.
fn difficulty_text(level: u16) -> String {
    match level {
        AS_WRITTEN => "Enemies as the mission is written".into(),
        0..AS_WRITTEN => format!("{level}% of the enemies"),
        _ => format!("{level}% of the enemies, and reinforcements"),
    }
}

/// Darkens what lies behind a menu.
fn veil(context: &egui::Context) {
    let screen = context.content_rect();
    let painter = context.layer_painter(egui::LayerId::background());
    painter.rect_filled(screen, 0.0, egui::Color32::from_black_alpha(150));
}

fn pause(world: &mut World) {
    let Some(context) = context(world) else {
        return;
    };
    veil(&context);
    let files = saves();
    let mut request = None;
    let (mut is_resuming, mut is_saving, mut is_loading) = (false, false, false);
    panel(
        &context,
        "pause",
        Align2::CENTER_CENTER,
        vec2(0.0, 0.0),
        |ui| {
            ui.set_width(380.0);
            ui.vertical_centered_justified(|ui| {
                ui.label(RichText::new("Paused").size(28.0).color(SAND));
                is_resuming = ui.button("Resume [Esc]").clicked();
                is_saving = ui.button("Save [F5]").clicked();
                is_loading = ui
                    .add_enabled(!files.is_empty(), egui::Button::new("Load last save [F9]"))
                    .on_disabled_hover_text("there is no save yet")
                    .clicked();
                if ui.button("Start again (same seed)").clicked() {
                    request = Some(Request::Again { new_seed: false });
                }
                if ui.button("Abort mission").clicked() {
                    request = Some(Request::Leave);
                }
            });
            ui.separator();
            ui.label(RichText::new("SAVES").color(SAND).size(12.0));
            egui::ScrollArea::vertical()
                .max_height(170.0)
                .show(ui, |ui| {
                    for file in &files {
                        let name = file
                            .file_stem()
                            .unwrap_or_default()
                            .to_string_lossy()
                            .into_owned();
                        if ui.button(name).clicked() {
                            request = Some(Request::Load(file.clone()));
                        }
                    }
                });
            ui.separator();
            egui::Grid::new("keys").num_columns(2).show(ui, |ui| {
                for (key, what) in KEYS {
                    ui.label(RichText::new(key).monospace().color(SAND));
                    ui.label(faint(what));
                    ui.end_row();
                }
            });
        },
    );
    notice(world, &context);
    if is_resuming {
        world.resource_mut::<NextState<Menu>>().set(Menu::None);
    }
    if is_saving {
        quick_save(world);
    }
    if is_loading {
        quick_load(world);
    }
    if request.is_some() {
        world.resource_mut::<Session>().request = request;
    }
}

/// Keys, as the pause menu lists them.
const KEYS: [(&str, &str); 15] = [
    ("click", "choose, walk, aim; again to fire"),
    ("right click", "turn to a hex (1 TU per 60°)"),
    ("Tab / F", "next unit / next target"),
    ("1 2 3 4 5 / K", "mode of fire / aim at a hex"),
    ("Shift+1…6 / F1…F4", "items / abilities"),
    ("G P E", "gait, prone, slip away"),
    ("Q / F10", "what the unit sees / advice"),
    ("Enter / Esc", "fire / lower the weapon, menu"),
    ("C / T", "take cover / stand up"),
    ("R / V / B", "reload / watch / suppress"),
    ("O / I / L", "door / interact / leave the map"),
    ("U", "take the last order back"),
    ("X / N", "end unit / end turn"),
    ("WASD, wheel", "move and zoom the view; Home centers"),
    ("Space", "show the rest at once"),
];

fn end(world: &mut World) {
    let Some(context) = context(world) else {
        return;
    };
    let side = viewer(world.resource::<HumanSides>());
    let view = SideView::new(world, side);
    let Some(ending) = view.verdict().0 else {
        return;
    };
    veil(&context);
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
    let report = headless::report(world, seed);
    let mut request = None;
    let mut is_playing_on = false;
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
                if ui.button("Again (same seed)").clicked() {
                    request = Some(Request::Again { new_seed: false });
                }
                if ui.button("New seed").clicked() {
                    request = Some(Request::Again { new_seed: true });
                }
                let newest = saves().into_iter().next();
                let reload = ui.add_enabled(newest.is_some(), egui::Button::new("Reload"));
                if reload
                    .on_disabled_hover_text("there is no save yet")
                    .clicked()
                {
                    request = newest.map(Request::Load);
                }
                if ui.button("Missions").clicked() {
                    request = Some(Request::Leave);
                }
            });
        },
    );
    notice(world, &context);
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
            ui.label(RichText::new(format!("{head}, {value} credits")).color(SAND));
            ui.label(faint(list(lots)));
        }
    }
}

/// Goes back to the battle once it plays on.
fn return_to_battle(phase: Res<State<Phase>>, mut next: ResMut<NextState<Screen>>) {
    if *phase.get() != Phase::Over {
        next.set(Screen::Battle);
    }
}

/// Works out what the battle came to.
fn sum_up(world: &mut World) {
    let session = world.resource::<Session>();
    let Some(mission) = session.mission.clone() else {
        return;
    };
    let seed = session.seed;
    let entries = &world.resource::<Journal<Battlescape>>().entries;
    let debrief = debrief(&mission, seed, entries).ok();
    world.resource_mut::<Session>().debrief = debrief;
}

/// Writes the mission summary the program was asked for.
fn write_result(world: &mut World) {
    let Some(file) = world.resource::<Options>().result.clone() else {
        return;
    };
    let session = world.resource::<Session>();
    let (seed, mission) = (session.seed, session.mission.clone());
    let report = headless::report(world, seed);
    let Some(mission) = mission else { return };
    let mut summary = crate::summary::Summary::new(&mission, &report);
    if let Some(debrief) = &world.resource::<Session>().debrief {
        summary = summary.with(debrief.clone());
    }
    if let Err(error) = crate::summary::write(&file, &summary) {
        world.resource_mut::<Session>().notice = Some((error, true));
    }
    debug_assert!(report.sides.get(Side(0).index()).is_some());
}
