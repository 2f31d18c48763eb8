//! The computer player against one that flies straight at the enemy, and against itself, on boards that
//! are the same from both ends.
//!
//! `RIVAL_BATTLES=1000 cargo test fleet::rivals -- --nocapture` plays more and prints the shares.

use hexscape::battle::phase::{Ending, Turn};
use hexscape::rules::fleet::content::FleetContent;
use hexscape::rules::fleet::hangar;
use hexscape::rules::fleet::scenario::{Carriers, Objectives, Time};

use super::*;

/// Columns and rows.
const SIZE: (u16, u16) = (7, 8);

/// The last turn.
const LAST: u16 = 40;

/// The starter battle (§3), the same from both ends; side 0 is at the top, or at the bottom if swapped.
pub(super) fn mirrored(
    catalog: &Catalog,
    options: Options,
    modes: [AiMode; 2],
    seed: u64,
    is_swapped: bool,
) -> Mission {
    let grid = Grid::new(Layout::PointyOddRows, SIZE.0, SIZE.1);
    let mut draws = Dice::seeded(seed, 9);
    let half = (0..grid.len() / 2).map(|_| space(catalog, &mut draws, 16));
    let half: Vec<_> = half.collect();
    let board = BoardSetup {
        grid,
        tiles: half.iter().chain(half.iter().rev()).copied().collect(),
        elevation: vec![0; grid.len()],
        hexsides: Vec::new(),
    };
    let fleets = [0, 1].map(|side| starters(catalog, grid, (side == 1) != is_swapped));
    let scenario = Scenario {
        fleets: fleets.to_vec(),
        // The same for both: to destroy the carrier or all ships, or to have more left in the end.
        objectives: Objectives {
            carriers: Carriers::AllSides,
            wings: true,
            time: Time::MostHull,
        },
    };
    let mut catalog = catalog.clone();
    catalog.part_mut::<FleetContent>().options = options;
    let sides = (["First", "Second"].iter().zip(modes))
        .map(|(name, mode)| SideSetup::of_computer(name, mode));
    Mission::plain(
        RuleSet::of::<Fleet>(),
        Arc::new(catalog),
        board,
        (sides.collect(), Some(LAST), Box::new(scenario)),
    )
}

/// The starter fleet at the top, or turned about at the bottom.
fn starters(catalog: &Catalog, grid: Grid, is_turned: bool) -> FleetSide {
    let (right, bottom) = (i32::from(SIZE.0) - 1, i32::from(SIZE.1) - 1);
    let tile = |column: i32, row: i32| {
        let tile = match is_turned {
            false => grid.from_offset(column, row),
            true => grid.from_offset(right - column, bottom - row),
        };
        tile.expect("on the board")
    };
    let facing = if is_turned { 4 } else { 1 };
    let content = catalog.part::<FleetContent>();
    let ships = [
        ("interceptor", Start::Docked),
        ("interceptor", Start::Docked),
        ("bomber", Start::Docked),
        ("gunship", Start::Docked),
        ("frigate", board_at(tile(2, 0), facing)),
        ("destroyer", board_at(tile(4, 0), facing)),
    ];
    let ship = |(number, (kind, start)): (usize, (&str, Start))| {
        let class = Class::Ship(content.ship_named(kind).expect("shipped"));
        UnitSetup::new(class, format!("{kind} {number}"), start)
    };
    FleetSide {
        carrier: Some(home(content, tile(3, 0), facing)),
        ships: ships.into_iter().enumerate().map(ship).collect(),
        zone: (0..=right).map(|column| tile(column, 0)).collect(),
        ..FleetSide::default()
    }
}

/// Flies every ship straight at the nearest enemy it knows of, else at the enemy's side, and attacks as
/// soon as that is in reach; launches all it has.
fn straight(world: &World, side: Side) -> SidePlan {
    let forces = Forces::known_to(world, side);
    let known = world.resource::<Knowledge>().of(side);
    let grid = forces.grid;
    let home = forces.carrier_of(side).and_then(|carrier| carrier.tile);
    let beyond = home.and_then(|home| {
        let (column, row) = grid.to_offset(home);
        grid.from_offset(column, i32::from(grid.height) - 1 - row)
    });
    let mut plan = SidePlan::default();
    for vessel in forces.flying().filter(|vessel| vessel.side == side) {
        let from = vessel.tile.expect("it flies");
        let foes = forces.all().filter_map(|foe| {
            let tile = known.sightings[foe.id.index()]?.tile;
            Some((grid.distance(from, tile), foe.id, tile))
        });
        let nearest = foes.min();
        let goal = nearest.map(|(.., tile)| tile).or(beyond).unwrap_or(from);
        let far = nearest.map_or(u32::MAX, |(far, ..)| far);
        let is_carrier = nearest.is_some_and(|(_, id, _)| forces[id].class.is_carrier());
        let single = forces.options.single_occupancy;
        let reach = u32::from(forces.moves(vessel.id)) + if single { 3 } else { 1 };
        let order = fly(&forces, vessel.id, goal, far <= reach, single || is_carrier);
        let target = nearest.filter(|_| is_carrier && far <= reach);
        let target = target.map(|(_, id, _)| id);
        plan.ships.insert(vessel.id, ShipOrder { target, ..order });
    }
    if home.is_some() {
        let docked = hangar::docked(&forces, side);
        let launch = |ship| Launch {
            ship,
            ..Launch::default()
        };
        plan.launches = docked.take(2).map(launch).collect();
    }
    plan
}

