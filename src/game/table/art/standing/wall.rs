//! Walls in arms that join those of neighboring hexes; doors and windows along them.
//!
//! **Invariant:** arms end on the middle of a hex's side, so that those of two hexes meet.

use bevy::math::{Vec2, vec2};

use super::{Masonry, Packer, Picture, Prop, way};
use crate::battle::grid::Orientation;
use crate::game::table::art::HEX;
use crate::game::table::art::paint::{Noise, rgba, shade};

/// Measures and colors of a wall.
struct Build {
    masonry: Masonry,
    /// Half its thickness.
    half: f32,
    height: f32,
    tone: u32,
}

const BUILDS: [Build; 3] = [
    Build {
        masonry: Masonry::Stone,
        half: 15.0,
        height: 19.0,
        tone: 0x8B_8D90,
    },
    Build {
        masonry: Masonry::Wood,
        half: 13.0,
        height: 18.0,
        tone: 0x86_6C4A,
    },
    Build {
        masonry: Masonry::Low,
        half: 10.0,
        height: 9.0,
        tone: 0x7F_7A6C,
    },
];

/// Variants of each arm.
const ARMS: u32 = 4;
/// How bright the core of a thick wall is, as a share of its top.
const CORE: f32 = 0.62;

pub(super) fn paint_all(packer: &mut Packer, orientation: Orientation) {
    for build in &BUILDS {
        let masonry = build.masonry;
        for direction in 0..6 {
            let along = way(orientation, direction);
            let noise = &mut Noise(5000 + 97 * u32::from(direction) + build.tone);
            packer.add(Prop::ArmShade(masonry, direction), shadow(build, along));
            for _ in 0..ARMS {
                packer.add(Prop::ArmFace(masonry, direction), face(build, along, noise));
                packer.add(Prop::ArmTop(masonry, direction), top(build, along, noise));
            }
            for _ in 0..2 {
                let next = way(orientation, direction + 1);
                packer.add(
                    Prop::Wedge(masonry, direction),
                    wedge(build, along, next, noise),
                );
            }
        }
        let noise = &mut Noise(6000 + build.tone);
        let ring: Vec<Vec2> = (0..6)
            .map(|i| {
                let corner =
                    way(orientation, i).rotate(Vec2::from_angle(std::f32::consts::FRAC_PI_6));
                corner * build.half * 1.155
            })
            .collect();
        let mut picture = post_picture(build);
        side(&mut picture, &ring, build, noise);
        packer.add(Prop::PostFace(masonry), picture);
        let mut picture = post_picture(build);
        cap(&mut picture, &ring, build, Vec2::X, noise);
        packer.add(Prop::PostTop(masonry), picture);
    }
    for build in &BUILDS[..2] {
        let masonry = build.masonry;
        for run in 0..9 {
            let side = |direction: u8| way(orientation, direction) * (HEX.x / 2.0 + 0.4);
            let ends = match run {
                0..3 => (side(run + 3), side(run)),
                bend => (side(bend + 2), side(bend - 2)),
            };
            packer.add(Prop::Window(masonry, run), window(build, ends));
            packer.add(Prop::Door(masonry, run), door(build, ends, false));
            packer.add(Prop::OpenDoor(masonry, run), door(build, ends, true));
        }
    }
}

/// A picture that holds an arm, its height and a little more.
fn arm_picture(build: &Build, along: Vec2, more: f32) -> Picture {
    let end = along * HEX.x / 2.0;
    let reach = Vec2::splat(build.half + 3.0 + more);
    let low = end.min(Vec2::ZERO) - reach - vec2(0.0, build.height);
    Picture::new(low, end.max(Vec2::ZERO) + reach)
}

fn post_picture(build: &Build) -> Picture {
    let reach = Vec2::splat(build.half * 1.2 + 3.0);
    Picture::new(-reach - vec2(0.0, build.height), reach)
}

/// The ground an arm stands on.
fn footing(build: &Build, along: Vec2) -> [Vec2; 4] {
    let (end, side) = (along * (HEX.x / 2.0 + 0.4), along.perp() * build.half);
    [side, end + side, end - side, -side]
}

