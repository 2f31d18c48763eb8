//! Checks orders about what characters carry, and about doors, chests, traps and things on the ground (§4).
//!
//! **Invariant:** what stands or lies on a hex is what the side knows of it; whoever reaches for it sees it.

use super::{Check, is_barred};
use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::UnitId;
use crate::content::terrain::TerrainId;
use crate::playing::Setting;
use crate::rules::party::character::{Gear, Slot, Thing};
use crate::rules::party::content::Worn;
use crate::rules::party::event::Event;
use crate::rules::party::objects::{Deed, Object, Sort, known_at, odds};
use crate::rules::party::order::Refusal;
use crate::rules::party::plan::Task;
use crate::rules::party::setup;

impl<'w> Check<'w> {
    /// Returns what is in a place, for which the inventory has to be open unless it is at hand.
    fn carried(&self, slot: Slot) -> Result<Thing, Refusal> {
        if let Slot::Pack(_) = slot {
            self.rummage()?;
        }
        let thing = self.units.part::<Gear>(self.id).get(slot);
        thing.ok_or_else(|| Refusal::NothingThere { name: self.name() })
    }

    pub(super) fn equip(&self, slot: u8) -> Result<Task, Refusal> {
        let thing = self.carried(Slot::Pack(slot))?;
        let content = setup::content(self.world);
        if let Thing::Armor(piece) = thing
            && self.fights()
            && content.piece(piece).worn != Worn::Shield
        {
            return Err(Refusal::ArmorInCombat);
        }
        let unit = self.id;
        Ok(Task::emit(Event::Equipped { unit, slot, thing }))
    }

    pub(super) fn use_item(&self, slot: Slot, target: UnitId) -> Result<Task, Refusal> {
        let content = setup::content(self.world);
        let thing = self.carried(slot)?;
        let Thing::Item(id) = thing else {
            let thing = thing.name(content).to_lowercase();
            return Err(Refusal::NotUsed { thing });
        };
        self.pay(content.figures.costs.item.into())?;
        let item = content.item(id);
        let spell = content.spell(item.spell);
        self.aim(spell, item.range.unwrap_or(spell.range), target)?;
        Ok(Task::Cast(self.id, item.spell, target, Some((slot, id))))
    }

    /// Refuses a hex that the character does not see or reach; lists what its side knows there.
    fn reach(&self, tile: TileId) -> Result<impl Iterator<Item = Object> + 'w, Refusal> {
        let grid = self.units.board().grid;
        let sees = |tile| self.world.resource::<Knowledge>().unit_sees(self.id, tile);
        let is_near = tile.index() < grid.len() && grid.distance(self.tile, tile) <= 1;
        match is_near && sees(tile) {
            true => Ok(known_at(self.world, self.side, tile)),
            false => Err(Refusal::OutOfReach { name: self.name() }),
        }
    }

    /// Returns what a door on a hex becomes when it is opened or closed, if there is one like that.
    fn door(&self, tile: TileId, is_open: bool) -> Option<TerrainId> {
        let layers = &self.world.resource::<Board>().layers;
        let catalog = &self.world.resource::<Setting>().mission.catalog;
        let terrain = catalog.terrain(layers.terrain(tile));
        terrain
            .door_to
            .filter(|_| terrain.move_percent.is_some() == is_open)
    }

    pub(super) fn handle(&self, deed: Deed, tile: TileId) -> Result<Task, Refusal> {
        let costs = &setup::content(self.world).figures.costs;
        let none = || Refusal::NoObject { name: self.name() };
        let mut known = self.reach(tile)?;
        if deed.skill().is_some() {
            odds(self.world, self.id, deed, tile).ok_or_else(none)?;
            self.pay(costs.skill.into())?;
            return Ok(Task::Try(self.id, deed, tile));
        }
        let becomes = self.door(tile, deed == Deed::Close);
        let sort = if becomes.is_some() {
            Sort::Door
        } else {
            Sort::Chest
        };
        let object = known.find(|object| object.sort == sort);
        let is_shut_chest = object.as_ref().is_some_and(|object| !object.is_open);
        match () {
            () if becomes.is_none() && (deed == Deed::Close || !is_shut_chest) => Err(none()),
            () if object.is_some_and(|object| object.lock.is_some()) => Err(Refusal::Locked),
            () if deed == Deed::Close && is_barred(self.world, self.side, tile) => {
                Err(Refusal::InDoorway)
            }
            () => {
                let (unit, ap) = (self.id, costs.object);
                self.pay(ap.into())?;
                Ok(Task::emit(Event::Handled {
                    unit,
                    tile,
                    deed,
                    becomes,
                    ap,
                }))
            }
        }
    }

    pub(super) fn take(&self, tile: TileId, thing: Thing) -> Result<Task, Refusal> {
        let mut known = self.reach(tile)?;
        let object = known.find(|object| object.holds.contains(&thing));
        let object = object.ok_or_else(|| Refusal::NoObject { name: self.name() })?;
        let ap = setup::content(self.world).figures.costs.object;
        self.transfer(tile, object.sort, thing, None, ap)
    }

    /// Puts a thing into an open chest, which costs as much as to take it, or lets it fall at no cost.
    pub(super) fn put(&self, slot: u8, tile: TileId) -> Result<Task, Refusal> {
        let thing = self.carried(Slot::Pack(slot))?;
        let ap = setup::content(self.world).figures.costs.object;
        let mut known = self.reach(tile)?;
        match known.any(|object| object.sort == Sort::Chest && object.is_open) {
            true => self.transfer(tile, Sort::Chest, thing, Some(slot), ap),
            false if tile == self.tile => self.transfer(tile, Sort::Pile, thing, Some(slot), 0),
            false => Err(Refusal::NoObject { name: self.name() }),
        }
    }

    fn transfer(
        &self,
        tile: TileId,
        sort: Sort,
        thing: Thing,
        from: Option<u8>,
        ap: u8,
    ) -> Result<Task, Refusal> {
        self.pay(ap.into())?;
        Ok(Task::emit(Event::Moved {
            unit: self.id,
            tile,
            sort,
            thing,
            from,
            ap,
        }))
    }
}
