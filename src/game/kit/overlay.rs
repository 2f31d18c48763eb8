//! What a rule set lays over the board: lines, steps of a way, signs, ghosts of tokens and words.
//!
//! **Invariant:** a rule set lists strokes as plain data; they are drawn anew only when what they depend
//! on changed, and go with the battle. Words depend on the zoom and make room for one another.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;
use bevy::sprite::{Text2dShadow, update_text2d_layout};
use bevy::text::TextLayoutInfo;

use crate::game::shell::settings::Settings;
use crate::game::table::art::{self, Relation, Sign};
use crate::game::table::board_view::BoardView;
use crate::game::table::palette::Meaning;
use crate::game::table::unit_view::{Figure, Picture, TokenArt, looks_left};
use crate::game::{AtBattle, Screen};

/// Over the ground, under the marks on hexes.
pub const GROUND_Z: f32 = 3.5;
/// Over the marks on hexes, under the tokens.
pub const LINES_Z: f32 = 9.0;
/// Over the fog.
pub const GHOSTS_Z: f32 = 22.0;
/// Width and height of a ghost in the world.
const GHOST: f32 = 100.0;

/// Something drawn over the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// Where its middle is.
    pub at: Vec2,
    /// How far above the ground it lies.
    pub height: f32,
    /// Its color, or its tint.
    pub color: Color,
    /// What it is.
    pub shape: Shape,
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Line {
        /// From its middle to its end.
        half: Vec2,
        width: f32,
    },
    /// A step of a way.
    Step {
        /// Whether somebody lies in wait there.
        is_risky: bool,
        /// Width and height.
        size: f32,
    },
    /// A unit where it will be.
    Ghost {
        /// Which way it faces.
        angle: f32,
        figure: Figure,
    },
    Words {
        text: String,
        /// Size of the letters.
        size: f32,
        fit: Fit,
    },
    /// The outline of a hex.
    Outline,
    Sign {
        sign: Sign,
        /// Width and height.
        size: f32,
    },
}

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

impl Stroke {
    pub fn line(from: Vec2, to: Vec2, width: f32, color: Color) -> Self {
        let half = (to - from) / 2.0;
        Self::new(
            from.midpoint(to),
            LINES_Z,
            color,
            Shape::Line { half, width },
        )
    }

    /// Draws a step of a way.
    pub fn step(at: Vec2, is_risky: bool, color: Color) -> Self {
        let size = 30.0;
        Self::new(at, LINES_Z + 0.2, color, Shape::Step { is_risky, size })
    }

    /// Draws a unit where it will be.
    pub fn ghost(at: Vec2, angle: f32, figure: Figure) -> Self {
        let color = Color::srgba(1.0, 1.0, 1.0, 0.62);
        Self::new(at, GHOSTS_Z - 0.5, color, Shape::Ghost { angle, figure })
    }

    /// Writes words that keep their size to the eye.
    pub fn words(at: Vec2, text: impl Into<String>, size: f32, color: Color) -> Self {
        let (text, fit) = (text.into(), Fit::Eye);
        Self::new(at, GHOSTS_Z + 0.3, color, Shape::Words { text, size, fit })
    }

    /// Draws the outline of a hex.
    pub fn outline(at: Vec2, color: Color) -> Self {
        Self::new(at, GHOSTS_Z, color, Shape::Outline)
    }

    pub fn new(at: Vec2, height: f32, color: Color, shape: Shape) -> Self {
        Self {
            at,
            height,
            color,
            shape,
        }
    }

    /// Puts it so far above the ground.
    pub fn above(self, height: f32) -> Self {
        Self { height, ..self }
    }

    /// Has words follow the zoom in another way.
    pub fn fit(mut self, to: Fit) -> Self {
        if let Shape::Words { fit, .. } = &mut self.shape {
            *fit = to;
        }
        self
    }

    /// Lets words go where there is no room, if they are said elsewhere, too.
    pub fn minor_if(self, is_minor: bool) -> Self {
        self.fit(if is_minor { Fit::Minor } else { Fit::Eye })
    }
}

/// Returns the color of a meaning in the palette in force.
pub fn color(world: &World, meaning: Meaning) -> Color {
    let [red, green, blue] = world.resource::<Settings>().palette.color(meaning);
    Color::srgb_u8(red, green, blue)
}

