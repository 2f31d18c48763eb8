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
use crate::rules::party::objects::{Deed, Object, Sort, objects, odds};
use crate::rules::party::order::Refusal;
use crate::rules::party::plan::Task;
use crate::rules::party::setup;

impl<'w> Check<'w> {
    fn gear(&self) -> &'w Gear {
        self.units.part(self.id)
    }

    /// Returns what is in a place, for which the inventory has to be open unless it is at hand.
    fn carried(&self, slot: Slot) -> Result<Thing, Refusal> {
        if let Slot::Pack(_) = slot {
            self.rummage()?;
        }
        let thing = self.gear().get(slot);
        thing.ok_or_else(|| Refusal::NothingThere { name: self.name() })
    }

    pub(super) fn equip(&self, slot: u8) -> Result<Task, Refusal> {
        let thing = self.carried(Slot::Pack(slot))?;
        let content = setup::content(self.world);
        match thing {
            Thing::Armor(piece) if self.fights() && content.piece(piece).worn != Worn::Shield => {
                Err(Refusal::ArmorInCombat)
            }
            Thing::Item(_) if self.gear().quick.len() >= content.figures.quick_slots.into() => {
                Err(Refusal::NoQuickSlot { name: self.name() })
            }
            thing => Ok(Task::Equip {
                unit: self.id,
                slot,
                thing,
            }),
        }
    }

    pub(super) fn stow(&self, slot: u8) -> Result<Task, Refusal> {
        self.rummage()?;
        let thing = self.carried(Slot::Quick(slot))?;
        let unit = self.id;
        Ok(Task::emit(Event::Stowed { unit, slot, thing }))
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
        Ok(Task::Use(self.id, slot, id, target))
    }

    /// Refuses a hex that the character does not see or reach; lists what its side knows there.
    fn reach(&self, tile: TileId) -> Result<impl Iterator<Item = &'w Object>, Refusal> {
        let grid = self.units.board().grid;
        let sees = |tile| self.world.resource::<Knowledge>().unit_sees(self.id, tile);
        let is_near = tile.index() < grid.len() && grid.distance(self.tile, tile) <= 1;
        match is_near && sees(tile) {
            true => Ok(objects(self.world).known_at(self.side, tile)),
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
        let becomes = match deed {
            Deed::Unlock | Deed::Disarm => {
                odds(self.world, self.id, deed, tile).ok_or_else(none)?;
                self.pay(costs.skill.into())?;
                return Ok(Task::Try(self.id, deed, tile));
            }
            Deed::Close => {
                let becomes = self.door(tile, true).ok_or_else(none)?;
                if is_barred(self.world, self.side, tile) {
                    return Err(Refusal::InDoorway);
                }
                Some(becomes)
            }
            Deed::Open => {
                let door = self.door(tile, false);
                let sort = if door.is_some() {
                    Sort::Door
                } else {
                    Sort::Chest
                };
                let object = known.find(|object| object.sort == sort);
                if door.is_none() && object.is_none_or(|object| object.is_open) {
                    return Err(none());
                }
                if object.is_some_and(|object| object.lock.is_some()) {
                    return Err(Refusal::Locked);
                }
                door
            }
        };
        self.pay(costs.object.into())?;
        Ok(Task::emit(Event::Handled {
            unit: self.id,
            tile,
            deed,
            becomes,
            ap: costs.object,
        }))
    }

    pub(super) fn take(&self, tile: TileId, thing: Thing) -> Result<Task, Refusal> {
        let mut known = self.reach(tile)?;
        let object = known.find(|object| object.holds.contains(&thing));
        let object = object.ok_or_else(|| Refusal::NoObject { name: self.name() })?;
        let ap = setup::content(self.world).figures.costs.object;
        self.pay(ap.into())?;
        Ok(Task::emit(Event::Taken {
            unit: self.id,
            tile,
            sort: object.sort,
            thing,
            ap,
        }))
    }

    /// Puts a thing into an open chest, which costs as much as to take it, or lets it fall at no cost.
    pub(super) fn put(&self, slot: u8, tile: TileId) -> Result<Task, Refusal> {
        let thing = self.carried(Slot::Pack(slot))?;
        let mut known = self.reach(tile)?;
        let has_chest = known.any(|object| object.sort == Sort::Chest && object.is_open);
        let (sort, ap) = match has_chest {
            true => (Sort::Chest, setup::content(self.world).figures.costs.object),
            false if tile == self.tile => (Sort::Pile, 0),
            false => return Err(Refusal::NoObject { name: self.name() }),
        };
        self.pay(ap.into())?;
        Ok(Task::emit(Event::Put {
            unit: self.id,
            tile,
            sort,
            slot,
            thing,
            ap,
        }))
    }
}
