//! How a card is drawn: its face, part by part, and its back.
//!
//! **Invariant:** what stands on a card stays on it, and its name on the part that no other card covers.

use std::sync::Arc;

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, StrokeKind,
    Vec2, pos2, vec2,
};

use super::face::{CardFace, CardState, Lie, NAME, SIZE};
use crate::game::kit::theme::icon::{self, Icon};
use crate::game::kit::theme::{self, FAINT, LINE, SAND, TEXT};
use crate::game::table::art;

/// Width of the drawings of cards in their own units.
const DRAWING: f32 = 100.0;
/// Room for one line, points of a card of [`SIZE`].
const LINE_HIGH: f32 = 20.0;
/// Ground of a card.
const GROUND: Color32 = Color32::from_rgb(27, 32, 40);
/// Color of heat.
const HEAT: Color32 = Color32::from_rgb(240, 146, 72);

/// Draws a card.
pub fn draw(painter: &Painter, rect: Rect, face: &CardFace, lie: &Lie) {
    let open = lie.open.unwrap_or(rect.width()).min(rect.width());
    let sheet = Sheet {
        painter,
        rect,
        scale: rect.width() / SIZE.x,
        open,
        kind: rgb(face.kind.1),
    };
    sheet.ground(face, lie);
    let mut content = painter.clone();
    if face.refusal().is_some() {
        content.multiply_opacity(0.5);
    }
    let content = Sheet {
        painter: &content,
        ..sheet
    };
    content.head(face, &lie.key);
    content.art(face);
    content.figures(face);
    content.text(&face.text);
    sheet.notes(face);
}

/// Draws the back of a card.
pub fn draw_back(painter: &Painter, rect: Rect) {
    let corner = corner(rect.width() / SIZE.x);
    let edge = Stroke::new(1.0, LINE);
    let ground = Color32::from_rgb(34, 42, 54);
    painter.rect(rect, corner, ground, edge, StrokeKind::Inside);
    let inner = rect.shrink(rect.width() * 0.08);
    let line = Stroke::new(1.0, SAND.gamma_multiply(0.45));
    painter.rect_stroke(inner, corner, line, StrokeKind::Inside);
    let [middle, across, along] = [inner.center().to_vec2(), vec2(0.3, 0.0), vec2(0.0, 0.3)];
    let at = |off: Vec2| (middle + off * inner.size()).to_pos2();
    let diamond = vec![at(-across), at(-along), at(across), at(along)];
    painter.add(Shape::closed_line(diamond, line));
}

/// A card being drawn.
#[derive(Clone, Copy)]
struct Sheet<'a> {
    painter: &'a Painter,
    rect: Rect,
    /// Points for one of a card of [`SIZE`].
    scale: f32,
    /// How much of its width is not covered, points.
    open: f32,
    kind: Color32,
}

