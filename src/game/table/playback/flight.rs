//! Rounds, bolts and grenades on their way, and what they do where they end.
//!
//! **Invariant:** a number appears when what caused it arrives.

use std::f32::consts::PI;

use bevy::prelude::*;

use super::{
    Playback,
    effects::{self, fire_color},
    ground::Ground,
    particle::{self, EFFECTS_Z},
    scene::{End, Flesh, Shot, Tone, lob_seconds},
    text,
};
use crate::{
    battle::unit::UnitId,
    game::table::{
        art::{Effect, Round},
        sound::{self, Cue},
        unit_view::{Look, Motion, Tokens},
    },
};

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

/// Sends a round off.
pub(super) fn fire(world: &mut World, shot: &Shot) {
    let angle = (shot.to - shot.from).to_angle();
    let color = fire_color(shot.arm.round);
    if shot.is_blow() {
        effects::slash(world, shot.from.lerp(shot.to, 0.72), angle);
    } else if shot.shooter.is_some() {
        effects::muzzle(world, shot.from, angle, shot.arm.round);
    }
    let (effect, size, trail) = match shot.arm.round {
        _ if shot.is_blow() => (Effect::Glow, Vec2::ZERO, None),
        Round::Bullet => (Effect::Streak, Vec2::new(110.0, 9.0), None),
        Round::Beam => {
            effects::beam(world, shot.from, shot.to, color);
            (Effect::Glow, Vec2::splat(26.0), None)
        }
        Round::Bolt => (Effect::Glow, Vec2::splat(46.0), Some((color, 30.0, false))),
        Round::Acid => (Effect::Glow, Vec2::splat(22.0), Some((color, 26.0, true))),
    };
    let sprite = particle::sprite(world, effect, size, color.mix(&Color::WHITE, 0.45));
    let flying = Flying {
        from: shot.from,
        to: shot.to,
        age: 0.0,
        time: shot.flight_seconds(),
        height: if shot.arm.round == Round::Acid {
            26.0
        } else {
            0.0
        },
        spin: 0.0,
        trail,
        shot: Some(Box::new(shot.clone())),
    };
    launch(world, sprite, angle, flying);
}

/// Throws a grenade, or sends a rocket off.
pub(super) fn lob(world: &mut World, from: Vec2, to: Vec2, is_rocket: bool) {
    let angle = (to - from).to_angle();
    let time = lob_seconds(from, to);
    let smoke = Color::srgb(0.72, 0.71, 0.7);
    let (sprite, height, spin, trail) = match is_rocket {
        true => {
            effects::muzzle(world, from, angle, Round::Bullet);
            let size = Vec2::new(64.0, 16.0);
            let fire = Color::srgb(1.0, 0.8, 0.5);
            let sprite = particle::sprite(world, Effect::Streak, size, fire);
            (sprite, 0.0, 0.0, Some((smoke, 22.0, true)))
        }
        false => {
            let size = Vec2::splat(26.0);
            let sprite = particle::sprite(world, Effect::Grenade, size, Color::WHITE);
            (sprite, 40.0 + from.distance(to) * 0.22, 11.0, None)
        }
    };
    let flying = Flying {
        from,
        to,
        age: 0.0,
        time,
        height,
        spin,
        trail,
        shot: None,
    };
    launch(world, sprite, angle, flying);
}

fn launch(world: &mut World, sprite: Sprite, angle: f32, flying: Flying) {
    let place = Transform::from_translation(flying.from.extend(EFFECTS_Z + 0.5));
    let place = place.with_rotation(Quat::from_rotation_z(angle));
    world.spawn((sprite, place, flying));
}

