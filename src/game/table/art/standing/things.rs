//! Boxes, barrels, heaps of stones and the shadow of round things.
//!
//! **Invariant:** what stands high shows its front below its top.

use std::f32::consts::TAU;

use bevy::math::{Vec2, vec2};

use super::{Packer, Picture, Prop};
use crate::game::table::art::paint::{Noise, rgba, shade};

pub(super) fn paint_all(packer: &mut Packer) {
    packer.paint(Prop::Crate, 5, 48.0, (3100, 7), boxes);
    packer.paint(Prop::Heap, 5, 44.0, (3500, 19), heap);
    packer.paint(Prop::Rocks, 5, 44.0, (3700, 23), adrift);
    packer.paint(
        Prop::Stones,
        5,
        16.0,
        (3900, 29),
        |picture, variant, noise| {
            for _ in 0..2 + variant % 3 {
                let at = vec2(noise.range(-9.0, 9.0), noise.range(-8.0, 8.0));
                let size = noise.range(2.0, 5.0);
                stone(picture, at, size, 0x6E_6C66, noise);
            }
        },
    );
    packer.paint(Prop::Shade, 1, 64.0, (0, 0), |picture, _, _| {
        picture.shade(Vec2::ZERO, Vec2::splat(62.0), 0.85);
    });
}

/// Three tints of weathered planks, and a box under a tarpaulin.
const PLANKS: [u32; 4] = [0x8E_6E46, 0x7C_6443, 0x9A_7A4E, 0x54_5E4A];

/// What stands together: where the middle of its foot is.
enum Thing {
    /// Half of width and depth, height, and which planks.
    Cube(Vec2, Vec2, f32, usize),
    /// Radius and tint.
    Barrel(Vec2, f32, u32),
}

use Thing::{Barrel, Cube};

/// Boxes and barrels of each variant, from back to front.
const BOXES: [&[Thing]; 5] = [
    &[Cube(vec2(0.0, 2.0), vec2(34.0, 26.0), 24.0, 0)],
    &[
        Cube(vec2(-15.0, -8.0), vec2(19.0, 16.0), 17.0, 1),
        Cube(vec2(14.0, 0.0), vec2(23.0, 19.0), 22.0, 0),
        Cube(vec2(-12.0, 21.0), vec2(17.0, 13.0), 13.0, 2),
    ],
    &[
        Barrel(vec2(-15.0, -6.0), 16.0, 0x4F_5B60),
        Barrel(vec2(17.0, -8.0), 16.0, 0x6B_4A3A),
        Barrel(vec2(2.0, 16.0), 16.0, 0x56_5F50),
    ],
    &[
        Cube(vec2(4.0, -8.0), vec2(28.0, 18.0), 26.0, 2),
        Barrel(vec2(-20.0, 18.0), 14.0, 0x5A_5246),
        Cube(vec2(14.0, 22.0), vec2(19.0, 13.0), 12.0, 1),
    ],
    &[Cube(vec2(0.0, 4.0), vec2(36.0, 22.0), 18.0, 3)],
];

fn boxes(picture: &mut Picture, variant: u32, noise: &mut Noise) {
    for thing in BOXES[variant as usize] {
        match *thing {
            Cube(at, half, height, planks) => {
                cube(picture, at, half, height, PLANKS[planks], noise);
            }
            Barrel(at, radius, tone) => barrel(picture, at, radius, tone),
        }
    }
    if variant == 4 {
        // The ropes of a tarpaulin.
        for x in [-20.0, 0.0, 20.0] {
            let rope = [vec2(x, -31.0), vec2(x, 8.0), vec2(x, 24.0)];
            picture.line(&rope, rgba(0x2A_2E24, 0.9), 1.6);
        }
    }
}

