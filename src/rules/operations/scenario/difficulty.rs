//! How difficulty changes a mission: more or fewer enemies, who have fewer TOE points where nobody else can be
//! left out.
//!
//! **Invariant:** headquarters and trucks stay as they are, nobody gets better figures, stacking limits hold, and
//! the number of units is the same for the same mission and difficulty.

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::mission::difficulty::{Troop, doubles, is_enemy, thin_out, wanted};
use crate::mission::{AS_WRITTEN, BoardSetup, SideSetup};
use crate::rules::operations::content::OperationsContent;
use crate::rules::operations::scenario::UnitSetup;

/// A unit that may be left out or doubled.
#[derive(Clone)]
struct Trooper {
    unit: UnitSetup,
    /// Which it is in the mission; a double is none.
    id: Option<UnitId>,
}

impl Troop for Trooper {
    fn name(&mut self) -> &mut String {
        &mut self.unit.name
    }

    fn is_named(&self) -> bool {
        self.unit.is_named
    }
}

/// Fits the enemies of side 0 to a difficulty, percent.
pub(super) fn fit(
    content: &OperationsContent,
    board: &BoardSetup,
    sides: &[SideSetup],
    units: &mut Vec<UnitSetup>,
    percent: u16,
) {
    if percent == AS_WRITTEN {
        return;
    }
    let all = (0..).map(UnitId).zip(units.drain(..));
    let all = all.map(|(id, unit)| Trooper { unit, id: Some(id) });
    let all: Vec<_> = all.collect();
    let mut fitted = Vec::new();
    for (index, side) in (0..).map(Side).zip(sides) {
        let own = all.iter().filter(|one| one.unit.side == index).cloned();
        let fights = |one: &Trooper| one.unit.build.class.is_combat() && !one.unit.build.dummy;
        let (mut troops, others): (Vec<_>, Vec<_>) = own.partition(fights);
        if index.0 > 0 && is_enemy(side) && !troops.is_empty() {
            let full = |tile: TileId, more: &Trooper, troops: &[Trooper]| {
                let there = troops.iter().chain(&others);
                let there = there.filter(|one| one.unit.tile == tile);
                let points = there
                    .chain([more])
                    .map(|one| u16::from(one.unit.build.stacking));
                let terrain = board.tiles[tile.index()].terrain;
                points.sum::<u16>() > content.ground(terrain).stacking.into()
            };
            let taken = |tile: TileId, more: &Trooper, troops: &[Trooper]| {
                let mut enemies = all.iter().filter(|one| one.unit.side != index);
                enemies.any(|one| one.unit.tile == tile)
                    || full(tile, more, troops)
                    || !can_stand(content, board, tile)
            };
            change(&mut troops, percent, board, taken);
        }
        troops.extend(others);
        fitted.extend(troops);
    }
    let now = |old: UnitId| {
        let at = fitted.iter().position(|one| one.id == Some(old));
        at.map(|at| UnitId(at as u16)) // A mission has few.
    };
    let parents: Vec<_> = fitted
        .iter()
        .map(|one| one.unit.build.parent.and_then(now))
        .collect();
    units.extend(fitted.into_iter().zip(parents).map(|(one, parent)| {
        let mut unit = one.unit;
        unit.build.parent = parent;
        unit
    }));
}

/// Changes the units of one side.
fn change(
    troops: &mut Vec<Trooper>,
    percent: u16,
    board: &BoardSetup,
    is_taken: impl Fn(TileId, &Trooper, &[Trooper]) -> bool,
) {
    let count = troops.len();
    let wanted = wanted(count, percent);
    thin_out(troops, wanted.max(1));
    let share = (count * usize::from(percent) / troops.len().max(1)).min(100);
    for one in troops.iter_mut() {
        weaken(&mut one.unit, share);
    }
    let double = doubles(troops);
    for number in 0..wanted.saturating_sub(count) {
        let mut one = double(number);
        let near = one.unit.tile;
        let free = (board.grid.tiles()).filter(|&tile| !is_taken(tile, &one, troops));
        let Some(tile) = free.min_by_key(|&tile| (board.grid.distance(near, tile), tile)) else {
            return;
        };
        (one.unit.tile, one.id) = (tile, None);
        troops.push(one);
    }
}

/// Whether units can stand in a hex.
fn can_stand(content: &OperationsContent, board: &BoardSetup, tile: TileId) -> bool {
    let terrain = board.tiles[tile.index()].terrain;
    let ground = content.ground(terrain);
    ground.foot.is_some() && ground.motor.is_some()
}

/// Takes TOE points from a unit until so many hundredths are left, of each type one at least (ours).
fn weaken(unit: &mut UnitSetup, percent: usize) {
    if percent >= 100 {
        return;
    }
    for points in unit.toe.iter_mut().chain(&mut unit.build.full) {
        let left = (usize::from(*points) * percent + 50) / 100;
        *points = left.max(usize::from((*points).min(1))) as u8;
    }
}
