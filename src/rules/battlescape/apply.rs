//! Writes battlescape events into the world.
//!
//! **Invariant:** the only writer of a running battle; it neither rolls nor decides. Views are
//! renewed here, event by event.

mod attack;
mod ground;
mod harm;
mod mind;
mod moves;
mod things;
mod turn;

use bevy::prelude::World;

pub(super) use self::ground::{light_up, open_eyes};
pub(super) use self::turn::wake_or_fall;
use crate::battle::grid::TileId;
use crate::battle::knowledge::{self, Knowledge};
use crate::battle::unit::{self, UnitEdit, UnitId};
use crate::rules::battlescape::event::{Event, Theme};
use crate::rules::battlescape::soldier::TimeUnits;

/// Writes one event.
pub fn apply(world: &mut World, event: &Event) {
    // What this event brings to light is told apart from what came before.
    let mut knowledge = world.resource_mut::<Knowledge>();
    knowledge.discoveries.begin_event();
    let write = match event.theme() {
        Theme::Move => moves::write,
        Theme::Attack => attack::write,
        Theme::Harm => harm::write,
        Theme::Mind => mind::write,
        Theme::Thing => things::write,
        Theme::Ground => ground::write,
        Theme::Turn => turn::write,
    };
    write(world, event);
}

/// Has a unit's side remember what its shot met where it could not see.
fn learn_end(world: &mut World, unit: UnitId, stopped: Option<TileId>) {
    if let Some(tile) = stopped {
        let side = unit::side_of(world, unit);
        knowledge::survey(world, side, &[tile]);
        // Nobody takes back what taught it something.
        let mut knowledge = world.resource_mut::<Knowledge>();
        knowledge.discoveries.new_hexes += 1;
    }
}

/// Takes the time units of an act from a unit, and opens it for writing.
fn pay(world: &mut World, unit: UnitId, tu: u16) -> UnitEdit<'_> {
    let mut unit = unit::edit(world, unit);
    unit.part::<TimeUnits>().now -= tu;
    unit
}
