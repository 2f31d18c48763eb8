//! Art painted in code: terrain, fog, marks and unit tokens, as vector shapes on pixel buffers.
//!
//! **Invariant:** the same pictures every time; variety comes from a fixed hash, not from chance.

use bevy::{
    asset::RenderAssetUsages,
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages},
};
use tiny_skia::{
    Color, FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Stroke, Transform as Shift,
};

use crate::content::{
    battlescape::Silhouette,
    terrain::{Cover, Obstacle, Terrain},
};

/// Size of one hex picture in pixels, a little more than the hex so that no seams show.
pub const PICTURE: UVec2 = UVec2::new(100, 116);
/// Width and height of a pointy-top hex in pixels.
pub const HEX: Vec2 = Vec2::new(96.0, 110.85);
/// Pictures of each terrain kind.
pub const VARIANTS: u32 = 4;
/// Size of a unit token in pixels.
pub const TOKEN: u32 = 96;

/// Spreads a number over all bits; the only source of variety.
fn scatter(seed: u32) -> u32 {
    let mut x = seed.wrapping_mul(0x9E37_79B9) ^ 0x85EB_CA6B;
    x = (x ^ (x >> 15)).wrapping_mul(0x2C1B_3C6D);
    x = (x ^ (x >> 12)).wrapping_mul(0x297A_2D39);
    x ^ (x >> 15)
}

/// A sequence of fixed numbers from 0 to 1.
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(1);
        (scatter(self.0) >> 8) as f32 / (1 << 24) as f32
    }
    fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next()
    }
}

fn rgba(hex: u32, alpha: f32) -> Color {
    let channel = |shift: u32| ((hex >> shift) & 0xFF) as f32 / 255.0;
    Color::from_rgba(channel(16), channel(8), channel(0), alpha.clamp(0.0, 1.0))
        .expect("channels are from 0 to 1")
}

/// Lightens (above 1) or darkens a color.
fn shade(hex: u32, factor: f32) -> u32 {
    let channel = |shift: u32| {
        let value = ((hex >> shift) & 0xFF) as f32 * factor;
        (value.clamp(0.0, 255.0) as u32) << shift
    };
    channel(16) | channel(8) | channel(0)
}

fn paint(color: Color) -> Paint<'static> {
    let mut paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    paint.set_color(color);
    paint
}

fn fill(picture: &mut Pixmap, path: &Path, color: Color) {
    picture.fill_path(
        path,
        &paint(color),
        FillRule::Winding,
        Shift::identity(),
        None,
    );
}

fn line(picture: &mut Pixmap, path: &Path, color: Color, width: f32) {
    let stroke = Stroke {
        width,
        line_cap: LineCap::Round,
        ..Stroke::default()
    };
    picture.stroke_path(path, &paint(color), &stroke, Shift::identity(), None);
}

fn circle(picture: &mut Pixmap, x: f32, y: f32, radius: f32, color: Color) {
    if let Some(path) = PathBuilder::from_circle(x, y, radius.max(0.1)) {
        fill(picture, &path, color);
    }
}

fn polygon(points: &[(f32, f32)]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    builder.move_to(first.0, first.1);
    for point in rest {
        builder.line_to(point.0, point.1);
    }
    builder.close();
    builder.finish()
}

fn shape(picture: &mut Pixmap, points: &[(f32, f32)], color: Color) {
    if let Some(path) = polygon(points) {
        fill(picture, &path, color);
    }
}

fn stroke(picture: &mut Pixmap, points: &[(f32, f32)], color: Color, width: f32) {
    let mut builder = PathBuilder::new();
    for (i, point) in points.iter().enumerate() {
        match i {
            0 => builder.move_to(point.0, point.1),
            _ => builder.line_to(point.0, point.1),
        }
    }
    if let Some(path) = builder.finish() {
        line(picture, &path, color, width);
    }
}

/// Corners of the hex in a picture, `inset` pixels inside its border, from the upper right one
/// clockwise: side `i` from corner `i` to the next faces direction `i`.
fn corners(inset: f32) -> [(f32, f32); 6] {
    let (cx, cy) = (PICTURE.x as f32 / 2.0, PICTURE.y as f32 / 2.0);
    let radius = HEX.y / 2.0 - inset;
    std::array::from_fn(|i| {
        let angle = (-30.0 + 60.0 * i as f32).to_radians();
        (cx + radius * angle.cos(), cy + radius * angle.sin())
    })
}

