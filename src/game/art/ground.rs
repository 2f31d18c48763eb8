//! Ground pictures: one per terrain kind and variant.
//!
//! **Invariant:** a terrain kind without a picture of its own gets one from what it does.

use tiny_skia::{FillRule, PathBuilder, Pixmap, Transform};

use super::{
    PICTURE,
    paint::{
        Noise, circle, corners, line, new_picture, polygon, rgba, scatter, shade, shape, spot,
        stroke,
    },
};
use crate::content::terrain::{Cover, Obstacle, Terrain};

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
        "lava" => 0x3A_1C16,
        "acid" => 0x3F_4A1E,
        _ => match terrain.obstacle {
            Obstacle::Tall => 0x4A_4E55,
            Obstacle::Blocks => 0x1F_3D52,
            _ => 0x5A_5C50,
        },
    }
}

/// Returns the color of a terrain kind from afar: red, green, blue (sRGB).
pub fn ground_color(terrain: &Terrain) -> [u8; 3] {
    let [_, red, green, blue] = ground(terrain).to_be_bytes();
    [red, green, blue]
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
        "acid" => acid(&mut picture, &mut noise),
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
        "door" => door(&mut picture, &mut noise),
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
        mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
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

/// A green pool with bubbles.
fn acid(picture: &mut Pixmap, noise: &mut Noise) {
    for _ in 0..7 {
        let (x, y) = spot(noise, 34.0);
        for (radius, alpha) in [(17.0, 0.18), (10.0, 0.24)] {
            circle(picture, x, y, radius, rgba(0x9C_C22E, alpha));
        }
    }
    for _ in 0..12 {
        let (x, y) = spot(noise, 36.0);
        circle(picture, x, y, noise.range(1.4, 3.4), rgba(0xDC_F27A, 0.8));
    }
}

/// A dark crust with glowing cracks.
fn lava(picture: &mut Pixmap, noise: &mut Noise) {
    for _ in 0..5 {
        let (x, y) = spot(noise, 34.0);
        for (radius, alpha) in [(20.0, 0.12), (13.0, 0.18), (7.0, 0.25)] {
            circle(picture, x, y, radius, rgba(0xE8_5A1A, alpha));
        }
    }
    for _ in 0..6 {
        let mut points = vec![spot(noise, 36.0)];
        let mut angle = noise.range(0.0, std::f32::consts::TAU);
        for _ in 0..4 {
            let (x, y) = points[points.len() - 1];
            angle += noise.range(-0.9, 0.9);
            let (x, y) = (x + 10.0 * angle.cos(), y + 10.0 * angle.sin());
            if (x - 50.0).hypot(y - 58.0) > 44.0 {
                break;
            }
            points.push((x, y));
        }
        stroke(picture, &points, rgba(0xC2_4416, 0.7), 6.0);
        stroke(picture, &points, rgba(0xFF_8A2A, 0.9), 3.2);
        stroke(picture, &points, rgba(0xFF_E08A, 0.95), 1.3);
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

fn door(picture: &mut Pixmap, noise: &mut Noise) {
    block_full(picture, 0x7C_8089, noise);
    let leaf = [(26.0, 30.0), (74.0, 30.0), (74.0, 86.0), (26.0, 86.0)];
    shape(picture, &leaf, rgba(0x3A_2816, 1.0));
    let inner = [(30.0, 34.0), (70.0, 34.0), (70.0, 82.0), (30.0, 82.0)];
    shape(picture, &inner, rgba(0x9A_6C3C, 1.0));
    for x in [40.0, 50.0, 60.0] {
        stroke(picture, &[(x, 34.0), (x, 82.0)], rgba(0x6B_4824, 1.0), 1.5);
    }
    circle(picture, 64.0, 58.0, 3.2, rgba(0xE8_C86A, 1.0));
}
