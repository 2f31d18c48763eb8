//! The content packs: switched on and off, ordered, and what each changes.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, vec2};
use tiny_skia::Pixmap;

use super::{Choice, header};
use crate::battle::fingerprint::stable_hash;
use crate::content::changes::{Change, Changes};
use crate::content::problem::Problems;
use crate::game::kit::theme::widget::{heading, is_walked_to, scroll, switch};
use crate::game::kit::theme::{
    BAD, FAINT, GOOD, HOVERED, IDLE, LINE, PRESSED, SAND, SMALLEST, TEXT, faint, texture,
};
use crate::game::shell::folders;
use crate::game::shell::menus::card;
use crate::game::shell::packs::{self, Conflict, Pack, Packs};
use crate::game::shell::session::Session;
use crate::game::table::art;

/// Width of the list, points.
const LIST: f32 = 480.0;
/// Letters of a value up to which it is shown whole.
const VALUE: usize = 60;

/// Height of a picture, points.
const PICTURE: f32 = 72.0;
/// What purple in it turns into: the blue of the player's own side.
const PICTURE_TINT: u32 = 0x4a_86_c8;

/// What a click asks for.
enum Wish {
    Choose(usize),
    Turn(usize, bool),
    Shift(usize, bool),
    OpenFolder,
    LookAgain,
    Back,
}

/// Shows the packs; whether the list of missions is asked for.
pub(super) fn show(world: &mut World, context: &egui::Context, choice: &mut Choice) -> bool {
    let screen = context.content_rect();
    let (width, room) = (screen.width() - 80.0, screen.height() - 120.0);
    let packs = world.remove_resource::<Packs>().unwrap_or_default();
    choice.pack = choice.pack.min(packs.all.len().saturating_sub(1));
    let at = choice.pack;
    let wish = card(world, "missions", width, 0, |_, ui| {
        let mut wish = header(ui, choice, &packs).then_some(Wish::Back);
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(LIST);
                ui.set_height(room);
                wish = list(ui, &packs, at, room).or(wish.take());
            });
            ui.separator();
            ui.vertical(|ui| {
                let width = width - LIST - 40.0;
                ui.set_width(width);
                let about = scroll(room).id_salt("pack").auto_shrink(false);
                about.show(ui, |ui| {
                    ui.set_width(width - 14.0);
                    match packs.all.get(at) {
                        Some(pack) => details(ui, pack, &packs.conflicts(at)),
                        None => none(ui),
                    }
                });
            });
        });
        let is_left = ui.input(|input| input.key_pressed(egui::Key::Escape));
        if is_left {
            Some(Wish::Back)
        } else {
            keys(ui, at).or(wish)
        }
    });
    world.insert_resource(packs);
    match wish.flatten() {
        Some(Wish::Back) => return true,
        Some(wish) => {
            if matches!(wish, Wish::Shift(..)) {
                // The focus goes with the pack.
                context.memory_mut(|memory| memory.focused().map(|id| memory.surrender_focus(id)));
            }
            grant(world, wish, choice);
        }
        None => {}
    }
    false
}

/// Returns what the keyboard asks for besides what the focus does.
fn keys(ui: &egui::Ui, at: usize) -> Option<Wish> {
    let pressed = |key| ui.input_mut(|input| input.consume_key(egui::Modifiers::COMMAND, key));
    let shifts = [(egui::Key::ArrowUp, false), (egui::Key::ArrowDown, true)];
    let shift = shifts.into_iter().find(|(key, _)| pressed(*key));
    shift.map(|(_, is_down)| Wish::Shift(at, is_down))
}

/// Does what was clicked.
fn grant(world: &mut World, wish: Wish, choice: &mut Choice) {
    match wish {
        Wish::Choose(number) => choice.pack = number,
        Wish::Turn(number, is_on) => {
            choice.pack = number;
            packs::turn(world, number, is_on);
        }
        Wish::Shift(number, is_down) => choice.pack = packs::shift(world, number, is_down),
        Wish::OpenFolder => {
            if let Err(why) = folders::packs().and_then(|folder| folders::open(&folder)) {
                world.resource_mut::<Session>().notice = Some((why, true));
            }
        }
        Wish::LookAgain => packs::look(world),
        Wish::Back => {}
    }
}

