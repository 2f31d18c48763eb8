//! Stages, halves, cycles and steps: what begins when a step is over (§5).
//!
//! **Invariant:** each step that is over is followed by another, so a battle in which nobody is due goes on.

use std::collections::BTreeMap;

use crate::battle::dice::Dice;
use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::event::{Event, How, Why};
use crate::rules::operations::field::Field;
use crate::rules::operations::order::{Choice, Throw};
use crate::rules::operations::plan::{Answer, Plan, Task, Turn};
use crate::rules::operations::progress::{Secret, Step, TargetNo};

/// Lists what follows a step that nobody has to act in any more.
pub(super) fn after(field: &Field) -> Vec<Task> {
    match field.progress.step {
        Step::Initiative => vec![Task::BeginStage(field.stage, Vec::new())],
        Step::Movement | Step::Contacts => vec![Task::Contacts],
        Step::Position => vec![Task::OpenPositions, Task::Begin(Step::Firing)],
        Step::Firing if field.table().is_some() => {
            vec![Task::Exchange, Task::Begin(Step::Targets)]
        }
        Step::Firing => vec![Task::Exchange, Task::Begin(Step::Planning)],
        Step::Targets => vec![Task::Begin(Step::Planning)],
        Step::Planning => vec![Task::OpenPlans, Task::Begin(Step::Barrage)],
        Step::Barrage => vec![Task::Begin(Step::Results)],
        Step::Results => vec![
            Task::Apply(TargetNo(0)),
            Task::Bury,
            Task::Begin(Step::Retreat),
        ],
        Step::Retreat => vec![Task::Begin(Step::Assign)],
        Step::Assign => vec![Task::OpenRoles, Task::Begin(Step::AntiArmor)],
        Step::AntiArmor => vec![Task::ApplyArmor, Task::Bury, Task::Begin(Step::Assault)],
        Step::Assault => vec![Task::Duty, Task::Bury, Task::Begin(Step::SegmentEnd)],
        Step::SegmentEnd => vec![Task::Emit(Box::new(Event::SegmentOver)), Task::NextCycle],
    }
}

impl Plan {
    /// Rolls the initiative of a stage until one side is ahead; the winner chooses who phases first. A
    /// mission may say who does in stage 1.
    pub(super) fn begin_stage(
        &mut self,
        field: &Field,
        dice: &mut Dice,
        stage: u16,
        mut rolls: Vec<[u8; 2]>,
    ) -> Turn {
        let begin = |plan: &mut Self, dice: Vec<[u8; 2]>, first| {
            plan.tasks.push(Task::BeginHalf(0));
            Ok(Some(Event::StageBegan { stage, dice, first }))
        };
        if let Some(first) = field.scenario.first.filter(|_| stage == 1) {
            return begin(self, rolls, first);
        }
        let ratings = &field.scenario.initiative;
        let sum = |roll: [u8; 2], side: usize| roll[side] + ratings.get(side).copied().unwrap_or(0);
        if let Some((side, user)) = field.table() {
            // Initiative is thrown at the table; its player tells who phases first (ours).
            let Some(Answer::First(is_first)) = self.answer.take() else {
                self.tasks.push(Task::BeginStage(stage, rolls));
                return Err((user, Choice::First));
            };
            return begin(self, rolls, if is_first { user } else { side });
        }
        // A 0 is a die that is not thrown yet.
        loop {
            let decided = rolls
                .last()
                .copied()
                .filter(|roll| roll.iter().all(|&die| die > 0) && sum(*roll, 0) != sum(*roll, 1));
            if let Some(roll) = decided {
                let winner = Side(u8::from(sum(roll, 1) > sum(roll, 0)));
                return match self.answer.take() {
                    Some(Answer::First(is_first)) => {
                        let first = if is_first { winner } else { Field::foe(winner) };
                        begin(self, rolls, first)
                    }
                    _ => {
                        self.tasks.push(Task::BeginStage(stage, rolls));
                        Err((winner, Choice::First))
                    }
                };
            }
            if rolls.last().is_none_or(|roll| roll[1] > 0) {
                rolls.push([0, 0]);
            }
            let at = rolls.len() - 1;
            let side = usize::from(rolls[at][0] > 0);
            let who = (Side(side as u8), Throw::Initiative);
            let thrown = self.throw((field, dice), who, || {
                Task::BeginStage(stage, rolls.clone())
            })?;
            rolls[at][side] = thrown[0];
        }
    }

