//! Barrages: firing hexes and names are exchanged, Barrages are rolled, results applied together (C3 to C6).
//!
//! **Invariant:** results are recorded as they are rolled and applied at the end of the step, so the order in
//! which Barrages are resolved does not matter to what fires.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::barrage::{cells, rank, result};
use crate::rules::operations::content::{Class, Size, TargetClass, Trucks};
use crate::rules::operations::event::{Barrage, Event};
use crate::rules::operations::field::Field;
use crate::rules::operations::loss::Cause;
use crate::rules::operations::order::{Choice, Throw};
use crate::rules::operations::plan::{Answer, Plan, Task, Turn, barrage_demand};
use crate::rules::operations::progress::{Behind, Fires, Hits, Secret, Target, TargetNo};

impl Plan {
    /// Exchanges firing hexes, and names targets: serials are shuffled in each hex (§6).
    pub(super) fn exchange(&mut self, field: &Field, dice: &mut Dice) -> Event {
        let mut silent = BTreeSet::new();
        for seal in &field.progress.seals {
            if let Some(Secret::Firing(held)) = seal.plan() {
                silent.extend(held.iter().copied());
            }
        }
        let firing = [Side(0), Side(1)].map(|side| {
            let gunners = field.gunners(side).into_iter();
            let fires = gunners.filter(|id| !silent.contains(id));
            fires
                .map(|id| field.get(id).tile())
                .collect::<BTreeSet<_>>()
        });
        let mut targets = Vec::new();
        for (side, firing) in [Side(0), Side(1)].into_iter().zip(&firing) {
            for (_, mut there) in field.targets_of(side, firing) {
                shuffle(&mut there, dice);
                name(field, &mut there);
                targets.extend(there);
            }
        }
        Event::Exchanged {
            silent,
            firing: firing.into(),
            targets,
        }
    }

    /// Opens the Barrage Plans of both sides.
    pub(super) fn open_plans(&mut self, field: &Field) -> Option<Event> {
        let mut fires = Vec::new();
        for (side, seal) in (0..).map(Side).zip(&field.progress.seals) {
            if let Some(Secret::Plans(plans)) = seal.plan() {
                fires.extend(plans.iter().map(|plan| Fires {
                    side,
                    plan: plan.clone(),
                    resolved: BTreeSet::new(),
                }));
            }
        }
        (!fires.is_empty()).then_some(Event::Planned { fires })
    }

    /// Resolves a Barrage: two dice, and two more where trucks stand behind the target.
    pub(super) fn fire_barrage(
        &mut self,
        field: &Field,
        dice: &mut Dice,
        (side, target, number): (Side, TargetNo, u8),
        mut rolls: Vec<[u8; 2]>,
    ) -> Turn {
        let mut fires = field.progress.fires.iter();
        let Some(units) = fires
            .find(|one| one.side == side && one.plan.target == target)
            .filter(|one| !one.resolved.contains(&number))
            .and_then(|one| one.plan.barrages.get(usize::from(number)))
        else {
            return Ok(None);
        };
        let aim = &field.progress.targets[target.index()];
        let has_trucks = match aim.behind {
            Behind::Unit(unit) => !field.truck_owners(unit).is_empty(),
            Behind::Facility(..) => false,
            Behind::Entered { trucks } => trucks,
        };
        for throw in [Throw::Barrage, Throw::Trucks] {
            let at = usize::from(throw == Throw::Trucks);
            if rolls.len() > at || (throw == Throw::Trucks && !has_trucks) {
                continue;
            }
            let again = rolls.clone();
            let thrown = self.throw((field, dice), (side, throw), || {
                Task::Fire(side, target, number, again)
            })?;
            rolls.push([thrown[0], thrown[1]]);
        }
        let points = field.barrage_points(units);
        let shift = field.barrage_shift(aim.tile);
        let row = field.barrage_row(points, shift);
        let rows = &field.content.tables.barrage;
        let found = |row: Option<u8>, class, dice| {
            let row = row.map(|row| &rows[usize::from(row)]);
            row.map_or(Hits::default(), |row| {
                result(cells(row, class), class, rank(dice))
            })
        };
        let mut hits = found(row, aim.class, rolls[0]);
        // Trucks are hit on the row without terrain.
        let trucks = rolls
            .get(1)
            .map(|&dice| (dice, field.barrage_row(points, 0)));
        if let Some((dice, row)) = trucks {
            hits.trucks = found(row, TargetClass::Truck, dice).lost;
        }
        hits.points = points;
        // A facility takes hits, not points.
        hits.pinned &= !matches!(aim.behind, Behind::Facility(..));
        let units = units.clone();
        let firing = Event::Fired(Barrage {
            side,
            target,
            number,
            units: units.clone(),
            class: aim.class,
            points,
            shift,
            row,
            dice: rolls[0],
            trucks,
            hits,
        });
        let mut tasks = vec![Task::Emit(Box::new(Event::Shot {
            units: units.clone(),
        }))];
        tasks.extend(pay(field, &units, aim));
        self.tasks.first(tasks);
        Ok(Some(firing))
    }

