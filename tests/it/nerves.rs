//! Suppression, stun, morale and panic (battlescape §7–§9), with the vectors that concern them.

use hexscape::battle::unit::{Facing, Health, Position, Side, Vision, part};
use hexscape::rules::battlescape::content::{BattlescapeContent, FireMode, Gait};
use hexscape::rules::battlescape::event::{Event, Mark};
use hexscape::rules::battlescape::log::Log;
use hexscape::rules::battlescape::nerve::{self, Energy, Nerve, Panic, Shock, Stunned};
use hexscape::rules::battlescape::order::{Order, Refusal};
use hexscape::rules::battlescape::panel::inspect::status;
use hexscape::rules::battlescape::side_view::SideView;
use hexscape::rules::battlescape::soldier::{Arms, Ended, Readiness};

use crate::field::{A, B, E, Field, OPEN, W, catalog};

/// The third unit.
const C: hexscape::battle::unit::UnitId = hexscape::battle::unit::UnitId(2);

fn nerve(field: &Field, id: hexscape::battle::unit::UnitId) -> Nerve {
    *part::<Nerve>(&field.world, id)
}

fn set_morale(field: &mut Field, id: hexscape::battle::unit::UnitId, morale: u8) {
    let before = nerve(field, id);
    field.set(id, Nerve { morale, ..before });
}

/// Vector 54: a share of the most comes back each turn, rounded up.
#[test]
fn energy_comes_back_rounded_up() {
    let catalog = catalog();
    let figures = &catalog.part::<BattlescapeContent>().figures;
    for (max, gain) in [(40, 2), (50, 3), (60, 3), (100, 5)] {
        let energy = Energy { now: 0, max };
        assert_eq!(nerve::regained(figures, energy).now, gain, "of {max}");
    }
    let full = Energy { now: 39, max: 40 };
    assert_eq!(nerve::regained(figures, full).now, 40);
}

/// Vector 55: what a death costs comrades of Bravery 10, 50 and 80; double for a leader's.
#[test]
fn a_death_costs_the_timid_more() {
    let catalog = catalog();
    let figures = &catalog.part::<BattlescapeContent>().figures.morale;
    for (bravery, loss) in [(10, -20), (50, -12), (80, -6)] {
        assert_eq!(nerve::death_loss(figures, bravery, false, false), loss);
        assert_eq!(nerve::death_loss(figures, bravery, true, false), 2 * loss);
        assert_eq!(nerve::death_loss(figures, bravery, false, true), loss / 2);
    }
}

/// Vector 56: chance of panic at morale 10, 40 and 50.
#[test]
fn the_chance_of_panic_falls_with_morale() {
    let catalog = catalog();
    let figures = &catalog.part::<BattlescapeContent>().figures.morale;
    for (morale, chance) in [(10, 80), (40, 20), (50, 0), (100, 0), (0, 100)] {
        assert_eq!(nerve::panic_chance(figures, morale), chance);
    }
}

