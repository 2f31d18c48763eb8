//! Tables of the manual, drawn as wide as there is room for.
//!
//! The renderer of Markdown never breaks the lines of a cell, so wide tables would run out of the window.

use bevy_egui::egui;
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

/// Least width of a column, points.
const LEAST: f32 = 40.0;
/// How much wider than their letters columns are, for bold text and code.
const SLACK: f32 = 1.12;

/// A stretch of text.
#[derive(Debug, PartialEq)]
pub(super) enum Part<'a> {
    Text(&'a str),
    /// Rows of cells; the first are the headings.
    Table(Vec<Vec<&'a str>>),
}

/// Splits text into tables and what stands between them. Lines of code are no tables.
pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let (mut from, mut at, mut is_code) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        is_code ^= line.starts_with("```");
        if let Some(row) = line.strip_prefix('|').filter(|_| !is_code) {
            let row = row.trim_end();
            let row = row.strip_suffix('|').unwrap_or(row);
            let row: Vec<_> = row.split('|').map(str::trim).collect();
            let is_rule = row.iter().all(|cell| cell.starts_with("--"));
            parts.extend(Some(Part::Text(&text[from..at])).filter(|_| from < at));
            from = end;
            match parts.last_mut() {
                Some(Part::Table(rows)) if !is_rule => rows.push(row),
                Some(Part::Table(_)) => {}
                _ => parts.push(Part::Table(vec![row])),
            }
        }
        at = end;
    }
    parts.extend(Some(Part::Text(&text[from..])).filter(|_| from < at));
    parts
}

/// Shows a table; lines of its cells are broken where the room is not enough.
pub(super) fn show(ui: &mut egui::Ui, cache: &mut CommonMarkCache, rows: &[Vec<&str>]) {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let letter = ui.fonts_mut(|fonts| fonts.glyph_width(&font, 'n')) * SLACK;
    let gap = ui.spacing().item_spacing.x;
    let frame = egui::Frame::group(ui.style());
    let room = ui.available_width() - frame.total_margin().sum().x;
    let widths = widths(rows, room, letter, gap);
    frame.show(ui, |ui| {
        egui::Grid::new("table").striped(true).show(ui, |ui| {
            for (at, row) in rows.iter().enumerate() {
                for (&cell, &width) in row.iter().zip(&widths) {
                    ui.vertical(|ui| {
                        ui.set_width(width);
                        match at {
                            0 => drop(ui.strong(cell)),
                            _ => drop(CommonMarkViewer::new().show(ui, cache, cell)),
                        }
                    });
                }
                ui.end_row();
            }
        });
    });
}

/// Returns the widths of columns: those that need less than their share leave the rest to the others.
fn widths(rows: &[Vec<&str>], room: f32, letter: f32, gap: f32) -> Vec<f32> {
    let mut needs = Vec::new();
    for row in rows {
        for (at, cell) in row.iter().enumerate() {
            needs.resize(needs.len().max(at + 1), LEAST);
            let letters = cell.chars().filter(|sign| !"`*".contains(*sign)).count();
            needs[at] = (letters as f32 * letter).max(needs[at]);
        }
    }
    let mut rising = needs.clone();
    rising.sort_by(f32::total_cmp);
    let mut left = room - gap * (rising.len() as f32 - 1.0);
    let mut most = f32::INFINITY;
    for (at, &need) in rising.iter().enumerate() {
        let share = left / (rising.len() - at) as f32;
        if need > share {
            most = share;
            break;
        }
        left -= need;
    }
    needs.into_iter().map(|need| need.min(most)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_told_from_text_and_code() {
        let text =
            "One\n\n| A | B |\n|---|---|\n| a | `b` |\n| c | |\n\nTwo\n```\n| no | table |\n```\n";
        let table = vec![vec!["A", "B"], vec!["a", "`b`"], vec!["c", ""]];
        let rest = "\nTwo\n```\n| no | table |\n```\n";
        let parts = parts(text);
        assert_eq!(
            parts,
            [Part::Text("One\n\n"), Part::Table(table), Part::Text(rest)]
        );
    }

    #[test]
    fn narrow_columns_leave_room_to_wide_ones() {
        let rows = vec![
            vec!["Key", "Means", "More"],
            vec!["a", "twenty letters, about", "x"],
        ];
        let all = widths(&rows, 1000.0, 10.0, 10.0);
        assert_eq!(all, [40.0, 210.0, 40.0], "as much as they need");
        let all = widths(&rows, 200.0, 10.0, 10.0);
        assert_eq!(all, [40.0, 100.0, 40.0], "what is left");
    }
}