/// Lists the packs, with what moves and turns each, and where they are.
fn list(ui: &mut egui::Ui, packs: &Packs, at: usize, room: f32) -> Option<Wish> {
    let mut wish = None;
    ui.label(faint(
        "New battles use the packs that are on, in this order: where two packs set the same figure, the lower one wins.",
    ));
    ui.add_space(4.0);
    let rows = scroll(room - 140.0).id_salt("packs").auto_shrink(false);
    rows.show(ui, |ui| {
        ui.set_width(LIST - 14.0);
        for (number, pack) in packs.all.iter().enumerate() {
            let is_last = number + 1 == packs.all.len();
            let conflicts = packs.conflicts(number);
            let wanted = row(ui, pack, &conflicts, (number, is_last), number == at);
            wish = wanted.or(wish.take());
        }
        if packs.all.is_empty() {
            ui.label("No packs yet.");
        }
    });
    ui.separator();
    if let Ok(folder) = folders::packs() {
        ui.label(faint("Put pack folders into"));
        let path = RichText::new(folder.display().to_string())
            .monospace()
            .size(SMALLEST);
        ui.add(egui::Label::new(path).truncate())
            .on_hover_text(folder.display().to_string());
    }
    ui.horizontal(|ui| {
        if ui.button("Open folder").clicked() {
            wish = Some(Wish::OpenFolder);
        }
        let again = ui.button("Refresh");
        if again
            .on_hover_text("Reads packs that were added, changed or removed")
            .clicked()
        {
            wish = Some(Wish::LookAgain);
        }
    });
    wish
}

/// Shows a pack as a row; returns what is asked for.
fn row(
    ui: &mut egui::Ui,
    pack: &Pack,
    conflicts: &[Conflict],
    (number, is_last): (usize, bool),
    is_chosen: bool,
) -> Option<Wish> {
    let mut wish = None;
    let size = vec2(ui.available_width(), 62.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::WidgetType::Button, true, is_chosen, &pack.name)
    });
    let is_pointed_at = response.hovered() || response.has_focus();
    let fill = match () {
        () if is_chosen => PRESSED.gamma_multiply(0.6),
        () if is_pointed_at => HOVERED,
        () => IDLE,
    };
    let edge = if is_chosen || is_pointed_at {
        SAND
    } else {
        LINE
    };
    let stroke = egui::Stroke::new(1.0, edge);
    ui.painter()
        .rect(rect, 6.0, fill, stroke, egui::StrokeKind::Inside);
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    // Arrows, a click or Enter show a pack; a double click, or Enter on the one shown, turns it.
    if is_walked_to(ui, &response) || (response.clicked() && !is_chosen) {
        wish = Some(Wish::Choose(number));
        response.scroll_to_me(None);
    } else if response.double_clicked()
        || (response.clicked() && response.has_focus() && is_entered(ui))
    {
        wish = Some(Wish::Turn(number, !pack.is_wanted));
    }
    if is_chosen && ui.memory(|memory| memory.focused().is_none()) {
        response.request_focus();
    }
    let inner = rect.shrink2(vec2(10.0, 8.0));
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(inner));
    inside.horizontal_centered(|ui| {
        let is_open = pack.changes.is_ok() || pack.is_wanted;
        let does = format!("Turn {} on or off", pack.name);
        let turned = switch(ui, pack.is_wanted, is_open, &does);
        let why = "fix the pack before you turn it on";
        if turned.on_disabled_hover_text(why).clicked() {
            wish = Some(Wish::Turn(number, !pack.is_wanted));
        }
        ui.add_space(6.0);
        ui.vertical(|ui| {
            ui.set_width(inner.width() - 125.0);
            in_short(ui, pack, conflicts);
        });
        wish = arrows(ui, number, is_last).or(wish.take());
    });
    wish
}

