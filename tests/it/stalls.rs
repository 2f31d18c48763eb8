//! No shipped mission stalls: the computer acts as long as it can, and battles end by what sides do, not
//! by time.
//!
//! `STALL_BATTLES=2000 cargo test stalls -- --nocapture` plays so many battles of each mission instead of
//! a few, on `STALL_JOBS` threads, and prints a table. `STALL_MISSIONS=casket,vigil`
//! plays only missions with one of these in their name.

use std::env;
use std::ops::AddAssign;

use bevy::prelude::Messages;
use hexscape::battle::phase::{Outcome, Turn, Verdict};
use hexscape::battle::rules::Rules;
use hexscape::battle::step::{OrderDone, Reporting, step};
use hexscape::battle::unit::Side;
use hexscape::content::load_default;
use hexscape::headless::Arena;
use hexscape::mission::{self, Mission, Terms};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::event::Event as SquadEvent;
use hexscape::rules::casket::Casket;
use hexscape::rules::casket::event::Event as CasketEvent;
use hexscape::rules::fleet::Fleet;
use hexscape::rules::fleet::event::Event as FleetEvent;
use hexscape::rules::operations::Operations;
use hexscape::rules::operations::event::{Event as OperationsEvent, How};
use hexscape::rules::party::Party;
use hexscape::rules::party::event::Event as PartyEvent;

use crate::properties::{shipped, shipped_names};

/// Turns in a row without an act that make a stall.
const STALL: u16 = 5;
/// First seed; the gates of balance play 1 to 240.
const FIRST_SEED: u64 = 20_001;
/// A battle that has taken so many steps has lost its way.
const MOST_STEPS: usize = 200_000;

/// What became of battles.
#[derive(Clone, Copy, Default)]
struct Count {
    battles: u64,
    won: u64,
    /// Ended by the turn limit or after quiet turns, without a side having reached anything.
    late: u64,
    /// Had a stall.
    stalled: u64,
    turns: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.battles += other.battles;
        self.won += other.won;
        self.late += other.late;
        self.stalled += other.stalled;
        self.turns += other.turns;
    }
}

/// Tells acts from waiting.
trait Acts: Rules {
    /// Whether a unit did something by it: moved, fired, worked, boarded or left.
    fn is_act(event: &Self::Event) -> bool;
    /// Whether a battle that ends with the last turn, or after quiet ones, ends by time.
    fn is_late(outcome: Outcome, is_last: bool, events: &[Self::Event]) -> bool;
}

impl Acts for Battlescape {
    fn is_act(event: &SquadEvent) -> bool {
        use SquadEvent as E;
        matches!(
            event,
            E::Stepped { .. }
                | E::Fired { .. }
                | E::Threw { .. }
                | E::Cast { .. }
                | E::Helped { .. }
                | E::MineLaid { .. }
                | E::DoorMoved { .. }
                | E::Interacted { .. }
                | E::Left { .. }
        )
    }

    fn is_late(outcome: Outcome, is_last: bool, events: &[SquadEvent]) -> bool {
        let is_lost = |event: &SquadEvent| matches!(event, SquadEvent::ObjectiveLost { .. });
        is_last && outcome == Outcome::MissionFailed && !events.iter().any(is_lost)
    }
}

impl Acts for Fleet {
    fn is_act(event: &FleetEvent) -> bool {
        use FleetEvent as E;
        matches!(
            event,
            E::Moved { .. }
                | E::Launched { .. }
                | E::Landed { .. }
                | E::Rearmed { .. }
                | E::Repaired { .. }
                | E::Aimed { .. }
                | E::CarrierFired { .. }
                | E::CarrierAttacked(_)
                | E::DriveCharged { .. }
        )
    }

    fn is_late(_: Outcome, is_last: bool, events: &[FleetEvent]) -> bool {
        let is_quiet =
            |event: &FleetEvent| matches!(event, FleetEvent::Quieted { left: Some(0), .. });
        is_last || events.iter().any(is_quiet)
    }
}

