//! Thinking ahead: going back to a place in a battle, and rollouts of two phases from there.
//!
//! A phase is each side's own, or in the fleet, where all sides order at once, half a turn.

use std::hint::black_box;
use std::time::Duration;

use bevy::prelude::World;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hexscape::battle::bookmark::Bookmark;
use hexscape::battle::order::submit;
use hexscape::battle::rollout::{
    Horizon, Planner, Policy, Usual, first_owing, play_on, throw_anew,
};
use hexscape::battle::snapshot::Snapshot;
use hexscape::content;
use hexscape::mission::MissionSource;
use hexscape::playing::Game;
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::casket::Casket;
use hexscape::rules::fleet::Fleet;
use hexscape::rules::operations::Operations;
use hexscape::rules::party::Party;

/// Orders before the place from which is thought.
const BEFORE: usize = 12;

/// Sets up a shipped mission and plays its first orders.
fn begun<R: Game>(name: &str) -> World {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let file = folder.join("missions").join(name).with_extension("ron");
    let source = MissionSource::read(&file, &folder.join("content")).expect("it is shipped");
    let mission = source.build(1).expect("it is sound");
    let mut world = World::new();
    R::set_up(&mut world, &mission, 1);
    for _ in 0..BEFORE {
        let Some(side) = first_owing::<R>(&world) else {
            break;
        };
        let order = R::decide(&mut world, side);
        submit::<R>(&mut world, side, order).expect("it is legal");
    }
    world
}

/// Plays two phases on from a mark under dice of their own, and goes back.
fn roll_out<R: Game>(
    world: &mut World,
    mark: &Bookmark<R>,
    policy: &mut dyn Policy<R>,
    phases: u16,
    seed: u64,
) {
    throw_anew(world, seed);
    let horizon = Horizon {
        phases,
        orders: 1_000,
    };
    let rollout = play_on::<R>(world, policy, horizon);
    assert!(!rollout.refused && rollout.orders > 0, "{rollout:?}");
    mark.go_back(world);
}

fn think<R: Game>(c: &mut Criterion, name: &str, phases: u16) {
    let mut group = c.benchmark_group(name);
    group
        .sample_size(20)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(4))
        .throughput(Throughput::Elements(1));
    let mut world = begun::<R>(name);
    group.bench_function("snapshot and restore", |b| {
        b.iter(|| Snapshot::<R>::take(&world).restore(black_box(&mut world)));
    });
    let mut mark = Bookmark::<R>::take(&mut world);
    group.bench_function("bookmark and return", |b| {
        b.iter(|| {
            mark.retake(&mut world);
            mark.go_back(black_box(&mut world));
        });
    });
    let mut seed = 0;
    for (policy, of) in [(true, "planner"), (false, "haste")] {
        group.bench_function(format!("rollouts of two phases by {of}"), |b| {
            b.iter(|| {
                seed += 1;
                match policy {
                    true => roll_out(&mut world, &mark, &mut Planner, phases, seed),
                    false => roll_out(&mut world, &mark, &mut Usual, phases, seed),
                }
            });
        });
    }
    group.finish();
}

fn all(c: &mut Criterion) {
    think::<Battlescape>(c, "skirmish_6v8", 2);
    think::<Party>(c, "party_first_blood", 2);
    think::<Fleet>(c, "cold_start", 1);
    think::<Casket>(c, "casket_first_duel", 2);
    think::<Operations>(c, "operations_first_segment", 2);
}

criterion_group!(benches, all);
criterion_main!(benches);
