//! The computer player of the fleet: plans whole turns from what its side detects.
//!
//! Ships are planned one after another, the network's Frigates last; each takes the best of its
//! candidates, given where the others go and what they mean to destroy.
//!
//! **Invariant:** reads nothing but the side's own units and what it sees or remembers; integers, and of
//! equal candidates the first one counts, so that equal knowledge gives equal plans.

mod candidates;
mod flagship;
mod score;

use std::{cmp::Reverse, collections::BTreeMap};

use bevy::prelude::World;

use crate::{
    battle::{
        grid::TileId,
        knowledge::Knowledge,
        unit::{Side, UnitId},
    },
    content::fleet::ModeFigures,
    rules::fleet::{
        ai::candidates::Candidate,
        check, legal,
        muster::Muster,
        order::{Order, SidePlan},
    },
};

/// What a plan is made from.
struct Mind<'w> {
    /// What is known, with own ships where they are planned to be.
    muster: Muster<'w>,
    side: Side,
    mode: ModeFigures,
    /// Enemies that are seen or remembered, and where.
    sightings: Vec<(UnitId, TileId)>,
    /// Hexes own ships mean to end on.
    taken: Vec<TileId>,
    /// Hundredths of hull that planned attacks are expected to take from an enemy.
    aimed: BTreeMap<UnitId, u32>,
}

/// Chooses a plan for a side.
pub(super) fn decide(world: &World, side: Side) -> Order {
    let order = Order::Commit(plan(world, side));
    if check::begin(world, side, &order).is_ok() {
        return order;
    }
    let others = legal::orders(world, side);
    others.into_iter().next_back().unwrap_or(order)
}

/// Plans a turn.
fn plan(world: &World, side: Side) -> SidePlan {
    let mut mind = Mind::new(world, side);
    let mut plan = SidePlan::default();
    for ship in mind.ships() {
        let candidate = mind.best(ship);
        mind.take(ship, &candidate);
        plan.ships.insert(ship, candidate.order);
    }
    mind.sortie(&mut plan);
    plan.carrier = mind.helm(&plan);
    plan
}

impl<'w> Mind<'w> {
    fn new(world: &'w World, side: Side) -> Self {
        let muster = Muster::known_to(world, side);
        let known = world.resource::<Knowledge>().of(side);
        let sightings = muster.all().filter_map(|foe| {
            let sighting = known.sightings[foe.id.index()]?;
            (muster.are_hostile(side, foe.side)).then_some((foe.id, sighting.tile))
        });
        let sightings = sightings.collect();
        let mode = muster.mode(side);
        let mode = muster.content.ai.modes.get(&mode).copied();
        Self {
            sightings,
            side,
            mode: mode.unwrap_or_default(),
            taken: Vec::new(),
            aimed: BTreeMap::new(),
            muster,
        }
    }

    /// Lists the own ships on the board in the order they are planned: fast ones first, since they move
    /// first; those of the network last, since they serve the others.
    fn ships(&self) -> Vec<UnitId> {
        let own = self
            .muster
            .flying()
            .filter(|vessel| vessel.side == self.side);
        let mut own: Vec<_> = own.map(|vessel| vessel.id).collect();
        own.sort_by_key(|&id| {
            let lends = (self.muster.ship_type(id)).is_some_and(|ship| ship.fire_control);
            (lends, Reverse(self.muster.speed(id)), id)
        });
        own
    }

    /// Returns the candidate with most points.
    fn best(&self, ship: UnitId) -> Candidate {
        let mut best: Option<(i64, Candidate)> = None;
        for candidate in candidates::of(self, ship) {
            let points = score::points(self, ship, &candidate);
            if best.as_ref().is_none_or(|(most, _)| points > *most) {
                best = Some((points, candidate));
            }
        }
        best.map_or_else(Candidate::default, |(_, candidate)| candidate)
    }

    /// Counts on a candidate from now on.
    fn take(&mut self, ship: UnitId, candidate: &Candidate) {
        if candidate.lands {
            self.muster.get_mut(ship).tile = None;
            return;
        }
        if let Some(tile) = candidate.tile {
            self.taken.push(tile);
            self.muster.place(ship, tile, candidate.facing);
        }
        let vessel = self.muster.get_mut(ship);
        vessel.stance = candidate.stance;
        vessel.target = candidate.order.target;
        if let Some((target, average)) = score::aim(self, ship, candidate) {
            *self.aimed.entry(target).or_default() += average;
        }
    }

    /// Returns where the nearest enemy is that is known of, by distance and id.
    fn nearest(&self, from: TileId) -> Option<(u32, UnitId, TileId)> {
        let known = self.sightings.iter();
        let known = known.map(|&(id, tile)| (self.muster.distance(from, tile), id, tile));
        known.min()
    }

    /// Returns where a ship is meant to go: to the nearest enemy; if none is known, over to the other side
    /// of the board.
    fn goal(&self, from: TileId) -> Option<TileId> {
        let nearest = self.nearest(from).map(|(.., tile)| tile);
        nearest.or_else(|| self.mode.roams.then(|| self.beyond()).flatten())
    }

    /// Returns the hex that lies opposite the carrier, or the middle of the board without one.
    fn beyond(&self) -> Option<TileId> {
        let grid = self.muster.grid;
        let (right, bottom) = (i32::from(grid.width) - 1, i32::from(grid.height) - 1);
        let home = self
            .muster
            .carrier_of(self.side)
            .and_then(|carrier| carrier.tile);
        match home {
            Some(home) => {
                let (column, row) = grid.to_offset(home);
                grid.from_offset(right - column, bottom - row)
            }
            None => grid.from_offset(right / 2, bottom / 2),
        }
    }
}
