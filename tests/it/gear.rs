//! Things units carry: grenades, mines, medicine, the scanner, weapons changing hands; night and
//! flares (battlescape §3, §6, §12), with the vectors that concern them.

use hexscape::battle::board::Board;
use hexscape::battle::knowledge::Knowledge;
use hexscape::battle::order::fingerprint;
use hexscape::battle::snapshot::Snapshot;
use hexscape::battle::unit::{Health, Side, UnitId, part};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::content::{BattlescapeContent, DamageType, FireMode, Gait};
use hexscape::rules::battlescape::event::Event;
use hexscape::rules::battlescape::gear::{Carried, Pack, Props};
use hexscape::rules::battlescape::nerve::{Shock, Stunned};
use hexscape::rules::battlescape::order::{Order, Refusal};
use hexscape::rules::battlescape::panel::book::chapters;
use hexscape::rules::battlescape::scenario::Scenario;
use hexscape::rules::battlescape::soldier::{Arms, Poison, Rulebook};

use crate::field::{A, B, E, Field, OPEN, W, catalog, mission};

const C: UnitId = UnitId(2);

fn give(field: &mut Field, id: UnitId, keys: &[&str]) {
    let content = field.world.resource::<Rulebook>().content();
    let slots = std::array::from_fn(|slot| {
        let item = content.item_named(keys.get(slot)?).expect("shipped");
        let charges = content.item(item).charges;
        Some(Carried::Item { item, charges })
    });
    field.set(
        id,
        Pack {
            slots,
            primed: None,
        },
    );
}

fn charges(field: &Field, id: UnitId, slot: u8) -> u8 {
    match part::<Pack>(&field.world, id).get(slot) {
        Some(Carried::Item { charges, .. }) => charges,
        _ => 0,
    }
}

/// Vector 36: 18 of a frag grenade against armor 4 in rings 0, 1 and 2; §15.14: the chance is that of
/// the thrower alone.
#[test]
fn a_frag_grenade_hurts_everybody_near() {
    let mut field = Field::new(
        &OPEN,
        &[("infantry", (1, 1))],
        &[
            ("infantry", (8, 1)),
            ("infantry", (9, 1)),
            ("infantry", (10, 1)),
        ],
    );
    give(&mut field, A, &["frag_grenade"]);
    let at = field.tile(8, 1);
    field.tape(&[
        ("hit", 65),
        ("dmg", 8),
        ("dmg", 5),
        ("dmg", 5),
        ("crit", 90),
    ]);
    let events = field.order(Order::Throw(A, 0, at));
    let chance = events.iter().find_map(|event| match event {
        Event::Threw { attack, .. } => Some(attack.aim.chance),
        _ => None,
    });
    assert_eq!(chance, Some(65));
    let lost: Vec<_> = (1..4).map(|id| 60 - field.health(UnitId(id))).collect();
    assert_eq!(lost, [14, 9, 5]);
    assert_eq!(field.tu(A).now, 85);
    assert_eq!(charges(&field, A, 0), 1);
    // 3 hexes and 5 for Strength 50.
    let far = field.tile(10, 1);
    assert_eq!(
        field.refused(Order::Throw(A, 0, far)),
        Some(Refusal::TooFar {
            distance: 9,
            reach: 8
        })
    );
    field.tape(&[
        ("hit", 66),
        ("scatter", 4),
        ("scatter", 2),
        ("dmg", 8),
        ("dmg", 5),
        ("dmg", 5),
    ]);
    field.order(Order::Throw(A, 0, at));
    assert_eq!(60 - field.health(B), 14 + 5);
    assert_eq!(part::<Pack>(&field.world, A).get(0), None);
    assert_eq!(
        field.refused(Order::Throw(A, 0, at)),
        Some(Refusal::EmptySlot)
    );
}

