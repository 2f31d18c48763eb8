//! Plans of the battlescape: an order, or what follows by itself, carried out step by step.
//!
//! A plan is a stack of tasks; the last one is at work. Reactions are put on top of what they
//! interrupt.
//!
//! **Invariant:** `next` is the only place that rolls dice, and it writes nothing.

mod burst;
mod consequences;
mod credit;
mod fire;
pub(super) mod items;
mod movement;
mod nerves;
mod noise;
mod psi;
mod resolution;
mod script;

use std::collections::VecDeque;

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

pub(super) use self::fire::reactions;
pub(super) use self::resolution::next_turn;
use crate::battle::board::Board;
use crate::battle::dice::Dice;
use crate::battle::grid::{Direction, TileId};
use crate::battle::knowledge::Knowledge;
use crate::battle::path;
use crate::battle::phase::Turn;
use crate::battle::rules::Step;
use crate::battle::unit::{self, Health, Roster, UnitId};
use crate::content::terrain::{Cover, TerrainId};
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::attack::Attack;
use crate::rules::battlescape::content::items::{AbilityId, Charge, ChargeEffect};
use crate::rules::battlescape::content::{FireMode, Gait};
use crate::rules::battlescape::event::{Cause, Event, Mark};
use crate::rules::battlescape::gear::Mine;
use crate::rules::battlescape::nerve::Panic;
use crate::rules::battlescape::soldier::Loyalty;
use crate::rules::kit::tasks::{self, Tasks};

/// A checked order, or what follows one, being carried out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Plan {
    tasks: Tasks<Task>,
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
        target: Mark,
        mode: FireMode,
        reaction: bool,
        tu: u16,
    },
    /// Fires the rounds that are left, all by the forecast taken before the first.
    Volley {
        unit: UnitId,
        target: Mark,
        /// The hex it is aimed at, and who stands there.
        tile: TileId,
        occupant: Option<UnitId>,
        attack: Attack,
        load: Load,
        left: u8,
        hits: u8,
        /// Whether a ricochet hurt somebody.
        bounced: bool,
        /// Whether suppression was readied for it.
        pins: bool,
        /// The hex whose terrain rounds strike, and the hit points it loses.
        struck: TileId,
        loss: u32,
    },
    /// Throws a grenade.
    Throw {
        unit: UnitId,
        slot: u8,
        tile: TileId,
        tu: u16,
    },
    /// A mine goes off.
    Detonate { mine: Mine },
    /// Carries out an action of the mission's script.
    Act { trigger: u8, action: u8 },
    /// Brings a unit onto the board.
    Arrive { unit: UnitId },
    /// Hurts units in danger zones.
    Dangers(VecDeque<UnitId>),
    /// Uses an ability.
    Cast {
        unit: UnitId,
        ability: AbilityId,
        target: Mark,
    },
    /// Strikes at a mind.
    PsiStrike {
        unit: UnitId,
        ability: AbilityId,
        target: UnitId,
    },
    /// Scans for motion.
    Scan {
        unit: UnitId,
        slot: u8,
        radius: u8,
        tu: u16,
    },
    /// Lets readied enemies fire at a unit that stepped or acted.
    Reactions {
        mover: UnitId,
        reactors: VecDeque<UnitId>,
    },
    /// Rolls fire spread for these burning hexes.
    Spread(VecDeque<TileId>),
    /// Leaves ruins where the last turn of a fire is over.
    Ruins(VecDeque<TileId>),
    /// Lets fires burn down by a turn, if there are any.
    BurnDown,
    /// Hurts units on ground that burned all turn, and on hazardous ground (§15.26).
    Ground {
        burning: Vec<TileId>,
        units: VecDeque<UnitId>,
    },
    /// Poisons a unit that breathes or wades through it, unless it is protected.
    Poison { unit: UnitId },
    /// Rolls damage over time.
    Ailments {
        cause: Cause,
        units: VecDeque<UnitId>,
    },
    /// Musters units whose phase begins.
    Muster(VecDeque<UnitId>),
    /// A unit acts out its panic.
    Panic {
        unit: UnitId,
        panic: Panic,
        steps: u8,
    },
    /// Wakes units that came round.
    Wake(VecDeque<UnitId>),
    /// Judges objectives.
    Judge,
    /// Ends the battle or opens the next turn.
    Close,
}

