//! Where the camera goes, by itself and with the player.

use super::opening::{HAND_COVERED, NAME_DEPTH, OPENING_COVERED, OPENING_NEAREST, Opening, RIM};
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
        share: 0.7,
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
    let [beside, below] = [beside, below].map(|tile| rig.hex_on_screen(tile).expect("so is it"));
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
            // Names are seen, too, unless the board is too small for that.
            let names = units.own.min.y - NAME_DEPTH;
            let is_named = free.min.y <= names || height < 9;
            assert!(is_named, "names of {width}x{height}: {free:?}");
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
fn it_turns_back_to_a_unit_that_panels_cover_unless_the_player_leads() {
    let mut rig = rig(30, 20);
    let at = |rig: &Rig, column| {
        let tile = rig.board.grid.from_offset(column, 10);
        tile.expect("it is on the board")
    };
    let (unit, enemy) = (at(&rig, 8), at(&rig, 12));
    let [place, other] = [unit, enemy].map(|tile| rig.board.center(tile));
    rig.jump_to(other + Vec2::X * 300.0);
    rig.here = Some(other);
    assert!(rig.off_middle(place) > 1.0);
    rig.turn_back(unit, None);
    rig.place = rig.goal.take().expect("it goes there");
    let free = rig.free_rect().inflate(1.0);
    assert!(free.contains(place) && free.contains(other), "{free:?}");
    rig.turn_back(unit, None);
    assert_eq!(rig.goal, None, "it is there");
    // Too far apart: the unit it is.
    rig.jump_to(rig.board.center(at(&rig, 28)));
    rig.here = Some(rig.place);
    rig.turn_back(unit, None);
    rig.place = rig.goal.take().expect("it goes there");
    assert!(rig.off_middle(place) < 1.0);
    // As a turn begins all own units come out from under the panels.
    let covered = Vec2::new(place.x, rig.free_rect().min.y - 20.0);
    let own = Opening::around([(place, true), (covered, true)]).own;
    rig.turn_back(unit, Some(own));
    rig.place = rig.goal.take().expect("it goes there");
    let free = rig.free_rect().inflate(1.0);
    assert!(free.contains(own.min) && free.contains(own.max), "{free:?}");
    rig.pan(Vec2::X * 3000.0);
    rig.turn_back(unit, Some(own));
    assert_eq!(rig.goal, None, "the player leads");
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
    draw(&mut rig, [50.0, 95.0]);
    assert_eq!(rig.place, place, "they are no higher than usual");
    draw(&mut rig, [50.0, 150.0]);
    assert!(rig.place.y < place.y, "a hangar that opens covers no row");
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