/// A box: middle of its foot, half its width and depth, height.
fn cube(picture: &mut Picture, at: Vec2, half: Vec2, height: f32, tone: u32, noise: &mut Noise) {
    let (left, right) = (at.x - half.x, at.x + half.x);
    let (back, front) = (at.y - half.y - height * 0.62, at.y + half.y - height * 0.62);
    let foot = at.y + half.y;
    let rect = |l: f32, t: f32, r: f32, b: f32| [vec2(l, t), vec2(r, t), vec2(r, b), vec2(l, b)];
    // Its shadow falls to the lower right.
    for reach in [9.0, 6.0, 3.0] {
        let shadow = rect(left + 3.0, back + 14.0, right + reach, foot + reach * 0.6);
        picture.polygon(&shadow, rgba(0x04_060A, 0.2));
    }
    picture.polygon(
        &rect(left, front - 1.0, right, foot),
        rgba(shade(tone, 0.52), 1.0),
    );
    picture.polygon(&rect(left, back, right, front), rgba(tone, 1.0));
    let boards = 4;
    for i in 0..boards {
        let share = (i as f32 + 0.5) / boards as f32;
        let y = back + (front - back) * share;
        let tint = shade(tone, noise.range(0.9, 1.14));
        let thick = (front - back) / boards as f32 - 1.0;
        let ends = [vec2(left + 3.0, y), vec2(right - 3.0, y)];
        picture.line(&ends, rgba(tint, 0.9), thick.max(1.0));
    }
    for i in 1..4 {
        let x = left + (right - left) * i as f32 / 4.0;
        let ends = [vec2(x, front + 2.0), vec2(x, foot - 2.0)];
        picture.line(&ends, rgba(shade(tone, 0.36), 0.8), 1.1);
    }
    // Battens around the top and a cross, lit on their upper edge.
    let frame = [
        [vec2(left + 2.0, back + 2.0), vec2(right - 2.0, back + 2.0)],
        [
            vec2(left + 2.0, front - 2.0),
            vec2(right - 2.0, front - 2.0),
        ],
        [vec2(left + 2.0, back + 2.0), vec2(left + 2.0, front - 2.0)],
        [
            vec2(right - 2.0, back + 2.0),
            vec2(right - 2.0, front - 2.0),
        ],
        [vec2(left + 3.0, back + 3.0), vec2(right - 3.0, front - 3.0)],
    ];
    for ends in &frame {
        let below = ends.map(|end| end + vec2(0.6, 1.2));
        picture.line(&below, rgba(shade(tone, 0.4), 0.7), 3.4);
        picture.line(ends, rgba(shade(tone, 1.16), 1.0), 3.0);
    }
    let lip = [vec2(left, front), vec2(right, front)];
    picture.line(&lip, rgba(shade(tone, 1.3), 0.7), 1.2);
    let rim = rect(left, back, right, foot);
    picture.line(
        &[rim[0], rim[1], rim[2], rim[3], rim[0]],
        rgba(0x16_100A, 0.75),
        1.2,
    );
}

fn barrel(picture: &mut Picture, at: Vec2, radius: f32, tone: u32) {
    let height = radius * 1.15;
    let top = at - vec2(0.0, height);
    picture.shade(at + vec2(7.0, 3.0), vec2(radius * 1.25, radius * 0.95), 0.7);
    let oval = |picture: &mut Picture, at: Vec2, rx: f32, color| {
        let ry = rx * 0.72;
        let box_ = tiny_skia::Rect::from_ltrb(at.x - rx, at.y - ry, at.x + rx, at.y + ry);
        picture.fill(box_.and_then(tiny_skia::PathBuilder::from_oval), color);
    };
    oval(picture, at, radius + 0.8, rgba(0x10_1010, 0.9));
    let steps = 14;
    for i in 0..=steps {
        let y = at.y - height * i as f32 / steps as f32;
        let bulge = 1.0 + 0.06 * (i as f32 / steps as f32 * std::f32::consts::PI).sin();
        let band = matches!(i, 3 | 4 | 10 | 11);
        let tint = shade(tone, if band { 0.42 } else { 0.66 });
        oval(picture, vec2(at.x, y), radius * bulge, rgba(tint, 1.0));
        // A stripe of light runs up its left side.
        let spot = vec2(at.x - radius * 0.45, y + radius * 0.42);
        picture.dot(spot, radius * 0.2, rgba(shade(tone, 1.1), 0.35));
    }
    oval(picture, top, radius, rgba(shade(tone, 0.5), 1.0));
    oval(
        picture,
        top - vec2(0.4, 0.6),
        radius * 0.93,
        rgba(shade(tone, 1.12), 1.0),
    );
    oval(picture, top, radius * 0.8, rgba(shade(tone, 0.86), 1.0));
    picture.dot(top + vec2(radius * 0.35, 0.0), 1.8, rgba(0x18_1614, 0.9));
}

