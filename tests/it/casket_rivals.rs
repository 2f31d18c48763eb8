//! The computer of the casket against simpler ones, in duels of equal decks from either side.
//!
//! `RIVAL_BATTLES=1000 cargo test --test it casket_rivals -- --nocapture` plays more and prints the shares.

use hexscape::battle::unit::Side;
use hexscape::content::{Catalog, load_default};

use crate::casket_duels::{DECKS, Player, mission, play, score};

fn catalog() -> Catalog {
    load_default().expect("the shipped content is sound")
}

fn battles(default: u64) -> u64 {
    let text = std::env::var("RIVAL_BATTLES").ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Plays against a rival; it has to win so many of a hundred. Few battles scatter widely.
fn beats(rival: Player, default: u64, least: u64) {
    let count = battles(default);
    let [won, lost, drawn] = score(&catalog(), [Player::Full, rival], count);
    println!("{rival:?}: won {won}, lost {lost}, drawn {drawn}");
    assert!(won * 100 >= count * least, "won {won} of {count}");
}

#[test]
fn it_beats_one_that_strikes_as_hard_as_it_can_at_the_nearest() {
    beats(Player::Naive, 30, 80);
}

#[test]
fn it_beats_one_that_waits_and_reacts() {
    beats(Player::Waiting, 20, 80);
}

#[test]
fn it_beats_one_that_never_passes_the_red_line() {
    let least = if battles(0) >= 1000 { 55 } else { 40 };
    beats(Player::Safe, 40, least);
}

/// Equal decks are won as often from either side, and by whoever acts first as by the other.
#[test]
fn mirrored_duels_are_even_for_either_side_and_either_first_mover() {
    let catalog = catalog();
    let count = battles(100);
    let missions = DECKS.map(|deck| mission(&catalog, [deck, deck]));
    let (mut first_side, mut first_mover, mut decided) = (0, 0, 0);
    for seed in 0..count {
        let mut mover = None;
        let mission = &missions[seed as usize % DECKS.len()];
        let played = play(mission, seed, [Player::Full; 2], |_, side, _| {
            mover.get_or_insert(side);
        });
        if let Some(winner) = played.winner {
            decided += 1;
            first_side += u64::from(winner == Side(0));
            first_mover += u64::from(Some(winner) == mover);
        }
    }
    println!("{decided} decided: first side {first_side}, first mover {first_mover}");
    // Three standard deviations of few duels, five of a hundred of many.
    let off = (decided as f64).sqrt() * 1.5;
    let off = if count >= 1000 {
        decided as f64 / 20.0
    } else {
        off
    };
    for (what, won) in [("first side", first_side), ("first mover", first_mover)] {
        let away = (won as f64 - decided as f64 / 2.0).abs();
        assert!(away <= off, "the {what} wins {won} of {decided}");
    }
}

#[test]
fn duels_are_decided_before_time_runs_out() {
    let catalog = catalog();
    let (mut played, mut timed_out, mut rounds, mut orders) = (0, 0, 0, 0);
    for (at, deck) in DECKS.into_iter().enumerate() {
        let mission = mission(&catalog, [deck, DECKS[(at + 2) % DECKS.len()]]);
        for seed in 0..battles(4) {
            let played_out = play(&mission, seed, [Player::Full; 2], |_, _, _| {});
            played += 1;
            timed_out += u64::from(played_out.timed_out);
            rounds += u64::from(played_out.rounds);
            orders += played_out.orders;
        }
    }
    println!("{played} duels, {timed_out} out of time, {rounds} rounds, {orders} orders");
    assert!(timed_out * 20 <= played, "{timed_out} of {played}");
}