/// Shows what moves a pack up and down.
fn arrows(ui: &mut egui::Ui, number: usize, is_last: bool) -> Option<Wish> {
    let down = "Move down: overrides the packs above [Ctrl+Down]";
    let shifts = [
        ("⏷", true, is_last, down),
        ("⏶", false, number == 0, "Move up [Ctrl+Up]"),
    ];
    let right = egui::Layout::right_to_left(egui::Align::Center);
    let clicked = ui.with_layout(right, |ui| {
        let clicked = shifts.map(|(sign, is_down, is_end, about)| {
            let button = egui::Button::new(sign).min_size(vec2(26.0, 26.0));
            let button = ui.add_enabled(!is_end, button).on_hover_text(about);
            button.clicked().then_some(is_down)
        });
        clicked.into_iter().flatten().next()
    });
    let is_down = clicked.inner?;
    Some(Wish::Shift(number, is_down))
}

fn is_entered(ui: &egui::Ui) -> bool {
    let keys = [egui::Key::Enter, egui::Key::Space];
    ui.input(|input| keys.iter().any(|key| input.key_pressed(*key)))
}

/// Describes a pack in two lines: what it is and what it does.
fn in_short(ui: &mut egui::Ui, pack: &Pack, conflicts: &[Conflict]) {
    let color = if pack.is_on() { TEXT } else { FAINT };
    let label = |ui: &mut egui::Ui, text: RichText| {
        ui.add(egui::Label::new(text).truncate().selectable(false));
    };
    ui.horizontal(|ui| {
        label(ui, RichText::new(&pack.name).size(16.0).color(color));
        let many = if conflicts.len() == 1 { "" } else { "s" };
        if !conflicts.is_empty() {
            let text = format!("{} conflict{many}", conflicts.len());
            label(ui, RichText::new(text).size(12.5).color(SAND));
        }
    });
    let (text, color) = match &pack.changes {
        Err(_) if pack.is_wanted => ("broken; not used until it is fixed".to_owned(), BAD),
        Err(_) => ("broken".to_owned(), BAD),
        Ok(_) => (pack.sum(), FAINT),
    };
    label(ui, RichText::new(text).size(12.5).color(color));
}

/// Shows what a pack brings, changes and is in conflict with, or what is wrong with it.
fn details(ui: &mut egui::Ui, pack: &Pack, conflicts: &[Conflict]) {
    ui.label(RichText::new(&pack.name).size(24.0).strong());
    let path = RichText::new(pack.folder.display().to_string())
        .monospace()
        .size(SMALLEST);
    ui.label(path.color(FAINT));
    ui.add_space(6.0);
    let changes = match &pack.changes {
        Ok(changes) => changes,
        Err(problems) => return broken(ui, problems),
    };
    if !conflicts.is_empty() {
        heading(ui, "Conflicts with other packs");
        for Conflict { text, is_won } in conflicts {
            ui.label(RichText::new(text).color(if *is_won { GOOD } else { BAD }));
        }
        ui.add_space(8.0);
    }
    figures(ui, changes);
    added(ui, changes);
    named(ui, "Missions", &pack.missions);
    pictures(ui, pack, changes);
    if changes.changed.is_empty() && changes.added.is_empty() && pack.missions.is_empty() {
        ui.label(faint("It only repeats the default values."));
    }
}

fn broken(ui: &mut egui::Ui, problems: &Problems) {
    heading(ui, "Broken");
    ui.label(faint("Fix this, then choose Refresh to turn it on."));
    ui.add_space(4.0);
    ui.label(
        RichText::new(problems.to_string())
            .monospace()
            .size(12.5)
            .color(BAD),
    );
}