/// An angular stone with a lit upper face.
pub(super) fn stone(picture: &mut Picture, at: Vec2, size: f32, tone: u32, noise: &mut Noise) {
    let turn = noise.range(0.0, TAU);
    let corners: [f32; 6] = std::array::from_fn(|_| noise.range(0.72, 1.05));
    let ring = |shift: Vec2, scale: f32| -> Vec<Vec2> {
        let corner = |(i, reach): (usize, &f32)| {
            let round = Vec2::from_angle(turn + i as f32 / 6.0 * TAU) * size * scale * *reach;
            at + shift + round * vec2(1.0, 0.8)
        };
        corners.iter().enumerate().map(corner).collect()
    };
    picture.polygon(&ring(vec2(0.32, 0.38) * size, 1.05), rgba(0x04_060A, 0.45));
    picture.polygon(
        &ring(vec2(0.0, 0.14) * size, 1.0),
        rgba(shade(tone, 0.55), 1.0),
    );
    let tint = shade(tone, noise.range(0.85, 1.12));
    picture.polygon(&ring(vec2(-0.05, -0.12) * size, 0.86), rgba(tint, 1.0));
    picture.polygon(
        &ring(vec2(-0.16, -0.24) * size, 0.5),
        rgba(shade(tint, 1.16), 0.8),
    );
}

/// Rocks that drift apart: a few large ones, dust between them.
fn adrift(picture: &mut Picture, _: u32, noise: &mut Noise) {
    let tones = [0x6B_6157, 0x57_5049, 0x7A_6F60];
    for count in 0..13 {
        let is_large = count >= 8;
        let reach = noise.next().sqrt() * if is_large { 28.0 } else { 36.0 };
        let at = Vec2::from_angle(noise.range(0.0, TAU)) * reach;
        let size = match is_large {
            true => noise.range(8.0, 13.0),
            false => noise.range(2.0, 4.5),
        };
        let tone = tones[(noise.next() * 2.99) as usize];
        stone(picture, at, size, tone, noise);
    }
}

/// Broken masonry, with a beam or two.
fn heap(picture: &mut Picture, _: u32, noise: &mut Noise) {
    picture.shade(vec2(4.0, 6.0), vec2(42.0, 34.0), 0.55);
    let tones = [0x77_746C, 0x6A_675F, 0x80_7A6C, 0x6F_6254];
    let mut spots: Vec<(Vec2, f32)> = (0..26)
        .map(|_| {
            let reach = noise.next().sqrt() * 34.0;
            let at = Vec2::from_angle(noise.range(0.0, TAU)) * reach * vec2(1.0, 0.82);
            (at, noise.range(3.0, 9.5) * (1.15 - reach / 60.0))
        })
        .collect();
    spots.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    for (i, (at, size)) in spots.into_iter().enumerate() {
        let tone = tones[(noise.next() * 3.99) as usize];
        stone(picture, at, size, tone, noise);
        if i % 11 == 7 {
            let way = Vec2::from_angle(noise.range(-0.6, 0.6)) * noise.range(12.0, 19.0);
            picture.line(&[at - way + 1.5, at + way + 1.5], rgba(0x06_0608, 0.5), 5.0);
            picture.line(&[at - way, at + way], rgba(0x4A_3A28, 1.0), 4.4);
            picture.line(&[at - way - 1.0, at + way - 1.0], rgba(0x6E_5838, 1.0), 1.8);
        }
    }
}
