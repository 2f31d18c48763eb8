//! What a side keeps in mind of hits by enemies it did not see, and of enemies it destroyed unseen.

use hexscape::battle::order::fingerprint;
use hexscape::battle::phase::Turn;
use hexscape::battle::snapshot::Snapshot;
use hexscape::rules::fleet::ai::explain;
use hexscape::rules::fleet::progress::{Ambush, Progress};

use super::skills::{Scene, at, tile};
use super::*;

/// A gunship in range of the enemy's carrier, seen by its scout; it sees neither.
fn ambush() -> World {
    let foes = [at("scout", 6, 5)];
    let mut world = Scene::new(AiMode::Aggressive, &[at("gunship", 4, 5)], &foes).world();
    let events = commit(&mut world, Side(0), SidePlan::default());
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, Event::CarrierFired { .. }))
    );
    loop {
        // Armor may stop a shot.
        let events = commit(&mut world, Side(1), SidePlan::default());
        let mut fired = events.iter().filter_map(|event| match event {
            Event::CarrierFired { attack } => Some(attack.hits()),
            _ => None,
        });
        if fired.next().expect("the carrier fires") {
            return world;
        }
        commit(&mut world, Side(0), SidePlan::default());
    }
}

fn remembered(world: &World, knower: Side, side: Side) -> Vec<TileId> {
    let progress = world.resource::<Progress>().known_to(knower);
    let ambushes = &progress.of(side).ambushes.0;
    ambushes.iter().map(|ambush| ambush.tile).collect()
}

#[test]
fn a_hit_by_an_enemy_that_is_not_seen_is_remembered_by_the_side_that_was_hit_alone() {
    let world = ambush();
    assert_eq!(remembered(&world, Side(0), Side(0)), [tile(4, 5)]);
    assert_eq!(remembered(&world, Side(1), Side(0)), []);
    assert_eq!(remembered(&world, Side(1), Side(1)), []);
}

#[test]
fn a_hit_by_an_enemy_that_is_seen_is_no_riddle() {
    let own = [at("gunship", 4, 6), at("frigate", 3, 6)];
    let mut world = Scene::new(AiMode::Aggressive, &own, &[]).world();
    let is_hit = |event: &Event| matches!(event, Event::CarrierFired { attack } if attack.hits());
    loop {
        commit(&mut world, Side(0), SidePlan::default());
        let events = commit(&mut world, Side(1), SidePlan::default());
        assert_eq!(remembered(&world, Side(0), Side(0)), []);
        if events.iter().any(is_hit) {
            break;
        }
    }
}

#[test]
fn what_is_remembered_is_saved_and_no_part_of_the_fingerprint() {
    let mut world = ambush();
    let before = fingerprint::<Fleet>(&mut world);
    let snapshot = Snapshot::<Fleet>::take(&world);
    let forget = |world: &mut World| {
        let mut progress = world.resource_mut::<Progress>();
        progress.sides[0].ambushes.0.clear();
    };
    forget(&mut world);
    assert_eq!(fingerprint::<Fleet>(&mut world), before);
    let text = ron::to_string(&snapshot).expect("snapshots are plain data");
    let read: Snapshot<Fleet> = ron::from_str(&text).expect("it was just written");
    assert!(read.fits(&world));
    read.restore(&mut world);
    assert_eq!(remembered(&world, Side(0), Side(0)), [tile(4, 5)]);
    let lost = Ambush {
        tile: TileId(9 * 9),
        turn: 1,
    };
    world.resource_mut::<Progress>().sides[0]
        .ambushes
        .0
        .push(lost);
    let snapshot = Snapshot::<Fleet>::take(&world);
    assert!(!snapshot.fits(&world), "that hex is off the board");
}

#[test]
fn a_plan_counts_on_a_carrier_about_an_unseen_hit_until_that_is_forgotten() {
    let own = [
        at("gunship", 4, 4),
        at("destroyer", 3, 4),
        at("bomber", 5, 4),
    ];
    let mut world = Scene::new(AiMode::Aggressive, &own, &[]).world();
    let plan = |world: &World| explain(world, Side(0)).0;
    let before = plan(&world);
    let turn = world.resource::<Turn>().number;
    let mut hit_in = |turn| {
        let tile = tile(0, 4);
        let mut progress = world.resource_mut::<Progress>();
        progress.sides[0].ambushes.0 = vec![Ambush { tile, turn }];
        plan(&world)
    };
    assert_ne!(hit_in(turn), before);
    assert_eq!(hit_in(1), before);
}

#[test]
fn a_ship_destroyed_unseen_is_struck_off_what_its_side_looks_for() {
    let own = [at("interceptor", 4, 4), at("destroyer", 4, 3)];
    let mut scene = Scene::new(
        AiMode::Aggressive,
        &own,
        &[("interceptor", Some((4, 5)), Some(1), None)],
    );
    scene.options.blind_fire = true;
    let mut world = scene.world();
    let foe = UnitId(4);
    let sighting = |world: &World| world.resource::<Knowledge>().of(Side(0)).sightings[foe.index()];
    assert!(sighting(&world).is_some());
    let order = |action, route, fire| ShipOrder {
        action,
        route,
        fire: Some(fire),
        ..ShipOrder::default()
    };
    let away = Route::Path(vec![tile(3, 3), tile(3, 2)]);
    let plan = SidePlan {
        ships: [
            (UnitId(1), order(Action::Move, away, false)),
            (UnitId(2), order(Action::Attack, Route::Stay, true)),
        ]
        .into(),
        ..SidePlan::default()
    };
    commit(&mut world, Side(0), plan);
    commit(&mut world, Side(1), SidePlan::default());
    assert!(!Forces::of(&world)[foe].is_on_board(), "it was destroyed");
    let known = world.resource::<Knowledge>().of(Side(0));
    assert!(!known.sees(tile(4, 5)), "nobody looks there");
    assert_eq!(sighting(&world), None);
}