fn new_picture() -> Pixmap {
    Pixmap::new(PICTURE.x, PICTURE.y).expect("the size is not zero")
}

/// Ground color of a terrain kind by its key; unknown kinds get one from what they do.
fn ground(terrain: &Terrain) -> u32 {
    match terrain.key.as_str() {
        "grass" | "bush" | "tree" => 0x4C_5A3E,
        "floor" | "crate" | "door" | "open_door" | "window" => 0x6B_6152,
        "road" => 0x5E_5A55,
        "sand" => 0x94_835F,
        "mud" => 0x57_4838,
        "rubble" => 0x5C_5A57,
        "wall" => 0x4A_4E55,
        "wood_wall" => 0x54_4738,
        "low_wall" => 0x50_5A45,
        "shallow_water" => 0x3F_6472,
        "deep_water" => 0x1F_3D52,
        "lava" => 0x5A_2414,
        _ => match terrain.obstacle {
            Obstacle::Tall => 0x4A_4E55,
            Obstacle::Blocks => 0x1F_3D52,
            _ => 0x5A_5C50,
        },
    }
}

/// Paints one hex of a terrain kind.
pub fn terrain_picture(terrain: &Terrain, variant: u32) -> Pixmap {
    let mut picture = new_picture();
    let key = terrain.key.as_str();
    let seed = terrain.key.bytes().fold(variant * 7919, |sum, b| {
        sum.wrapping_mul(31).wrapping_add(u32::from(b))
    });
    let mut noise = Noise(scatter(seed));
    let base = ground(terrain);
    shape(&mut picture, &corners(-2.5), rgba(base, 1.0));
    texture(&mut picture, base, &mut noise);
    match key {
        "grass" => tufts(&mut picture, &mut noise, 14),
        "road" => {
            for _ in 0..12 {
                let (x, y) = spot(&mut noise, 44.0);
                circle(
                    &mut picture,
                    x,
                    y,
                    noise.range(1.0, 2.6),
                    rgba(shade(base, 1.25), 0.5),
                );
            }
        }
        "floor" | "open_door" => boards(&mut picture, base),
        "sand" => ripples(&mut picture, shade(base, 1.14), &mut noise),
        "mud" => {
            for _ in 0..6 {
                let (x, y) = spot(&mut noise, 34.0);
                circle(
                    &mut picture,
                    x,
                    y,
                    noise.range(4.0, 9.0),
                    rgba(shade(base, 0.75), 0.6),
                );
            }
        }
        "shallow_water" => ripples(&mut picture, shade(base, 1.35), &mut noise),
        "deep_water" => ripples(&mut picture, shade(base, 1.5), &mut noise),
        "lava" => lava(&mut picture, &mut noise),
        "rubble" => rocks(&mut picture, &mut noise, 16),
        "bush" => {
            tufts(&mut picture, &mut noise, 10);
            for _ in 0..5 {
                let (x, y) = spot(&mut noise, 24.0);
                crown(
                    &mut picture,
                    x,
                    y,
                    noise.range(10.0, 15.0),
                    0x5E_7A45,
                    &mut noise,
                );
            }
        }
        "tree" => {
            tufts(&mut picture, &mut noise, 10);
            let (x, y) = spot(&mut noise, 6.0);
            circle(&mut picture, x + 5.0, y + 8.0, 33.0, rgba(0x10_140C, 0.45));
            crown(&mut picture, x, y, 32.0, 0x3F_6238, &mut noise);
            crown(&mut picture, x - 4.0, y - 5.0, 20.0, 0x55_7D48, &mut noise);
        }
        "low_wall" => {
            tufts(&mut picture, &mut noise, 8);
            block(&mut picture, 11.0, 0x8B_8577, 5.0);
        }
        "crate" => {
            boards(&mut picture, base);
            crate_box(&mut picture);
        }
        "wall" => block_full(&mut picture, 0x7C_8089, &mut noise),
        "wood_wall" => block_full(&mut picture, 0x86_6C4C, &mut noise),
        "door" => door(&mut picture),
        "window" => {
            block_full(&mut picture, 0x7C_8089, &mut noise);
            shape(
                &mut picture,
                &[(24.0, 46.0), (76.0, 46.0), (76.0, 70.0), (24.0, 70.0)],
                rgba(0x27_3540, 1.0),
            );
            shape(
                &mut picture,
                &[(28.0, 50.0), (72.0, 50.0), (72.0, 66.0), (28.0, 66.0)],
                rgba(0x8F_B9C9, 0.9),
            );
            stroke(
                &mut picture,
                &[(50.0, 46.0), (50.0, 70.0)],
                rgba(0x27_3540, 1.0),
                4.0,
            );
        }
        _ => {
            if terrain.obstacle == Obstacle::Tall {
                block_full(&mut picture, shade(base, 1.5), &mut noise);
            } else if terrain.cover != Cover::None {
                rocks(&mut picture, &mut noise, 12);
            }
        }
    }
    if key == "open_door" {
        let wood = rgba(0x8A_6238, 1.0);
        shape(
            &mut picture,
            &[(12.0, 34.0), (20.0, 34.0), (20.0, 82.0), (12.0, 82.0)],
            wood,
        );
    }
    // A quiet border, so that hexes can be counted.
    if let Some(path) = polygon(&corners(0.5)) {
        line(&mut picture, &path, rgba(0x10_1418, 0.22), 1.2);
    }
    picture
}

