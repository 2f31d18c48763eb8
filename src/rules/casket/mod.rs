//! Caskets: machines that fight with cards, where every wound is a card lost.
//!
//! In each round units act in the order of their initiative. A turn is a sequence of steps, turns and cards, paid
//! with SP; what is spent past the Safe SP risks a Backfire. An attack is a card, which the defender answers with
//! a reaction; damage is paid with cards of hand and deck, and who has none left is disabled.
//!
//! **Invariant:** figures come from content; section numbers (§), conflicts (C) and clarifications are those of
//! the reference of the casket. All rules reckon on a [`duel::Duel`]; no card is known by name.

mod ahead;
mod apply;
pub mod attack;
pub mod book;
mod check;
pub mod content;
pub mod costs;
pub mod duel;
mod editor;
pub mod event;
mod game;
mod imagine;
mod land;
pub mod legal;
pub mod log;
pub mod machine;
mod observe;
pub mod order;
pub mod plan;
pub mod planner;
pub mod progress;
mod renewal;
pub mod scenario;
mod score;
pub mod setup;
pub mod sight;
mod vectors;
pub mod workshop;

use bevy::prelude::World;

use crate::battle::ahead::{Candidate, Effort, Manner};
use crate::battle::board::Board;
use crate::battle::dice::Dice;
use crate::battle::rules::{Rules, Step, Waiting};
use crate::battle::state::UnitParts;
use crate::battle::unit::{Presence, Side, UnitId, side_of};
use crate::rules::casket::duel::{Duel, Machine};
use crate::rules::casket::event::Event;
use crate::rules::casket::machine::UnitState;
use crate::rules::casket::order::{Choice, Order, Refusal};
use crate::rules::casket::plan::{Next, Plan};
use crate::rules::casket::progress::Progress;
use crate::rules::kit::dense::Copies;

/// Most Taint that figures allow; a renewal may have lowered them since.
const MOST_TAINT: u8 = 20;

/// The casket rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Casket;

impl Rules for Casket {
    const NAME: &'static str = "Casket";
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
        match plan.next(&Duel::of(world), dice) {
            Next::Event(event) => Step::Event(event),
            Next::Ask(side, choice) => Step::Ask(side, choice),
            Next::Done => Step::Done,
        }
    }

    fn apply(world: &mut World, event: &Event) {
        apply::apply(world, event);
    }

    fn opening(world: &World) -> Option<Plan> {
        Plan::closing(&Duel::of(world))
    }

    fn closing(world: &World) -> Option<Plan> {
        Plan::closing(&Duel::of(world))
    }

    fn is_undoable(order: &Order) -> bool {
        matches!(order, Order::Step(_) | Order::Turn(_) | Order::Brace)
    }

    fn is_due(world: &World, side: Side) -> bool {
        let acting = world.resource::<Progress>().acting;
        acting.is_some_and(|unit| side_of(world, unit) == side)
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
        Copies::<Machine>::renew(world);
        setup::open_eyes(world);
    }

    fn restore_unit(world: &mut World, id: UnitId, state: &UnitState) {
        state.insert(world, id);
        Copies::<Machine>::renew(world);
    }

    fn fits(world: &World, units: &[(UnitId, UnitState)], extra: &Progress) -> bool {
        let hexes = world.resource::<Board>().grid.len();
        let content = setup::content(world);
        let sides = usize::from(crate::battle::side_count(world));
        let is_unit = |id: &UnitId| id.index() < units.len();
        extra.acting.iter().chain(&extra.order).all(is_unit)
            && extra.points.len() == sides
            && extra.held.len() == setup::scenario(world).zones.len()
            && extra
                .held
                .iter()
                .flatten()
                .all(|(side, _)| side.index() < sides)
            && units.iter().all(|(_, state)| {
                let piles = &state.piles;
                let known = |card: content::CardId| card.index() < content.cards.len();
                state.tile.index() < hexes
                    && piles.is_sound()
                    && piles.cards.iter().all(|physical| known(physical.card))
                    && state.body.strike.is_none_or(known)
                    && state.body.hurt_by.iter().all(is_unit)
                    && state.body.taint <= MOST_TAINT
                    && matches!(state.presence, Presence::OnBoard | Presence::Dead)
            })
    }
}
