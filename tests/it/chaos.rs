//! Random orders, legal and illegal, on random boards with every kind of unit: nothing breaks.
//!
//! `CHAOS_ORDERS=1000000 cargo test chaos` tries as many orders.

use bevy::prelude::World;
use hexscape::battle::order::submit;
use hexscape::battle::phase::{Turn, Verdict};
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::{Health, Roster, Side, part};
use hexscape::mission::{self, Mission, MissionSource};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::attack::Impossible;
use hexscape::rules::battlescape::nerve::Stunned;
use hexscape::rules::battlescape::order::{Order, Refusal};
use hexscape::rules::battlescape::setup::set_up;
use hexscape::rules::battlescape::side_view::SideView;
use hexscape::rules::battlescape::soldier::UnitState;
use hexscape::{content, with_rules};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::any::{any_mission, any_order};
use crate::trial::{Trial, Tried, check};

fn count(name: &str, default: usize) -> usize {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn random_orders_leave_every_invariant_intact_and_refused_ones_change_nothing() {
    let catalog = content::load_default().expect("the shipped content is sound");
    let wanted = count("CHAOS_ORDERS", 12_000);
    let (mut given, mut passed, mut undone) = (0, 0, 0);
    for seed in 0.. {
        if given >= wanted {
            break;
        }
        let mission = any_mission(&catalog, seed);
        let mut trial = Trial::<Battlescape>::new(&mission, seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0xC4A05);
        for _ in 0..1500 {
            if trial.is_over() || given >= wanted {
                break;
            }
            given += 1;
            let has_passed = match rng.random_range(0..12) {
                0 => {
                    trial.decide();
                    true
                }
                _ => {
                    let order = any_order(&trial.world, trial.side(), &mut rng);
                    trial.give(order).is_ok()
                }
            };
            if has_passed && rng.random_range(0..4) == 0 {
                undone += usize::from(trial.take_back());
            }
        }
        passed += trial.passed;
    }
    println!("{given} orders, {passed} passed, {undone} undone");
    assert!(
        passed * 10 > given,
        "too few of {given} orders passed: {passed}"
    );
    assert!(undone > 0);
}

/// Breaks one precondition of a legal order; how it must be refused then.
type Break = (&'static str, fn(&mut UnitState), fn(&Refusal) -> bool);

const BREAKS: [Break; 5] = [
    (
        "activation ended",
        |s| s.ended.0 = true,
        |r| *r == Refusal::UnitEnded,
    ),
    (
        "stunned",
        |s| s.shock.stunned = Stunned::Now,
        |r| *r == Refusal::Stunned,
    ),
    (
        "unconscious",
        |s| s.shock.points = s.health.now,
        |r| *r == Refusal::Unconscious,
    ),
    (
        "no TU",
        |s| s.tu.now = 0,
        |r| {
            matches!(
                r,
                Refusal::NeedsTu { has: 0, .. }
                    | Refusal::Weapon(Impossible::TimeUnits { has: 0, .. })
            )
        },
    ),
    (
        "no rounds",
        |s| s.arms.rounds = 0,
        |r| {
            matches!(
                r,
                Refusal::EmptyMagazine | Refusal::Weapon(Impossible::ShortMagazine { has: 0, .. })
            )
        },
    ),
];

/// Whether an order needs what a break takes away.
fn needs(order: &Order, what: &str, costs: bool, fires: bool) -> bool {
    let is_free = matches!(order, Order::EndUnit(_) | Order::Deploy(..));
    match what {
        "no TU" => costs && !is_free,
        "no rounds" => fires && matches!(order, Order::Attack(..) | Order::FireAt(..)),
        _ => true,
    }
}

#[test]
fn a_legal_order_with_one_precondition_broken_is_refused_for_that_reason() {
    let catalog = content::load_default().expect("the shipped content is sound");
    let mut broken = std::collections::BTreeMap::<&str, usize>::new();
    for seed in 0..count("CHAOS_BREAKS", 12) as u64 {
        let mission = any_mission(&catalog, seed);
        let mut world = World::new();
        set_up(&mut world, &mission, seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..25 {
            if world.resource::<Verdict>().0.is_some() {
                break;
            }
            let side = world.resource::<Turn>().active;
            let orders = SideView::new(&world, side).legal_orders();
            for _ in 0..6 {
                let order = &orders[rng.random_range(0..orders.len())];
                let Some(id) = order.unit() else { continue };
                let before = UnitState::read(&world, id);
                let has_magazine = SideView::new(&world, side).weapon(id).magazine > 0;
                for (what, spoil, is_reason) in BREAKS {
                    // Free steps into cover cost nothing but the cover itself.
                    if !needs(order, what, true, has_magazine) {
                        continue;
                    }
                    let mut state = before;
                    spoil(&mut state);
                    state.write(&mut world, id);
                    let refusal = SideView::new(&world, side).check(order).err();
                    let is_told = refusal.as_ref().is_some_and(is_reason);
                    assert!(is_told, "seed {seed}: {order:?} with {what}: {refusal:?}");
                    *broken.entry(what).or_default() += 1;
                    before.write(&mut world, id);
                }
                // Not the other side's to give, nor to give to another's unit.
                let other = Side(1 - side.0);
                let refusal = SideView::new(&world, other).check(order).err();
                assert_eq!(refusal, Some(Refusal::NotYourPhase));
                *broken.entry("phase").or_default() += 1;
            }
            let order = match rng.random_range(0..2) {
                0 => Battlescape::decide(&mut world, side),
                _ => orders[rng.random_range(0..orders.len())].clone(),
            };
            submit::<Battlescape>(&mut world, side, order).expect("listed orders pass");
            for id in world.resource::<Roster>().ids() {
                assert!(part::<Health>(&world, id).now <= part::<Health>(&world, id).max);
            }
        }
    }
    println!("{broken:?}");
    assert_eq!(broken.len(), BREAKS.len() + 1, "{broken:?}");
}

/// Every shipped mission, computer against computer, checked after every order; each phase gets on.
///
/// `BATTLES=200 cargo test chaos` plays as many.
#[test]
fn battles_of_shipped_missions_keep_every_invariant() {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let files = mission::files(&folder.join("missions"));
    let wanted = count("BATTLES", files.len());
    let mut orders = 0;
    for number in 0..wanted {
        let file = &files[number % files.len()];
        let seed = number as u64;
        let difficulty = [100, 75, 125, 150][number / files.len() % 4];
        let source = MissionSource::read(file, &folder.join("content"))
            .unwrap_or_else(|problems| panic!("{problems}"));
        let mission = source.at(difficulty).build(seed);
        let mission = mission.unwrap_or_else(|problems| panic!("{problems}"));
        let name = file.display().to_string();
        orders += with_rules!(mission.rules, R => play_out::<R>(&mission, &name, seed));
    }
    println!("{wanted} battles, {orders} orders");
}

/// Plays a mission to its end, checked after every order; returns how many there were.
fn play_out<R: Tried>(mission: &Mission, file: &str, seed: u64) -> usize {
    let mut orders = 0;
    let mut world = World::new();
    R::set_up(&mut world, mission, seed);
    let (mut phase, mut in_phase) = (*world.resource::<Turn>(), 0);
    while world.resource::<Verdict>().0.is_none() {
        let turn = *world.resource::<Turn>();
        if turn != phase {
            (phase, in_phase) = (turn, 0);
        }
        in_phase += 1;
        // A unit has TU for 150 orders of one TU and a few free ones.
        assert!(
            in_phase < 2000,
            "{file}, seed {seed}: {turn:?} does not end"
        );
        let side = R::side(&world);
        let order = R::decide(&mut world, side);
        submit::<R>(&mut world, side, order)
            .unwrap_or_else(|refusal| panic!("{file}, seed {seed}: {refusal}"));
        check::<R>(&world, &format_args!("{file}, seed {seed}"));
        orders += 1;
        let limit = mission.turn_limit.unwrap_or(100);
        assert!(turn.number <= limit + 1, "{file}, seed {seed}");
    }
    orders
}
