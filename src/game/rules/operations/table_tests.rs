//! A segment at a table, entered by clicks and buttons of the sheets.

use bevy::prelude::*;
use bevy_egui::egui;

use super::desk::{self, Desk, Row, known};
use super::{forms, input, sheet};
use crate::battle::grid::TileId;
use crate::battle::order::submit_watched;
use crate::battle::step::OrderGiven;
use crate::game::kit::piece::{Piece, Pieces};
use crate::game::kit::standard::Chosen;
use crate::game::kit::testing::{OWN, draw, shipped, window};
use crate::game::table::playback::Reporter;
use crate::game::table::sound::Cue;
use crate::rules::operations::Operations;
use crate::rules::operations::order::Choice;
use crate::rules::operations::progress::Step;
use crate::rules::operations::table::{Enemy, Question};

/// Begins the shipped battle at a table.
fn begun() -> World {
    let mission = shipped("operations_at_the_table")
        .build(1)
        .expect("it is sound");
    let mut world = window::<Operations>(&mission, 1);
    world.init_resource::<Desk>();
    world.init_resource::<Chosen>();
    world.init_resource::<Messages<Cue>>();
    world.init_resource::<Messages<OrderGiven<Operations>>>();
    desk::follow(&mut world);
    world
}

fn at(world: &World, column: i32, row: i32) -> TileId {
    let grid = known(world).grid;
    grid.from_offset(column, row).expect("it is on the board")
}

/// Gives the order that confirming gives; returns what its button is called.
fn confirm(world: &mut World) -> &'static str {
    let (name, order) = desk::order(world).expect("something can be confirmed");
    assert_eq!(desk::refusal(world, &order), None, "{name}: {order:?}");
    let asked = desk::asked(world);
    let mut reporter = Reporter::<Operations>::new(vec![OWN]);
    submit_watched(world, OWN, order.clone(), &mut reporter).expect("it was checked");
    desk::follow(world);
    // Fire and an assault begin with what is asked of the enemy; all else shows in what happened.
    let is_asked = desk::asked(world).is_some() && desk::asked(world) != asked;
    assert!(
        is_asked || reporter.told().next().is_some(),
        "{name} shows nothing: {order:?}"
    );
    name
}

fn words(pieces: &Pieces) -> String {
    let each = pieces.0.iter().map(|piece| match piece {
        Piece::Words(words) => words.text.clone(),
        Piece::Line(pieces) | Piece::Scroll(_, pieces) => words(pieces),
        Piece::Rest(body, foot) => [body, foot].map(words).join("\n"),
        _ => String::new(),
    });
    each.collect::<Vec<_>>().join("\n")
}

/// Enters the enemy, hexes under fire and Targets by clicks.
fn opened() -> World {
    let mut world = begun();
    assert_eq!(
        sheet::sheet(&world).expect("it is asked").title,
        "C1 Contacts"
    );
    let [near, wadi, own] = [(3, 2), (5, 2), (3, 3)].map(|(c, r)| at(&world, c, r));
    for tile in [near, near, wadi] {
        input::click_on(&mut world, tile);
    }
    let enemies = Desk::of(&world).draft.table.enemies;
    assert_eq!(enemies[&near], Enemy::new(true));
    assert_eq!(enemies[&wadi], Enemy::new(false));
    // A click on own units enters nobody.
    input::click_on(&mut world, own);
    assert_eq!(Desk::of(&world).draft.table.enemies.len(), 2);
    assert_eq!(confirm(&mut world), "Enter enemies");
    assert_eq!(confirm(&mut world), "Contacts complete");
    confirm(&mut world);
    confirm(&mut world);
    let shown = sheet::sheet(&world).expect("it is asked");
    assert_eq!(shown.title, "C3 Targets");
    assert!(words(&shown.body).contains("4,3"), "{}", words(&shown.body));
    for tile in [near, near, own] {
        input::click_on(&mut world, tile);
    }
    assert_eq!(confirm(&mut world), "Enter hexes under fire");
    sheet::mark(&mut world, Row::Field(1));
    assert_eq!(confirm(&mut world), "Enter targets");
    let names: Vec<_> = {
        let field = known(&world);
        let targets = field.progress.targets.iter().filter(|one| one.side != OWN);
        targets.map(|one| one.name.clone()).collect()
    };
    assert_eq!(names, ["Nr1 Inf", "Nr1 Tank"]);
    // The first is given a name, which is all that changes.
    sheet::choose(&mut world, Row::Field(0));
    let shown = sheet::sheet(&world).expect("it is asked");
    let mut inputs = shown.body.0.iter().filter_map(|piece| match piece {
        Piece::Input(input) => Some(input.typed.clone()),
        _ => None,
    });
    let typed = inputs.next().expect("a line for its name");
    typed(&mut world, "Old Guard");
    assert_eq!(confirm(&mut world), "Enter targets");
    let first = |world: &World| {
        let targets = known(world).progress.targets.clone();
        let mut named = targets.into_iter().filter(|one| one.side != OWN);
        named.next().expect("it is entered").name
    };
    assert_eq!(first(&world), "Old Guard");
    typed(&mut world, "  ");
    assert_eq!(confirm(&mut world), "Enter targets");
    assert_eq!(first(&world), "Nr1 Inf");
    assert_eq!(confirm(&mut world), "Targets complete");
    world
}

