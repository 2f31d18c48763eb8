//! Saves: the list with pictures, saving under a name, loading, deleting, and opening as a replay.

use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, TextureHandle, TextureOptions, vec2};

use crate::battle::grid::Grid;
use crate::battle::phase::Turn;
use crate::content::{self, Catalog};
use crate::game::Screen;
use crate::game::kit::map_picture;
use crate::game::kit::theme::widget::scroll;
use crate::game::kit::theme::{BAD, SAND, faint};
use crate::game::shell::folders;
use crate::game::shell::menus::{Menus, Question, ask, close_all, sheet};
use crate::game::shell::session::{Request, Session, save_refusal};
use crate::game::shell::settings::Settings;
use crate::game::table::art;
use crate::game::table::palette::{Meaning, Palette};
use crate::save::{EXTENSION, Glimpse, SaveEntry, SaveKind, SaveLabel, saves_in};

/// Width of the picture of a board above which its hexes are drawn smaller, pixels.
const MAX_PICTURE: usize = 512;
/// Longest name of a save, and the part of the mission's name in a suggested one, letters.
const MAX_NAME: usize = 60;
const MAX_MISSION: usize = 48;

/// The saves as they are listed.
#[derive(Default)]
pub(super) struct Shelf {
    /// Saves and their pictures; `None` until they are listed.
    listed: Option<Vec<(SaveEntry, Option<TextureHandle>)>>,
    /// Name to save under.
    name: String,
}

/// Forgets the list, so that the next time it is made anew.
pub(super) fn close(mut menus: ResMut<Menus>) {
    menus.saves = Shelf::default();
}

/// Paints what the saving side knew of the board, no larger than [`MAX_PICTURE`].
fn sketch(label: &SaveLabel, catalog: Option<&Catalog>, palette: Palette) -> egui::ColorImage {
    let sketch = &label.sketch;
    let side = usize::from(sketch.width.max(sketch.height)).max(1);
    let pixels = (MAX_PICTURE / side).clamp(1, 4);
    let grid = Grid {
        layout: sketch.layout,
        width: sketch.width,
        height: sketch.height,
    };
    map_picture(grid, pixels, |tile| {
        let (column, row) = grid.to_offset(tile);
        match sketch.at(column as u16, row as u16) {
            Glimpse::Unseen => [9, 11, 14],
            Glimpse::Own => palette.color(Meaning::OwnSide),
            Glimpse::Enemy => palette.color(Meaning::EnemySide),
            Glimpse::Ground(key) => {
                let known = catalog.and_then(|catalog| {
                    let id = catalog.terrain_named(key)?;
                    Some(art::ground_color(catalog.terrain(id)))
                });
                known.unwrap_or([80, 80, 76])
            }
        }
    })
}

fn list(world: &mut World, context: &egui::Context) {
    let palette = world.resource::<Settings>().palette;
    let catalog = content::load_default().ok();
    let entries = folders::saves().map_or_else(|_| Vec::new(), |folder| saves_in(&folder));
    let listed = (entries.into_iter())
        .map(|entry| {
            // What one person knows is not shown before the seat is handed over.
            let label = entry.label.as_ref().ok();
            let picture = label.filter(|label| !label.is_hot_seat()).map(|label| {
                let name = entry.file.display().to_string();
                let image = sketch(label, catalog.as_ref(), palette);
                context.load_texture(name, image, TextureOptions::LINEAR)
            });
            (entry, picture)
        })
        .collect();
    world.resource_mut::<Menus>().saves.listed = Some(listed);
}

/// Returns how long ago something was.
fn ago(time: SystemTime) -> String {
    let seconds = time.elapsed().map_or(0, |passed| passed.as_secs());
    let (count, unit) = match seconds {
        0..=59 => return "just now".into(),
        60..=3599 => (seconds / 60, "minute"),
        3600..=86_399 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural} ago")
}

/// What a click asks for.
enum Wish {
    Load(PathBuf),
    Watch(PathBuf),
    Delete(PathBuf),
    Save,
}

