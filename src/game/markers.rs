//! Signs on the board: noises and blips, one's own mines, things on the ground, flares.
//!
//! **Invariant:** shows what the player's side knows.

use bevy::prelude::*;

use crate::{
    battle::{board::Board, grid::TileId, journal::Journal, step::HumanSides},
    game::{
        Screen,
        board_view::{BoardView, viewer},
        session::Session,
        unit_view::TokenArt,
    },
    mission::script::ObjectKind,
    rules::battlescape::{Battlescape, side_view::SideView},
};

/// Marks signs.
#[derive(Component)]
struct Sign;

/// Adds the signs.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, show.run_if(in_state(Screen::Battle)));
}

/// What a sign looks like: letter, color, and where in the hex.
fn looks(view: SideView) -> Vec<(TileId, &'static str, Color, Vec2)> {
    let mut signs = Vec::new();
    for tile in view.littered() {
        signs.push((
            tile,
            "i",
            Color::srgb(0.85, 0.75, 0.5),
            Vec2::new(24.0, -30.0),
        ));
    }
    for tile in view.mines() {
        signs.push((tile, "x", Color::srgb(1.0, 0.4, 0.3), Vec2::ZERO));
    }
    for (tile, object) in view.objects() {
        let (letter, color) = match object.kind {
            ObjectKind::Console => ("C", Color::srgb(0.5, 0.85, 1.0)),
            ObjectKind::Cage => ("#", Color::srgb(0.8, 0.8, 0.85)),
            ObjectKind::Generator => ("G", Color::srgb(1.0, 0.85, 0.4)),
            ObjectKind::Container => ("B", Color::srgb(0.85, 0.7, 0.45)),
        };
        signs.push((tile, letter, color, Vec2::ZERO));
    }
    for &tile in (view.deployment().iter()).filter(|&&tile| view.unit_at(tile).is_none()) {
        signs.push((tile, "+", Color::srgb(0.6, 0.9, 0.7), Vec2::ZERO));
    }
    for light in view.lights() {
        signs.push((light.tile, "*", Color::srgb(1.0, 0.95, 0.7), Vec2::ZERO));
    }
    for trace in view.traces() {
        let (text, color) = match trace.is_blip {
            true => ("o", Color::srgb(0.45, 0.95, 1.0)),
            false => ("?", Color::srgb(1.0, 0.8, 0.4)),
        };
        signs.push((trace.tile, text, color, Vec2::ZERO));
    }
    signs
}

/// Shows the signs anew when something happened.
fn show(world: &mut World, mut seen: Local<Option<(u32, usize)>>) {
    if world.get_resource::<Board>().is_none() {
        return;
    }
    let orders = world.resource::<Journal<Battlescape>>().entries.len();
    let key = Some((world.resource::<Session>().generation, orders));
    if *seen == key {
        return;
    }
    *seen = key;
    let mut old = world.query_filtered::<Entity, With<Sign>>();
    let old: Vec<_> = old.iter(world).collect();
    old.into_iter().for_each(|entity| {
        world.despawn(entity);
    });
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let signs = looks(view);
    let board = world.resource::<BoardView>();
    let dot = world.resource::<TokenArt>().dot.clone();
    let placed: Vec<_> = (signs.into_iter())
        .map(|(tile, text, color, off)| (board.center(tile) + off, text, color))
        .collect();
    for (place, text, color) in placed {
        world.spawn((
            Sign,
            Sprite {
                image: dot.clone(),
                color: color.with_alpha(0.5),
                custom_size: Some(Vec2::splat(52.0)),
                ..default()
            },
            Transform::from_translation(place.extend(20.5)),
        ));
        world.spawn((
            Sign,
            Text2d::new(text),
            TextFont {
                font_size: FontSize::Px(34.0),
                ..default()
            },
            TextColor(color),
            Transform::from_translation(place.extend(20.6)),
        ));
    }
}
