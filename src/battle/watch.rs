//! Watching a battle: every event is seen as it lands, with the world before it and after it.
//!
//! **Invariant:** a watcher only looks; a battle that is watched leads to the same fingerprint as one
//! that is not.

use std::any::Any;

use bevy::prelude::*;

use crate::battle::rules::Rules;
use crate::battle::unit::Side;

/// Sees what happens in a battle, event by event.
pub trait Watcher<R: Rules>: Any + Send + Sync {
    /// Sees an event that is about to be written.
    fn before(&mut self, _world: &World, _event: &R::Event) {}

    /// Sees an event that was just written.
    fn after(&mut self, _world: &World, _event: &R::Event) {}

    /// Sees an order of a side that was carried out and journaled, with all that followed by itself.
    fn ordered(&mut self, _world: &World, _side: Side) {}
}

/// Nobody: costs nothing.
impl<R: Rules> Watcher<R> for () {}

/// Two who watch the same battle.
impl<R: Rules, A: Watcher<R>, B: Watcher<R>> Watcher<R> for (A, B) {
    fn before(&mut self, world: &World, event: &R::Event) {
        self.0.before(world, event);
        self.1.before(world, event);
    }

    fn after(&mut self, world: &World, event: &R::Event) {
        self.0.after(world, event);
        self.1.after(world, event);
    }

    fn ordered(&mut self, world: &World, side: Side) {
        self.0.ordered(world, side);
        self.1.ordered(world, side);
    }
}

/// Who watches while steps of the battle are taken, if anybody does.
#[derive(Resource)]
pub struct Watched<R: Rules>(Option<Box<dyn Watcher<R>>>);

impl<R: Rules> Watched<R> {
    /// Has somebody watch from the next order on.
    pub fn begin(world: &mut World, watcher: impl Watcher<R>) {
        world.insert_resource(Self(Some(Box::new(watcher))));
    }

    /// Returns whoever has watched, if it is one of this type; nobody watches then.
    pub fn end<W: Watcher<R>>(world: &mut World) -> Option<W> {
        let watcher: Box<dyn Any> = world.remove_resource::<Self>()?.0?;
        watcher.downcast().ok().map(|watcher| *watcher)
    }

    /// Does something while whoever watches is out of the world.
    pub(super) fn lend<T>(
        world: &mut World,
        act: impl FnOnce(&mut World, &mut dyn Watcher<R>) -> T,
    ) -> T {
        let taken = world.get_resource_mut::<Self>();
        let mut watcher = taken.and_then(|mut watched| watched.0.take());
        let done = match &mut watcher {
            Some(watcher) => act(world, &mut **watcher),
            None => act(world, &mut ()),
        };
        if let Some(mut watched) = world.get_resource_mut::<Self>() {
            watched.0 = watcher;
        }
        done
    }
}