/// Lists what is changed, by definition: old and new.
fn figures(ui: &mut egui::Ui, changes: &Changes) {
    if changes.changed.is_empty() {
        return;
    }
    heading(ui, "Changes");
    let same = |one: &Change, other: &Change| (&one.file, &one.of) == (&other.file, &other.of);
    for (number, of_one) in changes.changed.chunk_by(same).enumerate() {
        let first = &of_one[0];
        let title = match first.of.is_empty() {
            true => format!("Figures · {}", file_words(&first.file)),
            false => format!("{} · {}", first.of, file_words(&first.file)),
        };
        ui.label(RichText::new(title).strong());
        let grid = egui::Grid::new(("changes", number))
            .num_columns(2)
            .min_col_width(130.0)
            .spacing(vec2(18.0, 2.0));
        grid.show(ui, |ui| {
            for change in of_one {
                ui.label(RichText::new(&change.figure).size(13.0).color(FAINT));
                ui.horizontal(|ui| {
                    value(ui, change.was.as_deref(), FAINT);
                    ui.label(faint("⏵"));
                    value(ui, change.now.as_deref(), SAND);
                });
                ui.end_row();
            }
        });
        ui.add_space(6.0);
    }
}

/// Shows a value; a long one is cut, and whole when it is pointed at.
fn value(ui: &mut egui::Ui, value: Option<&str>, color: egui::Color32) {
    let whole = value.unwrap_or("default");
    let end = whole.char_indices().nth(VALUE).map(|(end, _)| end);
    let shown = end.map_or_else(|| whole.to_owned(), |end| format!("{} …", &whole[..end]));
    let label = ui.label(RichText::new(shown).size(13.0).color(color));
    if end.is_some() {
        label.on_hover_text(whole);
    }
}

fn added(ui: &mut egui::Ui, changes: &Changes) {
    if changes.added.is_empty() {
        return;
    }
    heading(ui, "Adds");
    for of_file in changes.added.chunk_by(|one, other| one.file == other.file) {
        let names: Vec<_> = of_file.iter().map(|added| added.name.as_str()).collect();
        ui.horizontal_wrapped(|ui| {
            ui.label(faint(format!("{}:", file_words(&of_file[0].file))));
            ui.label(names.join(", "));
        });
    }
    ui.add_space(8.0);
}

fn named(ui: &mut egui::Ui, title: &str, names: &[String]) {
    if names.is_empty() {
        return;
    }
    heading(ui, title);
    ui.label(names.join(", "));
    ui.add_space(8.0);
}

/// Shows the pictures of a pack, each with the name of its file.
fn pictures(ui: &mut egui::Ui, pack: &Pack, changes: &Changes) {
    if changes.pictures.is_empty() {
        return;
    }
    heading(ui, "Pictures");
    ui.horizontal_wrapped(|ui| {
        for (file, picture) in &changes.pictures {
            let key = (&pack.folder, file, stable_hash(&picture.svg()));
            if let Err(why) = picture.verdict() {
                ui.label(RichText::new(format!("cannot draw {file}: {why}")).color(BAD));
                continue;
            }
            let painted = || {
                let painted = art::pack_picture(picture, 2 * PICTURE as u32, PICTURE_TINT);
                painted.unwrap_or_else(|_| Pixmap::new(1, 1).expect("one pixel is no size of zero"))
            };
            let texture = texture(ui.ctx(), key, painted);
            let size = texture.size_vec2();
            let size = vec2(size.x * PICTURE / size.y, PICTURE);
            ui.add(egui::Image::new((texture.id(), size)));
            ui.label(faint(file));
            ui.add_space(12.0);
        }
    });
    ui.add_space(8.0);
}

/// Names a content file: `units.ron` is "units".
fn file_words(file: &str) -> String {
    file.trim_end_matches(".ron").replace('_', " ")
}

