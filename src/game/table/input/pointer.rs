//! The pointer, and the hex cursor that keys move in its place.
//!
//! **Invariant:** they only say which hex is meant; the pointer takes over when it moves.

use std::mem;

use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;
use bevy_egui::{EguiContexts, egui};

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::game::kit::panels::ASIDE;
use crate::game::rules::playable::{self, Playable, rules};
use crate::game::table::board_view::BoardView;
use crate::game::table::camera::Rig;
use crate::with_rules;

/// What the pointer or the hex cursor is on.
#[derive(Resource, Default)]
pub struct Hover {
    /// The hex.
    pub tile: Option<TileId>,
    /// Whether the keys brought it there; the pointer takes over when it moves.
    pub by_keys: bool,
    /// The place of the pointer in the world, unless keys lead.
    pub place: Option<Vec2>,
}

impl Hover {
    /// Points at no hex, unless keys brought it there since the pointer last moved.
    fn leave(&mut self, has_moved: bool) {
        if has_moved || !self.by_keys {
            *self = Self::default();
        }
    }
}

/// Whether the pointer is on a panel, or a panel holds it: what it does is not meant for the board.
#[derive(Resource, Default)]
pub struct OnPanels(pub bool);

/// Whether the player types text in a panel: its letters are no keys of the battle.
#[derive(Resource, Default)]
pub struct Typing(pub bool);

/// Whether letters are meant for a panel.
pub fn is_typing(typing: Res<Typing>) -> bool {
    typing.0
}

/// Whether what the pointer does is meant for panels.
pub fn is_on_panels(on_panels: Res<OnPanels>) -> bool {
    on_panels.0
}

/// Looks whether the pointer is on a panel. Panels know where it was when they were drawn last; it may have
/// come or gone and pressed a button since.
pub fn note_panels(
    wants: Res<EguiWantsInput>,
    windows: Query<&Window>,
    mut contexts: EguiContexts,
    mut on_panels: ResMut<OnPanels>,
    mut typing: ResMut<Typing>,
) {
    let context = contexts.ctx_mut();
    typing.0 = context.is_ok_and(|context| context.text_edit_focused());
    let mut is_on_one = || {
        let window = windows.single().ok()?;
        let context = contexts.ctx_mut().ok()?;
        let pixels = window.physical_cursor_position()? / context.pixels_per_point();
        let layer = context.layer_id_at(egui::pos2(pixels.x, pixels.y))?;
        Some(layer.order != egui::Order::Background)
    };
    on_panels.0 = wants.is_using_pointer() || wants.is_popup_open() || is_on_one().unwrap_or(false);
}

/// Follows the pointer, once it moves.
pub fn point(
    mut before: Local<Option<Vec2>>,
    windows: Query<&Window>,
    cameras: Query<(&Camera, &GlobalTransform), With<Camera2d>>,
    board: Res<BoardView>,
    mut hover: ResMut<Hover>,
) {
    let cursor = windows.single().ok().and_then(Window::cursor_position);
    let has_moved = mem::replace(&mut *before, cursor) != cursor;
    let Ok((camera, transform)) = cameras.single() else {
        return;
    };
    if has_moved || !hover.by_keys {
        let place = cursor.and_then(|cursor| camera.viewport_to_world_2d(transform, cursor).ok());
        *hover = Hover {
            tile: place.and_then(|place| board.tile_at(place)),
            by_keys: false,
            place,
        };
    }
}

/// Returns the hex under the pointer, whatever holds it: a card may be dragged there.
pub fn tile_under_pointer(world: &mut World) -> Option<TileId> {
    let mut windows = world.query::<&Window>();
    let cursor = windows.single(world).ok()?.cursor_position()?;
    let mut cameras = world.query_filtered::<(&Camera, &GlobalTransform), With<Camera2d>>();
    let (camera, transform) = cameras.single(world).ok()?;
    let place = camera.viewport_to_world_2d(transform, cursor).ok()?;
    world.resource::<BoardView>().tile_at(place)
}

