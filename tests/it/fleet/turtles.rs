//! The computer player against sides that stay at home: no mode of either side wins much more than half of
//! the battles of missions that are the same for both.
//!
//! `TURTLE_BATTLES=1000 cargo test turtles -- --nocapture` plays more of each match-up and prints the
//! shares.

use hexscape::content::assets_folder;
use hexscape::headless::Arena;
use hexscape::lab::plan::vary;
use hexscape::mission::MissionSource;

use super::*;

/// Missions that are the same for both sides, and those.
const MISSIONS: [(&str, [&str; 2]); 2] = [
    ("cold_start", ["Third Wing", "Corsairs"]),
    ("long_watch", ["Home Fleet", "Armada"]),
];

/// Modes that a side may fly in instead of the mission's own, all but its own one.
const MODES: [&str; 5] = ["Retreat", "Hold", "Defensive", "Cautious", "Search"];

/// Most battles of a hundred that a mode may win in truth.
const MOST: u64 = 60;

/// First seed; the gates of balance play 1 to 240.
const FIRST_SEED: u64 = 30_001;

/// Counts the battles of a mission that a side in a mode wins, of so many.
fn won((mission, sides): (&str, [&str; 2]), side: Side, mode: &str, battles: u64) -> u64 {
    let assets = assets_folder().expect("found");
    let file = assets.join(format!("missions/{mission}.ron"));
    let source = MissionSource::read(&file, &assets.join("content")).expect("it is sound");
    let modes = format!("{}:{mode}", sides[side.index()]);
    let source = vary(source, Some(&modes), None, &[]).expect("both are known");
    let mut arena = Arena::default();
    let wins = (FIRST_SEED..FIRST_SEED + battles).filter(|&seed| {
        let mission = source.build(seed).expect("it is sound");
        arena.set_up(&mission, seed);
        let ending = arena.play(seed).ending.expect("it ends");
        ending.is_won_by(side)
    });
    wins.count() as u64
}

#[test]
fn no_mode_of_either_side_beats_the_computer_on_a_mirrored_mission() {
    let battles =
        std::env::var("TURTLE_BATTLES").map_or(60, |count| count.parse().expect("a number"));
    // Two standard deviations more than the most may come by chance.
    let most = |battles: u64| battles * MOST + (battles * MOST * (100 - MOST)).isqrt() * 2;
    for mission in MISSIONS {
        for mode in MODES {
            let wins = [0, 1].map(|side| won(mission, Side(side), mode, battles));
            println!("{}, {mode}: {wins:?} of {battles} each", mission.0);
            // One side alone may do well where the other does badly, so each is held to it, too.
            let is_fair = wins.iter().all(|wins| wins * 100 <= most(battles))
                && wins.iter().sum::<u64>() * 100 <= most(battles * 2);
            let name = mission.0;
            assert!(is_fair, "{name}: {mode} wins {wins:?} of {battles} each");
        }
    }
}
