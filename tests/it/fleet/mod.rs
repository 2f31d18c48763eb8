//! The fleet: properties of whole battles under all options, what stays hidden, the computer player.

mod battles;
mod book;
mod computer;
mod endings;
mod forecasts;
mod lessons;
mod listing;
mod meetings;
mod memory;
mod missions;
mod panels;
mod rivals;
mod roster;
pub mod secrets;
mod skills;
mod turtles;

use std::sync::Arc;

use bevy::prelude::World;
use hexscape::battle::board::{Board, TileState};
use hexscape::battle::dice::{Dice, Label, Roll};
use hexscape::battle::grid::{Direction, Grid, Layout, TileId};
use hexscape::battle::knowledge::Knowledge;
use hexscape::battle::order::submit;
use hexscape::battle::phase::Verdict;
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::{Roster, Side, UnitId};
use hexscape::content::mode::AiMode;
use hexscape::content::{Catalog, load_default};
use hexscape::mission::{BoardSetup, Mission, RuleSet, SideSetup};
use hexscape::rules::fleet::content::{FleetContent, Options, Resolution};
use hexscape::rules::fleet::craft::{Class, Pilot};
use hexscape::rules::fleet::event::Event;
use hexscape::rules::fleet::forces::Forces;
use hexscape::rules::fleet::order::{
    Action, CarrierAction, Launch, Maneuver, Order, Route, ShipOrder, SidePlan, Slot,
};
use hexscape::rules::fleet::scenario::{FleetSide, Scenario, Start, UnitSetup};
use hexscape::rules::fleet::setup::{content, set_up};
use hexscape::rules::fleet::{Fleet, queue};
use hexscape::rules::{self};

/// All mixes of occupancy, resolution and sub-phases.
fn mixes() -> Vec<Options> {
    let mut mixes = Vec::new();
    for single_occupancy in [true, false] {
        for resolution in [Resolution::Sequential, Resolution::Simultaneous] {
            for sub_phases in [1, 3] {
                mixes.push(Options {
                    single_occupancy,
                    resolution,
                    sub_phases,
                    ..usual()
                });
            }
        }
    }
    mixes
}

/// The options of the shipped content.
fn usual() -> Options {
    catalog().part::<FleetContent>().options
}

fn catalog() -> Arc<Catalog> {
    Arc::new(load_default().expect("the shipped content is sound"))
}

/// An 8 by 7 board with hazards here and there.
fn board(catalog: &Catalog, draws: &mut Dice) -> BoardSetup {
    let grid = Grid::new(Layout::PointyOddRows, 8, 7);
    BoardSetup {
        grid,
        tiles: grid.tiles().map(|_| space(catalog, draws, 12)).collect(),
        elevation: vec![0; grid.len()],
        hexsides: Vec::new(),
    }
}

/// Draws a hex of space: a hazard of each kind once in so many.
fn space(catalog: &Catalog, draws: &mut Dice, once_in: u32) -> TileState {
    let kinds = ["nebula", "asteroids", "ion_storm", "mines"];
    let key = match draws.die(Label::Ai, once_in) {
        kind @ 1..=4 => kinds[kind as usize - 1],
        _ => "open_space",
    };
    TileState {
        terrain: catalog.terrain_named(key).expect("shipped"),
        ..TileState::default()
    }
}

