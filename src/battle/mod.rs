//! The headless core: board, sight, paths, units, orders, dice and journal. Names no concrete rule
//! set.
//!
//! **Invariant:** every change to a running battle comes through one door, [`order::submit`].

pub mod ahead;
pub mod board;
pub mod bookmark;
pub mod dice;
pub mod fingerprint;
pub mod front;
pub mod grid;
pub mod imagine;
pub mod journal;
pub mod knowledge;
pub mod map;
pub mod neighborhood;
pub mod order;
pub mod path;
pub mod phase;
pub mod ranks;
pub mod revision;
pub mod rollout;
pub mod rules;
pub mod sight;
pub mod snapshot;
pub mod state;
pub mod step;
pub mod tile_set;
pub mod unit;
pub mod view;
pub mod watch;

use std::sync::Arc;

use bevy::ecs::query::QueryData;
use bevy::prelude::*;

use crate::battle::ahead::Mind;
use crate::battle::board::{Board, BoardSetup, Layers, TileState};
use crate::battle::dice::Dice;
use crate::battle::fingerprint::Fingerprint;
use crate::battle::grid::TileId;
use crate::battle::journal::Journal;
use crate::battle::knowledge::{Fog, Knowledge};
use crate::battle::map::{MapSetup, Maps};
use crate::battle::order::{BattleDice, Draft, Opening, Pending, UndoStack};
use crate::battle::phase::{Phase, Turn, Verdict};
use crate::battle::rules::Rules;
use crate::battle::step::{InPlay, OrderDone, OrderGiven};
use crate::battle::unit::{Roster, UnitId};
use crate::battle::watch::Watched;
use crate::content::Catalog;
use crate::content::sight::SightFigures;
use crate::content::terrain::{Cover, TerrainId};

/// Kind of the facts in the fingerprint that tell what hexes look like.
const FACT_TILE: u8 = 1;

/// Which tile an entity is.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile(pub TileId);

/// Terrain of a tile entity.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terrain(pub TerrainId);

/// Elevation of a tile entity in levels.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Elevation(pub i8);

/// Cover a tile entity gives a unit standing in it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoverHere(pub Cover);

/// Turns a tile entity still burns.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fire(pub u8);

/// Smoke density of a tile entity, 0 to 3.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Smoke(pub u8);

/// Turns a poisonous cloud still hangs over a tile entity.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gas(pub u8);

/// Hit points the terrain of a tile entity has lost.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wear(pub u8);

/// Whether the thing to interact with on a tile entity was used.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent(pub bool);

/// What the core needs to know to set a battle up.
pub struct BattleSetup<'a> {
    /// Definitions of terrain and hexsides.
    pub catalog: &'a Catalog,
    /// The board on which it begins.
    pub board: &'a BoardSetup,
    /// All maps of the battle, of which that board is the first; empty where it is the only one.
    pub maps: Arc<[MapSetup]>,
    /// Sight figures.
    pub sight: &'a SightFigures,
    /// Number of units.
    pub units: usize,
    /// Number of sides, at most 8.
    pub sides: usize,
    /// Seed of the dice.
    pub seed: u64,
}

/// Sets up board, entities, dice and an empty journal; units get their components from the rule
/// set, which then calls [`open_up`]. Entities of an earlier battle are used again, its units if they
/// were of the same rules.
pub fn set_up<R: Rules>(world: &mut World, setup: &BattleSetup) {
    let before = world.get_resource::<InPlay>();
    let is_same = before.is_some_and(InPlay::is::<R>);
    world.insert_resource(InPlay::by::<R>());
    world.insert_resource(Turn {
        number: 1,
        ..Turn::default()
    });
    world.insert_resource(Verdict::default());
    world.insert_resource(BattleDice(Some(Dice::seeded(setup.seed, 0))));
    world.insert_resource(Pending::<R>(None));
    world.insert_resource(Opening::<R>(Vec::new()));
    world.insert_resource(Journal::<R>::default());
    world.insert_resource(Draft::<R>::default());
    if let Some(mut mind) = world.get_resource_mut::<Mind<R>>() {
        mind.forget();
    }
    world.init_resource::<UndoStack<R>>();
    world.resource_mut::<UndoStack<R>>().clear();
    world.insert_resource(Fingerprint::default());
    world.init_resource::<Knowledge>();
    world.init_resource::<Board>();
    world.init_resource::<Roster>();
    world.insert_resource(Maps::of(setup.maps.clone()));
    world.resource_scope(|world, mut board: Mut<Board>| load_board(world, &mut board, setup));
    print_tiles(world);
    world.resource_scope(|world, mut roster: Mut<Roster>| {
        let mut entities: Vec<_> = roster.ids().map(|id| roster.entity(id)).collect();
        let kept = if is_same { setup.units } else { 0 };
        for entity in entities.drain(kept.min(entities.len())..) {
            world.despawn(entity);
        }
        while entities.len() < setup.units {
            let id = UnitId(u16::try_from(entities.len()).expect("missions limit their units"));
            entities.push(world.spawn(id).id());
        }
        roster.set(entities);
    });
}

