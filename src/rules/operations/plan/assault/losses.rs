//! What an assault costs: losses, vulnerable guns, captures, and who takes them (§11).
//!
//! **Invariant:** each side chooses its own losses, among what counted before dice were rolled.

use crate::battle::dice::Dice;
use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::assault::{raw_lost, total_percent, vulnerability};
use crate::rules::operations::event::Event;
use crate::rules::operations::field::{Field, Rating, sum};
use crate::rules::operations::loss::{Cause, Demand, Loss, Pool};
use crate::rules::operations::order::{Choice, Escort, Throw};
use crate::rules::operations::plan::assault::{AssaultTask, Stage};
use crate::rules::operations::plan::{Answer, Plan, Task, Turn};
use crate::rules::operations::table::Told;
use crate::rules::operations::unit::Stance;

/// Counts points.
pub(super) fn toe(points: &[u8]) -> u16 {
    sum(points.iter().map(|&one| u16::from(one)))
}

/// Returns the points of a defender that count for losses, by type (clarification 9).
pub(super) fn base_points(field: &Field, id: UnitId, overrun: bool) -> Vec<u8> {
    let body = field.get(id).body();
    let has_role = field.progress.roles.contains_key(&id);
    let is_whole = body.pinned || body.retreated_in || overrun && !has_role;
    match is_whole {
        true if !has_role => body.toe.clone(),
        _ => field.assault_points(id),
    }
}

impl Plan {
    /// Asks a side for its losses by percent.
    pub(super) fn take_losses(&mut self, field: &Field, mut task: AssaultTask, at: u8) -> Turn {
        let results = task.reckoning().results;
        let index = usize::from(at);
        let (side, percent, rounds_up) = match at {
            0 => (field.progress.phasing, u16::from(results.attacker), true),
            _ => {
                let figures = &field.content.figures;
                let percent = total_percent(figures, results.defender, task.ignored);
                (field.progress.waiting(), percent, results.overrun)
            }
        };
        task.raw[index] = raw_lost(task.bases[index].0, percent, rounds_up);
        if field.is_at_table(side) {
            let raw = task.raw[index];
            self.tasks.push(task.after_losses(at));
            return Ok(Some(Event::Table(Told::Loses { percent, raw })));
        }
        let pools = match at {
            0 => attack_pools(field, &task),
            _ => defense_pools(field, &task, results.overrun),
        };
        let demand = Demand::new(Cause::Assault, task.raw[index], false, pools);
        let again = task.clone();
        let loss = self.lose(side, demand, || again.at(Stage::Loss(at)))?;
        task.lost[index].clone_from(&loss);
        task.counted[index] = sum(loss.values().map(|points| toe(points)));
        self.tasks.push(task.after_losses(at));
        let cause = Cause::Assault;
        Ok((!loss.is_empty()).then_some(Event::Lost { side, cause, loss }))
    }

    /// Asks the defender for guns that are vulnerable (§11): half the raw points, rounded up. In an overrun those
    /// placed Back may be taken, too, but none has to be (clarification 23).
    pub(super) fn vulnerable(&mut self, field: &Field, mut task: AssaultTask) -> Turn {
        let overrun = task.reckoning().results.overrun;
        let side = field.progress.waiting();
        let pools = |stance: Stance| {
            let is_there = move |id: &&UnitId| {
                let own = field.get(**id).body().stance.unwrap_or(Stance::Forward);
                field.is_gun(**id) && field.get(**id).is_up() && own == stance
            };
            let guns = task.defenders.iter().filter(is_there);
            let pools = guns.map(|&unit| Pool {
                unit,
                points: field.get(unit).body().toe.clone(),
                worth: field.ratings(unit, Rating::Vulnerability),
            });
            pools.collect::<Vec<_>>()
        };
        let mut guns = pools(Stance::Forward);
        let forward = guns
            .iter()
            .map(|pool| field.raw(pool.unit, Rating::Vulnerability));
        let forward = sum(forward);
        let amount = vulnerability(task.raw[1]).min(forward);
        if overrun {
            guns.extend(pools(Stance::Back));
        }
        let demand = Demand::new(Cause::Vulnerability, amount, false, guns);
        let again = task.clone();
        let loss = self.lose(side, demand, || again.at(Stage::Vulnerability))?;
        for (&unit, points) in &loss {
            if base_points(field, unit, overrun).iter().any(|&one| one > 0) {
                task.counted[1] += toe(points);
            }
            let types = points.len();
            let all = task.lost[1].entry(unit).or_insert_with(|| vec![0; types]);
            all.iter_mut()
                .zip(points)
                .for_each(|(all, more)| *all += more);
        }
        self.tasks.push(task.at(Stage::CaptureDie(0)));
        let cause = Cause::Vulnerability;
        Ok((!loss.is_empty()).then_some(Event::Lost { side, cause, loss }))
    }

