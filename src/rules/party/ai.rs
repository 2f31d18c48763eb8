//! The computer: each character by its script (§9), or its side by the planner; the party explores by itself.
//!
//! **Invariant:** draws nothing; decides by what the characters of the side see and remember. No character
//! does more than `most_actions` in a turn, so a turn always ends.

use std::cmp::Reverse;

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{Health, Side, UnitId, Units};
use crate::playing::{Advice, Weighed};
use crate::rules::kit::ways::Ways;
use crate::rules::party::character::Purse;
use crate::rules::party::content::Decider;
use crate::rules::party::delve::{self, Next};
use crate::rules::party::objects::is_trapped;
use crate::rules::party::order::Order;
use crate::rules::party::progress::{PARTY, Progress, can_act, foes, is_hunted, party, sighted};
use crate::rules::party::scenario::Map;
use crate::rules::party::script::{self, Choice};
use crate::rules::party::{attack, check, log, outlook, overland, planner, setup};

/// Says what the computer orders for a side, and why if somebody asks.
pub(super) fn advise(world: &World, side: Side, is_asked: bool) -> Advice<Order> {
    if side == PARTY
        && let Some(advice) = overland::advise(world)
    {
        return advice;
    }
    let progress = world.resource::<Progress>();
    let deciders = &setup::content(world).figures.deciders;
    if let Some(id) = progress.acting {
        return match deciders.others {
            Decider::Script => by_script(world, id, is_asked),
            Decider::Planner => {
                let planned = planner::choose(world, side, Some(id), is_asked);
                told(
                    world,
                    planned.unwrap_or((Order::Rest(id), Vec::new())),
                    is_asked,
                )
            }
        };
    }
    debug_assert_eq!(side, PARTY, "others order while one of theirs acts");
    let able = party(world).filter(|&id| may_act(world, id));
    let ends = check::begin(world, PARTY, &Order::EndCombat).is_ok();
    let found = match deciders.party {
        _ if !progress.fights() => explore_all(world),
        // Out of sight the fight is over, for whoever plans.
        Decider::Planner if ends => None,
        Decider::Planner => {
            let planned = planner::choose(world, PARTY, None, is_asked);
            let planned = planned.map(|planned| told(world, planned, is_asked));
            planned.or_else(|| match is_hunted(world) {
                true => None,
                false => explore_all(world),
            })
        }
        Decider::Script => {
            let mut choices = able.map(|id| by_script(world, id, is_asked));
            choices.find(|advice| !matches!(advice.order, Order::Rest(_)))
        }
    };
    found.unwrap_or_else(|| {
        let order = if ends {
            Order::EndCombat
        } else {
            Order::EndTurn
        };
        told(world, (order, Vec::new()), is_asked)
    })
}

/// Has a character strike the enemy in reach that it most likely brings down.
pub(super) fn strike_at_hand(world: &World, side: Side, id: UnitId) -> Option<Order> {
    let units = Units::of(world);
    let strikes = |&foe: &UnitId| check::begin(world, side, &Order::Attack(id, foe)).is_ok();
    let likely = |&foe: &UnitId| {
        let chance = attack::odds(world, id, foe).chance;
        let left: Health = *units.part(foe);
        (u32::from(chance) << 16) / u32::from(left.now.max(1))
    };
    let known = world.resource::<Knowledge>().of(side);
    let seen = foes(world, side).filter(|&foe| known.sees_unit(foe));
    let best = (seen.filter(strikes)).max_by_key(|foe| (likely(foe), Reverse(*foe)));
    best.map(|foe| Order::Attack(id, foe))
}

/// Puts an order in words if somebody asks.
fn told(world: &World, (order, weighed): (Order, Vec<Weighed>), is_asked: bool) -> Advice<Order> {
    let told = is_asked.then(|| log::order(world, &order));
    Advice::new(order, told.unwrap_or_default(), weighed)
}