/// Vector 60: four near misses of a heavy weapon are 8 points: Suppressed, with 6 left next turn.
#[test]
fn four_heavy_near_misses_suppress_for_this_turn_and_the_next() {
    let mut field = Field::new(&OPEN, &[("heavy", (1, 1))], &[("brute", (7, 1))]);
    field.tape(&[("hit", 100), ("ricochet", 100)].repeat(4));
    let told = |field: &Field, events: &[Event]| {
        let log = Log::new(&field.world);
        let lines: Vec<_> = events.iter().flat_map(|event| log.lines(event)).collect();
        lines.iter().any(|line| line == "Brute is suppressed")
    };
    let events = field.order(Order::Attack(A, B, FireMode::Burst));
    let pinned = nerve(&field, B);
    assert_eq!((pinned.suppression, pinned.suppressed), (8, 2));
    assert!(told(&field, &events), "{events:?}");
    // Who is pinned down already is not pinned down again.
    let mut again = Field::new(&OPEN, &[("heavy", (1, 1))], &[("brute", (7, 1))]);
    again.set(B, pinned);
    again.tape(&[("hit", 100), ("ricochet", 100)].repeat(4));
    let events = again.order(Order::Attack(A, B, FireMode::Burst));
    assert!(!told(&again, &events), "{events:?}");
    field.order(Order::EndTurn);
    // 30 less to hit, three hexes at most, no reactions.
    let chance = |field: &Field| {
        let view = SideView::new(&field.world, Side(1));
        let odds = view.forecast(B, field.tile(7, 1), A, FireMode::Aimed);
        odds.expect("the target can be shot at").attack.aim.chance
    };
    let suppressed = chance(&field);
    assert_eq!(
        field.refused(Order::Move(B, Gait::Walk, vec![W; 4])),
        Some(Refusal::Suppressed { left: 3 })
    );
    field.order(Order::Move(B, Gait::Walk, vec![E]));
    field.order(Order::Move(B, Gait::Walk, vec![W]));
    assert_eq!(
        field.refused(Order::Move(B, Gait::Walk, vec![E, W])),
        Some(Refusal::Suppressed { left: 1 })
    );
    field.order(Order::EndTurn);
    assert_eq!(nerve(&field, B).suppression, 6);
    assert_eq!(nerve(&field, B).morale, 95);
    field.set(
        B,
        Nerve {
            suppressed: 0,
            ..nerve(&field, B)
        },
    );
    assert_eq!(chance(&field), suppressed + 30);
}

/// §7: points fall by 2 a turn, and Suppressed begins again while 3 or more remain (§15.13).
#[test]
fn suppression_wears_off() {
    let catalog = catalog();
    let figures = &catalog.part::<BattlescapeContent>().figures;
    let brute = catalog
        .part::<BattlescapeContent>()
        .unit_named("brute")
        .expect("shipped");
    let kind = catalog.part::<BattlescapeContent>().unit(brute);
    let mut now = nerve::suppress(&figures.suppression, Nerve::default(), 6);
    let mut seen = Vec::new();
    for _ in 0..5 {
        seen.push((now.suppression, now.suppressed));
        now = nerve::recover(figures, kind, false, now);
    }
    assert_eq!(seen, [(6, 2), (4, 2), (2, 1), (0, 0), (0, 0)]);
    let most = nerve::suppress(&figures.suppression, Nerve::default(), 40);
    assert_eq!(most.suppression, 10);
}

/// §7: readied suppression doubles the points of the next turn's burst, once.
#[test]
fn readied_suppression_doubles_the_next_turns_burst() {
    let mut field = Field::new(&OPEN, &[("infantry", (1, 1))], &[("disc_walker", (5, 1))]);
    field.order(Order::ReadySuppression(A));
    assert_eq!(field.tu(A).now, 80);
    assert_eq!(
        field.refused(Order::ReadySuppression(A)),
        Some(Refusal::AlreadyReady)
    );
    field.order(Order::EndTurn);
    field.order(Order::EndTurn);
    let mut burst = |points| {
        field.set(B, Nerve::default());
        field.tape(&[
            ("hit", 100),
            ("ricochet", 100),
            ("hit", 100),
            ("ricochet", 100),
            ("hit", 100),
            ("ricochet", 100),
            ("hit", 100),
            ("ricochet", 100),
            ("hit", 100),
            ("ricochet", 100),
        ]);
        field.order(Order::Attack(A, B, FireMode::Burst));
        assert_eq!(nerve(&field, B).suppression, points);
    };
    burst(10);
    burst(5);
    let mut field = Field::new(&OPEN, &[("marksman", (1, 1))], &[("disc_walker", (5, 1))]);
    assert!(matches!(
        field.refused(Order::ReadySuppression(A)),
        Some(Refusal::CannotSuppress(_))
    ));
}

