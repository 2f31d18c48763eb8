//! The mission list: a map, the briefing, who fights, difficulty, seed and what is unusual.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, TextureHandle, TextureOptions, vec2};

use crate::{
    content,
    game::{
        Screen,
        kit::{
            context, map_picture,
            theme::{
                BAD, FIELD, SAND, faint,
                widget::{heading, scroll},
            },
        },
        rules::playable::{Playable, Poster},
        shell::{
            menus::{card, head},
            session::{Listed, Request, Session},
            settings::Settings,
        },
        table::{art, palette::Meaning},
    },
    mission::{AS_WRITTEN, Controller, Mission},
    with_rules,
};

/// What is chosen on the mission list.
#[derive(Resource, Default)]
pub(super) struct Choice {
    at: usize,
    seed: String,
    /// The mission on show, and what it is shown for.
    shown: Option<(PathBuf, u16, Result<Shown, String>)>,
}

impl Choice {
    /// The seed that was typed; none is a new one.
    fn seed(&self) -> Option<u64> {
        self.seed.trim().parse().ok()
    }

    fn is_seed_wrong(&self) -> bool {
        !self.seed.trim().is_empty() && self.seed().is_none()
    }

    /// The mission on show, if it has no mistakes.
    fn mission(&self) -> Option<&Shown> {
        let (.., shown) = self.shown.as_ref()?;
        shown.as_ref().ok()
    }
}

/// A mission as it is shown.
struct Shown {
    mission: Mission,
    picture: TextureHandle,
    poster: Poster,
}

fn prepare(
    world: &World,
    context: &egui::Context,
    file: &std::path::Path,
    difficulty: u16,
) -> Result<Shown, String> {
    let session = world.resource::<Session>();
    let mission = session.preview(file, difficulty)?;
    let palette = world.resource::<Settings>().palette;
    let grid = mission.board.grid;
    let usual = content::load_default()?;
    let poster = with_rules!(mission.rules, R => R::poster(&mission, &usual));
    let image = map_picture(grid, 8, |tile| {
        if poster.starts.contains(&tile) {
            return palette.color(Meaning::OwnSide);
        }
        if poster.exits.contains(&tile) {
            return palette.color(Meaning::Exit);
        }
        let terrain = mission
            .catalog
            .terrain(mission.board.tiles[tile.index()].terrain);
        let level = i16::from(mission.board.elevation[tile.index()]);
        art::ground_color(terrain)
            .map(|channel| (i16::from(channel) * (118 + 14 * level) / 100).clamp(0, 255) as u8)
    });
    let picture = context.load_texture("mission map", image, TextureOptions::LINEAR);
    Ok(Shown {
        mission,
        picture,
        poster,
    })
}

/// What a click asks for.
enum Wish {
    Begin,
    Squad,
    Edit,
    Back,
}

