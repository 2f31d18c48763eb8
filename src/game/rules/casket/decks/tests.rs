//! A deck on its way from the bench to the battle.

use super::*;
use crate::game::kit::testing::shipped;
use crate::headless::Arena;
use crate::rules::casket::machine::Build;

fn workshop(is_hot_seat: bool) -> Workshop {
    let source = shipped("casket_frozen_ford");
    let mission = source.build(0).expect("it is shipped");
    Workshop::of_mission(source, &mission, Some(3), is_hot_seat)
}

#[test]
fn a_deck_is_built_saved_loaded_and_played() {
    let mut workshop = workshop(true);
    let names: Vec<_> = workshop
        .seats
        .iter()
        .map(|seat| seat.name.as_str())
        .collect();
    assert_eq!(names[0], "Near Bank: Bell of Ash");
    assert_eq!(names.len(), 4, "{names:?}");
    let content = workshop.content().clone();
    let starter = content.deck_named("starter_scout").expect("it is shipped");
    let vents = content.piece_named("vents").expect("it is shipped");
    let cut = content.card_named("guarded_cut").expect("it is shipped");
    workshop.grant(Wish::Seat(3));
    workshop.grant(Wish::Start(content.deck(starter).clone()));
    workshop.grant(Wish::Rename("Quick Saw".to_owned()));
    workshop.grant(Wish::Relic(vents));
    assert!(workshop.obstacle().is_some(), "too few cards");
    for _ in 0..2 {
        workshop.grant(Wish::Add(cut));
    }
    assert!(
        workshop
            .refusal
            .take()
            .expect("two are all")
            .contains("at most 2")
    );
    let thrust = content
        .card_named("faithful_thrust")
        .expect("it is shipped");
    workshop.grant(Wish::Add(thrust));
    assert_eq!(workshop.obstacle(), None);
    assert_eq!(workshop.grant(Wish::Save), Some(Wish::Save));
    let file = shelf::file_for("Quick Saw").expect("tests have folders");
    workshop.save(&file).expect("it is written");
    let built = workshop.seats[3].bench.deck().clone();

    let at = workshop.shelf.iter().position(|saved| saved.file == file);
    workshop.grant(Wish::Seat(0));
    workshop.grant(Wish::Load(at.expect("it is on the shelf")));
    let loaded = workshop.seats[0].bench.deck().clone();
    assert_eq!(loaded.physical(&content), built.physical(&content));
    let (source, seed) = workshop.fitted().expect("there is a mission");
    assert_eq!(source.squad.len(), 2, "what was not changed is not said");
    let mission = source.build(3).expect("the decks are legal");
    let units = &mission.asked::<Scenario>().units;
    assert_eq!(
        (units[0].cards.clone(), seed),
        (built.physical(&content), Some(3))
    );
    assert!(matches!(units[3].build, Build::Casket { class, .. } if class == built.class));
    let mut arena = Arena::default();
    arena.set_up(&mission, 3);
    arena.play(3);
    shelf::delete(&file).expect("it is there");
}

#[test]
fn only_caskets_that_people_play_are_built_and_a_bad_file_says_what_is_wrong() {
    let mut workshop = workshop(false);
    let sides: Vec<_> = workshop.seats.iter().map(|seat| seat.place.0).collect();
    assert_eq!(sides, [0, 0]);
    let file = shelf::file_for("Broken").expect("tests have folders");
    std::fs::write(&file, "Deck(name: \"Broken\", class: \"scoot\")").expect("it is written");
    workshop.look();
    let at = workshop.shelf.iter().position(|saved| saved.file == file);
    let before = workshop.seats[0].bench.deck().clone();
    workshop.grant(Wish::Load(at.expect("it is listed")));
    let why = workshop.refusal.clone().expect("it cannot be read");
    assert!(why.contains("broken.ron") && why.contains("scout"), "{why}");
    assert_eq!(*workshop.seats[0].bench.deck(), before);
    shelf::delete(&file).expect("it is there");
}
