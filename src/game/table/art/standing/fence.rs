//! Features on the sides of hexes: fences, ditches, rock faces.
//!
//! **Invariant:** a picture's foot is the middle of the side it lies on.

use std::f32::consts::TAU;

use bevy::math::{Vec2, vec2};

use super::{Packer, Picture, Prop, way};
use crate::battle::grid::Orientation;
use crate::game::table::art::HEX;
use crate::game::table::art::paint::{Noise, rgba, shade};

/// Half the length of a side.
const HALF: f32 = HEX.y / 4.0;

pub(super) fn paint_all(packer: &mut Packer, orientation: Orientation) {
    // A side and the one across from it lie alike.
    for direction in 0..3 {
        let along = way(orientation, direction).perp();
        for variant in 0..4 {
            let noise = &mut Noise(8000 + 41 * variant + 7 * u32::from(direction));
            packer.add(Prop::Fence(direction), fence(along, noise));
            packer.add(Prop::Ditch(direction), ditch(along, noise));
            packer.add(Prop::Cliff(direction), cliff(along, noise));
            packer.add(Prop::Feature(direction), feature(along, noise));
        }
    }
}

fn side_picture() -> Picture {
    Picture::square(HALF + 14.0)
}

/// Rails between posts, with the shadow they throw.
fn fence(along: Vec2, noise: &mut Noise) -> Picture {
    let mut picture = side_picture();
    let up = vec2(0.0, -9.0);
    let (from, to) = (-along * HALF, along * HALF);
    let cast = vec2(5.0, 4.0);
    picture.line(&[from + cast, to + cast], rgba(0x04_060A, 0.4), 2.4);
    let tones = [0x8A_7250, 0x76_6246, 0x94_7C58];
    for height in [0.45, 0.95] {
        let sag = vec2(noise.range(-0.6, 0.6), noise.range(-0.8, 0.8));
        let ends = [from + up * height + sag, to + up * height - sag];
        let tone = tones[(noise.next() * 2.99) as usize];
        picture.line(
            &ends.map(|end| end + vec2(0.5, 1.1)),
            rgba(0x1C_150D, 0.9),
            3.0,
        );
        picture.line(&ends, rgba(tone, 1.0), 2.4);
        picture.line(
            &ends.map(|end| end - vec2(0.3, 0.7)),
            rgba(shade(tone, 1.25), 0.7),
            0.8,
        );
    }
    let mut posts: Vec<f32> = vec![-1.0, -0.33, 0.33, 1.0];
    posts.sort_by(|a, b| (along.y * a).total_cmp(&(along.y * b)));
    for share in posts {
        let foot = along * HALF * share * 0.97;
        let tip = foot + up * noise.range(1.15, 1.4);
        picture.line(&[foot, foot + cast * 1.3], rgba(0x04_060A, 0.4), 3.0);
        picture.line(&[foot, tip], rgba(0x1C_150D, 1.0), 5.0);
        picture.line(&[foot, tip], rgba(0x7C_6646, 1.0), 3.6);
        picture.dot(tip, 2.1, rgba(0xB0_9468, 1.0));
    }
    picture
}

/// A trench with thrown-up earth on both rims.
fn ditch(along: Vec2, noise: &mut Noise) -> Picture {
    let mut picture = side_picture();
    let across = along.perp();
    let bend: Vec<Vec2> = (0..=6)
        .map(|i| along * HALF * (i as f32 / 3.0 - 1.0) + across * noise.range(-1.2, 1.2))
        .collect();
    picture.line(&bend, rgba(0x5E_523C, 0.75), 18.0);
    picture.line(&bend, rgba(0x3A_3226, 1.0), 11.0);
    let lower: Vec<Vec2> = bend.iter().map(|&at| at - vec2(1.6, 2.0)).collect();
    picture.line(&lower, rgba(0x16_130E, 0.9), 6.5);
    for _ in 0..9 {
        let at = along * noise.range(-HALF, HALF) + across * noise.range(6.0, 10.0);
        let at = if noise.next() > 0.5 {
            at
        } else {
            at.reflect(across)
        };
        stone(&mut picture, at, noise.range(1.2, 2.6), 0x6E_6450, noise);
    }
    picture
}

/// A row of rocks too steep to climb.
fn cliff(along: Vec2, noise: &mut Noise) -> Picture {
    let mut picture = side_picture();
    let across = along.perp();
    picture.line(
        &[
            -along * HALF + vec2(5.0, 6.0),
            along * HALF + vec2(5.0, 6.0),
        ],
        rgba(0x04_060A, 0.4),
        15.0,
    );
    let mut rocks: Vec<(Vec2, f32)> = (0..13)
        .map(|i| {
            let share = i as f32 / 6.0 - 1.0;
            let at = along * HALF * share + across * noise.range(-5.0, 5.0);
            (at, noise.range(4.5, 8.5))
        })
        .collect();
    rocks.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    for (at, size) in rocks {
        let tone = [0x6A_655B, 0x5C_584F, 0x78_7265][(noise.next() * 2.99) as usize];
        stone(&mut picture, at, size, tone, noise);
    }
    picture
}

/// Stakes and a rope: something lies here.
fn feature(along: Vec2, noise: &mut Noise) -> Picture {
    let mut picture = side_picture();
    picture.line(&[-along * HALF, along * HALF], rgba(0x10_1010, 0.6), 3.4);
    picture.line(&[-along * HALF, along * HALF], rgba(0xA8_A08A, 1.0), 1.8);
    for share in [-0.9, 0.0, 0.9] {
        let foot = along * HALF * share;
        let tip = foot + vec2(noise.range(-0.6, 0.6), -9.0);
        picture.line(&[foot, tip], rgba(0x10_1010, 1.0), 4.4);
        picture.line(&[foot, tip], rgba(0x8C_8676, 1.0), 3.0);
    }
    picture
}

/// An angular stone with a lit upper face.
fn stone(picture: &mut Picture, at: Vec2, size: f32, tone: u32, noise: &mut Noise) {
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