/// Vector 41 and C38: priming costs 5 and makes a later throw cost 10.
#[test]
fn a_primed_grenade_is_thrown_for_ten() {
    let mut field = Field::new(&OPEN, &[("infantry", (1, 1))], &[("sectoid", (18, 1))]);
    give(&mut field, A, &["smoke_grenade"]);
    field.order(Order::Move(A, Gait::Walk, vec![E, E]));
    field.order(Order::Ready(A));
    field.set(
        A,
        Arms {
            rounds: 5,
            ..*part::<Arms>(&field.world, A)
        },
    );
    field.order(Order::Reload(A));
    field.order(Order::Prime(A, 0));
    assert_eq!(
        field.refused(Order::Prime(A, 0)),
        Some(Refusal::AlreadyPrimed)
    );
    // 48 less the 10 of cover, which the open floor does not give.
    assert_eq!(field.tu(A).now, 100 - 38);
    let at = field.tile(6, 1);
    field.tape(&[("hit", 1)]);
    field.order(Order::Throw(A, 0, at));
    assert_eq!(field.tu(A).now, 100 - 48);
    let board = field.world.resource::<Board>();
    assert_eq!(board.layers.smoke(at), 3);
    assert_eq!(board.layers.smoke(field.tile(8, 1)), 3);
    assert_eq!(board.layers.smoke(field.tile(9, 1)), 0);
}

/// §3: a reload takes what is carried; when that is gone, there is none.
#[test]
fn ammunition_runs_out() {
    let mut field = Field::new(&OPEN, &[("infantry", (1, 1))], &[("sectoid", (18, 1))]);
    let arms = *part::<Arms>(&field.world, A);
    assert_eq!((arms.rounds, arms.spare), (30, 90));
    field.set(
        A,
        Arms {
            rounds: 4,
            spare: 10,
            ..arms
        },
    );
    field.order(Order::Reload(A));
    let arms = *part::<Arms>(&field.world, A);
    assert_eq!((arms.rounds, arms.spare), (14, 0));
    assert_eq!(
        field.refused(Order::Reload(A)),
        Some(Refusal::NoSpareRounds)
    );
}

/// §12: incendiaries set the ground on fire, flashes stun all but machines, gas poisons.
#[test]
fn grenades_do_what_they_are_made_for() {
    let mut field = Field::new(
        &OPEN,
        &[("infantry", (1, 1))],
        &[("brute", (6, 1)), ("disc_walker", (7, 1))],
    );
    give(
        &mut field,
        A,
        &["incendiary_grenade", "flashbang", "gas_grenade"],
    );
    let at = field.tile(6, 1);
    field.tape(&[("hit", 1), ("dmg", 10), ("crit", 90)]);
    field.order(Order::Throw(A, 0, at));
    // 10 at 80% of the matrix, less 90% of 8; the walker took 7 at 80%, less 9.
    assert_eq!((field.health(B), field.health(C)), (89, 99));
    assert_eq!(
        field
            .world
            .resource::<Board>()
            .layers
            .fire(field.tile(7, 1)),
        3
    );
    field.tape(&[("hit", 1), ("dmg", 4), ("dmg", 5)]);
    field.order(Order::Throw(A, 1, at));
    assert_eq!(
        *part::<Shock>(&field.world, B),
        Shock {
            points: 9,
            stunned: Stunned::Next
        }
    );
    assert_eq!(*part::<Shock>(&field.world, C), Shock::default());
    field.tape(&[("hit", 1), ("dmg", 12), ("crit", 90)]);
    field.order(Order::Throw(A, 2, at));
    assert_eq!(
        part::<Poison>(&field.world, B).0.map(|poison| poison.turns),
        Some(3)
    );
    assert_eq!(*part::<Poison>(&field.world, C), Poison(None));
}

/// §12: a mine goes off when an enemy comes next to it, not for its own side.
#[test]
fn a_mine_waits_for_the_enemy() {
    let mut field = Field::new(&OPEN, &[("infantry", (4, 1))], &[("ripper", (9, 1))]);
    give(&mut field, A, &["proximity_mine"]);
    let (spot, far) = (field.tile(5, 1), field.tile(6, 1));
    assert_eq!(
        field.refused(Order::Lay(A, 0, far)),
        Some(Refusal::NotAdjacent)
    );
    field.order(Order::Lay(A, 0, spot));
    assert_eq!(field.tu(A).now, 85);
    field.order(Order::Move(A, Gait::Walk, vec![W]));
    field.order(Order::Move(A, Gait::Walk, vec![E]));
    field.order(Order::EndTurn);
    field.tape(&[("dmg", 10), ("dmg", 10), ("dmg", 10)]);
    let events = field.order(Order::Move(B, Gait::Walk, vec![W, W, W]));
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::MineTripped { by: B, .. }))
    );
    // Ring 1 of 30: 22, less 6.
    assert_eq!(field.health(B), 70 - 16);
    assert_eq!(field.health(A), 60 - 18);
    assert!(field.world.resource::<Props>().get().mines.is_empty());
}

