//! Plain tactics, by which computers are measured and whom they expect: each does the one thing it is named for.

use bevy::prelude::World;
use hexscape::battle::ahead::{Manner, Player};
use hexscape::battle::knowledge::Knowledge;
use hexscape::battle::order::submit;
use hexscape::battle::phase::{Turn, Verdict};
use hexscape::battle::rollout::first_owing;
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::{Health, Side, UnitId, Units, edit};
use hexscape::headless::Arena;
use hexscape::playing::Game;
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::order::Order;
use hexscape::rules::battlescape::side_view::SideView;
use hexscape::rules::party::Party;
use hexscape::rules::party::order::Order as Act;
use hexscape::rules::party::progress::{PARTY, is_hunted};

use crate::party_planner::fight;
use crate::properties::shipped;
use crate::tactics::{A, ALL, OPEN, scene};

/// The manner of a name.
fn manner<R: Rules>(name: &str) -> Manner {
    let at = R::MANNERS.iter().position(|&known| known == name);
    Manner(at.expect(name) as u8 + 1)
}

/// What the side in turn orders in a manner.
fn next<R: Rules>(world: &mut World, name: &str) -> R::Order {
    let side = first_owing::<R>(world).expect("somebody has to order");
    R::decide_as(world, side, manner::<R>(name))
}

/// Gives all orders of the phase in a manner; returns them.
fn phase<R: Rules>(world: &mut World, name: &str) -> Vec<R::Order> {
    let turn = *world.resource::<Turn>();
    let mut orders = Vec::new();
    while *world.resource::<Turn>() == turn && world.resource::<Verdict>().0.is_none() {
        let order = next::<R>(world, name);
        let side = first_owing::<R>(world).expect("somebody has to order");
        submit::<R>(world, side, order.clone()).expect("it passes");
        orders.push(order);
    }
    orders
}

/// Hexes between two units.
fn apart(world: &World, one: UnitId, other: UnitId) -> u32 {
    let far = Units::of(world).distance(one, other);
    far.expect("both are on the board")
}

/// Battles in every manner pass the check to the end, or to so many orders.
#[track_caller]
fn check_passes<R: Game>(name: &str) {
    let mission = shipped(name);
    let mut arena = Arena::default();
    for manner in Manner::all::<R>().skip(1) {
        for seed in 1..=2 {
            arena.set_up(&mission, seed);
            let mut players = vec![Player::Quick; mission.sides.len()];
            players[seed as usize % 2] = Player::Tactic(manner);
            arena.seat(players);
            let world = arena.world_mut();
            for _ in 0..300 {
                let Some(side) = first_owing::<R>(world) else {
                    break;
                };
                let order = hexscape::battle::ahead::decide::<R>(world, side);
                let given = submit::<R>(world, side, order.clone());
                assert!(given.is_ok(), "{name}, {manner:?}: {order:?}: {given:?}");
            }
        }
    }
}

#[test]
fn orders_of_every_manner_pass() {
    check_passes::<Battlescape>("breakthrough");
    check_passes::<Battlescape>("salt_quay");
    check_passes::<Party>("party_narrow_bridge");
    check_passes::<Party>("party_quiet_steps");
}

