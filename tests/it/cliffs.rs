//! Computer players and the harm that ways and ground are known to do: falls, lava, own mines and misses.

use bevy::prelude::World;
use hexscape::battle::order::submit;
use hexscape::battle::phase::Outcome;
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::{Health, Side, UnitId, part, units_on_board};
use hexscape::content;
use hexscape::headless::{Arena, Report};
use hexscape::mission::{self, Mission, Terms};
use hexscape::playing::Game;
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::ai::{Purpose, explain};
use hexscape::rules::battlescape::objective::PLAYER;
use hexscape::rules::battlescape::order::Order;
use hexscape::rules::battlescape::side_view::SideView;

use crate::tactics::{A, ALL, OPEN, scene};

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
    read(&text)
}

fn read(text: &str) -> Mission {
    let catalog = content::load_default().unwrap_or_else(|problems| panic!("{problems}"));
    mission::parse("ground.ron", text, &catalog, Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"))
}

/// A belt of lava, two hexes wide, with so many free rows at the top, and beyond it whatever `rest` says.
fn belt(free: usize, rest: &str) -> Mission {
    let rows: Vec<_> = (0..15)
        .map(|row| match row < free {
            true => "..................",
            false => "........LL........",
        })
        .collect();
    read(&format!(
        r#"Mission(
    name: "Belt", rules: Battlescape(),
    board: Drawn(legend: {{'.': "sand", 'L': "lava"}}, rows: {rows:?}),
    zones: {{"beyond": [Rect((15, 12), (17, 14))]}}, {rest})"#
    ))
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

/// The way around is longer than a turn's walk, so that from turn to turn it leads away from the goal.
#[test]
fn squads_walk_around_lava_where_they_can() {
    let hunted = r#"sides: [
        (name: "Squad", controller: Ai(Hold), units: [(kind: "civilian", name: "Bait", at: (17, 13))]),
        (name: "Beasts", controller: Ai(Aggressive), units: [
            (kind: "ripper", at: (0, 13)), (kind: "ripper", at: (1, 14)), (kind: "brute", at: (0, 12)),
        ]),
    ], objectives: (primary: EliminateAll("Beasts"), turn_limit: 20)"#;
    let mission = belt(1, hunted);
    let mut arena = Arena::default();
    for seed in 1..=10 {
        let (report, lost) = play(&mut arena, &mission, seed);
        assert_eq!((lost, report.sides[1].dead), (0, 0), "seed {seed}");
        let ending = report.ending.expect("it ends");
        assert!(ending.is_won_by(Side(1)), "seed {seed}: {ending:?}");
    }
}

/// The beasts are the first side here, and nobody attacks them.
fn reaches(free: usize) -> Vec<(Outcome, u16, usize)> {
    let mission = belt(
        free,
        r#"sides: [
        (name: "Squad", controller: Ai(Aggressive), units: [
            (kind: "infantry", at: (0, 13)), (kind: "infantry", at: (1, 14)),
        ]),
        (name: "Other", controller: Ai(Hold), units: [(kind: "civilian", at: (0, 0))]),
    ], objectives: (primary: Reach(zone: "beyond", units: 2), turn_limit: 20)"#,
    );
    let mut arena = Arena::default();
    let played = (1..=6).map(|seed| {
        arena.set_up(&mission, seed);
        let report = arena.play(seed);
        let world = arena.world_mut();
        let lost = units_on_board(world, PLAYER).map(|id| {
            let health = part::<Health>(world, id);
            health.max - health.now
        });
        let lost = lost.sum();
        let ending = report.ending.expect("it ends");
        (ending.outcome, lost, report.sides[0].dead)
    });
    played.collect()
}

#[test]
fn squads_come_to_their_goal_around_lava_or_over_it_if_they_survive() {
    for (outcome, lost, dead) in reaches(1) {
        assert_eq!((outcome, lost, dead), (Outcome::Victory, 0, 0));
    }
    for (outcome, _, dead) in reaches(0) {
        assert_eq!((outcome, dead), (Outcome::Victory, 0));
    }
}

