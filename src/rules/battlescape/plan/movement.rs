//! Moves step by step, and what the ground does to whoever enters it.

use bevy::prelude::World;

use crate::battle::board::{Board, Layers};
use crate::battle::grid::{Direction, TileId};
use crate::battle::knowledge::Knowledge;
use crate::battle::path;
use crate::battle::unit::{self, Position, UnitId, Units};
use crate::content::terrain::{Cover, TerrainId};
use crate::rules::battlescape::content::Gait;
use crate::rules::battlescape::event::Event;
use crate::rules::battlescape::ground::entry_harm;
use crate::rules::battlescape::nerve::Nerve;
use crate::rules::battlescape::plan::{Task, TaskStep, credit, on_board};
use crate::rules::battlescape::shot;
use crate::rules::battlescape::soldier::{Kind, Rulebook, TimeUnits, steps_left};

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

/// What entering a hex brings with it.
pub(super) fn entry_hazards(
    world: &World,
    layers: &Layers,
    rulebook: &Rulebook,
    unit: UnitId,
    from: TileId,
    to: TileId,
    flies: bool,
) -> Vec<Task> {
    let harm = entry_harm(layers, rulebook, from, to, flies);
    let losses = harm
        .losses
        .into_iter()
        .map(|(cause, damage)| Task::Emit(credit::hurt(world, unit, to, cause, damage)));
    let poison = harm.poisons.then_some(Task::Poison { unit });
    losses.chain(poison).collect()
}

/// Whether the step a unit just took brought an enemy into its side's sight.
pub(super) fn is_surprised(world: &World, mover: UnitId) -> bool {
    let own = unit::side_of(world, mover);
    let discoveries = &world.resource::<Knowledge>().discoveries;
    world.resource::<Rulebook>().figures().tu.contact_ends_walk
        && (discoveries.fresh_contacts().iter()).any(|(side, ..)| *side == own)
}

/// Takes cover, unless whatever met the unit on its step knocked it out or took its TU.
pub(super) fn take_cover(
    world: &World,
    unit: UnitId,
    at: TileId,
    facing: Direction,
    cover: Cover,
    tu: u16,
) -> TaskStep {
    let is_there = unit::part::<Position>(world, unit).0 == at;
    let can_pay = unit::part::<TimeUnits>(world, unit).now >= tu;
    match is_there && can_pay && on_board(world, unit) {
        true => TaskStep::Last(Event::TookCover {
            unit,
            facing,
            cover,
            tu,
        }),
        false => TaskStep::Done,
    }
}

/// Opens or closes a door, unless somebody stands in it.
pub(super) fn move_door(
    world: &World,
    unit: UnitId,
    tile: TileId,
    becomes: TerrainId,
    facing: Direction,
    tu: u16,
) -> TaskStep {
    let is_occupied = world.resource::<Board>().first_occupant(tile).is_some();
    TaskStep::Last(match is_occupied {
        true => Event::Bumped { unit, into: tile },
        false => Event::DoorMoved {
            unit,
            tile,
            becomes,
            facing,
            tu,
        },
    })
}
