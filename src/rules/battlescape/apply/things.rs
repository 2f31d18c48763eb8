//! Things change place: hands, packs and the ground.

use bevy::prelude::World;

use crate::{
    battle::unit::{self, Position, UnitId},
    rules::battlescape::{
        event::Holder,
        gear::{self, Carried, Pack, Props},
    },
};

/// Takes a thing from where it is.
pub(super) fn take_thing(world: &mut World, from: Holder) -> Option<Carried> {
    match from {
        Holder::Slot(unit, slot) => unit::edit(world, unit).part::<Pack>().take(slot),
        Holder::Ground(tile, number) => {
            let mut props = world.resource_mut::<Props>();
            let litter = &mut props.change().litter;
            let mut here = (0..litter.len()).filter(|&at| litter[at].0 == tile);
            let at = here.nth(number.into())?;
            Some(litter.remove(at).1)
        }
    }
}

/// Puts a thing somewhere; what does not fit falls to the ground.
pub(super) fn put_thing(world: &mut World, to: Holder, thing: Carried) {
    let (tile, thing) = match to {
        Holder::Slot(unit, _) => match unit::edit(world, unit).part::<Pack>().put(thing) {
            Ok(()) => return,
            Err(thing) => (unit::part::<Position>(world, unit).0, thing),
        },
        Holder::Ground(tile, _) => (tile, thing),
    };
    let mut props = world.resource_mut::<Props>();
    props.change().litter.push((tile, thing));
}

/// Leaves what a dead unit carried where it lies (§8).
pub(super) fn leave_things(world: &mut World, id: UnitId) {
    let tile = unit::part::<Position>(world, id).0;
    let things = gear::carried(world, id).into_iter();
    let mut props = world.resource_mut::<Props>();
    props
        .change()
        .litter
        .extend(things.map(|thing| (tile, thing)));
    unit::edit(world, id).set(Pack::default());
}
