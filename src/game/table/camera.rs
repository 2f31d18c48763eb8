//! The camera: pan, zoom towards the pointer, glide, follow what happens, shake.
//!
//! **Invariant:** its middle stays on the board; it goes by itself only to what the player may see, and
//! not while the player moves it.

use std::mem;

use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;

use crate::battle::grid::TileId;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::keys::bindings::Chord;
use crate::game::kit::theme;
use crate::game::rules::playable::{self, Playable, rules};
use crate::game::shell::session::Session;
use crate::game::shell::settings::Settings;
use crate::game::table::art::{HEX, Relation};
use crate::game::table::board_view::BoardView;
use crate::with_rules;

/// Nearest the camera goes: world units a pixel.
const NEAREST: f32 = 0.3;
/// Seconds for which the player's own pan wins over following.
const PLAYERS_SECONDS: f32 = 2.0;
/// Seconds for which a scene elsewhere is kept in view beside the present one.
const KEPT_SECONDS: f32 = 4.0;
/// Distance of scenes that are elsewhere.
const ELSEWHERE: f32 = 2.5 * HEX.x;
/// Seconds after the beginning of a battle in which the window may still find its size.
const EARLY_SECONDS: f32 = 3.0;
/// How much it zooms out at the most to show hexes together.
const MOST_ZOOM_OUT: f32 = 2.5;
/// Longest a scene waits for the camera, seconds.
const MOST_WAIT: f32 = 0.7;
/// What panels cover of the window at least, with half a token beside them: left, right, top and bottom,
/// points. At the right there are only the minimap and what comes and goes.
const COVERED: [f32; 4] = [188.0, 50.0, 60.0, 106.0];
/// The same above a hand of cards, where the units at the left are few.
const COVERED_BY_HAND: [f32; 4] = [40.0, 20.0, 60.0, 232.0];
/// How far the view goes on beyond the middles of the outer hexes by itself, in the world.
const BEYOND: f32 = 0.5 * HEX.y;
/// Height of the line at the top of the window, below which the highest row of hexes can be read, points.
const TOP_LINE: f32 = 40.0;
/// Frames in which panels stay as they are before the board makes room for them.
const SETTLED_FRAMES: u8 = 3;
/// Room between a panel and the board, points.
const BESIDE_PANELS: f32 = 6.0;
/// Farthest the camera shakes, pixels.
const SHAKE: f32 = 14.0;
/// Height of a window that shows the board at its usual size, pixels.
pub const USUAL_HEIGHT: f32 = 900.0;
/// Share of the window that the board covers at least when a battle begins that is shown whole otherwise.
const OPENING_SHARE: f32 = 0.70;
/// What panels cover of the window when such a battle begins, as far as they are always there: left, right, top
/// and bottom, points.
const OPENING_COVERED: [f32; 4] = [150.0, 0.0, 60.0, 106.0];
/// The same where a hand of cards lies along the lower edge: what is seen beside and above it is board.
const HAND_SHARE: f32 = 0.94;
/// What panels cover then of the part that the board is centered in: the top line, and the hand with the bar.
const HAND_COVERED: [f32; 4] = [0.0, 0.0, 40.0, 232.0];
/// Nearest the camera goes to show so much of a small board: world units a pixel, in a window of usual height.
const OPENING_NEAREST: f32 = 0.45;
/// How far the board goes on beyond the middles of the outer hexes on average, in the world.
const RIM: f32 = 0.22 * HEX.y;
/// Half the width and height that is kept clear of panels for a token, in the world.
const TOKEN: Vec2 = Vec2::new(46.0, 36.0);
/// How far off the middle of what panels leave free a place may be after a glide to it; its edge is
/// at 1.
const WELL_INSIDE: f32 = 0.6;

/// Where the camera is, apart from its shaking, and what it looks at.
#[derive(Resource, Default)]
pub struct Rig {
    /// The board on show.
    board: BoardView,
    /// Size of the window, pixels.
    window: Vec2,
    /// Size of a point of the panels, pixels.
    point: f32,
    /// World units a pixel.
    scale: f32,
    /// What the scale is to be from this frame on, if it is to change.
    zoom: Option<f32>,
    place: Vec2,
    goal: Option<Vec2>,
    /// When the player moved it, by its own clock.
    panned: Option<f32>,
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
    /// Whether it shows what it showed at the beginning, or the whole board, and was not moved since.
    is_home: bool,
    /// Where units are at the beginning of a battle, if it shows them and not the whole board.
    opening: Option<Opening>,
    /// The hexes that it was to show together last, and was not moved since: a rectangle around them.
    together: Option<Rect>,
    /// Whether a hand of cards lies along the lower edge.
    has_hand: bool,
    /// What panels cover that stay at the right, points.
    beside: f32,
}