/// Points nowhere while the pointer is on a panel, but for the one that tells of the hex itself.
pub fn leave(
    mut before: Local<Option<egui::Pos2>>,
    mut contexts: EguiContexts,
    mut hover: ResMut<Hover>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let place = context.pointer_hover_pos();
    let has_moved = mem::replace(&mut *before, place) != place;
    let layer = place.and_then(|place| context.layer_id_at(place));
    if layer.is_some_and(|layer| layer.id != egui::Id::new(ASIDE)) {
        hover.leave(has_moved);
    }
    Ok(())
}

/// Moves the hex cursor by columns and rows; it starts at the chosen unit, where none is chosen at the pointer,
/// and where that is on no hex in the middle of what is seen.
pub fn move_cursor(world: &mut World, columns: i32, rows: i32) {
    let grid = playable::grid(world);
    let chosen = with_rules!(rules(world), R => R::chosen(world));
    let hover = world.resource::<Hover>();
    let start = (hover.tile.filter(|_| hover.by_keys))
        .or_else(|| chosen.map(|id| playable::place_of(world, id)))
        .or(hover.tile)
        .unwrap_or_else(|| middle(world));
    let (column, row) = grid.to_offset(start);
    // At the edge it stays, so that it is seen at least.
    let to = grid.from_offset(column + columns, row + rows);
    point_at(world, to.unwrap_or(start));
}

/// Returns the hex in the middle of what is seen, or of the board where that is beside it.
fn middle(world: &World) -> TileId {
    let seen = world.resource::<Rig>().visible_rect().center();
    let grid = playable::grid(world);
    (world.resource::<BoardView>().tile_at(seen))
        .or_else(|| grid.from_offset(i32::from(grid.width) / 2, i32::from(grid.height) / 2))
        .unwrap_or_default()
}

/// Puts the hex cursor away until it is moved, which starts it at the unit that was chosen by key, and brings
/// that into view.
pub fn start_at(world: &mut World, unit: UnitId) {
    let tile = playable::place_of(world, unit);
    *world.resource_mut::<Hover>() = Hover {
        by_keys: true,
        ..Hover::default()
    };
    world.resource_mut::<Rig>().keep_in_sight(tile);
}

/// Puts the hex cursor on a hex, and the view where it is seen, out from under panels that float over the board.
pub fn point_at(world: &mut World, tile: TileId) {
    let mut hover = world.resource_mut::<Hover>();
    hover.tile = Some(tile);
    (hover.by_keys, hover.place) = (true, None);
    let is_covered = is_covered(world, tile);
    let mut rig = world.resource_mut::<Rig>();
    match is_covered {
        true => rig.look_at(tile),
        false => rig.keep_in_sight(tile),
    }
}

/// Whether a panel covers the middle of a hex. The panel of what is pointed at makes way by itself.
fn is_covered(world: &mut World, tile: TileId) -> bool {
    let Some(place) = world.resource::<Rig>().hex_on_screen(tile) else {
        return false;
    };
    let middle = egui::pos2(place.center().x, place.center().y);
    let context = crate::game::kit::context(world);
    let layer = context.and_then(|context| context.layer_id_at(middle));
    layer.is_some_and(|layer| {
        layer.order != egui::Order::Background && layer.id != egui::Id::new(ASIDE)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_moves_the_pointer_onto_a_panel_points_at_no_hex() {
        let at_rest = |by_keys, has_moved| {
            let tile = Some(TileId(3));
            let mut hover = Hover {
                tile,
                by_keys,
                ..Hover::default()
            };
            hover.leave(has_moved);
            hover.tile
        };
        assert_eq!(at_rest(false, false), None);
        assert_eq!(at_rest(true, false), Some(TileId(3)));
        assert_eq!(at_rest(true, true), None);
    }
}
