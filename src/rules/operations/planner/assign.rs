//! Assignments of the computer: which hex each stack attacks, and which points fire at armor.
//!
//! Stacks are moved from one hex to another as long as that is better by the exact odds of the assaults that
//! come of it.
//!
//! **Invariant:** only assignments that pass the check; a duty to attack is met where it can be.

use std::collections::BTreeMap;

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::content::mode::AiMode;
use crate::rules::operations::field::{Field, Rating};
use crate::rules::operations::order::Order;
use crate::rules::operations::planner::clash::{Aim, Clash, Outcome, split};
use crate::rules::operations::planner::prospects::Prospects;
use crate::rules::operations::planner::{Eye, Weight};
use crate::rules::operations::progress::Role;

/// How far beyond the differential of a retreat before assault a hex is left to the attackers.
const GIVES_WAY: i16 = 3;
/// Most times that all stacks are looked over.
const PASSES: usize = 4;

/// Assigns all units of a side.
pub(super) fn assign(eye: &Eye) -> Weight {
    let (roles, points) = match eye.field.progress.phasing == eye.side {
        true => attack(eye),
        false => (defend(eye), 0),
    };
    let line = match roles.len() {
        1 => "1 unit".to_owned(),
        count => format!("{count} units"),
    };
    Weight::new(Order::Assign(roles), points, line)
}

type Roles = BTreeMap<UnitId, Role>;

/// Assigns defenders: all assault who can; anti-tank guns and half the tanks fire where armor attacks.
fn defend(eye: &Eye) -> Roles {
    let field = eye.field;
    let mut roles = Roles::new();
    for unit in field.of_side(eye.side) {
        if gives_way(eye, unit.tile()) {
            continue;
        }
        let foe = Field::foe(eye.side);
        let mut near = field.grid.neighbors(unit.tile());
        let has_armor = near.any(|(_, tile)| {
            let mut stack = field.stack(tile, foe);
            stack.any(|unit| field.has_armor(unit.id))
        });
        if let Some(anti_armor) = split(field, unit.id, has_armor) {
            let (target, second) = (None, None);
            let role = Role {
                anti_armor,
                target,
                second,
            };
            roles.insert(unit.id, role);
        }
    }
    keep_goals(eye, &mut roles);
    roles
}

/// Has units of objectives assault that would all fire at armor: a hex that nobody defends is lost without a roll.
fn keep_goals(eye: &Eye, roles: &mut Roles) {
    let field = eye.field;
    for objective in &field.scenario.objectives {
        let stack = field.stack(objective.tile, eye.side).map(|unit| unit.id);
        let stack: Vec<_> = stack.collect();
        let assaults = |id: &UnitId| {
            roles.get(id).is_some_and(|role| {
                let toe = &field.get(*id).body().toe;
                let mut points = toe.iter().zip(&role.anti_armor);
                points.any(|(all, apart)| all > apart)
            })
        };
        if stack.iter().any(assaults) {
            continue;
        }
        for id in stack {
            let defends = field.raw(id, Rating::Defense) > 0;
            if let Some(role) = roles.get_mut(&id).filter(|_| defends) {
                role.anti_armor.fill(0);
            }
        }
    }
}

/// Whether a hex is left to attackers who would overrun it: a hex that nobody defends retreats without a loss.
fn gives_way(eye: &Eye, tile: TileId) -> bool {
    let field = eye.field;
    let is_goal = field.scenario.objectives.iter().any(|one| one.tile == tile);
    let mut stack = field.stack(tile, eye.side);
    let is_stuck = stack.any(|unit| unit.body().pinned || unit.body().retreated_in);
    let least = field.content.figures.planner.retreat + GIVES_WAY;
    let holds = is_goal || is_stuck || eye.mode == AiMode::Hold;
    !holds && eye.threat(tile).is_some_and(|threat| threat >= least)
}

/// Assigns attackers where they are worth most.
fn attack(eye: &Eye) -> (Roles, i64) {
    let prospects = Prospects::of(&eye.field.content.tables, &eye.field.content.figures);
    let clash = Clash::of(eye, eye.field, &prospects, false);
    let (aims, outcome) = best(&clash);
    let aims = aims.into_iter().enumerate();
    let roles = aims.filter_map(|(fighter, aim)| {
        let role = clash.role(fighter, aim?)?;
        Some((clash.fighters[fighter].id, role))
    });
    (roles.collect(), outcome.points)
}

