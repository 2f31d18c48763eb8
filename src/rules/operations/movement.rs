//! Movement: what steps cost, where they are allowed, and what they do to cohesion (§2, §4).
//!
//! **Invariant:** costs are half Capability Points; a step that is allowed can be paid.

use serde::{Deserialize, Serialize};

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::field::Field;
use crate::rules::operations::order::Refusal;

/// What eases the way between two hexes (§4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Surface {
    /// A track: half the cost of the hex.
    Track,
    /// A road.
    Road,
}

/// Why units go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Going {
    /// Movement in their own half.
    Moving,
    /// A retreat before an assault (§7).
    Withdrawing,
}

impl Field<'_> {
    /// Returns the road or track between two adjacent hexes.
    pub fn surface(&self, from: TileId, to: TileId) -> Option<Surface> {
        let edge = (from.min(to), from.max(to));
        self.scenario.surfaces.get(&edge).copied()
    }

    /// Returns what a step costs a unit, half points; nothing if it cannot take it.
    pub fn step_cost(&self, id: UnitId, from: TileId, direction: Direction) -> Option<u16> {
        let to = self.grid.neighbor(from, direction)?;
        let is_on_foot = self.is_on_foot(id);
        let surface = self.surface(from, to);
        let ground = self.ground(to);
        let entry = match is_on_foot {
            true => ground.foot,
            false => ground.motor,
        };
        let crossing = self.crossing(from, direction);
        // A road or track makes up for what the hexside costs, unless wheels need it there (clarification 7).
        match surface {
            // Wheels and tracks pay half of it (§4).
            Some(Surface::Road) => {
                let road = u16::from(self.content.figures.capability.road);
                return Some(if is_on_foot { 2 * road } else { road });
            }
            Some(Surface::Track) => {
                let steep = crossing.filter(|crossing| crossing.by_track && !is_on_foot);
                let steep = steep.and_then(|crossing| crossing.motor).unwrap_or(0);
                return entry.map(|entry| u16::from(entry) + 2 * u16::from(steep));
            }
            None => {}
        }
        let across = match crossing {
            None => Some(0),
            Some(crossing) if is_on_foot => crossing.foot,
            Some(crossing) if crossing.by_track => None,
            Some(crossing) => crossing.motor,
        };
        Some(2 * (u16::from(entry?) + u16::from(across?)))
    }

    /// Returns what breaking off costs a unit that leaves its hex, half points (§2, clarification 2).
    pub fn break_off(&self, id: UnitId) -> u16 {
        let figures = &self.content.figures.capability;
        let unit = self.get(id);
        let cost = match unit.body().engaged {
            true => figures.engaged,
            false if self.is_controlled(unit.side, unit.tile()) => figures.contact,
            false => 0,
        };
        2 * u16::from(cost)
    }

    /// Returns the cohesion that a unit loses by spending half points more: one for each whole point beyond
    /// its allowance, on the running total (clarification 4).
    pub fn overspent(&self, id: UnitId, more: u16) -> i16 {
        let allowance = self.allowance(id);
        let beyond = |spent: u16| spent.saturating_sub(allowance) / 2;
        let spent = self.get(id).body().spent;
        (beyond(spent + more) - beyond(spent)) as i16
    }

    /// Returns the stacking points of a side in a hex.
    pub fn stacked(&self, tile: TileId, side: Side) -> u16 {
        let units = self.stack(tile, side);
        units
            .map(|unit| u16::from(self.build(unit.id).stacking))
            .sum()
    }

    /// Checks that units could end in a hex by its stacking limit (clarification 22).
    ///
    /// # Errors
    /// If they would exceed it.
    pub fn check_stacking(&self, units: &[UnitId], tile: TileId) -> Result<(), Refusal> {
        let Some(&first) = units.first() else {
            return Ok(());
        };
        let side = self.get(first).side;
        let there = self
            .stack(tile, side)
            .filter(|unit| !units.contains(&unit.id));
        let ids = there.map(|unit| unit.id).chain(units.iter().copied());
        let needs: u16 = ids.map(|id| u16::from(self.build(id).stacking)).sum();
        let limit = self.ground(tile).stacking;
        match needs > limit.into() {
            true => Err(Refusal::Stacking { needs, limit }),
            false => Ok(()),
        }
    }

    /// Whether an enemy combat unit is in a hex.
    pub fn has_enemy(&self, side: Side, tile: TileId) -> bool {
        // Whatever a player at a real map has there bars the way (ours).
        let foe = Self::foe(side);
        let mut units = self.stack(tile, foe);
        self.entered(foe, tile).is_some()
            || units.any(|unit| self.is_combat(unit.id) && !self.is_broken(unit.id))
    }

    /// Checks one step of units of one hex, and returns what it costs each, half points, breaking off
    /// included where it is their first.
    ///
    /// # Errors
    /// Why they cannot take it.
    pub fn check_step(
        &self,
        units: &[UnitId],
        direction: Direction,
        (going, is_first): (Going, bool),
    ) -> Result<(TileId, Vec<u16>), Refusal> {
        let first = *units.first().ok_or(Refusal::NoUnits)?;
        let (side, from) = (self.get(first).side, self.get(first).tile());
        let to = self.grid.neighbor(from, direction);
        let to = to.ok_or(Refusal::UnknownHex)?;
        if self.has_enemy(side, to) {
            return Err(Refusal::Enemy);
        }
        let (leaves, enters) = (
            self.holds_movers(side, from, units),
            self.holds_movers(side, to, units),
        );
        if leaves && enters {
            return Err(Refusal::ZoneToZone);
        }
        let costs = units.iter().map(|&id| {
            let name = || self.name(id).to_owned();
            let step = self.step_cost(id, from, direction);
            let step = step.ok_or_else(|| Refusal::Impassable { name: name() })?;
            let cost = step + if is_first { self.break_off(id) } else { 0 };
            self.check_allowance(id, cost, going)?;
            Ok(cost)
        });
        Ok((to, costs.collect::<Result<_, _>>()?))
    }

    /// Checks that a unit may spend so many half points on a step.
    fn check_allowance(&self, id: UnitId, cost: u16, going: Going) -> Result<(), Refusal> {
        let figures = &self.content.figures.capability;
        let body = self.get(id).body();
        let name = || self.name(id).to_owned();
        match going {
            Going::Moving if self.is_on_foot(id) => {
                let most = u32::from(self.allowance(id)) * u32::from(figures.foot_percent) / 100;
                let left = (most as u16).saturating_sub(body.moved);
                if cost > left {
                    let (needs, most) = (cost, left);
                    return Err(Refusal::TooFar {
                        name: name(),
                        needs,
                        most,
                    });
                }
            }
            Going::Withdrawing if !self.progress.beside.contains(&id) => {
                // One hex is always allowed (§7), but not one with each order.
                let most = 2 * u16::from(figures.retreat);
                if body.moved > 0 && body.moved + cost > most {
                    let most = figures.retreat;
                    return Err(Refusal::RetreatShort { name: name(), most });
                }
            }
            _ => {}
        }
        let (lost, broken) = (
            self.overspent(id, cost),
            self.content.figures.cohesion.broken,
        );
        let spends_all = body.cohesion - lost <= broken && going == Going::Moving;
        match spends_all {
            true => {
                let most = self.allowance(id).saturating_sub(body.spent);
                Err(Refusal::TooFar {
                    name: name(),
                    needs: cost,
                    most,
                })
            }
            false => Ok(()),
        }
    }
}
