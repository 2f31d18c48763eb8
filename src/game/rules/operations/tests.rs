//! The sheets as data, and battles played through the desk.

mod asides;

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy_egui::egui;

use super::desk::{self, Desk, Row, known};
use super::{guns, hud, input, looks, moving, plans, sheet};
use crate::battle::order::submit;
use crate::battle::rules::Rules;
use crate::battle::state::UnitParts;
use crate::battle::step::OrderGiven;
use crate::battle::unit::{Roster, Side, UnitId};
use crate::game::kit::keys::KeyAction;
use crate::game::kit::piece::{Ink, Piece, Pieces};
use crate::game::kit::standard::Chosen;
use crate::game::kit::testing::{OWN, draw, give, is_over, shipped, window};
use crate::game::rules::playable::own_side;
use crate::game::table::art::Symbol;
use crate::game::table::input::Hover;
use crate::game::table::sound::Cue;
use crate::game::table::unit_view::Figure;
use crate::rules::operations::Operations;
use crate::rules::operations::order::{Choice, Order};
use crate::rules::operations::progress::Step;
use crate::rules::operations::unit::{Stance, UnitState};

/// Begins a battle with all that its window keeps beside it.
fn begun(seed: u64) -> World {
    begun_in("operations_ghazal_pass", seed)
}

/// Begins a shipped mission.
fn begun_in(mission: &str, seed: u64) -> World {
    let mission = shipped(mission).build(seed).expect("it is sound");
    let mut world = window::<Operations>(&mission, seed);
    world.init_resource::<Desk>();
    world.init_resource::<Chosen>();
    world.init_resource::<Messages<Cue>>();
    world.init_resource::<Messages<OrderGiven<Operations>>>();
    desk::follow(&mut world);
    world
}

fn step_of(world: &World) -> Step {
    known(world).progress.step
}

/// Gives the order that confirming gives.
fn confirm(world: &mut World) {
    let (_, order) = desk::order(world).expect("something can be confirmed");
    assert_eq!(desk::refusal(world, &order), None, "{order:?}");
    give::<Operations>(world, own_side(world), order);
    foes(world);
}

/// Has the computer decide for the other side until the player owes something.
fn foes(world: &mut World) {
    let foe = Side(1);
    while !is_over(world) && !Operations::owes(world, OWN) && Operations::owes(world, foe) {
        let order = Operations::decide(world, foe);
        submit::<Operations>(world, foe, order).expect("it was decided");
    }
    while !is_over(world) && step_of(world).is_secret() && Operations::owes(world, foe) {
        let order = Operations::decide(world, foe);
        submit::<Operations>(world, foe, order).expect("it was decided");
    }
    desk::follow(world);
}

/// Moves the stack of a hex to another.
fn march(world: &mut World, from: (i32, i32), to: (i32, i32)) {
    let grid = known(world).grid;
    let [from, to] =
        [from, to].map(|(column, row)| grid.from_offset(column, row).expect("it is on the board"));
    moving::choose_stack(world, from);
    desk::follow(world);
    let desk = Desk::of(world);
    let way = desk.ways.get(&to).expect("it is in reach").clone();
    assert_eq!(way.refusal, None);
    give::<Operations>(world, OWN, Order::Move(desk.band, way.path));
    desk::follow(world);
}

/// Lists everything that is read in pieces.
fn texts(pieces: &Pieces) -> Vec<String> {
    let each = pieces.0.iter().flat_map(|piece| match piece {
        Piece::Words(words) => vec![words.text.clone()],
        Piece::Line(pieces) | Piece::Right(pieces) | Piece::Scroll(_, pieces) => texts(pieces),
        Piece::Rest(body, foot) => [body, foot].into_iter().flat_map(texts).collect(),
        Piece::Button(button) => vec![button.name.clone()],
        Piece::Table { rows, .. } => rows
            .iter()
            .flatten()
            .map(|words| words.text.clone())
            .collect(),
        _ => Vec::new(),
    });
    each.collect()
}

/// Goes to the pass with infantry and guns, and ends the movement.
fn at_the_pass() -> World {
    let mut world = begun(1);
    march(&mut world, (8, 7), (8, 6));
    march(&mut world, (8, 8), (8, 6));
    confirm(&mut world);
    assert_eq!(step_of(&world), Step::Position);
    world
}

