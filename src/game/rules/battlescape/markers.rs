//! Signs on the board: noises and blips, one's own mines, objects, things on the
//! ground, flares, glows.
//!
//! **Invariant:** shows what the player's side knows.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use crate::{
    battle::grid::TileId,
    game::{
        PutAway, Screen,
        rules::playable::is_played,
        shell::{session::Moment, settings::Settings},
        table::{
            art::{self, Sign},
            board_view::BoardView,
            palette::{Meaning, Palette},
        },
    },
    rules::battlescape::{Battlescape, scenario::script::ObjectKind, side_view::SideView},
};

/// Marks the sprites of signs.
#[derive(Component)]
struct Shown;

/// Adds the signs.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, load)
        .add_systems(
            Update,
            show.run_if(in_state(Screen::Battle).and_then(is_played::<Battlescape>)),
        )
        .add_systems(PutAway, put_away);
}

fn put_away(mut commands: Commands, signs: Query<Entity, With<Shown>>) {
    signs
        .iter()
        .for_each(|sign| commands.entity(sign).despawn());
}

/// Pictures of the signs.
#[derive(Resource)]
struct SignArt(BTreeMap<Sign, Handle<Image>>);

fn load(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let pictures = Sign::ALL.map(|sign| (sign, images.add(art::image(&art::sign_picture(sign)))));
    commands.insert_resource(SignArt(pictures.into()));
}

/// Lists the signs on the board, and where in their hexes.
fn signs(view: SideView) -> Vec<(TileId, Sign, Vec2)> {
    let mut signs = Vec::new();
    let mut add = |tile, sign| signs.push((tile, sign, Vec2::ZERO));
    for (tile, object) in view.objects() {
        add(
            tile,
            match object.kind {
                ObjectKind::Console => Sign::Console,
                ObjectKind::Cage => Sign::Cage,
                ObjectKind::Generator => Sign::Generator,
                ObjectKind::Container => Sign::Container,
            },
        );
    }
    view.mines().for_each(|tile| add(tile, Sign::Mine));
    view.lights().for_each(|light| add(light.tile, Sign::Flare));
    view.glows().for_each(|tile| add(tile, Sign::Glow));
    for trace in view.traces() {
        add(
            trace.tile,
            if trace.is_blip {
                Sign::Blip
            } else {
                Sign::Noise
            },
        );
    }
    let things: BTreeSet<_> = view.littered().collect();
    let aside = Vec2::new(24.0, -28.0);
    signs.extend(things.into_iter().map(|tile| (tile, Sign::Things, aside)));
    signs
}

/// Shows the signs anew when something happened.
fn show(world: &mut World, mut seen: Local<Option<(Moment, Palette)>>) {
    let now = (Moment::of(world), world.resource::<Settings>().palette);
    if seen.replace(now) == Some(now) {
        return;
    }
    let mut old = world.query_filtered::<Entity, With<Shown>>();
    let old: Vec<_> = old.iter(world).collect();
    old.into_iter().for_each(|entity| {
        world.despawn(entity);
    });
    let view = SideView::new(world, now.0.side());
    let signs = signs(view);
    let (board, art) = (world.resource::<BoardView>(), world.resource::<SignArt>());
    let placed: Vec<_> = (signs.into_iter())
        .map(|(tile, sign, off)| (board.center(tile) + off, sign, art.0[&sign].clone()))
        .collect();
    let [red, green, blue] = now.1.color(Meaning::Noise);
    let noise = Color::srgb_u8(red, green, blue);
    for (place, sign, image) in placed {
        let (size, height) = match sign {
            Sign::Things => (40.0, 20.5),
            // Shines through the fog.
            Sign::Glow => (110.0, 45.0),
            _ => (60.0, 20.5),
        };
        let color = match sign {
            Sign::Noise => noise,
            _ => Color::WHITE,
        };
        world.spawn((
            Shown,
            Sprite {
                image,
                color,
                custom_size: Some(Vec2::splat(size)),
                ..default()
            },
            Transform::from_translation(place.extend(height)),
        ));
    }
}
