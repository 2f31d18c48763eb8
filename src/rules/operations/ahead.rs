//! What a computer of operations that looks ahead goes by: plain tactics, what is open in each step, and how a
//! battle stands.
//!
//! **Invariant:** candidates are orders that pass, by what the side knows.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::World;

use crate::battle::ahead::{Candidate, Effort, Manner, WON};
use crate::battle::grid::TileId;
use crate::battle::order::Pending;
use crate::battle::rollout::Horizon;
use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::field::Field;
use crate::rules::operations::order::{Choice, Order};
use crate::rules::operations::progress::{FirePlan, Role, Step, TargetNo};
use crate::rules::operations::unit::Stance;
use crate::rules::operations::{Operations, check, legal, planner};

/// How much is thought about an order.
pub(super) const EFFORT: Effort = Effort {
    battles: 2,
    horizon: Horizon {
        phases: 3,
        orders: 80,
    },
};

/// Assaults every hex beside it with everything.
const STORM: Manner = Manner(1);
/// Goes nowhere, and attacks only where it must.
const STAY: Manner = Manner(2);
/// Leaves wherever it could be assaulted, and attacks only where it must.
const LEAVE: Manner = Manner(3);
/// Names of the manners.
pub(super) const MANNERS: [&str; 3] = ["Storm", "Stay", "Leave"];

/// Most of what was weighed that is looked ahead from.
const MOST: usize = 5;
/// Units up to which as much is looked at; in larger battles, which take longer to be played on, less.
const UNITS: usize = 24;
/// Most answers that are looked ahead from.
const MOST_ANSWERS: usize = 3;
/// Worth of a victory point of the lead.
const POINT: i64 = 25;
/// What an undecided battle is worth at most.
const MOST_STANDING: i64 = WON * 8 / 10;
/// Points of cohesion that are worth a victory point.
const COHESION: i64 = 16;

/// Chooses an order in a manner.
pub(super) fn decide_as(world: &World, side: Side, manner: Manner) -> Order {
    let is_asked = world.resource::<Pending<Operations>>().0.is_some();
    let plain = match manner {
        _ if is_asked => None,
        STORM => storm(world, side),
        STAY => stay(world, side),
        LEAVE => leave(world, side),
        _ => None,
    };
    let passes = |order: &Order| check::begin(world, side, order, None).is_ok();
    let plain = plain.filter(passes);
    plain.unwrap_or_else(|| planner::advise(world, side, false).order)
}

/// Attacks everything that it touches.
fn storm(world: &World, side: Side) -> Option<Order> {
    let field = Field::of(world);
    let phases = field.progress.phasing == side;
    match field.progress.step {
        Step::Assign if phases => Some(attack(&field, side, |_| true)),
        Step::Assault => {
            let first = field.progress.assaults.first()?;
            Some(Order::Assault(*first.tiles.first()?))
        }
        _ => None,
    }
}

/// Stays where it is.
fn stay(world: &World, side: Side) -> Option<Order> {
    let field = Field::of(world);
    let phases = field.progress.phasing == side;
    match field.progress.step {
        Step::Movement | Step::Retreat => Some(Order::Done),
        Step::Assign if phases => Some(attack(&field, side, |is_duty| is_duty)),
        _ => None,
    }
}

/// Keeps away.
fn leave(world: &World, side: Side) -> Option<Order> {
    let field = Field::of(world);
    let phases = field.progress.phasing == side;
    match field.progress.step {
        Step::Retreat => planner::escapes(world, side).into_iter().next(),
        Step::Assign if phases => Some(attack(&field, side, |is_duty| is_duty)),
        _ => None,
    }
}

/// Assigns every unit that can to the first hex beside it that it attacks legally, of some hexes.
fn attack(field: &Field, side: Side, is_wanted: impl Fn(bool) -> bool) -> Order {
    let mut roles = BTreeMap::new();
    for unit in field.of_side(side) {
        for (&tile, &is_duty) in &field.progress.contacts {
            let is_duty = is_duty && !field.progress.held.contains(&tile);
            let role = Role {
                anti_armor: vec![0; unit.body().toe.len()],
                target: Some(tile),
                second: None,
            };
            let one = Order::Assign(BTreeMap::from([(unit.id, role.clone())]));
            if is_wanted(is_duty) && check::check(field, side, &one).is_ok() {
                roles.insert(unit.id, role);
                break;
            }
        }
    }
    Order::Assign(roles)
}

/// Lists what can be ordered: what is usual first, then what else is open in the step.
pub(super) fn candidates(world: &World, side: Side) -> Vec<Candidate<Operations>> {
    let ranked = planner::ranked(world, side);
    let waiting = world.resource::<Pending<Operations>>().0.as_ref();
    let mut all: Vec<Candidate<Operations>> = Vec::new();
    let mut add = |order: Order, then: Manner| {
        let new = Candidate { order, then };
        if !all.contains(&new) && check::begin(world, side, &new.order, waiting).is_ok() {
            all.push(new);
        }
    };
    let Some(usual) = ranked.first().cloned() else {
        return all;
    };
    let most = most(&Field::of(world));
    add(usual.clone(), Manner::USUAL);
    match waiting {
        Some(waiting) => {
            if matches!(waiting.choice, Choice::Retreat { .. } | Choice::First) {
                for order in ranked.into_iter().take(MOST_ANSWERS.min(most)) {
                    add(order, Manner::USUAL);
                }
            }
        }
        None => {
            let step = Field::of(world).progress.step;
            for order in open(world, (side, step), &usual, ranked, most) {
                add(order, Manner::USUAL);
            }
            let is_open = matches!(step, Step::Movement | Step::Assign | Step::Retreat);
            if is_open && most > 1 {
                for manner in [STORM, STAY, LEAVE] {
                    add(decide_as(world, side, manner), manner);
                }
            }
        }
    }
    all
}

