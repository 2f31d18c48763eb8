//! What barrages could be fired: targets, points on hexes, what holds one off, and the chances of a row.
//!
//! **Invariant:** points, rows and chances come from the rules.

use std::collections::BTreeMap;

use super::desk::Desk;
use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::game::kit::odds::percent;
use crate::rules::operations::barrage::cells;
use crate::rules::operations::content::TargetClass;
use crate::rules::operations::field::Field;
use crate::rules::operations::progress::{Behind, FirePlan, Target, TargetNo};

/// Lists what a side can fire at with some unit, by hex.
pub(super) fn targets<'f>(
    field: &'f Field,
    side: Side,
) -> impl Iterator<Item = (TargetNo, &'f Target)> {
    let own: Vec<_> = gunners(field, side)
        .iter()
        .map(|&id| field.get(id).tile())
        .collect();
    let all = (0..).map(TargetNo).zip(&field.progress.targets);
    all.filter(move |(_, target)| {
        let is_near = |&tile: &TileId| field.grid.distance(tile, target.tile) == 1;
        target.side != side && own.iter().any(is_near)
    })
}

/// Lists the units of a side that fire in this segment.
pub(super) fn gunners(field: &Field, side: Side) -> Vec<UnitId> {
    let mut gunners = field.gunners(side);
    gunners.retain(|id| !field.progress.silent.contains(id));
    gunners
}

/// Returns the target that is planned for: the chosen one, or the first unit, or whatever there is.
pub(super) fn target(field: &Field, desk: &Desk, side: Side) -> Option<TargetNo> {
    let chosen = targets(field, side).find(|(no, _)| Some(*no) == desk.target);
    let first = || {
        let is_facility = |target: &Target| matches!(target.behind, Behind::Facility(..));
        targets(field, side).min_by_key(|(_, target)| is_facility(target))
    };
    chosen.or_else(first).map(|(no, _)| no)
}

/// Returns the actual points that plans bring to bear on each hex.
pub(super) fn points_on(field: &Field, plans: &[FirePlan]) -> BTreeMap<TileId, u16> {
    let mut points = BTreeMap::new();
    for plan in plans {
        let Some(target) = field.progress.targets.get(plan.target.index()) else {
            continue;
        };
        let fired = plan
            .barrages
            .iter()
            .map(|units| field.barrage_points(units));
        *points.entry(target.tile).or_default() += fired.sum::<u16>();
    }
    points
}

/// Whether plans hold the hex of a target off, for the side that would have to attack it.
pub(super) fn holds_off(field: &Field, side: Side, plans: &[FirePlan], no: TargetNo) -> bool {
    let target = field.progress.targets.get(no.index());
    let Some(target) = target.filter(|_| side == field.progress.phasing) else {
        return false;
    };
    let points = points_on(field, plans);
    let points = points.get(&target.tile).copied().unwrap_or(0);
    field.is_held_off(target.tile, target.side, points)
}

/// Says what so many points do to a target, with the row of the table.
pub(super) fn chances(field: &Field, target: &Target, points: u16) -> (String, String) {
    let shift = field.barrage_shift(target.tile);
    let Some(row) = field.barrage_row(points, shift) else {
        return ("no row".into(), "no effect".into());
    };
    let rows = &field.content.tables.barrage;
    let from = rows[usize::from(row)].points;
    let to = rows.get(usize::from(row) + 1).map(|next| next.points - 1);
    let label = match to {
        Some(to) if to == from => from.to_string(),
        Some(to) => format!("{from}–{to}"),
        None => format!("{from}+"),
    };
    let label = match shift {
        0 => format!("row {label}"),
        shift => format!("row {label} ({shift:+})"),
    };
    let [pinned, one, two] = cells(&rows[usize::from(row)], target.class);
    let ways = |from: u8| if from == 0 { 0 } else { 37 - u16::from(from) };
    let (hit, double) = (ways(one), ways(two));
    let mut parts = Vec::new();
    if matches!(target.class, TargetClass::Infantry | TargetClass::Armor) {
        // A loss pins, too.
        parts.push(format!(
            "Pinned {}",
            percent(ways(pinned).max(hit).max(double), 36)
        ));
    }
    parts.push(format!("1 lost {}", percent(hit.max(double) - double, 36)));
    if double > 0 {
        parts.push(format!("2 lost {}", percent(double, 36)));
    }
    (label, parts.join(", "))
}

/// Counts guns that fire and that no plan uses.
pub(super) fn idle(field: &Field, desk: &Desk, side: Side) -> usize {
    let units = desk
        .draft
        .plans
        .iter()
        .flat_map(|plan| plan.barrages.iter().flatten());
    let tasked: Vec<_> = units.copied().collect();
    let has_target = |id: UnitId| {
        let tile = field.get(id).tile();
        targets(field, side).any(|(_, target)| field.grid.distance(target.tile, tile) == 1)
    };
    let idle = gunners(field, side).into_iter();
    idle.filter(|&id| !tasked.contains(&id) && has_target(id))
        .count()
}
