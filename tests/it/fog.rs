//! Nothing hidden leaks: battles that differ only in what a side cannot see look alike to it.

use bevy::prelude::World;
use hexscape::battle::board::Board;
use hexscape::battle::grid::Direction;
use hexscape::battle::journal::Journal;
use hexscape::battle::order::submit;
use hexscape::battle::phase::{Turn, Verdict};
use hexscape::battle::rules::Rules;
use hexscape::battle::snapshot::Snapshot;
use hexscape::battle::unit::{Presence, Roster, Side};
use hexscape::mission::Mission;
use hexscape::rules::battlescape::content::FireMode;
use hexscape::rules::battlescape::gear::Pack;
use hexscape::rules::battlescape::order::Order;
use hexscape::rules::battlescape::scenario::Scenario;
use hexscape::rules::battlescape::setup::set_up;
use hexscape::rules::battlescape::side_view::SideView;
use hexscape::rules::battlescape::soldier::UnitState;
use hexscape::rules::battlescape::{Battlescape, ai};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::any::{any_mission, any_order};
use crate::properties::shipped;

/// Everything the view tells, in words.
fn look(world: &World) -> String {
    let view = SideView::new(world, Side(0));
    let mut text = String::new();
    for tile in view.grid().tiles() {
        let layers = view.layers();
        let known = layers
            .is_known(tile)
            .then(|| (layers.state(tile), layers.elevation(tile)));
        text.push_str(&format!("{:?}{known:?}", view.sight(tile)));
    }
    for id in view.own() {
        text.push_str(&format!("{:?}", view.unit(id)));
    }
    for id in view.enemies() {
        text.push_str(&format!("{id:?}{:?}", view.unit(id)));
    }
    text.push_str(&format!("{:?}", view.last_seen().collect::<Vec<_>>()));
    text.push_str(&format!("{:?}", view.legal_orders()));
    text
}

/// Moves every enemy that side 0 does not see to another hex it does not see.
fn disguised(mission: &Mission, rng: &mut ChaCha8Rng) -> Mission {
    let mut world = World::new();
    set_up(&mut world, mission, 1);
    let view = SideView::new(&world, Side(0));
    let mut other = mission.clone();
    let mut taken: Vec<_> = Scenario::of(mission).squads[1]
        .iter()
        .map(|unit| unit.tile)
        .collect();
    for unit in &mut Scenario::of_mut(&mut other).squads[1] {
        if view.layers().is_known(unit.tile) {
            continue;
        }
        let free: Vec<_> = (view.grid().tiles())
            .filter(|&tile| {
                let terrain = mission.board.tiles[tile.index()].terrain;
                let (column, _) = view.grid().to_offset(tile);
                !view.layers().is_known(tile)
                    && mission.catalog.terrain(terrain).move_percent.is_some()
                    && !taken.contains(&tile)
                    && column > 24
            })
            .collect();
        unit.tile = free[rng.random_range(0..free.len())];
        unit.facing = Direction::new(rng.random_range(0..6));
        taken.push(unit.tile);
    }
    other
}

#[test]
fn two_battles_that_differ_in_hidden_units_look_alike_until_they_meet() {
    let mission = shipped("first_contact");
    let mut compared = 0;
    for seed in 0..8 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let other = disguised(&mission, &mut rng);
        let mut worlds = [World::new(), World::new()];
        for (world, mission) in worlds.iter_mut().zip([&mission, &other]) {
            set_up(world, mission, seed);
        }
        for turn in 0..12 {
            let [a, b] = &worlds;
            // Met now, or in passing on the way.
            let has_met = [a, b].iter().any(|world| {
                let view = SideView::new(world, Side(0));
                view.enemies().next().is_some() || view.last_seen().next().is_some()
            });
            if has_met || !Battlescape::owes(a, Side(0)) {
                break;
            }
            assert!(
                look(a) == look(b),
                "seed {seed}: the views differ at order {turn}"
            );
            let orders = SideView::new(a, Side(0)).legal_orders();
            let chosen = ai::decide(&mut worlds[0], Side(0));
            assert_eq!(
                chosen,
                ai::decide(&mut worlds[1], Side(0)),
                "the computer sees no more"
            );
            let order = match rng.random_range(0..2) {
                0 => chosen,
                _ => orders[rng.random_range(0..orders.len().max(2) - 1)].clone(),
            };
            if order == Order::EndTurn {
                break;
            }
            let results = worlds
                .each_mut()
                .map(|world| submit::<Battlescape>(world, Side(0), order.clone()).is_ok());
            assert_eq!(results[0], results[1]);
            compared += 1;
        }
    }
    assert!(compared > 30, "only {compared} looks were compared");
}

