//! Pictures that move, grow and fade by themselves.
//!
//! **Invariant:** luck here is a fixed sequence of its own; no battle hears of it.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::Playback;
use crate::game::table::art::{self, Effect};

/// Height of effects over units, below the fog.
pub(super) const EFFECTS_Z: f32 = 15.0;
/// Height of what shines through the fog.
pub(super) const THROUGH_FOG_Z: f32 = 45.0;

/// The pictures of effects, and the luck of the next one.
#[derive(Resource)]
pub(super) struct EffectArt {
    pictures: BTreeMap<Effect, Handle<Image>>,
    luck: u32,
}

/// A picture on its way.
#[derive(Component, Clone, Debug)]
pub(super) struct Particle {
    /// Seconds since it began; below 0 it still waits.
    pub(super) age: f32,
    pub(super) life: f32,
    pub(super) velocity: Vec2,
    /// Share of its speed lost in a second.
    pub(super) drag: f32,
    /// Added to its speed upwards each second.
    pub(super) lift: f32,
    pub(super) spin: f32,
    pub(super) size: [Vec2; 2],
    pub(super) colors: [Color; 2],
    pub(super) alpha: f32,
    /// Seconds until it is seen in full.
    pub(super) rise: f32,
}

impl Default for Particle {
    fn default() -> Self {
        Self {
            age: 0.0,
            life: 0.3,
            velocity: Vec2::ZERO,
            drag: 0.0,
            lift: 0.0,
            spin: 0.0,
            size: [Vec2::splat(20.0); 2],
            colors: [Color::WHITE; 2],
            alpha: 1.0,
            rise: 0.0,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreStartup, load);
}

fn load(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let picture = |effect| {
        let image = art::image_with_copies(&art::effect_picture(effect));
        (effect, images.add(image))
    };
    commands.insert_resource(EffectArt {
        pictures: Effect::ALL.map(picture).into(),
        luck: 1,
    });
}

/// Moves, grows and fades what was spawned.
pub(super) fn drift(
    mut commands: Commands,
    time: Res<Time>,
    playback: Res<Playback>,
    mut particles: Query<(Entity, &mut Particle, &mut Transform, &mut Sprite)>,
) {
    let seconds = time.delta_secs() * playback.pace();
    for (entity, mut particle, mut place, mut sprite) in &mut particles {
        particle.age += seconds;
        if particle.age >= particle.life {
            commands.entity(entity).despawn();
            continue;
        }
        if particle.age < 0.0 {
            continue;
        }
        let keep = (-particle.drag * seconds).exp();
        let lift = particle.lift * seconds;
        particle.velocity = particle.velocity * keep + Vec2::new(0.0, lift);
        place.translation += (particle.velocity * seconds).extend(0.0);
        place.rotate_z(particle.spin * seconds);
        let t = particle.age / particle.life;
        // Fast at first, then slower.
        let grown = 1.0 - (1.0 - t) * (1.0 - t);
        sprite.custom_size = Some(particle.size[0].lerp(particle.size[1], grown));
        let risen = match particle.rise > 0.0 {
            true => (particle.age / particle.rise).min(1.0),
            false => 1.0,
        };
        let fade = (1.0 - t).powf(1.3);
        let color = particle.colors[0].mix(&particle.colors[1], t);
        sprite.color = color.with_alpha(particle.alpha * risen * fade);
    }
}

impl EffectArt {
    /// Returns the sprite of something that flies.
    pub(super) fn sprite(&self, effect: Effect, size: Vec2, color: Color) -> Sprite {
        Sprite {
            image: self.pictures[&effect].clone(),
            custom_size: Some(size),
            color,
            ..default()
        }
    }

    /// Returns luck for the looks of one effect.
    pub(super) fn luck(&mut self) -> Luck {
        self.luck = self.luck.wrapping_add(101);
        Luck(self.luck)
    }
}

/// Luck for the looks of one effect.
pub(super) struct Luck(u32);

impl Luck {
    #[cfg(test)]
    pub(super) fn new(seed: u32) -> Self {
        Self(seed)
    }

    pub(super) fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }

    pub(super) fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next()
    }

    pub(super) fn within(&mut self, [low, high]: [f32; 2]) -> f32 {
        self.range(low, high)
    }

    /// A way around an angle, no farther off than so much.
    pub(super) fn way(&mut self, around: f32, off: f32) -> Vec2 {
        Vec2::from_angle(around + self.range(-off, off))
    }
}

pub(super) fn square(size: f32) -> Vec2 {
    Vec2::splat(size)
}
