//! Checks orders to attack, and to be ready to.
//!
//! **Invariant:** whether a target can be hit is judged by the shot the attack would be.

use crate::{
    battle::{
        grid::TileId,
        unit::{Position, Side, UnitId, Units},
    },
    content::terrain::Cover,
    rules::battlescape::{
        attack,
        check::{act, pay},
        content::FireMode,
        event::{Event, Mark},
        order::Refusal,
        plan::{self, Task},
        shot,
        soldier::{self, Arms, Readiness, Rulebook, Stance, Suppression, TimeUnits},
    },
};

pub(super) fn attack(
    units: Units,
    side: Side,
    id: UnitId,
    target: UnitId,
    mode: FireMode,
) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    if !units.roster().contains(target) {
        return Err(Refusal::TargetNotVisible);
    }
    let from = units.part::<Position>(id).0;
    if units.side(target) == side {
        return Err(Refusal::TargetIsFriend);
    }
    shot::shot(world, id, from, target, mode, false)?;
    attack_on(units, id, Mark::Unit(target), mode)
}

pub(super) fn fire_at(
    units: Units,
    id: UnitId,
    tile: TileId,
    mode: FireMode,
) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    if tile.index() >= units.board().grid.len() {
        return Err(Refusal::OffBoard);
    }
    let from = units.part::<Position>(id).0;
    shot::shot_at_hex(world, id, from, tile, mode, None)?;
    attack_on(units, id, Mark::Hex(tile), mode)
}

/// Pays for an attack that can be made.
fn attack_on(units: Units, id: UnitId, target: Mark, mode: FireMode) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let figures = world.resource::<Rulebook>().figures();
    let rounds = units.part::<Arms>(id).rounds;
    let has = units.part::<TimeUnits>(id).now;
    let tu = attack::readiness(figures, soldier::weapon(world, id), mode, rounds, has)?.tu;
    let mut tasks = vec![Task::Fire {
        unit: id,
        target,
        mode,
        reaction: false,
        tu,
    }];
    tasks.extend(plan::reactions(world, id));
    Ok(tasks)
}

pub(super) fn reload(units: Units, id: UnitId) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let magazine = soldier::weapon(world, id).magazine;
    if magazine == 0 {
        return Err(Refusal::NeedsNoAmmo);
    }
    if units.part::<Arms>(id).rounds >= magazine {
        return Err(Refusal::MagazineFull);
    }
    let arms = *units.part::<Arms>(id);
    let rounds = (magazine - arms.rounds).min(arms.spare) + arms.rounds;
    if rounds == arms.rounds {
        return Err(Refusal::NoSpareRounds);
    }
    let tu = world.resource::<Rulebook>().figures().tu.reload;
    pay(units, id, tu)?;
    Ok(act(
        units,
        Event::Reloaded {
            unit: id,
            rounds,
            tu,
        },
        id,
    ))
}

pub(super) fn ready(units: Units, id: UnitId) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let weapon = soldier::weapon(world, id);
    if !weapon.modes.contains(&FireMode::Snap) {
        return Err(Refusal::CannotReact(weapon.class));
    }
    if units.part::<Readiness>(id).ready {
        return Err(Refusal::AlreadyReady);
    }
    if units.part::<Arms>(id).rounds == 0 {
        return Err(Refusal::EmptyMagazine);
    }
    let figures = world.resource::<Rulebook>().figures();
    if units.part::<Stance>(id).0 == Cover::Full && figures.cover.full_blocks_fire {
        return Err(Refusal::InFullCover);
    }
    pay(units, id, figures.tu.ready)?;
    Ok(act(
        units,
        Event::Readied {
            unit: id,
            tu: figures.tu.ready,
        },
        id,
    ))
}

pub(super) fn ready_suppression(units: Units, id: UnitId) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let weapon = soldier::weapon(world, id);
    let sprays = |mode| weapon.modes.contains(&mode);
    if !sprays(FireMode::Burst) && !sprays(FireMode::Auto) {
        return Err(Refusal::CannotSuppress(weapon.class));
    }
    if units.part::<Readiness>(id).suppression == Suppression::Next {
        return Err(Refusal::AlreadyReady);
    }
    let tu = world.resource::<Rulebook>().figures().tu.ready_suppression;
    pay(units, id, tu)?;
    Ok(act(units, Event::SuppressionReadied { unit: id, tu }, id))
}
