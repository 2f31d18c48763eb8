//! Attacks that strike more than one unit: blasts, chemical clouds, ricochets, fire at terrain
//! (battlescape §5, §10, §15), with the vectors that concern them.

use hexscape::battle::board::Board;
use hexscape::battle::grid::TileId;
use hexscape::battle::knowledge::Knowledge;
use hexscape::battle::unit::{Side, UnitId};
use hexscape::rules::battlescape::content::FireMode;
use hexscape::rules::battlescape::event::{Event, Mark};
use hexscape::rules::battlescape::order::{Order, Refusal};
use hexscape::rules::battlescape::side_view::SideView;
use hexscape::rules::battlescape::soldier::{Burning, Poison};

use crate::field::{A, B, Field, OPEN};

const C: UnitId = UnitId(2);
const D: UnitId = UnitId(3);

/// A gunner in the west, three of a kind in a row in the east: rings 0, 1 and 2 of the middle.
fn three(weapon: &str, kind: &'static str) -> Field {
    let mut field = Field::new(
        &OPEN,
        &[("heavy", (1, 1))],
        &[(kind, (8, 1)), (kind, (9, 1)), (kind, (10, 1))],
    );
    field.arm(A, weapon);
    field
}

fn losses(field: &Field, before: &[u16]) -> Vec<u16> {
    (1..)
        .zip(before)
        .map(|(id, before)| before - field.health(UnitId(id)))
        .collect()
}

/// Vectors 36 and 32: 18 of a blast against armor 4 in rings 0, 1 and 2; a critical one is 2.5 times
/// the center's damage, and half of that in ring 1, without further armor.
#[test]
fn a_blast_falls_by_a_quarter_a_ring() {
    // 4d12 of 15 is 18 after Aimed, and 2 for Strength 70.
    let roll = |sum: u32| [("dmg", sum - 3), ("dmg", 1), ("dmg", 1), ("dmg", 1)];
    let mut field = three("rocket_launcher", "infantry");
    let mut tape = vec![("hit", 1)];
    tape.extend(roll(15));
    tape.push(("crit", 90));
    field.tape(&tape);
    field.order(Order::Attack(A, B, FireMode::Aimed));
    // 20, 15 and 10, each less 4.
    assert_eq!(losses(&field, &[60, 60, 60]), [16, 11, 6]);

    let mut field = three("rocket_launcher", "marksman");
    let mut tape = vec![("hit", 1)];
    tape.extend(roll(15));
    tape.push(("crit", 1));
    field.tape(&tape);
    field.order(Order::Attack(A, B, FireMode::Aimed));
    assert_eq!(losses(&field, &[50, 50, 50]), [42, 21, 7]);
}

/// §4, §15: an area weapon that misses lands 1 or 2 hexes off, and harms whoever is there.
#[test]
fn a_miss_scatters() {
    let mut field = three("rocket_launcher", "infantry");
    // Two hexes east: the third is in the center, the first in ring 2. Nobody was hit squarely, so
    // nothing is critical.
    field.tape(&[
        ("hit", 100),
        ("scatter", 1),
        ("scatter", 2),
        ("dmg", 12),
        ("dmg", 1),
        ("dmg", 1),
        ("dmg", 1),
    ]);
    field.order(Order::Attack(A, B, FireMode::Aimed));
    assert_eq!(losses(&field, &[60, 60, 60]), [6, 11, 16]);
}

