//! The dense copy of a rule set's units: plain values side by side, kept from one event to the next.
//!
//! **Invariant:** a cache of the units' components; whoever writes those renews it, and who reckons
//! reads nothing else.

use std::ops::Deref;

use bevy::prelude::{Resource, World};

use crate::battle::unit::{Roster, UnitId};

/// A unit as one plain value.
pub trait Copied: PartialEq + Send + Sync + 'static {
    /// Reads a unit from its components.
    fn read(world: &World, id: UnitId) -> Self;
}

/// All units of the battle as their components have them, by id.
#[derive(Resource, Clone, Debug)]
pub struct Copies<T: Copied>(Vec<T>);

impl<T: Copied> Deref for Copies<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: Copied> Copies<T> {
    /// Copies all units, once they have their components.
    pub fn set_up(world: &mut World) {
        let ids = world.resource::<Roster>().ids();
        let copies = ids.map(|id| T::read(world, id)).collect();
        world.insert_resource(Self(copies));
        world.resource_mut::<Roster>().take_stale();
    }

    /// Copies the units that were written since; nothing before [`Self::set_up`].
    pub fn renew(world: &mut World) {
        if world.contains_resource::<Self>() {
            for id in world.resource_mut::<Roster>().take_stale() {
                let copy = T::read(world, id);
                world.resource_mut::<Self>().0[id.index()] = copy;
            }
        }
    }

    /// Notes what units were written as, so that they need not be read; nothing else was written that
    /// copies hold.
    pub fn put(world: &mut World, written: impl IntoIterator<Item = (UnitId, T)>) {
        let mut copies = world.resource_mut::<Self>();
        for (id, copy) in written {
            copies.0[id.index()] = copy;
        }
        world.resource_mut::<Roster>().settle();
    }

    /// Whether it holds what the components hold.
    pub fn is_right(world: &World) -> bool {
        let (roster, copies) = (world.resource::<Roster>(), world.resource::<Self>());
        let mut pairs = roster.ids().zip(&copies.0);
        roster.is_settled()
            && copies.0.len() == roster.len()
            && pairs.all(|(id, copy)| *copy == T::read(world, id))
    }
}
