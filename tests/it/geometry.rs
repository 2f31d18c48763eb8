//! Properties of lines of sight, reach and paths on random boards.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use bevy::prelude::Entity;
use hexscape::battle::board::{Board, TileState};
use hexscape::battle::grid::{Direction, Grid, Layout, TileId};
use hexscape::battle::path::{self, MoveCost, Reach};
use hexscape::battle::sight::{Sightline, trace};
use hexscape::content::sight::{HeightSight, SightFigures, SmokeSight};
use hexscape::content::terrain::{Cover, Hexside, HexsideId, Obstacle, Terrain, TerrainId};
use hexx::Hex;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const FIGURES: SightFigures = SightFigures {
    tree_penalty: 3,
    trees_block: 3,
    smoke_percent: 50,
    night_percent: 50,
    light_bonus: 3,
    height: HeightSight::EyeLine,
    units_block: false,
    smoke: SmokeSight::Once,
};

const WALK: MoveCost = MoveCost::walking(4, 100);

const LAYOUTS: [Layout; 4] = Layout::ALL;

/// Returns a layout for a seed, another one for each four seeds.
fn layout(seed: u64) -> Layout {
    LAYOUTS[(seed as usize + seed as usize / 4) % 4]
}

fn terrain(obstacle: Obstacle, move_percent: Option<u16>) -> Terrain {
    Terrain {
        key: String::new(),
        name: String::new(),
        move_percent,
        obstacle,
        cover: Cover::None,
        cover_own_hex_only: false,
        flammable: false,
        hazard_damage: 0,
        door_to: None,
        ..Terrain::default()
    }
}

fn hexside(surcharge_percent: Option<u16>) -> Hexside {
    Hexside {
        key: String::new(),
        name: String::new(),
        surcharge_percent,
    }
}

/// Percents of a plain step into open ground, low and partial obstacles.
const COARSE: [u16; 3] = [100, 50, 200];
/// The same, so fine that hexes of one cost are few.
const FINE: [u16; 3] = [100, 53, 199];

/// A board whose hexes are what `look` says: terrain, smoke, elevation.
fn board(grid: Grid, look: impl FnMut(TileId) -> (u8, u8, i8)) -> Board {
    board_of(COARSE, grid, look)
}

fn board_of(percents: [u16; 3], grid: Grid, mut look: impl FnMut(TileId) -> (u8, u8, i8)) -> Board {
    let [open, low, partial] = percents;
    let terrains = [
        terrain(Obstacle::Open, Some(open)),
        terrain(Obstacle::Low, Some(low)),
        terrain(Obstacle::Partial, Some(partial)),
        terrain(Obstacle::Tall, None),
        terrain(Obstacle::Blocks, None),
    ];
    let hexsides = [hexside(Some(0)), hexside(Some(50)), hexside(None)];
    let (mut states, mut levels) = (Vec::new(), Vec::new());
    for tile in grid.tiles() {
        let (kind, smoke, level) = look(tile);
        states.push(TileState {
            terrain: TerrainId(kind),
            fire: 0,
            smoke,
            ..TileState::default()
        });
        levels.push(level);
    }
    let mut board = Board::default();
    board.load(&terrains, &hexsides, grid, &states, &levels, 0);
    board.set_entities(vec![Entity::PLACEHOLDER; grid.len()]);
    board
}

/// A random look; levels 0 to 2 if there is relief, and at times the lowest or highest there is.
fn random_look(rng: &mut ChaCha8Rng, relief: bool) -> (u8, u8, i8) {
    let kind = rng.random_range(0..15_u8);
    let kind = if kind < 5 { kind } else { 0 };
    let smoke = u8::from(rng.random_range(0..20) == 0);
    let level = match rng.random_range(0..64) {
        _ if !relief => 0,
        0 => -9,
        1 => 30,
        _ => rng.random_range(0..3),
    };
    (kind, smoke, level)
}

fn sight(board: &Board, from: TileId, to: TileId) -> (bool, u8, u8) {
    let Sightline {
        open, trees, smoke, ..
    } = trace(&board.grid, &board.layers, from, to, &FIGURES, |_| true);
    (open, trees, smoke)
}

#[test]
fn sight_is_the_same_from_both_ends() {
    for seed in 0..20 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let grid = Grid::new(layout(seed), 30, 27);
        let board = board(grid, |_| random_look(&mut rng, seed % 4 < 2));
        for _ in 0..2_000 {
            let [a, b] = [0; 2].map(|_| TileId(rng.random_range(0..grid.len() as u32)));
            assert_eq!(
                sight(&board, a, b),
                sight(&board, b, a),
                "seed {seed}, {a:?} {b:?}"
            );
        }
    }
}