#[test]
fn a_stack_goes_where_it_is_marked_and_units_stay_behind() {
    let mut world = begun(1);
    let shown = sheet::sheet(&world).expect("it is the player's");
    assert_eq!(shown.title, "Movement");
    let tile = known(&world)
        .grid
        .from_offset(8, 7)
        .expect("it is on the board");
    input::click_on(&mut world, tile);
    desk::follow(&mut world);
    assert_eq!(Desk::of(&world).band, [UnitId(0), UnitId(1)]);
    sheet::mark(&mut world, Row::Unit(UnitId(0)));
    desk::follow(&mut world);
    let desk = Desk::of(&world);
    assert_eq!(desk.band, [UnitId(1)], "the first stays behind");
    assert!(desk.ways.len() > 5);
    let body = texts(&sheet::sheet(&world).expect("it is the player's").body);
    assert!(body.iter().any(|text| text == "goes") && body.iter().any(|text| text == "stays"));
    sheet::mark(&mut world, Row::Unit(UnitId(1)));
    assert_eq!(Desk::of(&world).band, [UnitId(1)], "one at least is chosen");
}

#[test]
fn guns_begin_forward_and_a_change_is_taken_back() {
    let mut world = at_the_pass();
    let shown = sheet::sheet(&world).expect("it is the player's");
    let rows: Vec<_> = shown.rows.iter().map(|(row, _)| *row).collect();
    let [Row::Unit(gun), ..] = rows[..] else {
        panic!("no gun is to be placed: {rows:?}");
    };
    let stance = |world: &World| Desk::of(world).draft.stances[&gun];
    assert_eq!(stance(&world), Stance::Forward);
    sheet::mark(&mut world, rows[0]);
    assert_eq!(stance(&world), Stance::Back);
    assert!(texts(&sheet::sheet(&world).expect("it is").body).contains(&"Back".to_owned()));
    assert!(Desk::take_back(&mut world));
    assert_eq!(stance(&world), Stance::Forward);
    assert!(!Desk::take_back(&mut world), "nothing else was changed");
}

#[test]
fn a_hex_from_which_nothing_fires_is_yellow() {
    let mut world = at_the_pass();
    confirm(&mut world);
    assert_eq!(step_of(&world), Step::Firing);
    let units: Vec<_> = known(&world).gunners(OWN);
    guns::hold(&mut world, &units);
    let shown = sheet::sheet(&world).expect("it is the player's");
    let Some(Piece::Table { rows, .. }) = shown.body.0.first() else {
        panic!("there is a table");
    };
    assert!(
        rows.iter()
            .all(|row| row[1].ink == Ink::Accent && row[1].text.ends_with("silent"))
    );
    assert_eq!(Desk::of(&world).draft.silent.len(), units.len());
}

#[test]
fn a_plan_takes_guns_that_may_fire_and_says_why_others_may_not() {
    let mut world = at_the_pass();
    confirm(&mut world);
    confirm(&mut world);
    assert_eq!(step_of(&world), Step::Planning);
    let shown = sheet::sheet(&world).expect("it is the player's");
    let guns: Vec<_> = shown.rows.iter().map(|(row, _)| *row).collect();
    let [Row::Unit(first), Row::Unit(second), ..] = guns[..] else {
        panic!("two batteries fire: {guns:?}");
    };
    plans::task(&mut world, first);
    plans::task(&mut world, second);
    let desk = Desk::of(&world);
    assert_eq!(desk.draft.plans.len(), 1);
    assert_eq!(
        desk.draft.plans[0].barrages,
        [[first, second]],
        "Forward units pool"
    );
    let body = texts(&sheet::sheet(&world).expect("it is the player's").body);
    assert!(body.iter().any(|text| text == "in Barrage 1"), "{body:?}");
    assert!(body.iter().any(|text| text.contains("row ")), "{body:?}");
    // The second target finds both tasked.
    input::perform(&mut world, KeyAction::SHEET_1);
    let body = texts(&sheet::sheet(&world).expect("it is the player's").body);
    let tasked = body
        .iter()
        .filter(|text| *text == "fires at another target");
    assert_eq!(tasked.count(), 2, "{body:?}");
    assert!(Desk::take_back(&mut world));
    assert_eq!(Desk::of(&world).draft.plans[0].barrages, [[first]]);
    confirm(&mut world);
    assert_ne!(step_of(&world), Step::Planning);
}

