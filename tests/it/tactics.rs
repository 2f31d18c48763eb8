//! What the computer player does in situations that ask for it, and why it says so.

use bevy::prelude::World;
use hexscape::battle::board::Board;
use hexscape::battle::order::submit;
use hexscape::battle::phase::{Turn, Verdict};
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::{Health, Position, Side, UnitId, edit, part};
use hexscape::content::terrain::Cover;
use hexscape::content::{self};
use hexscape::mission::{self, Terms};
use hexscape::playing::Game;
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::ai::{Purpose, explain};
use hexscape::rules::battlescape::content::items::ItemKind;
use hexscape::rules::battlescape::content::{BattlescapeContent, FireMode, Gait};
use hexscape::rules::battlescape::gear::{Carried, Pack};
use hexscape::rules::battlescape::nerve::Nerve;
use hexscape::rules::battlescape::order::Order;
use hexscape::rules::battlescape::setup::set_up;
use hexscape::rules::battlescape::side_view::SideView;
use hexscape::rules::battlescape::soldier::{Arms, Stance, TimeUnits};

use crate::properties::shipped;

pub const A: UnitId = UnitId(0);

/// A battle of the computer's units `own` in a mode; rows of letters as in vectors.
pub fn scene(mode: &str, rows: &[&str], own: &str, enemies: &str, more: &str) -> World {
    let rows: Vec<_> = rows.iter().map(|row| format!("{row:?}")).collect();
    let rows = rows.join(", ");
    let text = format!(
        r#"Mission(name: "m", rules: Battlescape(), board: Drawn(
            legend: {{'.': "grass", 'o': "window", '_': "floor", '#': "wall", '-': "low_wall", 's': "sand", '=': "road"}},
            rows: [{rows}]),
        sides: [
            (name: "Own", controller: Ai({mode}), units: [{own}]),
            (name: "Foes", controller: Ai(Hold), hunts: true, units: [{enemies}]),
        ],
        {more})"#
    );
    let catalog = content::load_default().expect("the shipped content is sound");
    let mission = mission::parse("m.ron", &text, &catalog, Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"));
    let mut world = World::new();
    set_up(&mut world, &mission, 1);
    world
}

pub const ALL: &str = r#"objectives: (primary: EliminateAll("Foes"))"#;
pub const OPEN: [&str; 3] = [
    ". . . . . . . . . . . . . .",
    " . . . . . . . . . . . . . .",
    ". . . . . . . . . . . . . .",
];
/// The far end cannot be seen.
pub const SPLIT: [&str; 3] = [
    ". . . . . . . . # . . . . .",
    " . . . . . . . . # . . . . .",
    ". . . . . . . . # . . . . .",
];

pub fn decide(world: &mut World) -> Order {
    let side = world.resource::<Turn>().active;
    let asked = explain(SideView::new(world, side));
    let order = Battlescape::decide(world, side);
    assert_eq!(asked.order, order, "the explanation is of this decision");
    order
}

fn kind_in(world: &World, slot: u8) -> ItemKind {
    let content = content::load_default().expect("the shipped content is sound");
    match part::<Pack>(world, A).get(slot) {
        Some(Carried::Item { item, .. }) => content.part::<BattlescapeContent>().item(item).kind,
        other => panic!("{other:?} is no item"),
    }
}

#[test]
fn whoever_is_badly_hurt_hides_in_smoke() {
    let own = r#"(kind: "infantry", name: "A", at: (2, 1), items: ["smoke_grenade"])"#;
    let mut world = scene(
        "Cautious",
        &OPEN,
        own,
        r#"(kind: "heavy", at: (9, 1))"#,
        ALL,
    );
    edit(&mut world, A).set(Health { now: 20, max: 60 });
    let order = decide(&mut world);
    assert!(matches!(order, Order::Throw(A, 0, _)), "{order:?}");
}

#[test]
fn grenades_go_where_several_stand_and_no_friend() {
    let own = r#"(kind: "infantry", name: "A", at: (2, 1)), (kind: "infantry", at: (1, 1))"#;
    let foes = r#"(kind: "sectoid", at: (7, 1)), (kind: "sectoid", at: (8, 1))"#;
    let mut world = scene("Aggressive", &OPEN, own, foes, ALL);
    let order = decide(&mut world);
    assert!(matches!(order, Order::Throw(..)), "{order:?}");
    let own = r#"(kind: "infantry", name: "A", at: (2, 1)), (kind: "infantry", at: (6, 1))"#;
    let mut world = scene("Aggressive", &OPEN, own, foes, ALL);
    let order = decide(&mut world);
    let grid = world.resource::<Board>().grid;
    let friend = grid.from_offset(6, 1).expect("on the board");
    if let Order::Throw(_, _, tile) = order {
        assert!(
            grid.distance(tile, friend) > 2,
            "a frag grenade reaches {order:?}"
        );
    }
    // The friend is so near that every blast which strikes the enemy strikes it as well.
    let foes = r#"(kind: "sectoid", at: (7, 1))"#;
    for place in [(6, 1), (8, 1), (7, 0), (8, 2)] {
        let own = format!(
            r#"(kind: "infantry", name: "A", at: (2, 1)), (kind: "infantry", at: {place:?})"#
        );
        let mut world = scene("Aggressive", &OPEN, &own, foes, ALL);
        let order = decide(&mut world);
        assert!(!matches!(order, Order::Throw(..)), "{place:?}: {order:?}");
    }
}