/// Explains packs to a player who has none.
fn none(ui: &mut egui::Ui) {
    ui.label(
        RichText::new("Packs change the rules and content of battles")
            .size(24.0)
            .strong(),
    );
    ui.label(
        "A pack is a folder of content files. It can change the figures of units, weapons and rules, and add units, missions and pictures. Put the folder where the list says, then choose Refresh.",
    );
    ui.label(faint(
        "To make a pack, see Help: Changing figures and switches.",
    ));
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::content::{self, ContentText};
    use crate::game::kit::testing::texts;
    use crate::game::shell::packs::PackChoice;

    /// Packs of which two set the same figure and one is broken.
    fn packs() -> Packs {
        let folder = tempfile::tempdir().expect("a folder of the test's own");
        let packs = [("tough", "70"), ("frail", "40"), ("broken", "-1")];
        let chosen = packs.map(|(name, health)| {
            fs::create_dir(folder.path().join(name)).expect("a folder of the test's own");
            let units = format!("[\n(key: \"medic\", health: {health})]");
            let file = folder.path().join(name).join("units.ron");
            fs::write(file, units).expect("a file of the test's own");
            PackChoice {
                folder: name.to_owned(),
                is_on: true,
            }
        });
        let assets = content::assets_folder().expect("the assets are beside the crate");
        let base =
            ContentText::read(&assets.join("content")).expect("the shipped content is there");
        let found = Packs::find(
            folder.path(),
            &folder.path().join("shipped"),
            &base,
            &chosen,
        );
        found.expect("the folder is there").0
    }

    /// Draws something while keys are pressed; returns what is written there, a line each.
    fn drawn(events: Vec<egui::Event>, mut draw: impl FnMut(&mut egui::Ui)) -> String {
        let context = egui::Context::default();
        let input = egui::RawInput {
            events,
            ..egui::RawInput::default()
        };
        let mut drawn = context.run_ui(input, |ui| draw(ui));
        drawn.textures_delta.clear();
        let shapes = std::mem::take(&mut drawn.shapes);
        let written: Vec<_> = shapes.iter().flat_map(|one| texts(&one.shape)).collect();
        written.join("\n")
    }

    #[test]
    fn the_list_tells_conflicts_and_what_is_broken() {
        let packs = packs();
        let text = drawn(Vec::new(), |ui| {
            list(ui, &packs, 0, 600.0);
        });
        for told in [
            "Tough",
            "Frail",
            "changes 1 figure",
            "1 conflict",
            "broken; not used",
        ] {
            assert!(text.contains(told), "{told}: {text}");
        }
        let none = drawn(Vec::new(), |ui| {
            list(ui, &Packs::default(), 0, 600.0);
        });
        assert!(none.contains("No packs yet"), "{none}");
    }

    #[test]
    fn the_details_tell_old_and_new_who_wins_and_where_a_mistake_is() {
        let packs = packs();
        let about = |number: usize| {
            let conflicts = packs.conflicts(number);
            drawn(Vec::new(), |ui| details(ui, &packs.all[number], &conflicts))
        };
        let (lost, won, broken) = (about(0), about(1), about(2));
        assert!(
            lost.contains("Frail sets it to 40; overrides 70 of this pack"),
            "{lost}"
        );
        assert!(lost.contains("Medic · units\nhealth\n55\n⏵\n70"), "{lost}");
        assert!(
            won.contains("this pack sets it to 40; overrides 70 of Tough"),
            "{won}"
        );
        assert!(broken.contains("units.ron:2:24: "), "{broken}");
    }

    #[test]
    fn control_and_an_arrow_move_the_pack_on_show() {
        let pressed = |key, modifiers| {
            let event = egui::Event::Key {
                key,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers,
            };
            let mut wish = None;
            drawn(vec![event], |ui| wish = keys(ui, 1).or(wish.take()));
            wish
        };
        let control = egui::Modifiers::COMMAND | egui::Modifiers::CTRL;
        let down = pressed(egui::Key::ArrowDown, control);
        assert!(matches!(down, Some(Wish::Shift(1, true))));
        let up = pressed(egui::Key::ArrowUp, control);
        assert!(matches!(up, Some(Wish::Shift(1, false))));
        assert!(pressed(egui::Key::ArrowUp, egui::Modifiers::NONE).is_none());
    }
}