/// The starter battle (§3) with a few traits and pilots, each side with a reinforcement.
fn starter(catalog: &Catalog, draws: &mut Dice) -> Scenario {
    let grid = Grid::new(Layout::PointyOddRows, 8, 7);
    let tile = |column, row| grid.from_offset(column, row).expect("on the board");
    let content = catalog.part::<FleetContent>();
    let mut side = |column: i32, facing: u8| {
        let mut ships = Vec::new();
        let inward = if column == 0 { 1 } else { -1 };
        for (kind, start) in [
            ("interceptor", Start::Docked),
            ("interceptor", Start::Docked),
            ("bomber", Start::Docked),
            ("gunship", Start::Docked),
            ("frigate", board_at(tile(column, 2), facing)),
            ("destroyer", board_at(tile(column, 4), facing)),
            ("scout", board_at(tile(column + inward, 3), facing)),
            ("miner", Start::Waiting),
        ] {
            let mut pick = |count: usize| draws.die(Label::Ai, count as u32) as usize - 1;
            let perks = content.perks.len();
            let perk = |at: usize| rules::fleet::content::PerkId(at as u8);
            let traits = content.traits.len();
            let quirk = rules::fleet::content::TraitId(pick(traits) as u8);
            let class = Class::Ship(content.ship_named(kind).expect("shipped"));
            ships.push(UnitSetup {
                pilot: Pilot {
                    xp: [0, 60, 200, 400][pick(4)],
                    perks: vec![perk(pick(perks)), perk(pick(perks))],
                },
                traits: vec![quirk],
                ..UnitSetup::new(class, format!("{kind} {}", ships.len()), start)
            });
        }
        FleetSide {
            carrier: Some(home(content, tile(column, 3), facing)),
            ships,
            zone: (0..7).map(|row| tile(column, row)).collect(),
            ..FleetSide::default()
        }
    };
    Scenario {
        fleets: vec![side(0, 0), side(7, 3)],
        ..Scenario::default()
    }
}

/// A mission of fleets under some options, both sides in a mode.
fn mission(
    catalog: &Catalog,
    options: Options,
    board: &BoardSetup,
    scenario: &Scenario,
    mode: AiMode,
) -> Mission {
    let mut catalog = catalog.clone();
    catalog.part_mut::<FleetContent>().options = options;
    let sides = ["West", "East"].map(|name| SideSetup::of_computer(name, mode));
    Mission::plain(
        RuleSet::of::<Fleet>(),
        Arc::new(catalog),
        board.clone(),
        (sides.to_vec(), Some(40), Box::new(scenario.clone())),
    )
}

/// A standard carrier.
fn home(content: &FleetContent, tile: TileId, facing: u8) -> UnitSetup {
    let class = Class::Carrier(content.carrier_named("standard").expect("shipped"));
    UnitSetup::new(class, "Home", board_at(tile, facing))
}

fn board_at(tile: TileId, facing: u8) -> Start {
    Start::Board {
        tile,
        facing: Direction::new(facing),
    }
}

/// The mission of the starter battle under some options, laid out by a seed and then changed.
fn starter_mission(
    catalog: &Catalog,
    options: Options,
    mode: AiMode,
    seed: u64,
    change: impl FnOnce(&mut Scenario),
) -> Mission {
    let mut draws = Dice::seeded(seed, 9);
    let board = board(catalog, &mut draws);
    let mut scenario = starter(catalog, &mut draws);
    change(&mut scenario);
    mission(catalog, options, &board, &scenario, mode)
}

/// Sets a mission up under a seed.
fn begun(mission: &Mission, seed: u64) -> World {
    let mut world = World::new();
    set_up(&mut world, mission, seed);
    world
}

/// A battle under a seed and some options.
fn battle(catalog: &Catalog, options: Options, seed: u64) -> World {
    let mission = starter_mission(catalog, options, AiMode::Aggressive, seed, |_| ());
    begun(&mission, seed)
}

/// Two equal battles after some turns, and the second with a plan of side 1 sealed; none if they are
/// over by then.
fn quiet_and_sealed(
    options: Options,
    seed: u64,
    turns: u16,
    draws: &mut Dice,
) -> Option<[World; 2]> {
    let catalog = catalog();
    let mut worlds = [(); 2].map(|()| battle(&catalog, options, seed));
    for _ in 0..turns {
        let mut same = Dice::restore(draws.state().expect("seeded"));
        play_turn(&mut worlds[0], draws);
        play_turn(&mut worlds[1], &mut same);
    }
    if is_over(&worlds[0]) {
        return None;
    }
    let plan = random_plan(&worlds[1], Side(1), draws);
    commit(&mut worlds[1], Side(1), plan);
    Some(worlds)
}

