//! What a computer of the party, or of others, looks ahead by: plain tactics, the best of what was weighed, and
//! how a battle stands.
//!
//! **Invariant:** candidates are orders that pass, by what the side knows.

use bevy::prelude::World;

use crate::battle::ahead::{Candidate, Effort, Manner, WON};
use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::order::Pending;
use crate::battle::rollout::Horizon;
use crate::battle::unit::{Health, Presence, Side, UnitId, Units};
use crate::rules::kit::ways::around;
use crate::rules::party::ai::{self, may_act};
use crate::rules::party::order::Order;
use crate::rules::party::progress::{PARTY, Progress, foes, hunters, party, seen_foes};
use crate::rules::party::scenario::{Goal, Map};
use crate::rules::party::{Party, check, outlook, planner, setup};

/// How much is thought about an order.
pub(super) const EFFORT: Effort = Effort {
    battles: 3,
    horizon: Horizon {
        phases: 6,
        orders: 120,
    },
};

/// Strikes whom it reaches where it stands, and goes nowhere.
const STAND: Manner = Manner(1);
/// Makes for the way out, past everybody.
const RUN: Manner = Manner(2);
/// Goes for the nearest.
const RUSH: Manner = Manner(3);
/// Names of the manners.
pub(super) const MANNERS: [&str; 3] = ["Stand", "Run", "Rush"];

/// Most of what was weighed that is looked ahead from.
const MOST: usize = 5;
/// Percent of a life that somebody alive is worth however hurt.
const LIFE: i64 = 50;
/// What an undecided battle is worth at most.
const UNDECIDED: i64 = WON * 8 / 10;
/// Points lost for each hex to where the party has to go, and most of them.
const FAR: (i64, i64) = (8, 200);

/// Chooses an order in a manner.
pub(super) fn decide_as(world: &World, side: Side, manner: Manner) -> Order {
    let plain = match manner {
        STAND => stand(world, side),
        RUN => run(world, side),
        RUSH => rush(world, side),
        _ => None,
    };
    plain.unwrap_or_else(|| ai::decide_hastily(world, side))
}

/// Whether a side is in combat and has to order: the party in any order, others one at a time.
fn acting(world: &World, side: Side) -> Vec<UnitId> {
    let progress = world.resource::<Progress>();
    let is_open = world.resource::<Pending<Party>>().0.is_none() && progress.fights();
    match progress.acting {
        _ if !is_open || setup::map(world) == Map::Overland => Vec::new(),
        Some(id) => vec![id],
        None if side == PARTY => party(world).filter(|&id| may_act(world, id)).collect(),
        None => Vec::new(),
    }
}

/// Ends what a side does, in combat.
fn rest(world: &World, side: Side) -> Option<Order> {
    let progress = world.resource::<Progress>();
    let order = match progress.acting {
        Some(id) => Order::Rest(id),
        None if check::begin(world, PARTY, &Order::EndCombat).is_ok() => Order::EndCombat,
        None => Order::EndTurn,
    };
    check::begin(world, side, &order).is_ok().then_some(order)
}

/// Has the first that has an enemy in reach strike it.
fn strike(world: &World, side: Side, able: &[UnitId]) -> Option<Order> {
    able.iter()
        .find_map(|&id| ai::strike_at_hand(world, side, id, 0))
}

fn stand(world: &World, side: Side) -> Option<Order> {
    let able = acting(world, side);
    if able.is_empty() && !world.resource::<Progress>().fights() {
        return None;
    }
    strike(world, side, &able).or_else(|| rest(world, side))
}

/// Makes for the goal or exit; whoever cannot get there strikes.
fn run(world: &World, side: Side) -> Option<Order> {
    let zone = way_out(world);
    if side != PARTY || zone.is_empty() {
        return None;
    }
    let able = acting(world, side);
    let goes = |&id: &UnitId| {
        let is_there = Units::of(world)
            .seat(id)
            .is_some_and(|at| zone.contains(&at));
        let way = (!is_there).then(|| ai::go_to(world, id, zone, ""));
        let order = way.flatten()?.order;
        check::begin(world, PARTY, &order).is_ok().then_some(order)
    };
    able.iter()
        .find_map(goes)
        .or_else(|| strike(world, side, &able))
}

