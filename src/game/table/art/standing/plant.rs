//! Trees and bushes.
//!
//! **Invariant:** crowns are lit from the upper left, whatever their shape.

use std::f32::consts::TAU;

use bevy::math::{Vec2, vec2};

use super::{Packer, Picture, Prop};
use crate::game::table::art::paint::{Noise, rgba, shade};

/// Greens of crowns: dark, body, light.
const GREENS: [[u32; 3]; 5] = [
    [0x22_3320, 0x3B_5231, 0x64_7B44],
    [0x25_3421, 0x45_5732, 0x72_8049],
    [0x1E_3024, 0x35_4E38, 0x58_7650],
    [0x2B_3420, 0x4E_572E, 0x7F_8146],
    [0x23_2F1D, 0x3D_4C2C, 0x66_7240],
];

pub(super) fn paint_all(packer: &mut Packer) {
    let greens = |variant: u32| GREENS[variant as usize % GREENS.len()];
    packer.paint(Prop::Tree, 6, 62.0, (900, 31), |picture, variant, noise| {
        let radius = 46.0 + 2.0 * (variant % 4) as f32;
        crown(picture, radius, greens(variant), noise);
    });
    packer.paint(Prop::Tree, 3, 60.0, (1300, 17), |picture, _, noise| {
        conifer(picture, 48.0, noise);
    });
    let sapling = |picture: &mut Picture, variant, noise: &mut Noise| match variant {
        4 => conifer(picture, 26.0, noise),
        _ => crown(picture, 25.0, greens(variant + 2), noise),
    };
    packer.paint(Prop::Sapling, 5, 34.0, (1700, 13), sapling);
    packer.paint(
        Prop::Bush,
        6,
        26.0,
        (2100, 23),
        |picture, variant, noise| {
            bush(picture, 17.0 + (variant % 3) as f32, noise);
        },
    );
    packer.paint(Prop::Tuft, 6, 15.0, (2600, 11), tuft);
}

/// How much light falls on a spot of a dome, −1 to 1.
fn light(spot: Vec2, radius: f32) -> f32 {
    let spot = spot / radius;
    let up = (1.0 - spot.length_squared()).max(0.0).sqrt();
    (spot.dot(vec2(-0.5, -0.62)) + up * 0.55).clamp(-1.0, 1.0)
}

/// A dome of leaves: lobes from the dark edge inwards, then single dabs of leaves.
fn crown(picture: &mut Picture, radius: f32, [dark, body, bright]: [u32; 3], noise: &mut Noise) {
    let turn = noise.range(0.0, TAU);
    let lobes = 9 + (noise.next() * 4.0) as u32;
    let edge: Vec<(Vec2, f32)> = (0..lobes)
        .map(|i| {
            let angle = turn + i as f32 / lobes as f32 * TAU + noise.range(-0.15, 0.15);
            let size = radius * noise.range(0.26, 0.38);
            let reach = radius * noise.range(0.58, 0.72);
            (Vec2::from_angle(angle) * reach, size)
        })
        .collect();
    for &(at, size) in &edge {
        picture.dot(at, size + 1.5, rgba(0x10_180F, 0.9));
    }
    picture.dot(Vec2::ZERO, radius * 0.74, rgba(dark, 1.0));
    for &(at, size) in &edge {
        picture.dot(at, size, rgba(dark, 1.0));
    }
    // Boughs inside, brighter the more they face the light.
    let boughs = 26;
    for i in 0..boughs {
        let share = i as f32 / boughs as f32;
        let angle = turn + i as f32 * 2.4;
        let at = Vec2::from_angle(angle) * radius * 0.78 * (1.0 - share).sqrt();
        let glow = light(at, radius);
        let tone = shade(body, 0.78 + 0.38 * glow);
        let size = radius * noise.range(0.15, 0.24);
        picture.dot(at + vec2(1.5, 2.2), size, rgba(dark, 0.55));
        picture.dot(at, size, rgba(tone, 1.0));
    }
    let leaves = (radius * radius * 0.16) as u32;
    for _ in 0..leaves {
        let angle = noise.range(0.0, TAU);
        let at = Vec2::from_angle(angle) * radius * 0.98 * noise.next().sqrt();
        let glow = light(at, radius) + noise.range(-0.35, 0.35);
        let tone = match glow {
            g if g > 0.62 => shade(bright, noise.range(0.95, 1.2)),
            g if g > 0.3 => shade(body, noise.range(1.05, 1.3)),
            g if g > 0.0 => shade(body, noise.range(0.75, 1.0)),
            _ => shade(dark, noise.range(0.8, 1.15)),
        };
        let lean = Vec2::from_angle(noise.range(0.0, TAU)) * noise.range(1.2, 2.4);
        picture.line(
            &[at - lean, at + lean],
            rgba(tone, 0.85),
            noise.range(1.6, 2.8),
        );
    }
}

