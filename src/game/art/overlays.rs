//! Pictures laid over the ground: fog, cliffs, smoke, fire, reach, zones, fences.
//!
//! **Invariant:** [`overlay_pictures`] paints one picture for every index of [`overlay`].

use tiny_skia::{PathBuilder, Pixmap};

use super::{
    HEX, PICTURE,
    paint::{Noise, circle, corners, fill, line, new_picture, polygon, rgba, shape, spot, stroke},
};

/// Overlay pictures, by index.
pub mod overlay {
    /// Nothing.
    pub const NONE: u32 = 0;
    /// Never seen.
    pub const HIDDEN: u32 = 1;
    /// First of 64 pictures: dark edges towards hidden neighbors, by a mask of directions.
    pub const EDGE_HIDDEN: u32 = 2;
    /// First of 64: remembered, with dark edges towards hidden neighbors.
    pub const REMEMBERED: u32 = EDGE_HIDDEN + 64;
    /// First of 64: faint edges towards remembered neighbors.
    pub const EDGE_REMEMBERED: u32 = REMEMBERED + 64;
    /// First of 64: cliffs on the sides where the ground falls away.
    pub const CLIFF: u32 = EDGE_REMEMBERED + 64;
    /// First of 3: smoke by density.
    pub const SMOKE: u32 = CLIFF + 64;
    /// First of 3 frames of fire.
    pub const FIRE: u32 = SMOKE + 3;
    /// A poisonous cloud.
    pub const GAS: u32 = FIRE + 3;
    /// First of 4: in reach, by what can still be fired afterwards (nothing to the best mode).
    pub const REACH: u32 = GAS + 1;
    /// Exit hex.
    pub const EXIT: u32 = REACH + 4;
    /// Objective hex.
    pub const GOAL: u32 = EXIT + 1;
    /// First of 64: fences on hexsides.
    pub const FENCE: u32 = GOAL + 1;
    /// Number of pictures.
    pub const COUNT: u32 = FENCE + 64;
}

/// Color (red, green, blue) and alpha of the veil over remembered hexes.
const VEIL: ([f32; 3], f32) = ([30.0, 34.0, 40.0], 0.62);
/// Color and alpha of the dark towards hexes never seen.
const DARK: ([f32; 3], f32) = ([7.0, 9.0, 12.0], 0.95);