    /// Applies what barrages did to a target, then to the next.
    pub(super) fn apply_hits(&mut self, field: &Field, target: TargetNo) -> Option<Event> {
        let mut hits = field.progress.hits.range(target..);
        let (&target, found) = hits.next()?;
        self.tasks.push(Task::Apply(TargetNo(target.0 + 1)));
        match field.progress.targets[target.index()].behind {
            Behind::Facility(facility, _) => {
                let hits = found.lost;
                (hits > 0).then_some(Event::Struck { facility, hits })
            }
            // Its owner applies it.
            Behind::Entered { .. } => None,
            Behind::Unit(unit) => {
                if found.trucks > 0 {
                    self.tasks.push(Task::Trucks(unit, found.trucks));
                }
                if found.lost > 0 && !field.build(unit).dummy {
                    self.tasks.push(Task::Hit(target));
                }
                let units = vec![unit];
                found.pinned.then_some(Event::Pinned { units })
            }
        }
    }

    /// Takes points from a target; its owner chooses which (C6). Infantry in trucks takes a truck along for each.
    pub(super) fn hit(&mut self, field: &Field, target: TargetNo) -> Turn {
        let aim = &field.progress.targets[target.index()];
        let (Behind::Unit(unit), Some(hits)) = (aim.behind, field.progress.hits.get(&target))
        else {
            return Ok(None);
        };
        let demand = barrage_demand(field, unit, hits.lost);
        let loss = self.lose(aim.side, demand, || Task::Hit(target))?;
        let body = field.get(unit).body();
        let points: u16 = loss.values().flatten().map(|&one| u16::from(one)).sum();
        if body.riding || field.is_motorized(unit) {
            let men = 4; // Cargoes end with men.
            let carriers = field.carriers(unit).into_iter();
            let each = carriers.flat_map(|id| {
                let count = usize::from(field.get(id).body().trucks.men);
                std::iter::repeat_n(id, count)
            });
            let lost = |unit| Task::Emit(Box::new(Event::TruckLost { unit, cargo: men }));
            self.tasks.first(each.take(points.into()).map(lost));
        }
        let (side, cause) = (aim.side, Cause::Barrage);
        Ok((points > 0).then_some(Event::Lost { side, cause, loss }))
    }

