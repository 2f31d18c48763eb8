//! How difficulty changes a mission: more or fewer enemies of the party, who have fewer hit points where
//! nobody else can be left out.
//!
//! **Invariant:** nobody gets better figures; characters with a name of their own are never left out, a
//! group keeps somebody, and their number is the same for the same mission and difficulty.

use std::collections::BTreeSet;

use crate::battle::grid::TileId;
use crate::battle::map::MapId;
use crate::content::Catalog;
use crate::mission::difficulty::{Troop, doubles, is_enemy, thin_out, wanted};
use crate::mission::{AS_WRITTEN, BoardSetup, SideSetup};
use crate::rules::party::scenario::UnitSetup;

impl Troop for UnitSetup {
    fn name(&mut self) -> &mut String {
        &mut self.name
    }

    fn is_named(&self) -> bool {
        self.is_named
    }

    fn group(&self) -> Option<&str> {
        self.sheet.group.as_deref()
    }
}

/// Fits the enemies of side 0 to a difficulty, percent; boards are those of all maps.
pub(super) fn fit(
    sides: &[SideSetup],
    units: &mut [Vec<UnitSetup>],
    boards: &[BoardSetup],
    catalog: &Catalog,
    percent: u16,
) {
    if percent == AS_WRITTEN {
        return;
    }
    let places = units.iter().flatten();
    let mut taken: BTreeSet<_> = places
        .filter_map(|unit| Some((unit.map, unit.tile?)))
        .collect();
    for (side, units) in sides.iter().zip(units).skip(1) {
        if !is_enemy(side) {
            continue;
        }
        let count = units.len();
        let wanted = wanted(count, percent);
        thin_out(units, wanted.max(1));
        weaken(units, count * usize::from(percent));
        let double = doubles(units);
        for number in 0..wanted.saturating_sub(count) {
            let mut unit = double(number);
            unit.tile = unit
                .tile
                .and_then(|tile| place(&unit, tile, boards, catalog, &mut taken));
            units.push(unit);
        }
    }
}

/// Takes hit points from characters until all together are as strong as so many hundredths of one.
fn weaken(units: &mut [UnitSetup], hundredths: usize) {
    let percent = (hundredths / units.len().max(1)).min(100) as u32;
    for unit in units {
        let hp = (u32::from(unit.hp) * percent + 50) / 100;
        unit.hp = hp.max(1) as u16;
    }
}

/// Returns where one more character begins: where its group travels on an overland map, else on the free hex
/// that is nearest.
fn place(
    unit: &UnitSetup,
    near: TileId,
    boards: &[BoardSetup],
    catalog: &Catalog,
    taken: &mut BTreeSet<(MapId, TileId)>,
) -> Option<TileId> {
    if boards.len() > 1 && unit.map == MapId::FIRST {
        return Some(near);
    }
    let board = &boards[unit.map.index()];
    let free = board
        .grid
        .tiles()
        .filter(|&tile| board.can_stand(catalog, tile) && !taken.contains(&(unit.map, tile)));
    let tile = free.min_by_key(|&tile| (board.grid.distance(near, tile), tile))?;
    taken.insert((unit.map, tile));
    Some(tile)
}