#[test]
fn mines_are_laid_ahead_by_who_keeps_watch() {
    let own = r#"(kind: "infantry", name: "A", at: (2, 1), items: ["proximity_mine"])"#;
    let mut world = scene(
        "Hold",
        &SPLIT,
        own,
        r#"(kind: "sectoid", at: (12, 1))"#,
        ALL,
    );
    let order = decide(&mut world);
    assert!(matches!(order, Order::Lay(A, 0, _)), "{order:?}");
    submit::<Battlescape>(&mut world, Side(0), order).expect("it passes");
    // Out of its blast, and in the open it then lies down to watch.
    let order = decide(&mut world);
    assert!(matches!(order, Order::Move(A, ..)), "{order:?}");
    submit::<Battlescape>(&mut world, Side(0), order).expect("it passes");
    let view = SideView::new(&world, Side(0));
    let mine = view.mines().next().expect("it was laid");
    assert!(view.grid().distance(mine, view.unit(A).tile) > 1);
    assert_eq!(decide(&mut world), Order::GoProne(A));
    submit::<Battlescape>(&mut world, Side(0), Order::GoProne(A)).expect("it passes");
    assert_eq!(decide(&mut world), Order::Ready(A));
}

#[test]
fn searchers_scan_first() {
    let own = r#"(kind: "infantry", name: "A", at: (2, 1), items: ["motion_scanner"])"#;
    let mut world = scene(
        "Search",
        &SPLIT,
        own,
        r#"(kind: "sectoid", at: (12, 1))"#,
        ALL,
    );
    assert_eq!(decide(&mut world), Order::Use(A, 0, A));
    assert!(matches!(kind_in(&world, 0), ItemKind::Scanner { .. }));
}

#[test]
fn whoever_ran_out_takes_a_weapon_that_fires() {
    let own = r#"(kind: "infantry", name: "A", at: (2, 1)), (kind: "infantry", at: (3, 1))"#;
    let mut world = scene(
        "Aggressive",
        &OPEN,
        own,
        r#"(kind: "sectoid", at: (9, 1))"#,
        ALL,
    );
    let comrade = UnitId(1);
    let weapon = part::<Arms>(&world, A).weapon;
    edit(&mut world, A).set(Arms {
        weapon,
        rounds: 0,
        spare: 0,
    });
    let rifle = Carried::Weapon {
        weapon,
        rounds: 12,
        spare: 0,
    };
    // A rifle in the comrade's pack is dropped next door.
    let mut pack = *part::<Pack>(&world, comrade);
    pack.put(rifle).expect("there is room");
    let slot = (pack.slots.iter().position(|thing| *thing == Some(rifle))).expect("put") as u8;
    edit(&mut world, comrade).set(pack);
    submit::<Battlescape>(&mut world, Side(0), Order::Drop(comrade, slot)).expect("it passes");
    submit::<Battlescape>(
        &mut world,
        Side(0),
        Order::Move(
            comrade,
            Gait::Walk,
            vec![hexscape::battle::grid::Direction::new(0)],
        ),
    )
    .expect("it passes");
    submit::<Battlescape>(&mut world, Side(0), Order::EndUnit(comrade)).expect("it passes");
    let mut done = Vec::new();
    for _ in 0..4 {
        let order = decide(&mut world);
        done.push(order.clone());
        submit::<Battlescape>(&mut world, Side(0), order).expect("it passes");
        if part::<Arms>(&world, A).rounds > 0 {
            break;
        }
    }
    assert_eq!(part::<Arms>(&world, A).rounds, 12, "{done:?}");
}

