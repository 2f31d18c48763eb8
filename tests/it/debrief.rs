//! What a battle comes to: experience, ranks, salvage, losses, luck.

use hexscape::battle::journal::Journal;
use hexscape::battle::order::submit;
use hexscape::battle::phase::{Outcome, Verdict};
use hexscape::battle::unit::{Presence, Side, UnitId, part, side_of};
use hexscape::content;
use hexscape::headless::Arena;
use hexscape::mission::{self, Mission, Terms};
use hexscape::playing::Game;
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::content::{BattlescapeContent, FireMode, ThreatLevel};
use hexscape::rules::battlescape::debrief::Debrief;
use hexscape::rules::battlescape::event::Mark;
use hexscape::rules::battlescape::order::Order;

use crate::properties::shipped;

fn sum_up(arena: &mut Arena, mission: &Mission, seed: u64) -> Debrief {
    let entries = arena
        .world_mut()
        .resource::<Journal<Battlescape>>()
        .entries
        .clone();
    Battlescape::debrief(mission, seed, &entries).unwrap_or_else(|error| panic!("{error}"))
}

/// Two against a civilian and a sectoid that cannot miss and cannot be missed.
fn duel() -> Mission {
    let text = r#"Mission(
        name: "m", rules: Battlescape((to_hit: (min: 100, max: 100), damage: (blocked: 200))),
        board: Drawn(legend: {'.': "floor"}, rows: [". . . . . .", " . . . . . ."]),
        sides: [
            (name: "Own", controller: Human, units: [
                (kind: "infantry", name: "A", at: (0, 0), suit: "vest"), (kind: "medic", name: "C", at: (0, 1)),
            ]),
            (name: "Foes", controller: Ai(Hold), units: [
                (kind: "sectoid", name: "B", at: (3, 0), items: ["medikit"]),
            ]),
        ],
        objectives: (
            primary: EliminateAll("Foes"),
            secondary: [(name: "Both live", objective: Survive(turns: 1))],
        ),
    )"#;
    let catalog = content::load_default().expect("the shipped content is sound");
    mission::parse("m.ron", text, &catalog, Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"))
}

/// §2: kill 10 per rank, assist half, survive 25, objective 50 shared, first blood 10, unhurt 25.
#[test]
fn experience_salvage_and_fates_follow_from_what_happened() {
    let mission = duel();
    let mut arena = Arena::default();
    arena.set_up(&mission, 1);
    let world = arena.world_mut();
    let give = |world: &mut bevy::prelude::World, order| {
        submit::<Battlescape>(world, Side(0), order).unwrap_or_else(|refusal| panic!("{refusal}"))
    };
    // One shot of the medic hurts; the rifle does the rest.
    give(world, Order::Attack(UnitId(1), UnitId(2), FireMode::Snap));
    let was_hurt = world.resource::<Verdict>().0.is_none();
    assert!(was_hurt, "a snap of the SMG does not kill");
    for _ in 0..3 {
        if world.resource::<Verdict>().0.is_none() {
            give(world, Order::Attack(UnitId(0), UnitId(2), FireMode::Burst));
        }
    }
    let ending = world
        .resource::<Verdict>()
        .0
        .expect("15 rounds that hit are enough");
    assert_eq!(ending.outcome, Outcome::Victory);
    let found = sum_up(&mut arena, &mission, 1);
    let [a, c, b] = &found.units[..] else {
        panic!("three units")
    };
    // A grunt is worth 10; first blood, survival, unhurt, half of the objective.
    assert_eq!(a.experience, 10 + 10 + 25 + 25 + 25, "{a:?}");
    assert_eq!((a.kills, a.assists, a.fate), (1, 0, "standing"));
    assert_eq!(a.rank, "Corporal");
    assert_eq!(c.experience, 5 + 25 + 25 + 25, "{c:?}");
    assert_eq!((c.kills, c.assists, c.shots, c.hits), (0, 1, 1, 1));
    assert_eq!(
        (b.experience, b.fate, b.rank.as_str()),
        (0, "dead", "Recruit")
    );
    assert_eq!(b.taken, a.dealt + c.dealt);
    assert_eq!(a.expected_hits_percent, a.shots * 100);
    let names: Vec<_> = found.salvage.iter().map(|lot| lot.name.as_str()).collect();
    assert_eq!(names, ["Plasma Carbine", "Medikit"]);
    assert_eq!(found.salvage_value(), 1500 + 150);
    assert_eq!(found.lost, []);
    assert_eq!(found.secondary, [("Both live".to_owned(), true)]);
}

#[test]
fn after_a_defeat_the_equipment_of_the_fallen_is_lost() {
    let mission = shipped("first_contact");
    let mut arena = Arena::default();
    for seed in 1..40 {
        arena.set_up(&mission, seed);
        let report = arena.play(seed);
        let found = sum_up(&mut arena, &mission, seed);
        let outcome = report.ending.expect("it ends").outcome;
        let own_dead = found
            .units
            .iter()
            .filter(|unit| unit.side == 0 && unit.fate == "dead");
        if outcome == Outcome::Defeat {
            // Who lies unconscious is left behind alive.
            assert!(own_dead.count() >= 2, "seed {seed}");
            assert!(
                found.lost_value() > 0 && found.salvage.is_empty(),
                "seed {seed}"
            );
            return;
        }
        assert!(found.lost.is_empty() || outcome == Outcome::MissionFailed);
    }
    panic!("no defeat in 40 battles");
}

