//! Light, smoke, sparks and splinters: what shots, blasts and powers look like.
//!
//! **Invariant:** an effect goes away by itself.

use std::f32::consts::{FRAC_PI_2, PI};

use bevy::prelude::*;

use super::cast::Cast;
use super::ground::Ground;
use super::particle::{Particle, THROUGH_FOG_Z, square};
use super::scene::{Burst, Flesh};
use super::spray::Given;
use crate::game::table::art::{Effect, Round};

/// Color of what a weapon of a damage type sends out.
pub(super) fn fire_color(kind: Round) -> Color {
    match kind {
        Round::Bullet => Color::srgb(1.0, 0.86, 0.5),
        Round::Arrow => Color::srgb(0.86, 0.78, 0.62),
        Round::Beam => Color::srgb(1.0, 0.28, 0.22),
        Round::Bolt => Color::srgb(0.4, 1.0, 0.58),
        Round::Acid => Color::srgb(0.78, 0.9, 0.22),
    }
}

impl Cast<'_, '_> {
    /// Fire from a muzzle, and for powder some smoke.
    pub(super) fn muzzle(&mut self, at: Vec2, angle: f32, kind: Round) {
        let given = Given {
            angle,
            ..Given::color(fire_color(kind))
        };
        self.effect("muzzle", at, given);
        if kind == Round::Bullet {
            self.effect("powder", at, given);
        }
    }

    /// A beam that stands for a moment.
    pub(super) fn beam(&mut self, from: Vec2, to: Vec2, color: Color) {
        let (way, length) = (to - from, from.distance(to));
        for (width, color, alpha, life) in [(30.0, color, 0.5, 0.3), (11.0, Color::WHITE, 1.0, 0.2)]
        {
            let beam = Particle {
                life,
                size: [Vec2::new(length, width), Vec2::new(length, width * 0.3)],
                colors: [color; 2],
                alpha,
                ..default()
            };
            self.one(Effect::Beam, from.midpoint(to), way.to_angle(), beam);
        }
    }

    /// Sparks that fly from a place, most of them one way.
    pub(super) fn sparks(&mut self, at: Vec2, angle: f32, color: Color, count: u32) {
        let given = Given {
            angle,
            count,
            ..Given::color(color)
        };
        self.effect("sparks", at, given);
    }

    /// What flies from somebody who is hit.
    pub(super) fn wound(&mut self, at: Vec2, angle: f32, flesh: Flesh, is_crit: bool) {
        let color = match flesh {
            Flesh::Human => Color::srgb(0.72, 0.08, 0.07),
            Flesh::Alien => Color::srgb(0.36, 0.62, 0.2),
            Flesh::Machine => return self.sparks(at, angle, Color::srgb(1.0, 0.72, 0.3), 12),
            Flesh::Light => return self.sparks(at, angle, Color::srgb(0.6, 0.92, 1.0), 10),
        };
        let given = Given {
            angle,
            count: if is_crit { 18 } else { 10 },
            ..Given::color(color)
        };
        self.effect("wound", at, given);
    }

    /// What flies when ground or a wall is struck.
    pub(super) fn dust(&mut self, at: Vec2, ground: Ground, is_heavy: bool) {
        let name = match (ground, is_heavy) {
            (Ground::Water, false) => "splash",
            (Ground::Water, true) => "much splash",
            (_, false) => "dust",
            (_, true) => "much dust",
        };
        self.effect(name, at, Given::color(ground.dust()));
    }

