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
use crate::rules::operations::planner::ahead::{Ahead, Place};
use crate::rules::operations::planner::worth::{Map, Worth};
use crate::rules::operations::planner::{Eye, Weight};

/// Gain below which a stack stays where it is, hundredths of a victory point.
const LEAST_GAIN: i64 = 15;

/// Most combats that are looked at for one move.
const MOST_LOOKS: usize = 24;

/// Weighs the best move of each stack, and the end of movement.
pub(super) fn weigh(eye: &Eye) -> Vec<Weight> {
    let field = eye.field;
    let mut weights = vec![Weight::new(Order::Done, 0, "no move is worth it")];
    if eye.mode == AiMode::Hold {
        return weights;
    }
    let map = Map::of(eye);
    let mut ahead = Ahead::of(eye);
    let now = ahead.begin();
    let kept = garrisons(eye, &map, &ahead);
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
    let stacks = groups.values();
    let stacks = stacks.map(|units| Mover::of(eye, &map, (&mut ahead, now), units));
    let stacks: Vec<_> = stacks.collect();
    let moves = stacks.iter().map(|mover| mover.moves(eye, &map));
    let moves: Vec<_> = moves.collect();
    weights.extend(choose(&stacks, moves, &mut ahead));
    weights
}

/// Units that move together, and what it is worth that they stay.
struct Mover<'u> {
    units: &'u [UnitId],
    /// What it is worth that they stay.
    here: i64,
    /// What the combat would be worth without them.
    without: i64,
    /// Whether any of them counts for combat.
    fights: bool,
}

/// Where a mover could go.
struct Chance {
    gain: i64,
    worth: Worth,
    tile: TileId,
    path: Vec<Direction>,
    costs: Vec<u16>,
    /// Whether the combat there was looked at.
    is_sure: bool,
}

impl<'u> Mover<'u> {
    fn of(eye: &Eye, map: &Map, (ahead, now): (&mut Ahead, i64), units: &'u [UnitId]) -> Self {
        let start = ahead.tile(units);
        let fights = units.iter().any(|&id| eye.field.is_combat(id));
        let mut here = map.worth(units, start, &vec![0; units.len()]);
        let mut without = now;
        if fights && map.is_beside(start) {
            without = ahead.combat(units, Place::Away).points;
            here.settle(now - without, ahead.fails_now(start));
        }
        Self {
            units,
            here: here.sum(),
            without,
            fights,
        }
    }

    /// Lists the hexes that are better than that it stays, at a first glance, the best first.
    fn moves(&self, eye: &Eye, map: &Map) -> Vec<Chance> {
        let field = eye.field;
        let ways = field.ways_within(self.units, Going::Moving, budget(field, self.units));
        let ways = ways.into_iter().filter(|(_, way)| way.refusal.is_none());
        let chances = ways.map(|(tile, way)| {
            let worth = map.worth(self.units, tile, &way.costs);
            Chance {
                gain: worth.sum() - self.here,
                worth,
                tile,
                path: way.path,
                costs: way.costs,
                is_sure: !self.fights || !map.is_beside(tile),
            }
        });
        let mut chances: Vec<_> = chances.filter(|one| one.gain >= LEAST_GAIN).collect();
        chances.sort_by_key(|one| std::cmp::Reverse(one.gain));
        chances
    }
}

/// Weighs the best move of each mover. The combat that follows a move is looked at before it is taken for the best.
fn choose(movers: &[Mover], mut moves: Vec<Vec<Chance>>, ahead: &mut Ahead) -> Vec<Weight> {
    for _ in 0..MOST_LOOKS {
        let first = moves.iter_mut().zip(movers);
        let first = first.filter(|(chances, _)| !chances.is_empty());
        let Some((chances, mover)) = first.max_by_key(|(chances, _)| chances[0].gain) else {
            break;
        };
        let chance = &mut chances[0];
        if chance.is_sure {
            break;
        }
        let combat = ahead.combat(mover.units, Place::At(chance.tile, &chance.costs));
        chance
            .worth
            .settle(combat.points - mover.without, combat.fails);
        chance.gain = chance.worth.sum() - mover.here;
        chance.is_sure = true;
        chances.retain(|one| one.gain >= LEAST_GAIN);
        chances.sort_by_key(|one| std::cmp::Reverse(one.gain));
    }
    let best = moves
        .into_iter()
        .zip(movers)
        .filter_map(|(chances, mover)| {
            let chance = chances.into_iter().next()?;
            let (column, row) = ahead.offset(chance.tile);
            let order = Order::Move(mover.units.to_vec(), chance.path);
            let line = format!("to {column},{row}");
            Some(Weight::new(order, chance.gain, line))
        });
    best.collect()
}

/// What units move together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Fighters,
    Guns,
    Rear,
}

/// Lists the units that stay where they are: the best defenders of each own objective that enemies are near, unless
/// they would fail a duty to attack, which drives them away.
fn garrisons(eye: &Eye, map: &Map, ahead: &Ahead) -> BTreeSet<UnitId> {
    let field = eye.field;
    let mut kept = BTreeSet::new();
    for objective in &field.scenario.objectives {
        if ahead.fails_now(objective.tile) {
            continue;
        }
        let stack = field.stack(objective.tile, eye.side);
        let combat = stack.map(|unit| unit.id).filter(|&id| field.is_combat(id));
        let mut combat: Vec<_> = combat.collect();
        combat.sort_by_key(|&id| std::cmp::Reverse(field.raw(id, Rating::Defense)));
        kept.extend(combat.into_iter().take(map.garrison(objective.tile)));
    }
    kept
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
