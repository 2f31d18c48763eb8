//! Checks orders by what the ordering side knows.
//!
//! **Invariant:** a refusal looks at enemy units only for where they are; an order that passes can be carried
//! out.

mod answer;
mod assign;
mod fire;

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::World;

use crate::battle::grid::Direction;
use crate::battle::rules::Waiting;
use crate::battle::unit::{Side, UnitId};
use crate::playing::check_renewal;
use crate::rules::operations::Operations;
use crate::rules::operations::content::Facility;
use crate::rules::operations::event::Event;
use crate::rules::operations::field::Field;
use crate::rules::operations::movement::Going;
use crate::rules::operations::order::{Order, Refusal};
use crate::rules::operations::plan::Plan;
use crate::rules::operations::progress::{Secret, Step};
use crate::rules::operations::table;
use crate::rules::operations::unit::Stance;

/// Checks an order and makes the plan that carries it out.
///
/// # Errors
/// The first thing that is wrong, in words for the player.
pub(super) fn begin(
    world: &World,
    side: Side,
    order: &Order,
    waiting: Option<&Waiting<Operations>>,
) -> Result<Plan, Refusal> {
    if let Order::Renew(source) = order {
        check_renewal::<Operations>(world, source).map_err(Refusal::CannotRenew)?;
        let source = source.clone();
        return Ok(Plan::emit(Event::Renewed { source }));
    }
    let field = Field::of(world);
    if field.is_over {
        return Err(Refusal::BattleOver);
    }
    if side.0 > 1 {
        return Err(Refusal::NotYours);
    }
    match waiting {
        Some(waiting) if waiting.side != side => Err(Refusal::NotYours),
        Some(waiting) => {
            let answer = answer::check(&field, side, &waiting.choice, order)?;
            Ok(waiting.plan.clone().answered(answer))
        }
        None => check(&field, side, order),
    }
}

/// Checks an order of a side that is not asked anything.
///
/// # Errors
/// The first thing that is wrong, in words for the player.
pub fn check(field: &Field, side: Side, order: &Order) -> Result<Plan, Refusal> {
    if let Order::Table(entry) = order {
        return table::check::begin(field, side, entry);
    }
    let progress = &*field.progress;
    let step = progress.step;
    let at_table = field.table().is_some();
    let Some(fits) = fits(order, step, at_table) else {
        return Err(Refusal::NotAsked);
    };
    if !fits {
        return Err(Refusal::NotNow { step });
    }
    if !field.is_due(side) {
        return Err(match progress.seals[side.index()].is_closed() {
            true => Refusal::Sealed,
            false => Refusal::NotYours,
        });
    }
    if at_table && step == Step::Retreat && side == progress.phasing && *order != Order::Done {
        return Err(Refusal::TheirRetreat);
    }
    let seal = |secret| Plan::emit(Event::Sealed { side, secret });
    match order {
        Order::Move(units, path) => march(field, side, units, path),
        Order::Ride(unit, rides) => ride(field, side, *unit, *rides),
        Order::Blow(facility) => blow(field, side, *facility),
        Order::Done => match step {
            Step::Movement | Step::Contacts => Ok(Plan::end_movement()),
            Step::Targets => Ok(Plan::end_targets()),
            Step::Barrage if field.unresolved(side).next().is_some() => Err(Refusal::BarragesLeft),
            Step::Barrage => Ok(Plan::end_barrages(field, side)),
            Step::SegmentEnd => Ok(Plan::end_segment()),
            _ => Ok(Plan::end_retreat()),
        },
        Order::Position(stances) => {
            position(field, side, stances)?;
            Ok(seal(Secret::Position(stances.clone())))
        }
        Order::Hold(units) => {
            hold(field, side, units)?;
            Ok(seal(Secret::Firing(units.clone())))
        }
        Order::Plan(plans) => {
            fire::check(field, side, plans)?;
            Ok(seal(Secret::Plans(plans.clone())))
        }
        Order::Fire(target, number) => {
            let mut left = field.unresolved(side);
            let is_left = left.any(|one| one == (*target, *number));
            match is_left {
                true => Ok(Plan::fire(side, [(*target, *number)])),
                false => Err(Refusal::NoBarrage),
            }
        }
        Order::FireAll if field.unresolved(side).next().is_none() => Err(Refusal::NoBarrage),
        Order::FireAll => Ok(Plan::fire(side, field.unresolved(side).collect::<Vec<_>>())),
        Order::Confirm(held) => {
            let contacts = &progress.contacts;
            match held.iter().all(|tile| contacts.contains_key(tile)) {
                true => Ok(Plan::confirm(Event::Confirmed { held: held.clone() })),
                false => Err(Refusal::NotAContact),
            }
        }
        Order::Assign(roles) => {
            assign::check(field, side, roles)?;
            Ok(seal(Secret::Roles(roles.clone())))
        }
        Order::AntiArmor(tile) => match field.armor_targets().contains(tile) {
            true => Ok(Plan::anti_armor(*tile)),
            false => Err(Refusal::NoFire),
        },
        Order::CeaseFire => Ok(Plan::cease_fire(field)),
        Order::Assault(tile) => {
            let mut assaults = progress.assaults.iter();
            let found = assaults.find(|one| one.tiles.contains(tile));
            let assault = found.ok_or(Refusal::NoAssault)?;
            Ok(Plan::assault(assault.tiles.clone()))
        }
        Order::CallOff(tile) => {
            let mut assaults = progress.assaults.iter();
            let found = assaults.find(|one| one.tiles.contains(tile));
            match found {
                None => Err(Refusal::NoAssault),
                Some(assault) if !assault.optional => Err(Refusal::MustAssault),
                Some(_) => Ok(Plan::emit(Event::CalledOff { tile: *tile })),
            }
        }
        Order::TypeDice(typed) => match progress.typed.contains(&side) == *typed {
            true => Err(Refusal::SameAlready),
            false => Ok(Plan::emit(Event::DiceTyped {
                side,
                typed: *typed,
            })),
        },
        _ => Err(Refusal::NotAsked),
    }
}

