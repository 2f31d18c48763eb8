//! Abilities: resistance, and what follows a success (§12).

use bevy::prelude::World;

use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::unit::{self, UnitId};
use crate::rules::battlescape::content::items::{AbilityEffect, AbilityId};
use crate::rules::battlescape::event::{Cause, Event, Mark};
use crate::rules::battlescape::nerve::is_conscious;
use crate::rules::battlescape::objective::Progress;
use crate::rules::battlescape::plan::{Task, TaskStep, on_board};
use crate::rules::battlescape::soldier::{self, Loyalty, Rulebook, TimeUnits};
use crate::rules::battlescape::{ability, shot};

/// Uses an ability, and rolls resistance where it is resisted.
pub(super) fn cast(
    world: &World,
    unit: UnitId,
    id: AbilityId,
    target: Mark,
    dice: &mut Dice,
) -> TaskStep {
    let content = world.resource::<Rulebook>().content();
    let ability = content.ability(id);
    let stopped = match target {
        Mark::Unit(target) if ability.effect.is_hostile() => {
            let seat = unit::Units::of(world).seat(target);
            seat.and_then(|seat| shot::ends_at(world, unit, seat))
        }
        _ => None,
    };
    if stopped.is_some() {
        return TaskStep::Last(Event::Cast {
            unit,
            ability: id,
            target,
            tu: ability.tu,
            energy: ability.energy,
            resisted: None,
            stopped,
        });
    }
    let resisted = match target {
        Mark::Unit(target) if ability.resisted => {
            let Some(chance) = ability::chance(world, unit, ability, target) else {
                return TaskStep::Done;
            };
            let check = dice.chance(Label::Psi, chance);
            Some((chance, check))
        }
        _ => None,
    };
    let event = Event::Cast {
        unit,
        ability: id,
        target,
        tu: ability.tu,
        energy: ability.energy,
        resisted,
        stopped,
    };
    if resisted.is_some_and(|(_, check)| !check.passed) {
        return TaskStep::Last(event);
    }
    let mut follows = Vec::new();
    match (ability.effect, target) {
        (AbilityEffect::Strike, Mark::Unit(target)) => follows.push(Task::PsiStrike {
            unit,
            ability: id,
            target,
        }),
        (AbilityEffect::Panic, Mark::Unit(target)) => {
            let figures = &content.figures.morale;
            let bravery = soldier::kind(world, target)
                .bravery
                .unwrap_or(figures.death_base);
            let loss = figures.death_base.saturating_sub(bravery).cast_signed();
            follows.push(Task::Emit(Event::MoraleShifted {
                units: vec![(target, -loss)],
            }));
        }
        (AbilityEffect::Control, Mark::Unit(target)) => {
            follows.push(Task::Emit(Event::Controlled {
                unit: target,
                by: unit,
            }));
        }
        (AbilityEffect::Sight, Mark::Hex(tile)) => {
            let radius = u8::try_from(ability.amount).unwrap_or(u8::MAX);
            follows.push(Task::Emit(Event::EyeOpened { unit, tile, radius }));
        }
        (AbilityEffect::Rally, Mark::Unit(target)) => {
            let amount = ability.amount;
            follows.push(Task::Emit(Event::Rallied {
                unit: target,
                morale: amount,
            }));
        }
        (AbilityEffect::Haste, Mark::Unit(target)) => {
            let tu = gained_tu(world, target, ability.amount);
            follows.push(Task::Emit(Event::Hastened { unit: target, tu }));
        }
        _ => {}
    }
    follows.insert(0, Task::Emit(event));
    TaskStep::Instead(follows)
}

/// Returns how many TU of so many a unit can take: none of them lifts its pool above the most, and the
/// unconscious get none (§15.24).
fn gained_tu(world: &World, unit: UnitId, amount: u16) -> u16 {
    let most = match is_conscious(*unit::part(world, unit), *unit::part(world, unit)) {
        true => world.resource::<Rulebook>().figures().tu.pool_max(),
        false => 0,
    };
    amount.min(most.saturating_sub(unit::part::<TimeUnits>(world, unit).now))
}

/// Rolls the damage of a strike at a mind.
pub(super) fn strike(
    world: &World,
    unit: UnitId,
    id: AbilityId,
    target: UnitId,
    dice: &mut Dice,
) -> TaskStep {
    let ability = world.resource::<Rulebook>().content().ability(id);
    let Some(roll) = ability.dice.filter(|_| on_board(world, target)) else {
        return TaskStep::Done;
    };
    let sum = dice.sum(Label::Dmg, roll.count, roll.sides).sum;
    let psi = soldier::kind(world, unit).psi / ability.psi_per_point.max(1);
    TaskStep::Last(Event::Hurt {
        unit: target,
        cause: Cause::Psi(unit),
        by: Some(unit),
        damage: u16::try_from(sum).unwrap_or(u16::MAX).saturating_add(psi),
    })
}

/// Lists the units that are free again because their controller was hurt (§12).
pub(super) fn freed(world: &World, hurt: impl Iterator<Item = UnitId>) -> Vec<Task> {
    if world.resource::<Progress>().controlled == 0 {
        return Vec::new();
    }
    let ids = world.resource::<unit::Roster>().ids();
    let controlled: Vec<_> = ids
        .filter_map(|id| Some((id, unit::part::<Loyalty>(world, id).caster?)))
        .collect();
    let hurt: Vec<_> = hurt.collect();
    (controlled.into_iter())
        .filter(|(_, caster)| hurt.contains(caster))
        .map(|(unit, _)| Task::Emit(Event::Freed { unit }))
        .collect()
}
