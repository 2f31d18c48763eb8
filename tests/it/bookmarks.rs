//! Thinking ahead changes nothing: from whatever is ordered quietly, a bookmark leads back.
//!
//! **Invariant:** everything that can be asked of a battle is the same after going back as before.

use bevy::prelude::World;
use hexscape::battle::board::Board;
use hexscape::battle::bookmark::Bookmark;
use hexscape::battle::knowledge::{Fog, Knowledge, show_fog};
use hexscape::battle::map::Maps;
use hexscape::battle::order::{Pending, fingerprint, submit, submit_quietly};
use hexscape::battle::phase::Verdict;
use hexscape::battle::rollout::{
    Horizon, PerSide, Planner, Policy, Usual, first_owing, play_on, throw_anew,
};
use hexscape::battle::rules::Rules;
use hexscape::battle::snapshot::Snapshot;
use hexscape::battle::unit::{Roster, Side, Vision, part};
use hexscape::battle::{Elevation, Fire, Gas, Smoke, Spent, Terrain, Wear, side_count};
use hexscape::mission::Mission;
use hexscape::playing::Game;
use hexscape::rules::casket::Casket;
use hexscape::with_rules;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::properties::{shipped, shipped_names};

/// What can be asked of a battle.
pub struct Looks<R: Rules> {
    fingerprint: u64,
    snapshot: Snapshot<R>,
    orders: Vec<(Side, Vec<R::Order>)>,
    seen: Vec<(Side, Vec<bool>, Vec<bool>)>,
    stacks: Vec<Vec<u16>>,
    visions: Vec<u8>,
    tiles: Vec<(u8, u8, u8, u8, u8, bool, i8)>,
    fog: Vec<Fog>,
}

pub fn looks<R: Game>(world: &mut World) -> Looks<R> {
    show_fog(world);
    let fingerprint = fingerprint::<R>(world);
    let (board, roster) = (world.resource::<Board>(), world.resource::<Roster>());
    let knowledge = world.resource::<Knowledge>();
    let sides = || (0..side_count(world)).map(Side);
    let due = sides().filter(|&side| R::owes(world, side));
    let tile_of = |tile| world.entity(board.entity(tile));
    Looks {
        fingerprint,
        snapshot: Snapshot::take(world),
        orders: due
            .map(|side| (side, R::legal_orders(world, side)))
            .collect(),
        seen: sides()
            .map(|side| {
                let known = knowledge.of(side);
                let sees = board.grid.tiles().map(|tile| known.sees(tile)).collect();
                let units = roster.ids().map(|id| known.sees_unit(id)).collect();
                (side, sees, units)
            })
            .collect(),
        stacks: (board.grid.tiles())
            .map(|tile| board.occupants(tile).map(|id| id.0).collect())
            .collect(),
        visions: roster.ids().map(|id| part::<Vision>(world, id).0).collect(),
        tiles: (board.grid.tiles())
            .map(|tile| {
                let entity = tile_of(tile);
                (
                    entity.get::<Terrain>().expect("hexes have it").0.0,
                    entity.get::<Fire>().expect("hexes have it").0,
                    entity.get::<Smoke>().expect("hexes have it").0,
                    entity.get::<Gas>().expect("hexes have it").0,
                    entity.get::<Wear>().expect("hexes have it").0,
                    entity.get::<Spent>().expect("hexes have it").0,
                    entity.get::<Elevation>().expect("hexes have it").0,
                )
            })
            .collect(),
        fog: (board.grid.tiles())
            .map(|tile| *tile_of(tile).get::<Fog>().expect("hexes have it"))
            .collect(),
    }
}

/// Two looks are the same, each part of them.
#[track_caller]
pub fn check_same<R: Game>(found: &Looks<R>, expected: &Looks<R>, about: &str) {
    let of = |looks: &Looks<R>| -> Vec<_> {
        (looks.orders.iter())
            .flat_map(|(side, orders)| orders.iter().map(|order| (*side, order.clone())))
            .collect()
    };
    let (orders, others) = (of(found), of(expected));
    let differing = (orders.iter().zip(&others)).position(|(one, other)| one != other);
    let differing = differing.map(|at| (&orders[at], &others[at]));
    assert_eq!(differing, None, "{about}: legal orders");
    assert_eq!(orders.len(), others.len(), "{about}: legal orders");
    assert_eq!(found.stacks, expected.stacks, "{about}: who stands where");
    assert_eq!(found.visions, expected.visions, "{about}: vision");
    for ((side, sees, units), (_, saw, others)) in found.seen.iter().zip(&expected.seen) {
        let differing = (sees.iter().zip(saw)).position(|(one, other)| one != other);
        assert_eq!(differing, None, "{about}: hex that {side:?} sees");
        assert_eq!(units, others, "{about}: units that {side:?} sees");
    }
    let tile = (found.tiles.iter().zip(&expected.tiles)).position(|(one, other)| one != other);
    assert_eq!(tile, None, "{about}: look of a hex");
    let tile = (found.fog.iter().zip(&expected.fog)).position(|(one, other)| one != other);
    assert_eq!(tile, None, "{about}: fog on a hex");
    if found.snapshot != expected.snapshot {
        let texts = [found, expected].map(|looks| format!("{:?}", looks.snapshot));
        let bytes = texts[0].bytes().zip(texts[1].bytes());
        let at = bytes.take_while(|(one, other)| one == other).count();
        let around = |text: &str| {
            let text = text.as_bytes();
            let part = &text[at.saturating_sub(300)..text.len().min(at + 100)];
            String::from_utf8_lossy(part).into_owned()
        };
        panic!(
            "{about}: snapshots differ:\n{}\n{}",
            around(&texts[0]),
            around(&texts[1])
        );
    }
    assert_eq!(found.fingerprint, expected.fingerprint, "{about}");
}