/// Asks a character's script.
fn by_script(world: &World, id: UnitId, is_asked: bool) -> Advice<Order> {
    let choice = script::choose(world, id);
    match is_asked {
        true => advice(world, id, choice),
        false => told(world, (choice.order, Vec::new()), false),
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

/// Has a character of the party walk to the nearest hex of a zone that it can reach.
pub(super) fn go_to(
    world: &World,
    id: UnitId,
    zone: &[TileId],
    purpose: &str,
) -> Option<Advice<Order>> {
    let (seat, fights) = (
        Units::of(world).seat(id)?,
        world.resource::<Progress>().fights(),
    );
    let ways = outlook::search(world, PARTY, &[seat], u16::MAX, |tile| {
        fights && check::is_barred(world, PARTY, tile)
    });
    let nearest = ways.found().iter().find(|tile| zone.contains(tile));
    walk_to(world, id, &ways, *nearest?, purpose)
}

/// Has the first of the party explore that can and finds anything to do.
pub(super) fn explore_all(world: &World) -> Option<Advice<Order>> {
    let mut able = party(world).filter(|&id| may_act(world, id));
    able.find_map(|id| explore(world, id))
}

/// Whether the computer has a character of the party do more this turn.
pub(super) fn may_act(world: &World, id: UnitId) -> bool {
    let most = setup::content(world).figures.most_actions;
    can_act(world, id) && Units::of(world).part::<Purse>(id).acts < most
}

/// Has a character of the party take what serves it and walk to the goal, to where an enemy was seen last, to what was never seen,
/// through what bars the way, or to what was not seen for longest; the nearest of such.
fn explore(world: &World, id: UnitId) -> Option<Advice<Order>> {
    let units = Units::of(world);
    let board = world.resource::<Board>();
    let known = world.resource::<Knowledge>().of(PARTY);
    let fights = world.resource::<Progress>().fights();
    let ways = Ways::search(board, &known.layers, units.seat(id)?, u16::MAX, |tile| {
        is_trapped(world, PARTY, tile) || fights && check::is_barred(world, PARTY, tile)
    });
    let in_reach = || ways.found().iter().copied();
    let sightings: Vec<_> = sighted(world, PARTY).collect();
    let hidden = in_reach().filter(|&tile| !known.sees(tile));
    let unseen = hidden.min_by_key(|&tile| known.left_sight(tile));
    let is_new = |tile: &TileId| known.left_sight(*tile) == 0;
    let zone = |zone: &[TileId]| in_reach().find(|tile| zone.contains(tile));
    let (purpose, target, rest) = match setup::goal(world) {
        Some(tiles) => ("walks to the goal", zone(tiles), None),
        None => match zone(&sightings) {
            Some(tile) => ("walks where an enemy was last seen", Some(tile), None),
            // A map that can be left is not searched twice.
            None => (
                "explores",
                unseen.filter(is_new),
                unseen.filter(|_| setup::gate(world).is_empty()),
            ),
        },
    };
    let find = (!fights).then(|| delve::gather(world, id, &ways)).flatten();
    match find {
        // Without the points for it now it waits for the next turn.
        Some(Next::Do(order)) => {
            let passes = check::begin(world, PARTY, &order).is_ok();
            return passes.then(|| alone(world, order, "is best for the party"));
        }
        Some(Next::Walk(tile)) => {
            return walk_to(world, id, &ways, tile, "is best for the party");
        }
        None => {}
    }
    let barrier = match target {
        Some(_) => None,
        None => delve::through(world, id, &ways),
    };
    match barrier {
        Some(Next::Do(order)) => Some(alone(world, order, "advances")),
        Some(Next::Walk(tile)) => walk_to(world, id, &ways, tile, "advances"),
        None => walk_to(world, id, &ways, target.or(rest)?, purpose),
    }
}

/// Has a character walk to a hex as far as its action points go.
fn walk_to(
    world: &World,
    id: UnitId,
    ways: &Ways,
    target: TileId,
    purpose: &str,
) -> Option<Advice<Order>> {
    let step = setup::content(world).figures.costs.step;
    let ap = Units::of(world).part::<Purse>(id).ap;
    let mut path = ways.path(target)?;
    path.truncate(match setup::map(world) {
        // What comes in sight with each hex may change its mind.
        Map::Overland => 1,
        Map::Combat | Map::Local => usize::from(ap / step.max(1)),
    });
    if path.is_empty() {
        return None;
    }
    Some(alone(world, Order::Move(id, path), purpose))
}

/// Tells an order that was weighed against no other.
pub(super) fn alone(world: &World, order: Order, purpose: &str) -> Advice<Order> {
    let weighed = Weighed {
        order: log::order(world, &order),
        purpose: purpose.to_owned(),
        points: 0,
        is_chosen: true,
    };
    Advice::new(order, weighed.order.clone(), vec![weighed])
}