/// Tiers of needles, each smaller and brighter than the one below.
fn conifer(picture: &mut Picture, radius: f32, noise: &mut Noise) {
    let turn = noise.range(0.0, TAU);
    let greens = [0x14_241C, 0x20_3728, 0x2D_4A34, 0x3E_5F40, 0x55_774C];
    for (tier, green) in greens.into_iter().enumerate() {
        let size = radius * (1.0 - 0.19 * tier as f32);
        let lift = vec2(-1.0, -1.6) * tier as f32;
        let spikes = 13 - tier;
        let points: Vec<_> = (0..spikes * 2)
            .map(|i| {
                let angle = turn + 0.6 * tier as f32 + i as f32 / (spikes * 2) as f32 * TAU;
                let reach = match i % 2 {
                    0 => size * noise.range(0.88, 1.0),
                    _ => size * 0.62,
                };
                lift + Vec2::from_angle(angle) * reach
            })
            .collect();
        let below: Vec<_> = points.iter().map(|&p| p + vec2(1.6, 2.6)).collect();
        picture.polygon(&below, rgba(0x0A_120D, 0.6));
        picture.polygon(&points, rgba(green, 1.0));
        for i in (0..points.len()).step_by(2) {
            let glow = light(points[i] - lift, size);
            let tone = shade(green, 1.0 + 0.5 * glow);
            let root = lift + (points[i] - lift) * 0.25;
            picture.line(&[root, points[i]], rgba(tone, 0.8), 1.8);
            let side = (points[i] - lift).perp() * 0.09;
            let middle = lift + (points[i] - lift) * 0.62;
            picture.line(&[root, middle + side], rgba(tone, 0.5), 1.2);
            picture.line(&[root, middle - side], rgba(tone, 0.5), 1.2);
        }
    }
    picture.dot(vec2(-5.0, -8.0), 2.4, rgba(0x7C_9A62, 1.0));
}

fn bush(picture: &mut Picture, radius: f32, noise: &mut Noise) {
    let greens = [
        [0x26_3A20, 0x4B_6635, 0x7D_934E],
        [0x2C_3A1E, 0x56_6A34, 0x8A_954F],
    ];
    let [dark, body, bright] = greens[(noise.next() * 1.99) as usize];
    for i in 0..7 {
        let at = Vec2::from_angle(i as f32 * 0.9 + noise.next()) * radius * 0.55;
        picture.dot(
            at + vec2(1.0, 1.6),
            radius * 0.46 + 1.0,
            rgba(0x0F_170D, 0.8),
        );
    }
    for i in 0..7 {
        let at = Vec2::from_angle(i as f32 * 0.9 + noise.next()) * radius * 0.52;
        picture.dot(at, radius * 0.46, rgba(dark, 1.0));
    }
    for _ in 0..90 {
        let at = Vec2::from_angle(noise.range(0.0, TAU)) * radius * 0.95 * noise.next().sqrt();
        let glow = light(at, radius) + noise.range(-0.3, 0.3);
        let tone = if glow > 0.5 { bright } else { body };
        let tone = shade(tone, 0.7 + 0.4 * glow.max(0.0));
        let lean = Vec2::from_angle(noise.range(0.0, TAU)) * noise.range(1.0, 2.2);
        picture.line(
            &[at - lean, at + lean],
            rgba(tone, 0.95),
            noise.range(1.5, 2.4),
        );
    }
}

fn tuft(picture: &mut Picture, variant: u32, noise: &mut Noise) {
    let tones = [0x5C_6C42, 0x6E_7448, 0x48_5A36];
    for _ in 0..14 {
        let root = vec2(noise.range(-6.0, 6.0), noise.range(0.0, 7.0));
        let tip = root + vec2(noise.range(-4.0, 4.0), noise.range(-12.0, -6.0));
        let tone = tones[(noise.next() * 2.99) as usize];
        picture.line(
            &[root, (root + tip) / 2.0 + vec2(0.6, 0.0), tip],
            rgba(tone, 0.9),
            1.2,
        );
    }
    let petals = [
        None,
        Some(0xC9_B868),
        None,
        Some(0xB9_B4C0),
        None,
        Some(0xA8_6A54),
    ];
    if let Some(color) = petals[variant as usize % petals.len()] {
        for _ in 0..6 {
            let at = vec2(noise.range(-8.0, 8.0), noise.range(-8.0, 4.0));
            picture.dot(at + vec2(0.4, 0.7), 1.5, rgba(0x10_140C, 0.5));
            picture.dot(at, 1.3, rgba(color, 0.95));
        }
    }
}
