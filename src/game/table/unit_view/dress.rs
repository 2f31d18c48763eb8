//! The sprites a token is made of, painted from its look and motion.
//!
//! **Invariant:** a part is written only when what it shows changed; parts of one kind lie at one
//! height, so that they are drawn together.

use bevy::prelude::*;
use bevy::sprite::Text2dShadow;

use super::{Figure, Look, Motion, PIPS, Picture, Token, TokenArt};
use crate::game::table::art::{self, ARC_STEPS, Pip, Pose, Relation};

/// Width and height of a token's pictures in the world.
const SIZE: f32 = 108.0;
/// Width and height of a pip in the world.
const PIP_SIZE: f32 = 24.0;
/// Names are shown when a pixel is no more than this wide in the world.
const NAME_SCALE: f32 = 0.8;

/// The parts of a token.
#[derive(Component, Clone, Copy)]
pub(super) struct Parts {
    plate: Entity,
    arc: Entity,
    stock: Entity,
    wedge: Entity,
    figure: Entity,
    ring: Entity,
    pips: [Entity; PIPS],
    name: Entity,
}

/// Marks names, which are shown from near by.
#[derive(Component)]
pub struct NameTag;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (turn_rings, show_names))
        .add_systems(PostUpdate, dress.before(TransformSystems::Propagate));
}

/// Spawns a token.
pub(super) fn spawn(
    commands: &mut Commands,
    place: Transform,
    look: Look,
    motion: Motion,
) -> Entity {
    let token = commands.spawn((Token, place, Visibility::Inherited)).id();
    let mut part = |height: f32, sprite: Sprite| {
        let place = Transform::from_xyz(0.0, 0.0, height);
        let part = (ChildOf(token), sprite, place, Visibility::Hidden);
        commands.spawn(part).id()
    };
    let whole = || Sprite::sized(Vec2::splat(SIZE));
    let parts = Parts {
        plate: part(0.0, whole()),
        arc: part(0.1, whole()),
        stock: part(0.15, whole()),
        wedge: part(0.2, whole()),
        ring: part(0.3, whole()),
        figure: part(0.4, whole()),
        pips: std::array::from_fn(|_| part(0.5, Sprite::sized(Vec2::splat(PIP_SIZE)))),
        name: Entity::PLACEHOLDER,
    };
    let name = commands
        .spawn((
            ChildOf(token),
            NameTag,
            Text2d::new(""),
            TextFont {
                font_size: FontSize::Px(28.0),
                ..default()
            },
            TextColor(Color::srgb(0.97, 0.94, 0.86)),
            Text2dShadow {
                offset: Vec2::new(2.0, -2.0),
                color: Color::srgba(0.0, 0.0, 0.0, 0.9),
            },
            Transform::from_xyz(0.0, -60.0, 0.6).with_scale(Vec3::splat(0.5)),
            Visibility::Hidden,
        ))
        .id();
    let parts = Parts { name, ..parts };
    commands.entity(token).insert((parts, look, motion));
    token
}

/// Paints tokens whose look or motion changed.
pub(super) fn dress(
    mut art: ResMut<TokenArt>,
    mut images: ResMut<Assets<Image>>,
    tokens: Query<(&Look, &Motion, &Parts), Or<(Changed<Look>, Changed<Motion>)>>,
    mut sprites: Query<(&mut Sprite, &mut Transform, &mut Visibility), Without<NameTag>>,
    mut names: Query<(&mut Text2d, &mut TextColor, &mut Transform), With<NameTag>>,
) {
    for (look, motion, parts) in &tokens {
        let mut wardrobe = Wardrobe {
            art: &mut art,
            images: &mut images,
            look,
            motion,
            is_ghost: look.ghost.is_some(),
            alpha: motion.alpha(),
        };
        let pips = parts.pips.into_iter().enumerate();
        let pips: Vec<_> = pips
            .map(|(index, part)| (part, wardrobe.pip(index)))
            .collect();
        let shown = [
            (parts.plate, wardrobe.plate()),
            (parts.arc, wardrobe.arc()),
            (parts.stock, wardrobe.stock()),
            (parts.wedge, wardrobe.wedge()),
            (parts.figure, Some(wardrobe.figure())),
            (parts.ring, wardrobe.ring()),
        ];
        for (part, shown) in shown.into_iter().chain(pips) {
            if let Ok((sprite, place, visibility)) = sprites.get_mut(part) {
                show(shown, sprite, place, visibility);
            }
        }
        if let Ok((mut text, mut color, mut place)) = names.get_mut(parts.name) {
            let name = match look.ghost {
                Some(turn) => format!("turn {turn}"),
                None => look.name.clone(),
            };
            if text.0 != name {
                text.0 = name;
            }
            let wanted = match (look.ghost, look.relation) {
                (Some(_), _) => Vec2::new(0.0, -44.0),
                (None, Relation::Own) => Vec2::new(0.0, -61.0),
                // A number stands beside the plate.
                _ => Vec2::new(-46.0, 38.0),
            };
            if place.translation.xy() != wanted {
                place.translation = wanted.extend(place.translation.z);
            }
            if color.0.alpha() != motion.alpha() {
                color.0.set_alpha(motion.alpha());
            }
        }
    }
}

