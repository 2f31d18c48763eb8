//! What a player is shown of a plan before it is confirmed.

use hexscape::rules::fleet::panel::{
    inspect,
    outlook::{Outlook, outlooks},
    way::planned,
};

use super::*;

/// Everything a side is shown of a plan and of all units and hexes it asks about.
fn shown(world: &World, side: Side, plan: &SidePlan) -> (Vec<Outlook>, Vec<String>) {
    let (muster, _) = planned(world, side, plan);
    let known = world.resource::<Knowledge>().of(side);
    let roster = world.resource::<Roster>();
    let seen = |id: &UnitId| roster.side(*id) == side || known.sees_unit(*id);
    let units = roster.ids().filter(seen);
    let units = units.map(|id| format!("{:?}", inspect::unit(world, &muster, side, id)));
    let hexes = muster.grid.tiles();
    let hexes = hexes.map(|tile| format!("{:?}", inspect::hex(world, &muster, side, tile)));
    (outlooks(world, side, plan), units.chain(hexes).collect())
}

#[test]
fn a_sealed_plan_changes_nothing_that_the_other_side_is_shown_or_forecast() {
    let catalog = catalog();
    for options in mixes() {
        for seed in 0..3 {
            let mut draws = Dice::seeded(seed, 21);
            let mut quiet = battle(&catalog, options, seed);
            let mut sealed = battle(&catalog, options, seed);
            for _ in 0..3 {
                let mut same = Dice::restore(draws.state().expect("seeded"));
                play_turn(&mut quiet, &mut draws);
                play_turn(&mut sealed, &mut same);
            }
            if is_over(&quiet) {
                continue;
            }
            let hidden = random_plan(&sealed, Side(1), &mut draws);
            commit(&mut sealed, Side(1), hidden);
            let plan = random_plan(&quiet, Side(0), &mut draws);
            let told = [&quiet, &sealed].map(|world| shown(world, Side(0), &plan));
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
                let (muster, courses) = planned(&world, Side(0), &plans[0]);
                let begun: Vec<_> = (courses.iter())
                    .filter(|course| !muster.get(course.unit).docked)
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
