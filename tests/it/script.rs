//! Objectives of every kind, and what missions have happen by themselves (battlescape §2).

use hexscape::{
    battle::{
        board::Board,
        phase::{Outcome, Turn, Verdict},
        unit::{Health, Position, Presence, Roster, Side, UnitId, part, side_of},
    },
    content::battlescape::{FireMode, Gait},
    mission,
    rules::battlescape::{
        event::Event,
        gear::{Pack, Props},
        nerve::Shock,
        objective::Progress,
        order::{Order, Refusal},
        side_view::SideView,
    },
};

use crate::field::{A, B, E, Field, W, catalog};

const C: UnitId = UnitId(2);

/// A board of 16 by 3 hexes with zones in the west, the middle and the east.
fn field(units: &str, objectives: &str, more: &str) -> Field {
    let text = format!(
        r#"Mission(
            name: "Test",
            rules: Battlescape(),
            board: Drawn(
                legend: {{'.': "floor", '#': "wall", '+': "door"}},
                rows: [
                    ". . . . . . . . . . . . . . . .",
                    " . . . . . . . . . . . . . . . .",
                    ". . . . . . . . . . . . . . . .",
                ],
            ),
            zones: {{
                "west": [Rect((0, 0), (1, 2))],
                "middle": [Rect((7, 0), (8, 2))],
                "east": [Rect((14, 0), (15, 2))],
            }},
            exits: "west",
            {more}
            sides: [{units}],
            objectives: ({objectives}),
        )"#
    );
    let mission = mission::parse("test", &text, &catalog(), mission::Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"));
    Field::of(&mission)
}

const TWO: &str = r#"
    (name: "Squad", controller: Human, units: [(kind: "infantry", name: "Vega", at: (3, 1))]),
    (name: "Aliens", controller: Ai(Hold), units: [
        (kind: "sectoid", name: "One", at: (12, 1)), (kind: "sectoid", name: "Two", at: (13, 1)),
    ]),
"#;

fn outcome(field: &Field) -> Option<Outcome> {
    field
        .world
        .resource::<Verdict>()
        .0
        .map(|ending| ending.outcome)
}

fn round(field: &mut Field) -> Vec<Event> {
    let mut events = field.order(Order::EndTurn);
    while outcome(field).is_none() && field.world.resource::<Turn>().active != Side(0) {
        events.extend(field.order(Order::EndTurn));
    }
    events
}

fn kill(field: &mut Field, target: UnitId) {
    field.set(target, Health { now: 1, max: 45 });
    field.tape(&[("hit", 1), ("dmg", 20), ("crit", 90)]);
    field.order(Order::Attack(A, target, FireMode::Snap));
}