/// Flies a ship towards a hex, beside it or into it.
fn fly(forces: &Forces, ship: UnitId, goal: TileId, attacks: bool, beside: bool) -> ShipOrder {
    let fire = attacks && forces[ship].now.ammo > 0;
    let within = u32::from(beside);
    let enters = |tile| forces.can_enter(ship, tile);
    if forces.options.sub_phases > 1 {
        return ShipOrder {
            queue: queue::towards(forces, ship, goal, fire, within, enters),
            ..ShipOrder::default()
        };
    }
    let (mut at, mut path) = (forces[ship].tile.expect("it flies"), Vec::new());
    for _ in 0..forces.moves(ship) {
        let far = forces.distance(at, goal);
        let around = forces.grid.neighbors(at).map(|(_, tile)| tile);
        let nearer = around.filter(|&tile| forces.distance(tile, goal) < far && enters(tile));
        let Some(next) = nearer.min().filter(|_| far > within) else {
            break;
        };
        path.push(next);
        at = next;
    }
    ShipOrder {
        action: if fire { Action::Attack } else { Action::Move },
        route: match path.is_empty() {
            true => Route::Stay,
            false => Route::Path(path),
        },
        ..ShipOrder::default()
    }
}

/// Plays a battle out between computers, or one of them and a rival that flies straight.
fn play(mission: &Mission, seed: u64, rival: Option<Side>) -> Ending {
    let mut world = World::new();
    set_up(&mut world, mission, seed);
    while !is_over(&world) {
        let turn = world.resource::<Turn>().number;
        for side in owing(&world) {
            let order = match rival == Some(side) {
                true => Order::Commit(straight(&world, side)),
                false => Fleet::decide(&mut world, side),
            };
            submit::<Fleet>(&mut world, side, order).expect("it passes");
        }
        assert!(is_over(&world) || world.resource::<Turn>().number > turn);
    }
    world.resource::<Verdict>().0.expect("it is over")
}

fn battles(by_default: u64) -> u64 {
    let deeper = std::env::var("RIVAL_BATTLES").ok();
    deeper.map_or(by_default, |count| count.parse().expect("a number"))
}

/// Whether arms decided a battle, and not time.
fn is_decided(ending: &Ending) -> bool {
    ending.turn < LAST
}

#[test]
fn the_computer_beats_one_that_flies_straight_at_the_nearest_enemy() {
    let count = battles(40);
    let catalog = catalog();
    let [mut won, mut decided] = [0; 2];
    for seed in 0..count {
        // Each board is fought twice: the computer has either side once.
        let own = Side((seed % 2) as u8);
        let rival = Side(1 - own.0);
        let modes = [AiMode::Aggressive; 2];
        let mission = mirrored(&catalog, usual(), modes, seed / 2, own.0 == 1);
        let ending = play(&mission, seed, Some(rival));
        won += u64::from(ending.is_won_by(own));
        decided += u64::from(is_decided(&ending));
    }
    println!("won {won} of {count}, {decided} by arms");
    let least = if count >= 1000 { 80 } else { 65 };
    assert!(won * 100 >= count * least, "won {won} of {count}");
}

/// Neither end of the board is better, nor is it to be listed first; each board is fought twice, with either side
/// at either end.
#[test]
fn mirrored_battles_of_fleets_are_even() {
    let count = battles(60);
    let catalog = catalog();
    let (mut ends, mut sides, mut turns) = ([0_u64; 2], [0_u64; 2], 0);
    for seed in 0..count {
        let is_swapped = seed % 2 == 1;
        let modes = [AiMode::Aggressive; 2];
        let mission = mirrored(&catalog, usual(), modes, seed / 2, is_swapped);
        let ending = play(&mission, seed, None);
        turns += u64::from(ending.turn);
        // Equal hull wins for nobody.
        let Some(winner) = ending.winner else {
            continue;
        };
        ends[usize::from((winner == Side(1)) != is_swapped)] += 1;
        sides[winner.index()] += 1;
    }
    println!("ends {ends:?}, sides {sides:?}, {turns} turns");
    // Few battles scatter widely; the thousand of the long run are held to 45 to 55 percent.
    let least = if count >= 1000 { 45 } else { 25 };
    assert!(ends[0].min(ends[1]) * 100 >= count * least, "{ends:?}");
    assert!(sides[0].min(sides[1]) * 100 >= count * least, "{sides:?}");
}

#[test]
fn most_mirrored_battles_are_decided_by_arms_under_all_options() {
    let count = battles(24);
    let catalog = catalog();
    for options in mixes() {
        let modes = [AiMode::Aggressive; 2];
        let decided = (0..count).filter(|&seed| {
            let is_swapped = seed % 2 == 1;
            let mission = mirrored(&catalog, options, modes, seed / 2, is_swapped);
            is_decided(&play(&mission, seed, None))
        });
        let decided = decided.count() as u64;
        println!("{decided} of {count}: {options:?}");
        assert!(decided * 2 > count, "{decided} of {count}: {options:?}");
    }
}
