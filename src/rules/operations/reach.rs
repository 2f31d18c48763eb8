//! Reach: where units of one hex can go together, and what each way costs.
//!
//! **Invariant:** every way that is listed passes the check of a move, but for the stacking limit where it ends,
//! which it names.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::rules::operations::field::{Field, Unit};
use crate::rules::operations::movement::Going;
use crate::rules::operations::order::Refusal;

/// A way to a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The directions.
    pub path: Vec<Direction>,
    /// What it costs each unit, half Capability Points, breaking off included.
    pub costs: Vec<u16>,
    /// The cohesion that each unit loses by it.
    pub lost: Vec<i16>,
    /// Whether a zone of control ends it.
    pub stops: bool,
    /// Why units cannot stay there, if the hex is full.
    pub refusal: Option<Refusal>,
}

impl Way {
    /// Returns the most that it costs a unit.
    pub fn most(&self) -> u16 {
        self.costs.iter().copied().max().unwrap_or(0)
    }
}

/// A hex that was reached: the way, and the units as they are there.
struct Reached {
    way: Way,
    units: Vec<Unit>,
}

impl Field<'_> {
    /// Lists the hexes that units of one hex can reach together, the cheapest way to each; nothing if one of
    /// them cannot move at all.
    pub fn ways(&self, units: &[UnitId], going: Going) -> BTreeMap<TileId, Way> {
        self.ways_within(units, going, u16::MAX)
    }

    /// Lists the ways of [`Self::ways`] that cost no unit more than so many half Capability Points.
    pub fn ways_within(&self, units: &[UnitId], going: Going, most: u16) -> BTreeMap<TileId, Way> {
        let can_go = |&id: &UnitId| {
            let is_held = going == Going::Withdrawing && self.get(id).body().pinned;
            let is_held = is_held || self.progress.halted.contains(&id);
            !self.is_broken(id) && self.build(id).cpa > 0 && !is_held
        };
        let Some(&first) = units.first().filter(|_| units.iter().all(can_go)) else {
            return BTreeMap::new();
        };
        let (start, side) = (self.get(first).tile(), self.get(first).side);
        let mut found: BTreeMap<TileId, Reached> = BTreeMap::new();
        found.insert(start, self.standing_still(units));
        let mut open = BTreeSet::from([(0_u16, start)]);
        let mut ahead = self.clone();
        while let Some((cost, tile)) = open.pop_first() {
            let reached = &found[&tile];
            if reached.way.most() < cost || reached.way.stops {
                continue;
            }
            let (way, here) = (reached.way.clone(), reached.units.clone());
            let put_back = |ahead: &mut Self| {
                for unit in &here {
                    *ahead.get_mut(unit.id) = unit.clone();
                }
            };
            put_back(&mut ahead);
            let is_first = tile == start;
            for direction in Direction::ALL {
                let Ok((to, costs)) = ahead.check_step(units, direction, (going, is_first)) else {
                    continue;
                };
                let sums = way.costs.iter().zip(&costs).map(|(one, more)| one + more);
                let sums: Vec<_> = sums.collect();
                let total = sums.iter().copied().max().unwrap_or(0);
                let known = found.get(&to).map(|other| other.way.most());
                if total > most || known.is_some_and(|known| known <= total) {
                    continue;
                }
                let stops = ahead.holds_movers(side, to, units);
                ahead.pass(units, to, &costs);
                let lost = units.iter().map(|&id| {
                    let before = self.get(id).body().cohesion;
                    before - ahead.get(id).body().cohesion
                });
                let longer = Way {
                    path: way.path.iter().copied().chain([direction]).collect(),
                    costs: sums,
                    lost: lost.collect(),
                    stops,
                    refusal: self.check_stacking(units, to).err(),
                };
                let units = units.iter().map(|&id| ahead.get(id).clone()).collect();
                found.insert(to, Reached { way: longer, units });
                open.insert((total, to));
                put_back(&mut ahead);
            }
        }
        found.remove(&start);
        found
            .into_iter()
            .map(|(tile, reached)| (tile, reached.way))
            .collect()
    }

    /// Returns the way of units that stay.
    fn standing_still(&self, units: &[UnitId]) -> Reached {
        Reached {
            way: Way {
                path: Vec::new(),
                costs: vec![0; units.len()],
                lost: vec![0; units.len()],
                stops: false,
                refusal: None,
            },
            units: units.iter().map(|&id| self.get(id).clone()).collect(),
        }
    }
}
