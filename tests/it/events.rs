//! What orders lead to under scripted dice: event by event, in words.

use std::sync::Arc;

use hexscape::battle::board::{Board, TileState};
use hexscape::battle::unit::{Health, Title, UnitId, part};
use hexscape::rules::battlescape::content::{BattlescapeContent, FireMode, Gait};
use hexscape::rules::battlescape::event::Event;
use hexscape::rules::battlescape::log::Log;
use hexscape::rules::battlescape::order::Order;
use hexscape::rules::battlescape::soldier::{Arms, TimeUnits};

use crate::field::{A, B, E, Field, OPEN, W, catalog, mission};

/// Tells an event as the log does, and what the log leaves out in short.
fn tell(field: &Field, event: &Event) -> Vec<String> {
    let name = |unit: &UnitId| part::<Title>(&field.world, *unit).0.clone();
    let place = |tile| {
        let (column, row) = field.world.resource::<Board>().grid.to_offset(tile);
        format!("({column}, {row})")
    };
    let told = match event {
        Event::Stepped { unit, to, tu, .. } => {
            format!("{} steps to {} for {tu}", name(unit), place(*to))
        }
        Event::Turned { unit, tu, .. } => format!("{} turns for {tu}", name(unit)),
        Event::UnitEnded { unit } => format!("{} is done", name(unit)),
        Event::PhaseEnded { side } => format!("Side {} is done", side.0 + 1),
        Event::FireRolled {
            roll,
            ignites: None,
            ..
        } => format!("Fire does not spread on {roll}"),
        Event::EnvironmentAged => "Smoke and clouds thin".into(),
        Event::FiresBurnedDown => "Fires burn down".into(),
        Event::SightRenewed => "Sight is renewed".into(),
        Event::Recovered => "All recover".into(),
        Event::NerveTested {
            unit,
            roll,
            panic: None,
            ..
        } => format!("{} keeps its nerve on {roll}", name(unit)),
        Event::ObjectiveJudged { held: 0 } => "The objective is judged".into(),
        _ => {
            let lines = Log::new(&field.world).lines(event);
            assert!(!lines.is_empty(), "the log tells all other events");
            return lines;
        }
    };
    vec![told]
}

/// Orders under a tape that must be used up lead to exactly these events.
#[track_caller]
fn check_events(field: &mut Field, order: Order, tape: &[(&str, u32)], expected: &[&str]) {
    field.tape(tape);
    let events = field.order(order);
    let told: Vec<_> = (events.iter())
        .flat_map(|event| tell(field, event))
        .collect();
    field.tape(&[]);
    assert_eq!(told, expected, "{}", told.join("\n"));
}

/// Infantry in the west, an enemy in the east of bare floor.
fn facing_off(enemy: &'static str, column: i32) -> Field {
    Field::new(&OPEN, &[("infantry", (1, 1))], &[(enemy, (column, 1))])
}

#[test]
fn a_burst_rolls_every_round_and_kills_after_the_last() {
    let mut field = facing_off("sectoid", 4);
    field.set(B, Health { now: 20, max: 45 });
    check_events(
        &mut field,
        Order::Attack(A, B, FireMode::Burst),
        &[
            ("hit", 12),
            ("dmg", 15),
            ("crit", 90),
            ("hit", 40),
            ("ricochet", 21),
            ("hit", 35),
            ("dmg", 4),
            ("crit", 90),
            ("hit", 90),
            ("ricochet", 90),
            ("hit", 3),
            ("dmg", 20),
            ("crit", 1),
        ],
        &[
            "Infantry fires a burst at Sectoid: 35%",
            "  accuracy +65, weapon +5, fire mode -25, range -10",
            "A hit: Sectoid loses 12 HP",
            "  rolled 12: hit, dice 15 > 15 > 15 less armor 3",
            "A miss",
            "  rolled 40: miss",
            "A hit: Sectoid loses 1 HP",
            "  rolled 35: hit, dice 4 > 4 > 4 less armor 3",
            "A miss",
            "  rolled 90: miss",
            "A critical hit: Sectoid loses 34 HP",
            "  rolled 3: hit, critical, dice 20 > 20 > 20 less armor 3",
            "Sectoid is killed by Infantry",
            "Infantry morale +20",
            "Side 1 is done",
            "Side 2 is done",
            "Smoke and clouds thin",
            "Sight is renewed",
            "All recover",
            "The objective is judged",
            "The battle ends: victory",
        ],
    );
}

