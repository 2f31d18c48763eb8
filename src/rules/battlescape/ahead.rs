//! What a computer of squads looks ahead by: what else the unit in turn could do, plain tactics, and how a
//! battle stands.
//!
//! **Invariant:** candidates are orders that pass, of one unit, by what its side knows. How a battle stands is
//! reckoned in integers from the imagined battle alone.

use std::cmp::Reverse;

use bevy::prelude::World;

use crate::battle::ahead::{Candidate, Effort, Manner, WON};
use crate::battle::grid::TileId;
use crate::battle::phase::Turn;
use crate::battle::rollout::Horizon;
use crate::battle::unit::{Health, Presence, Side, UnitId, Units};
use crate::content::mode::AiMode;
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::ai::{self, Alternative, Purpose, Tactic};
use crate::rules::battlescape::nerve::is_conscious;
use crate::rules::battlescape::objective::{
    Goal, PLAYER, Progress, carried, escaped, home, is_held,
};
use crate::rules::battlescape::order::Order;
use crate::rules::battlescape::scenario::Objective;
use crate::rules::battlescape::side_view::SideView;
use crate::rules::battlescape::soldier::{Rulebook, kind};

/// How much is thought about an order.
pub(super) const EFFORT: Effort = Effort {
    battles: 16,
    horizon: Horizon {
        phases: 8,
        orders: 400,
    },
};

/// Tactics in the order of their manners.
const TACTICS: [Tactic; 11] = [
    Tactic::Mode(AiMode::Aggressive),
    Tactic::Mode(AiMode::Defensive),
    Tactic::Mode(AiMode::Cautious),
    Tactic::Mode(AiMode::Retreat),
    Tactic::Mode(AiMode::Search),
    Tactic::Mode(AiMode::Hold),
    Tactic::Rush,
    Tactic::Focus,
    Tactic::Wait,
    Tactic::Hide,
    Tactic::Run,
];

/// Names of the manners.
pub(super) const MANNERS: [&str; TACTICS.len()] = [
    "Aggressive",
    "Defensive",
    "Cautious",
    "Retreat",
    "Search",
    "Hold",
    "Rush",
    "Focus",
    "Wait",
    "Hide",
    "Run",
];

/// To attack at once.
const ATTACK: Manner = Manner(1);
/// To stay and keep watch.
const HOLD: Manner = Manner(6);
/// Manners whose order for the unit is thought about: to attack, stay, focus, hide and run.
const WAYS: [Manner; 5] = [ATTACK, HOLD, Manner(8), Manner(10), Manner(11)];

/// Most other places that are thought about, and other acts.
const MOST: (usize, usize) = (3, 2);
/// Turns since an enemy was seen for which it is thought about what to do.
const FRESH: u16 = 2;
/// Percent of a life that somebody alive is worth however hurt.
const LIFE: i64 = 40;
/// Percent of a life that somebody unconscious is worth.
const OUT: i64 = 25;
/// What an undecided battle is worth at most.
const UNDECIDED: i64 = WON * 8 / 10;
/// Points for all of what side 0 has to do.
const GOAL: i64 = 250;
/// Percent of the way to a goal that each hex counts.
const HEX: i64 = 4;

/// Returns the tactic of a manner; none is the usual one.
fn tactic(manner: Manner) -> Option<Tactic> {
    let at = usize::from(manner.0).checked_sub(1)?;
    TACTICS.get(at).copied()
}

/// Chooses an order in a manner.
pub(super) fn decide_as(world: &mut World, side: Side, manner: Manner) -> Order {
    ai::decide_by(world, side, tactic(manner))
}

/// Says how others are taken to play: as a rule as usual, in one of four battles they attack or stay.
pub(super) fn expected(battle: u64) -> Manner {
    match battle % 8 {
        3 => ATTACK,
        7 => HOLD,
        _ => Manner::USUAL,
    }
}

