//! Rounds, bolts and grenades on their way, and what they do where they end.
//!
//! **Invariant:** a number appears when what caused it arrives.

use std::f32::consts::PI;

use bevy::prelude::*;

use super::Playback;
use super::cast::Cast;
use super::effects::fire_color;
use super::ground::Ground;
use super::particle::EFFECTS_Z;
use super::scene::{End, Flesh, Shot, Tone, lob_seconds};
use crate::battle::unit::UnitId;
use crate::game::table::art::{Effect, Round};
use crate::game::table::sound::Cue;
use crate::game::table::unit_view::Token;

/// Something in the air.
#[derive(Component)]
pub(super) struct Flying {
    from: Vec2,
    to: Vec2,
    age: f32,
    time: f32,
    /// How high it is thrown.
    height: f32,
    spin: f32,
    /// Color and size of its trail, and whether it is smoke.
    trail: Option<(Color, f32, bool)>,
    shot: Option<Box<Shot>>,
}

/// Moves what is in the air; what arrives does what it came for.
pub(super) fn fly(
    time: Res<Time>,
    playback: Res<Playback>,
    mut flights: Query<(Entity, &mut Flying, &mut Transform), Without<Token>>,
    mut cast: Cast,
) {
    let seconds = time.delta_secs() * playback.pace();
    for (entity, mut flying, mut place) in &mut flights {
        flying.age += seconds;
        let t = (flying.age / flying.time).min(1.0);
        let rise = flying.height * 4.0 * t * (1.0 - t);
        let at = flying.from.lerp(flying.to, t) + Vec2::new(0.0, rise);
        place.translation = at.extend(place.translation.z);
        place.rotate_z(flying.spin * seconds);
        if let Some((color, size, is_smoke)) = flying.trail {
            cast.trail(at, color, size, is_smoke);
        }
        if t >= 1.0 {
            cast.commands.entity(entity).despawn();
            if let Some(shot) = &flying.shot {
                cast.land(shot);
            }
        }
    }
}

impl Cast<'_, '_> {
    /// Sends a round off.
    pub(super) fn fire(&mut self, shot: &Shot) {
        let angle = (shot.to - shot.from).to_angle();
        let color = fire_color(shot.arm.round);
        if shot.is_blow() {
            self.slash(shot.from.lerp(shot.to, 0.72), angle);
        } else if shot.shooter.is_some() && shot.arm.round != Round::Arrow {
            self.muzzle(shot.from, angle, shot.arm.round);
        }
        let (effect, size, trail) = match shot.arm.round {
            _ if shot.is_blow() => (Effect::Glow, Vec2::ZERO, None),
            Round::Bullet => (Effect::Streak, Vec2::new(110.0, 9.0), None),
            Round::Beam => {
                self.beam(shot.from, shot.to, color);
                (Effect::Glow, Vec2::splat(26.0), None)
            }
            Round::Bolt => (Effect::Glow, Vec2::splat(46.0), Some((color, 30.0, false))),
            Round::Acid => (Effect::Glow, Vec2::splat(22.0), Some((color, 26.0, true))),
            Round::Arrow => (Effect::Streak, Vec2::new(54.0, 7.0), None),
        };
        let is_high = matches!(shot.arm.round, Round::Acid | Round::Arrow);
        let sprite = self
            .art
            .sprite(effect, size, color.mix(&Color::WHITE, 0.45));
        let flying = Flying {
            from: shot.from,
            to: shot.to,
            age: 0.0,
            time: shot.flight_seconds(),
            height: if is_high { 26.0 } else { 0.0 },
            spin: 0.0,
            trail,
            shot: Some(Box::new(shot.clone())),
        };
        self.launch(sprite, angle, flying);
    }

    /// Throws a grenade, or sends a rocket off.
    pub(super) fn lob(&mut self, from: Vec2, to: Vec2, is_rocket: bool) {
        let angle = (to - from).to_angle();
        let mut flying = Flying {
            from,
            to,
            age: 0.0,
            time: lob_seconds(from, to),
            height: 0.0,
            spin: 0.0,
            trail: None,
            shot: None,
        };
        let sprite = if is_rocket {
            self.muzzle(from, angle, Round::Bullet);
            flying.trail = Some((Color::srgb(0.72, 0.71, 0.7), 22.0, true));
            let (size, fire) = (Vec2::new(64.0, 16.0), Color::srgb(1.0, 0.8, 0.5));
            self.art.sprite(Effect::Streak, size, fire)
        } else {
            (flying.height, flying.spin) = (40.0 + from.distance(to) * 0.22, 11.0);
            let size = Vec2::splat(26.0);
            self.art.sprite(Effect::Grenade, size, Color::WHITE)
        };
        self.launch(sprite, angle, flying);
    }

    fn launch(&mut self, sprite: Sprite, angle: f32, flying: Flying) {
        let place = Transform::from_translation(flying.from.extend(EFFECTS_Z + 0.5));
        let place = place.with_rotation(Quat::from_rotation_z(angle));
        self.commands.spawn((sprite, place, flying));
    }

    fn land(&mut self, shot: &Shot) {
        let back = (shot.from - shot.to).to_angle();
        match &shot.end {
            End::Hit {
                target,
                dealt,
                is_blocked,
                is_crit,
            } => {
                let flesh = target.map_or(Flesh::Machine, |(_, flesh)| flesh);
                if *is_blocked {
                    self.sparks(shot.to, back, Color::srgb(1.0, 0.82, 0.5), 9);
                    self.sound(shot.to, Cue::Ricochet);
                } else {
                    self.wound(shot.to, back + PI, flesh, *is_crit);
                    self.sound(shot.to, Cue::Hit);
                }
                if !matches!(shot.arm.round, Round::Bullet | Round::Arrow) {
                    self.sparks(shot.to, back, fire_color(shot.arm.round), 6);
                }
                if let Some((unit, _)) = *target {
                    let change = -i32::try_from(*dealt).unwrap_or(i32::MAX);
                    self.harm(unit, shot.to, change, *is_crit);
                } else {
                    let text = format!("-{}", self.points(*dealt));
                    self.say(shot.to, text, Tone::Damage);
                }
            }
            End::Miss {
                ground,
                beside,
                ricochet,
            } => {
                if let Some(ground) = *ground {
                    self.dust(shot.to, ground, false);
                    self.sound(shot.to, Cue::Miss);
                }
                self.say(*beside, "miss", Tone::Miss);
                if let Some((to, victim)) = *ricochet {
                    self.strike_on(shot.to, to, victim);
                }
            }
            End::Lost => {}
        }
    }

    /// A round that flies on from where it struck.
    fn strike_on(&mut self, from: Vec2, to: Vec2, victim: Option<(UnitId, u16)>) {
        self.sparks(from, (to - from).to_angle(), Color::srgb(1.0, 0.9, 0.6), 6);
        self.beam(from, to, Color::srgb(1.0, 0.86, 0.5));
        self.sound(from, Cue::Ricochet);
        match victim {
            Some((unit, dealt)) => self.harm(unit, to, -i32::from(dealt), false),
            None => self.dust(to, Ground::Stone, false),
        }
    }
}
