//! Whom units obey.
//!
//! **Invariant:** the number of units under control is that of units with a caster.

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        knowledge,
        unit::{self, Side, UnitId},
    },
    rules::battlescape::{
        nerve::is_conscious,
        objective::Progress,
        soldier::{Ended, Loyalty, Readiness, Rulebook, TimeUnits},
    },
};

/// Writes that a unit took another's mind over.
pub(super) fn take_over(world: &mut World, id: UnitId, by: UnitId) {
    let side = unit::side_of(world, by);
    let full = world.resource::<Rulebook>().figures().tu.per_turn;
    let pool = match is_conscious(*unit::part(world, id), *unit::part(world, id)) {
        true => full,
        false => 0,
    };
    obey(world, id, side, Some(by));
    let mut unit = unit::edit(world, id);
    unit.set(TimeUnits {
        now: pool,
        carried: 0,
    });
    unit.set(Ended(false)).set(Readiness::default());
}

/// Writes that a unit obeys its own side again.
pub(super) fn free(world: &mut World, id: UnitId) {
    let home = unit::part::<Loyalty>(world, id).home;
    obey(world, id, home, None);
    let mut unit = unit::edit(world, id);
    unit.set(TimeUnits::default()).set(Readiness::default());
}

/// Makes a unit obey a side.
pub(super) fn obey(world: &mut World, id: UnitId, side: Side, caster: Option<UnitId>) {
    let loyalty = *unit::part::<Loyalty>(world, id);
    let mut progress = world.resource_mut::<Progress>();
    progress.controlled += u8::from(caster.is_some());
    progress.controlled -= u8::from(loyalty.caster.is_some());
    unit::enlist(world, id, side);
    unit::edit(world, id).set(Loyalty {
        caster,
        side,
        ..loyalty
    });
    if world.resource::<Board>().seat(id).is_some() {
        knowledge::renew_view(world, id);
    }
}
