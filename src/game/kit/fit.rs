//! Pieces that fit the room of their panel: tables whose long columns wrap, and what scrolls above what stays in
//! sight.
//!
//! **Invariant:** neither makes its panel wider, and what scrolls never pushes what stays out of it.

use bevy::prelude::World;
use bevy_egui::egui::{self, FontId, vec2};

use super::draw::{draw, words};
use super::piece::{Ask, Pieces, Words};
use super::theme::{self, faint, widget};

/// Height of what stays in sight until it was drawn once, points.
const FOOT: f32 = 90.0;
/// Least height of what scrolls, points.
const LEAST_ROOM: f32 = 72.0;
/// Width of the bar that shows how far something is scrolled, points.
const BAR: f32 = 8.0;
/// Least width of a column, points.
const LEAST_COLUMN: f32 = 30.0;

/// Shows what scrolls in the room that is left above what stays in sight, and whether there is more of it.
pub(super) fn rest(
    world: &World,
    ui: &mut egui::Ui,
    (body, foot): (&Pieces, &Pieces),
    asks: &mut Vec<Ask>,
) {
    let id = ui.id().with("rest");
    let below = ui.data(|data| data.get_temp(id)).unwrap_or(FOOT);
    let room = ui.available_height() - below - ui.spacing().item_spacing.y;
    let area = widget::scroll(room.max(LEAST_ROOM)).id_salt(id);
    let shown = area.auto_shrink([false, true]).show(ui, |ui| {
        ui.set_width(ui.available_width() - BAR);
        widget::page_by_keys(ui);
        draw(world, ui, body, asks);
    });
    let top = ui.cursor().top();
    let hidden = shown.content_size.y - shown.inner_rect.height();
    if hidden > 1.0 {
        let is_at_end = shown.state.offset.y >= hidden - 1.0;
        ui.label(faint(match is_at_end {
            true => "⏶ more above: wheel or Page Up",
            false => "⏷ more below: wheel or Page Down",
        }));
    }
    draw(world, ui, foot, asks);
    let below = ui.min_rect().bottom() - top;
    ui.data_mut(|data| data.insert_temp(id, below));
}

/// Shows rows of words in the width there is: long cells wrap.
pub(super) fn table(
    ui: &mut egui::Ui,
    name: &str,
    heads: &[&str],
    rows: &[Vec<Words>],
    asks: &mut Vec<Ask>,
) {
    let columns = rows.first().map_or(heads.len(), Vec::len);
    let spacing = match heads.is_empty() {
        true => vec2(10.0, 1.0),
        false => vec2(12.0, 4.0),
    };
    let widths: Vec<_> = (0..columns)
        .map(|column| natural_width(ui, heads.get(column), rows, column))
        .collect();
    let room = ui.available_width() - spacing.x * columns.saturating_sub(1) as f32;
    let most = widest(&widths, room).max(LEAST_COLUMN);
    let grid = egui::Grid::new(name).num_columns(columns).spacing(spacing);
    grid.striped(!heads.is_empty()).show(ui, |ui| {
        for head in heads {
            ui.label(faint(*head));
        }
        if !heads.is_empty() {
            ui.end_row();
        }
        for row in rows {
            for (cell, &width) in row.iter().zip(&widths) {
                if width <= most {
                    words(ui, cell, asks);
                    continue;
                }
                ui.vertical(|ui| {
                    ui.set_max_width(most);
                    words(ui, cell, asks);
                });
            }
            ui.end_row();
        }
    });
}

/// Returns how wide a column is whose cells stand on one line each, points.
fn natural_width(ui: &egui::Ui, head: Option<&&str>, rows: &[Vec<Words>], column: usize) -> f32 {
    let measured = |text: &str, font: FontId| {
        let galley = ui
            .painter()
            .layout_no_wrap(text.to_owned(), font, theme::TEXT);
        galley.size().x
    };
    let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| {
        let size = cell.size.max(theme::SMALLEST);
        let font = match cell.is_monospace {
            true => FontId::monospace(size),
            false => FontId::proportional(size),
        };
        measured(&cell.text, font)
    });
    let head = head.map_or(0.0, |head| measured(head, FontId::proportional(12.5)));
    cells.fold(head, f32::max)
}