pub(super) fn show(world: &mut World) {
    if world.resource::<Menus>().saves.listed.is_none()
        && let Some(context) = crate::game::kit::context(world)
    {
        list(world, &context);
    }
    let is_battle = *world.resource::<State<Screen>>().get() == Screen::Battle;
    let refused = is_battle.then(|| save_refusal(world)).flatten();
    let suggested = suggested_name(world);
    let mut wish = None;
    sheet(world, "saves", "Saves", 720.0, |world, ui, room| {
        let mut menus = world.resource_mut::<Menus>();
        let is_fresh = menus.is_fresh;
        let shelf = &mut menus.saves;
        if let Some(why) = refused {
            ui.label(why);
            ui.separator();
        } else if is_battle {
            ui.horizontal(|ui| {
                if is_fresh {
                    shelf.name = suggested;
                }
                let field = egui::TextEdit::singleline(&mut shelf.name)
                    .hint_text("Name of the save")
                    .char_limit(MAX_NAME)
                    .desired_width(320.0);
                let field = ui.add(field);
                if is_fresh {
                    field.request_focus();
                    choose_all(ui, field.id, &shelf.name);
                }
                let is_named = !shelf.name.trim().is_empty();
                let is_entered =
                    field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
                let button = ui.add_enabled(is_named, egui::Button::new("Save"));
                let button = button.on_disabled_hover_text("Enter a name for the save");
                if is_named && (button.clicked() || is_entered) {
                    wish = Some(Wish::Save);
                }
            });
            ui.separator();
        }
        scroll(room - 90.0).show(ui, |ui| {
            let listed = shelf.listed.as_deref().unwrap_or_default();
            if listed.is_empty() {
                ui.label(faint("No saves yet"));
            }
            for (entry, picture) in listed {
                if let Some(wanted) = entry_row(ui, entry, picture.as_ref()) {
                    wish = Some(wanted);
                }
            }
        });
    });
    match wish {
        Some(Wish::Load(file)) => {
            close_all(world);
            world.resource_mut::<Session>().request = Some(Request::Load(file));
        }
        Some(Wish::Watch(file)) => {
            close_all(world);
            world.resource_mut::<Session>().request = Some(Request::Watch(file));
        }
        Some(Wish::Delete(file)) => ask(world, Question::delete(file)),
        Some(Wish::Save) => save(world),
        None => {}
    }
}

/// Suggests a name for a save of the battle: its mission and turn.
fn suggested_name(world: &World) -> String {
    let mission = world.resource::<Session>().mission.as_ref();
    let turn = world.get_resource::<Turn>();
    let named = mission.zip(turn);
    named.map_or(String::new(), |(mission, turn)| {
        let name: String = mission.name.chars().take(MAX_MISSION).collect();
        format!("{name} turn {}", turn.number)
    })
}

/// Marks all of a text, so that what is typed takes its place.
fn choose_all(ui: &egui::Ui, field: egui::Id, text: &str) {
    let mut state = egui::text_edit::TextEditState::load(ui.ctx(), field).unwrap_or_default();
    let [start, end] = [0, text.chars().count()].map(egui::text::CCursor::new);
    let all = egui::text::CCursorRange::two(start, end);
    state.cursor.set_char_range(Some(all));
    state.store(ui.ctx(), field);
}

/// Shows a save; returns what is asked for.
fn entry_row(
    ui: &mut egui::Ui,
    entry: &SaveEntry,
    picture: Option<&TextureHandle>,
) -> Option<Wish> {
    let mut wish = None;
    let card = egui::Frame::new()
        .fill(egui::Color32::from_rgb(26, 32, 40))
        .corner_radius(6)
        .inner_margin(8);
    card.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let is_hidden = entry.label.as_ref().is_ok_and(SaveLabel::is_hot_seat);
            framed(ui, picture, if is_hidden { "Two players" } else { "" });
            ui.vertical(|ui| {
                ui.set_width(360.0);
                about(ui, entry);
            });
            let right = egui::Layout::right_to_left(egui::Align::Center);
            ui.with_layout(right, |ui| wish = ways(ui, entry));
        });
    });
    wish
}

