//! Words and numbers that float up over the board.
//!
//! **Invariant:** words said at one place at one time do not cover each other; they can be read from
//! near and far.

use bevy::prelude::*;
use bevy::sprite::Text2dShadow;

use super::Playback;
use super::scene::Tone;

/// Height of words, over the fog.
const WORDS_Z: f32 = 60.0;

/// How far words rise in a second, as seen from where they are said at their usual size.
const RISE: f32 = 40.0;
/// Size of letters before words are scaled, pixels.
const LETTERS: f32 = 44.0;
/// Width of a letter and height of a line, in sizes of letters.
const LETTER: Vec2 = Vec2::new(0.52, 1.15);
/// Where the middle of words is over the place they are said at, if there is room.
const ABOVE: f32 = 44.0;
/// Height that is left free between words, in the world.
const GAP: f32 = 2.0;

/// Words on their way up.
#[derive(Component)]
pub(super) struct Floating {
    age: f32,
    life: f32,
    scale: f32,
    /// Width and height.
    size: Vec2,
}

/// The dark plate below words that have to be read, not numbers alone.
#[derive(Component)]
pub(super) struct Plate;

/// Most letters of words that are read at a glance.
const GLANCE: usize = 8;
/// Darkness of the plate.
const DARK: f32 = 0.6;

/// Words that are said over a place.
#[derive(Message)]
pub(super) struct Said {
    pub at: Vec2,
    pub text: String,
    pub tone: Tone,
}

/// Lets what is said float over its place.
pub(super) fn say(
    mut commands: Commands,
    mut said: MessageReader<Said>,
    cameras: Query<&Projection, With<Camera2d>>,
    floating: Query<(&Floating, &Transform)>,
) {
    if said.is_empty() {
        return;
    }
    let zoom = cameras.single().map_or(1.0, larger);
    let mut taken: Vec<_> = (floating.iter())
        .map(|(other, place)| Rect::from_center_size(place.translation.xy(), other.size))
        .collect();
    for Said { at, text, tone } in said.read() {
        let (color, scale, life) = match tone {
            Tone::Damage => (Color::srgb(1.0, 0.84, 0.72), 0.78, 1.15),
            Tone::Crit => (Color::srgb(1.0, 0.44, 0.26), 1.2, 1.5),
            Tone::Miss => (Color::srgb(0.8, 0.83, 0.86), 0.54, 0.9),
            Tone::Good => (Color::srgb(0.62, 0.95, 0.64), 0.66, 1.2),
            Tone::Bad => (Color::srgb(1.0, 0.62, 0.36), 0.66, 1.2),
            Tone::Plain => (Color::srgb(0.9, 0.88, 0.78), 0.48, 1.0),
        };
        let size = size_of(text) * scale * zoom;
        let wanted = Rect::from_center_size(at + Vec2::new(0.0, ABOVE), size);
        let place = free_place(wanted, &taken);
        let above = WORDS_Z + taken.len() as f32 * 0.01;
        taken.push(place);
        let words = commands.spawn((
            Text2d::new(text),
            TextFont {
                font_size: FontSize::Px(LETTERS),
                ..default()
            },
            TextColor(color),
            Text2dShadow {
                offset: Vec2::new(3.0, -3.0),
                color: Color::srgba(0.02, 0.02, 0.03, 0.95),
            },
            Transform::from_translation(place.center().extend(above)).with_scale(Vec3::ZERO),
            Floating {
                age: 0.0,
                life,
                scale,
                size,
            },
        ));
        let words = words.id();
        if text.chars().count() > GLANCE {
            let plate = Sprite::from_color(Color::srgba(0.03, 0.04, 0.05, DARK), size_of(text));
            let below = Transform::from_xyz(0.0, 0.0, -0.005);
            commands.spawn((Plate, plate, below, ChildOf(words)));
        }
    }
}

/// Returns how much larger words are than at their usual size, so that they can be read from afar.
fn larger(lens: &Projection) -> f32 {
    match lens {
        Projection::Orthographic(lens) => lens.scale.max(0.5),
        _ => 1.0,
    }
}

/// Returns about how wide and high words are before they are scaled.
fn size_of(text: &str) -> Vec2 {
    let lines = text.lines().count().max(1) as f32;
    let widest = text.lines().map(|line| line.chars().count()).max();
    let letters = widest.unwrap_or(0) as f32;
    LETTERS * LETTER * Vec2::new(letters, lines)
}

/// Returns the place nearest to the wanted one where words cover no others: there, over them or under
/// them. All rise alike, so that they stay apart.
fn free_place(wanted: Rect, taken: &[Rect]) -> Rect {
    let is_free = |place: &Rect| {
        let covered = taken.iter().map(|other| place.intersect(*other));
        covered.into_iter().all(|both| both.is_empty())
    };
    let half = wanted.half_size();
    let beside = taken.iter().flat_map(|other| {
        let above = other.max.y + half.y + GAP;
        let below = other.min.y - half.y - GAP;
        [above, below].map(|y| Rect::from_center_half_size(wanted.center().with_y(y), half))
    });
    let mut free: Vec<_> = [wanted].into_iter().chain(beside).filter(is_free).collect();
    let off = |place: &Rect| (place.center().y - wanted.center().y).abs();
    // Over them first: words belong to what is below them.
    free.sort_by(|one, other| {
        let is_under = |place: &Rect| place.center().y < wanted.center().y;
        let key = |place: &Rect| off(place) + if is_under(place) { half.y } else { 0.0 };
        key(one).total_cmp(&key(other))
    });
    free.first().copied().unwrap_or(wanted)
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
        Option<&Children>,
    )>,
    mut plates: Query<&mut Sprite, With<Plate>>,
) {
    // Read at leisure, however fast the rest is.
    let seconds = time.delta_secs() * playback.pace().sqrt();
    let zoom = cameras.single().map_or(1.0, larger);
    for (entity, mut words, mut place, mut color, mut shadow, children) in &mut floating {
        words.age += seconds;
        if words.age >= words.life {
            commands.entity(entity).despawn();
            continue;
        }
        place.translation.y += RISE * seconds * zoom;
        let swell = match words.age {
            age if age < 0.1 => 1.35 * age / 0.1,
            age => 1.0 + 0.35 * (1.0 - (age - 0.1) / 0.12).max(0.0),
        };
        place.scale = Vec3::splat(words.scale * swell * zoom);
        let alpha = ((words.life - words.age) / 0.35).min(1.0);
        color.0.set_alpha(alpha);
        shadow.color.set_alpha(0.95 * alpha);
        for &child in children.into_iter().flatten() {
            if let Ok(mut plate) = plates.get_mut(child) {
                plate.color.set_alpha(DARK * alpha);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_said_close_together_cover_none_and_stay_near() {
        let mut taken = Vec::new();
        // Neighboring hexes, of which each says three things.
        for word in 0..12_u8 {
            let at = Vec2::new(f32::from(word % 4) * 60.0, 0.0);
            let size = size_of("intercepted") * 0.5;
            let wanted = Rect::from_center_size(at, size);
            let place = free_place(wanted, &taken);
            for other in &taken {
                assert!(place.intersect(*other).is_empty(), "{place:?} on {other:?}");
            }
            assert_eq!(place.center().x, at.x);
            let off = (place.center().y - at.y).abs();
            assert!(off < size.y * 12.0, "{off} off");
            taken.push(place);
        }
        let alone = Rect::from_center_size(Vec2::new(900.0, 0.0), Vec2::splat(30.0));
        assert_eq!(free_place(alone, &taken), alone);
    }
}
