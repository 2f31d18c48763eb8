//! Light, smoke, sparks and splinters: what shots, blasts and powers look like.
//!
//! **Invariant:** an effect goes away by itself.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;

use super::scene::Burst;
use super::{
    ground::Ground,
    particle::{Luck, Particle, THROUGH_FOG_Z, at_height, one, square},
    scene::Flesh,
};
use crate::game::table::{
    art::{Effect, Round},
    camera,
};

/// Color of what a weapon of a damage type sends out.
pub(super) fn fire_color(kind: Round) -> Color {
    match kind {
        Round::Bullet => Color::srgb(1.0, 0.86, 0.5),
        Round::Beam => Color::srgb(1.0, 0.28, 0.22),
        Round::Bolt => Color::srgb(0.4, 1.0, 0.58),
        Round::Acid => Color::srgb(0.78, 0.9, 0.22),
    }
}

/// Fire from a muzzle, and for powder some smoke.
pub(super) fn muzzle(world: &mut World, at: Vec2, angle: f32, kind: Round) {
    let color = fire_color(kind);
    let flash = Particle {
        life: 0.09,
        size: [square(58.0), square(40.0)],
        colors: [Color::WHITE, color],
        ..default()
    };
    one(world, Effect::Flash, at, angle, flash);
    let glow = Particle {
        life: 0.14,
        size: [square(120.0), square(90.0)],
        colors: [color; 2],
        alpha: 0.55,
        ..default()
    };
    one(world, Effect::Glow, at, 0.0, glow);
    if kind == Round::Bullet {
        let mut luck = Luck::take(world);
        for _ in 0..2 {
            let smoke = Particle {
                life: luck.range(0.35, 0.6),
                velocity: luck.way(angle, 0.4) * luck.range(20.0, 60.0),
                drag: 3.0,
                lift: 18.0,
                size: [square(12.0), square(34.0)],
                colors: [Color::srgb(0.8, 0.8, 0.8); 2],
                alpha: 0.3,
                ..default()
            };
            one(world, Effect::Puff, at, luck.range(0.0, TAU), smoke);
        }
    }
}

/// A beam that stands for a moment.
pub(super) fn beam(world: &mut World, from: Vec2, to: Vec2, color: Color) {
    let (middle, angle, length) = ((from + to) / 2.0, (to - from).to_angle(), from.distance(to));
    for (width, color, alpha, life) in [(30.0, color, 0.5, 0.3), (11.0, Color::WHITE, 1.0, 0.2)] {
        let beam = Particle {
            life,
            size: [Vec2::new(length, width), Vec2::new(length, width * 0.3)],
            colors: [color; 2],
            alpha,
            ..default()
        };
        one(world, Effect::Beam, middle, angle, beam);
    }
}

/// Sparks that fly from a place, most of them one way.
pub(super) fn sparks(world: &mut World, at: Vec2, angle: f32, color: Color, count: u32) {
    let mut luck = Luck::take(world);
    let star = Particle {
        life: 0.12,
        size: [square(44.0), square(26.0)],
        colors: [Color::WHITE, color],
        ..default()
    };
    one(world, Effect::Flash, at, luck.range(0.0, TAU), star);
    for _ in 0..count {
        let way = luck.way(angle, 1.1);
        let spark = Particle {
            life: luck.range(0.16, 0.38),
            velocity: way * luck.range(120.0, 420.0),
            drag: 4.0,
            lift: -220.0,
            size: [Vec2::new(22.0, 5.0), Vec2::new(6.0, 2.0)],
            colors: [Color::srgb(1.0, 0.98, 0.85), color],
            ..default()
        };
        one(world, Effect::Streak, at, way.to_angle(), spark);
    }
}

