//! Plans of the fleet: an order, or the resolution of a turn, carried out step by step (§4).
//!
//! A plan is a stack of tasks; the last one is at work.
//!
//! **Invariant:** `next` is the only place that rolls dice, and it writes nothing.

mod combat;
mod maneuvers;

use std::cell::LazyCell;

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use crate::battle::dice::Dice;
use crate::battle::grid::TileId;
use crate::battle::rules::Step;
use crate::battle::unit::{Side, UnitId};
use crate::rules::fleet::event::{Attack, Event, Shot};
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::order::{Deployment, Launch};
use crate::rules::fleet::{Fleet, hangar, intents, movement, siege, upkeep};
use crate::rules::kit::tasks::Tasks;

/// A checked order, or what follows by itself, being carried out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Plan {
    tasks: Tasks<Task>,
    /// Attacks of a step that are rolled and land together.
    volley: Vec<Attack>,
}

/// What tasks work on: the battle, its units as they are now, and the dice.
pub(super) struct Now<'a, 'w> {
    pub world: &'w World,
    pub forces: &'a Forces<'w>,
    pub dice: &'a mut Dice,
}

/// One piece of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Task {
    Emit(Box<Event>),
    /// Units of some sides begin elsewhere.
    Deployments(Vec<(Side, Vec<Deployment>)>),
    Deploy(Side, Vec<Deployment>),
    /// Launches of a sub-phase (step 1).
    Launches(u8),
    Launch(Side, Launch),
    /// Ships that no side orders draw what they do (step 2).
    Intents,
    Intent(UnitId),
    /// A carrier that no side orders chooses.
    Helm(UnitId),
    /// Carriers act (step 3).
    CarrierActions,
    CarrierAction(UnitId),
    /// Units move (step 4).
    Movements,
    /// One unit moves, by the path it has when its turn comes.
    Move(UnitId),
    Walk {
        unit: UnitId,
        path: Vec<Option<TileId>>,
        next: usize,
    },
    Landings,
    Land(UnitId),
    /// Ships fight (step 6).
    Combat,
    /// The fight in one contested hex begins.
    Fight(TileId),
    FightTurn(TileId, UnitId),
    /// Two ships fight it out.
    Pair([UnitId; 2]),
    /// The shots that are left.
    Shots(Vec<Shot>),
    ShotTurn(Shot),
    /// Attacks that were kept land together.
    Volley,
    /// Carriers are attacked and fire (step 7).
    Sieges,
    Siege(UnitId),
    /// Point defense shoots down one attacker.
    ShootDown(UnitId, UnitId),
    SiegeTurn(UnitId, UnitId),
    CarrierFire(UnitId),
    /// Docked ships go down with a carrier that is lost.
    Hangar(UnitId),
    /// Ships regain hull.
    Regenerate,
    /// Hazards strike.
    Hazards,
    Hazard(UnitId),
    /// Drives are charged.
    Drive(Side),
    /// Reinforcements may come.
    Reinforcements,
    Reinforce(Side),
    /// Ships that are dry for good leave.
    Withdraw,
    /// Quiet turns are counted.
    Quiet,
    /// Whether the battle is over.
    Judge,
}

impl Plan {
    /// Makes a plan of one event.
    pub(super) fn emit(event: Event) -> Self {
        Self {
            tasks: Tasks::of([Task::Emit(Box::new(event))]),
            volley: Vec::new(),
        }
    }

    /// Makes the plan that resolves a turn all sides have committed to (§4, §10).
    pub(super) fn resolution(world: &World) -> Self {
        let forces = Forces::of(world);
        let sub_phases = forces.options.sub_phases;
        let emit = |event| Task::Emit(Box::new(event));
        let mut tasks = vec![emit(Event::Locked)];
        tasks.extend(maneuvers::deployments(&forces));
        tasks.extend([Task::Launches(0), Task::Intents, Task::CarrierActions]);
        for number in 0..sub_phases {
            if sub_phases > 1 {
                tasks.push(emit(Event::SubPhaseBegan { number }));
            }
            if number > 0 {
                tasks.push(Task::Launches(number));
            }
            tasks.extend([Task::Movements, Task::Landings, Task::Combat]);
        }
        if sub_phases > 1 {
            tasks.push(emit(Event::QueuesFlown));
        }
        tasks.extend([Task::Sieges, Task::Withdraw, emit(Event::Cleared)]);
        tasks.extend([Task::Regenerate, Task::Hazards, emit(Event::WeaponsCooled)]);
        tasks.extend(forces.sides().map(Task::Drive));
        tasks.extend([
            Task::Reinforcements,
            Task::Quiet,
            emit(Event::TurnBegan),
            Task::Judge,
        ]);
        Self {
            tasks: Tasks::of(tasks),
            volley: Vec::new(),
        }
    }

