//! The computer: each character by its script (§9), the party's, too.
//!
//! **Invariant:** draws nothing; decides by what the characters of the side see and remember.

use bevy::prelude::World;

use crate::{
    battle::unit::{Side, UnitId},
    playing::{Advice, Weighed},
    rules::party::{
        log,
        order::Order,
        progress::{PARTY, Progress, can_act, party},
        script::{self, Choice},
    },
};

/// Says what the computer orders for a side, and why.
pub(super) fn advise(world: &World, side: Side) -> Advice<Order> {
    match world.resource::<Progress>().acting {
        Some(id) => advice(world, id, script::choose(world, id)),
        None if side == PARTY => {
            let able = party(world).filter(|&id| can_act(world, id));
            let mut choices = able.map(|id| (id, script::choose(world, id)));
            let acts = choices.find(|(_, choice)| !matches!(choice.order, Order::Rest(_)));
            match acts {
                Some((id, choice)) => advice(world, id, choice),
                None => Advice::new(
                    Order::EndTurn,
                    log::order(world, &Order::EndTurn),
                    Vec::new(),
                ),
            }
        }
        None => unreachable!("a side that owes an order has somebody who acts"),
    }
}

/// Tells a choice with all rules that were looked at for it, the one that fired first.
fn advice(world: &World, id: UnitId, choice: Choice) -> Advice<Order> {
    let last = choice.tried.len().saturating_sub(1);
    let lines = script::trace(world, id, &choice).into_iter().enumerate();
    let weighed = lines.map(|(at, line)| {
        let (rule, outcome) = line.rsplit_once(": ").unwrap_or((&line, ""));
        Weighed {
            order: rule.to_owned(),
            purpose: outcome.to_owned(),
            points: -(at as i32),
            is_chosen: at == last && choice.tried[at] == script::Outcome::Fired,
        }
    });
    let told = log::order(world, &choice.order);
    Advice::new(choice.order.clone(), told, weighed.collect())
}
