//! What a computer of the party, or of others, looks ahead by: plain tactics, the best of what was weighed, and
//! how a battle stands.
//!
//! **Invariant:** candidates are orders that pass, by what the side knows.

use bevy::prelude::World;

use crate::battle::ahead::{Candidate, Effort, Manner, WON};
use crate::battle::order::orders_of;
use crate::battle::rollout::Horizon;
use crate::battle::unit::{Health, Presence, Side, UnitId, Units};
use crate::rules::party::ai;
use crate::rules::party::order::Order;
use crate::rules::party::progress::{PARTY, Progress, foes, hunters, party, seen_foes};
use crate::rules::party::scenario::Goal;
use crate::rules::party::tactics::{self, Tactic, acting, rest, way_out};
use crate::rules::party::{Party, check, outlook, planner, setup};

/// How much is thought about an order.
pub(super) const EFFORT: Effort = Effort {
    battles: 6,
    horizon: Horizon {
        phases: 6,
        orders: 200,
    },
};

/// Names of the manners.
pub(super) const MANNERS: [&str; Tactic::ALL.len()] = Tactic::NAMES;

/// Most of what was weighed that is looked ahead from.
const MOST: usize = 5;
/// Tactics that are thought about.
const TRIED: [Tactic; 6] = [
    Tactic::Stand,
    Tactic::Run,
    Tactic::Rush,
    Tactic::Focus,
    Tactic::Hide,
    Tactic::Plan,
];
/// Percent of a life that somebody alive is worth however hurt.
const LIFE: i64 = 50;
/// What an undecided battle is worth at most.
const UNDECIDED: i64 = WON * 8 / 10;
/// Points lost for each hex to where the party has to go, and most of them.
const FAR: (i64, i64) = (8, 200);

/// Returns the manner of a tactic.
fn manner_of(tactic: Tactic) -> Manner {
    let at = Tactic::ALL.iter().position(|&one| one == tactic);
    Manner(at.map_or(0, |at| at as u8 + 1))
}

/// Chooses an order in a manner.
pub(super) fn decide_as(world: &World, side: Side, manner: Manner) -> Order {
    let at = usize::from(manner.0).checked_sub(1);
    let tactic = at.and_then(|at| Tactic::ALL.get(at));
    let plain = tactic.and_then(|&tactic| tactics::choose(world, side, tactic));
    plain.unwrap_or_else(|| ai::advise(world, side, false).order)
}

/// Says how others are taken to play: mostly as usual, in every fourth battle in another manner.
pub(super) fn expected(side: Side, battle: u64) -> Manner {
    let less: [Tactic; 2] = match side {
        PARTY => [Tactic::Rush, Tactic::Plan],
        _ => [Tactic::Rush, Tactic::Run],
    };
    match battle % 4 {
        3 => manner_of(less[(battle / 4 % 2) as usize]),
        _ => Manner::USUAL,
    }
}

/// Lists the orders to choose from: the usual one, the best alternatives of the character with most to gain, those of
/// plain tactics, and resting if nobody can be struck. All are played on in the same manner, so that orders are compared
/// and not manners.
pub(super) fn candidates(world: &World, side: Side) -> Vec<Candidate<Party>> {
    let able = acting(world, side);
    let sees = match side {
        PARTY => hunters(world).next().is_some(),
        _ => able.iter().any(|&id| seen_foes(world, id).next().is_some()),
    };
    let then = match side {
        PARTY => Manner::USUAL,
        _ => manner_of(Tactic::Plan),
    };
    let mut all = vec![Candidate {
        order: ai::advise(world, side, false).order,
        then,
    }];
    if able.is_empty() || !sees {
        return all;
    }
    let by = world.resource::<Progress>().acting;
    let mut orders = planner::best(world, side, by, MOST);
    orders.extend(
        TRIED
            .into_iter()
            .filter_map(|tactic| tactics::choose(world, side, tactic)),
    );
    orders.extend(rest(world, side));
    let strikes = |order: &Order| matches!(order, Order::Attack(..) | Order::Cast(..));
    let can_strike = orders.iter().chain([&all[0].order]).any(strikes);
    for order in orders {
        let is_vain = match order {
            // Action points go with the turn.
            Order::Rest(_) | Order::EndTurn => can_strike,
            _ => goes_back(world, side, &order),
        };
        let new = Candidate { order, then };
        let passes = || check::begin(world, side, &new.order).is_ok();
        if !is_vain && !all.contains(&new) && passes() {
            all.push(new);
        }
    }
    all
}

/// Whether a walk ends where the character stood since it last did something in this turn. Small leads by chance would
/// have it walk to and fro.
fn goes_back(world: &World, side: Side, order: &Order) -> bool {
    let Order::Move(id, way) = order else {
        return false;
    };
    let units = Units::of(world);
    let Some(seat) = units.seat(*id) else {
        return false;
    };
    let grid = &units.board().grid;
    let to = (way.iter()).try_fold(seat, |at, &step| grid.neighbor(at, step));
    let mut at = seat;
    for order in orders_of::<Party>(world, side).rev() {
        match order {
            Order::Move(who, way) if who == id => {
                for step in way.iter().rev() {
                    match grid.neighbor(at, step.opposite()) {
                        Some(before) if to == Some(before) => return true,
                        Some(before) => at = before,
                        None => return false,
                    }
                }
            }
            Order::Move(..) | Order::Open(_) | Order::Alert(_) => {}
            _ => return false,
        }
    }
    false
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
