//! The whole way of a rule set, on one as small as can be: it uses what squads do not, since both sides
//! order in secret at once, the plan stops in mid-flight to ask the loser, and the answer resumes it.
//!
//! *Sealed bids*: each side bids its strength in secret. When both have bid, the bids are shown, a
//! die decides a tie, and the side that loses picks which of its units goes.
//!
//! `rules.rs` has the rules, `game.rs` missions, content, words, records and vectors; the guide *How to
//! add a rule set* in the crate docs goes through them.

mod game;
#[path = "../kit/mod.rs"]
mod kit;
mod rules;

use std::fs;

use bevy::{prelude::*, state::app::StatesPlugin};
use hexscape::{
    battle::{
        order::{Pending, fingerprint, submit},
        phase::Turn,
        rules::Rules,
        snapshot::Snapshot,
        step::{BattlePlugin, Reporting, begin_mirroring, step},
        unit::{Side, UnitId},
    },
    check::check_path,
    headless::Arena,
    lab::{
        output::{Questions, Results},
        plan::Request,
    },
    mission::{Mission, MissionSource},
    playing::Game,
    vectors::run_text,
};
use tempfile::TempDir;

use self::{
    kit::{goes_through_files, workplace},
    rules::{Bids, Event, Muddled, Order, Refusal, SealedBids},
};

/// The content file, as its author writes it.
const BIDS: &str = include_str!("bids.ron");

/// A mission of two bidders a side, as its author writes it.
const MISSION: &str = include_str!("auction.ron");

/// Where the mission lies in its author's folder.
const FILE: &str = "missions/auction.ron";

/// Makes a folder as authors have them, with something in content and mission written otherwise.
fn author(from: &str, to: &str) -> TempDir {
    workplace(&[
        ("content/bids.ron", BIDS.replace(from, to)),
        (FILE, MISSION.replace(from, to)),
    ])
}

