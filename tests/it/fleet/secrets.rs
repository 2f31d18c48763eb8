//! What stays hidden: sealed plans, and units nobody detects.
//!
//! `SECRET_CASES=10000 cargo test fleet::secrets` tries more pairs.

use hexscape::battle::knowledge;
use hexscape::battle::order::fingerprint;
use hexscape::battle::snapshot::seat_units;
use hexscape::battle::unit::{Presence, UnitId};
use hexscape::rules::fleet::ai::explain;
use hexscape::rules::fleet::content::{FleetContent, Sides};
use hexscape::rules::fleet::craft::UnitState;
use hexscape::rules::fleet::order::Refusal;

use super::panels::shown;
use super::*;

#[test]
fn a_sealed_plan_changes_nothing_that_the_other_side_sees_or_decides() {
    for options in mixes() {
        for seed in 0..3 {
            let mut draws = Dice::seeded(seed, 14);
            let Some(mut worlds) = quiet_and_sealed(options, seed, 2, &mut draws) else {
                continue;
            };
            let side = Side(0);
            let legal = worlds
                .each_ref()
                .map(|world| Fleet::legal_orders(world, side));
            assert_eq!(legal[0], legal[1], "seed {seed}, {options:?}");
            let decided = worlds.each_mut().map(|world| Fleet::decide(world, side));
            assert_eq!(decided[0], decided[1], "seed {seed}, {options:?}");
            let known = worlds.each_ref().map(|world| {
                let known = world.resource::<Knowledge>().of(side);
                known.sightings.clone()
            });
            assert_eq!(known[0], known[1], "seed {seed}, {options:?}");
        }
    }
}

#[test]
fn intents_read_nothing_of_what_others_ordered() {
    let catalog = catalog();
    for (layout, options) in (0..).zip(mixes()) {
        let mission = with_intents(&catalog, options, layout);
        for seed in 0..8 {
            let drawn = [false, true].map(|is_ordered| {
                let mut world = begun(&mission, seed);
                let mut plan = SidePlan::default();
                if is_ordered {
                    plan = random_plan(&world, Side(0), &mut Dice::seeded(seed, 16));
                    // Deployments and launches come before intents, and are there for all to see.
                    plan.deployments.clear();
                    plan.launches.clear();
                }
                let events = commit(&mut world, Side(0), plan).into_iter();
                let is_drawn = |event: &Event| {
                    matches!(event, Event::IntentDrawn { .. } | Event::HelmSet { .. })
                };
                events.filter(is_drawn).collect::<Vec<_>>()
            });
            assert!(!drawn[0].is_empty());
            assert_eq!(drawn[0], drawn[1], "seed {seed}, {options:?}");
        }
    }
}

