//! Words on the board: chips of one line on a dark plate, with a picture before them if they have one.
//!
//! **Invariant:** words depend on the zoom, make room for one another, and never lie over a token or a ghost.

use std::cmp::Ordering;

use bevy::prelude::*;
use bevy::sprite::Text2dShadow;
use bevy::text::TextLayoutInfo;
use bevy_egui::egui::Color32;

use super::theme;
use crate::game::table::unit_view::{Look, NameTag, Token};

/// How words follow the zoom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// They get smaller with the board.
    Board,
    /// They keep their size to the eye.
    Eye,
    /// They keep their size, and go where there is no room, since they are said elsewhere, too.
    Minor,
}

/// Words on the board, which make room for one another.
#[derive(Component, Clone, Copy)]
pub(super) struct Label {
    /// Where they belong.
    at: Vec2,
    /// Size of the letters; smaller ones make room.
    size: f32,
    fit: Fit,
    has_icon: bool,
}

impl Label {
    pub(super) fn new(at: Vec2, size: f32, fit: Fit, has_icon: bool) -> Self {
        Self {
            at,
            size,
            fit,
            has_icon,
        }
    }

    /// Returns the room that it takes beside its letters in all, at a scale of 1.
    fn padding(&self, high: f32) -> Vec2 {
        let icon = if self.has_icon { high } else { 0.0 };
        match self.fit {
            // What is written on a hex takes little of it.
            Fit::Board => Vec2::new(icon + 0.3 * high, -0.2 * high),
            Fit::Eye | Fit::Minor => Vec2::new(icon + 0.6 * high, 0.12 * high),
        }
    }
}

/// The dark plate below words, and the picture before them.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Plate,
    Icon,
}

/// A ghost of a token, over which no words lie.
#[derive(Component)]
pub(super) struct Ghost;
/// Returns a color as it can be read on the plate.
fn as_text(color: Color) -> Color {
    let [red, green, blue, _] = color.to_srgba().to_u8_array();
    let color = Color32::from_rgb(red, green, blue);
    let color = theme::as_text(color, theme::CHIP_GROUND);
    Color::srgb_u8(color.r(), color.g(), color.b())
}

/// Puts words on the board with their plate and picture.
pub(super) fn spawn(
    world: &mut World,
    bundle: impl Bundle,
    label: Label,
    (text, color): (String, Color),
    icon: Option<Sprite>,
) -> Entity {
    let words = world.spawn((bundle, words(text, label, as_text(color))));
    let words = words.id();
    let plate = Sprite::from_color(PLATE, Vec2::ZERO);
    let below = Transform::from_xyz(0.0, 0.0, -0.02);
    world.spawn((Part::Plate, plate, below, ChildOf(words)));
    if let Some(icon) = icon {
        world.spawn((Part::Icon, icon, ChildOf(words)));
    }
    words
}

fn words(text: String, label: Label, color: Color) -> impl Bundle {
    // Letters that follow the zoom are drawn at twice their size to stay sharp.
    let scale = if label.fit == Fit::Board { 1.0 } else { SCALE };
    (
        label,
        Text2d::new(text),
        TextLayout::justify(Justify::Center),
        TextFont {
            font_size: FontSize::Px(label.size / scale),
            ..default()
        },
        TextColor(color),
        Text2dShadow {
            offset: Vec2::new(1.0, -1.0) / scale,
            color: Color::srgba(0.0, 0.0, 0.0, 0.9),
        },
    )
}

/// Scale of letters that follow the zoom.
const SCALE: f32 = 0.5;
/// How much smaller words get at the most, as the board gets larger.
const LEAST: f32 = 0.5;
/// How much larger words get at the most, as the board gets smaller.
const MOST: f32 = 2.2;
/// Size of the smallest letters that can be read, pixels.
const LEAST_SIZE: f32 = 11.0;
/// From which zoom on there is no room for what is said elsewhere, too: world units a pixel.
const CROWDED: f32 = 1.5;

