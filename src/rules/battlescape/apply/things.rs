//! Things change place, hands, packs and the ground, and are used up.

use bevy::prelude::World;

use crate::battle::grid::TileId;
use crate::battle::phase::Turn;
use crate::battle::unit::{self, Health, Position, UnitId};
use crate::rules::battlescape::apply::ground::open_object;
use crate::rules::battlescape::apply::pay;
use crate::rules::battlescape::apply::turn::{change_senses, wake_or_fall};
use crate::rules::battlescape::event::{Event, Holder};
use crate::rules::battlescape::gear::{self, Carried, Pack, Props, Trace};
use crate::rules::battlescape::nerve::Shock;
use crate::rules::battlescape::soldier::{Arms, Poison, Readiness, Rulebook};

/// Writes events of things that change hands and are used.
pub(super) fn write(world: &mut World, event: &Event) {
    match event {
        Event::Primed { unit, slot, tu } => {
            let mut unit = pay(world, *unit, *tu);
            unit.part::<Pack>().primed = Some(*slot);
        }
        Event::Moved {
            unit, from, to, tu, ..
        } => {
            pay(world, *unit, *tu);
            if let Some(thing) = take_thing(world, *from) {
                put_thing(world, *to, thing);
            }
        }
        Event::Switched { unit, slot, tu } => switch(world, *unit, *slot, *tu),
        Event::MineLaid {
            unit,
            slot,
            mine,
            tu,
        } => {
            let rule = world.resource::<Rulebook>().figures().item_use;
            let mut unit = pay(world, *unit, *tu);
            unit.part::<Pack>().spend(*slot, rule);
            world.resource_mut::<Props>().change().mines.push(*mine);
        }
        Event::Scanned {
            unit,
            slot,
            blips,
            tu,
        } => scan(world, *unit, *slot, blips, *tu),
        Event::Interacted {
            unit,
            object,
            items,
            tu,
        } => {
            pay(world, *unit, *tu);
            open_object(world, *unit, *object, items);
        }
        Event::Reloaded { unit, rounds, tu } => {
            let mut unit = pay(world, *unit, *tu);
            let arms = unit.part::<Arms>();
            arms.spare -= rounds - arms.rounds;
            arms.rounds = *rounds;
        }
        _ => {}
    }
}

/// Takes a thing from where it is.
fn take_thing(world: &mut World, from: Holder) -> Option<Carried> {
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
fn put_thing(world: &mut World, to: Holder, thing: Carried) {
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

/// Writes that a unit took the weapon in a slot in hand.
fn switch(world: &mut World, id: UnitId, slot: u8, tu: u16) {
    let mut unit = pay(world, id, tu);
    let held = *unit.part::<Arms>();
    let pack = unit.part::<Pack>();
    if let Some(Carried::Weapon {
        weapon,
        rounds,
        spare,
    }) = pack.take(slot)
    {
        pack.slots[usize::from(slot)] = Some(Carried::Weapon {
            weapon: held.weapon,
            rounds: held.rounds,
            spare: held.spare,
        });
        unit.set(Arms {
            weapon,
            rounds,
            spare,
        });
        unit.set(Readiness::default());
    }
    change_senses(world, id);
}

/// Writes that the item in a slot of a unit gave another health and took stun points from it.
pub(super) fn help(
    world: &mut World,
    (unit, slot): (UnitId, u8),
    target: UnitId,
    (health, stun): (u16, u16),
    tu: u16,
) {
    let rule = world.resource::<Rulebook>().figures().item_use;
    let mut helper = pay(world, unit, tu);
    helper.part::<Pack>().spend(slot, rule);
    let mut unit = unit::edit(world, target);
    unit.part::<Health>().now += health;
    unit.part::<Shock>().points -= stun;
    if health > 0 || stun == 0 {
        unit.set(Poison(None));
    }
    wake_or_fall(world, target);
}

/// Writes where the scanner in a slot of a unit found others.
fn scan(world: &mut World, unit: UnitId, slot: u8, blips: &[TileId], tu: u16) {
    let side = unit::side_of(world, unit);
    let turn = world.resource::<Turn>().number;
    let rule = world.resource::<Rulebook>().figures().item_use;
    let mut unit = pay(world, unit, tu);
    unit.part::<Pack>().spend(slot, rule);
    let mut props = world.resource_mut::<Props>();
    let traces = &mut props.change().traces;
    traces.extend(blips.iter().map(|&tile| Trace {
        side,
        tile,
        turn,
        is_blip: true,
    }));
}