/// Returns where the party has to go, or can go out.
fn way_out(world: &World) -> &[TileId] {
    match setup::goal(world) {
        Some(zone) => zone,
        None => setup::escape(world),
    }
}

fn rush(world: &World, side: Side) -> Option<Order> {
    let able = acting(world, side);
    if side != PARTY {
        let id = *able.first()?;
        return planner::choose(world, side, Some(id), false).map(|(order, _)| order);
    }
    let units = Units::of(world);
    let grid = world.resource::<Board>().grid;
    let nears = |&id: &UnitId| {
        let nearest = hunters(world).min_by_key(|&foe| (units.distance(id, foe), foe))?;
        let beside = around(grid, units.seat(nearest)?, 1);
        let beside: Vec<_> = beside.collect();
        if beside.contains(&units.seat(id)?) {
            return None;
        }
        let order = ai::go_to(world, id, &beside, "")?.order;
        check::begin(world, PARTY, &order).is_ok().then_some(order)
    };
    strike(world, side, &able).or_else(|| able.iter().find_map(nears))
}

/// Lists what can be ordered: what is usual, what a plain tactic says, the best of what was weighed, and to do no
/// more.
pub(super) fn candidates(world: &World, side: Side) -> Vec<Candidate<Party>> {
    let usual = ai::advise(world, side, false).order;
    let mut all = vec![Candidate {
        order: usual,
        then: Manner::USUAL,
    }];
    let able = acting(world, side);
    let sees = match side {
        PARTY => hunters(world).next().is_some(),
        _ => able.iter().any(|&id| seen_foes(world, id).next().is_some()),
    };
    if able.is_empty() || !sees {
        return all;
    }
    let mut add = |order: Order, then| {
        let new = Candidate { order, then };
        if !all.contains(&new) && check::begin(world, side, &new.order).is_ok() {
            all.push(new);
        }
    };
    let by = world.resource::<Progress>().acting;
    for order in planner::best(world, side, by, MOST) {
        add(order, Manner::USUAL);
    }
    for manner in [STAND, RUN, RUSH] {
        let order = match manner {
            STAND => stand(world, side),
            RUN => run(world, side),
            _ => rush(world, side),
        };
        if let Some(order) = order {
            add(order, manner);
        }
    }
    if let Some(order) = rest(world, side) {
        add(order, Manner::USUAL);
    }
    all
}

/// Says how a battle stands: by the lives on either side, and by how far the party is from where it has to go.
pub(super) fn standing(world: &World, side: Side) -> i64 {
    let units = Units::of(world);
    let of = |id: UnitId| {
        let health: Health = *units.part(id);
        let hale = i64::from(health.now) * (100 - LIFE) / i64::from(health.max).max(1);
        match *units.part(id) {
            Presence::OnBoard => LIFE + hale,
            Presence::Escaped => 100,
            Presence::Dead | Presence::Reserve => 0,
        }
    };
    let party: i64 = units
        .ids()
        .filter(|&id| units.side(id) == PARTY)
        .map(of)
        .sum();
    let others: i64 = foes(world, PARTY).map(of).sum();
    let mut points = (party - others) * UNDECIDED / (party + others).max(1);
    if setup::scenario(world).goal != Goal::DefeatAll {
        points -= far(world);
    }
    match side {
        PARTY => points,
        _ => -points,
    }
}

/// Returns the points lost for the hexes between the party and where it has to go.
fn far(world: &World) -> i64 {
    let zone = way_out(world);
    let units = Units::of(world);
    let seats: Vec<_> = party(world).filter_map(|id| units.seat(id)).collect();
    if zone.is_empty() || seats.is_empty() {
        return 0;
    }
    let ways = outlook::search(world, PARTY, zone, u16::MAX, |_| false);
    let steps = seats.iter().map(|&seat| {
        let steps = ways.steps(seat).map_or(FAR.1, i64::from);
        (steps * FAR.0).min(FAR.1)
    });
    steps.sum::<i64>() / seats.len() as i64
}
