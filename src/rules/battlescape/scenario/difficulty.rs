//! How difficulty changes a mission: more or fewer enemies, and waves of them later on (§11).
//!
//! **Invariant:** nobody gets better figures; units with a name of their own are never left out, and
//! their number is the same for the same mission and difficulty.

use std::collections::BTreeSet;

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::mission::difficulty::{is_enemy, wanted};
use crate::mission::{AS_WRITTEN, BoardSetup, SideSetup};
use crate::rules::battlescape::content::ai::{DifficultyFigures, WaveFigures};
use crate::rules::battlescape::scenario::UnitSetup;
use crate::rules::battlescape::scenario::script::{Action, Condition, Trigger};

/// Fits the enemies of side 0 to a difficulty, by sides and their units; returns the triggers that bring
/// the waves, which name units by their ids.
pub(super) fn fit(
    sides: &[SideSetup],
    squads: &mut [Vec<UnitSetup>],
    named: &[Vec<bool>],
    board: &BoardSetup,
    can_stand: &dyn Fn(TileId) -> bool,
    figures: &DifficultyFigures,
    percent: u16,
) -> Vec<Trigger> {
    if percent == AS_WRITTEN {
        return Vec::new();
    }
    let waves = figures.waves.iter().filter(|wave| percent >= wave.from);
    let mut taken: BTreeSet<_> = (squads.iter().flatten())
        .filter(|unit| unit.group.is_none())
        .map(|unit| unit.tile)
        .collect();
    let mut place = |unit: &mut UnitSetup| {
        if unit.group.is_some() {
            return; // finds a place near by when it comes
        }
        let grid = board.grid;
        let free = grid
            .tiles()
            .filter(|tile| can_stand(*tile) && !taken.contains(tile));
        if let Some(tile) = free.min_by_key(|&tile| (grid.distance(unit.tile, tile), tile)) {
            unit.tile = tile;
            taken.insert(tile);
        }
    };
    let waves: Vec<_> = waves.collect();
    let mut arrivals = vec![Vec::new(); waves.len()];
    for (index, (side, squad)) in sides.iter().zip(&mut *squads).enumerate().skip(1) {
        if !is_enemy(side) {
            continue;
        }
        let count = squad.len();
        let is_named = |at: usize| named[index].get(at).copied().unwrap_or(true);
        let wanted = wanted(count, percent);
        if wanted < count {
            thin_out(squad, wanted.max(1), is_named);
        }
        // Those without a name are the rank and file; where all are named, any may have a double.
        let file: Vec<_> = (0..count).filter(|&at| !is_named(at)).collect();
        let file = if file.is_empty() {
            (0..count).collect()
        } else {
            file
        };
        let double = |squad: &[UnitSetup], number: usize| {
            let mut unit = squad[file[number % file.len()]].clone();
            unit.name = format!("{} ({})", unit.name, number / file.len() + 2);
            unit
        };
        for number in 0..wanted.saturating_sub(count) {
            let mut unit = double(squad, number);
            place(&mut unit);
            squad.push(unit);
        }
        let each = (count * usize::from(figures.wave_percent)).div_ceil(100);
        for (wave, arrivals) in arrivals.iter_mut().enumerate() {
            for number in 0..each {
                let at = wave * each + number + wanted.saturating_sub(count);
                let mut unit = double(squad, at);
                unit.group = Some(format!("reinforcements {}", wave + 1));
                arrivals.push((index, squad.len()));
                squad.push(unit);
            }
        }
    }
    arrive(&waves, &arrivals, squads)
}

/// Takes units without a name out, the last first, until so many are left; of each group one stays.
fn thin_out(squad: &mut Vec<UnitSetup>, wanted: usize, is_named: impl Fn(usize) -> bool) {
    let count = squad.len();
    let mut keep = vec![true; count];
    let mut left = count;
    for at in (0..count).rev().filter(|&at| !is_named(at)) {
        let group = &squad[at].group;
        let mut others = (0..count).filter(|&other| other != at && keep[other]);
        let is_last = group.is_some() && !others.any(|other| squad[other].group == *group);
        if left > wanted && !is_last {
            keep[at] = false;
            left -= 1;
        }
    }
    let mut keep = keep.into_iter();
    squad.retain(|_| keep.next().unwrap_or(true));
}

/// Writes the triggers that bring the units of each wave, told by side and place in its squad.
fn arrive(
    waves: &[&WaveFigures],
    arrivals: &[Vec<(usize, usize)>],
    squads: &[Vec<UnitSetup>],
) -> Vec<Trigger> {
    let starts: Vec<_> = (squads.iter())
        .scan(0, |start, squad| {
            let first = *start;
            *start += squad.len();
            Some(first)
        })
        .collect();
    let waves = waves.iter().zip(arrivals);
    let triggers = waves
        .filter(|(_, units)| !units.is_empty())
        .map(|(wave, units)| {
            let ids = units.iter().filter_map(|&(side, at)| {
                let id = u16::try_from(starts[side] + at).ok()?;
                Some(UnitId(id))
            });
            Trigger {
                when: Condition::Turn(wave.turn),
                then: vec![
                    Action::Message("Enemy reinforcements arrive.".into()),
                    Action::Spawn(ids.collect()),
                ],
            }
        });
    triggers.collect()
}
