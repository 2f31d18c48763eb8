//! What the computer player learned from battles that it lost or that came to nothing.

use hexscape::rules::fleet::ai::explain;
use hexscape::rules::fleet::progress::Progress;

use super::skills::{GRID, Scene, at, check_purpose, ends, tile};
use super::*;

#[test]
fn scouts_look_for_the_enemy_and_others_guard_the_carrier() {
    let own = [
        at("scout", 4, 2),
        at("interceptor", 3, 2),
        at("interceptor", 5, 2),
        at("gunship", 3, 3),
        at("bomber", 4, 3),
        at("destroyer", 5, 3),
    ];
    let (_, purposes) = Scene::new(AiMode::Aggressive, &own, &[]).plan();
    let guards = purposes
        .iter()
        .filter(|(_, purpose)| purpose == "screen the carrier");
    let guards: Vec<_> = guards.map(|(name, _)| name.as_str()).collect();
    assert_eq!(guards, ["interceptor 1", "interceptor 2"], "{purposes:?}");
}

#[test]
fn a_carrier_makes_its_ships_fit_as_long_as_no_enemy_can_reach_it() {
    let dry = ("gunship", None, None, Some(0));
    let helm = |foe: (i32, i32)| {
        let mut scene = Scene::new(AiMode::Cautious, &[at("frigate", 4, 2), dry], &[]);
        scene.foes = vec![at("bomber", foe.0, foe.1)];
        scene.home = (4, 1);
        scene.plan().0.carrier
    };
    // A bomber comes one hex forward and attacks from the next.
    assert_eq!(helm((5, 4)), Some(CarrierAction::Rearm));
    let flight = helm((5, 2));
    assert!(matches!(flight, Some(CarrierAction::Move(_))), "{flight:?}");
}

#[test]
fn whom_quiet_turns_will_beat_goes_where_it_would_not_else() {
    let own = [at("gunship", 4, 5), at("destroyer", 3, 5)];
    let foes = [
        at("gunship", 4, 6),
        at("frigate", 3, 6),
        at("destroyer", 5, 6),
    ];
    let mut scene = Scene::new(AiMode::Cautious, &own, &foes);
    scene.options.single_occupancy = false;
    let mut world = scene.world();
    let near = |world: &World| {
        let (Order::Commit(plan), _) = explain(world, Side(0)) else {
            panic!("a plan is expected")
        };
        let ends = ends(&scene, &plan).into_iter();
        let far = ends.map(|end| GRID.distance(end, tile(4, 6)));
        far.sum::<u32>()
    };
    let before = near(&world);
    world.resource_mut::<Progress>().quiet = 7;
    let after = near(&world);
    assert!(after < before, "{after} and {before} hexes off");
}

#[test]
fn a_frigate_without_anybody_to_serve_fights_itself() {
    let scene = Scene::new(AiMode::Aggressive, &[at("frigate", 4, 7)], &[]);
    check_purpose(&scene, "frigate 0", "strike Home");
    let own = [at("frigate", 4, 7), at("bomber", 5, 7)];
    let scene = Scene::new(AiMode::Aggressive, &own, &[]);
    check_purpose(&scene, "frigate 0", "lend fire control");
}

#[test]
fn a_dry_ship_leaves_where_nobody_is_in_its_way() {
    let dry = ("frigate", Some((4, 7)), None, Some(0));
    let mut scene = Scene::new(AiMode::Aggressive, &[dry], &[]);
    scene.options.rearm_beside = false;
    check_purpose(&scene, "frigate 0", "leave the battle");
    // The enemy's carrier is on the nearest hex of the lowest number.
    let (plan, _) = scene.plan();
    assert_eq!(ends(&scene, &plan), [tile(5, 8)]);
}
