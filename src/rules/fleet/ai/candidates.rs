//! What one ship could do in a turn.
//!
//! **Invariant:** every candidate passes the check; the first one is to do nothing.

use std::collections::BTreeMap;

use crate::{
    battle::{
        grid::{Direction, TileId},
        unit::UnitId,
    },
    rules::fleet::{
        ai::Mind,
        hangar,
        order::{Action, Maneuver, Route, ShipOrder, Slot, Stance},
        queue,
        stats::ADJACENT,
    },
};

/// One thing a ship could do.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidate {
    /// The order.
    pub(super) order: ShipOrder,
    /// Hexes on the way, the end included.
    pub(super) path: Vec<TileId>,
    /// Where it ends.
    pub(super) tile: Option<TileId>,
    /// How it faces then.
    pub(super) facing: Direction,
    /// What counts in combat.
    pub(super) stance: Stance,
    /// Whether it ends in the hangar.
    pub(super) lands: bool,
}

/// Where a ship can come to, how, and facing where.
#[derive(Clone)]
struct Reach {
    path: Vec<TileId>,
    facing: Direction,
}

/// Lists what a ship could do.
pub(super) fn of(mind: &Mind, ship: UnitId) -> Vec<Candidate> {
    match mind.muster.options.sub_phases {
        1 => by_action(mind, ship),
        _ => by_queue(mind, ship),
    }
}

/// Lists the carriers of enemies within reach of a hex.
fn carriers_near(mind: &Mind, tile: TileId) -> Vec<UnitId> {
    let reach = u32::from(mind.muster.content.figures.carrier.reach);
    let near = mind.muster.carriers().filter(|carrier| {
        let is_near = |at| mind.muster.distance(at, tile) <= reach;
        mind.muster.are_hostile(mind.side, carrier.side) && carrier.tile.is_some_and(is_near)
    });
    near.map(|carrier| carrier.id).collect()
}

fn by_action(mind: &Mind, ship: UnitId) -> Vec<Candidate> {
    let vessel = mind.muster.get(ship);
    let Some(from) = vessel.tile else {
        return vec![Candidate::default()];
    };
    let mut all = Vec::new();
    for (tile, reach) in reaches(mind, ship, from) {
        let with = |action: Action, target: Option<UnitId>, lands| {
            let route = match reach.path.is_empty() {
                true => Route::Stay,
                false => Route::Path(reach.path.clone()),
            };
            let order = ShipOrder {
                action,
                route,
                target,
                ..ShipOrder::default()
            };
            Candidate {
                stance: order.stance(),
                order,
                path: reach.path.clone(),
                tile: Some(tile),
                facing: reach.facing,
                lands,
            }
        };
        if tile == from {
            all.push(with(Action::None, None, false));
            all.push(with(Action::Defend, None, false));
        } else {
            all.push(with(Action::Move, None, false));
        }
        if vessel.now.ammo > 0 {
            all.push(with(Action::Attack, None, false));
            let carriers = carriers_near(mind, tile).into_iter();
            all.extend(carriers.map(|id| with(Action::Attack, Some(id), false)));
        }
        if can_land_from(mind, ship, tile) {
            all.push(with(Action::Land, None, true));
        }
    }
    all
}

/// Lists where a ship can come to by free hexes, itself first; farther ones are added to their ways.
fn reaches(mind: &Mind, ship: UnitId, from: TileId) -> Vec<(TileId, Reach)> {
    let facing = mind.muster.get(ship).facing;
    let stay = Reach {
        path: Vec::new(),
        facing,
    };
    let mut found = vec![(from, stay)];
    let moves = match mind.mode.moves {
        true => usize::from(mind.muster.moves(ship)),
        false => 0,
    };
    let mut at = 0;
    while at < found.len() {
        let (tile, reach) = found[at].clone();
        at += 1;
        if reach.path.len() >= moves {
            continue;
        }
        for (facing, next) in mind.muster.grid.neighbors(tile) {
            let is_known = found.iter().any(|(other, _)| *other == next);
            if is_known || !is_free(mind, ship, next) {
                continue;
            }
            let mut path = reach.path.clone();
            path.push(next);
            found.push((next, Reach { path, facing }));
        }
    }
    found
}

