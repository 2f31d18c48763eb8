//! The units of a side event by event: how each is by the event that is told, not at the end of the turn.
//!
//! **Invariant:** after all events of an order, what is written of the side's units is what the battle
//! says; it is reckoned on a muster, as the fight was.

use std::collections::BTreeMap;

use bevy::prelude::World;

use crate::{
    battle::{
        grid::{Direction, TileId},
        unit::{Side, UnitId},
    },
    rules::fleet::{
        craft::{Class, Guards, Gun},
        event::Event,
        muster::{self, Muster, Vessel},
        order::{ShipOrder, SidePlan, Stance},
        queue,
    },
};

/// The units of a side by the event that is told.
#[derive(Clone, Debug)]
pub struct Ledger<'w> {
    side: Side,
    muster: Muster<'w>,
    /// What the side has sealed and what its ships drew, in force from the lock until all is cleared.
    orders: BTreeMap<UnitId, ShipOrder>,
    own: Vec<UnitId>,
}

impl<'w> Ledger<'w> {
    /// Begins with the units of a side as they were before an order, and with the plan it had sealed.
    pub fn new(world: &'w World, side: Side, before: &[Vessel], sealed: Option<&SidePlan>) -> Self {
        let mut muster = Muster::known_to(world, side);
        let own: Vec<_> = (before.iter())
            .filter(|vessel| vessel.side == side)
            .copied()
            .collect();
        for &vessel in &own {
            *muster.get_mut(vessel.id) = vessel;
        }
        Self {
            side,
            muster,
            orders: sealed.map_or_else(BTreeMap::new, |plan| plan.ships.clone()),
            own: own.into_iter().map(|vessel| vessel.id).collect(),
        }
    }

    /// Lists the units of the side by id.
    pub fn own(&self) -> &[UnitId] {
        &self.own
    }

    /// Returns the muster by the event that is told; what it says of other sides is of no account.
    pub fn muster(&self) -> &Muster<'w> {
        &self.muster
    }

    /// Writes down what an event does to the units of the side.
    pub fn follow(&mut self, event: &Event) {
        match event {
            Event::Committed { side, plan } if *side == self.side => {
                self.orders.clone_from(&plan.ships);
            }
            Event::Locked => self.lock(),
            Event::Deployed(one) => self.place(one.unit, one.tile, one.facing),
            Event::SubPhaseBegan { number } => {
                self.set_stances(|order, usable| queue::stance(order, usable, *number));
            }
            Event::QueuesFlown => self.set_stances(queue::last_stance),
            Event::IntentDrawn { ship, order, .. } if self.is_own(*ship) => {
                self.orders.insert(*ship, order.clone());
                self.stand(*ship);
            }
            Event::Launched {
                ship, tile, facing, ..
            }
            | Event::ReinforcementRolled {
                arrival: Some((ship, tile, facing)),
                ..
            } => self.place(*ship, *tile, *facing),
            Event::Repaired { unit, hull } => self.heal(*unit, *hull),
            Event::Regenerated { ships } => {
                ships.iter().for_each(|&(ship, hull)| self.heal(ship, hull));
            }
            Event::Rearmed { ships } => ships.iter().for_each(|&ship| self.rearm(ship)),
            Event::Moved {
                unit, to, facing, ..
            } => self.place(*unit, *to, *facing),
            Event::Landed { ship } if self.is_own(*ship) => {
                let vessel = self.muster.get_mut(*ship);
                (vessel.tile, vessel.docked) = (None, true);
            }
            Event::Withdrew { ship } if self.is_own(*ship) => {
                self.muster.get_mut(*ship).tile = None;
            }
            Event::Cleared => self.clear(),
            Event::WeaponsCooled => self.change_guns(|gun| {
                gun.remaining = gun.remaining.saturating_sub(1);
            }),
            Event::TurnBegan => self.begin_turn(),
            Event::Ended(ending) if ending.winner == self.side => self.cheer(),
            Event::Intercepted(one) => {
                self.place(one.mover, one.to, one.facing);
                self.muster.befall(event);
            }
            Event::HangarLost { ships } => self.sink_docked(ships),
            _ => self.muster.befall(event),
        }
    }

    fn is_own(&self, unit: UnitId) -> bool {
        self.muster.get(unit).side == self.side
    }

    /// Puts an own unit on a hex; where others are is not its to know.
    fn place(&mut self, unit: UnitId, tile: TileId, facing: Direction) {
        if self.is_own(unit) {
            self.muster.place(unit, tile, facing);
            self.muster.get_mut(unit).docked = false;
        }
    }

    /// Has the sealed orders count.
    fn lock(&mut self) {
        let ships: Vec<_> = self.orders.keys().copied().collect();
        ships.into_iter().for_each(|ship| self.stand(ship));
    }

    /// Gives a ship what it is ordered; its action counts at once, or with the first sub-phase.
    fn stand(&mut self, ship: UnitId) {
        let Some(order) = self.orders.get(&ship) else {
            return;
        };
        let has_queue = self.muster.options.sub_phases > 1;
        let vessel = self.muster.get_mut(ship);
        vessel.target = order.target;
        vessel.stance = match has_queue {
            true => Stance::default(),
            false => order.stance(),
        };
    }

    /// Has what the queues of ships say count, given how many slots each can use.
    fn set_stances(&mut self, stance: impl Fn(&ShipOrder, u8) -> Stance) {
        let none = ShipOrder::default();
        for &id in &self.own {
            let usable = queue::usable(&self.muster, id);
            let order = self.orders.get(&id).unwrap_or(&none);
            self.muster.get_mut(id).stance = stance(order, usable);
        }
    }

    fn heal(&mut self, unit: UnitId, hull: u16) {
        if self.is_own(unit) {
            self.muster.get_mut(unit).now.hull.now += hull;
        }
    }

    fn rearm(&mut self, ship: UnitId) {
        if let Class::Ship(kind) = self.muster.get(ship).class {
            let full = self.muster.content.ship(kind).ammo;
            self.muster.get_mut(ship).now.ammo = full;
        }
    }

    /// Has docked ships go down with their carrier.
    fn sink_docked(&mut self, ships: &[UnitId]) {
        for &ship in ships {
            self.muster.get_mut(ship).docked = false;
        }
        for &ship in ships {
            self.muster.mourn(ship);
            self.muster.get_mut(ship).now.hull.now = 0;
        }
    }

    /// Resets all actions.
    fn clear(&mut self) {
        self.orders.clear();
        for &id in &self.own {
            let vessel = self.muster.get_mut(id);
            (vessel.stance, vessel.target) = (Stance::default(), None);
        }
    }

    fn change_guns(&mut self, change: impl Fn(&mut Gun)) {
        for &id in &self.own {
            change(&mut self.muster.get_mut(id).now.gun);
        }
    }

    fn begin_turn(&mut self) {
        self.change_guns(|gun| gun.fired = false);
        for &id in &self.own {
            let guards: &mut Guards = &mut self.muster.get_mut(id).now.guards;
            guards.hurt = false;
        }
    }

    /// Raises the morale of the winner's ships that are left.
    fn cheer(&mut self) {
        let victory = self.muster.content.figures.morale.victory;
        for &id in &self.own {
            let now = &mut self.muster.get_mut(id).now;
            if now.hull.now > 0 {
                muster::shake(&mut now.morale, victory);
            }
        }
    }
}
