//! Features of country on the sides of hexes: dry beds, rivers, ridges, slopes and escarpments.
//!
//! **Invariant:** a picture's foot is the middle of the side it lies on; hachures run down to the lower hex.

use bevy::math::{Vec2, vec2};

use super::{Packer, Picture, Prop, way};
use crate::battle::grid::Orientation;
use crate::game::table::art::HEX;
use crate::game::table::art::paint::{Noise, rgba, shade};

/// Half the length of a side.
const HALF: f32 = HEX.y / 4.0;
/// Variants of each picture.
const VARIANTS: u32 = 2;

/// What lies on a side alike from both hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bed {
    /// A dry river bed.
    Wadi,
    /// A stream.
    Minor,
    /// A river.
    Major,
    /// A crest.
    Ridge,
}

/// What falls from one hex to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fall {
    /// A gentle one.
    Slope,
    /// A wall of rock.
    Escarpment,
}

pub(super) fn paint_all(packer: &mut Packer, orientation: Orientation) {
    for variant in 0..VARIANTS {
        for direction in 0..3 {
            let along = way(orientation, direction).perp();
            let noise = &mut Noise(9100 + 37 * variant + 11 * u32::from(direction));
            for bed in [Bed::Wadi, Bed::Minor, Bed::Major] {
                packer.add(Prop::Bed(bed, direction), channel(bed, along, noise));
            }
            packer.add(Prop::Bed(Bed::Ridge, direction), ridge(along, noise));
        }
        for direction in 0..6 {
            let down = way(orientation, direction);
            let noise = &mut Noise(9700 + 37 * variant + 11 * u32::from(direction));
            packer.add(Prop::Fall(Fall::Slope, direction), slope(down, noise));
            packer.add(
                Prop::Fall(Fall::Escarpment, direction),
                escarpment(down, noise),
            );
        }
    }
}

/// A winding line along a side, whose ends are its corners.
fn bend(along: Vec2, sway: f32, noise: &mut Noise) -> Vec<Vec2> {
    let across = along.perp();
    (0..=6)
        .map(|i| {
            let share = i as f32 / 3.0 - 1.0;
            let free = if i == 0 || i == 6 { 0.0 } else { sway };
            along * HALF * share + across * noise.range(-1.0, 1.0) * free
        })
        .collect()
}

/// A bed between two banks, with or without water.
fn channel(bed: Bed, along: Vec2, noise: &mut Noise) -> Picture {
    let mut picture = Picture::square(HALF + 16.0);
    let (width, bank, tone) = match bed {
        Bed::Major => (13.0, 0x5A_4C34, 0x2E_6C92),
        Bed::Minor => (7.0, 0x62_5338, 0x3F_82A6),
        Bed::Wadi | Bed::Ridge => (8.0, 0x6A_5434, 0xA8_8B5C),
    };
    let line = bend(along, 2.2, noise);
    picture.line(&line, rgba(bank, 0.85), width + 5.0);
    picture.line(&line, rgba(shade(tone, 0.7), 1.0), width + 0.6);
    let lit: Vec<_> = line.iter().map(|&at| at + vec2(0.7, 0.9)).collect();
    picture.line(&lit, rgba(tone, 1.0), width - 1.6);
    let across = along.perp();
    for _ in 0..5 {
        let at = along * noise.range(-HALF, HALF) * 0.8 + across * noise.range(-0.3, 0.3) * width;
        let reach = along * noise.range(3.0, 6.0);
        let tint = match bed {
            // Gravel of the dry bed, and light on the water.
            Bed::Wadi | Bed::Ridge => rgba(0x7C_6440, 0.8),
            Bed::Minor | Bed::Major => rgba(0xC4_E2EE, 0.55),
        };
        picture.line(&[at - reach, at + reach], tint, 1.3);
    }
    picture
}

/// A crest that falls to both sides.
fn ridge(along: Vec2, noise: &mut Noise) -> Picture {
    let mut picture = Picture::square(HALF + 16.0);
    let across = along.perp();
    for side in [-1.0, 1.0] {
        for tick in -5..=5 {
            let at = along * HALF * (tick as f32 / 5.5) + across * side * 2.0;
            let reach = across * side * noise.range(6.0, 9.5);
            picture.line(&[at, at + reach], rgba(0x4E_3E28, 0.8), 1.7);
        }
    }
    let line = bend(along, 1.2, noise);
    picture.line(&line, rgba(0x3E_3020, 0.95), 5.6);
    let lit: Vec<_> = line.iter().map(|&at| at - vec2(0.7, 0.9)).collect();
    picture.line(&lit, rgba(0xB4_9468, 1.0), 2.8);
    picture
}

/// Short hachures down a gentle slope.
fn slope(down: Vec2, noise: &mut Noise) -> Picture {
    let mut picture = Picture::square(HALF + 18.0);
    let along = down.perp();
    for tick in -5..=5 {
        let at = along * HALF * (tick as f32 / 5.5) - down * 3.0;
        let reach = down * noise.range(7.5, 10.5);
        let sway = along * noise.range(-0.8, 0.8);
        picture.line(&[at, at + reach + sway], rgba(0x5A_4830, 0.75), 1.8);
    }
    picture
}

/// A wall of rock: a lit edge above, a face in the shade, and hachures that run out below.
fn escarpment(down: Vec2, noise: &mut Noise) -> Picture {
    let mut picture = Picture::square(HALF + 26.0);
    let along = down.perp();
    let brink: Vec<Vec2> = (bend(along, 1.8, noise).iter())
        .map(|&at| at - down * 3.0)
        .collect();
    let foot: Vec<Vec2> = (bend(along, 1.6, noise).iter())
        .map(|&at| at + down * 7.0)
        .collect();
    let face: Vec<Vec2> = brink.iter().chain(foot.iter().rev()).copied().collect();
    let fallen: Vec<Vec2> = face.iter().map(|&at| at + vec2(3.0, 4.0)).collect();
    picture.polygon(&fallen, rgba(0x04_060A, 0.3));
    picture.polygon(&face, rgba(0x5E_4A32, 1.0));
    for tick in -8..=8 {
        let at = along * HALF * (tick as f32 / 8.4) + along * noise.range(-1.0, 1.0);
        let end = at + down * noise.range(11.0, 17.0);
        picture.line(&[at - down * 2.0, end], rgba(0x2C_2114, 0.95), 2.0);
    }
    for _ in 0..5 {
        let at = along * noise.range(-HALF, HALF) * 0.9 + down * noise.range(0.0, 5.0);
        picture.line(
            &[at, at + along * noise.range(2.0, 5.0)],
            rgba(0x8A_6E4A, 0.8),
            1.6,
        );
    }
    picture.line(&brink, rgba(0x2A_2014, 1.0), 4.4);
    let lit: Vec<Vec2> = brink.iter().map(|&at| at - down * 1.2).collect();
    picture.line(&lit, rgba(0xD8_BC8C, 1.0), 1.9);
    picture
}