/// Makes a plan of a side at random, from its own units and what it sees.
fn random_plan(world: &World, side: Side, draws: &mut Dice) -> SidePlan {
    let forces = Forces::known_to(world, side);
    let sub_phases = forces.options.sub_phases;
    let mut plan = SidePlan::default();
    let mut pick = |count: usize| draws.die(Label::Ai, count as u32) as usize - 1;
    let known = world.resource::<Knowledge>().of(side);
    let foes: Vec<_> = (world.resource::<Roster>().ids())
        .filter(|id| known.sightings[id.index()].is_some())
        .collect();
    let own: Vec<_> = (forces.all())
        .filter(|vessel| vessel.side == side && !vessel.class.is_carrier())
        .filter(|vessel| vessel.is_on_board() || vessel.docked)
        .map(|vessel| (vessel.id, vessel.tile))
        .collect();
    for (id, tile) in own {
        let docks = forces.ship_type(id).is_some_and(|ship| ship.docks());
        let mut order = ShipOrder::default();
        if !foes.is_empty() && pick(2) == 0 {
            order.target = Some(foes[pick(foes.len())]);
        }
        if sub_phases > 1 {
            for _ in 0..queue::usable(&forces, id) {
                let maneuver = Maneuver::ALL[pick(if docks { 5 } else { 4 })];
                let fire = pick(2) == 0;
                order.queue.push(Slot { maneuver, fire });
            }
        } else {
            order.action = Action::ALL[pick(if docks { 5 } else { 4 })];
            order.fire = [None, Some(true), Some(false)][pick(3)];
            if let (true, Some(from)) = (order.action.may_move(), tile) {
                order.route = match pick(3) {
                    0 => Route::Stay,
                    1 => Route::To(TileId(pick(forces.grid.len()) as u32)),
                    _ => Route::Path(random_path(&forces, from, &mut pick)),
                };
            }
        }
        if tile.is_none() && plan.launches.len() < 2 && pick(2) == 0 {
            plan.launches.push(Launch {
                ship: id,
                tile: None,
                sub_phase: pick(usize::from(sub_phases)) as u8,
            });
        }
        plan.ships.insert(id, order);
    }
    let carrier = forces.carrier_of(side).and_then(|carrier| carrier.tile);
    if let Some(from) = carrier {
        plan.carrier = match pick(4) {
            0 => None,
            1 => Some(CarrierAction::Rearm),
            2 => Some(CarrierAction::Repair(None)),
            _ if sub_phases > 1 => {
                let maneuver = Maneuver::ALL[pick(4)];
                let fire = false;
                Some(CarrierAction::Queue(vec![Slot { maneuver, fire }]))
            }
            _ => Some(CarrierAction::Move(random_path(&forces, from, &mut pick))),
        };
    }
    plan
}

fn random_path(
    forces: &Forces,
    from: TileId,
    pick: &mut impl FnMut(usize) -> usize,
) -> Vec<TileId> {
    let mut at = from;
    (0..2)
        .map(|_| {
            let around: Vec<_> = forces.grid.neighbors(at).map(|(_, tile)| tile).collect();
            at = around[pick(around.len())];
            at
        })
        .collect()
}

fn commit(world: &mut World, side: Side, plan: SidePlan) -> Vec<Event> {
    submit::<Fleet>(world, side, Order::Commit(plan))
        .unwrap_or_else(|refusal| panic!("side {} is refused: {refusal}", side.0))
}

/// Plays a turn of random plans; what happened.
fn play_turn(world: &mut World, draws: &mut Dice) -> Vec<Event> {
    let plans = [0, 1].map(|side| random_plan(world, Side(side), draws));
    let mut events = Vec::new();
    for (side, plan) in (0..).map(Side).zip(plans) {
        events.extend(commit(world, side, plan));
    }
    events
}

fn is_over(world: &World) -> bool {
    world.resource::<Verdict>().0.is_some()
}

/// Who stands on which hex, carriers included.
fn seats(world: &World) -> Vec<(UnitId, TileId)> {
    let board = world.resource::<Board>();
    let ids = world.resource::<Roster>().ids();
    ids.filter_map(|id| Some((id, board.seat(id)?))).collect()
}

/// The sides that owe a plan.
fn owing(world: &World) -> Vec<Side> {
    let sides = (0..2).map(Side);
    sides.filter(|&side| Fleet::owes(world, side)).collect()
}
