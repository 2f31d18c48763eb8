//! What attacks, burns and falls do to units.
//!
//! **Invariant:** whoever has no more health than stun falls at once.

use bevy::prelude::World;

use crate::battle::board::TileState;
use crate::battle::grid::TileId;
use crate::battle::knowledge;
use crate::battle::unit::{self, Health, Presence, UnitEdit, UnitId};
use crate::rules::battlescape::apply::ground::{change_tiles, light_up};
use crate::rules::battlescape::apply::things::{help, leave_things};
use crate::rules::battlescape::apply::turn::{recover, turn_pool, wake_or_fall};
use crate::rules::battlescape::attack::Round;
use crate::rules::battlescape::event::{Cause, Event, Harm, Mark, Ricochet};
use crate::rules::battlescape::gear::{Light, Props};
use crate::rules::battlescape::nerve::{Shock, Stunned};
use crate::rules::battlescape::soldier::{BurnLeft, Burning, Ended, Poison, Readiness, TimeUnits};

/// Writes events of wounds, falls, deaths and help.
pub(super) fn write(world: &mut World, event: &Event) {
    match event {
        Event::Helped {
            unit,
            slot,
            target,
            health,
            stun,
            tu,
        } => help(world, (*unit, *slot), *target, (*health, *stun), *tu),
        Event::Poisoned { unit, poison } => {
            let mut unit = unit::edit(world, *unit);
            let now = unit.part::<Poison>();
            now.0 = Some(heavier(now.0, *poison));
        }
        Event::CaughtFire { unit, burn } => {
            let mut unit = unit::edit(world, *unit);
            let burning = unit.part::<Burning>();
            burning.0 = Some(heavier(burning.0, *burn));
        }
        Event::Hurt {
            unit,
            cause,
            damage,
            ..
        } => suffer(world, *unit, *cause, *damage),
        Event::Died { unit, .. } => {
            leave_things(world, *unit);
            take_off_board(world, *unit, Presence::Dead);
        }
        Event::StunRolled {
            unit, passed: true, ..
        } => {
            let pool = turn_pool(world, *unit);
            let mut unit = unit::edit(world, *unit);
            unit.part::<Shock>().stunned = Stunned::No;
            unit.set(Ended(false)).part::<TimeUnits>().now = pool;
        }
        Event::Recovered => recover(world),
        Event::CameRound { unit } => {
            wake_or_fall(world, *unit);
        }
        _ => {}
    }
}

/// Writes one round of an attack: what it took from its target, and where it struck on.
pub(super) fn strike(world: &mut World, target: Mark, round: &Round, ricochet: Option<Ricochet>) {
    if let Mark::Unit(target) = target {
        let dealt = u16::try_from(round.dealt()).unwrap_or(u16::MAX);
        if hurt(&mut unit::edit(world, target), dealt) {
            wake_or_fall(world, target);
        }
    }
    if let Some((victim, _, dealt)) = ricochet.and_then(|ricochet| ricochet.victim)
        && hurt(&mut unit::edit(world, victim), dealt)
    {
        wake_or_fall(world, victim);
    }
}

/// Writes what an area attack did to units and ground.
pub(super) fn burst(
    world: &mut World,
    harms: &[Harm],
    tiles: &[(TileId, TileState)],
    light: Option<Light>,
) {
    for harm in harms {
        let mut unit = unit::edit(world, harm.unit);
        let falls = hurt(&mut unit, harm.dealt);
        if let Some(poison) = harm.poison {
            let now = unit.part::<Poison>();
            now.0 = Some(heavier(now.0, poison));
        }
        if let Some(stun) = harm.stun {
            daze(&mut unit, stun);
        }
        if falls || harm.stun.is_some() {
            wake_or_fall(world, harm.unit);
        }
    }
    change_tiles(world, tiles);
    if let Some(light) = light {
        world.resource_mut::<Props>().change().lights.push(light);
        light_up(world);
        knowledge::renew_all_views(world);
    }
}

/// Writes damage that came without an attack.
fn suffer(world: &mut World, id: UnitId, cause: Cause, damage: u16) {
    let mut unit = unit::edit(world, id);
    let falls = hurt(&mut unit, damage);
    match cause {
        Cause::Burn => {
            let burning = unit.part::<Burning>();
            burning.0 = fewer(burning.0);
        }
        Cause::Poison => {
            let poison = unit.part::<Poison>();
            poison.0 = fewer(poison.0);
        }
        Cause::Fire | Cause::Hazard | Cause::Fall(_) | Cause::Danger | Cause::Psi(_) => {}
    }
    if falls {
        wake_or_fall(world, id);
    }
}

/// Takes hit points; returns whether too few are left to stay awake.
fn hurt(unit: &mut UnitEdit, damage: u16) -> bool {
    let health = unit.part::<Health>();
    health.now = health.now.saturating_sub(damage);
    let now = health.now;
    unit.part::<Shock>().points >= now
}

/// Stuns a unit for a turn.
fn daze(unit: &mut UnitEdit, points: u16) {
    let shock = unit.part::<Shock>();
    shock.points = shock.points.saturating_add(points);
    shock.stunned = Stunned::Next;
    unit.part::<TimeUnits>().now = 0;
    unit.set(Readiness::default());
}

/// A burn or poison after one of its turns.
fn fewer(now: Option<BurnLeft>) -> Option<BurnLeft> {
    now.filter(|burn| burn.turns > 1).map(|burn| BurnLeft {
        turns: burn.turns - 1,
        ..burn
    })
}

/// Keeps the burn that can do more per turn; of equals, the longer one.
fn heavier(now: Option<BurnLeft>, new: BurnLeft) -> BurnLeft {
    let weight = |burn: &BurnLeft| {
        (
            u16::from(burn.dice.count) * u16::from(burn.dice.sides),
            burn.turns,
        )
    };
    now.filter(|now| weight(now) > weight(&new)).unwrap_or(new)
}

/// Takes a unit off the board, dead or escaped.
pub(super) fn take_off_board(world: &mut World, unit: UnitId, presence: Presence) {
    unit::edit(world, unit).set(Readiness::default());
    unit::take_off_board(world, unit, presence);
}