/// A place near the middle of the picture.
fn spot(noise: &mut Noise, radius: f32) -> (f32, f32) {
    let angle = noise.range(0.0, std::f32::consts::TAU);
    let distance = noise.next().sqrt() * radius;
    (50.0 + distance * angle.cos(), 58.0 + distance * angle.sin())
}

/// Soft blotches all over the hex.
fn texture(picture: &mut Pixmap, base: u32, noise: &mut Noise) {
    for i in 0..70 {
        let (x, y) = spot(noise, 60.0);
        let factor = if i % 2 == 0 { 1.12 } else { 0.86 };
        let radius = noise.range(3.0, 11.0);
        circle(picture, x, y, radius, rgba(shade(base, factor), 0.14));
    }
    // What was painted beyond the bleed would show on the neighbors.
    let mut mask = tiny_skia::Mask::new(PICTURE.x, PICTURE.y).expect("the size is not zero");
    if let Some(path) = polygon(&corners(-2.5)) {
        mask.fill_path(&path, FillRule::Winding, true, Shift::identity());
        picture.apply_mask(&mask);
    }
}

fn tufts(picture: &mut Pixmap, noise: &mut Noise, count: u32) {
    for _ in 0..count {
        let (x, y) = spot(noise, 42.0);
        let color = rgba(
            if noise.next() > 0.5 {
                0x66_7C4E
            } else {
                0x38_4530
            },
            0.65,
        );
        for lean in [-2.5_f32, 0.0, 2.5] {
            stroke(
                picture,
                &[(x, y), (x + lean, y - noise.range(3.0, 6.5))],
                color,
                1.2,
            );
        }
    }
}

fn boards(picture: &mut Pixmap, base: u32) {
    let dark = rgba(shade(base, 0.72), 0.55);
    for i in 1..6 {
        let y = 18.0 + 16.0 * i as f32;
        let half = (46.0_f32).min(46.0 - ((y - 58.0).abs() - 27.0).max(0.0) * 1.7);
        stroke(picture, &[(50.0 - half, y), (50.0 + half, y)], dark, 1.2);
    }
}

fn ripples(picture: &mut Pixmap, color: u32, noise: &mut Noise) {
    for _ in 0..9 {
        let (x, y) = spot(noise, 36.0);
        let width = noise.range(7.0, 15.0);
        let mut builder = PathBuilder::new();
        builder.move_to(x - width, y);
        builder.quad_to(x - width / 2.0, y - 4.0, x, y);
        builder.quad_to(x + width / 2.0, y + 4.0, x + width, y);
        if let Some(path) = builder.finish() {
            line(picture, &path, rgba(color, 0.45), 1.6);
        }
    }
}

