//! Plans of the battlescape: an order, or what follows by itself, carried out step by step.
//!
//! A plan is a stack of tasks; the last one is at work. Reactions are put on top of what they
//! interrupt.
//!
//! **Invariant:** `next` is the only place that rolls dice, and it writes nothing.

use std::cmp::Reverse;

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{
        board::{Board, Layers},
        dice::{Dice, Label, Roll},
        grid::{Direction, TileId},
        knowledge::Knowledge,
        path,
        phase::Turn,
        rules::Step,
        unit::{self, Health, Position, Roster, Side, UnitId, Units},
    },
    content::{
        battlescape::{FireMode, Gait},
        terrain::{Cover, TerrainId},
    },
    rules::battlescape::{
        Battlescape,
        attack::Attack,
        event::{Cause, Event},
        objective,
        shot::{self, shot},
        soldier::{self, BurnLeft, Burning, Readiness, Rulebook, TimeUnits},
    },
};

/// A checked order, or what follows one, being carried out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Plan {
    tasks: Vec<Task>,
}

/// One piece of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Task {
    /// Happens as it stands.
    Emit(Event),
    /// Moves on; the factor on path costs is fixed at the start (§15.10).
    Walk {
        unit: UnitId,
        gait: Gait,
        path: Vec<Direction>,
        done: usize,
        cost: path::RunningCost,
    },
    /// Takes cover, if the unit got to the hex it meant to.
    Cover {
        unit: UnitId,
        at: TileId,
        facing: Direction,
        cover: Cover,
        tu: u16,
    },
    /// Opens or closes a door, unless someone unseen stands in it.
    Door {
        unit: UnitId,
        tile: TileId,
        becomes: TerrainId,
        facing: Direction,
        tu: u16,
    },
    /// Begins an attack.
    Fire {
        unit: UnitId,
        target: UnitId,
        mode: FireMode,
        reaction: bool,
        tu: u16,
    },
    /// Fires the rounds that are left, all by the forecast taken before the first.
    Volley {
        unit: UnitId,
        target: UnitId,
        attack: Attack,
        left: u8,
    },
    /// Lets readied enemies fire at a unit that stepped or acted.
    Reactions {
        mover: UnitId,
        reactors: Vec<UnitId>,
        next: usize,
    },
    /// Rolls fire spread for these burning hexes.
    Spread { burning: Vec<TileId>, next: usize },
    /// Hurts units on burning and hazardous ground.
    Ground { units: Vec<UnitId>, next: usize },
    /// Rolls damage over time.
    Burns { units: Vec<UnitId>, next: usize },
    /// Judges objectives and opens the next turn or ends the battle.
    Judge,
}

impl Plan {
    /// Makes a plan of tasks in the order they happen.
    pub(super) fn of(tasks: impl IntoIterator<Item = Task, IntoIter: DoubleEndedIterator>) -> Self {
        Self {
            tasks: tasks.into_iter().rev().collect(),
        }
    }

    /// Puts tasks before everything else, in the order they happen.
    fn interrupt(&mut self, tasks: impl IntoIterator<Item = Task, IntoIter: DoubleEndedIterator>) {
        self.tasks.extend(tasks.into_iter().rev());
    }

    /// Makes the plan of a resolution (§2, phase 3).
    pub(super) fn resolution(world: &World) -> Self {
        let board = world.resource::<Board>();
        let burning = board
            .grid
            .tiles()
            .filter(|&tile| board.layers.fire(tile) > 0)
            .collect();
        Self::of([
            Task::Spread { burning, next: 0 },
            Task::Emit(Event::EnvironmentAged),
            Task::Ground {
                units: all_on_board(world),
                next: 0,
            },
            Task::Burns {
                units: all_on_board(world),
                next: 0,
            },
            Task::Emit(Event::SightRenewed),
            Task::Judge,
        ])
    }

