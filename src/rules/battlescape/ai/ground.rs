//! Battles on random ground, for the tests of this folder.
//!
//! **Invariant:** what stands on a board and what is known of it is drawn from the dice alone.

use bevy::prelude::World;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::battle::board::TileState;
use crate::battle::grid::{Grid, Layout, TileId};
use crate::battle::knowledge::survey;
use crate::battle::set_tile;
use crate::content;
use crate::mission::{self, BoardSetup, Mission, Terms};
use crate::rules::battlescape::objective::PLAYER;
use crate::rules::battlescape::setup::set_up;

/// All layouts of a board.
pub(super) const LAYOUTS: [Layout; 4] = Layout::ALL;

const DUEL: &str = r#"Mission(
    name: "Duel",
    rules: Battlescape(),
    board: Drawn(legend: {'.': "floor"}, rows: [". . . .", " . . . ."]),
    sides: [
        (name: "Squad", controller: Human, units: [(kind: "infantry", at: (0, 0))]),
        (name: "Aliens", controller: Ai(Aggressive), units: [(kind: "sectoid", at: (3, 0))]),
    ],
    objectives: (primary: EliminateAll("Aliens"), turn_limit: 20),
)
"#;

/// Terrain of the boards, plain ground most often.
const TERRAINS: [&str; 12] = [
    "floor", "floor", "floor", "floor", "floor", "floor", "tree", "low_wall", "mud", "wall",
    "wall", "door",
];

/// Reads a mission of one unit against another.
pub(super) fn duel() -> Mission {
    let catalog = content::load_default().unwrap_or_else(|problems| panic!("{problems}"));
    mission::parse("duel.ron", DUEL, &catalog, Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"))
}

/// Draws a hex of a board.
pub(super) fn any_hex(grid: &Grid, dice: &mut ChaCha8Rng) -> TileId {
    TileId(dice.random_range(0..grid.len() as u32))
}

/// Draws what a hex looks like.
fn any_tile(mission: &Mission, dice: &mut ChaCha8Rng) -> TileState {
    let name = TERRAINS[dice.random_range(0..TERRAINS.len())];
    TileState {
        terrain: mission.catalog.terrain_named(name).expect("shipped"),
        ..TileState::default()
    }
}

/// Sets a duel up on a random board, which has the hexes that the units stand on.
pub(super) fn battle(duel: &Mission, grid: Grid, dice: &mut ChaCha8Rng) -> World {
    let mut mission = duel.clone();
    mission.board = BoardSetup {
        grid,
        tiles: grid.tiles().map(|_| any_tile(duel, dice)).collect(),
        elevation: vec![0; grid.len()],
        hexsides: Vec::new(),
    };
    let mut world = World::new();
    set_up(&mut world, &mission, 1);
    world
}

/// Shows side 0 a number of random hexes.
pub(super) fn show(world: &mut World, grid: &Grid, count: usize, dice: &mut ChaCha8Rng) {
    let tiles: Vec<_> = (0..count).map(|_| any_hex(grid, dice)).collect();
    survey(world, PLAYER, &tiles);
}

/// Changes a random hex, and shows it to side 0.
pub(super) fn alter(world: &mut World, duel: &Mission, grid: &Grid, dice: &mut ChaCha8Rng) {
    let tile = any_hex(grid, dice);
    set_tile(world, tile, any_tile(duel, dice));
    survey(world, PLAYER, &[tile]);
}
