//! What a side of the party does not see stays hidden: in what it is told of events, refused, offered,
//! advised and promised.
//!
//! `SECRET_CASES=10000 cargo test --test it party_secrets` tries more pairs of battles.

use bevy::prelude::World;
use hexscape::battle::board::Board;
use hexscape::battle::dice::{Dice, Label, Roll};
use hexscape::battle::grid::{Direction, TileId};
use hexscape::battle::knowledge::{self, Knowledge};
use hexscape::battle::order::submit;
use hexscape::battle::phase::Verdict;
use hexscape::battle::rules::Rules;
use hexscape::battle::snapshot::{Snapshot, seat_units};
use hexscape::battle::state::UnitParts;
use hexscape::battle::unit::{Health, Presence, Roster, Side, UnitId};
use hexscape::content::load_default;
use hexscape::mission::{self, Mission, Terms};
use hexscape::playing::Game;
use hexscape::rules::party::character::{Errand, Lasting, Thing, UnitState};
use hexscape::rules::party::content::{ArmorId, EffectId, SpellId, WeaponId};
use hexscape::rules::party::event::{Attack, Casting, Event, Struck};
use hexscape::rules::party::order::Order;
use hexscape::rules::party::progress::PARTY;
use hexscape::rules::party::tell::SideLog;
use hexscape::rules::party::{Party, attack, script, setup};

use crate::properties::shipped;

/// Two rooms: of four enemies the party sees one, and it has an ally of a third side in none of them.
fn rooms() -> Mission {
    written(
        r##"Mission(name: "rooms", rules: Party(),
        board: Drawn(layout: PointyOddRows, legend: {'.': "floor", '#': "wall"}, rows: [
            ".....#...", ".....#...", ".....#...", ".....#..."]),
        sides: [
            (name: "Own", controller: Human, units: [
                (kind: "fighter", name: "Ann", at: (1, 1)), (kind: "archer", name: "Bob", at: (1, 2))]),
            (name: "Foes", controller: Ai(Aggressive), units: [
                (kind: "zombie", name: "Zed", at: (3, 1)), (kind: "hedge_mage", name: "Mort", at: (7, 0)),
                (kind: "bandit", name: "Crow", at: (8, 3)), (kind: "bandit_archer", name: "Finch", at: (7, 2))]),
        ])"##,
    )
}

/// Villagers who fight nobody, in sight of the party, and raiders who hunt them behind a wall.
fn hunted() -> Mission {
    written(
        r##"Mission(name: "hunted", rules: Party(),
        board: Drawn(layout: PointyOddRows, legend: {'.': "floor", '#': "wall"}, rows: [
            ".....#...", ".....#...", ".........", ".....#...", ".....#..."]),
        sides: [
            (name: "Own", controller: Human, units: [
                (kind: "fighter", name: "Ann", at: (0, 0)), (kind: "archer", name: "Bob", at: (1, 4))]),
            (name: "Villagers", controller: Ai(Aggressive), neutral: true, units: [
                (kind: "brute", name: "Will", at: (4, 2)), (kind: "bandit_archer", name: "Wat", at: (3, 3)),
                (kind: "hedge_mage", name: "Meg", at: (4, 1)), (kind: "bandit_leader", name: "Hob", at: (3, 1))]),
            (name: "Raiders", controller: Ai(Aggressive), hunts: true, units: [
                (kind: "zombie", name: "Zed", at: (3, 4)), (kind: "bandit", name: "Crow", at: (8, 3)),
                (kind: "bandit_archer", name: "Finch", at: (7, 2)), (kind: "brute", name: "Ox", at: (8, 1))]),
        ], turn_limit: 12)"##,
    )
}

fn written(text: &str) -> Mission {
    let catalog = load_default().expect("the shipped content is sound");
    let mission = mission::parse("written.ron", text, &catalog, Terms::default());
    mission.unwrap_or_else(|problems| panic!("{problems}"))
}

const ANN: UnitId = UnitId(0);
const BOB: UnitId = UnitId(1);
const ZED: UnitId = UnitId(2);
const MORT: UnitId = UnitId(3);
const CROW: UnitId = UnitId(4);
const FINCH: UnitId = UnitId(5);

fn begun(mission: &Mission, seed: u64) -> World {
    let mut world = World::new();
    Party::set_up(&mut world, mission, seed);
    world
}

fn attacked(world: &World, attacker: UnitId, target: UnitId, killed: bool) -> Event {
    let odds = attack::odds(world, attacker, target);
    Event::Attacked(Box::new(Attack {
        attacker,
        target,
        facing: Direction::new(0),
        ap: 5,
        hit: Some(attack::Hit {
            rolled: 3,
            damage: 412,
        }),
        odds,
        roll: 7,
        killed,
    }))
}

