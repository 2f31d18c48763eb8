//! Missions as cards: a picture of the board, the name, how large and long it is, and how it ended best.

use bevy::prelude::*;
use bevy_egui::egui::{
    self, Align2, FontId, Rect, Sense, Stroke, StrokeKind, WidgetInfo, pos2, vec2,
};

use super::{BAD, Boards, Results, SAND};
use crate::game::kit::theme::{
    self, FAINT, GOOD, HOVERED, IDLE, LINE, PRESSED, SMALLEST, TEXT, icon, widget,
};
use crate::game::rules::playable::Playable;
use crate::game::shell::session::{Brief, Listed};
use crate::mission::RuleSet;
use crate::with_rules;

/// Size of a card and height of its picture, points.
const CARD: egui::Vec2 = vec2(212.0, 206.0);
const PICTURE: f32 = 128.0;
const GAP: f32 = 8.0;
/// Width of the emblem of the rule set on the picture, points.
const EMBLEM: f32 = 24.0;

/// Lists missions as cards; whether the chosen one was asked to begin.
pub fn show(
    world: &World,
    ui: &mut egui::Ui,
    listed: &[Listed],
    places: &[usize],
    at: &mut usize,
) -> bool {
    if places.is_empty() {
        ui.label("No mission matches. Clear the search or the filters.");
        return false;
    }
    let is_entered = ui.input(|input| input.key_pressed(egui::Key::Enter));
    let has_focus = ui.memory(|memory| memory.focused().is_some());
    let columns = ((ui.available_width() + GAP) / (CARD.x + GAP))
        .floor()
        .max(1.0) as usize;
    // Wider where that leaves no gap at the side.
    let width = (ui.available_width() - GAP * (columns - 1) as f32) / columns as f32;
    let mut begins = false;
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    for row in places.chunks(columns) {
        ui.horizontal(|ui| {
            for &place in row {
                let is_on = *at == place;
                let response = card(
                    world,
                    ui,
                    &listed[place],
                    is_first(listed, place),
                    is_on,
                    width,
                );
                if is_on && !has_focus {
                    response.request_focus();
                }
                // Enter on the one that is chosen already, or a double click, begins it.
                begins |= response.double_clicked() || (is_on && is_entered && response.clicked());
                let is_chosen = response.clicked() || widget::is_walked_to(ui, &response);
                if is_chosen {
                    *at = place;
                }
                if is_chosen || response.gained_focus() {
                    response.scroll_to_me(None);
                }
            }
        });
    }
    begins
}

/// Returns the rules of a mission that is the first of its rule set: the guided one, or else the first listed.
fn is_first(listed: &[Listed], place: usize) -> Option<RuleSet> {
    let rules = listed[place].mission.as_ref().ok()?.rules;
    let is_of = |entry: &&Listed| {
        entry
            .mission
            .as_ref()
            .is_ok_and(|brief| brief.rules == rules)
    };
    let mut of = listed.iter().filter(is_of);
    let guided = of.clone().find(|entry| entry.is_guided);
    let first = guided.or_else(|| of.next())?;
    (first.file == listed[place].file).then_some(rules)
}