    /// Decides the next step.
    pub(super) fn next(&mut self, world: &World, dice: &mut Dice) -> Step<Fleet> {
        // Nothing changes until an event is written, so that all tasks up to it see the same forces.
        let forces = LazyCell::new(|| Forces::of(world));
        while let Some(task) = self.tasks.take() {
            // Many events are ready, and need none.
            if let Task::Emit(event) = task {
                return Step::Event(*event);
            }
            let forces = &forces;
            let now = &mut Now {
                world,
                forces,
                dice,
            };
            if let Some(event) = self.work(task, now) {
                return Step::Event(event);
            }
        }
        Step::Done
    }

    /// Puts tasks before the rest, the first one first; that alone is no event.
    pub(super) fn first(&mut self, tasks: impl IntoIterator<Item = Task>) -> Option<Event> {
        self.tasks.first(tasks);
        None
    }

    /// Puts events before the rest, the first one first.
    pub(super) fn emit_first(&mut self, events: impl IntoIterator<Item = Event>) -> Option<Event> {
        self.first(events.into_iter().map(|event| Task::Emit(Box::new(event))))
    }

    fn work(&mut self, task: Task, now: &mut Now) -> Option<Event> {
        let forces = now.forces;
        match task {
            Task::Emit(event) => Some(*event),
            Task::Deployments(all) => self.deployments(now, all),
            Task::Deploy(side, deployments) => self.deploy(forces, side, deployments),
            Task::Launches(number) => self.launches(now, number),
            Task::Launch(side, launch) => hangar::launch(forces, side, launch),
            Task::Intents => self.intents(forces),
            Task::Intent(ship) => maneuvers::draw_intent(now, ship),
            Task::Helm(carrier) => intents::set_helm(forces, carrier),
            Task::CarrierActions => self.carrier_actions(now),
            Task::CarrierAction(carrier) => self.carrier_action(now, carrier),
            Task::Movements => {
                let movers = movement::order(now.world, forces, now.dice);
                self.first(movers.into_iter().map(Task::Move))
            }
            Task::Move(unit) => self.set_off(now, unit),
            Task::Walk { unit, path, next } => self.walk(now, unit, path, next),
            Task::Landings => self.first(movement::landers(forces).into_iter().map(Task::Land)),
            Task::Land(ship) => hangar::land(forces, ship),
            Task::Combat => self.combat(now),
            Task::Fight(hex) => self.fight(now, hex),
            Task::FightTurn(hex, ship) => self.fight_turn(now, hex, ship),
            Task::Pair(pair) => self.dogfight(now, pair),
            Task::Shots(shots) => self.shots(now, shots),
            Task::ShotTurn(shot) => self.shoot(now, shot),
            Task::Volley => self.land_volley(forces),
            Task::Sieges => self.sieges(forces),
            Task::Siege(carrier) => self.siege(now, carrier),
            Task::ShootDown(carrier, ship) => siege::shoot_down(forces, carrier, ship),
            Task::SiegeTurn(carrier, ship) => siege::siege_turn(now, carrier, ship),
            Task::CarrierFire(carrier) => siege::fire(now, carrier),
            Task::Hangar(carrier) => siege::lose_hangar(forces, carrier),
            Task::Regenerate => upkeep::regenerate(forces),
            Task::Hazards => self.hazards(forces),
            Task::Hazard(unit) => upkeep::strike(forces, unit),
            Task::Drive(side) => upkeep::charge(forces, side),
            Task::Reinforcements => self.reinforcements(now),
            Task::Reinforce(side) => upkeep::reinforce(now, side),
            Task::Withdraw => self.withdraw(forces),
            Task::Quiet => upkeep::count_quiet(forces),
            Task::Judge => upkeep::judge(forces),
        }
    }
}