fn lava(picture: &mut Pixmap, noise: &mut Noise) {
    for _ in 0..10 {
        let (x, y) = spot(noise, 38.0);
        let radius = noise.range(4.0, 11.0);
        circle(picture, x, y, radius, rgba(0xD2_5A1E, 0.75));
        circle(picture, x, y, radius * 0.55, rgba(0xFF_C24A, 0.85));
    }
}

fn rocks(picture: &mut Pixmap, noise: &mut Noise, count: u32) {
    for _ in 0..count {
        let (x, y) = spot(noise, 38.0);
        let size = noise.range(4.0, 10.0);
        let corner = |angle: f32, factor: f32| {
            (
                x + size * factor * angle.cos(),
                y + size * factor * angle.sin(),
            )
        };
        let points: Vec<_> = (0..6)
            .map(|i| corner(i as f32 * 1.05, 0.75 + 0.25 * ((i * 7) % 3) as f32))
            .collect();
        let lower: Vec<_> = points.iter().map(|(x, y)| (x + 2.0, y + 3.0)).collect();
        shape(picture, &lower, rgba(0x16_1616, 0.5));
        let gray = if noise.next() > 0.5 {
            0x8C_8880
        } else {
            0x76_726C
        };
        shape(picture, &points, rgba(gray, 1.0));
    }
}

fn crown(picture: &mut Pixmap, x: f32, y: f32, radius: f32, color: u32, noise: &mut Noise) {
    circle(picture, x + 2.0, y + 4.0, radius, rgba(0x12_180E, 0.4));
    for i in 0..9 {
        let angle = i as f32 * 0.698;
        let (dx, dy) = (angle.cos() * radius * 0.62, angle.sin() * radius * 0.62);
        let tone = shade(color, noise.range(0.82, 1.05));
        circle(picture, x + dx, y + dy, radius * 0.46, rgba(tone, 1.0));
    }
    circle(picture, x, y, radius * 0.7, rgba(color, 1.0));
    for _ in 0..7 {
        let angle = noise.range(3.2, 5.6);
        let distance = noise.range(0.2, 0.7) * radius;
        let (dx, dy) = (angle.cos() * distance, angle.sin() * distance);
        circle(
            picture,
            x + dx,
            y + dy,
            radius * 0.14,
            rgba(shade(color, 1.35), 0.8),
        );
    }
}

/// A low block in the middle of the hex.
fn block(picture: &mut Pixmap, inset: f32, color: u32, height: f32) {
    let top = corners(inset + 10.0);
    let lower: Vec<_> = top.iter().map(|(x, y)| (*x, y + height)).collect();
    let shadow: Vec<_> = top
        .iter()
        .map(|(x, y)| (x + 4.0, y + height + 4.0))
        .collect();
    shape(picture, &shadow, rgba(0x0C_0E10, 0.45));
    shape(picture, &lower, rgba(shade(color, 0.55), 1.0));
    let raised: Vec<_> = top.iter().map(|(x, y)| (*x, y - height)).collect();
    shape(picture, &raised, rgba(color, 1.0));
    for side in [0.33, 0.66] {
        let (a, b) = (raised[4], raised[0]);
        let (c, d) = (raised[3], raised[1]);
        let from = (a.0 + (c.0 - a.0) * side, a.1 + (c.1 - a.1) * side);
        let to = (b.0 + (d.0 - b.0) * side, b.1 + (d.1 - b.1) * side);
        stroke(picture, &[from, to], rgba(shade(color, 0.7), 0.7), 1.5);
    }
}

/// A wall that fills the hex, lit from above left.
fn block_full(picture: &mut Pixmap, color: u32, noise: &mut Noise) {
    shape(picture, &corners(-2.5), rgba(shade(color, 0.5), 1.0));
    let top: Vec<_> = corners(5.0).iter().map(|(x, y)| (*x, y - 5.0)).collect();
    shape(picture, &top, rgba(color, 1.0));
    for _ in 0..18 {
        let (x, y) = spot(noise, 38.0);
        let tone = shade(color, noise.range(0.8, 1.15));
        let (w, h) = (noise.range(6.0, 14.0), noise.range(3.0, 6.0));
        shape(
            picture,
            &[
                (x - w, y - h - 5.0),
                (x + w, y - h - 5.0),
                (x + w, y + h - 5.0),
                (x - w, y + h - 5.0),
            ],
            rgba(tone, 0.35),
        );
    }
    stroke(
        picture,
        &[top[3], top[4], top[5]],
        rgba(shade(color, 1.4), 0.8),
        2.0,
    );
    stroke(
        picture,
        &[top[0], top[1], top[2]],
        rgba(shade(color, 0.4), 0.9),
        2.0,
    );
}

