//! Lists what can be ordered.
//!
//! **Invariant:** every order of the lists passes the check; a side that owes an order has one. Of plans and
//! assignments, of which there are very many, the lists hold some.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::World;

use crate::battle::grid::Direction;
use crate::battle::order::Pending;
use crate::battle::rules::Rules;
use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::content::Facility;
use crate::rules::operations::field::Field;
use crate::rules::operations::order::{Choice, Escort, Order};
use crate::rules::operations::progress::{FirePlan, Role, Step, TargetNo};
use crate::rules::operations::unit::Stance;
use crate::rules::operations::{Operations, check, table};

/// Lists the orders of a side.
pub(super) fn orders(world: &World, side: Side) -> Vec<Order> {
    if !Operations::owes(world, side) {
        return Vec::new();
    }
    let field = Field::of(world);
    match &world.resource::<Pending<Operations>>().0 {
        Some(waiting) => answers(&field, side, &waiting.choice),
        None => of_step(&field, side),
    }
}

/// Lists answers to what a plan asks.
pub fn answers(field: &Field, side: Side, choice: &Choice) -> Vec<Order> {
    match choice {
        Choice::First => vec![Order::First(true), Order::First(false)],
        Choice::Roll(throw) => {
            let typed = (1..=6).map(|face| Order::Roll(vec![face; throw.dice()]));
            std::iter::once(Order::Roll(Vec::new()))
                .chain(typed)
                .collect()
        }
        Choice::Lose(demand) => {
            let cheap = demand.cheapest(|_, _| 1);
            let dear = demand.cheapest(|unit, at| 1 + u32::from(unit.0 % 7) + at as u32);
            let mut losses = vec![cheap, dear, demand.all()];
            losses.retain(|loss| demand.check(loss).is_ok());
            losses.dedup();
            losses.into_iter().map(Order::Lose).collect()
        }
        Choice::Trucks { cargoes, .. } => cargoes.iter().copied().map(Order::Truck).collect(),
        Choice::Retreat {
            units,
            hexes,
            from,
            must,
        } => {
            let paths = field.retreats(units, (*hexes, *must), from);
            paths.into_iter().map(Order::Retreat).collect()
        }
        Choice::Captures {
            tile,
            prisoners,
            replacements,
        } => escorts(field, side, *tile, (*prisoners, *replacements)),
        Choice::Table(question) => table::offers::answers(field, side, question),
    }
}

/// Lists escorts: the nearest hex without enemies, and each unit that takes replacements.
fn escorts(
    field: &Field,
    side: Side,
    tile: crate::battle::grid::TileId,
    (prisoners, replacements): (u16, u16),
) -> Vec<Order> {
    let most = u32::from(field.content.figures.assault.captures);
    let near = |other| field.grid.distance(tile, other) <= most;
    let tiles = field.grid.tiles();
    let free = tiles.filter(|&other| near(other) && !field.has_enemy(side, other));
    let to = free.min_by_key(|&other| {
        let is_own = field.stack(other, side).next().is_some();
        (!is_own, field.grid.distance(tile, other), other)
    });
    let takers = field.of_side(side).filter(|unit| near(unit.tile()));
    let takers = takers.map(|unit| unit.id).filter(|&id| field.is_combat(id));
    let takers: Vec<_> = takers.collect();
    let escort = |unit| {
        Order::Captures(Escort {
            tile: to.filter(|_| prisoners > 0),
            unit,
            ..Escort::default()
        })
    };
    match replacements {
        0 => vec![escort(None)],
        _ if takers.is_empty() => vec![escort(None)],
        _ => takers.into_iter().map(|unit| escort(Some(unit))).collect(),
    }
}

/// Lists the orders of a side in the present step.
fn of_step(field: &Field, side: Side) -> Vec<Order> {
    let progress = &*field.progress;
    let passes = |order: &Order| check::check(field, side, order).is_ok();
    let mut orders = match progress.step {
        Step::Initiative | Step::SegmentEnd | Step::Contacts | Step::Targets => Vec::new(),
        Step::Movement | Step::Retreat => moves(field, side),
        Step::Position => positions(field, side),
        Step::Firing => {
            let all = field.gunners(side).into_iter().collect();
            vec![Order::Hold(BTreeSet::new()), Order::Hold(all)]
        }
        Step::Planning => plans(field, side),
        Step::Barrage => {
            let each = field.unresolved(side);
            let each = each.map(|(target, number)| Order::Fire(target, number));
            each.chain([Order::FireAll]).collect()
        }
        Step::Results => {
            let all = progress.contacts.keys().copied().collect();
            let mut choices = vec![field.proposed(), BTreeSet::new(), all];
            choices.dedup();
            choices.into_iter().map(Order::Confirm).collect()
        }
        Step::Assign => assignments(field, side),
        Step::AntiArmor => {
            let targets = field.armor_targets().into_iter();
            targets
                .map(Order::AntiArmor)
                .chain([Order::CeaseFire])
                .collect()
        }
        Step::Assault => {
            let first = |one: &crate::rules::operations::progress::Assault| one.tiles[0];
            let all = progress.assaults.iter().map(first);
            all.flat_map(|tile| [Order::Assault(tile), Order::CallOff(tile)])
                .collect()
        }
    };
    if field.table().is_some() {
        orders.extend(table::offers::of_step(field, side));
    }
    orders.retain(passes);
    orders
}

