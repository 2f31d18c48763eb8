//! The party: battles of random orders, forecasts against fights, what is told and what is refused.

use bevy::prelude::World;
use hexscape::battle::board::{Board, Layers};
use hexscape::battle::dice::{Dice, Exact};
use hexscape::battle::grid::{Direction, TileId};
use hexscape::battle::knowledge::Knowledge;
use hexscape::battle::order::{UndoStack, submit, undo};
use hexscape::battle::phase::{Turn, Verdict};
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::{Roster, Side, UnitId, Units, part};
use hexscape::content::{ContentText, assets_folder, load_default};
use hexscape::headless::Arena;
use hexscape::mission::{self, MissionSource, Terms};
use hexscape::playing::{Game, Setting};
use hexscape::rules::party::character::{Purse, Sheet, Thing};
use hexscape::rules::party::objects::{self, Deed};
use hexscape::rules::party::order::Order;
use hexscape::rules::party::progress::{PARTY, Progress, can_act, most_ap, party};
use hexscape::rules::party::{Party, attack, script, setup};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::kit::goes_through_files;
use crate::properties::shipped;
use crate::trial::{check as check_all, check_restored};

/// The shipped missions of the party.
const MISSIONS: [&str; 5] = [
    "party_first_blood",
    "party_quiet_steps",
    "party_narrow_bridge",
    "party_salt_crypt",
    "party_long_road",
];

/// Battles of random orders of each mission.
const BATTLES: u64 = 4;
/// Orders of each at most.
const ORDERS: usize = 250;

fn source(name: &str) -> MissionSource {
    let assets = assets_folder().expect("the assets are beside the crate");
    let file = assets.join("missions").join(name).with_extension("ron");
    MissionSource::read(&file, &assets.join("content")).unwrap_or_else(|error| panic!("{error}"))
}

fn begun(name: &str, seed: u64) -> World {
    let mut world = World::new();
    Party::set_up(&mut world, &shipped(name), seed);
    world
}

/// Returns the side that has to order now.
fn due(world: &World) -> Side {
    let sides = [Side(0), Side(1)];
    let owing: Vec<_> = sides
        .into_iter()
        .filter(|&side| Party::owes(world, side))
        .collect();
    assert_eq!(owing.len(), 1, "one side orders at a time");
    owing[0]
}

fn is_over(world: &World) -> bool {
    world.resource::<Verdict>().0.is_some()
}

/// Calls something after each of many random orders.
fn in_battles(mut look: impl FnMut(&mut World, &Order)) {
    for name in MISSIONS {
        for seed in 0..BATTLES {
            let mut world = begun(name, seed);
            let mut draws = ChaCha8Rng::seed_from_u64(seed);
            for _ in 0..ORDERS {
                if is_over(&world) {
                    break;
                }
                let side = due(&world);
                let mut orders = Party::legal_orders(&world, side);
                assert!(
                    !orders.is_empty(),
                    "{name}, seed {seed}: nothing can be ordered"
                );
                // To the end of a turn before it gets late.
                let ends = |order: &Order| matches!(order, Order::EndTurn | Order::Rest(_));
                if orders.len() > 1 && draws.random_range(0..8) > 0 {
                    orders.retain(|order| !ends(order));
                }
                let order = orders[draws.random_range(0..orders.len())].clone();
                submit::<Party>(&mut world, side, order.clone()).expect("it is legal");
                look(&mut world, &order);
            }
        }
    }
}

#[test]
fn battles_go_through_files() {
    for name in MISSIONS {
        goes_through_files::<Party>(&source(name), 5);
    }
}

#[test]
fn points_stay_in_their_bounds() {
    in_battles(|world, order| {
        for id in world.resource::<Roster>().ids() {
            let ap = part::<Purse>(world, id).ap;
            // A purse is filled by what is in force then; effects may have come or gone since.
            assert!(ap <= part::<Sheet>(world, id).ap + 8, "after {order:?}");
            check_all::<Party>(world, &format_args!("after {order:?}"));
        }
    });
}

