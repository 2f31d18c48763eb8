//! How a card is drawn: its face, part by part, and its back.
//!
//! **Invariant:** what stands on a card stays on the part of it that is shown; no letter is smaller than
//! [`SMALLEST`], and no text is cut off: what has no room is left to the large card.

use std::sync::Arc;

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, StrokeKind,
    Vec2, pos2, vec2,
};

use super::face::{CardFace, CardState, Lie, NAME, SIZE};
use crate::game::kit::piece::Ink;
use crate::game::kit::theme::icon::{self, Icon};
use crate::game::kit::theme::{self, LINE, SAND, SMALLEST, TEXT};
use crate::game::table::art;

/// Width of the drawings of cards in their own units.
const DRAWING: f32 = 100.0;
/// Their width by their height.
const SHAPE: f32 = 10.0 / 7.0;
/// Room for one line, points of a card of [`SIZE`].
const LINE_HIGH: f32 = 20.0;
/// Gap to the edges of a card, points of a card of [`SIZE`].
const MARGIN: f32 = 6.0;
/// Height of the picture at least and at most, points of a card of [`SIZE`].
const PICTURE: [f32; 2] = [16.0, 91.0];
/// Ground of a card.
const GROUND: Color32 = Color32::from_rgb(27, 32, 40);
/// Color of heat.
const HEAT: Color32 = Color32::from_rgb(240, 146, 72);

