//! Objectives of every kind, and what missions have happen by themselves (battlescape §2).

use hexscape::battle::board::Board;
use hexscape::battle::order::{Opening, submit};
use hexscape::battle::phase::{Ending, Outcome, Reason, Turn, Verdict};
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::{Health, Position, Presence, Roster, Side, UnitId, part, side_of};
use hexscape::content::mode::AiMode;
use hexscape::mission;
use hexscape::playing::Game;
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::content::{DamageDice, FireMode, Gait};
use hexscape::rules::battlescape::event::Event;
use hexscape::rules::battlescape::gear::{Pack, Props};
use hexscape::rules::battlescape::log::Log;
use hexscape::rules::battlescape::nerve::Shock;
use hexscape::rules::battlescape::objective::{self, Loss, Progress};
use hexscape::rules::battlescape::order::{Order, Refusal};
use hexscape::rules::battlescape::side_view::SideView;
use hexscape::rules::battlescape::soldier::{BurnLeft, Burning, Poison};

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

/// Kills both enemies of TWO in turn 1; returns how the battle ended by that, if it did.
fn kill_both(here: &mut Field) -> Option<Ending> {
    kill(here, B);
    assert_eq!(outcome(here), None);
    kill(here, C);
    here.world.resource::<Verdict>().0
}

#[test]
fn a_battle_that_only_takes_time_ends_once_no_enemy_is_left() {
    let near = TWO.replace("at: (3, 1)", "at: (1, 1)");
    let near = near
        .replace("at: (12, 1)", "at: (9, 1)")
        .replace("at: (13, 1)", "at: (10, 1)");
    for (objective, more) in [
        ("Survive(turns: 12)", ""),
        ("Protect(unit: \"Vega\", turns: 9)", ""),
        ("Hold(zone: \"west\", turns: 5)", ""),
        // What the script still says harms nobody.
        (
            "Survive(turns: 12)",
            r#"triggers: [(when: Turn(5), then: [Message("Dawn.")])],"#,
        ),
    ] {
        let mut here = field(
            &near,
            &format!("primary: {objective}, turn_limit: 14"),
            more,
        );
        let ending = kill_both(&mut here).unwrap_or_else(|| panic!("{objective} goes on"));
        assert_eq!(ending.outcome, Outcome::Victory, "{objective}");
        assert_eq!((ending.turn, ending.reason), (1, Reason::Unopposed));
        let told = Log::new(&here.world).lines(&Event::Ended { ending });
        let expected = "The battle ends: victory, no enemy left to contest it";
        assert_eq!(told, [expected]);
    }
}

