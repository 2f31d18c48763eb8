//! The units of a side event by event: how each is by the event that is told, not at the end of the turn.
//!
//! **Invariant:** after all events of an order, what is written of the side's units is what the battle
//! says; it is reckoned on a muster, as the fight was.

use std::collections::BTreeMap;

use bevy::prelude::World;

use crate::{
    battle::unit::{Side, UnitId},
    rules::fleet::{
        event::Event,
        muster::{Muster, Vessel},
        order::{ShipOrder, SidePlan},
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
        let own = before.iter().filter(|vessel| vessel.side == side);
        let own = own.map(|vessel| {
            *muster.get_mut(vessel.id) = *vessel;
            vessel.id
        });
        Self {
            side,
            own: own.collect(),
            muster,
            orders: sealed.map_or_else(BTreeMap::new, |plan| plan.ships.clone()),
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
            Event::IntentDrawn { ship, order, .. } => {
                self.orders.insert(*ship, order.clone());
            }
            _ => {}
        }
        let none = ShipOrder::default();
        let orders = |vessel: &Vessel| match (self.orders.get(&vessel.id), event) {
            (None, Event::Locked) => None,
            (order, _) => (vessel.side == self.side).then_some(order.unwrap_or(&none)),
        };
        self.muster.follow(event, &orders);
        if *event == Event::Cleared {
            self.orders.clear();
        }
    }
}