/// Draws a card.
pub fn draw(painter: &Painter, rect: Rect, face: &CardFace, lie: &Lie) {
    let scale = rect.width() / SIZE.x;
    let sheet = Sheet {
        painter,
        rect,
        scale,
        open: lie.open.unwrap_or(rect.width()).min(rect.width()) / scale,
        foot: lie.foot.unwrap_or(rect.height()).min(rect.height()) / scale,
        kind: rgb(face.kind.1),
    };
    sheet.ground(face, lie);
    let mut content = painter.clone();
    if face.refusal().is_some() {
        content.multiply_opacity(theme::BARRED);
    }
    let content = Sheet {
        painter: &content,
        ..sheet
    };
    content.head(face, &lie.key);
    content.figures(face);
    let top = sheet.notes(face, NAME[1] + LINE_HIGH);
    let top = content.text(&face.text, top);
    content.art(face, top);
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

/// A card being drawn; lengths are points of a card of [`SIZE`].
#[derive(Clone, Copy)]
struct Sheet<'a> {
    painter: &'a Painter,
    rect: Rect,
    /// Points for one of a card of [`SIZE`].
    scale: f32,
    /// How much of its width is not covered.
    open: f32,
    /// How much of its height is shown.
    foot: f32,
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
        let mut left = MARGIN;
        if !face.cost.is_empty() {
            let middle = self.at(14.0, 12.0);
            let edge = Stroke::new(1.2, SAND);
            painter.circle(middle, 9.5 * scale, Color32::from_rgb(14, 17, 22), edge);
            let cost = self.line(&face.cost, 13.0, SAND);
            painter.galley(middle - cost.size() / 2.0, cost, SAND);
            left = 27.0;
        }
        let mut right = self.open - 5.0;
        if !key.is_empty() {
            let font = FontId::monospace(self.size(11.0) * scale);
            let galley = painter.layout_no_wrap(key.to_owned(), font, SAND);
            let size = galley.size() + vec2(6.0, 0.0) * scale;
            let corner = self.at(right, 12.0) - vec2(size.x, size.y / 2.0);
            let frame = Rect::from_min_size(corner, size);
            painter.rect_filled(frame, 3.0 * scale, Color32::from_rgb(14, 17, 22));
            painter.galley(corner + vec2(3.0, 0.0) * scale, galley, SAND);
            right -= size.x / scale + 3.0;
        }
        // The color of the band says the kind, too.
        let word = self.line(&face.kind.0, 11.0, TEXT);
        if word.size().x <= (right - left) * scale {
            let down = word.size().y / 2.0;
            painter.galley(self.at(left, 12.0) - vec2(0.0, down), word, TEXT);
        }
        let room = vec2(self.open - 10.0, NAME[1] - NAME[0]);
        let name = self.fit(&face.name, &[14.0, 13.0, 12.0], room, 2, TEXT);
        let down = (room.y * scale - name.size().y).max(0.0) / 2.0;
        painter.galley(self.at(MARGIN, NAME[0]) + vec2(0.0, down), name, TEXT);
    }

    /// Draws damage, heat and range in a line below the name.
    fn figures(&self, face: &CardFace) {
        let (scale, middle) = (self.scale, NAME[1] + LINE_HIGH / 2.0);
        let mut left = MARGIN;
        for (text, color, icon) in [
            (&face.damage, TEXT, Some(Icon::Blade)),
            (&face.heat, HEAT, None),
            (&face.range, TEXT, Some(Icon::Crosshair)),
        ] {
            let galley = self.line(text, 12.5, color);
            let width = galley.size().x / scale;
            if text.is_empty() || left + 13.0 + width > self.open - 3.0 {
                continue;
            }
            let square =
                Rect::from_center_size(self.at(left + 6.0, middle), Vec2::splat(12.0 * scale));
            match icon {
                Some(icon) => icon::draw(self.painter, square, icon, color),
                None => flame(self.painter, square),
            }
            let corner = self.at(left + 13.0, middle) - vec2(0.0, galley.size().y / 2.0);
            self.painter.galley(corner, galley, color);
            left += 13.0 + width + 5.0;
        }
    }

    /// Draws the badge, and why the card cannot be played, from a height on; returns where they end.
    fn notes(&self, face: &CardFace, mut top: f32) -> f32 {
        let badge = face.badge.as_ref();
        let badge = badge.map(|(word, ink)| (word.as_str(), *ink));
        for (text, ink) in badge.into_iter().chain(face.note()) {
            let color = Ink::color(ink);
            let room = vec2(self.open - 18.0, self.foot - top - 4.0);
            let galley = self.fit(text, &[11.0], room, 3, color);
            let corner = self.at(9.0, top + 3.0);
            let behind = Rect::from_min_size(corner, galley.size()).expand(3.0 * self.scale);
            let ground = Color32::from_rgb(12, 14, 18);
            top = (behind.bottom() - self.rect.top()) / self.scale + 1.0;
            self.painter.rect_filled(behind, 3.0 * self.scale, ground);
            self.painter.galley(corner, galley, color);
        }
        top
    }

    /// Writes what the card does from a height on, if all of it has room; returns where it ends.
    fn text(&self, lines: &[String], top: f32) -> f32 {
        let (text, high) = (lines.join("\n"), self.foot - top - 4.0);
        let room = vec2(self.open - 2.0 * MARGIN, high);
        if text.is_empty() || high < LINE_HIGH {
            return top;
        }
        let galley = self.fit(&text, &[12.0, 10.5, 9.5, 8.5, 7.5], room, usize::MAX, TEXT);
        if galley.size().y > high * self.scale {
            return top;
        }
        let end = top + galley.size().y / self.scale + 2.0;
        (self.painter).galley(self.at(MARGIN, top), galley, TEXT);
        end
    }

    /// Draws the picture from a height to the foot, or the initial of the name where there is none.
    fn art(&self, face: &CardFace, top: f32) {
        let [least, most] = PICTURE;
        let room = self.foot - top - 7.0;
        if room < least {
            return;
        }
        let top = top + 2.0 + (room - most).max(0.0);
        let frame = Rect::from_min_max(self.at(5.0, top), self.at(SIZE.x - 5.0, self.foot - 5.0));
        let ground = self.kind.gamma_multiply(0.28);
        self.painter.rect_filled(frame, 3.0 * self.scale, ground);
        let has_picture = put_picture(self.painter, frame, &face.art, face.kind.1);
        if let (false, Some(initial)) = (has_picture, face.name.chars().next()) {
            let across = (self.open / 2.0 - 5.0) * self.scale;
            let middle = pos2(frame.left() + across, frame.center().y);
            let font = FontId::proportional(frame.height().min(34.0 * self.scale));
            let faint = self.kind.gamma_multiply(0.8);
            (self.painter).text(middle, Align2::CENTER_CENTER, initial, font, faint);
        }
        let edge = Stroke::new(1.0, self.kind.gamma_multiply(0.6));
        let corner = 3.0 * self.scale;
        (self.painter).rect_stroke(frame, corner, edge, StrokeKind::Inside);
    }

    /// Returns a size of letters that can be read, as near to the wanted one as may be.
    fn size(&self, wanted: f32) -> f32 {
        wanted.max(SMALLEST / self.scale)
    }

    /// Lays text out in one line.
    fn line(&self, text: &str, size: f32, color: Color32) -> Arc<Galley> {
        let font = FontId::proportional(self.size(size) * self.scale);
        self.painter.layout_no_wrap(text.to_owned(), font, color)
    }

    /// Lays text out as large as it fits; the last size is taken where none does.
    fn fit(
        &self,
        text: &str,
        sizes: &[f32],
        room: Vec2,
        rows: usize,
        color: Color32,
    ) -> Arc<Galley> {
        let room = room.max(Vec2::splat(8.0)) * self.scale;
        let font = |size: f32| FontId::proportional(self.size(size) * self.scale);
        let lay = |size| {
            let mut job = LayoutJob::simple(text.to_owned(), font(size), color, room.x);
            job.wrap.max_rows = rows;
            self.painter.layout_job(job)
        };
        // A word that is wider would be broken.
        let is_whole = |size| {
            let mut words = text.split_whitespace();
            words.all(|word| self.line(word, size, color).size().x <= room.x)
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
    // As wide as the frame, or wider where the frame is the taller one of the two.
    let wide = frame.width().max(frame.height() * SHAPE);
    let pixels = (wide * painter.pixels_per_point()).round().max(1.0);
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
            range: "Adjacent".to_owned(),
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
            "Adjacent",
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
        face.range = "Medium to far".to_owned();
        let texts = drawn(&face, &lie, rect);
        let is_whole =
            |(text, place): &(String, Rect)| text.is_empty() || rect.contains_rect(*place);
        assert!(
            texts.iter().all(is_whole),
            "what has no room is left out: {texts:?}"
        );
        let spoken = face.spoken();
        assert!(spoken.contains("heat +3") && spoken.contains("range Medium to far"));
        assert!(spoken.contains("unavailable: Needs"));
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
