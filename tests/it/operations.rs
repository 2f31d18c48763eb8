//! Operations: battles of random orders and answers, what must hold in them, and saves made in the middle.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::World;
use hexscape::battle::dice::Dice;
use hexscape::battle::order::{BattleDice, Pending, fingerprint, submit};
use hexscape::battle::phase::Verdict;
use hexscape::battle::rules::Rules;
use hexscape::battle::snapshot::Snapshot;
use hexscape::battle::unit::{Side, UnitId};
use hexscape::content::load_default;
use hexscape::mission::{self, Mission, Terms};
use hexscape::playing::Game;
use hexscape::rules::operations::Operations;
use hexscape::rules::operations::event::Event;
use hexscape::rules::operations::field::Field;
use hexscape::rules::operations::log;
use hexscape::rules::operations::order::{Choice, Order, Throw};
use hexscape::rules::operations::progress::{Progress, Step};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::trial::Trial;

/// Most orders of a battle; each ends before by its last stage.
const ORDERS: usize = 20_000;

/// A board with ground and hexsides of all kinds, where both sides stand close to each other.
const BOARD: &str = r#"board: Drawn(
    layout: FlatOddColumns,
    legend: {'.': "desert", 'r': "rough", 'm': "mountain", 'c': "city", 's': "soft_sand", 'a': "salt_marsh", 'w': "sea"},
    rows: [". . r . . . . w", ". . . c . m . .", ". . . . . . . .", ". s . . . r . .", ". . . . a . . .", ". . . . . . . ."],
    heights: ["0 0 0 0 1 1 0 0", "0 0 0 0 1 1 0 0", "0 0 0 0 1 0 0 0", "0 0 0 0 0 0 0 0", "0 0 0 0 0 0 0 0", "0 0 0 0 0 0 0 0"],
    hexsides: [
        (at: (2, 2), side: South, kind: "minor_river"), (at: (4, 2), side: South, kind: "escarpment"),
        (at: (3, 2), side: South, kind: "wadi"), (at: (5, 2), side: South, kind: "slope"), (at: (1, 2), side: South, kind: "ridge"),
        (at: (6, 2), side: South, kind: "major_river"),
    ],
), attacker: "Own", roads: [[(1, 0), (1, 5)]], tracks: [[(4, 0), (4, 5)]],
objectives: [(name: "Town", at: (3, 1), points: 3)],
facilities: [
    (kind: Fortification, at: (3, 2), side: "Foes", level: 2), (kind: Dump, at: (0, 5), side: "Own", stock: 4),
    (kind: Dump, at: (3, 1), side: "Foes", stock: 9), (kind: Road, at: (4, 2), side: "Foes"),
],"#;

