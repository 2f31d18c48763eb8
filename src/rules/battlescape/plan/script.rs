//! What a mission's script does when something happens (§2).

use std::collections::VecDeque;

use bevy::prelude::World;

use crate::battle::board::{Board, TileState};
use crate::battle::grid::TileId;
use crate::battle::phase::Turn;
use crate::battle::unit::{self, Presence, UnitId};
use crate::content::terrain::TerrainId;
use crate::rules::battlescape::event::{Cause, Event};
use crate::rules::battlescape::gear::{Danger, Light, Props};
use crate::rules::battlescape::objective::{self, Plot, Progress};
use crate::rules::battlescape::plan::{Task, TaskStep};
use crate::rules::battlescape::scenario::script::{Action, Condition};
use crate::rules::battlescape::soldier::Rulebook;

/// Lists what the triggers do that an event sets off.
pub(super) fn triggered(world: &World, event: &Event) -> Vec<Task> {
    let script = &world.resource::<Plot>().0;
    if script.triggers.is_empty() {
        return Vec::new();
    }
    let done = world.resource::<Progress>().triggered;
    let mut tasks = Vec::new();
    for (index, trigger) in (0_u8..).zip(&script.triggers) {
        let is_set_off = match (&trigger.when, event) {
            (Condition::Turn(turn), Event::TurnBegan { turn: now }) => turn == now,
            (
                Condition::Enters { zone, side },
                Event::Stepped { unit, to, .. }
                | Event::Arrived { unit, tile: to }
                | Event::Displaced { unit, tile: to },
            ) => unit::side_of(world, *unit) == *side && zone.contains(to),
            (Condition::Dies(unit), Event::Died { unit: dead, .. }) => unit == dead,
            (Condition::Interacts(object), Event::Interacted { object: used, .. }) => {
                object == used
            }
            (Condition::Completes(one), Event::SecondaryDone { index: done }) => one == done,
            _ => false,
        };
        if is_set_off && done >> index & 1 == 0 {
            tasks.push(Task::Emit(Event::Triggered { index }));
            let actions = u8::try_from(trigger.then.len()).unwrap_or(u8::MAX);
            tasks.extend((0..actions).map(|action| Task::Act {
                trigger: index,
                action,
            }));
        }
    }
    tasks
}

/// Carries out one action of a trigger.
pub(super) fn act(world: &World, trigger: u8, action: u8) -> TaskStep {
    let script = &world.resource::<Plot>().0;
    let turn = world.resource::<Turn>().number;
    let event = match &script.triggers[usize::from(trigger)].then[usize::from(action)] {
        Action::Message(_) => Event::Told { trigger, action },
        Action::Spawn(units) => {
            let waits = |id: &&UnitId| *unit::part::<Presence>(world, **id) == Presence::Reserve;
            let tasks = units.iter().filter(waits);
            return TaskStep::Instead(tasks.map(|&unit| Task::Arrive { unit }).collect());
        }
        Action::Mode { side, mode } => Event::ModeChanged {
            side: *side,
            mode: *mode,
        },
        Action::Terrain { tile, becomes } => return change_terrain(world, *tile, *becomes),
        Action::Light {
            tile,
            radius,
            turns,
        } => Event::Lit {
            light: Light {
                tile: *tile,
                radius: *radius,
                turns: *turns,
            },
        },
        Action::Danger { warning, .. } => Event::Endangered {
            danger: Danger {
                trigger,
                action,
                from: turn + warning,
            },
        },
        Action::Join { unit, side } => {
            let presence = *unit::part::<Presence>(world, *unit);
            if matches!(presence, Presence::Dead | Presence::Escaped) {
                return TaskStep::Done;
            }
            Event::Joined {
                unit: *unit,
                side: *side,
            }
        }
    };
    TaskStep::Last(event)
}

/// Changes the terrain of a hex; where nobody can stand any more, who stands there gives way first, or
/// the hex stays as it is if there is no room for them.
fn change_terrain(world: &World, tile: TileId, becomes: TerrainId) -> TaskStep {
    let board = world.resource::<Board>();
    let change = Event::TerrainChanged {
        tile,
        state: TileState {
            terrain: becomes,
            wear: 0,
            ..board.layers.state(tile)
        },
    };
    let is_closed = (world
        .resource::<Rulebook>()
        .catalog()
        .terrain(becomes)
        .move_percent)
        .is_none();
    match board.first_occupant(tile).filter(|_| is_closed) {
        None => TaskStep::Last(change),
        Some(unit) => match nearest_free(board, tile) {
            Some(to) => TaskStep::Instead(vec![
                Task::Emit(Event::Displaced { unit, tile: to }),
                Task::Emit(change),
            ]),
            None => TaskStep::Done,
        },
    }
}

/// Returns the nearest hex that a unit can stand on and nobody does.
fn nearest_free(board: &Board, from: TileId) -> Option<TileId> {
    let is_free = |tile: &TileId| {
        board.layers.entry_percent(*tile).is_some() && board.first_occupant(*tile).is_none()
    };
    let free = board.grid.tiles().filter(is_free);
    free.min_by_key(|&tile| (board.grid.distance(from, tile), tile))
}

/// Brings a unit onto the board: where it is meant to stand, or the nearest free hex.
pub(super) fn arrive(world: &World, unit: UnitId) -> TaskStep {
    let board = world.resource::<Board>();
    let meant = unit::part::<unit::Position>(world, unit).0;
    match nearest_free(board, meant) {
        Some(tile) => TaskStep::Last(Event::Arrived { unit, tile }),
        None => TaskStep::Done,
    }
}

/// Hurts the next unit in a danger zone.
pub(super) fn danger_next(world: &World, units: &mut VecDeque<UnitId>) -> TaskStep {
    if world.resource::<Props>().get().dangers.is_empty() {
        return TaskStep::Done;
    }
    let turn = world.resource::<Turn>().number;
    while let Some(id) = units.pop_front() {
        let Some(tile) = world.resource::<Board>().seat(id) else {
            continue;
        };
        if let Some(damage) = objective::zone_damage(world, tile, turn) {
            return TaskStep::Event(Event::Hurt {
                unit: id,
                cause: Cause::Danger,
                damage,
                by: None,
            });
        }
    }
    TaskStep::Done
}

/// Lists the secondary objectives that are complete now and were not.
pub(super) fn completed(world: &World) -> Vec<Task> {
    let script = &world.resource::<Plot>().0;
    let done = world.resource::<Progress>().done;
    (0_u8..)
        .zip(&script.secondary)
        .filter(|(index, _)| done >> index & 1 == 0)
        .filter(|(_, one)| objective::is_met(world, &one.objective, 0))
        .map(|(index, _)| Task::Emit(Event::SecondaryDone { index }))
        .collect()
}