#[test]
fn civilians_run_from_those_who_hunt_them() {
    let text = r#"Mission(name: "m", rules: Battlescape(), board: Drawn(
            legend: {'.': "grass", '#': "wall"},
            rows: [". . . . . . . . . . . .", " . . . . . . . . . . . .", ". . . . . . . . . . . ."]),
        sides: [
            (name: "Own", controller: Human, units: [(kind: "infantry", at: (11, 2))]),
            (name: "Foes", controller: Ai(Hold), hunts: true, units: [(kind: "ripper", name: "R", at: (0, 1))]),
            (name: "People", controller: Ai(Hold), neutral: true, units: [(kind: "civilian", name: "C", at: (5, 1))]),
        ],
        objectives: (primary: EliminateAll("Foes")))"#;
    let catalog = content::load_default().expect("the shipped content is sound");
    let mission = mission::parse("m.ron", text, &catalog, Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"));
    let mut world = World::new();
    set_up(&mut world, &mission, 1);
    for side in [Side(0), Side(1)] {
        submit::<Battlescape>(&mut world, side, Order::EndTurn).expect("it passes");
    }
    assert_eq!(world.resource::<Turn>().active, Side(2));
    let civilian = UnitId(2);
    let column = |world: &World| {
        let tile = part::<Position>(world, civilian).0;
        let grid = world.resource::<Board>().grid;
        grid.to_offset(tile).0
    };
    let before = column(&world);
    let order = Battlescape::decide(&mut world, Side(2));
    assert!(matches!(order, Order::Move(..)), "{order:?}");
    submit::<Battlescape>(&mut world, Side(2), order).expect("it passes");
    assert!(column(&world) > before, "away from the hunter in the west");
}

#[test]
fn flares_light_the_night_where_somebody_was_heard() {
    let own = r#"(kind: "infantry", name: "A", at: (2, 1), items: ["flare"])"#;
    let foes = r#"(kind: "sectoid", name: "B", at: (9, 1))"#;
    let night = format!("night: true, {ALL}");
    let mut world = scene("Defensive", &OPEN, own, foes, &night);
    // The sectoid fires from the dark; what is heard is remembered until the next phase.
    submit::<Battlescape>(&mut world, Side(0), Order::EndTurn).expect("it passes");
    let shot = Order::Attack(UnitId(1), A, FireMode::Snap);
    submit::<Battlescape>(&mut world, Side(1), shot).expect("it sees in the dark");
    submit::<Battlescape>(&mut world, Side(1), Order::EndTurn).expect("it passes");
    if world.resource::<Verdict>().0.is_none() {
        let view = SideView::new(&world, Side(0));
        if view.traces().next().is_some() && part::<Nerve>(&world, A).panic.is_none() {
            let order = decide(&mut world);
            assert!(matches!(order, Order::Throw(A, 0, _)), "{order:?}");
            return;
        }
    }
    panic!("the shot was not heard, or killed");
}

#[test]
fn enemies_head_for_the_exits_of_an_escape() {
    let text = r#"Mission(name: "m", rules: Battlescape(), board: Drawn(
            legend: {'.': "grass", '#': "wall"},
            rows: [". . . . # . . . . . . .", " . . . . # . . . . . . .", ". . . . # . . . . . . .",
                   " . . . . . . . . . . . ."]),
        zones: {"out": [(11, 0)]}, exits: "out",
        sides: [
            (name: "Own", controller: Human, units: [(kind: "infantry", at: (0, 0))]),
            (name: "Foes", controller: Ai(Aggressive), units: [(kind: "sectoid", name: "B", at: (6, 1))]),
        ],
        objectives: (primary: Escape(units: 1)))"#;
    let catalog = content::load_default().expect("the shipped content is sound");
    let mission = mission::parse("m.ron", text, &catalog, Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"));
    let mut world = World::new();
    set_up(&mut world, &mission, 1);
    submit::<Battlescape>(&mut world, Side(0), Order::EndTurn).expect("it passes");
    let decision = explain(SideView::new(&world, Side(1)));
    let purposes: Vec<_> = decision
        .alternatives
        .iter()
        .map(|one| one.purpose)
        .collect();
    assert!(purposes.contains(&Purpose::Objective), "{decision:?}");
}

/// The explanation names the order that is given, through whole battles, and tells it in words.
#[test]
fn every_decision_can_be_asked_for_its_alternatives() {
    for name in ["skirmish_6v8", "night_call"] {
        let mission = shipped(name);
        let mut world = World::new();
        set_up(&mut world, &mission, 3);
        let (mut told, mut chosen) = (0, 0);
        for _ in 0..120 {
            if world.resource::<Verdict>().0.is_some() {
                break;
            }
            let side = world.resource::<Turn>().active;
            let decision = explain(SideView::new(&world, side));
            let order = Battlescape::decide(&mut world, side);
            assert_eq!(decision.order, order, "{name}");
            if let Some(line) = Battlescape::advise(&world, side).line() {
                told += 1;
                assert!(line.contains(" <- "), "{line}");
            }
            let is_weighed =
                |one: &hexscape::rules::battlescape::ai::Alternative| one.order == order;
            chosen += usize::from(decision.alternatives.iter().any(is_weighed));
            submit::<Battlescape>(&mut world, side, order).expect("the computer's orders pass");
        }
        assert!(
            told > 20 && chosen > 20,
            "{name}: {told} told, {chosen} chosen of them"
        );
    }
}