impl Acts for Party {
    fn is_act(event: &PartyEvent) -> bool {
        use PartyEvent as E;
        matches!(
            event,
            E::Stepped { .. }
                | E::Traveled { .. }
                | E::Attacked(_)
                | E::Handled { .. }
                | E::Tried(_)
        )
    }

    fn is_late(_: Outcome, is_last: bool, _: &[PartyEvent]) -> bool {
        is_last
    }
}

impl Acts for Casket {
    fn is_act(event: &CasketEvent) -> bool {
        use CasketEvent as E;
        matches!(event, E::Moved { .. } | E::Played { .. } | E::Attacked(_))
    }

    fn is_late(outcome: Outcome, is_last: bool, events: &[CasketEvent]) -> bool {
        // Time is up when the last round is over; whoever has to hold out wins then.
        let is_over = |event: &CasketEvent| matches!(event, CasketEvent::RoundEnded);
        is_last && outcome != Outcome::Victory && events.iter().any(is_over)
    }
}

impl Acts for Operations {
    fn is_act(event: &OperationsEvent) -> bool {
        use OperationsEvent as E;
        matches!(
            event,
            E::Went {
                how: How::Moved,
                ..
            } | E::Fired(_)
                | E::ArmorFired { .. }
                | E::Assaulted(_)
        )
    }

    /// Battles are decided by points in the end; that is no stall.
    fn is_late(_: Outcome, _: bool, _: &[OperationsEvent]) -> bool {
        false
    }
}

/// Plays one battle.
fn play<R: Acts>(arena: &mut Arena, mission: &Mission, seed: u64) -> Count {
    arena.set_up(mission, seed);
    let world = arena.world_mut();
    world.resource_mut::<Reporting>().0 = true;
    let mut acted = 0;
    let (mut idle, mut last) = (0, Vec::new());
    for _ in 0..MOST_STEPS {
        if world.resource::<Verdict>().0.is_some() {
            break;
        }
        let turn = world.resource::<Turn>().number;
        step(world);
        let mut done = world.resource_mut::<Messages<OrderDone<R>>>();
        for done in done.drain() {
            if let OrderDone::Events { events, .. } = done {
                let acts = events.iter().any(R::is_act);
                acted = if acts { turn } else { acted };
                last = events;
            }
        }
        idle = idle.max(turn.saturating_sub(acted + 1));
    }
    world.resource_mut::<Reporting>().0 = false;
    let ending = world.resource::<Verdict>().0;
    let ending = ending.unwrap_or_else(|| panic!("seed {seed} of {} never ends", mission.name));
    let is_last = (mission.turn_limit).is_some_and(|limit| ending.turn >= limit);
    Count {
        battles: 1,
        won: u64::from(ending.is_won_by(Side(0))),
        late: u64::from(R::is_late(ending.outcome, is_last, &last)),
        stalled: u64::from(idle >= STALL),
        turns: u64::from(ending.turn),
    }
}

/// Plays so many battles of a mission on so many threads.
fn count(mission: &Mission, battles: u64, jobs: u64) -> Count {
    let share = |job: u64| {
        let mut arena = Arena::default();
        let mut count = Count::default();
        for seed in (job..battles).step_by(usize::try_from(jobs).expect("a few")) {
            count += hexscape::with_rules!(mission.rules, R => {
                play::<R>(&mut arena, mission, FIRST_SEED + seed)
            });
        }
        count
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs)
            .map(|job| scope.spawn(move || share(job)))
            .collect();
        let mut sum = Count::default();
        for thread in threads {
            sum += thread.join().expect("no battle panics");
        }
        sum
    })
}