    /// Decides the next step.
    pub(super) fn next(&mut self, world: &World, dice: &mut Dice) -> Step<Battlescape> {
        while let Some(task) = self.tasks.last_mut() {
            match task.next(world, dice) {
                TaskStep::Event(event) => return Step::Event(event),
                TaskStep::Instead(tasks) => {
                    self.tasks.pop();
                    self.interrupt(tasks);
                }
                TaskStep::Last(event) => {
                    self.tasks.pop();
                    return Step::Event(event);
                }
                TaskStep::Then(event, task) => {
                    *self.tasks.last_mut().expect("one is at work") = task;
                    return Step::Event(event);
                }
                TaskStep::Over(event, task) => {
                    self.tasks.push(task);
                    return Step::Event(event);
                }
                TaskStep::Done => {
                    self.tasks.pop();
                }
            }
        }
        Step::Done
    }

    /// Puts what an event brings about before the rest of the plan.
    pub(super) fn react(&mut self, world: &World, event: &Event) {
        let knowledge = world.resource::<Knowledge>();
        let mut first = spotted(knowledge);
        match event {
            Event::Stepped {
                unit,
                gait,
                from,
                to,
                ..
            } => {
                let units = Units::of(world);
                if let Some(Task::Walk { path, done, .. }) = self.tasks.last_mut()
                    && !first.is_empty()
                    && is_surprised(world, *unit)
                {
                    *done = path.len();
                }
                let layers = &units.board().layers;
                let rulebook = world.resource::<Rulebook>();
                first.extend(entry_hazards(layers, rulebook, *unit, *from, *to));
                if *gait != Gait::Disengage {
                    first.extend(watchers(world, units, knowledge, *unit));
                }
            }
            Event::Shot { target, round, .. } => {
                first.extend(round.wound.and_then(|wound| wound.burn).map(|burn| {
                    let burn = BurnLeft {
                        dice: burn.dice,
                        turns: burn.turns,
                    };
                    Task::Emit(Event::CaughtFire {
                        unit: *target,
                        burn,
                    })
                }));
            }
            Event::Hurt { unit, .. } if unit::part::<Health>(world, *unit).now == 0 => {
                first.push(Task::Emit(Event::Died {
                    unit: *unit,
                    by: None,
                }));
            }
            _ => {}
        }
        self.interrupt(first);
    }
}

/// What a task does next.
enum TaskStep {
    /// Happens; the task goes on.
    Event(Event),
    /// Happens; the task is done.
    Last(Event),
    /// Happens; another task takes its place.
    Then(Event, Task),
    /// Happens; another task comes first.
    Over(Event, Task),
    /// Other tasks take its place.
    Instead(Vec<Task>),
    /// The task is done.
    Done,
}

impl Task {
    fn next(&mut self, world: &World, dice: &mut Dice) -> TaskStep {
        match self {
            Self::Emit(event) => TaskStep::Last(event.clone()),
            Self::Walk {
                unit,
                gait,
                path,
                done,
                cost,
            } => walk(world, *unit, *gait, path, done, cost),
            Self::Cover {
                unit,
                at,
                facing,
                cover,
                tu,
            } => {
                let is_there = unit::part::<Position>(world, *unit).0 == *at;
                match is_there && on_board(world, *unit) {
                    true => TaskStep::Last(Event::TookCover {
                        unit: *unit,
                        facing: *facing,
                        cover: *cover,
                        tu: *tu,
                    }),
                    false => TaskStep::Done,
                }
            }
            Self::Door {
                unit,
                tile,
                becomes,
                facing,
                tu,
            } => {
                let occupied = world.resource::<Board>().first_occupant(*tile).is_some();
                TaskStep::Last(match occupied {
                    true => Event::Bumped {
                        unit: *unit,
                        into: *tile,
                    },
                    false => Event::DoorMoved {
                        unit: *unit,
                        tile: *tile,
                        becomes: *becomes,
                        facing: *facing,
                        tu: *tu,
                    },
                })
            }
            Self::Fire {
                unit,
                target,
                mode,
                reaction,
                tu,
            } => fire(world, *unit, *target, *mode, *reaction, *tu),
            Self::Volley {
                unit,
                target,
                left: 0,
                ..
            } => {
                let dead =
                    unit::part::<Health>(world, *target).now == 0 && on_board(world, *target);
                match dead {
                    true => TaskStep::Last(Event::Died {
                        unit: *target,
                        by: Some(*unit),
                    }),
                    false => TaskStep::Done,
                }
            }
            Self::Volley {
                unit,
                target,
                attack,
                left,
            } => {
                *left -= 1;
                let round = attack.round(dice);
                TaskStep::Event(Event::Shot {
                    unit: *unit,
                    target: *target,
                    round,
                })
            }
            Self::Reactions {
                mover,
                reactors,
                next,
            } => react_next(world, *mover, reactors, next),
            Self::Spread { burning, next } => spread_next(world, burning, next, dice),
            Self::Ground { units, next } => ground_next(world, units, next),
            Self::Burns { units, next } => burns_next(world, units, next, dice),
            Self::Judge => judge(world),
        }
    }
}