/// The shadow on the ground, soft at its edges.
fn shadow(build: &Build, along: Vec2) -> Picture {
    let mut picture = arm_picture(build, along, build.height + 6.0);
    let cast = vec2(0.62, 0.5) * build.height;
    let base = footing(build, along);
    for share in [0.35, 0.7, 1.0] {
        let moved = base.map(|corner| corner + cast * share);
        picture.polygon(&moved, rgba(0x04_060A, 0.3));
    }
    picture.blur(2.5);
    picture
}

/// The sides of a block that can be seen: those that look down.
fn side(picture: &mut Picture, base: &[Vec2], build: &Build, noise: &mut Noise) {
    let up = vec2(0.0, -build.height);
    let middle = base.iter().sum::<Vec2>() / base.len() as f32;
    for (i, &from) in base.iter().enumerate() {
        let to = base[(i + 1) % base.len()];
        let outward = (to - from).perp().normalize_or_zero();
        let outward = outward * (outward.dot(from - middle)).signum();
        if outward.y < 0.05 {
            continue;
        }
        // Sides that look right lie in the shade.
        let tone = shade(build.tone, 0.5 - 0.14 * outward.x);
        picture.polygon(&[from, to, to + up, from + up], rgba(tone, 1.0));
        let courses = (build.height / 5.0) as u32;
        match build.masonry {
            Masonry::Wood => {
                let planks = ((to - from).length() / 6.0) as u32;
                for plank in 1..planks.max(1) {
                    let foot = from.lerp(to, plank as f32 / planks as f32);
                    let tint = shade(tone, noise.range(0.6, 0.85));
                    picture.line(&[foot, foot + up * 0.95], rgba(tint, 0.8), 0.9);
                }
            }
            Masonry::Stone | Masonry::Low => {
                for course in 0..courses {
                    let rise = up * (course as f32 + 1.0) / (courses as f32 + 0.5);
                    let dark = rgba(shade(tone, 0.68), 0.7);
                    picture.line(&[from + rise, to + rise], dark, 0.9);
                    let bricks = ((to - from).length() / 11.0).ceil() as u32;
                    for brick in 0..bricks {
                        let shift = 0.5 * (course % 2) as f32 + 0.25;
                        let foot = from.lerp(to, (brick as f32 + shift) / bricks as f32) + rise;
                        picture.line(&[foot, foot - up / (courses as f32 + 0.5)], dark, 0.9);
                    }
                }
            }
        }
        // Darker towards the ground.
        let low = up * 0.28;
        picture.polygon(&[from, to, to + low, from + low], rgba(0x06_080A, 0.3));
    }
}

/// The top of a block, lit on its upper left rim.
fn cap(picture: &mut Picture, base: &[Vec2], build: &Build, along: Vec2, noise: &mut Noise) {
    let up = vec2(0.0, -build.height);
    let raised: Vec<Vec2> = base.iter().map(|&corner| corner + up).collect();
    picture.polygon(&raised, rgba(build.tone, 1.0));
    let middle = raised.iter().sum::<Vec2>() / raised.len() as f32;
    let reach = (raised.iter()).fold(0.0_f32, |far, &corner| far.max((corner - middle).length()));
    for _ in 0..(reach * 1.1) as u32 {
        let at = middle + vec2(noise.range(-reach, reach), noise.range(-reach, reach));
        let is_inside = inside(&raised, at, 2.2);
        if is_inside {
            let tint = shade(build.tone, noise.range(0.84, 1.14));
            picture.dot(at, noise.range(0.7, 2.0), rgba(tint, 0.55));
        }
    }
    if build.masonry == Masonry::Wood {
        for share in [-0.5, 0.0, 0.5] {
            let aside = along.perp() * build.half * share;
            let (from, to) = (
                middle - along * reach + aside,
                middle + along * reach + aside,
            );
            let ends = clipped(&raised, from, to);
            picture.line(&ends, rgba(shade(build.tone, 0.72), 0.55), 0.9);
        }
    }
}

/// Whether a place lies inside a convex shape, so far from its rim.
fn inside(shape: &[Vec2], at: Vec2, margin: f32) -> bool {
    let middle = shape.iter().sum::<Vec2>() / shape.len() as f32;
    (0..shape.len()).all(|i| {
        let (from, to) = (shape[i], shape[(i + 1) % shape.len()]);
        let normal = (to - from).perp().normalize_or_zero();
        let side = normal * normal.dot(middle - from).signum();
        side.dot(at - from) > margin
    })
}

