//! Whole battles and what they are made of: mission load, a battle, AI orders, journal replay.

use std::{hint::black_box, path::PathBuf, time::Duration};

use bevy::prelude::World;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hexscape::{
    content,
    headless::Arena,
    mission::{self, Mission, MissionSource},
    save::JournalFile,
};

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
        b.iter(|| {
            for seed in 0..seeds {
                arena.set_up(&mission, seed);
                black_box(arena.play(seed));
            }
        });
    });
    group.throughput(Throughput::Elements(seeds));
    group.bench_function("whole battles", |b| {
        b.iter(|| {
            for seed in 0..seeds {
                arena.set_up(&mission, seed);
                black_box(arena.play(seed));
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
                    .replay(&mut world, &mission, usize::MAX, |_, _| {})
                    .expect("it is whole");
            }
        });
    });
    group.finish();
}

criterion_group!(benches, mission_load, battles);
criterion_main!(benches);