/// Draws strokes with an arrow's head at the end of a line.
pub fn arrow(from: Vec2, to: Vec2, width: f32, barb: f32, color: Color) -> [Stroke; 3] {
    let back = (from - to).normalize_or_zero() * barb;
    let barbs = [0.55, -0.55].map(|turn| to + Vec2::from_angle(turn).rotate(back));
    [
        Stroke::line(from, to, width, color),
        Stroke::line(barbs[0], to, width.min(3.4), color),
        Stroke::line(barbs[1], to, width.min(3.4), color),
    ]
}

/// Returns a system that draws strokes anew when what they depend on changed.
pub fn follow<K: PartialEq + Send + 'static>(
    depends_on: fn(&World) -> K,
    strokes: fn(&World) -> Vec<Stroke>,
) -> impl FnMut(&mut World, Local<Option<K>>, Local<Vec<Entity>>) {
    move |world, mut known, mut drawn| {
        let now = depends_on(world);
        let is_gone = drawn
            .first()
            .is_some_and(|&one| world.get_entity(one).is_err());
        if known.as_ref() == Some(&now) && !is_gone {
            return;
        }
        *known = Some(now);
        for old in drawn.drain(..) {
            if let Ok(old) = world.get_entity_mut(old) {
                old.despawn();
            }
        }
        drawn.extend(strokes(world).into_iter().map(|stroke| put(world, stroke)));
    }
}

/// Words on the board, which make room for one another.
#[derive(Component, Clone, Copy)]
struct Label {
    /// Where they belong.
    at: Vec2,
    /// Size of the letters; smaller ones make room.
    size: f32,
    fit: Fit,
}

/// Pictures of the signs.
#[derive(Resource)]
struct SignArt(BTreeMap<Sign, Handle<Image>>);

/// Adds what strokes are made of.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, load).add_systems(
        PostUpdate,
        lay_words
            .after(update_text2d_layout)
            .before(TransformSystems::Propagate)
            .before(VisibilitySystems::VisibilityPropagate)
            .run_if(in_state(AtBattle)),
    );
}

fn load(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let pictures = Sign::ALL.map(|sign| (sign, images.add(art::image(&art::sign_picture(sign)))));
    commands.insert_resource(SignArt(pictures.into()));
}