/// §9: a death shakes comrades and cheers the killer's side; machines do not care.
#[test]
fn a_death_shifts_morale_on_both_sides() {
    let mut field = Field::new(
        &OPEN,
        &[("infantry", (1, 1)), ("commander", (1, 2))],
        &[
            ("sectoid", (4, 1)),
            ("shield_drone", (6, 0)),
            ("brute", (6, 2)),
        ],
    );
    for unit in [A, B] {
        set_morale(&mut field, unit, 50);
    }
    let (sectoid, drone, brute) = (C, unit(3), unit(4));
    field.set(sectoid, Health { now: 1, max: 45 });
    field.tape(&[("hit", 1), ("dmg", 20), ("crit", 90)]);
    field.order(Order::Attack(A, sectoid, FireMode::Snap));
    assert_eq!(nerve(&field, A).morale, 70);
    assert_eq!(nerve(&field, B).morale, 60);
    assert_eq!(nerve(&field, drone).morale, 100);
    assert_eq!(nerve(&field, brute).morale, 94);
}

fn unit(id: u16) -> hexscape::battle::unit::UnitId {
    hexscape::battle::unit::UnitId(id)
}

/// §9: low morale takes TU at the start of a turn and accuracy.
#[test]
fn low_morale_takes_accuracy_and_tu() {
    for (morale, tu, accuracy) in [
        (41, 100, 0),
        (40, 100, -5),
        (30, 100, -10),
        (20, 75, -15),
        (10, 50, -25),
    ] {
        let mut field = Field::new(&OPEN, &[("infantry", (1, 1))], &[("disc_walker", (9, 1))]);
        set_morale(&mut field, A, morale);
        field.set(A, Ended(true));
        field.order(Order::EndTurn);
        field.set(
            A,
            hexscape::rules::battlescape::soldier::TimeUnits::default(),
        );
        let misses = [("panic", 100)];
        field.tape(if morale < 50 { &misses } else { &[] });
        field.order(Order::EndTurn);
        assert_eq!(field.tu(A).now, tu, "at {morale}");
        let view = SideView::new(&field.world, Side(0));
        let odds = view
            .forecast(A, field.tile(1, 1), B, FireMode::Snap)
            .expect("in range");
        let aim = odds.attack.aim;
        let shift = aim
            .modifiers()
            .find(|(name, _)| name.to_string() == "low morale");
        assert_eq!(shift.map_or(0, |(_, value)| value), accuracy);
    }
}

/// §9: who fails the check acts its panic out when its turn begins, loses the turn and recovers 15.
#[test]
fn panic_costs_the_turn() {
    let act_out = |tape: &[(&str, u32)], place: (i32, i32)| {
        let mut field = Field::new(&OPEN, &[("infantry", (5, 1))], &[("disc_walker", (9, 1))]);
        set_morale(&mut field, A, 10);
        field.order(Order::EndTurn);
        field.tape(tape);
        let events = field.order(Order::EndTurn);
        assert_eq!(nerve(&field, A).panic, None);
        assert_eq!(nerve(&field, A).morale, 25);
        assert_eq!(field.tu(A).now, 0);
        assert_eq!(field.refused(Order::GoProne(A)), Some(Refusal::UnitEnded));
        assert_eq!(
            part::<Position>(&field.world, A).0,
            field.tile(place.0, place.1)
        );
        events
    };
    act_out(&[("panic", 80), ("panic", 3)], (5, 1));
    let events = act_out(
        &[("panic", 1), ("panic", 1), ("hit", 100), ("ricochet", 100)],
        (5, 1),
    );
    assert!(events.iter().any(|event| matches!(
        event,
        Event::Fired {
            unit: A,
            target: Mark::Unit(B),
            mode: FireMode::Snap,
            ..
        }
    )));
    // Four of six steps at random lead west.
    let steps = [4, 4, 1, 4, 4, 1];
    let mut tape = vec![("panic", 80), ("panic", 2)];
    tape.extend(steps.map(|step| ("panic", step)));
    act_out(&tape, (3, 1));
    let mut field = Field::new(&OPEN, &[("infantry", (5, 1))], &[("disc_walker", (9, 1))]);
    set_morale(&mut field, A, 49);
    field.order(Order::EndTurn);
    field.tape(&[("panic", 3)]);
    field.order(Order::EndTurn);
    assert_eq!(nerve(&field, A).panic, None);
    assert_eq!(field.tu(A).now, 150);
}

