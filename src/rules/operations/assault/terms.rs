//! Modifiers of an assault: terrain, raw strength, size and morale (§10).
//!
//! **Invariant:** each modifier has a name; together they are what the differential is adjusted by.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::rules::kit::words::worded;
use crate::rules::operations::assault::Setting;
use crate::rules::operations::barrage::fort_effects;
use crate::rules::operations::content::{Figures, Size, Tables};
use crate::rules::operations::field::Field;

worded! {
    /// What a modifier is for.
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum What {
        Ground(name: String) = "{name}",
        Hexside(name: String) = "across {name}",
        Fort(level: u8) = "fortification of level {level}",
        Raw = "more than double the raw strength",
        Pinned = "all defenders pinned",
        Size = "larger units",
    }
}

/// A modifier.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Term {
    /// What it is for.
    pub what: What,
    /// Added to the differential; positive helps the attacker.
    pub value: i16,
}

/// Morale of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Morale {
    /// Of its largest units, averaged.
    pub morale: i16,
    /// Their cohesion, averaged.
    pub cohesion: i16,
    /// The dice.
    pub dice: [u8; 2],
    /// Whether the leader is with them.
    pub leader: bool,
    /// What counts.
    pub adjusted: i16,
}

/// Returns the average of some numbers, halves up.
pub fn average(numbers: &[i16]) -> i16 {
    let count = numbers.len().max(1) as i16;
    let sum: i16 = numbers.iter().sum();
    (2 * sum + count).div_euclid(2 * count)
}

/// Returns the modifier for sizes: positive where the attacker is larger (§10). Stacking points decide
/// between a division and a brigade.
pub fn size_term(figures: &Figures, attacker: (Size, u8), defender: (Size, u8)) -> i16 {
    let (large, small, sign) = match attacker.0 >= defender.0 {
        true => (attacker, defender, 1),
        false => (defender, attacker, -1),
    };
    let steps = large.0 as usize - small.0 as usize;
    let value = match (large.0, small.0) {
        (Size::Division, Size::Brigade) if small.1 >= 3 => figures.assault.division[0],
        (Size::Division, Size::Brigade) => figures.assault.division[1],
        _ if steps == 0 => 0,
        _ => figures.assault.sizes[steps.min(3) - 1],
    };
    sign * value
}

/// Returns what cohesion adds to morale before the roll (§10).
pub fn cohesion_base(tables: &Tables, cohesion: i16) -> i16 {
    let band = tables
        .cohesion
        .iter()
        .filter(|&&from| cohesion < from)
        .count();
    tables.adjustment[band]
}

/// Returns the modifier for raw strengths: more than double of one side (S3).
pub fn raw_term(figures: &Figures, attack: u16, defense: u16) -> i16 {
    let is_double = |one: u16, other: u16| match figures.switches.raw_at_double {
        true => one > 0 && u32::from(one) >= 2 * u32::from(other),
        false => u32::from(one) > 2 * u32::from(other),
    };
    if is_double(attack, defense) {
        figures.assault.raw
    } else if is_double(defense, attack) {
        -figures.assault.raw
    } else {
        0
    }
}

/// Returns morale adjusted by cohesion, a roll and a leader (§10).
pub fn adjusted_morale(
    tables: &Tables,
    figures: &Figures,
    (morale, cohesion): (i16, i16),
    rank: u8,
    leader: bool,
) -> i16 {
    let figures = &figures.morale;
    let base = cohesion_base(tables, cohesion);
    let roll = match rank {
        _ if rank <= figures.good => 1,
        _ if rank >= figures.bad => -1,
        _ => 0,
    };
    let capped = (morale + base + roll).clamp(-figures.most, figures.most);
    capped + if leader { figures.leader } else { 0 }
}

