//! The seam on a rule set as small as can be that uses what the battlescape does not: both sides
//! order in secret at once, the plan stops in mid-flight to ask the loser, and the answer resumes it.
//!
//! *Sealed bids*: each side bids its strength in secret. When both have bid, the bids are shown, a
//! die decides a tie, and the side that loses picks which of its units goes.

use std::fmt;

use bevy::{prelude::*, state::app::StatesPlugin};
use hexscape::{
    battle::{
        self, BattleSetup,
        board::{Board, TileState},
        dice::{Dice, Label, Roll},
        grid::{Direction, Grid, Layout, TileId},
        journal::{Divergence, Journal, replay},
        order::{Pending, fingerprint, submit},
        phase::{Ending, Outcome, Turn, Verdict},
        rules::{Rules, Step, Waiting},
        snapshot::Snapshot,
        step::{BattlePlugin, Reporting, begin_mirroring, step},
        unit::{self, Facing, Health, Position, Presence, Side, UnitId, Vision, units_on_board},
    },
    content,
    rules::battlescape::content::BattlescapeContent,
};
use serde::{Deserialize, Serialize};

/// The rule set.
#[derive(Clone, Debug, PartialEq)]
struct SealedBids;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Order {
    Bid(u8),
    Lose(UnitId),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Event {
    Sealed(Side, u8),
    Shown { bids: [u8; 2], loser: Side },
    Lost(UnitId),
    Ended(Ending),
    TurnBegan,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Task {
    Seal(Side, u8),
    Show,
    AskLoser(Side),
    Take(UnitId),
    Judge,
}

/// Tasks, the next one last.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Plan(Vec<Task>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct PickLoss;

#[derive(Clone, Debug, PartialEq)]
enum Refusal {
    NotNow,
    NotYours,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotNow => "this cannot be ordered now",
            Self::NotYours => "that unit is not yours to lose",
        })
    }
}

/// Bids of this turn, hidden from the other side until both are in.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Bids([Option<u8>; 2]);