/// Vector 35: 12 of a chemical hit against Bio armor 4 in rings 0, 1 and 2; all are poisoned, and a
/// cloud hangs over the hexes for three turns.
#[test]
fn a_chemical_hit_spreads_and_poisons() {
    let mut field = three("gas_projector", "sectoid_leader");
    field.tape(&[("hit", 1), ("dmg", 5), ("dmg", 5), ("crit", 90)]);
    field.order(Order::Attack(A, B, FireMode::Aimed));
    assert_eq!(losses(&field, &[50, 50, 50]), [10, 7, 4]);
    for unit in [B, C, D] {
        let poison = hexscape::battle::unit::part::<Poison>(&field.world, unit);
        assert_eq!(poison.0.map(|poison| poison.turns), Some(3));
    }
    let gas = |field: &Field, column| {
        let board = field.world.resource::<Board>();
        board.layers.gas(field.tile(column, 1))
    };
    assert_eq!([5, 6, 8, 10, 11].map(|at| gas(&field, at)), [0, 3, 3, 3, 0]);
    field.order(Order::EndTurn);
    // Poison is rolled for each; the cloud poisons them anew first.
    field.tape(&[("dmg", 1), ("dmg", 2), ("dmg", 3)]);
    field.order(Order::EndTurn);
    assert_eq!(losses(&field, &[40, 43, 46]), [1, 2, 3]);
    assert_eq!(gas(&field, 8), 2);
}

/// §12: a hazmat suit and machines keep poison out.
#[test]
fn machines_are_not_poisoned() {
    let mut field = three("gas_projector", "disc_walker");
    field.tape(&[("hit", 1), ("dmg", 5), ("dmg", 5), ("crit", 90)]);
    field.order(Order::Attack(A, B, FireMode::Aimed));
    assert_eq!(
        *hexscape::battle::unit::part::<Poison>(&field.world, B),
        Poison(None)
    );
    assert!(field.health(B) < 100);
}

/// §15.20: a fifth of kinetic misses strikes a neighbor of the target's hex for half of a new roll.
#[test]
fn a_kinetic_miss_may_ricochet() {
    let mut field = Field::new(
        &OPEN,
        &[("infantry", (1, 1))],
        &[("sectoid", (8, 1)), ("sectoid", (9, 1))],
    );
    field.tape(&[("hit", 100), ("ricochet", 20), ("ricochet", 1), ("dmg", 20)]);
    field.order(Order::Attack(A, B, FireMode::Snap));
    // 22 after Snap, halved, less armor 3.
    assert_eq!([B, C].map(|id| field.health(id)), [45, 37]);
    field.tape(&[("hit", 100), ("ricochet", 20), ("ricochet", 4)]);
    field.order(Order::Attack(A, B, FireMode::Snap));
    field.tape(&[("hit", 100), ("ricochet", 21)]);
    field.order(Order::Attack(A, B, FireMode::Snap));
    assert_eq!([B, C].map(|id| field.health(id)), [45, 37]);
    // Beams do not.
    let mut field = Field::new(&OPEN, &[("infantry", (1, 1))], &[("sectoid", (8, 1))]);
    field.arm(A, "laser_rifle");
    field.tape(&[("hit", 100)]);
    field.order(Order::Attack(A, B, FireMode::Snap));
}

/// §10: terrain that is fired at loses the damage of step 2 after the last round, and breaks; walls
/// become rubble and no longer hide what is behind.
#[test]
fn fire_at_a_wall_breaks_it() {
    let mut field = Field::new(
        &[". . . . . .", " . . . . # .", ". . . . . ."],
        &[("infantry", (1, 1))],
        &[("sectoid", (5, 1))],
    );
    let wall = field.tile(4, 1);
    let name = |field: &Field| {
        let rulebook = field
            .world
            .resource::<hexscape::rules::battlescape::soldier::Rulebook>();
        let board = field.world.resource::<Board>();
        rulebook
            .catalog()
            .terrain(board.layers.terrain(wall))
            .key
            .clone()
    };
    let burst = Order::FireAt(A, wall, FireMode::Burst);
    let hits = [("hit", 1), ("dmg", 20), ("crit", 90)];
    let shoot = |field: &mut Field, hits: &[(&str, u32)]| {
        field.tape(hits);
        field.order(burst.clone())
    };
    let events = shoot(
        &mut field,
        &[
            hits[0],
            hits[1],
            hits[2],
            hits[0],
            hits[1],
            hits[2],
            ("hit", 100),
            ("ricochet", 90),
            ("hit", 100),
            ("ricochet", 90),
            ("hit", 100),
            ("ricochet", 90),
        ],
    );
    let loss = events.iter().find_map(|event| match event {
        Event::TerrainHit { loss, .. } => Some(*loss),
        _ => None,
    });
    assert_eq!((loss, name(&field).as_str()), (Some(40), "wall"));
    assert!(!field.world.resource::<Knowledge>().of(Side(0)).sees_unit(B));
    shoot(
        &mut field,
        &[
            hits[0],
            hits[1],
            hits[2],
            ("hit", 100),
            ("ricochet", 90),
            ("hit", 100),
            ("ricochet", 90),
            ("hit", 100),
            ("ricochet", 90),
            ("hit", 100),
            ("ricochet", 90),
        ],
    );
    assert_eq!(name(&field), "rubble");
    assert!(field.world.resource::<Knowledge>().of(Side(0)).sees_unit(B));
}