impl Fit {
    /// Returns scale and visibility of words with letters of a size at a zoom.
    fn at(self, zoom: f32, size: f32) -> (f32, Visibility) {
        let is_shown = match self {
            Self::Board => size >= LEAST_SIZE * zoom,
            Self::Eye => true,
            Self::Minor => zoom <= CROWDED,
        };
        let shown = match is_shown {
            true => Visibility::Inherited,
            false => Visibility::Hidden,
        };
        let scale = match self {
            Self::Board => 1.0,
            Self::Eye | Self::Minor => SCALE * zoom.clamp(LEAST, MOST),
        };
        (scale, shown)
    }
}

/// Ground of words: dark enough for every color to be read on any hex.
const PLATE: Color = Color::srgba(0.035, 0.045, 0.06, 0.94);
/// Half the width and height of a token, or a ghost of one, that is kept free of words, in the world.
const TOKEN: f32 = 41.0;
/// How far words may be from where they belong, as a multiple of the height of a line.
const FARTHEST: f32 = 7.0;
/// The same, of words that are said elsewhere, too.
const MINOR_FARTHEST: f32 = 2.5;

/// Tokens and ghosts on the board.
type Figures<'w, 's> = Query<
    'w,
    's,
    (&'static Transform, Option<&'static Visibility>),
    (Or<(With<Token>, With<Ghost>)>, Without<Part>),
>;
/// The same, if they moved.
type Moved<'w, 's> = Query<
    'w,
    's,
    (),
    (
        Or<(With<Token>, With<Ghost>)>,
        Changed<Transform>,
        Without<Part>,
    ),
>;
/// Words, and what they are laid by.
type Laid<'w, 's> = Query<
    'w,
    's,
    (
        &'static Label,
        &'static TextLayoutInfo,
        &'static mut Transform,
        &'static mut Visibility,
        Option<&'static Children>,
    ),
    Without<Part>,
>;

/// Fits words to the zoom, and moves those that would lie on others or on tokens; where there is no room, they
/// go.
pub(super) fn lay_words(
    cameras: Query<(&Projection, &GlobalTransform), With<Camera2d>>,
    changed: Query<(), (With<Label>, Changed<TextLayoutInfo>)>,
    mut parts: ParamSet<(Figures, Moved, Laid)>,
    mut pieces: Query<(&Part, &mut Sprite, &mut Transform)>,
    mut known: Local<(f32, Vec2, usize)>,
) {
    let Ok((Projection::Orthographic(lens), place)) = cameras.single() else {
        return;
    };
    let center = place.translation().truncate();
    let shown = Rect::from_center_size(center, lens.area.size());
    let now = (lens.scale, center, parts.p2().iter().len());
    if *known == now && changed.is_empty() && parts.p1().is_empty() {
        return;
    }
    *known = now;
    let mut taken: Vec<Rect> = (parts.p0().iter())
        .filter(|(_, shown)| *shown != Some(&Visibility::Hidden))
        .map(|(place, _)| {
            Rect::from_center_half_size(place.translation.truncate(), Vec2::splat(TOKEN))
        })
        .collect();
    let mut words = parts.p2();
    let mut all: Vec<_> = words.iter_mut().collect();
    all.sort_by(|(one, ..), (other, ..)| first_laid(one, other));
    for (label, layout, mut place, mut visible, children) in all {
        let (scale, visibility) = label.fit.at(lens.scale, label.size);
        let size = layout.size * scale;
        let room = size + label.padding(size.y);
        let is_wanted = visibility != Visibility::Hidden && size.x > 0.0;
        let wanted = match label.fit {
            Fit::Eye => whole(label.at, room, shown),
            Fit::Board | Fit::Minor => label.at,
        };
        let free = free_place(wanted, room, label.fit, &taken).filter(|_| is_wanted);
        visible.set_if_neq(match free {
            Some(_) => Visibility::Inherited,
            None => Visibility::Hidden,
        });
        taken.extend(free);
        let at = free.map_or(label.at, |free| free.center());
        let icon = if label.has_icon { size.y } else { 0.0 };
        let mut after = *place;
        after.translation = (at + Vec2::X * icon / 2.0).extend(after.translation.z);
        after.scale = Vec3::splat(scale);
        place.set_if_neq(after);
        for &child in children.into_iter().flatten() {
            let Ok((part, mut sprite, mut place)) = pieces.get_mut(child) else {
                continue;
            };
            let (size, along) = match part {
                Part::Plate => (room, -icon / 2.0),
                Part::Icon => (Vec2::splat(size.y * 0.9), -(size.x + icon) / 2.0),
            };
            sprite.custom_size = Some(size / scale);
            place.translation.x = along / scale;
        }
    }
}