/// Lists single steps of each unit and of whole stacks, riding, dumps, and the end of the step.
fn moves(field: &Field, side: Side) -> Vec<Order> {
    let mut orders = Vec::new();
    let mut groups: Vec<Vec<UnitId>> = Vec::new();
    for unit in field.of_side(side) {
        groups.push(vec![unit.id]);
        let stack: Vec<_> = field.stack(unit.tile(), side).map(|unit| unit.id).collect();
        if stack.len() > 1 && stack[0] == unit.id {
            groups.push(stack);
        }
        orders.push(Order::Ride(unit.id, !unit.body().riding));
    }
    for group in groups {
        for direction in Direction::ALL {
            orders.push(Order::Move(group.clone(), vec![direction]));
        }
    }
    for (at, facility) in (0..).zip(&field.scenario.facilities) {
        if facility.kind == Facility::Dump && facility.side == side {
            orders.push(Order::Blow(at));
        }
    }
    orders.push(Order::Done);
    orders
}

/// Lists positions: all Forward, all Back, and each gun Back alone.
fn positions(field: &Field, side: Side) -> Vec<Order> {
    let guns = field.guns(side);
    let all = |stance| Order::Position(guns.iter().map(|&id| (id, stance)).collect());
    let alone = |back: &UnitId| {
        let stance = |id: UnitId| {
            if id == *back {
                Stance::Back
            } else {
                Stance::Forward
            }
        };
        Order::Position(guns.iter().map(|&id| (id, stance(id))).collect())
    };
    let mut orders = vec![all(Stance::Forward), all(Stance::Back)];
    if guns.len() > 1 {
        orders.extend(guns.iter().map(alone));
    }
    orders
}

/// Lists plans: no fire, and for each target all that can fire at it together.
fn plans(field: &Field, side: Side) -> Vec<Order> {
    let mut orders = vec![Order::Plan(Vec::new())];
    let gunners = field.gunners(side);
    for (at, target) in (0..).zip(&field.progress.targets) {
        if target.side == side {
            continue;
        }
        let plan = full_plan(field, TargetNo(at), &gunners, &[]);
        if !plan.barrages.is_empty() {
            orders.push(Order::Plan(vec![plan]));
        }
    }
    orders
}

/// Makes the plan in which all of some units fire at a target that can: Forward guns pooled in one Barrage,
/// Back guns each in one.
pub fn full_plan(
    field: &Field,
    target: TargetNo,
    gunners: &[UnitId],
    others: &[FirePlan],
) -> FirePlan {
    let mut plan = FirePlan {
        target,
        barrages: Vec::new(),
    };
    let stance = |id: UnitId| field.get(id).body().stance.unwrap_or(Stance::Forward);
    let (forward, back): (Vec<_>, Vec<_>) = gunners
        .iter()
        .partition(|&&id| stance(id) == Stance::Forward);
    for id in forward {
        let number = (!plan.barrages.is_empty()).then_some(0);
        if field.barrage_faults(id, &plan, number, others).is_empty() {
            match number {
                Some(number) => plan.barrages[number].push(id),
                None => plan.barrages.push(vec![id]),
            }
        }
    }
    for id in back {
        if field.barrage_faults(id, &plan, None, others).is_empty() {
            plan.barrages.push(vec![id]);
        }
    }
    plan
}

/// Lists assignments: nobody, and everybody that can assaults the first hex that it can.
fn assignments(field: &Field, side: Side) -> Vec<Order> {
    let phases = side == field.progress.phasing;
    let mut all = BTreeMap::new();
    let mut firing = BTreeMap::new();
    for unit in field.of_side(side) {
        let none = vec![0; unit.body().toe.len()];
        let targets: Vec<_> = match phases {
            false => vec![None],
            true => field.progress.contacts.keys().copied().map(Some).collect(),
        };
        let role = |anti_armor: &[u8]| {
            let roles = targets.iter().map(|&target| Role {
                anti_armor: anti_armor.to_vec(),
                target,
                second: None,
            });
            roles.into_iter().find(|role| {
                let one = BTreeMap::from([(unit.id, role.clone())]);
                check::check(field, side, &Order::Assign(one)).is_ok()
            })
        };
        if let Some(role) = role(&none) {
            all.insert(unit.id, role);
        }
        if let Some(role) = role(&unit.body().toe).or_else(|| role(&none)) {
            firing.insert(unit.id, role);
        }
    }
    let mut orders = vec![Order::Assign(BTreeMap::new()), Order::Assign(all)];
    orders.push(Order::Assign(firing));
    orders.dedup();
    orders
}