/// Where the units on show are when a battle begins: rectangles around them, in the world.
#[derive(Clone, Copy, Debug, Default)]
struct Opening {
    /// Those of the player.
    own: Rect,
    /// All of them.
    all: Rect,
}

impl Opening {
    /// Returns the rectangles around units, each with its place and whether it is the player's.
    fn around(units: impl IntoIterator<Item = (Vec2, bool)>) -> Self {
        let none = Self {
            own: Rect::EMPTY,
            all: Rect::EMPTY,
        };
        (units.into_iter()).fold(none, |Self { own, all }, (place, is_own)| {
            let unit = Rect::from_center_half_size(place, TOKEN);
            Self {
                own: if is_own { own.union(unit) } else { own },
                all: all.union(unit),
            }
        })
    }
}

/// Moves the middle of a view of half a size as little as it takes to hold a rectangle, if there is room for it.
fn hold(center: Vec2, half: Vec2, rect: Rect) -> Vec2 {
    let (least, most) = (rect.max - half, rect.min + half);
    let axis = |center: f32, least: f32, most: f32| match least <= most {
        true => center.clamp(least, most),
        false => center,
    };
    Vec2::new(
        axis(center.x, least.x, most.x),
        axis(center.y, least.y, most.y),
    )
}

impl Rig {
    /// The player moves it.
    fn pan(&mut self, by: Vec2) {
        self.place += by;
        self.goal = None;
        self.panned = Some(self.seconds);
        self.is_home = false;
        self.together = None;
    }

    /// Goes to a place by itself.
    fn glide(&mut self, goal: Vec2) {
        self.goal = Some(goal);
        self.is_home = false;
        self.together = None;
    }

    /// Returns what panels cover of the window: left, right, top and bottom, points.
    fn covered(&self) -> [f32; 4] {
        let [left, right, top, bottom] = match self.has_hand {
            true => COVERED_BY_HAND,
            false => COVERED,
        };
        let [above, below] = self.kept_free;
        [
            left,
            right.max(self.beside),
            top.max(above),
            bottom.max(below),
        ]
    }