#[test]
fn sight_is_the_same_on_a_board_that_is_shifted_and_turned() {
    const RADIUS: u32 = 10;
    for seed in 0..12 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let relief = seed % 2 == 0;
        let looks: BTreeMap<(i32, i32), _> = Hex::ZERO
            .range(RADIUS)
            .map(|hex| ((hex.x, hex.y), random_look(&mut rng, relief)))
            .collect();
        let place = |center: (i32, i32), turns: u32| {
            let grid = Grid::new(LAYOUTS[seed as usize / 2 % 4], 40, 41);
            let center = grid.from_offset(center.0, center.1).expect("on the board");
            let center = grid.hex(center);
            let at = move |hex: Hex| center + hex.rotate_cw(turns);
            let board = board(grid, |tile| {
                let back = (grid.hex(tile) - center).rotate_ccw(turns);
                looks.get(&(back.x, back.y)).copied().unwrap_or_default()
            });
            (board, at)
        };
        let (plain, plain_at) = place((17, 18), 0);
        for turns in 0..6 {
            let (turned, turned_at) = place((20, 21), turns);
            for _ in 0..500 {
                // Both within half the radius: lines between them stay inside.
                let [a, b] = [0; 2].map(|_| {
                    loop {
                        let half = RADIUS as i32 / 2;
                        let hex = Hex::new(
                            rng.random_range(-half..=half),
                            rng.random_range(-half..=half),
                        );
                        if hex.ulength() <= RADIUS / 2 {
                            break hex;
                        }
                    }
                });
                let on = |board: &Board, hex: Hex| board.grid.tile(hex).expect("on the board");
                assert_eq!(
                    sight(&plain, on(&plain, plain_at(a)), on(&plain, plain_at(b))),
                    sight(
                        &turned,
                        on(&turned, turned_at(a)),
                        on(&turned, turned_at(b))
                    ),
                    "seed {seed}, {turns} turns, {a:?} to {b:?}"
                );
            }
        }
    }
}

/// A random board with hexsides, and a hex to start from.
fn ground(
    rng: &mut ChaCha8Rng,
    layout: Layout,
    rough: bool,
    percents: [u16; 3],
) -> (Board, TileId) {
    // Level ground is searched by rows, which may be longer than a machine word, or two.
    let (width, height) = match rough {
        true => (23, 19),
        false => [(23, 19), (64, 9), (90, 30), (150, 14)][rng.random_range(0..4)],
    };
    let grid = Grid::new(layout, width, height);
    let mut board = board_of(percents, grid, |_| random_look(rng, rough));
    if rough {
        for tile in grid.tiles() {
            if rng.random_range(0..4) == 0 {
                let direction = Direction::new(rng.random_range(0..6));
                board.set_hexside(tile, direction, HexsideId(rng.random_range(0..3)));
            }
        }
    }
    let start = TileId(rng.random_range(0..grid.len() as u32));
    (board, start)
}

/// The last step of the way to each hex that a plain search finds first, cheapest hexes first.
fn first_found(board: &Board, start: TileId, budget: u32) -> BTreeMap<TileId, TileId> {
    let mut open = BinaryHeap::from([(Reverse((0, 0)), start)]);
    let mut costs = BTreeMap::from([(start, 0)]);
    let mut from = BTreeMap::new();
    let mut found = 0;
    while let Some((Reverse((cost, _)), tile)) = open.pop() {
        for (to, step) in steps(board, tile) {
            let cost = cost + step;
            if cost <= budget && costs.get(&to).is_none_or(|known| cost < *known) {
                found += 1;
                costs.insert(to, cost);
                from.insert(to, tile);
                open.push((Reverse((cost, found)), to));
            }
        }
    }
    from
}

#[test]
fn of_equal_ways_over_level_ground_the_first_found_is_taken() {
    let mut reach = Reach::default();
    for seed in 0..40 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (board, start) = ground(&mut rng, layout(seed), false, COARSE);
        reach.flood(&board, &board.layers, &WALK, start, 9_000, blocked(&board));
        let first_found = first_found(&board, start, 9_000);
        for &tile in reach.tiles().iter().filter(|&&tile| tile != start) {
            let path = reach.path_to(tile).expect("in reach");
            let back = path.last().expect("not the start").opposite();
            let from = board.grid.neighbor(tile, back);
            assert_eq!(
                from,
                first_found.get(&tile).copied(),
                "seed {seed}: {start:?} to {tile:?}"
            );
        }
    }
}

/// Whether a hex of a board cannot be entered in these tests.
fn is_blocked(tile: TileId) -> bool {
    tile.0 % 11 == 5
}

/// Lists the hexes of a board that cannot be entered.
fn blocked(board: &Board) -> impl Iterator<Item = TileId> + use<> {
    board.grid.tiles().filter(|&tile| is_blocked(tile))
}

/// Steps that can be made from a hex and their costs.
fn steps(board: &Board, from: TileId) -> Vec<(TileId, u32)> {
    (board.grid.neighbors(from))
        .filter_map(|(direction, to)| {
            let cost = path::step_cost(board, &board.layers, &WALK, from, direction)?;
            (!is_blocked(to)).then_some((to, cost))
        })
        .collect()
}