pub(super) fn show(world: &mut World) {
    let Some(context) = context(world) else {
        return;
    };
    let session = world.resource::<Session>();
    let listed = session.listed.clone();
    let levels = session.levels.clone();
    let mut difficulty = session.difficulty.unwrap_or(AS_WRITTEN);
    let mut choice = world.remove_resource::<Choice>().unwrap_or_default();
    choice.at = choice.at.min(listed.len().saturating_sub(1));
    let Some(entry) = listed.get(choice.at) else {
        world.insert_resource(choice);
        return;
    };
    let is_shown = (choice.shown.as_ref())
        .is_some_and(|(file, of, _)| *file == entry.file && *of == difficulty);
    if !is_shown {
        let shown = prepare(world, &context, &entry.file, difficulty);
        choice.shown = Some((entry.file.clone(), difficulty, shown));
    }
    let room = context.content_rect().height() - 120.0;
    let wish = card(world, "missions", 980.0, 0, |world, ui| {
        let mut wish = head(ui, "Missions", 26.0).then_some(Wish::Back);
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(262.0);
                scroll(room).id_salt("list").show(ui, |ui| {
                    ui.set_width(250.0);
                    if names(ui, &listed, &mut choice.at) {
                        wish = Some(Wish::Begin);
                    }
                });
            });
            ui.separator();
            ui.vertical(|ui| {
                ui.set_width(690.0);
                let about = scroll(room - 88.0).id_salt("mission");
                about.show(ui, |ui| {
                    ui.set_width(680.0);
                    chosen(ui, &choice);
                });
                ui.separator();
                ui.spacing_mut().interact_size.y = FIELD;
                ui.horizontal(|ui| terms(ui, &levels, &mut difficulty, &mut choice));
                ui.horizontal(|ui| {
                    wish = ways(ui, &choice).or(wish.take());
                    let mut session = world.resource_mut::<Session>();
                    ui.checkbox(&mut session.wants_hot_seat, "Two players")
                        .on_hover_text("Another person plays the other side, at this screen");
                    ui.checkbox(&mut session.wants_ironman, "Iron battle")
                        .on_hover_text("One save, written by itself at every turn: no going back");
                });
            });
        });
        let is_escaped = ui.input(|input| input.key_pressed(egui::Key::Escape));
        if is_escaped { Some(Wish::Back) } else { wish }
    });
    world.resource_mut::<Session>().difficulty = Some(difficulty);
    if let Some(wish) = wish.flatten() {
        grant(world, wish, entry, &choice, difficulty);
    }
    world.insert_resource(choice);
}

/// Does what was clicked.
fn grant(world: &mut World, wish: Wish, entry: &Listed, choice: &Choice, difficulty: u16) {
    let file = entry.file.clone();
    let request = match wish {
        Wish::Begin if entry.mission.is_ok() && !choice.is_seed_wrong() => {
            Request::open(file, choice.seed(), difficulty)
        }
        Wish::Begin => return,
        Wish::Squad => {
            if let Some(shown) = choice.mission() {
                with_rules!(shown.mission.rules, R => {
                    R::open_set_up(world, file, choice.seed(), difficulty);
                });
            }
            return;
        }
        Wish::Edit => Request::Edit(Some(file)),
        Wish::Back => {
            world.resource_mut::<NextState<Screen>>().set(Screen::Title);
            return;
        }
    };
    world.resource_mut::<Session>().request = Some(request);
}

/// Shows the chosen mission, or its mistakes.
fn chosen(ui: &mut egui::Ui, choice: &Choice) {
    match &choice.shown {
        Some((_, _, Ok(shown))) => about(ui, shown),
        Some((_, _, Err(problem))) => {
            let text = RichText::new(problem).monospace().size(12.5);
            ui.label(text.color(BAD));
        }
        None => {}
    }
}

/// Asks for difficulty and seed.
fn terms(ui: &mut egui::Ui, levels: &[u16], difficulty: &mut u16, choice: &mut Choice) {
    ui.label("Difficulty");
    for &level in levels {
        ui.selectable_value(difficulty, level, format!("{level}%"))
            .on_hover_text(difficulty_text(level));
    }
    ui.separator();
    ui.label("Seed");
    let field = egui::TextEdit::singleline(&mut choice.seed).desired_width(90.0);
    ui.add(field.hint_text("a new one"));
    if choice.is_seed_wrong() {
        ui.label(RichText::new("a seed is a whole number").color(BAD));
    }
}

/// Offers to begin the mission, to choose the squad, and to edit the board.
fn ways(ui: &mut egui::Ui, choice: &Choice) -> Option<Wish> {
    let mut wish = None;
    let is_whole = choice.mission().is_some() && !choice.is_seed_wrong();
    let text = RichText::new("Begin").size(19.0).strong().color(SAND);
    let begin = egui::Button::new(text).min_size(vec2(150.0, 36.0));
    if ui.add_enabled(is_whole, begin).clicked() {
        wish = Some(Wish::Begin);
    }
    let fixed = choice.mission().and_then(|shown| shown.poster.fixed);
    let why = fixed.unwrap_or("the mission has mistakes");
    let mut offer = |text, is_open, about| {
        let button = egui::Button::new(RichText::new(text).size(16.0)).min_size(vec2(110.0, 36.0));
        let button = ui.add_enabled(is_open, button).on_hover_text(about);
        button.on_disabled_hover_text(why).clicked()
    };
    let about = "Names, weapons and things";
    if offer("Squad …", is_whole && fixed.is_none(), about) {
        wish = Some(Wish::Squad);
    }
    let about = "Board, zones, units, goals and rules";
    if offer("Edit the board …", true, about) {
        wish = Some(Wish::Edit);
    }
    wish
}