/// Returns the part of a line that lies inside a convex shape, stepwise.
fn clipped(shape: &[Vec2], from: Vec2, to: Vec2) -> Vec<Vec2> {
    (0..=24)
        .map(|i| from.lerp(to, i as f32 / 24.0))
        .filter(|&at| inside(shape, at, 0.0))
        .collect()
}

fn face(build: &Build, along: Vec2, noise: &mut Noise) -> Picture {
    let mut picture = arm_picture(build, along, 0.0);
    side(&mut picture, &footing(build, along)[..], build, noise);
    picture
}

fn top(build: &Build, along: Vec2, noise: &mut Noise) -> Picture {
    let mut picture = arm_picture(build, along, 0.0);
    let base = footing(build, along);
    cap(&mut picture, &base, build, along, noise);
    let up = vec2(0.0, -build.height);
    let [left, left_end, right_end, right] = base.map(|corner| corner + up);
    if build.masonry == Masonry::Low {
        // Field stones, laid without mortar.
        for i in 0..7 {
            let at = along * (4.0 + 7.0 * i as f32) + up;
            for shift in [-0.5, 0.45] {
                let aside = along.perp() * build.half * (shift + noise.range(-0.1, 0.1));
                let tint = shade(build.tone, noise.range(0.82, 1.2));
                picture.dot(at + aside + vec2(0.7, 1.1), 4.6, rgba(0x1C_1A16, 0.5));
                picture.dot(at + aside, noise.range(3.6, 4.6), rgba(tint, 1.0));
                picture.dot(
                    at + aside - vec2(0.9, 1.2),
                    1.7,
                    rgba(shade(tint, 1.2), 0.7),
                );
            }
        }
        return picture;
    }
    if build.masonry == Masonry::Stone {
        for share in [0.24, 0.52, 0.8] {
            let share = share + noise.range(-0.06, 0.06);
            let ends = [left.lerp(left_end, share), right.lerp(right_end, share)];
            picture.line(&ends, rgba(shade(build.tone, 0.7), 0.7), 1.0);
            let lit = ends.map(|end| end + along * 1.1);
            picture.line(&lit, rgba(shade(build.tone, 1.18), 0.5), 0.9);
        }
    }
    for (from, to) in [(left, left_end), (right, right_end)] {
        let outward = (from - up).normalize_or_zero();
        let glow = outward.dot(vec2(-0.64, -0.77));
        let color = match glow > 0.0 {
            true => rgba(shade(build.tone, 1.0 + 0.45 * glow), 0.9),
            false => rgba(shade(build.tone, 1.0 + 0.35 * glow), 0.9),
        };
        let inset = -outward * 1.2;
        picture.line(&[from + inset, to + inset], color, 2.2);
    }
    picture
}

/// The core that fills the corner between two arms of a thick wall: darker than their tops, which are drawn over it
/// and so still read as walls.
fn wedge(build: &Build, along: Vec2, next: Vec2, noise: &mut Noise) -> Picture {
    let corner = (along + next).normalize() * (HEX.y / 2.0 + 0.6);
    let base = [Vec2::ZERO, along * HEX.x / 2.0, corner, next * HEX.x / 2.0];
    let low = base.iter().fold(Vec2::ZERO, |low, &at| low.min(at));
    let high = base.iter().fold(Vec2::ZERO, |high, &at| high.max(at));
    let mut picture = Picture::new(low - 3.0 - vec2(0.0, build.height), high + 3.0);
    let core = Build {
        tone: shade(build.tone, CORE),
        ..*build
    };
    cap(&mut picture, &base, &core, along, noise);
    picture
}