#[test]
fn a_refused_plan_changes_nothing() {
    let catalog = catalog();
    let mut world = battle(&catalog, usual(), 1);
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
    let mut world = battle(&catalog, usual(), 1);
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
    let mut world = battle(&catalog, usual(), 1);
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
    for (layout, options) in (0..).zip(mixes()) {
        let mut world = begun(&with_intents(&catalog, options, layout), 1);
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

/// The starter battle with the other side left to intents.
fn with_intents(catalog: &Catalog, options: Options, layout: u64) -> Mission {
    starter_mission(catalog, options, AiMode::Aggressive, layout, |scenario| {
        scenario.fleets[1].intents = true;
    })
}

pub(super) fn cases(by_default: u64) -> u64 {
    let deeper = std::env::var("SECRET_CASES").ok();
    deeper.map_or(by_default, |count| count.parse().expect("a number"))
}

/// Changes what side 0 cannot know of the other side's units: hull, shots, weapons, morale, what they
/// are ordered, and where they are out of its sight.
pub fn stir(world: &mut World, draws: &mut Dice) {
    let ids: Vec<_> = world.resource::<Roster>().ids().collect();
    for id in ids {
        let known = world.resource::<Knowledge>().of(Side(0));
        let is_hidden = world.resource::<Roster>().side(id) != Side(0) && !known.sees_unit(id);
        let mut state = UnitState::read(world, id);
        if !is_hidden || state.presence == Presence::Dead {
            continue;
        }
        let mut pick = |count: u32| draws.die(Label::Ai, count) - 1;
        state.hull.now = 1 + pick(u32::from(state.hull.max)) as u16;
        state.stores.ammo = pick(4) as u8;
        state.gun.remaining = pick(3) as u8;
        state.morale.0 = pick(101) as u8;
        state.guards.evaded = pick(2) as u8;
        let board = world.resource::<Board>();
        let is_free = |tile: &TileId| {
            !known.sees(*tile)
                && board.occupants(*tile).next().is_none()
                && known
                    .sightings
                    .iter()
                    .flatten()
                    .all(|last| last.tile != *tile)
        };
        let free: Vec<_> = board.grid.tiles().filter(is_free).collect();
        if let (Presence::OnBoard, false) = (state.presence, free.is_empty()) {
            state.tile = free[pick(free.len() as u32) as usize];
        }
        state.write(world, id);
        seat_units(world);
        knowledge::renew_view(world, id);
    }
}

#[test]
fn what_a_side_does_not_detect_never_changes_its_plan() {
    let catalog = catalog();
    let mixes = mixes();
    for case in 0..cases(400) {
        let options = mixes[case as usize % mixes.len()];
        let mut draws = Dice::seeded(case, 15);
        let mut truth = battle(&catalog, options, case);
        let mut other = battle(&catalog, options, case);
        for _ in 0..case % 5 {
            for side in owing(&truth) {
                let order = Fleet::decide(&mut truth, side);
                for world in [&mut truth, &mut other] {
                    submit::<Fleet>(world, side, order.clone()).expect("it passes");
                }
            }
        }
        if is_over(&truth) {
            continue;
        }
        stir(&mut other, &mut draws);
        let side = Side(0);
        if case % 2 == 0 {
            let plan = random_plan(&other, Side(1), &mut draws);
            commit(&mut other, Side(1), plan);
        }
        let decided = [&mut truth, &mut other].map(|world| Fleet::decide(world, side));
        assert_eq!(decided[0], decided[1], "case {case}, {options:?}");
        let explained = [&truth, &other].map(|world| explain(world, side));
        assert_eq!(explained[0], explained[1], "case {case}, {options:?}");
    }
}

#[test]
fn an_enemy_never_seen_may_be_anything() {
    let catalog = catalog();
    for case in 0..cases(100) {
        let options = mixes()[case as usize % 8];
        let mut draws = Dice::seeded(case, 9);
        let board = board(&catalog, &mut draws);
        let scenario = starter(&catalog, &mut draws);
        let mut other = scenario.clone();
        for ship in &mut other.fleets[1].ships {
            let mut pick = |count: usize| draws.die(Label::Ai, count as u32) as usize - 1;
            let kind = pick(catalog.part::<FleetContent>().ships.len()) as u8;
            ship.class = Class::Ship(rules::fleet::content::ShipId(kind));
            ship.pilot.xp = 100 * pick(5) as u16;
            ship.traits.clear();
        }
        let plans = [scenario, other].map(|scenario| {
            let mission = mission(&catalog, options, &board, &scenario, AiMode::Aggressive);
            let mut world = World::new();
            set_up(&mut world, &mission, case);
            Fleet::decide(&mut world, Side(0))
        });
        assert_eq!(plans[0], plans[1], "case {case}, {options:?}");
    }
}

/// The starter battle with both fleets beside each other; of the enemies' pilots and admirals either
/// everything or nothing special.
fn face_to_face(options: Options, seed: u64, is_special: bool) -> World {
    let catalog = catalog();
    let mission = starter_mission(&catalog, options, AiMode::Aggressive, seed, |scenario| {
        let grid = Grid::new(Layout::PointyOddRows, 8, 7);
        let tile = |column, row| grid.from_offset(column, row).expect("on the board");
        let content = catalog.part::<FleetContent>();
        let foes = &mut scenario.fleets[1];
        let home = foes.carrier.as_mut().expect("it has one");
        let (_, facing) = home.start.place().expect("it is on the board");
        home.start = board_at(tile(2, 4), facing.number());
        let free = [tile(1, 1), tile(2, 2), tile(2, 3), tile(1, 5)];
        let (mut free, mut perks) = (free.into_iter(), ["evasive", "steady_aim"].into_iter());
        for ship in &mut foes.ships {
            if matches!(ship.start, Start::Board { .. }) {
                ship.start = board_at(free.next().expect("few ships"), 3);
            }
            ship.pilot = Pilot::default();
            if is_special {
                let first = perks.next().unwrap_or("quick_reflexes");
                let perks = [first, "fuel_efficient"];
                let perk = |key| content.perk_named(key).expect("shipped");
                ship.pilot.perks = perks.map(perk).to_vec();
                ship.pilot.xp = 500;
            }
        }
        if is_special {
            let admiral = |key| content.admiral_named(key).expect("shipped");
            foes.admiral = ["last_stand", "iron_will", "shield_burst"]
                .map(admiral)
                .to_vec();
        }
    });
    let mut world = begun(&mission, seed);
    if is_special {
        let ids: Vec<_> = world.resource::<Roster>().of_side(Side(1)).collect();
        for id in ids {
            let mut state = UnitState::read(&world, id);
            state.morale.0 = 95;
            state.guards.evaded = 1;
            state.write(&mut world, id);
        }
    }
    world
}

#[test]
fn pilots_morale_and_admirals_of_enemies_in_sight_are_theirs_to_know() {
    for options in mixes() {
        let options = Options {
            admiral_sides: Sides::Both,
            ..options
        };
        for seed in 0..4 {
            let mut worlds =
                [false, true].map(|is_special| face_to_face(options, seed, is_special));
            let side = Side(0);
            let known = worlds[0].resource::<Knowledge>().of(side);
            let foes = worlds[0].resource::<Roster>().of_side(Side(1));
            assert!(foes.into_iter().filter(|&id| known.sees_unit(id)).count() > 2);
            let plan = random_plan(&worlds[0], side, &mut Dice::seeded(seed, 31));
            let told = worlds.each_ref().map(|world| shown(world, side, &plan));
            assert_eq!(told[0], told[1], "seed {seed}, {options:?}");
            let decided = worlds.each_mut().map(|world| Fleet::decide(world, side));
            assert_eq!(decided[0], decided[1], "seed {seed}, {options:?}");
        }
    }
}
