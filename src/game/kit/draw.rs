//! How pieces of panels are drawn.
//!
//! **Invariant:** shows what it is given and tells what was clicked.

use bevy::prelude::World;
use bevy_egui::egui::{self, Align, Color32, FontId, Layout, RichText, Sense, Stroke, vec2};

use super::cards::face;
use super::piece::{Ask, Button, Column, Face, Ink, Input, Piece, Pieces, UnitCard, Words};
use super::theme::widget::{self, IconButton, small_icon};
use super::theme::{self, FAINT, SAND, faint};
use super::{doll, fit, gauge, key_of};
use crate::game::shell::settings::Settings;
use crate::game::table::art::Relation;
use crate::game::table::palette::Palette;
use crate::game::table::unit_view::Figure;
use crate::playing::Card;

/// Width and height of a portrait, points.
const PORTRAIT: f32 = 44.0;

impl Ink {
    /// Returns the color.
    pub fn color(self) -> Color32 {
        match self {
            Self::Text => theme::TEXT,
            Self::Faint => FAINT,
            Self::Accent => SAND,
            Self::Good => theme::GOOD,
            Self::Bad => theme::BAD,
            Self::Worn => Color32::from_rgb(220, 170, 80),
            Self::Whole => Color32::from_rgb(96, 160, 104),
            Self::Time => theme::TIME,
            Self::Energy => theme::ENERGY,
            Self::Morale => theme::MORALE,
        }
    }
}

/// Draws pieces; what clicks ask for is added.
pub fn draw(world: &World, ui: &mut egui::Ui, pieces: &Pieces, asks: &mut Vec<Ask>) {
    for (at, piece) in pieces.0.iter().enumerate() {
        one(world, ui, piece, at, asks);
    }
}

fn one(world: &World, ui: &mut egui::Ui, piece: &Piece, at: usize, asks: &mut Vec<Ask>) {
    match piece {
        Piece::Words(one) => words(ui, one, asks),
        Piece::Heading(text) => widget::heading(ui, text),
        Piece::Separator => {
            ui.separator();
        }
        Piece::Icon(icon, ink) => {
            small_icon(ui, *icon, ink.color());
        }
        Piece::Line(pieces) if pieces.is_one_line() => {
            ui.horizontal(|ui| draw(world, ui, pieces, asks));
        }
        Piece::Line(pieces) => {
            ui.horizontal_wrapped(|ui| draw(world, ui, pieces, asks));
        }
        Piece::Right(pieces) => {
            let right = Layout::right_to_left(Align::Center);
            ui.with_layout(right, |ui| draw(world, ui, pieces, asks));
        }
        Piece::Centered(pieces) => {
            ui.vertical_centered(|ui| draw(world, ui, pieces, asks));
        }
        Piece::Bar(permille, ink, label) => {
            let share = *permille as f32 / 1000.0;
            widget::bar(ui, ui.available_width(), share, ink.color(), label);
        }
        Piece::Facts(name, card) => facts(ui, name, card),
        Piece::Button(one) => button(world, ui, one, asks),
        Piece::Input(one) => input(ui, one, asks),
        Piece::Chart(height, columns) => chart(ui, *height, columns),
        Piece::Table { name, heads, rows } => fit::table(ui, name, heads, rows, asks),
        Piece::Rest(body, foot) => fit::rest(world, ui, (body, foot), asks),
        Piece::Unit(card) => unit(world, ui, card, asks),
        Piece::Gauge(one) => gauge::show(ui, one),
        Piece::Doll(one) => doll::show(ui, one, asks),
        Piece::Card(card) => {
            face::show(ui, card, 1.0, Sense::hover());
        }
        Piece::Scroll(most, pieces) => {
            let area = widget::scroll(*most).id_salt(at);
            area.show(ui, |ui| {
                widget::page_by_keys(ui);
                draw(world, ui, pieces, asks);
            });
        }
    }
}