/// Lists the missions; whether the chosen one was asked to begin.
fn names(ui: &mut egui::Ui, listed: &[Listed], at: &mut usize) -> bool {
    let is_entered = ui.input(|input| input.key_pressed(egui::Key::Enter));
    let has_focus = ui.memory(|memory| memory.focused().is_some());
    let mut begins = false;
    for (number, entry) in listed.iter().enumerate() {
        let (name, color) = match &entry.mission {
            Ok((name, _)) => (name.clone(), None),
            Err(_) => {
                let file = entry.file.file_name().unwrap_or_default();
                (file.to_string_lossy().into_owned(), Some(BAD))
            }
        };
        let mut text = RichText::new(name).size(16.5);
        if let Some(color) = color {
            text = text.color(color);
        }
        let is_on = *at == number;
        let button = egui::Button::selectable(is_on, text).min_size(vec2(240.0, 28.0));
        let response = ui.add(button);
        if is_on && !has_focus {
            response.request_focus();
        }
        // Enter on the one that is chosen already, or a double click, begins it.
        begins |= response.double_clicked() || (is_on && is_entered && response.clicked());
        // Walking through the list with the keyboard shows each.
        if response.clicked() || response.gained_focus() {
            *at = number;
        }
    }
    begins
}

fn about(ui: &mut egui::Ui, shown: &Shown) {
    let mission = &shown.mission;
    ui.label(RichText::new(&mission.name).size(24.0).strong());
    ui.horizontal_top(|ui| {
        let size = shown.picture.size_vec2();
        let scale = (330.0 / size.x).min(250.0 / size.y);
        ui.add(egui::Image::new(&shown.picture).fit_to_exact_size(size * scale));
        ui.vertical(|ui| {
            ui.set_width(330.0);
            let grid = mission.board.grid;
            let mut about = format!("{} × {} hexes", grid.width, grid.height);
            if shown.poster.is_night {
                about.push_str(" · night");
            }
            if let Some(limit) = mission.turn_limit {
                about.push_str(&format!(" · {limit} turns"));
            }
            if mission.drawn_anew {
                about.push_str(" · drawn anew for every seed");
            }
            ui.label(faint(about));
            ui.add_space(4.0);
            ui.label(&mission.briefing);
        });
    });
    ui.add_space(8.0);
    ui.columns(2, |columns| {
        let units = &shown.poster.units;
        for (number, (side, units)) in mission.sides.iter().zip(units).enumerate() {
            let ui = &mut columns[usize::from(number > 0)];
            let who = match (number, side.controller) {
                (0, _) | (_, Controller::Human { .. }) => "you".to_owned(),
                (_, Controller::Open { .. }) => "open".into(),
                (_, Controller::Ai(mode)) => format!("{mode:?}").to_lowercase(),
            };
            heading(ui, &format!("{} ({who})", side.name));
            if number > 0 && !side.neutral && !matches!(side.controller, Controller::Human { .. }) {
                ui.label(faint("the scouts do not know who waits there"));
                continue;
            }
            for unit in units {
                ui.label(RichText::new(unit).size(13.0));
            }
        }
    });
    if !shown.poster.differences.is_empty() {
        ui.add_space(8.0);
        heading(ui, "Rules that differ");
        for (path, usual, now) in &shown.poster.differences {
            let text = format!("{}: {now} (usually {usual})", path.replace(['.', '_'], " "));
            ui.label(RichText::new(text).size(12.5));
        }
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