/// What flies from somebody who is hit.
pub(super) fn wound(world: &mut World, at: Vec2, angle: f32, flesh: Flesh, is_crit: bool) {
    let color = match flesh {
        Flesh::Human => Color::srgb(0.72, 0.08, 0.07),
        Flesh::Alien => Color::srgb(0.36, 0.62, 0.2),
        Flesh::Machine => {
            sparks(world, at, angle, Color::srgb(1.0, 0.72, 0.3), 12);
            return;
        }
        Flesh::Light => {
            sparks(world, at, angle, Color::srgb(0.6, 0.92, 1.0), 10);
            return;
        }
    };
    let mut luck = Luck::take(world);
    for _ in 0..if is_crit { 18 } else { 10 } {
        let drop = Particle {
            life: luck.range(0.25, 0.5),
            velocity: luck.way(angle, 0.8) * luck.range(40.0, 260.0),
            drag: 4.0,
            lift: -260.0,
            size: [square(luck.range(5.0, 12.0)), square(3.0)],
            colors: [color; 2],
            ..default()
        };
        one(world, Effect::Chunk, at, luck.range(0.0, TAU), drop);
    }
    let mist = Particle {
        life: 0.4,
        velocity: Vec2::from_angle(angle) * 50.0,
        drag: 3.0,
        size: [square(18.0), square(56.0)],
        colors: [color; 2],
        alpha: 0.55,
        ..default()
    };
    one(world, Effect::Puff, at, luck.range(0.0, TAU), mist);
}

/// What flies when ground or a wall is struck.
pub(super) fn dust(world: &mut World, at: Vec2, ground: Ground, is_heavy: bool) {
    let color = ground.dust();
    let mut luck = Luck::take(world);
    let (chunks, puffs, reach): (u32, u32, f32) = if is_heavy { (16, 7, 1.8) } else { (6, 3, 1.0) };
    for _ in 0..chunks {
        let size = luck.range(4.0, 9.0) * reach.sqrt();
        let chunk = Particle {
            life: luck.range(0.25, 0.5) * reach.sqrt(),
            velocity: luck.way(PI / 2.0, 1.4) * luck.range(60.0, 230.0) * reach,
            drag: 2.0,
            lift: -520.0,
            spin: luck.range(-14.0, 14.0),
            size: [square(size), square(size * 0.6)],
            colors: [color; 2],
            ..default()
        };
        let effect = if ground == Ground::Water {
            Effect::Glow
        } else {
            Effect::Chunk
        };
        one(world, effect, at, luck.range(0.0, TAU), chunk);
    }
    for _ in 0..puffs {
        let puff = Particle {
            life: luck.range(0.4, 0.8) * reach.sqrt(),
            velocity: luck.way(PI / 2.0, 1.2) * luck.range(10.0, 60.0) * reach,
            drag: 2.5,
            size: [square(14.0 * reach), square(52.0 * reach)],
            colors: [color; 2],
            alpha: 0.5,
            ..default()
        };
        one(world, Effect::Puff, at, luck.range(0.0, TAU), puff);
    }
    if ground == Ground::Water {
        let ring = Particle {
            life: 0.5,
            size: [square(10.0), square(80.0 * reach)],
            colors: [color; 2],
            alpha: 0.7,
            ..default()
        };
        one(world, Effect::Ring, at, 0.0, ring);
    }
}

/// An area attack.
pub(super) fn burst(world: &mut World, at: Vec2, kind: Burst, is_veiled: bool) {
    if is_veiled {
        let glow = Particle {
            life: 0.9,
            size: [square(160.0), square(300.0)],
            colors: [Color::srgb(1.0, 0.62, 0.28); 2],
            alpha: 0.5,
            rise: 0.08,
            ..default()
        };
        at_height(world, Effect::Glow, at.extend(THROUGH_FOG_Z), 0.0, glow);
        return;
    }
    match kind {
        Burst::Blast => {
            camera::shake(world, 1.0);
            blast(world, at);
        }
        Burst::Fire => {
            camera::shake(world, 0.35);
            flames(world, at, 110.0, 34);
        }
        Burst::Smoke => clouds(world, at, [Color::srgb(0.78, 0.79, 0.8); 2]),
        Burst::Cloud => {
            let color = [Color::srgb(0.72, 0.84, 0.24), Color::srgb(0.5, 0.64, 0.2)];
            clouds(world, at, color);
        }
        Burst::Flash => {
            light(world, at, Color::srgb(0.92, 0.97, 1.0), 900.0, 0.55);
            light(world, at, Color::WHITE, 420.0, 0.3);
            ring(world, at, 620.0, 0.4, Color::WHITE);
        }
        Burst::Light => {
            light(world, at, Color::srgb(1.0, 0.9, 0.62), 520.0, 0.9);
            sparks(world, at, PI / 2.0, Color::srgb(1.0, 0.85, 0.5), 14);
        }
    }
}