/// Whether a ship may be on a hex, as far as is known and as the others are planned.
fn is_free(mind: &Mind, ship: UnitId, tile: TileId) -> bool {
    let is_taken = mind.muster.options.single_occupancy && mind.taken.contains(&tile);
    !is_taken && mind.muster.can_enter(ship, tile)
}

/// Whether a ship could land from a hex.
fn can_land_from(mind: &Mind, ship: UnitId, tile: TileId) -> bool {
    let home = mind
        .muster
        .carrier_of(mind.side)
        .and_then(|carrier| carrier.tile);
    let is_near = home.is_some_and(|home| mind.muster.distance(home, tile) == ADJACENT);
    let docks = (mind.muster.ship_type(ship)).is_some_and(|kind| kind.docks);
    is_near && docks && hangar::free_berths(&mind.muster, mind.side) > 0
}

/// Lists the queues of a ship that end differently, with fire on and off, and those that land (§10).
fn by_queue(mind: &Mind, ship: UnitId) -> Vec<Candidate> {
    let vessel = mind.muster.get(ship);
    let Some(from) = vessel.tile else {
        return vec![Candidate::default()];
    };
    let usable = queue::usable(&mind.muster, ship);
    let start = (Vec::new(), from, vessel.facing, Vec::new());
    let mut ends = vec![start];
    let mut seen: BTreeMap<(TileId, Direction), ()> = BTreeMap::new();
    seen.insert((from, vessel.facing), ());
    let mut at = 0;
    while at < ends.len() {
        let (maneuvers, tile, facing, path) = ends[at].clone();
        at += 1;
        if maneuvers.len() >= usize::from(usable) || !mind.mode.moves {
            continue;
        }
        for maneuver in [Maneuver::Forward, Maneuver::TurnLeft, Maneuver::TurnRight] {
            let Some(heading) = maneuver.heading(facing) else {
                continue;
            };
            let next = mind.muster.grid.neighbor(tile, heading);
            let Some(next) = next.filter(|&next| is_free(mind, ship, next)) else {
                continue;
            };
            if seen.insert((next, heading), ()).is_some() {
                continue;
            }
            let (mut maneuvers, mut path) = (maneuvers.clone(), path.clone());
            maneuvers.push(maneuver);
            path.push(next);
            ends.push((maneuvers, next, heading, path));
        }
    }
    let mut all = Vec::new();
    for (maneuvers, tile, facing, path) in ends {
        let with = |fire: bool, target: Option<UnitId>, lands: bool| {
            let mut queue: Vec<_> = (maneuvers.iter())
                .map(|&maneuver| Slot { maneuver, fire })
                .collect();
            let maneuver = Maneuver::Hold;
            queue.resize(usize::from(usable), Slot { maneuver, fire });
            if let (true, Some(last)) = (lands, queue.get_mut(maneuvers.len())) {
                last.maneuver = Maneuver::Land;
            }
            let order = ShipOrder {
                target,
                queue,
                ..ShipOrder::default()
            };
            Candidate {
                stance: queue::last_stance(&order, usable),
                order,
                path: path.clone(),
                tile: Some(tile),
                facing,
                lands,
            }
        };
        all.push(with(false, None, false));
        if vessel.now.ammo > 0 {
            all.push(with(true, None, false));
            let carriers = carriers_near(mind, tile).into_iter();
            all.extend(carriers.map(|id| with(true, Some(id), false)));
        }
        if maneuvers.len() < usize::from(usable) && can_land_from(mind, ship, tile) {
            all.push(with(false, None, true));
        }
    }
    all
}
