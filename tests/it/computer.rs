//! The computer player plays the shipped missions against itself.

use std::collections::BTreeMap;

use bevy::prelude::World;
use hexscape::battle::board::Board;
use hexscape::battle::grid::{Direction, TileId};
use hexscape::battle::journal::{Entry, Journal};
use hexscape::battle::knowledge::Knowledge;
use hexscape::battle::order::submit;
use hexscape::battle::phase::Outcome;
use hexscape::battle::unit::{Position, Roster, UnitId, part, side_of};
use hexscape::content::mode::AiMode;
use hexscape::headless::{Arena, Report};
use hexscape::mission::{Controller, Mission, RuleSet};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::event::Event;
use hexscape::rules::battlescape::nerve::Nerve;
use hexscape::rules::battlescape::objective::PLAYER;
use hexscape::rules::battlescape::order::Order;
use hexscape::rules::battlescape::shot::{can_reach, line_by_memory};
use hexscape::rules::battlescape::soldier::Rulebook;

use crate::field::mission;
use crate::properties::{shipped, shipped_names};

fn play(name: &str, seeds: std::ops::Range<u64>) -> Vec<Report> {
    let mission = shipped(name);
    let mut arena = Arena::default();
    seeds
        .map(|seed| {
            arena.set_up(&mission, seed);
            let report = arena.play(seed);
            assert!(
                report.ending.is_some(),
                "{name}, seed {seed} has no outcome: {report:?}"
            );
            report
        })
        .collect()
}

#[test]
fn battles_between_computers_end_and_both_sides_win_some() {
    for name in ["skirmish_6v8", "first_contact", "breakthrough"] {
        let reports = play(name, 0..20);
        let wins = (reports.iter())
            .filter(|report| report.ending.is_some_and(|e| e.outcome == Outcome::Victory))
            .count();
        let turns: u32 = reports.iter().map(|report| u32::from(report.turns)).sum();
        let orders: usize = reports.iter().map(|report| report.orders).sum();
        println!("{name}: {wins}/20 won, {turns} turns, {orders} orders");
        if name == "skirmish_6v8" {
            assert!((1..20).contains(&wins), "{wins} of 20 won");
        }
    }
}

/// Peeking out and going back in again and again wastes time units and looks foolish.
#[test]
fn no_unit_walks_to_and_fro_in_one_phase() {
    for name in ["skirmish_6v8", "first_contact", "breakthrough"] {
        let mission = shipped(name);
        for seed in 0..10 {
            let mut arena = Arena::default();
            arena.set_up(&mission, seed);
            arena.play(seed);
            let mut stops: Vec<(UnitId, TileId)> = Vec::new();
            replay(&mut arena, &mission, seed, |world, order, _| match order {
                Order::EndTurn => stops.clear(),
                Order::Move(id, ..) => {
                    let stop = (*id, part::<Position>(world, *id).0);
                    stops.push(stop);
                    let times = stops.iter().filter(|&&other| other == stop).count();
                    assert!(
                        times <= 3,
                        "{name}, seed {seed}: {stop:?} reached {times} times"
                    );
                }
                _ => {}
            });
        }
    }
}

/// Half of all watches were kept by units that were still suppressed when it would have mattered (§7).
#[test]
fn nobody_watches_who_is_suppressed_until_enemies_have_moved() {
    let mut watches = 0;
    for name in ["skirmish_6v8", "first_contact", "breakthrough"] {
        let mission = shipped(name);
        for seed in 0..8 {
            let mut arena = Arena::default();
            arena.set_up(&mission, seed);
            arena.play(seed);
            // What a watch itself draws comes after the decision.
            let mut before = BTreeMap::new();
            replay(&mut arena, &mission, seed, |world, order, _| {
                if let Order::Ready(id) = order {
                    // The last turn of it ends before those enemies move that begin the next.
                    let most = match side_of(world, *id) {
                        PLAYER => 0,
                        _ => 1,
                    };
                    let left = before.get(id).copied().unwrap_or_default();
                    assert!(left <= most, "{name}, seed {seed}: {id:?}, {left} turns");
                    watches += 1;
                }
                let ids = world.resource::<Roster>().ids();
                before = ids
                    .map(|id| (id, part::<Nerve>(world, id).suppressed))
                    .collect();
            });
        }
    }
    assert!(watches > 100, "{watches}");
}

/// What a unit did in its turn.
#[derive(Default)]
struct Doings {
    /// Hexes it set out from since it attacked.
    left: Vec<TileId>,
    /// Doors it opened or shut.
    doors: Vec<Direction>,
    /// Whether it took cover.
    is_covered: bool,
}

#[test]
fn no_unit_undoes_what_it_did_in_its_turn() {
    for name in shipped_names() {
        let mission = shipped(&name);
        if mission.rules != RuleSet::of::<Battlescape>() {
            continue;
        }
        for seed in 0..4 {
            let mut arena = Arena::default();
            let places = |world: &World| -> Vec<TileId> {
                let ids = world.resource::<Roster>().ids();
                ids.map(|id| part::<Position>(world, id).0).collect()
            };
            let mut done: BTreeMap<UnitId, Doings> = BTreeMap::new();
            arena.set_up(&mission, seed);
            let mut before = places(arena.world_mut());
            arena.play(seed);
            replay(&mut arena, &mission, seed, |world, order, _| {
                let about = || format!("{name}, seed {seed}: {order:?}");
                if let Some(id) = order.unit() {
                    let doings = done.entry(id).or_default();
                    match order {
                        Order::Move(_, _, path) => {
                            let grid = world.resource::<Board>().grid;
                            let from = before[id.index()];
                            let to = path
                                .iter()
                                .try_fold(from, |at, &way| grid.neighbor(at, way));
                            let to = to.expect("on the board");
                            assert!(!doings.left.contains(&to), "{}", about());
                            doings.left.push(from);
                            doings.doors.clear();
                        }
                        Order::Attack(..) | Order::Throw(..) => doings.left.clear(),
                        Order::Door(_, direction) => {
                            assert!(!doings.doors.contains(direction), "{}", about());
                            doings.doors.push(*direction);
                        }
                        Order::TakeCover(..) => doings.is_covered = true,
                        Order::Stand(_) => assert!(!doings.is_covered, "{}", about()),
                        _ => {}
                    }
                }
                if *order == Order::EndTurn {
                    done.clear();
                }
                before = places(world);
            });
        }
    }
}