/// Width of a line that is typed in, points.
const INPUT: f32 = 190.0;

fn wanted_input() -> egui::Id {
    egui::Id::new("line that is to be typed in")
}

/// Has the next key typed into a line.
pub fn type_into(world: &mut World, name: &'static str) {
    if let Some(context) = super::context(world) {
        context.data_mut(|data| data.insert_temp(wanted_input(), name));
    }
}

/// Shows a line that is typed in.
fn input(ui: &mut egui::Ui, one: &Input, asks: &mut Vec<Ask>) {
    let mut text = one.text.clone();
    let edit = egui::TextEdit::singleline(&mut text)
        .id_salt(one.name)
        .hint_text(one.hint)
        .char_limit(one.most)
        .desired_width(INPUT);
    let response = ui.add(edit);
    let wanted = ui.ctx().data(|data| data.get_temp(wanted_input()));
    if wanted == Some(one.name) {
        ui.ctx()
            .data_mut(|data| data.remove::<&'static str>(wanted_input()));
        response.request_focus();
    }
    if response.changed() {
        let typed = one.typed.clone();
        asks.push(Ask::act(move |world| typed(world, &text)));
    }
}

/// Shows words.
pub(super) fn words(ui: &mut egui::Ui, words: &Words, asks: &mut Vec<Ask>) {
    let mut text = RichText::new(&words.text);
    if words.is_monospace {
        text = text.monospace();
    }
    if words.is_strong {
        text = text.strong();
    }
    if words.ink != Ink::Text {
        text = text.color(words.ink.color());
    }
    text = text.size(words.size.max(theme::SMALLEST));
    if words.is_struck {
        text = text.strikethrough();
    }
    let response = match (&words.click, words.is_cut) {
        (Some(_), _) => ui.link(text),
        (None, true) => ui.add(egui::Label::new(text).truncate()),
        (None, false) => ui.label(text),
    };
    if let (Some(click), true) = (&words.click, response.clicked()) {
        asks.push(click.clone());
    }
    if !words.about.is_empty() {
        response.on_hover_text(&words.about);
    }
}

/// Shows a card with facts.
fn facts(ui: &mut egui::Ui, name: &str, card: &Card) {
    ui.label(RichText::new(&card.title).strong().size(15.0));
    match (card.about.is_empty(), card.facts.is_empty()) {
        (true, _) => {}
        (false, true) => {
            ui.label(&card.about);
        }
        // Facts count for more.
        (false, false) => {
            ui.label(faint(card.about.as_str()));
        }
    }
    widget::facts(ui, name, &card.facts);
}

/// Shows a button.
fn button(world: &World, ui: &mut egui::Ui, button: &Button, asks: &mut Vec<Ask>) {
    let key = button.key.map(|action| key_of(world, action));
    let is_open = button.is_open || button.is_allowed();
    // What egui shows as disabled it dims itself.
    let dims_itself = matches!(button.face, Face::Small | Face::Plain | Face::Large(_));
    let ink = match (button.refusal.is_some(), dims_itself) {
        (true, true) => Ink::Text,
        (true, false) => Ink::Faint,
        (false, _) => button.ink,
    };
    let name = match &key {
        Some(key) => format!("{} [{key}]", button.name),
        None => button.name.clone(),
    };
    let text = RichText::new(&name).color(ink.color());
    let response = match button.face {
        Face::Picture(icon) => {
            let below = match (&key, button.cost.is_empty()) {
                (Some(key), true) => key.clone(),
                (Some(key), false) => format!("{} · {key}", button.cost),
                (None, _) => button.cost.clone(),
            };
            let (name, is_on, color) = (&*button.name, button.is_on, ink.color());
            let widget = IconButton {
                icon,
                width: button.width,
                name,
                below,
                is_open,
                is_on,
                color,
            };
            widget.show(ui)
        }
        Face::Small => ui.add_enabled(
            is_open,
            egui::Button::new(text.size(theme::SMALLEST)).small(),
        ),
        Face::Plain => ui.add_enabled(is_open, egui::Button::new(text).min_size(vec2(0.0, 26.0))),
        Face::Large(width) => {
            let size = vec2(f32::from(width), 31.0);
            let text = text.strong().color(ink.color()).size(16.0);
            ui.add_enabled(is_open, egui::Button::new(text).min_size(size))
        }
        Face::Bare => ui.add(egui::Button::new(text.size(theme::SMALLEST)).frame(false)),
        Face::Switch => ui.selectable_label(button.is_on, text.size(theme::SMALLEST)),
    };
    if response.clicked() && is_open {
        asks.push(button.click.clone());
    }
    if !button.more.is_empty() {
        response.context_menu(|ui| {
            for (name, why, click) in &button.more {
                let choice = ui.add_enabled(why.is_none(), egui::Button::new(name));
                let why = why.as_deref().unwrap_or_default();
                if choice.on_disabled_hover_text(why).clicked() {
                    asks.push(click.clone());
                    ui.close();
                }
            }
        });
    }
    let about = match &button.refusal {
        Some(why) => format!("{}\n\nUnavailable: {why}", button.about),
        None => button.about.clone(),
    };
    let about = about.trim();
    if !about.is_empty() {
        response.on_hover_text(about).on_disabled_hover_text(about);
    }
}

/// Least share that a column as high as the chart stands for, permille.
const LEAST_SCALE: u32 = 100;

/// Returns the share that the height of a chart stands for, permille: a column that dwarfs the others is
/// broken off.
fn scale_of(columns: &[Column]) -> u32 {
    let mut shares: Vec<_> = columns.iter().map(|column| column.share).collect();
    shares.sort_unstable_by(|one, other| other.cmp(one));
    let most = |at: usize| shares.get(at).copied().unwrap_or(0);
    let scale = match most(0) > 2 * most(1) && most(1) > 0 {
        true => most(1) + most(1) / 4,
        false => most(0),
    };
    scale.max(LEAST_SCALE)
}

/// Draws columns over an axis, with what the height stands for.
fn chart(ui: &mut egui::Ui, height: f32, columns: &[Column]) {
    let size = vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let painter = ui.painter();
    let ground = theme::WELL;
    painter.rect_filled(rect, 3.0, ground);
    let has_labels = columns.iter().any(|column| !column.label.is_empty());
    let below = if has_labels { 13.0 } else { 1.0 };
    let scale = scale_of(columns);
    let width = rect.width() / columns.len().max(1) as f32;
    let gap = if width > 6.0 { 1.0 } else { 0.25 };
    let foot = rect.bottom() - below;
    let font = || FontId::proportional(theme::SMALLEST);
    let top = format!("{}.{}%", scale / 10, scale % 10);
    let top = painter.layout_no_wrap(top, font(), FAINT);
    let place = egui::pos2(rect.right() - 3.0, rect.top() + 7.0);
    let top_place = egui::Align2::RIGHT_CENTER.anchor_size(place, top.size());
    // High columns at the end leave room for what the height stands for.
    let is_high = |(at, column): (usize, &Column)| {
        let right = rect.left() + (at + 1) as f32 * width;
        right > top_place.left() && 10 * column.share > 6 * scale
    };
    let above = match columns.iter().enumerate().any(is_high) {
        true => top_place.height(),
        false => 4.0,
    };
    let full = rect.height() - below - above;
    let mut words = Vec::new();
    for (at, column) in columns.iter().enumerate() {
        let high = full * column.share.min(scale) as f32 / scale as f32;
        let left = rect.left() + at as f32 * width;
        let right = (left + width - gap).max(left + gap + 0.8);
        let bar = |from, to| {
            egui::Rect::from_min_max(egui::pos2(left + gap, from), egui::pos2(right, to))
        };
        painter.rect_filled(bar(foot - high, foot), 0.0, column.ink.color());
        if column.share > scale {
            painter.rect_filled(bar(foot - full * 0.78, foot - full * 0.7), 0.0, ground);
        }
        // Words at the ends stay inside.
        let (across, align) = match at {
            0 => (rect.left() + 2.0, egui::Align2::LEFT_CENTER),
            _ if at + 1 == columns.len() => (rect.right() - 2.0, egui::Align2::RIGHT_CENTER),
            _ => (left + width / 2.0, egui::Align2::CENTER_CENTER),
        };
        let place = egui::pos2(across, rect.bottom() - 6.5);
        let galley = painter.layout_no_wrap(column.label.clone(), font(), FAINT);
        words.push((align.anchor_size(place, galley.size()), galley));
    }
    // The last word stands in any case, the others where they have room beside those that stand.
    let mut taken: Vec<egui::Rect> = Vec::new();
    for (place, galley) in words.into_iter().rev() {
        let has_room = taken.iter().all(|other| !other.intersects(place));
        if has_room && !galley.is_empty() {
            painter.galley(place.min, galley, FAINT);
            taken.push(place.expand2(vec2(2.0, 0.0)));
        }
    }
    painter.hline(rect.x_range(), foot, Stroke::new(1.0, FAINT));
    painter.galley(top_place.min, top, FAINT);
    if let Some(pointer) = response.hover_pos() {
        let at = ((pointer.x - rect.left()) / width).max(0.0) as usize;
        if let Some(column) = columns.get(at) {
            response.on_hover_text_at_pointer(&column.about);
        }
    }
}

/// Shows a unit on a card.
fn unit(world: &World, ui: &mut egui::Ui, card: &UnitCard, asks: &mut Vec<Ask>) {
    let (fill, edge) = match card.is_chosen {
        true => (theme::CHOSEN, SAND),
        false if card.is_dim => (Color32::from_rgb(18, 22, 28), Color32::TRANSPARENT),
        false => (Color32::from_rgb(25, 30, 38), Color32::TRANSPARENT),
    };
    let frame = egui::Frame::new()
        .fill(fill)
        .stroke(Stroke::new(1.0, edge))
        .corner_radius(5)
        .inner_margin(5);
    let shown = frame.show(ui, |ui| {
        ui.vertical(|ui| {
            ui.set_width(card.width);
            ui.spacing_mut().item_spacing.y = 2.0;
            let room = card.width - PORTRAIT - ui.spacing().item_spacing.x;
            let is_beside = card.portrait.is_none() || has_room_for_words(ui, &card.title, room);
            if !is_beside {
                let title = RichText::new(&card.title).strong();
                ui.add(egui::Label::new(title.size(title_size(ui, &card.title))).wrap());
            }
            // The title and the first line stand beside the portrait.
            let beside = card.body.0.iter().take(1);
            ui.horizontal(|ui| {
                if let Some(figure) = &card.portrait {
                    let palette = world.resource::<Settings>().palette;
                    let place = portrait(ui, palette, figure, PORTRAIT);
                    if card.number > 0 {
                        number(ui, place, card.number);
                    }
                }
                ui.vertical(|ui| {
                    if is_beside {
                        let title = RichText::new(&card.title).strong();
                        let title = title.size(title_size(ui, &card.title));
                        // A long name goes on below itself.
                        ui.add(egui::Label::new(title).wrap());
                    }
                    beside.for_each(|piece| one(world, ui, piece, 0, asks));
                });
            });
            let below = card.body.0.iter().enumerate().skip(1);
            below.for_each(|(at, piece)| one(world, ui, piece, at, asks));
        });
    });
    let Some(click) = &card.click else { return };
    let mut response = shown.response.interact(Sense::click());
    if !card.kind.is_empty() {
        response = response.on_hover_text(&card.kind);
    }
    response.widget_info(|| {
        let (role, text) = (egui::WidgetType::Button, card.body.spoken(&card.title));
        egui::WidgetInfo::selected(role, true, card.is_chosen, text)
    });
    if response.clicked() {
        asks.push(click.clone());
    }
}

/// Returns how wide words are in one line, points.
fn width_of(ui: &egui::Ui, words: &str, size: f32) -> f32 {
    let font = FontId::proportional(size);
    let galley = ui.painter().layout_no_wrap(words.to_owned(), font, SAND);
    galley.size().x
}

/// Whether no word of a title is wider than the room, however small the title is written.
fn has_room_for_words(ui: &egui::Ui, title: &str, room: f32) -> bool {
    let mut words = title.split_whitespace();
    words.all(|word| width_of(ui, word, theme::SMALLEST) <= room)
}

/// Returns the size at which a title has room, points; a small one if none has.
fn title_size(ui: &egui::Ui, title: &str) -> f32 {
    let mut sizes = [13.5, 13.0, theme::SMALLEST].into_iter();
    let fits = sizes.find(|&size| width_of(ui, title, size) <= ui.available_width());
    fits.unwrap_or(theme::SMALLEST)
}

/// Shows head and shoulders of somebody, or a whole ship, on a plate so wide; painted when it is first shown.
pub fn portrait(ui: &mut egui::Ui, palette: Palette, figure: &Figure, side: f32) -> egui::Rect {
    let color = palette.color(Relation::Own.meaning());
    let texture = theme::texture(ui.ctx(), (figure, color), || figure.portrait(color));
    let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(side), Sense::hover());
    let whole = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::Vec2::splat(1.0));
    ui.painter()
        .rect_filled(rect, 4.0, Color32::from_rgb(30, 46, 68));
    ui.painter()
        .image(texture.id(), rect, whole, Color32::WHITE);
    rect
}

