//! The rules: orders, events, the plan between them, and the state.

use std::fmt;

use bevy::prelude::*;
use hexscape::{
    battle::{
        board::Board,
        dice::{Dice, Label, Roll},
        grid::TileId,
        knowledge,
        order::Pending,
        phase::{Ending, Outcome, Turn, Verdict},
        rules::{Rules, Step, Waiting},
        unit::{self, Position, Presence, Side, UnitId, units_on_board},
    },
    playing::Setting,
};
use serde::{Deserialize, Serialize};

use super::game::Figures;

/// Returns the figures in force.
fn figures(world: &World) -> &Figures {
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

/// Tasks, the next one last.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Plan(Vec<Task>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PickLoss;

#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    NotNow,
    NotYours,
    TooMuch(u8),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotNow => f.write_str("this cannot be ordered now"),
            Self::NotYours => f.write_str("that unit is not yours to lose"),
            Self::TooMuch(most) => write!(f, "at most {most} can be bid"),
        }
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
    type Plan = Plan;
    type Refusal = Refusal;
    type UnitState = (TileId, Presence);
    type Extra = Bids;

    fn begin(
        world: &World,
        side: Side,
        order: &Order,
        waiting: Option<&Waiting<Self>>,
    ) -> Result<Plan, Refusal> {
        match (order, waiting) {
            (Order::Lose(unit), Some(asked)) if asked.side == side => {
                if !units_on_board(world, side).any(|own| own == *unit) {
                    return Err(Refusal::NotYours);
                }
                let mut plan = asked.plan.clone();
                plan.0.push(Task::Take(*unit));
                Ok(plan)
            }
            (Order::Bid(bid), None) if Self::owes(world, side) => match figures(world).most {
                most if *bid > most => Err(Refusal::TooMuch(most)),
                _ => Ok(Plan(vec![Task::Seal(side, *bid)])),
            },
            _ => Err(Refusal::NotNow),
        }
    }

    fn next(plan: &mut Plan, world: &World, dice: &mut Dice) -> Step<Self> {
        match plan.0.pop() {
            None => Step::Done,
            Some(Task::Seal(side, bid)) => Step::Event(Event::Sealed(side, bid)),
            Some(Task::Show) => {
                let bids = world
                    .resource::<Bids>()
                    .0
                    .map(|bid| bid.expect("both are in"));
                let loser = match bids[0].cmp(&bids[1]) {
                    std::cmp::Ordering::Less => 0,
                    std::cmp::Ordering::Greater => 1,
                    std::cmp::Ordering::Equal => dice.die(Label::Ai, 2) as u8 - 1,
                };
                plan.0.push(Task::AskLoser(Side(loser)));
                let loser = Side(loser);
                Step::Event(Event::Shown { bids, loser })
            }
            Some(Task::AskLoser(side)) => Step::Ask(side, PickLoss),
            Some(Task::Take(unit)) => Step::Event(Event::Lost(unit)),
            Some(Task::Judge) => {
                let beaten = (0..2)
                    .map(Side)
                    .find(|&side| units_on_board(world, side).count() == 0);
                Step::Event(beaten.map_or(Event::TurnBegan, |loser| {
                    let (outcome, winner) = match loser {
                        Side(0) => (Outcome::Defeat, Side(1)),
                        _ => (Outcome::Victory, Side(0)),
                    };
                    let turn = world.resource::<Turn>().number;
                    Event::Ended(Ending {
                        outcome,
                        winner,
                        turn,
                    })
                }))
            }
        }
    }

    fn react(_: &mut Plan, _: &World, _: &Event) {}

    fn apply(world: &mut World, event: &Event) {
        match event {
            Event::Sealed(side, bid) => {
                world.resource_mut::<Bids>().0[side.index()] = Some(*bid);
            }
            Event::Shown { .. } => {}
            Event::Lost(unit) => {
                world.resource_mut::<Board>().leave(*unit);
                unit::edit(world, *unit).set(Presence::Dead);
                knowledge::renew_view(world, *unit);
            }
            Event::Ended(ending) => world.resource_mut::<Verdict>().0 = Some(*ending),
            Event::TurnBegan => {
                world.resource_mut::<Turn>().number += 1;
                *world.resource_mut::<Bids>() = Bids::default();
            }
        }
    }

    fn closing(world: &World) -> Option<Plan> {
        let all_in = world.resource::<Bids>().0.iter().all(Option::is_some);
        (all_in && world.resource::<Verdict>().0.is_none())
            .then(|| Plan(vec![Task::Judge, Task::Show]))
    }

    fn is_undoable(_: &Order) -> bool {
        false
    }

    fn owes(world: &World, side: Side) -> bool {
        if world.resource::<Verdict>().0.is_some() {
            return false;
        }
        match &world.resource::<Pending<Self>>().0 {
            Some(waiting) => waiting.side == side,
            None => world.resource::<Bids>().0[side.index()].is_none(),
        }
    }

    fn legal_orders(world: &World, side: Side) -> Vec<Order> {
        if !Self::owes(world, side) {
            return Vec::new();
        }
        match world.resource::<Pending<Self>>().0 {
            Some(_) => units_on_board(world, side).map(Order::Lose).collect(),
            None => (0..=figures(world).most).map(Order::Bid).collect(),
        }
    }

    fn decide(world: &mut World, side: Side) -> Order {
        if world.contains_resource::<Muddled>() {
            return Order::Lose(UnitId(0));
        }
        super::game::advice(world, side).order
    }

    fn read_unit(world: &World, id: UnitId) -> (TileId, Presence) {
        let unit = unit::unit(world, id);
        let tile = unit.get::<Position>().expect("set up with one").0;
        (tile, *unit.get::<Presence>().expect("set up with one"))
    }

    fn read_extra(world: &World) -> Bids {
        world.resource::<Bids>().clone()
    }

    fn fits(_: &World, _: &[(UnitId, (TileId, Presence))], _: &Bids) -> bool {
        true
    }

    fn restore(world: &mut World, units: &[(UnitId, (TileId, Presence))], extra: &Bids) {
        for &(id, (tile, presence)) in units {
            unit::unit_mut(world, id).insert((Position(tile), presence));
        }
        world.insert_resource(extra.clone());
    }
}
