//! Who moves, turns, takes cover, comes and goes.
//!
//! **Invariant:** a unit sees anew from where it is put.

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::knowledge;
use crate::battle::unit::{self, Facing, Position, Presence};
use crate::content::terrain::Cover;
use crate::rules::battlescape::apply::ground::move_door;
use crate::rules::battlescape::apply::harm::take_off_board;
use crate::rules::battlescape::apply::pay;
use crate::rules::battlescape::content::Gait;
use crate::rules::battlescape::event::Event;
use crate::rules::battlescape::soldier::{Footing, Stance};

/// Writes events of who moves, takes cover, comes and goes.
pub(super) fn write(world: &mut World, event: &Event) {
    match event {
        Event::Turned { unit, facing, tu } => {
            let mut unit = pay(world, *unit, *tu);
            unit.set(Facing(*facing)).set(Stance(Cover::None));
        }
        Event::Stepped {
            unit,
            gait,
            from,
            to,
            facing,
            tu,
            sets_out,
        } => {
            world.resource_mut::<Board>().enter(*to, *unit);
            let mut walker = pay(world, *unit, *tu);
            walker
                .set(Position(*to))
                .set(Facing(*facing))
                .set(Stance(Cover::None));
            let footing = walker.part::<Footing>();
            footing.moved = footing.moved.saturating_add(1);
            if *sets_out {
                footing.set_out(*from);
            }
            footing.ran |= *gait == Gait::Run;
            knowledge::follow_step(world, *unit);
        }
        Event::Called { unit, tu, .. } => {
            pay(world, *unit, *tu);
        }
        Event::Deployed { unit, tile } => {
            world.resource_mut::<Board>().enter(*tile, *unit);
            unit::edit(world, *unit).set(Position(*tile));
            knowledge::renew_view(world, *unit);
        }
        Event::Displaced { unit, tile } => {
            world.resource_mut::<Board>().enter(*tile, *unit);
            let mut edit = unit::edit(world, *unit);
            edit.set(Position(*tile)).set(Stance(Cover::None));
            knowledge::renew_view(world, *unit);
        }
        Event::Arrived { unit, tile } => {
            world.resource_mut::<Board>().enter(*tile, *unit);
            let mut edit = unit::edit(world, *unit);
            edit.set(Position(*tile)).set(Presence::OnBoard);
            knowledge::renew_view(world, *unit);
        }
        Event::Left { unit, tu } => {
            pay(world, *unit, *tu);
            take_off_board(world, *unit, Presence::Escaped);
        }
        Event::TookCover {
            unit,
            facing,
            cover,
            tu,
        } => {
            let mut unit = pay(world, *unit, *tu);
            unit.set(Facing(*facing)).set(Stance(*cover));
        }
        Event::WentProne { unit, tu } => {
            let mut unit = pay(world, *unit, *tu);
            unit.part::<Footing>().prone = true;
        }
        Event::Stood { unit, tu } => {
            let mut unit = pay(world, *unit, *tu);
            unit.set(Stance(Cover::None)).part::<Footing>().prone = false;
        }
        Event::DoorMoved {
            unit,
            tile,
            becomes,
            facing,
            tu,
        } => move_door(world, *unit, (*tile, *becomes), *facing, *tu),
        _ => {}
    }
}