/// Writes the number of a unit's token at the corner of its portrait.
fn number(ui: &egui::Ui, portrait: egui::Rect, number: u8) {
    let (font, corner) = (
        FontId::proportional(theme::SMALLEST),
        portrait.left_top() + vec2(3.0, 0.0),
    );
    let write = |at, color| {
        let align = egui::Align2::LEFT_TOP;
        ui.painter().text(at, align, number, font.clone(), color);
    };
    for beside in [
        vec2(1.0, 0.0),
        vec2(-1.0, 0.0),
        vec2(0.0, 1.0),
        vec2(0.0, -1.0),
    ] {
        write(corner + beside, Color32::BLACK);
    }
    write(corner, Color32::from_rgb(246, 236, 214));
}

impl Pieces {
    /// Whether they stay in one line: the last takes what room is left.
    fn is_one_line(&self) -> bool {
        match self.0.last() {
            Some(Piece::Right(_)) => true,
            Some(Piece::Words(words)) => words.is_cut,
            _ => false,
        }
    }

    /// Returns what is read aloud of a card: its title and what its bars say.
    fn spoken(&self, title: &str) -> String {
        let mut text = title.to_owned();
        for piece in &self.0 {
            if let Piece::Bar(_, _, label) = piece {
                text.push_str(&format!(", {label}"));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_is_as_high_as_its_columns_but_one_that_dwarfs_them_is_broken_off() {
        let scale = |shares: &[u32]| {
            let column = |&share: &u32| Column {
                share,
                ink: Ink::Text,
                label: String::new(),
                about: String::new(),
            };
            scale_of(&shares.iter().map(column).collect::<Vec<_>>())
        };
        assert_eq!(scale(&[400, 350, 250]), 400);
        assert_eq!(scale(&[600, 200, 200]), 250);
        // 5 percent are half of the least height, not a full bar.
        assert_eq!(scale(&[950, 0, 50]), 100);
        assert_eq!(scale(&[1000]), 1000);
        // What is certain is a full column, whatever cannot be.
        assert_eq!(scale(&[0, 0, 0, 1000]), 1000);
        assert_eq!(scale(&[]), 100);
    }
}
