//! Movement of the computer: stacks go where objectives, enemies and ground make it worth while.
//!
//! **Invariant:** each order brings a stack to a hex that is worth more, so movement comes to an end.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Side, UnitId};
use crate::content::mode::AiMode;
use crate::rules::operations::check;
use crate::rules::operations::field::{Field, Rating, Unit};
use crate::rules::operations::movement::Going;
use crate::rules::operations::order::Order;
use crate::rules::operations::planner::{Eye, Weight};

/// Gain below which a stack stays where it is.
const LEAST_GAIN: i64 = 15;

/// Weighs the best move of each stack that has not moved, and the end of movement.
pub(super) fn weigh(eye: &Eye) -> Vec<Weight> {
    let field = eye.field;
    let mut weights = vec![Weight::new(Order::Done, 0, "no move is worth it")];
    let mut groups: BTreeMap<(TileId, bool), Vec<UnitId>> = BTreeMap::new();
    for unit in field.of_side(eye.side) {
        let body = unit.body();
        let is_spent = body.moved > 0 || body.engaged || field.is_broken(unit.id);
        if field.build(unit.id).cpa == 0 || is_spent {
            continue;
        }
        let key = (unit.tile(), field.is_on_foot(unit.id));
        groups.entry(key).or_default().push(unit.id);
    }
    let map = Map::of(eye);
    for units in groups.into_values() {
        for part in parts(eye, &units) {
            if let Some(weight) = best_move(eye, &map, &part) {
                weights.push(weight);
            }
        }
    }
    weights
}

/// Splits a stack into those that leave: all of it, or what a garrison does not need.
fn parts(eye: &Eye, units: &[UnitId]) -> Vec<Vec<UnitId>> {
    let field = eye.field;
    let tile = field.get(units[0]).tile();
    let is_own_goal = field
        .scenario
        .objectives
        .iter()
        .zip(&field.progress.holders)
        .any(|(one, holder)| one.tile == tile && *holder == eye.side);
    if !is_own_goal {
        return vec![units.to_vec()];
    }
    // Two battalions stay on an objective.
    let mut combat: Vec<_> = units
        .iter()
        .copied()
        .filter(|&id| field.is_combat(id))
        .collect();
    combat.sort_by_key(|&id| std::cmp::Reverse(field.raw(id, Rating::Defense)));
    let keep: BTreeSet<_> = combat.into_iter().take(2).collect();
    let others: Vec<_> = units
        .iter()
        .copied()
        .filter(|id| !keep.contains(id) && field.is_combat(*id))
        .collect();
    if others.is_empty() {
        Vec::new()
    } else {
        vec![others]
    }
}

/// What hexes are worth to a side.
struct Map {
    /// Hexes of each objective that draws the side, with its weight.
    goals: Vec<(TileId, i64)>,
    /// Whether the side attacks.
    attacks: bool,
}

impl Map {
    fn of(eye: &Eye) -> Self {
        let field = eye.field;
        let weight = field.content.figures.planner.objective;
        let objectives = field
            .scenario
            .objectives
            .iter()
            .zip(&field.progress.holders);
        let mut goals = Vec::new();
        for (objective, holder) in objectives {
            let points = i64::from(objective.points) * weight;
            let is_own = *holder == eye.side;
            let threat = threat(field, eye.side, objective.tile);
            match is_own {
                false => goals.push((objective.tile, points)),
                true if threat > 0 => goals.push((objective.tile, points * threat.min(4) / 4)),
                true => {}
            }
        }
        let attacks = field.scenario.attacker == eye.side;
        if goals.is_empty() {
            let foes = field.of_side(Field::foe(eye.side));
            let foes = foes.filter(|unit| field.is_combat(unit.id));
            goals.extend(foes.map(|unit| (unit.tile(), weight)));
        }
        Self { goals, attacks }
    }

