//! Whole battles and what they are made of: mission load, a battle, AI orders, journal replay.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use bevy::prelude::World;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hexscape::chronicle::record::BattleRecord;
use hexscape::content;
use hexscape::headless::Arena;
use hexscape::mission::{self, Mission, MissionSource};
use hexscape::rules::battlescape::Battlescape;

type JournalFile = hexscape::save::JournalFile<Battlescape>;

fn shipped(name: &str) -> (PathBuf, PathBuf) {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    (
        folder.join("missions").join(name).with_extension("ron"),
        folder.join("content"),
    )
}

fn load(name: &str) -> (MissionSource, Mission) {
    let (file, content) = shipped(name);
    let source = MissionSource::read(&file, &content).expect("missions are shipped");
    let mission = source.build(1).expect("the mission is sound");
    (source, mission)
}

fn mission_load(c: &mut Criterion) {
    let (file, folder) = shipped("skirmish_6v8");
    let catalog = content::load(&folder).expect("the shipped content is sound");
    let text = std::fs::read_to_string(&file).expect("missions are shipped");
    c.bench_function("mission load 32x32, 14 units", |b| {
        b.iter(|| {
            mission::parse("m", black_box(&text), &catalog, mission::Terms::default())
                .expect("it is sound")
        });
    });
    // The same board four times over, with 40 units.
    let row = ". , T # _ % : m ".repeat(8);
    let rows: String = (0..64).map(|_| format!("\"{row}\",\n")).collect();
    let units: String = (0..40)
        .map(|i| {
            format!(
                "(kind: \"infantry\", at: ({}, {})),",
                8 * (i % 8),
                1 + i / 8
            )
        })
        .collect();
    let text = format!(
        "Mission(name: \"m\", rules: Battlescape(), board: Drawn(legend: {{'.': \"grass\", ',': \
         \"bush\", 'T': \"tree\", '#': \"wall\", '_': \"floor\", '%': \"rubble\", ':': \"sand\", \
         'm': \"mud\"}}, rows: [{rows}]), sides: [(name: \"a\", controller: Human, units: \
         [{units}]), (name: \"b\", controller: Open, units: [(kind: \"sectoid\", at: (0, 60))])], \
         objectives: (primary: EliminateAll(\"b\")))"
    );
    c.bench_function("mission load 64x64, 41 units", |b| {
        b.iter(|| {
            mission::parse("m", black_box(&text), &catalog, mission::Terms::default())
                .expect("it is sound")
        });
    });
}

fn battles(c: &mut Criterion) {
    let (source, mission) = load("skirmish_6v8");
    let mut arena = Arena::default();
    let seeds = 16;
    let orders: usize = (0..seeds)
        .map(|seed| {
            arena.set_up(&mission, seed);
            arena.play(seed).orders
        })
        .sum();
    let mut group = c.benchmark_group("skirmish_6v8");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(8));
    group.throughput(Throughput::Elements(orders as u64));
    group.bench_function("AI orders", |b| {
        b.iter_custom(|times| {
            (0..times * seeds)
                .map(|seed| {
                    arena.set_up(&mission, seed % seeds);
                    let start = Instant::now();
                    black_box(arena.play(seed % seeds));
                    start.elapsed()
                })
                .sum()
        });
    });
    group.throughput(Throughput::Elements(seeds));
    let mut next = 0;
    group.bench_function("whole battles, each another", |b| {
        b.iter(|| {
            for _ in 0..seeds {
                next += 1;
                arena.set_up(&mission, next);
                black_box(arena.play(next));
            }
        });
    });
    let journals: Vec<_> = (0..seeds)
        .map(|seed| {
            arena.set_up(&mission, seed);
            arena.play(seed);
            JournalFile::collect(arena.world_mut(), source.clone(), seed, false)
        })
        .collect();
    let mut world = World::new();
    group.throughput(Throughput::Elements(orders as u64));
    group.bench_function("replay orders", |b| {
        b.iter(|| {
            for journal in &journals {
                journal
                    .replay(&mut world, &mission, usize::MAX, &mut ())
                    .expect("it is whole");
            }
        });
    });
    group.finish();
}

/// Returns how often a unit on the board had a turn in a battle.
fn unit_turns(battle: &BattleRecord) -> u64 {
    let begun = battle.standing.iter().take(usize::from(battle.turns));
    begun.flatten().map(|&units| u64::from(units)).sum()
}