/// Returns how wide columns may be that all fit some room: short ones keep their width, long ones share the rest.
fn widest(widths: &[f32], room: f32) -> f32 {
    let mut sorted = widths.to_vec();
    sorted.sort_by(f32::total_cmp);
    let mut left = room;
    for (at, width) in sorted.iter().enumerate() {
        let share = left / (sorted.len() - at) as f32;
        if *width > share {
            return share;
        }
        left -= width;
    }
    f32::INFINITY
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::kit::piece::{Piece, say};
    use crate::game::kit::testing::texts;

    #[test]
    fn long_columns_share_what_short_ones_leave() {
        assert!((widest(&[20.0, 300.0, 80.0], 250.0) - 150.0).abs() < 0.1);
        assert!((widest(&[200.0, 300.0, 20.0], 220.0) - 100.0).abs() < 0.1);
        assert!(widest(&[20.0, 30.0], 60.0).is_infinite());
    }

    /// Draws pieces in a panel so wide and so high; returns its size and what is written in sight.
    fn drawn(pieces: &Pieces, width: f32, height: f32) -> (egui::Vec2, String) {
        let (world, context) = (World::new(), egui::Context::default());
        let (mut size, mut told) = (egui::Vec2::ZERO, String::new());
        for _ in 0..4 {
            let mut output = context.run_ui(egui::RawInput::default(), |ui| {
                let shown = ui.allocate_ui(vec2(width, height), |ui| {
                    ui.set_width(width);
                    ui.set_max_height(height);
                    draw(&world, ui, pieces, &mut Vec::new());
                });
                size = shown.response.rect.size();
            });
            output.textures_delta.clear();
            let seen = output.shapes.iter().flat_map(|one| {
                let bounds = one.shape.visual_bounding_rect();
                let is_seen = one.clip_rect.contains_rect(bounds.shrink(1.0));
                texts(&one.shape).into_iter().filter(move |_| is_seen)
            });
            told = seen.collect::<Vec<_>>().join("\n");
        }
        (size, told)
    }

    #[test]
    fn a_wide_table_makes_its_panel_no_wider() {
        let row = ["2nd Royal Horse Artillery Regiment of the reserve", "12,14"];
        let words = ["Withheld: guns back; out of ammo; two roles need two rounds"];
        let row: Vec<_> = row.iter().chain(&words).map(|text| say(*text)).collect();
        let table = Piece::Table {
            name: "wide",
            heads: vec!["Unit", "Hex", "Role"],
            rows: vec![row; 3],
        };
        let (size, _) = drawn(&Pieces(vec![table]), 340.0, 600.0);
        assert!(size.x <= 341.0, "{size:?}");
    }

    #[test]
    fn what_stays_is_in_sight_below_what_scrolls() {
        let lines = (0..80).map(|line| say(format!("line {line}")).into());
        let rest = |count: usize| {
            let body = lines.clone().take(count).collect();
            let foot = Pieces(vec![say("Confirm").into()]);
            Pieces(vec![say("Title").into(), Piece::Rest(body, foot)])
        };
        let (size, told) = drawn(&rest(80), 340.0, 300.0);
        assert!(size.y <= 301.0, "{size:?}");
        for word in ["Title", "line 1", "Confirm", "more below"] {
            assert!(told.contains(word), "{word}: {told}");
        }
        assert!(!told.contains("line 79"), "{told}");
        let (_, told) = drawn(&rest(3), 340.0, 300.0);
        assert!(
            told.contains("line 2") && !told.contains("more below"),
            "{told}"
        );
    }
}
