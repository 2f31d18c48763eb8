//! Badges on the sides of hexes, and the line of sight.
//!
//! **Invariant:** over the fog, since they say where sight ends.

use std::collections::BTreeMap;
use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use super::Marks;
use crate::battle::grid::TileId;
use crate::content::terrain::Cover;
use crate::game::shell::settings::Settings;
use crate::game::table::art::{self, Badge, HEX};
use crate::game::table::board_view::{BoardView, OfBoard, Scenery};
use crate::game::table::palette::{Meaning, Palette};

/// Over the fog.
const LINES_Z: f32 = 21.0;

/// What is shown of lines and badges.
#[derive(Resource, Default)]
pub struct Lines {
    generation: u32,
    palette: Palette,
    pictures: BTreeMap<Badge, Handle<Image>>,
    entities: Vec<Entity>,
}

/// Shows badges and line anew, when they changed.
pub fn show(
    mut commands: Commands,
    scenery: Res<Scenery>,
    board: Res<BoardView>,
    marks: Res<Marks>,
    settings: Res<Settings>,
    mut lines: ResMut<Lines>,
    mut images: ResMut<Assets<Image>>,
) {
    let (generation, palette) = (scenery.generation(), settings.palette);
    let is_same = (lines.generation, lines.palette) == (generation, palette);
    if is_same && !marks.is_changed() {
        return;
    }
    (lines.generation, lines.palette) = (generation, palette);
    // On another board, they went with the board they were on.
    for entity in lines.entities.drain(..) {
        commands.entity(entity).try_despawn();
    }
    if scenery.grid().is_empty() {
        return;
    }
    if lines.pictures.is_empty() {
        let paint = |badge| (badge, images.add(art::image(&art::badge_picture(badge))));
        lines.pictures = Badge::ALL.map(paint).into();
    }
    let Lines {
        pictures, entities, ..
    } = &mut *lines;
    let mut put = |badge: Badge, meaning: Meaning, at: Vec2, turn: f32, size: f32| {
        let [red, green, blue] = palette.color(meaning);
        let sprite = Sprite {
            image: pictures[&badge].clone(),
            color: Color::srgb_u8(red, green, blue),
            custom_size: Some(Vec2::splat(size)),
            ..default()
        };
        let place = Transform::from_translation(at.extend(LINES_Z))
            .with_rotation(Quat::from_rotation_z(turn));
        entities.push(commands.spawn((OfBoard(generation), sprite, place)).id());
    };
    let edge = |tile, side| {
        let turn = board.angle(side);
        (
            board.center(tile) + Vec2::from_angle(turn) * HEX.x * 0.39,
            turn,
        )
    };
    for &(tile, side, cover) in &marks.cover {
        let badge = match cover {
            Cover::None => continue,
            Cover::Half => Badge::Half,
            Cover::Full => Badge::Full,
        };
        put(badge, Meaning::Cover, edge(tile, side).0, 0.0, 24.0);
    }
    for &(tile, side) in &marks.flanks {
        let (at, turn) = edge(tile, side);
        // The arrow points downwards on its picture and inwards on the board.
        put(Badge::Flank, Meaning::Flank, at, turn - FRAC_PI_2, 24.0);
    }
    if let Some((tiles, blocker)) = &marks.line {
        sight_line(&board, tiles, *blocker, put);
    }
}

/// Puts chevrons along a line of sight as far as it is open, and crosses from there on.
fn sight_line(
    board: &BoardView,
    tiles: &[TileId],
    blocker: Option<TileId>,
    mut put: impl FnMut(Badge, Meaning, Vec2, f32, f32),
) {
    let (Some(&first), Some(&last)) = (tiles.first(), tiles.last()) else {
        return;
    };
    let (from, to) = (board.center(first), board.center(last));
    let (length, way) = ((to - from).length(), (to - from).normalize_or_zero());
    let blocked = blocker.map(|tile| (board.center(tile) - from).dot(way));
    let open = blocked.map_or(length, |blocked| blocked - 20.0);
    let mut at = 30.0;
    while at < length - 24.0 {
        let (badge, meaning) = match at <= open {
            true => (Badge::Sight, Meaning::SightLine),
            false => (Badge::Blocked, Meaning::SightBlocked),
        };
        put(badge, meaning, from + way * at, way.to_angle(), 15.0);
        at += 19.0;
    }
    if let Some(blocked) = blocked {
        let at = from + way * blocked;
        put(Badge::Blocked, Meaning::SightBlocked, at, 0.0, 30.0);
    }
}