/// Puts away the battle that was set up, if there is one: its entities are despawned, and what the core
/// knows of it is gone, so that nothing of it is found by the next.
pub fn put_away(world: &mut World) {
    let Some(rules) = world.remove_resource::<InPlay>() else {
        return;
    };
    let board = world.remove_resource::<Board>().unwrap_or_default();
    let roster = world.remove_resource::<Roster>().unwrap_or_default();
    let units = roster.ids().map(|id| roster.entity(id));
    for entity in board.entities().iter().copied().chain(units) {
        world.despawn(entity);
    }
    world.remove_resource::<Knowledge>();
    world.remove_resource::<Maps>();
    world.remove_resource::<Turn>();
    world.remove_resource::<Verdict>();
    world.remove_resource::<BattleDice>();
    world.remove_resource::<Fingerprint>();
    (rules.put_away)(world);
    if let Some(mut phase) = world.get_resource_mut::<NextState<Phase>>() {
        phase.set(Phase::Idle);
    }
}

/// Puts away what the core keeps by the types of a rule set.
fn put_away_by<R: Rules>(world: &mut World) {
    world.remove_resource::<Journal<R>>();
    world.remove_resource::<Draft<R>>();
    world.remove_resource::<Mind<R>>();
    world.remove_resource::<Pending<R>>();
    world.remove_resource::<UndoStack<R>>();
    world.remove_resource::<Watched<R>>();
    if let Some(mut given) = world.get_resource_mut::<Messages<OrderGiven<R>>>() {
        given.clear();
    }
    if let Some(mut done) = world.get_resource_mut::<Messages<OrderDone<R>>>() {
        done.clear();
    }
}

fn load_board(world: &mut World, board: &mut Board, setup: &BattleSetup) {
    board.load(
        &setup.catalog.terrains,
        &setup.catalog.hexsides,
        setup.board.grid,
        &setup.board.tiles,
        &setup.board.elevation,
        setup.units,
    );
    for &(tile, direction, feature) in &setup.board.hexsides {
        board.set_hexside(tile, direction, feature);
    }
    load_tiles(world, board);
    let sight = setup.sight.clone();
    world
        .resource_mut::<Knowledge>()
        .reset(board, setup.sides, setup.units, sight);
}

/// Makes the tile entities of a board that was loaded, from those of an earlier battle and new ones.
fn load_tiles(world: &mut World, board: &mut Board) {
    let mut entities = board.take_entities();
    for entity in entities.drain(board.grid.len().min(entities.len())..) {
        world.despawn(entity);
    }
    let layers = &board.layers;
    let mut parts = world.query::<(
        &Tile,
        &mut Terrain,
        &mut Elevation,
        &mut CoverHere,
        &mut Fire,
        &mut Smoke,
        &mut Gas,
        &mut Wear,
        &mut Spent,
    )>();
    // Those that are left are the first ones of the board, in any order.
    for (
        &Tile(tile),
        mut terrain,
        mut elevation,
        mut cover,
        mut fire,
        mut smoke,
        mut gas,
        mut wear,
        mut spent,
    ) in parts.iter_mut(world)
    {
        *terrain = Terrain(layers.terrain(tile));
        *elevation = Elevation(layers.elevation(tile));
        *cover = CoverHere(layers.own_cover(tile));
        let state = layers.state(tile);
        (*fire, *smoke) = (Fire(state.fire), Smoke(state.smoke));
        (*gas, *wear) = (Gas(state.gas), Wear(state.wear));
        *spent = Spent(state.spent);
    }
    let bundles: Vec<_> = (board.grid.tiles().skip(entities.len()))
        .map(|tile| {
            (
                Tile(tile),
                Terrain(layers.terrain(tile)),
                Elevation(layers.elevation(tile)),
                CoverHere(layers.own_cover(tile)),
                Fire(layers.fire(tile)),
                Smoke(layers.smoke(tile)),
                Gas(layers.gas(tile)),
                Wear(layers.state(tile).wear),
                Spent(layers.state(tile).spent),
                Fog::default(),
            )
        })
        .collect();
    entities.extend(world.spawn_batch(bundles));
    board.set_entities(entities);
}

