//! Words and numbers that float up over the board.
//!
//! **Invariant:** words said at one place at one time do not cover each other; they can be read from
//! near and far.

use bevy::{prelude::*, sprite::Text2dShadow};

use super::{Playback, scene::Tone};

/// Height of words, over the fog.
const WORDS_Z: f32 = 60.0;

/// Words on their way up.
#[derive(Component)]
pub(super) struct Floating {
    age: f32,
    life: f32,
    scale: f32,
    /// Where they were said.
    said_at: Vec2,
}

/// Lets words float over a place.
pub(super) fn say(world: &mut World, at: Vec2, text: &str, tone: Tone) {
    let (color, scale, life) = match tone {
        Tone::Damage => (Color::srgb(1.0, 0.84, 0.72), 0.78, 1.15),
        Tone::Crit => (Color::srgb(1.0, 0.44, 0.26), 1.2, 1.5),
        Tone::Miss => (Color::srgb(0.8, 0.83, 0.86), 0.54, 0.9),
        Tone::Good => (Color::srgb(0.62, 0.95, 0.64), 0.66, 1.2),
        Tone::Bad => (Color::srgb(1.0, 0.62, 0.36), 0.66, 1.2),
        Tone::Plain => (Color::srgb(0.9, 0.88, 0.78), 0.48, 1.0),
    };
    let mut floating = world.query::<&Floating>();
    let young = floating.iter(world).filter(|other| {
        let gone = 46.0 * other.age;
        other.said_at.distance(at) < 30.0 && gone < 30.0
    });
    let above = young.count() as f32;
    let place = at + Vec2::new(0.0, 44.0 + 30.0 * above);
    world.spawn((
        Text2d::new(text),
        TextFont {
            font_size: FontSize::Px(44.0),
            ..default()
        },
        TextColor(color),
        Text2dShadow {
            offset: Vec2::new(3.0, -3.0),
            color: Color::srgba(0.02, 0.02, 0.03, 0.95),
        },
        Transform::from_translation(place.extend(WORDS_Z + above)).with_scale(Vec3::splat(0.0)),
        Floating {
            age: 0.0,
            life,
            scale,
            said_at: at,
        },
    ));
}

/// Moves words up, has them swell at first and fade at last.
pub(super) fn float(
    mut commands: Commands,
    time: Res<Time>,
    playback: Res<Playback>,
    cameras: Query<&Projection, With<Camera2d>>,
    mut floating: Query<(
        Entity,
        &mut Floating,
        &mut Transform,
        &mut TextColor,
        &mut Text2dShadow,
    )>,
) {
    // Read at leisure, however fast the rest is.
    let seconds = time.delta_secs() * playback.speed.sqrt();
    let zoom = match cameras.single() {
        Ok(Projection::Orthographic(lens)) => lens.scale.max(0.5),
        _ => 1.0,
    };
    for (entity, mut words, mut place, mut color, mut shadow) in &mut floating {
        words.age += seconds;
        if words.age >= words.life {
            commands.entity(entity).despawn();
            continue;
        }
        place.translation.y += 40.0 * seconds * zoom;
        let swell = match words.age {
            age if age < 0.1 => 1.35 * age / 0.1,
            age => 1.0 + 0.35 * (1.0 - (age - 0.1) / 0.12).max(0.0),
        };
        place.scale = Vec3::splat(words.scale * swell * zoom);
        let alpha = ((words.life - words.age) / 0.35).min(1.0);
        color.0.set_alpha(alpha);
        shadow.color.set_alpha(0.95 * alpha);
    }
}