/// Picks an order for whoever owes one: any legal one, or at times what the computer would do.
fn pick<R: Game>(world: &mut World, rng: &mut ChaCha8Rng) -> Option<(Side, R::Order)> {
    let side = first_owing::<R>(world)?;
    let mut orders = R::legal_orders(world, side);
    let order = match rng.random_range(0..3) {
        0 => R::decide(world, side),
        _ => orders.swap_remove(rng.random_range(0..orders.len())),
    };
    Some((side, order))
}

/// Thinks some orders ahead, goes back, and thinks or plays the same again.
fn check_return<R: Game>(world: &mut World, mark: &Bookmark<R>, rng: &mut ChaCha8Rng, about: &str) {
    let before = looks::<R>(world);
    let mut thought = Vec::new();
    for _ in 0..rng.random_range(1..40) {
        let Some((side, order)) = pick::<R>(world, rng) else {
            break;
        };
        submit_quietly::<R>(world, side, order.clone())
            .unwrap_or_else(|refusal| panic!("{about}: {order:?} is legal, yet {refusal}"));
        // Whether fingerprints are asked between must not matter.
        let print = (rng.random_range(0..3) == 0).then(|| fingerprint::<R>(world));
        thought.push((side, order, print));
    }
    let end = looks::<R>(world);
    mark.go_back(world);
    check_same(&looks::<R>(world), &before, &format!("{about}, gone back"));
    for (side, order, print) in thought {
        submit_quietly::<R>(world, side, order).expect("it passed before");
        if let Some(print) = print {
            assert_eq!(fingerprint::<R>(world), print, "{about}: the same again");
        }
    }
    check_same(
        &looks::<R>(world),
        &end,
        &format!("{about}, the same again"),
    );
    mark.go_back(world);
    check_same(
        &looks::<R>(world),
        &before,
        &format!("{about}, gone back twice"),
    );
}

