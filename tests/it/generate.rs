//! Generated boards and difficulty.

use std::collections::BTreeSet;

use hexscape::battle::grid::{Layout, TileId};
use hexscape::content::{Catalog, load_default};
use hexscape::mission::generate::{
    BoardPlan, Generated, Landscape, PLACE_LEAST, UNFAIR_PERCENT, generate,
};
use hexscape::mission::{self, Mission, Terms};
use hexscape::rules::battlescape::scenario::Scenario;
use hexscape::rules::battlescape::scenario::script::{Action, Condition};

const SCENES: [Landscape; 4] = [
    Landscape::Forest,
    Landscape::Village,
    Landscape::CrashSite,
    Landscape::BaseInterior,
];

fn plan(scene: Landscape, layout: Layout) -> BoardPlan {
    BoardPlan {
        scene,
        layout,
        width: 36,
        height: 28,
        density: 100,
        mirrored: false,
        fire: (3, 2),
    }
}

fn can_pass(catalog: &Catalog, made: &Generated, tile: TileId) -> bool {
    let terrain = catalog.terrain(made.board.tiles[tile.index()].terrain);
    terrain.move_percent.is_some() || terrain.door_to.is_some()
}

/// Hexes that can be reached from one, and the cost of the way to each in steps.
fn steps_from(catalog: &Catalog, made: &Generated, start: TileId) -> Vec<Option<u32>> {
    let grid = made.board.grid;
    let mut steps = vec![None; grid.len()];
    steps[start.index()] = Some(0);
    let mut open = vec![start];
    let mut next = 0;
    while let Some(&tile) = open.get(next) {
        next += 1;
        for (_, to) in grid.neighbors(tile) {
            if can_pass(catalog, made, to) && steps[to.index()].is_none() {
                steps[to.index()] = steps[tile.index()].map(|steps| steps + 1);
                open.push(to);
            }
        }
    }
    steps
}

#[test]
fn boards_are_connected_with_clear_zones_and_differ_by_seed() {
    let catalog = load_default().expect("the shipped content is sound");
    for scene in SCENES {
        let mut looks = BTreeSet::new();
        for seed in 0..40 {
            let layout = Layout::ALL[seed as usize % 4];
            let made = generate(&plan(scene, layout), seed, &catalog).expect("content has all");
            let (grid, zones) = (made.board.grid, &made.zones);
            let steps = steps_from(&catalog, &made, zones["west"][0]);
            for tile in grid.tiles() {
                assert_eq!(
                    can_pass(&catalog, &made, tile),
                    steps[tile.index()].is_some(),
                    "{scene:?} {seed}: {:?} is cut off",
                    grid.to_offset(tile)
                );
            }
            for zone in ["west", "east", "north", "south", "center"] {
                assert!(zones[zone].len() >= 12, "{scene:?} {seed}: {zone} is small");
            }
            for zone in ["west", "east"] {
                assert_eq!(
                    zones[zone].len(),
                    27,
                    "{scene:?} {seed}: {zone} is not clear"
                );
            }
            looks.insert(format!("{:?}", made.board.tiles));
            let again = generate(&plan(scene, layout), seed, &catalog).expect("content has all");
            assert_eq!(made.board.tiles, again.board.tiles);
            assert_eq!(made.zones, again.zones);
        }
        assert_eq!(looks.len(), 40, "{scene:?}: boards repeat");
    }
}

#[test]
fn a_mirrored_board_looks_the_same_from_both_sides() {
    let catalog = load_default().expect("the shipped content is sound");
    for scene in SCENES {
        let plan = BoardPlan {
            mirrored: true,
            ..plan(scene, Layout::PointyOddRows)
        };
        let made = generate(&plan, 7, &catalog).expect("content has all");
        let tiles = &made.board.tiles;
        let len = tiles.len();
        let differ = (0..len).filter(|&at| tiles[at].terrain != tiles[len - 1 - at].terrain);
        // Ways that were broken through what separated parts may be on one side only.
        assert!(differ.count() <= len / 50, "{scene:?}");
        let turned: BTreeSet<_> = (made.zones["west"].iter())
            .map(|tile| TileId((len - 1 - tile.index()) as u32))
            .collect();
        assert_eq!(
            turned,
            made.zones["east"].iter().copied().collect(),
            "{scene:?}"
        );
    }
}

#[test]
fn neither_side_has_much_the_longer_way_to_the_middle() {
    let catalog = load_default().expect("the shipped content is sound");
    for scene in SCENES {
        for seed in 0..20 {
            let made =
                generate(&plan(scene, Layout::PointyOddRows), seed, &catalog).expect("content");
            let way = |zone: &str| {
                let tiles = &made.zones[zone];
                let steps = steps_from(&catalog, &made, tiles[tiles.len() / 2]);
                let near = made.zones["center"].iter().filter_map(|t| steps[t.index()]);
                near.min().expect("the middle can be reached")
            };
            let (west, east) = (way("west"), way("east"));
            // Fairness counts the cost of terrain; steps alone may differ a little more.
            let (short, long) = (west.min(east), west.max(east));
            assert!(
                (long - short) * 100 <= short * 2 * UNFAIR_PERCENT,
                "{scene:?} {seed}: {west} and {east}"
            );
        }
    }
}

