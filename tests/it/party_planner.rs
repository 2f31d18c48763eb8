//! The planner of the party: what it does in plain situations, that it says why, and that battles end.

use std::ops::ControlFlow;

use bevy::prelude::World;
use hexscape::battle::order::submit;
use hexscape::battle::phase::{Turn, Verdict};
use hexscape::battle::rollout::first_owing;
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::{Health, Side, UnitId, edit, part};
use hexscape::content::load_default;
use hexscape::headless::{Arena, Report};
use hexscape::mission::{self, Terms};
use hexscape::parallel::in_order;
use hexscape::playing::Game;
use hexscape::rules::kit::arc::Arc;
use hexscape::rules::party::character::{Gear, Memory, Slot};
use hexscape::rules::party::event::Event;
use hexscape::rules::party::objects::Deed;
use hexscape::rules::party::order::Order;
use hexscape::rules::party::progress::PARTY;
use hexscape::rules::party::{Party, setup};

use crate::properties::shipped;

/// A fight on a floor of 9 by 5 hexes, or on other rows, with what else the mission says.
pub fn fight(own: &str, foes: &str, rows: &str, rest: &str) -> World {
    begun("", own, foes, rows, rest)
}

/// The same where the planner decides for both sides.
fn planned(own: &str, foes: &str, rows: &str) -> World {
    let rules = "figures: (deciders: (party: Planner, others: Planner))";
    begun(rules, own, foes, rows, "")
}

fn begun(rules: &str, own: &str, foes: &str, rows: &str, rest: &str) -> World {
    let rows = match rows {
        "" => r#"".........", ".........", ".........", ".........", ".........""#,
        rows => rows,
    };
    let text = format!(
        r#"Mission(name: "fight", rules: Party({rules}),
        board: Drawn(layout: PointyOddRows, legend: {{'.': "floor", 'X': "wall"}}, rows: [{rows}]),
        zones: {{"out": [Rect((0, 0), (0, 4))]}},
        sides: [
            (name: "Own", controller: Open, units: [{own}]),
            (name: "Foes", controller: Open, units: [{foes}]),
        ], {rest})"#
    );
    let catalog = load_default().expect("the shipped content is sound");
    let mission = mission::parse("fight.ron", &text, &catalog, Terms::default());
    let mission = mission.unwrap_or_else(|problems| panic!("{problems}"));
    let mut world = World::new();
    Party::set_up(&mut world, &mission, 1);
    world
}

/// Has the party act until its turn ends; its orders and all that happened.
fn act(world: &mut World) -> (Vec<Order>, Vec<Event>) {
    let (mut orders, mut events) = (Vec::new(), Vec::new());
    while Party::owes(world, PARTY) && world.resource::<Verdict>().0.is_none() {
        let order = Party::decide(world, PARTY);
        let happened = submit::<Party>(world, PARTY, order.clone()).expect("it is legal");
        orders.push(order.clone());
        events.extend(happened);
        if order == Order::EndTurn {
            break;
        }
    }
    (orders, events)
}

/// The first attack of a turn: on whom and from which side.
fn first_attack(events: &[Event]) -> Option<(UnitId, Arc)> {
    events.iter().find_map(|event| match event {
        Event::Attacked(attack) => Some((attack.target, attack.odds.arc)),
        _ => None,
    })
}

