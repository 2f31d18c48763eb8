//! What a rule set lays over the board: lines, steps of a way, signs, ghosts of tokens and words.
//!
//! **Invariant:** a rule set lists strokes as plain data; they are drawn anew only when what they depend
//! on changed, and go with the battle.

use std::collections::BTreeMap;

use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;
use bevy::sprite::update_text2d_layout;

pub use super::chips::Fit;
use super::chips::{self, Ghost, Label};
use crate::game::shell::settings::Settings;
use crate::game::table::art::{self, Badge, Relation, Sign};
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
    /// A unit where it will be, or apart from where it is.
    Ghost {
        /// Which way it faces.
        angle: f32,
        figure: Figure,
        relation: Relation,
        /// Width and height.
        size: f32,
    },
    /// Words of one line on a dark plate.
    Words {
        text: String,
        /// Size of the letters.
        size: f32,
        fit: Fit,
        /// The picture before them.
        icon: Option<Badge>,
    },
    /// The outline of a hex.
    Outline,
    Sign {
        sign: Sign,
        /// Width and height.
        size: f32,
    },
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
        let shape = Shape::Ghost {
            angle,
            figure,
            relation: Relation::Own,
            size: GHOST,
        };
        Self::new(at, GHOSTS_Z - 0.5, color, shape)
    }

    /// Draws a unit of a stack apart from the others.
    pub fn apart(at: Vec2, (figure, relation): (Figure, Relation), size: f32) -> Self {
        let shape = Shape::Ghost {
            angle: 0.0,
            figure,
            relation,
            size,
        };
        Self::new(at, GHOSTS_Z + 0.2, Color::WHITE, shape)
    }

    /// Writes words that keep their size to the eye, in one line.
    pub fn words(at: Vec2, text: impl Into<String>, size: f32, color: Color) -> Self {
        let text: String = text.into();
        let words = Shape::Words {
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
            size,
            fit: Fit::Eye,
            icon: None,
        };
        Self::new(at, GHOSTS_Z + 0.3, color, words)
    }

    /// Puts a picture before words.
    pub fn marked(mut self, badge: Badge) -> Self {
        if let Shape::Words { icon, .. } = &mut self.shape {
            *icon = Some(badge);
        }
        self
    }

    /// Draws the outline of a hex.
    pub fn outline(at: Vec2, color: Color) -> Self {
        Self::new(at, GHOSTS_Z, color, Shape::Outline)
    }

    /// Draws the hex pointed at, above all other outlines.
    pub fn cursor(at: Vec2) -> Self {
        Self::outline(at, Color::WHITE).above(GHOSTS_Z + 0.5)
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

    /// Sets how words follow the zoom.
    pub fn fit(mut self, to: Fit) -> Self {
        if let Shape::Words { fit, .. } = &mut self.shape {
            *fit = to;
        }
        self
    }

    /// Lets words disappear if there is no room and they appear elsewhere, too.
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

/// Pictures of the signs, and of what stands before words.
#[derive(Resource)]
struct SignArt {
    signs: BTreeMap<Sign, Handle<Image>>,
    badges: BTreeMap<Badge, Handle<Image>>,
}

/// Adds what strokes are made of.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, load).add_systems(
        PostUpdate,
        (chips::lay_words, chips::hide_covered_names)
            .chain()
            .after(update_text2d_layout)
            .before(TransformSystems::Propagate)
            .before(VisibilitySystems::VisibilityPropagate)
            .run_if(in_state(AtBattle)),
    );
}

fn load(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let pictures = Sign::ALL.map(|sign| (sign, images.add(art::image(&art::sign_picture(sign)))));
    let badges = Badge::ALL.map(|badge| {
        let picture = art::image(&art::badge_picture(badge));
        (badge, images.add(picture))
    });
    commands.insert_resource(SignArt {
        signs: pictures.into(),
        badges: badges.into(),
    });
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
            let image = world.resource::<SignArt>().signs[&sign].clone();
            (picture(image, Some(size)), place)
        }
        Shape::Ghost {
            angle,
            figure,
            relation,
            size,
        } => {
            let (place, flip_x) = match figure.turns() {
                true => (turned(angle), false),
                false => (place, figure.looks_aside() && looks_left(angle)),
            };
            let shown = Picture::Figure(figure, relation);
            let image = world.resource_scope(|world, mut art: Mut<TokenArt>| {
                art.get(&mut world.resource_mut::<Assets<Image>>(), shown)
            });
            let image = Sprite {
                flip_x,
                ..picture(image, Some(size))
            };
            return world.spawn((of_battle, Ghost, image, place)).id();
        }
        Shape::Words {
            text,
            size,
            fit,
            icon,
        } => {
            let label = Label::new(at, size, fit, icon.is_some());
            let icon = icon.map(|badge| world.resource::<SignArt>().badges[&badge].clone());
            let icon = icon.map(|image| picture(image, Some(0.0)));
            return chips::spawn(world, (of_battle, place), label, (text, color), icon);
        }
    };
    world.spawn((of_battle, sprite, place)).id()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_one_line_whatever_they_are_made_of() {
        let words = Stroke::words(Vec2::ZERO, "attack\n  fire", 12.0, Color::WHITE);
        let words = words.marked(Badge::Watched).minor_if(true);
        let expected = Shape::Words {
            text: "attack fire".into(),
            size: 12.0,
            fit: Fit::Minor,
            icon: Some(Badge::Watched),
        };
        assert_eq!(words.shape, expected);
    }
}
