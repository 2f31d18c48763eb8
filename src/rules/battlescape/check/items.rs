//! Checks orders about things that are carried.

use super::{Checked, Ordered};
use crate::battle::grid::TileId;
use crate::battle::unit::{Health, UnitId};
use crate::rules::battlescape::content::Figures;
use crate::rules::battlescape::content::items::{Ability, AbilityEffect, AbilityId, ItemKind};
use crate::rules::battlescape::event::{Event, Holder, Mark};
use crate::rules::battlescape::gear::{Carried, Mine, Pack, Props};
use crate::rules::battlescape::nerve::{self, Shock};
use crate::rules::battlescape::order::Refusal;
use crate::rules::battlescape::plan::Task;
use crate::rules::battlescape::soldier::Poison;
use crate::rules::battlescape::{ability, shot};

/// Returns what throwing the grenade in a slot costs: less if it is primed (C38).
pub(in crate::rules::battlescape) fn throw_tu(figures: &Figures, pack: &Pack, slot: u8) -> u16 {
    match pack.primed == Some(slot) {
        true => figures.tu.throw,
        false => figures.tu.use_item,
    }
}

impl Ordered<'_> {
    /// Returns the thing in a slot.
    fn thing(&self, slot: u8) -> Result<Carried, Refusal> {
        self.state.pack.get(slot).ok_or(Refusal::EmptySlot)
    }

    /// Returns what the item in a slot does; a weapon is refused so.
    fn item(&self, slot: u8, not_an_item: Refusal) -> Result<ItemKind, Refusal> {
        match self.thing(slot)? {
            Carried::Item { item, .. } => Ok(self.content().item(item).kind),
            Carried::Weapon { .. } => Err(not_an_item),
        }
    }

    /// Refuses throws to units of too low morale (§15.28).
    fn dares_throw(&self) -> Result<(), Refusal> {
        let (nerve, needs) = (self.state.nerve, self.figures().morale.throws_from);
        match nerve::dares(self.kind_of(self.id), nerve, needs) {
            true => Ok(()),
            false => Err(Refusal::TooShakenToThrow {
                needs,
                has: nerve.morale,
            }),
        }
    }

    pub(super) fn throw(&self, slot: u8, tile: TileId) -> Checked {
        let ItemKind::Grenade(_) = self.item(slot, Refusal::NotThrowable)? else {
            return Err(Refusal::NotThrowable);
        };
        self.dares_throw()?;
        shot::can_throw(self.world(), self.id, self.state.tile, tile)?;
        let tu = self.pay(throw_tu(self.figures(), &self.state.pack, slot))?;
        let unit = self.id;
        Ok(self.begins(vec![Task::Throw {
            unit,
            slot,
            tile,
            tu,
        }]))
    }

    pub(super) fn prime(&self, slot: u8) -> Checked {
        let ItemKind::Grenade(_) = self.item(slot, Refusal::NotUsable)? else {
            return Err(Refusal::NotThrowable);
        };
        if self.state.pack.primed.is_some() {
            return Err(Refusal::AlreadyPrimed);
        }
        let (unit, tu) = (self.id, self.pay(self.figures().tu.prime)?);
        Ok(self.acts(Event::Primed { unit, slot, tu }))
    }

    /// Pays for moving a thing from one place to another.
    fn moves(&self, thing: Carried, from: Holder, to: Holder, tu: u16) -> Checked {
        Ok(self.acts(Event::Moved {
            unit: self.id,
            thing,
            from,
            to,
            tu: self.pay(tu)?,
        }))
    }

    pub(super) fn toss(&self, slot: u8, tile: TileId) -> Checked {
        let thing = self.thing(slot)?;
        if tile == self.state.tile {
            return Err(Refusal::NotThrowable);
        }
        self.dares_throw()?;
        shot::can_throw(self.world(), self.id, self.state.tile, tile)?;
        let occupant = self.units.board().first_occupant(tile);
        let is_comrade =
            |&other: &UnitId| self.units.side(other) == self.side && self.known.sees(tile);
        let to = match occupant.filter(is_comrade) {
            Some(comrade) => {
                let free = self.units.part::<Pack>(comrade).free();
                Holder::Slot(comrade, free.ok_or(Refusal::PackFull)?)
            }
            None => Holder::Ground(tile, self.littered(tile)),
        };
        let from = Holder::Slot(self.id, slot);
        self.moves(thing, from, to, self.figures().tu.throw)
    }

    /// Lists the things that lie on a hex.
    fn litter(&self, tile: TileId) -> impl Iterator<Item = Carried> {
        let litter = &self.world().resource::<Props>().get().litter;
        let here = litter.iter().filter(move |(at, _)| *at == tile);
        here.map(|(_, thing)| *thing)
    }

    /// Returns how many things lie on a hex.
    fn littered(&self, tile: TileId) -> u8 {
        u8::try_from(self.litter(tile).count()).unwrap_or(u8::MAX)
    }

    pub(super) fn lay(&self, slot: u8, tile: TileId) -> Checked {
        let (Carried::Item { item, .. }, ItemKind::Mine(_)) =
            (self.thing(slot)?, self.item(slot, Refusal::NotUsable)?)
        else {
            return Err(Refusal::NotAMine);
        };
        let grid = &self.units.board().grid;
        if tile.index() >= grid.len() || grid.distance(self.state.tile, tile) != 1 {
            return Err(Refusal::NotAdjacent);
        }
        if self.known.layers.entry_percent(tile).is_none() {
            return Err(Refusal::Impassable(tile));
        }
        if self.is_occupied(tile) {
            return Err(Refusal::Occupied(tile));
        }
        let (unit, tu) = (self.id, self.pay(self.figures().tu.use_item)?);
        let mine = Mine {
            tile,
            item,
            by: unit,
            side: self.side,
        };
        Ok(self.acts(Event::MineLaid {
            unit,
            slot,
            mine,
            tu,
        }))
    }

    pub(super) fn use_on(&self, slot: u8, target: UnitId) -> Checked {
        let kind = self.item(slot, Refusal::NotUsable)?;
        let (unit, tu) = (self.id, self.figures().tu.use_item);
        if !self.units.contains(target) {
            return Err(Refusal::UnknownUnit(target));
        }
        if let ItemKind::Scanner { radius } = kind {
            if target != unit {
                return Err(Refusal::NotUsable);
            }
            self.pay(tu)?;
            return Ok(vec![Task::Scan {
                unit,
                slot,
                radius,
                tu,
            }]);
        }
        let is_known = self.units.side(target) == self.side || self.known.sees_unit(target);
        let seat = self.units.seat(target).filter(|_| is_known);
        let seat = seat.ok_or(Refusal::UnknownUnit(target))?;
        if self.units.board().grid.distance(self.state.tile, seat) > 1 {
            return Err(Refusal::NotAdjacent);
        }
        let (health, stun) = self.help(kind, target)?;
        self.pay(tu)?;
        Ok(self.acts(Event::Helped {
            unit,
            slot,
            target,
            health,
            stun,
            tu,
        }))
    }

    /// Returns the hit points and stun points that an item takes from a unit's troubles.
    fn help(&self, kind: ItemKind, target: UnitId) -> Result<(u16, u16), Refusal> {
        let health = *self.units.part::<Health>(target);
        let points = self.units.part::<Shock>(target).points;
        match kind {
            ItemKind::Medikit {
                by_medic,
                by_others,
            } => {
                let is_poisoned = self.units.part::<Poison>(target).0.is_some();
                let is_hurt = health.now < health.max || is_poisoned;
                if !is_hurt || self.kind_of(target).bravery.is_none() {
                    return Err(Refusal::NeedsNoHelp);
                }
                let most = match self.kind_of(self.id).is_medic {
                    true => by_medic,
                    false => by_others,
                };
                Ok((most.min(health.max - health.now), 0))
            }
            ItemKind::Stimulant { .. } if points == 0 => Err(Refusal::NeedsNoHelp),
            ItemKind::Stimulant { stun } => Ok((0, stun.min(points))),
            _ => Err(Refusal::NotUsable),
        }
    }

    pub(super) fn switch(&self, slot: u8) -> Checked {
        let Carried::Weapon { .. } = self.thing(slot)? else {
            return Err(Refusal::NotAWeapon);
        };
        let (unit, tu) = (self.id, self.pay(self.figures().tu.switch)?);
        Ok(self.acts(Event::Switched { unit, slot, tu }))
    }

    pub(super) fn pick_up(&self, number: u8) -> Checked {
        let tile = self.state.tile;
        let thing = self.litter(tile).nth(number.into());
        let thing = thing.ok_or(Refusal::NothingThere)?;
        let free = self.state.pack.free().ok_or(Refusal::PackFull)?;
        let (from, to) = (Holder::Ground(tile, number), Holder::Slot(self.id, free));
        self.moves(thing, from, to, self.figures().tu.switch)
    }

    pub(super) fn drop_thing(&self, slot: u8) -> Checked {
        let (thing, tile) = (self.thing(slot)?, self.state.tile);
        let to = Holder::Ground(tile, self.littered(tile));
        let from = Holder::Slot(self.id, slot);
        self.moves(thing, from, to, self.figures().tu.switch)
    }

    pub(super) fn cast(&self, which: AbilityId, target: Mark) -> Checked {
        let kind = self.kind_of(self.id);
        if !kind.abilities.contains(&which) {
            return Err(Refusal::NoSuchAbility);
        }
        if !ability::has_amp(self.world(), self.id) {
            return Err(Refusal::NeedsAmp);
        }
        let (nerve, needs) = (self.state.nerve, self.figures().morale.abilities_from);
        if !nerve::dares(kind, nerve, needs) {
            return Err(Refusal::TooShakenForAbilities {
                needs,
                has: nerve.morale,
            });
        }
        let ability = self.content().ability(which);
        let (from, tile) = (self.state.tile, self.aimed_at(ability, target)?);
        let distance = self.units.board().grid.distance(from, tile);
        let distance = u16::try_from(distance).unwrap_or(u16::MAX);
        if distance > ability.range {
            return Err(Refusal::BeyondReach {
                distance,
                reach: ability.range,
            });
        }
        if ability.effect.is_hostile() {
            shot::can_reach(self.world(), self.id, from, tile)?;
        }
        let (needs, has) = (ability.energy, self.state.energy.now);
        if has < needs {
            return Err(Refusal::NeedsEnergy { needs, has });
        }
        self.pay(ability.tu)?;
        Ok(self.begins(vec![Task::Cast {
            unit: self.id,
            ability: which,
            target,
        }]))
    }

    /// Returns the hex that an ability is aimed at, if it may be.
    fn aimed_at(&self, ability: &Ability, target: Mark) -> Result<TileId, Refusal> {
        let effect = ability.effect;
        match target {
            Mark::Hex(tile) if effect == AbilityEffect::Sight => {
                let is_there = tile.index() < self.units.board().grid.len();
                is_there.then_some(tile).ok_or(Refusal::OffBoard)
            }
            Mark::Unit(target) if effect != AbilityEffect::Sight => {
                if !self.units.contains(target) {
                    return Err(Refusal::UnknownUnit(target));
                }
                let is_own = self.units.side(target) == self.side;
                if !is_own && !self.known.sees_unit(target) {
                    return Err(Refusal::TargetNotVisible);
                }
                if effect.is_hostile() == is_own || target == self.id {
                    return Err(Refusal::WrongTarget);
                }
                if effect.is_hostile() && self.kind_of(target).will.is_none() {
                    return Err(Refusal::NoMind);
                }
                self.units.seat(target).ok_or(Refusal::NotOnBoard(target))
            }
            _ => Err(Refusal::WrongTarget),
        }
    }
}