    /// Returns what a hex is worth by the objectives near it.
    fn draw(&self, field: &Field, tile: TileId) -> i64 {
        let pull = |&(goal, points): &(TileId, i64)| {
            let distance = i64::from(field.grid.distance(goal, tile));
            points * 10 / (distance + 2)
        };
        self.goals.iter().map(pull).max().unwrap_or(0)
    }
}

/// Counts enemy combat units within four hexes of a hex.
fn threat(field: &Field, side: Side, tile: TileId) -> i64 {
    let foes = field.of_side(Field::foe(side));
    let near =
        foes.filter(|unit| field.is_combat(unit.id) && field.grid.distance(unit.tile(), tile) <= 4);
    near.count() as i64
}

/// Finds the best hex that a stack can go to.
fn best_move(eye: &Eye, map: &Map, units: &[UnitId]) -> Option<Weight> {
    let field = eye.field;
    let start = field.get(*units.first()?).tile();
    let here = worth(eye, map, units, start);
    let mut best: Option<(i64, Vec<Direction>, TileId)> = None;
    for (tile, path) in reach(field, eye.side, units) {
        let gain = worth(eye, map, units, tile) - here;
        let is_better = best.as_ref().is_none_or(|(most, ..)| gain > *most);
        if gain >= LEAST_GAIN && is_better {
            best = Some((gain, path, tile));
        }
    }
    let (gain, path, tile) = best?;
    let order = Order::Move(units.to_vec(), path);
    check::check(field, eye.side, &order).ok()?;
    let (column, row) = field.grid.to_offset(tile);
    Some(Weight::new(order, gain, format!("to {column},{row}")))
}

/// Lists the hexes that a stack can go to within its allowance, some of which it keeps for combat, with the
/// cheapest path of each.
fn reach(field: &Field, side: Side, units: &[UnitId]) -> Vec<(TileId, Vec<Direction>)> {
    let Some(&first) = units.first() else {
        return Vec::new();
    };
    let reserve = 2 * u16::from(field.content.figures.planner.reserve);
    let left = |id: &UnitId| {
        let spent = field.get(*id).body().spent;
        let all = field.allowance(*id);
        all.saturating_sub(spent)
            .saturating_sub(if all > 2 * reserve { reserve } else { 0 })
    };
    let budget = units.iter().map(left).min().unwrap_or(0);
    let start = field.get(first).tile();
    let mut found: BTreeMap<TileId, (u16, Vec<Direction>)> = BTreeMap::new();
    let mut open = BTreeSet::from([(0_u16, start)]);
    found.insert(start, (0, Vec::new()));
    while let Some((cost, tile)) = open.pop_first() {
        let (known, path) = found[&tile].clone();
        let is_stopped = tile != start && field.holds_movers(side, tile, units);
        if known < cost || is_stopped {
            continue;
        }
        for direction in Direction::ALL {
            let Some(next) = step(field, units, (start, tile), direction) else {
                continue;
            };
            let (to, more) = next;
            let total = cost + more;
            let is_better = found.get(&to).is_none_or(|(known, _)| total < *known);
            if total <= budget && is_better {
                let mut path = path.clone();
                path.push(direction);
                found.insert(to, (total, path));
                open.insert((total, to));
            }
        }
    }
    found.remove(&start);
    let tiles = found.into_iter();
    let ends = tiles.filter(|(tile, _)| field.check_stacking(units, *tile).is_ok());
    ends.map(|(tile, (_, path))| (tile, path)).collect()
}

/// Returns where a step leads and the most that it costs any unit of a stack.
fn step(
    field: &Field,
    units: &[UnitId],
    (start, from): (TileId, TileId),
    direction: Direction,
) -> Option<(TileId, u16)> {
    if from == start {
        let (to, costs) = field
            .check_step(units, direction, (Going::Moving, true))
            .ok()?;
        return Some((to, costs.into_iter().max()?));
    }
    let side = field.get(*units.first()?).side;
    let to = field.grid.neighbor(from, direction)?;
    if field.has_enemy(side, to) {
        return None;
    }
    let costs = units.iter().map(|&id| field.step_cost(id, from, direction));
    let costs: Vec<_> = costs.collect::<Option<_>>()?;
    Some((to, costs.into_iter().max()?))
}

