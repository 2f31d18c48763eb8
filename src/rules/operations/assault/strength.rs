//! Strength of both sides of an assault (§10).
//!
//! **Invariant:** raw points are added first and converted once.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::rules::operations::content::{Class, Figures};
use crate::rules::operations::field::{Field, Rating, actual, sum};

/// Strength of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strength {
    /// Raw points.
    pub raw: u16,
    /// Actual points before what unsupported tanks cost.
    pub actual: u16,
    /// What unsupported tanks cost.
    pub unsupported: u16,
    /// Actual points that count.
    pub points: u16,
}

/// Tank points of a hex, and what supports them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mix {
    /// TOE points of tanks.
    pub tanks: u16,
    /// TOE points, or units, that support them (S8).
    pub support: u16,
}

/// Returns the strengths of both sides by their raw points; below an actual point's worth on both sides, raw
/// points serve as actual ones.
pub fn strengths(figures: &Figures, raw: [u16; 2], mixes: [&[Mix]; 2]) -> [Strength; 2] {
    let small = u16::from(figures.raw_points);
    let is_small = raw.iter().all(|&raw| raw < small);
    [0, 1].map(|side| {
        let raw = raw[side];
        let actual = if is_small {
            raw
        } else {
            actual(raw, figures.raw_points)
        };
        let unsupported = unsupported(figures, mixes[side]);
        Strength {
            raw,
            actual,
            unsupported,
            points: actual.saturating_sub(unsupported),
        }
    })
}

/// Returns what unsupported tanks cost a side: a point for each three in excess, by hex, rounded up (S5).
pub fn unsupported(figures: &Figures, mixes: &[Mix]) -> u16 {
    let each = u16::from(figures.assault.tanks);
    let excess = mixes
        .iter()
        .map(|mix| mix.tanks.saturating_sub(mix.support));
    let cost = sum(excess.map(|excess| excess.div_ceil(each)));
    match figures.switches.cap_unsupported {
        true => cost.min(figures.assault.tanks_cap.into()),
        false => cost,
    }
}

/// Returns the difference of the points of both sides, within bounds that modifiers never leave.
pub fn basic(attack: &Strength, defense: &Strength) -> i16 {
    let difference = i32::from(attack.points) - i32::from(defense.points);
    difference.clamp(-10_000, 10_000) as i16
}

impl Field<'_> {
    /// Returns the strengths of units that assault and of those that defend.
    pub(super) fn strengths(
        &self,
        attackers: &[UnitId],
        defenders: &[UnitId],
    ) -> (Strength, Strength) {
        let raw = |units: &[UnitId], rating| {
            let units = units.iter();
            sum(units.map(|&id| self.raw_of(id, &self.assault_points(id), rating)))
        };
        let raw = [
            raw(attackers, Rating::Offense),
            raw(defenders, Rating::Defense),
        ];
        let (attack, defense) = (self.mixes(attackers), self.mixes(defenders));
        let figures = &self.content.figures;
        let (Some((side, told)), mut raw) = (self.opposition(), raw) else {
            let [attack, defense] = strengths(figures, raw, [&attack, &defense]);
            return (attack, defense);
        };
        // The enemy's points are those that its player told.
        let at = usize::from(side != self.progress.phasing);
        raw[at] = told.raw;
        let mut both = strengths(figures, raw, [&attack, &defense]);
        both[at] = Strength {
            raw: told.raw,
            actual: told.actual,
            unsupported: 0,
            points: told.actual,
        };
        (both[0], both[1])
    }

    /// Returns tanks and what supports them, by hex.
    fn mixes(&self, units: &[UnitId]) -> Vec<Mix> {
        let by_units = self.content.figures.switches.support_by_units;
        let mut mixes: BTreeMap<TileId, Mix> = BTreeMap::new();
        for &id in units {
            let points = sum(self.assault_points(id).into_iter().map(u16::from));
            let mix = mixes.entry(self.get(id).tile()).or_default();
            let class = self.class(id);
            if class == Class::Tank {
                mix.tanks = mix.tanks.saturating_add(points);
            } else if class.supports_tanks() {
                let more = if by_units { 1 } else { points };
                mix.support = mix.support.saturating_add(more);
            }
        }
        mixes.into_values().collect()
    }
}