/// Whether an order belongs to a step; nothing for answers.
fn fits(order: &Order, step: Step, at_table: bool) -> Option<bool> {
    Some(match order {
        Order::Move(..) => matches!(step, Step::Movement | Step::Retreat),
        Order::Ride(..) => step == Step::Movement,
        Order::Blow(_) => step == Step::Retreat,
        Order::Done => match step {
            Step::Movement | Step::Retreat => true,
            Step::Contacts | Step::Targets | Step::Barrage | Step::SegmentEnd => at_table,
            _ => false,
        },
        Order::Position(_) => step == Step::Position,
        Order::Hold(_) => step == Step::Firing,
        Order::Plan(_) => step == Step::Planning,
        Order::Fire(..) | Order::FireAll => step == Step::Barrage,
        Order::Confirm(_) => step == Step::Results,
        Order::Assign(_) => step == Step::Assign,
        Order::AntiArmor(_) | Order::CeaseFire => step == Step::AntiArmor,
        Order::Assault(_) | Order::CallOff(_) => step == Step::Assault,
        Order::TypeDice(_) => true,
        _ => return None,
    })
}

/// Finds a unit of the side that is on the board.
fn own(field: &Field, side: Side, id: UnitId) -> Result<(), Refusal> {
    let unit = field.find(id).filter(|unit| unit.is_up());
    let unit = unit.ok_or(Refusal::UnknownUnit(id))?;
    match unit.side == side {
        true => Ok(()),
        // The name of an enemy unit would betray it.
        false => Err(Refusal::UnknownUnit(id)),
    }
}

/// Checks units of one hex that go along a path.
fn march(field: &Field, side: Side, units: &[UnitId], path: &[Direction]) -> Result<Plan, Refusal> {
    let going = match field.progress.step {
        Step::Movement => Going::Moving,
        _ => Going::Withdrawing,
    };
    let first = *units.first().ok_or(Refusal::NoUnits)?;
    if path.is_empty() {
        return Err(Refusal::NoPath);
    }
    let mut seen = BTreeSet::new();
    for &id in units {
        own(field, side, id)?;
        let name = || field.name(id).to_owned();
        if !seen.insert(id) {
            return Err(Refusal::Twice { name: name() });
        }
        if field.get(id).tile() != field.get(first).tile() {
            return Err(Refusal::Apart);
        }
        if field.is_broken(id) {
            return Err(Refusal::Broken { name: name() });
        }
        if field.progress.halted.contains(&id) {
            return Err(Refusal::Halted { name: name() });
        }
        if field.build(id).cpa == 0 {
            return Err(Refusal::CannotMove { name: name() });
        }
        if going == Going::Withdrawing && field.get(id).body().pinned {
            return Err(Refusal::Pinned { name: name() });
        }
    }
    let mut ahead = field.clone();
    for (at, &direction) in path.iter().enumerate() {
        let is_first = at == 0;
        let (to, costs) = ahead.check_step(units, direction, (going, is_first))?;
        if ahead.holds_movers(side, to, units) && at + 1 < path.len() {
            return Err(Refusal::ZoneStops);
        }
        ahead.pass(units, to, &costs);
    }
    let tile = ahead.get(first).tile();
    ahead.check_stacking(units, tile)?;
    Ok(Plan::go(units.to_vec(), path.to_vec(), going))
}

