//! Intents: what ships do that no side orders (§12).
//!
//! **Invariant:** drawn from weights with dice, by the state of the battle and what the side knows; no
//! other side's orders are read.

use std::cmp::Reverse;
use std::ops::Add;

use crate::battle::dice::{Label, Roll};
use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::rules::fleet::content::{DryShips, Weights};
use crate::rules::fleet::event::{Event, Intent};
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::order::{Action, CarrierAction, Launch, Maneuver, Route, ShipOrder, Slot};
use crate::rules::fleet::{hangar, queue};

/// Returns the weights a ship draws from: the usual ones or those of a trait, changed by its traits.
pub fn weights(forces: &Forces, ship: UnitId) -> Weights {
    let instead = forces.quirks(ship).find_map(|quirk| quirk.instead);
    let usual = instead.unwrap_or(forces.content.figures.intents.weights);
    let added = forces.quirks(ship).map(|quirk| quirk.weights);
    let mut weights = added.fold(usual, |sum, more| sum.with(more, Add::add));
    for quirk in forces.quirks(ship) {
        let left = i32::from(weights.retreat) * i32::from(quirk.retreat_percent) / 100;
        weights.retreat = i16::try_from(left).unwrap_or(i16::MAX);
    }
    weights.with(Weights::default(), Ord::max)
}

impl Weights {
    /// Puts the weights of each intent together.
    fn with(self, other: Self, put: fn(i16, i16) -> i16) -> Self {
        Self {
            attack: put(self.attack, other.attack),
            advance: put(self.advance, other.advance),
            hold: put(self.hold, other.hold),
            retreat: put(self.retreat, other.retreat),
        }
    }

    /// Lists all intents with their weights.
    pub fn by_intent(self) -> [(Intent, i16); 4] {
        [
            (Intent::Attack, self.attack),
            (Intent::Advance, self.advance),
            (Intent::Hold, self.hold),
            (Intent::Retreat, self.retreat),
        ]
    }
}

/// Lists all intents with their weights to draw from.
pub(super) fn choices(weights: Weights) -> [(Intent, u32); 4] {
    let choices = weights.by_intent();
    choices.map(|(intent, weight)| (intent, u32::try_from(weight).unwrap_or(0)))
}

/// Draws an intent by its weight; without any weight the ship holds, and nothing is drawn.
pub(super) fn draw(weights: Weights, dice: &mut impl Roll) -> (u32, Intent) {
    let choices = choices(weights);
    let all = choices.iter().map(|(_, weight)| weight).sum();
    if all == 0 {
        return (0, Intent::Hold);
    }
    let roll = dice.die(Label::Intent, all);
    let mut left = roll;
    for (intent, weight) in choices {
        if left <= weight {
            return (roll, intent);
        }
        left -= weight;
    }
    (roll, Intent::Hold)
}

/// Returns the order that follows from an intent, by what the forces are and where the side last saw
/// enemies.
///
/// A Hunter means the carrier alone: it holds its fire while it knows of none. A ship that is dry for good
/// makes for the edge of the board, if it may leave there.
pub fn order(forces: &Forces, ship: UnitId, intent: Intent) -> ShipOrder {
    let leaves = forces.options.dry_ships == DryShips::LeaveByEdge;
    if leaves && hangar::is_dry_for_good(forces, ship) {
        let here = forces[ship].tile.unwrap_or_default();
        let edge = hangar::nearest_edge(forces, here, |_| true);
        return go(forces, ship, Action::Move, edge, 0, None);
    }
    let quarry = quarry(forces, ship);
    let mut order = order_after(forces, ship, intent, &quarry);
    if hunts_carriers(forces, ship) {
        order.target = quarry.unit;
        if quarry.unit.is_none() {
            order.fire = Some(false);
            order.queue.iter_mut().for_each(|slot| slot.fire = false);
        }
    }
    order
}

fn order_after(forces: &Forces, ship: UnitId, intent: Intent, quarry: &Quarry) -> ShipOrder {
    let side = forces[ship].side;
    let carrier = forces.carrier_of(side).and_then(|carrier| carrier.tile);
    match intent {
        Intent::Attack => {
            let target = quarry.unit.filter(|&id| forces.is_carrier(id));
            let within = match target.is_none() && !forces.options.single_occupancy {
                true => 0,
                false => 1,
            };
            go(forces, ship, Action::Attack, quarry.tile, within, target)
        }
        Intent::Advance => go(forces, ship, Action::Move, quarry.tile, 1, None),
        Intent::Hold => {
            let within = forces.content.figures.intents.hold_within;
            let is_far = |&home: &TileId| {
                let tile = forces[ship].tile;
                tile.is_some_and(|tile| forces.distance(tile, home) > within)
            };
            match carrier.filter(is_far) {
                Some(home) => go(forces, ship, Action::Move, home, within, None),
                None => defend(forces, ship),
            }
        }
        Intent::Retreat => retreat(forces, ship, carrier, quarry.tile),
    }
}

/// Docks if the hull is low and there is room, else moves back to the carrier or away from the enemy.
fn retreat(forces: &Forces, ship: UnitId, carrier: Option<TileId>, from: TileId) -> ShipOrder {
    let vessel = &forces[ship];
    let times = forces.content.figures.intents.dock_hull;
    let is_hurt = vessel.now.hull.now.saturating_mul(times) <= vessel.now.hull.max;
    let can_dock = forces.docks(ship) && hangar::free_berths(forces, vessel.side) > 0;
    match carrier {
        Some(home) if is_hurt && can_dock => go(forces, ship, Action::Land, home, 1, None),
        Some(home) => go(forces, ship, Action::Move, home, 1, None),
        None => {
            let away = away(forces, ship, from);
            go(forces, ship, Action::Move, away, 0, None)
        }
    }
}

