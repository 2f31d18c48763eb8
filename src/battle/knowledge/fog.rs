//! Fog on the tile entities: what the sides know, where the window looks.
//!
//! **Invariant:** fog follows from [`Knowledge`]; no rule reads it.

use bevy::prelude::*;

use crate::battle::Tile;
use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;

/// Fog on a tile entity: one bit per side. Brought up to date by [`show_fog`], which set-up, undo,
/// replays, battles played headless and every [`step`](crate::battle::step::step) that is watched end with.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fog {
    /// Sides that see the hex now.
    pub visible: u8,
    /// Sides that have seen it.
    pub known: u8,
}

/// Finds the [`Fog`] of tile entities.
#[derive(Resource)]
struct FogQuery(QueryState<(&'static Tile, &'static mut Fog)>);

impl FromWorld for FogQuery {
    fn from_world(world: &mut World) -> Self {
        Self(world.query())
    }
}

/// Brings the [`Fog`] of the tile entities up to date with what the sides know.
pub fn show_fog(world: &mut World) {
    world.init_resource::<FogQuery>();
    world.resource_scope(|world, mut fogs: Mut<FogQuery>| {
        world.resource_scope(|world, mut knowledge: Mut<Knowledge>| {
            world.resource_scope(|world, board: Mut<Board>| {
                let mut fogs = fogs.0.query_mut(world);
                show_stale(&mut fogs, &knowledge, &board);
                knowledge.stale.clear();
            });
        });
    });
}

/// Renews the fog of the hexes that some side sees or knows otherwise than it shows.
fn show_stale(fogs: &mut Query<(&Tile, &mut Fog)>, knowledge: &Knowledge, board: &Board) {
    let Knowledge { sides, stale, .. } = knowledge;
    let fog_of = |tile: TileId| {
        let mut now = Fog::default();
        for (bit, side) in sides.iter().enumerate() {
            now.visible |= u8::from(side.sees(tile)) << bit;
            now.known |= u8::from(side.layers.is_known(tile)) << bit;
        }
        now
    };
    // Of many, going through all is quicker than finding each.
    if stale.len() > board.grid.len() / 4 {
        for (&Tile(tile), mut fog) in fogs.iter_mut() {
            fog.set_if_neq(fog_of(tile));
        }
    } else {
        for tile in stale.iter() {
            if let Ok((_, mut fog)) = fogs.get_mut(board.entity(tile)) {
                fog.set_if_neq(fog_of(tile));
            }
        }
    }
}
