//! Writes events into the world.
//!
//! **Invariant:** an event lands on a copy of the battle ([`land`](super::land)), and what differs is written;
//! neither rolls nor decides.

use std::borrow::Cow;

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::phase::{Turn, Verdict};
use crate::battle::unit::{Facing, Position, Presence, edit, side_of, take_off_board};
use crate::battle::{knowledge, set_tile};
use crate::playing::renew;
use crate::rules::casket::Casket;
use crate::rules::casket::duel::{Duel, Machine};
use crate::rules::casket::event::Event;
use crate::rules::kit::dense::Copies;

/// Writes one event.
pub(super) fn apply(world: &mut World, event: &Event) {
    match event {
        Event::Renewed { source } => {
            renew::<Casket>(world, source);
            return;
        }
        Event::Ended(ending) => {
            world.resource_mut::<Verdict>().0 = Some(*ending);
            return;
        }
        _ => {}
    }
    let mut duel = Duel::of(world);
    duel.land(event);
    let written = duel.written(world);
    let tiles = std::mem::take(&mut duel.changed);
    let (round, progress) = (duel.round, duel.progress);
    let progress = match progress {
        Cow::Owned(progress) => Some(progress),
        Cow::Borrowed(_) => None,
    };
    for machine in written {
        write(world, &machine);
    }
    if let Some(progress) = progress {
        let mut turn = world.resource_mut::<Turn>();
        if let Event::RoundBegan { .. } = event {
            turn.resolutions += u16::from(round > turn.number);
            turn.number = round;
        }
        if let Some(unit) = progress.acting {
            let side = side_of(world, unit);
            world.resource_mut::<Turn>().active = side;
        }
        world.insert_resource(progress);
    }
    for (tile, state) in tiles {
        set_tile(world, tile, state);
        knowledge::renew_memory(world, tile);
    }
    Copies::<Machine>::renew(world);
}

/// Writes a unit as it is now.
fn write(world: &mut World, machine: &Machine) {
    let now = &machine.now;
    let id = machine.id;
    let before = &world.resource::<Copies<Machine>>()[id.index()].now;
    let (from, was) = (before.tile, before.presence);
    let mut unit = edit(world, id);
    if from != now.tile {
        unit.set(Position(now.tile));
    }
    unit.set(Facing(now.facing))
        .set(now.health)
        .set(now.body.clone())
        .set(machine.piles().clone());
    if from != now.tile && now.presence == Presence::OnBoard {
        world.resource_mut::<Board>().enter(now.tile, id);
        knowledge::follow_step(world, id);
    }
    if was == Presence::OnBoard && now.presence != Presence::OnBoard {
        take_off_board(world, id, now.presence);
    }
}