fn all_on_board(world: &World) -> Vec<UnitId> {
    world
        .resource::<Roster>()
        .ids()
        .filter(|&id| on_board(world, id))
        .collect()
}

fn on_board(world: &World, id: UnitId) -> bool {
    world.resource::<Board>().seat(id).is_some()
}

/// One step of a walk: into the next hex, or an end before what was not seen.
fn walk(
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
    let board = world.resource::<Board>();
    let Some(from) = board.seat(id) else {
        return TaskStep::Done;
    };
    let to = board
        .grid
        .neighbor(from, direction)
        .expect("check refuses steps off the board");
    let figures = world.resource::<Rulebook>().figures();
    let cost_of = shot::move_cost(figures, gait);
    let step = path::step_cost(board, &board.layers, &cost_of, from, direction);
    let (Some(step), None) = (step, board.first_occupant(to)) else {
        *done = path.len();
        return TaskStep::Last(Event::Bumped { unit: id, into: to });
    };
    let tu = cost.pay(step);
    if tu > unit::part::<TimeUnits>(world, id).now {
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
    })
}

/// Damage on entering a hex: a fall, hazardous ground, fire (§10).
fn entry_hazards(
    layers: &Layers,
    rulebook: &Rulebook,
    unit: UnitId,
    from: TileId,
    to: TileId,
) -> Vec<Task> {
    let drop = layers.elevation(from) - layers.elevation(to);
    let levels = u8::try_from(drop - 1).unwrap_or(0);
    let per_level = rulebook.figures().environment.fall_per_level;
    let fall = (levels > 0).then(|| (Cause::Fall(levels), per_level * u16::from(levels)));
    fall.into_iter()
        .chain(ground_damage(layers, rulebook, to))
        .map(|(cause, damage)| {
            Task::Emit(Event::Hurt {
                unit,
                cause,
                damage,
            })
        })
        .collect()
}

/// Damage of standing on a hex: hazardous ground and fire.
fn ground_damage(
    layers: &Layers,
    rulebook: &Rulebook,
    tile: TileId,
) -> impl Iterator<Item = (Cause, u16)> + use<> {
    let hazard = rulebook.0.terrain(layers.terrain(tile)).hazard_damage;
    let fire = match layers.fire(tile) {
        0 => 0,
        _ => rulebook.figures().environment.fire_damage,
    };
    [(Cause::Hazard, hazard), (Cause::Fire, fire)]
        .into_iter()
        .filter(|(_, damage)| *damage > 0)
}

/// Reports units that the last event brought into a side's sight.
fn spotted(knowledge: &Knowledge) -> Vec<Task> {
    (knowledge.discoveries)
        .fresh_contacts()
        .iter()
        .map(|&(side, unit, tile)| Task::Emit(Event::Spotted { side, unit, tile }))
        .collect()
}

