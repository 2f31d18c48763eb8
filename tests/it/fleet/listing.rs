//! The order in which a mission lists its sides is no advantage.
//!
//! `LISTED_BATTLES=2000 cargo test fleet::listing -- --nocapture` plays more each way and prints the shares.

use hexscape::headless::Arena;
use hexscape::mission::{self, Terms};

use super::*;

/// A fleet, and the same one turned by 180 degrees.
const FLEETS: [&str; 2] = [
    r#"carrier: (kind: "standard", at: (1, 1), facing: East), ships: [
        (kind: "interceptor", at: (2, 1), facing: East), (kind: "bomber", at: (2, 2), facing: East),
        (kind: "frigate", at: (1, 2), facing: East)]"#,
    r#"carrier: (kind: "standard", at: (6, 7), facing: West), ships: [
        (kind: "interceptor", at: (5, 7), facing: West), (kind: "bomber", at: (6, 6), facing: West),
        (kind: "frigate", at: (7, 6), facing: West)]"#,
];

/// A battle of equal fleets, one of them listed first.
fn equals(options: &str, first: usize) -> Mission {
    let row = r#"".........","#.repeat(9);
    let [one, two] = [FLEETS[first], FLEETS[1 - first]];
    let text = format!(
        r#"Mission(name: "Equals", rules: Fleet(options: ({options})),
        board: Drawn(legend: {{'.': "open_space"}}, rows: [{row}]),
        sides: [(name: "One", controller: Ai(Aggressive), {one}), (name: "Two", controller: Ai(Aggressive), {two})],
        objectives: (turn_limit: 60, carriers: AllSides, wings: true, time: MostHull))"#
    );
    let read = mission::parse("equals.ron", &text, &catalog(), Terms::default());
    read.unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn the_side_listed_first_has_no_advantage() {
    let more = std::env::var("LISTED_BATTLES").ok();
    let count: u64 = more.map_or(200, |text| text.parse().expect("a number"));
    let mut arena = Arena::default();
    for options in ["", "resolution: Simultaneous"] {
        let mut won = [[0_u64; 2]; 2];
        for (first, won) in won.iter_mut().enumerate() {
            let mission = equals(options, first);
            for seed in 1..=count {
                arena.set_up(&mission, seed);
                let winner = arena.play(seed).ending.and_then(|ending| ending.winner);
                if let Some(winner) = winner {
                    won[winner.index()] += 1;
                }
            }
        }
        let sides = [0, 1].map(|side| won[0][side] + won[1][side]);
        let percent = sides[0] * 100 / (sides[0] + sides[1]);
        println!("({options}): by fleet {won:?}, {percent}% won by the side listed first");
        let band = if count >= 1000 { 47..=53 } else { 43..=57 };
        assert!(band.contains(&percent), "({options}): {sides:?}");
    }
}
