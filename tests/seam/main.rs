//! The whole way of a rule set, on one as small as can be: it uses what squads do not, since both sides
//! order in secret at once, the plan stops in mid-flight to ask the loser, and the answer resumes it.
//!
//! *Sealed bids*: each side bids its strength in secret. When both have bid, the bids are shown, a
//! die decides a tie, and the side that loses picks which of its units goes.
//!
//! `rules.rs` has the rules, `game.rs` missions, content, words, window, records and vectors; the guide
//! *How to add a rule set* in the crate docs goes through them. `waiting.rs` tests the core by them.

mod game;
#[path = "../kit/mod.rs"]
mod kit;
mod rules;
mod waiting;

use std::fs;

use bevy::prelude::*;
use hexscape::battle::order::submit;
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::Side;
use hexscape::check::check_path;
use hexscape::headless::Arena;
use hexscape::lab::output::{Questions, Results};
use hexscape::lab::plan::Request;
use hexscape::mission::edit::{At, Edit, OpenedFile, UnitDraft};
use hexscape::mission::{Mission, MissionSource};
use hexscape::playing::Game;
use hexscape::vectors::run_text;
use tempfile::TempDir;

use self::kit::{goes_through_files, workplace};
use self::rules::{Order, Refusal, SealedBids};

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

#[test]
fn missions_and_content_are_checked_with_places() {
    let check = |author: &TempDir| check_path(&author.path().join(FILE), &[]);
    let right = author("", "");
    assert_eq!(check(&right), Ok(1));
    for (right, wrong, told) in [
        ("(5, 3)", "(9, 3)", "auction.ron:11:82"),
        ("(5, 3)", "(4, 3)", "two bidders begin on this hex"),
        (
            "bidders: [(at: (0",
            "bidder: [(at: (0",
            "did you mean `bidders`?",
        ),
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
    assert!(refused.contains("the content lacks bids.ron"), "{refused}");
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
        winners.push(
            report
                .ending
                .expect("it ends")
                .winner
                .expect("they cannot both fall"),
        );
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

#[test]
fn an_editor_paints_bidders_and_has_forms() {
    let author = author("", "");
    let (_, mut draft) = OpenedFile::open(&author.path().join(FILE)).expect("it is there");
    let bidder = UnitDraft::new(0, "", Some(At::Hex(2, 2)));
    for edit in [Edit::AddUnit(0, bidder), Edit::set("turn_limit", "9")] {
        draft.apply(&edit).expect("it can be had");
    }
    let text = draft.text();
    assert!(text.contains("(1, 0)), (at: (2, 2))]"), "{text}");
    let content = source(&author).content;
    let catalog = content.catalog("content").expect("it is right");
    assert!(draft.problems(&catalog).is_empty());
    assert_eq!(draft.forms(&catalog).figures.len(), 4);
}

#[cfg(feature = "desktop")]
#[test]
fn the_window_shows_bidders_and_a_button_for_each_bid() {
    use hexscape::battle::step::HumanSides;
    use hexscape::game::Playable;

    let mut world = begun();
    world.insert_resource(HumanSides(vec![Side(0)]));
    let panels = SealedBids::panels(&world);
    assert_eq!(panels.units.0.len(), 2, "its own");
    assert_eq!(SealedBids::looks(&world).len(), 4, "all are in sight");
    let shown = format!("{:?}", panels.bar);
    for bid in ["bid 0", "bid 3"] {
        assert!(shown.contains(bid), "{shown}");
    }
}