/// §10: explosions do double damage to terrain and stop at walls.
#[test]
fn a_blast_breaks_cover_and_stops_at_walls() {
    let mut field = Field::new(
        &[
            ". . . . . . . . # . .",
            " . . . . . . . # . . .",
            ". . . . . . . . # . .",
        ],
        &[("heavy", (1, 1))],
        &[("infantry", (6, 1)), ("infantry", (8, 1))],
    );
    field.arm(A, "rocket_launcher");
    field.tape(&[
        ("hit", 1),
        ("dmg", 3),
        ("dmg", 3),
        ("dmg", 3),
        ("dmg", 3),
        ("crit", 90),
    ]);
    field.order(Order::Attack(A, B, FireMode::Aimed));
    // 12 is 14 after Aimed and 16 with Strength 70; the wall in ring 1 loses twice 12.
    let board = field.world.resource::<Board>();
    assert_eq!(board.layers.state(field.tile(7, 1)).wear, 24);
    assert_eq!([B, C].map(|id| field.health(id)), [48, 60]);
}

/// Issue, §6: who stands unseen on a hex is hit by fire at the hex, with a chance that gives nothing
/// away; seen units have to be aimed at.
#[test]
fn blind_fire_hits_whoever_stands_there() {
    let smoke = || {
        let rows = [
            ". . . . . . . . . . . . . .",
            " . . . . . . . . . . . . . .",
        ];
        let mission = crate::field::mission(
            &rows,
            &[],
            &[("infantry", (0, 0))],
            &[("brute", (12, 0)), ("brute", (4, 0))],
        );
        Field::of(&mission)
    };
    let mut field = smoke();
    let (unseen, seen) = (field.tile(12, 0), field.tile(4, 0));
    assert_eq!(
        field.refused(Order::FireAt(A, seen, FireMode::Snap)),
        Some(Refusal::AimAtUnit(C))
    );
    assert_eq!(
        field.refused(Order::FireAt(A, unseen, FireMode::Snap)),
        Some(Refusal::UnknownHex(unseen))
    );
    // Someone else has been there: it is remembered.
    let view = SideView::new(&field.world, Side(0));
    assert!(!view.layers().is_known(unseen));
    let edge = field.tile(10, 0);
    let view = SideView::new(&field.world, Side(0));
    let odds = view
        .forecast_at(A, field.tile(0, 0), edge, FireMode::Aimed)
        .expect("it is seen and in range");
    let blind = odds
        .attack
        .aim
        .modifiers()
        .find(|(name, _)| name.to_string() == "blind fire");
    assert_eq!(blind.map(|(_, value)| value), Some(-30));
    field.tape(&[("hit", 1), ("dmg", 10), ("crit", 90)]);
    let events = field.order(Order::FireAt(A, edge, FireMode::Aimed));
    assert!(events.iter().any(|event| matches!(
        event,
        Event::Shot { target: Mark::Hex(tile), .. } if *tile == edge
    )));
    assert_eq!(
        *hexscape::battle::unit::part::<Burning>(&field.world, B),
        Burning(None)
    );
}

/// A hex off the board cannot be fired at.
#[test]
fn fire_off_the_board_is_refused() {
    let mut field = Field::new(&OPEN, &[("infantry", (1, 1))], &[("sectoid", (8, 1))]);
    let order = Order::FireAt(A, TileId(5_000), FireMode::Snap);
    assert_eq!(field.refused(order), Some(Refusal::OffBoard));
}
