//! Pointer and keys over the board.
//!
//! **Invariant:** whatever the pointer does over the board the keys can do, too.

use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;

use super::Editor;
use super::dialogs::{self, Then};
use super::hand::{Shape, Tool};
use crate::battle::grid::{Direction, TileId};
use crate::game::kit::theme;
use crate::game::shell::settings::Settings;
use crate::game::table::art::HEX;
use crate::game::table::board_view::BoardView;
use crate::game::table::camera::Rig;
use crate::game::table::input::OnPanels;
use crate::mission::edit::Edit;

/// Nearest and farthest the board is looked at from: world units a pixel.
const NEAREST: f32 = 0.3;
const FARTHEST: f32 = 8.0;
/// Room that the panels take of the window, points.
const PANELS: Vec2 = Vec2::new(574.0, 154.0);
/// How much farther the panels at the right reach than those at the left, halved, points.
const ASIDE: f32 = 41.0;

/// Whether the wheel is free to zoom: it turns units under the pointer.
pub(super) fn may_zoom(editor: Option<Res<Editor>>) -> bool {
    editor.is_some_and(|editor| editor.dialog.is_none() && !turns_unit(&editor))
}

/// Whether the pointer is on the chosen unit with the tool to turn it.
fn turns_unit(editor: &Editor) -> bool {
    let at = editor
        .chosen_unit()
        .and_then(|unit| unit.tile(editor.sheet_grid()));
    editor.hand.tool == Tool::Unit && at.is_some() && at == editor.cursor
}

/// Has the pointer press, drag and release the tool.
pub(super) fn pointer(
    mut editor: ResMut<Editor>,
    board: Res<BoardView>,
    windows: Query<&Window>,
    cameras: Query<(&Camera, &GlobalTransform), With<Camera2d>>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    scroll: Res<AccumulatedMouseScroll>,
    moves: Res<Messages<CursorMoved>>,
    on_panels: Res<OnPanels>,
) {
    if on_panels.0 && editor.going.is_none() {
        return;
    }
    let cursor = windows.single().ok().and_then(Window::cursor_position);
    let camera = cameras.single().ok();
    let place =
        camera.and_then(|(camera, transform)| camera.viewport_to_world_2d(transform, cursor?).ok());
    let tile = place.and_then(|place| board.tile_at(place));
    let side = place
        .zip(tile)
        .map(|(place, tile)| side_at(&board, place, tile));
    let (pressed, held, right) = (
        buttons.just_pressed(MouseButton::Left),
        buttons.pressed(MouseButton::Left),
        buttons.just_pressed(MouseButton::Right),
    );
    let lines = match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / 40.0,
    };
    let is_space = keys.pressed(KeyCode::Space);
    let moved = !moves.is_empty();
    if editor.dialog.is_some() {
        return;
    }
    let (Some(tile), Some(side)) = (tile, side) else {
        if !held && !is_space && editor.going.is_some() {
            editor.release();
        }
        return;
    };
    // The keys' cursor stays until the pointer moves again.
    if (moved || pressed || held) && editor.cursor != Some(tile) {
        editor.cursor = Some(tile);
    }
    if editor.side != Some(side) && moved {
        editor.side = Some(side);
    }
    if lines != 0.0 && turns_unit(&editor) {
        editor.turn(if lines > 0.0 { 5 } else { 1 });
    }
    if pressed {
        editor.press(tile, side);
    } else if held && editor.going.is_some() {
        editor.drag(tile, side);
    } else if editor.going.is_some() && !is_space {
        editor.release();
    }
    if right {
        match (editor.hand.tool, editor.chosen) {
            (Tool::Unit, Some(_)) => editor.face_hex(tile),
            _ => editor.pick(tile),
        }
    }
}

