//! Operations: battalions, from barrage to close assault.
//!
//! In each half of a stage one side moves and attacks, up to two times. A combat segment goes step by step:
//! guns are placed, barrages planned in secret and fired, the defender may retreat, both sides assign units to
//! anti-armor fire and assaults, and each assault ends in losses, retreats and captures.
//!
//! **Invariant:** figures come from content; section numbers (§), switches (S) and clarifications are those of
//! the operations reference. All rules reckon on a [`field::Field`].

mod ahead;
mod apply;
pub mod armor;
pub mod assault;
pub mod barrage;
pub mod book;
pub mod check;
pub mod content;
mod editor;
pub mod event;
pub mod field;
mod game;
mod imagine;
pub mod known;
mod land;
pub mod legal;
pub mod log;
pub mod loss;
pub mod movement;
mod observe;
pub mod order;
pub mod plan;
pub mod planner;
pub mod progress;
pub mod reach;
mod renewal;
pub mod retreat;
pub mod scenario;
pub mod setup;
pub mod stage;
pub mod table;
pub mod unit;
mod vectors;
pub mod zones;

use bevy::prelude::World;

use crate::battle::ahead::{Candidate, Effort, Manner};
use crate::battle::board::Board;
use crate::battle::dice::Dice;
use crate::battle::rules::{Rules, Step, Waiting};
use crate::battle::state::UnitParts;
use crate::battle::unit::{Presence, Side, UnitId};
use crate::rules::kit::dense::Copies;
use crate::rules::operations::event::Event;
use crate::rules::operations::field::{Field, Unit};
use crate::rules::operations::order::{Choice, Order, Refusal};
use crate::rules::operations::plan::{Next, Plan};
use crate::rules::operations::progress::Progress;
use crate::rules::operations::unit::UnitState;

/// The operations rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operations;

impl Rules for Operations {
    const NAME: &'static str = "Operations";
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
        check::begin(world, side, order, waiting)
    }

    fn next(plan: &mut Plan, world: &World, dice: &mut Dice) -> Step<Self> {
        match plan.next(&Field::of(world), dice) {
            Next::Event(event) => Step::Event(event),
            Next::Ask(side, choice) => Step::Ask(side, choice),
            Next::Done => Step::Done,
        }
    }

    fn apply(world: &mut World, event: &Event) {
        apply::apply(world, event);
    }

    fn opening(world: &World) -> Option<Plan> {
        Plan::closing(&Field::of(world))
    }

    fn closing(world: &World) -> Option<Plan> {
        Plan::closing(&Field::of(world))
    }

    fn is_undoable(order: &Order) -> bool {
        matches!(order, Order::Move(..) | Order::Ride(..))
    }

    fn is_undoable_in(world: &World, order: &Order) -> bool {
        // At a table nobody else has seen what the user did.
        let at_table = Field::of(world).table().is_some() && !matches!(order, Order::Renew(_));
        at_table || Self::is_undoable(order)
    }

    fn is_due(world: &World, side: Side) -> bool {
        Field::of(world).is_due(side)
    }

    fn legal_orders(world: &World, side: Side) -> Vec<Order> {
        legal::orders(world, side)
    }

    fn decide(world: &mut World, side: Side) -> Order {
        planner::advise(world, side, false).order
    }

    fn decide_as(world: &mut World, side: Side, manner: Manner) -> Order {
        ahead::decide_as(world, side, manner)
    }

    fn candidates(world: &mut World, side: Side) -> Vec<Candidate<Self>> {
        ahead::candidates(world, side)
    }

    fn expected(_: &World, _: Side, battle: u64) -> Manner {
        ahead::expected(battle)
    }

    fn standing(world: &World, side: Side) -> i64 {
        ahead::standing(world, side)
    }

    fn imagine(world: &World, side: Side, seed: u64, into: &mut World) -> bool {
        imagine::imagine(world, side, seed, into)
    }

    fn settle(world: &mut World) {
        Copies::<Unit>::renew(world);
        setup::open_eyes(world);
    }

    fn restore_unit(world: &mut World, id: UnitId, state: &UnitState) {
        state.insert(world, id);
        Copies::<Unit>::renew(world);
    }

    fn fits(world: &World, units: &[(UnitId, UnitState)], extra: &Progress) -> bool {
        let hexes = world.resource::<Board>().grid.len();
        let scenario = setup::scenario(world);
        extra.seals.len() == 2
            && extra.firing.len() == 2
            && extra.tallies.len() == 2
            && extra.facilities.len() == scenario.facilities.len()
            && extra.holders.len() == scenario.objectives.len()
            && units
                .iter()
                .zip(&scenario.units)
                .all(|((_, state), setup)| {
                    state.tile.index() < hexes
                        && state.body.toe.len() == setup.toe.len()
                        && matches!(state.presence, Presence::OnBoard | Presence::Dead)
                })
    }
}
