//! The rules: orders, events, the plan between them, and the state.

use std::cmp::Ordering;

use bevy::prelude::*;
use hexscape::battle::dice::{Dice, Label, Roll};
use hexscape::battle::grid::TileId;
use hexscape::battle::order::Pending;
use hexscape::battle::phase::{Ending, Turn, Verdict};
use hexscape::battle::rules::{Rules, Step, Waiting};
use hexscape::battle::state::unit_state;
use hexscape::battle::unit::{self, Position, Presence, Side, UnitId, units_on_board};
use hexscape::playing::{Game, Setting};
use serde::{Deserialize, Serialize};

use super::game::Figures;

/// Returns the figures in force.
pub fn figures(world: &World) -> &Figures {
    world.resource::<Setting>().mission.catalog.part()
}

/// The rule set.
#[derive(Clone, Debug, PartialEq)]
pub struct SealedBids;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    Bid(u8),
    Lose(UnitId),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    Sealed(Side, u8),
    Shown { bids: [u8; 2], loser: Side },
    Lost(UnitId),
    Ended(Ending),
    TurnBegan,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Task {
    Seal(Side, u8),
    Show,
    AskLoser(Side),
    Take(UnitId),
    Judge,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PickLoss;

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    #[error("this cannot be ordered now")]
    NotNow,
    #[error("that unit is not yours to lose")]
    NotYours,
    #[error("at most {0} can be bid")]
    TooMuch(u8),
}

unit_state! {
    /// Every changing component of a bidder.
    pub struct Bidder {
        /// Where it stands, or stood last.
        pub tile: TileId as Position,
        /// Whether it is still in.
        pub presence: Presence,
    }
}

/// Bids of this turn, hidden from the other side until both are in.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bids(pub [Option<u8>; 2]);

/// Has the computer give orders that nobody asked for.
#[derive(Resource)]
pub struct Muddled;

impl Rules for SealedBids {
    const NAME: &'static str = "SealedBids";
    type Order = Order;
    type Event = Event;
    type Choice = PickLoss;
    /// Tasks, the next one last.
    type Plan = Vec<Task>;
    type Refusal = Refusal;
    type UnitState = Bidder;
    type Extra = Bids;

    fn begin(
        world: &World,
        side: Side,
        order: &Order,
        waiting: Option<&Waiting<Self>>,
    ) -> Result<Vec<Task>, Refusal> {
        match (order, waiting) {
            _ if !Self::owes(world, side) => Err(Refusal::NotNow),
            (Order::Lose(unit), Some(asked)) => {
                if !units_on_board(world, side).any(|own| own == *unit) {
                    return Err(Refusal::NotYours);
                }
                let mut plan = asked.plan.clone();
                plan.push(Task::Take(*unit));
                Ok(plan)
            }
            (Order::Bid(bid), None) => match figures(world).most {
                most if *bid > most => Err(Refusal::TooMuch(most)),
                _ => Ok(vec![Task::Seal(side, *bid)]),
            },
            _ => Err(Refusal::NotNow),
        }
    }

    fn next(plan: &mut Vec<Task>, world: &World, dice: &mut Dice) -> Step<Self> {
        match plan.pop() {
            None => Step::Done,
            Some(Task::Seal(side, bid)) => Step::Event(Event::Sealed(side, bid)),
            Some(Task::Show) => {
                let bids = world.resource::<Bids>().0;
                let bids = bids.map(|bid| bid.expect("both are in"));
                let loser = Side(match bids[0].cmp(&bids[1]) {
                    Ordering::Less => 0,
                    Ordering::Greater => 1,
                    Ordering::Equal => dice.die(Label::Ai, 2) as u8 - 1,
                });
                plan.push(Task::AskLoser(loser));
                Step::Event(Event::Shown { bids, loser })
            }
            Some(Task::AskLoser(side)) => Step::Ask(side, PickLoss),
            Some(Task::Take(unit)) => Step::Event(Event::Lost(unit)),
            Some(Task::Judge) => {
                let ending = Ending::of_last_standing(world);
                Step::Event(ending.map_or(Event::TurnBegan, Event::Ended))
            }
        }
    }

    fn apply(world: &mut World, event: &Event) {
        match event {
            Event::Sealed(side, bid) => {
                world.resource_mut::<Bids>().0[side.index()] = Some(*bid);
            }
            Event::Shown { .. } => {}
            Event::Lost(unit) => unit::take_off_board(world, *unit, Presence::Dead),
            Event::Ended(ending) => world.resource_mut::<Verdict>().0 = Some(*ending),
            Event::TurnBegan => {
                world.resource_mut::<Turn>().number += 1;
                *world.resource_mut::<Bids>() = Bids::default();
            }
        }
    }

    fn closing(world: &World) -> Option<Vec<Task>> {
        let all_in = world.resource::<Bids>().0.iter().all(Option::is_some);
        (all_in && world.resource::<Verdict>().0.is_none()).then(|| vec![Task::Judge, Task::Show])
    }

    fn is_due(world: &World, side: Side) -> bool {
        world.resource::<Bids>().0[side.index()].is_none()
    }

    fn legal_orders(world: &World, side: Side) -> Vec<Order> {
        match world.resource::<Pending<Self>>().0 {
            _ if !Self::owes(world, side) => Vec::new(),
            Some(_) => units_on_board(world, side).map(Order::Lose).collect(),
            None => (0..=figures(world).most).map(Order::Bid).collect(),
        }
    }

    fn decide(world: &mut World, side: Side) -> Order {
        match world.contains_resource::<Muddled>() {
            true => Order::Lose(UnitId(0)),
            false => Self::advise(world, side).order,
        }
    }
}
