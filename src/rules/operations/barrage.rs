//! Barrages: targets, legality of plans, points, terrain and results (§6).
//!
//! **Invariant:** forecast and fight read the same row of the same table.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::content::{
    BarrageRow, Class, Facility, Figures, Size, Tables, TargetClass,
};
use crate::rules::operations::field::{Field, Rating, sum};
use crate::rules::operations::order::Fault;
use crate::rules::operations::progress::{Behind, FirePlan, Hits, Target};
use crate::rules::operations::unit::Stance;

/// Returns the rank of two dice, the first of them tens: 1 to 36 (§1).
pub fn rank([tens, units]: [u8; 2]) -> u8 {
    6 * (tens - 1) + units
}

/// Results of a row for a class: lowest ranks that give Pinned, 1 and 2 points; 0 is never.
pub fn cells(row: &BarrageRow, class: TargetClass) -> [u8; 3] {
    match class {
        TargetClass::Infantry => row.infantry,
        TargetClass::Armor => row.armor,
        TargetClass::Gun => [0, row.gun[0], row.gun[1]],
        TargetClass::Truck => [0, row.truck[0], row.truck[1]],
    }
}

/// Returns what a rank does by the cells of a row: the worst result reached; a loss pins, too, but guns.
pub fn result(cells: [u8; 3], class: TargetClass, rank: u8) -> Hits {
    let reaches = |from: u8| from > 0 && rank >= from;
    let lost = match cells {
        [_, _, two] if reaches(two) => 2,
        [_, one, _] if reaches(one) => 1,
        _ => 0,
    };
    let can_pin = matches!(class, TargetClass::Infantry | TargetClass::Armor);
    Hits {
        pinned: can_pin && (lost > 0 || reaches(cells[0])),
        lost,
        ..Hits::default()
    }
}

/// Returns what a fortification of some level does: to barrages, anti-armor fire and assaults; 0 is none (§4).
pub fn fort_effects(figures: &Figures, level: u8) -> [i16; 3] {
    let level = level.min(3).checked_sub(1);
    level.map_or([0; 3], |level| figures.forts[usize::from(level)])
}

/// Returns the row of so many actual points, shifted; nothing above the first row (§6).
pub fn row(tables: &Tables, points: u16, shift: i16) -> Option<u8> {
    let rows = &tables.barrage;
    let at = rows.iter().rposition(|row| points >= row.points)?;
    let shifted = at as i16 + shift;
    let last = rows.len() as i16 - 1;
    (shifted >= 0).then(|| shifted.min(last) as u8)
}