const MISSION: &str = r#"Mission(
    name: "Drawn anew", rules: Battlescape(),
    board: Generated(scene: Forest, size: (24, 20)),
    sides: [
        (name: "Squad", controller: Human, units: [
            (kind: "infantry", name: "Vega", at: Zone("west")), (kind: "medic", at: Zone("west")),
        ]),
        (name: "Sectoids", controller: Ai(Search), units: [
            (kind: "sectoid", name: "Boss", at: Zone("east")), (kind: "sectoid", at: Zone("east")),
            (kind: "brute", at: Zone("east")), (kind: "sectoid", at: Zone("center"), group: "later"),
        ]),
    ],
    triggers: [(when: Turn(2), then: [Spawn("later")])],
    objectives: (primary: Kill(unit: "Boss")),
)"#;

fn built(seed: u64, difficulty: u16) -> Mission {
    let catalog = load_default().expect("the shipped content is sound");
    mission::parse("m.ron", MISSION, &catalog, Terms { seed, difficulty })
        .unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn a_seed_draws_board_and_places_alike_each_time() {
    let tiles = |mission: &Mission| -> Vec<TileId> {
        let units = Scenario::of(mission).units();
        units.map(|unit| unit.tile).collect()
    };
    let (one, again, other) = (built(3, 100), built(3, 100), built(4, 100));
    assert!(one.drawn_anew);
    assert_eq!(one.board.tiles, again.board.tiles);
    assert_eq!(tiles(&one), tiles(&again));
    assert_ne!(one.board.tiles, other.board.tiles);
    let distinct: BTreeSet<_> = tiles(&one).into_iter().collect();
    assert_eq!(distinct.len(), 6, "no two start on a hex");
}

#[test]
fn difficulty_changes_how_many_come_and_never_their_figures() {
    let names = |percent| -> Vec<String> {
        let mission = built(3, percent);
        Scenario::of(&mission).squads[1]
            .iter()
            .map(|unit| unit.name.clone())
            .collect()
    };
    assert_eq!(names(100), ["Boss", "Sectoid 1", "Brute 1", "Sectoid 2"]);
    // 75% of 4: who has a name or is the last of its group stays.
    assert_eq!(names(75), ["Boss", "Sectoid 1", "Sectoid 2"]);
    assert_eq!(names(25), ["Boss", "Sectoid 2"]);
    // 125%: one more and a wave of 20%; 150%: two more and two waves.
    assert_eq!(names(125).len(), 4 + 1 + 1);
    assert_eq!(names(150).len(), 4 + 2 + 2);
    let waves = |percent| -> Vec<u16> {
        let mission = built(3, percent);
        let triggers = Scenario::of(&mission)
            .script
            .triggers
            .iter()
            .filter(|trigger| {
                (trigger.then.iter()).any(|action| matches!(action, Action::Message(_)))
            });
        triggers
            .filter_map(|trigger| match trigger.when {
                Condition::Turn(turn) => Some(turn),
                _ => None,
            })
            .collect()
    };
    assert!(waves(75).is_empty());
    assert!(waves(100).is_empty());
    assert_eq!(waves(125), [5]);
    assert_eq!(waves(150), [5, 8]);
    let mission = built(3, 150);
    let on_board = |mission: &Mission| {
        let units = Scenario::of(mission).units();
        units
            .filter(|unit| unit.group.is_none())
            .map(|unit| unit.tile)
            .collect::<Vec<_>>()
    };
    let tiles = on_board(&mission);
    let distinct: BTreeSet<_> = tiles.iter().collect();
    assert_eq!(
        distinct.len(),
        tiles.len(),
        "doubles find hexes of their own"
    );
}

#[test]
fn mistakes_in_generated_boards_are_told() {
    let catalog = load_default().expect("the shipped content is sound");
    for (found, made, told) in [
        ("Forest", "Wood", "scene `Wood` is unknown"),
        (
            "(24, 20)",
            "(24, 21)",
            "needs an even number of rows, not 21",
        ),
        ("(24, 20)", "(4, 20)", "columns"),
        ("Zone(\"west\")", "Zone(\"wst\")", "zone \"wst\" is unknown"),
        (
            "Zone(\"center\")",
            "Zoo(\"center\")",
            "expected a hex as (column, row) or Zone",
        ),
        ("Generated(", "Generate(", "board `Generate` is unknown"),
    ] {
        let text = MISSION.replacen(found, made, 1);
        let problems = mission::parse("m.ron", &text, &catalog, Terms::default())
            .map(|_| ())
            .expect_err("it is broken")
            .to_string();
        assert!(problems.contains(told), "{made}: {problems}");
    }
}

/// Whoever is to stand at the place of a scene finds it, whatever the seed and size.
#[test]
fn every_board_has_the_place_its_scene_is_named_for() {
    let catalog = load_default().expect("the shipped content is sound");
    for scene in SCENES {
        for (width, height) in [(16, 16), (24, 20), (38, 26), (44, 32)] {
            for seed in 0..120 {
                let plan = BoardPlan {
                    width,
                    height,
                    ..plan(scene, Layout::PointyOddRows)
                };
                let made = generate(&plan, seed, &catalog).expect("content has all");
                let place = made.zones.get(scene.place()).map_or(0, Vec::len);
                let is_tiny = scene == Landscape::Village && width == 16;
                assert!(
                    place >= PLACE_LEAST || is_tiny,
                    "{scene:?} {width}×{height} {seed}: {place}"
                );
            }
        }
    }
}
