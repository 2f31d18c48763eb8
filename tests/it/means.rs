//! Each means of a soldier is used where its forecast is the best, by the figures as they ship.

use bevy::prelude::World;
use hexscape::battle::order::submit;
use hexscape::battle::phase::Turn;
use hexscape::battle::unit::{Facing, Health, Side, UnitId, edit, part};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::content::{FireMode, Gait};
use hexscape::rules::battlescape::order::Order;
use hexscape::rules::battlescape::side_view::SideView;
use hexscape::rules::battlescape::soldier::{Readiness, TimeUnits};

use crate::tactics::{A, ALL, OPEN, SPLIT, decide, scene};

const FOE: UnitId = UnitId(1);

/// What shots for all TU of the unit are forecast to take, in thousandths of a hit point.
fn worth(world: &World, mode: FireMode) -> u32 {
    let view = SideView::new(world, Side(0));
    let state = view.unit(A);
    view.forecast(A, state.tile, FOE, mode).map_or(0, |odds| {
        let shots = state.tu.now / odds.attack.cost.tu.max(1);
        odds.mean_thousandths() * u32::from(shots)
    })
}

/// Whether a mode is forecast to take more than any other.
#[track_caller]
fn check_best(world: &World, mode: FireMode) {
    for other in FireMode::ALL {
        let [best, less] = [mode, other].map(|mode| worth(world, mode));
        assert!(
            other == mode || best > less,
            "{mode:?} {best}, {other:?} {less}"
        );
    }
}

fn set_tu(world: &mut World, now: u16) {
    edit(world, A).set(TimeUnits { now, carried: 0 });
}

#[test]
fn a_gunner_who_can_pay_for_one_volley_empties_the_belt_into_a_back() {
    let own = r#"(kind: "heavy", name: "A", at: (4, 1), items: [])"#;
    let foes = r#"(kind: "brute", at: (6, 1), facing: East, items: [])"#;
    let mut world = scene("Aggressive", &OPEN, own, foes, ALL);
    set_tu(&mut world, 80);
    check_best(&world, FireMode::Auto);
    assert_eq!(decide(&mut world), Order::Attack(A, FOE, FireMode::Auto));
    // Two bursts are better than one volley.
    set_tu(&mut world, 100);
    assert_eq!(decide(&mut world), Order::Attack(A, FOE, FireMode::Burst));
}

#[test]
fn a_marksman_who_cannot_miss_aims_at_the_head() {
    let own = r#"(kind: "marksman", name: "A", at: (2, 1), items: [])"#;
    let foes = r#"(kind: "brute", at: (9, 1), facing: East, items: [])"#;
    let mut world = scene("Hold", &OPEN, own, foes, ALL);
    set_tu(&mut world, 50);
    check_best(&world, FireMode::Headshot);
    assert_eq!(
        decide(&mut world),
        Order::Attack(A, FOE, FireMode::Headshot)
    );
    // Face to face the head is too small.
    edit(&mut world, FOE).set(Facing(hexscape::battle::grid::Direction::new(3)));
    check_best(&world, FireMode::Aimed);
    assert_eq!(decide(&mut world), Order::Attack(A, FOE, FireMode::Aimed));
}

#[test]
fn whoever_keeps_watch_with_tu_to_spare_readies_suppression() {
    let own = r#"(kind: "infantry", name: "A", at: (2, 1), items: [])"#;
    let mut world = scene(
        "Hold",
        &SPLIT,
        own,
        r#"(kind: "sectoid", at: (12, 1))"#,
        ALL,
    );
    let mut given = Vec::new();
    while world.resource::<Turn>().active == Side(0) {
        let order = decide(&mut world);
        given.push(order.clone());
        submit::<Battlescape>(&mut world, Side(0), order).expect("it passes");
    }
    let expected = [
        Order::GoProne(A),
        Order::Ready(A),
        Order::ReadySuppression(A),
    ];
    assert_eq!(given[..3], expected);
    assert!(
        part::<TimeUnits>(&world, A).carried >= 50,
        "nothing of it was to be kept"
    );
}

#[test]
fn whoever_turns_away_from_a_watchful_neighbor_disengages() {
    let own = r#"(kind: "infantry", name: "A", at: (6, 1), items: [])"#;
    let foes = r#"(kind: "brute", at: (7, 1), facing: West, items: [])"#;
    let mut world = scene("Retreat", &SPLIT, own, foes, ALL);
    edit(&mut world, A).set(Health { now: 12, max: 60 });
    let walk = decide(&mut world);
    assert!(
        !matches!(walk, Order::Move(_, Gait::Disengage, _)),
        "nobody watches: {walk:?}"
    );
    let ready = Readiness {
        ready: true,
        ..Readiness::default()
    };
    edit(&mut world, FOE).set(ready);
    let order = decide(&mut world);
    assert!(
        matches!(order, Order::Move(A, Gait::Disengage, _)),
        "{order:?}"
    );
}

#[test]
fn a_window_is_shot_out_where_the_shots_after_it_gain_more() {
    let rows = [
        ". . . . . . . . . . . . . .",
        " . . . . . . . o . . . . . .",
        ". . . . . . . . . . . . . .",
    ];
    let own = r#"(kind: "infantry", name: "A", at: (2, 1), items: [])"#;
    let foes = r#"(kind: "sectoid", at: (8, 1), facing: West, items: [])"#;
    let mut world = scene("Hold", &rows, own, foes, ALL);
    set_tu(&mut world, 140);
    let order = decide(&mut world);
    assert!(matches!(order, Order::FireAt(A, ..)), "{order:?}");
    // With TU for one attack it is made.
    set_tu(&mut world, 40);
    let order = decide(&mut world);
    assert!(matches!(order, Order::Attack(A, FOE, _)), "{order:?}");
}
