//! The camera: pan, zoom towards the pointer, glide, follow what happens, shake.
//!
//! **Invariant:** its middle stays on the board; it goes by itself only to what the player may see, and
//! not while the player moves it.

use bevy::{
    input::mouse::{AccumulatedMouseScroll, MouseScrollUnit},
    prelude::*,
};

use crate::{
    battle::{grid::TileId, step::HumanSides},
    game::{
        art::HEX,
        board_view::{BoardView, viewer},
        keys::bindings::{Chord, Deed},
        session::{Selection, Session},
        settings::Settings,
    },
    rules::battlescape::side_view::SideView,
};

/// Nearest the camera goes: world units a pixel.
const NEAREST: f32 = 0.3;
/// Seconds for which the player's own pan wins over following.
const PLAYERS_SECONDS: f32 = 2.0;
/// Longest a scene waits for the camera, seconds.
const MOST_WAIT: f32 = 0.7;
/// Farthest the camera shakes, pixels.
const SHAKE: f32 = 14.0;

/// Where the camera is, apart from its shaking.
#[derive(Resource)]
pub(super) struct Rig {
    place: Vec2,
    goal: Option<Vec2>,
    /// Seconds since the player moved it.
    since_pan: f32,
    waited: f32,
    shake: f32,
    seconds: f32,
}

impl Default for Rig {
    fn default() -> Self {
        Self {
            place: Vec2::ZERO,
            goal: None,
            since_pan: PLAYERS_SECONDS,
            waited: 0.0,
            shake: 0.0,
            seconds: 0.0,
        }
    }
}

impl Rig {
    /// The player moves it.
    fn pan(&mut self, by: Vec2) {
        self.place += by;
        self.goal = None;
        self.since_pan = 0.0;
    }
}

/// Adds the camera's own motion.
pub fn plugin(app: &mut App) {
    app.init_resource::<Rig>()
        .add_systems(PostUpdate, settle.before(TransformSystems::Propagate));
}

/// Returns the farthest the camera goes: the whole board and a margin, world units a pixel.
fn farthest(bounds: Rect, window: Vec2) -> f32 {
    let size = bounds.size() + Vec2::splat(3.0 * HEX.y);
    (size / window.max(Vec2::ONE)).max_element().clamp(1.0, 8.0)
}

