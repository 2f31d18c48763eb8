//! What the core does for rules that have both sides order at once, and that ask in mid-flight.

use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use hexscape::battle::order::{Pending, fingerprint, submit};
use hexscape::battle::phase::Turn;
use hexscape::battle::rules::Rules;
use hexscape::battle::snapshot::Snapshot;
use hexscape::battle::step::{BattlePlugin, Reporting, begin_mirroring, step};
use hexscape::battle::unit::{Side, UnitId};
use hexscape::playing::Game;

use super::rules::{Bids, Event, Muddled, Order, Refusal, SealedBids};
use super::{begun, mission};

fn order(world: &mut World, side: u8, order: Order) -> Vec<Event> {
    submit::<SealedBids>(world, Side(side), order).expect("it passes")
}

#[test]
fn both_sides_owe_an_order_at_once_and_the_last_one_resolves_both() {
    let mut world = begun();
    let owing = |world: &World| [0, 1].map(|side| SealedBids::owes(world, Side(side)));
    assert_eq!(owing(&world), [true, true]);
    let sealed = order(&mut world, 1, Order::Bid(2));
    assert_eq!(sealed, [Event::Sealed(Side(1), 2)]);
    assert_eq!(owing(&world), [true, false]);
    let again = submit::<SealedBids>(&mut world, Side(1), Order::Bid(3));
    assert_eq!(again, Err(Refusal::NotNow));
    let (bids, loser) = ([1, 2], Side(0));
    let shown = order(&mut world, 0, Order::Bid(1));
    let expected = [Event::Sealed(loser, 1), Event::Shown { bids, loser }];
    assert_eq!(shown, expected, "the plan stops to ask");
    assert_eq!(owing(&world), [true, false], "only the loser is asked");
}

#[test]
fn a_computer_whose_order_is_refused_gives_the_last_legal_one() {
    let mut app = App::new();
    app.add_plugins((StatesPlugin, BattlePlugin::<SealedBids>::default()));
    let world = app.world_mut();
    SealedBids::set_up(world, &mission("", ""), 5);
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
    let mut world = begun();
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
    let refused = fingerprint::<SealedBids>(&mut world);
    assert_eq!(refused, waiting, "refusals change nothing");
    let lost = order(&mut world, 0, Order::Lose(UnitId(1)));
    assert_eq!(lost, [Event::Lost(UnitId(1)), Event::TurnBegan]);
    assert!(world.resource::<Pending<SealedBids>>().0.is_none());
    assert_eq!(world.resource::<Turn>().number, 2);
}

#[test]
fn a_snapshot_taken_while_a_plan_waits_goes_on_from_the_question() {
    let mut world = begun();
    order(&mut world, 0, Order::Bid(2));
    order(&mut world, 1, Order::Bid(2));
    let text = ron::to_string(&Snapshot::<SealedBids>::take(&world)).expect("it is plain data");
    let waiting = world.resource::<Pending<SealedBids>>().0.as_ref();
    let loser = waiting.expect("the loser of a tie is asked").side.0;
    let answer = Order::Lose(UnitId(2 * u16::from(loser)));
    let straight = order(&mut world, loser, answer.clone());

    let mut other = begun();
    let read: Snapshot<SealedBids> = ron::from_str(&text).expect("it was just written");
    read.restore(&mut other);
    assert_eq!(order(&mut other, loser, answer), straight);
    let prints = [&mut world, &mut other].map(fingerprint::<SealedBids>);
    assert_eq!(prints[0], prints[1]);
}