/// What each side fields, by setup.
pub const SETUPS: [(&str, &str); 4] = [
    (
        r#"(kind: "infantry", at: (3, 3)), (kind: "cruisers", at: (3, 3)), (kind: "royal_artillery", at: (2, 3)),
            (kind: "infantry", at: (4, 3), trucks: (men: 6)), (kind: "headquarters", at: (2, 4), trucks: (ammo: 2, fuel: 2))"#,
        r#"(kind: "infantry", at: (3, 2)), (kind: "machine_gun", at: (3, 2)), (kind: "panzer", at: (4, 2)),
            (kind: "field_artillery", at: (3, 1)), (kind: "headquarters", at: (3, 0), leader: true, trucks: (ammo: 1, fuel: 1))"#,
    ),
    (
        r#"(kind: "mixed_tanks", at: (3, 3)), (kind: "motor_infantry", at: (3, 3), trucks: (men: 7)), (kind: "anti_tank", at: (2, 3)),
            (kind: "heavy_artillery", at: (2, 3), toe: {"heavy_gun": 12}), (kind: "engineers", at: (4, 3)), (kind: "recce", at: (5, 3))"#,
        r#"(kind: "infantry", at: (3, 2), toe: {"rifle": 3, "machine_gun": 3}), (kind: "panzer", at: (3, 2)), (kind: "long_anti_tank", at: (4, 2)),
            (kind: "anti_air", at: (4, 2)), (kind: "infantry_company", at: (2, 2)), (kind: "dummy_tanks", at: (2, 2))"#,
    ),
    (
        r#"(kind: "infantry_brigade", at: (3, 3)), (kind: "field_artillery", at: (3, 3), toe: {"field_gun": 15}), (kind: "infantry", at: (4, 3), cohesion: -24),
            (kind: "truck_column", at: (2, 4)), (kind: "infantry", at: (2, 3), cohesion: -26)"#,
        r#"(kind: "infantry", at: (3, 2), cohesion: 8), (kind: "infantry", at: (4, 2), ammo: 1), (kind: "field_artillery", at: (4, 2), toe: {"field_gun": 15}),
            (kind: "infantry", at: (2, 2), cohesion: -25), (kind: "headquarters", at: (3, 1), trucks: (ammo: 2, men: 6))"#,
    ),
    (
        r#"(kind: "cruisers", at: (3, 3), toe: {"cruiser_tank": 20}), (kind: "infantry", at: (3, 3), toe: {"rifle": 20}), (kind: "infantry", at: (2, 3)),
            (kind: "royal_artillery", at: (4, 3))"#,
        r#"(kind: "infantry", at: (3, 2)), (kind: "field_artillery", at: (3, 2)), (kind: "infantry", at: (4, 2)), (kind: "cruisers", at: (2, 2))"#,
    ),
];

/// Seeds of each setup; `OPERATIONS_SEEDS` tries more.
fn seeds() -> u64 {
    let given = std::env::var("OPERATIONS_SEEDS");
    given.map_or(6, |text| text.parse().expect("a number"))
}

/// Returns the mission of a setup.
pub fn setup(number: usize, rules: &str) -> Mission {
    let (own, foes) = SETUPS[number];
    let text = format!(
        r#"Mission(name: "Trial", rules: Operations({rules}), {BOARD} turn_limit: 2, sides: [
            (name: "Own", controller: Ai(Aggressive), initiative: 3, units: [{own}]),
            (name: "Foes", controller: Ai(Aggressive), initiative: 4, units: [{foes}])])"#
    );
    let catalog = load_default().expect("the shipped content is sound");
    mission::parse("trial.ron", &text, &catalog, Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"))
}

/// Returns a random order of a side; it ends its movement often, so that battles come to combat.
pub fn any_order(world: &World, side: Side, draws: &mut ChaCha8Rng) -> Order {
    let mut orders = Operations::legal_orders(world, side);
    assert!(!orders.is_empty(), "a side that owes an order has one");
    if orders.contains(&Order::Done) && draws.random_range(0..4) == 0 {
        return Order::Done;
    }
    let assigns = |order: &Order| matches!(order, Order::Assign(roles) if !roles.is_empty());
    let plans = |order: &Order| matches!(order, Order::Plan(plans) if !plans.is_empty());
    if draws.random_range(0..3) > 0 && orders.iter().any(|one| assigns(one) || plans(one)) {
        orders.retain(|one| assigns(one) || plans(one));
    }
    orders.swap_remove(draws.random_range(0..orders.len()))
}