impl Field<'_> {
    /// Returns the row of so many actual points, shifted; nothing above the first row (§6).
    pub fn barrage_row(&self, points: u16, shift: i16) -> Option<u8> {
        row(&self.content.tables, points, shift)
    }

    /// Returns the rows that terrain shifts a barrage on a hex: the best single effect (§4).
    pub fn barrage_shift(&self, tile: TileId) -> i16 {
        let [barrage, ..] = fort_effects(&self.content.figures, self.fort(tile));
        self.ground(tile).barrage.min(barrage)
    }

    /// Returns the actual points of units that fire together.
    pub fn barrage_points(&self, units: &[UnitId]) -> u16 {
        let raw = units.iter().map(|&id| self.raw(id, Rating::Barrage));
        self.actual(sum(raw))
    }

    /// Whether a unit has guns that can barrage at all.
    pub fn can_barrage(&self, id: UnitId) -> bool {
        self.raw(id, Rating::Barrage) > 0
    }

    /// Lists the units of a side that can fire in this segment: guns in combat with ammunition that are
    /// not broken.
    pub fn gunners(&self, side: Side) -> Vec<UnitId> {
        let units = self.of_side(side).map(|unit| unit.id);
        units
            .filter(|&id| self.can_barrage(id) && self.is_near_combat(id))
            .filter(|&id| self.get(id).body().ammo > 0 && !self.is_broken(id))
            .collect()
    }

    /// Lists the guns of a side in combat, which are placed Forward or Back (C2).
    pub fn guns(&self, side: Side) -> Vec<UnitId> {
        let units = self.of_side(side).map(|unit| unit.id);
        units
            .filter(|&id| self.is_gun(id) && self.is_near_combat(id))
            .collect()
    }

    /// Whether a unit is beside an enemy, or in a hex that the enemy can attack.
    fn is_near_combat(&self, id: UnitId) -> bool {
        let unit = self.get(id);
        let foe = Self::foe(unit.side);
        let mut around = self.grid.neighbors(unit.tile());
        around.any(|(_, near)| self.is_in(foe, near))
    }

    /// Whether a unit can be a target (§6, clarifications 15, 19, 21).
    fn is_target(&self, id: UnitId) -> bool {
        let build = self.build(id);
        match build.class {
            Class::Headquarters | Class::Truck => {
                self.get(id).body().strength() > 0 && !build.bracketed
            }
            Class::Warship => true,
            _ if build.dummy => true,
            _ => {
                build.stacking > 0
                    || build.size == Size::Company
                        && !self.content.figures.switches.companies_hidden
            }
        }
    }

    /// Lists what a side could fire at, by hex, from its firing hexes; names are given by the caller.
    pub fn targets_of(
        &self,
        side: Side,
        firing: &BTreeSet<TileId>,
    ) -> BTreeMap<TileId, Vec<Target>> {
        let under_fire: BTreeSet<_> = firing
            .iter()
            .flat_map(|&tile| self.grid.neighbors(tile).map(|(_, near)| near))
            .collect();
        self.targets_in(Self::foe(side), &under_fire)
    }

    /// Lists what can be fired at of a side in some hexes; names are given by the caller.
    pub fn targets_in(&self, foe: Side, tiles: &BTreeSet<TileId>) -> BTreeMap<TileId, Vec<Target>> {
        let mut targets: BTreeMap<TileId, Vec<Target>> = BTreeMap::new();
        for &tile in tiles {
            let units = self.stack(tile, foe).filter(|unit| self.is_target(unit.id));
            for unit in units {
                let class = self.target_class(unit.id);
                targets.entry(tile).or_default().push(Target {
                    tile,
                    side: foe,
                    behind: Behind::Unit(unit.id),
                    class,
                    name: String::new(),
                });
            }
            for (at, facility) in (0..).zip(&self.scenario.facilities) {
                let state = self.progress.facilities[usize::from(at)];
                // Nobody fires at a hex of their own, whoever built there (ours).
                let is_held = self.stack(tile, Self::foe(foe)).next().is_some();
                let is_there = facility.tile == tile
                    && facility.side == foe
                    && !is_held
                    && !state.gone
                    && (facility.kind != Facility::Fortification || state.level > 0);
                if is_there {
                    targets.entry(tile).or_default().push(Target {
                        tile,
                        side: foe,
                        behind: Behind::Facility(at, facility.kind),
                        class: TargetClass::Gun,
                        name: facility.kind.name().to_owned(),
                    });
                }
            }
        }
        targets
    }

    /// Lists every reason why a unit cannot join a Barrage of a plan (§16); `number` is none for a new
    /// Barrage. `plans` are all plans of its side, the one for `plan.target` left out.
    pub fn barrage_faults(
        &self,
        id: UnitId,
        plan: &FirePlan,
        number: Option<usize>,
        plans: &[FirePlan],
    ) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut note = |is_wrong: bool, fault| {
            if is_wrong {
                faults.push(fault);
            }
        };
        let unit = self.get(id);
        let body = unit.body();
        let stance = body.stance.unwrap_or(Stance::Forward);
        let target = self.progress.targets.get(plan.target.index());
        let serves = |plan: &FirePlan| plan.barrages.iter().flatten().any(|&other| other == id);
        note(!self.can_barrage(id), Fault::NoGuns);
        note(body.ammo == 0, Fault::OutOfAmmo);
        note(self.is_broken(id), Fault::Broken);
        note(self.progress.silent.contains(&id), Fault::NonFiring);
        note(plans.iter().any(serves), Fault::Tasked);
        let is_near =
            target.is_some_and(|target| self.grid.distance(target.tile, unit.tile()) == 1);
        note(!is_near, Fault::NotAdjacent);
        let others = plan.barrages.iter().enumerate();
        let others = others.filter(|(at, _)| Some(*at) != number);
        let feeds = |units: &[UnitId]| {
            units
                .iter()
                .any(|&other| other != id && self.get(other).tile() == unit.tile())
        };
        let feeds_another = others.clone().any(|(_, units)| feeds(units));
        note(feeds_another, Fault::FeedsAnother);
        match number.and_then(|at| plan.barrages.get(at)) {
            None => {
                let most = usize::from(self.content.figures.most_barrages);
                note(plan.barrages.len() >= most, Fault::SixAlready);
            }
            Some(units) => {
                let mut others = units.iter().filter(|&&other| other != id);
                let has_back = others
                    .clone()
                    .any(|&other| self.get(other).body().stance == Some(Stance::Back));
                let has_any = others.next().is_some();
                note(
                    has_any && stance == Stance::Back && has_back,
                    Fault::BackAlone,
                );
                let mixes = has_any && (stance == Stance::Back) != has_back;
                note(mixes, Fault::Mixed);
            }
        }
        faults
    }

    /// Lists who has the trucks that infantry rides: itself, then its headquarters in the hex (clarification 20).
    pub fn carriers(&self, id: UnitId) -> Vec<UnitId> {
        let tile = self.get(id).tile();
        let parent = self.build(id).parent;
        let both = [Some(id), parent].into_iter().flatten();
        both.filter(|&owner| self.get(owner).is_up() && self.get(owner).tile() == tile)
            .collect()
    }

    /// Returns the trucks that can be lost with a unit by cargo, its own and those of its parent together: losses
    /// spread evenly over cargoes, not over owners (§6).
    pub fn truck_columns(&self, id: UnitId) -> [u16; 5] {
        let mut columns = [0; 5];
        for owner in self.truck_owners(id) {
            let trucks = self.get(owner).body().trucks.list();
            for (column, count) in columns.iter_mut().zip(trucks) {
                *column += u16::from(count);
            }
        }
        columns
    }

    /// Lists who loses trucks with a unit: itself and its parent, as far as they have some (clarification 13).
    pub fn truck_owners(&self, id: UnitId) -> Vec<UnitId> {
        let in_hex = self.content.figures.switches.trucks_in_hex;
        let parent = self.build(id).parent;
        [Some(id), parent]
            .into_iter()
            .flatten()
            .filter(|&owner| {
                let unit = self.get(owner);
                let is_here = !in_hex || unit.tile() == self.get(id).tile();
                unit.is_up() && is_here && unit.body().trucks.total() > 0
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_from_one_to_thirty_six() {
        assert_eq!([rank([1, 1]), rank([6, 1]), rank([6, 6])], [1, 31, 36]);
    }

    #[test]
    fn the_worst_result_reached_counts_and_pins_all_but_guns() {
        let cells = [15, 27, 36];
        let at = |class, rank| {
            let hits = result(cells, class, rank);
            (hits.pinned, hits.lost)
        };
        assert_eq!(at(TargetClass::Infantry, 14), (false, 0));
        assert_eq!(at(TargetClass::Infantry, 15), (true, 0));
        assert_eq!(at(TargetClass::Armor, 27), (true, 1));
        assert_eq!(at(TargetClass::Gun, 36), (false, 2));
    }
}