#[test]
fn tu_run_out_and_the_computer_stops() {
    let own = r#"(kind: "infantry", name: "A", at: (2, 1))"#;
    let mut world = scene(
        "Aggressive",
        &OPEN,
        own,
        r#"(kind: "sectoid", at: (9, 1))"#,
        ALL,
    );
    edit(&mut world, A).set(TimeUnits { now: 1, carried: 0 });
    assert!(matches!(decide(&mut world), Order::EndUnit(A)));
}

#[test]
fn a_patrol_walks_from_stop_to_stop_while_nobody_is_known_of() {
    let own = r#"(kind: "infantry", name: "A", at: (2, 1), patrol: [(2, 0), (6, 2)])"#;
    let mut world = scene(
        "Hold",
        &SPLIT,
        own,
        r#"(kind: "sectoid", at: (12, 1))"#,
        ALL,
    );
    let place = |world: &World| {
        let tile = part::<Position>(world, A).0;
        world.resource::<Board>().grid.to_offset(tile)
    };
    for (turn, stop) in [(1, (6, 2)), (2, (2, 0)), (3, (6, 2))] {
        assert_eq!(world.resource::<Turn>().number, turn);
        while world.resource::<Turn>().active == Side(0) {
            let order = decide(&mut world);
            submit::<Battlescape>(&mut world, Side(0), order).expect("its orders pass");
        }
        assert_eq!(place(&world), stop, "turn {turn}");
        submit::<Battlescape>(&mut world, Side(1), Order::EndTurn).expect("it passes");
    }
}

#[test]
fn whoever_has_taken_full_cover_stands_up_to_shoot() {
    let own = r#"(kind: "infantry", name: "A", at: (2, 1), items: [])"#;
    let foes = r#"(kind: "sectoid", at: (7, 1))"#;
    let mut world = scene("Hold", &OPEN, own, foes, ALL);
    edit(&mut world, A).set(Stance(Cover::Full));
    assert_eq!(decide(&mut world), Order::Stand(A));
    submit::<Battlescape>(&mut world, Side(0), Order::Stand(A)).expect("it passes");
    let order = decide(&mut world);
    assert!(matches!(order, Order::Attack(A, ..)), "{order:?}");
}

#[test]
fn whoever_has_taken_full_cover_stands_up_to_keep_watch() {
    let own = r#"(kind: "infantry", name: "A", at: (2, 1), items: [])"#;
    let foes = r#"(kind: "sectoid", at: (12, 1))"#;
    let mut world = scene("Hold", &SPLIT, own, foes, ALL);
    edit(&mut world, A).set(Stance(Cover::Full));
    assert_eq!(decide(&mut world), Order::Stand(A));
}

#[test]
fn what_is_to_be_secured_is_not_used_up() {
    let own = r#"(kind: "medic", name: "A", at: (2, 1), items: ["medikit"])"#;
    let foes = r#"(kind: "sectoid", at: (12, 1))"#;
    for (goal, heals) in [
        (ALL, true),
        (r#"objectives: (primary: Secure(item: "medikit"))"#, false),
    ] {
        let mut world = scene("Hold", &SPLIT, own, foes, goal);
        edit(&mut world, A).set(Health { now: 10, max: 55 });
        let order = decide(&mut world);
        assert_eq!(matches!(order, Order::Use(..)), heals, "{order:?}");
    }
}

/// Beside the goal hex that is taken is another one: nobody waits before the first.
#[test]
fn units_go_to_goal_hexes_beside_those_that_comrades_stand_on() {
    let own = r#"(kind: "infantry", name: "A", at: (5, 0)), (kind: "infantry", at: (6, 0))"#;
    let foes = r#"(kind: "sectoid", at: (12, 1))"#;
    let goal = r#"zones: {"z": [(6, 0), (6, 1)]},
        objectives: (primary: Reach(zone: "z", units: 2))"#;
    let mut world = scene("Search", &SPLIT, own, foes, goal);
    let order = decide(&mut world);
    submit::<Battlescape>(&mut world, Side(0), order).expect("it passes");
    let grid = world.resource::<Board>().grid;
    assert_eq!(grid.to_offset(part::<Position>(&world, A).0), (6, 1));
}