impl Sheet<'_> {
    /// Returns a place on the card from one on a card of [`SIZE`].
    fn at(&self, x: f32, y: f32) -> Pos2 {
        self.rect.min + vec2(x, y) * self.scale
    }

    /// Draws ground and edge.
    fn ground(&self, face: &CardFace, lie: &Lie) {
        let (width, edge) = match () {
            () if face.is_selected => (2.5, SAND),
            () if lie.is_lit => (2.0, TEXT),
            () if face.state == CardState::Playable => (1.5, self.kind),
            () => (1.0, LINE),
        };
        let ground = match face.refusal() {
            Some(_) => Color32::from_rgb(18, 22, 28),
            None => GROUND,
        };
        let (corner, edge) = (corner(self.scale), Stroke::new(width, edge));
        let shadow = Color32::from_black_alpha(110);
        self.painter
            .rect_filled(self.rect.expand(2.0), corner, shadow);
        self.painter
            .rect(self.rect, corner, ground, edge, StrokeKind::Inside);
    }

    /// Draws cost, kind and key, and the name below them.
    fn head(&self, face: &CardFace, key: &str) {
        let (painter, scale) = (self.painter, self.scale);
        let band = Rect::from_min_max(self.at(2.0, 2.0), self.at(SIZE.x - 2.0, 22.0));
        painter.rect_filled(band, 4.0 * scale, self.kind.gamma_multiply(0.42));
        let mut left = 6.0;
        if !face.cost.is_empty() {
            let middle = self.at(14.0, 12.0);
            let edge = Stroke::new(1.2, SAND);
            painter.circle(middle, 9.5 * scale, Color32::from_rgb(14, 17, 22), edge);
            let font = FontId::proportional(13.0 * scale);
            painter.text(middle, Align2::CENTER_CENTER, &face.cost, font, SAND);
            left = 27.0;
        }
        let mut right = self.open / scale - 5.0;
        if !key.is_empty() {
            let font = FontId::monospace(10.5 * scale);
            let galley = painter.layout_no_wrap(key.to_owned(), font, SAND);
            let size = galley.size() + vec2(6.0, 0.0) * scale;
            let corner = self.at(right, 12.0) - vec2(size.x, size.y / 2.0);
            let frame = Rect::from_min_size(corner, size);
            painter.rect_filled(frame, 3.0 * scale, Color32::from_rgb(14, 17, 22));
            painter.galley(corner + vec2(3.0, 0.0) * scale, galley, SAND);
            right -= size.x / scale + 3.0;
        }
        let bright = self.kind.lerp_to_gamma(Color32::WHITE, 0.55);
        let word = self.fit(
            &face.kind.0,
            &[9.5, 8.5, 7.5],
            vec2(right - left, LINE_HIGH),
            1,
            bright,
        );
        let down = word.size().y / 2.0;
        painter.galley(self.at(left, 12.0) - vec2(0.0, down), word, bright);
        let name = self.fit(
            &face.name,
            &[13.5, 12.5, 11.5, 10.5, 9.5, 8.5],
            vec2(self.open / scale - 10.0, NAME[1] - NAME[0]),
            2,
            TEXT,
        );
        let down = ((NAME[1] - NAME[0]) * scale - name.size().y).max(0.0) / 2.0;
        painter.galley(self.at(6.0, NAME[0]) + vec2(0.0, down), name, TEXT);
    }

    /// Draws the picture, or the initial of the name where there is none.
    fn art(&self, face: &CardFace) {
        let frame = Rect::from_min_max(self.at(5.0, 55.0), self.at(SIZE.x - 5.0, 101.0));
        let ground = self.kind.gamma_multiply(0.28);
        self.painter.rect_filled(frame, 3.0 * self.scale, ground);
        let has_picture = put_picture(self.painter, frame, &face.art, face.kind.1);
        if let (false, Some(initial)) = (has_picture, face.name.chars().next()) {
            let middle = pos2(
                frame.left() + (self.open / 2.0 - 5.0 * self.scale),
                frame.center().y,
            );
            let (font, center) = (
                FontId::proportional(34.0 * self.scale),
                Align2::CENTER_CENTER,
            );
            let faint = self.kind.gamma_multiply(0.8);
            self.painter.text(middle, center, initial, font, faint);
        }
        let edge = Stroke::new(1.0, self.kind.gamma_multiply(0.6));
        let corner = 3.0 * self.scale;
        (self.painter).rect_stroke(frame, corner, edge, StrokeKind::Inside);
    }

    /// Draws damage, heat and range in a line.
    fn figures(&self, face: &CardFace) {
        let (scale, middle) = (self.scale, 110.5);
        let mut left = 6.0;
        for (text, color, icon) in [
            (&face.damage, TEXT, Some(Icon::Blade)),
            (&face.heat, HEAT, None),
            (&face.range, FAINT, Some(Icon::Crosshair)),
        ] {
            let room = vec2(SIZE.x - left - 17.0, LINE_HIGH);
            if text.is_empty() || room.x < 8.0 {
                continue;
            }
            let square =
                Rect::from_center_size(self.at(left + 6.0, middle), Vec2::splat(12.0 * scale));
            match icon {
                Some(icon) => icon::draw(self.painter, square, icon, color),
                None => flame(self.painter, square),
            }
            let galley = self.fit(text, &[12.5, 11.0, 9.5, 8.5], room, 1, color);
            let width = galley.size().x / scale;
            let corner = self.at(left + 14.0, middle) - vec2(0.0, galley.size().y / 2.0);
            self.painter.galley(corner, galley, color);
            left += 14.0 + width + 7.0;
        }
    }

    /// Writes what the card does.
    fn text(&self, lines: &[String]) {
        let (text, room) = (lines.join("\n"), vec2(SIZE.x - 12.0, 80.0));
        let sizes = [10.5, 9.5, 8.5, 7.5];
        let rows = |size: f32| (75.0 / (size * 1.24)) as usize;
        let all = sizes.map(|size| self.fit(&text, &[size], room, rows(size), TEXT));
        let Some(galley) = (all.iter().find(|galley| !galley.elided)).or(all.last()) else {
            return;
        };
        (self.painter).galley(self.at(6.0, 121.0), galley.clone(), TEXT);
    }

    /// Draws the badge, and why the card cannot be played, over the picture.
    fn notes(&self, face: &CardFace) {
        let badge = face.badge.as_ref();
        let badge = badge.map(|(word, ink)| (word.as_str(), ink.color(), 59.0, 1));
        let note = face.note().map(|(text, ink)| (text, ink.color(), 75.0, 2));
        for (text, color, top, rows) in badge.into_iter().chain(note) {
            let room = vec2(self.open / self.scale - 18.0, 26.0);
            let galley = self.fit(text, &[10.5, 9.5, 8.5], room, rows, color);
            let corner = self.at(9.0, top);
            let behind = Rect::from_min_size(corner, galley.size()).expand(3.0 * self.scale);
            let ground = Color32::from_rgba_unmultiplied(12, 14, 18, 232);
            self.painter.rect_filled(behind, 3.0 * self.scale, ground);
            self.painter.galley(corner, galley, color);
        }
    }

    /// Lays text out as large as it fits, of sizes on a card of [`SIZE`]; the last is taken where none does.
    fn fit(
        &self,
        text: &str,
        sizes: &[f32],
        room: Vec2,
        rows: usize,
        color: Color32,
    ) -> Arc<Galley> {
        let room = room.max(Vec2::splat(8.0)) * self.scale;
        let font = |size: f32| FontId::proportional(size * self.scale);
        let lay = |size| {
            let mut job = LayoutJob::simple(text.to_owned(), font(size), color, room.x);
            job.wrap.max_rows = rows;
            job.wrap.break_anywhere = rows == 1;
            self.painter.layout_job(job)
        };
        let width = |word: &str, size| {
            let galley = self
                .painter
                .layout_no_wrap(word.to_owned(), font(size), color);
            galley.size().x
        };
        // A word that is wider would be broken.
        let is_whole = |size| {
            let mut words = text.split_whitespace();
            words.all(|word| width(word, size) <= room.x)
        };
        let (last, larger) = sizes.split_last().expect("sizes are listed");
        let fits = larger.iter().filter(|&&size| is_whole(size));
        let mut laid = fits.map(|&size| lay(size));
        laid.find(|galley| !galley.elided && galley.size().y <= room.y + 0.5)
            .unwrap_or_else(|| lay(*last))
    }
}

