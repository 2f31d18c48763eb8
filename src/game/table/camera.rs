//! The camera: pan, zoom towards the pointer, glide, follow what happens, shake.
//!
//! **Invariant:** its middle stays on the board; it goes by itself only to what the player may see, and
//! not while the player moves it.

use bevy::{
    input::mouse::{AccumulatedMouseScroll, MouseScrollUnit},
    prelude::*,
};

use crate::{
    battle::grid::TileId,
    game::{
        kit::{
            keys::{KeyAction, bindings::Chord},
            theme,
        },
        rules::playable::{self, Playable, rules},
        shell::{session::Session, settings::Settings},
        table::{art::HEX, board_view::BoardView},
    },
    with_rules,
};

/// Nearest the camera goes: world units a pixel.
const NEAREST: f32 = 0.3;
/// Seconds for which the player's own pan wins over following.
const PLAYERS_SECONDS: f32 = 2.0;
/// Seconds for which a scene elsewhere is kept in view beside the present one.
const KEPT_SECONDS: f32 = 4.0;
/// Distance of scenes that are elsewhere.
const ELSEWHERE: f32 = 2.5 * HEX.x;
/// Longest a scene waits for the camera, seconds.
const MOST_WAIT: f32 = 0.7;
/// What panels cover of the window at least: left, right, top and bottom, points.
const COVERED: [f32; 4] = [205.0, 330.0, 61.0, 225.0];
/// Frames in which panels stay as they are before the board makes room for them.
const SETTLED_FRAMES: u8 = 3;
/// Room between a panel and the board, points.
const BESIDE_PANELS: f32 = 6.0;
/// Farthest the camera shakes, pixels.
const SHAKE: f32 = 14.0;
/// Height of a window that shows the board at its usual size, pixels.
pub const USUAL_HEIGHT: f32 = 900.0;
/// How far off the middle of what panels leave free a place may be after a glide to it; its edge is
/// at 1.
const WELL_INSIDE: f32 = 0.6;

/// Where the camera is, apart from its shaking.
#[derive(Resource)]
pub struct Rig {
    place: Vec2,
    goal: Option<Vec2>,
    /// Seconds since the player moved it.
    since_pan: f32,
    waited: f32,
    shake: f32,
    seconds: f32,
    /// What it attends to.
    here: Option<Vec2>,
    /// What it attended to before, elsewhere, and until when that is kept in view: seconds.
    before: Option<(Vec2, f32)>,
    /// Heights that panels at the top and at the bottom covered in the last frame, points, and for how
    /// many frames they have been that.
    newest: [f32; 2],
    settled: u8,
    /// The same, of panels that have found their size.
    drawn: [f32; 2],
    /// Heights that are left free of the board for them, points.
    kept_free: [f32; 2],
    /// Whether it shows the whole board and was not moved since.
    is_home: bool,
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
            here: None,
            before: None,
            newest: [0.0; 2],
            settled: 0,
            drawn: [0.0; 2],
            kept_free: [0.0; 2],
            is_home: false,
        }
    }
}

impl Rig {
    /// The player moves it.
    fn pan(&mut self, by: Vec2) {
        self.place += by;
        self.goal = None;
        self.since_pan = 0.0;
        self.is_home = false;
    }

    /// Goes to a place by itself.
    fn glide(&mut self, goal: Vec2) {
        self.goal = Some(goal);
        self.is_home = false;
    }

    /// Returns what panels cover of the window: left, right, top and bottom, points.
    fn covered(&self) -> [f32; 4] {
        let [left, right, top, bottom] = COVERED;
        let [above, below] = self.kept_free;
        [left, right, top.max(above), bottom.max(below)]
    }

    /// Attends to a place; returns the nearest goal that keeps in view, too, what was shown elsewhere
    /// just before, if there is room for both: a walker and the enemy it has met.
    fn beside_before(&mut self, place: Vec2, goal: Vec2, free: Rect) -> Vec2 {
        let here = self.here.replace(place);
        if let Some(here) = here.filter(|here| here.distance(place) > ELSEWHERE) {
            self.before = Some((here, self.seconds + KEPT_SECONDS));
        }
        let Some((before, _)) = self.before.filter(|&(_, until)| until > self.seconds) else {
            return goal;
        };
        let (off, half) = (free.center() - self.place, free.half_size());
        let least = place.max(before) - off - half;
        let most = place.min(before) - off + half;
        match least.cmple(most).all() {
            true => goal.clamp(least, most),
            false => goal,
        }
    }
}