fn source(author: &TempDir) -> MissionSource {
    let author = author.path();
    MissionSource::read(&author.join(FILE), &author.join("content"))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn mission(from: &str, to: &str) -> Mission {
    let source = source(&author(from, to));
    source.build(5).unwrap_or_else(|error| panic!("{error}"))
}

/// Begins the auction.
fn begun() -> World {
    let mut world = World::new();
    SealedBids::set_up(&mut world, &mission("", ""), 5);
    world
}

fn order(world: &mut World, side: u8, order: Order) -> Vec<Event> {
    submit::<SealedBids>(world, Side(side), order).expect("it passes")
}

#[test]
fn both_sides_owe_an_order_at_once_and_the_last_one_resolves_both() {
    let mut world = begun();
    let owing = |world: &World| [0, 1].map(|side| SealedBids::owes(world, Side(side)));
    assert_eq!(owing(&world), [true, true]);
    let sealed = order(&mut world, 1, Order::Bid(2));
    assert_eq!(sealed, [Event::Sealed(Side(1), 2)]);
    assert_eq!(owing(&world), [true, false]);
    let again = submit::<SealedBids>(&mut world, Side(1), Order::Bid(3));
    assert_eq!(again, Err(Refusal::NotNow));
    let (bids, loser) = ([1, 2], Side(0));
    let shown = order(&mut world, 0, Order::Bid(1));
    let expected = [Event::Sealed(loser, 1), Event::Shown { bids, loser }];
    assert_eq!(shown, expected, "the plan stops to ask");
    assert_eq!(owing(&world), [true, false], "only the loser is asked");
}

#[test]
fn a_computer_whose_order_is_refused_gives_the_last_legal_one() {
    let mut app = App::new();
    app.add_plugins((StatesPlugin, BattlePlugin::<SealedBids>::default()));
    let world = app.world_mut();
    SealedBids::set_up(world, &mission("", ""), 5);
    world.insert_resource(Muddled);
    // One order a step.
    world.insert_resource(Reporting(true));
    begin_mirroring(world);
    step(world);
    step(world);
    assert_eq!(*world.resource::<Bids>(), Bids([Some(3), None]));
}

#[test]
fn an_answer_resumes_the_plan_that_asked() {
    let mut world = begun();
    order(&mut world, 0, Order::Bid(0));
    order(&mut world, 1, Order::Bid(3));
    let waiting = fingerprint::<SealedBids>(&mut world);
    for (side, answer, refusal) in [
        (1, Order::Lose(UnitId(2)), Refusal::NotNow),
        (0, Order::Lose(UnitId(2)), Refusal::NotYours),
        (0, Order::Bid(1), Refusal::NotNow),
    ] {
        let refused = submit::<SealedBids>(&mut world, Side(side), answer);
        assert_eq!(refused, Err(refusal));
    }
    let refused = fingerprint::<SealedBids>(&mut world);
    assert_eq!(refused, waiting, "refusals change nothing");
    let lost = order(&mut world, 0, Order::Lose(UnitId(1)));
    assert_eq!(lost, [Event::Lost(UnitId(1)), Event::TurnBegan]);
    assert!(world.resource::<Pending<SealedBids>>().0.is_none());
    assert_eq!(world.resource::<Turn>().number, 2);
}

#[test]
fn a_snapshot_taken_while_a_plan_waits_goes_on_from_the_question() {
    let mut world = begun();
    order(&mut world, 0, Order::Bid(2));
    order(&mut world, 1, Order::Bid(2));
    let text = ron::to_string(&Snapshot::<SealedBids>::take(&world)).expect("it is plain data");
    let waiting = world.resource::<Pending<SealedBids>>().0.as_ref();
    let loser = waiting.expect("the loser of a tie is asked").side.0;
    let answer = Order::Lose(UnitId(2 * u16::from(loser)));
    let straight = order(&mut world, loser, answer.clone());

    let mut other = begun();
    let read: Snapshot<SealedBids> = ron::from_str(&text).expect("it was just written");
    read.restore(&mut other);
    assert_eq!(order(&mut other, loser, answer), straight);
    let prints = [&mut world, &mut other].map(fingerprint::<SealedBids>);
    assert_eq!(prints[0], prints[1]);
}

#[test]
fn missions_and_content_are_checked_with_places() {
    let check = |author: &TempDir| check_path(&author.path().join(FILE), &[]);
    let right = author("", "");
    assert_eq!(check(&right), Ok(1));
    for (right, wrong, told) in [
        ("(5, 3)", "(9, 3)", "auction.ron:11:71"),
        ("(5, 3)", "(4, 3)", "two bidders begin on this hex"),
        ("bidders: [(0", "bidder: [(0", "did you mean `bidders`?"),
        ("SealedBids()", "SealedBids((most: 12))", "most"),
        ("SealedBids()", "SealedBid()", "did you mean `SealedBids`?"),
        ("most: 3", "most: 30", "bids.ron:2:11"),
    ] {
        let complaint = check(&author(right, wrong)).expect_err("it is wrong");
        let complaint = complaint.to_string();
        assert!(complaint.contains(told), "{wrong}: {complaint}");
    }
    fs::remove_file(right.path().join("content/bids.ron")).expect("it was there");
    let refused = source(&right).build(1).expect_err("it needs its figures");
    let refused = refused.to_string();
    assert!(refused.contains("the content has no bids.ron"), "{refused}");
}

#[test]
fn figures_of_content_and_mission_hold_in_battle() {
    let mut world = World::new();
    SealedBids::set_up(
        &mut world,
        &mission("SealedBids()", "SealedBids((most: 1))"),
        5,
    );
    let refused = submit::<SealedBids>(&mut world, Side(0), Order::Bid(2));
    assert_eq!(refused, Err(Refusal::TooMuch(1)));
    assert_eq!(SealedBids::legal_orders(&world, Side(0)).len(), 2);
}

#[test]
fn computers_play_it_headless_and_say_why() {
    let mission = mission("", "");
    let mut arena = Arena::default();
    let mut winners = Vec::new();
    for seed in 1..=20 {
        arena.set_up(&mission, seed);
        let advice = SealedBids::advise(arena.world_mut(), Side(0));
        assert_eq!(
            advice.line().expect("there is a choice"),
            "bid 3 <- bid 3 (courage, 45); bid 2 (courage, 30); bid 1 (courage, 15); bid 0 (courage, 0)"
        );
        let report = arena.play(seed);
        assert_eq!(report.sides[0].standing + report.sides[0].dead, 2);
        winners.push(report.ending.expect("it ends").winner);
    }
    let has_won = |side| winners.contains(&Side(side));
    assert!(has_won(0) && has_won(1), "ties fall to either");
}

#[test]
fn the_laboratory_counts_what_the_rule_set_counts() {
    let author = author("", "");
    let request = Request {
        missions: vec![author.path().join(FILE).display().to_string()],
        battles: 30,
        seed: 1,
        ..Request::default()
    };
    let results = Results::play(&request, &author.path().join("content"));
    let results = results.unwrap_or_else(|error| panic!("{error}"));
    let told = results.tell(&Questions::default());
    let told = told.unwrap_or_else(|error| panic!("{error}"));
    let (text, page) = (told.text(), told.page());
    let is_told = text.contains("House") && text.contains("30 battles");
    assert!(is_told, "{text}");
    let has_measure = page.contains("All its bids together");
    assert!(has_measure, "its own measure is in the report");
}

#[test]
fn vectors_state_the_rules() {
    let content = source(&author("", "")).content;
    let text = "[
        Bids(name: \"more wins\", bids: [1, 2], lose: \"Bidder 2\", expect: (turn: 2, over: false)),
        Bids(name: \"a tie\", bids: [2, 2], dice: [ai(1)], lose: \"Bidder 1\", expect: (turn: 2)),
        Bids(name: \"too much\", bids: [4], why: \"at most 3\", expect: (turn: 1)),
        Bids(name: \"figures\", rules: (most: 9), bids: [9, 8], lose: \"Bidder 4\", expect: (turn: 2)),
        Bids(name: \"wrong\", bids: [1, 2], lose: \"Bidder 2\", expect: (turn: 3)),
    ]";
    let findings = run_text("bids.ron", text, &content).unwrap_or_else(|error| panic!("{error}"));
    let failures: Vec<_> = findings.iter().map(|one| one.failures.join("; ")).collect();
    assert_eq!(failures, ["", "", "", "", "expected turn 3, got 2"]);
}

#[test]
fn journals_and_saves_are_kept_in_files_and_a_changed_bid_is_caught() {
    goes_through_files::<SealedBids>(&source(&author("", "")), 5);
}