    /// Notes how much panels cover that stay at the right, points: what is looked at next is beside them.
    pub fn note_beside(&mut self, points: f32) {
        self.beside = points;
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

    /// Returns the corners of the rectangle around the middles of all hexes.
    pub fn bounds(&self) -> Rect {
        self.board.bounds()
    }

    /// Returns the size of the window in pixels.
    pub fn window(&self) -> Vec2 {
        self.window
    }

    /// Returns the size of the window in points of the panels.
    pub fn points(&self) -> Vec2 {
        self.window / self.point.max(0.1)
    }

    /// Returns the part of the window that panels leave free: its size, and how far its middle is off that
    /// of the window, to the right and upwards, pixels.
    fn free_part(&self) -> (Vec2, Vec2) {
        self.part_beside(self.covered())
    }

    /// Returns the same, if panels cover so much: left, right, top and bottom, points.
    fn part_beside(&self, covered: [f32; 4]) -> (Vec2, Vec2) {
        let window = self.window.max(Vec2::ONE);
        let [left, right, top, bottom] = covered.map(|covered| covered * self.point);
        let most = window * 0.6;
        let share = (most / Vec2::new(left + right, top + bottom)).min(Vec2::ONE);
        let size = window - Vec2::new(left + right, top + bottom) * share;
        (size, Vec2::new(left - right, bottom - top) * share / 2.0)
    }

    /// Returns the farthest it goes: the whole board between the panels, world units a pixel.
    fn farthest(&self) -> f32 {
        let size = self.bounds().size() + Vec2::splat(1.2 * HEX.y);
        let (free, _) = self.free_part();
        (size / free).max_element().clamp(1.0, 8.0)
    }

    /// Returns the scale at which a battle begins: as far away as the board covers its share of the window, in
    /// world units a pixel. The whole board is shown if it covers that much.
    fn opening_scale(&self) -> f32 {
        let board = self.bounds().inflate(RIM).size();
        // Beside and between cards the board is seen, too.
        let (covered, share) = match self.has_hand {
            true => ([0.0; 4], HAND_SHARE),
            false => (OPENING_COVERED, OPENING_SHARE),
        };
        let (free, _) = self.part_beside(covered);
        let whole = self.farthest();
        let full = (board / free).min_element().min(whole);
        // One way the board fills what is free, the other way all of it is shown.
        let filled = match board.x * free.y > board.y * free.x {
            true => free.x * board.y,
            false => free.y * board.x,
        };
        let wanted = filled / (share * self.window.x * self.window.y);
        let nearest = OPENING_NEAREST * USUAL_HEIGHT / self.window.y;
        wanted.clamp(full, whole).max(nearest.min(whole))
    }

    /// Returns where it must be to show units on a board that fills what panels leave free.
    fn opening_place(&self, units: Opening) -> Vec2 {
        let board = self.bounds().inflate(RIM);
        let covered = match self.has_hand {
            true => HAND_COVERED,
            false => OPENING_COVERED,
        };
        let free = self.rect_beside(covered);
        let half = free.half_size().min(board.half_size());
        let center = (units.all.center()).clamp(board.min + half, board.max - half);
        let place = center - (free.center() - self.place);
        // Own units are clear of panels that lie on the board, too, and of the edge of the window.
        let [left, right, top, _] = OPENING_COVERED;
        let bottom = covered[3];
        let right = right.max(self.beside);
        let clear = self.rect_beside([left, right, top.max(self.kept_free[0]), bottom]);
        let off = clear.center() - self.place;
        self.inside(hold(place + off, clear.half_size(), units.own) - off)
    }

    /// Returns what it shows, in the world.
    pub fn visible_rect(&self) -> Rect {
        Rect::from_center_size(self.place, self.window * self.scale)
    }

    /// Whether a hand of cards lies along the lower edge.
    pub fn has_hand(&self) -> bool {
        self.has_hand
    }

    /// Returns the rectangle that a token on a hex takes in the window, points of panels from the upper left; none
    /// before there is a window.
    pub fn hex_on_screen(&self, tile: TileId) -> Option<Rect> {
        self.token_on_screen(self.board.center(tile))
    }

    /// Returns the rectangle that a token at a place in the world takes in the window, likewise.
    pub fn token_on_screen(&self, place: Vec2) -> Option<Rect> {
        let size = self.scale * self.point;
        (size > 0.0).then(|| {
            let off = (place - self.place) * Vec2::new(1.0, -1.0) / size;
            let middle = self.window / self.point / 2.0 + off;
            Rect::from_center_half_size(middle, TOKEN / size)
        })
    }

    /// Whether it shows the whole board.
    pub fn shows_all(&self) -> bool {
        let (shown, bounds) = (self.visible_rect(), self.bounds());
        shown.contains(bounds.min) && shown.contains(bounds.max)
    }

    /// Returns the part of it that panels leave free.
    fn free_rect(&self) -> Rect {
        self.rect_beside(self.covered())
    }

    /// Returns the part of it beside panels that cover so much: left, right, top and bottom, points.
    fn rect_beside(&self, covered: [f32; 4]) -> Rect {
        let (size, off) = self.part_beside(covered);
        Rect::from_center_size(self.place + off * self.scale, size * self.scale)
    }

    /// Returns the nearest place on the board.
    fn inside(&self, place: Vec2) -> Vec2 {
        let bounds = self.bounds();
        match bounds.is_empty() {
            true => place,
            false => place.clamp(bounds.min, bounds.max),
        }
    }

    /// Returns the goal nearest to another from which the board fills the window below its top line, as far as
    /// a place is between the panels.
    fn filled(&self, goal: Vec2, place: Vec2) -> Vec2 {
        let (bounds, shown) = (self.bounds().inflate(BEYOND), self.visible_rect());
        let half = shown.half_size().min(bounds.half_size());
        let line = Vec2::new(0.0, TOP_LINE * self.point * self.scale);
        let filled = goal.clamp(bounds.min + half, bounds.max - half + line);
        let free = self.free_rect();
        let (beside, half) = (place - (free.center() - self.place), free.half_size());
        self.inside(filled.clamp(beside - half, beside + half))
    }

    /// Returns where it must be for a place to be in the middle of what panels leave free.
    fn between_panels(&self, place: Vec2) -> Vec2 {
        self.inside(place - (self.free_rect().center() - self.place))
    }

    /// Returns the same, or as near to it as the board fills the window.
    fn goal_of(&self, place: Vec2) -> Vec2 {
        self.filled(self.between_panels(place), place)
    }

    /// Returns the goal nearest to another from which no panel covers a rectangle, if there is room for it.
    fn holding(&self, goal: Vec2, rect: Rect) -> Vec2 {
        let free = self.free_rect();
        let off = free.center() - self.place;
        self.inside(hold(goal + off, free.half_size(), rect) - off)
    }

    /// Returns the nearest place for it from which a place is well inside what panels leave free.
    fn nearest_goal(&self, place: Vec2) -> Vec2 {
        let free = self.free_rect();
        let (off, most) = (place - free.center(), free.half_size() * WELL_INSIDE);
        self.filled(self.place + off - off.clamp(-most, most), place)
    }

    /// Returns the scale at which the board fills the window.
    fn filling(&self) -> f32 {
        (self.bounds().inflate(BEYOND).size() / self.window).min_element()
    }

    /// Returns how far a place is off the middle of what panels leave free; its edge is at 1.
    fn off_middle(&self, place: Vec2) -> f32 {
        let free = self.free_rect();
        ((place - free.center()).abs() / free.half_size()).max_element()
    }

    /// Glides to a hex.
    pub fn look_at(&mut self, tile: TileId) {
        self.glide(self.goal_of(self.board.center(tile)));
    }

    /// Glides no farther than it takes for a hex to be well inside the window.
    pub fn keep_in_sight(&mut self, tile: TileId) {
        let center = self.board.center(tile);
        if self.off_middle(center) > 0.85 {
            self.glide(self.nearest_goal(center));
        }
    }

    /// Glides no farther than it takes for some hexes to be between the panels together, and zooms out if there is
    /// no room for them, but not much: hexes that are far apart are not looked at.
    pub fn show_together(&mut self, tiles: impl IntoIterator<Item = TileId>) {
        let around = |tile| Rect::from_center_half_size(self.board.center(tile), TOKEN);
        let rect = tiles.into_iter().map(around);
        let rect = rect.fold(Rect::EMPTY, |all, one| all.union(one));
        if !rect.is_empty() {
            self.show_rect(rect);
            self.together = Some(rect);
        }
    }

    /// Does so for a rectangle in the world.
    fn show_rect(&mut self, rect: Rect) {
        self.kept_free = self.drawn;
        let free = self.free_rect();
        let (size, _) = self.free_part();
        let needed = (rect.size() / size).max_element();
        let is_shown = free.contains(rect.min) && free.contains(rect.max);
        if is_shown || needed > MOST_ZOOM_OUT * self.scale {
            return;
        }
        if needed > self.scale {
            self.zoom_to((needed * 1.02).min(self.farthest()));
        }
        let free = self.free_rect();
        let off = free.center() - self.place;
        self.glide(self.inside(hold(self.place + off, free.half_size(), rect) - off));
    }

    /// Goes to a place in the world at once; it is in the middle of the window then.
    pub fn jump_to(&mut self, place: Vec2) {
        (self.place, self.goal) = (place, None);
        self.is_home = false;
    }

    /// Zooms at once, in world units a pixel.
    pub fn zoom_to(&mut self, scale: f32) {
        if mem::replace(&mut self.scale, scale) != scale {
            self.zoom = Some(scale);
        }
    }

    /// Shows the whole board between the panels that are open.
    pub fn fit(&mut self) {
        if !self.bounds().is_empty() {
            self.opening = None;
            self.leave_room();
            self.glide(self.between_panels(self.bounds().center()));
            self.is_home = true;
        }
    }

    /// Shows units at the beginning of a battle, on a board that has its share of the window.
    fn open(&mut self, units: Opening) {
        self.opening = (!units.own.is_empty()).then_some(units);
        self.go_home();
    }

    /// Zooms to where the whole board is between the panels that are open, or as much as is shown at the
    /// beginning.
    fn leave_room(&mut self) {
        self.kept_free = self.drawn;
        self.zoom_to(match self.opening {
            Some(_) => self.opening_scale(),
            None => self.farthest(),
        });
    }

    /// Shows the whole board at once, or what is shown at the beginning.
    fn go_home(&mut self) {
        self.leave_room();
        self.jump_to(match self.opening {
            Some(units) => self.opening_place(units),
            None => self.between_panels(self.bounds().center()),
        });
        self.is_home = true;
    }

    /// Notes how high panels at the top and at the bottom of the window are, points. Until the player moves it,
    /// what is shown stays clear of those at the top: they come and go by themselves.
    pub fn note_panels(&mut self, heights: [f32; 2]) {
        let heights = heights.map(|height| height + BESIDE_PANELS);
        // A panel that is new, or in a window that is, finds its place and size in the first frames.
        self.settled = match mem::replace(&mut self.newest, heights) == heights {
            true => self.settled.saturating_add(1),
            false => 0,
        };
        if self.settled < SETTLED_FRAMES {
            return;
        }
        self.drawn = heights;
        let is_covered = heights[0] > self.covered()[2] + 1.0;
        match self.together {
            _ if !is_covered || self.bounds().is_empty() => {}
            _ if self.is_home => self.go_home(),
            Some(rect) => {
                self.show_rect(rect);
                self.together = Some(rect);
            }
            None => {}
        }
    }

    /// Whether it stays where it is for a place: that is well in view, or the player leads it.
    pub fn rests_on(&self, place: Vec2, is_wanted: bool) -> bool {
        let is_players =
            (self.panned).is_some_and(|panned| self.seconds - panned < PLAYERS_SECONDS);
        !is_wanted || is_players || self.off_middle(place) < 0.75
    }

    /// Turns to a scene if the player lets it, so many seconds after it was asked last; returns whether the
    /// scene, shown at a speed, is to wait for it.
    pub fn attend(&mut self, place: Vec2, is_wanted: bool, speed: f32, seconds: f32) -> bool {
        let (off, goal, free) = (
            self.off_middle(place),
            self.nearest_goal(place),
            self.free_rect(),
        );
        let goal = self.beside_before(place, goal, free);
        if self.rests_on(place, is_wanted) {
            self.waited = 0.0;
            return false;
        }
        self.glide(goal);
        self.waited += seconds;
        let waits = off > 1.05 && speed < 4.0 && self.waited < MOST_WAIT;
        if !waits {
            self.waited = 0.0;
        }
        waits
    }

    /// Shakes, 1 at the most.
    pub fn shake(&mut self, strength: f32) {
        self.shake = self.shake.max(strength.min(1.0));
    }
}

/// Adds the camera's own motion.
pub fn plugin(app: &mut App) {
    app.init_resource::<Rig>()
        // Once the board of the frame is known.
        .add_systems(
            RunFixedMainLoop,
            look.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
        )
        .add_systems(PostUpdate, settle.before(TransformSystems::Propagate))
        .configure_sets(PostUpdate, TransformSystems::Propagate.run_if(has_moved));
}

/// Whether anything was moved or has another parent. Bevy asks other threads each frame.
fn has_moved(
    moved: Query<(), Or<(Changed<Transform>, Changed<ChildOf>, Added<GlobalTransform>)>>,
    mut orphaned: RemovedComponents<ChildOf>,
) -> bool {
    orphaned.read().count() > 0 || !moved.is_empty()
}

/// Looks what there is to be seen in this frame, and through which window.
fn look(
    board: Res<BoardView>,
    settings: Res<Settings>,
    windows: Query<&Window>,
    cameras: Query<&Projection, With<Camera2d>>,
    mut rig: ResMut<Rig>,
) {
    rig.board.grid = board.grid;
    if let Some(window) = windows.iter().next() {
        rig.window = window.size();
    }
    rig.point = theme::zoom(rig.window, settings.text_percent);
    if let Some(Projection::Orthographic(lens)) = cameras.iter().next() {
        rig.scale = lens.scale;
    }
}

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
    let wanted = lens.scale * 3.0_f32.powf(zoom * time.delta_secs());
    lens.scale = wanted.clamp(NEAREST, rig.farthest());
    rig.scale = lens.scale;
    rig.pan(way.normalize_or_zero() * 1000.0 * lens.scale * time.delta_secs());
}