    /// Takes trucks one at a time, each from the cargo with most left; their owner breaks ties (§6).
    pub(super) fn lose_trucks(&mut self, field: &Field, unit: UnitId, count: u16) -> Turn {
        let owners = field.truck_owners(unit);
        if owners.is_empty() || count == 0 {
            return Ok(None);
        }
        let cargoes = fullest_of(field.truck_columns(unit));
        let answer = self.answer.take();
        let ((Some(Answer::Truck(cargo)), _) | (_, &[cargo])) = (answer, &cargoes[..]) else {
            self.tasks.push(Task::Trucks(unit, count));
            return Err((field.get(unit).side, Choice::Trucks { unit, cargoes }));
        };
        // Of one cargo, whoever has more trucks loses one; if both have as many, the unit that was hit (ours).
        let carries = |owner: &UnitId| {
            let trucks = field.get(*owner).body().trucks.list();
            trucks.get(usize::from(cargo)).copied().unwrap_or(0)
        };
        let mut owner = owners[0];
        for other in &owners[1..] {
            if carries(other) > carries(&owner) {
                owner = *other;
            }
        }
        self.tasks.push(Task::Trucks(unit, count - 1));
        let unit = owner;
        Ok(Some(Event::TruckLost { unit, cargo }))
    }
}

/// Lists the cargoes with most trucks, by index.
pub fn fullest(trucks: Trucks) -> Vec<u8> {
    fullest_of(trucks.list().map(u16::from))
}

fn fullest_of(list: [u16; 5]) -> Vec<u8> {
    let most = list.into_iter().max().unwrap_or(0);
    let cargoes = (0..)
        .zip(list)
        .filter(|&(_, count)| count == most && most > 0);
    cargoes.map(|(cargo, _)| cargo).collect()
}

/// Shuffles targets of a hex.
pub(super) fn shuffle(targets: &mut [Target], dice: &mut Dice) {
    for at in (1..targets.len()).rev() {
        let other = dice.die(Label::Shuffle, at as u32 + 1) - 1;
        targets.swap(at, other as usize);
    }
}

/// Names targets of a hex by class and serial; warships and units that the enemy knows keep their names.
pub(super) fn name(field: &Field, targets: &mut [Target]) {
    let mut serials: BTreeMap<&str, u8> = BTreeMap::new();
    for target in targets {
        let Behind::Unit(unit) = target.behind else {
            continue;
        };
        let build = field.build(unit);
        if build.class == Class::Warship || field.get(unit).body().identified {
            field.name(unit).clone_into(&mut target.name);
            continue;
        }
        let serial = serials.entry(build.class.short()).or_default();
        *serial += 1;
        target.name = format!("Nr{serial} {}", build.class.short());
        if build.size != Size::Battalion {
            target.name = format!("{} {}", target.name, build.size.name());
        }
    }
}

/// Lists what both sides pay for a Barrage: hexes that fire, and the hex that is hit (§2).
fn pay(field: &Field, units: &[UnitId], aim: &Target) -> Vec<Task> {
    let figures = &field.content.figures.capability;
    let phasing = field.progress.phasing;
    let firing: BTreeSet<_> = units.iter().map(|&id| field.get(id).tile()).collect();
    let side = units.first().map(|&id| field.get(id).side);
    let cost = match side == Some(phasing) {
        true => figures.attack,
        false => figures.defend,
    };
    let hit = match aim.side == phasing {
        true => figures.barraged,
        false => figures.defend,
    };
    let mut tasks = Vec::new();
    for tile in firing {
        let stack = side.into_iter().flat_map(|side| field.stack(tile, side));
        tasks.extend(payment(field, stack.map(|unit| unit.id), cost));
    }
    let stack = field.stack(aim.tile, aim.side).map(|unit| unit.id);
    tasks.extend(payment(field, stack, hit));
    tasks
}

/// Makes the task by which units pay for combat what they have not paid yet: the highest cost once a
/// segment (clarification 3).
pub(super) fn payment(
    field: &Field,
    units: impl Iterator<Item = UnitId>,
    cost: u8,
) -> Option<Task> {
    let due = 2 * u16::from(cost);
    let costs = units.filter_map(|id| {
        let more = due.saturating_sub(field.get(id).body().fought);
        (more > 0).then_some((id, more))
    });
    let costs: Vec<_> = costs.collect();
    (!costs.is_empty()).then(|| Task::Emit(Box::new(Event::Paid { costs })))
}