/// Plays battles of random orders of all setups on trial; looks at each order's events.
pub fn in_battles(
    rules: &str,
    mut look: impl FnMut(&mut Trial<Operations>, Side, &Order, &[Event]),
) {
    for number in 0..SETUPS.len() {
        let mission = setup(number, rules);
        for seed in 0..seeds() {
            let mut trial = Trial::<Operations>::new(&mission, seed);
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

/// What holds after every order is in [`Trial`]: points, trucks and rounds in bounds, points conserved, stacking
/// limits, nobody in a hex of the enemy, a snapshot restores the fingerprint.
#[test]
fn random_battles_of_operations_end_and_all_listed_orders_pass() {
    let (mut orders, mut asked) = (0, 0);
    let mut seen = BTreeSet::new();
    in_battles("", |trial, side, order, events| {
        orders += 1;
        asked += u32::from(trial.world.resource::<Pending<Operations>>().0.is_some());
        for event in events {
            let text = format!("{event:?}");
            let name = text.split(|c: char| !c.is_ascii_alphanumeric()).next();
            seen.insert(name.unwrap_or_default().to_owned());
        }
        // All of them some of the time, since there are many.
        if orders % 7 == 0 && !trial.is_over() {
            let waiting = trial.world.resource::<Pending<Operations>>().0.as_ref();
            for listed in Operations::legal_orders(&trial.world, trial.side()) {
                let begun = Operations::begin(&trial.world, trial.side(), &listed, waiting);
                assert!(begun.is_ok(), "{side:?}, after {order:?}: {listed:?}");
            }
        }
    });
    assert!(
        orders > 1_000 && asked > 50,
        "{orders} orders, {asked} asked"
    );
    for name in [
        "Fired",
        "Confirmed",
        "Pinned",
        "Lost",
        "ArmorFired",
        "Flagged",
        "ArmorLost",
        "Assaulted",
        "Engaged",
        "Cohesion",
        "Captured",
        "Removed",
        "Supplied",
        "Rode",
        "TruckLost",
        "Blown",
    ] {
        assert!(seen.contains(name), "no battle had {name}: {seen:?}");
    }
}

/// Rules under which much is otherwise, all at once.
#[test]
fn battles_of_operations_end_under_all_switches() {
    let switches = "figures: (switches: (held_off_by_equal: true, armor_absorbs_equal: true, raw_at_double: true, \
        defeat_at_percentage: true, cap_unsupported: true, broken_surrender: true, held_off_by_targets: true, \
        support_by_units: true, hits_retreated_armor: false, trucks_in_hex: true, companies_hidden: true))";
    let mut orders = 0;
    in_battles(switches, |_, _, _, _| orders += 1);
    assert!(orders > 1_000, "{orders} orders");
}

#[test]
fn steps_of_operations_are_taken_back_to_the_same_state() {
    let (mut count, mut undone) = (0, 0);
    in_battles("", |trial, _, _, _| {
        count += 1;
        if count % 5 == 0 {
            undone += u32::from(trial.take_back());
        }
    });
    assert!(undone > 20, "{undone} orders taken back");
}

/// A unit fires one Barrage, fires at armor once and assaults once in a segment, and a round is paid for each.
#[test]
fn nobody_fires_twice_in_a_segment() {
    let mut fired: BTreeMap<(UnitId, &str), u32> = BTreeMap::new();
    let mut shots = 0;
    in_battles("", |_, _, order, events| {
        for event in events {
            let (units, what): (Vec<UnitId>, &str) = match event {
                Event::SegmentOver | Event::StageBegan { .. } => {
                    fired.clear();
                    continue;
                }
                Event::Fired(barrage) => (barrage.units.clone(), "barrage"),
                Event::ArmorFired {
                    attack, defense, ..
                } => {
                    let both = attack.units.iter().chain(&defense.units);
                    (both.copied().collect(), "armor")
                }
                Event::Assaulted(reckoning) => {
                    let setting = &reckoning.setting;
                    let both = setting.attackers.iter().chain(&setting.defenders);
                    (both.copied().collect(), "assault")
                }
                _ => continue,
            };
            for unit in units {
                shots += 1;
                let count = fired.entry((unit, what)).or_default();
                *count += 1;
                assert_eq!(*count, 1, "{unit:?} does {what} twice, by {order:?}");
            }
        }
    });
    assert!(shots > 60, "{shots} shots: too few to tell");
}

fn begun(mission: &Mission, seed: u64) -> World {
    let mut world = World::new();
    Operations::set_up(&mut world, mission, seed);
    world
}

/// Returns a copy of a battle as a save would restore it.
fn copied(world: &World, mission: &Mission, seed: u64) -> World {
    let mut other = begun(mission, seed);
    Snapshot::<Operations>::take(world).restore(&mut other);
    other
}

fn owing(world: &World) -> Vec<Side> {
    let sides = [Side(0), Side(1)].into_iter();
    sides
        .filter(|&side| Operations::owes(world, side))
        .collect()
}

/// Which of two sides seals first does not matter.
#[test]
fn the_order_of_secret_submissions_does_not_matter() {
    let mut tried = BTreeMap::<Step, u32>::new();
    for number in 0..SETUPS.len() {
        let mission = setup(number, "");
        for seed in 0..seeds() {
            let mut world = begun(&mission, seed);
            let mut draws = ChaCha8Rng::seed_from_u64(seed + 7);
            while world.resource::<Verdict>().0.is_none() {
                let sides = owing(&world);
                let step = world.resource::<Progress>().step;
                if sides.len() == 2 && step.is_secret() {
                    let orders = sides
                        .iter()
                        .map(|&side| (side, any_order(&world, side, &mut draws)));
                    let orders: Vec<_> = orders.collect();
                    let mut other = copied(&world, &mission, seed);
                    for (side, order) in &orders {
                        submit::<Operations>(&mut world, *side, order.clone())
                            .expect("it is listed");
                    }
                    for (side, order) in orders.iter().rev() {
                        submit::<Operations>(&mut other, *side, order.clone())
                            .expect("it is listed");
                    }
                    let prints = [&mut world, &mut other].map(fingerprint::<Operations>);
                    assert_eq!(
                        prints[0], prints[1],
                        "setup {number}, seed {seed}: {orders:?}"
                    );
                    *tried.entry(step).or_default() += 1;
                    continue;
                }
                let order = any_order(&world, sides[0], &mut draws);
                submit::<Operations>(&mut world, sides[0], order).expect("it is listed");
            }
        }
    }
    for step in Step::ALL.into_iter().filter(|step| step.is_secret()) {
        assert!(
            tried.contains_key(&step),
            "{step:?} was never tried: {tried:?}"
        );
    }
}

/// Names what is asked.
fn asked(choice: &Choice) -> String {
    let text = format!("{choice:?}");
    let name = text.split(|c: char| !c.is_ascii_alphanumeric()).next();
    name.unwrap_or_default().to_owned()
}

/// A save made in each step and while each question is open leads to the same end.
#[test]
fn saves_of_each_step_and_each_question_lead_to_the_same_end() {
    let mut tried: BTreeSet<String> = BTreeSet::new();
    for number in 0..SETUPS.len() {
        let mission = setup(number, "");
        for seed in 0..seeds() {
            let mut world = begun(&mission, seed);
            let mut draws = ChaCha8Rng::seed_from_u64(seed + 100);
            let (mut orders, mut saves) = (Vec::new(), Vec::new());
            while world.resource::<Verdict>().0.is_none() {
                let pending = world.resource::<Pending<Operations>>().0.as_ref();
                let step = world.resource::<Progress>().step;
                let place = match pending {
                    Some(waiting) => asked(&waiting.choice),
                    None => format!("{step:?}"),
                };
                if draws.random_range(0..8) == 0 || tried.insert(place) {
                    saves.push((orders.len(), Snapshot::<Operations>::take(&world)));
                }
                let side = owing(&world)[0];
                let order = match draws.random_range(0..40) {
                    0 if pending.is_none() => {
                        let typed = world.resource::<Progress>().typed.contains(&side);
                        Order::TypeDice(!typed)
                    }
                    _ => any_order(&world, side, &mut draws),
                };
                submit::<Operations>(&mut world, side, order.clone()).expect("it is listed");
                orders.push((side, order));
            }
            let print = fingerprint::<Operations>(&mut world);
            for (first, snapshot) in saves {
                let mut again = begun(&mission, seed);
                snapshot.restore(&mut again);
                for (side, order) in &orders[first..] {
                    submit::<Operations>(&mut again, *side, order.clone())
                        .expect("it passed before");
                }
                let found = fingerprint::<Operations>(&mut again);
                assert_eq!(
                    found, print,
                    "setup {number}, seed {seed}, from order {first}"
                );
            }
        }
    }
    for place in [
        "Movement",
        "Position",
        "Firing",
        "Planning",
        "Barrage",
        "Results",
        "Retreat",
        "Assign",
        "AntiArmor",
        "Assault",
        "First",
        "Roll",
        "Lose",
        "Trucks",
        "Captures",
    ] {
        assert!(
            tried.contains(place),
            "no save was made in {place}: {tried:?}"
        );
    }
}

/// Returns the label of the draws of a throw.
fn label(throw: Throw) -> &'static str {
    match throw {
        Throw::Initiative => "init",
        Throw::Barrage => "barrage",
        Throw::Trucks => "trucks",
        Throw::AntiArmor => "armor",
        Throw::Morale => "morale",
        Throw::Assault | Throw::EnemyAssault => "assault",
        Throw::Captured | Throw::EnemyCaptured => "capture",
    }
}

/// Positions of the dice of a battle.
fn drawn(world: &World) -> usize {
    let dice = world.resource::<BattleDice>().0.as_ref();
    dice.map_or(0, |dice| dice.position() as usize)
}

/// A battle whose dice are all typed is the battle with the same dice rolled.
#[test]
fn typed_dice_are_the_same_dice() {
    for number in 0..SETUPS.len() {
        let mission = setup(number, "");
        let mut typed = begun(&mission, 1);
        // Only names are shuffled by the program then.
        let shuffles = vec![("shuffle".to_owned(), 1); 4000];
        typed.resource_mut::<BattleDice>().0 = Some(Dice::script(shuffles));
        let mut draws = ChaCha8Rng::seed_from_u64(5);
        let (mut tape, mut orders) = (Vec::new(), Vec::new());
        while typed.resource::<Verdict>().0.is_none() {
            let pending = typed.resource::<Pending<Operations>>().0.as_ref();
            let throw = pending.and_then(|waiting| match waiting.choice {
                Choice::Roll(throw) => Some(throw),
                _ => None,
            });
            let side = owing(&typed)[0];
            let is_typed = typed.resource::<Progress>().typed.contains(&side);
            let order = match throw {
                Some(throw) => {
                    let asked = log::question(&typed, &Choice::Roll(throw));
                    let names_aim = asked.contains(" at (") || asked.contains(" in stage ");
                    assert!(names_aim && !asked.ends_with("at "), "{asked}");
                    let faces = (0..throw.dice()).map(|_| draws.random_range(1..=6_u8));
                    let faces: Vec<_> = faces.collect();
                    let name = label(throw).to_owned();
                    tape.extend(faces.iter().map(|&face| (name.clone(), u32::from(face))));
                    Order::Roll(faces)
                }
                None if pending.is_none() && !is_typed => Order::TypeDice(true),
                None => any_order(&typed, side, &mut draws),
            };
            let before = drawn(&typed);
            submit::<Operations>(&mut typed, side, order.clone()).expect("it is listed");
            let shuffled = drawn(&typed) - before;
            tape.extend(std::iter::repeat_n(("shuffle".to_owned(), 1), shuffled));
            if !matches!(order, Order::Roll(_) | Order::TypeDice(_)) {
                orders.push((side, order));
            }
        }
        let mut rolled = begun(&mission, 1);
        rolled.resource_mut::<BattleDice>().0 = Some(Dice::script(tape));
        for (side, order) in orders {
            submit::<Operations>(&mut rolled, side, order).expect("it passed with typed dice");
        }
        let [one, other] = [&typed, &rolled].map(|world| {
            let field = Field::of(world);
            let mut progress = field.progress.clone().into_owned();
            progress.typed.clear();
            (field.all().to_vec(), progress)
        });
        assert_eq!(one, other, "setup {number}");
        let dice = rolled.resource::<BattleDice>().0.as_ref();
        let complaints = dice.map(Dice::complaints);
        assert_eq!(complaints, Some(Vec::new()), "setup {number}");
    }
}