/// What a volley consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Load {
    /// Rounds of the weapon in hand.
    Weapon,
    /// A grenade.
    Charge(Charge),
}

impl Load {
    /// Whether it takes hit points, and may be critical.
    fn wounds(self) -> bool {
        match self {
            Self::Weapon => true,
            Self::Charge(charge) => matches!(
                charge.effect,
                ChargeEffect::Blast | ChargeEffect::Gas | ChargeEffect::Fire
            ),
        }
    }
}

impl Plan {
    /// Makes a plan of tasks in the order they happen.
    pub(super) fn of(tasks: impl IntoIterator<Item = Task>) -> Self {
        let tasks = Tasks::of(tasks);
        Self { tasks }
    }

    /// Makes the plan of what the script has happen as the first turn begins, if it does anything.
    pub(super) fn opening(world: &World) -> Option<Self> {
        let turn = world.resource::<Turn>().number;
        let tasks = script::triggered(world, &Event::TurnBegan { turn });
        (!tasks.is_empty()).then(|| Self::of(tasks))
    }

    /// Makes the plan of a resolution (§2, phase 3).
    pub(super) fn resolution(world: &World) -> Self {
        let board = world.resource::<Board>();
        let is_burning = |&tile: &TileId| board.layers.fire(tile) > 0;
        let burning: Vec<_> = board.grid.tiles().filter(is_burning).collect();
        let dying = burning.iter().copied();
        let dying = dying.filter(|&tile| board.layers.fire(tile) == 1).collect();
        let ailments = |cause| Task::Ailments {
            cause,
            units: all_on_board(world),
        };
        Self::of([
            Task::Spread(burning.clone().into()),
            Task::Emit(Event::EnvironmentAged),
            Task::Ground {
                burning,
                units: all_on_board(world),
            },
            Task::Ruins(dying),
            Task::BurnDown,
            ailments(Cause::Burn),
            ailments(Cause::Poison),
            Task::Emit(Event::SightRenewed),
            Task::Emit(Event::Recovered),
            Task::Wake(all_on_board(world)),
            Task::Judge,
        ])
    }

    /// Decides the next step.
    pub(super) fn next(&mut self, world: &World, dice: &mut Dice) -> Step<Battlescape> {
        let event = self.tasks.run(|task| task.next(world, dice));
        event.map_or(Step::Done, Step::Event)
    }

    /// Puts what an event brings about before the rest of the plan.
    pub(super) fn react(&mut self, world: &World, event: &Event) {
        let knowledge = world.resource::<Knowledge>();
        let mut first = consequences::spotted(knowledge);
        match event {
            Event::Stepped {
                unit,
                gait,
                from,
                to,
                ..
            } => {
                if !first.is_empty() {
                    self.stop_walk_of_surprised(world, *unit);
                }
                consequences::after_step(world, knowledge, &mut first, *unit, *gait, *from, *to);
            }
            Event::Shot {
                unit,
                target,
                round,
                ricochet,
            } => consequences::after_shot(
                world,
                &mut first,
                *unit,
                *target,
                round,
                ricochet.as_ref(),
            ),
            Event::Burst {
                by,
                kind,
                center,
                harms,
                ..
            } => {
                first.extend(burst::aftermath(world, *by, *kind, *center));
                first.extend(psi::freed(world, harms.iter().map(|harm| harm.unit)));
                first.extend(noise::of_burst(world, *by, *kind, *center));
            }
            Event::Fired { unit, .. } => first.extend(noise::of_shot(world, *unit)),
            Event::PhaseEnded { side } => {
                let roster = world.resource::<Roster>();
                let guests = roster
                    .of_side(*side)
                    .filter(|&id| unit::part::<Loyalty>(world, id).caster.is_some());
                first.extend(guests.map(|unit| Task::Emit(Event::Freed { unit })));
            }
            Event::Died { unit, by } => first.extend(nerves::after_death(world, *unit, *by)),
            Event::PhaseBegan { side } => {
                let units = world.resource::<Roster>().of_side(*side);
                let here = units.filter(|&id| on_board(world, id));
                first.push(Task::Muster(here.collect()));
            }
            Event::Hurt {
                unit, by, damage, ..
            } => {
                first.extend(nerves::knocked_out(world, *unit, *damage));
                if unit::part::<Health>(world, *unit).now == 0 {
                    first.push(Task::Emit(Event::Died {
                        unit: *unit,
                        by: *by,
                    }));
                }
                first.extend(psi::freed(world, [*unit].into_iter()));
            }
            _ => {}
        }
        if matches!(
            event,
            Event::Stepped { .. }
                | Event::Arrived { .. }
                | Event::Displaced { .. }
                | Event::Died { .. }
                | Event::TurnBegan { .. }
                | Event::Interacted { .. }
                | Event::SecondaryDone { .. }
        ) {
            first.extend(script::triggered(world, event));
        }
        self.tasks.first(first);
    }

