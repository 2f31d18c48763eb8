//! The computer player: what a unit does in its turn, and how it answers what is asked.
//!
//! A turn is a sequence, so sequences are weighed: a beam over steps, turns and cards, each carried out by the
//! rules themselves on a copy of the battle ([`plan`](super::plan)). What an attack does is weighed by all its
//! results with the odds of the rules; crossing the Red Line by all results of the Backfire; where the turn ends,
//! by what foes may do there before the next.
//!
//! **Invariant:** it sees what its side is shown ([`Duel::shown_to`]): its own cards, and of others what is public;
//! the order of its own deck it does not know. It draws no dice of the battle.

mod answers;
mod beam;
mod breach;
mod cards;
pub(super) mod frail;
mod heat;
mod known;
mod moves;
mod spread;
mod tale;
mod threat;
mod worth;

use bevy::prelude::World;

use crate::battle::order::Pending;
use crate::battle::unit::{Side, UnitId};
use crate::content::mode::AiMode;
use crate::playing::{Advice, Setting, Weighed};
use crate::rules::casket::Casket;
use crate::rules::casket::duel::Duel;
use crate::rules::casket::log;
use crate::rules::casket::machine::CardNo;
use crate::rules::casket::order::{Choice, Order};
use crate::rules::casket::planner::beam::{Search, Weight};

/// How far a computer goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bounds {
    /// As far as the rules allow.
    #[default]
    None,
    /// Never past the Red Line.
    Safe,
}

/// Sequences that are kept at each depth by whoever decides hastily.
const HASTY_BEAM: usize = 3;

/// Says what the computer would order for a side now, and why.
pub fn advise(world: &World, side: Side, tells: bool) -> Advice<Order> {
    let (weighed, purpose) = weigh(world, side, Bounds::None, false, tells);
    told(world, weighed, purpose, tells)
}

/// Returns the order of a computer that keeps within these bounds, for comparisons.
pub fn decide_within(world: &World, side: Side, bounds: Bounds) -> Order {
    let (weighed, _) = weigh(world, side, bounds, false, false);
    best(&weighed).order.clone()
}

/// Returns the order of a computer that looks at less of what it can do, and chooses nearly as well.
pub(super) fn decide_hastily(world: &World, side: Side, bounds: Bounds) -> Order {
    let (weighed, _) = weigh(world, side, bounds, true, false);
    best(&weighed).order.clone()
}

/// Lists what a side can order now, the best first, of equals in the order in which they were weighed.
pub(super) fn ranked(world: &World, side: Side) -> Vec<(Order, i64)> {
    let (mut weighed, _) = weigh(world, side, Bounds::None, false, false);
    weighed.sort_by_key(|one| std::cmp::Reverse(one.points));
    let ranked = weighed.into_iter().map(|one| (one.order, one.points));
    ranked.collect()
}

fn weigh(
    world: &World,
    side: Side,
    bounds: Bounds,
    hastily: bool,
    tells: bool,
) -> (Vec<Weight>, &'static str) {
    let mode = mode(world, side);
    let duel = Duel::shown_to(world, side);
    if let Some(waiting) = &world.resource::<Pending<Casket>>().0 {
        let blow = waiting.plan.blow();
        return (answers::weigh(&duel, &waiting.choice, blow, mode), "answer");
    }
    let unit = duel
        .progress
        .acting
        .expect("a side that owes an order has a unit that acts");
    let mut search = Search::full(&duel, bounds);
    if hastily {
        search.beam = search.beam.min(HASTY_BEAM);
    }
    (beam::weigh(&duel, unit, mode, search, tells), "turn")
}

/// Lists the hand of a casket, what is worth least first.
pub(super) fn worst_of_hand(duel: &Duel, unit: UnitId) -> Vec<CardNo> {
    let hand = cards::by_worth(duel, unit).into_iter();
    hand.map(|(_, no)| no).collect()
}

/// Answers what is asked for a unit that no side orders.
pub fn answer(duel: &Duel, choice: &Choice) -> Order {
    let mut known = duel.clone();
    known.hide_from(duel.get(choice.unit()).side, None);
    let weighed = answers::weigh(&known, choice, None, AiMode::Aggressive);
    best(&weighed).order.clone()
}

/// Chooses what a unit does that no side orders: it attacks whoever is near (clarification 17).
pub(super) fn rampage(duel: &Duel, unit: UnitId) -> Order {
    let mut known = duel.clone();
    known.hide_from(duel.get(unit).side, None);
    let search = Search::full(&known, Bounds::None);
    let weighed = beam::weigh(&known, unit, AiMode::Aggressive, search, false);
    best(&weighed).order.clone()
}

fn mode(world: &World, side: Side) -> AiMode {
    let mission = &world.resource::<Setting>().mission;
    mission.sides[side.index()].controller.mode()
}

/// Returns the option of most points, the first of equals.
fn best(weighed: &[Weight]) -> &Weight {
    let mut best = &weighed[0];
    for one in weighed {
        if one.points > best.points {
            best = one;
        }
    }
    best
}

fn told(world: &World, mut weighed: Vec<Weight>, purpose: &str, tells: bool) -> Advice<Order> {
    let chosen = best(&weighed).order.clone();
    if !tells {
        return Advice::new(chosen, String::new(), Vec::new());
    }
    weighed.sort_by_key(|one| std::cmp::Reverse(one.points));
    let words = log::order(world, &chosen);
    let mut is_told = false;
    let weighed = weighed.into_iter().map(|one| {
        let is_chosen = !is_told && one.order == chosen;
        is_told |= is_chosen;
        Weighed {
            order: log::order(world, &one.order),
            purpose: match one.line.is_empty() {
                true => purpose.to_owned(),
                false => one.line,
            },
            points: one.points.clamp(-1_000_000, 1_000_000) as i32,
            is_chosen,
        }
    });
    let weighed = weighed.collect();
    Advice::new(chosen, words, weighed)
}