    /// Rolls how much of a side's losses is captured, if any is.
    pub(super) fn capture_die(
        &mut self,
        field: &Field,
        dice: &mut Dice,
        mut task: AssaultTask,
        at: u8,
    ) -> Turn {
        let results = task.reckoning().results;
        let (is_captured, captor) = match at {
            0 => (results.attacker_captured, field.progress.waiting()),
            _ => (results.defender_captured, field.progress.phasing),
        };
        let next = if at == 0 {
            Stage::CaptureDie(1)
        } else {
            Stage::Close
        };
        let loses = match field.is_at_table(Field::foe(captor)) {
            true => task.raw[usize::from(at)] > 0,
            false => !task.lost[usize::from(at)].is_empty(),
        };
        if !is_captured || !loses {
            self.tasks.push(task.at(next));
            return Ok(None);
        }
        let again = task.clone();
        let who = match field.is_at_table(captor) {
            true => (captor, Throw::EnemyCaptured),
            false => (captor, Throw::Captured),
        };
        let thrown = self.throw((field, dice), who, || again.at(Stage::CaptureDie(at)))?;
        task.die = thrown[0];
        self.tasks.push(task.at(Stage::Capture(at)));
        Ok(None)
    }

    /// Asks a side which of its lost points are captured.
    pub(super) fn capture(&mut self, field: &Field, mut task: AssaultTask, at: u8) -> Turn {
        let index = usize::from(at);
        let (owner, captor, rating) = match at {
            0 => (
                field.progress.phasing,
                field.progress.waiting(),
                Rating::Offense,
            ),
            _ => (
                field.progress.waiting(),
                field.progress.phasing,
                Rating::Defense,
            ),
        };
        let percent = field.content.tables.captured[usize::from(task.die - 1)];
        let amount = raw_lost(task.raw[index], percent.into(), true);
        if field.is_at_table(owner) {
            return self.captures_told(task, at, (captor, percent, amount));
        }
        let pools = task.lost[index].iter().map(|(&unit, points)| Pool {
            unit,
            points: points.clone(),
            worth: field.ratings(unit, rating),
        });
        let demand = Demand::new(Cause::Captured, amount, false, pools.collect());
        let again = task.clone();
        let loss = self.lose(owner, demand, || again.at(Stage::Capture(at)))?;
        let of = |is_infantry: bool| {
            let units = loss.iter();
            let units = units.filter(|(id, _)| field.class(**id).is_infantry() == is_infantry);
            units
                .flat_map(|(_, points)| points)
                .map(|&one| u16::from(one))
                .sum()
        };
        task.taken = (of(true), of(false));
        let (prisoners, replacements) = task.taken;
        let die = task.die;
        self.tasks.push(task.at(Stage::Escort(at)));
        Ok((!loss.is_empty()).then_some(Event::Captured {
            side: captor,
            percent,
            die,
            loss,
            prisoners,
            replacements,
        }))
    }

    /// Asks the captor where captures go.
    pub(super) fn escort(&mut self, field: &Field, task: AssaultTask, at: u8) -> Turn {
        let captor = match at {
            0 => field.progress.waiting(),
            _ => field.progress.phasing,
        };
        let next = if at == 0 {
            Stage::CaptureDie(1)
        } else {
            Stage::Close
        };
        let (prisoners, replacements) = task.taken;
        let tile = task.tiles.first().copied().unwrap_or_default();
        if prisoners + replacements == 0 || field.is_at_table(captor) {
            self.tasks.push(task.at(next));
            return Ok(None);
        }
        let Some(Answer::Escort(escort)) = self.answer.take() else {
            self.tasks.push(task.at(Stage::Escort(at)));
            let choice = Choice::Captures {
                tile,
                prisoners,
                replacements,
            };
            return Err((captor, choice));
        };
        let mut events = sent(field, captor, prisoners, &escort);
        events.extend(joined(replacements, &escort));
        let tasks = events.into_iter().map(|event| Task::Emit(Box::new(event)));
        self.tasks.first(tasks.chain([task.at(next)]));
        Ok(None)
    }

