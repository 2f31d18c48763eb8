//! The player moves the camera: zoom toward the pointer, drag, keys.
//!
//! **Invariant:** what is under the pointer stays there while it zooms.

use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;

use crate::game::kit::keys::KeyAction;
use crate::game::kit::keys::bindings::Chord;
use crate::game::shell::settings::Settings;
use crate::game::table::camera::{NEAREST, Rig};

/// Zooms by the wheel and drags by the middle button.
pub fn zoom_and_drag(
    scroll: Res<AccumulatedMouseScroll>,
    buttons: Res<ButtonInput<MouseButton>>,
    windows: Query<&Window>,
    mut rig: ResMut<Rig>,
    mut held: Local<Option<Vec2>>,
    mut cameras: Query<&mut Projection, With<Camera2d>>,
) {
    let (Ok(mut projection), Ok(window)) = (cameras.single_mut(), windows.single()) else {
        return;
    };
    let Projection::Orthographic(lens) = &mut *projection else {
        return;
    };
    let lines = match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / 40.0,
    };
    let pointer = window.cursor_position();
    if lines != 0.0 {
        let before = lens.scale;
        lens.scale = (before * 0.88_f32.powf(lines)).clamp(NEAREST, rig.farthest());
        rig.scale = lens.scale;
        // What is under the pointer stays there.
        let off = pointer.map_or(Vec2::ZERO, |pointer| pointer - window.size() / 2.0);
        rig.pan(Vec2::new(off.x, -off.y) * (before - lens.scale));
    }
    let grip = pointer.filter(|_| buttons.pressed(MouseButton::Middle));
    if let (Some(before), Some(now)) = (*held, grip)
        && before != now
    {
        let by = (now - before) * lens.scale;
        rig.pan(Vec2::new(-by.x, by.y));
    }
    *held = grip;
}

/// Moves and zooms as long as keys are held.
pub fn pan(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    settings: Res<Settings>,
    mut rig: ResMut<Rig>,
    mut cameras: Query<&mut Projection, With<Camera2d>>,
) {
    let Ok(mut projection) = cameras.single_mut() else {
        return;
    };
    let held = |action: KeyAction| {
        let chord = settings.keys.chord(action);
        keys.pressed(chord.key) && chord == Chord::held(chord.key, &keys)
    };
    let both = |up: KeyAction, down: KeyAction| {
        f32::from(u8::from(held(up))) - f32::from(u8::from(held(down)))
    };
    let way = Vec2::new(
        both(KeyAction::PAN_RIGHT, KeyAction::PAN_LEFT),
        both(KeyAction::PAN_UP, KeyAction::PAN_DOWN),
    );
    let zoom = both(KeyAction::ZOOM_OUT, KeyAction::ZOOM_IN);
    if way == Vec2::ZERO && zoom == 0.0 {
        return;
    }
    let Projection::Orthographic(lens) = &mut *projection else {
        return;
    };
    let wanted = lens.scale * 3.0_f32.powf(zoom * time.delta_secs());
    lens.scale = wanted.clamp(NEAREST, rig.farthest());
    rig.scale = lens.scale;
    rig.pan(way.normalize_or_zero() * 1000.0 * lens.scale * time.delta_secs());
}
