//! Abilities, noises and fliers (battlescape §6, §12), with the vectors that concern them.

use hexscape::battle::board::Board;
use hexscape::battle::dice::Dice;
use hexscape::battle::knowledge::Knowledge;
use hexscape::battle::order::{BattleDice, fingerprint};
use hexscape::battle::snapshot::Snapshot;
use hexscape::battle::unit::{Health, Position, Side, UnitId, part, side_of};
use hexscape::rules::battlescape::content::items::AbilityId;
use hexscape::rules::battlescape::content::{FireMode, Gait};
use hexscape::rules::battlescape::event::{Event, Mark};
use hexscape::rules::battlescape::gear::{Pack, Props};
use hexscape::rules::battlescape::nerve::{Energy, Nerve};
use hexscape::rules::battlescape::order::{Order, Refusal};
use hexscape::rules::battlescape::soldier::{Rulebook, TimeUnits};
use hexscape::rules::battlescape::{Battlescape, ability};

use crate::field::{A, B, E, Field, OPEN, W};

const C: UnitId = UnitId(2);

fn named(field: &Field, key: &str) -> AbilityId {
    let content = field.world.resource::<Rulebook>().content();
    content.ability_named(key).expect("shipped")
}

fn cast(field: &Field, key: &str, target: Mark) -> Order {
    Order::Cast(A, named(field, key), target)
}

/// Vector 57: Psi 70 against Will 60 at 5 hexes is 50%, Mind Control 30%.
#[test]
fn will_and_distance_resist_psi() {
    let field = Field::new(
        &OPEN,
        &[("psion", (1, 1))],
        &[("sectoid", (6, 1)), ("disc_walker", (8, 1))],
    );
    let content = field.world.resource::<Rulebook>().content();
    let chance = |key: &str, target| {
        let ability = content.ability(content.ability_named(key).expect("shipped"));
        ability::chance(&field.world, A, ability, target)
    };
    assert_eq!(chance("psi_strike", B), Some(50));
    assert_eq!(chance("mind_control", B), Some(30));
    assert_eq!(chance("psi_strike", C), None);
}

/// §12: a strike hurts past all armor; what is resisted costs as much.
#[test]
fn a_psi_strike_ignores_armor() {
    let mut field = Field::new(&OPEN, &[("psion", (1, 1))], &[("brute", (6, 1))]);
    let strike = cast(&field, "psi_strike", Mark::Unit(B));
    field.tape(&[("psi", 66)]);
    field.order(strike.clone());
    assert_eq!((field.health(B), field.tu(A).now), (90, 70));
    field.tape(&[("psi", 65), ("dmg", 4), ("dmg", 9)]);
    field.order(strike.clone());
    assert_eq!(field.health(B), 90 - 13 - 7);
    assert_eq!(
        *part::<Energy>(&field.world, A),
        Energy { now: 20, max: 50 }
    );
    field.tape(&[("psi", 100)]);
    field.order(strike.clone());
    assert_eq!(
        field.refused(strike),
        Some(Refusal::NeedsEnergy { needs: 15, has: 5 })
    );
}

/// What an ability asks for is refused with its reason when it lacks.
#[test]
fn abilities_are_refused_with_their_reasons() {
    let mut field = Field::new(
        &OPEN,
        &[("psion", (1, 1)), ("infantry", (2, 1))],
        &[("disc_walker", (8, 1)), ("sectoid", (18, 1))],
    );
    let walker = Mark::Unit(C);
    let strike = |field: &Field, mark| cast(field, "psi_strike", mark);
    let order = strike(&field, walker);
    assert_eq!(field.refused(order), Some(Refusal::NoMind));
    let order = strike(&field, Mark::Unit(B));
    assert_eq!(field.refused(order), Some(Refusal::WrongTarget));
    let order = strike(&field, Mark::Hex(field.tile(5, 1)));
    assert_eq!(field.refused(order), Some(Refusal::WrongTarget));
    let order = strike(&field, Mark::Unit(UnitId(3)));
    assert_eq!(field.refused(order), Some(Refusal::TargetNotVisible));
    let rally = named(&field, "rally");
    assert_eq!(
        field.refused(Order::Cast(A, rally, Mark::Unit(B))),
        Some(Refusal::NoSuchAbility)
    );
    field.set(A, Pack::default());
    let order = strike(&field, walker);
    assert_eq!(field.refused(order), Some(Refusal::NeedsAmp));
}

