//! Zones of control, contacts and the duty to attack (§3).
//!
//! **Invariant:** plain questions about a field; nothing here changes it.

use std::collections::BTreeMap;

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::field::{Field, Rating};

impl Field<'_> {
    /// Whether a hex controls its neighbors for a side: enough stacking points and raw defense (§3).
    pub fn controls(&self, side: Side, tile: TileId) -> bool {
        if let Some((known, zones)) = &self.zones
            && *known == side
        {
            return zones.contains(&tile);
        }
        if self.is_at_table(side) {
            return self.entered(side, tile).is_some_and(|enemy| enemy.zone);
        }
        let figures = &self.content.figures.zones;
        let counted = |id: &UnitId| self.is_combat(*id) && !self.is_broken(*id);
        let units = self.stack(tile, side).map(|unit| unit.id).filter(counted);
        let (mut stacking, mut defense) = (0_u16, 0_u16);
        for id in units {
            stacking += u16::from(self.build(id).stacking);
            defense += self.raw(id, Rating::Defense);
        }
        stacking > u16::from(figures.stacking) && defense >= figures.defense
    }

    /// Whether a zone of control goes from one hex into an adjacent one: not across rivers and
    /// escarpments, nor where none of the units there could go.
    pub fn zone_reaches(&self, side: Side, from: TileId, into: TileId) -> bool {
        let Some(direction) = self.direction(from, into) else {
            return false;
        };
        let is_open = self
            .hexside(from, direction)
            .is_none_or(|hexside| hexside.controls);
        if self.is_at_table(side) {
            // Its units are unknown, so ground that some unit can enter counts (ours).
            let ground = self.ground(into);
            return is_open && (ground.foot.is_some() || ground.motor.is_some());
        }
        is_open && {
            let units = self.stack(from, side);
            let mut movers = units.filter(|unit| self.is_combat(unit.id));
            movers.any(|unit| self.step_cost(unit.id, from, direction).is_some())
        }
    }

    /// Lists the hexes whose zones of control cover a hex, for units of `side`.
    pub fn controlling(&self, side: Side, tile: TileId) -> Vec<TileId> {
        let foe = Self::foe(side);
        let around = self.grid.neighbors(tile).map(|(_, near)| near);
        around
            .filter(|&near| self.controls(foe, near) && self.zone_reaches(foe, near, tile))
            .collect()
    }

    /// Whether a hex lies in an enemy zone of control for units of `side`.
    pub fn is_controlled(&self, side: Side, tile: TileId) -> bool {
        !self.controlling(side, tile).is_empty()
    }

    /// Whether a hex lies in an enemy zone of control that holds for movers: a friendly combat unit there,
    /// other than they, cancels it (§2).
    pub fn holds_movers(&self, side: Side, tile: TileId, movers: &[UnitId]) -> bool {
        let mut friends = self.stack(tile, side);
        let is_held = friends.any(|unit| {
            self.is_combat(unit.id) && !self.is_broken(unit.id) && !movers.contains(&unit.id)
        });
        !is_held && self.is_controlled(side, tile)
    }

    /// Whether units of a side stand beside an enemy combat unit.
    pub fn is_beside_enemy(&self, side: Side, tile: TileId) -> bool {
        let foe = Self::foe(side);
        let mut around = self.grid.neighbors(tile);
        around.any(|(_, near)| {
            let is_entered = self.entered(foe, near).is_some_and(|enemy| enemy.combat);
            is_entered || self.stack(near, foe).any(|unit| self.is_combat(unit.id))
        })
    }

    /// Lists the hexes of the other side beside combat units of the phasing side, and whether their zones
    /// of control cover units that have to attack (C1).
    pub fn contacts(&self, phasing: Side) -> BTreeMap<TileId, bool> {
        let foe = Self::foe(phasing);
        if self.is_at_table(phasing) {
            return self.contacts_at_table(foe);
        }
        let mut contacts = BTreeMap::new();
        for unit in self.of_side(phasing).filter(|unit| self.is_combat(unit.id)) {
            for (_, near) in self.grid.neighbors(unit.tile()) {
                if self.is_in(foe, near) {
                    contacts.entry(near).or_insert(false);
                }
            }
        }
        let tiles: Vec<_> = contacts.keys().copied().collect();
        for tile in tiles {
            let is_duty = !self.bound_to(phasing, tile).is_empty();
            contacts.insert(tile, is_duty);
        }
        contacts
    }

    /// Lists the units of the phasing side that have to attack a hex: its zone of control covers them, and
    /// their stack is not exempt (§3).
    pub fn bound_to(&self, phasing: Side, tile: TileId) -> Vec<UnitId> {
        let foe = Self::foe(phasing);
        if !self.controls(foe, tile) {
            return Vec::new();
        }
        let mut bound = Vec::new();
        for (_, near) in self.grid.neighbors(tile) {
            let could = |id: UnitId| {
                let can_fight = !self.get(id).body().pinned && !self.is_broken(id);
                self.is_combat(id) && !self.is_gun(id) && can_fight
            };
            let mut stack = self.stack(near, phasing);
            if stack.any(|unit| could(unit.id)) && self.zone_reaches(foe, tile, near) {
                bound.extend(self.stack(near, phasing).map(|unit| unit.id));
            }
        }
        bound
    }

    /// Returns the battalions of a hex that are no guns; at a table, Targets of such classes that were named there.
    pub fn battalions(&self, tile: TileId, side: Side) -> u16 {
        if self.is_at_table(side) {
            return self.battalions_told(side, tile);
        }
        let units = self.stack(tile, side);
        let counted = units.filter(|unit| self.is_combat(unit.id) && !self.is_gun(unit.id));
        counted
            .map(|unit| self.build(unit.id).size.battalions())
            .sum()
    }

    /// Whether barrage points hold a hex off: more than its battalions that are no guns (S1).
    pub fn is_held_off(&self, tile: TileId, side: Side, points: u16) -> bool {
        let battalions = self.battalions(tile, side);
        points > 0
            && match self.content.figures.switches.held_off_by_equal {
                true => points >= battalions,
                false => points > battalions,
            }
    }

    /// Whether a unit takes part in combat: it is in an enemy zone of control, or in a hex that attacks or
    /// can be attacked (§8).
    pub fn is_in_combat(&self, id: UnitId) -> bool {
        let unit = self.get(id);
        let phasing = self.progress.phasing;
        match unit.side == phasing {
            true => {
                let mut near = self.grid.neighbors(unit.tile());
                near.any(|(_, tile)| self.progress.contacts.contains_key(&tile))
            }
            false => self.progress.contacts.contains_key(&unit.tile()),
        }
    }
}
