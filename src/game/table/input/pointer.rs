//! The pointer, and the hex cursor that keys move in its place.
//!
//! **Invariant:** they only say which hex is meant; the pointer takes over when it moves.

use bevy::prelude::*;
use bevy_egui::egui;

use crate::{
    battle::grid::TileId,
    game::{
        kit::{context, panels::ASIDE},
        rules::playable::{self, Playable, rules},
        table::{board_view::BoardView, camera},
    },
    with_rules,
};

/// What the pointer or the hex cursor is on.
#[derive(Resource, Default)]
pub struct Hover {
    /// The hex.
    pub tile: Option<TileId>,
    /// Whether the keys brought it there; the pointer takes over when it moves.
    pub by_keys: bool,
}

/// Follows the pointer, once it moves.
pub fn point(world: &mut World, mut before: Local<Option<Vec2>>) {
    let mut windows = world.query::<&Window>();
    let cursor = windows.single(world).ok().and_then(Window::cursor_position);
    let has_moved = std::mem::replace(&mut *before, cursor) != cursor;
    if world.resource::<Hover>().by_keys && !has_moved {
        return;
    }
    let mut cameras = world.query_filtered::<(&Camera, &GlobalTransform), With<Camera2d>>();
    let Ok((camera, transform)) = cameras.single(world) else {
        return;
    };
    let place = cursor.and_then(|cursor| camera.viewport_to_world_2d(transform, cursor).ok());
    let tile = place.and_then(|place| world.resource::<BoardView>().tile_at(place));
    if world.resource::<Hover>().tile != tile {
        world.resource_mut::<Hover>().tile = tile;
    }
    if world.resource::<Hover>().by_keys {
        world.resource_mut::<Hover>().by_keys = false;
    }
}

/// Points nowhere while the pointer is on a panel, but for the one that tells of the hex itself.
pub fn leave(world: &mut World) {
    let hover = world.resource::<Hover>();
    if hover.by_keys || hover.tile.is_none() {
        return;
    }
    let layer = context(world).and_then(|context| {
        let place = context.pointer_hover_pos()?;
        context.layer_id_at(place)
    });
    if layer.is_some_and(|layer| layer.id != egui::Id::new(ASIDE)) {
        world.resource_mut::<Hover>().tile = None;
    }
}

/// Moves the hex cursor by columns and rows; it starts at the chosen unit.
pub fn move_cursor(world: &mut World, columns: i32, rows: i32) {
    let grid = playable::grid(world);
    let chosen = with_rules!(rules(world), R => R::chosen(world));
    let start = (world.resource::<Hover>().tile)
        .or_else(|| chosen.map(|id| playable::place_of(world, id)))
        .unwrap_or_default();
    let (column, row) = grid.to_offset(start);
    if let Some(tile) = grid.from_offset(column + columns, row + rows) {
        point_at(world, tile);
    }
}

/// Puts the hex cursor on a hex, and the view where it is seen.
pub fn point_at(world: &mut World, tile: TileId) {
    let mut hover = world.resource_mut::<Hover>();
    hover.tile = Some(tile);
    hover.by_keys = true;
    camera::keep_in_sight(world, tile);
}