#[test]
fn a_segment_at_a_table_is_played_through_the_desk() {
    let mut world = opened();
    let context = egui::Context::default();
    let mut titles = Vec::new();
    for _ in 0..80 {
        let shown = sheet::sheet(&world).expect("something is asked");
        assert!(!shown.title.is_empty() && !shown.hint.is_empty());
        assert!(
            draw::<Operations>(&mut world, &context).0.len() > 20,
            "{}",
            shown.title
        );
        titles.push(shown.title.clone());
        if known(&world).progress.step == Step::SegmentEnd {
            break;
        }
        desk::fill_in(&mut world);
        if confirm(&mut world) == "End barrages" {
            assert!(titles.iter().any(|title| title == "C5 Barrages"));
        }
    }
    for title in ["C7 Their retreat", "C8 Assignment", "C12 Report"] {
        assert!(titles.iter().any(|one| one == title), "{title}: {titles:?}");
    }
    assert_eq!(confirm(&mut world), "End combat");
}

#[test]
fn what_enemy_barrages_did_is_entered_by_buttons() {
    let mut world = opened();
    confirm(&mut world);
    assert_eq!(known(&world).progress.step, Step::Barrage);
    let own = {
        let field = known(&world);
        let mut targets = (0..).zip(&field.progress.targets);
        let found = targets.find(|(_, one)| one.side == OWN);
        crate::rules::operations::progress::TargetNo(found.expect("it is under fire").0)
    };
    sheet::choose(&mut world, Row::Target(own));
    let shown = sheet::sheet(&world).expect("it is asked");
    for label in ["Points +5", "Pinned", "TOE +1", "Clear"] {
        assert!(shown.acts.iter().any(|act| act.name == label), "no {label}");
    }
    let press = |world: &mut World, label: &str| {
        let shown = sheet::sheet(world).expect("it is asked");
        let at = shown.acts.iter().position(|act| act.name == label);
        sheet::press(world, at.expect("it is there"));
    };
    for label in ["Points +5", "Clear", "Points +5", "Pinned", "TOE +1"] {
        press(&mut world, label);
    }
    let before = known(&world).progress.hits.get(&own).copied();
    assert_eq!(before, None, "it is written down, and entered once");
    assert_eq!(confirm(&mut world), "Enter results");
    let hits = known(&world).progress.hits.get(&own).copied();
    let hits = hits.expect("it is entered");
    assert_eq!((hits.points, hits.lost, hits.pinned), (5, 1, true));
    desk::follow(&mut world);
    let next = desk::order(&world).map(|(name, _)| name);
    assert_ne!(next, Some("Enter results"));
}

#[test]
fn numbers_of_forms_keep_their_bounds() {
    let mut world = opened();
    let question = Question::Opposition { tiles: Vec::new() };
    let numbers = |world: &World| Desk::of(world).draft.table.numbers;
    forms::mark(&mut world, &question, Row::Field(0));
    assert_eq!(numbers(&world)[..2], [1, 0]);
    for _ in 0..9 {
        forms::mark(&mut world, &question, Row::Field(0));
    }
    // Actual points follow raw ones.
    assert_eq!(numbers(&world)[..2], [10, 1]);
    for _ in 0..9 {
        forms::mark(&mut world, &question, Row::Field(4));
    }
    assert_eq!(numbers(&world)[4], 4);
    // Sizes go around.
    let sizes: Vec<_> = (0..4)
        .map(|_| {
            forms::mark(&mut world, &question, Row::Field(2));
            numbers(&world)[2]
        })
        .collect();
    assert_eq!(sizes, [1, 2, 3, 0]);
    assert!(!matches!(desk::asked(&world), Some(Choice::Table(_))));
}