#[test]
fn turns_begin_with_full_points_and_the_party() {
    let (mut turns, mut last) = (0, 0);
    in_battles(|world, _| {
        let turn = world.resource::<Turn>().number;
        if last > 0 && turn > last && !is_over(world) {
            turns += 1;
            assert_eq!(due(world), PARTY);
            for id in party(world) {
                assert_eq!(part::<Purse>(world, id).ap, most_ap(world, id));
            }
        }
        last = turn;
    });
    assert!(turns > 5, "{turns} turns");
}

/// Nobody of the party has more points than before until the others have acted, however often combat begins
/// and ends (clarification 18).
#[test]
fn a_turn_has_one_set_of_points() {
    let points = |world: &World| -> Vec<_> {
        let ids = world.resource::<Roster>().ids();
        let own = ids.filter(|&id| world.resource::<Roster>().side(id) == PARTY);
        own.map(|id| part::<Purse>(world, id).ap).collect()
    };
    let mut before = (0, Vec::new());
    in_battles(|world, order| {
        let now = (world.resource::<Turn>().number, points(world));
        if before.0 == now.0 {
            let grew = before
                .1
                .iter()
                .zip(&now.1)
                .any(|(before, now)| now > before);
            assert!(!grew, "{order:?}: {before:?} {now:?}");
        }
        before = now;
    });
}

#[test]
fn a_snapshot_restores_any_state() {
    let mut orders = 0;
    in_battles(|world, order| {
        orders += 1;
        if orders % 37 == 0 {
            let mission = world.resource::<Setting>().mission.clone();
            check_restored::<Party>(world, &mission, 99, order);
        }
    });
}

#[test]
fn a_forecast_is_what_the_fight_does() {
    let world = begun("party_first_blood", 3);
    let figures = &setup::content(&world).figures;
    let mut dice = Dice::seeded(8, 1);
    for attacker in 0..3 {
        let forecast = attack::forecast(&world, UnitId(attacker), UnitId(5));
        let total: u64 = forecast.damage.iter().map(|(_, share)| share).sum();
        assert_eq!(total, Exact::ONE, "nothing is lost");
        // Whoever is nearly dead dies by any hit.
        let last = attack::foresee(figures, forecast.odds.clone(), forecast.cost, 1);
        assert_eq!(last.kill_permille(), u16::from(last.odds.chance) * 10);
        const STRIKES: u64 = 20_000;
        let mut seen = std::collections::BTreeMap::<u16, u64>::new();
        for _ in 0..STRIKES {
            let (_, hit) = attack::strike(&forecast.odds, figures, &mut dice);
            *seen.entry(hit.map_or(0, |hit| hit.damage)).or_default() += 1;
        }
        for &(damage, share) in &forecast.damage {
            let expected =
                (u128::from(share) * u128::from(STRIKES) / u128::from(Exact::ONE)) as u64;
            let found = seen.remove(&damage).unwrap_or(0);
            // Five standard deviations, and some.
            let allowed = 5 * expected.isqrt() + 10;
            assert!(
                found.abs_diff(expected) < allowed,
                "{damage}: {found} for {expected}"
            );
        }
        assert!(seen.is_empty(), "nothing else happens: {seen:?}");
    }
}

#[test]
fn whoever_sees_the_target_attacked_is_told_each_part_of_the_chance() {
    let mut arena = Arena::default();
    let mission = shipped("party_first_blood");
    arena.set_up(&mission, 1);
    let mut attacks = 0;
    for _ in 0..200 {
        let world = arena.world_mut();
        if is_over(world) {
            break;
        }
        let side = due(world);
        let order = Party::decide(world, side);
        let events = submit::<Party>(world, side, order.clone()).expect("it is legal");
        if let Order::Attack(..) = order {
            attacks += 1;
            let line = Party::tell_event(world, &events[0]).join(" ");
            assert!(
                line.contains("base 50") && line.contains("rolled"),
                "{line}"
            );
        }
    }
    assert!(attacks > 5);
}

