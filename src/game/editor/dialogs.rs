//! Questions of the editor: new, open, save as, and what would be lost.
//!
//! **Invariant:** nothing that was not saved is given up, and no file replaced, without a yes.

use std::path::{Path, PathBuf};

use bevy::prelude::{NextState, World};
use bevy_egui::egui::{self, Align2, RichText, vec2};

use super::Editor;
use crate::battle::grid::{Grid, Layout};
use crate::content;
use crate::game::Screen;
use crate::game::kit::theme::{BAD, SAND, faint};
use crate::game::kit::{panel, title as title_of};
use crate::game::rules::playable::Playable;
use crate::game::shell::folders;
use crate::game::shell::session::{Session, list_missions};
use crate::mission::edit::{OpenedFile, SaveError, fresh};
use crate::mission::{self, RuleSet};
use crate::with_rules;

/// A question.
pub(super) enum Dialog {
    /// What a new mission is like.
    New(Wanted),
    /// Which file is opened.
    Open(Vec<PathBuf>),
    /// Where it is saved.
    SaveAs(String),
    /// Whether changes are given up.
    Unsaved(Then),
    /// Whether a file is replaced.
    Replace(PathBuf, String),
}

/// How hexes may be laid out, in words: short, and in full.
const LAYOUTS: [(Layout, &str, &str); 4] = [
    (
        Layout::PointyOddRows,
        "Rows, odd",
        "Point up, in rows. Rows 1, 3, 5 … lie half a hex to the right.",
    ),
    (
        Layout::PointyEvenRows,
        "Rows, even",
        "Point up, in rows. Rows 0, 2, 4 … lie half a hex to the right.",
    ),
    (
        Layout::FlatOddColumns,
        "Columns, odd",
        "Flat top, in columns. Columns 1, 3, 5 … lie half a hex lower.",
    ),
    (
        Layout::FlatEvenColumns,
        "Columns, even",
        "Flat top, in columns. Columns 0, 2, 4 … lie half a hex lower.",
    ),
];

/// What a new mission is like.
pub(super) struct Wanted {
    rules: RuleSet,
    name: String,
    layout: Layout,
    width: u16,
    height: u16,
    /// Where it is to be saved.
    file: Option<PathBuf>,
}

impl Wanted {
    fn new(rules: RuleSet) -> Self {
        Self {
            rules,
            name: "New mission".into(),
            layout: Layout::PointyOddRows,
            width: 28,
            height: 20,
            file: None,
        }
    }

    /// Returns what begins such a mission, if its rules have new missions.
    pub(super) fn answer(&self) -> Option<Answer> {
        let board = (self.layout, self.width, self.height);
        let text = fresh(self.rules, &self.name, board)?;
        Some(Answer::Begin(text, self.file.clone()))
    }

    /// Wants a mission that is to become a file, and is called after it.
    pub(super) fn of_file(rules: RuleSet, file: PathBuf) -> Self {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        Self {
            name: title_of(&stem.replace(['_', '-'], " ")),
            file: Some(file),
            ..Self::new(rules)
        }
    }
}

/// What comes after a question.
#[derive(Clone)]
pub(super) enum Then {
    New,
    Choose,
    Open(PathBuf),
    Leave,
}

/// Goes on, after asking if something would be lost.
pub(super) fn or_ask(world: &mut World, editor: &mut Editor, then: Then) {
    match editor.is_unsaved() {
        true => editor.dialog = Some(Dialog::Unsaved(then)),
        false => go_on(world, editor, then),
    }
}

fn go_on(world: &mut World, editor: &mut Editor, then: Then) {
    editor.dialog = None;
    match then {
        Then::New => {
            editor.dialog = Some(Dialog::New(Wanted::new(editor.page.draft.rules())));
        }
        Then::Choose => editor.dialog = Some(Dialog::Open(files())),
        Then::Open(file) => {
            let packs = &world.resource::<Session>().packs;
            take_up(editor, Editor::of_file(&file, packs));
        }
        Then::Leave => {
            // What is left is as it was saved, or was given up.
            editor.is_left = true;
            let mut session = world.resource_mut::<Session>();
            session.listed = list_missions(&session.packs);
            world
                .resource_mut::<NextState<Screen>>()
                .set(Screen::Missions);
        }
    }
}

/// Turns to another mission, or says why it cannot be edited.
fn take_up(editor: &mut Editor, other: Result<Editor, String>) {
    match other {
        Ok(other) => *editor = other,
        Err(why) => editor.notice = Some((why, true)),
    }
}

