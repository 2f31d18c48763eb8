//! Writes what becomes of things that are carried or lie about, and of doors, chests and traps.
//!
//! **Invariant:** a thing is in one place: in hand, worn, in a pack, at hand, or with an object.

use bevy::prelude::World;

use super::{pay, struck};
use crate::battle::change_terrain;
use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{Position, UnitId, Units, edit, part, side_of};
use crate::rules::party::character::{Gear, Slot, Thing};
use crate::rules::party::event::Event;
use crate::rules::party::objects::{Deed, Object, Sort, known};
use crate::rules::party::progress::Progress;
use crate::rules::party::setup;

/// Writes events of things.
pub(super) fn write(world: &mut World, event: &Event) {
    match event {
        Event::Handled {
            unit,
            tile,
            becomes,
            ap,
            ..
        } => {
            pay(world, *unit, *ap);
            match *becomes {
                Some(terrain) => change_terrain(world, *tile, terrain),
                None => change(world, *tile, Sort::Chest, |chest| chest.is_open = true),
            }
        }
        Event::Tried(trial) => {
            pay(world, trial.unit, trial.ap);
            change(world, trial.tile, trial.sort, |object| match trial.deed {
                _ if !trial.is_done() => {}
                Deed::Unlock => object.lock = None,
                Deed::Disarm | Deed::Open | Deed::Close => object.trap = None,
            });
        }
        Event::Sprung {
            tile,
            sort,
            results,
            ..
        } => {
            change(world, *tile, *sort, |object| object.trap = None);
            struck(world, results);
            reveal(world);
        }
        Event::Found { unit, traps } => {
            let side = side_of(world, *unit);
            for &(tile, sort) in traps {
                change(world, tile, sort, |object| object.found.push(side));
            }
            reveal(world);
        }
        Event::Moved {
            unit,
            tile,
            sort,
            thing,
            from,
            ap,
        } => {
            pay(world, *unit, *ap);
            match *from {
                Some(slot) => spend(world, *unit, Slot::Pack(slot)),
                None => edit(world, *unit).part::<Gear>().pack.push(*thing),
            }
            change(world, *tile, *sort, |object| {
                let at = object.holds.iter().position(|one| one == thing);
                match at.filter(|_| from.is_none()) {
                    Some(at) => drop(object.holds.remove(at)),
                    None => object.holds.push(*thing),
                }
            });
        }
        _ => {}
    }
}

fn change(world: &mut World, tile: TileId, sort: Sort, change: impl FnOnce(&mut Object)) {
    let mut progress = world.resource_mut::<Progress>();
    progress.objects.change(tile, sort, change);
}

/// Notes that something came to light that cannot be taken back.
fn reveal(world: &mut World) {
    world.resource_mut::<Knowledge>().discoveries.new_hexes += 1;
}

/// Has a character make a step, and notes whether its side sees objects then that it did not see before.
pub(super) fn watch(world: &mut World, unit: UnitId, step: impl FnOnce(&mut World)) {
    let seen = |world: &World| -> Vec<Object> { known(world, side_of(world, unit)).collect() };
    let before = seen(world);
    step(world);
    if seen(world).iter().any(|object| !before.contains(object)) {
        reveal(world);
    }
}

/// Takes away what is in a place.
pub(super) fn spend(world: &mut World, unit: UnitId, slot: Slot) {
    let mut unit = edit(world, unit);
    let gear = unit.part::<Gear>();
    match slot {
        Slot::Pack(at) => {
            gear.pack.remove(at.into());
        }
        Slot::Quick(at) => {
            gear.quick.remove(at.into());
        }
    }
}

/// Has all that somebody carries fall on its hex.
pub(super) fn fall(world: &mut World, unit: UnitId) {
    let tile = part::<Position>(world, unit).0;
    let gear = std::mem::take(edit(world, unit).part::<Gear>());
    if gear.all().next().is_some() {
        change(world, tile, Sort::Pile, |pile| {
            pile.holds.extend(gear.all());
        });
    }
}

/// Has somebody take a thing of its pack into hand, put it on, or at hand; what was there goes into the pack.
pub(super) fn equip(world: &mut World, unit: UnitId, slot: u8, thing: Thing) {
    let gear = Units::of(world).part::<Gear>(unit);
    let content = setup::content(world);
    let is_full = gear.quick.len() >= content.figures.quick_slots.into();
    let before = match thing {
        Thing::Weapon(_) => gear.weapon.map(Thing::Weapon),
        Thing::Armor(piece) => {
            let place = content.piece(piece).worn;
            let mut worn = gear.worn.iter();
            let same = worn.find(|&&other| content.piece(other).worn == place);
            same.copied().map(Thing::Armor)
        }
        Thing::Item(_) => {
            let oldest = gear.quick.first().filter(|_| is_full);
            oldest.copied().map(Thing::Item)
        }
    };
    let mut unit = edit(world, unit);
    let gear = unit.part::<Gear>();
    gear.pack.remove(usize::from(slot));
    match thing {
        Thing::Weapon(weapon) => gear.weapon = Some(weapon),
        Thing::Armor(piece) => {
            gear.worn
                .retain(|&other| before != Some(Thing::Armor(other)));
            gear.worn.push(piece);
        }
        Thing::Item(item) => {
            gear.quick.drain(..usize::from(is_full));
            gear.quick.push(item);
        }
    }
    gear.pack.extend(before);
}