fn rgb([red, green, blue]: [u8; 3]) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

fn corner(scale: f32) -> CornerRadius {
    CornerRadius::same((7.0 * scale).round().clamp(2.0, 14.0) as u8)
}

/// Draws a flame in a square.
fn flame(painter: &Painter, square: Rect) {
    let at = |x: f32, y: f32| square.min + vec2(x, y) * square.size();
    let outer = [
        (0.5, 0.0),
        (0.82, 0.42),
        (0.84, 0.72),
        (0.66, 0.96),
        (0.34, 0.96),
        (0.16, 0.72),
        (0.18, 0.42),
    ];
    let inner = [(0.5, 0.5), (0.64, 0.74), (0.5, 0.94), (0.36, 0.74)];
    let points = |all: &[(f32, f32)]| all.iter().map(|&(x, y)| at(x, y)).collect::<Vec<_>>();
    painter.add(Shape::convex_polygon(points(&outer), HEAT, Stroke::NONE));
    let core = Color32::from_rgb(255, 222, 140);
    painter.add(Shape::convex_polygon(points(&inner), core, Stroke::NONE));
}

/// Draws a picture so that it fills a frame, cut off evenly; whether there is one of that name.
fn put_picture(painter: &Painter, frame: Rect, name: &str, tint: [u8; 3]) -> bool {
    let Some((folder, file)) = name.split_once('/') else {
        return false;
    };
    if !art::has_picture(folder, file) {
        return false;
    }
    let pixels = (frame.width() * painter.pixels_per_point())
        .round()
        .max(1.0);
    let tint = u32::from_be_bytes([0, tint[0], tint[1], tint[2]]);
    let key = ("card", name.to_owned(), pixels as u32, tint);
    let texture = theme::texture(painter.ctx(), key, || {
        art::picture(folder, file, pixels / DRAWING, tint)
    });
    let size = texture.size_vec2();
    // The part of the picture that has the shape of the frame.
    let shape = frame.height() / frame.width() * size.x / size.y;
    let part = vec2((1.0 / shape).min(1.0), shape.min(1.0));
    let part = Rect::from_center_size(pos2(0.5, 0.5), part);
    painter.image(texture.id(), frame, part, Color32::WHITE);
    true
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui;

    use super::*;
    use crate::game::kit::piece::Ink;

    /// Draws a card; returns its texts with the rectangles they take.
    fn drawn(face: &CardFace, lie: &Lie, rect: Rect) -> Vec<(String, Rect)> {
        let context = egui::Context::default();
        let mut shapes = Vec::new();
        for _ in 0..2 {
            let mut output = context.run_ui(egui::RawInput::default(), |ui| {
                draw(ui.painter(), rect, face, lie);
            });
            output.textures_delta.clear();
            shapes = std::mem::take(&mut output.shapes);
        }
        let texts = shapes.iter().filter_map(|one| match &one.shape {
            Shape::Text(text) => {
                let place = text.galley.rect.translate(text.pos.to_vec2());
                Some((text.galley.text().to_owned(), place))
            }
            _ => None,
        });
        texts.collect()
    }

    fn lance() -> CardFace {
        CardFace {
            name: "Superheated Lance".to_owned(),
            cost: "2".to_owned(),
            kind: ("Ranged".to_owned(), [96, 150, 210]),
            art: "icons/Aimed".to_owned(),
            range: "Medium to far".to_owned(),
            damage: "4".to_owned(),
            heat: "+3".to_owned(),
            text: vec!["Cone of three hexes.".to_owned(), "Push 1.".to_owned()],
            ..CardFace::default()
        }
    }

    #[test]
    fn all_that_is_known_of_a_card_is_written_on_it() {
        let rect = Rect::from_min_size(pos2(10.0, 10.0), SIZE);
        let mut face = lance();
        face.state = CardState::Barred("Needs 2 points, has 1".to_owned());
        face.badge = Some(("Damage".to_owned(), Ink::Bad));
        let lie = Lie {
            key: "3".to_owned(),
            ..Lie::default()
        };
        let texts = drawn(&face, &lie, rect);
        for expected in [
            "Superheated Lance",
            "2",
            "Ranged",
            "Medium to far",
            "4",
            "+3",
            "Cone of three hexes.\nPush 1.",
            "Needs 2 points, has 1",
            "Damage",
            "3",
        ] {
            let found = texts.iter().find(|(text, _)| text == expected);
            let (_, place) = found.unwrap_or_else(|| panic!("{expected} is not on {texts:?}"));
            assert!(rect.contains_rect(*place), "{expected} at {place:?}");
        }
        let spoken = face.spoken();
        assert!(spoken.contains("heat +3") && spoken.contains("unavailable: Needs"));
    }

    #[test]
    fn the_name_stays_where_no_other_card_covers_it() {
        let rect = Rect::from_min_size(pos2(10.0, 10.0), SIZE);
        for open in [64.0, 80.0, 100.0, 140.0] {
            let lie = Lie {
                open: Some(open),
                key: "1".to_owned(),
                ..Lie::default()
            };
            let texts = drawn(&lance(), &lie, rect);
            let name = texts.iter().find(|(text, _)| text == "Superheated Lance");
            let (_, place) = name.expect("the name is written");
            assert!(place.right() <= rect.left() + open, "{open}: {place:?}");
            assert!(place.bottom() <= rect.top() + NAME[1] + 1.0, "{place:?}");
        }
    }

    #[test]
    fn a_card_whose_picture_is_missing_shows_its_initial() {
        let rect = Rect::from_min_size(pos2(10.0, 10.0), SIZE);
        let has_initial = |art: &str| {
            let mut face = lance();
            face.art = art.to_owned();
            let texts = drawn(&face, &Lie::default(), rect);
            texts.iter().any(|(text, _)| text == "S")
        };
        assert!(has_initial("cards/NoSuchCard"));
        assert!(has_initial("nothing"));
        assert!(!has_initial("icons/Aimed"));
    }
}
