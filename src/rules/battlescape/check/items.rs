//! Checks orders about things that are carried.

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        grid::TileId,
        knowledge::Knowledge,
        unit::{self, Health, Position, Roster, Side, UnitId},
    },
    content::{
        battlescape::Gait,
        battlescape::items::{AbilityEffect, AbilityId, ItemKind},
    },
    rules::battlescape::{
        ability,
        check::{Ways, act, pay},
        event::{Event, Holder, Mark},
        gear::{Carried, Mine, Pack, Props},
        nerve::{Energy, Shock},
        order::Refusal,
        plan::{self, Task},
        shot,
        soldier::{self, Poison, Rulebook},
    },
};

/// Returns the thing in a slot.
fn thing(world: &World, id: UnitId, slot: u8) -> Result<Carried, Refusal> {
    let pack = unit::part::<Pack>(world, id);
    pack.get(slot).ok_or(Refusal::EmptySlot)
}

/// Returns what the item in a slot does.
fn item(world: &World, id: UnitId, slot: u8) -> Result<ItemKind, Refusal> {
    match thing(world, id, slot)? {
        Carried::Item { item, .. } => Ok(world.resource::<Rulebook>().content().item(item).kind),
        Carried::Weapon { .. } => Err(Refusal::NotUsable),
    }
}

fn place(world: &World, id: UnitId) -> TileId {
    unit::part::<Position>(world, id).0
}