pub(super) fn zoom_and_drag(
    scroll: Res<AccumulatedMouseScroll>,
    buttons: Res<ButtonInput<MouseButton>>,
    windows: Query<&Window>,
    board: Res<BoardView>,
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
        let most = farthest(board.bounds(), window.size());
        lens.scale = (before * 0.88_f32.powf(lines)).clamp(NEAREST, most);
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

pub(super) fn pan(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    settings: Res<Settings>,
    windows: Query<&Window>,
    board: Res<BoardView>,
    mut rig: ResMut<Rig>,
    mut cameras: Query<&mut Projection, With<Camera2d>>,
) {
    let (Ok(mut projection), Ok(window)) = (cameras.single_mut(), windows.single()) else {
        return;
    };
    let held = |deed: Deed| {
        let Chord {
            key, shift, ctrl, ..
        } = settings.keys.chord(deed);
        let either = |a: KeyCode, b: KeyCode| keys.pressed(a) || keys.pressed(b);
        keys.pressed(key)
            && either(KeyCode::ShiftLeft, KeyCode::ShiftRight) == shift
            && either(KeyCode::ControlLeft, KeyCode::ControlRight) == ctrl
    };
    let both =
        |up: Deed, down: Deed| f32::from(u8::from(held(up))) - f32::from(u8::from(held(down)));
    let way = Vec2::new(
        both(Deed::PanRight, Deed::PanLeft),
        both(Deed::PanUp, Deed::PanDown),
    );
    let zoom = both(Deed::ZoomOut, Deed::ZoomIn);
    if way == Vec2::ZERO && zoom == 0.0 {
        return;
    }
    let Projection::Orthographic(lens) = &mut *projection else {
        return;
    };
    let most = farthest(board.bounds(), window.size());
    lens.scale = (lens.scale * 3.0_f32.powf(zoom * time.delta_secs())).clamp(NEAREST, most);
    rig.pan(way.normalize_or_zero() * 1000.0 * lens.scale * time.delta_secs());
}

/// Glides, shakes and keeps the camera on the board.
fn settle(
    time: Res<Time>,
    board: Res<BoardView>,
    mut rig: ResMut<Rig>,
    mut cameras: Query<(&mut Transform, &Projection), With<Camera2d>>,
) {
    let Ok((mut place, Projection::Orthographic(lens))) = cameras.single_mut() else {
        return;
    };
    let rig = rig.bypass_change_detection();
    let seconds = time.delta_secs();
    rig.seconds += seconds;
    rig.since_pan += seconds;
    if let Some(goal) = rig.goal {
        rig.place = rig.place.lerp(goal, 1.0 - (-9.0 * seconds).exp());
        if rig.place.distance(goal) < 1.0 {
            (rig.place, rig.goal) = (goal, None);
        }
    }
    rig.place = inside(board.bounds(), rig.place);
    rig.shake = (rig.shake - 2.4 * seconds).max(0.0);
    let strength = rig.shake * rig.shake * SHAKE * lens.scale;
    let beat = rig.seconds * 47.0;
    let off = Vec2::new(beat.sin(), (beat * 1.37 + 1.0).cos()) * strength;
    let wanted = (rig.place + off).extend(place.translation.z);
    if place.translation != wanted {
        place.translation = wanted;
    }
}

fn inside(bounds: Rect, place: Vec2) -> Vec2 {
    match bounds.is_empty() {
        true => place,
        false => place.clamp(bounds.min, bounds.max),
    }
}

/// Glides to a hex.
pub fn look_at(world: &mut World, tile: TileId) {
    let center = world.resource::<BoardView>().center(tile);
    look_at_place(world, center);
}

/// Glides to a hex unless it is well inside the window.
pub fn keep_in_sight(world: &mut World, tile: TileId) {
    let center = world.resource::<BoardView>().center(tile);
    let view = visible_rect(world);
    let off = (center - view.center()).abs() / view.half_size();
    if off.max_element() > 0.58 {
        look_at_place(world, center);
    }
}

/// Glides to a place in the world.
pub fn look_at_place(world: &mut World, place: Vec2) {
    let bounds = world.resource::<BoardView>().bounds();
    world.resource_mut::<Rig>().goal = Some(inside(bounds, place));
}

/// Goes to a place in the world at once.
pub fn jump_to(world: &mut World, place: Vec2) {
    let mut rig = world.resource_mut::<Rig>();
    (rig.place, rig.goal) = (place, None);
}

/// Shows the whole board.
pub fn fit(world: &mut World) {
    let bounds = world.resource::<BoardView>().bounds();
    if bounds.is_empty() {
        return;
    }
    let mut windows = world.query::<&Window>();
    let window = windows.single(world).map_or(Vec2::ONE, Window::size);
    let scale = farthest(bounds, window);
    let mut lenses = world.query_filtered::<&mut Projection, With<Camera2d>>();
    for mut projection in lenses.iter_mut(world) {
        if let Projection::Orthographic(lens) = &mut *projection {
            lens.scale = scale;
        }
    }
    world.resource_mut::<Rig>().goal = Some(bounds.center());
}

/// Returns what the camera shows, in the world.
pub fn visible_rect(world: &World) -> Rect {
    let place = world.resource::<Rig>().place;
    let scale = world
        .try_query_filtered::<&Projection, With<Camera2d>>()
        .and_then(|mut lenses| match lenses.iter(world).next() {
            Some(Projection::Orthographic(lens)) => Some(lens.scale),
            _ => None,
        });
    let window = world
        .try_query::<&Window>()
        .and_then(|mut windows| windows.iter(world).next().map(Window::size));
    let size = window.unwrap_or(Vec2::new(1440.0, 900.0)) * scale.unwrap_or(1.0);
    Rect::from_center_size(place, size)
}

/// Turns to a scene if the player lets it; returns whether the scene is to wait for the camera.
pub(super) fn attend(world: &mut World, place: Vec2, speed: f32) -> bool {
    let view = visible_rect(world);
    let off = (place - view.center()).abs() / view.half_size();
    let seconds = world.resource::<Time>().delta_secs();
    let is_wanted = world.resource::<Settings>().follow;
    let bounds = world.resource::<BoardView>().bounds();
    let mut rig = world.resource_mut::<Rig>();
    let is_players = rig.since_pan < PLAYERS_SECONDS;
    if !is_wanted || is_players || off.max_element() < 0.55 {
        rig.waited = 0.0;
        return false;
    }
    rig.goal = Some(inside(bounds, place));
    let is_in_view = off.max_element() < 0.85;
    rig.waited += seconds;
    let waits = !is_in_view && speed < 4.0 && rig.waited < MOST_WAIT;
    if !waits {
        rig.waited = 0.0;
    }
    waits
}

/// Shakes the camera, 1 at the most; not when everything is played back too fast to be felt.
pub(super) fn shake(world: &mut World, strength: f32) {
    if world.resource::<Settings>().animation_percent < 400 {
        let mut rig = world.resource_mut::<Rig>();
        rig.shake = rig.shake.max(strength.min(1.0));
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
        let center = world.resource::<BoardView>().center(tile);
        jump_to(world, center);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn world(follow: bool) -> World {
        let mut world = World::new();
        let settings = Settings {
            follow,
            ..Settings::default()
        };
        world.insert_resource(settings);
        let mut time = Time::<()>::default();
        time.advance_by(std::time::Duration::from_millis(100));
        world.insert_resource(time);
        world.init_resource::<Rig>();
        let grid = crate::battle::grid::Grid::new(Default::default(), 40, 40);
        world.insert_resource(BoardView { grid, ..default() });
        world
    }

    #[test]
    fn a_scene_out_of_view_waits_for_the_camera_but_not_for_ever() {
        let mut world = world(true);
        let far = Vec2::new(2000.0, 1500.0);
        let waits = (0..20).take_while(|_| attend(&mut world, far, 1.0)).count();
        assert!((3..12).contains(&waits), "it waited {waits} times");
        assert_eq!(world.resource::<Rig>().goal, Some(far));
        assert!(
            !attend(&mut world, Vec2::ZERO, 1.0),
            "what is in view does not wait"
        );
    }

    #[test]
    fn the_camera_stays_where_the_player_has_just_put_it_or_wants_it() {
        let far = Vec2::new(2000.0, 1500.0);
        let mut panned = world(true);
        panned.resource_mut::<Rig>().pan(Vec2::X);
        let mut unwanted = world(false);
        for world in [&mut panned, &mut unwanted] {
            assert!(!attend(world, far, 1.0));
            assert_eq!(world.resource::<Rig>().goal, None);
        }
        let mut fast = world(true);
        assert!(!attend(&mut fast, far, 4.0), "nothing waits at high speed");
        assert_eq!(fast.resource::<Rig>().goal, Some(far));
    }
}