/// One of infantry at one end of a field, and one at the other.
fn duel(rows: &[&str], column: u8, more: &str) -> World {
    let foe = format!(r#"(kind: "infantry", at: ({column}, 1), facing: West)"#);
    let own = r#"(kind: "infantry", at: (1, 1), facing: East)"#;
    scene("Defensive", rows, own, &foe, more)
}

#[test]
fn squads_that_rush_come_close_before_they_fire() {
    let foe = UnitId(1);
    let mut world = duel(&OPEN, 10, ALL);
    assert!(matches!(
        next::<Battlescape>(&mut world, "Rush"),
        Order::Move(..)
    ));
    let orders = phase::<Battlescape>(&mut world, "Rush");
    assert!(apart(&world, A, foe) <= 3, "{orders:?}");
    let mut world = duel(&OPEN, 3, ALL);
    assert!(matches!(
        next::<Battlescape>(&mut world, "Rush"),
        Order::Attack(..)
    ));
}

#[test]
fn squads_that_focus_fire_at_the_weakest() {
    let foes = r#"(kind: "infantry", at: (7, 0)), (kind: "infantry", at: (7, 1)), (kind: "infantry", at: (7, 2))"#;
    let own = r#"(kind: "infantry", at: (1, 1), facing: East)"#;
    for weak in [1, 2, 3].map(UnitId) {
        let mut world = scene("Aggressive", &OPEN, own, foes, ALL);
        edit(&mut world, weak).part::<Health>().now = 9;
        let order = next::<Battlescape>(&mut world, "Focus");
        assert!(
            matches!(order, Order::Attack(A, target, _) if target == weak),
            "{order:?}"
        );
    }
}

#[test]
fn squads_that_wait_fire_and_never_advance_on_whom_they_see() {
    let mut world = duel(&OPEN, 6, ALL);
    let orders = phase::<Battlescape>(&mut world, "Wait");
    assert!(matches!(orders[0], Order::Attack(..)), "{orders:?}");
    let walks = orders.iter().any(|order| matches!(order, Order::Move(..)));
    assert!(!walks, "{orders:?}");
}

#[test]
fn squads_that_hide_end_out_of_the_line_of_fire() {
    let rows = [
        ". . . . . . . . . . . . . .",
        " . . . # . . . . . . . . . .",
        ". . . . . . . . . . . . . .",
    ];
    let mut world = duel(&rows, 11, ALL);
    // Before the wall, not behind it.
    let own = r#"(kind: "infantry", at: (4, 2), facing: East)"#;
    let foe = r#"(kind: "infantry", at: (9, 1), facing: West)"#;
    let mut seen = scene("Defensive", &rows, own, foe, ALL);
    let is_open = |world: &World| {
        let view = SideView::new(world, Side(0));
        let tile = view.unit(A).tile;
        view.is_visible(UnitId(1)) && view.could_fire_at(UnitId(1), tile)
    };
    assert!(is_open(&seen));
    let orders = phase::<Battlescape>(&mut seen, "Hide");
    assert!(!is_open(&seen), "{orders:?}");
    // Whoever nobody sees stays.
    let orders = phase::<Battlescape>(&mut world, "Hide");
    assert!(!orders.is_empty());
}

#[test]
fn squads_that_run_go_past_everybody() {
    let goal = r#"zones: {"far": [Rect((12, 0), (13, 2))]}, objectives: (primary: Reach(zone: "far", units: 1))"#;
    let mut world = duel(&OPEN, 6, goal);
    let order = next::<Battlescape>(&mut world, "Run");
    assert!(matches!(order, Order::Move(..)), "{order:?}");
    let usual = next::<Battlescape>(&mut world, "Hold");
    assert!(!matches!(usual, Order::Move(..)), "{usual:?}");
}

#[test]
fn parties_that_focus_strike_the_weakest_and_those_that_wait_stay() {
    let own = r#"(kind: "fighter", at: (3, 2))"#;
    let foes = r#"(kind: "bandit", at: (4, 2)), (kind: "bandit", at: (2, 2), hp: 3)"#;
    let mut world = fight(own, foes, "", "");
    let order = next::<Party>(&mut world, "Focus");
    assert_eq!(order, Act::Attack(UnitId(0), UnitId(2)));
    let far = r#"(kind: "zombie", at: (8, 2), hp: 60)"#;
    let mut world = fight(own, far, "", "");
    assert_eq!(next::<Party>(&mut world, "Wait"), Act::EndTurn);
    assert!(matches!(next::<Party>(&mut world, "Rush"), Act::Move(..)));
    world.resource_mut::<Turn>().number = 3;
    let order = next::<Party>(&mut world, "Wait");
    assert_ne!(order, Act::EndTurn, "its patience is at an end");
}

#[test]
fn parties_that_hide_are_out_of_sight_and_out_of_combat() {
    let rows = r#"".........", "...X.....", "...X.....", "...X.....", ".........""#;
    let foe = r#"(kind: "zombie", at: (8, 2), facing: West, hp: 60)"#;
    let mut world = fight(r#"(kind: "fighter", at: (4, 2))"#, foe, rows, "");
    assert!(is_hunted(&world));
    for _ in 0..6 {
        let order = next::<Party>(&mut world, "Hide");
        if matches!(order, Act::EndTurn | Act::EndCombat) {
            break;
        }
        submit::<Party>(&mut world, PARTY, order).expect("it passes");
    }
    assert!(!is_hunted(&world));
    let known = world.resource::<Knowledge>().of(PARTY);
    assert!(known.sightings[1].is_some(), "it remembers where that was");
}