#[test]
fn plasma_sets_its_target_burning_and_the_burn_hurts_in_resolution() {
    let mut field = facing_off("sectoid", 4);
    field.order(Order::EndTurn);
    check_events(
        &mut field,
        Order::Attack(B, A, FireMode::Aimed),
        &[("hit", 1), ("dmg", 10), ("crit", 90), ("fx", 20)],
        &[
            "Sectoid fires an aimed shot at Infantry: 70%",
            "  accuracy +55, fire mode +15",
            "A hit: Infantry loses 6 HP",
            "  rolled 1: hit, dice 10 > 12 > 9 less armor 3",
            "Infantry catches fire for 3 turns",
            "Infantry +2 suppression",
        ],
    );
    check_events(
        &mut field,
        Order::EndTurn,
        &[("dmg", 3), ("dmg", 4)],
        &[
            "Side 2 is done",
            "Smoke and clouds thin",
            "Infantry loses 7 HP from burns",
            "Sight is renewed",
            "All recover",
            "The objective is judged",
            "Turn 2",
            "own's phase",
        ],
    );
}

#[test]
fn a_readied_enemy_fires_at_the_first_step_it_sees() {
    let mut field = facing_off("disc_walker", 9);
    field.order(Order::Ready(A));
    field.order(Order::EndTurn);
    check_events(
        &mut field,
        Order::Move(B, Gait::Walk, vec![W, W, W]),
        &[
            ("hit", 100),
            ("ricochet", 100),
            ("hit", 100),
            ("ricochet", 100),
        ],
        &[
            "Disc Walker steps to (8, 1) for 4",
            "Reaction: Infantry fires a snap shot at Disc Walker: 35%",
            "  accuracy +65, weapon +5, fire mode -10, range -15, reaction fire -10",
            "A miss",
            "  rolled 100: miss",
            "Disc Walker +1 suppression",
            "Disc Walker steps to (7, 1) for 4",
            "Reaction: Infantry fires a snap shot at Disc Walker: 35%",
            "  accuracy +65, weapon +5, fire mode -10, range -15, reaction fire -10",
            "A miss",
            "  rolled 100: miss",
            "Disc Walker +1 suppression",
            "Disc Walker steps to (6, 1) for 4",
        ],
    );
}

#[test]
fn a_mover_that_dies_of_reaction_fire_goes_no_farther() {
    let mut field = facing_off("sectoid", 9);
    field.set(B, Health { now: 1, max: 45 });
    field.order(Order::Ready(A));
    field.order(Order::EndTurn);
    check_events(
        &mut field,
        Order::Move(B, Gait::Walk, vec![W, W, W]),
        &[("hit", 1), ("dmg", 20), ("crit", 100)],
        &[
            "Sectoid steps to (8, 1) for 5",
            "Reaction: Infantry fires a snap shot at Sectoid: 35%",
            "  accuracy +65, weapon +5, fire mode -10, range -15, reaction fire -10",
            "A hit: Sectoid loses 19 HP",
            "  rolled 1: hit, dice 20 > 22 > 22 less armor 3",
            "Sectoid is killed by Infantry",
            "Infantry morale +20",
            "Side 2 is done",
            "Smoke and clouds thin",
            "Sight is renewed",
            "All recover",
            "The objective is judged",
            "The battle ends: victory",
        ],
    );
}

/// A walker in the open that once saw as far as column 14, and an enemy that has come since.
fn meeting(contact_ends_walk: bool) -> Field {
    let mut plan = mission(
        &OPEN,
        &[],
        &[("infantry", (4, 1))],
        &[("disc_walker", (20, 1))],
    );
    let mut catalog = catalog();
    catalog
        .part_mut::<BattlescapeContent>()
        .figures
        .tu
        .contact_ends_walk = contact_ends_walk;
    plan.catalog = Arc::new(catalog);
    let mut field = Field::of(&plan);
    field.order(Order::Move(A, Gait::Walk, vec![W; 4]));
    field.order(Order::EndTurn);
    field.order(Order::Move(B, Gait::Walk, vec![W; 8]));
    field.order(Order::EndTurn);
    field
}

#[test]
fn a_walk_ends_where_it_brings_an_enemy_into_sight() {
    check_events(
        &mut meeting(true),
        Order::Move(A, Gait::Walk, vec![E; 13]),
        &[],
        &[
            "Infantry steps to (1, 1) for 4",
            "Infantry steps to (2, 1) for 4",
            "own spots Disc Walker at (12, 1)",
        ],
    );
}

