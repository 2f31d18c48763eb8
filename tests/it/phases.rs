//! The battle as Bevy states, without a window.

use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use hexscape::battle::phase::{Phase, Turn};
use hexscape::battle::step::{
    BattlePlugin, HumanSides, OrderDone, OrderGiven, Reporting, begin_mirroring, step,
};
use hexscape::battle::unit::Side;
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::order::Order;
use hexscape::rules::battlescape::setup::set_up;

use crate::properties::shipped;

fn phase(app: &App) -> Phase {
    *app.world().resource::<State<Phase>>().get()
}

/// A system ambiguity in the schedule would be an error when it is built.
#[test]
fn a_battle_walks_from_setup_through_player_ai_and_resolution() {
    let mut app = App::new();
    app.add_plugins((StatesPlugin, BattlePlugin::<Battlescape>::default()));
    assert_eq!(phase(&app), Phase::Idle);
    let world = app.world_mut();
    set_up(world, &shipped("first_contact"), 1);
    world.insert_resource(HumanSides(vec![Side(0)]));
    world.insert_resource(Reporting(true));
    begin_mirroring(world);
    assert_eq!(phase(&app), Phase::Setup);
    step(app.world_mut());
    assert_eq!(phase(&app), Phase::Player);
    // Nothing happens until the player orders.
    for _ in 0..5 {
        step(app.world_mut());
        assert_eq!(phase(&app), Phase::Player);
    }
    let order = OrderGiven::<Battlescape> {
        side: Side(0),
        order: Order::EndTurn,
    };
    app.world_mut().write_message(order);
    let mut seen = vec![Phase::Player];
    for _ in 0..2_000 {
        step(app.world_mut());
        if seen.last() != Some(&phase(&app)) {
            seen.push(phase(&app));
        }
        if seen.len() > 3 {
            break;
        }
    }
    assert_eq!(
        seen,
        [Phase::Player, Phase::Ai, Phase::Resolution, Phase::Player]
    );
    assert_eq!(app.world().resource::<Turn>().number, 2);
    let done = app
        .world_mut()
        .resource_mut::<Messages<OrderDone<Battlescape>>>()
        .drain()
        .count();
    assert!(done > 1, "orders of both sides are reported");
}

#[test]
fn a_refused_order_changes_nothing_and_says_why() {
    let mut app = App::new();
    app.add_plugins((StatesPlugin, BattlePlugin::<Battlescape>::default()));
    let world = app.world_mut();
    set_up(world, &shipped("first_contact"), 1);
    world.insert_resource(HumanSides(vec![Side(0)]));
    world.insert_resource(Reporting(true));
    begin_mirroring(world);
    step(world);
    let before = hexscape::battle::order::fingerprint::<Battlescape>(world);
    let wrong = Order::Reload(hexscape::battle::unit::UnitId(0));
    world.write_message(OrderGiven::<Battlescape> {
        side: Side(0),
        order: wrong,
    });
    step(world);
    let done: Vec<_> = world
        .resource_mut::<Messages<OrderDone<Battlescape>>>()
        .drain()
        .collect();
    match done.as_slice() {
        [OrderDone::Refused { refusal, .. }] => {
            assert_eq!(refusal.to_string(), "the magazine is full");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(
        hexscape::battle::order::fingerprint::<Battlescape>(world),
        before
    );
}
