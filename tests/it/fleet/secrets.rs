//! What stays hidden: sealed plans, and units nobody detects.

use hexscape::{
    battle::{order::fingerprint, unit::UnitId},
    rules::fleet::order::Refusal,
};

use super::*;

#[test]
fn a_sealed_plan_changes_nothing_that_the_other_side_sees_or_decides() {
    let catalog = catalog();
    for options in mixes() {
        for seed in 0..3 {
            let mut draws = Dice::seeded(seed, 14);
            let mut quiet = battle(&catalog, options, seed);
            let mut sealed = battle(&catalog, options, seed);
            for _ in 0..2 {
                let mut same = Dice::restore(draws.state().expect("seeded"));
                play_turn(&mut quiet, &mut draws);
                play_turn(&mut sealed, &mut same);
            }
            if is_over(&quiet) {
                continue;
            }
            let plan = random_plan(&sealed, Side(1), &mut draws);
            commit(&mut sealed, Side(1), plan);
            let side = Side(0);
            let legal = [&quiet, &sealed].map(|world| Fleet::legal_orders(world, side));
            assert_eq!(legal[0], legal[1], "seed {seed}, {options:?}");
            let decided = [&mut quiet, &mut sealed].map(|world| Fleet::decide(world, side));
            assert_eq!(decided[0], decided[1], "seed {seed}, {options:?}");
            let known = [&quiet, &sealed].map(|world| {
                let known = world.resource::<Knowledge>().of(side);
                known.sightings.clone()
            });
            assert_eq!(known[0], known[1], "seed {seed}, {options:?}");
        }
    }
}

#[test]
fn a_refused_plan_changes_nothing() {
    let catalog = catalog();
    let mut world = battle(&catalog, Options::default(), 1);
    let before = fingerprint::<Fleet>(&mut world);
    for (unit, order) in [
        (UnitId(999), ShipOrder::default()),
        (UnitId(0), ShipOrder::default()),
        (UnitId(10), ShipOrder::default()),
        (
            UnitId(5),
            ShipOrder {
                action: Action::Land,
                ..ShipOrder::default()
            },
        ),
        (
            UnitId(6),
            ShipOrder {
                action: Action::Move,
                route: Route::To(TileId(9999)),
                ..ShipOrder::default()
            },
        ),
    ] {
        let mut plan = SidePlan::default();
        plan.ships.insert(unit, order);
        let refused = submit::<Fleet>(&mut world, Side(0), Order::Commit(plan));
        assert!(refused.is_err(), "{unit:?}");
        assert_eq!(fingerprint::<Fleet>(&mut world), before, "{unit:?}");
    }
}

#[test]
fn a_unit_nobody_detects_is_refused_as_one_that_does_not_exist() {
    let catalog = catalog();
    let mut world = battle(&catalog, Options::default(), 1);
    for unit in [UnitId(10), UnitId(999)] {
        let mut plan = SidePlan::default();
        plan.ships.insert(unit, ShipOrder::default());
        let refused = submit::<Fleet>(&mut world, Side(0), Order::Commit(plan));
        assert_eq!(refused, Err(Refusal::UnknownUnit(unit)));
    }
}

#[test]
fn a_side_commits_once_a_turn() {
    let catalog = catalog();
    let mut world = battle(&catalog, Options::default(), 1);
    assert_eq!(owing(&world), [Side(0), Side(1)]);
    commit(&mut world, Side(1), SidePlan::default());
    assert_eq!(owing(&world), [Side(0)]);
    let again = submit::<Fleet>(&mut world, Side(1), Order::Commit(SidePlan::default()));
    assert_eq!(again, Err(Refusal::OwesNothing));
    commit(&mut world, Side(0), SidePlan::default());
    assert_eq!(owing(&world), [Side(0), Side(1)]);
}

#[test]
fn a_side_of_intents_owes_nothing_and_plays() {
    let catalog = catalog();
    let mut draws = Dice::seeded(1, 9);
    let board = board(&catalog, &mut draws);
    for options in mixes() {
        let mut scenario = starter(&catalog, &mut draws);
        scenario.fleets[1].intents = true;
        let mission = mission(&catalog, options, &board, &scenario, AiMode::Aggressive);
        let mut world = World::new();
        set_up(&mut world, &mission, 1);
        assert_eq!(owing(&world), [Side(0)]);
        let events = commit(&mut world, Side(0), SidePlan::default());
        let count = |is: fn(&Event) -> bool| events.iter().filter(|event| is(event)).count();
        let launched = count(|event| matches!(event, Event::Launched { .. }));
        let failed = count(|event| matches!(event, Event::LaunchFailed { .. }));
        assert_eq!(launched + failed, 2, "{options:?}: both bays open");
        // Three are out from the start.
        let drawn = count(|event| matches!(event, Event::IntentDrawn { .. }));
        assert_eq!(drawn, 3 + launched, "{options:?}");
    }
}