/// Zooms, glides, shakes and keeps the camera on the board.
fn settle(
    time: Res<Time>,
    mut rig: ResMut<Rig>,
    mut cameras: Query<(&mut Transform, &mut Projection), With<Camera2d>>,
) {
    let Ok((mut place, mut projection)) = cameras.single_mut() else {
        return;
    };
    if let Some(scale) = rig.zoom.take()
        && let Projection::Orthographic(lens) = &mut *projection
    {
        lens.scale = scale;
    }
    let seconds = time.delta_secs();
    rig.seconds += seconds;
    if let Some(goal) = rig.goal {
        rig.place = rig.place.lerp(goal, 1.0 - (-9.0 * seconds).exp());
        if rig.place.distance(goal) < 1.0 {
            (rig.place, rig.goal) = (goal, None);
        }
    }
    rig.place = rig.inside(rig.place);
    rig.shake = (rig.shake - 2.4 * seconds).max(0.0);
    let strength = rig.shake * rig.shake * SHAKE * rig.scale;
    let beat = rig.seconds * 47.0;
    let off = Vec2::new(beat.sin(), (beat * 1.37 + 1.0).cos()) * strength;
    let wanted = (rig.place + off).extend(place.translation.z);
    if place.translation != wanted {
        place.translation = wanted;
    }
}

