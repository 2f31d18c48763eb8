//! Who wins battles of several sides, and what is said of it.

use hexscape::battle::phase::{Outcome, Reason};
use hexscape::battle::unit::Side;
use hexscape::content;
use hexscape::headless::Arena;
use hexscape::mission::{self, Mission, Terms};
use hexscape::summary::Summary;

/// Two civilians side by side, of a side each, and an aggressive third side if it has any units.
fn three(third: &str, objectives: &str) -> Mission {
    let text = format!(
        r#"Mission(
    name: "Three",
    rules: Battlescape(),
    board: Drawn(legend: {{'.': "grass"}}, rows: [". . . . . . . .", " . . . . . . . .", ". . . . . . . ."]),
    sides: [
        (name: "A", controller: Human, units: [(kind: "civilian", at: (0, 1))]),
        (name: "B", controller: Ai(Hold), units: [(kind: "civilian", at: (1, 1))]),
        (name: "C", controller: Ai(Aggressive), units: [{third}]),
    ],
    objectives: {objectives},
)"#
    );
    let catalog = content::load_default().unwrap_or_else(|problems| panic!("{problems}"));
    mission::parse("three.ron", &text, &catalog, Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"))
}

const HUNTERS: &str = r#"(kind: "infantry", at: (3, 0)), (kind: "infantry", at: (3, 1)), (kind: "infantry", at: (3, 2))"#;

#[test]
fn the_third_side_wins_that_killed_both_others() {
    let mission = three(HUNTERS, r#"(primary: EliminateAll("C"), turn_limit: 12)"#);
    let mut arena = Arena::default();
    for seed in 1..=5 {
        arena.set_up(&mission, seed);
        let report = arena.play(seed);
        let ending = report.ending.expect("it ends");
        assert_eq!(ending.outcome, Outcome::Defeat, "seed {seed}");
        assert_eq!(ending.winner, Some(Side(2)), "seed {seed}");
        let record = arena.record(&mission, seed);
        assert_eq!(record.winner, Some(Side(2)), "seed {seed}");
        let won = [0, 1, 2].map(|side| record.has_won(Side(side)));
        assert_eq!(won, [Some(false), Some(false), Some(true)], "seed {seed}");
    }
}

#[test]
fn a_side_that_holds_out_wins_by_time_and_the_text_says_so() {
    let harmless = r#"(kind: "civilian", at: (7, 0)), (kind: "civilian", at: (7, 2))"#;
    let objectives = r#"(primary: EliminateAll("C"), turn_limit: 2)"#;
    let mission = three(harmless, objectives);
    let mut arena = Arena::default();
    arena.set_up(&mission, 1);
    let report = arena.play(1);
    let ending = report.ending.expect("it ends");
    assert_eq!(ending.outcome, Outcome::MissionFailed);
    assert_eq!(
        (ending.winner, ending.reason),
        (Some(Side(2)), Reason::Time)
    );
    let line = Summary::new(&mission, &report).line();
    assert!(line.contains("winner C, 2 turns (by time),"), "{line}");
    let json = Summary::new(&mission, &report).json();
    assert!(json.contains(r#""reason":"time""#), "{json}");
    let words = ending.in_words(|side| mission.sides[side.index()].name.clone());
    assert_eq!(words, "mission failed, winner C by time");
}
