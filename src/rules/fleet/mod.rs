//! The fleet: squadrons and carriers, with sealed plans that resolve together.
//!
//! Each side commits one plan a turn; when all have, the turn resolves step by step (§4).
//!
//! **Invariant:** figures come from content; section numbers (§) and clarifications are those of the
//! fleet reference. Where the reference leaves a choice, the doc of the function says what is done.

mod ahead;
pub mod ai;
mod apply;
mod check;
pub mod content;
pub mod craft;
pub mod damage;
pub mod debrief;
mod editor;
pub mod event;
pub mod fight;
pub mod forces;
pub mod forecast;
mod game;
pub mod hangar;
mod imagine;
mod impact;
mod intents;
mod legal;
pub mod log;
mod lots;
mod movement;
mod observe;
pub mod order;
pub mod panel;
mod plan;
pub mod progress;
pub mod queue;
mod renewal;
pub mod scenario;
pub mod setup;
pub mod siege;
pub mod stats;
pub mod tell;
pub mod upkeep;
mod vectors;

use bevy::prelude::World;

use crate::battle::ahead::{Candidate, Effort, Manner};
use crate::battle::board::Board;
use crate::battle::dice::Dice;
use crate::battle::rules::{NoChoice, Rules, Step, Waiting};
use crate::battle::state::OwnState;
use crate::battle::unit::{Presence, Side, UnitId, part};
use crate::playing::Setting;
use crate::rules::fleet::craft::{Class, UnitState};
use crate::rules::fleet::event::Event;
use crate::rules::fleet::order::{Order, Refusal};
use crate::rules::fleet::plan::Plan;
use crate::rules::fleet::progress::{Ambush, Ambushes, Progress};

/// The fleet rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fleet;

impl Rules for Fleet {
    const NAME: &'static str = "Fleet";
    type Order = Order;
    type Event = Event;
    type Choice = NoChoice;
    type Plan = Plan;
    type Refusal = Refusal;
    type UnitState = UnitState;
    type Extra = Progress;
    const EFFORT: Effort = ahead::EFFORT;
    const MANNERS: &'static [&'static str] = &ahead::MANNERS;

    fn begin(
        world: &World,
        side: Side,
        order: &Order,
        _: Option<&Waiting<Self>>,
    ) -> Result<Plan, Refusal> {
        check::begin(world, side, order)
    }

    fn next(plan: &mut Plan, world: &World, dice: &mut Dice) -> Step<Self> {
        plan.next(world, dice)
    }

    fn apply(world: &mut World, event: &Event) {
        apply::apply(world, event);
    }

    fn closing(world: &World) -> Option<Plan> {
        check::is_complete(world).then(|| Plan::resolution(world))
    }

    fn is_due(world: &World, side: Side) -> bool {
        check::is_due(world, side)
    }

    fn legal_orders(world: &World, side: Side) -> Vec<Order> {
        legal::orders(world, side)
    }

    fn decide(world: &mut World, side: Side) -> Order {
        ai::decide(world, side, None)
    }

    fn decide_as(world: &mut World, side: Side, manner: Manner) -> Order {
        ahead::decide_as(world, side, manner)
    }

    fn candidates(world: &mut World, side: Side) -> Vec<Candidate<Self>> {
        ahead::candidates(world, side)
    }

    fn expected(world: &World, side: Side, battle: u64) -> Manner {
        ahead::expected(world, side, battle)
    }

    fn standing(world: &World, side: Side) -> i64 {
        ahead::standing(world, side)
    }

    fn imagine(world: &World, side: Side, seed: u64, into: &mut World) -> bool {
        imagine::imagine(world, side, seed, into)
    }

    fn print_extra(world: &mut World) -> u64 {
        let edition = world.resource::<Setting>().edition;
        Progress::print(world) ^ edition
    }

    fn fits(world: &World, units: &[(UnitId, UnitState)], extra: &Progress) -> bool {
        let hexes = world.resource::<Board>().grid.len();
        let sides = usize::from(crate::battle::side_count(world));
        let count = units.len();
        let is_unit = |id: UnitId| id.index() < count;
        let plans = extra.sides.iter().filter_map(|side| side.sealed.plan());
        let launches = extra.sides.iter().flat_map(|side| &side.launches);
        extra.sides.len() == sides
            && plans.into_iter().all(|plan| {
                plan.ships.keys().all(|&id| is_unit(id))
                    && plan.launches.iter().all(|launch| is_unit(launch.ship))
                    && plan.deployments.iter().all(|one| is_unit(one.unit))
            })
            && launches.into_iter().all(|launch| is_unit(launch.ship))
            && extra.sides.iter().all(|side| {
                let ambushes = &side.ambushes.0;
                let is_there = |ambush: &Ambush| ambush.tile.index() < hexes;
                ambushes.len() <= Ambushes::MOST && ambushes.iter().all(is_there)
            })
            && units.iter().all(|(_, state)| {
                state.tile.index() < hexes
                    && state.hull.now <= state.hull.max
                    && state.morale.0 <= 100
                    && (state.hull.now > 0) == (state.presence != Presence::Dead)
                    && state.standing.order.target.is_none_or(is_unit)
            })
    }

    fn restore_unit(world: &mut World, id: UnitId, state: &UnitState) {
        state.write(world, id);
    }
}

/// Whether a unit is a carrier.
pub fn is_carrier(world: &World, id: UnitId) -> bool {
    part::<Class>(world, id).is_carrier()
}
