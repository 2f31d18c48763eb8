//! Barrage Plans of the computer: every gun goes where it adds most by the exact chances of the table.
//!
//! **Invariant:** only plans that pass the check; a Barrage is never made larger without a better row.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::rules::operations::barrage::cells;
use crate::rules::operations::content::{Facility, TargetClass};
use crate::rules::operations::field::{Field, Rating};
use crate::rules::operations::order::Order;
use crate::rules::operations::planner::assign::best;
use crate::rules::operations::planner::clash::Clash;
use crate::rules::operations::planner::prospects::Prospects;
use crate::rules::operations::planner::scene::effort;
use crate::rules::operations::planner::{Eye, Weight};
use crate::rules::operations::progress::{Behind, FirePlan, TargetNo};

/// What Pinned is worth beside a lost point, in hundredths of it.
const PINNED: i64 = 60;

/// How much harm is wanted in each enemy hex, and what it is worth to hold it off.
type Wishes = (BTreeMap<TileId, i64>, BTreeMap<TileId, i64>);

/// Plans all Barrages of a side.
pub(super) fn plan(eye: &Eye) -> Weight {
    let field = eye.field;
    let mut plans: Vec<FirePlan> = Vec::new();
    let mut gunners = field.gunners(eye.side);
    gunners.retain(|id| !field.progress.silent.contains(id));
    gunners.sort_by_key(|&id| std::cmp::Reverse(field.raw(id, Rating::Barrage)));
    let fears = match field.progress.phasing == eye.side {
        true => feared(eye),
        false => BTreeMap::new(),
    };
    let want = (wanted(eye), fears);
    for id in gunners {
        let options = options(eye, id, &plans);
        let before = value(eye, &plans, &want);
        let best = options
            .into_iter()
            .map(|plans| (value(eye, &plans, &want) - before, plans))
            .max_by_key(|(gain, plans)| (*gain, std::cmp::Reverse(plans.len())));
        if let Some((gain, better)) = best
            && gain > 0
        {
            plans = better;
        }
    }
    let points = value(eye, &plans, &want);
    let line = format!("worth {points} hundredths of a TOE point");
    Weight::new(Order::Plan(plans), points, line)
}

/// Returns how much harm is wanted in each enemy hex, percent: more where an assault is near.
fn wanted(eye: &Eye) -> BTreeMap<TileId, i64> {
    let field = eye.field;
    let mut want = BTreeMap::new();
    for target in field
        .progress
        .targets
        .iter()
        .filter(|one| one.side != eye.side)
    {
        let is_goal = field
            .scenario
            .objectives
            .iter()
            .any(|one| one.tile == target.tile);
        let is_duty = field.progress.contacts.get(&target.tile) == Some(&true);
        let share = 100 + 40 * i64::from(is_goal) + 20 * i64::from(is_duty);
        want.insert(target.tile, share);
    }
    want
}

/// Lists the plans that come of a unit joining them in every way it can.
fn options(eye: &Eye, id: UnitId, plans: &[FirePlan]) -> Vec<Vec<FirePlan>> {
    let field = eye.field;
    let mut options = Vec::new();
    for (at, target) in (0..).map(TargetNo).zip(&field.progress.targets) {
        if target.side == eye.side || field.grid.distance(target.tile, field.get(id).tile()) != 1 {
            continue;
        }
        let own = plans.iter().position(|plan| plan.target == at);
        let mut others = plans.to_vec();
        let plan = match own {
            Some(own) => others.remove(own),
            None => FirePlan {
                target: at,
                barrages: Vec::new(),
            },
        };
        let numbers = (0..plan.barrages.len()).map(Some).chain([None]);
        for number in numbers {
            if !field.barrage_faults(id, &plan, number, &others).is_empty() {
                continue;
            }
            let mut joined = plan.clone();
            match number {
                Some(number) => joined.barrages[number].push(id),
                None => joined.barrages.push(vec![id]),
            }
            let mut all = plans.to_vec();
            match own {
                Some(own) => all[own] = joined,
                None => all.push(joined),
            }
            options.push(all);
        }
    }
    options
}