#[test]
fn enemy_counters_and_tooltips_tell_class_and_size_only() {
    let mut world = begun(1);
    let grid = known(&world).grid;
    let pass = grid.from_offset(8, 5).expect("it is on the board");
    world.resource_mut::<Hover>().tile = Some(pass);
    let panels = hud::panels(&world);
    let told: Vec<_> = panels
        .floating
        .iter()
        .flat_map(|one| texts(&one.pieces))
        .collect();
    assert!(
        told.iter()
            .any(|text| text.starts_with("Enemy infantry, battalion")),
        "{told:?}"
    );
    assert!(!told.iter().any(|text| text.contains("I Inf")), "{told:?}");
    let looks = looks::looks(&world);
    let at_pass = looks
        .iter()
        .find(|(_, tile, ..)| *tile == pass)
        .expect("a counter lies there");
    let Figure::Counter(counter) = &at_pass.3.figure else {
        panic!("it is a counter");
    };
    assert_eq!(
        (counter.steps, counter.pile, counter.is_foreign),
        (None, 2, true)
    );
    assert_eq!(counter.symbol, Symbol::Infantry);
    assert_eq!(at_pass.3.name, "");
}

/// Changes what the own side cannot know of enemy units.
fn stir(world: &mut World) {
    let foes: Vec<_> = {
        let roster = world.resource::<Roster>();
        roster.ids().filter(|&id| roster.side(id) != OWN).collect()
    };
    for id in foes {
        let mut state = UnitState::read(world, id);
        state.body.ammo = state.body.ammo.saturating_sub(1).max(1);
        state.body.cohesion -= 2;
        if let Some(points) = state.body.toe.first_mut().filter(|points| **points > 4) {
            *points -= 1;
        }
        state.health.now = state.body.strength().max(1);
        state.insert(world, id);
    }
    Operations::settle(world);
}

#[test]
fn what_the_player_cannot_know_changes_nothing_on_the_screen() {
    let mut worlds = [at_the_pass(), at_the_pass()];
    stir(&mut worlds[1]);
    let grid = known(&worlds[0]).grid;
    for tile in grid.tiles().step_by(5).chain(grid.from_offset(8, 5)) {
        let shown = [0, 1].map(|at| {
            let world = &mut worlds[at];
            world.resource_mut::<Hover>().tile = Some(tile);
            (
                format!("{:?}", hud::panels(world)),
                format!("{:?}", looks::looks(world)),
            )
        });
        assert_eq!(shown[0], shown[1], "{tile:?}");
    }
}

/// Plays a battle through the desk, with the computer's advice on it; returns the steps in which something was
/// confirmed.
fn play(seed: u64, orders: usize) -> BTreeSet<Step> {
    let mut world = begun(seed);
    let context = egui::Context::default();
    let mut steps = BTreeSet::new();
    for number in 0..orders {
        if is_over(&world) {
            break;
        }
        let place = format!("seed {seed}, order {number}, {}", step_of(&world));
        if number % 9 == 0 {
            assert!(
                draw::<Operations>(&mut world, &context).0.len() > 20,
                "{place}"
            );
        }
        let shown = sheet::sheet(&world).unwrap_or_else(|| panic!("{place}: nothing is asked"));
        assert!(!shown.title.is_empty() && !shown.hint.is_empty(), "{place}");
        let choice = desk::asked(&world);
        let moves = desk::going(&world).is_some();
        let advised = Operations::decide(&mut world, OWN);
        desk::fill_in(&mut world);
        let order = match desk::order(&world) {
            _ if moves => advised,
            Some((_, order)) => order,
            None => {
                let is_picked = matches!(choice, Some(Choice::First | Choice::Trucks { .. }));
                assert!(is_picked && !shown.acts.is_empty(), "{place}");
                advised
            }
        };
        assert_eq!(desk::refusal(&world, &order), None, "{place}: {order:?}");
        if choice.is_none() {
            steps.insert(step_of(&world));
        }
        give::<Operations>(&mut world, OWN, order);
        foes(&mut world);
    }
    steps
}

#[test]
fn whole_segments_are_played_through_the_desk() {
    let mut steps = BTreeSet::new();
    for seed in 1..4 {
        steps.extend(play(seed, 400));
    }
    for step in [
        Step::Movement,
        Step::Position,
        Step::Firing,
        Step::Planning,
        Step::Barrage,
        Step::Results,
        Step::Retreat,
        Step::Assign,
        Step::Assault,
    ] {
        assert!(steps.contains(&step), "{step} never came up: {steps:?}");
    }
}
