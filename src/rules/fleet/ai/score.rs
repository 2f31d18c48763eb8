//! What a candidate is worth: harm done and suffered, the carrier's screen, the network, the way.
//!
//! **Invariant:** harm comes from the forecast, which is the code that fights; weights from content.

use crate::{
    battle::{grid::TileId, unit::UnitId},
    rules::fleet::{
        ai::{Mind, candidates::Candidate},
        dogfight, fight, forecast,
        muster::Muster,
        order::Action,
        stats::ADJACENT,
    },
};

/// Whom a candidate attacks, and the hundredths of hull that takes on average.
pub(super) fn aim(mind: &Mind, ship: UnitId, candidate: &Candidate) -> Option<(UnitId, u32)> {
    let there = placed(mind, ship, candidate);
    let target = target(&there, ship, candidate)?;
    Some((target, forecast::attack(&there, ship, target).average))
}

/// Returns the points of a candidate.
pub(super) fn points(mind: &Mind, ship: UnitId, candidate: &Candidate) -> i64 {
    let there = placed(mind, ship, candidate);
    let vessel = mind.muster.get(ship);
    if candidate.lands {
        return landing(mind, ship) - risk(mind, &there, ship, candidate);
    }
    let Some(tile) = candidate.tile.or(vessel.tile) else {
        return 0;
    };
    offense(mind, &there, ship, candidate) * i64::from(mind.mode.offense) / 100
        - suffering(mind, &there, ship, tile) * i64::from(mind.mode.caution) / 100
        - risk(mind, &there, ship, candidate)
        - closing(mind, ship, tile)
        + screen(mind, tile) * i64::from(mind.mode.screen) / 100
        + network(mind, ship, candidate, tile)
}

/// Returns the muster with the ship where the candidate has it.
fn placed<'w>(mind: &Mind<'w>, ship: UnitId, candidate: &Candidate) -> Muster<'w> {
    let mut there = mind.muster.clone();
    if let Some(tile) = candidate.tile {
        there.place(ship, tile, candidate.facing);
    }
    let vessel = there.get_mut(ship);
    vessel.stance = candidate.stance;
    vessel.target = candidate.order.target;
    there
}

/// Returns whom the ship would attack from there, if the others stay where they are.
fn target(there: &Muster, ship: UnitId, candidate: &Candidate) -> Option<UnitId> {
    let vessel = there.get(ship);
    if vessel.now.ammo == 0 {
        return None;
    }
    if let Some(carrier) = there.carrier_target(ship) {
        let is_ready = !there.options.single_occupancy || vessel.now.gun.remaining == 0;
        return (candidate.stance.fire && is_ready).then_some(carrier);
    }
    if !there.options.single_occupancy {
        return fight::opponent(there, ship, vessel.tile?);
    }
    let fires = candidate.stance.fire && vessel.now.gun.remaining == 0;
    fires.then(|| dogfight::target(there, ship)).flatten()
}

/// Returns the points for what the ship would do to its target; hull that others were set on counts less.
fn offense(mind: &Mind, there: &Muster, ship: UnitId, candidate: &Candidate) -> i64 {
    let ai = &mind.muster.content.ai;
    let Some(target) = target(there, ship, candidate) else {
        let wastes = there.options.single_occupancy
            && candidate.stance.fire
            && there.get(ship).now.ammo > 0
            && there.get(ship).now.gun.remaining == 0;
        return if wastes { -i64::from(ai.waste) } else { 0 };
    };
    let forecast = forecast::attack(there, ship, target);
    let hull = u32::from(there.get(target).now.hull.now) * 100;
    let aimed = mind.aimed.get(&target).copied().unwrap_or_default();
    let average = forecast.average.min(hull.saturating_sub(aimed.min(hull)));
    let is_carrier = there.get(target).class.is_carrier();
    let weight = if is_carrier {
        ai.carrier_damage
    } else {
        ai.damage
    };
    let mut points = i64::from(average) * i64::from(weight) / 100;
    let left = hull.saturating_sub(aimed);
    if left > 0 {
        points += i64::from(forecast.destroyed) * i64::from(ai.kill) / 100;
        // What others hurt already is worth finishing.
        let share = i64::from(aimed) * 100 / i64::from(hull.max(1));
        points += points * share / 100 * i64::from(ai.focus) / 100;
    }
    let splash = i64::try_from(forecast.splash.len()).unwrap_or(0);
    points + splash * i64::from(there.content.figures.torpedo.splash) * i64::from(ai.damage)
}

