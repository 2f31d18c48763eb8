//! Computer players and the harm that ways are known to do: falls above all.

use hexscape::battle::unit::{Health, Side, part, units_on_board};
use hexscape::content;
use hexscape::headless::{Arena, Report};
use hexscape::mission::{self, Mission, Terms};

/// A shelf five levels up, the enemy in sight below; `last` is its row at the south end.
fn shelf(last: &str) -> Mission {
    let text = format!(
        r#"Mission(
    name: "Shelf", rules: Battlescape(),
    board: Drawn(
        layout: PointyOddRows, legend: {{'.': "grass"}},
        rows: [
            ". . . . . . . . . .", " . . . . . . . . . .", ". . . . . . . . . .", " . . . . . . . . . .",
            ". . . . . . . . . .", " . . . . . . . . . .", ". . . . . . . . . .", " . . . . . . . . . .",
        ],
        heights: [
            "5 5 5 . . . . . . .", " 5 5 5 . . . . . . .", "5 5 5 . . . . . . .", " 5 5 5 . . . . . . .",
            "5 5 5 . . . . . . .", " 5 5 5 . . . . . . .", "5 5 5 . . . . . . .", "{last}",
        ],
    ),
    sides: [
        (name: "Squad", controller: Ai(Hold), units: [(kind: "civilian", name: "Bait", at: (8, 1))]),
        (name: "Beasts", controller: Ai(Aggressive), units: [
            (kind: "ripper", at: (1, 1), facing: East), (kind: "ripper", at: (1, 3), facing: East),
            (kind: "brute", at: (0, 2), facing: East),
        ]),
    ],
    objectives: (primary: EliminateAll("Beasts"), turn_limit: 20),
)"#
    );
    let catalog = content::load_default().unwrap_or_else(|problems| panic!("{problems}"));
    mission::parse("shelf.ron", &text, &catalog, Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"))
}

/// Plays a battle; returns how it went and the hit points that the beasts lost, whom nobody attacks.
fn play(arena: &mut Arena, mission: &Mission, seed: u64) -> (Report, u16) {
    arena.set_up(mission, seed);
    let report = arena.play(seed);
    let world = arena.world_mut();
    let lost = units_on_board(world, Side(1)).map(|id| {
        let health = part::<Health>(world, id);
        health.max - health.now
    });
    (report, lost.sum())
}

#[test]
fn squads_walk_around_a_cliff_where_they_can() {
    let mission = shelf(" 5 5 4 3 2 1 . . . .");
    let mut arena = Arena::default();
    for seed in 1..=20 {
        let (report, lost) = play(&mut arena, &mission, seed);
        assert_eq!((lost, report.sides[1].dead), (0, 0), "seed {seed}");
        let ending = report.ending.expect("it ends");
        assert!(ending.is_won_by(Side(1)), "seed {seed}: {ending:?}");
        assert!(ending.turn < 12, "seed {seed}: they come down: {ending:?}");
    }
}

#[test]
fn squads_do_not_die_of_a_cliff_without_a_way_around() {
    let mission = shelf(" 5 5 5 . . . . . . .");
    let mut arena = Arena::default();
    for seed in 1..=10 {
        let (report, _) = play(&mut arena, &mission, seed);
        assert_eq!(report.sides[1].dead, 0, "seed {seed}");
    }
}