#[test]
fn killing_the_one_is_enough() {
    let mut field = field(TWO, r#"primary: Kill(unit: "Two")"#, "");
    kill(&mut field, B);
    assert_eq!(outcome(&field), None);
    kill(&mut field, C);
    assert_eq!(outcome(&field), Some(Outcome::Victory));
}

#[test]
fn who_is_to_be_captured_must_live() {
    let mut here = field(TWO, r#"primary: Capture(unit: "One")"#, "");
    kill(&mut here, B);
    assert_eq!(outcome(&here), Some(Outcome::MissionFailed));
    let mut here = field(TWO, r#"primary: Capture(unit: "One")"#, "");
    here.set(
        B,
        Shock {
            points: 400,
            ..Shock::default()
        },
    );
    round(&mut here);
    assert_eq!(outcome(&here), None);
    here.order(Order::Move(A, Gait::Walk, vec![E; 8]));
    round(&mut here);
    assert_eq!(outcome(&here), Some(Outcome::Victory));
}

const ESCORT: &str = r#"
    (name: "Squad", controller: Human, units: [(kind: "infantry", name: "Vega", at: (3, 1))]),
    (name: "Aliens", controller: Ai(Hold), hunts: true, units: [(kind: "sectoid", name: "One", at: (14, 1))]),
    (name: "Farmers", controller: Ai(Retreat), neutral: true, units: [
        (kind: "civilian", name: "Ana", at: (4, 1)), (kind: "civilian", name: "Ben", at: (6, 0)),
    ]),
"#;

#[test]
fn a_person_is_called_along_and_brought_out() {
    let mut here = field(ESCORT, r#"primary: Rescue(unit: "Ana")"#, "");
    let (at, beyond) = (here.tile(4, 1), here.tile(6, 0));
    assert_eq!(side_of(&here.world, C), Side(2));
    assert_eq!(
        here.refused(Order::Interact(A, beyond)),
        Some(Refusal::NotAdjacent)
    );
    here.order(Order::Interact(A, at));
    assert_eq!(here.tu(A).now, 90);
    assert_eq!(side_of(&here.world, C), Side(0));
    round(&mut here);
    here.order(Order::Move(A, Gait::Walk, vec![E.turned(1)]));
    here.order(Order::Move(C, Gait::Walk, vec![W, W, W]));
    here.order(Order::Leave(C));
    assert_eq!(outcome(&here), Some(Outcome::Victory));
    assert_eq!(*part::<Presence>(&here.world, C), Presence::Escaped);
}

/// Civilians fight nobody; only those who hunt them fight them.
#[test]
fn only_hunters_fight_civilians() {
    let here = field(ESCORT, r#"primary: Rescue(unit: "Ana")"#, "");
    let roster = here.world.resource::<Roster>();
    assert!(!roster.are_hostile(Side(0), Side(2)));
    assert!(roster.are_hostile(Side(1), Side(2)) && roster.are_hostile(Side(2), Side(1)));
    assert!(roster.are_hostile(Side(0), Side(1)));
}

#[test]
fn protecting_and_surviving_take_turns() {
    let mut here = field(ESCORT, r#"primary: Protect(unit: "Ben", turns: 2)"#, "");
    round(&mut here);
    assert_eq!(outcome(&here), None);
    round(&mut here);
    assert_eq!(outcome(&here), Some(Outcome::Victory));
    let mut here = field(TWO, "primary: Survive(turns: 2)", "");
    round(&mut here);
    assert_eq!(outcome(&here), None);
    round(&mut here);
    assert_eq!(outcome(&here), Some(Outcome::Victory));
}

#[test]
fn what_is_to_be_secured_is_taken_from_its_box() {
    let objects =
        r#"objects: [(name: "locker", kind: Container, at: (4, 1), items: ["medikit"])],"#;
    let mut here = field(TWO, r#"primary: Secure(item: "medikit")"#, objects);
    let at = here.tile(4, 1);
    here.order(Order::Interact(A, at));
    assert_eq!(
        here.refused(Order::Interact(A, at)),
        Some(Refusal::NothingToInteract)
    );
    here.order(Order::Move(A, Gait::Walk, vec![E]));
    here.order(Order::PickUp(A, 0));
    assert_eq!(outcome(&here), Some(Outcome::Victory));
    assert!(part::<Pack>(&here.world, A).get(1).is_some());
}

#[test]
fn all_zones_have_to_be_held_at_once() {
    let units = r#"
        (name: "Squad", controller: Human, units: [
            (kind: "infantry", at: (2, 1)), (kind: "infantry", at: (6, 1)),
        ]),
        (name: "Aliens", controller: Ai(Hold), units: [(kind: "sectoid", at: (14, 1))]),
    "#;
    let mut here = field(units, r#"primary: Control(zones: ["west", "middle"])"#, "");
    here.order(Order::Move(A, Gait::Walk, vec![W]));
    round(&mut here);
    assert_eq!(outcome(&here), None);
    here.order(Order::Move(B, Gait::Walk, vec![E]));
    round(&mut here);
    assert_eq!(outcome(&here), Some(Outcome::Victory));
}

/// Found by the soak: a gate shut on whoever stood in it.
#[test]
fn whoever_stands_where_the_script_builds_a_wall_gives_way() {
    let more = r#"
        objects: [(name: "switch", kind: Console, at: (4, 1))],
        triggers: [(when: Interacts("switch"), then: [
            Terrain(at: (12, 1), becomes: "wall"), Terrain(at: (13, 1), becomes: "rubble"),
        ])],
    "#;
    let mut here = field(TWO, r#"primary: EliminateAll("Aliens")"#, more);
    let (gate, switch) = (here.tile(12, 1), here.tile(4, 1));
    let events = here.order(Order::Interact(A, switch));
    let gave_way = |id| {
        (events.iter()).any(|event| matches!(event, Event::Displaced { unit, .. } if *unit == id))
    };
    assert!(
        gave_way(B) && !gave_way(C),
        "rubble can be stood on: {events:?}"
    );
    let board = here.world.resource::<Board>();
    assert_eq!(board.layers.entry_percent(gate), None);
    assert_eq!(board.first_occupant(gate), None);
    let place = part::<Position>(&here.world, B).0;
    assert_eq!(board.grid.distance(place, gate), 1);
    assert_eq!(board.seat(B), Some(place));
}

/// Everything a script can do, set off by everything it can wait for.
#[test]
fn a_script_does_what_it_says_once() {
    let units = r#"
        (name: "Squad", controller: Human, units: [
            (kind: "infantry", name: "Vega", at: (3, 1)),
            (kind: "heavy", name: "Late", at: (3, 1), group: "relief"),
        ]),
        (name: "Aliens", controller: Ai(Hold), units: [(kind: "sectoid", name: "One", at: (13, 1))]),
    "#;
    let more = r#"
        objects: [(name: "switch", kind: Console, at: (5, 1))],
        triggers: [
            (when: Turn(2), then: [Message("Relief is here."), Spawn("relief")]),
            (when: Interacts("switch"), then: [
                Terrain(at: (6, 1), becomes: "rubble"), Light(at: (6, 1), radius: 2, turns: 3),
            ]),
            (when: Enters(zone: "middle", side: "Squad"), then: [
                Mode(side: "Aliens", mode: Aggressive), Danger(zone: "middle", warning: 1, damage: 7),
            ]),
            (when: Completes("Look around"), then: [Message("Well done.")]),
            (when: Dies("One"), then: [Message("It is over.")]),
        ],
    "#;
    let objectives = r#"primary: EliminateAll("Aliens"),
        secondary: [(name: "Look around", objective: Reach(zone: "middle", units: 1))]"#;
    let mut here = field(units, objectives, more);
    assert_eq!(*part::<Presence>(&here.world, B), Presence::Reserve);
    let told = |events: &[Event]| {
        events
            .iter()
            .filter(|e| matches!(e, Event::Told { .. }))
            .count()
    };
    let events = round(&mut here);
    assert_eq!(told(&events), 1);
    // Its own hex is taken, so it stands beside.
    assert_eq!(*part::<Presence>(&here.world, B), Presence::OnBoard);
    let grid = here.world.resource::<Board>().grid;
    let place = part::<Position>(&here.world, B).0;
    assert_eq!(grid.distance(place, here.tile(3, 1)), 1);

    here.order(Order::Move(A, Gait::Walk, vec![E]));
    let switch = here.tile(5, 1);
    here.order(Order::Interact(A, switch));
    assert_eq!(here.world.resource::<Props>().get().lights.len(), 1);
    let state = here.world.resource::<Board>().layers.state(here.tile(6, 1));
    assert_eq!(catalog().terrain(state.terrain).key, "rubble");

    here.order(Order::Move(A, Gait::Walk, vec![E, E, E]));
    assert_eq!(
        here.world.resource::<Progress>().modes[1],
        Some(mission::AiMode::Aggressive)
    );
    here.order(Order::Move(A, Gait::Walk, vec![W]));
    here.order(Order::Move(A, Gait::Walk, vec![E]));
    let before = here.health(A);
    let events = round(&mut here);
    assert_eq!((here.health(A), told(&events)), (before, 1));
    let view = SideView::new(&here.world, Side(0));
    assert!(view.secondary().all(|(_, is_done)| is_done));
    round(&mut here);
    assert_eq!(here.health(A), before - 7);
}

/// Units are placed in their zone before the first order, and no longer.
#[test]
fn units_are_placed_before_the_first_order() {
    let mut here = field(
        TWO,
        r#"primary: EliminateAll("Aliens")"#,
        "deployment: \"west\",",
    );
    let (inside, outside) = (here.tile(1, 0), here.tile(7, 0));
    assert_eq!(
        here.refused(Order::Deploy(A, outside)),
        Some(Refusal::NotInDeployment)
    );
    here.order(Order::Deploy(A, inside));
    let other = here.tile(0, 1);
    here.order(Order::Deploy(A, other));
    assert_eq!(here.tu(A).now, 100);
    here.order(Order::Move(A, Gait::Walk, vec![E]));
    assert_eq!(
        here.refused(Order::Deploy(A, inside)),
        Some(Refusal::DeploymentOver)
    );
}
