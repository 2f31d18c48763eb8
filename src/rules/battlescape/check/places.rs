//! Checks orders about places: doors, objects, the deployment, exits.
//!
//! **Invariant:** what stands on a hex is what the side remembers of it.

use bevy::prelude::World;

use super::{Checked, Ordered};
use crate::battle::grid::{Direction, TileId};
use crate::battle::order;
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::event::Event;
use crate::rules::battlescape::gear::Carried;
use crate::rules::battlescape::objective::{Goal, PLAYER, Plot};
use crate::rules::battlescape::order::{Order, Refusal};
use crate::rules::battlescape::plan::Task;
use crate::rules::battlescape::scenario::Objective;

/// Whether side 0 may still place its units: nothing else was ordered yet.
pub(in crate::rules::battlescape) fn is_deploying(world: &World) -> bool {
    let is_early = |order: &Order| matches!(order, Order::Deploy(..) | Order::Renew(_));
    !world.resource::<Goal>().deployment.is_empty()
        && order::orders::<Battlescape>(world).all(is_early)
}

impl<'w> Ordered<'w> {
    fn goal(&self) -> &'w Goal {
        self.world().resource()
    }

    pub(super) fn move_door(&self, direction: Direction) -> Checked {
        let beside = (self.units.board().grid).neighbor(self.state.tile, direction);
        let tile = beside.ok_or(Refusal::OffBoard)?;
        let layers = &self.known.layers;
        let terrain = || self.rulebook.catalog().terrain(layers.terrain(tile));
        let becomes = layers
            .is_known(tile)
            .then(terrain)
            .and_then(|terrain| terrain.door_to);
        let becomes = becomes.ok_or(Refusal::NoDoor)?;
        if self.is_occupied(tile) {
            return Err(Refusal::DoorBlocked);
        }
        Ok(self.begins(vec![Task::Door {
            unit: self.id,
            tile,
            becomes,
            facing: direction,
            tu: self.pay(self.figures().tu.door)?,
        }]))
    }

    /// Finds the object on a hex that was not used yet, as far as the side knows.
    fn object_at(&self, tile: TileId) -> Option<u8> {
        let objects = &self.world().resource::<Plot>().0.objects;
        let is_there = |at: TileId| at == tile && !self.known.layers.state(tile).spent;
        let found = objects.iter().position(|object| is_there(object.tile))?;
        u8::try_from(found).ok()
    }

    pub(super) fn interact(&self, tile: TileId) -> Checked {
        let (unit, grid) = (self.id, &self.units.board().grid);
        if tile.index() >= grid.len() || !self.known.layers.is_known(tile) {
            return Err(Refusal::NothingToInteract);
        }
        if grid.distance(self.state.tile, tile) > 1 {
            return Err(Refusal::NotAdjacent);
        }
        let tu = self.figures().tu.interact;
        if let Some(object) = self.object_at(tile) {
            self.pay(tu)?;
            let things = &self.world().resource::<Plot>().0.objects[usize::from(object)].items;
            let items = things.iter().map(|&item| Carried::Item {
                item,
                charges: self.content().item(item).charges,
            });
            return Ok(self.acts(Event::Interacted {
                unit,
                object,
                items: items.collect(),
                tu,
            }));
        }
        // Somebody to be rescued comes along.
        let Objective::Rescue { unit: target } = self.goal().primary else {
            return Err(Refusal::NothingToInteract);
        };
        let is_there = self.units.seat(target) == Some(tile) && self.known.sees(tile);
        if !is_there || self.side != PLAYER || self.units.side(target) == PLAYER {
            return Err(Refusal::NothingToInteract);
        }
        self.pay(tu)?;
        let joins = Event::Joined {
            unit: target,
            side: PLAYER,
        };
        let called = Event::Called { unit, target, tu };
        Ok(self.begins(vec![Task::Emit(called), Task::Emit(joins)]))
    }

    pub(super) fn deploy(&self, tile: TileId) -> Checked {
        if self.side != PLAYER || !is_deploying(self.world()) {
            return Err(Refusal::DeploymentOver);
        }
        if !self.goal().deployment.contains(&tile) {
            return Err(Refusal::NotInDeployment);
        }
        // Nobody else stands in the zone, and its side was shown it: see the mission loader and set-up.
        if self.known.layers.entry_percent(tile).is_none() {
            return Err(Refusal::Impassable(tile));
        }
        if self.is_occupied(tile) {
            return Err(Refusal::Occupied(tile));
        }
        let unit = self.id;
        Ok(vec![Task::Emit(Event::Deployed { unit, tile })])
    }

    pub(super) fn leave(&self) -> Checked {
        // Who is controlled does not count as one's own out there.
        let belongs = self.state.loyalty.home == PLAYER && self.side == PLAYER;
        if !belongs || !self.goal().exits.contains(&self.state.tile) {
            return Err(Refusal::NotAnExit);
        }
        let (unit, tu) = (self.id, self.pay(self.figures().tu.leave)?);
        Ok(vec![Task::Emit(Event::Left { unit, tu })])
    }
}
