//! How the board is shown when a battle begins, and whole: as near as it fills the window.
//!
//! **Invariant:** own units are in view when a battle begins, and clear of panels as far as there is room.

use bevy::prelude::*;

use crate::battle::phase::{Phase, Turn};
use crate::battle::unit::{Presence, part};
use crate::game::rules::playable::{self, Playable, rules};
use crate::game::shell::session::Session;
use crate::game::shell::settings::Settings;
use crate::game::shell::watching::Watching;
use crate::game::table::art::{HEX, Relation};
use crate::game::table::camera::{NEAREST, Rig, TOKEN, USUAL_HEIGHT, hold};
use crate::game::table::playback::Playback;
use crate::with_rules;

/// Seconds after the beginning of a battle in which the window may still find its size.
const EARLY_SECONDS: f32 = 3.0;
/// What panels cover of the window when such a battle begins, as far as they are always there: left, right, top
/// and bottom, points.
pub(super) const OPENING_COVERED: [f32; 4] = [150.0, 0.0, 60.0, 106.0];
/// The same where a hand of cards lies along the lower edge: what is seen beside and above it is board.
const HAND_SHARE: f32 = 0.94;
/// What panels cover then of the part that the board is centered in: the top line, and the hand with the bar.
pub(super) const HAND_COVERED: [f32; 4] = [0.0, 0.0, 40.0, 232.0];
/// Nearest the camera goes to show so much of a small board: world units a pixel, in a window of usual height.
pub(super) const OPENING_NEAREST: f32 = 0.45;
/// How far the name of a unit reaches below its token, in the world.
pub(super) const NAME_DEPTH: f32 = 34.0;
/// Least share of the window that the board keeps where it moves up to make room for names.
const SHARE_BESIDE_NAMES: f32 = 0.62;
/// How far the board goes on beyond the middles of the outer hexes on average, in the world.
pub(super) const RIM: f32 = 0.22 * HEX.y;

/// Where the units on show are when a battle begins: rectangles around them, in the world.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Opening {
    /// Those of the player.
    pub(super) own: Rect,
    /// All of them.
    pub(super) all: Rect,
}

impl Opening {
    /// Returns the rectangles around units, each with its place and whether it is the player's.
    pub(super) fn around(units: impl IntoIterator<Item = (Vec2, bool)>) -> Self {
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

impl Rig {
    /// Returns the scale at which a battle begins: as far away as the board covers its share of the window, in
    /// world units a pixel. The whole board is shown if it covers that much.
    fn opening_scale(&self) -> f32 {
        let board = self.bounds().inflate(RIM).size();
        // Beside and between cards the board is seen, too.
        let (covered, share) = match self.has_hand {
            true => ([0.0; 4], HAND_SHARE),
            false => (OPENING_COVERED, self.share),
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
        let at = |own| self.inside(hold(place + off, clear.half_size(), own) - off);
        // Their names stand below them and are seen, too, where there is room.
        let mut named = units.own;
        named.min.y -= NAME_DEPTH.min((clear.height() - named.height()).max(0.0));
        let with_names = at(named);
        let moved = with_names - self.place;
        let seen = Rect::from_center_size(free.center() + moved, free.size()).intersect(board);
        let share = seen.size().element_product() / self.visible_rect().size().element_product();
        match share >= SHARE_BESIDE_NAMES {
            true => with_names,
            false => at(units.own),
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
    pub(super) fn open(&mut self, units: Opening) {
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
    pub(super) fn go_home(&mut self) {
        self.leave_room();
        self.jump_to(match self.opening {
            Some(units) => self.opening_place(units),
            None => self.between_panels(self.bounds().center()),
        });
        self.is_home = true;
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
    let stays = std::mem::take(&mut rig.stays);
    if stays && !is_resized {
        return;
    }
    (rig.drawn, rig.kept_free, rig.is_home) = ([0.0; 2], [0.0; 2], false);
    // Where something happened in another battle is nowhere in this one.
    (rig.here, rig.before, rig.together) = (None, None, None);
    rig.opening = None;
    let units = on_show(world);
    let (has_hand, share) = with_rules!(rules(world), R => (R::HAS_HAND, R::OPENING_SHARE));
    let beside = with_rules!(rules(world), R => R::beside(world));
    let mut rig = world.resource_mut::<Rig>();
    (rig.has_hand, rig.beside) = (has_hand, beside);
    rig.share = f32::from(share) / 100.0;
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

/// Returns where the units are that the player's side sees or remembers.
fn on_show(world: &World) -> Opening {
    let units = with_rules!(rules(world), R => R::looks(world));
    let board = &world.resource::<Rig>().board;
    Opening::around(units.iter().map(|(_, tile, _, look)| {
        let is_own = look.relation == Relation::Own;
        (board.center(*tile), is_own)
    }))
}

/// Turns back to the unit that is chosen once an own order has been shown to its end, to all own units where that
/// was the end of a turn and the whole board is looked at.
pub fn turn_back(world: &mut World, mut was_shown: Local<bool>, mut turn: Local<u16>) {
    let is_own = *world.resource::<State<Phase>>().get() == Phase::Player
        && !world.contains_resource::<Watching>();
    let is_shown = is_own && !world.resource::<Playback>().is_empty();
    let was_shown = std::mem::replace(&mut *was_shown, is_shown);
    if !is_own || is_shown || !was_shown || !world.resource::<Settings>().follow {
        return;
    }
    let now = world.resource::<Turn>().number;
    let is_new_turn = std::mem::replace(&mut *turn, now) != now;
    let shows_all = with_rules!(rules(world), R => R::SHOWS_ALL);
    let own = (is_new_turn && shows_all).then(|| {
        let mut own = on_show(world).own;
        own.min.y -= NAME_DEPTH;
        own
    });
    let chosen = with_rules!(rules(world), R => R::chosen(world));
    let seen = chosen.filter(|&id| *part::<Presence>(world, id) == Presence::OnBoard);
    if let Some(id) = seen {
        let tile = playable::place_of(world, id);
        world.resource_mut::<Rig>().turn_back(tile, own);
    }
}
