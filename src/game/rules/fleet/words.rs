//! Words that stay on the board: in a size that can be read, as long as there is room for them.
//!
//! **Invariant:** depends on the zoom alone; words that did not change are not touched.

use bevy::prelude::*;

/// Scale of letters, which are drawn at twice their size to stay sharp.
pub(super) const SCALE: f32 = 0.5;
/// How much larger words get at the most, as the board gets smaller.
const MOST: f32 = 2.2;
/// From which zoom on there is no room for what is said elsewhere, too: world units a pixel.
const CROWDED: f32 = 1.5;

/// Words on the board.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct BoardWords {
    /// Whether they are said elsewhere, too, and go where there is no room.
    pub is_minor: bool,
}

/// Returns scale and visibility of words at a zoom.
fn fit(words: BoardWords, zoom: f32) -> (f32, Visibility) {
    let is_hidden = words.is_minor && zoom > CROWDED;
    let shown = match is_hidden {
        true => Visibility::Hidden,
        false => Visibility::Inherited,
    };
    (SCALE * zoom.clamp(1.0, MOST), shown)
}

/// Fits words to the zoom.
pub(super) fn follow(
    cameras: Query<&Projection, With<Camera2d>>,
    mut words: Query<(&BoardWords, &mut Transform, &mut Visibility)>,
) {
    let Ok(Projection::Orthographic(lens)) = cameras.single() else {
        return;
    };
    for (words, mut place, mut shown) in &mut words {
        let (scale, visibility) = fit(*words, lens.scale);
        if place.scale.x != scale {
            place.scale = Vec3::splat(scale);
        }
        shown.set_if_neq(visibility);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_size_to_the_eye_and_minor_ones_go_from_afar() {
        let [minor, major] = [true, false].map(|is_minor| BoardWords { is_minor });
        assert_eq!(fit(minor, 0.5), (SCALE, Visibility::Inherited));
        assert_eq!(fit(major, 2.0), (2.0 * SCALE, Visibility::Inherited));
        assert_eq!(fit(minor, 2.0).1, Visibility::Hidden);
        assert_eq!(fit(major, 9.0), (MOST * SCALE, Visibility::Inherited));
    }
}