/// Whether the step a unit just took brought an enemy into its side's sight.
fn is_surprised(world: &World, mover: UnitId) -> bool {
    let own = unit::side_of(world, mover);
    let discoveries = &world.resource::<Knowledge>().discoveries;
    world.resource::<Rulebook>().figures().tu.contact_ends_walk
        && (discoveries.fresh_contacts().iter()).any(|(side, ..)| *side == own)
}

/// Queues the readied enemies that see a unit which stepped or acted, in order of Reactions, then id (§7).
pub(super) fn reactions(world: &World, mover: UnitId) -> Option<Task> {
    watchers(
        world,
        Units::of(world),
        world.resource::<Knowledge>(),
        mover,
    )
}

fn watchers(world: &World, units: Units, knowledge: &Knowledge, mover: UnitId) -> Option<Task> {
    let (own, seat) = (units.side(mover), units.seat(mover)?);
    let mut ready: Vec<_> = (units.ids())
        .filter(|&id| units.side(id) != own && knowledge.unit_sees(id, seat))
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

fn react_next(world: &World, mover: UnitId, reactors: &[UnitId], next: &mut usize) -> TaskStep {
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

fn fire(
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
fn opening(
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
    Some((
        Event::Fired {
            unit,
            target,
            mode,
            facing,
            tu,
            rounds,
            reaction,
            attack,
        },
        Task::Volley {
            unit,
            target,
            attack,
            left,
        },
    ))
}

fn spread_next(world: &World, burning: &[TileId], next: &mut usize, dice: &mut Dice) -> TaskStep {
    let Some(&from) = burning.get(*next) else {
        return TaskStep::Done;
    };
    *next += 1;
    let board = world.resource::<Board>();
    let rulebook = world.resource::<Rulebook>();
    let check = dice.chance(Label::Spread, rulebook.figures().environment.fire_spread);
    let fuel: Vec<_> = Direction::ALL
        .into_iter()
        .filter_map(|direction| board.grid.neighbor(from, direction))
        .filter(|&tile| {
            board.layers.fire(tile) == 0 && rulebook.0.terrain(board.layers.terrain(tile)).flammable
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

fn ground_next(world: &World, units: &[UnitId], next: &mut usize) -> TaskStep {
    let board = world.resource::<Board>();
    let rulebook = world.resource::<Rulebook>();
    while let Some(&id) = units.get(*next) {
        *next += 1;
        let Some(tile) = board.seat(id) else {
            continue;
        };
        // Burning lava counts as one wound of both.
        let wound = ground_damage(&board.layers, rulebook, tile)
            .reduce(|(cause, sum), (_, damage)| (cause, sum + damage));
        if let Some((cause, damage)) = wound {
            return TaskStep::Event(Event::Hurt {
                unit: id,
                cause,
                damage,
            });
        }
    }
    TaskStep::Done
}

fn burns_next(world: &World, units: &[UnitId], next: &mut usize, dice: &mut Dice) -> TaskStep {
    while let Some(&id) = units.get(*next) {
        *next += 1;
        if let Some(burn) = unit::part::<Burning>(world, id).0
            && on_board(world, id)
        {
            let sum = dice.sum(Label::Dmg, burn.dice.count, burn.dice.sides).sum;
            let damage = u16::try_from(sum).expect("burn dice are small");
            return TaskStep::Event(Event::Hurt {
                unit: id,
                cause: Cause::Burn,
                damage,
            });
        }
    }
    TaskStep::Done
}

fn judge(world: &World) -> TaskStep {
    let held = objective::held_turns(world);
    let mut tasks = vec![Task::Emit(Event::ObjectiveJudged { held })];
    match objective::verdict(world, held) {
        Some(ending) => tasks.push(Task::Emit(Event::Ended { ending })),
        None => tasks.extend(next_turn(world)),
    }
    TaskStep::Instead(tasks)
}

/// Opens the turn after this one.
pub(super) fn next_turn(world: &World) -> [Task; 2] {
    let turn = world.resource::<Turn>().number + 1;
    [
        Task::Emit(Event::TurnBegan { turn }),
        Task::Emit(Event::PhaseBegan { side: Side(0) }),
    ]
}