/// Checks infantry that mounts or dismounts (clarification 20).
fn ride(field: &Field, side: Side, id: UnitId, rides: bool) -> Result<Plan, Refusal> {
    own(field, side, id)?;
    let figures = &field.content.figures.capability;
    let (build, unit) = (field.build(id), field.get(id));
    let name = || field.name(id).to_owned();
    let is_foot = build.class.is_infantry() && build.cpa <= figures.foot;
    match (is_foot, unit.body().riding, rides) {
        (false, ..) => return Err(Refusal::NotInfantry { name: name() }),
        (_, true, true) => return Err(Refusal::RidesAlready { name: name() }),
        (_, false, false) => return Err(Refusal::OnFoot { name: name() }),
        _ => {}
    }
    // Trucks carry a point each, and one unit at a time.
    let stack: Vec<_> = field.stack(unit.tile(), side).collect();
    let is_of = |other: UnitId| other == id || Some(other) == build.parent;
    let trucks = stack.iter().filter(|other| is_of(other.id));
    let seats: u16 = trucks.map(|other| u16::from(other.body().trucks.men)).sum();
    let riders = stack
        .iter()
        .filter(|other| other.body().riding && other.id != id);
    let taken: u16 = riders.map(|other| other.body().strength()).sum();
    if rides && seats < taken + unit.body().strength() {
        return Err(Refusal::NoTrucks { name: name() });
    }
    let cost = 2 * u16::from(figures.mount);
    let unit = id;
    Ok(Plan::emit(Event::Rode { unit, rides, cost }))
}

/// Checks a dump that is blown up in a retreat before assault (clarification 19), by a unit in its hex that
/// could retreat itself (ours).
fn blow(field: &Field, side: Side, facility: u8) -> Result<Plan, Refusal> {
    let at = usize::from(facility);
    let setup = field.scenario.facilities.get(at).ok_or(Refusal::NoDump)?;
    let is_own = setup.kind == Facility::Dump && setup.side == side;
    if !is_own || field.progress.facilities[at].gone {
        return Err(Refusal::NoDump);
    }
    let mut there = field.stack(setup.tile, side);
    match there.any(|unit| !unit.body().pinned && !field.is_broken(unit.id)) {
        true => Ok(Plan::emit(Event::Blown { facility })),
        false => Err(Refusal::NobodyAtDump),
    }
}

/// Checks positions: all guns of the side in combat, and nothing else.
fn position(field: &Field, side: Side, stances: &BTreeMap<UnitId, Stance>) -> Result<(), Refusal> {
    let guns = field.guns(side);
    for &id in stances.keys() {
        own(field, side, id)?;
        if !guns.contains(&id) {
            let name = field.name(id).to_owned();
            return Err(match field.is_gun(id) {
                true => Refusal::NotInCombat { name },
                false => Refusal::NotAGun { name },
            });
        }
    }
    match guns.iter().find(|id| !stances.contains_key(id)) {
        Some(&id) => Err(Refusal::Missing {
            name: field.name(id).to_owned(),
        }),
        None => Ok(()),
    }
}

/// Checks units that do not fire.
fn hold(field: &Field, side: Side, units: &BTreeSet<UnitId>) -> Result<(), Refusal> {
    let gunners = field.gunners(side);
    for &id in units {
        own(field, side, id)?;
        if !gunners.contains(&id) {
            let name = field.name(id).to_owned();
            return Err(Refusal::NotAGun { name });
        }
    }
    Ok(())
}
