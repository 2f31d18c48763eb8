//! Brushes: fixed noise, colors, filled and stroked shapes on a pixel buffer.
//!
//! **Invariant:** every shape is anti-aliased; noise depends on its seed alone.

use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LinearGradient, Paint, Path, PathBuilder, Pixmap,
    Point, RadialGradient, Shader, SpreadMode, Stroke, Transform,
};

use super::{HEX, PICTURE};

/// Spreads a number over all bits; the only source of variety.
pub(crate) fn scatter(seed: u32) -> u32 {
    let mut x = seed.wrapping_mul(0x9E37_79B9) ^ 0x85EB_CA6B;
    x = (x ^ (x >> 15)).wrapping_mul(0x2C1B_3C6D);
    x = (x ^ (x >> 12)).wrapping_mul(0x297A_2D39);
    x ^ (x >> 15)
}

/// A sequence of fixed numbers from 0 to 1.
pub(super) struct Noise(pub(super) u32);

impl Noise {
    pub(super) fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(1);
        (scatter(self.0) >> 8) as f32 / (1 << 24) as f32
    }
    pub(super) fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next()
    }
}

pub(super) fn rgba(hex: u32, alpha: f32) -> Color {
    let channel = |shift: u32| ((hex >> shift) & 0xFF) as f32 / 255.0;
    Color::from_rgba(channel(16), channel(8), channel(0), alpha.clamp(0.0, 1.0))
        .expect("channels are from 0 to 1")
}

/// Lightens (above 1) or darkens a color.
pub(super) fn shade(hex: u32, factor: f32) -> u32 {
    let channel = |shift: u32| {
        let value = ((hex >> shift) & 0xFF) as f32 * factor;
        (value.clamp(0.0, 255.0) as u32) << shift
    };
    channel(16) | channel(8) | channel(0)
}

pub(super) fn paint(color: Color) -> Paint<'static> {
    let mut paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    paint.set_color(color);
    paint
}

pub(super) fn fill(picture: &mut Pixmap, path: &Path, color: Color) {
    picture.fill_path(
        path,
        &paint(color),
        FillRule::Winding,
        Transform::identity(),
        None,
    );
}

pub(super) fn line(picture: &mut Pixmap, path: &Path, color: Color, width: f32) {
    let stroke = Stroke {
        width,
        line_cap: LineCap::Round,
        ..Stroke::default()
    };
    picture.stroke_path(path, &paint(color), &stroke, Transform::identity(), None);
}

pub(super) fn circle(picture: &mut Pixmap, x: f32, y: f32, radius: f32, color: Color) {
    if let Some(path) = PathBuilder::from_circle(x, y, radius.max(0.1)) {
        fill(picture, &path, color);
    }
}

/// Joins points by straight lines, and the last with the first if it is closed.
pub(super) fn outline(
    points: impl IntoIterator<Item = (f32, f32)>,
    is_closed: bool,
) -> Option<Path> {
    let mut points = points.into_iter();
    let (x, y) = points.next()?;
    let mut builder = PathBuilder::new();
    builder.move_to(x, y);
    points.for_each(|(x, y)| builder.line_to(x, y));
    if is_closed {
        builder.close();
    }
    builder.finish()
}

pub(super) fn polygon(points: &[(f32, f32)]) -> Option<Path> {
    outline(points.iter().copied(), true)
}

pub(super) fn shape(picture: &mut Pixmap, points: &[(f32, f32)], color: Color) {
    if let Some(path) = polygon(points) {
        fill(picture, &path, color);
    }
}

pub(super) fn stroke(picture: &mut Pixmap, points: &[(f32, f32)], color: Color, width: f32) {
    if let Some(path) = outline(points.iter().copied(), false) {
        line(picture, &path, color, width);
    }
}

/// Returns paint that changes from one place to another: where from 0 to 1, and the color there.
pub(super) fn fading(from: (f32, f32), to: (f32, f32), stops: &[(f32, Color)]) -> Paint<'static> {
    let (from, to) = (Point::from(from), Point::from(to));
    let (stops, shift) = (gradient(stops), Transform::identity());
    shaded(LinearGradient::new(from, to, stops, SpreadMode::Pad, shift))
}

/// Returns paint that changes from a middle outwards: where from 0 to 1, and the color there.
pub(super) fn radiating(at: (f32, f32), radius: f32, stops: &[(f32, Color)]) -> Paint<'static> {
    let (at, stops, shift) = (Point::from(at), gradient(stops), Transform::identity());
    shaded(RadialGradient::new(
        at,
        at,
        radius,
        stops,
        SpreadMode::Pad,
        shift,
    ))
}

fn gradient(stops: &[(f32, Color)]) -> Vec<GradientStop> {
    let stops = stops.iter();
    stops
        .map(|&(at, color)| GradientStop::new(at, color))
        .collect()
}

fn shaded(shader: Option<Shader<'static>>) -> Paint<'static> {
    Paint {
        anti_alias: true,
        shader: shader.expect("a gradient has some extent"),
        ..Paint::default()
    }
}

/// Corners of the hex in a picture, `inset` pixels inside its border, from the upper right one
/// clockwise: side `i` from corner `i` to the next faces direction `i`.
pub(super) fn corners(inset: f32) -> [(f32, f32); 6] {
    let (cx, cy) = (PICTURE.x as f32 / 2.0, PICTURE.y as f32 / 2.0);
    let radius = HEX.y / 2.0 - inset;
    std::array::from_fn(|i| {
        let angle = (-30.0 + 60.0 * i as f32).to_radians();
        (cx + radius * angle.cos(), cy + radius * angle.sin())
    })
}

pub(super) fn new_picture() -> Pixmap {
    Pixmap::new(PICTURE.x, PICTURE.y).expect("the size is not zero")
}