/// Returns the side of a hex that a place in it is nearest to.
fn side_at(board: &BoardView, place: Vec2, tile: TileId) -> Direction {
    let aside = place - board.center(tile);
    let along = |side: &Direction| aside.dot(Vec2::from_angle(board.angle(*side)));
    (Direction::ALL.into_iter())
        .max_by(|a, b| along(a).total_cmp(&along(b)))
        .unwrap_or_default()
}

/// Moves the view by the letters W, A, S, D and zooms it by + and -, or goes where it is wanted.
pub(super) fn pan(world: &mut World) {
    let keys = world.resource::<ButtonInput<KeyCode>>().clone();
    let seconds = world.resource::<Time>().delta_secs();
    let (bounds, grid) = (
        world.resource::<BoardView>().bounds(),
        world.resource::<BoardView>().grid,
    );
    let editor = world.resource::<Editor>();
    let (fits, look) = (editor.fits, editor.look);
    if bounds.is_empty() || grid != editor.sheet_grid() {
        return;
    }
    if fits {
        world.resource_mut::<Editor>().fits = false;
        fit(world, bounds);
    }
    if let Some(tile) = look {
        world.resource_mut::<Editor>().look = None;
        world.resource_mut::<Rig>().keep_in_sight(tile);
    }
    if keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]) {
        return;
    }
    let held = |key| f32::from(u8::from(keys.pressed(key)));
    let across = held(KeyCode::KeyD) - held(KeyCode::KeyA);
    let up = held(KeyCode::KeyW) - held(KeyCode::KeyS);
    let nearer = |keys: &ButtonInput<KeyCode>| {
        let any = |both: [KeyCode; 2]| f32::from(u8::from(keys.any_pressed(both)));
        any([KeyCode::Equal, KeyCode::NumpadAdd]) - any([KeyCode::Minus, KeyCode::NumpadSubtract])
    };
    let zoom = 0.3_f32.powf(nearer(&keys) * seconds);
    let scale = set_lens(world, |scale| scale * zoom);
    if (across, up) != (0.0, 0.0) {
        let mut rig = world.resource_mut::<Rig>();
        let middle = rig.visible_rect().center();
        rig.jump_to(middle + Vec2::new(across, up) * 900.0 * scale * seconds);
    }
}

/// Sets how much of the world a pixel shows; returns it.
fn set_lens(world: &mut World, change: impl Fn(f32) -> f32) -> f32 {
    let mut cameras = world.query_filtered::<&mut Projection, With<Camera2d>>();
    let mut scale = 1.0;
    for mut projection in cameras.iter_mut(world) {
        if let Projection::Orthographic(lens) = &mut *projection {
            lens.scale = change(lens.scale).clamp(NEAREST, FARTHEST);
            scale = lens.scale;
        }
    }
    scale
}

/// Shows the whole board between the panels.
fn fit(world: &mut World, bounds: Rect) {
    let mut windows = world.query::<&Window>();
    let size = windows.single(world).map_or(Vec2::ZERO, Window::size);
    let point = theme::zoom(size, world.resource::<Settings>().text_percent);
    let room = (size - PANELS * point).max(Vec2::splat(200.0));
    let wanted = ((bounds.size() + HEX) / room).max_element();
    let scale = set_lens(world, |_| wanted);
    let aside = Vec2::new(ASIDE * point * scale, 0.0);
    world.resource_mut::<Rig>().jump_to(bounds.center() + aside);
}

/// Digits in the order they stand on the keyboard.
const DIGITS: [KeyCode; 10] = [
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
    KeyCode::Digit9,
    KeyCode::Digit0,
];