/// Lists what can be ordered: what is usual, the best of what else was weighed for the unit, what plain tactics
/// have it do, to keep watch if it could react, and to do no more if there is nothing to fire at.
pub(super) fn candidates(world: &mut World, side: Side) -> Vec<Candidate<Battlescape>> {
    let view = SideView::new(world, side);
    let decision = ai::explain(view);
    let mut all = vec![Candidate {
        order: decision.order.clone(),
        then: Manner::USUAL,
    }];
    let Some(id) = decision.order.unit().filter(|_| matters(view)) else {
        return all;
    };
    // Who has set out goes on, rather than to think again with each step.
    let is_fresh = view.unit(id).footing.moved == 0;
    let mut orders = others(&decision.alternatives, is_fresh);
    orders.extend([Order::Ready(id), Order::EndUnit(id)]);
    orders.extend(WAYS.map(|manner| decide_as(world, side, manner)));
    let view = SideView::new(world, side);
    let attacks = |order: &Order| matches!(order, Order::Attack(..) | Order::Throw(..));
    let can_attack = orders.iter().chain([&decision.order]).any(attacks);
    // A watch under suppression is in vain, and so is to stop with something to fire at: time units go with the phase.
    let is_vain = |order: &Order| match order {
        Order::Ready(_) => !view.could_react(id),
        Order::EndUnit(_) => can_attack,
        _ => false,
    };
    for order in orders {
        let is_of_unit = order.unit() == Some(id) && !is_vain(&order);
        let new = Candidate::<Battlescape> {
            order,
            then: Manner::USUAL,
        };
        if is_of_unit && !all.contains(&new) && view.check(&new.order).is_ok() {
            all.push(new);
        }
    }
    all
}

/// Whether it is worth thinking: enemies are in sight, or were a moment ago.
fn matters(view: SideView) -> bool {
    let turn = view.turn().number;
    let is_fresh = |at: u16| at.saturating_add(FRESH) >= turn;
    !view.is_neutral()
        && (view.enemies().next().is_some()
            || (view.last_seen()).any(|(id, at)| view.is_enemy(id) && is_fresh(at.turn)))
}

/// Lists the best other places and other acts of what was weighed.
fn others(weighed: &[Alternative], is_fresh: bool) -> Vec<Order> {
    let best = |is_place: bool, most: usize| {
        let mut those: Vec<_> = weighed
            .iter()
            .filter(|one| (one.purpose == Purpose::Position) == is_place)
            .collect();
        those.sort_by_key(|one| Reverse(one.points));
        those.into_iter().take(most).map(|one| one.order.clone())
    };
    let places = if is_fresh { MOST.0 } else { 0 };
    best(true, places).chain(best(false, MOST.1)).collect()
}

/// Says how a battle stands: by the lives on either side, and by how far side 0 is with what it has to do.
pub(super) fn standing(world: &World, side: Side) -> i64 {
    let units = Units::of(world);
    let roster = units.roster();
    let lives = |of: &dyn Fn(Side) -> bool| -> i64 {
        let those = units.ids().filter(|&id| of(home(world, id)));
        those.map(|id| life(world, units, id)).sum()
    };
    let own = lives(&|home| home == side);
    let others = lives(&|home| roster.are_hostile(side, home) && !roster.is_neutral(home));
    let points = (own - others) * UNDECIDED / (own + others).max(1);
    let goal = done(world, units) * GOAL / 100;
    match side {
        PLAYER => points + goal,
        _ if roster.are_hostile(side, PLAYER) => points - goal,
        _ => points,
    }
}

/// Returns what a life is worth: more of those that are more of a threat.
fn life(world: &World, units: Units, id: UnitId) -> i64 {
    let health: Health = *units.part(id);
    let percent = match *units.part(id) {
        Presence::OnBoard if !is_conscious(health, *units.part(id)) => OUT,
        Presence::OnBoard => {
            LIFE + (100 - LIFE) * i64::from(health.now) / i64::from(health.max.max(1))
        }
        Presence::Escaped | Presence::Reserve => 100,
        Presence::Dead => 0,
    };
    let levels = &world.resource::<Rulebook>().content().ai.threat.levels;
    percent * (100 + i64::from(levels[&kind(world, id).level])) / 10
}

