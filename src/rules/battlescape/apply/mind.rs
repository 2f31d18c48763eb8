//! Abilities, nerves and whom units obey.
//!
//! **Invariant:** the number of units under control is that of units with a caster.

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::knowledge;
use crate::battle::unit::{self, Side, UnitId};
use crate::rules::battlescape::apply::{learn_end, pay};
use crate::rules::battlescape::event::Event;
use crate::rules::battlescape::gear::Props;
use crate::rules::battlescape::nerve::{self, Energy, Nerve, is_conscious};
use crate::rules::battlescape::objective::Progress;
use crate::rules::battlescape::soldier::{Ended, Loyalty, Readiness, Rulebook, TimeUnits};

/// Writes events of abilities, nerves and loyalties.
pub(super) fn write(world: &mut World, event: &Event) {
    match event {
        Event::Cast {
            unit,
            tu,
            energy,
            stopped,
            ..
        } => {
            learn_end(world, *unit, *stopped);
            let mut unit = pay(world, *unit, *tu);
            unit.part::<Energy>().now -= energy;
        }
        Event::Controlled { unit, by } => take_over(world, *unit, *by),
        Event::Freed { unit } => free(world, *unit),
        Event::Rallied { unit, morale } => {
            let mut unit = unit::edit(world, *unit);
            let nerve = unit.part::<Nerve>();
            nerve.morale = nerve::shifted(nerve.morale, morale.cast_signed());
            nerve.panic = None;
        }
        Event::Hastened { unit, tu } => {
            unit::edit(world, *unit).part::<TimeUnits>().now += tu;
        }
        Event::Heard { traces } => {
            let mut props = world.resource_mut::<Props>();
            props.change().traces.extend(traces);
        }
        Event::Joined { unit, side } => {
            unit::edit(world, *unit).part::<Loyalty>().home = *side;
            obey(world, *unit, *side, None);
        }
        Event::Pinned { units } => {
            let figures = world.resource::<Rulebook>().figures().suppression.clone();
            for &(unit, points) in units {
                let mut unit = unit::edit(world, unit);
                let nerve = unit.part::<Nerve>();
                *nerve = nerve::suppress(&figures, *nerve, points);
            }
        }
        Event::MoraleShifted { units } => {
            for &(unit, change) in units {
                let mut unit = unit::edit(world, unit);
                let nerve = unit.part::<Nerve>();
                nerve.morale = nerve::shifted(nerve.morale, change);
            }
        }
        Event::NerveTested {
            unit,
            panic: panic @ Some(_),
            ..
        } => {
            let mut unit = unit::edit(world, *unit);
            unit.part::<Nerve>().panic = *panic;
            unit.set(Readiness::default());
        }
        Event::PanicOver { unit } => {
            let gain = world.resource::<Rulebook>().figures().morale.after_panic;
            let mut unit = unit::edit(world, *unit);
            unit.part::<TimeUnits>().now = 0;
            unit.set(Ended(true));
            let nerve = unit.part::<Nerve>();
            nerve.morale = nerve::shifted(nerve.morale, gain);
            (nerve.panic, nerve.panicked) = (None, true);
        }
        _ => {}
    }
}

/// Writes that a unit took another's mind over.
fn take_over(world: &mut World, id: UnitId, by: UnitId) {
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
fn free(world: &mut World, id: UnitId) {
    let home = unit::part::<Loyalty>(world, id).home;
    obey(world, id, home, None);
    let mut unit = unit::edit(world, id);
    unit.set(TimeUnits::default()).set(Readiness::default());
}

/// Makes a unit obey a side.
fn obey(world: &mut World, id: UnitId, side: Side, caster: Option<UnitId>) {
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
