//! Plain tactics of the party and of others: what single-minded players do, by whom computers are measured and
//! whom they expect.
//!
//! **Invariant:** every order passes, by what the side knows. What a tactic has nothing to say to is done as
//! usual.

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::grid::{Direction, TileId};
use crate::battle::order::Pending;
use crate::battle::phase::Turn;
use crate::battle::unit::{Health, Side, UnitId, Units};
use crate::rules::kit::ways::{Ways, around};
use crate::rules::party::ai::{self, may_act};
use crate::rules::party::attack::Fighter;
use crate::rules::party::character::Purse;
use crate::rules::party::order::Order;
use crate::rules::party::progress::{PARTY, Progress, hunters, party, seen_foes};
use crate::rules::party::scenario::Map;
use crate::rules::party::{Party, check, outlook, planner, setup};

/// How somebody plays who goes by one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tactic {
    /// Strikes whom it reaches where it stands, and goes nowhere.
    Stand,
    /// Makes for the way out, past everybody.
    Run,
    /// Goes for the nearest.
    Rush,
    /// Everybody goes for the weakest.
    Focus,
    /// Gets out of sight, ends combat and comes again.
    Hide,
    /// Strikes what comes into reach for two turns, then plays as usual.
    Wait,
    /// Has the planner decide for everybody, scripts or not.
    Plan,
}

impl Tactic {
    /// All of them, in the order of their manners.
    pub(super) const ALL: [Self; 7] = [
        Self::Stand,
        Self::Run,
        Self::Rush,
        Self::Focus,
        Self::Hide,
        Self::Wait,
        Self::Plan,
    ];

    /// Names of them, in that order.
    pub(super) const NAMES: [&str; Self::ALL.len()] =
        ["Stand", "Run", "Rush", "Focus", "Hide", "Wait", "Plan"];
}

/// Turn in which whoever waited waits no longer.
const PATIENCE: u16 = 3;

/// Says what a side orders by a tactic; none if it plays as usual now.
pub(super) fn choose(world: &World, side: Side, tactic: Tactic) -> Option<Order> {
    match tactic {
        Tactic::Stand => stand(world, side),
        Tactic::Run => run(world, side),
        Tactic::Rush => rush(world, side),
        Tactic::Focus => focus(world, side),
        Tactic::Hide => hide(world, side),
        Tactic::Wait => match world.resource::<Turn>().number < PATIENCE {
            true => stand(world, side),
            false => None,
        },
        Tactic::Plan => {
            let by = acting(world, side)
                .first()
                .copied()
                .filter(|_| side != PARTY);
            let is_open = side == PARTY || by.is_some();
            let fights = world.resource::<Progress>().fights() && is_open;
            let planned = fights.then(|| planner::choose(world, side, by, false));
            planned.flatten().map(|(order, _)| order)
        }
    }
}

/// Lists who may act in combat: of the party in any order, of others one at a time.
pub(super) fn acting(world: &World, side: Side) -> Vec<UnitId> {
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
pub(super) fn rest(world: &World, side: Side) -> Option<Order> {
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
        .find_map(|&id| ai::strike_at_hand(world, side, id))
}

fn stand(world: &World, side: Side) -> Option<Order> {
    let able = acting(world, side);
    if able.is_empty() {
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
pub(super) fn way_out(world: &World) -> &[TileId] {
    match setup::goal(world) {
        Some(zone) => zone,
        None => setup::escape(world),
    }
}

/// Lists the enemies that somebody of a side goes for: that the party sees, or that it sees itself.
fn targets(world: &World, side: Side, id: UnitId) -> Vec<UnitId> {
    match side {
        PARTY => hunters(world).collect(),
        _ => seen_foes(world, id).collect(),
    }
}

fn rush(world: &World, side: Side) -> Option<Order> {
    let able = acting(world, side);
    let units = Units::of(world);
    let nears = |&id: &UnitId| {
        let foes = targets(world, side, id).into_iter();
        let nearest = foes.min_by_key(|&foe| (units.distance(id, foe), foe))?;
        approach(world, side, id, nearest)
    };
    strike(world, side, &able).or_else(|| able.iter().find_map(nears))
}

fn focus(world: &World, side: Side) -> Option<Order> {
    let units = Units::of(world);
    let able = acting(world, side);
    let goes = |&id: &UnitId| {
        let foes = targets(world, side, id).into_iter();
        let weakest = foes.min_by_key(|&foe| (units.part::<Health>(foe).now, foe))?;
        let blow = Order::Attack(id, weakest);
        match check::begin(world, side, &blow) {
            Ok(_) => Some(blow),
            Err(_) => approach(world, side, id, weakest),
        }
    };
    (able.iter().find_map(goes)).or_else(|| strike(world, side, &able))
}

/// Has a character go beside an enemy, as far as its action points go; whoever shoots goes nowhere.
fn approach(world: &World, side: Side, id: UnitId, foe: UnitId) -> Option<Order> {
    let (content, units) = (setup::content(world), Units::of(world));
    if Fighter::of(world, id).is_ranged(content) {
        return None;
    }
    let grid = world.resource::<Board>().grid;
    let (seat, goal) = (units.seat(id)?, units.seat(foe)?);
    let beside: Vec<_> = around(grid, goal, 1).collect();
    if beside.contains(&seat) {
        return None;
    }
    let ways = ways(world, side, seat, u16::MAX);
    let nearest = ways
        .found()
        .iter()
        .copied()
        .find(|tile| beside.contains(tile))?;
    walk(world, side, id, ways.path(nearest)?)
}

/// Searches the ways of a side from a hex around all whom it knows.
fn ways(world: &World, side: Side, from: TileId, most: u16) -> Ways {
    outlook::search(world, side, &[from], most, |tile| {
        check::is_barred(world, side, tile)
    })
}

/// Has a character go a way as far as its action points go.
fn walk(world: &World, side: Side, id: UnitId, mut path: Vec<Direction>) -> Option<Order> {
    let step = setup::content(world).figures.costs.step.max(1);
    path.truncate(usize::from(Units::of(world).part::<Purse>(id).ap / step));
    let order = Order::Move(id, path);
    check::begin(world, side, &order).is_ok().then_some(order)
}

/// Gets out of sight of all enemies in sight; whoever cannot strikes. Out of sight of all, combat ends.
fn hide(world: &World, side: Side) -> Option<Order> {
    let able = acting(world, side);
    let units = Units::of(world);
    if able.is_empty() {
        return None;
    }
    let goes = |&id: &UnitId| {
        let foes = targets(world, side, id).into_iter();
        let seats = foes.filter_map(|foe| units.seat(foe));
        let seen: Vec<_> = seats
            .map(|seat| outlook::sight(world, side, seat))
            .collect();
        let is_seen = |tile: TileId| seen.iter().any(|sight| sight.contains(tile));
        let seat = units.seat(id)?;
        if !is_seen(seat) {
            return None;
        }
        let ways = ways(world, side, seat, outlook::steps(world, id));
        let hidden = ways.found().iter().copied().find(|&tile| !is_seen(tile))?;
        walk(world, side, id, ways.path(hidden)?)
    };
    let found = able.iter().find_map(goes);
    found
        .or_else(|| strike(world, side, &able))
        .or_else(|| rest(world, side))
}
