//! Computers at the window: who is seated, and what one advises.

use bevy::prelude::*;
use bevy_egui::egui;

use crate::battle::ahead::{Player, Players};
use crate::content::mode::Skill;
use crate::game::kit::advice::{close, panel, toggle};
use crate::game::kit::panels::Place;
use crate::game::kit::testing::{draw, shipped};
use crate::game::rules::fleet::hidden_tests::window;
use crate::game::shell::opponents::seat;
use crate::game::shell::settings::Settings;
use crate::rules::fleet::Fleet;

#[track_caller]
fn check_seats(world: &mut World, computers: Skill, expected: [Player; 2]) {
    world.resource_mut::<Settings>().computers = computers;
    world.run_system_cached(seat).expect("it takes no part");
    assert_eq!(world.resource::<Players>().0, expected);
}

#[test]
fn computers_play_as_the_settings_say_unless_the_mission_does() {
    let mut source = shipped("cold_start");
    let mission = source.build(3).expect("it is sound");
    let mut world = window(&mission, 3);
    assert_eq!(world.resource::<Players>().0, [Player::Quick; 2]);
    check_seats(&mut world, Skill::Veteran, [Player::Veteran; 2]);
    check_seats(&mut world, Skill::Quick, [Player::Quick; 2]);
    let name = mission.sides[1].name.clone();
    source.variation.skills.insert(name, Skill::Quick);
    let mission = source.build(3).expect("it is sound");
    let mut world = window(&mission, 3);
    check_seats(&mut world, Skill::Veteran, [Player::Veteran, Player::Quick]);
}

/// Opens the panel in a battle that begins, and draws it until the advice is there; what is written in it, and what
/// stands in it, which may have to be scrolled to.
fn advice(player: Player) -> (Vec<String>, String) {
    let mission = shipped("cold_start").build(3).expect("it is sound");
    let mut world = window(&mission, 3);
    world.insert_resource(Players(vec![player; 2]));
    toggle(&mut world);
    let context = egui::Context::default();
    let frames = (0..5000).map(|_| draw::<Fleet>(&mut world, &context).0);
    let mut frames = frames.skip_while(|texts| texts.iter().any(|one| one.contains("Thinking")));
    let texts = frames.next().expect("the thought ends");
    drop(frames);
    let whole = format!("{:?}", panel(&world, Place::Left(60.0)));
    assert!(close(&mut world) && !close(&mut world));
    (texts, whole)
}

#[test]
fn advice_is_given_on_demand_and_veterans_say_what_they_expect() {
    let has = |texts: &[String], word: &str| texts.iter().any(|one| one.contains(word));
    let heading = "COMPUTER'S ADVICE";
    let (quick, _) = advice(Player::Quick);
    assert!(
        has(&quick, heading) && !has(&quick, "imagined battles"),
        "{quick:?}"
    );
    let (veteran, whole) = advice(Player::Veteran);
    for word in [heading, "imagined battles"] {
        assert!(has(&veteran, word), "{word}: {veteran:?}");
    }
    assert!(whole.contains("What it expects"), "{whole}");
}