/// §6, §9: a hit in the back calls for a check; the panic is acted out in the unit's own turn.
#[test]
fn a_hit_in_the_back_may_break_the_nerve() {
    let mut field = Field::new(&OPEN, &[("infantry", (1, 1))], &[("brute", (5, 1))]);
    field.set(B, Facing(E));
    set_morale(&mut field, B, 20);
    field.tape(&[
        ("hit", 1),
        ("dmg", 20),
        ("crit", 90),
        ("panic", 60),
        ("panic", 3),
    ]);
    field.order(Order::Attack(A, B, FireMode::Snap));
    assert_eq!(nerve(&field, B).panic, Some(Panic::Freeze));
    field.tape(&[]);
    let events = field.order(Order::EndTurn);
    assert!(events.contains(&Event::Panicked {
        unit: B,
        panic: Panic::Freeze
    }));
    assert_eq!(field.refused(Order::GoProne(B)), Some(Refusal::UnitEnded));
}

/// §8: a stunned unit loses one turn.
#[test]
fn stun_costs_one_turn() {
    let mut field = Field::new(&OPEN, &[("infantry", (1, 1))], &[("brute", (5, 1))]);
    field.set(
        A,
        Shock {
            points: 0,
            stunned: Stunned::Next,
        },
    );
    field.order(Order::EndTurn);
    field.order(Order::EndTurn);
    assert_eq!(field.refused(Order::GoProne(A)), Some(Refusal::Stunned));
    field.order(Order::EndTurn);
    field.order(Order::EndTurn);
    field.order(Order::GoProne(A));
}

/// §8: as many stun points as hit points knock a unit out; a tenth of its health wears off a turn.
#[test]
fn who_is_unconscious_sees_and_does_nothing_until_it_comes_round() {
    let mut field = Field::new(
        &OPEN,
        &[("infantry", (1, 1)), ("infantry", (1, 2))],
        &[("disc_walker", (7, 1))],
    );
    field.order(Order::Ready(A));
    field.set(
        A,
        Shock {
            points: 50,
            stunned: Stunned::No,
        },
    );
    field.tape(&[]);
    field.set(A, Health { now: 53, max: 60 });
    field.order(Order::EndTurn);
    field.tape(&[
        ("hit", 1),
        ("dmg", 10),
        ("dmg", 10),
        ("dmg", 4),
        ("crit", 90),
        ("fx", 90),
    ]);
    let events = field.order(Order::Attack(C, A, FireMode::Snap));
    let hurt = 53 - part::<Health>(&field.world, A).now;
    assert!(hurt >= 3, "{events:?}");
    let fell: Vec<_> = (events.iter())
        .filter(|event| matches!(event, Event::KnockedOut { unit: A }))
        .map(|event| Log::new(&field.world).lines(event))
        .collect();
    assert_eq!(fell, [["Infantry falls unconscious"]]);
    assert_eq!(part::<Vision>(&field.world, A).0, 0);
    assert!(!part::<Readiness>(&field.world, A).ready);
    field.tape(&[]);
    field.order(Order::EndTurn);
    assert_eq!(field.refused(Order::GoProne(A)), Some(Refusal::Unconscious));
    // 50 points fall by 6 a turn.
    let mut turns = 1;
    while part::<Vision>(&field.world, A).0 == 0 {
        field.order(Order::EndTurn);
        field.order(Order::EndTurn);
        turns += 1;
    }
    let left = 53 - hurt;
    assert_eq!(turns, (50 - left) / 6 + 1);
    assert_eq!(part::<Arms>(&field.world, A).rounds, 30);
    field.order(Order::GoProne(A));
}

