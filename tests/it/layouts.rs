//! Boards of all four layouts, and heights at both ends of what is allowed.

use hexscape::battle::board::Board;
use hexscape::battle::grid::{Direction, Layout, TileId};
use hexscape::battle::path::{MoveCost, step_cost};
use hexscape::battle::sight::trace;
use hexscape::battle::unit::{Health, Side, part, units_on_board};
use hexscape::content::{self, Catalog};
use hexscape::headless::Arena;
use hexscape::mission::edit::Draft;
use hexscape::mission::{self, LEVELS, Mission, RuleSet, Terms, level_char};
use hexscape::rules::battlescape::event::Cause;
use hexscape::rules::battlescape::ground::entry_harm;
use hexscape::rules::battlescape::soldier::Rulebook;

fn catalog() -> Catalog {
    content::load_default().unwrap_or_else(|problems| panic!("{problems}"))
}

fn built(text: &str) -> Mission {
    mission::parse("layouts.ron", text, &catalog(), Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}\n{text}"))
}

/// The board's rows as they are written in a mission.
fn drawn_rows(text: &str) -> Vec<&str> {
    let rows = text.split("rows: [").nth(1).expect("it has rows");
    let rows = rows.split(']').next().expect("they end");
    rows.lines()
        .map(|line| line.trim_end_matches(',').trim())
        .filter(|line| line.starts_with('"'))
        .collect()
}

#[test]
fn new_missions_of_every_layout_and_rule_set_load_and_are_played() {
    let mut arena = Arena::default();
    for rules in RuleSet::all() {
        for layout in Layout::ALL {
            let text = mission::edit::fresh(*rules, "New", (layout, 12, 9));
            let text = text.expect("there are new missions");
            let mission = built(&text);
            assert_eq!(mission.board.grid.layout, layout);
            assert!(mission.doubts.is_empty(), "{:?}", mission.doubts);
            arena.set_up(&mission, 1);
            let report = arena.play(1);
            assert!(report.ending.is_some(), "{layout:?} {}", rules.name());
        }
    }
}

#[test]
fn rows_are_drawn_with_the_shifted_ones_half_a_hex_to_the_right() {
    let all = RuleSet::all();
    let rows = |layout| {
        let text = mission::edit::fresh(all[0], "New", (layout, 3, 4)).expect("it is made");
        let rows: Vec<_> = drawn_rows(&text).into_iter().map(str::to_owned).collect();
        rows
    };
    let (plain, shifted) = ("\". . .\"", "\" . . .\"");
    assert_eq!(
        rows(Layout::PointyOddRows),
        [plain, shifted, plain, shifted]
    );
    assert_eq!(
        rows(Layout::PointyEvenRows),
        [shifted, plain, shifted, plain]
    );
    assert_eq!(rows(Layout::FlatOddColumns), [plain; 4]);
    assert_eq!(rows(Layout::FlatEvenColumns), [plain; 4]);
}

#[test]
fn generated_boards_of_every_layout_load_and_are_played() {
    let mut arena = Arena::default();
    for layout in Layout::ALL {
        let mission = built(&format!(
            r#"Mission(
                name: "Village", rules: Battlescape(),
                board: Generated(scene: Village, layout: {layout:?}, size: (24, 20), seed: 3, mirrored: true),
                sides: [
                    (name: "Squad", controller: Ai(Aggressive), units: [(kind: "infantry", at: Zone("west"))]),
                    (name: "Enemies", controller: Ai(Aggressive), units: [(kind: "sectoid", at: Zone("east"))]),
                ],
                objectives: (primary: EliminateAll("Enemies"), turn_limit: 30),
            )"#
        ));
        let grid = mission.board.grid;
        assert_eq!(grid.layout, layout);
        // Turned by half a circle, a mirrored board is the same, and neighbors stay neighbors.
        for tile in grid.tiles() {
            let turned = |tile: TileId| TileId(grid.len() as u32 - 1 - tile.0);
            for (_, next) in grid.neighbors(tile) {
                assert_eq!(grid.distance(turned(tile), turned(next)), 1, "{layout:?}");
            }
        }
        arena.set_up(&mission, 1);
        assert!(arena.play(1).ending.is_some(), "{layout:?}");
    }
}

/// A mission on a strip of grass whose heights are given, one squad at each end.
fn strip(layout: Layout, heights: &str) -> String {
    let width = heights.chars().count();
    let rows = [
        ". ".repeat(width).trim_end().to_owned(),
        ". ".repeat(width).trim_end().to_owned(),
    ];
    let heights: Vec<_> = heights.chars().map(String::from).collect();
    let heights = heights.join(" ");
    format!(
        r#"Mission(
            name: "Strip", rules: Battlescape(),
            board: Drawn(
                layout: {layout:?}, legend: {{'.': "grass"}},
                rows: [{:?}, {:?}],
                heights: [{heights:?}, {heights:?}],
            ),
            sides: [
                (name: "Squad", controller: Ai(Aggressive), units: [(kind: "infantry", at: (0, 0))]),
                (name: "Enemies", controller: Ai(Aggressive), units: [(kind: "ripper", at: ({}, 1))]),
            ],
            objectives: (primary: EliminateAll("Enemies"), turn_limit: 20),
        )"#,
        rows[0],
        rows[1],
        width - 1,
    )
}

