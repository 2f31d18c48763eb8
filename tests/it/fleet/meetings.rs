//! Doubts about fleets that cannot meet before the battle ends.

use hexscape::mission::{self, Terms};

use super::*;

/// Two interceptors in opposite corners of a board, 2 hexes a turn each, with weapons that reach 3.
fn doubts(size: usize, first: &str, rules: &str, objectives: &str) -> Vec<String> {
    let row = format!("{:?},", ".".repeat(size)).repeat(size);
    let last = size - 1;
    let text = format!(
        r#"Mission(name: "Far", rules: Fleet({rules}),
        board: Drawn(legend: {{'.': "open_space"}}, rows: [{row}]), zones: {{"near": [Rect(({last}, 0), ({last}, 1))]}},
        sides: [(name: "One", {first} ships: [(kind: "interceptor", at: (0, 0))]),
            (name: "Two", controller: Ai(Hold), ships: [(kind: "interceptor", at: ({last}, {last}))])],
        objectives: ({objectives}))"#
    );
    let mission = mission::parse("far.ron", &text, &catalog(), Terms::default());
    let mission = mission.unwrap_or_else(|problems| panic!("{problems}"));
    mission
        .doubts
        .into_iter()
        .map(|doubt| doubt.message)
        .collect()
}

#[track_caller]
fn check(found: &[String], expected: &str) {
    match found {
        [] => assert_eq!(expected, ""),
        [doubt] => assert!(!expected.is_empty() && doubt.contains(expected), "{doubt}"),
        _ => panic!("{found:?}"),
    }
}

#[test]
fn fleets_that_cannot_meet_in_time_are_doubted() {
    let person = "controller: Human,";
    // 17 rows and 8 or 9 columns are 26 hexes; less the range of 3 they are 23, at 2 a turn.
    let far = "start 26 hexes apart and need 12 turns at full speed to come into range, but the battle ends after turn 11";
    check(&doubts(18, person, "", "turn_limit: 11"), far);
    check(&doubts(18, person, "", "turn_limit: 12"), "");
    check(&doubts(18, person, "", ""), "");
    // Quiet turns count from the first on a board that is not larger than usual.
    let quiet = "but the battle ends after 8 turns without action";
    let usual = "figures: (quiet: (turns: 8, open_span: 100))";
    check(&doubts(18, person, usual, ""), quiet);
    check(&doubts(18, person, "figures: (quiet: (turns: 0))", ""), "");
    check(&doubts(9, person, "", ""), "");
    // Who begins in a zone may begin at its near end.
    let zone = "controller: Human, zone: \"near\",";
    check(&doubts(18, zone, "", "turn_limit: 11"), "");
}

#[test]
fn fleets_that_never_move_are_doubted() {
    let holds = "controller: Ai(Hold),";
    check(&doubts(18, holds, "", ""), "nobody ever moves");
    let drawn = "controller: Ai(Hold), intents: true,";
    check(&doubts(18, drawn, "", ""), "");
}

/// Ships that share hexes to fight have to come nearer, and those without weapons never do any harm.
#[test]
fn ways_to_fight_count_in_meetings() {
    let person = "controller: Human,";
    let stacking = "options: (single_occupancy: false)";
    check(
        &doubts(18, person, stacking, "turn_limit: 12"),
        "need 13 turns",
    );
    let unarmed = "ships: {\"interceptor\": (ammo: 0)}";
    check(&doubts(18, person, unarmed, "turn_limit: 2"), "");
}