/// Hides names of tokens that would lie on another token, on words or on another name: panels say them, too.
pub(super) fn hide_covered_names(
    tokens: Query<(Entity, &Transform, &Look, &Visibility), (With<Token>, Without<NameTag>)>,
    words: Query<(&Label, &TextLayoutInfo, &Transform, &Visibility), Without<NameTag>>,
    mut names: Query<(&ChildOf, &TextLayoutInfo, &Transform, &mut Visibility), With<NameTag>>,
) {
    let shown = |visibility: &Visibility| *visibility != Visibility::Hidden;
    let figures: Vec<_> = (tokens.iter())
        .filter(|(.., visibility)| shown(visibility))
        .map(|(token, place, ..)| {
            let center = place.translation.truncate();
            (
                token,
                Rect::from_center_half_size(center, Vec2::splat(TOKEN)),
            )
        })
        .collect();
    let mut taken: Vec<_> = (words.iter())
        .filter(|(.., visibility)| shown(visibility))
        .map(|(label, layout, place, _)| {
            let size = layout.size * place.scale.truncate();
            Rect::from_center_size(place.translation.truncate(), size + label.padding(size.y))
        })
        .collect();
    for (parent, layout, place, mut visibility) in &mut names {
        let token = tokens.get(parent.parent()).ok();
        let Some((token, at, look, _)) = token.filter(|_| shown(&visibility)) else {
            continue;
        };
        // The turn of a ghost is said nowhere else.
        if look.ghost.is_some() {
            continue;
        }
        let center = (at.translation + place.translation).truncate();
        let room = Rect::from_center_size(center, layout.size * place.scale.truncate());
        let others = figures.iter().filter(|(other, _)| *other != token);
        let mut around = others.map(|(_, rect)| rect).chain(&taken);
        match around.all(|other| room.intersect(*other).is_empty()) {
            true => taken.push(room),
            false => *visibility = Visibility::Hidden,
        }
    }
}

/// Orders words by who is laid first: large ones, then those that follow the board, since they are said
/// elsewhere, too.
fn first_laid(one: &Label, other: &Label) -> Ordering {
    let rank = |label: &Label| {
        (
            label.fit == Fit::Board,
            label.fit == Fit::Minor,
            -label.size,
        )
    };
    let place = |label: &Label| (label.at.y, label.at.x);
    (rank(one).partial_cmp(&rank(other)))
        .and_then(|order| Some(order.then(place(one).partial_cmp(&place(other))?)))
        .unwrap_or(Ordering::Equal)
}

/// Returns the place nearest to another from which words that take so much room are seen whole, as long as that
/// place is in view itself.
fn whole(at: Vec2, size: Vec2, shown: Rect) -> Vec2 {
    let (least, most) = (shown.min + size / 2.0, shown.max - size / 2.0);
    match shown.contains(at) && least.cmple(most).all() {
        true => at.clamp(least, most),
        false => at,
    }
}

