//! What a side of the party foresees of a way, and that it comes from what the side knows.

use bevy::prelude::World;
use hexscape::battle::grid::{Direction, TileId};
use hexscape::battle::knowledge::Knowledge;
use hexscape::battle::order::submit;
use hexscape::battle::phase::Verdict;
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::{Side, UnitId};
use hexscape::content::load_default;
use hexscape::mission::{self, Terms};
use hexscape::playing::Game;
use hexscape::rules::party::Party;
use hexscape::rules::party::delve::shut;
use hexscape::rules::party::event::Event;
use hexscape::rules::party::objects::Deed;
use hexscape::rules::party::order::Order;
use hexscape::rules::party::outlook::{all_escape, along, approach, sight, ways};
use hexscape::rules::party::progress::PARTY;

const EAST: Direction = Direction::new(0);

/// A fight of one against others on a board of these rows.
fn fight(rows: &[&str], own: &str, foes: &str) -> World {
    let text = format!(
        r##"Mission(name: "ways", rules: Party(),
        board: Drawn(layout: PointyOddRows, legend: {{'.': "floor", '#': "wall", '+': "door"}}, rows: {rows:?}),
        sides: [
            (name: "Own", controller: Open, units: [{own}]),
            (name: "Foes", controller: Open, units: [{foes}]),
        ])"##
    );
    begun(&text)
}

fn begun(text: &str) -> World {
    let catalog = load_default().expect("the shipped content is sound");
    let mission = mission::parse("ways.ron", text, &catalog, Terms::default());
    let mission = mission.unwrap_or_else(|problems| panic!("{problems}"));
    let mut world = World::new();
    Party::set_up(&mut world, &mission, 1);
    world
}

const ROOM: [&str; 3] = [".........", ".........", "........."];

