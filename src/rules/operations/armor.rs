//! Anti-armor fire: who fires, terrain, damage, and the armor that can be hit (§9).
//!
//! **Invariant:** both sides' fire on a hex is reckoned from the same field, so it is simultaneous.

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::barrage::fort_effects;
use crate::rules::operations::content::{Tables, TargetClass};
use crate::rules::operations::event::Volley;
use crate::rules::operations::field::{Field, Rating, sum};
use crate::rules::operations::loss::{Cause, Demand, Pool};
use crate::rules::operations::progress::Role;

/// Returns the damage of so many points by a die (§9).
pub fn damage(tables: &Tables, points: u16, die: u8) -> u16 {
    let tenths = tables.anti_armor[usize::from(die - 1)];
    let product = u32::from(points) * u32::from(tenths);
    ((product + 5) / 10).min(u32::from(u16::MAX - 1)) as u16
}

/// Returns actual points after terrain: 0 at least, and where there is no fire across (§9).
pub fn after_terrain(points: u16, terrain: Option<i16>) -> u16 {
    terrain.map_or(0, |terrain| {
        (i32::from(points) + i32::from(terrain)).max(0) as u16
    })
}

impl Field<'_> {
    /// Returns the points of a unit that fire at armor, by type.
    pub fn armor_points<'r>(&self, id: UnitId, role: &'r Role) -> &'r [u8] {
        let is_up = self.get(id).is_up();
        if is_up { &role.anti_armor } else { &[] }
    }

    /// Returns the points of a unit that assault, by type: all that do not fire at armor.
    pub fn assault_points(&self, id: UnitId) -> Vec<u8> {
        let unit = self.get(id);
        let toe = &unit.body().toe;
        match self.progress.roles.get(&id) {
            Some(role) if unit.is_up() => {
                let apart = |at: usize| role.anti_armor.get(at).copied().unwrap_or(0);
                let points = toe.iter().enumerate();
                points
                    .map(|(at, &all)| all.saturating_sub(apart(at)))
                    .collect()
            }
            _ => vec![0; toe.len()],
        }
    }

    /// Lists units that fire at armor in a hex: of the phasing side those that attack it, of the other
    /// side those in it. In a dual-hex assault units fire at the hex that they name first, since nobody
    /// fires twice (ours).
    pub fn armor_gunners(&self, tile: TileId, side: Side) -> Vec<UnitId> {
        let fires = |id: UnitId, role: &Role| {
            let unit = self.get(id);
            let is_here = match side == self.progress.phasing {
                true => role.target == Some(tile),
                false => unit.tile() == tile,
            };
            unit.side == side
                && is_here
                && self.armor_points(id, role).iter().any(|&points| points > 0)
        };
        let roles = self.progress.roles.iter();
        roles
            .filter(|(id, role)| fires(**id, role))
            .map(|(id, _)| *id)
            .collect()
    }

    /// Lists the units that attack a hex.
    pub fn attackers_of(&self, tile: TileId) -> Vec<UnitId> {
        let roles = self.progress.roles.iter();
        roles
            .filter(|(id, role)| {
                let attacks = role.target == Some(tile) || role.second == Some(tile);
                attacks && self.get(**id).is_up()
            })
            .map(|(id, _)| *id)
            .collect()
    }

    /// Returns what terrain adds to anti-armor points from some hexes into others: the best effect of each
    /// hex and its hexside, the least favorable of all; nothing where there is no fire across
    /// (clarification 6).
    pub fn armor_terrain(&self, from: &[TileId], into: &[TileId]) -> Option<i16> {
        let mut worst = Some(0);
        let mut is_first = true;
        for &origin in from {
            for &tile in into {
                let Some(direction) = self.direction(origin, tile) else {
                    continue;
                };
                let has_way = self.surface(origin, tile).is_some();
                let across = match self.crossing(origin, direction) {
                    Some(crossing) if !has_way => crossing.anti_armor,
                    _ => Some(0),
                };
                let sum = across.map(|across| across + self.armor_ground(tile));
                worst = match (worst, sum) {
                    _ if is_first => sum,
                    (Some(worst), Some(sum)) => Some(worst.min(sum)),
                    _ => None,
                };
                is_first = false;
            }
        }
        worst
    }

    /// Returns the best effect in a hex on anti-armor points.
    fn armor_ground(&self, tile: TileId) -> i16 {
        let [_, anti_armor, _] = fort_effects(&self.content.figures, self.fort(tile));
        self.ground(tile).anti_armor.min(anti_armor)
    }

    /// Reckons the fire of units at a side's armor; a die of 0 leaves damage out.
    pub fn volley(&self, units: Vec<UnitId>, from: &[TileId], into: &[TileId], die: u8) -> Volley {
        let raw = units.iter().filter_map(|id| {
            let role = self.progress.roles.get(id)?;
            Some(self.raw_of(*id, &role.anti_armor, Rating::AntiArmor))
        });
        let raw = sum(raw);
        let terrain = self.armor_terrain(from, into);
        let points = after_terrain(self.actual(raw), terrain);
        let damage = match die {
            1..=6 => damage(&self.content.tables, points, die),
            _ => 0,
        };
        Volley {
            units,
            raw,
            terrain,
            points,
            die,
            damage,
        }
    }

    /// Returns what damage demands of the armor of units: points whose protection adds up to more, those
    /// flagged already left out (§9, S2).
    pub fn armor_demand(&self, units: &[UnitId], damage: u16) -> Demand {
        let pools = units.iter().map(|&id| {
            let toe = self.get(id).body().toe.iter().enumerate();
            let flagged = self.progress.flagged.get(&id);
            let left = |at: usize| flagged.map_or(0, |points| points[at]);
            Pool {
                unit: id,
                points: toe
                    .map(|(at, &points)| points.saturating_sub(left(at)))
                    .collect(),
                worth: self.ratings(id, Rating::Armor),
            }
        });
        let amount = match self.content.figures.switches.armor_absorbs_equal {
            _ if damage == 0 => 0,
            true => damage,
            false => damage + 1,
        };
        Demand::new(Cause::AntiArmor, amount, false, pools.collect())
    }

    /// Whether a side shows armor in a hex, as both sides know it: by the classes of targets and counters, and
    /// by what units are that are identified.
    pub fn shows_armor(&self, tile: TileId, side: Side) -> bool {
        let of_class = |id: UnitId| {
            let toe = self.content.estimates.get(&self.class(id));
            let mut types = toe.iter().flat_map(|toe| &toe.0);
            types.any(|&(one, _)| self.content.point_type(one).ap > 0)
        };
        let shows = |id: UnitId| match self.get(id).body().identified {
            true => self.has_armor(id),
            false => of_class(id),
        };
        let mut targets = self.progress.targets.iter();
        let is_named = targets
            .any(|one| one.tile == tile && one.side == side && one.class == TargetClass::Armor);
        is_named || self.stack(tile, side).any(|unit| shows(unit.id))
    }

    /// Lists units whose armor can be hit in some hexes: those with a role, and those that retreated there
    /// (S9).
    pub fn hittable(&self, units: &[UnitId]) -> Vec<UnitId> {
        let hits_retreated = self.content.figures.switches.hits_retreated_armor;
        let can = |id: &UnitId| {
            let unit = self.get(*id);
            let retreated = hits_retreated && unit.body().retreated_in;
            unit.is_up() && (self.progress.roles.contains_key(id) || retreated)
        };
        units
            .iter()
            .copied()
            .filter(|id| can(id) && self.has_armor(*id))
            .collect()
    }
}
