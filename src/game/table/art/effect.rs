//! Pictures of what flies, flashes, burns and drifts: mostly white, to be tinted.
//!
//! **Invariant:** edges fade out, so that effects never show their corners.

use tiny_skia::{FillRule, Pixmap, Stroke, Transform};

use super::{
    drawing::{Pen, SIGNS},
    paint::{Noise, fading, paint, polygon, radiating, rgba, shape},
};

listed! {
    /// A picture of an effect.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Effect {
        /// A round light.
        Glow,
        /// A cloud of smoke, dust or gas.
        Puff,
        /// A ring, as of a shockwave.
        Ring,
        /// A streak, brightest at its right end.
        Streak,
        /// A beam, as bright at both ends.
        Beam,
        /// A star of light, as at a muzzle or where metal is struck.
        Flash,
        /// A splinter.
        Chunk,
        /// A tongue of fire.
        Flame,
        /// A thrown grenade.
        Grenade,
        /// Three lines a blade draws in the air.
        Slash,
    }
}

const WHITE: u32 = 0xFF_FFFF;

/// Paints an effect.
pub fn effect_picture(effect: Effect) -> Pixmap {
    match effect {
        Effect::Glow => glow(),
        Effect::Puff => puff(),
        Effect::Ring => ring(),
        Effect::Streak | Effect::Beam => streak(effect == Effect::Streak),
        Effect::Flash => flash(),
        Effect::Chunk => drawn(effect, 24),
        Effect::Flame => flame(),
        Effect::Grenade => drawn(effect, 32),
        Effect::Slash => slash(),
    }
}

fn blank(width: u32, height: u32) -> Pixmap {
    Pixmap::new(width, height).expect("the size is not zero")
}

/// A picture that is drawn as signs are.
fn drawn(effect: Effect, size: u32) -> Pixmap {
    let mut picture = blank(size, size);
    let sketch = SIGNS.sketch(effect, &Pen::new(&[]));
    sketch.paint(&mut picture, Transform::identity());
    picture
}

/// A soft light.
fn glow() -> Pixmap {
    let mut picture = blank(96, 96);
    let stops = [(0.0, 1.0), (0.25, 0.62), (0.6, 0.2), (1.0, 0.0)];
    wash(&mut picture, (48.0, 48.0), 47.0, WHITE, &stops);
    picture
}

/// A cloud.
fn puff() -> Pixmap {
    let mut picture = blank(128, 128);
    let mut noise = Noise(7);
    for _ in 0..26 {
        let angle = noise.range(0.0, std::f32::consts::TAU);
        let far = noise.next().sqrt() * 32.0;
        let radius = noise.range(12.0, 26.0);
        let (x, y) = (64.0 + far * angle.cos(), 64.0 + far * angle.sin());
        let light = 0.8 + 0.2 * (64.0 - y) / 40.0;
        let tone = (light.clamp(0.6, 1.0) * 255.0) as u32;
        let color = tone << 16 | tone << 8 | tone;
        let stops = [(0.0, 0.34), (0.55, 0.2), (1.0, 0.0)];
        wash(&mut picture, (x, y), radius, color, &stops);
    }
    picture
}

/// A ring of light.
fn ring() -> Pixmap {
    let mut picture = blank(192, 192);
    let stops = [
        (0.0, 0.0),
        (0.7, 0.02),
        (0.88, 0.8),
        (0.93, 1.0),
        (1.0, 0.0),
    ];
    wash(&mut picture, (96.0, 96.0), 95.0, WHITE, &stops);
    picture
}

/// A streak that fades towards its tail, or a beam of one strength.
fn streak(fades: bool) -> Pixmap {
    let mut picture = blank(128, 16);
    let ends = if fades { 0.0 } else { 1.0 };
    for (half, alpha) in [(7.0, 0.14), (5.0, 0.26), (3.2, 0.5), (1.8, 1.0)] {
        let stops = [
            (0.0, rgba(WHITE, alpha * ends)),
            (0.75, rgba(WHITE, alpha * ends.max(0.8))),
            (1.0, rgba(WHITE, alpha)),
        ];
        let paint = fading((0.0, 0.0), (128.0, 0.0), &stops);
        let bar = [
            (0.0, 8.0 - half),
            (128.0, 8.0 - half),
            (128.0, 8.0 + half),
            (0.0, 8.0 + half),
        ];
        if let Some(path) = polygon(&bar) {
            let shift = Transform::identity();
            picture.fill_path(&path, &paint, FillRule::Winding, shift, None);
        }
    }
    picture
}