pub(super) fn keys(world: &mut World) {
    let keys = world.resource::<ButtonInput<KeyCode>>().clone();
    // In a slow frame both may be down and up again.
    let held = |both: [KeyCode; 2]| keys.any_pressed(both) || keys.any_just_pressed(both);
    let ctrl = held([KeyCode::ControlLeft, KeyCode::ControlRight]);
    let shift = held([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let pressed = |key| keys.just_pressed(key);
    world.resource_scope(|world, mut editor: Mut<Editor>| {
        let editor = &mut *editor;
        if editor.dialog.is_some() {
            if pressed(KeyCode::Escape) {
                editor.dialog = None;
            }
            return;
        }
        if ctrl {
            match () {
                () if pressed(KeyCode::KeyZ) && shift => editor.redo(),
                () if pressed(KeyCode::KeyZ) => editor.undo(),
                () if pressed(KeyCode::KeyY) => editor.redo(),
                () if pressed(KeyCode::KeyS) && shift => dialogs::ask_name(editor),
                () if pressed(KeyCode::KeyS) => dialogs::save(editor, false),
                () if pressed(KeyCode::KeyN) => dialogs::or_ask(world, editor, Then::New),
                () if pressed(KeyCode::KeyO) => dialogs::or_ask(world, editor, Then::Choose),
                () => {}
            }
            return;
        }
        if pressed(KeyCode::F6) {
            editor.test_play(world);
        }
        if pressed(KeyCode::Escape) {
            match editor.chosen {
                Some(_) => editor.chosen = None,
                None => dialogs::or_ask(world, editor, Then::Leave),
            }
        }
        if pressed(KeyCode::Tab) {
            editor.hand.tool = editor.hand.tool.after(!shift, &editor.page);
        }
        for (key, shape) in [
            (KeyCode::KeyB, Shape::Brush),
            (KeyCode::KeyF, Shape::Fill),
            (KeyCode::KeyL, Shape::Line),
            (KeyCode::KeyM, Shape::Rectangle),
        ] {
            if pressed(key) {
                editor.hand.shape = shape;
            }
        }
        if pressed(KeyCode::BracketLeft) {
            editor.hand.size = (editor.hand.size - 1).max(1);
        }
        if pressed(KeyCode::BracketRight) {
            editor.hand.size = (editor.hand.size + 1).min(3);
        }
        if let Some(index) = DIGITS.iter().position(|key| pressed(*key)) {
            editor.hand.choose(index, &editor.page);
        }
        if pressed(KeyCode::KeyR) {
            editor.turn(if shift { 5 } else { 1 });
        }
        if pressed(KeyCode::Delete)
            && let Some((side, index)) = editor.chosen.take()
        {
            editor.apply(&Edit::RemoveUnit(side, index));
        }
        if pressed(KeyCode::Home) {
            editor.fits = true;
        }
        steer(editor, &keys);
    });
}

/// Moves the cursor by the arrow keys; Space presses and releases the tool there.
fn steer(editor: &mut Editor, keys: &ButtonInput<KeyCode>) {
    let grid = editor.sheet_grid();
    if grid.is_empty() {
        return;
    }
    let step = |key| i32::from(keys.just_pressed(key));
    let across = step(KeyCode::ArrowRight) - step(KeyCode::ArrowLeft);
    let down = step(KeyCode::ArrowDown) - step(KeyCode::ArrowUp);
    let middle = (i32::from(grid.width) / 2, i32::from(grid.height) / 2);
    let (column, row) = editor.cursor.map_or(middle, |tile| grid.to_offset(tile));
    let side = editor.side.unwrap_or_default();
    if (across, down) != (0, 0)
        && let Some(tile) = grid.from_offset(column + across, row + down)
    {
        (editor.cursor, editor.look) = (Some(tile), Some(tile));
        if editor.going.is_some() && keys.pressed(KeyCode::Space) {
            editor.drag(tile, side);
        }
    }
    let Some(tile) = editor.cursor else {
        return;
    };
    if editor.hand.tool == Tool::Side && keys.just_pressed(KeyCode::KeyE) {
        editor.side = Some(side.turned(1));
    }
    if keys.just_pressed(KeyCode::Space) {
        editor.press(tile, side);
    }
    if keys.just_released(KeyCode::Space) && editor.going.is_some() {
        editor.release();
    }
}
