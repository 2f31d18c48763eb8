//! Moves step by step, and what the ground does to whoever enters it.

use bevy::prelude::World;

use crate::{
    battle::{
        board::Layers,
        grid::{Direction, TileId},
        knowledge::Knowledge,
        path,
        unit::{self, UnitId, Units},
    },
    content::battlescape::Gait,
    rules::battlescape::{
        event::{Cause, Event},
        nerve::Nerve,
        plan::{
            Task, TaskStep, credit,
            resolution::{ground_damage, is_poisonous},
        },
        shot,
        soldier::{Kind, Rulebook, TimeUnits, steps_left},
    },
};

/// One step of a walk: into the next hex, or an end before what was not seen.
pub(super) fn walk(
    world: &World,
    id: UnitId,
    gait: Gait,
    path: &[Direction],
    done: &mut usize,
    cost: &mut path::RunningCost,
) -> TaskStep {
    let Some(&direction) = path.get(*done) else {
        return TaskStep::Done;
    };
    let units = Units::of(world);
    let board = units.board();
    let Some(from) = board.seat(id) else {
        return TaskStep::Done;
    };
    let to = board
        .grid
        .neighbor(from, direction)
        .expect("check refuses steps off the board");
    let content = world.resource::<Rulebook>().content();
    let flies = content.unit(units.part::<Kind>(id).0).flies;
    let cost_of = shot::move_cost(&content.figures, gait, flies);
    let step = path::step_cost(board, &board.layers, &cost_of, from, direction);
    let (Some(step), None) = (step, board.first_occupant(to)) else {
        *done = path.len();
        return TaskStep::Last(Event::Bumped { unit: id, into: to });
    };
    let tu = cost.pay(step);
    if tu > units.part::<TimeUnits>(id).now {
        return TaskStep::Done;
    }
    let is_suppressed = units.part::<Nerve>(id).suppressed > 0;
    if is_suppressed && steps_left(&content.figures, units, id) == Some(0) {
        return TaskStep::Done;
    }
    *done += 1;
    TaskStep::Event(Event::Stepped {
        unit: id,
        gait,
        from,
        to,
        facing: direction,
        tu,
        sets_out: *done == 1,
    })
}

/// Damage on entering a hex: a fall, hazardous ground, fire (§10).
pub(super) fn entry_hazards(
    world: &World,
    layers: &Layers,
    rulebook: &Rulebook,
    unit: UnitId,
    from: TileId,
    to: TileId,
    flies: bool,
) -> Vec<Task> {
    if flies {
        return is_poisonous(layers, rulebook, to)
            .then_some(Task::Poison { unit })
            .into_iter()
            .collect();
    }
    let drop = layers.elevation(from) - layers.elevation(to);
    let levels = u8::try_from(drop - 1).unwrap_or(0);
    let per_level = rulebook.figures().environment.fall_per_level;
    let fall = (levels > 0).then(|| (Cause::Fall(levels), per_level * u16::from(levels)));
    fall.into_iter()
        .chain(ground_damage(layers, rulebook, to))
        .map(|(cause, damage)| Task::Emit(credit::hurt(world, unit, to, cause, damage)))
        .chain(is_poisonous(layers, rulebook, to).then_some(Task::Poison { unit }))
        .collect()
}

/// Whether the step a unit just took brought an enemy into its side's sight.
pub(super) fn is_surprised(world: &World, mover: UnitId) -> bool {
    let own = unit::side_of(world, mover);
    let discoveries = &world.resource::<Knowledge>().discoveries;
    world.resource::<Rulebook>().figures().tu.contact_ends_walk
        && (discoveries.fresh_contacts().iter()).any(|(side, ..)| *side == own)
}
