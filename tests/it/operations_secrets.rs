//! What a side does not know of the other stays hidden: strengths, ammunition, cohesion, trucks and sealed plans.
//!
//! `SECRET_CASES=10000 cargo test --test it operations_secrets` tries more pairs of battles.

use bevy::prelude::World;
use hexscape::battle::dice::{Dice, Label, Roll};
use hexscape::battle::order::submit;
use hexscape::battle::phase::Verdict;
use hexscape::battle::rules::Rules;
use hexscape::battle::snapshot::Snapshot;
use hexscape::battle::unit::{Health, Side, UnitId, edit};
use hexscape::mission::Mission;
use hexscape::playing::Game;
use hexscape::rules::operations::Operations;
use hexscape::rules::operations::check::check;
use hexscape::rules::operations::event::Event;
use hexscape::rules::operations::field::Field;
use hexscape::rules::operations::log;
use hexscape::rules::operations::order::Order;
use hexscape::rules::operations::progress::{Progress, Secret, Step};
use hexscape::rules::operations::unit::Condition;

use crate::operations::{SETUPS, setup};

fn begun(mission: &Mission, seed: u64) -> World {
    let mut world = World::new();
    Operations::set_up(&mut world, mission, seed);
    world
}

fn cases(default: u64) -> u64 {
    let text = std::env::var("SECRET_CASES").ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Hexes whose zones of control are known, with every class of target: what stirring must not change.
fn open_facts(world: &World, foe: Side) -> String {
    let field = Field::of(world);
    let tiles = field.grid.tiles().filter(|&tile| field.controls(foe, tile));
    let tiles: Vec<_> = tiles.collect();
    let reaches: Vec<_> = (field.of_side(foe))
        .map(|unit| {
            (
                unit.id,
                field.target_class(unit.id),
                field.guns(foe).contains(&unit.id),
            )
        })
        .collect();
    format!("{tiles:?} {reaches:?} {:?}", field.gunners(foe))
}

/// Changes all that `side` does not know of the other: points, rounds, cohesion and trucks of each unit, as far as
/// zones of control and classes of targets stay as they are.
pub fn stir(world: &mut World, side: Side, draws: &mut Dice) {
    let foe = Field::foe(side);
    let units: Vec<(UnitId, Condition)> = {
        let field = Field::of(world);
        let own = field.of_side(foe);
        own.map(|unit| (unit.id, unit.body().clone())).collect()
    };
    for (id, before) in units {
        let full = Field::of(world).build(id).full.clone();
        let most_ammo = Field::of(world).build(id).ammo;
        let facts = open_facts(world, foe);
        let mut body = before.clone();
        for (toe, &full) in body.toe.iter_mut().zip(&full) {
            if *toe > 0 && full > 0 {
                *toe = draws.die(Label::Ai, full.into()) as u8;
            }
        }
        if body.ammo > 0 {
            body.ammo = draws.die(Label::Ai, most_ammo.into()) as u8;
        }
        if body.cohesion > -26 {
            body.cohesion = draws.die(Label::Ai, 20) as i16 - 15;
        }
        if body.trucks.total() > 0 {
            body.trucks.fuel = draws.die(Label::Ai, 6) as u8;
        }
        body.spent = draws.die(Label::Ai, 12) as u16;
        body.moved = 0;
        let health = Health {
            now: body.strength().max(1),
            max: full.iter().map(|&one| u16::from(one)).sum::<u16>().max(1),
        };
        edit(world, id).set(health).set(body);
        Operations::settle(world);
        if open_facts(world, foe) != facts {
            let now = before.strength().max(1);
            edit(world, id).set(Health { now, ..health }).set(before);
            Operations::settle(world);
        }
    }
    let mut progress = world.resource::<Progress>().clone();
    let tally = &mut progress.tallies[foe.index()];
    tally.start = Field::of(world).combat_toe(foe) + tally.destroyed + tally.captured;
    // That it is sealed is known, by who is due; what it holds is not.
    let seal = &mut progress.seals[foe.index()];
    if seal.is_closed() {
        seal.close(Secret::Firing([UnitId(0), UnitId(1)].into()));
    }
    // That units are assigned is known, and where to; how many points fire at armor is not.
    for (&id, role) in &mut progress.roles {
        if Field::of(world).get(id).side == foe {
            let toe = Field::of(world).get(id).body().toe.clone();
            let fires = draws.die(Label::Ai, 2) == 1;
            role.anti_armor = if fires { toe } else { vec![0; toe.len()] };
        }
    }
    world.insert_resource(progress);
}

/// What a side is told by what it may order, by what is refused, and by who is due.
fn told(world: &World, side: Side) -> String {
    let field = Field::of(world);
    let due = [Side(0), Side(1)].map(|side| Operations::owes(world, side));
    let tiles = field.grid.tiles();
    let fire = tiles.map(|tile| check(&field, side, &Order::AntiArmor(tile)).err());
    let fire: Vec<_> = fire.collect();
    let listed = Operations::legal_orders(world, side);
    format!("{due:?} {listed:?} {fire:?}")
}

/// All that a side knows, as text.
fn known(world: &World, side: Side) -> String {
    let field = Field::known_to(world, side);
    let builds: Vec<_> = field
        .all()
        .iter()
        .map(|unit| field.build(unit.id).clone())
        .collect();
    format!("{:?}\n{:?}\n{builds:?}", field.all(), field.progress)
}

#[test]
fn battles_that_differ_in_what_a_side_does_not_know_are_one_to_it() {
    let mut draws = Dice::seeded(11, 0);
    let count = cases(60);
    let (mut tried, mut differed, mut armor, mut seed) = (0, 0, 0, 0);
    while tried < count {
        let mission = setup(seed as usize % SETUPS.len(), "");
        let mut truth = begun(&mission, seed);
        let mut given = 0;
        while truth.resource::<Verdict>().0.is_none() && tried < count {
            let sides = [Side(0), Side(1)];
            let side = sides
                .into_iter()
                .find(|&side| Operations::owes(&truth, side));
            let side = side.expect("somebody owes an order");
            let order = Operations::decide(&mut truth, side);
            // Not every order, so that more battles are seen.
            if given % 4 == 0 {
                let mut other = begun(&mission, seed);
                Snapshot::<Operations>::take(&truth).restore(&mut other);
                stir(&mut other, side, &mut draws);
                let bodies = |world: &World| {
                    let field = Field::of(world);
                    let all = field.all().iter();
                    all.map(|unit| unit.body().clone()).collect::<Vec<_>>()
                };
                differed += u64::from(bodies(&truth) != bodies(&other));
                assert_eq!(
                    known(&truth, side),
                    known(&other, side),
                    "seed {seed}, order {given}"
                );
                assert_eq!(
                    told(&truth, side),
                    told(&other, side),
                    "seed {seed}, order {given}"
                );
                armor += u64::from(truth.resource::<Progress>().step == Step::AntiArmor);
                let found = Operations::decide(&mut other, side);
                assert_eq!(order, found, "seed {seed}, order {given}");
                tried += 1;
            }
            given += 1;
            let events = submit::<Operations>(&mut truth, side, order);
            let events = events.expect("what is advised is legal");
            if given % 4 == 1 {
                let mut other = begun(&mission, seed);
                Snapshot::<Operations>::take(&truth).restore(&mut other);
                for reader in sides {
                    stir(&mut other, reader, &mut draws);
                    for event in &events {
                        let seen = log::seen_by(&truth, event, reader);
                        let told = log::seen_by(&other, event, reader);
                        assert_eq!(seen, told, "seed {seed}: {event:?}");
                    }
                    Snapshot::<Operations>::take(&truth).restore(&mut other);
                }
            }
        }
        seed += 1;
    }
    assert!(differed * 10 > tried * 8, "{differed} of {tried} differ");
    assert!(armor > 0, "anti-armor fire is among {tried}");
}

/// Neither what is sealed nor the name of a unit that is not identified is read by the other side.
#[test]
fn others_read_neither_seals_nor_names() {
    let mut hidden = 0;
    for seed in 0..4 {
        let mission = setup(seed as usize % SETUPS.len(), "");
        let mut world = begun(&mission, seed);
        while world.resource::<Verdict>().0.is_none() {
            let sides = [Side(0), Side(1)];
            let side = sides
                .into_iter()
                .find(|&side| Operations::owes(&world, side));
            let side = side.expect("somebody owes an order");
            let order = Operations::decide(&mut world, side);
            let events = submit::<Operations>(&mut world, side, order);
            for event in &events.expect("what is advised is legal") {
                let Event::Sealed { side, .. } = event else {
                    continue;
                };
                let foe = Field::foe(*side);
                let lines = log::seen_by(&world, event, foe).join(" ");
                let field = Field::of(&world);
                for unit in field.of_side(*side) {
                    let name = field.name(unit.id);
                    assert!(!lines.contains(name), "{foe:?} reads {lines:?}");
                }
                hidden += 1;
            }
        }
    }
    assert!(hidden > 10, "{hidden} seals");
}