/// §15.28: comrades within a leader's aura lose one more point of suppression a turn; the leader does not
/// lead itself.
#[test]
fn suppression_wears_off_faster_near_a_commander() {
    for (leader, place, left) in [
        ("commander", (9, 1), 3),
        ("commander", (10, 1), 4),
        ("infantry", (2, 1), 4),
    ] {
        let mut field = Field::new(
            &OPEN,
            &[("infantry", (1, 1)), (leader, place)],
            &[("disc_walker", (19, 1))],
        );
        for id in [A, B] {
            let suppressed = nerve::suppress(
                &catalog().part::<BattlescapeContent>().figures.suppression,
                nerve(&field, id),
                6,
            );
            field.set(id, suppressed);
        }
        field.order(Order::EndTurn);
        field.order(Order::EndTurn);
        assert_eq!(nerve(&field, A).suppression, left, "{leader} at {place:?}");
        assert_eq!(nerve(&field, B).suppression, 4, "{leader} at {place:?}");
    }
}

/// §15.28: 10 more come back at the end of the turn in which panic was acted out, not before.
#[test]
fn whoever_acted_out_its_panic_regains_ten_at_the_end_of_that_turn() {
    let mut field = Field::new(&OPEN, &[("infantry", (5, 1))], &[("disc_walker", (9, 1))]);
    let shaken = Nerve {
        morale: 60,
        panic: Some(Panic::Freeze),
        ..nerve(&field, A)
    };
    field.set(A, shaken);
    field.order(Order::EndTurn);
    assert_eq!(nerve(&field, A).morale, 60);
    field.order(Order::EndTurn);
    assert_eq!(
        (nerve(&field, A).morale, nerve(&field, A).panic),
        (75, None)
    );
    field.order(Order::EndTurn);
    assert_eq!(nerve(&field, A).morale, 75);
    field.order(Order::EndTurn);
    assert_eq!(nerve(&field, A).morale, 85);
    field.order(Order::EndTurn);
    field.order(Order::EndTurn);
    assert_eq!(nerve(&field, A).morale, 85, "once");
}

/// §15.28: morale below 40 forbids abilities, below 20 throws too; machines have none to lose.
#[test]
fn the_shaken_use_no_abilities_and_throw_nothing() {
    let mut field = Field::new(
        &OPEN,
        &[("commander", (1, 1)), ("infantry", (2, 1))],
        &[("brute", (9, 1))],
    );
    let catalog = catalog();
    let content = catalog.part::<BattlescapeContent>();
    let rally = content.ability_named("rally").expect("shipped");
    let target = field.tile(5, 1);
    let cast = Order::Cast(A, rally, Mark::Unit(B));
    set_morale(&mut field, A, 40);
    assert!(field.refused(cast.clone()).is_none());
    set_morale(&mut field, A, 39);
    let refusal = field.refused(cast).expect("it is too shaken");
    assert_eq!(
        refusal.to_string(),
        "too shaken for abilities: needs morale 40, has 39"
    );
    let view = SideView::new(&field.world, Side(0));
    assert!(status(view, A).contains(&"too shaken for abilities"));
    let throw = Order::Throw(B, 0, target);
    set_morale(&mut field, B, 19);
    let refusal = field.refused(throw.clone()).expect("it is too shaken");
    assert_eq!(
        refusal.to_string(),
        "too shaken to throw: needs morale 20, has 19"
    );
    assert!(matches!(
        field.refused(Order::Toss(B, 0, target)),
        Some(Refusal::TooShakenToThrow { .. })
    ));
    let view = SideView::new(&field.world, Side(0));
    assert!(status(view, B).contains(&"too shaken for abilities and throws"));
    set_morale(&mut field, B, 20);
    let view = SideView::new(&field.world, Side(0));
    assert!(view.check(&throw).is_ok());
    let drone = content.unit(content.unit_named("shield_drone").expect("shipped"));
    assert!(nerve::dares(drone, Nerve::default(), 40));
}
