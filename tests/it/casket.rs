//! Caskets: battles of random orders and answers, what must hold in them, and what nobody else may read.

use bevy::prelude::World;
use hexscape::battle::grid::Direction;
use hexscape::battle::order::{Pending, fingerprint, submit};
use hexscape::battle::rules::{Rules, Waiting};
use hexscape::battle::snapshot::Snapshot;
use hexscape::battle::unit::{Side, UnitId};
use hexscape::content::{assets_folder, load_default};
use hexscape::mission::{self, Mission, MissionSource, Terms};
use hexscape::playing::Game;
use hexscape::rules::casket::Casket;
use hexscape::rules::casket::duel::Duel;
use hexscape::rules::casket::event::Event;
use hexscape::rules::casket::log;
use hexscape::rules::casket::machine::CardNo;
use hexscape::rules::casket::order::{Choice, Order, Threat};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::kit::goes_through_files;
use crate::trial::Trial;

/// Most orders of a battle; each ends before by its last round.
const ORDERS: usize = 20_000;

/// A board with ground of all kinds, and who fights on it.
const BOARD: &str = r#"board: Drawn(
    legend: {'.': "floor", '#': "wall", 'm': "mud", 'l': "low_wall", 'i': "ice", 'r': "rubble", 'w': "shallow_water",
        'b': "building"},
    rows: [". . . l . . . .", " . r . # . i . .", ". . m . b . . w", " . . . . . . . .", ". l . . . . . ."],
    heights: [". . . 1 . . . .", " . . . . 2 . . .", ". . . . . . . .", " . . . . . . . .", ". . . . . . . ."],
    smoke: [(at: (2, 0), density: 1)], fire: [(4, 3)])"#;

/// What each side fields, by setup, with what else the mission says.
pub const SETUPS: [(&str, &str, &str); 6] = [
    (
        "",
        r#"(kind: "starter_scout", at: (2, 3))"#,
        r#"(kind: "starter_heavy", at: (4, 4))"#,
    ),
    (
        "",
        r#"(kind: "starter_support", at: (1, 2), damage: {Legs: 3}), (kind: "starter_scout", at: (2, 3), heat: 7)"#,
        r#"(kind: "starter_assault", at: (6, 2)), (kind: "starter_strayed", at: (4, 4), taint: 8)"#,
    ),
    (
        r#"zones: {"z": [(3, 2), (3, 3)]}, goal: Points, objectives: ["z"],"#,
        r#"(kind: "starter_strayed", at: (1, 2), taint: 3), (kind: "starter_heavy", at: (2, 3), damage: {Chassis: 6})"#,
        r#"(kind: "starter_strayed", at: (5, 3)), (kind: "starter_support", at: (6, 3))"#,
    ),
    (
        "goal: Survive,",
        r#"(kind: "starter_heavy", at: (2, 3)), (kind: "starter_support", at: (2, 4))"#,
        r#"(kind: "ash_hound", at: (4, 4)), (kind: "bile_toad", at: (6, 3)), (kind: "furnace_ox", at: (3, 3))"#,
    ),
    (
        r#"protect: ["Chest"], destroy: ["Pylon"], friendly_fire: true,"#,
        r#"(kind: "starter_assault", at: (2, 3)), (kind: "reliquary", name: "Chest", at: (1, 3))"#,
        r#"(kind: "starter_scout", at: (3, 3)), (kind: "pylon", name: "Pylon", at: (5, 3))"#,
    ),
    (
        r#"friendly_fire: true,"#,
        r#"(kind: "starter_scout", at: (2, 3)), (kind: "starter_scout", at: (2, 4)), (kind: "starter_strayed", at: (1, 3), taint: 9)"#,
        r#"(kind: "colossus", at: (5, 3))"#,
    ),
];

/// Seeds of each setup; `CASKET_SEEDS` tries more.
fn seeds() -> u64 {
    let given = std::env::var("CASKET_SEEDS");
    given.map_or(12, |text| text.parse().expect("a number"))
}

/// Returns the mission of a setup.
pub fn setup(number: usize, rules: &str) -> Mission {
    let (asked, own, foes) = SETUPS[number];
    let text = format!(
        r#"Mission(name: "Trial", rules: Casket({rules}), {BOARD}, {asked} turn_limit: 8, sides: [
            (name: "Own", controller: Ai(Aggressive), units: [{own}]),
            (name: "Foes", controller: Ai(Aggressive), units: [{foes}])])"#
    );
    let catalog = load_default().expect("the shipped content is sound");
    mission::parse("trial.ron", &text, &catalog, Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"))
}

