//! Checks orders about things that are carried.

use bevy::prelude::World;

use crate::{
    battle::{
        grid::TileId,
        knowledge::Knowledge,
        unit::{Health, Position, Side, UnitId, Units},
    },
    rules::battlescape::{
        ability,
        check::{Ways, act, pay},
        content::{
            Gait,
            items::{AbilityEffect, AbilityId, ItemKind},
        },
        event::{Event, Holder, Mark},
        gear::{Carried, Mine, Pack, Props},
        nerve::{self, Energy, Nerve, Shock},
        order::Refusal,
        plan::{self, Task},
        shot,
        soldier::{self, Poison, Rulebook},
    },
};

/// Returns the thing in a slot.
fn thing(units: Units, id: UnitId, slot: u8) -> Result<Carried, Refusal> {
    let pack = units.part::<Pack>(id);
    pack.get(slot).ok_or(Refusal::EmptySlot)
}

/// Returns what the item in a slot does.
fn item(units: Units, id: UnitId, slot: u8) -> Result<ItemKind, Refusal> {
    let world = units.world();
    match thing(units, id, slot)? {
        Carried::Item { item, .. } => Ok(world.resource::<Rulebook>().content().item(item).kind),
        Carried::Weapon { .. } => Err(Refusal::NotUsable),
    }
}

/// Refuses throws to units of too low morale (§15.28).
fn dares_throw(units: Units, id: UnitId) -> Result<(), Refusal> {
    let world = units.world();
    let needs = (world.resource::<Rulebook>().figures().morale).throws_from;
    let nerve = *units.part::<Nerve>(id);
    match nerve::dares(soldier::kind(world, id), nerve, needs) {
        true => Ok(()),
        false => Err(Refusal::TooShakenToThrow {
            needs,
            has: nerve.morale,
        }),
    }
}

fn place(units: Units, id: UnitId) -> TileId {
    units.part::<Position>(id).0
}

pub(super) fn throw(
    units: Units,
    id: UnitId,
    slot: u8,
    tile: TileId,
) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let ItemKind::Grenade(_) = item(units, id, slot).map_err(|refusal| match refusal {
        Refusal::NotUsable => Refusal::NotThrowable,
        other => other,
    })?
    else {
        return Err(Refusal::NotThrowable);
    };
    dares_throw(units, id)?;
    shot::can_throw(world, id, place(units, id), tile)?;
    let tu = throw_tu(units, id, slot);
    pay(units, id, tu)?;
    let mut tasks = vec![Task::Throw {
        unit: id,
        slot,
        tile,
        tu,
    }];
    tasks.extend(plan::reactions(world, id));
    Ok(tasks)
}

/// Returns what throwing the grenade in a slot costs: less if it is primed (C38).
pub(in crate::rules::battlescape) fn throw_tu(units: Units, id: UnitId, slot: u8) -> u16 {
    let world = units.world();
    let figures = &world.resource::<Rulebook>().figures().tu;
    match units.part::<Pack>(id).primed == Some(slot) {
        true => figures.throw,
        false => figures.use_item,
    }
}

pub(super) fn prime(units: Units, id: UnitId, slot: u8) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let ItemKind::Grenade(_) = item(units, id, slot)? else {
        return Err(Refusal::NotThrowable);
    };
    if units.part::<Pack>(id).primed.is_some() {
        return Err(Refusal::AlreadyPrimed);
    }
    let tu = world.resource::<Rulebook>().figures().tu.prime;
    pay(units, id, tu)?;
    Ok(act(units, Event::Primed { unit: id, slot, tu }, id))
}

