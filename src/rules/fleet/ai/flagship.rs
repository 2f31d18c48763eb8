//! What the carrier does: launches, repairs, flight and pursuit.
//!
//! **Invariant:** what it does passes the check.

use crate::{
    battle::{
        grid::{Direction, TileId},
        unit::UnitId,
    },
    rules::fleet::{
        ai::{Mind, purpose::Purpose},
        hangar,
        order::{CarrierAction, Launch, Maneuver, SidePlan, Slot},
    },
};

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
        let bays = usize::from(self.muster.content.figures.carrier.bays);
        let fit: Vec<_> = hangar::docked(&self.muster, self.side)
            .filter(|&ship| self.is_fit(ship))
            .take(bays)
            .collect();
        for ship in fit {
            let around = self.muster.grid.neighbors(home).map(|(_, tile)| tile);
            let hull = self.muster.get(ship).now.hull.now;
            let damage = |tile| self.muster.hazard_at(tile).damage;
            let free =
                around.filter(|&tile| self.muster.can_enter(ship, tile) && damage(tile) < hull);
            let tile = free.min_by_key(|&tile| {
                let far = self.muster.distance(tile, goal);
                (damage(tile), far, self.chance_of(tile))
            });
            let Some(tile) = tile else { break };
            launches.push(Launch {
                ship,
                tile: Some(tile),
                sub_phase: 0,
            });
            let facing = self.muster.get(carrier).facing;
            self.muster.get_mut(ship).docked = false;
            self.muster.place(ship, tile, facing);
            self.berths += 1;
            let own = self.own(ship, tile, facing, true);
            self.ships.extend(own);
        }
        let mut ships = std::mem::take(&mut self.ships);
        ships.sort_unstable_by_key(|own| (self.lends(own.id), own.rank));
        self.ships = ships;
        launches
    }

    /// Whether ships wait in the hangar to be launched.
    pub(super) fn has_more(&self) -> bool {
        self.figures.launches
            && hangar::docked(&self.muster, self.side).any(|ship| self.is_fit(ship))
    }

    /// Whether a docked ship is worth launching: whole and with all its shots as long as there is time,
    /// else armed, and not worth repairing any more.
    pub(super) fn is_fit(&self, ship: UnitId) -> bool {
        let now = self.muster.get(ship).now;
        let full = self.muster.ship_type(ship).map_or(0, |kind| kind.ammo);
        let is_whole = now.hull.now == now.hull.max;
        if !self.is_called() {
            return now.ammo > 0 && now.ammo == full && is_whole;
        }
        let percent = u32::from(now.hull.now) * 100 / u32::from(now.hull.max.max(1));
        let is_sound = is_whole || percent > u32::from(self.ai().repair_percent);
        let lacks =
            u32::from(now.ammo) * 100 < u32::from(full) * u32::from(self.ai().rearm_percent);
        now.ammo > 0 && !lacks && is_sound
    }

    /// Whether an enemy ship is near enough for docked ships to be launched against it.
    fn is_called(&self) -> bool {
        let within = u32::from(self.ai().launch_within);
        self.home.is_some_and(|(_, home)| {
            let mut ships = self.contacts.iter().filter(|contact| !contact.is_carrier);
            ships.any(|contact| self.muster.distance(home, contact.tile) <= within)
        })
    }

    /// Returns what the carrier does: it keeps away from enemies as its mode does, rearms those that
    /// lack shots, repairs the hurt, itself last; else it follows its ships, or keeps its guns free.
    pub(super) fn helm(&self, plan: &SidePlan) -> Option<CarrierAction> {
        let (carrier, home) = self.home?;
        let is_worked = hangar::docked(&self.muster, self.side).any(|ship| !self.is_fit(ship));
        if let Some(flight) = self.flight(plan, carrier, home)
            && !(is_worked && self.is_out_of_reach(home))
        {
            return Some(flight);
        }
        let launched = |ship: &UnitId| plan.launches.iter().any(|launch| launch.ship == *ship);
        let berthed = || hangar::docked(&self.muster, self.side).filter(|ship| !launched(ship));
        let lacking = hangar::rearmed(&self.muster, self.side);
        let is_dry_beside = |ship: &&UnitId| {
            let vessel = self.muster.get(**ship);
            !vessel.docked && vessel.now.ammo == 0
        };
        let is_beside = lacking.iter().any(|ship| is_dry_beside(&ship));
        if is_beside || berthed().any(|ship| lacking.contains(&ship) && !self.is_fit(ship)) {
            return Some(CarrierAction::Rearm);
        }
        let is_hurt = |ship: &UnitId| {
            let hull = self.muster.get(*ship).now.hull;
            hull.now < hull.max
        };
        let hurt = berthed().filter(is_hurt);
        if let Some(ship) = hurt.min_by_key(|&ship| (self.muster.get(ship).now.hull.now, ship)) {
            return Some(CarrierAction::Repair(Some(ship)));
        }
        if berthed().any(|ship| lacking.contains(&ship)) {
            return Some(CarrierAction::Rearm);
        }
        let range = u32::from(self.muster.content.figures.carrier.range);
        let is_quiet = self.nearest(home).is_none_or(|(far, _)| far > range);
        if is_hurt(&carrier) && is_quiet {
            return Some(CarrierAction::Repair(None));
        }
        self.pursuit(plan, carrier, home)
    }

    /// Whether no known enemy can come to the carrier this turn, so that it has the time to make ships fit.
    fn is_out_of_reach(&self, home: TileId) -> bool {
        let reach = u32::from(self.muster.content.figures.carrier.reach);
        self.contacts.iter().all(|contact| {
            let far = self.muster.distance(home, contact.tile);
            !contact.is_armed || contact.is_carrier || far > reach + self.pace_of(contact.id)
        })
    }

    /// Returns how the carrier gets away from an enemy that is nearer than its mode likes.
    fn flight(&self, plan: &SidePlan, carrier: UnitId, home: TileId) -> Option<CarrierAction> {
        let keeps = u32::from(self.figures.keeps);
        let armed = || self.contacts.iter().filter(|contact| contact.is_armed);
        let nearest = |tile: TileId| {
            let far = armed().map(|contact| self.muster.distance(tile, contact.tile));
            far.min()
        };
        let far = nearest(home).filter(|far| *far < keeps)?;
        let steps = self.carrier_steps(plan, carrier, home);
        let away = steps.filter_map(|(tile, maneuver)| {
            let away = nearest(tile).filter(|away| *away > far)?;
            Some((away, tile, maneuver))
        });
        let best = away.max_by_key(|&(away, tile, _)| (away, self.chance_of(tile)));
        let (_, tile, maneuver) = best?;
        Some(self.carrier_step(tile, maneuver))
    }

    /// Returns how the carrier follows its ships, as long as no enemy is known to be near and nobody
    /// comes back to it.
    fn pursuit(&self, plan: &SidePlan, carrier: UnitId, home: TileId) -> Option<CarrierAction> {
        let ai = self.ai();
        let front = self.front.filter(|_| self.figures.follows)?;
        let safe = u32::from(ai.carrier_safe);
        let is_safe = |tile: TileId| self.nearest(tile).is_none_or(|(far, _)| far > safe);
        let comes_back = |purpose| purpose == Purpose::Withdraw;
        if self.ships.iter().any(|own| comes_back(own.purpose)) || !is_safe(home) {
            return None;
        }
        let far = self.muster.distance(home, front);
        let behind = u32::from(ai.carrier_behind);
        let steps = self.carrier_steps(plan, carrier, home);
        let nearer = steps.filter(|&(tile, _)| {
            let left = self.muster.distance(tile, front);
            let ahead = self.ships.iter().filter(|own| {
                let at = self.muster.get(own.id).tile;
                at.is_some_and(|at| self.muster.distance(at, front) + behind <= left)
            });
            left < far && is_safe(tile) && ahead.count() * 2 > self.ships.len()
        });
        let (tile, maneuver) = nearer.min_by_key(|&(tile, _)| self.chance_of(tile))?;
        Some(self.carrier_step(tile, maneuver))
    }

    /// Lists the hexes beside the carrier that it may move to before ships do, and how.
    fn carrier_steps<'a>(
        &'a self,
        plan: &'a SidePlan,
        carrier: UnitId,
        home: TileId,
    ) -> impl Iterator<Item = (TileId, Option<Maneuver>)> + 'a {
        let facing = self.muster.get(carrier).facing;
        let has_queue = self.muster.options.sub_phases > 1;
        let can_move = self.figures.moves && self.muster.moves(carrier) > 0;
        let around = self.muster.grid.neighbors(home).filter(move |_| can_move);
        let steps = around.map(move |(heading, tile)| (tile, maneuver(facing, heading)));
        steps.filter(move |&(tile, maneuver)| {
            let is_launch = plan.launches.iter().any(|one| one.tile == Some(tile));
            let is_start = self.ships.iter().any(|own| own.start == tile);
            let is_mined = self.muster.hazard_at(tile).damage > 0;
            !is_launch
                && !is_start
                && !is_mined
                && self.muster.can_enter(carrier, tile)
                && (!has_queue || maneuver.is_some())
        })
    }

    fn carrier_step(&self, tile: TileId, maneuver: Option<Maneuver>) -> CarrierAction {
        match maneuver.filter(|_| self.muster.options.sub_phases > 1) {
            Some(maneuver) => CarrierAction::Queue(vec![Slot {
                maneuver,
                fire: false,
            }]),
            None => CarrierAction::Move(vec![tile]),
        }
    }
}

/// Returns the maneuver that leads from a facing in a direction, if one does.
fn maneuver(facing: Direction, heading: Direction) -> Option<Maneuver> {
    let mut all = [Maneuver::Forward, Maneuver::TurnLeft, Maneuver::TurnRight].into_iter();
    all.find(|maneuver| maneuver.heading(facing) == Some(heading))
}
