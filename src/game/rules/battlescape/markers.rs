//! Signs on the board: noises and blips, one's own mines, objects, things on the
//! ground, flares, glows.
//!
//! **Invariant:** shows what the player's side knows.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use super::hud::guide_zone;
use crate::{
    battle::{board::Board, grid::TileId},
    game::{
        AtBattle, PutAway, Screen,
        rules::playable::is_played,
        shell::{session::Moment, settings::Settings},
        table::{
            art::{self, Sign},
            board_view::{BoardView, Marks},
            palette::{Meaning, Palette},
        },
    },
    rules::battlescape::{
        Battlescape,
        scenario::{Objective, script::ObjectKind},
        side_view::SideView,
    },
};

/// Marks the sprites of signs.
#[derive(Component)]
struct Shown;

/// Adds the signs.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, load)
        .add_systems(
            Update,
            (
                mark_zones.run_if(in_state(AtBattle)),
                show.run_if(in_state(Screen::Battle)),
            )
                .run_if(is_played::<Battlescape>),
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

/// Marks exits, goals and places of a battle, and where its guide sends a unit.
fn mark_zones(world: &mut World, mut seen: Local<Option<(Moment, Vec<TileId>)>>) {
    if !world.contains_resource::<Board>() {
        return;
    }
    let now = (Moment::of(world), guide_zone(world).to_vec());
    if seen.as_ref() == Some(&now) {
        return;
    }
    let view = SideView::new(world, now.0.side());
    let exits = view.exits().to_vec();
    let mut goals = match view.objective() {
        Objective::Reach { zone, .. } | Objective::Hold { zone, .. } => zone.clone(),
        Objective::Control { zones } => zones.concat(),
        _ => Vec::new(),
    };
    goals.extend(&now.1);
    let is_free = |&tile: &TileId| {
        view.unit_at(tile).is_none() && view.layers().entry_percent(tile).is_some()
    };
    let places = view.deployment().iter().copied().filter(is_free).collect();
    let mut marks = world.resource_mut::<Marks>();
    (marks.exits, marks.goals, marks.places) = (exits, goals, places);
    *seen = Some(now);
}