/// Returns a random order of a side; it passes seldom, so that much happens.
pub fn any_order(world: &World, side: Side, draws: &mut ChaCha8Rng) -> Order {
    let mut orders = Casket::legal_orders(world, side);
    assert!(!orders.is_empty(), "a side that owes an order has one");
    if orders.len() > 1 && draws.random_range(0..6) > 0 {
        orders.retain(|order| *order != Order::Pass);
    }
    let attacks =
        |order: &Order| matches!(order, Order::Play(_, aiming) if aiming.target.is_some());
    if draws.random_range(0..3) == 0 && orders.iter().any(attacks) {
        orders.retain(attacks);
    }
    orders.swap_remove(draws.random_range(0..orders.len()))
}

/// Plays battles of random orders of all setups on trial; looks at each order's events.
fn in_battles(mut look: impl FnMut(&mut Trial<Casket>, Side, &Order, &[Event])) {
    for number in 0..SETUPS.len() {
        let mission = setup(number, "");
        for seed in 0..seeds() {
            let mut trial = Trial::<Casket>::new(&mission, seed);
            let mut draws = ChaCha8Rng::seed_from_u64(seed);
            for _ in 0..ORDERS {
                if trial.is_over() {
                    break;
                }
                let side = trial.side();
                let order = any_order(&trial.world, side, &mut draws);
                let events = trial.give(order.clone());
                let events = events.unwrap_or_else(|why| {
                    panic!("setup {number}, seed {seed}: {order:?} is listed: {why}")
                });
                look(&mut trial, side, &order, &events);
            }
            assert!(trial.is_over(), "setup {number}, seed {seed} goes on");
        }
    }
}

/// What holds after every order is in [`Trial`]: cards are conserved, SP, Heat and Taint are in bounds, never two
/// stand on a hex, a snapshot restores the fingerprint.
#[test]
fn random_battles_end_and_all_listed_orders_pass() {
    let (mut orders, mut asked) = (0, 0);
    in_battles(|trial, side, order, _| {
        orders += 1;
        asked += u32::from(trial.world.resource::<Pending<Casket>>().0.is_some());
        let listed = Casket::legal_orders(&trial.world, trial.side());
        let waiting = trial.world.resource::<Pending<Casket>>().0.as_ref();
        // All of them some of the time, since there are many.
        if orders % 7 == 0 && !trial.is_over() {
            for listed in listed {
                let begun = Casket::begin(&trial.world, trial.side(), &listed, waiting);
                assert!(begun.is_ok(), "{side:?}, after {order:?}: {listed:?}");
            }
        }
    });
    assert!(
        orders > 5_000 && asked > 500,
        "{orders} orders, {asked} asked"
    );
}

/// Orders and answers of every kind that a unit could be given, most of them out of place.
pub fn probes(world: &World) -> Vec<Order> {
    let duel = Duel::of(world);
    let pending = world.resource::<Pending<Casket>>().0.as_ref();
    let asked = pending.map(|waiting| waiting.choice.unit());
    let unit = asked.or(duel.progress.acting).unwrap_or_default();
    let hand = duel.get(unit).piles().hand.clone();
    let mut plain = vec![Order::Pass, Order::Brace];
    plain.extend(Direction::ALL.map(Order::Step));
    plain.extend(Direction::ALL.map(Order::Turn));
    let steered = plain.iter().cloned().map(Box::new).map(Order::Steer);
    let mut probes: Vec<_> = plain.iter().cloned().chain(steered).collect();
    let cards = (0..duel.get(unit).piles().cards.len() as u8).map(CardNo);
    probes.extend(cards.map(Some).chain([None]).map(Order::React));
    let units = duel.all().iter().map(|machine| Some(machine.id));
    probes.extend(units.chain([None]).map(Order::Guard));
    probes.extend([true, false].map(|skip| Order::BoilOver { skip }));
    let counts = 0..=hand.len();
    probes.extend(
        counts
            .clone()
            .map(|count| Order::Lose(hand[..count].to_vec())),
    );
    probes.extend(counts.map(|count| Order::Discard(hand[..count].to_vec())));
    probes
}