/// Has the computer give orders that nobody asked for.
#[derive(Resource)]
struct Muddled;

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
            (Order::Bid(bid), None) if Self::owes(world, side) => {
                Ok(Plan(vec![Task::Seal(side, *bid)]))
            }
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
                battle::knowledge::renew_view(world, *unit);
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
            None => (0..=3).map(Order::Bid).collect(),
        }
    }

    fn decide(world: &mut World, side: Side) -> Order {
        if world.contains_resource::<Muddled>() {
            return Order::Lose(UnitId(0));
        }
        Self::legal_orders(world, side).swap_remove(0)
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

/// Two units a side on a small flat-top board.
fn set_up(world: &mut World) {
    let catalog = content::load_default().expect("the shipped content is sound");
    let grid = Grid::new(Layout::FlatOddColumns, 6, 4);
    let floor = TileState {
        terrain: catalog.terrain_named("floor").expect("shipped"),
        ..TileState::default()
    };
    world.insert_resource(Bids::default());
    let setup = BattleSetup {
        catalog: &catalog,
        grid,
        tiles: &vec![floor; grid.len()],
        elevation: &vec![0; grid.len()],
        hexsides: &[],
        sight: &catalog.part::<BattlescapeContent>().figures.sight,
        units: 4,
        sides: 2,
        seed: 5,
    };
    battle::set_up::<SealedBids>(world, &setup);
    for index in 0..4_u16 {
        let id = UnitId(index);
        unit::enlist(world, id, Side(u8::try_from(index / 2).expect("small")));
        unit::unit_mut(world, id).insert((
            Position(TileId(u32::from(index))),
            Presence::OnBoard,
            Facing(Direction::new(0)),
            Health { now: 1, max: 1 },
            Vision(5),
        ));
    }
    battle::open_up(world);
}

fn order(world: &mut World, side: u8, order: Order) -> Vec<Event> {
    submit::<SealedBids>(world, Side(side), order).expect("it passes")
}

#[test]
fn both_sides_owe_an_order_at_once_and_the_last_one_resolves_both() {
    let mut world = World::new();
    set_up(&mut world);
    let owing = |world: &World| [0, 1].map(|side| SealedBids::owes(world, Side(side)));
    assert_eq!(owing(&world), [true, true]);
    assert_eq!(
        order(&mut world, 1, Order::Bid(2)),
        [Event::Sealed(Side(1), 2)]
    );
    assert_eq!(owing(&world), [true, false]);
    let again = submit::<SealedBids>(&mut world, Side(1), Order::Bid(3));
    assert_eq!(again, Err(Refusal::NotNow));
    assert_eq!(
        order(&mut world, 0, Order::Bid(1)),
        [
            Event::Sealed(Side(0), 1),
            Event::Shown {
                bids: [1, 2],
                loser: Side(0)
            }
        ],
        "the plan stops to ask"
    );
    assert_eq!(owing(&world), [true, false], "only the loser is asked");
}

#[test]
fn a_computer_whose_order_is_refused_gives_the_last_legal_one() {
    let mut app = App::new();
    app.add_plugins((StatesPlugin, BattlePlugin::<SealedBids>::default()));
    let world = app.world_mut();
    set_up(world);
    world.insert_resource(Muddled);
    // One order a step.
    world.insert_resource(Reporting(true));
    begin_mirroring(world);
    step(world);
    step(world);
    assert_eq!(*world.resource::<Bids>(), Bids([Some(3), None]));
}

#[test]
fn an_answer_resumes_the_plan_that_asked() {
    let mut world = World::new();
    set_up(&mut world);
    order(&mut world, 0, Order::Bid(0));
    order(&mut world, 1, Order::Bid(3));
    let waiting = fingerprint::<SealedBids>(&mut world);
    for (side, answer, refusal) in [
        (1, Order::Lose(UnitId(2)), Refusal::NotNow),
        (0, Order::Lose(UnitId(2)), Refusal::NotYours),
        (0, Order::Bid(1), Refusal::NotNow),
    ] {
        let refused = submit::<SealedBids>(&mut world, Side(side), answer);
        assert_eq!(refused, Err(refusal));
    }
    assert_eq!(
        fingerprint::<SealedBids>(&mut world),
        waiting,
        "refusals change nothing"
    );
    assert_eq!(
        order(&mut world, 0, Order::Lose(UnitId(1))),
        [Event::Lost(UnitId(1)), Event::TurnBegan]
    );
    assert!(world.resource::<Pending<SealedBids>>().0.is_none());
    assert_eq!(world.resource::<Turn>().number, 2);
}

#[test]
fn a_snapshot_taken_while_a_plan_waits_goes_on_from_the_question() {
    let mut world = World::new();
    set_up(&mut world);
    order(&mut world, 0, Order::Bid(2));
    order(&mut world, 1, Order::Bid(2));
    let snapshot = Snapshot::<SealedBids>::take(&world);
    let text = ron::to_string(&snapshot).expect("snapshots are plain data");
    let loser = snapshot_loser(&world);
    let answer = Order::Lose(UnitId(2 * u16::from(loser)));
    let straight = order(&mut world, loser, answer.clone());
    let straight = (straight, fingerprint::<SealedBids>(&mut world));

    let mut other = World::new();
    set_up(&mut other);
    let read: Snapshot<SealedBids> = ron::from_str(&text).expect("it was just written");
    read.restore(&mut other);
    let resumed = order(&mut other, loser, answer);
    assert_eq!((resumed, fingerprint::<SealedBids>(&mut other)), straight);
}

fn snapshot_loser(world: &World) -> u8 {
    let waiting = world.resource::<Pending<SealedBids>>().0.as_ref();
    waiting.expect("the loser of a tie is asked").side.0
}

#[test]
fn a_whole_battle_of_answers_replays_and_a_changed_bid_is_caught() {
    let mut world = World::new();
    set_up(&mut world);
    while world.resource::<Verdict>().0.is_none() {
        let side = (0..2)
            .map(Side)
            .find(|&side| SealedBids::owes(&world, side));
        let side = side.expect("a battle that is not over waits for an order");
        let choice = SealedBids::decide(&mut world, side);
        order(&mut world, side.0, choice);
    }
    let played = fingerprint::<SealedBids>(&mut world);
    let mut entries = world.resource::<Journal<SealedBids>>().entries.clone();
    let mut again = World::new();
    set_up(&mut again);
    assert_eq!(replay::<SealedBids>(&mut again, &entries, &mut ()), Ok(()));
    assert_eq!(fingerprint::<SealedBids>(&mut again), played);

    entries[1].order = Order::Bid(3);
    set_up(&mut again);
    let caught = replay::<SealedBids>(&mut again, &entries, &mut ());
    assert!(
        matches!(caught, Err(Divergence::Fingerprint { order: 2, .. })),
        "{caught:?}"
    );
}