fn put(world: &mut World, stroke: Stroke) -> Entity {
    let Stroke {
        at,
        height,
        color,
        shape,
    } = stroke;
    let place = Transform::from_translation(at.extend(height));
    let turned = |angle| place.with_rotation(Quat::from_rotation_z(angle));
    let of_battle = DespawnOnExit(Screen::Battle);
    let picture = |image, size: Option<f32>| Sprite {
        image,
        color,
        custom_size: size.map(Vec2::splat),
        ..default()
    };
    let art = world.resource::<TokenArt>();
    let (sprite, place) = match shape {
        Shape::Line { half, width } => {
            let sprite = Sprite::from_color(color, Vec2::new(half.length() * 2.0, width));
            (sprite, turned(half.to_angle()))
        }
        Shape::Step { is_risky, size } => {
            let image = art.steps[usize::from(is_risky)].clone();
            (picture(image, Some(size)), place)
        }
        Shape::Outline => {
            let turn = world.resource::<BoardView>().turn();
            (picture(art.outline.clone(), None), turned(turn))
        }
        Shape::Sign { sign, size } => {
            let image = world.resource::<SignArt>().0[&sign].clone();
            (picture(image, Some(size)), place)
        }
        Shape::Ghost { angle, figure } => {
            let (place, flip_x) = match figure.turns() {
                true => (turned(angle), false),
                false => (place, looks_left(angle)),
            };
            let shown = Picture::Figure(figure, Relation::Own);
            let image = world.resource_scope(|world, mut art: Mut<TokenArt>| {
                art.get(&mut world.resource_mut::<Assets<Image>>(), shown)
            });
            let image = Sprite {
                flip_x,
                ..picture(image, Some(GHOST))
            };
            (image, place)
        }
        Shape::Words { text, size, fit } => {
            let label = Label { at, size, fit };
            let words = words(text, label, color);
            return world.spawn((of_battle, words, place)).id();
        }
    };
    world.spawn((of_battle, sprite, place)).id()
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
/// How much larger words get at the most, as the board gets smaller.
const MOST: f32 = 2.2;
/// From which zoom on there is no room for what is said elsewhere, too: world units a pixel.
const CROWDED: f32 = 1.5;

impl Fit {
    /// Returns scale and visibility of words at a zoom.
    fn at(self, zoom: f32) -> (f32, Visibility) {
        let shown = match self == Self::Minor && zoom > CROWDED {
            true => Visibility::Hidden,
            false => Visibility::Inherited,
        };
        let scale = match self {
            Self::Board => 1.0,
            Self::Eye | Self::Minor => SCALE * zoom.clamp(1.0, MOST),
        };
        (scale, shown)
    }
}

/// Fits words to the zoom, and moves those that would lie on others; where there is no room, they go.
fn lay_words(
    cameras: Query<&Projection, With<Camera2d>>,
    changed: Query<(), (With<Label>, Changed<TextLayoutInfo>)>,
    mut words: Query<(&Label, &TextLayoutInfo, &mut Transform, &mut Visibility)>,
    mut known: Local<(f32, usize)>,
) {
    let Ok(Projection::Orthographic(lens)) = cameras.single() else {
        return;
    };
    let now = (lens.scale, words.iter().len());
    if *known == now && changed.is_empty() {
        return;
    }
    *known = now;
    let mut all: Vec<_> = words.iter_mut().collect();
    // Large ones first; those that follow the board last, since they are said elsewhere, too.
    all.sort_by(|(one, ..), (other, ..)| {
        let rank = |label: &Label| (label.fit == Fit::Board, -label.size);
        let place = |label: &Label| (label.at.y, label.at.x);
        (rank(one).partial_cmp(&rank(other)))
            .and_then(|order| Some(order.then(place(one).partial_cmp(&place(other))?)))
            .unwrap_or(Ordering::Equal)
    });
    let mut taken: Vec<Rect> = Vec::new();
    for (label, layout, mut place, mut shown) in all {
        let (scale, visibility) = label.fit.at(lens.scale);
        let free = free_place(label.at, layout.size * scale, &taken);
        let is_shown = visibility != Visibility::Hidden && free.is_some();
        shown.set_if_neq(match is_shown {
            true => Visibility::Inherited,
            false => Visibility::Hidden,
        });
        let free = free.filter(|_| is_shown);
        taken.extend(free);
        let at = free.map_or(label.at, |free| free.center());
        let mut after = *place;
        after.translation = at.extend(after.translation.z);
        after.scale = Vec3::splat(scale);
        place.set_if_neq(after);
    }
}

/// Returns where words of a size lie on no others, near where they belong.
fn free_place(at: Vec2, size: Vec2, taken: &[Rect]) -> Option<Rect> {
    let high = size.y * 0.8;
    let steps = [0.0, 1.0, -1.0, 2.0, -2.0].map(|step| Vec2::new(0.0, step * high));
    let places = steps.map(|step| Rect::from_center_size(at + step, Vec2::new(size.x, high)));
    let is_free = |place: &Rect| taken.iter().all(|other| place.intersect(*other).is_empty());
    places.into_iter().find(is_free)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_size_to_the_eye_and_minor_ones_go_from_afar() {
        assert_eq!(Fit::Minor.at(0.5), (SCALE, Visibility::Inherited));
        assert_eq!(Fit::Eye.at(2.0), (2.0 * SCALE, Visibility::Inherited));
        assert_eq!(Fit::Minor.at(2.0).1, Visibility::Hidden);
        assert_eq!(Fit::Eye.at(9.0), (MOST * SCALE, Visibility::Inherited));
        assert_eq!(Fit::Board.at(9.0).0, 1.0);
    }

    #[test]
    fn words_lie_on_no_others_and_go_where_there_is_no_room() {
        let size = Vec2::new(40.0, 10.0);
        let mut taken = Vec::new();
        let laid: Vec<_> = (0..6)
            .map(|_| {
                let free = free_place(Vec2::ZERO, size, &taken);
                taken.extend(free);
                free.map(|free| free.center().y)
            })
            .collect();
        let expected = [0.0, 8.0, -8.0, 16.0, -16.0].map(Some);
        assert_eq!(laid[..5], expected);
        assert_eq!(laid[5], None);
        let beside = free_place(Vec2::new(41.0, 0.0), size, &taken);
        assert_eq!(beside.map(|free| free.center().y), Some(0.0));
    }
}
