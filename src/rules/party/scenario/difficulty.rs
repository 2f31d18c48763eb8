//! How difficulty changes a mission: more or fewer enemies of the party, who have fewer hit points where
//! nobody else can be left out.
//!
//! **Invariant:** nobody gets better figures; characters with a name of their own are never left out, a
//! group keeps somebody, and their number is the same for the same mission and difficulty.

use std::collections::BTreeSet;

use crate::battle::grid::TileId;
use crate::battle::map::MapId;
use crate::mission::{AS_WRITTEN, BoardSetup, Controller, SideSetup};
use crate::rules::party::scenario::UnitSetup;

/// Fits the enemies of side 0 to a difficulty, percent; boards are those of all maps.
pub(super) fn fit(
    sides: &[SideSetup],
    units: &mut [Vec<UnitSetup>],
    boards: &[BoardSetup],
    can_stand: &dyn Fn(&BoardSetup, TileId) -> bool,
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
        if matches!(side.controller, Controller::Human { .. }) || side.neutral {
            continue;
        }
        let count = units.len();
        let wanted = (count * usize::from(percent) + 50) / 100;
        thin_out(units, wanted.max(1));
        weaken(units, count * usize::from(percent));
        // Those without a name are the rank and file; where all are named, any may have a double.
        let mut file = units.clone();
        file.retain(|unit| !unit.is_named);
        if file.is_empty() {
            file.clone_from(units);
        }
        for number in 0..wanted.saturating_sub(count) {
            let mut unit = file[number % file.len()].clone();
            unit.name = format!("{} ({})", unit.name, number / file.len() + 2);
            unit.tile = unit
                .tile
                .and_then(|tile| place(&unit, tile, boards, can_stand, &mut taken));
            units.push(unit);
        }
    }
}

/// Takes characters without a name out, the last first, until so many are left; of each group one stays.
fn thin_out(units: &mut Vec<UnitSetup>, wanted: usize) {
    for at in (0..units.len()).rev() {
        let group = &units[at].sheet.group;
        let others = units.iter().filter(|unit| unit.sheet.group == *group);
        let is_last = group.is_some() && others.count() == 1;
        if units.len() > wanted && !units[at].is_named && !is_last {
            units.remove(at);
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
    can_stand: &dyn Fn(&BoardSetup, TileId) -> bool,
    taken: &mut BTreeSet<(MapId, TileId)>,
) -> Option<TileId> {
    if boards.len() > 1 && unit.map == MapId::FIRST {
        return Some(near);
    }
    let board = &boards[unit.map.index()];
    let free = board
        .grid
        .tiles()
        .filter(|&tile| can_stand(board, tile) && !taken.contains(&(unit.map, tile)));
    let tile = free.min_by_key(|&tile| (board.grid.distance(near, tile), tile))?;
    taken.insert((unit.map, tile));
    Some(tile)
}