fn cast(unit: UnitId, targets: &[UnitId]) -> Event {
    let results = targets.iter().map(|&unit| Struck {
        unit,
        harm: 300,
        mend: 0,
        cured: Vec::new(),
        effect: None,
        killed: false,
    });
    Event::Cast(Casting {
        unit,
        spell: SpellId(1),
        item: None,
        ap: 7,
        mp: 9,
        facing: None,
        rolled: 11,
        results: results.collect(),
    })
}

#[test]
fn whoever_is_not_seen_is_somebody() {
    let world = begun(&rooms(), 1);
    let told = |event: &Event| SideLog::begin(&world, PARTY).tell(&world, event);
    let line = |event: &Event| told(event).expect("a part of it was seen");
    let by_hidden = attacked(&world, FINCH, ANN, false);
    assert_eq!(
        line(&by_hidden),
        "An unseen enemy attacks Ann: hit for 4.12, 20 left"
    );
    let on_seen = attacked(&world, FINCH, ZED, true);
    assert_eq!(line(&on_seen), "An unseen enemy attacks Zed: hit, Zed dies");
    assert_eq!(
        line(&attacked(&world, ZED, CROW, false)),
        "Zed attacks an unseen target"
    );
    assert_eq!(told(&attacked(&world, MORT, CROW, true)), None);
    let whole = line(&attacked(&world, ZED, ANN, false));
    let (outcome, odds) = whole.split_once('\n').expect("odds are a second line");
    assert_eq!(outcome, "Zed attacks Ann: hit for 4.12, 20 left");
    assert!(
        odds.starts_with("  with bare hands: to hit ")
            && odds.ends_with("rolled 7, hit for 4.12, 20 left"),
        "{odds}"
    );

    let by_hidden = line(&cast(MORT, &[ANN, ZED, CROW]));
    assert_eq!(
        by_hidden,
        "Someone out of sight casts a spell; Ann loses 3; Zed is hit"
    );
    assert_eq!(told(&cast(MORT, &[CROW])), None);
    let own = line(&cast(ANN, &[ZED, CROW]));
    assert!(
        own.contains("Zed loses 3") && !own.contains("Crow"),
        "{own}"
    );
    assert_eq!(line(&cast(ZED, &[CROW])), "Zed casts Fireball");
}

#[test]
fn alarms_searches_and_those_left_out_name_nobody_out_of_sight() {
    let world = begun(&rooms(), 1);
    let told = |event: &Event| SideLog::begin(&world, PARTY).tell(&world, event);
    let line = |event: &Event| told(event).expect("a part of it was seen");
    let began = Event::CombatBegan {
        ap: Vec::new(),
        spotted: Some((ANN, ZED)),
        alerted: vec![ZED, MORT, CROW],
        displaced: vec![(BOB, TileId(3)), (CROW, TileId(8))],
        left_out: vec![FINCH],
    };
    assert_eq!(
        line(&began),
        "Combat begins: Ann and Zed see each other; Zed is alerted; Bob moves to (3, 0)"
    );
    let alarm = |told: Vec<UnitId>| Event::Alerted {
        unit: ZED,
        tile: TileId(0),
        told,
    };
    assert_eq!(line(&alarm(vec![MORT, CROW])), "Zed alerts others");
    let searched = Event::Searched {
        unit: ZED,
        roll: 12,
        goal: Some(TileId(30)),
    };
    assert_eq!(line(&searched), "Zed searches");
    let arrived = Event::Arrived {
        places: Vec::new(),
        left_out: vec![FINCH],
    };
    assert_eq!(line(&arrived), "Both sides arrive");
    for event in [
        Event::Rested { unit: MORT },
        Event::Opened { unit: CROW, ap: 3 },
        Event::Stepped {
            unit: FINCH,
            to: TileId(7),
            facing: Direction::new(0),
            ap: 1,
        },
    ] {
        assert_eq!(told(&event), None, "{event:?}");
    }
}

#[test]
fn whoever_dies_was_seen_when_it_happened() {
    let mut world = begun(&rooms(), 1);
    let mut log = SideLog::begin(&world, PARTY);
    let event = attacked(&world, ANN, ZED, true);
    Party::apply(&mut world, &event);
    assert!(!world.resource::<Knowledge>().of(PARTY).sees_unit(ZED));
    let line = log.tell(&world, &event).expect("it is an own attack");
    assert!(line.ends_with("Zed dies"), "{line}");
    // Now it is gone.
    assert_eq!(log.tell(&world, &Event::Opened { unit: ZED, ap: 3 }), None);
}

