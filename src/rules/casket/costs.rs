//! What cards and moves cost, how much SP is safe, and what a Backfire adds up to (§2, §3, §8).
//!
//! **Invariant:** rules, forecast and computer ask here alike; damage cards in hand count.

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::rules::casket::attack::is_weapon;
use crate::rules::casket::content::{Effect, Move, Trait};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::{Build, Part, Physical, State};

impl Duel<'_> {
    /// Returns the SP that are safe for a unit this turn (§2).
    pub fn safe_sp(&self, id: UnitId) -> u8 {
        let figures = &self.content.figures;
        let base = match self.build(id) {
            Build::Casket { class, .. } => self.content.class(*class).safe,
            Build::Monster(monster) => return self.content.monster(*monster).steps,
            Build::Objective(_) => return 0,
        };
        let mut safe = i16::from(base) + self.of_taint(id, figures.taint.safe);
        if self.state(id, Part::Chassis) >= State::Degraded {
            safe += figures.parts.safe;
        }
        safe += self.sum(id, |one, _| match one {
            Trait::Safe(points) => Some(points),
            _ => None,
        });
        safe.clamp(0, 100) as u8
    }

    /// Returns the SP that a unit can spend in this turn at all (§1).
    pub fn max_sp(&self, id: UnitId) -> u8 {
        let past = match self.build(id) {
            Build::Casket { .. } => self.content.figures.red_line,
            _ => 0,
        };
        self.safe_sp(id).saturating_add(past)
    }

    /// Returns the SP that are left of it.
    pub fn sp_left(&self, id: UnitId) -> u8 {
        self.max_sp(id).saturating_sub(self.get(id).body().spent)
    }

    /// Returns a figure by the Taint of a unit (§8).
    pub fn of_taint(&self, id: UnitId, figures: [i16; 3]) -> i16 {
        let levels = &self.content.figures.taint.levels;
        let taint = self.get(id).body().taint;
        match levels.iter().filter(|&&from| taint >= from).count() {
            0 => 0,
            level => figures[level - 1],
        }
    }

    /// Returns what each basic step and movement card costs more (§7, §8).
    pub fn movement_surcharge(&self, id: UnitId) -> u8 {
        let figures = &self.content.figures;
        let more = self.sum(id, |one, _| match one {
            Trait::MovementCost(points) => Some(points),
            _ => None,
        });
        let mut more = more.clamp(0, 100) as u8;
        if self.build(id).is_casket() {
            let level = self.heat_level(self.get(id).body().heat);
            more = more.saturating_add(u8::from(level >= figures.heat.movement_level.into()));
            if self.state(id, Part::Legs) >= State::Degraded {
                more = more.saturating_add(figures.parts.movement);
            }
        }
        more
    }

    /// Returns the SP of a card, terrain left out (clarification 3).
    pub fn card_cost(&self, id: UnitId, physical: Physical) -> u8 {
        let card = self.card(physical.card);
        if card.sp == 0 {
            return 0;
        }
        let more = self.sum(id, |one, part| match one {
            Trait::AllCost(points) => Some(points),
            Trait::CardCost(points) if part.is_none_or(Part::is_body) => Some(points),
            Trait::CardCost(points) if part == physical.arm => Some(points),
            _ => None,
        });
        let mut cost = card.sp.saturating_add(more.clamp(0, 100) as u8);
        let level = self.heat_level(self.get(id).body().heat);
        if is_weapon(card, physical.arm) && level >= self.content.figures.heat.weapon_level.into() {
            cost = cost.saturating_add(1);
        }
        if card.is_movement() {
            cost = cost.saturating_add(self.movement_surcharge(id));
        }
        cost
    }

    /// Returns what the ground adds to the SP of a step; nothing if it cannot be entered. Who flies pays for
    /// levels alone and passes over anything (§6).
    pub fn terrain_cost(
        &self,
        from: TileId,
        to: TileId,
        flies: bool,
        ignores_difficult: bool,
    ) -> Option<u8> {
        let costs = &self.content.figures.costs;
        let ground = self.ground(to);
        let climbed = (self.level(to) - self.level(from)).clamp(0, 20) as u8;
        let climb = climbed.saturating_mul(costs.climb);
        if flies {
            return Some(climb);
        }
        if ground.wall {
            return None;
        }
        let difficult = match ground.difficult && !ignores_difficult {
            true => costs.difficult,
            false => 0,
        };
        let ice = if ground.ice { costs.ice } else { 0 };
        Some(climb.saturating_add(difficult).saturating_add(ice))
    }

    /// Returns the SP of a basic step; nothing if it cannot be made.
    pub fn step_cost(&self, id: UnitId, direction: Direction) -> Option<u8> {
        self.step_cost_from(id, self.get(id).tile(), direction)
    }

    /// Returns the SP of a basic step that a unit would make from a hex, facing as it does now.
    pub fn step_cost_from(&self, id: UnitId, from: TileId, direction: Direction) -> Option<u8> {
        let to = self.step(from, direction)?;
        let extra = self.terrain_cost(from, to, false, false)?;
        if !self.build(id).is_casket() {
            return Some(extra.saturating_add(1));
        }
        let costs = &self.content.figures.costs;
        let base = match self.get(id).now.facing.turns_to(direction) {
            0 | 3 => costs.step,
            _ => costs.sidestep,
        };
        let more = [self.movement_surcharge(id), self.surcharge(id), extra];
        Some(more.into_iter().fold(base, u8::saturating_add))
    }

    /// Returns the SP of a turn by 60°; monsters turn for nothing.
    pub fn turn_cost(&self, id: UnitId) -> u8 {
        match self.build(id).is_casket() {
            true => (self.content.figures.costs.turn).saturating_add(self.surcharge(id)),
            false => 0,
        }
    }

    /// Returns what everything costs more that costs SP (§7, Leaking Channels).
    pub fn surcharge(&self, id: UnitId) -> u8 {
        let more = self.sum(id, |one, _| match one {
            Trait::AllCost(points) => Some(points),
            _ => None,
        });
        more.clamp(0, 100) as u8
    }

    /// Returns how far a movement card goes.
    pub fn reach_of(&self, id: UnitId, physical: Physical, step: &Move) -> u8 {
        let less = match self.card(physical.card).is_movement() {
            true => self.sum(id, |one, _| match one {
                Trait::ShorterMoves(hexes) => Some(hexes),
                _ => None,
            }),
            false => 0,
        };
        (i16::from(step.most) - less).clamp(1, 20) as u8
    }

    /// Returns the most hexes that a unit may still move this turn.
    pub fn hexes_left(&self, id: UnitId) -> Option<i16> {
        let mut most: Option<i16> = None;
        self.each_trait(id, |one, _| {
            if let Trait::HexesPerTurn(hexes) = one {
                most = Some(most.map_or(hexes, |now| now.min(hexes)));
            }
        });
        most.map(|most| most - i16::from(self.get(id).body().hexes))
    }

    /// Whether a unit cannot move by itself.
    pub fn is_rooted(&self, id: UnitId) -> bool {
        let legs = self.build(id).is_casket() && self.state(id, Part::Legs) == State::Disabled;
        legs || self.has(id, Trait::NoMovement)
    }

    /// Returns what a Backfire of a unit adds to its die (§8).
    pub fn backfire_modifier(&self, id: UnitId) -> i16 {
        let figures = &self.content.figures;
        let heat = self.get(id).body().heat;
        let by_level = match self.heat_level(heat) {
            0 => 0,
            level => figures.heat.backfire[level - 1].into(),
        };
        i16::from(heat) + by_level + self.of_taint(id, figures.taint.backfire)
    }

    /// Returns the row of the Backfire table of a class for a sum.
    pub fn backfire_row(&self, id: UnitId, sum: i16) -> Option<u8> {
        let rows = &self.class(id)?.backfire;
        let row = rows.iter().position(|row| sum <= row.up_to.into());
        let row = row.or(rows.len().checked_sub(1))?;
        Some(row as u8) // A table has few rows.
    }

    /// Returns the effects of a row.
    pub fn backfire_effects(&self, id: UnitId, row: u8) -> &[Effect] {
        let rows = self.class(id).map_or(&[][..], |class| &class.backfire);
        rows.get(usize::from(row)).map_or(&[], |row| &row.effects)
    }

    /// Returns what is added to the initiative of a unit (§2).
    pub fn initiative(&self, id: UnitId) -> i16 {
        let figures = &self.content.figures;
        match self.build(id) {
            Build::Casket { class, .. } => {
                let mut sum = self.content.class(*class).initiative;
                sum += self.of_taint(id, figures.taint.initiative);
                if self.get(id).body().heat >= figures.heat.initiative_from {
                    sum += figures.heat.initiative;
                }
                if self.state(id, Part::Legs) >= State::Degraded {
                    sum += figures.parts.initiative;
                }
                sum
            }
            Build::Monster(monster) => self.content.monster(*monster).initiative,
            Build::Objective(_) => 0,
        }
    }

    /// Returns the Heat that a unit gains at the start of its turn.
    pub fn heat_per_turn(&self, id: UnitId) -> u8 {
        let sum = self.sum(id, |one, _| match one {
            Trait::HeatPerTurn(points) => Some(points),
            _ => None,
        });
        sum.clamp(0, 100) as u8
    }
}
