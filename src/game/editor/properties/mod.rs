//! The fields at the right: the chosen unit, the mission, its goal, its sides, its rules, its board.
//!
//! **Invariant:** a field that is typed in is one step to take back, however many keys were pressed.

mod board;
mod figures;
mod form;
mod sides;
mod unit;

use bevy_egui::egui::{self, Align2, RichText, vec2};

use self::form::{Desk, FormValue, fields};
use super::palette::{TOP_BAR, room};
use super::{Editor, Page};
use crate::content::form::Kind;
use crate::content::problem::Problem;
use crate::game::kit::keys::layout::Layout;
use crate::game::kit::panel;
use crate::game::kit::theme::{BAD, FIELD, GOOD, SAND, SMALLEST};
use crate::mission::edit::{Edit, Findings, Path};

/// Width of the panel's contents.
const WIDTH: f32 = 286.0;
/// Height that the list of problems takes.
const PROBLEMS: f32 = 150.0;

/// What the fields ask for.
#[derive(Default)]
struct Asked {
    /// What is changed, until something is refused.
    edits: Vec<Edit>,
    /// Whether a text field got the keys.
    begins: bool,
    /// Whether a text field lost them.
    ends: bool,
    /// Whether the chosen unit is turned.
    turn: bool,
    choose: Option<Option<(usize, usize)>>,
    jump: Option<usize>,
}

impl Asked {
    /// Notes what happened to a text field; whether it was changed.
    fn typed(&mut self, field: &egui::Response) -> bool {
        self.begins |= field.gained_focus();
        self.ends |= field.lost_focus();
        field.changed()
    }
}

/// What the fields are about.
struct Subject<'a> {
    page: &'a Page,
    /// What is on the keys that texts name.
    layout: &'a Layout,
    chosen: Option<(usize, usize)>,
}

pub(super) fn properties(context: &egui::Context, editor: &mut Editor) {
    let mut asked = Asked::default();
    let is_asking = editor.dialog.is_some();
    let free = editor.free_hex();
    let page = &editor.page;
    let write = |path: &Path, to: Option<&str>| Edit::Set(path.clone(), to.map(str::to_owned));
    let desk = Desk {
        root: page.draft.root(),
        free,
        write: &write,
    };
    let subject = Subject {
        page,
        layout: &editor.hand.layout,
        chosen: editor.chosen,
    };
    panel(
        context,
        "properties",
        Align2::RIGHT_TOP,
        vec2(-8.0, TOP_BAR),
        |ui| {
            ui.set_width(WIDTH);
            ui.spacing_mut().interact_size.y = FIELD;
            if is_asking {
                ui.disable();
            }
            egui::ScrollArea::vertical()
                .max_height(room(context) - PROBLEMS)
                .min_scrolled_height(room(context) - PROBLEMS)
                .auto_shrink([false, true])
                .show(ui, |ui| {
                    ui.set_width(WIDTH - 12.0);
                    parts(ui, &subject, &desk, &mut asked);
                });
        },
    );
    findings(context, page, &mut asked);
    obey(editor, asked);
}

/// Shows the chosen unit, and what the mission says part by part.
fn parts(ui: &mut egui::Ui, subject: &Subject, desk: &Desk, asked: &mut Asked) {
    let page = subject.page;
    let sheet = page.draft.sheet();
    if let Some((side, index)) = subject.chosen
        && let Some(unit) = sheet.unit(side, index)
    {
        unit::unit_fields(ui, subject, desk, (side, index), unit, asked);
        ui.separator();
    }
    let whole = FormValue {
        node: Some(page.draft.root()),
        usual: None,
        path: Path::default(),
    };
    part(ui, "Mission", true, |ui| {
        fields(ui, desk, &page.mission_fields, &whole, asked);
        let (lists, single): (Vec<_>, Vec<_>) = (page.forms.mission.iter().cloned())
            .partition(|field| matches!(field.kind, Kind::List(..)));
        fields(ui, desk, &single, &whole, asked);
        fields(ui, desk, &lists, &whole, asked);
    });
    if !page.forms.objectives.is_empty() {
        part(ui, "Goal", true, |ui| {
            let spot = FormValue::of(page.draft.root(), Path::of("objectives"));
            fields(ui, desk, &page.forms.objectives, &spot, asked);
        });
    }
    part(ui, "Sides", true, |ui| {
        sides::sides(ui, subject, desk, asked);
    });
    if !page.forms.figures.is_empty() {
        part(ui, "Rules", false, |ui| figures::figures(ui, page, asked));
    }
    part(ui, "Board", false, |ui| {
        board::board_fields(ui, sheet, asked);
    });
}

/// A part that can be folded away.
fn part(ui: &mut egui::Ui, name: &str, is_open: bool, draw: impl FnOnce(&mut egui::Ui)) {
    let title = RichText::new(name.to_uppercase())
        .color(SAND)
        .size(SMALLEST);
    egui::CollapsingHeader::new(title)
        .id_salt(name)
        .default_open(is_open)
        .show_unindented(ui, draw);
}

/// Does what the fields ask for.
fn obey(editor: &mut Editor, asked: Asked) {
    if asked.begins {
        editor.page.draft.begin_stroke();
    }
    let is_done = asked.edits.iter().all(|edit| editor.apply(edit));
    if asked.turn {
        editor.turn(1);
    }
    if asked.ends {
        editor.page.draft.end_stroke();
        editor.changed();
    }
    if let Some(chosen) = asked.choose.filter(|_| is_done) {
        editor.chosen = chosen;
        let grid = editor.sheet_grid();
        editor.look = editor.chosen_unit().and_then(|unit| unit.tile(grid));
    }
    if let Some(index) = asked.jump {
        editor.jump(index);
    }
}

/// Lists what is wrong with the draft, and of one that can be played what is hardly meant.
fn findings(context: &egui::Context, page: &Page, asked: &mut Asked) {
    panel(
        context,
        "problems",
        Align2::RIGHT_BOTTOM,
        vec2(-8.0, -8.0),
        |ui| {
            ui.set_width(WIDTH);
            let (head, color) = summary(&page.findings);
            ui.label(RichText::new(head).color(color).strong());
            if page.findings.all().next().is_none() {
                return;
            }
            egui::ScrollArea::vertical()
                .max_height(PROBLEMS - 60.0)
                .min_scrolled_height(PROBLEMS - 60.0)
                .auto_shrink([false, true])
                .show(ui, |ui| {
                    for (index, problem) in page.findings.all().enumerate() {
                        let text = format!("line {}: {}", problem.place.line, problem.message);
                        let button = egui::Button::new(RichText::new(text).size(12.5))
                            .wrap()
                            .frame(false);
                        if ui.add(button).on_hover_text("Go there").clicked() {
                            asked.jump = Some(index);
                        }
                    }
                });
        },
    );
}

/// Says in short what is to be mended.
fn summary(findings: &Findings) -> (String, egui::Color32) {
    let count = |things: &[Problem], word: &str| match things.len() {
        1 => format!("1 {word}"),
        count => format!("{count} {word}s"),
    };
    let Findings { problems, doubts } = findings;
    match (problems.is_empty(), doubts.is_empty()) {
        (false, _) => (count(problems, "problem"), BAD),
        (true, false) => {
            let doubts = count(doubts, "doubt");
            (format!("{doubts}; it can be played"), SAND)
        }
        (true, true) => ("No problems: it can be played".into(), GOOD),
    }
}
