//! Golden journals: battles whose every order led to a known fingerprint.
//!
//! A change of rules or figures moves them. If it is meant, `UPDATE_GOLDEN=1 cargo test golden`
//! plays the battles anew and writes the files; the diff then shows from which order on they differ.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use bevy::prelude::World;
use hexscape::battle::journal::{Entry, Journal, replay};
use hexscape::headless::Arena;
use hexscape::playing::Game;
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::casket::Casket;
use hexscape::rules::fleet::Fleet;
use hexscape::rules::operations::Operations;
use hexscape::rules::party::Party;
use serde::Deserialize;

use crate::properties::shipped;

/// A battle as it is kept: of a shipped mission, so that changed content shows too.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Golden<O> {
    mission: String,
    seed: u64,
    orders: Vec<Entry<O>>,
}

fn file(mission: &str, seed: u64) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(format!("{mission}_{seed}.ron"))
}

/// Plays a battle between computers; returns its golden file.
fn play<R: Game>(mission: &str, seed: u64) -> String {
    let mut arena = Arena::default();
    arena.set_up(&shipped(mission), seed);
    arena.play(seed);
    let mut text = format!("(mission: {mission:?}, seed: {seed}, orders: [\n");
    for entry in &arena.world_mut().resource::<Journal<R>>().entries {
        let entry = ron::to_string(entry).expect("orders are plain data");
        writeln!(text, "{entry},").expect("strings can be written to");
    }
    text.push_str("])\n");
    text
}

/// Replays a battle that has at least so many orders.
fn check<R: Game>(mission: &str, seed: u64, orders: usize) {
    let file = file(mission, seed);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&file, play::<R>(mission, seed)).expect("the folder is there");
    }
    let text = fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{}: {error}; UPDATE_GOLDEN=1 writes it", file.display()));
    let golden: Golden<R::Order> =
        ron::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    assert_eq!((golden.mission.as_str(), golden.seed), (mission, seed));
    assert!(
        golden.orders.len() >= orders,
        "{}: too short",
        file.display()
    );
    let mut world = World::new();
    R::set_up(&mut world, &shipped(mission), seed);
    if let Err(divergence) = replay::<R>(&mut world, &golden.orders, &mut ()) {
        panic!(
            "{}: {divergence}; if the change is meant, UPDATE_GOLDEN=1 renews the files",
            file.display()
        );
    }
}

#[test]
fn golden_battles_of_squads_replay_order_by_order() {
    for (mission, seed) in [
        ("breakthrough", 2),
        ("first_contact", 1),
        ("skirmish_6v8", 1),
        ("skirmish_6v8", 20),
    ] {
        check::<Battlescape>(mission, seed, 50);
    }
}

#[test]
fn golden_battles_of_fleets_replay_plan_by_plan() {
    for (mission, seed) in [
        ("cold_start", 1),
        ("the_shallows", 2),
        ("bare_knuckles", 3),
        ("ore_train", 6),
    ] {
        check::<Fleet>(mission, seed, 8);
    }
}

#[test]
fn golden_battles_of_the_party_replay_order_by_order() {
    for (mission, seed) in [("party_first_blood", 1), ("party_quiet_steps", 2)] {
        check::<Party>(mission, seed, 50);
    }
}

#[test]
fn golden_battles_of_caskets_replay_order_by_order() {
    for (mission, seed) in [("casket_first_duel", 3), ("casket_great_hunt", 2)] {
        check::<Casket>(mission, seed, 50);
    }
}

#[test]
fn golden_battles_of_operations_replay_order_by_order() {
    for (mission, seed) in [("operations_ghazal_pass", 3), ("operations_ghazal_pass", 6)] {
        check::<Operations>(mission, seed, 50);
    }
}
