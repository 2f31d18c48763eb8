//! Attacks and the reactions to moves and acts.

use std::cmp::Reverse;

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        knowledge::Knowledge,
        unit::{self, Position, Roster, UnitId, Units},
    },
    content::battlescape::FireMode,
    rules::battlescape::{
        attack::Attack,
        event::Event,
        plan::{Task, TaskStep, on_board},
        shot::{self, shot},
        soldier::{self, Readiness, Rulebook, Suppression},
    },
};

/// Queues the readied enemies that see a unit which stepped or acted, in order of Reactions, then id (§7).
pub(in crate::rules::battlescape) fn reactions(world: &World, mover: UnitId) -> Option<Task> {
    watchers(
        world,
        Units::of(world),
        world.resource::<Knowledge>(),
        mover,
    )
}

pub(super) fn watchers(
    world: &World,
    units: Units,
    knowledge: &Knowledge,
    mover: UnitId,
) -> Option<Task> {
    let (own, seat) = (units.side(mover), units.seat(mover)?);
    let roster = world.resource::<Roster>();
    let mut ready: Vec<_> = (units.ids())
        .filter(|&id| roster.are_hostile(units.side(id), own) && knowledge.unit_sees(id, seat))
        .filter(|&id| units.part::<Readiness>(id).ready)
        .map(|id| (Reverse(soldier::kind(world, id).reactions), id))
        .collect();
    ready.sort_unstable();
    (!ready.is_empty()).then(|| Task::Reactions {
        mover,
        reactors: ready.into_iter().map(|(_, id)| id).collect(),
        next: 0,
    })
}

pub(super) fn react_next(
    world: &World,
    mover: UnitId,
    reactors: &[UnitId],
    next: &mut usize,
) -> TaskStep {
    while let Some(&reactor) = reactors.get(*next) {
        *next += 1;
        if !on_board(world, mover) {
            return TaskStep::Done;
        }
        if let Some(tu) = shot::reaction_cost(world, reactor, mover) {
            let (event, volley) = opening(world, reactor, mover, FireMode::Snap, true, tu)
                .expect("a reaction was found possible");
            return TaskStep::Over(event, volley);
        }
    }
    TaskStep::Done
}

pub(super) fn fire(
    world: &World,
    unit: UnitId,
    target: UnitId,
    mode: FireMode,
    reaction: bool,
    tu: u16,
) -> TaskStep {
    match opening(world, unit, target, mode, reaction, tu) {
        Some((event, volley)) => TaskStep::Then(event, volley),
        None => TaskStep::Done,
    }
}

/// The first event of an attack and the rounds that follow it.
pub(super) fn opening(
    world: &World,
    unit: UnitId,
    target: UnitId,
    mode: FireMode,
    reaction: bool,
    tu: u16,
) -> Option<(Event, Task)> {
    let from = unit::part::<Position>(world, unit).0;
    let shot = shot(world, unit, from, target, mode, reaction).ok()?;
    let weapon = soldier::weapon(world, unit);
    let figures = world.resource::<Rulebook>().figures();
    let attack = Attack::prepare(figures, weapon, &shot).ok()?;
    let board = world.resource::<Board>();
    let to = unit::part::<Position>(world, target).0;
    let facing = board.grid.direction_towards(from, to);
    let left = attack.cost.rounds;
    let rounds = if weapon.magazine == 0 {
        0
    } else {
        u16::from(left)
    };
    let is_spray = matches!(mode, FireMode::Burst | FireMode::Auto);
    let pins = is_spray && unit::part::<Readiness>(world, unit).suppression == Suppression::Now;
    Some((
        Event::Fired {
            unit,
            target,
            mode,
            facing,
            tu,
            rounds,
            reaction,
            pins,
            attack,
        },
        Task::Volley {
            unit,
            target,
            attack,
            left,
            hits: 0,
            pins,
        },
    ))
}

/// The nearest enemy in sight that a unit could fire at in a mode; of equals, the lower id.
pub(super) fn nearest_target(world: &World, id: UnitId, mode: FireMode) -> Option<UnitId> {
    let units = Units::of(world);
    let from = units.seat(id)?;
    let roster = world.resource::<Roster>();
    (units.ids())
        .filter(|&other| roster.are_hostile(units.side(id), units.side(other)))
        .filter(|&other| shot(world, id, from, other, mode, false).is_ok())
        .filter_map(|other| Some((units.board().grid.distance(from, units.seat(other)?), other)))
        .min()
        .map(|(_, other)| other)
}