fn card(
    world: &World,
    ui: &mut egui::Ui,
    entry: &Listed,
    first_of: Option<RuleSet>,
    is_on: bool,
    width: f32,
) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(width, CARD.y), Sense::click());
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let name = match &entry.mission {
        Ok(brief) => brief.name.clone(),
        Err(_) => {
            let file = entry.file.file_name().unwrap_or_default();
            file.to_string_lossy().into_owned()
        }
    };
    response.widget_info(|| WidgetInfo::labeled(egui::WidgetType::Button, true, &name));
    let is_pointed_at = response.hovered() || response.has_focus();
    let fill = match () {
        () if is_on => PRESSED,
        () if is_pointed_at => HOVERED,
        () => IDLE,
    };
    let edge = if is_on || is_pointed_at { SAND } else { LINE };
    let ink = |color| theme::as_text(color, fill);
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.rect(rect, 6.0, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let picture = Rect::from_min_size(rect.min + vec2(1.0, 1.0), vec2(width - 2.0, PICTURE));
    board(world, ui, entry, picture);
    let (left, top) = (rect.left() + 8.0, picture.bottom() + 6.0);
    let color = if entry.mission.is_ok() { TEXT } else { BAD };
    let size = if name.len() > 22 { 14.0 } else { 16.5 };
    let font = FontId::proportional(size);
    painter.text(pos2(left, top), Align2::LEFT_TOP, name, font, ink(color));
    let small = FontId::proportional(12.5);
    match &entry.mission {
        Ok(brief) => {
            let at = pos2(left, top + 22.0);
            painter.text(
                at,
                Align2::LEFT_TOP,
                about(brief),
                small.clone(),
                ink(FAINT),
            );
            let (text, color) = told(world, entry, first_of);
            let at = pos2(left, top + 42.0);
            painter.text(at, Align2::LEFT_TOP, text, small.clone(), ink(color));
            let corner = picture.min + vec2(6.0, 6.0);
            let sign = Rect::from_min_size(corner, vec2(EMBLEM, EMBLEM));
            painter.rect_filled(sign.expand(2.0), 7.0, egui::Color32::from_black_alpha(190));
            with_rules!(brief.rules, R => icon::emblem(&painter, sign, R::EMBLEM));
            badges(&painter, entry, brief, picture);
        }
        Err(problem) => {
            let text = problem.lines().next().unwrap_or_default().to_owned();
            painter.text(
                pos2(left, top + 22.0),
                Align2::LEFT_TOP,
                text,
                small,
                ink(BAD),
            );
        }
    }
    response
}

/// Shows the picture of the board, the middle of it where it has other proportions.
fn board(world: &World, ui: &egui::Ui, entry: &Listed, place: Rect) {
    let painter = ui.painter();
    let Some(texture) = world.resource::<Boards>().get(&entry.file) else {
        if entry.mission.is_ok() {
            let font = FontId::proportional(12.5);
            painter.text(place.center(), Align2::CENTER_CENTER, "…", font, TEXT);
        }
        return;
    };
    let size = texture.size_vec2();
    let scale = (place.size() / size).max_elem();
    let shown = place.size() / (size * scale);
    let uv = Rect::from_center_size(pos2(0.5, 0.5), shown);
    egui::Image::new(texture)
        .uv(uv)
        .corner_radius(6)
        .paint_at(ui, place);
}

/// Returns how large and long a mission is, in words.
fn about(brief: &Brief) -> String {
    let [width, height] = brief.size;
    match brief.turns {
        Some(turns) => format!("{width} × {height} hexes · {turns} turns"),
        None => format!("{width} × {height} hexes"),
    }
}

/// Returns the best result of a mission, or that a new player starts here, and its color.
fn told(world: &World, entry: &Listed, first_of: Option<RuleSet>) -> (String, egui::Color32) {
    match (world.resource::<Results>().of(entry), first_of) {
        (Some(best), _) => {
            let (word, color) = if best.won {
                ("Won", GOOD)
            } else {
                ("Lost", FAINT)
            };
            (
                format!(
                    "{word} in turn {} at {}% difficulty",
                    best.turn, best.difficulty
                ),
                color,
            )
        }
        (None, Some(_)) => ("New here? Start with this one.".to_owned(), SAND),
        (None, None) => ("Not played yet".to_owned(), FAINT),
    }
}

/// Shows on the picture what is special about a mission.
fn badges(painter: &egui::Painter, entry: &Listed, brief: &Brief, picture: Rect) {
    let of_pack = entry.pack.as_ref().map(|pack| format!("from {pack}"));
    let told = [
        (brief.people > 1, "two players"),
        (brief.drawn_anew, "generated for every seed"),
        (entry.is_own, "yours"),
        (of_pack.is_some(), of_pack.as_deref().unwrap_or_default()),
    ];
    let mut right = picture.right() - 6.0;
    for (_, text) in told.into_iter().filter(|(holds, _)| *holds) {
        let font = FontId::proportional(SMALLEST);
        let galley = painter.layout_no_wrap(text.to_owned(), font, TEXT);
        let size = galley.size() + vec2(12.0, 5.0);
        let place = Rect::from_min_size(pos2(right - size.x, picture.top() + 6.0), size);
        painter.rect_filled(place, 8.0, egui::Color32::from_black_alpha(190));
        painter.galley(place.min + vec2(6.0, 2.5), galley, TEXT);
        right = place.left() - 4.0;
    }
}