/// Returns the points for what known enemies could do to the ship there, each in reach counting once.
fn suffering(mind: &Mind, there: &Muster, ship: UnitId, tile: TileId) -> i64 {
    let weight = i64::from(mind.muster.content.ai.suffer);
    let foes = there.foes(mind.side).filter(|foe| foe.now.ammo > 0);
    let threats = foes.filter(|foe| {
        let range = match there.options.single_occupancy {
            true => u32::from(there.weapon(foe.id).range),
            false => u32::from(there.moves(foe.id)),
        };
        foe.tile.is_some_and(|at| there.distance(at, tile) <= range)
    });
    let average = threats.map(|foe| i64::from(forecast::attack(there, foe.id, ship).average));
    average.sum::<i64>() * weight / 100
}

/// Returns the points for the risk of being intercepted on the way.
fn risk(mind: &Mind, there: &Muster, ship: UnitId, candidate: &Candidate) -> i64 {
    let mut before = there.clone();
    if let Some(from) = mind.muster.get(ship).tile {
        before.place(ship, from, candidate.facing);
    }
    let way = match there.options.single_occupancy {
        // The last hex is free as far as is known, and others block without a fight.
        true => &candidate.path[..],
        false => &candidate.path[..candidate.path.len().saturating_sub(1)],
    };
    let risks = forecast::risks(&before, ship, way);
    let first = risks.first().map_or(0, |risk| risk.forecast.average);
    i64::from(first) * i64::from(mind.muster.content.ai.interception)
}

/// Returns the points lost by the distance to where the ship is meant to go.
fn closing(mind: &Mind, ship: UnitId, tile: TileId) -> i64 {
    let Some(goal) = goal(mind, ship, tile) else {
        return 0;
    };
    let weight = i64::from(mind.muster.content.ai.closing) * i64::from(mind.mode.closing) / 100;
    i64::from(mind.muster.distance(tile, goal)) * weight
}

/// Returns the carrier for ships that are dry or badly hurt, the enemy for others.
fn goal(mind: &Mind, ship: UnitId, tile: TileId) -> Option<TileId> {
    let home = mind
        .muster
        .carrier_of(mind.side)
        .and_then(|carrier| carrier.tile);
    let docks = (mind.muster.ship_type(ship)).is_some_and(|kind| kind.docks);
    match home {
        Some(home) if docks && is_spent(mind, ship) => Some(home),
        _ => mind.goal(tile),
    }
}

/// Whether a ship is dry or as badly hurt as its mode retreats.
fn is_spent(mind: &Mind, ship: UnitId) -> bool {
    let now = mind.muster.get(ship).now;
    let is_armed = (mind.muster.ship_type(ship)).is_some_and(|kind| kind.ammo > 0);
    let percent = u32::from(now.hull.now) * 100 / u32::from(now.hull.max.max(1));
    let is_hurt = now.hull.now < now.hull.max && percent <= u32::from(mind.mode.retreat_percent);
    is_armed && now.ammo == 0 || is_hurt
}

/// Returns the points for landing: only the dry, the hurt and the unarmed have anything from it.
fn landing(mind: &Mind, ship: UnitId) -> i64 {
    match is_spent(mind, ship) {
        true => i64::from(mind.muster.content.ai.land),
        false => -i64::from(mind.muster.content.ai.land),
    }
}

/// Returns the points for standing between the carrier and the nearest enemy.
fn screen(mind: &Mind, tile: TileId) -> i64 {
    let ai = &mind.muster.content.ai;
    let home = mind
        .muster
        .carrier_of(mind.side)
        .and_then(|carrier| carrier.tile);
    let Some((home, (far, _, foe))) = home.and_then(|home| Some((home, mind.nearest(home)?)))
    else {
        return 0;
    };
    let is_near = mind.muster.distance(home, tile) <= u32::from(ai.screen_within);
    let is_between = mind.muster.distance(tile, foe) < far;
    match is_near && is_between {
        true => i64::from(ai.screen),
        false => 0,
    }
}

/// Returns the points for lending fire control to the ships beside it that are planned to fight.
fn network(mind: &Mind, ship: UnitId, candidate: &Candidate, tile: TileId) -> i64 {
    let lends = (mind.muster.ship_type(ship)).is_some_and(|kind| kind.fire_control);
    if !lends || candidate.stance.action != Action::Defend {
        return 0;
    }
    let served = mind.muster.flying().filter(|vessel| {
        let is_beside = vessel
            .tile
            .is_some_and(|at| mind.muster.distance(at, tile) == ADJACENT);
        vessel.side == mind.side && vessel.id != ship && vessel.stance.fire && is_beside
    });
    let served = i64::try_from(served.count()).unwrap_or(0);
    served * i64::from(mind.muster.content.ai.network)
}
