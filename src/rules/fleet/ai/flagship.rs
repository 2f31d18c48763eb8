//! What the carrier does: launches, repairs, flight.
//!
//! **Invariant:** what it does passes the check.

use crate::{
    battle::{grid::TileId, unit::UnitId},
    mission::AiMode,
    rules::fleet::{
        ai::Mind,
        hangar,
        order::{Action, CarrierAction, Launch, Maneuver, ShipOrder, SidePlan, Slot},
        queue,
        stats::ADJACENT,
    },
};

impl Mind<'_> {
    /// Launches fit ships when an enemy is near or the mode goes looking for one, to the hexes nearest to
    /// the goal.
    pub(super) fn sortie(&mut self, plan: &mut SidePlan) {
        let Some((carrier, home)) = self.flagship() else {
            return;
        };
        let within = u32::from(self.muster.content.ai.launch_within);
        let is_called = self.nearest(home).is_some_and(|(far, ..)| far <= within);
        if !is_called && !self.mode.roams {
            return;
        }
        let goal = self.goal(home).unwrap_or(home);
        let bays = usize::from(self.muster.content.figures.carrier.bays);
        let fit: Vec<_> = hangar::docked(&self.muster, self.side)
            .filter(|&ship| self.is_fit(ship))
            .take(bays)
            .collect();
        for ship in fit {
            let around = self.muster.grid.neighbors(home).map(|(_, tile)| tile);
            let free = around
                .filter(|&tile| !self.taken.contains(&tile) && self.muster.can_enter(ship, tile));
            let tile = free.min_by_key(|&tile| (self.muster.distance(tile, goal), tile));
            let Some(tile) = tile else { return };
            self.taken.push(tile);
            plan.launches.push(Launch {
                ship,
                tile: Some(tile),
                sub_phase: 0,
            });
            let facing = self.muster.get(carrier).facing;
            self.muster.get_mut(ship).docked = false;
            self.muster.place(ship, tile, facing);
            plan.ships.insert(ship, self.first_order(ship, tile));
        }
    }

    /// Returns the own carrier and its hex.
    fn flagship(&self) -> Option<(UnitId, TileId)> {
        let carrier = self.muster.carrier_of(self.side)?;
        Some((carrier.id, carrier.tile?))
    }

    /// Whether a docked ship is worth launching: armed, and not worth repairing any more.
    fn is_fit(&self, ship: UnitId) -> bool {
        let now = self.muster.get(ship).now;
        let percent = u32::from(now.hull.now) * 100 / u32::from(now.hull.max.max(1));
        let is_whole = now.hull.now == now.hull.max;
        let least = u32::from(self.muster.content.ai.repair_percent);
        now.ammo > 0 && (is_whole || percent > least)
    }

    /// Returns what a ship does in the turn it is launched: it defends if an enemy can be in range.
    fn first_order(&self, ship: UnitId, tile: TileId) -> ShipOrder {
        let range = u32::from(self.muster.weapon(ship).range);
        let fire = self.nearest(tile).is_some_and(|(far, ..)| far <= range);
        if self.muster.options.sub_phases == 1 {
            let action = if fire { Action::Defend } else { Action::None };
            return ShipOrder {
                action,
                ..ShipOrder::default()
            };
        }
        let maneuver = Maneuver::Hold;
        ShipOrder {
            queue: vec![Slot { maneuver, fire }; usize::from(queue::usable(&self.muster, ship))],
            ..ShipOrder::default()
        }
    }

    /// Returns what the carrier does: it flees if its mode does and an enemy is close, rearms the dry,
    /// repairs the hurt, itself last; else it keeps its guns free.
    pub(super) fn helm(&self, plan: &SidePlan) -> Option<CarrierAction> {
        let (carrier, home) = self.flagship()?;
        if let Some(flight) = self.flight(carrier, home) {
            return Some(flight);
        }
        let launched = |ship: &UnitId| plan.launches.iter().any(|launch| launch.ship == *ship);
        let berthed = || hangar::docked(&self.muster, self.side).filter(|ship| !launched(ship));
        let dry = hangar::rearmed(&self.muster, self.side);
        if berthed().any(|ship| dry.contains(&ship)) {
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
        let range = u32::from(self.muster.content.figures.carrier.range);
        let is_quiet = self.nearest(home).is_none_or(|(far, ..)| far > range);
        (is_hurt(&carrier) && is_quiet).then_some(CarrierAction::Repair(None))
    }

    /// Returns how the carrier gets away from an enemy in range of it, if its mode retreats.
    fn flight(&self, carrier: UnitId, home: TileId) -> Option<CarrierAction> {
        let flees = matches!(
            self.muster.mode(self.side),
            AiMode::Retreat | AiMode::Cautious
        );
        let range = u32::from(self.muster.content.figures.carrier.range);
        let (far, ..) = self.nearest(home).filter(|(far, ..)| *far <= range)?;
        if !flees || !self.mode.moves || self.muster.moves(carrier) == 0 {
            return None;
        }
        let facing = self.muster.get(carrier).facing;
        let has_queue = self.muster.options.sub_phases > 1;
        let steps = self
            .muster
            .grid
            .neighbors(home)
            .filter_map(|(heading, tile)| {
                let maneuvers = [Maneuver::Forward, Maneuver::TurnLeft, Maneuver::TurnRight];
                let mut maneuvers = maneuvers.into_iter();
                let maneuver = maneuvers.find(|maneuver| maneuver.heading(facing) == Some(heading));
                let is_free = !self.taken.contains(&tile) && self.muster.can_enter(carrier, tile);
                let (away, ..) = self.nearest(tile)?;
                let counts = is_free && away > far && (!has_queue || maneuver.is_some());
                counts.then_some((away, std::cmp::Reverse(tile), maneuver))
            });
        let (_, tile, maneuver) = steps.max_by_key(|(away, tile, _)| (*away, *tile))?;
        debug_assert_eq!(self.muster.distance(home, tile.0), ADJACENT, "a neighbor");
        Some(match has_queue {
            true => CarrierAction::Queue(vec![Slot {
                maneuver: maneuver?,
                fire: false,
            }]),
            false => CarrierAction::Move(vec![tile.0]),
        })
    }
}