#[test]
fn computers_act_by_their_scripts_and_say_which_rule_fired() {
    let mut world = begun("party_first_blood", 2);
    submit::<Party>(&mut world, PARTY, Order::EndTurn).expect("it can always be ended");
    let acting = world.resource::<Progress>().acting.expect("somebody acts");
    assert!(can_act(&world, acting));
    let choice = script::choose(&world, acting);
    let trace = script::trace(&world, acting, &choice);
    assert!(
        trace
            .last()
            .expect("rules were tried")
            .ends_with(": chosen"),
        "{trace:?}"
    );
    assert!(trace[0].ends_with(": knows of an enemy"), "{trace:?}");
    let advice = Party::advise(&world, Side(1));
    assert_eq!(advice.order, choice.order);
    let line = advice.line().expect("there was a choice");
    assert!(line.contains("attack nearest"), "{line}");
    assert!(submit::<Party>(&mut world, PARTY, Order::EndTurn).is_err());
}

/// Fireballs of scripts used to burn six of their own side in a battle.
#[test]
fn scripted_casters_burn_none_of_their_own_that_they_see() {
    let mut casts = 0;
    for name in ["party_narrow_bridge", "party_salt_crypt"] {
        for seed in 0..6 {
            let mut world = begun(name, seed);
            while !is_over(&world) {
                let side = due(&world);
                let order = Party::decide(&mut world, side);
                if side != PARTY
                    && let Order::Cast(caster, spell, target) = order
                    && setup::content(&world).spell(spell).key == "fireball"
                {
                    let (units, known) = (Units::of(&world), world.resource::<Knowledge>());
                    let near = |&id: &UnitId| units.distance(id, target) <= Some(1);
                    let own = units.ids().filter(|&id| units.side(id) == side);
                    let seen =
                        |&id: &UnitId| units.seat(id).is_some_and(|at| known.unit_sees(caster, at));
                    assert_eq!(own.filter(seen).find(near), None, "{name}, seed {seed}");
                    casts += 1;
                }
                submit::<Party>(&mut world, side, order).expect("it is legal");
            }
        }
    }
    assert!(casts > 5, "{casts}");
}

#[test]
fn what_is_hidden_changes_no_choice_and_no_refusal() {
    // Two battles that differ in what stands where the party sees nothing of it.
    let board = |rows: &str, at: &str| {
        format!(
            r##"Mission(name: "hidden", rules: Party(),
            board: Drawn(layout: PointyOddRows, legend: {{'.': "floor", '#': "wall"}}, rows: [{rows}]),
            sides: [
                (name: "Own", controller: Human, units: [(kind: "fighter", name: "A", at: (1, 1))]),
                (name: "Foes", controller: Ai(Aggressive), units: [
                    (kind: "zombie", name: "Z", at: (3, 1)), (kind: "bandit", name: "B", at: {at})]),
            ])"##
        )
    };
    let rows = r#"".....#...", ".....#...", ".....#...", ".....#...""#;
    let catalog = load_default().expect("the shipped content is sound");
    let told = ["(7, 0)", "(8, 3)"].map(|at| {
        let text = board(rows, at);
        let mission = mission::parse("hidden.ron", &text, &catalog, Terms::default());
        let mission = mission.unwrap_or_else(|problems| panic!("{problems}"));
        let mut world = World::new();
        Party::set_up(&mut world, &mission, 4);
        assert!(!world.resource::<Knowledge>().of(PARTY).sees_unit(UnitId(2)));
        let refused = submit::<Party>(&mut world, PARTY, Order::Attack(UnitId(0), UnitId(2)));
        let nobody = submit::<Party>(&mut world, PARTY, Order::Attack(UnitId(0), UnitId(9)));
        assert_eq!(refused, nobody, "hidden or not there is the same");
        (
            Party::advise(&world, PARTY),
            Party::legal_orders(&world, PARTY),
        )
    });
    assert_eq!(told[0], told[1]);
}

/// A mission with a door, a chest and other things as they are given.
fn vault(things: &str) -> World {
    vault_of(
        "map: Local",
        ["......#..", "......+..", "......#.."],
        things,
    )
}

fn vault_of(map: &str, rows: [&str; 3], things: &str) -> World {
    let text = format!(
        r##"Mission(name: "vault", rules: Party(), {map},
        board: Drawn(layout: PointyOddRows, legend: {{'.': "floor", '#': "wall", '+': "door"}},
            rows: {rows:?}),
        things: [{things}],
        sides: [
            (name: "Own", controller: Human, units: [(kind: "fighter", name: "A", at: (1, 1), pack: ["knife"])]),
            (name: "Foes", controller: Ai(Aggressive), units: [(kind: "zombie", name: "Z", at: (8, 1))]),
        ])"##
    );
    let catalog = load_default().expect("the shipped content is sound");
    let mission = mission::parse("vault.ron", &text, &catalog, Terms::default());
    let mut world = World::new();
    Party::set_up(
        &mut world,
        &mission.unwrap_or_else(|problems| panic!("{problems}")),
        4,
    );
    world
}