#[test]
fn heights_from_minus_9_to_30_load_and_one_beyond_either_is_refused() {
    let drawn: String = LEVELS.map(level_char).collect();
    let mission = built(&strip(Layout::PointyOddRows, &drawn));
    let expected: Vec<_> = LEVELS.chain(LEVELS).collect();
    assert_eq!(mission.board.elevation, expected);
    // Files of before: digits, and a dot or 0 for level ground.
    let old = built(&strip(Layout::PointyOddRows, ".0123456789"));
    let expected = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    assert_eq!(old.board.elevation, [expected, expected].concat());
    for beyond in ["V", "j", "-"] {
        let text = strip(Layout::PointyOddRows, &format!("..{beyond}.."));
        let told = mission::parse("strip.ron", &text, &catalog(), Terms::default());
        let told = told.expect_err("it is refused").to_string();
        let expected = format!(
            "{:?} is not a height (allowed: . and 0 to 9, A to U for 10 to 30, a to i for -1 to -9)",
            beyond.chars().next().expect("one letter")
        );
        assert!(told.contains(&expected), "{told}");
    }
}

#[test]
fn heights_of_both_ends_stay_through_the_board_editor() {
    let mut draft = Draft::from_text("strip.ron", strip(Layout::FlatEvenColumns, "i..U..9A"))
        .unwrap_or_else(|problem| panic!("{problem}"));
    let heights = draft.sheet().board.heights.clone();
    assert_eq!(heights[..8], [-9, 0, 0, 30, 0, 0, 9, 10]);
    let before = draft.text().to_owned();
    let tile = TileId(1);
    let mut raise = |level| {
        let edit = mission::edit::Edit::Heights(vec![(tile, level)]);
        draft.apply(&edit).unwrap_or_else(|error| panic!("{error}"));
        (draft.sheet().board.height(tile), draft.text().to_owned())
    };
    for level in LEVELS {
        assert_eq!(raise(level).0, level);
    }
    assert_eq!(
        [raise(31).0, raise(-10).0],
        [30, -9],
        "the nearest there is"
    );
    assert_eq!(raise(0).1, before, "nothing else was touched");
}

#[test]
fn squads_fight_and_fall_at_both_ends_of_heights() {
    let mut arena = Arena::default();
    for layout in Layout::ALL {
        for heights in ["iiiiiUUUUU", "UUUUUiiiii", "i.9AKU....", "iUiUiUiUiU"] {
            let mission = built(&strip(layout, heights));
            for seed in 1..=3 {
                arena.set_up(&mission, seed);
                let report = arena.play(seed);
                assert!(report.ending.is_some(), "{layout:?} {heights} {seed}");
                let world = arena.world_mut();
                let sides = [Side(0), Side(1)].into_iter();
                for unit in sides.flat_map(|side| units_on_board(world, side).collect::<Vec<_>>()) {
                    let health = part::<Health>(world, unit);
                    assert!(health.now <= health.max);
                }
            }
        }
    }
}

#[test]
fn falls_climbs_and_sight_count_every_level_between_both_ends() {
    let mission = built(&strip(Layout::PointyOddRows, "UiiUiU"));
    let rulebook = Rulebook::new(mission.catalog.clone());
    let mut arena = Arena::default();
    arena.set_up(&mission, 1);
    let board = arena.world_mut().resource::<Board>();
    let layers = &board.layers;
    let [high, low] = [TileId(0), TileId(1)];
    let fall = entry_harm(layers, &rulebook, high, low, false);
    let per_level = rulebook.figures().environment.fall_per_level;
    // All but the first of 39 levels harm (§10).
    assert_eq!(fall.losses, [(Cause::Fall(38), 38 * per_level)]);
    for (from, to, flies) in [(low, high, false), (high, low, true)] {
        assert!(
            entry_harm(layers, &rulebook, from, to, flies)
                .losses
                .is_empty()
        );
    }
    let gait = MoveCost::walking(4, 100);
    let (east, west) = (Direction::new(0), Direction::new(3));
    assert_eq!(step_cost(board, layers, &gait, high, east), Some(400));
    assert_eq!(
        step_cost(board, layers, &gait, low, west),
        Some(400 + 39 * 400)
    );
    let figures = &rulebook.figures().sight;
    let sees = |from: u32, to: u32| {
        let line = trace(
            &board.grid,
            layers,
            TileId(from),
            TileId(to),
            figures,
            |_| true,
        );
        line.open
    };
    assert!(sees(0, 3) && sees(3, 0), "over the valley");
    assert!(!sees(1, 4) && !sees(4, 1), "not through the hill");
}
