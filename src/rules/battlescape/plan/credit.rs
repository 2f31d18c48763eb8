//! Who is to blame for harm that comes without an attack (§15.25).
//!
//! **Invariant:** whoever lit a fire or let a cloud off is to blame for it wherever it spreads; what a unit
//! does to itself under another mind is that mind's doing.

use bevy::prelude::World;

use crate::battle::grid::TileId;
use crate::battle::unit::{self, UnitId};
use crate::rules::battlescape::event::{Cause, Event};
use crate::rules::battlescape::gear::{Fume, Props};
use crate::rules::battlescape::soldier::Loyalty;

/// Returns what ground, fire or a fall does to a unit on a hex, and whose doing it is.
pub(super) fn hurt(world: &World, unit: UnitId, tile: TileId, cause: Cause, damage: u16) -> Event {
    let led = unit::part::<Loyalty>(world, unit).caster;
    let by = match cause {
        Cause::Fire => author(world, tile, Fume::Fire).or(led),
        Cause::Hazard => led.or_else(|| author(world, tile, Fume::Fire)),
        _ => led,
    };
    Event::Hurt {
        unit,
        cause,
        damage,
        by,
    }
}

/// Returns who let off the fire or cloud over a hex.
pub(super) fn author(world: &World, tile: TileId, fume: Fume) -> Option<UnitId> {
    world.resource::<Props>().get().authors.of(tile, fume)
}
