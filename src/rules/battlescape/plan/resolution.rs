//! What follows when all sides are done: fire, ground, burns, recovery, judgment (§2, §10).

use std::collections::VecDeque;

use bevy::prelude::World;

use crate::battle::board::{Board, TileState};
use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::grid::{Direction, TileId};
use crate::battle::phase::{Outcome, Reason, Turn};
use crate::battle::unit::{self, UnitId, Vision};
use crate::rules::battlescape::event::{Cause, Event};
use crate::rules::battlescape::gear::Fume;
use crate::rules::battlescape::ground::{ground_damage, is_poisonous};
use crate::rules::battlescape::nerve::is_conscious;
use crate::rules::battlescape::objective::{self, Progress};
use crate::rules::battlescape::plan::{Task, TaskStep, all_on_board, credit, on_board, script};
use crate::rules::battlescape::soldier::{self, BurnLeft, Burning, Conditions, Poison, Rulebook};

pub(super) fn spread_next(
    world: &World,
    burning: &mut VecDeque<TileId>,
    dice: &mut Dice,
) -> TaskStep {
    let Some(from) = burning.pop_front() else {
        return TaskStep::Done;
    };
    let board = world.resource::<Board>();
    let rulebook = world.resource::<Rulebook>();
    let check = dice.chance(Label::Spread, rulebook.figures().environment.fire_spread);
    let fuel: Vec<_> = Direction::ALL
        .into_iter()
        .filter_map(|direction| board.grid.neighbor(from, direction))
        .filter(|&tile| {
            board.layers.fire(tile) == 0
                && rulebook
                    .catalog()
                    .terrain(board.layers.terrain(tile))
                    .flammable
        })
        .collect();
    let ignites = (check.passed && !fuel.is_empty()).then(|| {
        let count = u32::try_from(fuel.len()).expect("at most six neighbors");
        fuel[dice.die(Label::Spread, count) as usize - 1]
    });
    TaskStep::Event(Event::FireRolled {
        from,
        roll: check.roll,
        ignites,
    })
}

/// Burns down what stands on the next of the hexes whose fire goes out with this turn (§10, §15.28).
pub(super) fn ruins_next(world: &World, tiles: &mut VecDeque<TileId>) -> TaskStep {
    let layers = &world.resource::<Board>().layers;
    let rulebook = world.resource::<Rulebook>();
    while let Some(tile) = tiles.pop_front() {
        let was = layers.terrain(tile);
        if let Some(terrain) = rulebook.catalog().terrain(was).burns_to {
            let state = TileState {
                terrain,
                wear: 0,
                ..layers.state(tile)
            };
            return TaskStep::Event(Event::BurnedDown { tile, was, state });
        }
    }
    TaskStep::Done
}

pub(super) fn ground_next(
    world: &World,
    burning: &[TileId],
    units: &mut VecDeque<UnitId>,
) -> TaskStep {
    let board = world.resource::<Board>();
    let rulebook = world.resource::<Rulebook>();
    while let Some(id) = units.pop_front() {
        let Some(tile) = board.seat(id) else {
            continue;
        };
        // Burning lava counts as one wound of both.
        let flies = soldier::kind(world, id).flies;
        // What this resolution set on fire burns from the next turn on.
        let counts = |cause| cause != Cause::Fire || burning.contains(&tile);
        let wound = ground_damage(&board.layers, rulebook, tile)
            .filter(|&(cause, _)| !flies && counts(cause))
            .reduce(|(cause, sum), (_, damage)| (cause, sum + damage));
        let poisons = is_poisonous(&board.layers, rulebook, tile);
        let poison = || Task::Poison { unit: id };
        if let Some((cause, damage)) = wound {
            let event = credit::hurt(world, id, tile, cause, damage);
            return match poisons {
                true => TaskStep::Over(event, poison()),
                false => TaskStep::Event(event),
            };
        }
        if poisons {
            return TaskStep::First(poison());
        }
    }
    TaskStep::Done
}