/// Moves what is in the air; what arrives does what it came for.
pub(super) fn fly(
    world: &mut World,
    flights: &mut QueryState<(Entity, &'static mut Flying, &'static mut Transform)>,
) {
    let seconds = world.resource::<Time>().delta_secs() * world.resource::<Playback>().speed;
    let (mut landed, mut trails) = (Vec::new(), Vec::new());
    for (entity, mut flying, mut place) in flights.iter_mut(world) {
        flying.age += seconds;
        let t = (flying.age / flying.time).min(1.0);
        let rise = flying.height * 4.0 * t * (1.0 - t);
        let at = flying.from.lerp(flying.to, t) + Vec2::new(0.0, rise);
        place.translation = at.extend(place.translation.z);
        place.rotate_z(flying.spin * seconds);
        if let Some((color, size, is_smoke)) = flying.trail {
            trails.push((at, color, size, is_smoke));
        }
        if t >= 1.0 {
            landed.push((entity, flying.shot.take()));
        }
    }
    for (at, color, size, is_smoke) in trails {
        effects::trail(world, at, color, size, is_smoke);
    }
    for (entity, shot) in landed {
        world.despawn(entity);
        if let Some(shot) = shot {
            land(world, &shot);
        }
    }
}

fn land(world: &mut World, shot: &Shot) {
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
                effects::sparks(world, shot.to, back, Color::srgb(1.0, 0.82, 0.5), 9);
                sound::at(world, shot.to, Cue::Ricochet);
            } else {
                effects::wound(world, shot.to, back + PI, flesh, *is_crit);
                sound::at(world, shot.to, Cue::Hit);
            }
            if shot.arm.round != Round::Bullet {
                effects::sparks(world, shot.to, back, fire_color(shot.arm.round), 6);
            }
            if let Some((unit, _)) = *target {
                let change = -i32::try_from(*dealt).unwrap_or(i32::MAX);
                harm(world, unit, shot.to, change, *is_crit);
            } else {
                text::say(world, shot.to, &format!("-{dealt}"), Tone::Damage);
            }
        }
        End::Miss {
            ground,
            beside,
            ricochet,
        } => {
            if let Some(ground) = *ground {
                effects::dust(world, shot.to, ground, false);
                sound::at(world, shot.to, Cue::Miss);
            }
            text::say(world, *beside, "miss", Tone::Miss);
            if let Some((to, victim)) = *ricochet {
                strike_on(world, shot.to, to, victim);
            }
        }
        End::Lost => {}
    }
}

/// A round that flies on from where it struck.
fn strike_on(world: &mut World, from: Vec2, to: Vec2, victim: Option<(UnitId, u16)>) {
    effects::sparks(
        world,
        from,
        (to - from).to_angle(),
        Color::srgb(1.0, 0.9, 0.6),
        6,
    );
    effects::beam(world, from, to, Color::srgb(1.0, 0.86, 0.5));
    sound::at(world, from, Cue::Ricochet);
    match victim {
        Some((unit, dealt)) => harm(world, unit, to, -i32::from(dealt), false),
        None => effects::dust(world, to, Ground::Stone, false),
    }
}

/// Shows that somebody lost hit points, or got some back.
pub(super) fn harm(world: &mut World, unit: UnitId, at: Vec2, change: i32, is_crit: bool) {
    let (text, tone) = match change {
        0 => ("blocked".to_owned(), Tone::Miss),
        1.. => (format!("+{change}"), Tone::Good),
        _ if is_crit => (format!("{change}!"), Tone::Crit),
        _ => (change.to_string(), Tone::Damage),
    };
    text::say(world, at, &text, tone);
    let Some(token) = world.resource::<Tokens>().get(unit) else {
        return;
    };
    if change < 0
        && let Some(mut motion) = world.get_mut::<Motion>(token)
    {
        motion.hurt();
    }
    if change != 0
        && let Some(mut look) = world.get_mut::<Look>(token)
        && let Some(health) = &mut look.health
    {
        let left = (i32::from(health.now) + change).clamp(0, i32::from(health.max));
        health.now = u16::try_from(left).unwrap_or_default();
    }
}