/// The flash of a muzzle.
fn flash() -> Pixmap {
    let mut picture = blank(96, 96);
    let stops = [(0.0, 1.0), (0.3, 0.5), (1.0, 0.0)];
    wash(&mut picture, (48.0, 48.0), 34.0, WHITE, &stops);
    for ray in 0..8 {
        let angle = (45.0 * ray as f32 + 8.0).to_radians();
        let far = if ray % 2 == 0 { 46.0 } else { 29.0 };
        let at =
            |angle: f32, radius: f32| (48.0 + radius * angle.cos(), 48.0 + radius * angle.sin());
        let ray = [at(angle, far), at(angle + 1.2, 6.0), at(angle - 1.2, 6.0)];
        shape(&mut picture, &ray, rgba(WHITE, 0.85));
    }
    picture
}

/// A flame.
fn flame() -> Pixmap {
    let mut picture = blank(64, 64);
    let stops = [(0.0, 0.9), (0.5, 0.4), (1.0, 0.0)];
    wash(&mut picture, (32.0, 38.0), 25.0, WHITE, &stops);
    wash(&mut picture, (30.0, 24.0), 16.0, WHITE, &stops);
    wash(&mut picture, (35.0, 13.0), 10.0, WHITE, &stops);
    picture
}

/// The marks of claws.
fn slash() -> Pixmap {
    let mut picture = blank(96, 96);
    for (x, bend) in [(26.0, 14.0), (42.0, 16.0), (58.0, 14.0)] {
        let curve: Vec<_> = (0..=12)
            .map(|i| {
                let t = i as f32 / 12.0;
                let out = (t * std::f32::consts::PI).sin();
                (x + 16.0 * t + bend * out * 0.5, 10.0 + 76.0 * t)
            })
            .collect();
        for (i, pair) in curve.windows(2).enumerate() {
            let out = ((i as f32 + 0.5) / 12.0 * std::f32::consts::PI).sin();
            let stroke = Stroke {
                width: 1.0 + 5.0 * out,
                line_cap: tiny_skia::LineCap::Round,
                ..Stroke::default()
            };
            if let Some(path) = polygon(pair) {
                let (paint, shift) = (paint(rgba(WHITE, 0.95)), Transform::identity());
                picture.stroke_path(&path, &paint, &stroke, shift, None);
            }
        }
    }
    picture
}

/// Lays light over a whole picture, from a middle outwards.
fn wash(picture: &mut Pixmap, at: (f32, f32), radius: f32, color: u32, stops: &[(f32, f32)]) {
    let stops = stops.iter().map(|&(at, alpha)| (at, rgba(color, alpha)));
    let paint = radiating(at, radius, &stops.collect::<Vec<_>>());
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    if let Some(whole) = tiny_skia::Rect::from_xywh(0.0, 0.0, width, height) {
        picture.fill_rect(whole, &paint, Transform::identity(), None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_are_bright_inside_and_clear_at_their_corners() {
        for effect in Effect::ALL {
            let picture = effect_picture(effect);
            let most = picture.pixels().iter().map(|pixel| pixel.alpha()).max();
            assert!(most > Some(120), "{effect:?} is faint: {most:?}");
            let (right, bottom) = (picture.width() - 1, picture.height() - 1);
            for (x, y) in [(0, 0), (right, 0), (0, bottom), (right, bottom)] {
                let corner = picture.pixel(x, y).map_or(0, |pixel| pixel.alpha());
                assert!(corner < 30, "{effect:?} shows its corner: {corner}");
            }
        }
    }
}