/// Returns how near something is, in percent of being there.
fn near(hexes: Option<u32>) -> i64 {
    hexes.map_or(0, |hexes| (100 - HEX * i64::from(hexes)).max(0))
}

/// Says how much of its objective side 0 has done, in percent.
fn done(world: &World, units: Units) -> i64 {
    let goal = world.resource::<Goal>();
    let grid = units.board().grid;
    let own: Vec<_> = (units.ids())
        .filter(|&id| home(world, id) == PLAYER)
        .filter(|&id| is_conscious(*units.part(id), *units.part(id)))
        .filter_map(|id| units.seat(id))
        .collect();
    let to =
        |from: TileId, zone: &[TileId]| zone.iter().map(|&tile| grid.distance(from, tile)).min();
    // The nearest, so many of them.
    let nearness = |zone: &[TileId], count: usize| {
        let mut hexes: Vec<_> = own.iter().filter_map(|&seat| to(seat, zone)).collect();
        hexes.sort_unstable();
        let all = (0..count).map(|at| near(hexes.get(at).copied()));
        all.sum::<i64>() / count.max(1) as i64
    };
    let part = |now: u64, all: u64| (now.min(all) * 100 / all.max(1)) as i64;
    let hurt = |id: UnitId| {
        let health: Health = *units.part(id);
        100 - part(health.now.into(), health.max.into())
    };
    let beside = |id: UnitId| units.seat(id).map_or(0, |seat| nearness(&[seat], 1));
    match &goal.primary {
        Objective::Eliminate { .. } => pursuit(world, units, &own),
        Objective::Reach { zone, units } => nearness(zone, *units),
        Objective::Hold { zone, turns } => {
            let held = u64::from(world.resource::<Progress>().held);
            (nearness(zone, 1)
                + part(held, (*turns).into())
                + 100 * i64::from(is_held(world, zone)))
                / 3
        }
        Objective::Control { zones } => {
            let each = zones
                .iter()
                .map(|zone| (nearness(zone, 1) + 100 * i64::from(is_held(world, zone))) / 2);
            each.sum::<i64>() / zones.len().max(1) as i64
        }
        Objective::Escape { units } => {
            let out = escaped(world);
            let left = units.saturating_sub(out);
            let way = nearness(&goal.exits, left) * left as i64;
            (100 * out.min(*units) as i64 + way / 2) / (*units).max(1) as i64
        }
        Objective::Kill { unit } | Objective::Capture { unit } => (hurt(*unit) + beside(*unit)) / 2,
        Objective::Protect { unit, .. } => 100 - hurt(*unit),
        Objective::Rescue { unit } if home(world, *unit) == PLAYER => {
            let way = units.seat(*unit).and_then(|seat| to(seat, &goal.exits));
            50 + near(way) / 2
        }
        Objective::Rescue { unit } => beside(*unit) / 2,
        Objective::Secure { item, count } => part(carried(world, *item) as u64, *count as u64),
        Objective::Survive { turns } => {
            part(world.resource::<Turn>().number.into(), (*turns).into())
        }
    }
}

/// Says how near side 0 is to those that it has to find, in percent; for little, since it is only the way.
fn pursuit(world: &World, units: Units, own: &[TileId]) -> i64 {
    let roster = units.roster();
    let grid = units.board().grid;
    let foes: Vec<_> = units
        .ids()
        .filter(|&id| roster.are_hostile(PLAYER, home(world, id)))
        .filter_map(|id| units.seat(id))
        .collect();
    let hexes = own
        .iter()
        .filter_map(|&seat| foes.iter().map(|&foe| grid.distance(seat, foe)).min());
    let all: i64 = hexes.map(|hexes| near(Some(hexes))).sum();
    all / own.len().max(1) as i64 / 4
}