/// Adds the camera's own motion.
pub fn plugin(app: &mut App) {
    app.init_resource::<Rig>()
        .add_systems(PostUpdate, settle.before(TransformSystems::Propagate));
}

/// Returns the part of the window that panels leave free: its size, and how far its middle is off that
/// of the window, to the right and upwards, pixels.
fn free_part(window: Vec2, settings: &Settings, rig: &Rig) -> (Vec2, Vec2) {
    let point = theme::zoom(window, settings.text_percent);
    let [left, right, top, bottom] = rig.covered().map(|covered| covered * point);
    let most = window * 0.6;
    let share = (most / Vec2::new(left + right, top + bottom)).min(Vec2::ONE);
    let size = window - Vec2::new(left + right, top + bottom) * share;
    (size, Vec2::new(left - right, bottom - top) * share / 2.0)
}

/// Returns the farthest the camera goes: the whole board between the panels, world units a pixel.
fn farthest(bounds: Rect, window: Vec2, settings: &Settings, rig: &Rig) -> f32 {
    let size = bounds.size() + Vec2::splat(1.2 * HEX.y);
    let (free, _) = free_part(window.max(Vec2::ONE), settings, rig);
    (size / free).max_element().clamp(1.0, 8.0)
}

pub fn zoom_and_drag(
    scroll: Res<AccumulatedMouseScroll>,
    buttons: Res<ButtonInput<MouseButton>>,
    windows: Query<&Window>,
    board: Res<BoardView>,
    settings: Res<Settings>,
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
        let most = farthest(board.bounds(), window.size(), &settings, &rig);
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

pub fn pan(
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
    let held = |action: KeyAction| {
        let Chord {
            key, shift, ctrl, ..
        } = settings.keys.chord(action);
        let either = |a: KeyCode, b: KeyCode| keys.pressed(a) || keys.pressed(b);
        keys.pressed(key)
            && either(KeyCode::ShiftLeft, KeyCode::ShiftRight) == shift
            && either(KeyCode::ControlLeft, KeyCode::ControlRight) == ctrl
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
    let most = farthest(board.bounds(), window.size(), &settings, &rig);
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

/// Glides no farther than it takes for a hex to be well inside the window.
pub fn keep_in_sight(world: &mut World, tile: TileId) {
    let center = world.resource::<BoardView>().center(tile);
    if off_middle(world, center) > 0.85 {
        let goal = nearest_goal(world, center);
        world.resource_mut::<Rig>().glide(goal);
    }
}

/// Glides to a place in the world.
pub fn look_at_place(world: &mut World, place: Vec2) {
    let goal = goal(world, place);
    world.resource_mut::<Rig>().glide(goal);
}

/// Returns where the camera must be for a place to be in the middle of what panels leave free.
fn goal(world: &World, place: Vec2) -> Vec2 {
    let free = free_rect(world);
    let bounds = world.resource::<BoardView>().bounds();
    inside(
        bounds,
        place - (free.center() - visible_rect(world).center()),
    )
}

/// Returns the nearest place for the camera from which a place is well inside what panels leave free.
fn nearest_goal(world: &World, place: Vec2) -> Vec2 {
    let free = free_rect(world);
    let (off, most) = (place - free.center(), free.half_size() * WELL_INSIDE);
    let bounds = world.resource::<BoardView>().bounds();
    inside(
        bounds,
        world.resource::<Rig>().place + off - off.clamp(-most, most),
    )
}

/// Returns how far a place is off the middle of what panels leave free; its edge is at 1.
fn off_middle(world: &World, place: Vec2) -> f32 {
    let free = free_rect(world);
    ((place - free.center()).abs() / free.half_size()).max_element()
}

/// Goes to a place in the world at once; it is in the middle of the window then.
pub fn jump_to(world: &mut World, place: Vec2) {
    let mut rig = world.resource_mut::<Rig>();
    (rig.place, rig.goal) = (place, None);
    rig.is_home = false;
}

/// Shows the whole board between the panels that are open.
pub fn fit(world: &mut World) {
    let bounds = world.resource::<BoardView>().bounds();
    if bounds.is_empty() {
        return;
    }
    leave_room(world);
    look_at_place(world, bounds.center());
    world.resource_mut::<Rig>().is_home = true;
}

/// Zooms to where the whole board is between the panels that are open.
fn leave_room(world: &mut World) {
    let mut rig = world.resource_mut::<Rig>();
    rig.kept_free = rig.drawn;
    let (rig, settings) = (world.resource::<Rig>(), world.resource::<Settings>());
    let bounds = world.resource::<BoardView>().bounds();
    let scale = farthest(bounds, window_size(world), settings, rig);
    zoom_to(world, scale);
}

/// Shows the whole board at once.
fn go_home(world: &mut World) {
    leave_room(world);
    let bounds = world.resource::<BoardView>().bounds();
    let between_panels = goal(world, bounds.center());
    jump_to(world, between_panels);
    world.resource_mut::<Rig>().is_home = true;
}

/// Notes how high panels at the top and at the bottom of the window are, points. While the whole board is
/// shown, it stays clear of those at the top: they come and go by themselves.
pub fn note_panels(world: &mut World, heights: [f32; 2]) {
    let heights = heights.map(|height| height + BESIDE_PANELS);
    let mut rig = world.resource_mut::<Rig>();
    let rig = rig.bypass_change_detection();
    // A panel that is new, or in a window that is, finds its place and size in the first frames.
    let is_settled = std::mem::replace(&mut rig.newest, heights) == heights;
    rig.settled = if is_settled {
        rig.settled.saturating_add(1)
    } else {
        0
    };
    if rig.settled < SETTLED_FRAMES {
        return;
    }
    rig.drawn = heights;
    let is_covered = heights[0] > rig.covered()[2] + 1.0;
    if rig.is_home && is_covered && !world.resource::<BoardView>().bounds().is_empty() {
        go_home(world);
    }
}

/// Zooms at once, in world units a pixel.
pub fn zoom_to(world: &mut World, scale: f32) {
    let mut lenses = world.query_filtered::<&mut Projection, With<Camera2d>>();
    for mut projection in lenses.iter_mut(world) {
        if let Projection::Orthographic(lens) = &mut *projection
            && lens.scale != scale
        {
            lens.scale = scale;
        }
    }
}

/// Returns the size of the window in pixels.
pub fn window_size(world: &World) -> Vec2 {
    let windows = world.try_query::<&Window>();
    let size = windows.and_then(|mut windows| windows.iter(world).next().map(Window::size));
    size.unwrap_or(Vec2::new(1440.0, 900.0))
}

fn scale(world: &World) -> f32 {
    let lenses = world.try_query_filtered::<&Projection, With<Camera2d>>();
    match lenses.and_then(|mut lenses| lenses.iter(world).next().cloned()) {
        Some(Projection::Orthographic(lens)) => lens.scale,
        _ => 1.0,
    }
}

/// Returns what the camera shows, in the world.
pub fn visible_rect(world: &World) -> Rect {
    let size = window_size(world) * scale(world);
    Rect::from_center_size(world.resource::<Rig>().place, size)
}

/// Returns the part of it that panels leave free.
fn free_rect(world: &World) -> Rect {
    let rig = world.resource::<Rig>();
    let (size, off) = free_part(window_size(world), world.resource::<Settings>(), rig);
    let scale = scale(world);
    let middle = rig.place + off * scale;
    Rect::from_center_size(middle, size * scale)
}

/// Turns to a scene if the player lets it; returns whether the scene is to wait for the camera.
pub fn attend(world: &mut World, place: Vec2, speed: f32) -> bool {
    let (off, goal) = (off_middle(world, place), nearest_goal(world, place));
    let free = free_rect(world);
    let seconds = world.resource::<Time>().delta_secs();
    let is_wanted = world.resource::<Settings>().follow;
    let mut rig = world.resource_mut::<Rig>();
    let goal = rig.beside_before(place, goal, free);
    let is_players = rig.since_pan < PLAYERS_SECONDS;
    if !is_wanted || is_players || off < 0.75 {
        rig.waited = 0.0;
        return false;
    }
    rig.glide(goal);
    rig.waited += seconds;
    let waits = off > 1.05 && speed < 4.0 && rig.waited < MOST_WAIT;
    if !waits {
        rig.waited = 0.0;
    }
    waits
}

/// Shakes the camera, 1 at the most; not when everything is played back too fast to be felt.
pub fn shake(world: &mut World, strength: f32) {
    if world.resource::<Settings>().animation_percent < 400 {
        let mut rig = world.resource_mut::<Rig>();
        rig.shake = rig.shake.max(strength.min(1.0));
    }
}

pub fn center_on_start(world: &mut World, mut seen: Local<u32>) {
    let generation = world.resource::<Session>().generation;
    if *seen == generation || world.resource::<BoardView>().bounds().is_empty() {
        return;
    }
    *seen = generation;
    let mut rig = world.resource_mut::<Rig>();
    (rig.drawn, rig.kept_free, rig.is_home) = ([0.0; 2], [0.0; 2], false);
    if with_rules!(rules(world), R => R::SHOWS_ALL) {
        return go_home(world);
    }
    let chosen = with_rules!(rules(world), R => R::chosen(world));
    if let Some(id) = chosen.or_else(|| playable::first_own(world)) {
        let tile = playable::place_of(world, id);
        with_rules!(rules(world), R => R::choose(world, id));
        let window = window_size(world);
        let bounds = world.resource::<BoardView>().bounds();
        let (rig, settings) = (world.resource::<Rig>(), world.resource::<Settings>());
        let most = farthest(bounds, window, settings, rig);
        zoom_to(world, (USUAL_HEIGHT / window.y).clamp(NEAREST, most));
        let center = world.resource::<BoardView>().center(tile);
        let between_panels = goal(world, center);
        jump_to(world, between_panels);
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
        world.insert_resource(BoardView { grid });
        world
    }

    #[test]
    fn a_scene_out_of_view_waits_for_the_camera_but_not_for_ever() {
        let mut world = world(true);
        let far = Vec2::new(2000.0, 1500.0);
        let waits = (0..20).take_while(|_| attend(&mut world, far, 1.0)).count();
        assert!((3..12).contains(&waits), "it waited {waits} times");
        let goal = world.resource::<Rig>().goal.expect("it goes there");
        world.resource_mut::<Rig>().place = goal;
        assert!(
            off_middle(&world, far) < WELL_INSIDE + 0.01,
            "between the panels, not under one"
        );
        let near = goal + (Vec2::ZERO - goal).clamp_length_max(60.0);
        world.resource_mut::<Rig>().place = near;
        assert!(
            off_middle(&world, far) > WELL_INSIDE + 0.01,
            "no farther than it takes: what was on show stays on show"
        );
        world.resource_mut::<Rig>().place = goal;
        assert!(
            !attend(&mut world, far, 1.0),
            "what is in view does not wait"
        );
    }

    #[test]
    fn a_walker_and_whom_it_meets_are_kept_in_view_together() {
        let mut world = world(true);
        let size = free_rect(&world).size();
        let walker = Vec2::new(1000.0, 1000.0);
        let enemy = walker + Vec2::new(size.x * 0.9, 0.0);
        for place in [walker, enemy, walker] {
            attend(&mut world, place, 1.0);
            let mut rig = world.resource_mut::<Rig>();
            rig.place = rig.goal.take().unwrap_or(rig.place);
        }
        assert!(off_middle(&world, walker) < 1.01 && off_middle(&world, enemy) < 1.01);
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
        assert!(
            fast.resource::<Rig>().goal.is_some(),
            "it goes there all the same"
        );
    }

    #[test]
    fn the_whole_board_stays_clear_of_panels_that_grow_until_the_player_moves_the_camera() {
        let mut world = world(true);
        let grid = crate::battle::grid::Grid::new(Default::default(), 11, 13);
        world.insert_resource(BoardView { grid });
        go_home(&mut world);
        let place = world.resource::<Rig>().place;
        let draw = |world: &mut World, heights| {
            (0..=SETTLED_FRAMES).for_each(|_| note_panels(world, heights));
        };
        draw(&mut world, [50.0, 150.0]);
        let rig = world.resource::<Rig>();
        assert_eq!(rig.place, place, "they are no higher than usual");
        note_panels(&mut world, [600.0, 800.0]);
        draw(&mut world, [170.0, 300.0]);
        let (moved, covered) = {
            let rig = world.resource::<Rig>();
            (rig.place, rig.covered())
        };
        assert!(moved != place && (170.0..200.0).contains(&covered[2]) && covered[3] > 300.0);
        draw(&mut world, [60.0, 300.0]);
        assert_eq!(
            world.resource::<Rig>().place,
            moved,
            "it does not jump back"
        );
        world.resource_mut::<Rig>().pan(Vec2::X);
        draw(&mut world, [400.0, 300.0]);
        assert_eq!(world.resource::<Rig>().place, moved + Vec2::X);
    }
}