/// Returns where words that take so much room lie on no others and on no token, as near as there is room to
/// where they belong. What is written on a hex stays there.
fn free_place(at: Vec2, size: Vec2, fit: Fit, taken: &[Rect]) -> Option<Rect> {
    let (farthest, aside): (f32, &[f32]) = match fit {
        Fit::Board => (0.0, &[0.0]),
        Fit::Eye => (FARTHEST, &[0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0]),
        Fit::Minor => (MINOR_FARTHEST, &[0.0, 0.35, -0.35]),
    };
    let steps = (farthest * 2.0) as i32;
    let rows = (-steps..=steps).map(|row| row as f32 * 0.5 * size.y);
    let steps = rows.flat_map(|row| {
        aside
            .iter()
            .map(move |&share| Vec2::new(share * size.x, row))
    });
    let is_free = |place: &Rect| taken.iter().all(|other| place.intersect(*other).is_empty());
    let off = |place: &Rect| (place.center() - at).length_squared();
    steps
        .map(|step| Rect::from_center_size(at + step, size))
        .filter(is_free)
        .min_by(|one, other| off(one).total_cmp(&off(other)))
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_size_to_the_eye_and_minor_ones_go_from_afar() {
        assert_eq!(
            Fit::Minor.at(0.5, 12.0),
            (0.5 * SCALE, Visibility::Inherited)
        );
        assert_eq!(Fit::Eye.at(2.0, 12.0), (2.0 * SCALE, Visibility::Inherited));
        assert_eq!(Fit::Minor.at(2.0, 12.0).1, Visibility::Hidden);
        assert_eq!(
            Fit::Eye.at(9.0, 12.0),
            (MOST * SCALE, Visibility::Inherited)
        );
        assert_eq!(Fit::Board.at(1.25, 14.0), (1.0, Visibility::Inherited));
        assert_eq!(
            Fit::Board.at(1.5, 14.0).1,
            Visibility::Hidden,
            "too small to be read"
        );
    }

    #[test]
    fn words_lie_on_no_others_and_go_where_there_is_no_room() {
        let size = Vec2::new(40.0, 10.0);
        for (fit, expected) in [(Fit::Board, 1), (Fit::Minor, 3), (Fit::Eye, 15)] {
            let mut taken = Vec::new();
            while let Some(free) = free_place(Vec2::ZERO, size, fit, &taken) {
                let is_free = taken.iter().all(|other| free.intersect(*other).is_empty());
                assert!(is_free, "{fit:?}: {free:?} among {taken:?}");
                taken.push(free);
            }
            assert_eq!(taken[0].center(), Vec2::ZERO, "{fit:?}");
            assert!(taken.len() >= expected, "{fit:?}: {}", taken.len());
        }
    }

    #[test]
    fn words_at_the_edge_of_the_window_are_seen_whole() {
        let (size, shown) = (Vec2::new(40.0, 10.0), Rect::new(-100.0, -50.0, 100.0, 50.0));
        let cases = [
            (Vec2::new(0.0, 0.0), Vec2::new(0.0, 0.0)),
            (Vec2::new(-95.0, 49.0), Vec2::new(-80.0, 45.0)),
            (Vec2::new(95.0, -49.0), Vec2::new(80.0, -45.0)),
            // What is out of view stays there.
            (Vec2::new(110.0, 0.0), Vec2::new(110.0, 0.0)),
        ];
        for (at, expected) in cases {
            assert_eq!(whole(at, size, shown), expected, "{at}");
        }
        let wide = Vec2::new(240.0, 10.0);
        assert_eq!(whole(Vec2::ZERO, wide, shown), Vec2::ZERO, "no room");
    }

    #[test]
    fn no_word_lies_over_a_token_and_what_is_said_nowhere_else_finds_room_among_many() {
        let token =
            |x: f32, y: f32| Rect::from_center_half_size(Vec2::new(x, y), Vec2::splat(TOKEN));
        // A unit among six others.
        let ring = [(0.0, 0.0), (96.0, 0.0), (-96.0, 0.0)].map(|(x, y)| token(x, y));
        let rows = [83.0, -83.0].map(|y| [48.0, -48.0].map(|x| token(x, y)));
        let taken: Vec<_> = ring.into_iter().chain(rows.concat()).collect();
        let chip = Vec2::new(150.0, 24.0);
        let free = free_place(Vec2::new(0.0, 62.0), chip, Fit::Eye, &taken);
        let free = free.expect("there is room above them");
        assert!(taken.iter().all(|other| free.intersect(*other).is_empty()));
        assert_eq!(free_place(Vec2::ZERO, chip, Fit::Board, &taken), None);
    }
}
