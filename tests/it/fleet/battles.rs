//! Properties of battles of random plans under all mixes of options.

use hexscape::battle::board::Board;
use hexscape::battle::order::fingerprint;
use hexscape::battle::snapshot::Snapshot;
use hexscape::battle::unit::{Presence, Roster, part};
use hexscape::rules::fleet::craft::{Class, UnitState};
use hexscape::rules::fleet::event::Attack;
use hexscape::rules::fleet::forces::Vessel;
use hexscape::rules::kit::dense::Copies;

use super::*;

/// Battles of each mix.
const BATTLES: u64 = 4;
/// Turns of each battle.
const TURNS: u16 = 12;

/// Calls something with battles of random plans, each turn.
fn in_battles(mut look: impl FnMut(&World, &[Event], Options, u64)) {
    let catalog = catalog();
    for options in mixes() {
        for seed in 0..BATTLES {
            // Plans at random seldom bring ships so near that they detect each other.
            let options = Options {
                blind_fire: seed % 2 == 1,
                ..options
            };
            let mut world = battle(&catalog, options, seed);
            let mut draws = Dice::seeded(seed, 11);
            for _ in 0..TURNS {
                if is_over(&world) {
                    break;
                }
                let events = play_turn(&mut world, &mut draws);
                look(&world, &events, options, seed);
            }
        }
    }
}

#[test]
fn no_two_ships_share_a_hex_under_single_occupancy_nor_any_with_a_carrier() {
    in_battles(|world, _, options, seed| {
        let seats = seats(world);
        for (at, &(one, tile)) in seats.iter().enumerate() {
            for &(two, other) in &seats[..at] {
                let is_carrier = |id| part::<Class>(world, id).is_carrier();
                let blocks = options.single_occupancy || is_carrier(one) || is_carrier(two);
                assert!(
                    tile != other || !blocks,
                    "{one:?} and {two:?}, seed {seed}, {options:?}"
                );
            }
        }
    });
}

#[test]
fn hull_ammunition_fuel_cooldown_and_morale_stay_in_bounds() {
    in_battles(|world, _, options, seed| {
        let content = content(world);
        for id in world.resource::<Roster>().ids() {
            let state = UnitState::read(world, id);
            let context = format!("{id:?}, seed {seed}, {options:?}: {state:?}");
            assert!(state.hull.now <= state.hull.max, "{context}");
            assert!(state.morale.0 <= 100, "{context}");
            assert_eq!(
                state.hull.now == 0,
                state.presence == Presence::Dead,
                "{context}"
            );
            if let Class::Ship(kind) = *part(world, id) {
                let ship = content.ship(kind);
                assert!(state.stores.ammo <= ship.ammo, "{context}");
                let perks = Forces::of(world).perks(id).iter();
                let more: u8 = perks.map(|&perk| content.perk(perk).fuel).sum();
                assert_eq!(state.stores.fuel, ship.fuel + more, "unused: {context}");
                let most = content.weapon(ship.weapon).cooldown;
                assert!(state.gun.remaining <= most, "{context}");
            }
            // The occupancy map is what the components say, wrecks and docked ships left out.
            let seat = (state.presence == Presence::OnBoard).then_some(state.tile);
            assert_eq!(world.resource::<Board>().seat(id), seat, "{context}");
        }
        for side in (0..2).map(Side) {
            let forces = Forces::of(world);
            let docked = forces
                .all()
                .filter(|vessel| vessel.side == side && vessel.docked);
            assert!(docked.count() <= 4, "seed {seed}, {options:?}");
        }
    });
}

#[test]
fn records_of_attacks_keep_die_modifier_base_and_total() {
    let mut count = 0;
    in_battles(|_, events, options, seed| {
        for attack in events.iter().flat_map(attacks) {
            let context = format!("seed {seed}, {options:?}: {attack:?}");
            let roll = attack.roll;
            let modifier = attack.attack.total() - attack.defense.total();
            assert_eq!(roll.modifier, modifier, "{context}");
            assert!((1..=roll.sides).contains(&roll.base), "{context}");
            assert_eq!(roll.total, i32::from(roll.base) + modifier, "{context}");
            let least = u16::try_from(roll.total).unwrap_or(0) + attack.pierce;
            assert!(attack.damage >= least, "{context}");
            count += 1;
        }
    });
    assert!(count > 100);
}

#[test]
fn a_dogfight_lists_whom_it_destroyed() {
    let mut count = 0;
    in_battles(|_, events, options, seed| {
        for event in events {
            let Event::Dogfight(one) = event else {
                continue;
            };
            let context = format!("seed {seed}, {options:?}: {one:?}");
            if one.held {
                let are_of_pair = one.destroyed.iter().all(|id| one.ships.contains(id));
                assert!(are_of_pair, "{context}");
            } else {
                let harms = one.attacks.iter().flat_map(|attack| &attack.harms);
                let lost = harms.filter(|harm| harm.destroyed).map(|harm| harm.unit);
                assert!(lost.eq(one.destroyed.iter().copied()), "{context}");
            }
            count += 1;
        }
    });
    assert!(count > 0);
}

