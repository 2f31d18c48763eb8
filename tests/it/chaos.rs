//! Random orders, legal and illegal, on random boards with every kind of unit: nothing breaks.
//!
//! `CHAOS_ORDERS=1000000 cargo test chaos` tries as many orders.

use bevy::prelude::World;
use hexscape::{
    battle::{
        board::Board,
        grid::{Direction, TileId},
        knowledge::Knowledge,
        order::{UndoStack, fingerprint, submit, undo},
        phase::{Turn, Verdict},
        rules::Rules,
        snapshot::Snapshot,
        unit::{Health, Presence, Roster, Side, UnitId, part, side_of},
    },
    content::{
        self, Catalog,
        battlescape::items::AbilityId,
        battlescape::{FireMode, Gait},
    },
    mission::{self, Mission, MissionSource, Terms},
    rules::battlescape::{
        Battlescape,
        attack::Impossible,
        event::Mark,
        gear::Carried,
        nerve::Stunned,
        order::{Order, Refusal},
        setup::set_up,
        side_view::SideView,
        soldier::{Rulebook, UnitState},
    },
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn count(name: &str, default: usize) -> usize {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Two random sides of any units with any weapons and items on a generated board, day or night.
pub fn any_mission(catalog: &Catalog, seed: u64) -> Mission {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let content = &catalog.battlescape;
    let scenes = ["Forest", "Village", "CrashSite", "BaseInterior"];
    let scene = scenes[rng.random_range(0..scenes.len())];
    let mut list = |zone: &str, named: bool| -> String {
        let count = rng.random_range(2..5);
        (0..count)
            .map(|index| {
                let unit = &content.units[rng.random_range(0..content.units.len())];
                let weapon = &content.weapons[rng.random_range(0..content.weapons.len())];
                let items: Vec<_> = (0..rng.random_range(0..4))
                    .map(|_| {
                        format!(
                            "{:?}",
                            content.items[rng.random_range(0..content.items.len())].key
                        )
                    })
                    .collect();
                let weapon = match rng.random_range(0..2) {
                    0 => format!("weapon: {:?},", weapon.key),
                    _ => String::new(),
                };
                let name = if named {
                    format!("name: \"{zone} {index}\",")
                } else {
                    String::new()
                };
                let at = if rng.random_range(0..3) == 0 {
                    "center"
                } else {
                    zone
                };
                format!(
                    "(kind: {:?}, {name} at: Zone({at:?}), {weapon} items: [{}]),",
                    unit.key,
                    items.join(", ")
                )
            })
            .collect()
    };
    let (own, foes) = (list("west", true), list("east", false));
    let night = rng.random_range(0..3) == 0;
    let text = format!(
        r#"Mission(name: "Any", rules: Battlescape(), night: {night},
            board: Generated(scene: {scene}, size: (20, 16)),
            zones: {{"home": [Rect((0, 0), (1, 15))]}}, exits: "home",
            objects: [(name: "box", kind: Container, at: Zone("center"), items: ["medikit"])],
            sides: [(name: "Own", controller: Open, units: [{own}]),
                    (name: "Foes", controller: Open, units: [{foes}])],
            objectives: (primary: EliminateAll("Foes"), turn_limit: 60))"#
    );
    let terms = Terms {
        seed,
        ..Terms::default()
    };
    mission::parse("any.ron", &text, catalog, terms).unwrap_or_else(|problems| panic!("{problems}"))
}

/// An order of any kind with plausible and implausible arguments.
pub fn any_order(world: &World, side: Side, rng: &mut ChaCha8Rng) -> Order {
    let board = world.resource::<Board>();
    let grid = board.grid;
    let units = world.resource::<Roster>().len();
    let own: Vec<_> = world.resource::<Roster>().of_side(side).collect();
    // Mostly one's own.
    let id = match rng.random_range(0..30) {
        0 => UnitId(rng.random_range(0..units as u16 + 2)),
        _ if own.is_empty() => UnitId(0),
        _ => own[rng.random_range(0..own.len())],
    };
    let other = UnitId(rng.random_range(0..units as u16 + 1));
    let direction = Direction::new(rng.random_range(0..6));
    let slot = rng.random_range(0..7);
    let mode = FireMode::ALL[rng.random_range(0..FireMode::ALL.len())];
    let seat = |id: UnitId| (id.index() < units).then(|| board.seat(id)).flatten();
    let here = seat(id).unwrap_or(TileId(0));
    let tile = match rng.random_range(0..4) {
        0 => TileId(rng.random_range(0..grid.len() as u32 + 3)),
        1 => grid.neighbor(here, direction).unwrap_or(here),
        2 => seat(other).unwrap_or(here),
        _ => here,
    };
    let gaits = [
        Gait::Walk,
        Gait::Run,
        Gait::Crouch,
        Gait::Crawl,
        Gait::Disengage,
    ];
    match rng.random_range(0..32) {
        0..=6 => {
            let length = rng.random_range(0..6);
            let path = (0..length)
                .map(|_| Direction::new(rng.random_range(0..6)))
                .collect();
            Order::Move(id, gaits[rng.random_range(0..gaits.len())], path)
        }
        7 => Order::GoProne(id),
        8 => Order::Turn(id, direction),
        9..=12 => Order::Attack(id, other, mode),
        13 => Order::FireAt(id, tile, mode),
        14 => {
            let step =
                (rng.random_range(0..2) == 0).then(|| Direction::new(rng.random_range(0..6)));
            Order::TakeCover(id, step, direction)
        }
        15 => Order::Stand(id),
        16 => Order::Reload(id),
        17 => Order::Ready(id),
        18 => Order::ReadySuppression(id),
        19 | 20 => Order::Throw(id, slot, tile),
        21 => Order::Prime(id, slot),
        22 => Order::Toss(id, slot, tile),
        23 => Order::Lay(id, slot, tile),
        24 => Order::Use(id, slot, other),
        25 => match rng.random_range(0..3) {
            0 => Order::Switch(id, slot),
            1 => Order::PickUp(id, slot),
            _ => Order::Drop(id, slot),
        },
        26 | 27 => {
            let ability = AbilityId(rng.random_range(0..6));
            let mark = if rng.random_range(0..3) == 0 {
                Mark::Hex(tile)
            } else {
                Mark::Unit(other)
            };
            Order::Cast(id, ability, mark)
        }
        28 => Order::Door(id, direction),
        29 => Order::Interact(id, tile),
        30 => match rng.random_range(0..12) {
            0 => Order::Leave(id),
            1..=4 => Order::EndUnit(id),
            _ => Order::Deploy(id, tile),
        },
        _ => match rng.random_range(0..4) {
            0 => Order::EndTurn,
            _ => Order::PlayOn,
        },
    }
}

/// What must hold after every order.
fn check(world: &World, seed: u64) {
    let board = world.resource::<Board>();
    let content = world.resource::<Rulebook>().content();
    let figures = &content.figures;
    let mut seats = std::collections::BTreeSet::new();
    for id in world.resource::<Roster>().ids() {
        let state = UnitState::read(world, id);
        let told = || format!("seed {seed}, {id:?}: {state:?}");
        assert!(state.health.now <= state.health.max, "{}", told());
        let most = figures.tu.per_turn + figures.tu.carry_max;
        // Overdrive may grant more for a turn.
        assert!(
            state.tu.now <= 2 * most && state.tu.carried <= figures.tu.carry_max,
            "{}",
            told()
        );
        assert!(state.energy.now <= state.energy.max, "{}", told());
        assert!(state.nerve.morale <= 100, "{}", told());
        assert!(
            state.nerve.suppression <= figures.suppression.most,
            "{}",
            told()
        );
        assert!(
            state.nerve.suppressed <= figures.suppression.turns,
            "{}",
            told()
        );
        let weapon = content.weapon(state.arms.weapon);
        assert!(state.arms.rounds <= weapon.magazine, "{}", told());
        let is_sound = |thing: &Carried| !matches!(thing, Carried::Item { charges: 0, .. });
        assert!(
            state.pack.slots.iter().flatten().all(is_sound),
            "{}",
            told()
        );
        assert_eq!(side_of(world, id), state.loyalty.side, "{}", told());
        let is_on_board = state.presence == Presence::OnBoard;
        assert_eq!(is_on_board, board.seat(id).is_some(), "{}", told());
        if is_on_board {
            assert!(
                state.health.now > 0,
                "the dead are off the board: {}",
                told()
            );
            assert!(seats.insert(state.tile), "two on a hex: {}", told());
            assert_eq!(board.first_occupant(state.tile), Some(id), "{}", told());
            let can_stand = board.layers.entry_percent(state.tile).is_some();
            assert!(can_stand, "stands where nobody can: {}", told());
        } else {
            assert_ne!(board.first_occupant(state.tile), Some(id), "{}", told());
        }
    }
    for tile in board.grid.tiles() {
        assert!(
            board.layers.state(tile).smoke <= 3,
            "seed {seed}: smoke of {tile:?}"
        );
        for side in 0..2 {
            let known = world.resource::<Knowledge>().of(Side(side));
            if known.sees(tile) {
                let (seen, true_state) = (known.layers.state(tile), board.layers.state(tile));
                assert_eq!(
                    seen, true_state,
                    "seed {seed}: a visible hex is known as it is"
                );
            }
        }
    }
}

/// Whoever loads the state sees what is seen now: sight never lags behind what happened.
fn check_sight(world: &World, mission: &Mission, seed: u64, order: &Order) {
    let snapshot = Snapshot::<Battlescape>::take(world);
    let mut other = World::new();
    set_up(&mut other, mission, seed);
    snapshot.restore(&mut other);
    let (now, then) = (world.resource::<Knowledge>(), other.resource::<Knowledge>());
    for tile in world.resource::<Board>().grid.tiles() {
        for side in [Side(0), Side(1)] {
            let sees = now.of(side).sees(tile);
            assert_eq!(
                sees,
                then.of(side).sees(tile),
                "seed {seed}: {side:?}, {tile:?} after {order:?}"
            );
        }
    }
}

#[test]
fn random_orders_leave_every_invariant_intact_and_refused_ones_change_nothing() {
    let catalog = content::load_default().expect("the shipped content is sound");
    let wanted = count("CHAOS_ORDERS", 12_000);
    let (mut given, mut passed, mut undone) = (0, 0, 0);
    for seed in 0.. {
        if given >= wanted {
            break;
        }
        let mission = any_mission(&catalog, seed);
        let mut world = World::new();
        set_up(&mut world, &mission, seed);
        world.resource_mut::<UndoStack<Battlescape>>().enable();
        let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0xC4A05);
        let mut prints = Vec::new();
        for _ in 0..1500 {
            if world.resource::<Verdict>().0.is_some() || given >= wanted {
                break;
            }
            given += 1;
            let side = world.resource::<Turn>().active;
            let order = match rng.random_range(0..12) {
                0 => Battlescape::decide(&mut world, side),
                _ => any_order(&world, side, &mut rng),
            };
            let before = fingerprint::<Battlescape>(&mut world);
            let agreed = SideView::new(&world, side).check(&order);
            match submit::<Battlescape>(&mut world, side, order.clone()) {
                Err(refusal) => {
                    assert_eq!(
                        agreed.as_ref().err(),
                        Some(&refusal),
                        "seed {seed}: {order:?}"
                    );
                    assert_eq!(fingerprint::<Battlescape>(&mut world), before, "{refusal}");
                }
                Ok(_) => {
                    passed += 1;
                    assert_eq!(agreed, Ok(()), "seed {seed}: {order:?} passed unasked");
                    check(&world, seed);
                    if passed % 16 == 0 {
                        check_sight(&world, &mission, seed, &order);
                    }
                    prints.push(before);
                    let depth = world.resource::<UndoStack<Battlescape>>().depth();
                    if depth > 0 && rng.random_range(0..4) == 0 {
                        assert!(undo::<Battlescape>(&mut world), "seed {seed}");
                        let expected = prints.pop().expect("one for each order");
                        let found = fingerprint::<Battlescape>(&mut world);
                        assert_eq!(found, expected, "seed {seed}: undo of {order:?}");
                        check(&world, seed);
                        undone += 1;
                    }
                }
            }
        }
    }
    println!("{given} orders, {passed} passed, {undone} undone");
    assert!(
        passed * 10 > given,
        "too few of {given} orders passed: {passed}"
    );
    assert!(undone > 0);
}