/// §12: panic takes 110 less Bravery of morale.
#[test]
fn panic_breaks_morale() {
    let mut field = Field::new(&OPEN, &[("psion", (1, 1))], &[("sectoid", (6, 1))]);
    let order = cast(&field, "panic", Mark::Unit(B));
    field.tape(&[("psi", 50)]);
    field.order(order);
    assert_eq!(part::<Nerve>(&field.world, B).morale, 30);
}

/// §12: a controlled unit obeys for the rest of the phase, and no longer when its controller is hurt.
#[test]
fn mind_control_lasts_until_the_phase_ends_or_the_caster_is_hurt() {
    let start = || {
        let mut field = Field::new(
            &OPEN,
            &[("psion", (1, 1))],
            &[("sectoid", (6, 1)), ("brute", (12, 1))],
        );
        let order = cast(&field, "mind_control", Mark::Unit(B));
        field.tape(&[("psi", 30)]);
        field.order(order);
        assert_eq!(side_of(&field.world, B), Side(0));
        field
    };
    let mut field = start();
    // Its eyes are ours now, and so is its gun.
    assert!(field.world.resource::<Knowledge>().of(Side(0)).sees_unit(C));
    field.tape(&[("hit", 100)]);
    field.order(Order::Attack(B, C, FireMode::Snap));
    assert_eq!(field.tu(B).now, 80);
    let end = field.order(Order::EndTurn);
    assert!(end.contains(&Event::Freed { unit: B }));
    assert_eq!(side_of(&field.world, B), Side(1));
    assert_eq!(field.tu(B).now, 100);

    // A save in between knows whom it obeys.
    let mut field = start();
    field.world.resource_mut::<BattleDice>().0 = Some(Dice::seeded(5, 0));
    let print = fingerprint::<Battlescape>(&mut field.world);
    let snapshot = Snapshot::<Battlescape>::take(&field.world);
    field.order(Order::EndTurn);
    snapshot.restore(&mut field.world);
    assert_eq!(fingerprint::<Battlescape>(&mut field.world), print);
    assert_eq!(side_of(&field.world, B), Side(0));

    // The brute fires back at the first step it sees.
    let mut field = Field::new(
        &OPEN,
        &[("psion", (1, 1))],
        &[("sectoid", (6, 1)), ("brute", (9, 1))],
    );
    field.order(Order::EndTurn);
    field.order(Order::Ready(C));
    field.order(Order::EndTurn);
    let order = cast(&field, "mind_control", Mark::Unit(B));
    field.tape(&[
        ("psi", 30),
        ("hit", 1),
        ("dmg", 5),
        ("dmg", 5),
        ("crit", 90),
        ("fx", 90),
    ]);
    field.order(order);
    assert!(field.health(A) < 45);
    assert_eq!(side_of(&field.world, B), Side(1));
}

/// §12: far ground is seen around a place until one's next phase.
#[test]
fn clairvoyance_sees_far_ground_for_a_turn() {
    let mut field = Field::new(
        &[
            ". . # . . . . . . . . . . . . .",
            " . . # . . . . . . . . . . . . .",
        ],
        &[("psion", (0, 0))],
        &[("brute", (13, 0))],
    );
    let sees = |field: &Field| field.world.resource::<Knowledge>().of(Side(0)).sees_unit(B);
    assert!(!sees(&field));
    let place = field.tile(10, 0);
    let order = cast(&field, "clairvoyance", Mark::Hex(place));
    field.tape(&[]);
    field.order(order);
    assert!(sees(&field));
    assert_eq!(
        field.refused(Order::Attack(A, B, FireMode::Snap)),
        Some(Refusal::Weapon(
            hexscape::rules::battlescape::attack::Impossible::OutOfRange {
                distance: 13,
                reach: 12
            }
        ))
    );
    let known = field.world.resource::<Knowledge>().of(Side(0));
    assert!(known.sees(field.tile(15, 0)) && !known.sees(field.tile(4, 0)));
    field.world.resource_mut::<BattleDice>().0 = Some(Dice::seeded(5, 0));
    let snapshot = Snapshot::<Battlescape>::take(&field.world);
    let print = fingerprint::<Battlescape>(&mut field.world);
    field.order(Order::EndTurn);
    assert!(sees(&field));
    field.order(Order::EndTurn);
    assert!(!sees(&field));
    snapshot.restore(&mut field.world);
    assert_eq!(fingerprint::<Battlescape>(&mut field.world), print);
    assert!(sees(&field));
}