/// Has new definitions of the same terrain and hexside kinds hold, and new sight figures; the views
/// have to be renewed then.
pub(crate) fn renew_definitions(world: &mut World, catalog: &Catalog, sight: &SightFigures) {
    world.resource_scope(|world, mut board: Mut<Board>| {
        board.renew(&catalog.terrains, &catalog.hexsides);
        for tile in board.grid.tiles() {
            let cover = CoverHere(board.layers.own_cover(tile));
            let mut entity = world.entity_mut(board.entity(tile));
            if entity.get() != Some(&cover) {
                entity.insert(cover);
            }
        }
        let mut knowledge = world.resource_mut::<Knowledge>();
        knowledge.renew(&board, &catalog.terrains, sight);
    });
}

/// Starts the fingerprint afresh with what the hexes look like, and which map they are of.
fn print_tiles(world: &mut World) {
    let board = world.resource::<Board>();
    let mut print = Fingerprint::default();
    print.change(world.resource::<Maps>().print());
    for tile in board.grid.tiles() {
        print.change(Fingerprint::fact(
            FACT_TILE,
            tile.0,
            board.layers.digest(tile),
        ));
    }
    world.insert_resource(print);
}

/// Seats the units the rule set made and opens every side's eyes.
pub fn open_up(world: &mut World) {
    snapshot::seat_units(world);
    knowledge::renew_all_views(world);
    world.resource_mut::<Knowledge>().discoveries = knowledge::Discoveries::default();
    knowledge::show_fog(world);
}

/// Returns the number of sides in the battle.
pub fn side_count(world: &World) -> u8 {
    u8::try_from(world.resource::<Knowledge>().side_count()).expect("few sides")
}

/// Makes the ground of a hex another, such as that of a door that is opened, and renews what is seen.
pub(crate) fn change_terrain(world: &mut World, tile: TileId, terrain: TerrainId) {
    let state = world.resource::<Board>().layers.state(tile);
    set_tile(world, tile, TileState { terrain, ..state });
    knowledge::renew_views_around(world, tile);
}

/// Changes what a hex looks like: layers, components and fingerprint together.
pub(crate) fn set_tile(world: &mut World, tile: TileId, state: TileState) {
    set_tiles(world, &[(tile, state)]);
}

/// Changes what hexes look like, those of them that look otherwise.
pub(crate) fn set_tiles(world: &mut World, tiles: &[(TileId, TileState)]) {
    // `World::resource_scope` would take longer than a hex.
    let mut board = std::mem::take(&mut *world.resource_mut::<Board>());
    let mut knowledge = world.resource_mut::<Knowledge>();
    let mut change = 0;
    let mut changed = Vec::new();
    for &(tile, state) in tiles {
        if board.layers.state(tile) == state {
            continue;
        }
        let fact = |layers: &Layers| Fingerprint::fact(FACT_TILE, tile.0, layers.digest(tile));
        change ^= fact(&board.layers);
        board.layers.set_state(tile, state);
        change ^= fact(&board.layers);
        knowledge.note_change(&board.layers, tile);
        changed.push(tile);
    }
    world.resource_mut::<Fingerprint>().change(change);
    show_tiles(world, &board, &changed);
    *world.resource_mut::<Board>() = board;
}

/// Has the entities of hexes show what the layers of the board say.
fn show_tiles(world: &mut World, board: &Board, tiles: &[TileId]) {
    if tiles.is_empty() {
        return;
    }
    let faces = world.get_resource_or_init::<Faces>().0.take();
    let mut faces = faces.unwrap_or_else(|| world.query());
    let mut parts = faces.query_mut(world);
    for &tile in tiles {
        let Ok(mut face) = parts.get_mut(board.entity(tile)) else {
            continue;
        };
        let layers = &board.layers;
        let state = layers.state(tile);
        face.terrain.set_if_neq(Terrain(state.terrain));
        face.elevation.set_if_neq(Elevation(layers.elevation(tile)));
        face.cover.set_if_neq(CoverHere(layers.own_cover(tile)));
        face.fire.set_if_neq(Fire(state.fire));
        face.smoke.set_if_neq(Smoke(state.smoke));
        face.gas.set_if_neq(Gas(state.gas));
        face.wear.set_if_neq(Wear(state.wear));
        face.spent.set_if_neq(Spent(state.spent));
    }
    world.resource_mut::<Faces>().0 = Some(faces);
}

/// Finds the components of tile entities; out while they are written.
#[derive(Resource, Default)]
struct Faces(Option<QueryState<Face>>);

/// What a tile entity shows.
#[derive(QueryData)]
#[query_data(mutable)]
struct Face {
    terrain: &'static mut Terrain,
    elevation: &'static mut Elevation,
    cover: &'static mut CoverHere,
    fire: &'static mut Fire,
    smoke: &'static mut Smoke,
    gas: &'static mut Gas,
    wear: &'static mut Wear,
    spent: &'static mut Spent,
}