/// The shots of many battles hit as often as their chances promised.
#[test]
fn luck_evens_out() {
    let mission = shipped("skirmish_6v8");
    let mut arena = Arena::default();
    let (mut hits, mut expected, mut shots) = (0_i64, 0_i64, 0_i64);
    for seed in 1..=30 {
        arena.set_up(&mission, seed);
        let report = arena.play(seed);
        let found = sum_up(&mut arena, &mission, seed);
        let dead: usize = report.sides.iter().map(|side| side.dead).sum();
        let kills: u32 = found.units.iter().map(|unit| unit.kills).sum();
        assert!(kills as usize <= dead, "seed {seed}");
        for unit in &found.units {
            assert!(unit.hits <= unit.shots, "seed {seed}: {unit:?}");
            hits += i64::from(unit.hits);
            shots += i64::from(unit.shots);
            expected += i64::from(unit.expected_hits_percent);
        }
    }
    assert!(shots > 1000, "only {shots} shots");
    // Five standard deviations of a chance of one half.
    let spread = 5 * 50 * shots.isqrt();
    assert!(
        (hits * 100 - expected).abs() < spread,
        "{hits} of {shots}, expected {expected}%"
    );
}

#[test]
fn a_kill_is_worth_ten_a_rank_and_fifty_at_most() {
    let catalog = content::load_default().expect("the shipped content is sound");
    let figures = &catalog.part::<BattlescapeContent>().figures.experience;
    let worth = [
        ThreatLevel::Grunt,
        ThreatLevel::Warrior,
        ThreatLevel::Specialist,
        ThreatLevel::Heavy,
        ThreatLevel::Elite,
    ]
    .map(|level| figures.of_kill(level));
    assert_eq!(worth, [10, 20, 30, 40, 50]);
    let ranks = [0, 39, 40, 129, 1000].map(|experience| figures.rank(experience));
    assert_eq!(
        ranks,
        ["Recruit", "Recruit", "Private", "Corporal", "Captain"]
    );
}

/// A mission of an own psion and grenadier against two sectoids, under figures of their own.
fn minds_and_fire(figures: &str) -> Mission {
    let text = format!(
        r#"Mission(
        name: "m", rules: Battlescape({figures}),
        board: Drawn(legend: {{'.': "floor"}}, rows: [". . . . . . . . . . . . . .", ". . . . . . . . . . . . . ."]),
        sides: [
            (name: "Own", controller: Human, units: [
                (kind: "psion", name: "A", at: (0, 0)),
                (kind: "infantry", name: "C", at: (1, 0), items: ["incendiary_grenade", "frag_grenade", "frag_grenade"]),
            ]),
            (name: "Foes", controller: Open, units: [
                (kind: "sectoid", name: "B", at: (6, 0)), (kind: "sectoid", name: "D", at: (13, 0)),
            ]),
        ],
        objectives: (primary: EliminateAll("Foes")))"#
    );
    let catalog = content::load_default().expect("the shipped content is sound");
    mission::parse("m.ron", &text, &catalog, Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"))
}

const C: UnitId = UnitId(1);
const B: UnitId = UnitId(2);

/// §15.25: whoever lit the fire killed who burned in it.
#[test]
fn a_death_in_a_fire_is_a_kill_of_whoever_lit_it() {
    let mission = minds_and_fire(
        "(to_hit: (min: 100, max: 100), environment: (fire_damage: 200, fire_spread: 0))",
    );
    let mut arena = Arena::default();
    arena.set_up(&mission, 1);
    let world = arena.world_mut();
    let place = part::<hexscape::battle::unit::Position>(world, B).0;
    for (side, order) in [
        (Side(0), Order::Throw(C, 0, place)),
        (Side(0), Order::EndTurn),
        (Side(1), Order::EndTurn),
    ] {
        submit::<Battlescape>(world, side, order).unwrap_or_else(|refusal| panic!("{refusal}"));
    }
    assert_eq!(*part::<Presence>(world, B), Presence::Dead);
    let found = sum_up(&mut arena, &mission, 1);
    assert_eq!(
        (found.units[1].kills, found.units[1].dealt > 200),
        (1, true)
    );
}

/// §15.25: under another mind it is a comrade of both sides, and nobody's kill.
#[test]
fn the_death_of_an_enemy_under_ones_own_mind_is_no_kill() {
    let mission = minds_and_fire("(to_hit: (min: 100, max: 100))");
    let mut arena = Arena::default();
    for seed in 1..100 {
        arena.set_up(&mission, seed);
        let world = arena.world_mut();
        let ability = mission
            .catalog
            .part::<BattlescapeContent>()
            .ability_named("mind_control");
        let control = Order::Cast(UnitId(0), ability.expect("shipped"), Mark::Unit(B));
        submit::<Battlescape>(world, Side(0), control)
            .unwrap_or_else(|refusal| panic!("{refusal}"));
        if side_of(world, B) != Side(0) {
            continue;
        }
        let place = part::<hexscape::battle::unit::Position>(world, B).0;
        for slot in [1, 1, 2, 2] {
            let _ = submit::<Battlescape>(world, Side(0), Order::Throw(C, slot, place));
        }
        if *part::<Presence>(world, B) == Presence::Dead {
            let found = sum_up(&mut arena, &mission, seed);
            assert_eq!(found.units[1].kills, 0, "seed {seed}");
            return;
        }
    }
    panic!("no mind was taken over and blown up");
}