fn crate_box(picture: &mut Pixmap) {
    let square = |inset: f32, lift: f32| {
        [
            (24.0 + inset, 32.0 + inset - lift),
            (76.0 - inset, 32.0 + inset - lift),
            (76.0 - inset, 84.0 - inset - lift),
            (24.0 + inset, 84.0 - inset - lift),
        ]
    };
    shape(picture, &square(-3.0, -6.0), rgba(0x0C_0A08, 0.45));
    shape(picture, &square(0.0, 0.0), rgba(0x5A_4128, 1.0));
    shape(picture, &square(2.0, 4.0), rgba(0xA6_7D4C, 1.0));
    let dark = rgba(0x6B_4C2B, 1.0);
    let top = square(5.0, 4.0);
    if let Some(path) = polygon(&top) {
        line(picture, &path, dark, 4.0);
    }
    stroke(picture, &[top[0], top[2]], dark, 4.0);
    stroke(picture, &[top[1], top[3]], dark, 4.0);
}

fn door(picture: &mut Pixmap) {
    let mut noise = Noise(5);
    block_full(picture, 0x7C_8089, &mut noise);
    let leaf = [(26.0, 30.0), (74.0, 30.0), (74.0, 86.0), (26.0, 86.0)];
    shape(picture, &leaf, rgba(0x3A_2816, 1.0));
    let inner = [(30.0, 34.0), (70.0, 34.0), (70.0, 82.0), (30.0, 82.0)];
    shape(picture, &inner, rgba(0x9A_6C3C, 1.0));
    for x in [40.0, 50.0, 60.0] {
        stroke(picture, &[(x, 34.0), (x, 82.0)], rgba(0x6B_4824, 1.0), 1.5);
    }
    circle(picture, 64.0, 58.0, 3.2, rgba(0xE8_C86A, 1.0));
}

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
    /// First of 4: in reach, by what can still be fired afterwards (nothing to the best mode).
    pub const REACH: u32 = FIRE + 3;
    /// Exit hex.
    pub const EXIT: u32 = REACH + 4;
    /// Objective hex.
    pub const GOAL: u32 = EXIT + 1;
    /// First of 64: fences on hexsides.
    pub const FENCE: u32 = GOAL + 1;
    /// Number of pictures.
    pub const COUNT: u32 = FENCE + 64;
}