    /// Ends the walk of a unit that did not expect what it just saw.
    fn stop_walk_of_surprised(&mut self, world: &World, unit: UnitId) {
        if let Some(Task::Walk { path, done, .. }) = self.tasks.current()
            && movement::is_surprised(world, unit)
        {
            *done = path.len();
        }
    }
}

/// What a task does next.
type TaskStep = tasks::TaskStep<Event, Task>;

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
            } => movement::walk(world, *unit, *gait, path, done, cost),
            Self::Cover {
                unit,
                at,
                facing,
                cover,
                tu,
            } => movement::take_cover(world, *unit, *at, *facing, *cover, *tu),
            Self::Door {
                unit,
                tile,
                becomes,
                facing,
                tu,
            } => movement::move_door(world, *unit, *tile, *becomes, *facing, *tu),
            Self::Fire {
                unit,
                target,
                mode,
                reaction,
                tu,
            } => fire::fire(world, *unit, *target, *mode, *reaction, *tu),
            Self::Volley { left: 0, .. } => fire::end_volley(self, world, dice),
            Self::Volley { .. } => fire::next_round(self, world, dice),
            Self::Throw {
                unit,
                slot,
                tile,
                tu,
            } => items::throw(world, *unit, *slot, *tile, *tu),
            Self::Act { trigger, action } => script::act(world, *trigger, *action),
            Self::Arrive { unit } => script::arrive(world, *unit),
            Self::Dangers(units) => script::danger_next(world, units),
            Self::Cast {
                unit,
                ability,
                target,
            } => psi::cast(world, *unit, *ability, *target, dice),
            Self::PsiStrike {
                unit,
                ability,
                target,
            } => psi::strike(world, *unit, *ability, *target, dice),
            Self::Scan {
                unit,
                slot,
                radius,
                tu,
            } => items::scan(world, *unit, *slot, *radius, *tu),
            Self::Detonate { mine } => items::detonate(world, *mine, dice),
            Self::Reactions { mover, reactors } => fire::react_next(world, *mover, reactors),
            Self::Spread(burning) => resolution::spread_next(world, burning, dice),
            Self::Ruins(tiles) => resolution::ruins_next(world, tiles),
            Self::Ground { burning, units } => resolution::ground_next(world, burning, units),
            Self::Ailments { cause, units } => {
                resolution::ailments_next(world, *cause, units, dice)
            }
            Self::BurnDown => resolution::burn_down(world),
            Self::Poison { unit } => resolution::poison(world, *unit),
            Self::Muster(units) => nerves::muster_next(world, units, dice),
            Self::Panic { unit, panic, steps } => {
                nerves::panic_next(world, *unit, panic, steps, dice)
            }
            Self::Wake(units) => resolution::wake_next(world, units),
            Self::Judge => resolution::judge(world),
            Self::Close => resolution::close(world),
        }
    }
}

fn all_on_board(world: &World) -> VecDeque<UnitId> {
    world
        .resource::<Roster>()
        .ids()
        .filter(|&id| on_board(world, id))
        .collect()
}

fn on_board(world: &World, id: UnitId) -> bool {
    world.resource::<Board>().seat(id).is_some()
}