/// Lists the missions there are, the player's own first.
fn files() -> Vec<PathBuf> {
    let shipped = content::assets_folder().map(|folder| folder.join("missions"));
    let all = folders::missions().into_iter().chain(shipped);
    all.flat_map(|folder| mission::files(&folder)).collect()
}

/// Asks for the name of a file.
pub(super) fn ask_name(editor: &mut Editor) {
    let page = &editor.page;
    let file = page.file.as_ref().map(OpenedFile::path);
    let path = match file.filter(|file| !content::shipped::is_inside(file)) {
        Some(file) => file.to_owned(),
        None if page.target.is_some() => page.target.clone().unwrap_or_default(),
        None => {
            let name: String = (page.draft.sheet().name.to_lowercase().chars())
                .map(|c| if c.is_alphanumeric() { c } else { '_' })
                .collect();
            folders::missions()
                .unwrap_or_default()
                .join(format!("{name}.ron"))
        }
    };
    editor.dialog = Some(Dialog::SaveAs(path.display().to_string()));
}

/// Saves the draft to its file; asks for one if it has none.
pub(super) fn save(editor: &mut Editor, over: bool) {
    let page = &mut editor.page;
    page.draft.end_stroke();
    let Some(file) = &mut page.file else {
        ask_name(editor);
        return;
    };
    let path = file.path().to_owned();
    let saved = file.save(&page.draft, over);
    told(editor, &path, saved);
}

fn save_as(editor: &mut Editor, path: &Path, over: bool) {
    let page = &mut editor.page;
    page.draft.end_stroke();
    let saved = OpenedFile::create(path, &page.draft, over).map(|file| {
        page.file = Some(file);
        page.draft.rename_file(path);
    });
    told(editor, path, saved);
}

/// Tells whether it was saved, or asks what stands against it.
fn told(editor: &mut Editor, path: &Path, saved: Result<(), SaveError>) {
    match saved {
        Ok(()) => {
            let file = path.file_name().unwrap_or(path.as_os_str());
            let text = format!("saved as {}", file.to_string_lossy());
            editor.notice = Some((text, false));
            editor.changed();
        }
        Err(error @ (SaveError::Exists(_) | SaveError::ChangedOutside(_))) => {
            editor.dialog = Some(Dialog::Replace(path.to_owned(), error.to_string()));
        }
        Err(error) => editor.notice = Some((error.to_string(), true)),
    }
}

pub(super) fn show(world: &mut World, context: &egui::Context, editor: &mut Editor) {
    let Some(mut dialog) = editor.dialog.take() else {
        return;
    };
    let screen = context.content_rect();
    let painter = context.layer_painter(egui::LayerId::background());
    painter.rect_filled(screen, 0.0, egui::Color32::from_black_alpha(150));
    let mut answer = None;
    panel(
        context,
        "question",
        Align2::CENTER_CENTER,
        vec2(0.0, 0.0),
        |ui| {
            ui.set_width(460.0);
            answer = match &mut dialog {
                Dialog::New(wanted) => new(ui, wanted),
                Dialog::Open(files) => open(ui, files),
                Dialog::SaveAs(path) => name_file(ui, path),
                Dialog::Unsaved(then) => unsaved(ui, then),
                Dialog::Replace(path, why) => replace(ui, path, why),
            };
        },
    );
    match answer {
        None => editor.dialog = Some(dialog),
        Some(answer) => carry_out(world, editor, answer),
    }
}

/// Does what was answered.
pub(super) fn carry_out(world: &mut World, editor: &mut Editor, answer: Answer) {
    match answer {
        Answer::Cancel => {}
        Answer::Begin(text, file) => {
            let packs = &world.resource::<Session>().packs;
            let mut other = Editor::of_text(text, packs);
            if let Ok(other) = &mut other {
                other.page.target = file;
            }
            take_up(editor, other);
        }
        Answer::SaveTo(path, over) => save_as(editor, &path, over),
        Answer::Save(then) => {
            save(editor, false);
            // A question that came up meanwhile is answered first.
            if !editor.is_unsaved() {
                go_on(world, editor, then);
            }
        }
        Answer::Go(then) => go_on(world, editor, then),
    }
}

/// What was answered.
pub(super) enum Answer {
    Cancel,
    /// The text of a new mission, and where it is to be saved.
    Begin(String, Option<PathBuf>),
    SaveTo(PathBuf, bool),
    Save(Then),
    Go(Then),
}

fn title(ui: &mut egui::Ui, text: &str) {
    ui.label(RichText::new(text).size(20.0).color(SAND));
    ui.add_space(4.0);
}

