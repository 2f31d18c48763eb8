//! Writes events into the world.
//!
//! **Invariant:** an event lands on a copy of the battle ([`land`](super::land)), and what differs is written;
//! neither rolls nor decides.

use std::borrow::Cow;

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::knowledge;
use crate::battle::phase::{Turn, Verdict};
use crate::battle::unit::{Position, Presence, edit, take_off_board};
use crate::playing::renew;
use crate::rules::kit::dense::Copies;
use crate::rules::operations::Operations;
use crate::rules::operations::event::Event;
use crate::rules::operations::field::{Field, Unit};

/// Writes one event.
pub(super) fn apply(world: &mut World, event: &Event) {
    match event {
        Event::Renewed { source } => {
            renew::<Operations>(world, source);
            return;
        }
        Event::Ended(ending) => {
            world.resource_mut::<Verdict>().0 = Some(*ending);
            return;
        }
        _ => {}
    }
    let mut field = Field::of(world);
    field.land(event);
    let written = field.written(world);
    let (stage, progress) = (field.stage, field.progress);
    let progress = match progress {
        Cow::Owned(progress) => Some(progress),
        Cow::Borrowed(_) => None,
    };
    for unit in written {
        write(world, &unit);
    }
    if let Some(progress) = progress {
        let mut turn = world.resource_mut::<Turn>();
        if let Event::StageBegan { .. } = event {
            turn.resolutions += u16::from(stage > turn.number);
            turn.number = stage;
        }
        turn.active = progress.phasing;
        world.insert_resource(progress);
    }
    Copies::<Unit>::renew(world);
}

/// Writes a unit as it is now.
fn write(world: &mut World, unit: &Unit) {
    let now = &unit.now;
    let id = unit.id;
    let before = world.resource::<Copies<Unit>>()[id.index()].now.clone();
    let mut edited = edit(world, id);
    if before.tile != now.tile {
        edited.set(Position(now.tile));
    }
    edited.set(now.health).set(now.body.clone());
    if before.tile != now.tile && now.presence == Presence::OnBoard {
        world.resource_mut::<Board>().enter(now.tile, id);
        knowledge::follow_step(world, id);
    }
    if before.presence == Presence::OnBoard && now.presence != Presence::OnBoard {
        take_off_board(world, id, now.presence);
    }
}