/// §12: a commander rallies and drives on, without a roll.
#[test]
fn a_commander_rallies_and_drives_on() {
    let mut field = Field::new(
        &OPEN,
        &[
            ("commander", (1, 1)),
            ("infantry", (4, 1)),
            ("infantry", (12, 1)),
        ],
        &[("sectoid", (20, 1))],
    );
    let before = *part::<Nerve>(&field.world, B);
    field.set(
        B,
        Nerve {
            morale: 30,
            ..before
        },
    );
    field.tape(&[]);
    let rally = cast(&field, "rally", Mark::Unit(B));
    field.order(rally);
    assert_eq!(part::<Nerve>(&field.world, B).morale, 50);
    field.set(B, TimeUnits { now: 3, carried: 0 });
    let haste = cast(&field, "overdrive", Mark::Unit(B));
    field.order(haste);
    assert_eq!(field.tu(B).now, 23);
    let far = cast(&field, "rally", Mark::Unit(C));
    assert_eq!(
        field.refused(far),
        Some(Refusal::BeyondReach {
            distance: 11,
            reach: 8
        })
    );
}

/// §6: who does not see a noise gets a marker within 2 hexes of it; crouching is heard half as far.
#[test]
fn noises_give_markers_to_those_who_do_not_see() {
    let rows = [
        ". . . . # . . . . . . . . . . .",
        " . . . . # . . . . . . . . . . .",
    ];
    let heard = |gait: Gait, column: i32| {
        let mut field = Field::new(&rows, &[("infantry", (1, 0))], &[("sectoid", (column, 0))]);
        let way = if gait == Gait::Crouch {
            vec![E]
        } else {
            vec![E, W]
        };
        field.order(Order::Move(A, gait, way));
        let traces = &field.world.resource::<Props>().get().traces;
        let grid = field.world.resource::<Board>().grid;
        for trace in traces {
            assert_eq!((trace.side, trace.is_blip), (Side(1), false));
            assert!(grid.distance(trace.tile, field.tile(2, 0)) <= 3);
        }
        !traces.is_empty()
    };
    assert!(heard(Gait::Walk, 5) && !heard(Gait::Walk, 6));
    assert!(heard(Gait::Run, 7) && !heard(Gait::Run, 9));
    assert!(!heard(Gait::Crouch, 5));
    // A rifle is heard at 12, by those who cannot see it.
    let mut field = Field::new(&rows, &[("infantry", (1, 0))], &[("sectoid", (13, 0))]);
    let wall = field.tile(4, 0);
    field.world.resource_mut::<BattleDice>().0 = Some(Dice::seeded(5, 0));
    let events = field.order(Order::FireAt(A, wall, FireMode::Snap));
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::Heard { .. }))
    );
}

/// §12: a flier crosses any ground that can be entered for the price of a plain hex, unharmed.
#[test]
fn fliers_cross_any_ground_unharmed() {
    let row = ". L - ~ .";
    let mut field = Field::new(&[row, row], &[("drifter", (0, 0))], &[("sectoid", (4, 1))]);
    field.order(Order::Move(A, Gait::Walk, vec![E, E, E]));
    assert_eq!(part::<Position>(&field.world, A).0, field.tile(3, 0));
    assert_eq!((field.health(A), field.tu(A).now), (40, 88));
    let health = *part::<Health>(&field.world, A);
    assert_eq!(health.now, health.max);
}
