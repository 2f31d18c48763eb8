//! What the window's panels show, held against the rules: buttons against the check, previews
//! against the forecast and the fight.

use bevy::prelude::World;
use hexscape::battle::dice::Dice;
use hexscape::battle::grid::TileId;
use hexscape::battle::knowledge::{Knowledge, Sight};
use hexscape::battle::order::submit;
use hexscape::battle::phase::Verdict;
use hexscape::battle::rules::Rules;
use hexscape::battle::snapshot::Snapshot;
use hexscape::battle::unit::{Side, UnitId};
use hexscape::rules::battlescape::content::Gait;
use hexscape::rules::battlescape::event::Mark;
use hexscape::rules::battlescape::order::Order;
use hexscape::rules::battlescape::panel::danger::{Surety, danger, sources};
use hexscape::rules::battlescape::panel::outlook::outlook;
use hexscape::rules::battlescape::panel::preview::{Odds, preview};
use hexscape::rules::battlescape::panel::sightline::{sight_between, way};
use hexscape::rules::battlescape::panel::tool::{Begin, Tool};
use hexscape::rules::battlescape::panel::{choice, inspect};
use hexscape::rules::battlescape::setup::set_up;
use hexscape::rules::battlescape::side_view::SideView;
use hexscape::rules::battlescape::{Battlescape, attack};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::properties::shipped;

/// Missions that between them have every weapon, item and ability.
const MISSIONS: [&str; 6] = [
    "first_contact",
    "skirmish_6v8",
    "night_call",
    "spring_tide",
    "the_retort",
    "vigil",
];