/// Finds what units should attack: first whole stacks, then single units of stacks beside several enemy hexes, each
/// where it is worth most.
pub(super) fn best(clash: &Clash) -> (Vec<Aim>, Outcome) {
    let mut aims = vec![None; clash.fighters.len()];
    let nobody = clash.outcome(&aims);
    // A stack with several duties meets them one after the other.
    let mut found = nobody.clone();
    climb(clash, &mut aims, &mut found, |one| one.points + one.partly);
    climb(clash, &mut aims, &mut found, |one| one.points);
    match found.points < nobody.points {
        true => (vec![None; clash.fighters.len()], nobody),
        false => (aims, found),
    }
}

/// Changes aims as long as that is better.
fn climb(clash: &Clash, aims: &mut Vec<Aim>, found: &mut Outcome, worth: impl Fn(&Outcome) -> i64) {
    let try_out = |units: &[usize], aim: Aim, aims: &mut Vec<Aim>, found: &mut Outcome| {
        let mut other = aims.clone();
        for &unit in units {
            let reach = &clash.fighters[unit].reach;
            let reaches = |at: &usize| reach.contains(at);
            let can = aim
                .is_none_or(|(one, second)| reaches(&one) && second.as_ref().is_none_or(reaches));
            if can {
                other[unit] = aim;
            }
        }
        if other == *aims || !is_legal(clash, &other) {
            return;
        }
        let outcome = clash.outcome(&other);
        if worth(&outcome) > worth(found) {
            (*found, *aims) = (outcome, other);
        }
    };
    for _ in 0..PASSES {
        let before = worth(found);
        for stack in 0..clash.stacks.len() {
            let units = members(clash, stack);
            for aim in stack_aims(clash, &units, true) {
                try_out(&units, aim, aims, found);
            }
        }
        for stack in 0..clash.stacks.len() {
            let units = members(clash, stack);
            let single = stack_aims(clash, &units, false);
            if single.len() > 2 {
                for &unit in &units {
                    for &aim in &single {
                        try_out(&[unit], aim, aims, found);
                    }
                }
            }
        }
        if worth(found) == before {
            break;
        }
    }
}

/// Lists the fighters of a stack.
fn members(clash: &Clash, stack: usize) -> Vec<usize> {
    let fighters = clash.fighters.iter().enumerate();
    let here = fighters.filter(|(_, fighter)| fighter.stack == stack);
    here.map(|(number, _)| number).collect()
}

/// Lists what units of a stack can attack: each contact beside it, pairs of adjacent ones, nothing.
fn stack_aims(clash: &Clash, units: &[usize], with_pairs: bool) -> Vec<Aim> {
    let near = 0..clash.hexes.len();
    let near: Vec<_> = near
        .filter(|at| {
            units
                .iter()
                .any(|&unit| clash.fighters[unit].reach.contains(at))
        })
        .collect();
    let mut aims: Vec<Aim> = near.iter().map(|&one| Some((one, None))).collect();
    if with_pairs {
        for (at, &one) in near.iter().enumerate() {
            let others = near[at + 1..].iter();
            let pairs = others.filter(|&&other| clash.are_adjacent(one, other));
            aims.extend(pairs.map(|&other| Some((one, Some(other)))));
        }
    }
    aims.push(None);
    aims
}

/// Whether nobody attacks one hex of a pair that others assault together.
fn is_legal(clash: &Clash, aims: &[Aim]) -> bool {
    let aiming = aims.iter().enumerate();
    let aiming = aiming.filter_map(|(unit, aim)| Some((unit, (*aim)?)));
    let mut pairs = aiming
        .clone()
        .filter_map(|(unit, (one, other))| Some((unit, one, other?)));
    pairs.all(|(unit, one, other)| {
        aiming.clone().all(|(fighter, aim)| {
            let touches = |at: usize| at == one || at == other;
            let is_same = aim == (one, Some(other));
            let is_here = clash.fighters[fighter].stack == clash.fighters[unit].stack;
            !touches(aim.0) && !aim.1.is_some_and(touches) || is_same && is_here
        })
    })
}
