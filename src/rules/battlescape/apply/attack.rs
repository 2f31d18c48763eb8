//! What attacks cost, and what readies for them.
//!
//! **Invariant:** what an attack does to units is written by [`harm`](super::harm).

use bevy::prelude::World;

use crate::battle::unit::{self, Facing};
use crate::rules::battlescape::apply::ground::blame;
use crate::rules::battlescape::apply::harm::{burst, strike};
use crate::rules::battlescape::apply::{learn_end, pay};
use crate::rules::battlescape::event::Event;
use crate::rules::battlescape::gear::{Pack, Props};
use crate::rules::battlescape::soldier::{
    Arms, Footing, Readiness, Rulebook, Suppression, TimeUnits,
};

/// Writes events of attacks and readied reactions.
pub(super) fn write(world: &mut World, event: &Event) {
    match event {
        Event::Fired {
            unit,
            facing,
            tu,
            rounds,
            reaction,
            pins,
            stopped,
            ..
        } => {
            learn_end(world, *unit, *stopped);
            let mut unit = unit::edit(world, *unit);
            if *reaction {
                unit.part::<Readiness>().shots += 1;
                unit.part::<TimeUnits>().carried -= tu;
            } else {
                unit.part::<TimeUnits>().now -= tu;
                unit.part::<Footing>().left = Default::default();
            }
            if *pins {
                unit.part::<Readiness>().suppression = Suppression::No;
            }
            unit.part::<Arms>().rounds -= rounds;
            unit.set(Facing(*facing));
        }
        Event::Shot {
            target,
            round,
            ricochet,
            ..
        } => strike(world, *target, round, *ricochet),
        Event::Burst {
            by,
            harms,
            tiles,
            light,
            ..
        } => {
            blame(world, tiles, *by);
            burst(world, harms, tiles, *light);
        }
        Event::Threw {
            unit,
            slot,
            facing,
            tu,
            stopped,
            ..
        } => {
            learn_end(world, *unit, *stopped);
            let rule = world.resource::<Rulebook>().figures().item_use;
            let mut unit = pay(world, *unit, *tu);
            unit.part::<Footing>().left = Default::default();
            unit.part::<Pack>().spend(*slot, rule);
            unit.set(Facing(*facing));
        }
        Event::MineTripped { mine, .. } => {
            let mut props = world.resource_mut::<Props>();
            props.change().mines.retain(|other| other != mine);
        }
        Event::Readied { unit, tu } => {
            let mut unit = pay(world, *unit, *tu);
            let readiness = unit.part::<Readiness>();
            (readiness.ready, readiness.shots) = (true, 0);
        }
        Event::SuppressionReadied { unit, tu } => {
            let mut unit = pay(world, *unit, *tu);
            unit.part::<Readiness>().suppression = Suppression::Next;
        }
        _ => {}
    }
}