#[test]
fn whoever_lays_a_mine_steps_out_of_its_blast() {
    let mission = read(
        r#"Mission(
    name: "Guard", rules: Battlescape(),
    board: Drawn(legend: {'.': "grass", 'x': "crate"}, rows: [
        "..........................", "..x.......................", "..........................",
        "...x......................", "..........................", "..........................",
    ]),
    sides: [
        (name: "Squad", controller: Ai(Defensive), units: [
            (kind: "infantry", at: (1, 1), facing: East, items: ["proximity_mine"]),
            (kind: "infantry", at: (2, 4), facing: East, items: ["proximity_mine"]),
        ]),
        (name: "Others", controller: Ai(Hold), units: [(kind: "civilian", at: (25, 5))]),
    ],
    objectives: (primary: Survive(turns: 9), turn_limit: 9),
)"#,
    );
    let mut world = World::new();
    Battlescape::set_up(&mut world, &mission, 1);
    let mut laid = 0;
    loop {
        let order = Battlescape::decide(&mut world, PLAYER);
        laid += usize::from(matches!(order, Order::Lay(..)));
        submit::<Battlescape>(&mut world, PLAYER, order.clone()).expect("it is legal");
        if order == Order::EndTurn {
            break;
        }
    }
    assert!(laid > 0, "mines are laid");
    let view = SideView::new(&world, PLAYER);
    for mine in view.mines() {
        for id in view.own_on_board() {
            let apart = view.grid().distance(mine, view.unit(id).tile);
            assert!(apart > 1, "{id:?} is beside the mine on {mine:?}");
        }
    }
}

/// Returns the points of a rocket at an enemy for whom a comrade stands so many columns behind it.
fn rocket(behind: u16) -> i32 {
    let own = format!(
        r#"(kind: "heavy", name: "A", at: (2, 1), weapon: "rocket_launcher", items: []),
        (kind: "infantry", at: ({}, 1), items: [])"#,
        8 + behind
    );
    let foe = r#"(kind: "brute", at: (8, 1), items: [])"#;
    let mut world = scene("Hold", &OPEN, &own, foe, ALL);
    submit::<Battlescape>(&mut world, PLAYER, Order::EndUnit(UnitId(1))).expect("it can stop");
    let decision = explain(SideView::new(&world, PLAYER));
    let mut weighed = decision.alternatives.iter();
    let stay = weighed.find(|one| one.purpose == Purpose::Stay);
    let stay = stay.expect("an attack from here is weighed");
    assert!(matches!(stay.order, Order::Attack(A, ..)), "{stay:?}");
    stay.points
}

#[test]
fn a_rocket_is_worth_less_where_a_miss_may_strike_a_comrade() {
    let [near, far] = [3, 5].map(rocket);
    assert!(near < far, "{near} near, {far} far off");
}

#[test]
fn squads_leave_a_danger_zone() {
    let mission = read(
        r#"Mission(
    name: "Zone", rules: Battlescape(),
    board: Drawn(legend: {'.': "grass", '#': "wall"}, rows: [
        ".........#...", ".........#...", ".........#...", ".........#...", ".........#...",
    ]),
    zones: {"west": [Rect((0, 0), (3, 4))]},
    sides: [
        (name: "Squad", controller: Ai(Cautious), units: [(kind: "infantry", at: (1, 1)), (kind: "infantry", at: (1, 3))]),
        (name: "Foes", controller: Ai(Hold), units: [(kind: "sectoid", at: (12, 2))]),
    ],
    objectives: (primary: Survive(turns: 5), turn_limit: 6),
    triggers: [(when: Turn(1), then: [Danger(zone: "west", warning: 1, damage: 10)])],
)"#,
    );
    let mut arena = Arena::default();
    for seed in 1..=3 {
        arena.set_up(&mission, seed);
        let ending = arena.play(seed).ending.expect("it ends");
        assert_eq!(ending.outcome, Outcome::Victory);
        let world = arena.world_mut();
        for id in units_on_board(world, PLAYER) {
            let health = part::<Health>(world, id);
            assert_eq!(health.now, health.max, "{id:?} stayed in the zone");
        }
    }
}
