//! An assault at a table: what the player across a real map tells of it, and what is asked.
//!
//! **Invariant:** own units go through the steps of every assault; of the enemy there are only numbers told.

use std::collections::BTreeSet;

use super::{AssaultTask, Stage};
use crate::battle::unit::Side;
use crate::rules::operations::event::Event;
use crate::rules::operations::field::Field;
use crate::rules::operations::order::Choice;
use crate::rules::operations::plan::{Answer, Plan, Task, Turn};
use crate::rules::operations::table::{Entry, Question, Told};

fn told(told: Told) -> Task {
    Task::Emit(Box::new(Event::Table(told)))
}

impl Plan {
    /// Settles who takes part, and asks what the enemy brings.
    pub(super) fn begin_at_table(&mut self, field: &Field, mut task: AssaultTask) -> Turn {
        let Some((_, user)) = field.table() else {
            return Ok(self.begin_assault(field, task));
        };
        let attacks = field.progress.phasing == user;
        let setting = field.assault_on(&task.tiles);
        let origins: BTreeSet<_> = match (attacks, field.opposition()) {
            (true, _) => {
                let attackers = setting.attackers.iter();
                attackers.map(|&id| field.get(id).tile()).collect()
            }
            (false, Some((_, told))) => told.from.clone(),
            (false, None) => field.attackers_beside(&task.tiles),
        };
        task.from = origins.into_iter().collect();
        task.defenders = field.defenders_in(&task.tiles);
        let is_none = match attacks {
            true => setting.attackers.is_empty(),
            false => task.defenders.is_empty(),
        };
        if is_none {
            let tiles = task.tiles;
            return Ok(Some(Event::AssaultOver { tiles }));
        }
        if let Some(event) = self.surrender(field, &task, &setting) {
            return Ok(Some(event));
        }
        if !attacks && task.is_undefended(field, &setting) {
            let mut tasks = task.flight(field);
            task.setting = Some(Box::new(setting));
            tasks.push(task.at(Stage::Close));
            self.tasks.first(tasks);
            return Ok(None);
        }
        let answer = self.answer.take();
        let tiles = task.tiles.clone();
        if field.opposition().is_some() {
            let is_met = !setting.probe || setting.basic >= field.content.figures.assault.probe;
            let mut tasks = met(&task, attacks && is_met);
            task.setting = Some(Box::new(setting));
            tasks.push(task.at(Stage::Morale));
            self.tasks.first(tasks);
            return Ok(None);
        }
        match answer {
            Some(Answer::Entry(Entry::Opposition(opposition))) => {
                self.tasks.push(task.at(Stage::Begin));
                let opposed = Told::Opposed { tiles, opposition };
                Ok(Some(Event::Table(opposed)))
            }
            Some(Answer::Entry(Entry::Undefended)) => {
                let mut tasks = met(&task, true);
                let gone = tiles.into_iter().map(|tile| Told::Gone { tile, to: None });
                tasks.extend(gone.map(told));
                task.setting = Some(Box::new(setting));
                tasks.push(task.at(Stage::Close));
                self.tasks.first(tasks);
                Ok(None)
            }
            _ => {
                self.tasks.push(task.at(Stage::Begin));
                Err((user, Choice::Table(Question::Opposition { tiles })))
            }
        }
    }

    /// Asks where the enemy retreats to.
    pub(super) fn retreat_told(&mut self, field: &Field, mut task: AssaultTask, at: u8) -> Turn {
        let hexes = task.reckoning().results.retreat;
        let side = field.progress.waiting();
        let tile = task.tiles.get(usize::from(at)).copied().unwrap_or_default();
        let next = Stage::Retreat(at + 1);
        if field.entered(side, tile).is_none() {
            self.tasks.push(task.at(next));
            return Ok(None);
        }
        let Some(Answer::Entry(Entry::Retreated(to))) = self.answer.take() else {
            self.tasks.push(task.at(Stage::Retreat(at)));
            let question = Question::Retreat { tile, hexes };
            return Err((Field::foe(side), Choice::Table(question)));
        };
        let far = to.map_or(0, |to| field.grid.distance(tile, to));
        let in_city = to.is_some_and(|to| field.ground(to).city);
        if !in_city {
            let left = u32::from(hexes).saturating_sub(far);
            task.ignored = task.ignored.max(left as u8);
        }
        task.retreated |= to.is_some();
        self.tasks.push(task.at(next));
        let told = match to {
            Some(_) => Told::Gone { tile, to },
            None => Told::Stays { tile },
        };
        Ok(Some(Event::Table(told)))
    }

    /// Asks how much of the enemy's losses is captured by the points that it chooses.
    pub(super) fn captures_told(
        &mut self,
        mut task: AssaultTask,
        at: u8,
        (captor, percent, raw): (Side, u8, u16),
    ) -> Turn {
        let Some(Answer::Entry(Entry::Taken {
            prisoners,
            replacements,
        })) = self.answer.take()
        else {
            self.tasks.push(task.at(Stage::Capture(at)));
            let question = Question::Taken { percent, raw };
            return Err((captor, Choice::Table(question)));
        };
        task.taken = (prisoners, replacements);
        let die = task.die;
        let captured = Event::Captured {
            side: captor,
            percent,
            die,
            loss: Default::default(),
            prisoners,
            replacements,
        };
        let next = task.at(Stage::Escort(at));
        self.tasks.first([Task::Emit(Box::new(captured)), next]);
        let noted = Told::Captured { percent, raw };
        Ok(Some(Event::Table(noted)))
    }

    /// Asks which hexes the enemy's losses emptied, and ends the assault.
    pub(super) fn leave_hexes(&mut self, field: &Field, task: AssaultTask) -> Turn {
        let side = field.progress.waiting();
        let tiles = task.tiles.iter().copied();
        let tiles: Vec<_> = tiles
            .filter(|&tile| field.entered(side, tile).is_some())
            .collect();
        if tiles.is_empty() || task.raw[1] == 0 {
            return Ok(self.close_assault(field, task, &BTreeSet::new()));
        }
        match self.answer.take() {
            Some(Answer::Entry(Entry::Left(left))) => Ok(self.close_assault(field, task, &left)),
            _ => {
                self.tasks.push(task.at(Stage::Close));
                let question = Question::Left { tiles };
                Err((Field::foe(side), Choice::Table(question)))
            }
        }
    }
}

/// Lists the duties that an assault meets.
fn met(task: &AssaultTask, is_met: bool) -> Vec<Task> {
    let tiles = task.tiles.iter().filter(|_| is_met);
    tiles
        .map(|&tile| Task::Emit(Box::new(Event::Met { tile })))
        .collect()
}