/// Returns how much of what was weighed is looked ahead from.
fn most(field: &Field) -> usize {
    let units = field.standing().count();
    (MOST * UNITS / units.max(UNITS)).max(1)
}

/// Lists what else is open to a side in a step, so much of each kind.
fn open(
    world: &World,
    (side, step): (Side, Step),
    usual: &Order,
    ranked: Vec<Order>,
    most: usize,
) -> Vec<Order> {
    let field = Field::known_to(world, side);
    match step {
        Step::Movement => {
            let best = ranked.into_iter().take(most);
            best.chain([Order::Done]).collect()
        }
        Step::Position => {
            let guns = field.guns(side);
            let all = |stance| Order::Position(guns.iter().map(|&id| (id, stance)).collect());
            vec![all(Stance::Forward), all(Stance::Back)]
        }
        Step::Planning => barrages(&field, side, usual, most),
        Step::Results => vec![Order::Confirm(BTreeSet::new())],
        Step::Retreat => {
            let mut all = planner::escapes(world, side);
            all.truncate(most);
            all.push(Order::Done);
            all
        }
        Step::Assign => assignments(&field, side, usual, most),
        Step::Assault => {
            let mut all = legal::orders(world, side);
            all.truncate(2 * most);
            all
        }
        _ => Vec::new(),
    }
}

/// Lists other Barrages: none, and none at hexes that would be held off.
fn barrages(field: &Field, side: Side, usual: &Order, most: usize) -> Vec<Order> {
    let Order::Plan(plans) = usual else {
        return Vec::new();
    };
    let target = |plan: &FirePlan| field.progress.targets.get(plan.target.index());
    let mut tiles: Vec<_> = (plans.iter().filter_map(target))
        .map(|target| target.tile)
        .collect();
    tiles.sort_unstable();
    tiles.dedup();
    let without = tiles.into_iter().map(|tile| {
        let left = plans.iter();
        let left = left.filter(|plan| target(plan).is_none_or(|one| one.tile != tile));
        Order::Plan(left.cloned().collect())
    });
    let mut all: Vec<_> = without.take(most).collect();
    all.push(Order::Plan(Vec::new()));
    let gunners = field.gunners(side);
    let targets = (0..).map(TargetNo);
    let foes = targets.zip(&field.progress.targets);
    let foes = foes.filter(|(_, target)| target.side != side);
    let full = foes.map(|(number, _)| legal::full_plan(field, number, &gunners, &[]));
    let full = full.filter(|plan| !plan.barrages.is_empty());
    all.extend(full.take(most).map(|plan| Order::Plan(vec![plan])));
    all
}

/// Lists other assignments: nobody, all that assault anyway but fire at no armor, each attacked hex left out, and
/// all at each.
fn assignments(field: &Field, side: Side, usual: &Order, most: usize) -> Vec<Order> {
    let Order::Assign(roles) = usual else {
        return Vec::new();
    };
    let mut all = vec![Order::Assign(BTreeMap::new())];
    let assault = roles.iter().map(|(&id, role)| {
        let anti_armor = vec![0; role.anti_armor.len()];
        let role = Role {
            anti_armor,
            ..role.clone()
        };
        (id, role)
    });
    all.push(Order::Assign(assault.collect()));
    if field.progress.phasing != side {
        return all;
    }
    let attacked: BTreeSet<_> = roles.values().filter_map(|role| role.target).collect();
    for tile in attacked {
        let others = roles.iter().filter(|(_, role)| role.target != Some(tile));
        let others = others.map(|(&id, role)| (id, role.clone()));
        all.push(Order::Assign(others.collect()));
    }
    all.push(attack(field, side, |is_duty| is_duty));
    for &tile in field.progress.contacts.keys() {
        all.push(concentrate(field, side, tile));
    }
    all.truncate(2 * most);
    all
}

/// Has all that can assault one hex.
fn concentrate(field: &Field, side: Side, tile: TileId) -> Order {
    let role = |id: UnitId| Role {
        anti_armor: vec![0; field.get(id).body().toe.len()],
        target: Some(tile),
        second: None,
    };
    let units = field.of_side(side).map(|unit| unit.id).filter(|&id| {
        let one = Order::Assign(BTreeMap::from([(id, role(id))]));
        check::check(field, side, &one).is_ok()
    });
    Order::Assign(units.map(|id| (id, role(id))).collect())
}

/// Says how others are taken to play: as a rule as usual.
pub(super) fn expected(battle: u64) -> Manner {
    match battle % 4 {
        3 => STORM,
        _ => Manner::USUAL,
    }
}

/// Says how a battle stands: by how far the victory points are from where nobody wins, by what is left of either
/// side, and by its cohesion.
pub(super) fn standing(world: &World, side: Side) -> i64 {
    let field = Field::of(world);
    let figures = &field.content.figures.victory;
    let (attacker, defender) = field.points();
    let even = i64::from(figures.marginal) + i64::from(figures.draw);
    let lead = 2 * i64::from(attacker - defender) + 1 - even;
    let lead = match field.scenario.attacker == side {
        true => lead,
        false => -lead,
    };
    let cohesion = |side: Side| -> i64 {
        let units = field.of_side(side).filter(|unit| field.is_combat(unit.id));
        units.map(|unit| i64::from(unit.body().cohesion)).sum()
    };
    let [own, others] = [side, Field::foe(side)].map(cohesion);
    let points = lead * POINT / 2 + (own - others) * POINT / COHESION;
    points.clamp(-MOST_STANDING, MOST_STANDING)
}