/// Offers to give the question up.
fn cancel(ui: &mut egui::Ui, answer: &mut Option<Answer>) {
    if ui.button("Cancel [Esc]").clicked() {
        *answer = Some(Answer::Cancel);
    }
}

/// Whether Enter says yes.
fn is_entered(ui: &egui::Ui) -> bool {
    ui.input(|input| input.key_pressed(egui::Key::Enter))
}

fn new(ui: &mut egui::Ui, wanted: &mut Wanted) -> Option<Answer> {
    title(ui, "New mission");
    let (mut answer, mut begins) = (None, false);
    let Wanted {
        rules,
        name,
        layout,
        width,
        height,
        ..
    } = wanted;
    let probe = Grid::new(*layout, *width, *height);
    let all = RuleSet::all()
        .iter()
        .filter(|set| set.fresh(probe).is_some());
    egui::Grid::new("new")
        .num_columns(2)
        .spacing(vec2(12.0, 8.0))
        .show(ui, |ui| {
            ui.label(faint("Name"));
            ui.add(egui::TextEdit::singleline(name).desired_width(300.0));
            ui.end_row();
            ui.label(faint("Rules"));
            ui.horizontal(|ui| {
                for set in all {
                    let name = with_rules!(*set, R => R::CALLED);
                    ui.selectable_value(rules, *set, name);
                }
            });
            ui.end_row();
            ui.label(faint("Hexes"));
            ui.horizontal(|ui| {
                for (one, name, tip) in LAYOUTS {
                    ui.selectable_value(layout, one, name).on_hover_text(tip);
                }
            });
            ui.end_row();
            ui.label(faint("Size"));
            ui.horizontal(|ui| {
                ui.add(
                    egui::DragValue::new(width)
                        .range(4..=256)
                        .suffix(" columns"),
                );
                ui.add(egui::DragValue::new(height).range(4..=256).suffix(" rows"));
            });
            ui.end_row();
        });
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        if ui.button("Begin [Enter]").clicked() || is_entered(ui) {
            begins = true;
        }
        cancel(ui, &mut answer);
    });
    answer.or_else(|| wanted.answer().filter(|_| begins))
}

fn open(ui: &mut egui::Ui, files: &[PathBuf]) -> Option<Answer> {
    title(ui, "Open a mission");
    let mut answer = None;
    egui::ScrollArea::vertical()
        .max_height(360.0)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            for file in files {
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                let button = egui::Button::new(name.as_ref()).min_size(vec2(430.0, 26.0));
                if ui
                    .add(button)
                    .on_hover_text(file.display().to_string())
                    .clicked()
                {
                    answer = Some(Answer::Go(Then::Open(file.clone())));
                }
            }
        });
    cancel(ui, &mut answer);
    answer
}

fn name_file(ui: &mut egui::Ui, path: &mut String) -> Option<Answer> {
    title(ui, "Save as");
    ui.add(egui::TextEdit::singleline(path).desired_width(f32::INFINITY));
    ui.label(faint(
        "Missions in your own folder are listed under Missions.",
    ));
    let mut answer = None;
    ui.horizontal(|ui| {
        let is_named = !path.trim().is_empty();
        let save = ui.add_enabled(is_named, egui::Button::new("Save [Enter]"));
        if save.clicked() || (is_named && is_entered(ui)) {
            let mut path = PathBuf::from(path.trim());
            if path.extension().is_none() {
                path.set_extension("ron");
            }
            answer = Some(Answer::SaveTo(path, false));
        }
        cancel(ui, &mut answer);
    });
    answer
}

fn unsaved(ui: &mut egui::Ui, then: &Then) -> Option<Answer> {
    title(ui, "There are unsaved changes");
    let save = (RichText::new("Save"), Answer::Save(then.clone()));
    let give_up = RichText::new("Discard").color(BAD);
    answers(ui, [save, (give_up, Answer::Go(then.clone()))])
}

fn replace(ui: &mut egui::Ui, path: &Path, why: &str) -> Option<Answer> {
    title(ui, "Replace the file?");
    ui.label(why);
    let replace = RichText::new("Replace").color(BAD);
    answers(ui, [(replace, Answer::SaveTo(path.to_owned(), true))])
}

/// Offers answers, and to give the question up.
fn answers<const N: usize>(ui: &mut egui::Ui, offered: [(RichText, Answer); N]) -> Option<Answer> {
    let mut answer = None;
    ui.horizontal(|ui| {
        for (label, one) in offered {
            if ui.button(label).clicked() {
                answer = Some(one);
            }
        }
        cancel(ui, &mut answer);
    });
    answer
}