/// A battle of four turns on a square of so many fields of 64×64 hexes, six against six on each, with
/// so many units more.
fn fields(across: usize, more: usize) -> Mission {
    // Open ground with bushes, trees and rubble, alike on every field.
    let hexes = [
        '.', '.', ',', '.', 'T', '.', '.', ',', '.', '.', '#', '.', '.',
    ];
    let row = |y: usize| {
        let hex = |x: usize| format!("{} ", hexes[(x * x + 5 * x * y + 11 * y * y) % 61 % 13]);
        (0..64).map(hex).collect::<String>().repeat(across)
    };
    let rows: String = (0..64 * across)
        .map(|y| format!("\"{}\",\n", row(y % 64)))
        .collect();
    let starts = (0..across * across).map(|field| (field % across * 64, field / across * 64));
    let units = |kind: &str, column: usize, more: usize| -> String {
        let six = |(x, y)| (0..6).map(move |i| (x + column, y + 20 + 4 * i));
        let rest = (0..more).map(|i| (column + 2, 21 + 4 * i));
        (starts.clone().flat_map(six).chain(rest))
            .map(|(x, y)| format!("(kind: \"{kind}\", at: ({x}, {y})),"))
            .collect()
    };
    let (squad, aliens) = (units("infantry", 20, more), units("sectoid", 40, 0));
    let text = format!(
        "Mission(name: \"m\", rules: Battlescape(), board: Drawn(legend: {{'.': \"grass\", ',': \
         \"bush\", 'T': \"tree\", '#': \"rubble\"}}, rows: [{rows}]), sides: [(name: \"a\", \
         controller: Ai(Aggressive), units: [{squad}]), (name: \"b\", controller: \
         Ai(Aggressive), units: [{aliens}])], objectives: (primary: EliminateAll(\"b\"), \
         turn_limit: 4))"
    );
    let (_, folder) = shipped("skirmish_6v8");
    let catalog = content::load(&folder).expect("the shipped content is sound");
    mission::parse("m", &text, &catalog, mission::Terms::default()).expect("it is sound")
}

/// What the turn of a unit that still stands costs on a small board and on a large one.
fn large_boards(c: &mut Criterion) {
    let mut group = c.benchmark_group("a turn of a unit");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(10));
    for (name, across, more, seeds) in [
        ("64x64, 12 units", 1, 0, 32),
        ("256x256, 200 units", 4, 8, 2),
    ] {
        let mission = fields(across, more);
        let mut arena = Arena::default();
        let turns = (0..seeds).map(|seed| unit_turns(&arena.record(&mission, seed)));
        group.throughput(Throughput::Elements(turns.sum()));
        group.bench_function(name, |b| {
            b.iter_custom(|times| {
                (0..times * seeds)
                    .map(|battle| {
                        arena.set_up(&mission, battle % seeds);
                        let start = Instant::now();
                        black_box(arena.play(battle % seeds));
                        start.elapsed()
                    })
                    .sum()
            });
        });
    }
    group.finish();
}

/// The starter battle of the fleet, the same from both ends, computer against computer.
fn mirrored_fleets() -> Mission {
    let row = ". . . . . . .";
    let rows: String = (0..8).map(|_| format!("\"{row}\",")).collect();
    let side = |name: &str, home: (i32, i32), out: [(i32, i32); 2], facing: &str| {
        let [frigate, destroyer] = out;
        format!(
            "(name: \"{name}\", controller: Ai(Aggressive), carrier: (kind: \"standard\", at: \
             {home:?}, facing: {facing}), ships: [(kind: \"interceptor\"), (kind: \"interceptor\"), \
             (kind: \"bomber\"), (kind: \"gunship\"), (kind: \"frigate\", at: {frigate:?}, \
             facing: {facing}), (kind: \"destroyer\", at: {destroyer:?}, facing: {facing})]),"
        )
    };
    let sides = [
        side("Top", (3, 0), [(2, 0), (4, 0)], "SouthEast"),
        side("Bottom", (3, 7), [(4, 7), (2, 7)], "NorthWest"),
    ];
    let text = format!(
        "Mission(name: \"m\", rules: Fleet(), board: Drawn(legend: {{'.': \"open_space\"}}, rows: \
         [{rows}]), sides: [{}], objectives: (turn_limit: 40))",
        sides.concat()
    );
    let (_, folder) = shipped("skirmish_6v8");
    let catalog = content::load(&folder).expect("the shipped content is sound");
    mission::parse("m", &text, &catalog, mission::Terms::default()).expect("it is sound")
}

/// Whole battles of fleets with their set-up, each another.
fn fleets(c: &mut Criterion) {
    let mission = mirrored_fleets();
    let mut arena = Arena::default();
    let seeds = 16;
    let mut group = c.benchmark_group("mirrored fleets");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(8))
        .throughput(Throughput::Elements(seeds));
    let mut next = 0;
    group.bench_function("whole battles, each another", |b| {
        b.iter(|| {
            for _ in 0..seeds {
                next += 1;
                arena.set_up(&mission, next);
                black_box(arena.play(next));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, mission_load, battles, large_boards, fleets);
criterion_main!(benches);
