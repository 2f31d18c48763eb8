//! Checks targets of cards: units, hexes and areas of attacks, allies and damage cards of the others.
//!
//! **Invariant:** rolls and writes nothing; what is hidden from the player of a card decides nothing.

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::rules::casket::content::{Aim, Area, Card, Effect, Kind, Who};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::CardNo;
use crate::rules::casket::order::{Aiming, Refusal};

impl Duel<'_> {
    pub(super) fn check_target(
        &self,
        unit: UnitId,
        card: &Card,
        from: TileId,
        aiming: &Aiming,
    ) -> Result<(), Refusal> {
        let name = || card.name.clone();
        match card.area {
            Area::Single => {
                if aiming.target.is_none()
                    && let Some(tile) = aiming.tile
                {
                    return self.check_terrain_target(card, from, tile);
                }
                let target = aiming
                    .target
                    .ok_or_else(|| Refusal::NeedsTarget { card: name() })?;
                self.check_foe(unit, card, from, target)?;
                if let Some(second) = aiming.second {
                    self.check_second(unit, card, from, (target, second))?;
                }
            }
            Area::Blast => {
                let center = self.center(aiming);
                let center = center.ok_or_else(|| Refusal::NeedsTarget { card: name() })?;
                self.check_range(card, from, center)?;
            }
            Area::Line(_) => {
                let center = self.center(aiming).filter(|&tile| tile != from);
                center.ok_or_else(|| Refusal::NeedsTarget { card: name() })?;
            }
            Area::Cone | Area::Ring(_) => {}
        }
        if card.area != Area::Single {
            if aiming.called.is_some() {
                return Err(Refusal::CalledArea);
            }
            let struck = self.struck(unit, card, from, aiming);
            if !struck.iter().any(|&(id, _)| self.are_foes(unit, id)) {
                return Err(Refusal::NoTarget { card: name() });
            }
        }
        let target = aiming.target.filter(|_| aiming.called.is_some());
        match target {
            Some(target) if !self.build(target).is_casket() => Err(Refusal::NoComponent),
            _ => Ok(()),
        }
    }

    /// Returns the hex that an area is aimed at.
    pub(super) fn center(&self, aiming: &Aiming) -> Option<TileId> {
        let target = aiming.target.map(|id| self.get(id).tile());
        aiming.tile.or(target)
    }

    fn check_foe(
        &self,
        unit: UnitId,
        card: &Card,
        from: TileId,
        target: UnitId,
    ) -> Result<(), Refusal> {
        let friendly = self.content.figures.switches.friendly_fire || self.scenario.friendly_fire;
        if target == unit || !(self.are_foes(unit, target) || friendly) {
            let name = self.name(target).to_owned();
            return Err(Refusal::NotAFoe { name });
        }
        self.check_range(card, from, self.get(target).tile())
    }

    fn check_range(&self, card: &Card, from: TileId, tile: TileId) -> Result<(), Refusal> {
        let distance = self.grid.distance(from, tile);
        let (least, most) = self.range_of(card);
        match () {
            () if distance > most => Err(Refusal::OutOfRange { distance, most }),
            () if distance < least => Err(Refusal::TooClose { distance, least }),
            () if card.kind != Kind::Melee && !card.indirect && self.line(from, tile).blocked => {
                Err(Refusal::NoSight)
            }
            () => Ok(()),
        }
    }

    fn check_second(
        &self,
        unit: UnitId,
        card: &Card,
        from: TileId,
        (first, second): (UnitId, UnitId),
    ) -> Result<(), Refusal> {
        let sweeps = |effect: &Effect| matches!(effect, Effect::Second(_));
        if !card.split && !card.effects.iter().any(sweeps) {
            let card = card.name.clone();
            return Err(Refusal::NoTarget { card });
        }
        if !card.split && first == second {
            let card = card.name.clone();
            return Err(Refusal::NoTarget { card });
        }
        self.check_foe(unit, card, from, second)
    }

    /// Checks an attack on a hex whose terrain can be destroyed.
    fn check_terrain_target(&self, card: &Card, from: TileId, tile: TileId) -> Result<(), Refusal> {
        if self.ground(tile).breaks.is_none() {
            let card = card.name.clone();
            return Err(Refusal::NoTarget { card });
        }
        self.check_range(card, from, tile)
    }

    /// Lists whom an area strikes from a hex, with the base damage of each, by distance and id.
    pub fn struck(
        &self,
        unit: UnitId,
        card: &Card,
        from: TileId,
        aiming: &Aiming,
    ) -> Vec<(UnitId, i16)> {
        let base = i16::from(card.damage.unwrap_or(0));
        let edge = card.edge.map_or(base, i16::from);
        let facing = self.get(unit).now.facing;
        let center = self.center(aiming);
        let tiles: Vec<(TileId, i16)> = match card.area {
            Area::Single => Vec::new(),
            Area::Cone => [0, 1, 5]
                .into_iter()
                .filter_map(|turn| self.step(from, facing.turned(turn)))
                .map(|tile| (tile, base))
                .collect(),
            Area::Line(hexes) => self.ray(from, center, hexes, base),
            Area::Blast => center.map_or_else(Vec::new, |center| {
                let around = self.grid.neighbors(center).map(|(_, tile)| (tile, edge));
                std::iter::once((center, base)).chain(around).collect()
            }),
            Area::Ring(hexes) => {
                let is_in = |tile: &TileId| self.grid.distance(from, *tile) <= hexes.into();
                let standing = self.standing().map(|machine| machine.tile());
                let mut tiles: Vec<_> = standing.filter(is_in).map(|tile| (tile, base)).collect();
                tiles.sort_by_key(|&(tile, _)| self.grid.distance(from, tile));
                tiles
            }
        };
        let spares = card.spares_allies || self.content.figures.switches.areas_spare_allies;
        let on = |(tile, base): (TileId, i16)| self.at(tile).map(|machine| (machine.id, base));
        let is_struck =
            |&(id, _): &(UnitId, i16)| id != unit && (!spares || self.are_foes(unit, id));
        tiles.into_iter().filter_map(on).filter(is_struck).collect()
    }

    fn ray(&self, from: TileId, to: Option<TileId>, hexes: u8, base: i16) -> Vec<(TileId, i16)> {
        let Some(to) = to.filter(|&to| to != from) else {
            return Vec::new();
        };
        let direction = self.grid.direction_towards(from, to);
        let next = |&tile: &TileId| {
            let next = self.step(tile, direction);
            next.filter(|&tile| !self.ground(tile).wall)
        };
        let ray = std::iter::successors(Some(from), next).skip(1);
        ray.take(hexes.into()).map(|tile| (tile, base)).collect()
    }

    /// Checks whom a utility card is for.
    pub(super) fn check_gift(
        &self,
        unit: UnitId,
        card: &Card,
        aiming: &Aiming,
    ) -> Result<(), Refusal> {
        let target = match (card.aim, aiming.target) {
            (Aim::Own | Aim::OwnOrAlly, None) => return Ok(()),
            (Aim::Own, Some(target)) if target == unit => return Ok(()),
            (Aim::Own, Some(_)) => {
                let card = card.name.clone();
                return Err(Refusal::NoTarget { card });
            }
            (Aim::Ally, None) => {
                let card = card.name.clone();
                return Err(Refusal::NeedsTarget { card });
            }
            (Aim::Ally | Aim::OwnOrAlly, Some(target)) => target,
        };
        if card.aim == Aim::OwnOrAlly && target == unit {
            return Ok(());
        }
        let is_near = self.neighbors(unit).any(|machine| machine.id == target);
        match is_near && !self.are_foes(unit, target) && self.build(target).is_casket() {
            true => Ok(()),
            false => Err(Refusal::NotAnAlly {
                name: self.name(target).to_owned(),
            }),
        }
    }

    /// Checks the damage cards that a card deletes.
    pub(super) fn check_repair(
        &self,
        unit: UnitId,
        card: &Card,
        aiming: &Aiming,
    ) -> Result<(), Refusal> {
        let repairs = card.all_effects().find_map(|effect| match effect {
            Effect::Repair(Who::Own, cards) => Some((unit, *cards)),
            Effect::Repair(_, cards) => Some((aiming.target.unwrap_or(unit), *cards)),
            _ => None,
        });
        let Some((mended, cards)) = repairs else {
            return match aiming.repair.is_empty() {
                true => Ok(()),
                false => Err(Refusal::NothingToRepair),
            };
        };
        let wounds: Vec<_> = self.wounds_in_discard(mended).collect();
        let mut named = aiming.repair.clone();
        named.sort_unstable();
        named.dedup();
        let is_right = named.len() == aiming.repair.len()
            && named.len() <= cards.into()
            && !named.is_empty()
            && named.iter().all(|no| wounds.contains(no));
        // A card that does more than repair may be played without a wound.
        let is_needed = card.effects.len() == 1;
        match is_right || (aiming.repair.is_empty() && !is_needed) {
            true => Ok(()),
            false => Err(Refusal::NothingToRepair),
        }
    }

    /// Lists the damage cards in the discard pile of a casket, from its bottom.
    pub fn wounds_in_discard(&self, id: UnitId) -> impl Iterator<Item = CardNo> {
        let piles = self.get(id).piles();
        let is_wound = |no: &CardNo| self.card(piles.get(*no).card).kind == Kind::Damage;
        piles.discard.iter().copied().filter(is_wound)
    }
}