/// Where the camera went when a battle began.
#[derive(Default)]
pub struct Start {
    generation: u32,
    /// Size of the window then, pixels, and when that was by the clock of the camera.
    window: Vec2,
    seconds: f32,
}

/// Looks at the whole board or at the first unit when a battle begins, and again when the window finds its
/// size just after that, as it does with the program. Exclusive, since it chooses the unit.
pub fn center_on_start(world: &mut World, mut start: Local<Start>) {
    let generation = world.resource::<Session>().generation;
    let rig = world.resource::<Rig>();
    let is_begun = start.generation == generation;
    let is_early = rig.seconds - start.seconds < EARLY_SECONDS && rig.panned.is_none();
    let is_resized = rig.window != start.window && is_early;
    if (is_begun && !is_resized) || rig.bounds().is_empty() {
        return;
    }
    *start = Start {
        generation,
        window: rig.window,
        seconds: if is_begun { start.seconds } else { rig.seconds },
    };
    let mut rig = world.resource_mut::<Rig>();
    (rig.drawn, rig.kept_free, rig.is_home) = ([0.0; 2], [0.0; 2], false);
    // Where something happened in another battle is nowhere in this one.
    (rig.here, rig.before, rig.together) = (None, None, None);
    rig.opening = None;
    let units = with_rules!(rules(world), R => R::looks(world));
    let board = &world.resource::<Rig>().board;
    let units = (units.iter()).map(|(_, tile, _, look)| {
        let is_own = look.relation == Relation::Own;
        (board.center(*tile), is_own)
    });
    let units = Opening::around(units);
    let (has_hand, beside) = with_rules!(rules(world), R => (R::HAS_HAND, R::beside(world)));
    let mut rig = world.resource_mut::<Rig>();
    (rig.has_hand, rig.beside) = (has_hand, beside);
    if with_rules!(rules(world), R => R::SHOWS_ALL) {
        return world.resource_mut::<Rig>().open(units);
    }
    let chosen = with_rules!(rules(world), R => R::chosen(world));
    if let Some(id) = chosen.or_else(|| playable::first_own(world)) {
        let tile = playable::place_of(world, id);
        with_rules!(rules(world), R => R::choose(world, id));
        let mut rig = world.resource_mut::<Rig>();
        // A board smaller than the window fills it.
        let usual = USUAL_HEIGHT / rig.window.y;
        let scale = usual.min(rig.filling().max(0.6 * usual));
        let scale = scale.clamp(NEAREST, rig.farthest());
        rig.zoom_to(scale);
        let goal = rig.goal_of(rig.board.center(tile));
        // What panels cover is told with half a token beside it.
        let own = Rect::from_corners(units.own.min + TOKEN, units.own.max - TOKEN);
        let goal = rig.holding(goal, own);
        rig.jump_to(goal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::grid::Grid;

    /// Seconds of a frame.
    const FRAME: f32 = 0.1;

    fn rig(width: u16, height: u16) -> Rig {
        let grid = Grid::new(Default::default(), width, height);
        let window = Vec2::new(1440.0, USUAL_HEIGHT);
        Rig {
            board: BoardView { grid },
            window,
            point: theme::zoom(window, 100),
            scale: 1.0,
            ..Rig::default()
        }
    }

    #[test]
    fn a_token_is_where_it_is_seen() {
        let mut rig = rig(11, 9);
        let tile = rig
            .board
            .grid
            .from_offset(5, 4)
            .expect("it is on the board");
        rig.jump_to(rig.board.center(tile));
        let middle = rig.window / rig.point / 2.0;
        let token = rig.hex_on_screen(tile).expect("there is a window");
        assert!(token.center().distance(middle) < 0.1, "{token:?}");
        let beside = rig
            .board
            .grid
            .from_offset(6, 4)
            .expect("it is on the board");
        let below = rig
            .board
            .grid
            .from_offset(5, 6)
            .expect("it is on the board");
        let [beside, below] =
            [beside, below].map(|tile| rig.hex_on_screen(tile).expect("so is it"));
        assert!(beside.center().x > middle.x && below.center().y > middle.y);
        assert!(Rig::default().hex_on_screen(tile).is_none(), "no window");
    }

    #[test]
    fn no_own_unit_is_under_a_panel_when_a_battle_begins() {
        let mut rig = rig(26, 16);
        let units = [(1, 6), (1, 8), (0, 7), (1, 10)].map(|(column, row)| {
            let tile = rig.board.grid.from_offset(column, row);
            (rig.board.center(tile.expect("on the board")), true)
        });
        let own = Opening::around(units).own;
        let goal = rig.holding(rig.goal_of(units[0].0), own);
        rig.jump_to(goal);
        let free = rig.free_rect();
        assert_eq!(free.union(own), free, "{own:?}");
    }

    #[test]
    fn a_scene_out_of_view_waits_for_the_camera_but_not_for_ever() {
        let mut rig = rig(40, 40);
        let far = Vec2::new(2000.0, 1500.0);
        let waits = (0..20).take_while(|_| rig.attend(far, true, 1.0, FRAME));
        let waits = waits.count();
        assert!((3..12).contains(&waits), "it waited {waits} times");
        let goal = rig.goal.expect("it goes there");
        rig.place = goal;
        assert!(
            rig.off_middle(far) < WELL_INSIDE + 0.01,
            "between the panels, not under one"
        );
        rig.place = goal + (Vec2::ZERO - goal).clamp_length_max(60.0);
        assert!(
            rig.off_middle(far) > WELL_INSIDE + 0.01,
            "no farther than it takes: what was on show stays on show"
        );
        rig.place = goal;
        let waits = rig.attend(far, true, 1.0, FRAME);
        assert!(!waits, "what is in view does not wait");
    }

    #[test]
    fn the_board_fills_the_window_as_far_as_what_is_looked_at_is_between_the_panels() {
        let mut rig = rig(40, 40);
        // What the strip of units takes.
        let strip = rig.free_rect().min.x - rig.visible_rect().min.x;
        for (x, beyond) in [(strip, BEYOND), (0.0, strip)] {
            rig.jump_to(rig.goal_of(Vec2::new(x, 1500.0)));
            let shown = -rig.visible_rect().min.x;
            assert!((shown - beyond).abs() < 1.0, "{shown} for {beyond}");
        }
    }

    #[test]
    fn the_highest_row_is_shown_below_the_top_line() {
        let mut rig = rig(40, 40);
        let highest = rig.bounds().max.y;
        rig.jump_to(rig.goal_of(Vec2::new(1500.0, highest)));
        let above = rig.visible_rect().max.y - highest;
        let least = BEYOND + TOP_LINE * rig.point * rig.scale;
        assert!((above - least).abs() < 1.0, "{above} for {least}");
    }

    #[test]
    fn a_walker_and_whom_it_meets_are_kept_in_view_together() {
        let mut rig = rig(40, 40);
        let size = rig.free_rect().size();
        let walker = Vec2::new(1000.0, 1000.0);
        let enemy = walker + Vec2::new(size.x * 0.9, 0.0);
        for place in [walker, enemy, walker] {
            rig.attend(place, true, 1.0, FRAME);
            rig.place = rig.goal.take().unwrap_or(rig.place);
        }
        assert!(rig.off_middle(walker) < 1.01 && rig.off_middle(enemy) < 1.01);
    }

    #[test]
    fn the_camera_stays_where_the_player_has_just_put_it_or_wants_it() {
        let far = Vec2::new(2000.0, 1500.0);
        let mut panned = rig(40, 40);
        panned.pan(Vec2::X);
        for (mut rig, is_wanted) in [(panned, true), (rig(40, 40), false)] {
            assert!(!rig.attend(far, is_wanted, 1.0, FRAME));
            assert_eq!(rig.goal, None);
        }
        let mut fast = rig(40, 40);
        let waits = fast.attend(far, true, 4.0, FRAME);
        assert!(!waits, "nothing waits at high speed");
        assert!(fast.goal.is_some(), "it goes there all the same");
    }

    /// Returns the share of the window that shows board beside the units, the top line and the bar.
    fn share(rig: &Rig) -> f32 {
        let free = rig.rect_beside([150.0, 0.0, 47.0, 92.0]);
        let shown = free.intersect(rig.bounds().inflate(RIM));
        shown.size().element_product() / rig.visible_rect().size().element_product()
    }

    #[test]
    fn a_battle_begins_with_a_board_that_has_its_share_of_the_window_and_all_own_units() {
        let boards = [
            (7, 8),
            (8, 7),
            (9, 10),
            (11, 13),
            (12, 9),
            (16, 9),
            (20, 11),
        ];
        for (width, height) in boards {
            for window in [Vec2::new(1440.0, 900.0), Vec2::new(1280.0, 720.0)] {
                let mut rig = rig(width, height);
                (rig.window, rig.point) = (window, theme::zoom(window, 100));
                let [low, high] = [rig.bounds().min, rig.bounds().max];
                let beside = low + Vec2::X * HEX.x;
                let units = [(low, true), (beside, true), (high, false)];
                let units = Opening::around(units);
                rig.open(units);
                let found = share(&rig);
                assert!(found >= 0.62, "{found} of {window} for {width}x{height}");
                let free = rig.rect_beside(OPENING_COVERED).inflate(1.0);
                let is_shown = free.contains(units.own.min) && free.contains(units.own.max);
                assert!(is_shown, "{width}x{height} in {window}: {free:?}");
                rig.fit();
                assert!(rig.opening.is_none() && rig.scale >= rig.farthest() - 0.001);
            }
        }
    }

    #[test]
    fn a_board_under_a_hand_of_cards_fills_the_window_with_all_own_units_above_the_cards() {
        for (width, height) in [(11, 9), (14, 10), (16, 12), (20, 13)] {
            for window in [Vec2::new(1440.0, 900.0), Vec2::new(1280.0, 720.0)] {
                let mut rig = rig(width, height);
                (rig.window, rig.point) = (window, theme::zoom(window, 100));
                rig.has_hand = true;
                let bounds = rig.bounds();
                let own = Vec2::new(bounds.min.x + 2.0 * HEX.x, bounds.center().y);
                rig.open(Opening::around([(own, true), (bounds.max, false)]));
                let above = rig.rect_beside(HAND_COVERED);
                let board = above.intersect(rig.bounds().inflate(RIM));
                let share = board.size().element_product() / above.size().element_product();
                let place = format!("{width}x{height} in {window}");
                assert!(share >= 0.92, "{share} of {place}");
                assert!(above.contains(own - TOKEN), "{above:?} of {place}");
                // A unit in the lowest row is not under the cards either.
                rig.open(Opening::around([(bounds.min, true)]));
                let above = rig.rect_beside(HAND_COVERED);
                assert!(above.inflate(1.0).contains(bounds.min - TOKEN), "{place}");
            }
        }
    }

    #[test]
    fn the_whole_board_is_shown_beside_a_panel_that_stays_at_the_right() {
        let mut rig = rig(16, 12);
        rig.note_beside(380.0);
        rig.fit();
        rig.place = rig.goal.take().expect("it goes there");
        let edge = rig.visible_rect().max.x - 380.0 * rig.point * rig.scale;
        assert!(rig.bounds().max.x < edge, "{:?} to {edge}", rig.bounds());
        let far = rig.bounds().max;
        rig.zoom_to(0.8);
        rig.jump_to(rig.goal_of(far));
        let edge = rig.visible_rect().max.x - 380.0 * rig.point * rig.scale;
        assert!(
            far.x < edge + 1.0,
            "a hex at the right edge comes out from under it"
        );
        // Two hexes far apart are shown together, beside it.
        let corners = [(0, 0), (15, 11)].map(|(column, row)| {
            let tile = rig.board.grid.from_offset(column, row);
            tile.expect("it is on the board")
        });
        rig.show_together(corners);
        rig.place = rig.goal.take().expect("it goes there");
        let free = rig.free_rect().inflate(1.0);
        let centers = corners.map(|tile| rig.board.center(tile));
        assert!(
            centers.iter().all(|&at| free.contains(at)),
            "{free:?}: {centers:?}"
        );
        rig.show_together(corners);
        assert_eq!(rig.goal, None, "it need go nowhere");
        rig.zoom_to(0.4);
        rig.show_together(corners);
        assert_eq!(rig.goal, None, "they are too far apart");
        // They come out from under a panel that opens above them.
        rig.zoom_to(1.0);
        rig.show_together(corners[..1].iter().copied());
        rig.place = rig.goal.take().unwrap_or(rig.place);
        (0..=SETTLED_FRAMES).for_each(|_| rig.note_panels([200.0, 100.0]));
        rig.place = rig.goal.take().expect("it goes further");
        let line = rig.visible_rect().max.y - 200.0 * rig.point * rig.scale;
        let highest = rig.board.center(corners[0]).y;
        assert!(highest < line, "{highest} to {line}");
        let own = Rect::from_center_half_size(rig.bounds().center(), TOKEN);
        rig.open(Opening {
            own,
            all: rig.bounds(),
        });
        let free = rig.rect_beside([150.0, 380.0, 60.0, 106.0]).inflate(1.0);
        assert!(free.contains(own.min) && free.contains(own.max), "{free:?}");
    }

    #[test]
    fn a_tiny_board_is_not_blown_up_to_fill_the_window() {
        let mut rig = rig(2, 2);
        rig.open(Opening::around([(Vec2::ZERO, true)]));
        assert!(rig.scale >= OPENING_NEAREST, "{}", rig.scale);
    }

    #[test]
    fn the_whole_board_stays_clear_of_panels_that_grow_until_the_player_moves_the_camera() {
        let mut rig = rig(11, 13);
        rig.go_home();
        let place = rig.place;
        let draw = |rig: &mut Rig, heights| {
            (0..=SETTLED_FRAMES).for_each(|_| rig.note_panels(heights));
        };
        draw(&mut rig, [50.0, 150.0]);
        assert_eq!(rig.place, place, "they are no higher than usual");
        rig.note_panels([600.0, 800.0]);
        draw(&mut rig, [170.0, 300.0]);
        let (moved, covered) = (rig.place, rig.covered());
        assert!(moved != place && (170.0..200.0).contains(&covered[2]) && covered[3] > 300.0);
        draw(&mut rig, [60.0, 300.0]);
        assert_eq!(rig.place, moved, "it does not jump back");
        rig.pan(Vec2::X);
        draw(&mut rig, [400.0, 300.0]);
        assert_eq!(rig.place, moved + Vec2::X);
    }
}