#[test]
fn steps_cost_points_and_tell_who_sees_them_and_whose_back_is_open() {
    let own = r#"(kind: "fighter", at: (1, 1))"#;
    let foe = r#"(kind: "bandit", at: (5, 1), facing: East)"#;
    let world = fight(&ROOM, own, foe);
    let steps = along(&world, UnitId(0), &[EAST; 3]);
    let ap: Vec<_> = steps.iter().map(|step| step.ap).collect();
    assert_eq!(ap, [1, 2, 3]);
    let tiles: Vec<_> = steps.iter().map(|step| step.tile).collect();
    assert_eq!(tiles, [TileId(11), TileId(12), TileId(13)]);
    let foe = vec![UnitId(1)];
    assert!(steps.iter().all(|step| step.seen_by == foe), "{steps:?}");
    assert!(steps[..2].iter().all(|step| step.behind.is_empty()));
    assert_eq!(steps[2].behind, foe);

    // A bow has no use for a back, and a way ends at the edge of the board.
    let own = r#"(kind: "archer", at: (6, 1))"#;
    let world = fight(&ROOM, own, r#"(kind: "bandit", at: (8, 1), facing: East)"#);
    let steps = along(&world, UnitId(0), &[EAST; 9]);
    assert_eq!(steps.len(), 2);
    assert!(steps.iter().all(|step| step.behind.is_empty()), "{steps:?}");
}

#[test]
fn whoever_can_come_behind_a_walker_next_turn_has_its_back() {
    let own = r#"(kind: "fighter", at: (3, 1))"#;
    // To the hex behind it leads a step, and a blow costs five.
    for (ap, comes) in [(6, true), (5, false)] {
        let foe = format!(r#"(kind: "bandit", at: (1, 1), facing: East, ap: {ap})"#);
        let world = fight(&ROOM, own, &foe);
        let steps = along(&world, UnitId(0), &[Direction::new(1)]);
        assert!(steps[0].exposed_to.is_empty(), "two hexes away");
        let foe = format!(r#"(kind: "bandit", at: (2, 1), facing: East, ap: {ap})"#);
        let world = fight(&ROOM, own, &foe);
        let steps = along(&world, UnitId(0), &[EAST]);
        assert_eq!(steps[0].exposed_to == [UnitId(1)], comes, "{steps:?}");
    }
    let archer = r#"(kind: "bandit_archer", at: (2, 1), facing: East)"#;
    let steps = along(&fight(&ROOM, own, archer), UnitId(0), &[EAST]);
    assert!(steps[0].exposed_to.is_empty(), "{steps:?}");
}

#[test]
fn what_an_enemy_sees_through_a_door_that_nobody_watches_is_not_known() {
    // One that the party sees stands where a passage begins; at its end another one opens a door.
    let rows = [
        "######.##",
        "#####+###",
        "#####.###",
        "####.####",
        ".....####",
    ];
    let foes = r#"(kind: "bandit", at: (4, 4)), (kind: "bandit", at: (6, 0))"#;
    let [guard, far] = [UnitId(1), UnitId(2)];
    let told = [false, true].map(|opens| {
        let mut world = fight(&rows, r#"(kind: "fighter", at: (0, 4))"#, foes);
        submit::<Party>(&mut world, PARTY, Order::EndTurn).expect("it can always be ended");
        submit::<Party>(&mut world, Side(1), Order::Rest(guard)).expect("it acts first");
        let order = match opens {
            true => Order::Handle(far, Deed::Open, TileId(9 + 5)),
            false => Order::Open(far),
        };
        submit::<Party>(&mut world, Side(1), order).expect("it stands beside it");
        let sees = world.resource::<Knowledge>().unit_sees(guard, TileId(6));
        assert_eq!(
            sees, opens,
            "in truth it sees the other one through the door"
        );
        let known = sight(&world, PARTY, TileId(4 * 9 + 4));
        let tiles = (0..45).map(TileId).filter(|&tile| known.contains(tile));
        (tiles.collect::<Vec<_>>(), along(&world, UnitId(0), &[EAST]))
    });
    assert_eq!(told[0], told[1]);
    assert!(told[0].1[0].seen_by == [guard], "{told:?}");
}

/// A corridor of three rows in whose middle a trap lies, a fighter west of it who is near its end, and whoever
/// lives here east of it.
fn trapped(rows: &[&str], things: &str, rules: &str) -> World {
    let text = format!(
        r##"Mission(name: "trap", rules: Party(figures: ({rules})), map: Combat,
        board: Drawn(layout: PointyOddRows, legend: {{'.': "floor", '#': "wall"}}, rows: {rows:?}),
        things: [{things}],
        sides: [
            (name: "Own", controller: Open, units: [(kind: "fighter", at: (1, 1), ap: 20, hp: 2)]),
            (name: "Foes", controller: Open, units: [(kind: "bandit", at: (7, 1), ap: 20)]),
        ])"##
    );
    begun(&text)
}

const TRAP: &str = r#"Trap(at: (4, 1), trap: "blade")"#;
const BOTH_PLAN: &str = "deciders: (party: Planner, others: Planner)";

/// The hexes that the enemy's planner walks over in its turn.
fn walked(world: &mut World) -> Vec<TileId> {
    submit::<Party>(world, PARTY, Order::EndTurn).expect("it can always be ended");
    let mut tiles = Vec::new();
    while Party::owes(world, Side(1)) {
        let order = Party::decide(world, Side(1));
        let events = submit::<Party>(world, Side(1), order).expect("it is legal");
        tiles.extend(events.iter().filter_map(|event| match event {
            Event::Stepped { to, .. } => Some(*to),
            _ => None,
        }));
    }
    tiles
}

#[test]
fn ways_lead_around_known_traps_where_others_lead_there() {
    let (trap, end) = (TileId(9 + 4), TileId(9 + 2));
    let enters = |rows: &[&str]| {
        let world = trapped(rows, TRAP, "");
        let path = ways(&world, UnitId(1), 20)
            .path(end)
            .expect("there is a way");
        let steps = along(&world, UnitId(1), &path);
        (path.len(), steps.iter().any(|step| step.tile == trap))
    };
    assert_eq!(enters(&ROOM), (6, false), "those who live here know of it");
    let narrow = ["#########", ".........", "#########"];
    assert_eq!(enters(&narrow), (5, true), "there is no other way");
    for (rows, passes) in [(&ROOM, false), (&narrow, true)] {
        let walked = walked(&mut trapped(rows, TRAP, BOTH_PLAN));
        assert!(walked.len() > 2, "it comes: {walked:?}");
        assert_eq!(walked.contains(&trap), passes, "{walked:?}");
    }
}

#[test]
fn a_trap_that_nobody_found_changes_no_way_and_no_choice() {
    let told = ["", TRAP].map(|things| {
        let mut world = trapped(&ROOM, things, BOTH_PLAN);
        let ways = ways(&world, UnitId(0), 20);
        let paths: Vec<_> = ways.found().iter().map(|&tile| ways.path(tile)).collect();
        let way = approach(&world, UnitId(0), UnitId(1));
        let advice = Party::advise(&world, PARTY);
        let first = Party::decide(&mut world, PARTY);
        (paths, way, advice, first)
    });
    assert_eq!(told[0], told[1]);
}

#[test]
fn the_last_to_step_into_the_zone_takes_all_away_as_foreseen() {
    let text = r##"Mission(name: "out", rules: Party(), zones: {"edge": [Rect((0, 1), (1, 1))]}, escape: "edge", goal: Escape,
        board: Drawn(layout: PointyOddRows, legend: {'.': "floor"}, rows: [".........", ".........", "........."]),
        sides: [
            (name: "Own", controller: Open, units: [
                (kind: "fighter", at: (0, 1)), (kind: "fighter", at: (3, 1), facing: West),
            ]),
            (name: "Foes", controller: Open, units: [(kind: "bandit", at: (8, 1))]),
        ])"##;
    let mut world = begun(text);
    let walker = UnitId(1);
    let west = Direction::new(3);
    assert!(!all_escape(&world, None));
    assert!(!all_escape(&world, Some((walker, TileId(11)))));
    assert!(all_escape(&world, Some((walker, TileId(10)))));
    submit::<Party>(&mut world, PARTY, Order::Move(walker, vec![west])).expect("a free step");
    assert_eq!(world.resource::<Verdict>().0, None);
    submit::<Party>(&mut world, PARTY, Order::Move(walker, vec![west])).expect("a free step");
    let verdict = world.resource::<Verdict>().0.expect("all got away");
    assert_eq!(verdict.winner, Some(PARTY));
}

#[test]
fn whoever_stands_beside_an_open_door_can_shut_it_and_nobody_else() {
    let rows = ["###...", ".+....", "###..."];
    let own = r#"(kind: "fighter", at: (0, 1)), (kind: "fighter", at: (4, 1))"#;
    let mut world = fight(&rows, own, r#"(kind: "bandit", at: (5, 1))"#);
    let (inside, outside) = (UnitId(0), UnitId(1));
    let door = TileId(7);
    assert_eq!(shut(&world, inside), None, "it is shut");
    let order = Order::Handle(inside, Deed::Open, door);
    submit::<Party>(&mut world, PARTY, order).expect("it stands beside the door");
    let close = Order::Handle(inside, Deed::Close, door);
    assert_eq!(shut(&world, inside), Some(close.clone()));
    assert_eq!(shut(&world, outside), None, "it is too far off");
    submit::<Party>(&mut world, PARTY, close).expect("nobody stands in the doorway");
    assert_eq!(shut(&world, inside), None);
}
