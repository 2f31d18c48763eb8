//! What the carrier does: launches, repairs, flight and pursuit.
//!
//! **Invariant:** what it does passes the check.

use std::cmp::Reverse;

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::rules::fleet::ai::purpose::Purpose;
use crate::rules::fleet::ai::{Mind, WHOLE};
use crate::rules::fleet::hangar;
use crate::rules::fleet::order::{CarrierAction, Launch, Maneuver, SidePlan, Slot};

impl Mind<'_> {
    /// Launches fit ships when an enemy is near or the mode goes out, to the hexes nearest to where the
    /// enemy is, not into mines if that can be helped.
    pub(super) fn sortie(&mut self) -> Vec<Launch> {
        let mut launches = Vec::new();
        let Some((carrier, home)) = self.home else {
            return launches;
        };
        if !self.is_called() && !self.figures.launches {
            return launches;
        }
        let goal = self.nearest(home).map(|(_, contact)| contact.tile);
        let goal = goal.or(self.front).unwrap_or(home);
        let bays = self.forces.content.figures.carrier.bays;
        let fit: Vec<_> = self.fit_docked().take(bays).collect();
        let facing = self.forces[carrier].facing;
        for ship in fit {
            let hull = self.forces[ship].now.hull.now;
            let damage = |tile| self.forces.hazard_at(tile).damage;
            let around = self.forces.grid.neighbors(home).map(|(_, tile)| tile);
            let free =
                around.filter(|&tile| self.forces.can_enter(ship, tile) && damage(tile) < hull);
            let far = |tile| self.distance(tile, goal);
            let nearest = free.min_by_key(|&tile| (damage(tile), far(tile), self.chance_of(tile)));
            let Some(tile) = nearest else { break };
            launches.push(Launch {
                ship,
                tile: Some(tile),
                sub_phase: 0,
            });
            self.forces.place(ship, tile, facing);
            self.berths += 1;
            let own = self.own(ship, tile, facing, true);
            self.ships.push(own);
        }
        self.sort_ships();
        launches
    }

    /// Lists the docked ships that are worth launching, by id.
    pub(super) fn fit_docked(&self) -> impl Iterator<Item = UnitId> {
        hangar::docked(&self.forces, self.side).filter(|&ship| self.is_fit(ship))
    }

    /// Whether ships wait in the hangar to be launched.
    pub(super) fn has_more(&self) -> bool {
        self.figures.launches && self.fit_docked().next().is_some()
    }

    /// Whether a docked ship is worth launching: whole and with all its shots as long as there is time,
    /// else armed, and not worth repairing any more.
    fn is_fit(&self, ship: UnitId) -> bool {
        let (hull, ammo) = self.fitness(ship);
        if !self.is_called() {
            return hull.min(ammo) == WHOLE;
        }
        let is_sound = hull == WHOLE || hull > self.ai().repair_percent;
        ammo > 0 && ammo >= self.ai().rearm_percent && is_sound
    }

    /// Whether an enemy ship is near enough for docked ships to be launched against it.
    fn is_called(&self) -> bool {
        (self.home()).is_some_and(|home| self.has_ship_within(home, self.ai().launch_within))
    }

    /// Whether an enemy ship is known within so many hexes of another.
    pub(super) fn has_ship_within(&self, tile: TileId, within: u32) -> bool {
        let mut ships = self.hostile_ships();
        ships.any(|contact| self.distance(tile, contact.tile) <= within)
    }

    /// Returns what the carrier does: it keeps away from enemies as its mode does, rearms those that
    /// lack shots, repairs the hurt, itself last; else it follows its ships, or keeps its guns free.
    pub(super) fn helm(&self, plan: &SidePlan) -> Option<CarrierAction> {
        let (carrier, home) = self.home?;
        if let Some(escape) = self.escape(plan, carrier, home) {
            return Some(escape);
        }
        let is_worked = hangar::docked(&self.forces, self.side).any(|ship| !self.is_fit(ship));
        if let Some(flight) = self.flight(plan, carrier, home)
            && !(is_worked && self.is_out_of_reach(home))
        {
            return Some(flight);
        }
        let launched = |ship: &UnitId| plan.launches.iter().any(|launch| launch.ship == *ship);
        let berthed = || hangar::docked(&self.forces, self.side).filter(|ship| !launched(ship));
        let lacking = hangar::rearmed(&self.forces, self.side);
        let is_dry_beside = lacking.iter().any(|&ship| {
            let vessel = &self.forces[ship];
            !vessel.docked && vessel.now.ammo == 0
        });
        if is_dry_beside || berthed().any(|ship| lacking.contains(&ship) && !self.is_fit(ship)) {
            return Some(CarrierAction::Rearm);
        }
        let hurt = berthed().filter(|&ship| self.forces[ship].is_hurt());
        if let Some(ship) = hurt.min_by_key(|&ship| (self.forces[ship].now.hull.now, ship)) {
            return Some(CarrierAction::Repair(Some(ship)));
        }
        if berthed().any(|ship| lacking.contains(&ship)) {
            return Some(CarrierAction::Rearm);
        }
        let range = self.forces.content.figures.carrier.range;
        let is_quiet = self.nearest(home).is_none_or(|(far, _)| far > range);
        if self.forces[carrier].is_hurt() && is_quiet {
            return Some(CarrierAction::Repair(None));
        }
        self.pursuit(plan, carrier, home)
    }

    /// Whether no known enemy can come to the carrier this turn, so that it has the time to make ships fit.
    fn is_out_of_reach(&self, home: TileId) -> bool {
        let reach = self.forces.content.figures.carrier.reach;
        self.hostile_ships().all(|contact| {
            let far = self.distance(home, contact.tile);
            !contact.is_armed || far > reach + self.pace_of(contact.id)
        })
    }

    /// Returns how the carrier leaves a hex that harms it, whatever its mode: on the shortest way to one that
    /// does not, and of those the one farthest from enemies.
    fn escape(&self, plan: &SidePlan, carrier: UnitId, home: TileId) -> Option<CarrierAction> {
        let is_harmful = |tile| self.forces.hazard_at(tile).damage > 0;
        if !is_harmful(home) {
            return None;
        }
        let havens: Vec<_> = (self.forces.grid.tiles())
            .filter(|&tile| !is_harmful(tile) && self.forces.can_enter(carrier, tile))
            .collect();
        let far = |tile| havens.iter().map(|&haven| self.distance(tile, haven)).min();
        let safety = |tile| (self.nearest(tile)).map_or(u32::MAX, |(far, _)| far);
        let steps = self.open_steps(plan, carrier, home);
        let nearer = steps.filter(|&(tile, _)| far(tile) < far(home));
        let best = nearer
            .min_by_key(|&(tile, _)| (far(tile), Reverse(safety(tile)), self.chance_of(tile)));
        best.map(|(_, action)| action)
    }

    /// Returns how the carrier gets away from an enemy that is nearer than its mode likes.
    fn flight(&self, plan: &SidePlan, carrier: UnitId, home: TileId) -> Option<CarrierAction> {
        let nearest = |tile| {
            let armed = self.contacts.iter().filter(|contact| contact.is_armed);
            armed.map(|contact| self.distance(tile, contact.tile)).min()
        };
        let far = nearest(home).filter(|far| *far < self.figures.keeps)?;
        let steps = self.carrier_steps(plan, carrier, home);
        let away = steps.filter_map(|(tile, action)| {
            let away = nearest(tile).filter(|away| *away > far)?;
            Some(((away, self.chance_of(tile)), action))
        });
        away.max_by_key(|(key, _)| *key).map(|(_, action)| action)
    }

    /// Returns how the carrier follows its ships, as long as no enemy is known to be near and nobody
    /// comes back to it.
    fn pursuit(&self, plan: &SidePlan, carrier: UnitId, home: TileId) -> Option<CarrierAction> {
        let ai = self.ai();
        let front = self.front.filter(|_| self.figures.follows)?;
        let is_safe =
            |tile: TileId| (self.nearest(tile)).is_none_or(|(far, _)| far > ai.carrier_safe);
        let mut purposes = self.ships.iter().map(|own| own.purpose);
        if purposes.any(|purpose| purpose == Purpose::Withdraw) || !is_safe(home) {
            return None;
        }
        let far = self.distance(home, front);
        let steps = self.carrier_steps(plan, carrier, home);
        let nearer = steps.filter(|&(tile, _)| {
            let left = self.distance(tile, front);
            let tiles = self.ships.iter().filter_map(|own| self.tile_of(own));
            let ahead = tiles.filter(|&at| self.distance(at, front) + ai.carrier_behind <= left);
            left < far && is_safe(tile) && ahead.count() * 2 > self.ships.len()
        });
        let step = nearer.min_by_key(|&(tile, _)| self.chance_of(tile));
        step.map(|(_, action)| action)
    }

    /// Lists the harmless hexes beside the carrier that its mode lets it move to before ships do, and how.
    fn carrier_steps<'a>(
        &'a self,
        plan: &'a SidePlan,
        carrier: UnitId,
        home: TileId,
    ) -> impl Iterator<Item = (TileId, CarrierAction)> + 'a {
        let steps = self.open_steps(plan, carrier, home);
        let is_harmless = |tile| self.forces.hazard_at(tile).damage == 0;
        steps.filter(move |&(tile, _)| self.figures.moves && is_harmless(tile))
    }

    /// Lists the hexes beside the carrier that it can move to before ships do, and how.
    fn open_steps<'a>(
        &'a self,
        plan: &'a SidePlan,
        carrier: UnitId,
        home: TileId,
    ) -> impl Iterator<Item = (TileId, CarrierAction)> + 'a {
        let facing = self.forces[carrier].facing;
        let can_move = self.forces.moves(carrier) > 0;
        let around = self.forces.grid.neighbors(home).filter(move |_| can_move);
        let open = around.filter(move |&(_, tile)| {
            let is_launch = plan.launches.iter().any(|one| one.tile == Some(tile));
            let is_start = self.ships.iter().any(|own| own.start == tile);
            !is_launch && !is_start && self.forces.can_enter(carrier, tile)
        });
        open.filter_map(move |(heading, tile)| {
            let action = match self.forces.has_queue() {
                false => CarrierAction::Move(vec![tile]),
                true => CarrierAction::Queue(vec![Slot {
                    maneuver: maneuver(facing, heading)?,
                    fire: false,
                }]),
            };
            Some((tile, action))
        })
    }
}

/// Returns the maneuver that leads from a facing in a direction, if one does.
fn maneuver(facing: Direction, heading: Direction) -> Option<Maneuver> {
    let mut all = Maneuver::ADVANCES.into_iter();
    all.find(|maneuver| maneuver.heading(facing) == Some(heading))
}
