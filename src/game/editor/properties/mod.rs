//! The fields at the right: the chosen unit, the mission, its goal, its sides, its board.
//!
//! **Invariant:** a field that is typed in is one step to take back, however many keys were pressed.

mod goal;
mod mission;
mod sides;
mod unit;

use bevy_egui::egui::{self, Align2, RichText, vec2};

use super::{
    Editor, Page,
    palette::{TOP_BAR, room},
    pictures::Pictures,
};
use crate::{
    content::{mode::AiMode, problem::Problem},
    game::kit::{
        panel,
        theme::{BAD, FIELD, GOOD, SAND, faint},
    },
    mission::edit::{Edit, Findings},
};

/// Width of the panel's contents.
const WIDTH: f32 = 272.0;
/// Height that the list of problems takes.
const PROBLEMS: f32 = 150.0;

/// What the fields ask for.
#[derive(Default)]
struct Asked {
    edits: Vec<Edit>,
    /// Whether a text field got the keys.
    begins: bool,
    /// Whether a text field lost them.
    ends: bool,
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

pub(super) fn properties(context: &egui::Context, editor: &mut Editor, pictures: &mut Pictures) {
    let mut asked = Asked::default();
    let chosen = editor.chosen;
    let is_asking = editor.dialog.is_some();
    if let Some(page) = &editor.page {
        let sheet = page.draft.sheet();
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
                        if let Some((side, index)) = chosen
                            && let Some(unit) =
                                sheet.sides.get(side).and_then(|s| s.units.get(index))
                        {
                            unit::unit_fields(ui, page, (side, index), unit, pictures, &mut asked);
                            ui.separator();
                        }
                        mission::mission_fields(ui, sheet, &mut asked);
                        goal::goal_fields(ui, &page.catalog, sheet, &mut asked);
                        sides::side_fields(ui, sheet, chosen, &mut asked);
                        mission::board_fields(ui, sheet, &mut asked);
                    });
            },
        );
        findings(context, page, &mut asked);
    }
    if let (true, Some(page)) = (asked.begins, &mut editor.page) {
        page.draft.begin_stroke();
    }
    for edit in asked.edits {
        editor.apply(&edit);
    }
    if let (true, Some(page)) = (asked.ends, &mut editor.page) {
        page.draft.end_stroke();
        editor.changed();
    }
    if let Some(chosen) = asked.choose {
        editor.chosen = chosen;
        let grid = editor.sheet_grid();
        editor.look = editor.chosen_unit().and_then(|unit| unit.at.tile(grid));
    }
    if let Some(index) = asked.jump {
        editor.jump(index);
    }
}

/// A label and a field beside it.
fn row<R>(ui: &mut egui::Ui, label: &str, field: impl FnOnce(&mut egui::Ui) -> R) -> R {
    ui.horizontal(|ui| {
        let at = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(vec2(70.0, FIELD), at, |ui| {
            ui.set_min_width(70.0);
            ui.label(faint(label));
        });
        field(ui)
    })
    .inner
}

/// A list to choose one of; `None` is shown as `none`.
fn choose<'a>(
    ui: &mut egui::Ui,
    id: &str,
    now: Option<&str>,
    none: Option<&str>,
    all: impl Iterator<Item = (&'a str, &'a str)>,
) -> Option<Option<String>> {
    let all: Vec<_> = all.collect();
    let shown = now.map_or(none.unwrap_or("choose"), |now| {
        all.iter()
            .find(|(key, _)| *key == now)
            .map_or(now, |(_, name)| name)
    });
    let mut chosen = None;
    egui::ComboBox::from_id_salt(id)
        .width(170.0)
        .selected_text(shown)
        .show_ui(ui, |ui| {
            if let Some(none) = none
                && ui.selectable_label(now.is_none(), none).clicked()
            {
                chosen = Some(None);
            }
            for (key, name) in all {
                if ui.selectable_label(now == Some(key), name).clicked() {
                    chosen = Some(Some(key.to_owned()));
                }
            }
        });
    chosen
}

/// A line of text.
fn line(ui: &mut egui::Ui, text: &mut String, hint: &str, asked: &mut Asked) -> bool {
    let field = ui.add(
        egui::TextEdit::singleline(text)
            .desired_width(170.0)
            .hint_text(hint),
    );
    asked.typed(&field)
}

const MODES: [(&str, AiMode); 6] = [
    ("aggressive", AiMode::Aggressive),
    ("defensive", AiMode::Defensive),
    ("cautious", AiMode::Cautious),
    ("retreat", AiMode::Retreat),
    ("search", AiMode::Search),
    ("hold", AiMode::Hold),
];

fn mode_named(name: &str) -> AiMode {
    let entry = MODES.iter().find(|(known, _)| *known == name);
    entry.map_or(AiMode::Aggressive, |(_, mode)| *mode)
}

fn mode_name(mode: AiMode) -> &'static str {
    let entry = MODES.iter().find(|(_, known)| *known == mode);
    entry.map_or("aggressive", |(name, _)| name)
}

/// A number to change; what it becomes.
fn number(ui: &mut egui::Ui, now: u16, range: std::ops::RangeInclusive<u16>) -> Option<u16> {
    let mut number = now;
    let (low, high) = (*range.start(), *range.end());
    ui.spacing_mut().item_spacing.x = 3.0;
    if ui.small_button("−").clicked() {
        number = number.saturating_sub(1);
    }
    ui.add(egui::DragValue::new(&mut number).range(range));
    if ui.small_button("+").clicked() {
        number = number.saturating_add(1);
    }
    let number = number.clamp(low, high);
    (number != now).then_some(number)
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