fn cases(by_default: u64) -> u64 {
    let deeper = std::env::var("SECRET_CASES").ok();
    deeper.map_or(by_default, |count| count.parse().expect("a number"))
}

/// Changes what a side cannot know of others out of its sight: place, hit points, gear, mana, points,
/// effects, memory and errands.
pub fn stir(world: &mut World, side: Side, draws: &mut Dice) {
    let ids: Vec<_> = world.resource::<Roster>().ids().collect();
    for id in ids {
        let roster = world.resource::<Roster>();
        let known = world.resource::<Knowledge>().of(side);
        let is_hidden = roster.side(id) != side && !known.sees_unit(id);
        let mut state = UnitState::read(world, id);
        if !is_hidden || state.presence != Presence::OnBoard {
            continue;
        }
        let mut pick = |count: usize| draws.die(Label::Ai, count as u32) as usize - 1;
        let content = setup::content(world);
        let Health { max, .. } = state.health;
        state.health.now = 1 + pick(max.into()) as u16;
        state.mana = pick(40) as u8;
        state.purse.ap = pick(11) as u8;
        state.facing = Direction::new(pick(6) as u8);
        state.gear.weapon = Some(WeaponId(pick(content.weapons.len()) as u8));
        state.gear.worn = vec![ArmorId(pick(content.armor.len()) as u8)];
        state.gear.pack = vec![Thing::Weapon(WeaponId(0)); pick(3)];
        state.effects.0 = vec![Lasting {
            effect: EffectId(pick(content.effects.len()) as u8),
            rank: 1,
            turns: 1 + pick(3) as u8,
        }];
        let board = world.resource::<Board>();
        let marked = |tile: &TileId| {
            known
                .sightings
                .iter()
                .flatten()
                .any(|last| last.tile == *tile)
        };
        let is_free = |tile: &TileId| {
            !known.sees(*tile)
                && board.layers.entry_percent(*tile).is_some()
                && board.first_occupant(*tile).is_none()
                && !marked(tile)
        };
        let free: Vec<_> = board.grid.tiles().filter(is_free).collect();
        state.memory.known = Some(TileId(pick(board.grid.len()) as u32)).filter(|_| pick(2) == 0);
        state.memory.target = None;
        state.errand = Errand::default();
        if !free.is_empty() {
            state.tile = free[pick(free.len())];
        }
        state.insert(world, id);
        seat_units(world);
        knowledge::renew_view(world, id);
    }
}

/// All that a side is told without anything happening: what it may order, what it is refused and why, what
/// the computer would order and why, forecasts and script traces.
fn shown(world: &World, side: Side, orders: &[Order]) -> Vec<String> {
    let units: Vec<_> = world.resource::<Roster>().ids().collect();
    let roster = world.resource::<Roster>();
    let known = world.resource::<Knowledge>().of(side);
    let own = || units.iter().filter(|&&id| roster.side(id) == side);
    let is_there = |id: UnitId| world.resource::<Board>().seat(id).is_some();
    let seen = || units.iter().filter(|&&id| known.sees_unit(id));
    let mut told = vec![format!("{:?}", Party::legal_orders(world, side))];
    let refused = |order: &Order| Party::begin(world, side, order, None).err();
    told.extend((orders.iter()).map(|order| format!("{order:?}: {:?}", refused(order))));
    if Party::owes(world, side) {
        told.push(format!("{:?}", Party::advise(world, side)));
    }
    for &id in own().filter(|&&id| is_there(id)) {
        let choice = script::choose(world, id);
        told.push(script::trace(world, id, &choice).join("; "));
        for &foe in seen() {
            told.push(format!("{:?}", attack::forecast(world, id, foe)));
            told.push(format!("{:?}", attack::forecast(world, foe, id)));
        }
    }
    told
}

/// What a side is told of things that others out of its sight do and suffer.
fn logged(world: &World, side: Side) -> Vec<Option<String>> {
    let roster = world.resource::<Roster>();
    let known = world.resource::<Knowledge>().of(side);
    let is_seen = |id: UnitId| roster.side(id) == side || known.sees_unit(id);
    let hidden: Vec<_> = roster.ids().filter(|&id| !is_seen(id)).collect();
    let seen: Vec<_> = roster.ids().filter(|&id| is_seen(id)).collect();
    let pairs = hidden.iter().zip(seen.iter().cycle());
    let events = pairs.flat_map(|(&other, &one)| {
        [
            attacked(world, other, one, false),
            attacked(world, one, other, false),
            cast(other, &[one, other]),
            Event::Alerted {
                unit: one,
                tile: TileId(0),
                told: vec![other],
            },
        ]
    });
    let all = events.chain(hidden.iter().map(|&unit| Event::Opened { unit, ap: 3 }));
    all.map(|event| SideLog::begin(world, side).tell(world, &event))
        .collect()
}