/// §12: a medic heals 25, anybody else 15; a stimulant takes 20 stun points.
#[test]
fn medicine_helps_whoever_needs_it() {
    for (kind, healed) in [("commander", 15), ("medic", 25)] {
        let mut field = Field::new(
            &OPEN,
            &[(kind, (1, 1)), ("infantry", (2, 1)), ("infantry", (4, 1))],
            &[("sectoid", (18, 1))],
        );
        give(&mut field, A, &["medikit", "stimulant"]);
        assert_eq!(
            field.refused(Order::Use(A, 0, B)),
            Some(Refusal::NeedsNoHelp)
        );
        assert_eq!(
            field.refused(Order::Use(A, 0, C)),
            Some(Refusal::NotAdjacent)
        );
        field.set(B, Health { now: 30, max: 60 });
        field.order(Order::Use(A, 0, B));
        assert_eq!(field.health(B), 30 + healed);
        assert_eq!(field.tu(A).now, 85);
        assert_eq!(
            field.refused(Order::Use(A, 1, B)),
            Some(Refusal::NeedsNoHelp)
        );
        field.set(
            B,
            Shock {
                points: 25,
                stunned: Stunned::No,
            },
        );
        field.order(Order::Use(A, 1, B));
        assert_eq!(part::<Shock>(&field.world, B).points, 5);
    }
}

/// §3, §8: weapons are switched, dropped, picked up and tossed; the dead leave theirs.
#[test]
fn things_change_hands() {
    let mut field = Field::new(
        &OPEN,
        &[("infantry", (1, 1)), ("infantry", (3, 1))],
        &[("sectoid", (4, 1))],
    );
    give(&mut field, A, &["medikit"]);
    give(&mut field, B, &[]);
    let to = field.tile(3, 1);
    field.order(Order::Toss(A, 0, to));
    assert_eq!(field.tu(A).now, 90);
    assert_eq!(charges(&field, B, 0), 3);
    field.order(Order::Drop(B, 0));
    assert_eq!(field.refused(Order::Drop(B, 0)), Some(Refusal::EmptySlot));
    field.order(Order::PickUp(B, 0));
    assert_eq!(
        field.refused(Order::PickUp(B, 0)),
        Some(Refusal::NothingThere)
    );
    // The sectoid falls and leaves its carbine; the infantry takes it up and in hand.
    field.set(C, Health { now: 1, max: 45 });
    field.tape(&[("hit", 1), ("dmg", 20), ("crit", 90)]);
    field.order(Order::Attack(B, C, FireMode::Snap));
    let litter = &field.world.resource::<Props>().get().litter;
    assert_eq!(litter.len(), 1);
    assert_eq!(litter[0].0, field.tile(4, 1));
}

/// §12: a scan shows where others are, for a turn, and nobody can be aimed at for it.
#[test]
fn a_scan_shows_where_but_not_who() {
    let mut field = Field::new(
        &[
            ". . . . . . # . . .",
            " . . . . . . # . . .",
            ". . . . . . # . . .",
        ],
        &[("infantry", (1, 1))],
        &[("sectoid", (8, 1))],
    );
    give(&mut field, A, &["motion_scanner"]);
    let events = field.order(Order::Use(A, 0, A));
    let found = events
        .iter()
        .any(|event| matches!(event, Event::Scanned { blips, .. } if *blips == [field.tile(8, 1)]));
    assert!(found);
    assert_eq!(field.world.resource::<Props>().get().traces.len(), 1);
    assert_eq!(
        field.refused(Order::Attack(A, B, FireMode::Snap)),
        Some(Refusal::TargetNotVisible)
    );
    field.order(Order::EndTurn);
    field.order(Order::EndTurn);
    field.order(Order::EndTurn);
    field.order(Order::EndTurn);
    assert!(field.world.resource::<Props>().get().traces.is_empty());
}