/// What the lists say and what the checks say is one thing, answers to questions included: whoever listens to the
/// list never meets a refusal, and nothing that would pass is missing.
#[test]
fn lists_and_checks_agree_and_refusals_give_reasons() {
    let (mut passed, mut refused, mut steered, mut count) = (0, 0, 0, 0);
    in_battles(|trial, _, order, _| {
        count += 1;
        let waiting = trial.world.resource::<Pending<Casket>>().0.as_ref();
        // All questions, and orders some of the time, since there are many.
        if trial.is_over() || waiting.is_none() && count % 5 != 0 {
            return;
        }
        let side = trial.side();
        let listed = Casket::legal_orders(&trial.world, side);
        let steers = |waiting: &Waiting<Casket>| matches!(waiting.choice, Choice::Steer(_));
        steered += u32::from(waiting.is_some_and(steers));
        for probe in probes(&trial.world) {
            match Casket::begin(&trial.world, side, &probe, waiting) {
                Ok(_) => {
                    passed += 1;
                    assert!(listed.contains(&probe), "{probe:?} after {order:?}");
                }
                Err(refusal) => {
                    refused += 1;
                    assert!(!listed.contains(&probe), "{probe:?}: {refusal}");
                    assert!(!refusal.to_string().is_empty(), "{probe:?}: {refusal:?}");
                }
            }
        }
        for listed in listed {
            let begun = Casket::begin(&trial.world, side, &listed, waiting);
            assert!(begun.is_ok(), "after {order:?}: {listed:?}");
        }
    });
    assert!(passed > 5_000 && refused > 50_000, "{passed}, {refused}");
    assert!(steered > 5, "{steered} times a foe steered");
}

#[test]
fn steps_are_taken_back_to_the_same_state() {
    let (mut count, mut undone) = (0, 0);
    in_battles(|trial, _, _, _| {
        count += 1;
        if count % 11 == 0 {
            undone += u32::from(trial.take_back());
        }
    });
    assert!(undone > 50, "{undone} orders taken back");
}

/// Everybody begins with the hand that it draws up to, from a shuffled deck, and exchanges nothing of it (§1).
#[test]
fn battles_begin_with_full_hands() {
    for number in 0..SETUPS.len() {
        let mission = setup(number, "");
        let [one, other] = [1, 2].map(|seed| {
            let trial = Trial::<Casket>::new(&mission, seed);
            let duel = Duel::of(&trial.world);
            let caskets = duel
                .all()
                .iter()
                .filter(|machine| duel.is_casket(machine.id));
            let hands = caskets.map(|machine| {
                let hand = machine.piles().hand.clone();
                // Damage cards and Taint change nothing of it, an ember staff does.
                assert_eq!(
                    hand.len(),
                    usize::from(duel.hand_size(machine.id)),
                    "setup {number}"
                );
                hand
            });
            hands.collect::<Vec<_>>()
        });
        assert_ne!(one, other, "setup {number}: decks are shuffled by the seed");
    }
}

/// One reaction a trigger: nobody is asked twice about one attack or one gain of Heat.
#[test]
fn each_trigger_has_one_reaction() {
    let mut last: Option<(UnitId, Threat)> = None;
    let mut reactions = 0;
    in_battles(|trial, _, order, events| {
        let goes_on = |event: &Event| {
            matches!(
                event,
                Event::Attacked(_)
                    | Event::Heated { .. }
                    | Event::Played { .. }
                    | Event::TurnBegan { .. }
            )
        };
        if events.iter().any(goes_on) || matches!(order, Order::React(None)) {
            last = None;
        }
        reactions += u32::from(matches!(order, Order::React(Some(_))));
        let pending = trial.world.resource::<Pending<Casket>>().0.as_ref();
        if let Some(Choice::React(unit, threat)) = pending.map(|waiting| &waiting.choice) {
            assert_ne!(last, Some((*unit, *threat)), "asked again after {order:?}");
            last = Some((*unit, *threat));
        }
    });
    assert!(reactions > 100, "{reactions} reactions");
}

#[test]
fn nobody_spends_more_than_the_most() {
    let mut left = None;
    in_battles(|trial, _, order, events| {
        let duel = Duel::of(&trial.world);
        let spent: u32 = (events.iter())
            .map(|event| match event {
                Event::Played { sp, .. }
                | Event::Turned { sp, .. }
                | Event::Moved { sp, .. }
                | Event::Braced { sp, .. } => u32::from(*sp),
                _ => 0,
            })
            .sum();
        let acts = matches!(order, Order::Step(_) | Order::Turn(_) | Order::Play(..));
        // What was left before the first order of a battle is not known here.
        if let Some(left) = left.filter(|_| acts && trial.passed > 1) {
            assert!(spent <= left, "{order:?} costs {spent} of {left}");
        }
        left = duel.progress.acting.map(|id| u32::from(duel.sp_left(id)));
    });
}