#[test]
fn reach_holds_exactly_what_the_cheapest_paths_can_pay() {
    // One storage for all boards: nothing of an earlier flood may remain.
    let mut reach = Reach::default();
    for seed in 0..40 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (layout, percents) = (layout(seed), [COARSE, FINE][seed as usize / 4 % 2]);
        let (board, start) = ground(&mut rng, layout, seed % 4 < 2, percents);
        for budget in [0, 399, 400, 2_350, 10_000, 4_000_000] {
            reach.flood(&board, &board.layers, &WALK, start, budget, blocked(&board));
            let mut expected: BTreeMap<TileId, u32> =
                pathfinding::prelude::dijkstra_all(&start, |&tile| steps(&board, tile))
                    .into_iter()
                    .map(|(tile, (_, cost))| (tile, cost))
                    .filter(|&(_, cost)| cost <= budget)
                    .collect();
            expected.insert(start, 0);
            let found: BTreeMap<TileId, u32> = (board.grid.tiles())
                .filter_map(|tile| Some((tile, reach.cost(tile)?)))
                .collect();
            assert_eq!(found, expected, "seed {seed}, budget {budget}");
            assert_eq!(reach.tiles().len(), found.len());
        }
    }
}

#[test]
fn a_path_in_reach_costs_what_it_says_and_no_search_finds_a_cheaper_one() {
    let mut reach = Reach::default();
    for seed in 0..20 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (layout, percents) = (layout(seed), [COARSE, FINE][seed as usize / 4 % 2]);
        let (board, start) = ground(&mut rng, layout, seed % 4 < 2, percents);
        reach.flood(&board, &board.layers, &WALK, start, 10_000, blocked(&board));
        for &tile in reach.tiles() {
            let path = reach.path_to(tile).expect("in reach");
            let (mut at, mut cost) = (start, 0);
            for direction in path {
                cost += path::step_cost(&board, &board.layers, &WALK, at, direction)
                    .expect("steps of a path can be made");
                at = board.grid.neighbor(at, direction).expect("on the board");
            }
            assert_eq!((at, Some(cost)), (tile, reach.cost(tile)), "seed {seed}");
            let found = path::find_path(&board, &board.layers, &WALK, start, tile, is_blocked);
            assert_eq!(found.map(|(_, cost)| cost), Some(cost), "seed {seed}");
        }
    }
}

#[test]
fn ways_go_around_harm_and_falls_wherever_the_budget_allows_it() {
    let mut reach = Reach::default();
    let (mut detours, mut through) = (0, 0);
    for seed in 0..40 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let percents = [COARSE, FINE][seed as usize / 4 % 2];
        let layout = layout(seed);
        let (board, start) = ground(&mut rng, layout, seed % 4 < 2, percents);
        let harmful = |tile: TileId| tile.0 % 4 == 1;
        let falls = |from: TileId, to: TileId| {
            board.layers.elevation(from) - board.layers.elevation(to) > 1
        };
        for budget in [2_350, 4_000_000] {
            let all = board.grid.tiles().filter(|&tile| harmful(tile));
            let blocked = blocked(&board);
            reach.flood_sparing(&board, &board.layers, &WALK, start, budget, blocked, all, 1);
            let cheapest = pathfinding::prelude::dijkstra_all(&start, |&tile| steps(&board, tile));
            let careful = pathfinding::prelude::dijkstra_all(&start, |&tile| {
                let mut steps = steps(&board, tile);
                steps.retain(|&(to, _)| !harmful(to) && !falls(tile, to));
                steps
            });
            // What is left after shrinking is what the smaller budget finds.
            for budget in [budget, budget / 2] {
                reach.shrink(budget);
                for tile in board.grid.tiles().filter(|&tile| tile != start) {
                    let within = |(_, cost): &(TileId, u32)| (*cost <= budget).then_some(*cost);
                    let careful = careful.get(&tile).and_then(within);
                    let expected = careful.or(cheapest.get(&tile).and_then(within));
                    assert_eq!(
                        reach.cost(tile),
                        expected,
                        "seed {seed}: {start:?} to {tile:?}"
                    );
                    let Some(path) = reach.path_to(tile) else {
                        continue;
                    };
                    let (mut at, mut cost, mut is_harmed) = (start, 0, false);
                    for direction in path {
                        cost += path::step_cost(&board, &board.layers, &WALK, at, direction)
                            .expect("a step of a way can be made");
                        let from = at;
                        at = board.grid.neighbor(at, direction).expect("on the board");
                        is_harmed |= harmful(at) || falls(from, at);
                    }
                    assert_eq!((at, Some(cost)), (tile, expected));
                    assert_eq!(is_harmed, careful.is_none());
                    let least = cheapest.get(&tile).map(|(_, cost)| *cost);
                    detours += usize::from(careful.is_some() && careful != least);
                    through += usize::from(is_harmed);
                }
                assert_eq!(
                    reach.tiles().len(),
                    board
                        .grid
                        .tiles()
                        .filter(|&t| reach.cost(t).is_some())
                        .count()
                );
            }
        }
    }
    assert!(detours > 1_000 && through > 1_000, "{detours}, {through}");
}
