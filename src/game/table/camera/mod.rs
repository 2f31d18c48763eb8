//! The camera: pan, zoom towards the pointer, glide, follow what happens, shake.
//!
//! **Invariant:** its middle stays on the board; it goes by itself only to what the player may see, and
//! not while the player moves it.

mod opening;
mod steering;

use std::mem;

use bevy::prelude::*;

use crate::battle::grid::TileId;
use crate::game::kit::theme;
use crate::game::shell::settings::Settings;
use crate::game::table::art::HEX;
use crate::game::table::board_view::BoardView;
use crate::game::table::camera::opening::Opening;

pub use crate::game::table::camera::opening::{center_on_start, turn_back};
pub use crate::game::table::camera::steering::{pan, zoom_and_drag};

/// Nearest the camera goes: world units a pixel.
const NEAREST: f32 = 0.3;
/// Seconds for which the player's own pan wins over following.
const PLAYERS_SECONDS: f32 = 2.0;
/// Seconds for which a scene elsewhere is kept in view beside the present one.
const KEPT_SECONDS: f32 = 4.0;
/// Distance of scenes that are elsewhere.
const ELSEWHERE: f32 = 2.5 * HEX.x;
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
    /// Share of the window that the board covers at least when a battle begins.
    share: f32,
    /// What panels cover that stay at the right, points.
    beside: f32,
    /// Whether it stays where it is when the battle on show changes next.
    stays: bool,
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
    /// Has it stay where it is when the battle on show changes next, as one order is taken back.
    pub fn stay(&mut self) {
        self.stays = true;
    }

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

    /// Glides back to a hex that panels cover or that is out of the window, unless the player leads: with what it
    /// attended to last, if there is room for both. As a turn begins all own units are shown, if there is room for
    /// them.
    fn turn_back(&mut self, tile: TileId, own: Option<Rect>) {
        let place = self.board.center(tile);
        let is_led = (self.panned).is_some_and(|panned| self.seconds - panned < PLAYERS_SECONDS);
        if is_led || own.is_some_and(|own| self.show_rect(own)) || self.off_middle(place) < 1.0 {
            return;
        }
        let around = |place| Rect::from_center_half_size(place, TOKEN);
        let here = self.here.unwrap_or(place);
        if !self.show_rect(around(place).union(around(here))) {
            self.glide(self.nearest_goal(place));
        }
    }

    /// Does so for a rectangle in the world; returns whether there is room for it.
    fn show_rect(&mut self, rect: Rect) -> bool {
        self.kept_free = self.drawn;
        let free = self.free_rect();
        let (size, _) = self.free_part();
        let needed = (rect.size() / size).max_element();
        let is_shown = free.contains(rect.min) && free.contains(rect.max);
        if is_shown || needed > MOST_ZOOM_OUT * self.scale {
            return is_shown;
        }
        if needed > self.scale {
            self.zoom_to((needed * 1.02).min(self.farthest()));
        }
        let free = self.free_rect();
        let off = free.center() - self.place;
        self.glide(self.inside(hold(self.place + off, free.half_size(), rect) - off));
        true
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

    /// Notes how high panels at the top and at the bottom of the window are, points. Until the player moves it,
    /// what is shown stays clear of them: hints come and go by themselves, and a hangar opens over the bar.
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
        let [_, _, top, bottom] = self.covered();
        let is_covered = heights[0] > top + 1.0 || heights[1] > bottom + 1.0;
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

#[cfg(test)]
mod tests;