/// Everything the side is told and what a computer would do in its place, in words.
fn told(world: &World, side: Side, orders: &[Order]) -> Vec<String> {
    let view = SideView::new(world, side);
    let mut text: Vec<_> = (view.grid().tiles())
        .map(|tile| {
            let layers = view.layers();
            let known = layers.is_known(tile);
            let known = known.then(|| (layers.state(tile), layers.elevation(tile)));
            let unit = view.unit_at(tile);
            format!("{tile:?}: {:?} {known:?} {unit:?}", view.sight(tile))
        })
        .collect();
    for id in view.own().chain(view.enemies()) {
        text.push(format!(
            "{id:?}: {:?} {:?}",
            view.unit(id),
            view.weapon(id).key
        ));
    }
    for id in view.own_on_board() {
        text.push(format!("{id:?} scans {:?}", view.scan(id)));
        let tile = view.unit(id).tile;
        text.push(format!("{id:?} is watched by {:?}", view.watchers(tile)));
        for enemy in view.enemies() {
            for mode in FireMode::ALL {
                let forecast = view.forecast(id, tile, enemy, mode);
                text.push(format!("{id:?} at {enemy:?}, {mode:?}: {forecast:?}"));
            }
        }
    }
    text.push(format!("{:?}", view.last_seen().collect::<Vec<_>>()));
    text.push(format!("{:?}", view.traces().collect::<Vec<_>>()));
    text.push(format!("{:?}", view.littered().collect::<Vec<_>>()));
    text.push(format!("{:?}", view.objects().collect::<Vec<_>>()));
    if world.resource::<Turn>().active == side && world.resource::<Verdict>().0.is_none() {
        text.push(format!("{:?}", view.legal_orders()));
        for order in orders {
            text.push(format!("{order:?}: {:?}", view.check(order)));
        }
        text.push(format!("{:?}", ai::explain(view)));
    }
    text
}

/// Changes what a side cannot know: hidden enemies and ground, and what enemies in sight have in
/// their heads and packs.
pub fn change_hidden(world: &mut World, side: Side, rng: &mut ChaCha8Rng) -> usize {
    let mut changes = 0;
    let ids: Vec<_> = world.resource::<Roster>().ids().collect();
    for id in ids {
        let view = SideView::new(world, side);
        let state = UnitState::read(world, id);
        if view.unit_side(id) == side || state.presence != Presence::OnBoard {
            continue;
        }
        let is_seen = view.is_visible(id);
        let mut state = state;
        state.tu.now = rng.random_range(0..150);
        state.tu.carried = rng.random_range(0..50);
        state.energy.now = rng.random_range(0..=state.energy.max);
        state.arms.spare = rng.random_range(0..60);
        state.ended.0 = rng.random_range(0..2) == 0;
        if rng.random_range(0..2) == 0 {
            state.pack = Pack::default();
        }
        if !is_seen {
            state.health.now = rng.random_range(1..=state.health.max);
            state.nerve.morale = rng.random_range(0..=100);
            state.nerve.suppression = rng.random_range(0..=10);
            state.footing.prone = rng.random_range(0..2) == 0;
            state.readiness.ready = rng.random_range(0..2) == 0;
            state.facing = Direction::new(rng.random_range(0..6));
            state.arms.rounds = 0;
            let free: Vec<_> = (view.grid().tiles())
                .filter(|&tile| {
                    let board = world.resource::<Board>();
                    !view.sees(tile)
                        && board.first_occupant(tile).is_none()
                        && board.layers.entry_percent(tile).is_some()
                })
                .collect();
            if !free.is_empty() {
                state.tile = free[rng.random_range(0..free.len())];
                world.resource_mut::<Board>().enter(state.tile, id);
            }
        }
        state.write(world, id);
        changes += 1;
    }
    let view = SideView::new(world, side);
    let unseen: Vec<_> = (view.grid().tiles())
        .filter(|&tile| !view.sees(tile))
        .collect();
    for _ in 0..unseen.len().min(20) {
        let tile = unseen[rng.random_range(0..unseen.len())];
        let mut board = world.resource_mut::<Board>();
        if board.first_occupant(tile).is_some() {
            continue;
        }
        let mut state = board.layers.state(tile);
        state.terrain.0 = rng.random_range(0..10);
        state.smoke = rng.random_range(0..=3);
        state.gas = rng.random_range(0..=3);
        state.wear = rng.random_range(0..4);
        board.layers.set_state(tile, state);
        changes += 1;
    }
    changes
}