/// A battle is played again from its orders, and from a snapshot that was taken while something was asked.
#[test]
fn battles_play_again_from_orders_and_from_open_questions() {
    let mut restored = 0;
    for number in 0..SETUPS.len() {
        let mission = setup(number, "");
        for seed in 0..seeds() / 2 {
            let mut world = World::new();
            Casket::set_up(&mut world, &mission, seed);
            let mut draws = ChaCha8Rng::seed_from_u64(seed + 100);
            let mut orders = Vec::new();
            let mut snapshot = None;
            for _ in 0..400 {
                let sides = [Side(0), Side(1)];
                let Some(side) = sides.into_iter().find(|&side| Casket::owes(&world, side)) else {
                    break;
                };
                let is_asked = world.resource::<Pending<Casket>>().0.is_some();
                if is_asked && snapshot.is_none() && draws.random_range(0..4) == 0 {
                    snapshot = Some((orders.len(), Snapshot::<Casket>::take(&world)));
                }
                let order = any_order(&world, side, &mut draws);
                submit::<Casket>(&mut world, side, order.clone()).expect("it is listed");
                orders.push((side, order));
            }
            let print = fingerprint::<Casket>(&mut world);
            let mut again = World::new();
            Casket::set_up(&mut again, &mission, seed);
            for (side, order) in &orders {
                submit::<Casket>(&mut again, *side, order.clone()).expect("it passed before");
            }
            assert_eq!(
                fingerprint::<Casket>(&mut again),
                print,
                "setup {number}, {seed}"
            );
            if let Some((first, snapshot)) = snapshot {
                restored += 1;
                let mut again = World::new();
                Casket::set_up(&mut again, &mission, seed);
                snapshot.restore(&mut again);
                for (side, order) in &orders[first..] {
                    submit::<Casket>(&mut again, *side, order.clone()).expect("it passed before");
                }
                let found = fingerprint::<Casket>(&mut again);
                assert_eq!(found, print, "setup {number}, {seed}, from a question");
            }
        }
    }
    assert!(restored > 10, "{restored} snapshots of open questions");
}

/// What is drawn and shuffled is read by its own side alone (clarification 20).
#[test]
fn others_do_not_read_what_is_drawn_or_shuffled() {
    let mut hidden = 0;
    in_battles(|trial, _, _, events| {
        let duel = Duel::of(&trial.world);
        for event in events {
            let (Event::Drew { unit, .. } | Event::Reshuffled { unit, .. }) = event else {
                continue;
            };
            let own = duel.get(*unit).side;
            let other = Side(1 - own.0);
            let lines = log::seen_by(&trial.world, event, other).join(" ");
            for card in &duel.content.cards {
                assert!(!lines.contains(&card.name), "{other:?} reads {lines:?}");
            }
            hidden += 1;
        }
    });
    assert!(hidden > 500, "{hidden} events");
}

/// Who must attack may pass after the last of its orders, or nobody could go on.
#[test]
fn a_turn_of_free_orders_ends() {
    let rules = "figures: (costs: (turn: 0, step: 0, sidestep: 0)), races: {\"elf\": (traits: [MustAttack])}";
    let mission = setup(0, rules);
    for seed in 0..4 {
        let mut trial = Trial::<Casket>::new(&mission, seed);
        let first = Duel::of(&trial.world).progress.acting;
        let mut given = 0;
        while Duel::of(&trial.world).progress.acting == first {
            let mut orders = Casket::legal_orders(&trial.world, trial.side());
            let turns = |order: &Order| matches!(order, Order::Turn(_));
            let at = orders.iter().position(turns).unwrap_or(0);
            let order = orders.swap_remove(at);
            trial
                .give(order)
                .unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            given += 1;
            assert!(given < 120, "seed {seed}: {given} orders in a turn");
        }
        assert!(given > 90, "seed {seed}: {given} orders in a turn");
    }
}