    /// Begins combat if units of both sides are beside each other, else what follows it.
    pub(super) fn contacts(&mut self, field: &Field) -> Option<Event> {
        if field.table().is_some() && field.progress.step != Step::Contacts {
            // Where the enemy is has to be entered first.
            let (step, contacts) = (Step::Contacts, BTreeMap::new());
            return Some(Event::StepBegan { step, contacts });
        }
        let contacts = field.contacts(field.progress.phasing);
        if contacts.is_empty() {
            self.tasks.push(Task::NextCycle);
            return None;
        }
        let step = Step::Position;
        Some(Event::StepBegan { step, contacts })
    }

    /// Begins a step. Contacts are listed anew from the retreat on, since units have gone.
    pub(super) fn begin(&mut self, field: &Field, step: Step) -> Option<Event> {
        let contacts = match step {
            Step::Assign => field.contacts(field.progress.phasing),
            _ => field.progress.contacts.clone(),
        };
        if step == Step::Assign && contacts.is_empty() {
            self.tasks.push(Task::Begin(Step::SegmentEnd));
            return None;
        }
        Some(Event::StepBegan { step, contacts })
    }

    /// Begins the second cycle, the second half, or ends the stage.
    pub(super) fn next_cycle(&mut self, field: &Field) -> Option<Event> {
        let progress = &*field.progress;
        match (progress.cycle, progress.half) {
            (0, _) => {
                self.tasks.push(Task::Begin(Step::Movement));
                Some(Event::CycleBegan { cycle: 1 })
            }
            (_, 0) => {
                self.tasks.push(Task::BeginHalf(1));
                None
            }
            _ => {
                self.tasks.push(Task::EndStage);
                None
            }
        }
    }

    /// Makes units retreat that did not meet their duty to attack (§3).
    pub(super) fn shirk(&mut self, field: &Field) -> Option<Event> {
        let phasing = field.progress.phasing;
        let hexes = field.content.figures.zones.duty_retreat;
        let mut bound = BTreeMap::new();
        for (&tile, &is_duty) in &field.progress.contacts {
            let is_met = field.progress.met.contains(&tile) || field.progress.held.contains(&tile);
            if is_duty && !is_met {
                for id in field.bound_to(phasing, tile) {
                    bound
                        .entry(field.get(id).tile())
                        .or_insert((Vec::new(), Vec::new()));
                    if let Some((units, from)) = bound.get_mut(&field.get(id).tile()) {
                        if !units.contains(&id) {
                            units.push(id);
                        }
                        if !from.contains(&tile) {
                            from.push(tile);
                        }
                    }
                }
            }
        }
        let change = -field.content.figures.cohesion.duty;
        let mut tasks = Vec::new();
        for (units, from) in bound.into_values() {
            let why = Why::Duty;
            tasks.push(Task::Emit(Box::new(Event::Cohesion {
                units: units.clone(),
                change,
                why,
            })));
            let all = units.clone();
            tasks.push(Task::Flee(phasing, units, hexes, from, How::Shirked));
            // The retreat is part of what they spend (ours).
            tasks.push(Task::Exhaust(all));
        }
        self.tasks.first(tasks);
        None
    }

    /// Opens the positions of guns; those that nobody placed are Forward.
    pub(super) fn open_positions(&mut self, field: &Field) -> Option<Event> {
        let mut stances = BTreeMap::new();
        for seal in &field.progress.seals {
            if let Some(Secret::Position(placed)) = seal.plan() {
                stances.extend(placed);
            }
        }
        (!stances.is_empty()).then_some(Event::Placed { stances })
    }
}

/// Makes units spend the rest of their allowance.
pub(super) fn exhaust(field: &Field, units: &[UnitId]) -> Option<Event> {
    let rest = |&id: &UnitId| {
        let unit = field.get(id);
        let left = field.allowance(id).saturating_sub(unit.body().spent);
        (unit.is_up() && left > 0).then_some((id, left))
    };
    let costs: Vec<_> = units.iter().filter_map(rest).collect();
    (!costs.is_empty()).then_some(Event::Paid { costs })
}