/// §6: at night sight is halved, but not for those who see in the dark; a flare adds 3.
#[test]
fn night_halves_sight_and_a_flare_helps() {
    let mut plan = mission(&OPEN, &[], &[("infantry", (1, 1))], &[("sectoid", (19, 1))]);
    Scenario::of_mut(&mut plan).night = true;
    let mut field = Field::of(&plan);
    give(&mut field, A, &["flare"]);
    let sees = |field: &Field, id, column| {
        let knowledge = field.world.resource::<Knowledge>();
        knowledge.unit_sees(id, field.tile(column, 1))
    };
    assert!(sees(&field, A, 6) && !sees(&field, A, 7));
    assert!(sees(&field, B, 7) && !sees(&field, B, 6));
    field.tape(&[("hit", 1)]);
    let at = field.tile(6, 1);
    field.order(Order::Throw(A, 0, at));
    assert!(sees(&field, A, 9) && !sees(&field, A, 10));
    // A save keeps the light.
    field
        .world
        .resource_mut::<hexscape::battle::order::BattleDice>()
        .0 = Some(hexscape::battle::dice::Dice::seeded(1, 0));
    let print = fingerprint::<Battlescape>(&mut field.world);
    let snapshot = Snapshot::<Battlescape>::take(&field.world);
    let mut other = Field::of(&plan);
    snapshot.restore(&mut other.world);
    assert_eq!(fingerprint::<Battlescape>(&mut other.world), print);
    assert!(sees(&other, A, 9));
    let known = other.world.resource::<Knowledge>().of(Side(0));
    assert!(known.sees(other.tile(9, 1)));
    for _ in 0..4 {
        field.order(Order::EndTurn);
    }
    assert!(!sees(&field, A, 7));
}

/// §15.28: plasma is rare; who is issued a plasma weapon has one spare magazine, and the encyclopedia
/// says so.
#[test]
fn plasma_comes_with_one_spare_magazine() {
    let catalog = catalog();
    let content = catalog.part::<BattlescapeContent>();
    for weapon in (content.weapons.iter()).filter(|weapon| weapon.magazine > 0) {
        let is_rare = weapon.damage_type == DamageType::Plasma;
        assert_eq!(weapon.spares, if is_rare { 1 } else { 3 }, "{}", weapon.key);
    }
    let field = Field::new(&OPEN, &[("infantry", (1, 1))], &[("disc_walker", (9, 1))]);
    assert_eq!(part::<Arms>(&field.world, A).spare, 90);
    assert_eq!(part::<Arms>(&field.world, B).spare, 8);
    let book = chapters(&catalog, &content.figures);
    let fact = |chapter: &str, card: &str, fact: &str| {
        let chapter = book
            .iter()
            .find(|one| one.name == chapter)
            .expect("it is there");
        let card = (chapter.cards.iter())
            .find(|one| one.title == card)
            .expect("it is there");
        let fact = card.facts.iter().find(|(name, _)| name == fact);
        fact.map(|(_, text)| text.clone()).expect("it is told")
    };
    for (chapter, card, name, text) in [
        (
            "Weapons",
            "Plasma Rifle",
            "magazine",
            "20 rounds, one spare magazine",
        ),
        (
            "Weapons",
            "Assault Rifle",
            "magazine",
            "30 rounds, 3 spare magazines",
        ),
        ("Abilities", "Rally", "needs", "morale 40"),
        ("Items", "Frag grenade", "needs to throw", "morale 20"),
        (
            "Terrain",
            "Wooden wall",
            "burns down",
            "after 3 turns of fire",
        ),
    ] {
        assert_eq!(fact(chapter, card, name), text);
    }
    let steadies = fact("Units", "Commander", "leadership");
    assert!(steadies.contains("8 hexes") && steadies.contains("1 more suppression"));
}