/// Four rooms and an enemy that never stirs in the last one: whoever looks where it has not looked
/// lately finds it; whoever goes to the nearest hex out of sight turns on its heel again and again.
#[test]
fn a_search_goes_through_every_room() {
    let rooms = [
        ". . . . . . . . . . . . . . . . . . . . . . . . . . . .",
        " . . # # # # # # # . . . . . . . . . . # # # # # # # . .",
        ". . # . . . . . # . . . . . . . . . . # . . . . . # . .",
        " . . # . . . . . # . . . . . . . . . . # . . . . . # . .",
        ". . # . . . . . # . . . . . . . . . . # . . . . . # . .",
        " . . # # # + # # # . . . . . . . . . . # # # + # # # . .",
        ". . . . . . . . . . . . . . . . . . . . . . . . . . . .",
    ];
    let rows = [rooms, rooms].concat();
    let mut plan = mission(
        &rows,
        &[],
        &[("infantry", (0, 0))],
        &[("shield_drone", (22, 10))],
    );
    plan.sides[0].controller = Controller::Ai(AiMode::Search);
    plan.sides[1].controller = Controller::Ai(AiMode::Hold);
    plan.turn_limit = Some(15);
    let mut arena = Arena::default();
    for seed in 0..10 {
        arena.set_up(&plan, seed);
        arena.play(seed);
        let mut is_found = false;
        replay(&mut arena, &plan, seed, |_, _, events| {
            is_found |= (events.iter()).any(|event| matches!(event, Event::Spotted { .. }));
        });
        assert!(is_found, "seed {seed}");
    }
}

/// Plays the battle that was just played again, and shows each order with what it led to.
fn replay(
    arena: &mut Arena,
    mission: &Mission,
    seed: u64,
    mut watch: impl FnMut(&World, &Order, &[Event]),
) {
    let journal = arena.world_mut().resource::<Journal<Battlescape>>();
    let entries = journal.entries.clone();
    arena.set_up(mission, seed);
    let world = arena.world_mut();
    for Entry { side, order, .. } in entries {
        let events =
            submit::<Battlescape>(world, side, order.clone()).expect("it was carried out before");
        watch(world, &order, &events);
    }
}

/// Refused lines of fire among pairs of enemies that see each other with their own eyes, and those that
/// the ground remembered between them would refuse, in battles of a mission; and how many pairs there were.
fn refused_lines(name: &str, seeds: std::ops::Range<u64>) -> [usize; 3] {
    let mission = shipped(name);
    let mut counts = [0; 3];
    for seed in seeds {
        let mut arena = Arena::default();
        arena.set_up(&mission, seed);
        arena.play(seed);
        replay(&mut arena, &mission, seed, |world, _, _| {
            let (roster, board) = (world.resource::<Roster>(), world.resource::<Board>());
            let (knowledge, rulebook) =
                (world.resource::<Knowledge>(), world.resource::<Rulebook>());
            let seats: Vec<_> = (roster.ids())
                .filter_map(|id| Some((id, board.seat(id)?)))
                .collect();
            for &(one, from) in &seats {
                for &(other, to) in &seats {
                    let (side, foe) = (roster.side(one), roster.side(other));
                    let is_pair = roster.are_hostile(side, foe)
                        && knowledge.unit_sees(one, to)
                        && knowledge.unit_sees(other, from);
                    if !is_pair {
                        continue;
                    }
                    let sight = &rulebook.figures().sight;
                    let known = knowledge.of(side);
                    let remembered = line_by_memory(board, known, sight, from, to).open;
                    counts[0] += usize::from(can_reach(world, one, from, to).is_err());
                    counts[1] += usize::from(!remembered);
                    counts[2] += 1;
                }
            }
        });
    }
    counts
}

#[test]
fn whoever_see_each_other_can_fire_at_each_other_on_a_stair_of_levels() {
    let [refused, remembered, pairs] = refused_lines("cinder_stair", 0..12);
    println!("{refused} of {pairs} lines are refused, {remembered} by what is remembered alone");
    assert!(pairs > 1000, "{pairs} pairs");
    assert!(
        refused * 50 <= pairs,
        "{refused} of {pairs} lines are refused"
    );
}

#[test]
fn an_arena_used_again_plays_the_same_battle() {
    let mission = shipped("first_contact");
    let fresh = play("first_contact", 3..4).remove(0);
    let mut arena = Arena::default();
    arena.set_up(&shipped("skirmish_6v8"), 1);
    arena.play(1);
    arena.set_up(&mission, 3);
    assert_eq!(arena.play(3), fresh);
    assert!(
        !arena
            .world_mut()
            .resource::<Journal<Battlescape>>()
            .entries
            .is_empty()
    );
}