/// `FOG_CASES=10000 cargo test fog` compares as many pairs.
#[test]
fn nothing_a_side_cannot_know_changes_what_it_is_told_or_does() {
    let catalog = hexscape::content::load_default().expect("the shipped content is sound");
    let cases = std::env::var("FOG_CASES").ok();
    let cases: usize = cases.and_then(|text| text.parse().ok()).unwrap_or(150);
    let (mut compared, mut changed) = (0, 0);
    for seed in 0.. {
        if compared >= cases {
            break;
        }
        let mission = any_mission(&catalog, seed);
        let mut world = World::new();
        set_up(&mut world, &mission, seed);
        let mut twin = World::new();
        set_up(&mut twin, &mission, seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..12 {
            for _ in 0..rng.random_range(1..12) {
                if world.resource::<Verdict>().0.is_none() {
                    let side = world.resource::<Turn>().active;
                    let order = Battlescape::decide(&mut world, side);
                    submit::<Battlescape>(&mut world, side, order).expect("its orders pass");
                }
            }
            let side = match rng.random_range(0..3) {
                0 => Side(rng.random_range(0..2)),
                _ => world.resource::<Turn>().active,
            };
            Snapshot::<Battlescape>::take(&world).restore(&mut twin);
            let known = twin.resource::<Journal<Battlescape>>().entries.clone();
            twin.resource_mut::<Journal<Battlescape>>()
                .entries
                .clone_from(&world.resource::<Journal<Battlescape>>().entries);
            changed += change_hidden(&mut twin, side, &mut rng);
            let orders: Vec<_> = (0..40).map(|_| any_order(&world, side, &mut rng)).collect();
            let (one, other) = (told(&world, side, &orders), told(&twin, side, &orders));
            for (a, b) in one.iter().zip(&other) {
                assert_eq!(a, b, "seed {seed}, {side:?}: what it cannot know shows");
            }
            assert_eq!(one.len(), other.len(), "seed {seed}");
            twin.resource_mut::<Journal<Battlescape>>().entries = known;
            compared += 1;
        }
    }
    println!("{compared} pairs, {changed} hidden changes");
    assert!(changed > compared, "hardly anything was hidden");
}

/// §6: fires show through the fog; §2: the free scan lists what a unit sees and could shoot.
#[test]
fn fires_glow_through_the_fog_and_a_scan_lists_what_can_be_shot() {
    let text = r#"Mission(name: "m", rules: Battlescape(),
        board: Drawn(legend: {'.': "grass", '#': "wall"},
            rows: [". . . . . . . . # . .", " . . . . . . . . # . ."], fire: [(10, 0), (2, 1)]),
        sides: [
            (name: "Own", controller: Open, units: [
                (kind: "infantry", name: "A", at: (0, 0)), (kind: "ripper", name: "C", at: (0, 1)),
            ]),
            (name: "Foes", controller: Open, units: [
                (kind: "sectoid", name: "far", at: (6, 0)), (kind: "sectoid", name: "near", at: (3, 0)),
                (kind: "sectoid", name: "hidden", at: (9, 1)),
            ]),
        ],
        objectives: (primary: EliminateAll("Foes")))"#;
    let catalog = hexscape::content::load_default().expect("the shipped content is sound");
    let mission = hexscape::mission::parse("m.ron", text, &catalog, Default::default())
        .unwrap_or_else(|problems| panic!("{problems}"));
    let mut world = World::new();
    set_up(&mut world, &mission, 1);
    let view = SideView::new(&world, Side(0));
    let places: Vec<_> = view
        .glows()
        .map(|tile| view.grid().to_offset(tile))
        .collect();
    assert_eq!(places, [(10, 0)], "the fire in sight is no glow");
    let seen = |name: &str| -> Vec<(String, u32, usize)> {
        let id = view
            .own()
            .find(|&id| view.name(id) == name)
            .expect("it is there");
        let found = view.scan(id).into_iter();
        found
            .map(|one| {
                (
                    view.name(one.enemy).to_owned(),
                    one.distance,
                    one.shots.len(),
                )
            })
            .collect()
    };
    // A rifle has five modes here, the headshot among them; claws do not reach.
    assert_eq!(
        seen("A"),
        [("near".to_owned(), 3, 5), ("far".to_owned(), 6, 5)]
    );
    assert_eq!(
        seen("C"),
        [("near".to_owned(), 3, 0), ("far".to_owned(), 6, 0)]
    );
    let before = hexscape::battle::order::fingerprint::<Battlescape>(&mut world);
    let view = SideView::new(&world, Side(0));
    view.own().for_each(|id| drop(view.scan(id)));
    assert_eq!(
        hexscape::battle::order::fingerprint::<Battlescape>(&mut world),
        before
    );
}