pub(super) fn toss(
    units: Units,
    side: Side,
    id: UnitId,
    slot: u8,
    tile: TileId,
) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let thing = thing(units, id, slot)?;
    let from = place(units, id);
    if tile == from {
        return Err(Refusal::NotThrowable);
    }
    dares_throw(units, id)?;
    shot::can_throw(world, id, from, tile)?;
    let board = units.board();
    let comrade = board.first_occupant(tile).filter(|&other| {
        units.roster().side(other) == side && world.resource::<Knowledge>().of(side).sees(tile)
    });
    let to = match comrade {
        Some(comrade) => {
            let free = units.part::<Pack>(comrade).free();
            Holder::Slot(comrade, free.ok_or(Refusal::PackFull)?)
        }
        None => Holder::Ground(tile, littered(world, tile)),
    };
    let tu = world.resource::<Rulebook>().figures().tu.throw;
    pay(units, id, tu)?;
    let moved = Event::Moved {
        unit: id,
        thing,
        from: Holder::Slot(id, slot),
        to,
        tu,
    };
    Ok(act(units, moved, id))
}

/// Returns how many things lie on a hex.
fn littered(world: &World, tile: TileId) -> u8 {
    let things = world.resource::<Props>().get();
    let count = things.litter.iter().filter(|(at, _)| *at == tile).count();
    u8::try_from(count).unwrap_or(u8::MAX)
}

pub(super) fn lay(
    units: Units,
    side: Side,
    id: UnitId,
    slot: u8,
    tile: TileId,
) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let (Carried::Item { item: which, .. }, ItemKind::Mine(_)) =
        (thing(units, id, slot)?, item(units, id, slot)?)
    else {
        return Err(Refusal::NotAMine);
    };
    let board = units.board();
    if tile.index() >= board.grid.len() || board.grid.distance(place(units, id), tile) != 1 {
        return Err(Refusal::NotAdjacent);
    }
    let layers = &world.resource::<Knowledge>().of(side).layers;
    if layers.entry_percent(tile).is_none() {
        return Err(Refusal::Impassable(tile));
    }
    if Ways::of(units, side, id, Gait::Walk).is_occupied(tile) {
        return Err(Refusal::Occupied(tile));
    }
    let tu = world.resource::<Rulebook>().figures().tu.use_item;
    pay(units, id, tu)?;
    let mine = Mine {
        tile,
        item: which,
        by: id,
        side,
    };
    Ok(act(
        units,
        Event::MineLaid {
            unit: id,
            slot,
            mine,
            tu,
        },
        id,
    ))
}

pub(super) fn use_on(
    units: Units,
    id: UnitId,
    slot: u8,
    target: UnitId,
) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let kind = item(units, id, slot)?;
    let tu = world.resource::<Rulebook>().figures().tu.use_item;
    let board = units.board();
    let roster = units.roster();
    let own = roster.side(id);
    if !roster.contains(target) {
        return Err(Refusal::UnknownUnit(target));
    }
    if let ItemKind::Scanner { radius } = kind {
        if target != id {
            return Err(Refusal::NotUsable);
        }
        pay(units, id, tu)?;
        return Ok(vec![Task::Scan {
            unit: id,
            slot,
            radius,
            tu,
        }]);
    }
    let is_known =
        roster.side(target) == own || world.resource::<Knowledge>().of(own).sees_unit(target);
    let seat = board.seat(target).filter(|_| is_known);
    let seat = seat.ok_or(Refusal::UnknownUnit(target))?;
    if board.grid.distance(place(units, id), seat) > 1 {
        return Err(Refusal::NotAdjacent);
    }
    let health = *units.part::<Health>(target);
    let points = units.part::<Shock>(target).points;
    let (healed, stun) = match kind {
        ItemKind::Medikit {
            by_medic,
            by_others,
        } => {
            let is_hurt = health.now < health.max || units.part::<Poison>(target).0.is_some();
            if !is_hurt || soldier::kind(world, target).bravery.is_none() {
                return Err(Refusal::NeedsNoHelp);
            }
            let most = match soldier::kind(world, id).is_medic {
                true => by_medic,
                false => by_others,
            };
            (most.min(health.max - health.now), 0)
        }
        ItemKind::Stimulant { stun } => {
            if points == 0 {
                return Err(Refusal::NeedsNoHelp);
            }
            (0, stun.min(points))
        }
        _ => return Err(Refusal::NotUsable),
    };
    pay(units, id, tu)?;
    let helped = Event::Helped {
        unit: id,
        slot,
        target,
        health: healed,
        stun,
        tu,
    };
    Ok(act(units, helped, id))
}