/// Paints all overlay pictures, [`overlay::COUNT`] of them.
pub fn overlay_pictures() -> Vec<Pixmap> {
    let mut pictures = vec![new_picture()];
    let mut hidden = new_picture();
    shape(&mut hidden, &corners(-2.5), rgba(0x07_090C, 1.0));
    pictures.push(hidden);
    for mask in 0..64 {
        pictures.push(edges(mask, 0.0, 0.95, 26.0));
    }
    for mask in 0..64 {
        pictures.push(edges(mask, 0.5, 0.95, 26.0));
    }
    for mask in 0..64 {
        pictures.push(edges(mask, 0.0, 0.5, 22.0));
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
        for _ in 0..11 {
            let (x, y) = spot(&mut noise, 30.0);
            let h = noise.range(14.0, 26.0);
            for (scale, color) in [(1.0, 0xC8_3E12), (0.66, 0xF0_8A24), (0.34, 0xFF_E08A)] {
                let (w, h) = (h * 0.36 * scale, h * scale);
                shape(
                    &mut picture,
                    &[(x - w, y), (x, y - h), (x + w, y), (x, y + w)],
                    rgba(color, 0.85),
                );
            }
        }
        pictures.push(picture);
    }
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

/// Darkness that grows towards some sides.
fn edges(mask: u32, base: f32, most: f32, width: f32) -> Pixmap {
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
            if farthest > apothem + 2.2 {
                continue;
            }
            let mut alpha = base;
            for (side, &normal) in normals.iter().enumerate() {
                if mask >> side & 1 == 1 {
                    let t = ((along(normal) - (apothem - width)) / width).clamp(0.0, 1.0);
                    alpha = alpha.max(base + (most - base) * t * t * (3.0 - 2.0 * t));
                }
            }
            let pixel = &mut data[(y * row + x) * 4..][..4];
            let tint = [7.0, 9.0, 12.0];
            for (slot, tint) in pixel.iter_mut().zip(tint) {
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

/// Colors of the sides; shapes differ too.
pub const SIDE_COLORS: [u32; 4] = [0x3F_7FB8, 0xC4_5A35, 0x8A_8F3C, 0x8A_5AA8];

/// Paints a unit token: a frame by side, a silhouette by kind.
pub fn token_picture(silhouette: Silhouette, side: usize) -> Pixmap {
    let mut picture = Pixmap::new(TOKEN, TOKEN).expect("the size is not zero");
    let color = SIDE_COLORS[side.min(SIDE_COLORS.len() - 1)];
    let center = TOKEN as f32 / 2.0;
    let frame = |radius: f32, lift: f32| -> Option<Path> {
        match side {
            0 => PathBuilder::from_circle(center, center - lift, radius),
            _ => {
                let count = if side == 1 { 6 } else { 4 };
                let points: Vec<_> = (0..count)
                    .map(|i| {
                        let angle = i as f32 * std::f32::consts::TAU / count as f32;
                        let radius = radius * if count == 4 { 1.1 } else { 1.05 };
                        (
                            center + radius * angle.cos(),
                            center - lift + radius * angle.sin(),
                        )
                    })
                    .collect();
                polygon(&points)
            }
        }
    };
    for (radius, lift, tone, alpha) in [
        (39.0, -4.0, 0x05_0608, 0.55),
        (38.0, 0.0, shade(color, 0.45), 1.0),
        (35.0, 1.0, shade(color, 0.85), 1.0),
        (30.0, 1.0, shade(color, 0.38), 1.0),
    ] {
        if let Some(path) = frame(radius, lift) {
            fill(&mut picture, &path, rgba(tone, alpha));
        }
    }
    figure(&mut picture, silhouette, shade(color, 1.75));
    picture
}

/// Draws the silhouette of a unit kind in the middle of a token.
fn figure(picture: &mut Pixmap, silhouette: Silhouette, light: u32) {
    let tone = rgba(light, 1.0);
    let dark = rgba(shade(light, 0.3), 1.0);
    let accent = rgba(0xF4_E7C0, 1.0);
    let gun = |picture: &mut Pixmap, from: (f32, f32), to: (f32, f32), width: f32| {
        stroke(picture, &[from, to], dark, width + 3.0);
        stroke(picture, &[from, to], accent, width);
    };
    let bust = |picture: &mut Pixmap, half: f32| {
        shape(
            picture,
            &[
                (48.0 - half, 70.0),
                (48.0 - half + 4.0, 54.0),
                (40.0, 48.0),
                (56.0, 48.0),
                (48.0 + half - 4.0, 54.0),
                (48.0 + half, 70.0),
            ],
            tone,
        );
    };
    match silhouette {
        Silhouette::Soldier | Silhouette::Marksman | Silhouette::Officer => {
            bust(picture, 17.0);
            circle(picture, 48.0, 40.0, 9.5, tone);
            shape(
                picture,
                &[(37.0, 40.0), (40.0, 30.0), (56.0, 30.0), (59.0, 40.0)],
                accent,
            );
            if silhouette == Silhouette::Officer {
                shape(
                    picture,
                    &[(35.0, 33.0), (44.0, 25.0), (60.0, 29.0), (58.0, 34.0)],
                    rgba(0xB4_3A3A, 1.0),
                );
                circle(picture, 42.0, 62.0, 2.6, accent);
                circle(picture, 42.0, 55.0, 2.6, accent);
            }
            match silhouette {
                Silhouette::Marksman => gun(picture, (30.0, 72.0), (70.0, 26.0), 3.0),
                _ => gun(picture, (34.0, 66.0), (64.0, 52.0), 4.0),
            }
        }
        Silhouette::Gunner => {
            bust(picture, 22.0);
            circle(picture, 48.0, 38.0, 10.5, tone);
            shape(
                picture,
                &[(36.0, 39.0), (38.0, 27.0), (58.0, 27.0), (60.0, 39.0)],
                accent,
            );
            gun(picture, (28.0, 64.0), (70.0, 58.0), 6.5);
            gun(picture, (44.0, 64.0), (44.0, 71.0), 3.0);
        }
        Silhouette::Sectoid | Silhouette::SectoidLeader => {
            shape(
                picture,
                &[(38.0, 72.0), (42.0, 52.0), (54.0, 52.0), (58.0, 72.0)],
                tone,
            );
            if let Some(path) = PathBuilder::from_oval(
                tiny_skia::Rect::from_xywh(32.0, 22.0, 32.0, 34.0).expect("a sound rectangle"),
            ) {
                fill(picture, &path, tone);
            }
            shape(
                picture,
                &[(36.0, 40.0), (46.0, 44.0), (44.0, 50.0), (38.0, 47.0)],
                dark,
            );
            shape(
                picture,
                &[(60.0, 40.0), (50.0, 44.0), (52.0, 50.0), (58.0, 47.0)],
                dark,
            );
            if silhouette == Silhouette::SectoidLeader {
                shape(
                    picture,
                    &[(40.0, 24.0), (48.0, 12.0), (56.0, 24.0), (48.0, 28.0)],
                    accent,
                );
            }
            gun(picture, (34.0, 70.0), (62.0, 62.0), 3.5);
        }
        Silhouette::Brute => {
            bust(picture, 25.0);
            shape(
                picture,
                &[(24.0, 58.0), (30.0, 46.0), (66.0, 46.0), (72.0, 58.0)],
                tone,
            );
            circle(picture, 48.0, 38.0, 10.0, tone);
            shape(picture, &[(38.0, 34.0), (30.0, 24.0), (42.0, 30.0)], accent);
            shape(picture, &[(58.0, 34.0), (66.0, 24.0), (54.0, 30.0)], accent);
            gun(picture, (32.0, 66.0), (66.0, 56.0), 5.0);
        }
        Silhouette::Ripper => {
            for (dx, flip) in [(-1.0_f32, -1.0_f32), (1.0, 1.0)] {
                for i in 0..3 {
                    let y = 34.0 + 12.0 * i as f32;
                    stroke(
                        picture,
                        &[
                            (48.0, 50.0),
                            (48.0 + dx * 16.0, y),
                            (48.0 + flip * 24.0, y + 9.0),
                        ],
                        tone,
                        4.0,
                    );
                }
            }
            if let Some(path) = PathBuilder::from_oval(
                tiny_skia::Rect::from_xywh(36.0, 32.0, 24.0, 36.0).expect("a sound rectangle"),
            ) {
                fill(picture, &path, tone);
            }
            circle(picture, 43.0, 40.0, 2.6, rgba(0xE0_3A2A, 1.0));
            circle(picture, 53.0, 40.0, 2.6, rgba(0xE0_3A2A, 1.0));
        }
        Silhouette::Walker => {
            for dx in [-20.0_f32, -7.0, 7.0, 20.0] {
                stroke(
                    picture,
                    &[
                        (48.0 + dx * 0.4, 50.0),
                        (48.0 + dx, 60.0),
                        (48.0 + dx * 1.1, 72.0),
                    ],
                    tone,
                    3.5,
                );
            }
            if let Some(path) = PathBuilder::from_oval(
                tiny_skia::Rect::from_xywh(24.0, 32.0, 48.0, 22.0).expect("a sound rectangle"),
            ) {
                fill(picture, &path, tone);
            }
            circle(picture, 48.0, 36.0, 9.0, accent);
            gun(picture, (48.0, 46.0), (48.0, 60.0), 5.0);
        }
        Silhouette::Drone => {
            stroke(picture, &[(26.0, 48.0), (70.0, 48.0)], tone, 5.0);
            for x in [27.0, 69.0] {
                circle(picture, x, 48.0, 9.0, tone);
                circle(picture, x, 48.0, 5.0, dark);
            }
            circle(picture, 48.0, 48.0, 14.0, tone);
            circle(picture, 48.0, 50.0, 6.0, rgba(0x9C_F0FF, 1.0));
        }
    }
}

/// Paints a facing wedge that points East.
pub fn wedge_picture() -> Pixmap {
    let mut picture = Pixmap::new(TOKEN, TOKEN).expect("the size is not zero");
    shape(
        &mut picture,
        &[(84.0, 36.0), (95.0, 48.0), (84.0, 60.0)],
        rgba(0x0A_0C10, 0.8),
    );
    shape(
        &mut picture,
        &[(85.5, 39.5), (93.0, 48.0), (85.5, 56.5)],
        rgba(0xF4_E7C0, 1.0),
    );
    picture
}

/// Paints a ring (selection, target).
pub fn ring_picture(color: u32, is_dashed: bool) -> Pixmap {
    let mut picture = Pixmap::new(TOKEN + 16, TOKEN + 16).expect("the size is not zero");
    let center = (TOKEN + 16) as f32 / 2.0;
    if let Some(path) = PathBuilder::from_circle(center, center, 47.0) {
        let dash = is_dashed
            .then(|| tiny_skia::StrokeDash::new(vec![16.0, 9.0], 0.0))
            .flatten();
        let stroke = Stroke {
            width: 4.0,
            dash,
            ..Stroke::default()
        };
        picture.stroke_path(
            &path,
            &paint(rgba(color, 0.95)),
            &stroke,
            Shift::identity(),
            None,
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

/// Paints a soft white dot, tinted for paths, tracers and flashes.
pub fn dot_picture() -> Pixmap {
    let mut picture = Pixmap::new(32, 32).expect("the size is not zero");
    for (radius, alpha) in [(15.0, 0.18), (11.0, 0.3), (7.5, 1.0)] {
        circle(&mut picture, 16.0, 16.0, radius, rgba(0xFF_FFFF, alpha));
    }
    picture
}

/// Makes a Bevy image of a picture.
pub fn image(picture: &Pixmap) -> Image {
    // Bevy blends straight alpha; tiny-skia paints with premultiplied alpha.
    let data = picture
        .pixels()
        .iter()
        .flat_map(|pixel| {
            let pixel = pixel.demultiply();
            [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
        })
        .collect();
    let size = Extent3d {
        width: picture.width(),
        height: picture.height(),
        depth_or_array_layers: 1,
    };
    let mut image = Image::new(
        size,
        TextureDimension::D2,
        data,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD | RenderAssetUsages::MAIN_WORLD,
    );
    image.texture_descriptor.usage =
        TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_SRC | TextureUsages::COPY_DST;
    image
}

/// Joins hex pictures side by side, 16 a row, into one sheet for the tilemap.
pub fn sheet(pictures: &[Pixmap]) -> Image {
    let columns = 16;
    let rows = u32::try_from(pictures.len())
        .expect("few pictures")
        .div_ceil(columns);
    let mut sheet =
        Pixmap::new(PICTURE.x * columns, PICTURE.y * rows).expect("the size is not zero");
    for (i, picture) in (0_u32..).zip(pictures) {
        let (x, y) = (i % columns * PICTURE.x, i / columns * PICTURE.y);
        sheet.draw_pixmap(
            x.cast_signed(),
            y.cast_signed(),
            picture.as_ref(),
            &tiny_skia::PixmapPaint::default(),
            Shift::identity(),
            None,
        );
    }
    image(&sheet)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_terrain_and_token_has_a_picture_of_its_own() {
        let catalog = crate::content::load_default().unwrap_or_else(|error| panic!("{error}"));
        let mut seen = Vec::new();
        for terrain in &catalog.terrains {
            for variant in 0..VARIANTS {
                seen.push(terrain_picture(terrain, variant).take());
            }
        }
        for unit in &catalog.battlescape.units {
            seen.push(token_picture(unit.silhouette, 0).take());
            seen.push(token_picture(unit.silhouette, 1).take());
        }
        for (i, picture) in seen.iter().enumerate() {
            assert!(
                picture.iter().any(|&byte| byte > 40),
                "picture {i} is blank"
            );
        }
        let overlays = overlay_pictures();
        assert_eq!(overlays.len(), overlay::COUNT as usize);
    }
}