fn check_mission<R: Game>(mission: &Mission, name: &str, seed: u64, rounds: usize) {
    let mut world = World::new();
    R::set_up(&mut world, mission, seed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut kept: Vec<(Bookmark<R>, u64)> = Vec::new();
    for round in 0..rounds {
        let about = format!("{name}, seed {seed}, round {round}");
        let mark = Bookmark::<R>::take(&mut world);
        let print = fingerprint::<R>(&mut world);
        check_return::<R>(&mut world, &mark, &mut rng, &about);
        // Older places are led to as well, and back from there.
        if !kept.is_empty() && rng.random_range(0..3) == 0 {
            let (old, expected) = &kept[rng.random_range(0..kept.len())];
            old.go_back(&mut world);
            assert_eq!(fingerprint::<R>(&mut world), *expected, "{about}: older");
            mark.go_back(&mut world);
            assert_eq!(fingerprint::<R>(&mut world), print, "{about}: from older");
        }
        kept.push((mark, print));
        for _ in 0..rng.random_range(1..12) {
            let Some((side, order)) = pick::<R>(&mut world, &mut rng) else {
                return;
            };
            submit_quietly::<R>(&mut world, side, order).expect("it is legal");
        }
    }
}

#[test]
fn every_shipped_mission_is_the_same_after_going_back() {
    for name in shipped_names() {
        let mission = shipped(&name);
        with_rules!(mission.rules, R => check_mission::<R>(&mission, &name, 3, 3));
    }
}

#[test]
fn random_battles_of_every_rule_set_are_the_same_after_going_back() {
    for name in [
        "skirmish_6v8",
        "hot_metal",
        "night_call",
        "party_quiet_steps",
        "party_first_blood",
        "cold_start",
        "casket_first_duel",
        "operations_first_segment",
    ] {
        let mission = shipped(name);
        for seed in 0..2 {
            with_rules!(mission.rules, R => check_mission::<R>(&mission, name, seed, 8));
        }
    }
}

/// A journey changes its map; what is thought on another one is forgotten, too.
#[test]
fn a_bookmark_leads_back_to_another_map() {
    type R = hexscape::rules::party::Party;
    let mission = shipped("party_long_road");
    let mut changes = 0;
    for seed in 0..4 {
        let mut world = World::new();
        R::set_up(&mut world, &mission, seed);
        let mut mark = Bookmark::<R>::take(&mut world);
        let mut before = looks::<R>(&mut world);
        for order in 0..250 {
            let Some(side) = first_owing::<R>(&world) else {
                break;
            };
            let map = world.resource::<Maps>().now();
            let choice = R::decide(&mut world, side);
            submit_quietly::<R>(&mut world, side, choice).expect("it is legal");
            if world.resource::<Maps>().now() != map && changes < 12 {
                changes += 1;
                let then = Bookmark::<R>::take(&mut world);
                let now = looks::<R>(&mut world);
                mark.go_back(&mut world);
                check_same(
                    &looks::<R>(&mut world),
                    &before,
                    &format!("seed {seed}, order {order}"),
                );
                then.go_back(&mut world);
                check_same(
                    &looks::<R>(&mut world),
                    &now,
                    &format!("seed {seed}, order {order}"),
                );
            }
            mark.retake(&mut world);
            before = looks::<R>(&mut world);
        }
    }
    assert!(changes > 4, "only {changes} changes of the map");
}

/// Rollouts leave no trace in the battle that goes on, whatever the planners keep for themselves.
#[test]
fn battles_go_the_same_way_with_and_without_thought() {
    for name in [
        "skirmish_6v8",
        "party_first_blood",
        "cold_start",
        "casket_first_duel",
        "operations_first_segment",
    ] {
        let mission = shipped(name);
        with_rules!(mission.rules, R => {
            let [plain, thoughtful] = [false, true].map(|thinks| {
                let mut world = World::new();
                R::set_up(&mut world, &mission, 7);
                let mut prints = Vec::new();
                for seed in 0..40 {
                    let Some(side) = first_owing::<R>(&world) else {
                        break;
                    };
                    if thinks {
                        let mark = Bookmark::<R>::take(&mut world);
                        throw_anew(&mut world, seed);
                        let horizon = Horizon { phases: 2, orders: 30 };
                        let rollout = play_on::<R>(&mut world, &mut Planner, horizon);
                        assert!(rollout.orders > 0 && !rollout.refused, "{name}: {rollout:?}");
                        mark.go_back(&mut world);
                    }
                    let order = R::decide(&mut world, side);
                    submit::<R>(&mut world, side, order).expect("it is legal");
                    prints.push(fingerprint::<R>(&mut world));
                }
                prints
            });
            assert_eq!(plain, thoughtful, "{name}");
        });
    }
}

/// What is refused for good is refused in thought, and changes nothing.
#[test]
fn thought_orders_are_checked_like_any() {
    type R = hexscape::rules::battlescape::Battlescape;
    use hexscape::rules::battlescape::order::Order;
    let mut world = World::new();
    R::set_up(&mut world, &shipped("skirmish_6v8"), 1);
    let before = fingerprint::<R>(&mut world);
    let foe = world.resource::<Roster>().of_side(Side(1)).next();
    let order = Order::EndUnit(foe.expect("there are foes"));
    assert!(submit_quietly::<R>(&mut world, Side(0), order).is_err());
    assert!(submit_quietly::<R>(&mut world, Side(1), Order::EndTurn).is_err());
    assert_eq!(fingerprint::<R>(&mut world), before);
    assert!(world.resource::<Pending<R>>().0.is_none());
}

/// Wins of the first side in so many battles, played quietly by a policy for it and the planner for others.
fn wins<R: Game>(mission: &Mission, own: &mut dyn Policy<R>, battles: u64) -> usize {
    let mut others = Planner;
    let mut is_won = |seed| {
        let mut world = World::new();
        R::set_up(&mut world, mission, seed);
        let horizon = Horizon {
            phases: u16::MAX,
            orders: 20_000,
        };
        let own: &mut dyn Policy<R> = &mut *own;
        let others: &mut dyn Policy<R> = &mut others;
        let mut policy = PerSide(vec![own, others]);
        let rollout = play_on::<R>(&mut world, &mut policy, horizon);
        assert!(!rollout.refused, "seed {seed}: {rollout:?}");
        let ending = world.resource::<Verdict>().0;
        ending.expect("battles end").is_won_by(Side(0))
    };
    (0..battles).filter(|&seed| is_won(seed)).count()
}

/// What rollouts play by is no straw man, where it costs less than the planner: it wins at least half as often.
#[test]
fn what_is_played_in_thought_is_nearly_as_strong_as_the_planner() {
    let mission = shipped("casket_first_duel");
    let planned = wins::<Casket>(&mission, &mut Planner, 40);
    let usual = wins::<Casket>(&mission, &mut Usual, 40);
    println!("{planned} of 40 by the planner, {usual} in thought");
    assert!(2 * usual >= planned, "{usual} of 40, planner {planned}");
}
