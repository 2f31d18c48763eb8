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
mod frail;
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
use crate::rules::casket::order::{Choice, Order};
use crate::rules::casket::planner::beam::Weight;

/// How far a computer goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bounds {
    /// As far as the rules allow.
    #[default]
    None,
    /// Never past the Red Line.
    Safe,
}

/// Says what the computer would order for a side now, and why.
pub fn advise(world: &World, side: Side, tells: bool) -> Advice<Order> {
    let (weighed, purpose) = weigh(world, side, Bounds::None, tells);
    told(world, weighed, purpose, tells)
}

/// Returns the order of a computer that keeps within these bounds, for comparisons.
pub fn decide_within(world: &World, side: Side, bounds: Bounds) -> Order {
    let (weighed, _) = weigh(world, side, bounds, false);
    best(&weighed).order.clone()
}

fn weigh(world: &World, side: Side, bounds: Bounds, tells: bool) -> (Vec<Weight>, &'static str) {
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
    (beam::weigh(&duel, unit, mode, bounds, tells), "turn")
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
    let weighed = beam::weigh(&known, unit, AiMode::Aggressive, Bounds::None, false);
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