/// Has a part show something, or nothing; touches only what changes.
fn show(
    shown: Option<Shown>,
    mut sprite: Mut<Sprite>,
    mut place: Mut<Transform>,
    mut visibility: Mut<Visibility>,
) {
    visibility.set_if_neq(match &shown {
        Some(_) => Visibility::Inherited,
        None => Visibility::Hidden,
    });
    let Some(shown) = shown else { return };
    let mut after = *place;
    after.translation = shown.offset.extend(after.translation.z);
    after.rotation = Quat::from_rotation_z(shown.angle);
    place.set_if_neq(after);
    let is_same = sprite.image == shown.image
        && sprite.color == shown.color
        && sprite.flip_x == shown.is_mirrored
        && sprite.rect == shown.cell;
    if !is_same {
        sprite.image = shown.image;
        sprite.color = shown.color;
        sprite.flip_x = shown.is_mirrored;
        sprite.rect = shown.cell;
    }
}

/// What the parts of a token are made of.
struct Wardrobe<'a> {
    art: &'a mut TokenArt,
    images: &'a mut Assets<Image>,
    look: &'a Look,
    motion: &'a Motion,
    is_ghost: bool,
    alpha: f32,
}

impl Wardrobe<'_> {
    fn painted(&mut self, picture: Picture) -> Shown {
        Shown::of(self.art.get(self.images, picture), self.alpha)
    }

    fn plate(&mut self) -> Option<Shown> {
        let plate = match self.is_ghost {
            true => Picture::Ghost(self.look.relation),
            false if !self.look.figure.has_plate() => return None,
            false => Picture::Plate(self.look.relation, self.look.number, self.looks_left()),
        };
        Some(self.painted(plate))
    }

    /// Whether the number has to make room for a weapon at the left; without a number there is one plate.
    fn looks_left(&self) -> bool {
        self.look.number > 0 && self.look.figure.looks_aside() && self.motion.is_mirrored()
    }

    /// Returns how much health is left.
    fn arc(&self) -> Option<Shown> {
        let health = self.look.health.filter(|_| !self.is_ghost)?;
        let share = f32::from(health.now) / f32::from(health.max.max(1));
        // Somebody who lives has something left.
        let least = u32::from(health.now > 0);
        let step = ((share * ARC_STEPS as f32).round() as u32).clamp(least, ARC_STEPS);
        let (x, y) = art::arc_cell(step);
        Some(Shown {
            color: health_color(share).with_alpha(self.alpha),
            cell: Some(cell(x, y, art::TOKEN)),
            ..Shown::of(self.art.arcs.clone(), self.alpha)
        })
    }

    fn stock(&mut self) -> Option<Shown> {
        let stock = self.look.stock.filter(|_| !self.is_ghost)?;
        Some(self.painted(Picture::Stock(stock)))
    }

    /// Returns which way the unit faces; who is down faces nowhere.
    fn wedge(&self) -> Option<Shown> {
        let is_down = matches!(
            self.look.figure,
            Figure::Fighter {
                pose: Pose::Down,
                ..
            }
        );
        let points = self.look.figure.has_plate();
        (!self.is_ghost && !is_down && points).then(|| Shown {
            angle: self.motion.angle(),
            ..Shown::of(self.art.wedge.clone(), self.alpha)
        })
    }

    fn figure_color(&self) -> Color {
        let is_done = self.look.pips.contains(&Pip::Done);
        match () {
            () if self.is_ghost => Color::srgba(0.62, 0.7, 0.8, 0.42),
            () if is_done => Color::srgba(0.56, 0.56, 0.6, self.alpha),
            () => {
                let calm = 1.0 - 0.75 * self.motion.pain();
                Color::srgba(1.0, calm, calm, self.alpha)
            }
        }
    }

    fn figure(&mut self) -> Shown {
        let (color, motion, relation) = (self.figure_color(), self.motion, self.look.relation);
        let figure = self.look.figure.clone();
        let Figure::Fighter { pose, .. } = figure else {
            return Shown {
                color,
                offset: motion.nudge(),
                angle: if figure.turns() { motion.angle() } else { 0.0 },
                ..self.painted(Picture::Figure(figure, relation))
            };
        };
        let figure = match (motion.frame(), pose) {
            (Some(frame), Pose::Stand) => figure.posed(Pose::Step(frame)),
            _ => figure,
        };
        Shown {
            color,
            offset: motion.offset(),
            angle: motion.lean(),
            is_mirrored: motion.is_mirrored(),
            ..self.painted(Picture::Figure(figure, relation))
        }
    }

    /// Returns the ring around a unit that is aimed at or chosen.
    fn ring(&self) -> Option<Shown> {
        let image = match (self.look.is_aimed_at, self.look.is_chosen) {
            (true, _) => &self.art.aim,
            (_, true) => &self.art.ring,
            _ => return None,
        };
        Some(Shown::of(image.clone(), self.alpha))
    }

    fn pip(&self, index: usize) -> Option<Shown> {
        let pip = self.look.pips.get(index).filter(|_| self.alpha > 0.9)?;
        let (x, y) = pip.cell();
        Some(Shown {
            cell: Some(cell(x, y, art::PIP)),
            offset: pip_place(index, self.look.pips.len()),
            ..Shown::of(self.art.pips.clone(), self.alpha)
        })
    }
}