/// Shows the picture of a save, or a text in its place, in a field of one size for all.
fn framed(ui: &mut egui::Ui, picture: Option<&TextureHandle>, text: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(96.0, 60.0), egui::Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, egui::Color32::from_rgb(9, 11, 14));
    if let Some(picture) = picture {
        let size = picture.size_vec2();
        let scale = (rect.width() / size.x).min(rect.height() / size.y);
        let place = egui::Rect::from_center_size(rect.center(), size * scale);
        let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        painter.image(picture.id(), place, whole, egui::Color32::WHITE);
    } else {
        painter.text(
            rect.center(),
            egui::Align2::CENTER_CENTER,
            text,
            egui::FontId::proportional(12.5),
            egui::Color32::GRAY,
        );
    }
}

/// Shows what a save holds, or what is wrong with it, under the name that a player gave it.
fn about(ui: &mut egui::Ui, entry: &SaveEntry) {
    let file = entry.file.file_stem().unwrap_or_default().to_string_lossy();
    let title = |ui: &mut egui::Ui, text: &str| {
        let title = ui.label(RichText::new(text).strong());
        title.on_hover_text(entry.file.display().to_string());
    };
    let label = match &entry.label {
        Ok(label) => label,
        Err(error) => {
            title(ui, &file);
            ui.label(RichText::new(error).color(BAD).size(12.5));
            return;
        }
    };
    let over = label.outcome.map_or("", |_| ", over");
    let iron = if label.ironman { ", ironman" } else { "" };
    let state = format!("{}, turn {}{over}{iron}", label.mission, label.turn);
    // The program names the file of the other kinds.
    if label.kind == SaveKind::Named {
        title(ui, &file);
        ui.label(state);
    } else {
        title(ui, &state);
    }
    let kind = match label.kind {
        SaveKind::Named => "Saved",
        SaveKind::Quick => "Quick save",
        SaveKind::Auto => "Autosave",
    };
    ui.label(faint(format!(
        "{kind} {} · {}% · seed {} · {} {}",
        ago(entry.modified),
        label.difficulty,
        label.seed,
        label.orders,
        if label.orders == 1 { "order" } else { "orders" },
    )));
}

/// Offers what can be done with a save.
fn ways(ui: &mut egui::Ui, entry: &SaveEntry) -> Option<Wish> {
    let label = entry.label.as_ref().ok();
    // A replay shows what every side sees.
    let is_secret = label.is_some_and(|label| label.is_hot_seat() && label.outcome.is_none());
    let load = RichText::new("Load").color(SAND).strong();
    let wishes: [(RichText, bool, fn(PathBuf) -> Wish); 3] = [
        ("Delete".into(), true, Wish::Delete),
        ("Replay".into(), label.is_some() && !is_secret, Wish::Watch),
        (load, label.is_some(), Wish::Load),
    ];
    let mut wish = None;
    for (text, is_open, of) in wishes {
        let button = ui.add_enabled(is_open, egui::Button::new(text));
        let button = match is_secret {
            true => button.on_disabled_hover_text("Two players are still fighting this battle"),
            false => button,
        };
        if button.clicked() {
            wish = Some(of(entry.file.clone()));
        }
    }
    wish
}

/// Saves under the name that was typed.
fn save(world: &mut World) {
    let typed = world.resource::<Menus>().saves.name.trim().to_owned();
    let plain: String = typed
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || " -_".contains(c) {
                c
            } else {
                '-'
            }
        })
        .collect();
    let folder = match folders::saves() {
        Ok(folder) => folder,
        Err(error) => {
            world.resource_mut::<Session>().notice = Some((error, true));
            return;
        }
    };
    let file = folder.join(format!("{plain}.{EXTENSION}"));
    let kind = SaveKind::Named;
    // Also a link that leads nowhere.
    if fs::symlink_metadata(&file).is_ok() {
        return ask(world, Question::overwrite(file, kind));
    }
    close_all(world);
    world.resource_mut::<Session>().request = Some(Request::Save { file, kind });
}