#[test]
fn the_register_holds_what_the_components_hold() {
    in_battles(|world, _, options, seed| {
        assert!(
            Copies::<Vessel>::is_right(world),
            "seed {seed}, {options:?}"
        );
    });
    let catalog = catalog();
    let mut draws = Dice::seeded(1, 11);
    let mut world = battle(&catalog, usual(), 1);
    play_turn(&mut world, &mut draws);
    let snapshot = Snapshot::<Fleet>::take(&world);
    play_turn(&mut world, &mut draws);
    snapshot.restore(&mut world);
    assert!(Copies::<Vessel>::is_right(&world), "restored");
}

fn attacks(event: &Event) -> Vec<&Attack> {
    match event {
        Event::Intercepted(interception) => vec![&interception.attack],
        Event::Fought { attack, .. }
        | Event::ShotFired { attack, .. }
        | Event::CarrierFired { attack } => vec![attack],
        Event::Dogfight(dogfight) => dogfight.attacks.iter().collect(),
        _ => Vec::new(),
    }
}

#[test]
fn nobody_acts_after_its_death() {
    in_battles(|_, events, options, seed| {
        if options.resolution == Resolution::Simultaneous {
            return;
        }
        let mut dead = Vec::new();
        for event in events {
            for attack in attacks(event) {
                assert!(!dead.contains(&attack.attacker), "seed {seed}, {event:?}");
                assert!(!dead.contains(&attack.defender), "seed {seed}, {event:?}");
                let harms = attack.harms.iter().filter(|harm| harm.destroyed);
                dead.extend(harms.map(|harm| harm.unit));
            }
            match event {
                Event::Moved { unit, .. } => {
                    assert!(!dead.contains(unit), "seed {seed}, {event:?}");
                }
                Event::CarrierAttacked(attack) => {
                    assert!(!dead.contains(&attack.attacker), "seed {seed}, {event:?}");
                    dead.extend(attack.destroyed.then_some(attack.carrier));
                }
                Event::PointDefense { harms, .. } | Event::HazardStruck { harms } => {
                    let harms = harms.iter().filter(|harm| harm.destroyed);
                    dead.extend(harms.map(|harm| harm.unit));
                }
                _ => {}
            }
        }
    });
}

#[test]
fn the_order_in_which_sides_commit_never_matters() {
    let catalog = catalog();
    for options in mixes() {
        for seed in 0..BATTLES {
            let mut worlds = [0, 1].map(|_| battle(&catalog, options, seed));
            let mut draws = Dice::seeded(seed, 12);
            for turn in 0..TURNS {
                if is_over(&worlds[0]) {
                    break;
                }
                let plans = [0, 1].map(|side| random_plan(&worlds[0], Side(side), &mut draws));
                for (first, world) in worlds.iter_mut().enumerate() {
                    for side in [first, 1 - first] {
                        commit(world, Side(side as u8), plans[side].clone());
                    }
                }
                let prints = worlds.each_mut().map(fingerprint::<Fleet>);
                assert_eq!(
                    prints[0], prints[1],
                    "turn {turn}, seed {seed}, {options:?}"
                );
            }
        }
    }
}

#[test]
fn a_snapshot_with_a_sealed_plan_goes_on_to_the_same_fingerprint() {
    let catalog = catalog();
    for options in mixes() {
        for seed in 0..BATTLES {
            let mut world = battle(&catalog, options, seed);
            let mut draws = Dice::seeded(seed, 13);
            for _ in 0..4 {
                if is_over(&world) {
                    break;
                }
                let plans = [0, 1].map(|side| random_plan(&world, Side(side), &mut draws));
                let [first, second] = plans;
                commit(&mut world, Side(0), first);
                let snapshot = Snapshot::<Fleet>::take(&world);
                let sealed = fingerprint::<Fleet>(&mut world);
                let text = ron::to_string(&snapshot).expect("snapshots are plain data");
                let read: Snapshot<Fleet> = ron::from_str(&text).expect("it was just written");
                let mut again = battle(&catalog, options, seed);
                assert!(read.fits(&again), "seed {seed}, {options:?}");
                read.restore(&mut again);
                assert_eq!(
                    fingerprint::<Fleet>(&mut again),
                    sealed,
                    "seed {seed}, {options:?}"
                );
                let events = commit(&mut world, Side(1), second.clone());
                assert_eq!(commit(&mut again, Side(1), second), events);
                let prints = [&mut world, &mut again].map(fingerprint::<Fleet>);
                assert_eq!(prints[0], prints[1], "seed {seed}, {options:?}");
            }
        }
    }
}

#[test]
fn every_listed_order_passes_and_resolves() {
    let catalog = catalog();
    for options in mixes() {
        let mut world = battle(&catalog, options, 3);
        for turn in 0..8 {
            for side in owing(&world) {
                let orders = Fleet::legal_orders(&world, side);
                assert!(!orders.is_empty());
                for order in &orders {
                    assert!(Fleet::begin(&world, side, order, None).is_ok(), "{order:?}");
                }
                let order = orders[turn % orders.len()].clone();
                submit::<Fleet>(&mut world, side, order).expect("it passed");
            }
        }
    }
}
