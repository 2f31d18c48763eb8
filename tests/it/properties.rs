//! Properties of battles played by random legal orders.

use std::fs;
use std::path::PathBuf;

use bevy::prelude::World;
use hexscape::battle::board::Board;
use hexscape::battle::knowledge::{Fog, Knowledge, show_fog};
use hexscape::battle::order::{UndoStack, fingerprint, submit, undo};
use hexscape::battle::phase::Verdict;
use hexscape::battle::rules::Rules;
use hexscape::battle::snapshot::Snapshot;
use hexscape::battle::unit::Side;
use hexscape::battle::{Elevation, Fire, Smoke, Terrain, Tile};
use hexscape::content;
use hexscape::mission::{self, Mission};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::order::Order;
use hexscape::rules::battlescape::setup::set_up;
use hexscape::rules::battlescape::side_view::SideView;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::trial::check;

/// Loads a shipped mission.
pub fn shipped(name: &str) -> Mission {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let catalog = content::load_default().expect("the shipped content is sound");
    let path = folder.join("missions").join(name).with_extension("ron");
    mission::load(&path, &catalog).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Returns the names of all shipped missions in order.
pub fn shipped_names() -> Vec<String> {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let files = fs::read_dir(folder.join("missions")).expect("missions are shipped");
    let stem = |path: PathBuf| {
        path.file_stem()
            .map(|stem| stem.to_string_lossy().into_owned())
    };
    let mut names: Vec<_> = (files.flatten().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "ron"))
        .filter_map(stem)
        .collect();
    names.sort();
    names
}

/// Picks an order at random; ends of turns are rare, attacks are not.
fn random_order(world: &World, side: Side, rng: &mut ChaCha8Rng) -> Order {
    let orders = SideView::new(world, side).legal_orders();
    assert!(!orders.is_empty(), "a side that owes an order can give one");
    let attacks: Vec<_> = orders
        .iter()
        .filter(|order| matches!(order, Order::Attack(..)))
        .collect();
    if !attacks.is_empty() && rng.random_range(0..2) == 0 {
        return attacks[rng.random_range(0..attacks.len())].clone();
    }
    if rng.random_range(0..12) == 0 {
        return Order::EndTurn;
    }
    orders[rng.random_range(0..orders.len())].clone()
}

fn play_randomly(mission: &Mission, seed: u64, orders: usize) -> World {
    let mut world = World::new();
    set_up(&mut world, mission, seed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..orders {
        if world.resource::<Verdict>().0.is_some() {
            break;
        }
        let side = (0..2)
            .map(Side)
            .find(|&side| Battlescape::owes(&world, side))
            .expect("a battle without an ending waits for a side");
        let order = random_order(&world, side, &mut rng);
        submit::<Battlescape>(&mut world, side, order.clone())
            .unwrap_or_else(|refusal| panic!("seed {seed}: {order:?} is listed, yet {refusal}"));
        check::<Battlescape>(&world, &format_args!("seed {seed}"));
    }
    world
}

#[test]
fn listed_orders_pass_and_keep_the_invariants() {
    for name in ["first_contact", "skirmish_6v8", "breakthrough"] {
        let mission = shipped(name);
        for seed in 0..3 {
            let mut world = play_randomly(&mission, seed, 120);
            check_components(&mut world, seed);
        }
    }
}

/// The dense layers are caches of what the tile entities say, and the other way round.
fn check_components(world: &mut World, seed: u64) {
    show_fog(world);
    let (board, knowledge) = (world.resource::<Board>(), world.resource::<Knowledge>());
    for tile in board.grid.tiles() {
        let entity = world.entity(board.entity(tile));
        let state = board.layers.state(tile);
        assert_eq!(entity.get::<Tile>(), Some(&Tile(tile)), "seed {seed}");
        assert_eq!(entity.get::<Terrain>(), Some(&Terrain(state.terrain)));
        assert_eq!(entity.get::<Fire>(), Some(&Fire(state.fire)));
        assert_eq!(entity.get::<Smoke>(), Some(&Smoke(state.smoke)));
        let elevation = Elevation(board.layers.elevation(tile));
        assert_eq!(entity.get::<Elevation>(), Some(&elevation));
        let mut fog = Fog::default();
        for (bit, side) in [0, 1]
            .map(|side| knowledge.of(Side(side)))
            .iter()
            .enumerate()
        {
            fog.visible |= u8::from(side.sees(tile)) << bit;
            fog.known |= u8::from(side.layers.is_known(tile)) << bit;
        }
        assert_eq!(entity.get::<Fog>(), Some(&fog), "seed {seed}: {tile:?}");
    }
}

#[test]
fn the_same_orders_lead_to_the_same_fingerprint() {
    let mission = shipped("skirmish_6v8");
    let mut first = play_randomly(&mission, 5, 100);
    let mut second = play_randomly(&mission, 5, 100);
    assert_eq!(
        fingerprint::<Battlescape>(&mut first),
        fingerprint::<Battlescape>(&mut second)
    );
    let mut other = play_randomly(&mission, 6, 100);
    assert_ne!(
        fingerprint::<Battlescape>(&mut first),
        fingerprint::<Battlescape>(&mut other)
    );
}

#[test]
fn a_restored_snapshot_has_the_same_fingerprint_and_plays_on_alike() {
    let mission = shipped("breakthrough");
    for seed in 0..4 {
        let mut world = play_randomly(&mission, seed, 60);
        let snapshot = Snapshot::<Battlescape>::take(&world);
        let before = fingerprint::<Battlescape>(&mut world);
        let mut fresh = World::new();
        set_up(&mut fresh, &mission, 99);
        assert!(snapshot.fits(&fresh));
        snapshot.restore(&mut fresh);
        assert_eq!(
            fingerprint::<Battlescape>(&mut fresh),
            before,
            "seed {seed}"
        );
        check::<Battlescape>(&fresh, &format_args!("seed {seed}"));
        let side = Side(0);
        if Battlescape::owes(&world, side) {
            submit::<Battlescape>(&mut world, side, Order::EndTurn).expect("may end");
            submit::<Battlescape>(&mut fresh, side, Order::EndTurn).expect("may end");
            assert_eq!(
                fingerprint::<Battlescape>(&mut fresh),
                fingerprint::<Battlescape>(&mut world)
            );
        }
    }
}

#[test]
fn undo_gives_back_exactly_the_state_before_the_order() {
    let mission = shipped("first_contact");
    let mut undone = 0;
    for seed in 0..6 {
        let mut world = World::new();
        set_up(&mut world, &mission, seed);
        world.resource_mut::<UndoStack<Battlescape>>().enable();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut before = Vec::new();
        for _ in 0..60 {
            if !Battlescape::owes(&world, Side(0)) {
                break;
            }
            let orders = SideView::new(&world, Side(0)).legal_orders();
            // The last one listed ends the turn.
            let order = orders[rng.random_range(0..orders.len().max(2) - 1)].clone();
            before.push(fingerprint::<Battlescape>(&mut world));
            submit::<Battlescape>(&mut world, Side(0), order).expect("listed orders pass");
            let depth = world.resource::<UndoStack<Battlescape>>().depth();
            if depth > 0 && rng.random_range(0..3) == 0 {
                assert!(undo::<Battlescape>(&mut world));
                undone += 1;
                let expected = before.pop().expect("one for each order");
                assert_eq!(
                    fingerprint::<Battlescape>(&mut world),
                    expected,
                    "seed {seed}"
                );
                check::<Battlescape>(&world, &format_args!("seed {seed}"));
            }
        }
    }
    assert!(undone > 5, "only {undone} orders could be taken back");
}
