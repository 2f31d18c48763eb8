//! What a player is shown of a plan before it is confirmed.

use hexscape::rules::fleet::panel::inspect;
use hexscape::rules::fleet::panel::outlook::{Outlook, against, outlooks};
use hexscape::rules::fleet::panel::way::{exit, planned, reach};

use super::secrets::{cases, stir};
use super::*;

/// Everything a side is shown of a plan and of all units and hexes it asks about.
pub(super) fn shown(world: &World, side: Side, plan: &SidePlan) -> (Vec<Outlook>, Vec<String>) {
    let (forces, _) = planned(world, side, plan);
    let known = world.resource::<Knowledge>().of(side);
    let roster = world.resource::<Roster>();
    let seen = |id: &UnitId| roster.side(*id) == side || known.sees_unit(*id);
    let units = roster.ids().filter(seen);
    let units = units.map(|id| format!("{:?}", inspect::unit(world, &forces, side, id)));
    let hexes = forces.grid.tiles();
    let hexes = hexes.map(|tile| format!("{:?}", inspect::hex(world, &forces, side, tile)));
    let ways = ways(&forces, side, plan);
    let intents = roster.ids().filter(seen);
    let intents = intents.map(|id| format!("{:?}", inspect::prospects(&forces, id)));
    let told = units.chain(hexes).chain(ways).chain(intents);
    (outlooks(world, side, plan), told.collect())
}

/// Where own units could go and come out, and what each would do to each enemy that is seen.
fn ways(forces: &Forces, side: Side, plan: &SidePlan) -> Vec<String> {
    let mut told = Vec::new();
    for own in forces.all().filter(|vessel| vessel.side == side) {
        if let Some(from) = own.tile {
            let moves = forces.moves(own.id);
            told.push(format!("{:?}", reach(forces, plan, own.id, from, moves)));
            let foes = forces.foes(side).filter(|foe| foe.is_on_board());
            told.extend(foes.map(|foe| format!("{:?}", against(forces, own.id, foe.id))));
        }
        told.push(format!("{:?}", exit(forces, side, own.id, None)));
    }
    told
}

#[test]
fn what_a_side_does_not_detect_changes_nothing_that_it_is_shown_or_forecast() {
    let catalog = catalog();
    let mixes = mixes();
    for case in 0..cases(300) {
        let options = mixes[case as usize % mixes.len()];
        let mut draws = Dice::seeded(case, 24);
        let mut truth = battle(&catalog, options, case);
        let mut other = battle(&catalog, options, case);
        for _ in 0..case / 8 % 5 {
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
        if case % 2 == 0 {
            let hidden = random_plan(&other, Side(1), &mut draws);
            commit(&mut other, Side(1), hidden);
        }
        let plan = random_plan(&truth, Side(0), &mut draws);
        let told = [&truth, &other].map(|world| shown(world, Side(0), &plan));
        assert_eq!(told[0], told[1], "case {case}, {options:?}");
    }
}

#[test]
fn a_side_of_intents_may_do_what_its_weights_say_and_one_that_plans_tells_nothing() {
    let catalog = catalog();
    let told = |intents: bool| {
        let mode = AiMode::Aggressive;
        let mission = starter_mission(&catalog, usual(), mode, 1, |scenario| {
            let ships = scenario.fleets.iter_mut().flat_map(|side| &mut side.ships);
            ships.for_each(|ship| ship.traits.clear());
            scenario.fleets[1].intents = intents;
        });
        let world = begun(&mission, 1);
        let forces = Forces::known_to(&world, Side(0));
        let others = forces.all().filter(|vessel| vessel.side == Side(1));
        others
            .filter_map(|vessel| inspect::prospects(&forces, vessel.id))
            .collect::<Vec<_>>()
    };
    assert!(told(false).is_empty(), "what they plan is theirs");
    let told = told(true);
    assert_eq!(told.len(), 8, "all ships, not the carrier");
    let usual = "may next: attack 50%, advance 30%, hold 10%, retreat 10%";
    assert!(told.iter().all(|one| one == usual), "{told:?}");
}

#[test]
fn a_sealed_plan_changes_nothing_that_the_other_side_is_shown_or_forecast() {
    for options in mixes() {
        for seed in 0..3 {
            let mut draws = Dice::seeded(seed, 21);
            let Some(worlds) = quiet_and_sealed(options, seed, 3, &mut draws) else {
                continue;
            };
            let plan = random_plan(&worlds[0], Side(0), &mut draws);
            let told = worlds.each_ref().map(|world| shown(world, Side(0), &plan));
            assert_eq!(told[0], told[1], "seed {seed}, {options:?}");
        }
    }
}

#[test]
fn ships_that_nothing_stops_end_where_the_plan_says() {
    let catalog = catalog();
    let mut ended = 0;
    for options in mixes() {
        for seed in 0..6 {
            let mut draws = Dice::seeded(seed, 22);
            let mut world = battle(&catalog, options, seed);
            for _ in 0..3 {
                if is_over(&world) {
                    break;
                }
                let plans = [0, 1].map(|side| random_plan(&world, Side(side), &mut draws));
                let (forces, courses) = planned(&world, Side(0), &plans[0]);
                let begun: Vec<_> = (courses.iter())
                    .filter(|course| !forces[course.unit].docked)
                    .filter(|course| seats(&world).iter().any(|(unit, _)| *unit == course.unit))
                    .cloned()
                    .collect();
                let mut events = Vec::new();
                for (side, plan) in (0..).map(Side).zip(plans) {
                    events.extend(commit(&mut world, side, plan));
                }
                let is_stopped = |unit: UnitId| {
                    events.iter().any(|event| match event {
                        Event::Blocked { unit: other, .. } => *other == unit,
                        Event::Intercepted(one) => one.mover == unit,
                        Event::Landed { ship } => *ship == unit,
                        _ => false,
                    })
                };
                let after = seats(&world);
                for course in begun.iter().filter(|course| !is_stopped(course.unit)) {
                    let seat = after.iter().find(|(unit, _)| *unit == course.unit);
                    let Some((_, tile)) = seat else { continue };
                    if course.blocked.is_none() {
                        assert_eq!(*tile, course.end, "seed {seed}, {options:?}, {course:?}");
                        ended += usize::from(!course.path.is_empty());
                    }
                }
            }
        }
    }
    assert!(ended > 100, "{ended} ships moved");
}
