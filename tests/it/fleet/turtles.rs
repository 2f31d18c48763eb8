//! The computer player against sides that stay at home: no mode of either side wins much more than half of
//! the battles of a mission that is the same for both.
//!
//! `TURTLE_BATTLES=1000 cargo test turtles -- --nocapture` plays more of each match-up and prints the
//! shares.

use hexscape::{content::assets_folder, headless::Arena, lab::plan::vary, mission::MissionSource};

use super::*;

/// Modes that a side may fly in instead of the mission's own, all but its own one.
const MODES: [&str; 5] = ["Retreat", "Hold", "Defensive", "Cautious", "Search"];

/// Most battles of a hundred that a mode may win in truth.
const MOST: u64 = 60;

/// First seed; the gates of balance play 1 to 240.
const FIRST_SEED: u64 = 30_001;

/// Counts the battles that a side in a mode wins, of so many.
fn won(side: Side, mode: &str, battles: u64) -> u64 {
    let assets = assets_folder().expect("found");
    let file = assets.join("missions/cold_start.ron");
    let source = MissionSource::read(&file, &assets.join("content")).expect("it is sound");
    let name = ["Third Wing", "Corsairs"][side.index()];
    let modes = format!("{name}:{mode}");
    let source = vary(source, Some(&modes), None, &[]).expect("both are known");
    let mut arena = Arena::default();
    let wins = (FIRST_SEED..FIRST_SEED + battles).filter(|&seed| {
        let mission = source.build(seed).expect("it is sound");
        arena.set_up(&mission, seed);
        let ending = arena.play(seed).ending.expect("it ends");
        ending.winner == side
    });
    wins.count() as u64
}

#[test]
fn no_mode_of_either_side_beats_the_computer_on_a_mirrored_mission() {
    let battles =
        std::env::var("TURTLE_BATTLES").map_or(60, |count| count.parse().expect("a number"));
    for mode in MODES {
        let [first, second] = [0, 1].map(|side| won(Side(side), mode, battles));
        let all = battles * 2;
        println!("{mode}: {first} and {second} of {battles} each");
        // Two standard deviations more than the most may come by chance.
        let spread = (all * MOST * (100 - MOST)).isqrt() * 2;
        assert!(
            (first + second) * 100 <= all * MOST + spread,
            "{mode} wins {first} and {second} of {battles} each"
        );
    }
}