/// Breaks one precondition of a legal order; how it must be refused then.
type Break = (&'static str, fn(&mut UnitState), fn(&Refusal) -> bool);

const BREAKS: [Break; 5] = [
    (
        "activation ended",
        |s| s.ended.0 = true,
        |r| *r == Refusal::UnitEnded,
    ),
    (
        "stunned",
        |s| s.shock.stunned = Stunned::Now,
        |r| *r == Refusal::Stunned,
    ),
    (
        "unconscious",
        |s| s.shock.points = s.health.now,
        |r| *r == Refusal::Unconscious,
    ),
    (
        "no TU",
        |s| s.tu.now = 0,
        |r| {
            matches!(
                r,
                Refusal::NeedsTu { has: 0, .. }
                    | Refusal::Weapon(Impossible::TimeUnits { has: 0, .. })
            )
        },
    ),
    (
        "no rounds",
        |s| s.arms.rounds = 0,
        |r| {
            matches!(
                r,
                Refusal::EmptyMagazine | Refusal::Weapon(Impossible::ShortMagazine { has: 0, .. })
            )
        },
    ),
];

/// Whether an order needs what a break takes away.
fn needs(order: &Order, what: &str, costs: bool, fires: bool) -> bool {
    let is_free = matches!(order, Order::EndUnit(_) | Order::Deploy(..));
    match what {
        "no TU" => costs && !is_free,
        "no rounds" => fires && matches!(order, Order::Attack(..) | Order::FireAt(..)),
        _ => true,
    }
}

#[test]
fn a_legal_order_with_one_precondition_broken_is_refused_for_that_reason() {
    let catalog = content::load_default().expect("the shipped content is sound");
    let mut broken = std::collections::BTreeMap::<&str, usize>::new();
    for seed in 0..count("CHAOS_BREAKS", 12) as u64 {
        let mission = any_mission(&catalog, seed);
        let mut world = World::new();
        set_up(&mut world, &mission, seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..25 {
            if world.resource::<Verdict>().0.is_some() {
                break;
            }
            let side = world.resource::<Turn>().active;
            let orders = SideView::new(&world, side).legal_orders();
            for _ in 0..6 {
                let order = &orders[rng.random_range(0..orders.len())];
                let Some(id) = order.unit() else { continue };
                let before = UnitState::read(&world, id);
                let has_magazine = SideView::new(&world, side).weapon(id).magazine > 0;
                for (what, spoil, is_reason) in BREAKS {
                    // Free steps into cover cost nothing but the cover itself.
                    if !needs(order, what, true, has_magazine) {
                        continue;
                    }
                    let mut state = before;
                    spoil(&mut state);
                    state.write(&mut world, id);
                    let refusal = SideView::new(&world, side).check(order).err();
                    let is_told = refusal.as_ref().is_some_and(is_reason);
                    assert!(is_told, "seed {seed}: {order:?} with {what}: {refusal:?}");
                    *broken.entry(what).or_default() += 1;
                    before.write(&mut world, id);
                }
                // Not the other side's to give, nor to give to another's unit.
                let other = Side(1 - side.0);
                let refusal = SideView::new(&world, other).check(order).err();
                assert_eq!(refusal, Some(Refusal::NotYourPhase));
                *broken.entry("phase").or_default() += 1;
            }
            let order = match rng.random_range(0..2) {
                0 => Battlescape::decide(&mut world, side),
                _ => orders[rng.random_range(0..orders.len())].clone(),
            };
            submit::<Battlescape>(&mut world, side, order).expect("listed orders pass");
            for id in world.resource::<Roster>().ids() {
                assert!(part::<Health>(&world, id).now <= part::<Health>(&world, id).max);
            }
        }
    }
    println!("{broken:?}");
    assert_eq!(broken.len(), BREAKS.len() + 1, "{broken:?}");
}

/// Every shipped mission, computer against computer, checked after every order; each phase gets on.
///
/// `BATTLES=200 cargo test chaos` plays as many.
#[test]
fn battles_of_shipped_missions_keep_every_invariant() {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let mut files: Vec<_> = std::fs::read_dir(folder.join("missions"))
        .expect("missions are shipped")
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    files.sort();
    let wanted = count("BATTLES", files.len());
    let mut orders = 0;
    for number in 0..wanted {
        let file = &files[number % files.len()];
        let seed = number as u64;
        let difficulty = [100, 75, 125, 150][number / files.len() % 4];
        let source = MissionSource::read(file, &folder.join("content"))
            .unwrap_or_else(|problems| panic!("{problems}"));
        let mission = source.at(difficulty).build(seed);
        let mission = mission.unwrap_or_else(|problems| panic!("{problems}"));
        let mut world = World::new();
        set_up(&mut world, &mission, seed);
        let (mut phase, mut in_phase) = (*world.resource::<Turn>(), 0);
        while world.resource::<Verdict>().0.is_none() {
            let turn = *world.resource::<Turn>();
            if turn != phase {
                (phase, in_phase) = (turn, 0);
            }
            in_phase += 1;
            // A unit has TU for 150 orders of one TU and a few free ones.
            assert!(
                in_phase < 2000,
                "{}, seed {seed}: {turn:?} does not end",
                file.display()
            );
            let order = Battlescape::decide(&mut world, turn.active);
            submit::<Battlescape>(&mut world, turn.active, order)
                .unwrap_or_else(|refusal| panic!("{}, seed {seed}: {refusal}", file.display()));
            check(&world, seed);
            orders += 1;
            let limit = mission.turn_limit.unwrap_or(100);
            assert!(turn.number <= limit + 1, "{}, seed {seed}", file.display());
        }
    }
    println!("{wanted} battles, {orders} orders");
}