/// Paints all overlay pictures, [`overlay::COUNT`] of them.
pub fn overlay_pictures() -> Vec<Pixmap> {
    let mut pictures = vec![new_picture()];
    let mut hidden = new_picture();
    shape(&mut hidden, &corners(-2.5), rgba(0x07_090C, 1.0));
    pictures.push(hidden);
    for mask in 0..64 {
        pictures.push(edges(mask, 0.0, DARK, 26.0));
    }
    for mask in 0..64 {
        pictures.push(edges(mask, VEIL.1, DARK, 26.0));
    }
    for mask in 0..64 {
        pictures.push(edges(mask, 0.0, VEIL, 30.0));
    }
    for mask in 0..64 {
        pictures.push(cliffs(mask));
    }
    for density in 1..=3 {
        let mut picture = new_picture();
        let mut noise = Noise(density * 977);
        for _ in 0..6 + 5 * density {
            let (x, y) = spot(&mut noise, 34.0);
            let radius = noise.range(12.0, 20.0);
            circle(
                &mut picture,
                x,
                y,
                radius,
                rgba(0xB9_BEC4, 0.10 + 0.05 * density as f32),
            );
        }
        pictures.push(picture);
    }
    for frame in 0..3 {
        let mut picture = new_picture();
        let mut noise = Noise(4000 + frame * 31);
        flames(&mut picture, &mut noise);
        pictures.push(picture);
    }
    let mut gas = new_picture();
    let mut noise = Noise(7177);
    for _ in 0..16 {
        let (x, y) = spot(&mut noise, 34.0);
        let radius = noise.range(10.0, 19.0);
        circle(&mut gas, x, y, radius, rgba(0xA9_C23A, 0.16));
    }
    for _ in 0..9 {
        let (x, y) = spot(&mut noise, 34.0);
        circle(&mut gas, x, y, noise.range(1.2, 2.6), rgba(0xE2_F08A, 0.7));
    }
    pictures.push(gas);
    for level in 0..4 {
        pictures.push(reach(level));
    }
    pictures.push(zone(0x5F_C98B, true));
    pictures.push(zone(0xE8_C15A, false));
    for mask in 0..64 {
        let mut picture = new_picture();
        let outer = corners(1.0);
        for side in (0..6).filter(|side| mask >> side & 1 == 1) {
            let (a, b) = (outer[side], outer[(side + 1) % 6]);
            stroke(&mut picture, &[a, b], rgba(0x3A_2A18, 1.0), 5.0);
            stroke(&mut picture, &[a, b], rgba(0xA3_7F52, 1.0), 2.4);
            for t in [0.0, 0.33, 0.66, 1.0] {
                let (x, y) = (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
                circle(&mut picture, x, y, 3.4, rgba(0x3A_2A18, 1.0));
                circle(&mut picture, x, y, 2.2, rgba(0xC29A66, 1.0));
            }
        }
        pictures.push(picture);
    }
    assert_eq!(
        pictures.len(),
        overlay::COUNT as usize,
        "every index has its picture"
    );
    pictures
}

/// Flames from the back to the front, over a glow on the ground.
fn flames(picture: &mut Pixmap, noise: &mut Noise) {
    for (radius, alpha) in [(44.0, 0.10), (36.0, 0.12), (26.0, 0.16)] {
        circle(picture, 50.0, 62.0, radius, rgba(0xE0_5A14, alpha));
    }
    for (x, y, size) in [
        (36.0, 52.0, 24.0),
        (62.0, 50.0, 26.0),
        (49.0, 60.0, 36.0),
        (28.0, 68.0, 26.0),
        (71.0, 67.0, 28.0),
        (42.0, 80.0, 30.0),
        (60.0, 82.0, 25.0),
    ] {
        let height = size * noise.range(0.8, 1.15);
        let lean = noise.range(-6.0, 6.0);
        for (scale, color, alpha) in [
            (1.0, 0xB8_3A10, 0.8),
            (0.74, 0xEC_7A1C, 0.9),
            (0.46, 0xFF_C44A, 0.95),
            (0.22, 0xFF_F2C0, 1.0),
        ] {
            let (w, h) = (size * 0.34 * scale, height * scale);
            let tip = (x + lean * scale, y - h);
            let mut builder = PathBuilder::new();
            builder.move_to(x, y + w * 0.5);
            builder.cubic_to(x - w * 1.6, y, x - w * 0.6, y - h * 0.45, tip.0, tip.1);
            builder.cubic_to(x + w * 0.5, y - h * 0.6, x + w * 1.7, y, x, y + w * 0.5);
            if let Some(path) = builder.finish() {
                fill(picture, &path, rgba(color, alpha));
            }
        }
    }
    for _ in 0..6 {
        let (x, y) = spot(noise, 36.0);
        circle(picture, x, y - 12.0, 1.3, rgba(0xFF_D27A, 0.9));
    }
}

/// Darkness that grows towards some sides; with a `base` all of the hex lies under a gray veil.
fn edges(mask: u32, base: f32, (most_tint, most): ([f32; 3], f32), width: f32) -> Pixmap {
    let mut picture = new_picture();
    let (cx, cy) = (PICTURE.x as f32 / 2.0, PICTURE.y as f32 / 2.0);
    let normals: [(f32, f32); 6] = std::array::from_fn(|i| {
        let angle = (60.0 * i as f32).to_radians();
        (angle.cos(), angle.sin())
    });
    let apothem = HEX.x / 2.0;
    let row = PICTURE.x as usize;
    let data = picture.data_mut();
    for y in 0..PICTURE.y as usize {
        for x in 0..row {
            let (dx, dy) = (x as f32 + 0.5 - cx, y as f32 + 0.5 - cy);
            let along = |(nx, ny): (f32, f32)| dx * nx + dy * ny;
            let farthest = normals.iter().copied().map(along).fold(f32::MIN, f32::max);
            // Veils of two neighbors must not lie over each other.
            let coverage = (apothem + 0.7 - farthest).clamp(0.0, 1.0);
            let mut share = 0.0_f32;
            for (side, &normal) in normals.iter().enumerate() {
                if mask >> side & 1 == 1 {
                    let t = ((along(normal) - (apothem - width)) / width).clamp(0.0, 1.0);
                    share = share.max(t * t * (3.0 - 2.0 * t));
                }
            }
            let pixel = &mut data[(y * row + x) * 4..][..4];
            let alpha = (base + (most - base) * share) * coverage;
            for (slot, (veil, most)) in pixel.iter_mut().zip(VEIL.0.iter().zip(most_tint)) {
                let tint = veil + (most - veil) * share;
                *slot = (tint * alpha) as u8;
            }
            pixel[3] = (alpha * 255.0) as u8;
        }
    }
    picture
}

/// Cliff edges: dark on the low sides below right, light above left.
fn cliffs(mask: u32) -> Pixmap {
    let mut picture = new_picture();
    let (outer, inner) = (corners(0.0), corners(9.0));
    for side in (0..6).filter(|side| mask >> side & 1 == 1) {
        let next = (side + 1) % 6;
        let is_lit = matches!(side, 3..=5);
        let band = [outer[side], outer[next], inner[next], inner[side]];
        let color = if is_lit {
            rgba(0xE2_DCC0, 0.34)
        } else {
            rgba(0x0A_0C0A, 0.5)
        };
        shape(&mut picture, &band, color);
        stroke(
            &mut picture,
            &[outer[side], outer[next]],
            rgba(0x0A_0C0A, 0.75),
            2.5,
        );
        for t in [0.2, 0.4, 0.6, 0.8] {
            let mix = |a: (f32, f32), b: (f32, f32)| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
            let ends = [mix(outer[side], outer[next]), mix(inner[side], inner[next])];
            stroke(&mut picture, &ends, rgba(0x0A_0C0A, 0.4), 1.4);
        }
    }
    picture
}

/// A hex in reach: the more pips, the more can be fired afterwards.
fn reach(level: u32) -> Pixmap {
    let mut picture = new_picture();
    let color = [0x8C_97A3, 0x6F_A8DC, 0x6F_C3DC, 0x8F_E3D0][level as usize];
    shape(
        &mut picture,
        &corners(3.0),
        rgba(color, 0.035 + 0.012 * level as f32),
    );
    if let Some(path) = polygon(&corners(3.0)) {
        line(
            &mut picture,
            &path,
            rgba(color, 0.12 + 0.05 * level as f32),
            1.6,
        );
    }
    for i in 0..level {
        let x = 50.0 + 11.0 * (i as f32 - (level as f32 - 1.0) / 2.0);
        circle(&mut picture, x, 93.0, 2.6, rgba(color, 0.75));
    }
    picture
}

/// A hex of a zone.
fn zone(color: u32, is_exit: bool) -> Pixmap {
    let mut picture = new_picture();
    shape(&mut picture, &corners(2.0), rgba(color, 0.13));
    if let Some(path) = polygon(&corners(4.0)) {
        line(&mut picture, &path, rgba(color, 0.65), 2.4);
    }
    if is_exit {
        for x in [38.0, 52.0] {
            let points = [(x, 44.0), (x + 12.0, 58.0), (x, 72.0)];
            stroke(&mut picture, &points, rgba(color, 0.85), 5.0);
        }
    } else {
        stroke(
            &mut picture,
            &[(42.0, 38.0), (42.0, 78.0)],
            rgba(color, 0.9),
            4.0,
        );
        shape(
            &mut picture,
            &[(44.0, 39.0), (66.0, 47.0), (44.0, 56.0)],
            rgba(color, 0.9),
        );
    }
    picture
}

/// Paints the outline of a hex, for the one pointed at.
pub fn outline_picture() -> Pixmap {
    let mut picture = new_picture();
    if let Some(path) = polygon(&corners(2.0)) {
        line(&mut picture, &path, rgba(0xF7_EFD2, 0.95), 3.0);
    }
    picture
}
