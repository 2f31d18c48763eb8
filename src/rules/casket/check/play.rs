//! Checks cards with what they are aimed at, their moves, and whom they are for.
//!
//! **Invariant:** rolls and writes nothing.

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::rules::casket::content::{Band, Card, Effect, Kind, Move, Trait};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::Physical;
use crate::rules::casket::order::{Aiming, Refusal, Source};
use crate::rules::casket::plan::deed::Deed;
use crate::rules::casket::plan::{Plan, Task};

impl Duel<'_> {
    /// Checks that a card is played with an aim.
    pub(super) fn check_play(
        &self,
        unit: UnitId,
        source: Source,
        aiming: &Aiming,
    ) -> Result<Plan, Refusal> {
        let physical = self.check_card(unit, source)?;
        let card = self.card(physical.card);
        self.check_ids(aiming)?;
        let (from, extra) = self.check_moves(unit, physical, card, aiming)?;
        let cost = match source {
            Source::Strike => 0,
            _ => self.card_cost(unit, physical).saturating_add(extra),
        };
        self.pay(unit, cost)?;
        if card.is_attack() {
            self.check_target(unit, card, from, aiming)?;
        } else {
            self.check_gift(unit, card, aiming)?;
        }
        self.check_repair(unit, card, aiming)?;
        let deed = Deed::of(unit, physical, aiming.clone());
        Ok(Plan::of(Task::Play(Box::new(deed), source, cost)))
    }

    fn check_ids(&self, aiming: &Aiming) -> Result<(), Refusal> {
        for id in [aiming.target, aiming.second].into_iter().flatten() {
            let machine = self.find(id).ok_or(Refusal::UnknownUnit(id))?;
            if !machine.is_up() {
                let name = self.name(id).to_owned();
                return Err(Refusal::Gone { name });
            }
        }
        match aiming.tile {
            Some(tile) if tile.index() >= self.grid.len() => Err(Refusal::UnknownHex),
            _ => Ok(()),
        }
    }

    /// Checks path and facing of a card; returns where its attack comes from, and the SP that the ground adds.
    fn check_moves(
        &self,
        unit: UnitId,
        physical: Physical,
        card: &Card,
        aiming: &Aiming,
    ) -> Result<(TileId, u8), Refusal> {
        let here = self.get(unit).tile();
        let step = card.all_effects().find_map(|effect| match effect {
            Effect::Move(step) => Some(*step),
            _ => None,
        });
        let turns = card.all_effects().find_map(|effect| match effect {
            Effect::Turn(sixths) => Some(*sixths),
            _ => None,
        });
        if let Some(facing) = aiming.facing {
            let name = || card.name.clone();
            let most = turns.ok_or_else(|| Refusal::NoFacing { card: name() })?;
            if self.has(unit, Trait::NoTurning) {
                return Err(Refusal::CannotTurn);
            }
            if self.get(unit).now.facing.turns_to(facing) > most {
                return Err(Refusal::TurnTooFar);
            }
        }
        let Some(step) = step else {
            let name = card.name.clone();
            return match aiming.path.is_empty() {
                true => Ok((here, 0)),
                false => Err(Refusal::NoPath { card: name }),
            };
        };
        let (end, extra) = self.check_path(unit, physical, &step, &aiming.path)?;
        let is_first = card
            .first
            .iter()
            .any(|effect| matches!(effect, Effect::Move(_)));
        Ok((if is_first { end } else { here }, extra))
    }

    /// Checks the steps of a card; returns where they end and the SP that the ground adds.
    pub(super) fn check_path(
        &self,
        unit: UnitId,
        physical: Physical,
        step: &Move,
        path: &[Direction],
    ) -> Result<(TileId, u8), Refusal> {
        let machine = self.get(unit);
        let mut at = machine.tile();
        if path.is_empty() {
            return Ok((at, 0));
        }
        if self.is_rooted(unit) {
            return Err(Refusal::CannotMove);
        }
        let most = self.reach_of(unit, physical, step);
        if path.len() > usize::from(most) {
            return Err(Refusal::PathTooLong { most });
        }
        if let Some(left) = self.hexes_left(unit)
            && (path.len() as i64) > i64::from(left)
        {
            let most = left + i16::from(machine.body().hexes);
            return Err(Refusal::NoMoreHexes { most });
        }
        if step.straight && path.windows(2).any(|two| two[0] != two[1]) {
            return Err(Refusal::PathNotStraight);
        }
        if step.forward && path.iter().any(|&one| one != machine.now.facing) {
            return Err(Refusal::NotForward);
        }
        let mut extra = 0_u8;
        for (index, &direction) in path.iter().enumerate() {
            let to = self.step(at, direction).ok_or(Refusal::NoStep)?;
            let cost = self.terrain_cost(at, to, step.flies, step.ignores_difficult);
            extra = extra.saturating_add(cost.ok_or(Refusal::Impassable)?);
            let is_last = index + 1 == path.len();
            if !self.may_pass(unit, to, step.flies, is_last) {
                return Err(Refusal::PathBlocked);
            }
            at = to;
        }
        Ok((at, extra))
    }

    /// Whether a unit may come through a hex, or end on it (§2).
    pub(in crate::rules::casket) fn may_pass(
        &self,
        unit: UnitId,
        tile: TileId,
        flies: bool,
        is_last: bool,
    ) -> bool {
        match self.at(tile) {
            Some(other) if other.id != unit => {
                !is_last && (flies || !self.are_foes(unit, other.id))
            }
            _ => !(is_last && self.ground(tile).wall),
        }
    }

    /// Returns the fewest and most hexes that an attack reaches.
    pub fn range_of(&self, card: &Card) -> (u32, u32) {
        let figures = &self.content.figures;
        let bands = &figures.to_hit;
        let (begins, most) = match card.range {
            Band::Adjacent => return (1, 1),
            Band::Close => (2, bands.close_to),
            Band::Medium => (u32::from(bands.close_to) + 1, bands.medium_to),
            Band::Long => (u32::from(bands.medium_to) + 1, bands.long_to),
        };
        let least = match card.kind {
            Kind::Ranged if figures.switches.strict_bands => begins,
            Kind::Ranged => 2,
            _ => 1,
        };
        (least, most.into())
    }
}