/// How many situations are looked at: so many, or `SITUATIONS`.
fn situations(usual: usize) -> usize {
    let wanted = std::env::var("SITUATIONS").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Plays battles with the computer and some random orders, and looks at units of the side that owes
/// an order now and then.
fn each_situation(usual: usize, mut look: impl FnMut(&mut World, Side, UnitId, &mut ChaCha8Rng)) {
    let (mut count, mut seed) = (0, 0);
    let most = situations(usual);
    while count < most {
        let mission = shipped(MISSIONS[seed as usize % MISSIONS.len()]);
        let mut world = World::new();
        set_up(&mut world, &mission, seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..160 {
            if world.resource::<Verdict>().0.is_some() || count >= most {
                break;
            }
            let side = (0..4)
                .map(Side)
                .find(|&side| Battlescape::owes(&world, side));
            let side = side.expect("a battle without an ending waits for a side");
            if rng.random_range(0..3) == 0 {
                let view = SideView::new(&world, side);
                let units: Vec<_> = view.own_on_board().collect();
                if !units.is_empty() {
                    let unit = units[rng.random_range(0..units.len())];
                    look(&mut world, side, unit, &mut rng);
                    count += 1;
                }
            }
            let legal = SideView::new(&world, side).legal_orders();
            let order = match rng.random_range(0..4) {
                0 => legal[rng.random_range(0..legal.len())].clone(),
                _ => Battlescape::decide(&mut world, side),
            };
            submit::<Battlescape>(&mut world, side, order).expect("it is listed or decided");
        }
        seed += 1;
    }
}

#[test]
fn every_button_is_enabled_exactly_if_the_rules_pass_its_order() {
    let (mut open, mut closed) = (0, 0);
    each_situation(1000, |world, side, unit, rng| {
        let view = SideView::new(world, side);
        let grid = view.grid();
        let tile = TileId(rng.random_range(0..grid.len() as u32));
        let enemies: Vec<_> = view.enemies().collect();
        let target = match rng.random_range(0..3) {
            0 => None,
            1 => Some(Mark::Hex(tile)),
            _ => enemies.first().map(|&enemy| Mark::Unit(enemy)),
        };
        let mut shown = Vec::new();
        for one in choice::choices(view, unit, Some(tile)) {
            shown.push((one.order, one.refusal));
        }
        for slot in choice::slots(view, unit) {
            if let Some(Begin::Give(order)) = slot.begin {
                shown.push((order, slot.refusal));
            }
            shown.extend(slot.more.into_iter().map(|(_, order, why)| (order, why)));
        }
        shown.extend(
            choice::pick_ups(view, unit)
                .into_iter()
                .map(|(_, order, why)| (order, why)),
        );
        for mode in choice::modes(view, unit, target) {
            let order = match target {
                Some(Mark::Unit(target)) => Order::Attack(unit, target, mode.mode),
                Some(Mark::Hex(tile)) => Order::FireAt(unit, tile, mode.mode),
                None => continue,
            };
            shown.push((order, mode.refusal));
        }
        for (order, refusal) in shown {
            let rules = Battlescape::begin(world, side, &order, None).err();
            assert_eq!(refusal, rules, "{order:?}");
            match refusal {
                None => open += 1,
                Some(why) => {
                    assert!(!why.to_string().is_empty());
                    closed += 1;
                }
            }
        }
        // What no target could mend is told before one is chosen.
        for ability in choice::abilities(view, unit) {
            if ability.refusal.is_some() {
                for mark in (grid.tiles().take(40).map(Mark::Hex))
                    .chain(enemies.iter().map(|&enemy| Mark::Unit(enemy)))
                {
                    let order = Order::Cast(unit, ability.ability, mark);
                    assert!(view.check(&order).is_err(), "{order:?}");
                }
            }
        }
        let listed = choice::idle(view);
        for id in view.own_on_board() {
            let can_end = view.check(&Order::EndUnit(id)).is_ok();
            assert!(can_end || !listed.contains(&id), "{id:?} cannot act");
        }
    });
    assert!(open > 1000 && closed > 1000, "{open} open, {closed} closed");
}

/// Odds worked out from the figures of the shot alone, past the panels.
fn odds_of_the_core(view: SideView, unit: UnitId, target: UnitId, tool: Tool) -> Option<Odds> {
    let from = view.unit(unit).tile;
    match tool {
        Tool::Weapon => {
            let mode = attack::modes(view.weapon(unit)).next()?;
            let forecast = view.forecast(unit, from, target, mode).ok()?;
            Some(Odds::of(
                attack::mode_name(mode),
                &forecast,
                Some(view.unit(target).health.now),
            ))
        }
        _ => None,
    }
}

#[test]
fn the_preview_shows_the_forecast_of_the_core_in_every_figure() {
    let (mut shots, mut throws) = (0, 0);
    each_situation(1000, |world, side, unit, _| {
        let view = SideView::new(world, side);
        let from = view.unit(unit).tile;
        let Some(mode) = attack::modes(view.weapon(unit)).next() else {
            return;
        };
        for target in view.enemies() {
            let seen = preview(view, unit, Tool::Weapon, Some(mode), Mark::Unit(target));
            let order = Order::Attack(unit, target, mode);
            assert_eq!(
                seen.refusal,
                Battlescape::begin(world, side, &order, None).err()
            );
            let core = odds_of_the_core(view, unit, target, Tool::Weapon);
            let Some(Ok(shown)) = seen.odds else {
                assert_eq!(core, None);
                continue;
            };
            assert_eq!(Some(&shown), core.as_ref());
            let sum: i32 = shown.parts.iter().map(|(_, value)| i32::from(*value)).sum();
            assert_eq!(sum, shown.raw, "the parts add up");
            let limits = &view.figures().to_hit;
            let held = sum.clamp(limits.min.into(), limits.max.into());
            assert_eq!(i32::from(shown.chance), held.clamp(0, 100));
            if let Some(damage) = shown.damage {
                let all: u32 = damage.columns.iter().sum();
                let lost = damage.columns.len() as u32;
                assert!(all <= 1000 && all + lost >= 1000, "columns add up to {all}");
                let falls = damage.columns.get(usize::from(damage.falls_at));
                assert_eq!(damage.kill, falls.copied().unwrap_or(0));
                shots += 1;
            }
        }
        let tile = view.grid().neighbors(from).next().map(|(_, tile)| tile);
        for slot in choice::slots(view, unit) {
            let (Some(Begin::Aim(tool @ Tool::Throw(number))), Some(tile)) = (slot.begin, tile)
            else {
                continue;
            };
            let seen = preview(view, unit, tool, Some(mode), Mark::Hex(tile));
            let core = view.forecast_throw(unit, from, number, tile);
            match (seen.odds, core) {
                (Some(Ok(shown)), Ok(core)) => {
                    let there = view.unit_at(tile).map(|id| view.unit(id).health.now);
                    assert_eq!(shown, Odds::of("throw", &core, there));
                    throws += 1;
                }
                (Some(Err(shown)), Err(core)) => assert_eq!(shown, core),
                (shown, core) => panic!("{shown:?} but {core:?}"),
            }
            for one in seen.struck {
                assert_eq!(one.is_friend, !view.is_enemy(one.unit));
                let harm = one.harm.expect("only grenades that hurt strike anybody");
                assert!(harm < 100, "{harm} HP of a usual roll");
            }
        }
    });
    assert!(shots > 200 && throws > 50, "{shots} shots, {throws} throws");
}

#[test]
fn the_kill_chance_that_is_shown_is_the_one_fought_with() {
    let mut checked = 0;
    each_situation(1500, |world, side, unit, _| {
        if checked >= 12 {
            return;
        }
        let view = SideView::new(world, side);
        let attack = view.enemies().find_map(|target| {
            let mode = attack::modes(view.weapon(unit))
                .find(|&mode| view.check(&Order::Attack(unit, target, mode)).is_ok())?;
            let shown = preview(view, unit, Tool::Weapon, Some(mode), Mark::Unit(target));
            let odds = shown.odds?.ok()?;
            let damage = odds.damage?;
            (50..950)
                .contains(&damage.kill)
                .then_some((target, mode, damage.kill))
        });
        let Some((target, mode, kill)) = attack else {
            return;
        };
        checked += 1;
        let before = Snapshot::<Battlescape>::take(world);
        let runs = 400;
        let mut killed = 0;
        for run in 0..runs {
            before.restore(world);
            world
                .resource_mut::<hexscape::battle::order::BattleDice>()
                .0 = Some(Dice::seeded(0xC0FFEE + run, 0));
            let order = Order::Attack(unit, target, mode);
            submit::<Battlescape>(world, side, order).expect("it passed the check");
            let is_gone =
                hexscape::battle::unit::part::<hexscape::battle::unit::Health>(world, target).now
                    == 0;
            killed += u32::from(is_gone);
        }
        before.restore(world);
        // Six standard errors at most.
        let expected = f64::from(kill) / 1000.0;
        let seen = f64::from(killed) / runs as f64;
        let error = (expected * (1.0 - expected) / runs as f64).sqrt();
        assert!(
            (seen - expected).abs() < 6.0 * error + 0.001,
            "{seen} of {expected}"
        );
    });
    assert!(checked >= 5, "only {checked} attacks");
}

#[test]
fn the_outlook_of_a_hex_is_what_is_found_on_arriving() {
    let (mut arrived, mut exact) = (0, 0_usize);
    let (mut told, mut exactly) = (0, 0_usize);
    each_situation(600, |world, side, unit, rng| {
        let view = SideView::new(world, side);
        let mut reach = hexscape::battle::path::Reach::default();
        let gait = view.gait(unit);
        view.reach(unit, gait, view.unit(unit).tu.now, &mut reach);
        let tiles: Vec<_> = reach.tiles().to_vec();
        if tiles.len() < 2 {
            return;
        }
        let goal = tiles[rng.random_range(0..tiles.len())];
        let Some(path) = reach.path_to(goal).filter(|path| !path.is_empty()) else {
            return;
        };
        let order = Order::Move(unit, gait, path.clone());
        if view.check(&order).is_err() {
            return;
        }
        let promised = outlook(view, unit, gait, &path);
        assert_eq!(promised.tile, goal);
        let known: Vec<_> = view.grid().tiles().map(|tile| view.sight(tile)).collect();
        // Whoever fires at the unit on its way turns towards it.
        let faced = |view: SideView| -> Vec<_> {
            let enemies = view.enemies();
            enemies.map(|id| (id, view.unit(id).facing)).collect()
        };
        let enemies = faced(view);
        let before = Snapshot::<Battlescape>::take(world);
        submit::<Battlescape>(world, side, order).expect("it passed the check");
        let view = SideView::new(world, side);
        let is_undisturbed = view.is_visible(unit)
            && view.own_on_board().any(|own| own == unit)
            && view.unit(unit).tile == goal
            && faced(view) == enemies
            && gait == Gait::Walk
            && (view.grid().tiles().zip(known))
                .all(|(tile, known)| known == view.sight(tile) || known == Sight::Visible);
        if is_undisturbed {
            arrived += 1;
            let found = outlook(view, unit, gait, &[]);
            assert_eq!(found.tu_left, promised.tu_left, "TU left");
            assert_eq!(found.cover, promised.cover, "cover");
            assert_eq!(found.buys, promised.buys, "what TU buy");
            // Nobody knows beforehand whether enemies out of sight will see the unit there.
            let knowledge = world.resource::<Knowledge>();
            let is_foreseen = view.enemies().all(|enemy| {
                let other = view.unit_side(enemy);
                let mut mates = view.enemies().filter(|&mate| view.unit_side(mate) == other);
                knowledge.of(other).sees(goal) == mates.any(|mate| knowledge.unit_sees(mate, goal))
            });
            if is_foreseen {
                exact += 1;
                assert_eq!(found.prospects, promised.prospects, "odds");
                assert_eq!(found.exposed, promised.exposed, "fire it would draw");
                for (one, shot) in found.worst() {
                    let theirs = SideView::new(world, view.unit_side(one.enemy));
                    let from = view.unit(one.enemy).tile;
                    // They may remember the ground otherwise, and whether they see the unit is theirs to know.
                    let Ok(true_shot) = theirs.forecast(one.enemy, from, unit, shot.mode) else {
                        continue;
                    };
                    told += 1;
                    exactly += usize::from(true_shot.attack.aim.chance == shot.chance);
                }
            }
        }
        before.restore(world);
    });
    assert!(arrived > 15, "only {arrived} arrived undisturbed");
    assert!(
        exact * 10 >= arrived * 9,
        "{exact} of {arrived} are foreseen"
    );
    assert!(
        told > 10 && exactly * 10 >= told * 9,
        "{exactly} of {told} chances of enemies are theirs"
    );
}

#[test]
fn danger_is_marked_where_an_enemy_in_sight_could_fire() {
    let mut marked = 0;
    each_situation(300, |world, side, _, rng| {
        if rng.random_range(0..6) > 0 {
            return;
        }
        let view = SideView::new(world, side);
        let map = danger(view);
        let seen: Vec<_> = sources(view);
        for &(tile, count) in &map {
            assert!(count >= 1 && view.layers().is_known(tile));
            let near = seen
                .iter()
                .any(|source| view.grid().distance(source.tile, tile) <= u32::from(source.reach));
            assert!(near, "{tile:?} is out of every reach");
        }
        for enemy in view.enemies() {
            let from = view.unit(enemy).tile;
            for (_, tile) in view.grid().neighbors(from) {
                let is_open = view.layers().entry_percent(tile).is_some()
                    && view.layers().is_known(tile)
                    && view.line(from, tile).open;
                let is_marked = map.iter().any(|(marked, _)| *marked == tile);
                assert!(
                    !is_open || is_marked,
                    "{tile:?} beside an enemy is not marked"
                );
            }
        }
        assert!(seen.iter().all(|source| {
            source.surety != Surety::Seen
                || view
                    .enemies()
                    .any(|enemy| view.unit(enemy).tile == source.tile)
        }));
        marked += map.len();
    });
    assert!(marked > 200, "{marked}");
}

#[test]
fn the_sight_tool_names_what_blocks_and_agrees_both_ways() {
    let mut blocked = 0;
    each_situation(400, |world, side, _, rng| {
        let view = SideView::new(world, side);
        let grid = view.grid();
        let (a, b) = (
            TileId(rng.random_range(0..grid.len() as u32)),
            TileId(rng.random_range(0..grid.len() as u32)),
        );
        let (there, back) = (sight_between(view, a, b), sight_between(view, b, a));
        assert_eq!(there.line.open, back.line.open, "sight is symmetric");
        assert_eq!(
            there.blocker.is_some(),
            !there.line.open && there.line.blocker.is_some()
        );
        let line = way(view, a, b);
        assert_eq!(line.len() as u32, there.distance + 1);
        if let Some(text) = &there.blocker {
            let (column, row) = grid.to_offset(there.line.blocker.expect("it is named"));
            assert!(text.ends_with(&format!("at ({column}, {row})")), "{text}");
            assert!(!text.starts_with(' '), "{text}");
            blocked += 1;
        }
        // Inspection tells nothing of ground that was never seen.
        let card = inspect::hex(view, a);
        if !view.layers().is_known(a) {
            assert_eq!(
                (card.title.as_str(), card.facts.len()),
                ("Unseen ground", 1)
            );
        }
    });
    assert!(blocked > 40, "{blocked}");
}

/// A strip of ground with a fire on the straight way, which a walk of a few hexes more goes around.
const FIRE: &str = r#"Mission(
    name: "Fire", rules: Battlescape(),
    board: Drawn(
        legend: {'.': "grass", 'W': "wall"},
        rows: [
            ". . . . . . .",
            " . . . . . . .",
            "W W W . W W W",
        ],
        fire: [FIRES],
    ),
    sides: [
        (name: "Squad", controller: Human, units: [(kind: "infantry", name: "A", at: (0, 1))]),
        (name: "Aliens", controller: Ai(Hold), units: [(kind: "sectoid", at: (0, 0))]),
    ],
    objectives: (primary: EliminateAll("Aliens"), turn_limit: 20),
)
"#;

fn drawn(text: &str) -> hexscape::mission::Mission {
    let catalog = hexscape::content::load_default().expect("the shipped content is sound");
    let mission = hexscape::mission::parse("m.ron", text, &catalog, Default::default());
    mission.unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn a_walk_goes_around_fire_where_the_tu_allow_it_and_tells_of_it_where_not() {
    // Fires, where to, hit points the way is known to cost.
    for (fires, goal, lost) in [
        ("", (5, 1), 0),
        ("(3, 1)", (5, 1), 0),
        ("(3, 1)", (3, 1), 5),
        ("(3, 1), (3, 0), (3, 2)", (5, 1), 5),
    ] {
        let text = FIRE.replace("FIRES", fires);
        let mission = drawn(&text);
        let mut world = World::new();
        set_up(&mut world, &mission, 1);
        let view = SideView::new(&world, Side(0));
        let goal = view
            .grid()
            .from_offset(goal.0, goal.1)
            .expect("on the board");
        let mut reach = hexscape::battle::path::Reach::default();
        view.reach(UnitId(0), Gait::Walk, 100, &mut reach);
        let path = reach.path_to(goal).expect("in reach");
        let there = outlook(view, UnitId(0), Gait::Walk, &path);
        assert_eq!(there.harm(), (lost, false), "{fires}");
        let before = view.unit(UnitId(0)).health.now;
        submit::<Battlescape>(
            &mut world,
            Side(0),
            Order::Move(UnitId(0), Gait::Walk, path),
        )
        .expect("it is in reach");
        let view = SideView::new(&world, Side(0));
        assert_eq!(view.unit(UnitId(0)).health.now, before - lost, "{fires}");
    }
}

#[test]
fn a_walk_by_way_points_costs_what_its_legs_cost_and_goes_no_farther_than_the_tu() {
    let mission = drawn(&FIRE.replace("FIRES", ""));
    let mut world = World::new();
    set_up(&mut world, &mission, 1);
    let view = SideView::new(&world, Side(0));
    let at = |column, row| view.grid().from_offset(column, row).expect("on the board");
    let mut reach = hexscape::battle::path::Reach::default();
    view.reach(UnitId(0), Gait::Walk, 24, &mut reach);
    let lead = reach.path_to(at(3, 0)).expect("three steps away");
    let spent = view.reach_on(UnitId(0), Gait::Walk, 24, &lead, &mut reach);
    assert_eq!(spent, 1_200);
    assert_eq!(reach.cost(at(4, 1)), Some(800));
    assert_eq!(reach.cost(at(5, 1)), Some(1_200));
    assert_eq!(reach.cost(at(6, 1)), None, "that would be 28 TU");
    let path = [lead, reach.path_to(at(5, 1)).expect("in reach")].concat();
    assert_eq!(outlook(view, UnitId(0), Gait::Walk, &path).cost(), 24);
    let goal = at(5, 1);
    let order = Order::Move(UnitId(0), Gait::Walk, path);
    submit::<Battlescape>(&mut world, Side(0), order).expect("24 TU are there");
    let view = SideView::new(&world, Side(0));
    assert_eq!(view.unit(UnitId(0)).tile, goal);
}