    /// Takes points for hexes that an undefended hex could not retreat: a tenth of the raw points for each.
    pub(super) fn ignored_losses(&mut self, field: &Field, task: AssaultTask, side: Side) -> Turn {
        let pools = task.defenders.iter().map(|&unit| Pool {
            unit,
            points: field.get(unit).body().toe.clone(),
            worth: field.ratings(unit, Rating::Defense),
        });
        let raw = task.defenders.iter();
        let raw = sum(raw.map(|&id| field.raw(id, Rating::Defense)));
        let amount = raw_lost(
            raw,
            total_percent(&field.content.figures, 0, task.ignored),
            false,
        );
        let cause = Cause::NoRetreat;
        let demand = Demand::new(cause, amount, false, pools.collect());
        let loss = self.lose(side, demand, || task.at(Stage::Ignored(side.0)))?;
        Ok((!loss.is_empty()).then_some(Event::Lost { side, cause, loss }))
    }
}

/// Lists the groups of prisoners that are sent away. Each hex gets guards for its prisoners in turn; those left over
/// go with the last, which is the largest group as a rule (ours).
fn sent(field: &Field, side: Side, prisoners: u16, escort: &Escort) -> Vec<Event> {
    let apart = escort.apart.iter().map(|(&tile, &count)| (tile, count));
    let mut groups: Vec<_> = apart.filter(|&(_, count)| count > 0).collect();
    let rest = prisoners.saturating_sub(sum(groups.iter().map(|&(_, count)| count)));
    groups.extend(escort.tile.filter(|_| rest > 0).map(|tile| (tile, rest)));
    let held = u16::from(field.content.figures.assault.guarded.max(1));
    let mut free = escort.guards.clone();
    let last = groups.len().saturating_sub(1);
    let each = groups.into_iter().enumerate();
    each.map(|(at, (tile, prisoners))| {
        let guards = match at == last {
            true => std::mem::take(&mut free),
            false => taken(&mut free, prisoners.div_ceil(held)),
        };
        Event::Escorted {
            side,
            tile,
            prisoners,
            guards,
        }
    })
    .collect()
}

/// Takes so many points out of others, as far as there are some.
fn taken(free: &mut Loss, mut wanted: u16) -> Loss {
    let mut taken = Loss::new();
    for (&unit, points) in free.iter_mut() {
        let mut part = vec![0; points.len()];
        for (one, left) in part.iter_mut().zip(points) {
            let more = u16::from(*left).min(wanted) as u8; // No more than there are.
            (*one, *left, wanted) = (more, *left - more, wanted - u16::from(more));
        }
        if toe(&part) > 0 {
            taken.insert(unit, part);
        }
    }
    free.retain(|_, points| toe(points) > 0);
    taken
}

/// Lists the units that Replacement Points join.
fn joined(replacements: u16, escort: &Escort) -> Vec<Event> {
    let joins = escort.joins.iter().map(|(&unit, &points)| (unit, points));
    let mut joins: Vec<_> = joins.filter(|&(_, points)| points > 0).collect();
    let rest = replacements.saturating_sub(sum(joins.iter().map(|&(_, points)| points)));
    joins.extend(escort.unit.filter(|_| rest > 0).map(|unit| (unit, rest)));
    let each = joins.into_iter();
    each.map(|(unit, points)| Event::Replaced { unit, points })
        .collect()
}

/// Lists what attackers can lose: points that assault.
fn attack_pools(field: &Field, task: &AssaultTask) -> Vec<Pool> {
    let attackers = task.setting().attackers.iter();
    let pools = attackers.map(|&unit| Pool {
        unit,
        points: field.assault_points(unit),
        worth: field.ratings(unit, Rating::Offense),
    });
    pools.collect()
}

/// Lists what defenders can lose: the base, guns only in an overrun.
fn defense_pools(field: &Field, task: &AssaultTask, overrun: bool) -> Vec<Pool> {
    let absorbs = |id: &&UnitId| field.get(**id).is_up() && (overrun || !field.is_gun(**id));
    let defenders = task.defenders.iter().filter(absorbs);
    let pools = defenders.map(|&unit| Pool {
        unit,
        points: base_points(field, unit, overrun),
        worth: field.ratings(unit, Rating::Defense),
    });
    pools.collect()
}