#[test]
fn blades_go_round_to_where_the_enemy_parries_badly() {
    // Two steps round it leave as many blows as there are in front.
    let foe = r#"(kind: "zombie", at: (4, 2), facing: West, hp: 60)"#;
    let mut world = fight(r#"(kind: "fighter", at: (3, 2))"#, foe, "", "");
    let (_, events) = act(&mut world);
    let (_, arc) = first_attack(&events).expect("it attacks");
    assert_ne!(arc, Arc::Front);
}

#[test]
fn all_go_for_whoever_is_hurt() {
    let own = r#"(kind: "archer", at: (0, 2)), (kind: "archer", at: (0, 3))"#;
    let foes = r#"(kind: "bandit", at: (6, 1)), (kind: "bandit", at: (6, 2), hp: 3), (kind: "bandit", at: (6, 3))"#;
    let mut world = fight(own, foes, "", "");
    let (_, events) = act(&mut world);
    let (target, _) = first_attack(&events).expect("it attacks");
    assert_eq!(target, UnitId(3));
}

#[test]
fn bows_step_back_from_whoever_is_beside_them() {
    let foe = r#"(kind: "bandit", at: (4, 2), facing: West)"#;
    let mut world = fight(r#"(kind: "archer", at: (3, 2), pack: [])"#, foe, "", "");
    let (orders, events) = act(&mut world);
    assert!(matches!(orders[0], Order::Move(..)), "{orders:?}");
    assert!(first_attack(&events).is_some(), "{orders:?}");
}

#[test]
fn cornered_bows_are_put_away_for_a_blade() {
    let rows = r#""XXXXXXXXX", "..XXXXXXX", "XXXXXXXXX", "XXXXXXXXX", "XXXXXXXXX""#;
    let foes = r#"(kind: "zombie", at: (1, 1))"#;
    let mut world = fight(r#"(kind: "archer", at: (0, 1))"#, foes, rows, "");
    let (orders, events) = act(&mut world);
    assert!(
        matches!(orders[..2], [Order::Open(_), Order::Equip(..)]),
        "{orders:?}"
    );
    assert!(first_attack(&events).is_some(), "{orders:?}");
}

#[test]
fn healers_heal_who_needs_it_and_fire_spares_friends() {
    let own = r#"(kind: "fighter", at: (3, 2)), (kind: "healer", at: (2, 2))"#;
    let mut world = fight(own, r#"(kind: "zombie", at: (8, 2), hp: 60)"#, "", "");
    edit(&mut world, UnitId(0)).part::<Health>().now = 500;
    let (orders, _) = act(&mut world);
    let heal = setup::content(&world).spell_named("heal").expect("shipped");
    let heals = |order: &Order| *order == Order::Cast(UnitId(1), heal, UnitId(0));
    assert!(orders.iter().any(heals), "{orders:?}");

    let own = r#"(kind: "fighter", at: (4, 2), hp: 4), (kind: "hedge_mage", at: (1, 2))"#;
    let foes = r#"(kind: "zombie", at: (5, 2))"#;
    let mut world = fight(own, foes, "", "");
    let (orders, _) = act(&mut world);
    let fire = setup::content(&world)
        .spell_named("fireball")
        .expect("shipped");
    let burns = |order: &Order| *order == Order::Cast(UnitId(1), fire, UnitId(2));
    assert!(!orders.iter().any(burns), "{orders:?}");
}

#[test]
fn losers_make_for_the_exit_and_out_of_sight() {
    let foes =
        r#"(kind: "brute", at: (8, 1)), (kind: "brute", at: (8, 2)), (kind: "brute", at: (8, 3))"#;
    let own = r#"(kind: "scout", at: (3, 2), hp: 3)"#;
    let mut world = fight(own, foes, "", r#"escape: "out""#);
    act(&mut world);
    let ending = world.resource::<Verdict>().0.expect("it is out");
    assert_eq!(ending.winner, Some(Side(1)), "but nothing is won by that");

    let rows = r#"".........", "...X.....", "...X.....", "...X.....", ".........""#;
    let own = r#"(kind: "scout", at: (4, 2), hp: 3)"#;
    let mut world = fight(own, foes, rows, "map: Local");
    let (orders, _) = act(&mut world);
    assert!(orders.contains(&Order::EndCombat), "{orders:?}");
}

#[test]
fn whoever_knows_of_no_enemy_rests_though_a_planner_decides() {
    let rows = r#""....X....", "....X....", "....X....", "....X....", "....X....""#;
    let foes =
        r#"(kind: "bandit", at: (7, 2), group: "g"), (kind: "bandit", at: (7, 3), group: "g")"#;
    let mut world = planned(r#"(kind: "fighter", at: (1, 2))"#, foes, rows);
    submit::<Party>(&mut world, PARTY, Order::EndTurn).expect("it can always be ended");
    for _ in 0..2 {
        let order = Party::decide(&mut world, Side(1));
        assert!(matches!(order, Order::Rest(_)), "{order:?}");
        submit::<Party>(&mut world, Side(1), order).expect("it is legal");
    }
    assert!(Party::owes(&world, PARTY));
}

#[test]
fn enemies_that_plan_alert_each_other() {
    let rows = r#""....X....", "....X....", ".........", "....X....", "....X....""#;
    let foes = r#"(kind: "bandit", at: (7, 2)), (kind: "bandit", at: (7, 4))"#;
    let mut world = planned(r#"(kind: "fighter", at: (0, 2), ap: 1)"#, foes, rows);
    submit::<Party>(&mut world, PARTY, Order::EndTurn).expect("it can always be ended");
    // The alarm of the beginning reached it.
    edit(&mut world, UnitId(2)).part::<Memory>().known = None;
    let mut alerted = false;
    while Party::owes(&world, Side(1)) {
        let order = Party::decide(&mut world, Side(1));
        alerted |= matches!(order, Order::Alert(_));
        submit::<Party>(&mut world, Side(1), order).expect("it is legal");
    }
    assert!(alerted);
}

#[test]
fn what_is_decided_is_what_is_advised_with_its_reasons() {
    let mut weighed = 0;
    for decider in ["Planner", "Script"] {
        let (own, foes) = (
            r#"(kind: "fighter", at: (0, 1)), (kind: "healer", at: (0, 2)), (kind: "archer", at: (0, 3))"#,
            r#"(kind: "bandit", at: (8, 1)), (kind: "hedge_mage", at: (8, 2)), (kind: "brute", at: (8, 3))"#,
        );
        let mut world = match decider {
            "Planner" => planned(own, foes, ""),
            _ => fight(own, foes, "", ""),
        };
        for _ in 0..300 {
            if world.resource::<Verdict>().0.is_some() {
                break;
            }
            let side = if Party::owes(&world, PARTY) {
                PARTY
            } else {
                Side(1)
            };
            let order = Party::decide(&mut world, side);
            let advice = Party::advise(&world, side);
            assert_eq!(advice.order, order);
            if let Some(first) = advice.weighed.first()
                && first.purpose.contains("harm ")
            {
                weighed += 1;
                assert!(first.is_chosen, "{advice:?}");
                assert!(advice.weighed.iter().all(|one| one.points <= first.points));
            }
            submit::<Party>(&mut world, side, order).expect("it is legal");
        }
        assert!(world.resource::<Verdict>().0.is_some(), "{decider}");
    }
    assert!(weighed > 10, "{weighed} orders were explained");
}

#[test]
fn battles_end_and_are_the_same_with_one_job_and_with_two() {
    for name in [
        "party_first_blood",
        "party_quiet_steps",
        "party_narrow_bridge",
    ] {
        let mission = shipped(name);
        let played = [1, 2].map(|jobs| {
            let mut reports = Vec::new();
            let play = |arena: &mut Arena, seed| {
                arena.set_up(&mission, seed);
                Ok::<_, String>(arena.play(seed))
            };
            let take = |report: Report| {
                reports.push(report);
                ControlFlow::Continue(())
            };
            in_order(jobs, 6, Arena::default, play, take).expect("all are played");
            reports
        });
        assert_eq!(played[0], played[1], "{name}");
        assert!(played[0].iter().all(|report| report.ending.is_some()));
    }
}

/// The first use of an item in a turn, with what was ordered before it.
fn first_use(world: &mut World) -> (Vec<Order>, Option<Order>) {
    let (mut orders, _) = act(world);
    let at = orders
        .iter()
        .position(|order| matches!(order, Order::Use(..)));
    let found = at.map(|at| orders.split_off(at).swap_remove(0));
    (orders, found)
}

#[test]
fn items_are_used_where_they_are_worth_it() {
    let zombie = r#"(kind: "zombie", at: (8, 2), hp: 60)"#;
    let [me, mate] = [UnitId(0), UnitId(1)];
    let quick = Slot::Quick(0);
    let told = |own: &str, foes: &str| first_use(&mut fight(own, foes, "", ""));

    let hurt = |hp: u16, things: &str| {
        let own = format!(r#"(kind: "fighter", at: (1, 2), {things})"#);
        let mut world = fight(&own, zombie, "", "");
        edit(&mut world, me).part::<Health>().now = hp;
        first_use(&mut world)
    };
    let potion = r#"quick: ["healing_potion"]"#;
    assert_eq!(hurt(600, potion).1, Some(Order::Use(me, quick, me)));
    assert_eq!(hurt(2000, potion).1, None, "nothing is wasted");
    let (before, used) = hurt(300, r#"pack: ["dagger", "bandage", "great_potion"]"#);
    assert_eq!(used, Some(Order::Use(me, Slot::Pack(2), me)));
    assert_eq!(before.last(), Some(&Order::Open(me)));
    let both = r#"pack: ["healing_potion"], quick: ["healing_potion"]"#;
    assert_eq!(
        hurt(600, both).1,
        Some(Order::Use(me, quick, me)),
        "at hand"
    );

    let sick = r#"(kind: "fighter", at: (1, 2), effects: {"poisoned": 4}), (kind: "axeman", at: (1, 3), quick: ["antidote"])"#;
    assert_eq!(told(sick, zombie).1, Some(Order::Use(mate, quick, me)));
    let well = sick.replace(r#"effects: {"poisoned": 4}"#, "");
    assert_eq!(told(&well, zombie).1, None, "there is nothing to cure");

    let crowd = r#"(kind: "zombie", at: (6, 2)), (kind: "zombie", at: (6, 3)), (kind: "zombie", at: (7, 2)), (kind: "zombie", at: (7, 3))"#;
    let bomber = r#"(kind: "fighter", at: (1, 2), quick: ["fire_bomb"])"#;
    assert!(told(bomber, crowd).1.is_some(), "it burns several");
}

#[test]
fn the_computer_says_why_it_uses_an_item() {
    let own = r#"(kind: "fighter", at: (1, 2), ap: 7, pack: ["great_potion"])"#;
    let mut world = fight(own, r#"(kind: "zombie", at: (8, 2), hp: 60)"#, "", "");
    edit(&mut world, UnitId(0)).part::<Health>().now = 300;
    let advice = Party::advise(&world, PARTY);
    assert_eq!(advice.order, Order::Open(UnitId(0)));
    let why = &advice.weighed[0].purpose;
    let used = "to use Great healing potion on Fighter 1: ";
    assert!(
        why.starts_with(used) && why.contains("item 1: -200"),
        "{why}"
    );
}

/// Has the computer play the party until a turn is over for the last time.
fn play(world: &mut World, turns: usize) -> Vec<Order> {
    let mut orders = Vec::new();
    while orders
        .iter()
        .filter(|order| **order == Order::EndTurn)
        .count()
        < turns
        && world.resource::<Verdict>().0.is_none()
    {
        let side = if Party::owes(world, PARTY) {
            PARTY
        } else {
            Side(1)
        };
        let order = Party::decide(world, side);
        submit::<Party>(world, side, order.clone()).expect("it is legal");
        orders.extend((side == PARTY).then_some(order));
    }
    orders
}

#[test]
fn the_party_takes_and_wears_what_lies_near_its_way_and_leaves_the_rest() {
    let rows = r#"".....XXXX", ".....X...", ".....X...", ".....X...", ".....XXXX""#;
    let own = r#"(kind: "axeman", at: (0, 1)), (kind: "rogue", at: (0, 3), quick: [])"#;
    let foe = r#"(kind: "zombie", at: (7, 2))"#;
    let things = r#"map: Local, things: [
        Chest(at: (3, 1), lock: 5, holds: ["great_potion", "breastplate", "knife"]),
        Pile(at: (4, 4), holds: ["gambeson", "staff"]),
    ]"#;
    let mut world = fight(own, foe, rows, things);
    let orders = play(&mut world, 6);
    let unlocks = |order: &Order| matches!(order, Order::Handle(_, Deed::Unlock, _));
    let picker = orders.iter().find(|order| unlocks(order));
    assert!(
        matches!(picker, Some(Order::Handle(UnitId(1), ..))),
        "{orders:?}"
    );
    let content = setup::content(&world);
    let named = |name: &str| content.piece_named(name).expect("shipped");
    let [axeman, rogue] = [UnitId(0), UnitId(1)].map(|id| part::<Gear>(&world, id));
    let worn = [axeman, rogue]
        .iter()
        .any(|one| one.worn.contains(&named("breastplate")));
    assert!(worn, "{orders:?}");
    let all: Vec<_> = axeman.all().chain(rogue.all()).collect();
    let has = |name: &str| all.iter().any(|thing| thing.name(content) == name);
    assert!(
        has("Great healing potion") && !has("Knife") && !has("Staff"),
        "{all:?}"
    );
    let quick = axeman.quick.len() + rogue.quick.len();
    assert!(quick > 0, "what is used is kept at hand: {all:?}");
}

#[test]
fn a_healthy_party_looks_into_a_location_once() {
    let mission = |hp: u16| {
        let text = r#"Mission(name: "way", rules: Party(), map: Overland, goal: Reach("end"),
            board: Drawn(layout: PointyOddRows, legend: {'.': "grass"}, rows: [".......", "......."]),
            zones: {"inn": [(2, 0)], "end": [(6, 0)]},
            overland: (owner: "Foes", danger: 0, combat: [], groups: []),
            locations: {"Inn": (zone: "inn", enter: "Inn")},
            maps: {"Inn": (map: Local, zones: {"door": [(0, 0)]}, gate: "door",
                things: [Pile(at: (4, 1), holds: ["great_potion"])],
                board: Drawn(layout: PointyOddRows, legend: {'.': "floor", 'X': "wall"}, rows: [".....", "XXXX."]))},
            sides: [
                (name: "Own", controller: Open, units: [(kind: "fighter", at: (0, 0))]),
                (name: "Foes", controller: Open, units: [(kind: "rat", map: "Inn", at: (0, 0))]),
            ])"#;
        let catalog = load_default().expect("the shipped content is sound");
        let mission = mission::parse("way.ron", text, &catalog, Terms::default());
        let mission = mission.unwrap_or_else(|problems| panic!("{problems}"));
        let mut world = World::new();
        Party::set_up(&mut world, &mission, 1);
        edit(&mut world, UnitId(0)).part::<Health>().now = hp;
        let orders = play(&mut world, 40);
        assert!(world.resource::<Verdict>().0.is_some(), "{orders:?}");
        let count = |wanted: &Order| orders.iter().filter(|order| *order == wanted).count();
        let takes = orders.iter().any(|order| matches!(order, Order::Take(..)));
        (count(&Order::Enter), count(&Order::Leave), takes)
    };
    assert_eq!(mission(2000), (1, 1, true));
    assert_eq!(mission(500), (0, 0, false), "it is hurt");
}

#[test]
fn actions_that_cost_nothing_are_weighed() {
    for costs in [
        "item: 0",
        "item: 0, inventory: 0, object: 0, skill: 0, attack: 0, least_attack: 1",
    ] {
        let rules =
            format!("figures: (costs: ({costs}), deciders: (party: Planner, others: Planner))");
        let own = r#"(kind: "fighter", at: (0, 0), quick: ["bolt_scroll", "healing_potion", "fire_bomb"])"#;
        let foes =
            r#"(kind: "rat", at: (3, 1), quick: ["bolt_scroll"]), (kind: "rat", at: (8, 4))"#;
        let mut world = begun(&rules, own, foes, "", "");
        for _ in 0..300 {
            let mut sides = [Side(0), Side(1)].into_iter();
            let Some(side) = sides.find(|&side| Party::owes(&world, side)) else {
                break;
            };
            let order = Party::decide(&mut world, side);
            submit::<Party>(&mut world, side, order).unwrap_or_else(|refusal| panic!("{refusal}"));
        }
    }
}

#[test]
fn lone_survivors_do_not_go_round_in_circles_for_long() {
    // With the turns they took when somebody came into sight and got away again without end.
    let cases = [
        ("party_salt_crypt", 5, 77),
        ("party_salt_crypt", 72, 68),
        ("party_salt_crypt", 88, 73),
        ("party_salt_crypt", 94, 105),
        ("party_long_road", 3, 200),
    ];
    for (name, seed, before) in cases {
        let mut world = World::new();
        Party::set_up(&mut world, &shipped(name), seed);
        while let Some(side) = first_owing::<Party>(&world) {
            let order = Party::decide(&mut world, side);
            submit::<Party>(&mut world, side, order).expect("it is legal");
        }
        let turns = world.resource::<Turn>().number;
        assert!(turns + 10 < before, "{name} {seed}: {turns} turns");
    }
}