/// What a reaction does besides would be lost.
#[test]
fn a_reaction_that_does_more_says_so_where_it_happens() {
    let card = |effects: &str| {
        let text = format!(
            r#"Mission(name: "Trial", rules: Casket(cards: {{"brace_up": (name: "Brace Up", kind: Reactive, {effects})}}),
            {BOARD}, sides: [
                (name: "Own", controller: Human, units: [(kind: "starter_scout", at: (2, 3))]),
                (name: "Foes", controller: Human, units: [(kind: "starter_scout", at: (4, 4))])])"#
        );
        let catalog = load_default().expect("the shipped content is sound");
        mission::parse("trial.ron", &text, &catalog, Terms::default()).err()
    };
    assert_eq!(card("effects: [Reduce(2)], after: [Draw(Own, 1)]"), None);
    let problems = card("effects: [Reduce(2), Draw(Own, 1)]").expect("it is refused");
    let told = problems.to_string();
    assert!(told.contains("belong in `after`"), "{told}");
}

/// Rules under which much is otherwise, all at once.
#[test]
fn battles_end_under_all_switches() {
    let switches = "figures: (switches: (brace_action: true, locate_by_facing: true, areas_spare_allies: true, \
        absorb_to_minimum: true, friendly_fire: true, overflow: Reshuffles, fire: Crossing, \
        damage_cards: HalfDamage, reactives_redraw: true, one_misses: true, tower_side: false, strict_bands: true))";
    for number in 0..SETUPS.len() {
        let mission = setup(number, switches);
        for seed in 0..seeds() / 3 {
            let mut trial = Trial::<Casket>::new(&mission, seed);
            let mut draws = ChaCha8Rng::seed_from_u64(seed);
            for _ in 0..ORDERS {
                if trial.is_over() {
                    break;
                }
                let order = any_order(&trial.world, trial.side(), &mut draws);
                trial
                    .give(order)
                    .unwrap_or_else(|why| panic!("setup {number}, seed {seed}: {why}"));
            }
            assert!(trial.is_over(), "setup {number}, seed {seed} goes on");
        }
    }
}

/// Plays a battle of three sides; returns how often a computer attacked caskets of people without a question
/// before, and how often one was asked that held no reaction.
fn questions_of_people(second: &str, seed: u64) -> (u32, u32) {
    let unit = |kind: &str, at: &str| format!(r#"(kind: "{kind}", at: {at})"#);
    let [one, two, three] = [
        unit("starter_strayed", "(2, 3)"),
        unit("starter_strayed", "(4, 2)"),
        unit("starter_strayed", "(4, 4)"),
    ];
    let text = format!(
        r#"Mission(name: "Trial", rules: Casket(), {BOARD}, turn_limit: 8, sides: [
            (name: "One", controller: Human, units: [{one}]),
            (name: "Two", controller: {second}, units: [{two}]),
            (name: "Three", controller: Ai(Aggressive), units: [{three}])])"#
    );
    let catalog = load_default().expect("the shipped content is sound");
    let mission = mission::parse("trial.ron", &text, &catalog, Terms::default());
    let mission = mission.unwrap_or_else(|problems| panic!("{problems}"));
    let mut trial = Trial::<Casket>::new(&mission, seed);
    let (mut unasked, mut idle) = (0, 0);
    for _ in 0..ORDERS {
        if trial.is_over() {
            break;
        }
        let is_machines = |id: UnitId, world: &World| Duel::of(world).get(id).side == Side(2);
        let waiting = trial.world.resource::<Pending<Casket>>().0.as_ref();
        if let Some(Choice::React(unit, threat)) = waiting.map(|waiting| &waiting.choice) {
            let holds = !Duel::of(&trial.world).reactions(*unit, threat).is_empty();
            idle += u32::from(!holds);
        }
        let side = trial.side();
        let order = Casket::decide(&mut trial.world, side);
        let reacts = matches!(order, Order::React(_));
        let events = trial.give(order).expect("it was decided");
        unasked += events.iter().fold(0, |unasked, event| match event {
            Event::Attacked(attack)
                if !reacts && is_machines(attack.blow.attacker, &trial.world) =>
            {
                let counters = is_machines(attack.blow.attacker, &trial.world)
                    && Duel::of(&trial.world).progress.acting != Some(attack.blow.attacker);
                unasked + u32::from(!counters)
            }
            _ => unasked,
        });
    }
    (unasked, idle)
}