/// Poisons a unit, unless it is protected.
pub(super) fn poison(world: &World, unit: UnitId) -> TaskStep {
    if !on_board(world, unit) || soldier::armor(world, unit).no_poison {
        return TaskStep::Done;
    }
    let figures = &world.resource::<Rulebook>().figures().poison;
    let seat = world.resource::<Board>().seat(unit);
    TaskStep::Last(Event::Poisoned {
        unit,
        poison: BurnLeft {
            dice: figures.dice,
            turns: figures.turns,
            by: seat.and_then(|tile| credit::author(world, tile, Fume::Gas)),
        },
    })
}

/// Hurts the units that burn or are poisoned.
pub(super) fn ailments_next(
    world: &World,
    cause: Cause,
    units: &mut VecDeque<UnitId>,
    dice: &mut Dice,
) -> TaskStep {
    while let Some(id) = units.pop_front() {
        let left = match cause {
            Cause::Poison => unit::part::<Poison>(world, id).0,
            _ => unit::part::<Burning>(world, id).0,
        };
        if let Some(left) = left
            && on_board(world, id)
        {
            let sum = dice.sum(Label::Dmg, left.dice.count, left.dice.sides).sum;
            return TaskStep::Event(Event::Hurt {
                unit: id,
                cause,
                damage: u16::try_from(sum).unwrap_or(u16::MAX),
                by: left.by,
            });
        }
    }
    TaskStep::Done
}

/// Lets fires burn down, if there are any.
pub(super) fn burn_down(world: &World) -> TaskStep {
    let board = world.resource::<Board>();
    match (board.grid.tiles()).any(|tile| board.layers.fire(tile) > 0) {
        true => TaskStep::Last(Event::FiresBurnedDown),
        false => TaskStep::Done,
    }
}

/// Wakes units that have fewer stun points than hit points again.
pub(super) fn wake_next(world: &World, units: &mut VecDeque<UnitId>) -> TaskStep {
    while let Some(id) = units.pop_front() {
        let is_awake = is_conscious(*unit::part(world, id), *unit::part(world, id));
        if is_awake && unit::part::<Vision>(world, id).0 == 0 {
            return TaskStep::Event(Event::CameRound { unit: id });
        }
    }
    TaskStep::Done
}

/// Judges objectives; danger zones strike only if the battle is not decided by them (§2, §15.26).
pub(super) fn judge(world: &World) -> TaskStep {
    let held = objective::held_turns(world);
    let mut tasks = vec![Task::Emit(Event::ObjectiveJudged { held })];
    tasks.extend(script::completed(world));
    match objective::verdict(world, held) {
        Some(ending) => tasks.push(Task::Emit(Event::Ended { ending })),
        None => tasks.extend([Task::Dangers(all_on_board(world)), Task::Close]),
    }
    TaskStep::Instead(tasks)
}

/// Ends the battle that danger zones decided, that is lost or out of time; else opens the next turn.
pub(super) fn close(world: &World) -> TaskStep {
    let held = world.resource::<Progress>().held;
    let failed = |reason| objective::ending(world, Outcome::MissionFailed, reason);
    let (ending, loss) = match (objective::verdict(world, held), objective::loss(world)) {
        (Some(ending), _) => (Some(ending), None),
        (None, Some(loss)) => (Some(failed(Reason::OutOfReach)), Some(loss)),
        (None, None) => {
            let is_late = objective::is_late(world);
            (is_late.then(|| failed(Reason::Time)), None)
        }
    };
    let loss = loss.map(|loss| Task::Emit(Event::ObjectiveLost { loss }));
    let mut tasks: Vec<_> = loss.into_iter().collect();
    match ending {
        Some(ending) => tasks.push(Task::Emit(Event::Ended { ending })),
        None => tasks.extend(next_turn(world)),
    }
    TaskStep::Instead(tasks)
}

/// Opens the turn after this one.
pub(in crate::rules::battlescape) fn next_turn(world: &World) -> [Task; 2] {
    let turn = world.resource::<Turn>().number + 1;
    [
        Task::Emit(Event::TurnBegan { turn }),
        Task::Emit(Event::PhaseBegan {
            side: world.resource::<Conditions>().first,
        }),
    ]
}