/// What a part shows.
struct Shown {
    image: Handle<Image>,
    color: Color,
    cell: Option<Rect>,
    offset: Vec2,
    angle: f32,
    is_mirrored: bool,
}

impl Shown {
    fn of(image: Handle<Image>, alpha: f32) -> Self {
        Self {
            image,
            color: Color::srgba(1.0, 1.0, 1.0, alpha),
            cell: None,
            offset: Vec2::ZERO,
            angle: 0.0,
            is_mirrored: false,
        }
    }
}

fn cell(x: u32, y: u32, size: u32) -> Rect {
    let corner = UVec2::new(x, y).as_vec2();
    Rect::from_corners(corner, corner + Vec2::splat(size as f32))
}

/// Pips lie side by side over the lower rim.
fn pip_place(index: usize, count: usize) -> Vec2 {
    let middle = (count.max(1) - 1) as f32 / 2.0;
    let across = index as f32 - middle;
    // Bent along the rim.
    Vec2::new(across * 21.0, -39.0 + across.abs() * across.abs() * 2.4)
}

fn health_color(share: f32) -> Color {
    match share {
        s if s <= 0.25 => Color::srgb(0.96, 0.33, 0.25),
        s if s <= 0.6 => Color::srgb(0.98, 0.78, 0.3),
        _ => Color::srgb(0.5, 0.88, 0.5),
    }
}

/// Turns the sights around what is aimed at.
fn turn_rings(
    time: Res<Time>,
    tokens: Query<(&Look, &Parts)>,
    mut places: Query<&mut Transform, With<Sprite>>,
) {
    for (look, parts) in &tokens {
        if look.is_aimed_at
            && let Ok(mut place) = places.get_mut(parts.ring)
        {
            place.rotate_z(-0.7 * time.delta_secs());
        }
    }
}

/// Shows names from near by, and the turns of ghosts from everywhere.
fn show_names(
    cameras: Query<&Projection, With<Camera2d>>,
    tokens: Query<&Look>,
    mut names: Query<(&ChildOf, &mut Visibility, &mut Transform), With<NameTag>>,
) {
    let Ok(Projection::Orthographic(lens)) = cameras.single() else {
        return;
    };
    // As large on the screen from near as from far.
    let size = Vec3::splat((0.62 * lens.scale).clamp(0.22, 0.6));
    for (parent, mut visibility, mut place) in &mut names {
        let Ok(look) = tokens.get(parent.parent()) else {
            continue;
        };
        let is_near = lens.scale <= NAME_SCALE || (look.ghost.is_some() && lens.scale < 2.0);
        visibility.set_if_neq(match is_near {
            true => Visibility::Inherited,
            false => Visibility::Hidden,
        });
        if place.scale != size {
            place.scale = size;
        }
    }
}
