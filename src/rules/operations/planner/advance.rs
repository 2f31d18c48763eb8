//! Movement of the computer: stacks go where objectives, enemies and ground make it worth while.
//!
//! **Invariant:** each order brings a stack to a hex that is worth more, so movement comes to an end.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::content::mode::AiMode;
use crate::rules::operations::field::{Field, Rating};
use crate::rules::operations::movement::Going;
use crate::rules::operations::order::Order;
use crate::rules::operations::planner::worth::Map;
use crate::rules::operations::planner::{Eye, Weight};

/// Gain below which a stack stays where it is, hundredths of a victory point.
const LEAST_GAIN: i64 = 15;

/// Weighs the best move of each stack, and the end of movement.
pub(super) fn weigh(eye: &Eye) -> Vec<Weight> {
    let field = eye.field;
    let mut weights = vec![Weight::new(Order::Done, 0, "no move is worth it")];
    if eye.mode == AiMode::Hold {
        return weights;
    }
    let map = Map::of(eye);
    let kept = garrisons(eye, &map);
    let mut groups: BTreeMap<(TileId, bool, Kind), Vec<UnitId>> = BTreeMap::new();
    for unit in field.of_side(eye.side) {
        let cannot = field.build(unit.id).cpa == 0 || field.is_broken(unit.id);
        if cannot || kept.contains(&unit.id) {
            continue;
        }
        let kind = match field.is_combat(unit.id) {
            true if field.is_gun(unit.id) => Kind::Guns,
            true => Kind::Fighters,
            false => Kind::Rear,
        };
        let key = (unit.tile(), field.is_on_foot(unit.id), kind);
        groups.entry(key).or_default().push(unit.id);
    }
    let moves = groups.values();
    weights.extend(moves.filter_map(|units| best_move(eye, &map, units)));
    weights
}

/// What units move together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Fighters,
    Guns,
    Rear,
}

/// Lists the units that stay where they are: the best defenders of each own objective that enemies are near.
fn garrisons(eye: &Eye, map: &Map) -> BTreeSet<UnitId> {
    let field = eye.field;
    let mut kept = BTreeSet::new();
    for objective in &field.scenario.objectives {
        let stack = field.stack(objective.tile, eye.side);
        let combat = stack.map(|unit| unit.id).filter(|&id| field.is_combat(id));
        let mut combat: Vec<_> = combat.collect();
        combat.sort_by_key(|&id| std::cmp::Reverse(field.raw(id, Rating::Defense)));
        kept.extend(combat.into_iter().take(map.garrison(objective.tile)));
    }
    kept
}

/// Finds the best hex that a stack can go to.
fn best_move(eye: &Eye, map: &Map, units: &[UnitId]) -> Option<Weight> {
    let field = eye.field;
    let start = field.get(*units.first()?).tile();
    let here = map.worth(units, start, &vec![0; units.len()]);
    let mut best: Option<(i64, Vec<Direction>, TileId)> = None;
    let ways = field.ways_within(units, Going::Moving, budget(field, units));
    for (tile, way) in ways {
        if way.refusal.is_some() {
            continue;
        }
        let gain = map.worth(units, tile, &way.costs) - here;
        let is_better = best.as_ref().is_none_or(|(most, ..)| gain > *most);
        if gain >= LEAST_GAIN && is_better {
            best = Some((gain, way.path, tile));
        }
    }
    let (gain, path, tile) = best?;
    let order = Order::Move(units.to_vec(), path);
    let (column, row) = field.grid.to_offset(tile);
    Some(Weight::new(order, gain, format!("to {column},{row}")))
}

/// Returns what a stack spends on movement at most, half points: its allowance but for some that it keeps for
/// combat.
fn budget(field: &Field, units: &[UnitId]) -> u16 {
    let reserve = 2 * u16::from(field.content.figures.planner.reserve);
    let left = |id: &UnitId| {
        let all = field.allowance(*id);
        let kept = if all > 2 * reserve { reserve } else { 0 };
        all.saturating_sub(field.get(*id).body().spent)
            .saturating_sub(kept)
    };
    units.iter().map(left).min().unwrap_or(0)
}