/// Returns the hex of the board farthest from another, the lowest of several.
fn away(forces: &Forces, ship: UnitId, from: TileId) -> TileId {
    let here = forces[ship].tile.unwrap_or(from);
    let farthest = forces.grid.tiles().max_by_key(|&tile| {
        let nearness = Reverse((forces.distance(here, tile), tile));
        (forces.distance(from, tile), nearness)
    });
    farthest.unwrap_or(here)
}

fn defend(forces: &Forces, ship: UnitId) -> ShipOrder {
    if !forces.has_queue() {
        return ShipOrder {
            action: Action::Defend,
            ..ShipOrder::default()
        };
    }
    let hold = Slot {
        maneuver: Maneuver::Hold,
        fire: true,
    };
    ShipOrder {
        queue: vec![hold; usize::from(queue::usable(forces, ship))],
        ..ShipOrder::default()
    }
}

/// Orders a ship towards a hex, as near as wanted, by steps that are free now.
fn go(
    forces: &Forces,
    ship: UnitId,
    action: Action,
    goal: TileId,
    within: u32,
    target: Option<UnitId>,
) -> ShipOrder {
    let enters = |tile: TileId| forces.can_enter(ship, tile);
    if forces.has_queue() {
        let fire = action == Action::Attack;
        let mut queue = queue::towards(forces, ship, goal, fire, within, enters);
        if let (Action::Land, Some(last)) = (action, queue.last_mut()) {
            last.maneuver = Maneuver::Land;
        }
        return ShipOrder {
            target,
            queue,
            ..ShipOrder::default()
        };
    }
    let path = approach(forces, ship, goal, within, enters);
    let route = match path.is_empty() {
        true => Route::Stay,
        false => Route::Path(path),
    };
    ShipOrder {
        action,
        route,
        target,
        ..ShipOrder::default()
    }
}

/// Lists the steps that bring a ship nearer to a hex, one by one, as far as it moves.
fn approach(
    forces: &Forces,
    ship: UnitId,
    goal: TileId,
    within: u32,
    enters: impl Fn(TileId) -> bool,
) -> Vec<TileId> {
    let Some(mut at) = forces[ship].tile else {
        return Vec::new();
    };
    let steps = std::iter::from_fn(|| {
        let here = forces.distance(at, goal);
        let around = forces.grid.neighbors(at).filter(|_| here > within);
        let tiles = around.map(|(_, tile)| (forces.distance(tile, goal), tile));
        let nearer = tiles.filter(|&(far, tile)| far < here && enters(tile));
        at = nearer.min()?.1;
        Some(at)
    });
    steps.take(forces.moves(ship).into()).collect()
}

/// What a ship goes for.
struct Quarry {
    unit: Option<UnitId>,
    tile: TileId,
}

/// Whether a trait has it go for nothing but carriers.
pub(super) fn hunts_carriers(forces: &Forces, ship: UnitId) -> bool {
    forces.quirks(ship).any(|quirk| quirk.hunts_carrier)
}

/// Returns the nearest enemy the side knows of, the lowest id of several: for a Hunter the carrier, for
/// others ships first. If it knows of none, the middle of the board.
fn quarry(forces: &Forces, ship: UnitId) -> Quarry {
    let vessel = &forces[ship];
    let known = forces.knowledge_of(vessel.side);
    let hunts = hunts_carriers(forces, ship);
    let here = vessel.tile.unwrap_or_default();
    let foes = forces.all().filter_map(|foe| {
        let sighting = known.sightings[foe.id.index()]?;
        let is_carrier = foe.class.is_carrier();
        let counts = forces.are_hostile(vessel.side, foe.side) && (is_carrier || !hunts);
        let distance = forces.distance(here, sighting.tile);
        counts.then_some((is_carrier, distance, foe.id, sighting.tile))
    });
    let nearest = foes.min();
    Quarry {
        unit: nearest.map(|(_, _, id, _)| id),
        tile: nearest.map_or_else(|| forces.middle(), |(.., tile)| tile),
    }
}

/// Lists the launches of a side left to intents: docked ships that can fight and are not badly hurt, the
/// lowest ids first, as many as there are bays.
pub fn launches(forces: &Forces, side: Side) -> Vec<Launch> {
    let times = forces.content.figures.intents.dock_hull;
    let is_fit = |id: &UnitId| {
        let now = forces[*id].now;
        now.ammo > 0 && now.hull.now.saturating_mul(times) > now.hull.max
    };
    let fit = hangar::docked(forces, side).filter(is_fit);
    let bays = forces.content.figures.carrier.bays;
    fit.take(bays).map(Launch::anywhere).collect()
}

/// Sets what a carrier left to intents does: it rearms dry ships, else repairs the first hurt one.
pub(super) fn set_helm(forces: &Forces, carrier: UnitId) -> Option<Event> {
    let side = forces[carrier].side;
    let is_dry = |id: &UnitId| forces[*id].now.ammo == 0;
    let mut docked = hangar::docked(forces, side);
    let action = match hangar::rearmed(forces, side).iter().any(is_dry) {
        true => CarrierAction::Rearm,
        false => CarrierAction::Repair(Some(docked.find(|&id| forces[id].is_hurt())?)),
    };
    let action = Some(action);
    Some(Event::HelmSet { carrier, action })
}