/// Reads a number from the environment.
fn setting(name: &str, usual: u64) -> u64 {
    env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// Returns how many of so many battles there may be where so many percent are allowed: twice the standard
/// error more, since few battles tell little.
fn allowed(battles: u64, percent: u64) -> u64 {
    let variance = battles * percent * (100 - percent) / 10_000;
    battles * percent / 100 + 2 * variance.isqrt() + 1
}

#[test]
fn missions_neither_stall_nor_end_by_time() {
    let battles = setting("STALL_BATTLES", 24);
    let jobs = setting("STALL_JOBS", 2);
    let mut faults = Vec::new();
    println!("mission          battles   won  late stall turns");
    let named = env::var("STALL_MISSIONS").ok();
    let is_named = |name: &String| {
        named
            .as_ref()
            .is_none_or(|named| named.split(',').any(|part| name.contains(part)))
    };
    for name in shipped_names().into_iter().filter(is_named) {
        let sum = count(&shipped(&name), battles, jobs);
        let permille = |part: u64| part * 1000 / sum.battles;
        let percent = |part: u64| format!("{}.{}", permille(part) / 10, permille(part) % 10);
        println!(
            "{name:<16} {:>7} {:>5} {:>5} {:>5} {:>5}",
            sum.battles,
            percent(sum.won),
            percent(sum.late),
            percent(sum.stalled),
            sum.turns / sum.battles
        );
        if sum.late > allowed(battles, 15) {
            faults.push(format!(
                "{} of {battles} battles of {name} end by time",
                sum.late
            ));
        }
        if sum.stalled > allowed(battles, 2) {
            faults.push(format!(
                "{} of {battles} battles of {name} stall",
                sum.stalled
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// An archer alone with a pylon behind walls, as far off as its bow reaches, once stayed there to the end.
#[test]
fn whoever_cannot_shoot_at_a_pylon_goes_around_the_walls() {
    let mission = shipped("casket_black_pylons");
    let count = play::<Casket>(&mut Arena::default(), &mission, 20_098);
    assert_eq!((count.stalled, count.won), (0, 1));
}

/// So many against one who waits behind walls in the zone, where nobody sees it from outside.
fn contested(own: usize, goal: &str) -> Mission {
    let own: String = (0..own)
        .map(|row| format!(r#"(kind: "infantry", at: (0, {}), facing: East),"#, 3 + row))
        .collect();
    let text = format!(
        r##"Mission(name: "Wall", rules: Battlescape(),
        board: Drawn(layout: PointyOddRows, legend: {{'.': "grass", '#': "wall"}}, rows: [
            ". . . . . . . . . . . .",
            " . . . . . . . . . . . .",
            ". . . . . # # # . . . .",
            " . . . . # . . # . . . .",
            ". . . . . # . # . . . .",
            " . . . . . . . . . . . .",
            ". . . . . . . . . . . .",
            " . . . . . . . . . . . .",
        ]),
        zones: {{"room": [Rect((3, 2), (8, 6))]}},
        sides: [
            (name: "Own", controller: Open, units: [{own}]),
            (name: "Foes", controller: Ai(Hold), units: [(kind: "infantry", at: (6, 3), facing: West)]),
        ],
        objectives: (primary: {goal}, turn_limit: 20))"##
    );
    let catalog = load_default().expect("the shipped content is sound");
    let mission = mission::parse("wall.ron", &text, &catalog, Terms::default());
    mission.unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn zones_are_searched_for_whoever_contests_them_unseen() {
    for goal in [
        r#"Hold(zone: "room", turns: 3)"#,
        r#"Control(zones: ["room"])"#,
    ] {
        for own in [1, 3] {
            let mission = contested(own, goal);
            let mut arena = Arena::default();
            let mut late = 0;
            for seed in 1..=20 {
                arena.set_up(&mission, seed);
                let ending = arena.play(seed).ending.expect("it ends");
                late += u32::from(ending.outcome == Outcome::MissionFailed);
            }
            assert!(late <= 3, "{own} for {goal}: {late} of 20 ended by time");
        }
    }
}
