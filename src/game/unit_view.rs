//! Units as tokens: silhouette, facing wedge, health, stance and status pips, last-seen ghosts.
//!
//! **Invariant:** while events are played back, tokens follow the events; else they stand as the
//! player's side sees them.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::{
    battle::{board::Board, step::HumanSides, unit::UnitId},
    content::{battlescape::Silhouette, terrain::Cover},
    game::{
        Screen, art,
        board_view::{BoardView, viewer},
        playback::Playback,
        session::{Selection, Session},
    },
    rules::battlescape::{
        event::Mark,
        side_view::SideView,
        soldier::{Condition, UnitState},
    },
};

/// Height of units over the board, below the fog.
const UNITS_Z: f32 = 10.0;

/// Marks tokens.
#[derive(Component)]
struct Token;

/// Parts of a token.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
enum Part {
    Wedge,
    Ring,
    HealthBack,
    Health,
    Label,
}

/// The pictures of tokens.
#[derive(Resource, Default)]
pub struct TokenArt {
    tokens: BTreeMap<(u8, usize), Handle<Image>>,
    wedge: Handle<Image>,
    ring: Handle<Image>,
    target: Handle<Image>,
    /// Outline of the hex pointed at.
    pub outline: Handle<Image>,
    /// A soft dot, to be tinted.
    pub dot: Handle<Image>,
}

/// Tokens by unit.
#[derive(Resource, Default)]
pub struct Tokens {
    /// Entities.
    pub entities: BTreeMap<UnitId, Entity>,
    generation: u32,
}

/// Adds the tokens.
pub fn plugin(app: &mut App) {
    app.init_resource::<Tokens>()
        .init_resource::<TokenArt>()
        .add_systems(Startup, load)
        .add_systems(Update, follow.run_if(not(in_state(Screen::Title))))
        .add_systems(OnEnter(Screen::Title), remove);
}

fn load(mut art: ResMut<TokenArt>, mut images: ResMut<Assets<Image>>) {
    art.wedge = images.add(art::image(&art::wedge_picture()));
    art.ring = images.add(art::image(&art::ring_picture(0xF2_D98A, false)));
    art.target = images.add(art::image(&art::ring_picture(0xF0_6A4A, true)));
    art.outline = images.add(art::image(&art::outline_picture()));
    art.dot = images.add(art::image(&art::dot_picture()));
}

fn remove(mut commands: Commands, mut tokens: ResMut<Tokens>, old: Query<Entity, With<Token>>) {
    old.iter()
        .for_each(|entity| commands.entity(entity).despawn());
    *tokens = Tokens::default();
}

/// What a token shows of a unit.
struct Shown {
    id: UnitId,
    state: UnitState,
    side: usize,
    silhouette: Silhouette,
    is_ghost: bool,
    label: String,
}

fn shown_units(world: &World) -> Vec<Shown> {
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let figures = view.figures();
    let mut all: Vec<_> = view
        .own_on_board()
        .chain(view.enemies())
        .map(|id| {
            let state = view.unit(id);
            let mut label = String::new();
            match Condition::of(state.health, figures) {
                Condition::Critical => label.push_str("!! "),
                Condition::Wounded => label.push_str("! "),
                Condition::Fit => {}
            }
            if state.readiness.ready {
                label.push_str("WATCH ");
            }
            if state.stance.0 != Cover::None {
                label.push_str("COVER ");
            }
            if state.burning.0.is_some() {
                label.push_str("BURNS ");
            }
            if state.ended.0 {
                label.push_str("done");
            }
            let side = view.unit_side(id).index();
            let silhouette = view.kind(id).silhouette;
            Shown {
                id,
                state,
                side,
                silhouette,
                is_ghost: false,
                label: label.trim().into(),
            }
        })
        .collect();
    for (id, sighting) in view.last_seen() {
        let side = view.unit_side(id).index();
        let silhouette = view.kind(id).silhouette;
        let unknown = UnitState {
            tile: sighting.tile,
            ..UnitState::default()
        };
        let label = format!("seen turn {}", sighting.turn);
        all.push(Shown {
            id,
            state: unknown,
            side,
            silhouette,
            is_ghost: true,
            label,
        });
    }
    all
}

