//! Country seen from afar: peaks, dunes, reeds and the houses of a city.
//!
//! **Invariant:** light comes from the upper left; what tells a hex stands around its middle, where a counter
//! lies, too.

use bevy::math::{Vec2, vec2};

use super::{Packer, Picture, Prop};
use crate::game::table::art::paint::{Noise, rgba, shade};

/// Variants of each picture.
const VARIANTS: u32 = 3;

pub(super) fn paint_all(packer: &mut Packer) {
    for variant in 0..VARIANTS {
        let noise = &mut Noise(4200 + 53 * variant);
        packer.add(Prop::Peaks, peaks(noise));
        packer.add(Prop::Dunes, dunes(noise));
        packer.add(Prop::Reeds, reeds(noise));
        packer.add(Prop::Houses, houses(noise));
    }
}

/// Places around the middle, from the back to the front.
fn around(count: u32, reach: [f32; 2], noise: &mut Noise) -> Vec<Vec2> {
    let start = noise.range(0.0, std::f32::consts::TAU);
    let mut places: Vec<Vec2> = (0..count)
        .map(|at| {
            let turn = start + std::f32::consts::TAU * at as f32 / count as f32;
            Vec2::from_angle(turn + noise.range(-0.2, 0.2)) * noise.range(reach[0], reach[1])
        })
        .collect();
    places.sort_by(|a, b| a.y.total_cmp(&b.y));
    places
}

/// Bare peaks, lit from one side.
fn peaks(noise: &mut Noise) -> Picture {
    let mut picture = Picture::square(50.0);
    let mut places = around(6, [30.0, 40.0], noise);
    places.push(vec2(noise.range(-4.0, 4.0), 6.0));
    for at in places {
        let (wide, high) = (noise.range(10.0, 15.0), noise.range(13.0, 20.0));
        let tip = at + vec2(noise.range(-2.0, 2.0), -high * 0.6);
        let [left, right] = [-1.0, 1.0].map(|side| at + vec2(side * wide, high * 0.4));
        let ridge = at + vec2(noise.range(-1.0, 3.0), high * 0.45);
        picture.polygon(&[tip, right + vec2(5.0, 1.0), left], rgba(0x04_060A, 0.35));
        picture.polygon(&[tip, ridge, left], rgba(0x9A_8468, 1.0));
        picture.polygon(&[tip, right, ridge], rgba(0x52_4536, 1.0));
        picture.line(&[left, tip, right], rgba(0x2A_2218, 0.85), 1.5);
    }
    picture
}

/// Crests of sand in rows.
fn dunes(noise: &mut Noise) -> Picture {
    let mut picture = Picture::square(50.0);
    for row in -3..=3 {
        let down = row as f32 * 12.0 + noise.range(-2.0, 2.0);
        let reach = 40.0 - (down.abs() * 0.35);
        let left = -reach + noise.range(0.0, 16.0);
        let wide = noise.range(26.0, 40.0);
        let crest: Vec<Vec2> = (0..=8)
            .map(|at| {
                let share = at as f32 / 8.0;
                let high = (share * std::f32::consts::PI).sin() * 5.0;
                vec2((left + wide * share).min(reach), down - high)
            })
            .collect();
        let shaded: Vec<Vec2> = crest.iter().map(|&at| at + vec2(1.0, 2.2)).collect();
        picture.line(&shaded, rgba(0x7A_6238, 0.55), 3.4);
        picture.line(&crest, rgba(0xF2_DCA4, 0.85), 1.8);
    }
    picture
}

/// Reeds between puddles of brine.
fn reeds(noise: &mut Noise) -> Picture {
    let mut picture = Picture::square(50.0);
    for at in around(7, [14.0, 36.0], noise) {
        let wide = noise.range(6.0, 11.0);
        let ends = [at - vec2(wide, 0.0), at + vec2(wide, 0.0)];
        picture.line(&ends, rgba(0x5A_6A62, 0.8), 7.0);
        picture.line(&ends, rgba(0xA8_B8AC, 0.75), 3.2);
    }
    for at in around(14, [22.0, 42.0], noise) {
        for _ in 0..3 {
            let foot = at + vec2(noise.range(-3.0, 3.0), 0.0);
            let tip = foot + vec2(noise.range(-2.5, 2.5), -noise.range(6.0, 10.0));
            picture.line(&[foot, tip], rgba(0x4C_5630, 0.95), 1.5);
        }
    }
    picture
}

/// Flat roofs along lanes.
fn houses(noise: &mut Noise) -> Picture {
    let mut picture = Picture::square(50.0);
    let mut places = around(10, [27.0, 38.0], noise);
    places.extend(around(5, [10.0, 16.0], noise));
    places.sort_by(|a, b| a.y.total_cmp(&b.y));
    for at in places {
        let half = vec2(noise.range(5.0, 8.5), noise.range(4.0, 6.5));
        let high = noise.range(4.0, 8.0);
        let tone = [0xD8_C4A0, 0xC8_B08A, 0xE2_D2B4][(noise.next() * 2.99) as usize];
        let corner = |x: f32, y: f32, up: f32| at + vec2(x * half.x, y * half.y - up);
        let cast = [
            corner(-1.0, 1.0, 0.0),
            corner(1.0, 1.0, 0.0),
            corner(1.0, 1.0, 0.0) + vec2(6.0, -1.0),
            corner(1.0, -1.0, 0.0) + vec2(6.0, -1.0),
        ];
        picture.polygon(&cast, rgba(0x04_060A, 0.35));
        let front = [
            corner(-1.0, 1.0, high),
            corner(1.0, 1.0, high),
            corner(1.0, 1.0, 0.0),
            corner(-1.0, 1.0, 0.0),
        ];
        picture.polygon(&front, rgba(shade(tone, 0.62), 1.0));
        let roof = [
            corner(-1.0, -1.0, high),
            corner(1.0, -1.0, high),
            corner(1.0, 1.0, high),
            corner(-1.0, 1.0, high),
        ];
        picture.polygon(&roof, rgba(tone, 1.0));
        let edge = [roof[0], roof[1], roof[2], roof[3], roof[0]];
        picture.line(&edge, rgba(shade(tone, 0.45), 0.9), 1.0);
    }
    picture
}