#[test]
fn what_is_hidden_of_things_changes_no_choice_no_refusal_and_no_view() {
    let hidden = [
        "Chest(at: (2, 1), holds: [\"dagger\"])",
        "Chest(at: (2, 1), trap: \"blade\", holds: [\"fine_axe\", \"bandage\"]), Trap(at: (3, 1), trap: \"blade\"),
            Door(at: (6, 1), trap: \"needle\"), Pile(at: (7, 0), holds: [\"knife\"])",
    ];
    let told = hidden.map(|things| {
        let mut world = vault(things);
        let mut tried: Vec<_> = (0..27)
            .map(TileId)
            .flat_map(|tile| Deed::ALL.map(|deed| Order::Handle(UnitId(0), deed, tile)))
            .collect();
        let dagger = Thing::Weapon(
            setup::content(&world)
                .weapon_named("dagger")
                .expect("it is there"),
        );
        tried.extend((0..27).map(|tile| Order::Take(UnitId(0), TileId(tile), dagger)));
        let refused: Vec<_> = (tried.iter())
            .map(|order| Party::begin(&world, PARTY, order, None).err())
            .collect();
        let known: Vec<_> = objects::known(&world, PARTY).collect();
        let odds = Deed::ALL.map(|deed| objects::odds(&world, UnitId(0), deed, TileId(12)));
        let advice = Party::advise(&world, PARTY);
        let legal = Party::legal_orders(&world, PARTY);
        // A walk to beside the chest, on hexes without a trap, leads to the same.
        let walk = Order::Move(UnitId(0), vec![Direction::new(1)]);
        submit::<Party>(&mut world, PARTY, walk).expect("it can be walked");
        let after = Party::legal_orders(&world, PARTY);
        (refused, known, odds, advice, legal, after)
    });
    assert_eq!(told[0], told[1]);
}

#[test]
fn a_door_is_remembered_as_it_was_seen_last() {
    let mut world = vault_of("map: Combat", ["...#.....", "...#...+.", "...#....."], "");
    let door = TileId(9 + 7);
    submit::<Party>(&mut world, PARTY, Order::EndTurn).expect("it can always be ended");
    let open = Order::Handle(UnitId(1), Deed::Open, door);
    submit::<Party>(&mut world, Side(1), open).expect("it stands beside it");
    let is_open = |layers: &Layers| layers.entry_percent(door).is_some();
    assert!(is_open(&world.resource::<Board>().layers));
    let known = |side| &world.resource::<Knowledge>().of(side).layers;
    assert!(is_open(known(Side(1))) && !is_open(known(PARTY)));
}

#[test]
fn a_walk_that_brings_something_to_light_cannot_be_taken_back() {
    for (things, is_quiet) in [
        ("", true),
        ("Trap(at: (2, 1), trap: \"sleep_glyph\")", false),
        ("Trap(at: (3, 1), trap: \"pit\")", true),
        ("Chest(at: (0, 0))", true),
    ] {
        let mut world = vault(things);
        world.resource_mut::<UndoStack<Party>>().enable();
        let walk = Order::Move(UnitId(0), vec![Direction::new(0)]);
        submit::<Party>(&mut world, PARTY, walk).expect("it can be walked");
        assert_eq!(undo::<Party>(&mut world), is_quiet, "{things}");
    }
}

/// Returns what is wrong with the shipped mission, with something in it written otherwise.
fn complaint(right: &str, wrong: &str) -> String {
    let mut source = source("party_first_blood");
    assert!(source.text.contains(right), "{right} is not in the mission");
    source.text = source.text.replacen(right, wrong, 1);
    source
        .build(1)
        .err()
        .map_or_else(String::new, |problems| problems.to_string())
}

#[test]
fn mistakes_in_missions_are_told_with_their_place() {
    for (right, wrong, told) in [
        (
            "kind: \"bandit\"",
            "kind: \"bandti\"",
            "did you mean `bandit`?",
        ),
        ("at: (9, 4)", "at: (99, 4)", "is off the board"),
        ("group: \"ford\"", "grup: \"ford\"", "did you mean `group`?"),
        (
            "rules: Party()",
            "rules: Party(figures: (side_bonus: 500))",
            "out of range",
        ),
        (
            "rules: Party()",
            "rules: Party(scripts: {\"mine\": (combat: [(when: [SeesFoe], act: Pass)])})",
            "condition `SeesFoe` is unknown",
        ),
        (
            "rules: Party()",
            "rules: Party(scripts: {\"mine\": (combat: [(when: [SelfHpUnder], act: Pass)])})",
            "is written SelfHpUnder(20)",
        ),
        (
            "rules: Party()",
            "rules: Party(scripts: {\"mine\": (combat: [(when: [], act: Attack(HurtAlly))])})",
            "an attack needs an enemy",
        ),
        (
            "rules: Party()",
            "rules: Party(scripts: {\"mine\": (combat: [(when: [], act: Pass), (when: [], act: Flee)])})",
            "never reached",
        ),
        ("turn_limit: 40", "turn_limit: 0", "out of range"),
        (
            "name: \"Sister Ede\"",
            "name: \"Sister Ede\", skills: (axe: 9)",
            "above the maximum, 5",
        ),
        (
            "name: \"Sister Ede\"",
            "name: \"Sister Ede\", effects: {\"haste\": 0}",
            "out of range",
        ),
        (
            "name: \"Sister Ede\"",
            "name: \"Sister Ede\", pack: [\"sward\"]",
            "is unknown",
        ),
        (
            "name: \"Sister Ede\"",
            "name: \"Sister Ede\", armor: [\"gambeson\", \"hauberk\"]",
            "use the same place",
        ),
        (
            "name: \"Sister Ede\"",
            "name: \"Sister Ede\", quick: [\"bandgae\"]",
            "did you mean `bandage`?",
        ),
        (
            "name: \"Sister Ede\"",
            "name: \"Sister Ede\", quick: [\"bandage\", \"bandage\", \"bandage\", \"bandage\"]",
            "4 items for 3 quick slots",
        ),
        (
            "escape: \"thicket\"",
            "things: [Door(at: (2, 2), lock: 5)], escape: \"thicket\"",
            "there is no closed door here, but grass",
        ),
        (
            "escape: \"thicket\"",
            "things: [Chst(at: (2, 2))], escape: \"thicket\"",
            "did you mean `Chest`?",
        ),
        (
            "escape: \"thicket\"",
            "things: [Trap(at: (2, 2), trap: \"hole\")], escape: \"thicket\"",
            "trap \"hole\" is unknown",
        ),
        (
            "escape: \"thicket\"",
            "things: [Pile(at: (2, 2), holds: [\"knife\"], lock: 4)], escape: \"thicket\"",
            "a pile needs a list `holds` and nothing else",
        ),
        (
            "escape: \"thicket\"",
            "things: [Chest(at: (2, 2)), Chest(at: (2, 2))], escape: \"thicket\"",
            "there is already a chest on this hex",
        ),
        (
            "escape: \"thicket\"",
            "things: [Chest(at: (5, 1), lock: 900)], escape: \"thicket\"",
            "out of range",
        ),
    ] {
        let complaint = complaint(right, wrong);
        assert!(complaint.contains(told), "{wrong}: {complaint:?}");
        assert!(complaint.contains("party_first_blood.ron:"), "{complaint}");
    }
}

#[test]
fn the_shipped_content_has_what_the_reference_lists() {
    let folder = assets_folder()
        .expect("the assets are beside the crate")
        .join("content");
    let content = ContentText::read(&folder).expect("it is there");
    let text = &content.base["party.ron"];
    for key in [
        "knife",
        "dagger",
        "long_sword",
        "battle_axe",
        "staff",
        "short_bow",
        "long_bow",
        "gambeson",
        "brigandine",
        "hauberk",
        "breastplate",
        "close_helmet",
        "buckler",
        "bandit",
        "bandit_leader",
        "zombie",
        "rat",
    ] {
        assert!(text.contains(&format!("\"{key}\": (")), "{key} is missing");
    }
}
