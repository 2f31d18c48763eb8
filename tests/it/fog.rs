//! Nothing hidden leaks: battles that differ only in what a side cannot see look alike to it.

use bevy::prelude::World;
use hexscape::{
    battle::{order::submit, rules::Rules, unit::Side},
    mission::Mission,
    rules::battlescape::{Battlescape, ai, order::Order, setup::set_up, side_view::SideView},
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

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
    let mut taken: Vec<_> = mission.sides[1]
        .units
        .iter()
        .map(|unit| unit.tile)
        .collect();
    for unit in &mut other.sides[1].units {
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
        unit.facing = hexscape::battle::grid::Direction::new(rng.random_range(0..6));
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
