//! The mission that is chosen: a map, the briefing, who fights, difficulty, seed and what is unusual.

use std::path::Path;
use std::time::SystemTime;

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, TextureHandle, vec2};

use super::{Boards, Choice, Wish, daily_seed};
use crate::game::kit::theme::widget::heading;
use crate::game::kit::theme::{BAD, SAND, faint};
use crate::game::rules::playable::{Playable, Poster};
use crate::game::shell::session::Session;
use crate::mission::{AS_WRITTEN, Controller, Mission};
use crate::{content, with_rules};

/// A mission as it is shown.
pub(super) struct Shown {
    pub mission: Mission,
    pub poster: Poster,
}

/// Reads a mission to be shown.
///
/// # Errors
/// All that is wrong with it, in lines.
pub(super) fn prepare(world: &World, file: &Path, difficulty: u16) -> Result<Shown, String> {
    let mission = world.resource::<Session>().preview(file, difficulty)?;
    let usual = content::load_default()?;
    let poster = with_rules!(mission.rules, R => R::poster(&mission, &usual));
    Ok(Shown { mission, poster })
}

/// Shows the chosen mission, or its mistakes.
pub(super) fn chosen(world: &World, ui: &mut egui::Ui, choice: &Choice) {
    match &choice.shown {
        Some((file, _, Ok(shown))) => about(ui, shown, world.resource::<Boards>().get(file)),
        Some((_, _, Err(problem))) => {
            let text = RichText::new(problem).monospace().size(12.5);
            ui.label(text.color(BAD));
        }
        None => {}
    }
}

/// Asks for difficulty and seed.
pub(super) fn terms(ui: &mut egui::Ui, levels: &[u16], difficulty: &mut u16, choice: &mut Choice) {
    ui.horizontal(|ui| {
        ui.label("Difficulty");
        for &level in levels {
            ui.selectable_value(difficulty, level, format!("{level}%"))
                .on_hover_text(difficulty_text(level));
        }
    });
    ui.horizontal(|ui| {
        ui.label("Seed");
        let field = egui::TextEdit::singleline(&mut choice.seed).desired_width(90.0);
        ui.add(field.hint_text("random"));
        let today = daily_seed(SystemTime::now());
        let is_todays = choice.seed() == Some(today);
        let button = ui.selectable_label(is_todays, "Daily");
        if button
            .on_hover_text("The same for all players, and new every day")
            .clicked()
        {
            choice.seed = if is_todays {
                String::new()
            } else {
                today.to_string()
            };
        }
        if choice.is_seed_wrong() {
            ui.label(RichText::new("a whole number").color(BAD));
        }
    });
}

/// Offers to begin the mission, to choose the squad, and to edit the board.
pub(super) fn ways(ui: &mut egui::Ui, choice: &Choice) -> Option<Wish> {
    let mut wish = None;
    let is_whole = choice.mission().is_some() && !choice.is_seed_wrong();
    let text = RichText::new("Begin").size(19.0).strong().color(SAND);
    let begin = egui::Button::new(text).min_size(vec2(150.0, 36.0));
    if ui.add_enabled(is_whole, begin).clicked() {
        wish = Some(Wish::Begin);
    }
    let fixed = choice.mission().and_then(|shown| shown.poster.fixed);
    let why = fixed.unwrap_or("fix the errors in the mission first");
    let mut offer = |text, is_open, about| {
        let button = egui::Button::new(RichText::new(text).size(16.0)).min_size(vec2(110.0, 36.0));
        let button = ui.add_enabled(is_open, button).on_hover_text(about);
        button.on_disabled_hover_text(why).clicked()
    };
    let [name, about] = match choice.mission() {
        Some(shown) => with_rules!(shown.mission.rules, R => R::SET_UP),
        None => ["Squad …", ""],
    };
    if offer(name, is_whole && fixed.is_none(), about) {
        wish = Some(Wish::Squad);
    }
    let about = "Board, zones, units, goals and rules";
    if offer("Edit the board …", true, about) {
        wish = Some(Wish::Edit);
    }
    wish
}

fn about(ui: &mut egui::Ui, shown: &Shown, picture: Option<&TextureHandle>) {
    let mission = &shown.mission;
    ui.label(RichText::new(&mission.name).size(24.0).strong());
    let grid = mission.board.grid;
    let mut about = format!("{} × {} hexes", grid.width, grid.height);
    if shown.poster.is_night {
        about.push_str(" · night");
    }
    if let Some(limit) = mission.turn_limit {
        about.push_str(&format!(" · {limit} turns"));
    }
    if mission.drawn_anew {
        about.push_str(" · generated anew for every seed");
    }
    ui.label(faint(about));
    ui.add_space(4.0);
    if let Some(picture) = picture {
        let size = picture.size_vec2();
        let scale = (ui.available_width() / size.x).min(250.0 / size.y);
        ui.add(
            egui::Image::new(picture)
                .fit_to_exact_size(size * scale)
                .corner_radius(6),
        );
        ui.add_space(4.0);
    }
    ui.label(&mission.briefing);
    for (number, (side, units)) in mission.sides.iter().zip(&shown.poster.units).enumerate() {
        let who = match (number, side.controller) {
            (0, _) | (_, Controller::Human { .. }) => "you".to_owned(),
            (_, Controller::Open { .. }) => "open".into(),
            (_, Controller::Ai(mode)) => format!("{mode:?}").to_lowercase(),
            (_, Controller::Table) => "at a real map".into(),
        };
        ui.add_space(8.0);
        heading(ui, &format!("{} ({who})", side.name));
        if number > 0 && !side.neutral && !matches!(side.controller, Controller::Human { .. }) {
            ui.label(faint("unknown to your scouts"));
            continue;
        }
        for unit in units {
            ui.label(RichText::new(unit).size(13.0));
        }
    }
    if !shown.poster.differences.is_empty() {
        ui.add_space(8.0);
        heading(ui, "Changed rules");
        for (name, usual, now) in &shown.poster.differences {
            let text = format!("{name}: {now} (default: {usual})");
            ui.label(RichText::new(text).size(12.5));
        }
    }
}

/// Describes a difficulty.
fn difficulty_text(level: u16) -> String {
    match level {
        AS_WRITTEN => "The mission's own number of enemies".into(),
        0..AS_WRITTEN => format!("{level}% as many enemies"),
        _ => format!("{level}% as many enemies, with reinforcements"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::shell::session::{list_missions, read_mission};

    #[test]
    fn changed_rules_are_told_by_what_they_are_for() {
        let usual = content::load_default().expect("it is shipped");
        let mut told = Vec::new();
        for entry in list_missions(&[]) {
            let read = read_mission(&entry.file, &[], 0, AS_WRITTEN);
            let (_, mission) = read.expect("it is sound");
            let poster = with_rules!(mission.rules, R => R::poster(&mission, &usual));
            told.extend(poster.differences);
        }
        for (name, ..) in &told {
            assert!(
                !name.contains(['_', '.', '§']) && name.contains(' '),
                "{name}"
            );
        }
        let expected = |name: &str, before: &str, now: &str| {
            let line = (name.to_owned(), before.to_owned(), now.to_owned());
            assert!(told.contains(&line), "{line:?} in {told:#?}");
        };
        let name = "Minimum chance to hit for reaction fire, percent";
        expected(name, "0", "10");
        let name = "Whose admirals add to the attack";
        expected(name, "Player only", "Both");
    }
}
