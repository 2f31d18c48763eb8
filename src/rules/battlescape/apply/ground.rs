//! What changes on the ground: terrain, doors, lights and far eyes.
//!
//! **Invariant:** what is seen and remembered of a hex changes with it.

use bevy::prelude::{Mut, World};

use crate::battle::board::{Board, TileState};
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{self, Facing, UnitId};
use crate::battle::{change_terrain, knowledge, set_tile};
use crate::content::terrain::TerrainId;
use crate::rules::battlescape::apply::pay;
use crate::rules::battlescape::apply::turn::{age_environment, age_things, burn_down, ignite};
use crate::rules::battlescape::event::Event;
use crate::rules::battlescape::gear::{Carried, Eye, Fume, Props};
use crate::rules::battlescape::objective::Plot;
use crate::rules::battlescape::soldier::Conditions;

/// Writes events of terrain, fire and light.
pub(super) fn write(world: &mut World, event: &Event) {
    match event {
        Event::EyeOpened { unit, tile, radius } => open_eye(world, *unit, *tile, *radius),
        Event::TerrainHit { tile, state, .. }
        | Event::TerrainChanged { tile, state }
        | Event::BurnedDown { tile, state, .. } => {
            change_tiles(world, &[(*tile, *state)]);
        }
        Event::Lit { light } => {
            world.resource_mut::<Props>().change().lights.push(*light);
            light_up(world);
            knowledge::renew_all_views(world);
        }
        Event::Endangered { danger } => {
            world.resource_mut::<Props>().change().dangers.push(*danger);
        }
        Event::FireRolled {
            from,
            ignites: Some(tile),
            ..
        } => ignite(world, *from, *tile),
        Event::EnvironmentAged => {
            age_environment(world);
            age_things(world);
        }
        Event::FiresBurnedDown => burn_down(world),
        Event::SightRenewed => knowledge::renew_all_views(world),
        _ => {}
    }
}

/// Changes what hexes look like, and what is seen and remembered of them.
pub(super) fn change_tiles(world: &mut World, tiles: &[(TileId, TileState)]) {
    if tiles.is_empty() {
        return;
    }
    for &(tile, state) in tiles {
        set_tile(world, tile, state);
    }
    for &(tile, _) in tiles {
        knowledge::renew_memory(world, tile);
    }
    knowledge::renew_all_views(world);
}

/// Notes whose doing the fires and clouds are that are new on these hexes.
pub(super) fn blame(world: &mut World, tiles: &[(TileId, TileState)], by: Option<UnitId>) {
    let layers = &world.resource::<Board>().layers;
    let new: Vec<_> = (tiles.iter())
        .flat_map(|&(tile, state)| {
            let before = layers.state(tile);
            let fire = (state.fire > before.fire).then_some((tile, Fume::Fire));
            let gas = (state.gas > before.gas).then_some((tile, Fume::Gas));
            fire.into_iter().chain(gas)
        })
        .collect();
    if new.is_empty() {
        return;
    }
    let mut props = world.resource_mut::<Props>();
    let authors = &mut props.change().authors;
    for (tile, fume) in new {
        authors.note(tile, fume, by);
    }
}

/// Forgets whose doing the fires and clouds were that are gone.
pub(super) fn forgive(world: &mut World) {
    if world.resource::<Props>().get().authors.0.is_empty() {
        return;
    }
    world.resource_scope(|world, mut props: Mut<Props>| {
        let layers = &world.resource::<Board>().layers;
        props.change().authors.0.retain(|author| match author.fume {
            Fume::Fire => layers.fire(author.tile) > 0,
            Fume::Gas => layers.gas(author.tile) > 0,
        });
    });
}

/// Tells the core what sides see through far eyes.
pub(in crate::rules::battlescape) fn open_eyes(world: &mut World) {
    let grid = world.resource::<Board>().grid;
    let eyes = &world.resource::<Props>().get().eyes;
    let eyes: Vec<_> = (eyes.iter())
        .map(|eye| {
            let near = |&tile: &TileId| grid.distance(eye.tile, tile) <= u32::from(eye.radius);
            (eye.side, grid.tiles().filter(near).collect())
        })
        .collect();
    knowledge::set_eyes(world, eyes);
}

/// Tells the core which hexes flares light, at night.
pub(in crate::rules::battlescape) fn light_up(world: &mut World) {
    if !world.resource::<Conditions>().night {
        return;
    }
    let grid = world.resource::<Board>().grid;
    let lights = &world.resource::<Props>().get().lights;
    let lit: Vec<_> = (grid.tiles())
        .filter(|&tile| {
            (lights.iter()).any(|light| grid.distance(light.tile, tile) <= u32::from(light.radius))
        })
        .collect();
    knowledge::set_lit(world, &lit);
}

/// Writes that a side sees far ground.
fn open_eye(world: &mut World, unit: UnitId, tile: TileId, radius: u8) {
    let side = unit::side_of(world, unit);
    let mut props = world.resource_mut::<Props>();
    props.change().eyes.push(Eye { side, tile, radius });
    open_eyes(world);
}

/// Writes that a unit opened or closed a door, and what the hex of it is now.
pub(super) fn move_door(
    world: &mut World,
    unit: UnitId,
    (tile, becomes): (TileId, TerrainId),
    facing: Direction,
    tu: u16,
) {
    let mut opener = pay(world, unit, tu);
    opener.set(Facing(facing));
    change_terrain(world, tile, becomes);
}

/// Marks an object as used and drops its items on its hex, or on the opener's hex if somebody else stands there
/// (ours).
pub(super) fn open_object(world: &mut World, opener: UnitId, object: u8, items: &[Carried]) {
    let tile = world.resource::<Plot>().0.objects[usize::from(object)].tile;
    let board = world.resource::<Board>();
    // Nobody could get at what falls under somebody else.
    let is_taken = board.occupants(tile).any(|id| id != opener);
    let seat = board.seat(opener);
    let ground = seat.filter(|_| is_taken).unwrap_or(tile);
    let state = board.layers.state(tile);
    change_tiles(
        world,
        &[(
            tile,
            TileState {
                spent: true,
                ..state
            },
        )],
    );
    let mut props = world.resource_mut::<Props>();
    let litter = &mut props.change().litter;
    litter.extend(items.iter().map(|&thing| (ground, thing)));
}
