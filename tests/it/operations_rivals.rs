//! The computer of operations against simpler ones, from either side of a board that is the same for both.
//!
//! `RIVAL_BATTLES=1000 cargo test --test it operations_rivals -- --nocapture` plays more and prints the shares.

use std::collections::BTreeMap;
use std::path::Path;

use bevy::prelude::World;
use hexscape::battle::order::{Pending, submit};
use hexscape::battle::phase::Verdict;
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::Side;
use hexscape::content::load_default;
use hexscape::mission::{self, Mission};
use hexscape::playing::Game;
use hexscape::rules::operations::Operations;
use hexscape::rules::operations::check;
use hexscape::rules::operations::event::{Event, Why};
use hexscape::rules::operations::field::Field;
use hexscape::rules::operations::order::Order;
use hexscape::rules::operations::progress::{Role, Step};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Player {
    /// The computer.
    Full,
    /// Assaults every adjacent hex with everything.
    Stormer,
    /// Attacks only where it has to.
    Reluctant,
}

fn mirror() -> Mission {
    read("tests/balance/operations_mirror.ron")
}

fn read(file: &str) -> Mission {
    let catalog = load_default().expect("the shipped content is sound");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    mission::load(&file, &catalog).unwrap_or_else(|problems| panic!("{problems}"))
}

fn battles(default: u64) -> u64 {
    let text = std::env::var("RIVAL_BATTLES").ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Assigns every unit that can to the first hex beside it that keeps the order legal, of some hexes.
fn all_in(world: &World, side: Side, wanted: impl Fn(bool) -> bool) -> Order {
    let field = Field::of(world);
    let mut roles = BTreeMap::new();
    for unit in field.of_side(side) {
        for (&tile, &is_duty) in &field.progress.contacts {
            let role = Role {
                anti_armor: vec![0; unit.body().toe.len()],
                target: Some(tile),
                second: None,
            };
            let one = BTreeMap::from([(unit.id, role.clone())]);
            let held = field.progress.held.contains(&tile);
            if wanted(is_duty && !held) && check::check(&field, side, &Order::Assign(one)).is_ok() {
                roles.insert(unit.id, role);
                break;
            }
        }
    }
    Order::Assign(roles)
}

fn decide(world: &mut World, side: Side, player: Player) -> Order {
    let advised = Operations::decide(world, side);
    let field = Field::of(world);
    let phases = field.progress.phasing == side;
    let is_asked = world.resource::<Pending<Operations>>().0.is_some();
    match (player, field.progress.step) {
        _ if is_asked => advised,
        (Player::Stormer, Step::Assign) if phases => all_in(world, side, |_| true),
        (Player::Stormer, Step::Assault) => Order::Assault(field.progress.assaults[0].tiles[0]),
        (Player::Reluctant, Step::Assign) if phases => all_in(world, side, |is_duty| is_duty),
        (Player::Reluctant, Step::Movement) => Order::Done,
        _ => advised,
    }
}

fn play(mission: &Mission, seed: u64, players: [Player; 2]) -> Option<Side> {
    let mut world = World::new();
    Operations::set_up(&mut world, mission, seed);
    for _ in 0..20_000 {
        if let Some(ending) = world.resource::<Verdict>().0 {
            return ending.winner;
        }
        let owes = |side: &Side| Operations::owes(&world, *side);
        let side = [Side(0), Side(1)].into_iter().find(owes);
        let side = side.expect("somebody owes an order");
        let order = decide(&mut world, side, players[side.index()]);
        if let Err(refusal) = submit::<Operations>(&mut world, side, order.clone()) {
            panic!("seed {seed}: {order:?} is refused: {refusal}");
        }
    }
    panic!("seed {seed}: the battle does not end");
}

/// Plays against a rival from both sides; it has to win so many of a hundred that somebody wins.
fn beats(rival: Player, default: u64, least: u64) {
    let (mission, count) = (mirror(), battles(default));
    let (mut won, mut lost) = (0, 0);
    for seed in 0..count {
        let own = Side((seed % 2) as u8);
        let players = [0, 1].map(|side| {
            if own == Side(side) {
                Player::Full
            } else {
                rival
            }
        });
        match play(&mission, seed / 2, players) {
            Some(winner) if winner == own => won += 1,
            Some(_) => lost += 1,
            None => {}
        }
    }
    println!("{rival:?}: won {won}, lost {lost} of {count}");
    assert!(
        won * 100 >= (won + lost) * least,
        "{rival:?}: won {won}, lost {lost}"
    );
}

#[test]
fn it_beats_one_that_assaults_every_hex_with_everything() {
    let least = if battles(0) >= 1000 { 75 } else { 70 };
    beats(Player::Stormer, 40, least);
}

#[test]
fn it_beats_one_that_attacks_only_where_it_must() {
    beats(Player::Reluctant, 40, 90);
}

/// It goes where it can meet its duties to attack, and leaves where it cannot: one in two battles is not met.
#[test]
fn it_meets_its_duties_to_attack() {
    let mission = read("assets/missions/operations_ghazal_pass.ron");
    let (count, mut failed) = (battles(10), 0);
    for seed in 0..count {
        let mut world = World::new();
        Operations::set_up(&mut world, &mission, seed);
        while world.resource::<Verdict>().0.is_none() {
            let owes = |side: &Side| Operations::owes(&world, *side);
            let side = [Side(0), Side(1)].into_iter().find(owes);
            let side = side.expect("somebody owes an order");
            let order = Operations::decide(&mut world, side);
            let events = submit::<Operations>(&mut world, side, order);
            let events = events.expect("what is advised is legal");
            let is_failed =
                |event: &&Event| matches!(event, Event::Cohesion { why: Why::Duty, .. });
            failed += events.iter().filter(is_failed).count() as u64;
        }
    }
    println!("{failed} duties not met in {count} battles");
    assert!(failed * 2 <= count, "{failed} in {count} battles");
}