pub(super) fn switch(units: Units, id: UnitId, slot: u8) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let Carried::Weapon { .. } = thing(units, id, slot)? else {
        return Err(Refusal::NotAWeapon);
    };
    let tu = world.resource::<Rulebook>().figures().tu.switch;
    pay(units, id, tu)?;
    Ok(act(units, Event::Switched { unit: id, slot, tu }, id))
}

pub(super) fn pick_up(units: Units, id: UnitId, number: u8) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let tile = place(units, id);
    let things = world.resource::<Props>().get();
    let mut here = things.litter.iter().filter(|(at, _)| *at == tile);
    let (_, thing) = here.nth(number.into()).ok_or(Refusal::NothingThere)?;
    let free = units.part::<Pack>(id).free();
    let to = Holder::Slot(id, free.ok_or(Refusal::PackFull)?);
    let tu = world.resource::<Rulebook>().figures().tu.switch;
    pay(units, id, tu)?;
    let moved = Event::Moved {
        unit: id,
        thing: *thing,
        from: Holder::Ground(tile, number),
        to,
        tu,
    };
    Ok(act(units, moved, id))
}

pub(super) fn drop_thing(units: Units, id: UnitId, slot: u8) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let thing = thing(units, id, slot)?;
    let tile = place(units, id);
    let tu = world.resource::<Rulebook>().figures().tu.switch;
    pay(units, id, tu)?;
    let moved = Event::Moved {
        unit: id,
        thing,
        from: Holder::Slot(id, slot),
        to: Holder::Ground(tile, littered(world, tile)),
        tu,
    };
    Ok(act(units, moved, id))
}

pub(super) fn cast(
    units: Units,
    side: Side,
    id: UnitId,
    which: AbilityId,
    target: Mark,
) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let content = world.resource::<Rulebook>().content();
    let kind = soldier::kind(world, id);
    if !kind.abilities.contains(&which) {
        return Err(Refusal::NoSuchAbility);
    }
    if !ability::has_amp(world, id) {
        return Err(Refusal::NeedsAmp);
    }
    let (nerve, needs) = (*units.part(id), content.figures.morale.abilities_from);
    if !nerve::dares(kind, nerve, needs) {
        return Err(Refusal::TooShakenForAbilities {
            needs,
            has: nerve.morale,
        });
    }
    let ability = content.ability(which);
    let board = units.board();
    let known = world.resource::<Knowledge>().of(side);
    let from = place(units, id);
    let tile = match (target, ability.effect) {
        (Mark::Hex(tile), AbilityEffect::Sight) => {
            if tile.index() >= board.grid.len() {
                return Err(Refusal::OffBoard);
            }
            tile
        }
        (Mark::Unit(target), effect) if effect != AbilityEffect::Sight => {
            let roster = units.roster();
            if !roster.contains(target) {
                return Err(Refusal::UnknownUnit(target));
            }
            let is_own = roster.side(target) == side;
            if !is_own && !known.sees_unit(target) {
                return Err(Refusal::TargetNotVisible);
            }
            if effect.is_hostile() == is_own || target == id {
                return Err(Refusal::WrongTarget);
            }
            if effect.is_hostile() && soldier::kind(world, target).will.is_none() {
                return Err(Refusal::NoMind);
            }
            board.seat(target).ok_or(Refusal::NotOnBoard(target))?
        }
        _ => return Err(Refusal::WrongTarget),
    };
    let distance = u16::try_from(board.grid.distance(from, tile)).unwrap_or(u16::MAX);
    if distance > ability.range {
        return Err(Refusal::BeyondReach {
            distance,
            reach: ability.range,
        });
    }
    if ability.effect.is_hostile() {
        shot::can_reach(world, id, from, tile)?;
    }
    let has = units.part::<Energy>(id).now;
    if has < ability.energy {
        return Err(Refusal::NeedsEnergy {
            needs: ability.energy,
            has,
        });
    }
    pay(units, id, ability.tu)?;
    let mut tasks = vec![Task::Cast {
        unit: id,
        ability: which,
        target,
    }];
    tasks.extend(plan::reactions(world, id));
    Ok(tasks)
}
