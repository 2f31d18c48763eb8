//! The party: characters with action points, scripts and facing, on one map or on a journey over several.
//!
//! The party's side acts in any order; then every other character acts, one at a time, by its script; effects
//! tick and action points are full again (§4).
//!
//! **Invariant:** figures come from content; section numbers (§) and clarifications are those of the
//! reference of the party. Where the reference leaves a choice, the doc of the function says what is done.

mod ahead;
mod ai;
mod apply;
pub mod attack;
pub mod book;
pub mod character;
mod check;
pub mod content;
pub mod debrief;
pub mod delve;
mod editor;
pub mod encounter;
pub mod event;
mod game;
mod imagine;
pub mod journey;
mod legal;
pub mod log;
pub mod magic;
pub mod objects;
mod observe;
pub mod order;
pub mod outlook;
pub mod overland;
mod placing;
mod plan;
mod planner;
pub mod progress;
mod reasons;
mod renewal;
mod roam;
pub mod scenario;
pub mod script;
pub mod setup;
mod tactics;
pub mod tell;
mod vectors;

use bevy::prelude::World;

use crate::battle::ahead::{Candidate, Effort, Manner};
use crate::battle::board::Board;
use crate::battle::dice::Dice;
use crate::battle::map::{MapId, Maps};
use crate::battle::rules::{Rules, Step, Waiting};
use crate::battle::unit::{Presence, Side, UnitId, side_of};
use crate::rules::party::character::{Duty, UnitState};
use crate::rules::party::event::Event;
use crate::rules::party::objects::Objects;
use crate::rules::party::order::{Choice, Order, Refusal};
use crate::rules::party::plan::Plan;
use crate::rules::party::progress::{PARTY, Phase, Progress};

/// The party rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Party;

impl Rules for Party {
    const NAME: &'static str = "Party";
    type Order = Order;
    type Event = Event;
    type Choice = Choice;
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
        waiting: Option<&Waiting<Self>>,
    ) -> Result<Plan, Refusal> {
        match waiting {
            Some(waiting) => overland::answer(world, side, order, waiting),
            None => check::begin(world, side, order),
        }
    }

    fn next(plan: &mut Plan, world: &World, dice: &mut Dice) -> Step<Self> {
        plan.next(world, dice)
    }

    fn apply(world: &mut World, event: &Event) {
        apply::apply(world, event);
    }

    fn react(plan: &mut Plan, world: &World, event: &Event) {
        plan.react(world, event);
    }

    fn opening(world: &World) -> Option<Plan> {
        Plan::closing(world)
    }

    fn closing(world: &World) -> Option<Plan> {
        Plan::closing(world)
    }

    fn is_undoable(order: &Order) -> bool {
        matches!(
            order,
            Order::Move(..) | Order::Open(_) | Order::Equip(..) | Order::Sheathe(_)
        )
    }

    fn is_due(world: &World, side: Side) -> bool {
        let progress = world.resource::<Progress>();
        match progress.phase {
            Phase::Arrival => false,
            Phase::Party => side == PARTY,
            Phase::Others => (progress.acting).is_some_and(|id| side_of(world, id) == side),
        }
    }

    fn legal_orders(world: &World, side: Side) -> Vec<Order> {
        legal::orders(world, side)
    }

    fn decide(world: &mut World, side: Side) -> Order {
        ai::advise(world, side, false).order
    }

    fn decide_as(world: &mut World, side: Side, manner: Manner) -> Order {
        ahead::decide_as(world, side, manner)
    }

    fn candidates(world: &mut World, side: Side) -> Vec<Candidate<Self>> {
        ahead::candidates(world, side)
    }

    fn expected(_: &World, side: Side, battle: u64) -> Manner {
        ahead::expected(side, battle)
    }

    fn standing(world: &World, side: Side) -> i64 {
        ahead::standing(world, side)
    }

    fn imagine(world: &World, side: Side, seed: u64, into: &mut World) -> bool {
        imagine::imagine(world, side, seed, into)
    }

    fn settle(world: &mut World) {
        let map = setup::map(world);
        setup::set_vision(world, map);
    }

    fn fits(world: &World, units: &[(UnitId, UnitState)], extra: &Progress) -> bool {
        let hexes = world.resource::<Board>().grid.len();
        // Who is not on the board may be on another map.
        let maps = world.resource::<Maps>();
        let most = maps.most_hexes().max(hexes);
        let first = maps.grid(MapId::FIRST).map_or(hexes, |grid| grid.len());
        let content = setup::content(world);
        let is_kept = |(&map, left): (&MapId, &Objects)| {
            (maps.grid(map)).is_some_and(|grid| left.fits(grid.len(), content))
        };
        let is_unit = |id: &UnitId| id.index() < units.len();
        extra.acting.iter().chain(&extra.acted).all(is_unit)
            && extra.objects.fits(hexes, content)
            && extra.course.left.iter().all(is_kept)
            && extra.course.trip.met.iter().all(is_unit)
            && [extra.course.trip.origin, extra.course.trip.from]
                .iter()
                .all(|tile| tile.index() < first)
            && units.iter().all(|(_, state)| {
                let memory = state.memory;
                let hexes = match state.presence {
                    Presence::OnBoard => hexes,
                    _ => most,
                };
                let tiles = [state.tile, memory.start, memory.before];
                let duties = state.errand.duties.iter().flat_map(|duty| match duty {
                    Duty::Go(tile) => [Some(tile), None],
                    Duty::Wander { center, goal, .. } => [Some(center), goal.as_ref()],
                });
                let mut tiles = tiles
                    .iter()
                    .chain(memory.known.iter())
                    .chain(duties.flatten());
                tiles.all(|tile| tile.index() < hexes)
                    && memory.target.iter().all(is_unit)
                    && state.health.now <= state.health.max
                    && (state.health.now > 0) == (state.presence != Presence::Dead)
                    && state.gear.all().all(|thing| thing.is_in(content))
                    && (state.effects.0.iter())
                        .all(|one| one.turns > 0 && one.effect.index() < content.effects.len())
            })
    }
}