pub(super) fn throw(
    world: &World,
    id: UnitId,
    slot: u8,
    tile: TileId,
) -> Result<Vec<Task>, Refusal> {
    let ItemKind::Grenade(_) = item(world, id, slot).map_err(|refusal| match refusal {
        Refusal::NotUsable => Refusal::NotThrowable,
        other => other,
    })?
    else {
        return Err(Refusal::NotThrowable);
    };
    shot::can_throw(world, id, place(world, id), tile)?;
    let tu = throw_tu(world, id, slot);
    pay(world, id, tu)?;
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
pub(in crate::rules::battlescape) fn throw_tu(world: &World, id: UnitId, slot: u8) -> u16 {
    let figures = &world.resource::<Rulebook>().figures().tu;
    match unit::part::<Pack>(world, id).primed == Some(slot) {
        true => figures.throw,
        false => figures.use_item,
    }
}

pub(super) fn prime(world: &World, id: UnitId, slot: u8) -> Result<Vec<Task>, Refusal> {
    let ItemKind::Grenade(_) = item(world, id, slot)? else {
        return Err(Refusal::NotThrowable);
    };
    if unit::part::<Pack>(world, id).primed.is_some() {
        return Err(Refusal::AlreadyPrimed);
    }
    let tu = world.resource::<Rulebook>().figures().tu.prime;
    pay(world, id, tu)?;
    Ok(act(world, Event::Primed { unit: id, slot, tu }, id))
}

pub(super) fn toss(
    world: &World,
    side: Side,
    id: UnitId,
    slot: u8,
    tile: TileId,
) -> Result<Vec<Task>, Refusal> {
    let thing = thing(world, id, slot)?;
    let from = place(world, id);
    if tile == from {
        return Err(Refusal::NotThrowable);
    }
    shot::can_throw(world, id, from, tile)?;
    let board = world.resource::<Board>();
    let comrade = board.first_occupant(tile).filter(|&other| {
        world.resource::<Roster>().side(other) == side
            && world.resource::<Knowledge>().of(side).sees(tile)
    });
    let to = match comrade {
        Some(comrade) => {
            let free = unit::part::<Pack>(world, comrade).free();
            Holder::Slot(comrade, free.ok_or(Refusal::PackFull)?)
        }
        None => Holder::Ground(tile, littered(world, tile)),
    };
    let tu = world.resource::<Rulebook>().figures().tu.throw;
    pay(world, id, tu)?;
    let moved = Event::Moved {
        unit: id,
        thing,
        from: Holder::Slot(id, slot),
        to,
        tu,
    };
    Ok(act(world, moved, id))
}

/// Returns how many things lie on a hex.
fn littered(world: &World, tile: TileId) -> u8 {
    let things = world.resource::<Props>().get();
    let count = things.litter.iter().filter(|(at, _)| *at == tile).count();
    u8::try_from(count).unwrap_or(u8::MAX)
}

pub(super) fn lay(
    world: &World,
    side: Side,
    id: UnitId,
    slot: u8,
    tile: TileId,
) -> Result<Vec<Task>, Refusal> {
    let (Carried::Item { item: which, .. }, ItemKind::Mine(_)) =
        (thing(world, id, slot)?, item(world, id, slot)?)
    else {
        return Err(Refusal::NotAMine);
    };
    let board = world.resource::<Board>();
    if tile.index() >= board.grid.len() || board.grid.distance(place(world, id), tile) != 1 {
        return Err(Refusal::NotAdjacent);
    }
    let layers = &world.resource::<Knowledge>().of(side).layers;
    if layers.entry_percent(tile).is_none() {
        return Err(Refusal::Impassable(tile));
    }
    if Ways::of(world, side, id, Gait::Walk).is_occupied(tile) {
        return Err(Refusal::Occupied(tile));
    }
    let tu = world.resource::<Rulebook>().figures().tu.use_item;
    pay(world, id, tu)?;
    let mine = Mine {
        tile,
        item: which,
        by: id,
        side,
    };
    Ok(act(
        world,
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
    world: &World,
    id: UnitId,
    slot: u8,
    target: UnitId,
) -> Result<Vec<Task>, Refusal> {
    let kind = item(world, id, slot)?;
    let tu = world.resource::<Rulebook>().figures().tu.use_item;
    let board = world.resource::<Board>();
    let roster = world.resource::<Roster>();
    let own = roster.side(id);
    if !roster.contains(target) {
        return Err(Refusal::UnknownUnit(target));
    }
    if let ItemKind::Scanner { radius } = kind {
        if target != id {
            return Err(Refusal::NotUsable);
        }
        pay(world, id, tu)?;
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
    if board.grid.distance(place(world, id), seat) > 1 {
        return Err(Refusal::NotAdjacent);
    }
    let health = *unit::part::<Health>(world, target);
    let points = unit::part::<Shock>(world, target).points;
    let (healed, stun) = match kind {
        ItemKind::Medikit {
            by_medic,
            by_others,
        } => {
            let is_hurt =
                health.now < health.max || unit::part::<Poison>(world, target).0.is_some();
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
    pay(world, id, tu)?;
    let helped = Event::Helped {
        unit: id,
        slot,
        target,
        health: healed,
        stun,
        tu,
    };
    Ok(act(world, helped, id))
}

pub(super) fn switch(world: &World, id: UnitId, slot: u8) -> Result<Vec<Task>, Refusal> {
    let Carried::Weapon { .. } = thing(world, id, slot)? else {
        return Err(Refusal::NotAWeapon);
    };
    let tu = world.resource::<Rulebook>().figures().tu.switch;
    pay(world, id, tu)?;
    Ok(act(world, Event::Switched { unit: id, slot, tu }, id))
}

pub(super) fn pick_up(world: &World, id: UnitId, number: u8) -> Result<Vec<Task>, Refusal> {
    let tile = place(world, id);
    let things = world.resource::<Props>().get();
    let mut here = things.litter.iter().filter(|(at, _)| *at == tile);
    let (_, thing) = here.nth(number.into()).ok_or(Refusal::NothingThere)?;
    let free = unit::part::<Pack>(world, id).free();
    let to = Holder::Slot(id, free.ok_or(Refusal::PackFull)?);
    let tu = world.resource::<Rulebook>().figures().tu.switch;
    pay(world, id, tu)?;
    let moved = Event::Moved {
        unit: id,
        thing: *thing,
        from: Holder::Ground(tile, number),
        to,
        tu,
    };
    Ok(act(world, moved, id))
}

pub(super) fn drop_thing(world: &World, id: UnitId, slot: u8) -> Result<Vec<Task>, Refusal> {
    let thing = thing(world, id, slot)?;
    let tile = place(world, id);
    let tu = world.resource::<Rulebook>().figures().tu.switch;
    pay(world, id, tu)?;
    let moved = Event::Moved {
        unit: id,
        thing,
        from: Holder::Slot(id, slot),
        to: Holder::Ground(tile, littered(world, tile)),
        tu,
    };
    Ok(act(world, moved, id))
}

pub(super) fn cast(
    world: &World,
    side: Side,
    id: UnitId,
    which: AbilityId,
    target: Mark,
) -> Result<Vec<Task>, Refusal> {
    let content = world.resource::<Rulebook>().content();
    let kind = soldier::kind(world, id);
    if !kind.abilities.contains(&which) {
        return Err(Refusal::NoSuchAbility);
    }
    if !ability::has_amp(world, id) {
        return Err(Refusal::NeedsAmp);
    }
    let ability = content.ability(which);
    let board = world.resource::<Board>();
    let known = world.resource::<Knowledge>().of(side);
    let from = place(world, id);
    let tile = match (target, ability.effect) {
        (Mark::Hex(tile), AbilityEffect::Sight) => {
            if tile.index() >= board.grid.len() {
                return Err(Refusal::OffBoard);
            }
            tile
        }
        (Mark::Unit(target), effect) if effect != AbilityEffect::Sight => {
            let roster = world.resource::<Roster>();
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
    if ability.effect.is_hostile()
        && !shot::line_of_fire(board, known, &content.figures.sight, from, tile).open
    {
        return Err(Refusal::NoLineOfFire);
    }
    let has = unit::part::<Energy>(world, id).now;
    if has < ability.energy {
        return Err(Refusal::NeedsEnergy {
            needs: ability.energy,
            has,
        });
    }
    pay(world, id, ability.tu)?;
    let mut tasks = vec![Task::Cast {
        unit: id,
        ability: which,
        target,
    }];
    tasks.extend(plan::reactions(world, id));
    Ok(tasks)
}