fn follow(world: &mut World) {
    if world.get_resource::<Board>().is_none() {
        return;
    }
    let generation = world.resource::<Session>().generation;
    let is_playing = !world.resource::<Playback>().is_empty();
    if world.resource::<Tokens>().generation != generation {
        let old: Vec<_> = world
            .query_filtered::<Entity, With<Token>>()
            .iter(world)
            .collect();
        for entity in old {
            world.despawn(entity);
        }
        let mut tokens = world.resource_mut::<Tokens>();
        tokens.entities.clear();
        tokens.generation = generation;
    }
    if is_playing {
        return;
    }
    let shown = shown_units(world);
    let gone: Vec<_> = (world.resource::<Tokens>().entities.iter())
        .filter(|(id, _)| !shown.iter().any(|shown| shown.id == **id))
        .map(|(id, entity)| (*id, *entity))
        .collect();
    for (id, entity) in gone {
        world.despawn(entity);
        world.resource_mut::<Tokens>().entities.remove(&id);
    }
    let selection = world.resource::<Selection>().clone();
    for unit in shown {
        let entity = token(world, unit.id, unit.silhouette, unit.side);
        let center = world.resource::<BoardView>().center(unit.state.tile);
        let angle = world.resource::<BoardView>().angle(unit.state.facing);
        if let Some(mut place) = world.get_mut::<Transform>(entity) {
            place.translation = center.extend(UNITS_Z + f32::from(unit.id.0) * 0.001);
        }
        if let Some(mut sprite) = world.get_mut::<Sprite>(entity) {
            let alpha = if unit.is_ghost { 0.35 } else { 1.0 };
            sprite.color = if unit.state.ended.0 {
                Color::srgba(0.62, 0.62, 0.66, alpha)
            } else {
                Color::srgba(1.0, 1.0, 1.0, alpha)
            };
        }
        let parts: Vec<_> = (world.get::<Children>(entity).into_iter())
            .flat_map(|children| children.iter())
            .collect();
        let share = f32::from(unit.state.health.now) / f32::from(unit.state.health.max.max(1));
        let is_selected = selection.unit == Some(unit.id);
        let is_target = selection.target == Some(Mark::Unit(unit.id));
        for child in parts {
            let Some(&part) = world.get::<Part>(child) else {
                continue;
            };
            let is_visible = match part {
                Part::Wedge | Part::HealthBack | Part::Health => !unit.is_ghost,
                Part::Ring => is_selected || is_target,
                Part::Label => true,
            };
            if let Some(mut visibility) = world.get_mut::<Visibility>(child) {
                *visibility = if is_visible {
                    Visibility::Inherited
                } else {
                    Visibility::Hidden
                };
            }
            match part {
                Part::Wedge => {
                    if let Some(mut place) = world.get_mut::<Transform>(child) {
                        place.rotation = Quat::from_rotation_z(angle);
                    }
                }
                Part::Health => {
                    if let Some(mut place) = world.get_mut::<Transform>(child) {
                        place.scale.x = share.max(0.01);
                        place.translation.x = -23.0 * (1.0 - share);
                    }
                    if let Some(mut sprite) = world.get_mut::<Sprite>(child) {
                        sprite.color = match share {
                            s if s <= 0.25 => Color::srgb(0.89, 0.32, 0.24),
                            s if s <= 0.75 => Color::srgb(0.9, 0.72, 0.3),
                            _ => Color::srgb(0.46, 0.76, 0.46),
                        };
                    }
                }
                Part::Ring => {
                    let art = world.resource::<TokenArt>();
                    let image = if is_target {
                        art.target.clone()
                    } else {
                        art.ring.clone()
                    };
                    if let Some(mut sprite) = world.get_mut::<Sprite>(child) {
                        sprite.image = image;
                    }
                }
                Part::Label => {
                    if let Some(mut text) = world.get_mut::<Text2d>(child)
                        && text.0 != unit.label
                    {
                        text.0.clone_from(&unit.label);
                    }
                }
                Part::HealthBack => {}
            }
        }
    }
}

/// Returns the token of a unit, made if it has none.
fn token(world: &mut World, id: UnitId, silhouette: Silhouette, side: usize) -> Entity {
    if let Some(&entity) = world.resource::<Tokens>().entities.get(&id) {
        return entity;
    }
    let key = (silhouette as u8, side);
    let image = match world.resource::<TokenArt>().tokens.get(&key) {
        Some(image) => image.clone(),
        None => {
            let picture = art::image(&art::token_picture(silhouette, side));
            let image = world.resource_mut::<Assets<Image>>().add(picture);
            world
                .resource_mut::<TokenArt>()
                .tokens
                .insert(key, image.clone());
            image
        }
    };
    let art = world.resource::<TokenArt>();
    let (wedge, ring) = (art.wedge.clone(), art.ring.clone());
    let bar = |color: Color, width: f32, height: f32| Sprite {
        color,
        custom_size: Some(Vec2::new(width, height)),
        ..default()
    };
    let entity = world
        .spawn((
            Token,
            Sprite {
                image,
                custom_size: Some(Vec2::splat(88.0)),
                ..default()
            },
            Transform::default(),
            children![
                (
                    Part::Wedge,
                    Sprite {
                        image: wedge,
                        custom_size: Some(Vec2::splat(94.0)),
                        ..default()
                    },
                    Transform::from_xyz(0.0, 0.0, 0.0001),
                ),
                (
                    Part::Ring,
                    Sprite {
                        image: ring,
                        custom_size: Some(Vec2::splat(104.0)),
                        ..default()
                    },
                    Transform::from_xyz(0.0, 0.0, 0.0002),
                    Visibility::Hidden,
                ),
                (
                    Part::HealthBack,
                    bar(Color::srgba(0.02, 0.02, 0.03, 0.9), 50.0, 9.0),
                    Transform::from_xyz(0.0, -41.0, 0.0003),
                ),
                (
                    Part::Health,
                    bar(Color::WHITE, 46.0, 5.0),
                    Transform::from_xyz(0.0, -41.0, 0.0004),
                ),
                (
                    Part::Label,
                    Text2d::new(""),
                    TextFont {
                        font_size: FontSize::Px(13.0),
                        ..default()
                    },
                    TextColor(Color::srgb(0.98, 0.93, 0.78)),
                    Transform::from_xyz(0.0, 46.0, 0.0005),
                ),
            ],
        ))
        .id();
    world.resource_mut::<Tokens>().entities.insert(id, entity);
    entity
}