#[test]
fn a_battle_goes_on_while_its_end_can_still_change() {
    let near = TWO.replace("at: (3, 1)", "at: (1, 1)");
    let near = near
        .replace("at: (12, 1)", "at: (9, 1)")
        .replace("at: (13, 1)", "at: (10, 1)");
    let two = r#"(kind: "sectoid", name: "Two", at: (10, 1)),"#;
    assert!(near.contains(two));
    let brute = format!(r#"{two} (kind: "brute", at: (12, 1), group: "wave"),"#);
    let wave = near.replace(two, &brute);
    let survive = "primary: Survive(turns: 3), turn_limit: 14";
    for (units, objectives, more) in [
        // Somebody comes, or joins the enemy.
        (
            &wave,
            survive,
            r#"triggers: [(when: Turn(3), then: [Spawn("wave")])],"#,
        ),
        (
            &near,
            survive,
            r#"triggers: [(when: Turn(3), then: [Join(unit: "Vega", side: "Aliens")])],"#,
        ),
        // The ground may kill.
        (
            &near,
            survive,
            r#"triggers: [(when: Turn(2), then: [Danger(zone: "east", damage: 9)])],"#,
        ),
        (
            &near,
            survive,
            r#"triggers: [(when: Turn(2), then: [Terrain(at: (1, 1), becomes: "lava")])],"#,
        ),
        // There is more to win.
        (
            &near,
            r#"primary: Survive(turns: 3), turn_limit: 14, secondary: [(name: "East", objective: Reach(zone: "east", units: 1))]"#,
            "",
        ),
        // Somebody has to walk there.
        (
            &near,
            r#"primary: Hold(zone: "east", turns: 2), turn_limit: 14"#,
            "",
        ),
        (
            &near,
            r#"primary: Reach(zone: "east", units: 1), turn_limit: 14"#,
            "",
        ),
    ] {
        let mut here = field(units, objectives, more);
        assert_eq!(kill_both(&mut here), None, "{objectives} {more}");
    }
    // A wave that nothing brings any more is none.
    let mut here = field(&wave, survive, "");
    assert!(kill_both(&mut here).is_some());
    // Who burns may die of it.
    let mut here = field(&near, survive, "");
    here.set(
        A,
        Burning(Some(BurnLeft {
            dice: DamageDice { count: 1, sides: 4 },
            turns: 2,
            by: None,
        })),
    );
    assert_eq!(kill_both(&mut here), None);
    here.tape(&[("dmg", 1), ("dmg", 1)]);
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

/// Found by strict use: what fell under a civilian could never be secured.
#[test]
fn what_is_in_a_box_that_somebody_stands_on_falls_to_who_opens_it() {
    let objects =
        r#"objects: [(name: "locker", kind: Container, at: (4, 1), items: ["medikit"])],"#;
    let units = r#"
        (name: "Squad", controller: Human, units: [(kind: "infantry", at: (3, 1))]),
        (name: "Aliens", controller: Ai(Hold), units: [(kind: "sectoid", at: (14, 1))]),
        (name: "Town", controller: Ai(Hold), neutral: true, units: [(kind: "civilian", at: (4, 1))]),
    "#;
    let mut here = field(units, r#"primary: Secure(item: "medikit")"#, objects);
    let at = here.tile(4, 1);
    here.order(Order::Interact(A, at));
    here.order(Order::PickUp(A, 0));
    assert_eq!(outcome(&here), Some(Outcome::Victory));
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
        Some(AiMode::Aggressive)
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

/// Found by the Vigil: its braziers never burned, since no order began the first turn.
#[test]
fn what_waits_for_turn_one_happens_before_the_first_order() {
    let more = r#"
        night: true,
        triggers: [(when: Turn(1), then: [
            Message("The braziers are lit."), Light(at: (8, 1), radius: 1, turns: 2),
        ])],
    "#;
    let mut here = field(TWO, r#"primary: EliminateAll("Aliens")"#, more);
    let opening = here.world.resource::<Opening<Battlescape>>().0.clone();
    let told: Vec<_> = opening
        .iter()
        .flat_map(|event| Battlescape::tell_event(&here.world, event))
        .collect();
    assert_eq!(told, ["The braziers are lit.", "(8, 1) is lit up"]);
    let lights = |here: &Field| here.world.resource::<Props>().get().lights.len();
    assert_eq!(lights(&here), 1);
    let turns: Vec<_> = std::iter::repeat_with(|| {
        let events = round(&mut here);
        (
            lights(&here),
            events.iter().any(|e| matches!(e, Event::Triggered { .. })),
        )
    })
    .take(2)
    .collect();
    assert_eq!(
        turns,
        [(1, false), (0, false)],
        "it burns for two turns, and is lit once"
    );
}

#[test]
fn the_braziers_of_the_vigil_burn_in_its_first_turn() {
    let mission = crate::properties::shipped("vigil");
    let here = Field::of(&mission);
    let log: Vec<_> = (here.world.resource::<Opening<Battlescape>>().0.iter())
        .flat_map(|event| Battlescape::tell_event(&here.world, event))
        .collect();
    assert_eq!(
        log,
        [
            "The braziers are lit. They will burn for three turns.",
            "(17, 11) is lit up",
            "(17, 17) is lit up",
        ]
    );
}

#[test]
fn the_dead_and_those_who_left_join_nobody() {
    let more = r#"
        objects: [(name: "radio", kind: Console, at: (4, 1))],
        triggers: [(when: Interacts("radio"), then: [
            Join(unit: "One", side: "Squad"), Join(unit: "Two", side: "Squad"),
        ])],
    "#;
    let mut here = field(TWO, r#"primary: EliminateAll("Aliens")"#, more);
    kill(&mut here, B);
    let radio = here.tile(4, 1);
    here.order(Order::Interact(A, radio));
    assert_eq!(side_of(&here.world, B), Side(1));
    assert_eq!(side_of(&here.world, C), Side(0));
}

/// A danger zone denied a Hold that was complete (§15.26).
#[test]
fn objectives_are_judged_before_danger_zones_strike() {
    let zone = |damage: u16, turns: u16| {
        let more = format!(
            r#"triggers: [(when: Turn(1), then: [Danger(zone: "west", damage: {damage})])],"#
        );
        let units = TWO.replace("at: (3, 1)", "at: (1, 1)");
        let objective = format!(r#"primary: Hold(zone: "west", turns: {turns}), turn_limit: 9"#);
        field(&units, &objective, &more)
    };
    let mut here = zone(1000, 1);
    round(&mut here);
    assert_eq!(outcome(&here), Some(Outcome::Victory));
    assert!(here.health(A) > 0, "the battle is over before it strikes");
    let mut here = zone(1000, 2);
    round(&mut here);
    assert_eq!(outcome(&here), Some(Outcome::Defeat));
    let mut here = zone(7, 2);
    let full = here.health(A);
    round(&mut here);
    assert_eq!((outcome(&here), here.health(A)), (None, full - 7));
    round(&mut here);
    assert_eq!(
        (outcome(&here), here.health(A)),
        (Some(Outcome::Victory), full - 7)
    );
}

const FOUR: &str = r#"
    (name: "Squad", controller: Human, units: [
        (kind: "infantry", name: "Vega", at: (3, 1)), (kind: "infantry", name: "Sato", at: (3, 0)),
        (kind: "infantry", name: "Brandt", at: (3, 2)), (kind: "infantry", name: "Late", at: (2, 1), group: "late"),
    ]),
    (name: "Aliens", controller: Ai(Hold), units: [
        (kind: "sectoid", name: "One", at: (12, 1), items: ["medikit"]),
        (kind: "sectoid", name: "Spy", at: (13, 1)),
    ]),
"#;

/// A unit placed in a zone it has to reach once ended the battle before it began.
#[test]
fn no_objective_is_met_while_units_are_placed() {
    let objective = r#"primary: Reach(zone: "west", units: 1)"#;
    let mut here = field(TWO, objective, r#"deployment: "west","#);
    let inside = here.tile(1, 1);
    here.order(Order::Deploy(A, inside));
    assert_eq!(outcome(&here), None);
    here.order(Order::EndTurn);
    assert_eq!(outcome(&here), Some(Outcome::Victory));
}

/// Takes a unit's last hit points by poison, at the next resolution.
fn doom(field: &mut Field, unit: UnitId) {
    let max = part::<Health>(&field.world, unit).max;
    field.set(unit, Health { now: 1, max });
    let dice = DamageDice { count: 1, sides: 1 };
    field.set(
        unit,
        Poison(Some(BurnLeft {
            dice,
            turns: 3,
            by: None,
        })),
    );
}

fn play_on(field: &mut Field) -> Result<Vec<Event>, Refusal> {
    submit::<Battlescape>(&mut field.world, Side(0), Order::PlayOn)
}

fn lost(events: &[Event]) -> Option<Loss> {
    events.iter().find_map(|event| match event {
        Event::ObjectiveLost { loss } => Some(*loss),
        _ => None,
    })
}

/// Every kind of objective that can be lost, each when that is certain and not before (§15.27).
#[test]
fn a_mission_is_lost_once_its_objective_cannot_be_met_any_more() {
    const LATE: UnitId = UnitId(3);
    const ONE: UnitId = UnitId(4);
    let spawn = r#"triggers: [(when: Turn(3), then: [Spawn("late")])],"#;
    let joins = r#"triggers: [(when: Dies("One"), then: [Join(unit: "Spy", side: "Squad")])],"#;
    let locker = r#"objects: [(name: "locker", kind: Container, at: (9, 1), items: ["medikit"])],"#;
    let units = |needs, left| Some(Loss::Units { needs, left });
    let rows: &[(&str, &str, &[UnitId], Option<Loss>)] = &[
        ("Reach(zone: \"east\", units: 3)", "", &[], None),
        ("Reach(zone: \"east\", units: 3)", "", &[A], units(3, 2)),
        ("Reach(zone: \"east\", units: 3)", spawn, &[A], None),
        (
            "Reach(zone: \"east\", units: 3)",
            spawn,
            &[A, B],
            units(3, 2),
        ),
        ("Reach(zone: \"east\", units: 3)", joins, &[A], None),
        ("Reach(zone: \"east\", units: 2)", "", &[A], None),
        ("Control(zones: [\"west\", \"east\"])", "", &[A], None),
        (
            "Control(zones: [\"west\", \"east\"])",
            "",
            &[A, B],
            units(2, 1),
        ),
        ("Control(zones: [\"west\", \"west\"])", "", &[A, B], None),
        ("Capture(unit: \"One\")", "", &[ONE], Some(Loss::Dead(ONE))),
        ("Capture(unit: \"One\")", "", &[A], None),
        (
            "Protect(unit: \"Sato\", turns: 5)",
            "",
            &[B],
            Some(Loss::Dead(B)),
        ),
        ("Rescue(unit: \"Sato\")", "", &[B], Some(Loss::Dead(B))),
        ("Rescue(unit: \"Late\")", "", &[], Some(Loss::Absent(LATE))),
        ("Rescue(unit: \"Late\")", spawn, &[], None),
        ("Secure(item: \"medikit\", count: 2)", locker, &[], None),
        ("Secure(item: \"medikit\", count: 2)", locker, &[ONE], None),
        ("Escape(units: 3)", "", &[A, B], None),
        ("EliminateAll(\"Aliens\")", "", &[A, B], None),
    ];
    for &(objective, more, dead, expected) in rows {
        let mut here = field(FOUR, &format!("primary: {objective}"), more);
        dead.iter().for_each(|&id| doom(&mut here, id));
        let events = round(&mut here);
        assert_eq!(lost(&events), expected, "{objective}, {more}, {dead:?}");
        if let Some(loss) = expected {
            // The log names the objective and what is missing.
            let log = Log::new(&here.world);
            let (told, which) = (log.loss(loss), format!(" ({})", log.objective()));
            assert!(told.ends_with(&which), "{told}");
        }
        let failed = expected.is_some().then_some(Outcome::MissionFailed);
        assert_eq!(outcome(&here), failed, "{objective}, {more}, {dead:?}");
    }
}

#[test]
fn a_thing_that_is_used_up_cannot_be_secured_any_more() {
    let objectives = r#"primary: Secure(item: "medikit")"#;
    let mut here = field(FOUR, objectives, "");
    let one = UnitId(4);
    here.order(Order::EndTurn);
    let mut events = Vec::new();
    while lost(&events).is_none() {
        here.hurt_to(one, 20);
        events = here.order(Order::Use(one, 0, one));
    }
    let Some(Loss::Items {
        needs: 1, left: 0, ..
    }) = lost(&events)
    else {
        panic!("{events:?}");
    };
    assert_eq!(outcome(&here), Some(Outcome::MissionFailed));
}

#[test]
fn a_hold_is_lost_when_too_few_turns_are_left() {
    let objectives = r#"primary: Hold(zone: "west", turns: 3), turn_limit: 4"#;
    let mut here = field(TWO, objectives, "");
    let events = round(&mut here);
    assert_eq!((lost(&events), outcome(&here)), (None, None));
    let events = round(&mut here);
    let loss = Loss::Turns { needs: 3, left: 2 };
    assert_eq!(lost(&events), Some(loss));
    assert_eq!(
        Log::new(&here.world).loss(loss),
        "The objective can no longer be completed: it takes 3 more turns, 2 are left (Hold the marked \
         hexes: 0 of 3 turns)"
    );
    // Without a last turn there is time enough.
    play_on(&mut here).expect("units are left");
    here.order(Order::Move(A, Gait::Walk, vec![W, W]));
    for _ in 0..3 {
        assert_eq!(outcome(&here), None);
        round(&mut here);
    }
    assert_eq!(outcome(&here), Some(Outcome::Victory));
}

/// Playing on lifts what the mission failed by for good.
#[test]
fn whoever_plays_on_after_a_loss_is_left_in_peace() {
    let mut here = field(FOUR, r#"primary: Rescue(unit: "Sato"), turn_limit: 5"#, "");
    doom(&mut here, B);
    let events = round(&mut here);
    assert_eq!(lost(&events), Some(Loss::Dead(B)));
    assert_eq!(
        Battlescape::legal_orders(&here.world, Side(0)),
        [Order::PlayOn]
    );
    assert_eq!(objective::forgone(&here.world), None);
    let events = play_on(&mut here).expect("units are left");
    assert!(events.contains(&Event::PlayedOn {
        late: false,
        forlorn: true
    }));
    assert_eq!(objective::forgone(&here.world), Some(Loss::Dead(B)));
    assert_eq!(here.world.resource::<Turn>().number, 2);
    here.order(Order::Move(A, Gait::Walk, vec![W]));
    for turn in 2..5 {
        assert_eq!(here.world.resource::<Turn>().number, turn);
        assert_eq!(outcome(&here), None);
        round(&mut here);
    }
    // The last turn is played to its end, then time is up: another ending, lifted by itself.
    assert_eq!(
        (here.world.resource::<Turn>().number, outcome(&here)),
        (5, None)
    );
    here.order(Order::Move(A, Gait::Walk, vec![E]));
    assert_eq!(outcome(&here), None);
    round(&mut here);
    assert_eq!(outcome(&here), Some(Outcome::MissionFailed));
    play_on(&mut here).expect("units are left");
    round(&mut here);
    assert_eq!(outcome(&here), None);
    for id in [A, UnitId(2)] {
        doom(&mut here, id);
    }
    round(&mut here);
    assert_eq!(outcome(&here), Some(Outcome::Defeat));
    assert_eq!(play_on(&mut here), Err(Refusal::CannotPlayOn));
}
