//! Brushes: fixed noise, colors and outlines of shapes.
//!
//! **Invariant:** every shape is anti-aliased; noise depends on its seed alone.

use tiny_skia::{Color, Paint, Path, PathBuilder};

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