fn light(world: &mut World, at: Vec2, color: Color, size: f32, life: f32) {
    let glow = Particle {
        life,
        size: [square(size), square(size * 0.8)],
        colors: [color; 2],
        alpha: 0.9,
        ..default()
    };
    one(world, Effect::Glow, at, 0.0, glow);
}

/// A ring that grows, as of a shockwave.
pub(super) fn ring(world: &mut World, at: Vec2, size: f32, life: f32, color: Color) {
    let ring = Particle {
        life,
        size: [square(size * 0.12), square(size)],
        colors: [color; 2],
        alpha: 0.7,
        ..default()
    };
    one(world, Effect::Ring, at, 0.0, ring);
}

fn blast(world: &mut World, at: Vec2) {
    let mut luck = Luck::take(world);
    let (hot, dark) = (Color::srgb(1.0, 0.66, 0.24), Color::srgb(0.2, 0.16, 0.14));
    light(world, at, Color::srgb(1.0, 0.72, 0.36), 640.0, 0.5);
    for _ in 0..12 {
        let smoke = Particle {
            age: -luck.range(0.05, 0.25),
            life: luck.range(1.1, 1.9),
            velocity: luck.way(PI / 2.0, 2.6) * luck.range(20.0, 110.0),
            drag: 1.8,
            lift: 26.0,
            spin: luck.range(-0.6, 0.6),
            size: [square(50.0), square(luck.range(120.0, 190.0))],
            colors: [dark, Color::srgb(0.4, 0.38, 0.36)],
            alpha: 0.62,
            rise: 0.1,
        };
        one(world, Effect::Puff, at, luck.range(0.0, TAU), smoke);
    }
    for _ in 0..18 {
        let fire = Particle {
            age: -luck.range(0.0, 0.06),
            life: luck.range(0.3, 0.62),
            velocity: luck.way(0.0, PI) * luck.range(60.0, 330.0),
            drag: 4.5,
            lift: 40.0,
            size: [square(70.0), square(luck.range(90.0, 150.0))],
            colors: [Color::srgb(1.0, 0.9, 0.56), Color::srgb(0.72, 0.2, 0.06)],
            alpha: 0.95,
            ..default()
        };
        one(world, Effect::Flame, at, luck.range(0.0, TAU), fire);
    }
    for _ in 0..20 {
        let size = luck.range(6.0, 15.0);
        let way = luck.way(0.0, PI);
        let chunk = Particle {
            life: luck.range(0.5, 0.95),
            velocity: way * luck.range(150.0, 520.0) + Vec2::new(0.0, 140.0),
            drag: 1.6,
            lift: -420.0,
            spin: luck.range(-16.0, 16.0),
            size: [square(size), square(size * 0.7)],
            colors: [Color::srgb(0.36, 0.31, 0.26), Color::srgb(0.2, 0.18, 0.16)],
            ..default()
        };
        one(world, Effect::Chunk, at, luck.range(0.0, TAU), chunk);
    }
    ring(world, at, 520.0, 0.42, Color::srgb(1.0, 0.92, 0.78));
    let flash = Particle {
        life: 0.16,
        size: [square(330.0), square(260.0)],
        colors: [Color::WHITE, hot],
        ..default()
    };
    one(world, Effect::Flash, at, 0.3, flash);
}