/// Returns what it is worth to a stack to end in a hex.
fn worth(eye: &Eye, map: &Map, units: &[UnitId], tile: TileId) -> i64 {
    let field = eye.field;
    let foe = Field::foe(eye.side);
    let figures = &field.content.figures.planner;
    let combat: Vec<_> = units
        .iter()
        .copied()
        .filter(|&id| field.is_combat(id))
        .collect();
    let mut sum = map.draw(field, tile);
    let there = field
        .stack(tile, eye.side)
        .filter(|unit| !units.contains(&unit.id));
    let friends: Vec<_> = there
        .map(|unit| unit.id)
        .filter(|&id| field.is_combat(id))
        .collect();
    let cover = -i64::from(field.ground(tile).assault) * 8 + i64::from(field.fort(tile)) * 25;
    sum += cover;
    if combat.is_empty() {
        return rear(eye, units, tile);
    }
    let strength: i64 = combat
        .iter()
        .chain(&friends)
        .map(|&id| i64::from(field.raw(id, Rating::Offense)))
        .sum();
    let mut enemies = 0;
    let mut least: Option<i64> = None;
    for (_, near) in field.grid.neighbors(tile) {
        let defense: i64 = field
            .stack(near, foe)
            .filter(|unit| field.is_combat(unit.id))
            .map(|unit| i64::from(field.raw(unit.id, Rating::Defense)))
            .sum();
        if defense > 0 {
            enemies += 1;
            let cover = i64::from(field.ground(near).assault) - i64::from(field.fort(near));
            let against = defense - 10 * cover - support(field, eye.side, near, units);
            least = Some(least.map_or(against, |least| least.min(against)));
        }
    }
    let stack = (combat.len() + friends.len()) as i64;
    sum += 10 * stack.min(i64::from(figures.stack));
    let artillery = combat.iter().all(|&id| field.is_gun(id));
    if let Some(least) = least {
        let balance = (strength - least).clamp(-200, 200);
        let wants = match eye.mode {
            AiMode::Aggressive | AiMode::Search => map.attacks,
            _ => false,
        };
        sum += match (artillery, friends.is_empty()) {
            (true, true) => -150,
            (true, false) => 60,
            _ if wants => balance / 2 + 30,
            _ => balance / 4 - 10,
        };
        // Each zone of control is a duty to attack.
        let duties = field.controlling(eye.side, tile).len() as i64;
        sum -= 15 * (enemies - 1).max(0) + 60 * (duties - 1).max(0);
    }
    sum
}

/// Returns what a hex is worth to headquarters and trucks: near those whom they supply, away from enemies.
fn rear(eye: &Eye, units: &[UnitId], tile: TileId) -> i64 {
    let field = eye.field;
    let range = u32::from(field.content.figures.supply.range);
    let distance = |unit: &Unit| field.grid.distance(unit.tile(), tile);
    let foes = field.of_side(Field::foe(eye.side));
    let foe = foes
        .filter(|unit| field.is_combat(unit.id))
        .map(distance)
        .min();
    let own = || {
        let own = field.of_side(eye.side);
        own.filter(|unit| field.is_combat(unit.id) && !units.contains(&unit.id))
    };
    let near = own().map(distance).min().unwrap_or(0);
    let supplied = own().filter(|unit| distance(unit) <= range).count() as i64;
    120 * i64::from(foe.unwrap_or(9).min(3)) - 20 * i64::from(near) + 10 * supplied
}

/// Returns the raw offensive points of own units beside a hex that are not among some.
fn support(field: &Field, side: Side, tile: TileId, but: &[UnitId]) -> i64 {
    let near = field.grid.neighbors(tile);
    let stacks = near.flat_map(|(_, near)| field.stack(near, side));
    let others = stacks.filter(|unit| !but.contains(&unit.id));
    others
        .map(|unit| i64::from(field.raw(unit.id, Rating::Offense)))
        .sum()
}