impl Field<'_> {
    /// Lists the modifiers of an assault but morale.
    pub(super) fn terms(&self, setting: &Setting) -> Vec<Term> {
        let figures = &self.content.figures;
        let mut terms = self.terrain_terms(setting);
        let defenders = self.in_defense(&setting.tiles);
        let told = self.opposition();
        let all_pinned = match told {
            Some((side, told)) if side != self.progress.phasing => told.pinned,
            _ => !defenders.is_empty() && defenders.iter().all(|&id| self.get(id).body().pinned),
        };
        let raw = raw_term(figures, setting.attack.raw, setting.defense.raw);
        let mut add = |what, value| {
            if value != 0 {
                terms.push(Term { what, value });
            }
        };
        if all_pinned {
            add(What::Pinned, figures.assault.pinned);
        } else {
            add(What::Raw, raw);
        }
        let largest = |units: &[UnitId]| {
            let sizes = units
                .iter()
                .map(|&id| (self.build(id).size, self.build(id).stacking));
            sizes.max()
        };
        let of_enemy = |side: Side| {
            let told = told.filter(|(other, _)| *other == side);
            told.map(|(_, told)| (told.size, told.stacking))
        };
        let phasing = self.progress.phasing;
        let attacker = of_enemy(phasing).or_else(|| largest(&setting.attackers));
        let defender = of_enemy(Self::foe(phasing)).or_else(|| largest(&defenders));
        let pair = attacker.zip(defender);
        add(
            What::Size,
            pair.map_or(0, |(one, other)| size_term(figures, one, other)),
        );
        terms
    }

    /// Lists the units that morale and size of the defense are taken from: those that defend, or the Pinned
    /// where nobody does.
    pub fn in_defense(&self, tiles: &[TileId]) -> Vec<UnitId> {
        let defending = self.defending(tiles);
        if !defending.is_empty() {
            return defending;
        }
        let mut all = self.defenders_in(tiles);
        all.retain(|&id| self.is_combat(id));
        all
    }

    /// Lists the modifiers of terrain: of two hexes those of the worse one for the attacker.
    fn terrain_terms(&self, setting: &Setting) -> Vec<Term> {
        let origins: BTreeSet<_> = setting
            .attackers
            .iter()
            .map(|&id| self.get(id).tile())
            .collect();
        let origins = match self.opposition() {
            Some((side, told)) if side == self.progress.phasing => told.from.clone(),
            _ => origins,
        };
        let of_tile = |&tile: &TileId| {
            let mut terms = Vec::new();
            let ground = self.ground(tile);
            if ground.assault != 0 {
                let name = self.ground_name(tile).to_lowercase();
                let (what, value) = (What::Ground(name), ground.assault);
                terms.push(Term { what, value });
            }
            let level = self.fort(tile).min(3);
            if level > 0 {
                let [.., value] = fort_effects(&self.content.figures, level);
                let what = What::Fort(level);
                terms.push(Term { what, value });
            }
            // Each kind that is crossed counts once, up and down apart (clarification 7).
            let mut crossed = BTreeSet::new();
            for &origin in &origins {
                let Some(direction) = self.direction(origin, tile) else {
                    continue;
                };
                let crossing = self.crossing(origin, direction);
                let hexside = self.hexside(origin, direction);
                if let Some((crossing, hexside)) = crossing.zip(hexside)
                    && crossing.assault != 0
                    && crossed.insert((hexside.key.clone(), crossing.assault))
                {
                    let what = What::Hexside(hexside.name.to_lowercase());
                    let value = crossing.assault;
                    terms.push(Term { what, value });
                }
            }
            terms
        };
        let sum = |terms: &Vec<Term>| terms.iter().map(|term| term.value).sum::<i16>();
        let all = setting.tiles.iter().map(of_tile);
        all.min_by_key(sum).unwrap_or_default()
    }

    /// Returns morale and cohesion of the largest units of a side, averaged, and whether its leader is with
    /// one of them.
    pub fn morale_of(&self, units: &[UnitId]) -> ((i16, i16), bool) {
        let largest = units.iter().map(|&id| self.build(id).size).max();
        let tied = units
            .iter()
            .filter(|&&id| Some(self.build(id).size) == largest);
        let tied: Vec<_> = tied.copied().collect();
        let morale: Vec<_> = tied.iter().map(|&id| self.build(id).morale).collect();
        let cohesion: Vec<_> = tied
            .iter()
            .map(|&id| self.get(id).body().cohesion)
            .collect();
        let leader = tied.iter().any(|&id| {
            let unit = self.get(id);
            let mut stack = self.stack(unit.tile(), unit.side);
            stack.any(|unit| self.build(unit.id).leader)
        });
        ((average(&morale), average(&cohesion)), leader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_round_halves_up() {
        assert_eq!(average(&[1, 2]), 2);
        assert_eq!(average(&[-2, -4]), -3);
        assert_eq!(average(&[-1, -2]), -1);
        assert_eq!(average(&[]), 0);
    }
}