/// A question that came only with a card in hand would tell the other person at the screen of it.
#[test]
fn people_at_one_screen_are_asked_whatever_they_hold_when_a_computer_acts() {
    let (mut alone, mut asked) = (0, 0);
    for seed in 0..4 {
        let (unasked, idle) = questions_of_people("Human", seed);
        assert_eq!(unasked, 0, "seed {seed}: an attack without a question");
        asked += idle;
        let (unasked, idle) = questions_of_people("Ai(Aggressive)", seed);
        assert_eq!(
            idle, 0,
            "seed {seed}: one person is asked what changes nothing"
        );
        alone += unasked;
    }
    assert!(asked > 5, "{asked} questions without a card for them");
    assert!(alone > 5, "{alone} attacks without a question");
}

#[test]
fn walls_that_break_can_be_attacked() {
    let mission = setup(0, "");
    let mut broken = 0;
    for seed in 0..20 {
        let mut trial = Trial::<Casket>::new(&mission, seed);
        for _ in 0..200 {
            if trial.is_over() {
                break;
            }
            let side = trial.side();
            let is_at_wall = |order: &Order| match order {
                Order::Play(_, aiming) => aiming.target.is_none() && aiming.tile.is_some(),
                _ => false,
            };
            let mut orders = Casket::legal_orders(&trial.world, side);
            let order = match orders.iter().position(is_at_wall) {
                Some(at) => orders.swap_remove(at),
                None => Casket::decide(&mut trial.world, side),
            };
            let events = trial.give(order).expect("it is listed");
            let breaks = |event: &&Event| matches!(event, Event::Battered { breaks: true, .. });
            broken += events.iter().filter(breaks).count();
        }
    }
    assert!(broken > 3, "{broken} broken");
}

/// Nobody waits behind a wall for ever.
#[test]
fn the_computer_breaks_a_wall_that_keeps_it_from_all_foes() {
    let text = r##"Mission(name: "Trial", rules: Casket(), board: Drawn(legend: {'.': "floor", '#': "wall"},
        rows: [". . . # . . .", " . . . # . . .", ". . . # . . ."]), turn_limit: 20, sides: [
            (name: "Own", controller: Ai(Aggressive), units: [(kind: "starter_heavy", at: (1, 1))]),
            (name: "Foes", controller: Ai(Aggressive), units: [(kind: "starter_heavy", at: (5, 1), facing: West)])])"##;
    let catalog = load_default().expect("the shipped content is sound");
    let mission = mission::parse("trial.ron", text, &catalog, Terms::default());
    let mission = mission.unwrap_or_else(|problems| panic!("{problems}"));
    let mut met = 0;
    for seed in 0..4 {
        let mut trial = Trial::<Casket>::new(&mission, seed);
        let (mut broken, mut attacks) = (0, 0);
        for _ in 0..ORDERS {
            if trial.is_over() {
                break;
            }
            let side = trial.side();
            let order = Casket::decide(&mut trial.world, side);
            for event in trial.give(order).expect("it was decided") {
                broken += u32::from(matches!(event, Event::Battered { breaks: true, .. }));
                attacks += u32::from(matches!(event, Event::Attacked(_)));
            }
        }
        assert!(broken > 0, "seed {seed}: the wall stands");
        met += u32::from(attacks > 0);
    }
    assert!(met > 2, "they met in {met} of 4");
}

/// A player reads the log: who loses what from where, and for how long something holds.
#[test]
fn the_log_says_from_where_cards_are_lost_and_how_long_effects_last() {
    let mut told: Vec<String> = Vec::new();
    in_battles(|trial, _, _, events| {
        told.extend(
            events
                .iter()
                .flat_map(|event| log::lines(&trial.world, event)),
        );
    });
    let any = |words: &[&str]| {
        let has_all = |line: &String| words.iter().all(|word| line.contains(word));
        assert!(told.iter().any(has_all), "no line with {words:?}");
    };
    any(&["loses", "(from the deck)"]);
    any(&["loses", "from the hand, ", " from the deck)"]);
    any(&["Defence +", " until its next turn"]);
    any(&["reshuffles", ", including "]);
    any(&["hits", "; base ", "; Defence ", "shield +"]);
    any(&["Heat +", " from "]);
    let odd = |line: &&String| line.contains(" your ") || line.contains("1 new damage cards");
    let odd: Vec<_> = told.iter().filter(odd).collect();
    assert!(odd.is_empty(), "{odd:?}");
}

#[test]
fn the_first_duel_goes_through_files() {
    let assets = assets_folder().expect("the assets are beside the crate");
    let file = assets.join("missions/casket_first_duel.ron");
    let source = MissionSource::read(&file, &assets.join("content"));
    let source = source.unwrap_or_else(|error| panic!("{error}"));
    goes_through_files::<Casket>(&source, 5);
}
