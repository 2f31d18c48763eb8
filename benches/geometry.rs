//! Sight, views, reach and paths, each beside its peer in the same run.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hint::black_box;

use bevy::prelude::Entity;
use criterion::{Criterion, criterion_group, criterion_main};
use hexscape::battle::board::{Board, TileState};
use hexscape::battle::grid::{Grid, Layout, TileId};
use hexscape::battle::path::{self, MoveCost, Reach};
use hexscape::battle::sight::trace;
use hexscape::battle::tile_set::TileSet;
use hexscape::battle::view::FieldOfView;
use hexscape::content::sight::{HeightSight, SightFigures, SmokeSight};
use hexscape::content::terrain::{Cover, Obstacle, Terrain, TerrainId};
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

/// A 64×64 board with so many percent walls, and trees and hills if wanted.
fn board(walls: u32, rough: bool) -> Board {
    let terrains = [
        terrain(Obstacle::Open, Some(100)),
        terrain(Obstacle::Tall, None),
        terrain(Obstacle::Partial, Some(200)),
    ];
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let grid = Grid::new(Layout::PointyOddRows, 64, 64);
    let states: Vec<_> = (0..grid.len())
        .map(|_| {
            let roll = rng.random_range(0..100);
            let kind = if roll < walls {
                1
            } else if rough && roll < walls + 15 {
                2
            } else {
                0
            };
            TileState {
                terrain: TerrainId(kind),
                ..TileState::default()
            }
        })
        .collect();
    let elevation: Vec<_> = grid
        .tiles()
        .map(|tile| {
            let (column, row) = grid.to_offset(tile);
            let is_hill = rough && (column / 6 + row / 5) % 4 == 0;
            i8::from(is_hill)
        })
        .collect();
    let mut board = Board::default();
    board.load(&terrains, &[], grid, &states, &elevation, 0);
    board.set_entities(vec![Entity::PLACEHOLDER; grid.len()]);
    board
}

fn middle(board: &Board) -> TileId {
    board.grid.from_offset(32, 32).expect("on the board")
}

fn blocked(board: &Board) -> HashSet<Hex> {
    let walls = board
        .grid
        .tiles()
        .filter(|&tile| board.layers.entry_percent(tile).is_none());
    walls.map(|tile| board.grid.hex(tile)).collect()
}

fn views(c: &mut Criterion) {
    for (name, walls, rough) in [
        ("open", 0, false),
        ("25% blocked", 25, false),
        ("rough", 10, true),
    ] {
        let board = board(walls, rough);
        let eye = middle(&board);
        let hex = board.grid.hex(eye);
        let walls = blocked(&board);
        for radius in [10_u8, 15] {
            let mut group = c.benchmark_group(format!("view radius {radius}, {name}"));
            let mut fov = FieldOfView::default();
            let mut seen = TileSet::new(board.grid.len());
            group.bench_function("ours", |b| {
                b.iter(|| {
                    seen.clear();
                    fov.compute(
                        &board.grid,
                        &board.layers,
                        black_box(eye),
                        radius,
                        &FIGURES,
                        &mut seen,
                    );
                    seen.len()
                });
            });
            if !rough {
                group.bench_function("hexx range_fov", |b| {
                    b.iter(|| {
                        hexx::algorithms::range_fov(black_box(hex), u32::from(radius), |at| {
                            walls.contains(&at)
                        })
                        .len()
                    });
                });
            }
            group.finish();
        }
    }
}

fn lines(c: &mut Criterion) {
    let board = board(0, false);
    let from = middle(&board);
    let to = board.grid.from_offset(42, 36).expect("on the board");
    let (a, b) = (board.grid.hex(from), board.grid.hex(to));
    assert_eq!(a.unsigned_distance_to(b), 12);
    let mut group = c.benchmark_group("line of sight, 12 hexes");
    group.bench_function("ours", |bench| {
        bench.iter(|| {
            trace(
                &board.grid,
                &board.layers,
                black_box(from),
                black_box(to),
                &FIGURES,
                |_| true,
            )
        });
    });
    let mut team = TileSet::new(board.grid.len());
    FieldOfView::default().compute(&board.grid, &board.layers, from, 15, &FIGURES, &mut team);
    group.bench_function("from team vision", |bench| {
        bench.iter(|| team.contains(black_box(to)));
    });
    group.bench_function("hexx line_to alone", |bench| {
        bench.iter(|| {
            black_box(a)
                .line_to(black_box(b))
                .fold(0, |sum, hex| sum ^ hex.x)
        });
    });
    group.finish();
}

fn reaches(c: &mut Criterion) {
    for (name, walls) in [("open", 0), ("25% blocked", 25)] {
        let board = board(walls, false);
        let start = middle(&board);
        let mut group = c.benchmark_group(format!("reach 100 TU, {name}"));
        let mut reach = Reach::default();
        group.bench_function("ours", |b| {
            b.iter(|| {
                reach.flood(&board, &board.layers, &WALK, black_box(start), 10_000, []);
                reach.tiles().len()
            });
        });
        group.bench_function("pathfinding dijkstra_reach", |b| {
            b.iter(|| {
                pathfinding::prelude::dijkstra_reach(&black_box(start), |&tile| {
                    let board = &board;
                    board
                        .grid
                        .neighbors(tile)
                        .filter_map(move |(direction, to)| {
                            let cost =
                                path::step_cost(board, &board.layers, &WALK, tile, direction)?;
                            Some((to, cost))
                        })
                })
                .take_while(|reached| reached.total_cost <= 10_000)
                .count()
            });
        });
        let costs: HashMap<Hex, u32> = (board.grid.tiles())
            .filter_map(|tile| {
                board
                    .layers
                    .entry_percent(tile)
                    .map(|_| (board.grid.hex(tile), 0))
            })
            .collect();
        let hex = board.grid.hex(start);
        group.bench_function("hexx field_of_movement", |b| {
            b.iter(|| {
                hexx::algorithms::field_of_movement(black_box(hex), 25, |at| {
                    costs.get(&at).copied()
                })
                .len()
            });
        });
        group.finish();
    }
}

fn paths(c: &mut Criterion) {
    for (name, walls) in [("open", 0), ("25% blocked", 25)] {
        let board = board(walls, false);
        let can_stand = |tile: &TileId| board.layers.entry_percent(*tile).is_some();
        let pick = |column: i32, row: i32| {
            let around: BTreeSet<_> = (0..6)
                .filter_map(|i| board.grid.from_offset(column + i, row))
                .collect();
            around
                .into_iter()
                .find(can_stand)
                .expect("some hex is free")
        };
        let (start, goal) = (pick(12, 20), pick(46, 40));
        let mut group = c.benchmark_group(format!("path, {name}"));
        group.bench_function("ours", |b| {
            b.iter(|| {
                path::find_path(&board, &board.layers, &WALK, black_box(start), goal, |_| {
                    false
                })
            });
        });
        group.bench_function("pathfinding astar", |b| {
            b.iter(|| {
                pathfinding::prelude::astar(
                    &black_box(start),
                    |&tile| {
                        let board = &board;
                        board
                            .grid
                            .neighbors(tile)
                            .filter_map(move |(direction, to)| {
                                let cost =
                                    path::step_cost(board, &board.layers, &WALK, tile, direction)?;
                                Some((to, cost))
                            })
                    },
                    |&tile| board.grid.distance(tile, goal) * 400,
                    |&tile| tile == goal,
                )
            });
        });
        group.finish();
    }
}

criterion_group!(benches, views, lines, reaches, paths);
criterion_main!(benches);
