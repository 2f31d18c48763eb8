//! A picture that joins itself on all sides, and fields of noise that do.
//!
//! **Invariant:** whatever is drawn over an edge goes on at the one across from it.

use tiny_skia::{
    Color, FillRule, LineCap, Path, PathBuilder, Pixmap, PremultipliedColorU8, Stroke, Transform,
};

use super::super::paint::{Noise, outline, paint, rgba, shade};
use super::SIZE;

/// Appends half, quarter, … sizes of a picture, down to one pixel; width and height are powers of two.
pub fn with_smaller(mut picture: Vec<u8>, width: u32, height: u32) -> Vec<u8> {
    let (mut start, mut width, mut height) = (0, width as usize, height as usize);
    // All smaller sizes together take a third of the first.
    picture.reserve_exact(width * height * 4 / 2);
    while width > 1 || height > 1 {
        let (half_width, half_height) = ((width / 2).max(1), (height / 2).max(1));
        for y in 0..half_height {
            for x in 0..half_width {
                for channel in 0..4 {
                    let at = |dx: usize, dy: usize| {
                        let (x, y) = ((2 * x + dx).min(width - 1), (2 * y + dy).min(height - 1));
                        u32::from(picture[start + (y * width + x) * 4 + channel])
                    };
                    let sum = at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1);
                    picture.push(((sum + 2) / 4) as u8);
                }
            }
        }
        start += width * height * 4;
        (width, height) = (half_width, half_height);
    }
    picture
}

/// Makes a field of smooth noise from 0 to 1 that joins itself: `cells` humps across, and finer ones
/// each `gain` as strong as the last.
pub(super) fn field<const N: usize>(seed: u32, cells: usize, octaves: u32, gain: f32) -> Vec<f32> {
    let mut sum = vec![0.0_f32; N * N];
    let (mut weight, mut cells, mut noise) = (1.0, cells, Noise(seed.wrapping_mul(0x9E37)));
    for _ in 0..octaves {
        let lattice: Vec<f32> = (0..cells * cells).map(|_| noise.next()).collect();
        let steps: Vec<(usize, usize, f32)> = (0..N)
            .map(|i| {
                let place = i as f32 * cells as f32 / N as f32;
                let (low, part) = (place as usize % cells, place.fract());
                (low, (low + 1) % cells, part * part * (3.0 - 2.0 * part))
            })
            .collect();
        let mut row = vec![0.0; cells];
        for (y, &(top, bottom, part)) in steps.iter().enumerate() {
            for (x, slot) in row.iter_mut().enumerate() {
                let (a, b) = (lattice[top * cells + x], lattice[bottom * cells + x]);
                *slot = a + (b - a) * part;
            }
            for (slot, &(left, right, part)) in sum[y * N..][..N].iter_mut().zip(&steps) {
                *slot += weight * (row[left] + (row[right] - row[left]) * part);
            }
        }
        weight *= gain;
        cells = (cells * 2).min(N);
    }
    let (low, high) = (sum.iter()).fold((f32::MAX, f32::MIN), |(low, high), &value| {
        (low.min(value), high.max(value))
    });
    sum.iter_mut()
        .for_each(|value| *value = (*value - low) / (high - low));
    sum
}

/// A picture that goes on where it ends.
pub(super) struct Tile(Pixmap);

impl Tile {
    pub fn new() -> Self {
        Self(Pixmap::new(SIZE as u32, SIZE as u32).expect("the size is not zero"))
    }

    /// Fills it by a color (red, green, blue from 0 to 1) for each pixel.
    pub fn wash(&mut self, color: impl Fn(usize) -> [f32; 3]) {
        for (i, pixel) in self.0.pixels_mut().iter_mut().enumerate() {
            let [r, g, b] = color(i).map(|value| (value.clamp(0.0, 1.0) * 255.0) as u8);
            *pixel = PremultipliedColorU8::from_rgba(r, g, b, 255).expect("opaque");
        }
    }

    /// Fills a path that reaches no farther than `reach` from a place, and its copies beyond the
    /// edges; with a width, strokes it.
    fn draw(&mut self, path: Option<Path>, color: Color, width: Option<f32>) {
        let Some(path) = path else { return };
        let size = SIZE as f32;
        let (bounds, margin) = (path.bounds(), width.unwrap_or(0.0));
        for dx in [0.0, -size, size] {
            for dy in [0.0, -size, size] {
                let is_out = bounds.right() + dx + margin < 0.0
                    || bounds.left() + dx - margin > size
                    || bounds.bottom() + dy + margin < 0.0
                    || bounds.top() + dy - margin > size;
                if is_out {
                    continue;
                }
                let shift = Transform::from_translate(dx, dy);
                match width {
                    None => {
                        (self.0).fill_path(&path, &paint(color), FillRule::Winding, shift, None);
                    }
                    Some(width) => {
                        let stroke = Stroke {
                            width,
                            line_cap: LineCap::Round,
                            ..Stroke::default()
                        };
                        (self.0).stroke_path(&path, &paint(color), &stroke, shift, None);
                    }
                }
            }
        }
    }

    pub fn line(&mut self, points: &[(f32, f32)], color: Color, width: f32) {
        let path = outline(points.iter().copied(), false);
        self.draw(path, color, Some(width));
    }

    pub fn dot(&mut self, x: f32, y: f32, radius: f32, color: Color) {
        self.draw(PathBuilder::from_circle(x, y, radius), color, None);
    }

    /// A flat stone with a shadow below right and light above left.
    pub fn pebble(&mut self, x: f32, y: f32, radius: f32, color: u32, noise: &mut Noise) {
        let corners: [f32; 7] = std::array::from_fn(|_| noise.range(0.72, 1.0));
        let turn = noise.range(0.0, std::f32::consts::TAU);
        let ring = |dx: f32, dy: f32, scale: f32| {
            let corner = |(i, corner): (usize, &f32)| {
                let angle = turn + i as f32 / 7.0 * std::f32::consts::TAU;
                let reach = radius * corner * scale;
                let (px, py) = (reach * angle.cos(), reach * angle.sin() * 0.85);
                (x + dx + px, y + dy + py)
            };
            outline(corners.iter().enumerate().map(corner), true)
        };
        let drop = radius * 0.22;
        self.draw(ring(drop, drop * 1.3, 1.05), rgba(0x08_0A0C, 0.4), None);
        self.draw(ring(0.0, 0.0, 1.0), rgba(shade(color, 0.82), 1.0), None);
        self.draw(
            ring(-drop * 0.5, -drop * 0.6, 0.78),
            rgba(shade(color, 1.08), 0.9),
            None,
        );
    }

    /// Returns the pixels, with how far each stands out (judged by its brightness) as alpha.
    pub fn finish(self) -> Vec<u8> {
        let mut bytes = self.0.take();
        let bright = |pixel: &[u8]| {
            0.3 * f32::from(pixel[0]) + 0.59 * f32::from(pixel[1]) + 0.11 * f32::from(pixel[2])
        };
        let mean = bytes.chunks(4).map(bright).sum::<f32>() / (SIZE * SIZE) as f32;
        for pixel in bytes.chunks_mut(4) {
            pixel[3] = (127.0 + 2.6 * (bright(pixel) - mean)).clamp(0.0, 255.0) as u8;
        }
        bytes
    }
}