/// Flames that rise around a place.
pub(super) fn flames(world: &mut World, at: Vec2, radius: f32, count: u32) {
    let mut luck = Luck::take(world);
    light(world, at, Color::srgb(1.0, 0.55, 0.2), radius * 3.6, 0.6);
    for _ in 0..count {
        let off = luck.way(0.0, PI) * radius * luck.next().sqrt();
        let flame = Particle {
            age: -luck.range(0.0, 0.22),
            life: luck.range(0.35, 0.75),
            velocity: Vec2::new(luck.range(-20.0, 20.0), luck.range(60.0, 150.0)),
            drag: 1.2,
            size: [square(luck.range(34.0, 62.0)), square(12.0)],
            colors: [Color::srgb(1.0, 0.86, 0.42), Color::srgb(0.86, 0.24, 0.06)],
            alpha: 0.9,
            rise: 0.06,
            ..default()
        };
        one(world, Effect::Flame, at + off, luck.range(-0.4, 0.4), flame);
    }
}

fn clouds(world: &mut World, at: Vec2, colors: [Color; 2]) {
    let mut luck = Luck::take(world);
    for _ in 0..22 {
        let way = luck.way(0.0, PI);
        let puff = Particle {
            age: -luck.range(0.0, 0.2),
            life: luck.range(1.0, 1.8),
            velocity: way * luck.range(60.0, 360.0),
            drag: 3.2,
            spin: luck.range(-0.8, 0.8),
            size: [square(44.0), square(luck.range(120.0, 190.0))],
            colors,
            alpha: 0.6,
            rise: 0.08,
            ..default()
        };
        one(world, Effect::Puff, at, luck.range(0.0, TAU), puff);
    }
}

/// Bubbles or lights that rise from somebody.
pub(super) fn motes(world: &mut World, at: Vec2, color: Color) {
    let mut luck = Luck::take(world);
    for _ in 0..14 {
        let off = luck.way(0.0, PI) * luck.range(6.0, 34.0);
        let mote = Particle {
            age: -luck.range(0.0, 0.25),
            life: luck.range(0.5, 0.9),
            velocity: Vec2::new(luck.range(-12.0, 12.0), luck.range(30.0, 90.0)),
            size: [square(luck.range(9.0, 18.0)), square(4.0)],
            colors: [color; 2],
            rise: 0.08,
            ..default()
        };
        one(world, Effect::Glow, at + off, 0.0, mote);
    }
}

/// Rings that run from one mind to another.
pub(super) fn psi(world: &mut World, from: Vec2, to: Option<Vec2>, is_resisted: bool) {
    let color = Color::srgb(0.78, 0.52, 1.0);
    light(world, from, color, 170.0, 0.6);
    ring(world, from, 130.0, 0.5, color);
    let Some(to) = to else { return };
    let steps = (from.distance(to) / 46.0).clamp(2.0, 16.0) as u32;
    for i in 1..=steps {
        let t = i as f32 / steps as f32;
        let wave = Particle {
            age: -0.32 * t,
            life: 0.34,
            size: [square(14.0), square(46.0 + 26.0 * t)],
            colors: [color, Color::srgb(0.94, 0.84, 1.0)],
            alpha: 0.85,
            ..default()
        };
        one(world, Effect::Ring, from.lerp(to, t), 0.0, wave);
    }
    if is_resisted {
        sparks(world, to, (from - to).to_angle(), color, 6);
    } else {
        motes(world, to, color);
    }
}

/// What a blade draws in the air.
pub(super) fn slash(world: &mut World, at: Vec2, angle: f32) {
    let slash = Particle {
        life: 0.22,
        size: [square(64.0), square(92.0)],
        colors: [Color::srgb(1.0, 0.97, 0.9), Color::srgb(1.0, 0.6, 0.5)],
        ..default()
    };
    one(world, Effect::Slash, at, angle, slash);
}

/// A trail behind something that flies.
pub(super) fn trail(world: &mut World, at: Vec2, color: Color, size: f32, is_smoke: bool) {
    let mut luck = Luck::take(world);
    let puff = Particle {
        life: if is_smoke { 0.7 } else { 0.2 },
        velocity: luck.way(0.0, PI) * 8.0,
        size: [
            square(size),
            square(if is_smoke { size * 2.4 } else { size * 0.4 }),
        ],
        colors: [color; 2],
        alpha: 0.5,
        ..default()
    };
    let effect = if is_smoke { Effect::Puff } else { Effect::Glow };
    one(world, effect, at, luck.range(0.0, TAU), puff);
}