/// A run of wall with a pane in it.
fn window(build: &Build, (from, to): (Vec2, Vec2)) -> Picture {
    let noise = &mut Noise(7000);
    let mut picture = Picture::new(vec2(-68.0, -84.0), vec2(68.0, 68.0));
    let (middle, along) = ((from + to) / 2.0, (to - from).normalize());
    let base = slab(from, to, build.half);
    side(&mut picture, &base, build, noise);
    cap(&mut picture, &base, build, along, noise);
    let up = middle + vec2(0.0, -build.height);
    let (reach, across) = (along * 28.0, along.perp() * 5.5);
    let pane = [
        -reach - across,
        reach - across,
        reach + across,
        -reach + across,
    ]
    .map(|at| at + up);
    let frame = pane.map(|at| up + (at - up) * 1.0 + (at - up).normalize() * 3.5);
    picture.polygon(&frame, rgba(0x2A_2620, 1.0));
    picture.polygon(&pane, rgba(0x6F_A2B4, 1.0));
    for share in [-0.6_f32, -0.1, 0.45] {
        let at = reach * share + up;
        let glint = [at - across * 0.8, at + across * 0.8 + along * 7.0];
        picture.line(&glint, rgba(0xD8_F0F4, 0.8), 2.2);
    }
    for share in [-0.34, 0.34] {
        let at = reach * share + up;
        picture.line(&[at - across, at + across], rgba(0x2A_2620, 1.0), 2.0);
    }
    // The opening, where the wall's front is seen.
    if along.x.abs() > 0.4 {
        let front = along.perp() * along.x.signum() * build.half + middle;
        let (left, right) = (-reach * 0.85, reach * 0.85);
        let band = |low: f32, high: f32| {
            let (low, high) = (vec2(0.0, -low), vec2(0.0, -high));
            [left + low, right + low, right + high, left + high].map(|at| at + front)
        };
        picture.polygon(&band(4.0, 15.0), rgba(0x1A_1E22, 1.0));
        picture.polygon(&band(5.5, 13.5), rgba(0x4E_7482, 1.0));
        picture.polygon(&band(10.5, 13.5), rgba(0x8F_BCC8, 0.8));
    }
    picture
}

/// The foot of a straight block.
fn slab(from: Vec2, to: Vec2, half: f32) -> Vec<Vec2> {
    let across = (to - from).perp().normalize_or_zero() * half;
    vec![from + across, to + across, to - across, from - across]
}

/// A run of wall with a leaf in it.
fn door(build: &Build, (from, to): (Vec2, Vec2), is_open: bool) -> Picture {
    let noise = &mut Noise(7100);
    let mut picture = Picture::new(vec2(-84.0, -96.0), vec2(84.0, 84.0));
    let along = (to - from).normalize();
    // A worn threshold.
    picture.polygon(&slab(from, to, 9.0), rgba(0x3C_3429, 0.9));
    let leaf = Build {
        masonry: Masonry::Wood,
        half: 5.5,
        height: 15.0,
        tone: 0x96_6A38,
    };
    let hinge = from + along * 13.0;
    let lock = to - along * 13.0;
    let swung = along.perp() * along.perp().y.signum() * 44.0;
    let end = if is_open { hinge + swung } else { lock };
    let mut blocks: Vec<(Vec<Vec2>, &Build, Vec2)> = vec![
        (
            slab(hinge, end, leaf.half),
            &leaf,
            (end - hinge).normalize(),
        ),
        (slab(from, hinge, build.half), build, along),
        (slab(lock, to, build.half), build, along),
    ];
    // What is farther back is painted first.
    blocks.sort_by(|a, b| lowest(&a.0).total_cmp(&lowest(&b.0)));
    for (base, build, along) in blocks {
        let moved: Vec<Vec2> = base.iter().map(|&at| at + vec2(6.0, 5.0)).collect();
        picture.polygon(&moved, rgba(0x04_060A, 0.35));
        side(&mut picture, &base, build, noise);
        cap(&mut picture, &base, build, along, noise);
        let up = vec2(0.0, -build.height);
        let rim: Vec<Vec2> = base.iter().chain(base.first()).map(|&at| at + up).collect();
        picture.line(&rim, rgba(shade(build.tone, 0.55), 0.8), 1.2);
    }
    let knob = end.lerp(hinge, 0.16) + vec2(0.0, -leaf.height);
    picture.dot(knob, 2.6, rgba(0xE4_C46A, 1.0));
    picture
}

fn lowest(base: &[Vec2]) -> f32 {
    base.iter().fold(f32::MIN, |low, at| low.max(at.y))
}