#[test]
fn a_walk_stops_before_whom_it_meets_on_the_way() {
    let mut field = meeting(false);
    field.tape(&[]);
    let events = field.order(Order::Move(A, Gait::Walk, vec![E; 13]));
    let steps = events
        .iter()
        .filter(|event| matches!(event, Event::Stepped { .. }));
    assert_eq!(steps.count(), 11);
    let last = tell(&field, events.last().expect("it was carried out"));
    assert_eq!(last, ["Infantry is stopped in its tracks"]);
    assert_eq!(part::<TimeUnits>(&field.world, A).now, 150 - 44);
}

#[test]
fn a_fall_hurts_by_the_level_and_lava_hurts_on_entry_and_in_resolution() {
    let mut field = Field::of(&mission(
        &[". L . . . . . . . .", " . . . . . . . . . ."],
        &["3 0 0 0 0 0 0 0 0 0", " 0 0 0 0 0 0 0 0 0 0"],
        &[("infantry", (0, 0))],
        &[("sectoid", (9, 0))],
    ));
    check_events(
        &mut field,
        Order::Move(A, Gait::Walk, vec![E]),
        &[],
        &[
            "Infantry steps to (1, 0) for 8",
            "Infantry loses 20 HP in a fall",
            "Infantry loses 20 HP on deadly ground",
        ],
    );
    field.order(Order::EndTurn);
    check_events(
        &mut field,
        Order::EndTurn,
        &[],
        &[
            "Side 2 is done",
            "Smoke and clouds thin",
            "Infantry loses 20 HP on deadly ground",
            "Infantry dies",
            "Sight is renewed",
            "All recover",
            "The objective is judged",
            "The battle ends: defeat, winner enemies",
        ],
    );
}

#[test]
fn acts_in_place_cost_what_the_figures_say() {
    let mut field = Field::new(
        &[
            ". - + . . . . . . #",
            " . . . . . . . . . #",
            ". . . . . . . . . .",
        ],
        &[("infantry", (0, 0))],
        &[("sectoid", (9, 2))],
    );
    field.set(
        A,
        Arms {
            rounds: 3,
            ..*part::<Arms>(&field.world, A)
        },
    );
    for (order, line, left) in [
        (Order::TakeCover(A, None, E), "Infantry takes cover", 90),
        (Order::Stand(A), "Infantry stands up", 85),
        (Order::Reload(A), "Infantry reloads (30 rounds)", 75),
        (Order::Ready(A), "Infantry goes on overwatch", 60),
        (Order::Turn(A, W), "Infantry turns for 3", 57),
        (Order::EndUnit(A), "Infantry is done", 57),
    ] {
        check_events(&mut field, order, &[], &[line]);
        assert_eq!(part::<TimeUnits>(&field.world, A).now, left, "{line}");
    }
}

#[test]
fn a_door_opens_and_shows_what_is_behind() {
    let mut field = Field::new(
        &[". + . . .", " # # # # #", "# # # # #"],
        &[("infantry", (0, 0))],
        &[("sectoid", (3, 0))],
    );
    check_events(
        &mut field,
        Order::Door(A, E),
        &[],
        &[
            "Infantry opens a door",
            "enemies spot Infantry at (0, 0)",
            "own spots Sectoid at (3, 0)",
        ],
    );
    check_events(
        &mut field,
        Order::Door(A, E),
        &[],
        &["Infantry closes a door"],
    );
}

#[test]
fn a_resolution_runs_fire_ground_burns_and_judgement_in_this_order() {
    let mut plan = mission(
        &[
            ", , , . . . . . . . . . . . .",
            " . . . . . . . . . . . . . . .",
        ],
        &[],
        &[("infantry", (0, 0))],
        &[("sectoid", (13, 0))],
    );
    plan.board.tiles[0] = TileState {
        fire: 2,
        smoke: 1,
        ..plan.board.tiles[0]
    };
    let mut field = Field::of(&plan);
    field.order(Order::EndTurn);
    check_events(
        &mut field,
        Order::EndTurn,
        &[("spread", 15), ("spread", 1)],
        &[
            "Side 2 is done",
            "Fire spreads to (1, 0)",
            "Smoke and clouds thin",
            "Infantry loses 5 HP in the fire",
            "Fires burn down",
            "Sight is renewed",
            "All recover",
            "The objective is judged",
            "Turn 2",
            "own's phase",
        ],
    );
}