    /// An area attack.
    pub(super) fn burst(&mut self, at: Vec2, kind: Burst, is_veiled: bool) {
        if is_veiled {
            let glow = Particle {
                life: 0.9,
                size: [square(160.0), square(300.0)],
                colors: [Color::srgb(1.0, 0.62, 0.28); 2],
                alpha: 0.5,
                rise: 0.08,
                ..default()
            };
            return self.at_height(Effect::Glow, at.extend(THROUGH_FOG_Z), 0.0, glow);
        }
        match kind {
            Burst::Blast => {
                self.shake(1.0);
                self.light(at, Color::srgb(1.0, 0.72, 0.36), 640.0, 0.5);
                self.effect("blast", at, Given::default());
                self.ring(at, 520.0, 0.42, Color::srgb(1.0, 0.92, 0.78));
            }
            Burst::Fire => {
                self.shake(0.35);
                self.flames(at, 110.0, 34);
            }
            Burst::Smoke => {
                self.effect("clouds", at, Given::color(Color::srgb(0.78, 0.79, 0.8)));
            }
            Burst::Cloud => {
                let given = Given {
                    colors: [Color::srgb(0.72, 0.84, 0.24), Color::srgb(0.5, 0.64, 0.2)],
                    ..default()
                };
                self.effect("clouds", at, given);
            }
            Burst::Flash => {
                self.light(at, Color::srgb(0.92, 0.97, 1.0), 900.0, 0.55);
                self.light(at, Color::WHITE, 420.0, 0.3);
                self.ring(at, 620.0, 0.4, Color::WHITE);
            }
            Burst::Light => {
                self.light(at, Color::srgb(1.0, 0.9, 0.62), 520.0, 0.9);
                self.sparks(at, FRAC_PI_2, Color::srgb(1.0, 0.85, 0.5), 14);
            }
        }
    }

    fn light(&mut self, at: Vec2, color: Color, size: f32, life: f32) {
        let glow = Particle {
            life,
            size: [square(size), square(size * 0.8)],
            colors: [color; 2],
            alpha: 0.9,
            ..default()
        };
        self.one(Effect::Glow, at, 0.0, glow);
    }

    /// A ring that grows, as of a shockwave.
    pub(super) fn ring(&mut self, at: Vec2, size: f32, life: f32, color: Color) {
        let ring = Particle {
            life,
            size: [square(size * 0.12), square(size)],
            colors: [color; 2],
            alpha: 0.7,
            ..default()
        };
        self.one(Effect::Ring, at, 0.0, ring);
    }

    /// Flames that rise around a place.
    pub(super) fn flames(&mut self, at: Vec2, radius: f32, count: u32) {
        self.light(at, Color::srgb(1.0, 0.55, 0.2), radius * 3.6, 0.6);
        let given = Given {
            radius,
            count,
            ..default()
        };
        self.effect("flames", at, given);
    }

    /// Bubbles or lights that rise from somebody.
    pub(super) fn motes(&mut self, at: Vec2, color: Color) {
        self.effect("motes", at, Given::color(color));
    }

    /// Rings that run from one mind to another.
    pub(super) fn psi(&mut self, from: Vec2, to: Option<Vec2>, is_resisted: bool) {
        let color = Color::srgb(0.78, 0.52, 1.0);
        self.light(from, color, 170.0, 0.6);
        self.ring(from, 130.0, 0.5, color);
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
            self.one(Effect::Ring, from.lerp(to, t), 0.0, wave);
        }
        match is_resisted {
            true => self.sparks(to, (from - to).to_angle(), color, 6),
            false => self.motes(to, color),
        }
    }

    /// What a blade draws in the air.
    pub(super) fn slash(&mut self, at: Vec2, angle: f32) {
        let given = Given { angle, ..default() };
        self.effect("slash", at, given);
    }

    /// A trail behind something that flies.
    pub(super) fn trail(&mut self, at: Vec2, color: Color, size: f32, is_smoke: bool) {
        let (effect, life, grown) = match is_smoke {
            true => (Effect::Puff, 0.7, 2.4),
            false => (Effect::Glow, 0.2, 0.4),
        };
        let mut luck = self.luck();
        let puff = Particle {
            life,
            velocity: luck.way(0.0, PI) * 8.0,
            size: [square(size), square(size * grown)],
            colors: [color; 2],
            alpha: 0.5,
            ..default()
        };
        self.one(effect, at, luck.range(0.0, 2.0 * PI), puff);
    }
}
