//! What a computer of the fleet that looks ahead goes by: the plans of all modes, and how a battle stands.
//!
//! **Invariant:** candidates are plans from what the side knows, so that they pass the check.

use bevy::prelude::World;

use crate::battle::ahead::{Candidate, Effort, Manner, WON};
use crate::battle::phase::Turn;
use crate::battle::rollout::Horizon;
use crate::battle::unit::Side;
use crate::content::mode::AiMode;
use crate::rules::fleet::forces::{Forces, Vessel};
use crate::rules::fleet::order::Order;
use crate::rules::fleet::progress::Progress;
use crate::rules::fleet::{Fleet, ai};

/// How much is thought about a plan.
pub(super) const EFFORT: Effort = Effort {
    battles: 4,
    horizon: Horizon {
        phases: 24,
        orders: 200,
    },
};

/// Names of the manners: to play in each of the modes.
pub(super) const MANNERS: [&str; AiMode::ALL.len()] = {
    let mut names = [""; AiMode::ALL.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = AiMode::CHOICES[at].0;
        at += 1;
    }
    names
};

/// Turns in which nothing happened after which others are taken to stay where they are.
const QUIET: u16 = 3;
/// Turn from which they are also expected to stay if they have not reached the carrier.
const LATE: u16 = 8;
/// What the carrier counts for beside a ship of as much hull.
const CARRIER: i64 = 2;
/// What an undecided battle is worth at most.
const MOST: i64 = WON * 7 / 10;

/// Chooses the plan of a manner.
pub(super) fn decide_as(world: &mut World, side: Side, manner: Manner) -> Order {
    let mode = usize::from(manner.0)
        .checked_sub(1)
        .and_then(|at| AiMode::ALL.get(at));
    ai::decide(world, side, mode.copied())
}

/// Lists the usual plan and those of the modes.
pub(super) fn candidates(world: &mut World, side: Side) -> Vec<Candidate<Fleet>> {
    let mode = Forces::of(world).mode(side);
    let usual = manner_of(mode);
    let manners = Manner::all::<Fleet>().filter(|&manner| manner != usual);
    let plans = manners.map(|then| Candidate {
        order: decide_as(world, side, then),
        then,
    });
    plans.collect()
}

/// Says how others are taken to play: if nothing happens for turns, or the own carrier was not hit for long, most of
/// them stay where they are, since an attacker would have arrived by then.
pub(super) fn expected(world: &World, side: Side, battle: u64) -> Manner {
    let progress = world.resource::<Progress>();
    let is_late = world.resource::<Turn>().number >= LATE && !progress.of(side).was_hit;
    match (is_late || progress.quiet >= QUIET) && !battle.is_multiple_of(4) {
        true => manner_of(AiMode::Hold),
        false => Manner::mixed::<Fleet>(battle),
    }
}

/// Returns the manner of a mode.
fn manner_of(mode: AiMode) -> Manner {
    let at = AiMode::ALL.iter().position(|&one| one == mode);
    Manner(at.map_or(0, |at| at as u8 + 1))
}

/// Says how a battle stands: by the hull that either side has left, in the hangars, too.
pub(super) fn standing(world: &World, side: Side) -> i64 {
    let forces = Forces::of(world);
    let worth = |vessel: &Vessel| {
        let hull = i64::from(vessel.now.hull.now);
        match vessel.is_carrier() {
            true => hull * CARRIER,
            false => hull,
        }
    };
    let left = |of_own: bool| -> i64 {
        let alive = forces.all().filter(|vessel| vessel.is_alive());
        let those = alive.filter(|vessel| match of_own {
            true => vessel.side == side,
            false => forces.are_hostile(side, vessel.side),
        });
        those.map(worth).sum()
    };
    let (own, others) = (left(true), left(false));
    (own - others) * MOST / (own + others).max(1)
}