/// Returns what plans are expected to do, in hundredths of a TOE point.
fn value(eye: &Eye, plans: &[FirePlan], (want, fears): &Wishes) -> i64 {
    let field = eye.field;
    let phases = field.progress.phasing == eye.side;
    let mut sum = 0;
    let mut points: BTreeMap<TileId, u16> = BTreeMap::new();
    for plan in plans {
        let Some(target) = field.progress.targets.get(plan.target.index()) else {
            continue;
        };
        let mut harm = 0;
        for units in &plan.barrages {
            let fired = field.barrage_points(units);
            *points.entry(target.tile).or_default() += fired;
            harm += chances(field, target.class, target.tile, fired);
        }
        // Nobody loses more than there is.
        let most = match target.behind {
            // Nobody is behind it.
            Behind::Facility(_, Facility::Fortification)
                if field
                    .stack(target.tile, Field::foe(eye.side))
                    .next()
                    .is_none() =>
            {
                0
            }
            Behind::Unit(id) => 100 * i64::from(field.get(id).body().strength()).max(1),
            Behind::Facility(..) | Behind::Entered { .. } => 300,
        };
        let weight = want.get(&target.tile).copied().unwrap_or(100);
        sum += match most {
            0 => 0,
            most => harm.min(most + PINNED) * weight / 100,
        };
    }
    if phases {
        let foe = Field::foe(eye.side);
        for (&tile, &fired) in &points {
            let fear = fears.get(&tile).copied().unwrap_or(0);
            if fear > 0 && field.is_held_off(tile, foe, fired) {
                sum += fear;
            }
        }
    }
    sum - efforts(eye, plans, &points)
}

/// Returns what it costs in cohesion to fire from the hexes of some plans, where units would not pay as much
/// anyway, since they have to attack or are attacked.
fn efforts(eye: &Eye, plans: &[FirePlan], points: &BTreeMap<TileId, u16>) -> i64 {
    let field = eye.field;
    let phases = field.progress.phasing == eye.side;
    let figures = &field.content.figures.capability;
    let cost = if phases {
        figures.attack
    } else {
        figures.barraged
    };
    let units = plans.iter().flat_map(|plan| plan.barrages.iter().flatten());
    let tiles: BTreeSet<_> = units.map(|&id| field.get(id).tile()).collect();
    let contacts = &field.progress.contacts;
    let foe = Field::foe(eye.side);
    let is_held = |tile: TileId| {
        let fired = points.get(&tile).copied().unwrap_or(0);
        field.is_held_off(tile, foe, fired)
    };
    let pays_anyway = |tile: TileId| match phases {
        true => {
            let mut near = field.grid.neighbors(tile);
            // A hex that is held off need not be attacked, so that only the Barrage has to be paid.
            near.any(|(_, near)| contacts.get(&near) == Some(&true) && !is_held(near))
        }
        false => contacts.get(&tile) == Some(&true),
    };
    let free = tiles.into_iter().filter(|&tile| !pays_anyway(tile));
    free.map(|tile| effort(field, tile, eye.side, cost)).sum()
}

/// Returns what it is worth to hold off each enemy hex that the side has to attack: what the assaults that follow
/// come to without that duty, beside what they come to with it.
fn feared(eye: &Eye) -> BTreeMap<TileId, i64> {
    let prospects = Prospects::of(&eye.field.content.tables, &eye.field.content.figures);
    let worth = |field: &Field| {
        let clash = Clash::of(eye, field, &prospects, false);
        best(&clash).1.points
    };
    let mut field = eye.field.clone();
    let now = worth(&field);
    let mut fears = BTreeMap::new();
    for (&tile, _) in eye
        .field
        .progress
        .contacts
        .iter()
        .filter(|(_, duty)| **duty)
    {
        field.progress.to_mut().held = BTreeSet::from([tile]);
        fears.insert(tile, worth(&field) - now);
    }
    fears
}

/// Returns what so many points do to a target, in hundredths of a TOE point.
fn chances(field: &Field, class: TargetClass, tile: TileId, points: u16) -> i64 {
    let Some(row) = field.barrage_row(points, field.barrage_shift(tile)) else {
        return 0;
    };
    let [pinned, one, two] = cells(&field.content.tables.barrage[usize::from(row)], class);
    let ways = |from: u8| if from == 0 { 0 } else { 37 - i64::from(from) };
    let losses = 100 * (ways(one) + ways(two));
    let can_pin = matches!(class, TargetClass::Infantry | TargetClass::Armor);
    let pins = if can_pin {
        PINNED * ways(pinned).max(ways(one))
    } else {
        0
    };
    (losses + pins) / 36
}