/// Orders between two looks at a battle.
const APART: u32 = 12;

#[test]
fn what_a_side_does_not_see_changes_nothing_that_it_is_told() {
    let missions = [
        "party_first_blood",
        "party_quiet_steps",
        "party_narrow_bridge",
    ]
    .map(shipped);
    let (mut pairs, mut seed) = (0, 0);
    while pairs < cases(240) {
        let mission = &missions[seed as usize % missions.len()];
        let mut draws = Dice::seeded(seed, 15);
        let mut truth = begun(mission, seed);
        for _ in 0..10 {
            play(&mut truth, draws.die(Label::Ai, APART));
            if truth.resource::<Verdict>().0.is_some() {
                break;
            }
            for side in [Side(0), Side(1)] {
                pairs += u64::from(look_alike(&truth, mission, side, &mut draws, seed));
            }
        }
        seed += 1;
    }
}

/// Plays so many orders of computers.
fn play(world: &mut World, orders: u32) {
    for _ in 0..orders {
        let sides = [Side(0), Side(1)];
        let Some(side) = sides.into_iter().find(|&side| Party::owes(world, side)) else {
            break;
        };
        let order = Party::decide(world, side);
        submit::<Party>(world, side, order).expect("it passes");
    }
}

/// Compares what a side is told in a battle and in another that differs in what it does not see; whether
/// they do differ.
fn look_alike(truth: &World, mission: &Mission, side: Side, draws: &mut Dice, seed: u64) -> bool {
    let mut other = begun(mission, seed);
    Snapshot::<Party>::take(truth).restore(&mut other);
    stir(&mut other, side, draws);
    let worlds = [truth, &other];
    let states = worlds.map(|world| {
        let ids = world.resource::<Roster>().ids();
        ids.map(|id| UnitState::read(world, id)).collect::<Vec<_>>()
    });
    let orders: Vec<_> = tried(truth, draws);
    let told = worlds.map(|world| shown(world, side, &orders));
    assert_eq!(told[0], told[1], "seed {seed}, {side:?}");
    let told = worlds.map(|world| logged(world, side));
    assert_eq!(told[0], told[1], "seed {seed}, {side:?}");
    states[0] != states[1]
}

/// Orders of any kind about anybody, most of which are refused.
fn tried(world: &World, draws: &mut Dice) -> Vec<Order> {
    let count = world.resource::<Roster>().ids().count() + 2;
    let spells = setup::content(world).spells.len();
    let mut pick = |count: usize| draws.die(Label::Ai, count as u32) as usize - 1;
    let orders = (0..24).map(|_| {
        let [id, target] = [pick(count), pick(count)].map(|id| UnitId(id as u16));
        match pick(6) {
            0 => {
                let steps = 1 + pick(6);
                Order::Move(
                    id,
                    (0..steps).map(|_| Direction::new(pick(6) as u8)).collect(),
                )
            }
            1 => Order::Cast(id, SpellId(pick(spells) as u8), target),
            2 => Order::Alert(id),
            3 => Order::Equip(id, pick(3) as u8),
            _ => Order::Attack(id, target),
        }
    });
    let all = [Order::EndCombat, Order::Fight, Order::EndTurn];
    orders.chain(all).collect()
}

#[test]
fn the_rules_of_a_script_are_told_alike_whatever_the_party_does_not_see() {
    let names = ["party_first_blood", "party_quiet_steps", "party_salt_crypt"];
    let missions: Vec<_> = names.map(shipped).into_iter().chain([hunted()]).collect();
    let (mut told, mut seed) = (0, 0);
    while told < cases(240) {
        let mission = &missions[seed as usize % missions.len()];
        let (mut draws, mut truth) = (Dice::seeded(seed, 16), begun(mission, seed));
        while truth.resource::<Verdict>().0.is_none() {
            if let Some((id, lines)) = script::watched(&truth, PARTY) {
                let mut other = begun(mission, seed);
                Snapshot::<Party>::take(&truth).restore(&mut other);
                stir(&mut other, PARTY, &mut draws);
                let orders = [&truth, &other].map(|world| script::choose(world, id).order);
                // What is done is seen: it may tell that something hidden differs.
                if orders[0] == orders[1] {
                    let alike = script::watched(&other, PARTY);
                    assert_eq!(alike, Some((id, lines)), "seed {seed}");
                    told += 1;
                }
            }
            play(&mut truth, 1);
        }
        seed += 1;
    }
}
