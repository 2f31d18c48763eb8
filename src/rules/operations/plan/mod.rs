//! What an order or a step does: a stack of tasks that decide one event after another.
//!
//! **Invariant:** a plan looks at the field as it is after each event; it alone rolls dice, and asks a side
//! whenever that has something to choose.

mod armor;
mod assault;
mod barrage;
mod segment;
mod supply;
mod table;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use self::assault::AssaultTask;
pub use self::barrage::fullest;
use self::segment::exhaust;
use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Side, UnitId};
use crate::rules::kit::tasks::Tasks;
use crate::rules::operations::event::{Event, Exit, How};
use crate::rules::operations::field::Field;
use crate::rules::operations::loss::{Cause, Demand, Loss, Pool};
use crate::rules::operations::movement::Going;
use crate::rules::operations::order::{Choice, Escort, Throw};
use crate::rules::operations::progress::{Step, TargetNo};
use crate::rules::operations::table::Entry;

/// What a plan does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Something happens.
    Event(Event),
    /// A side is asked.
    Ask(Side, Choice),
    /// The plan is carried out.
    Done,
}

/// Something that a plan still has to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Task {
    /// An event happens.
    Emit(Box<Event>),
    /// A stage begins, after dice for the initiative.
    BeginStage(u16, Vec<[u8; 2]>),
    /// A half begins.
    BeginHalf(u8),
    /// Contacts are listed, and combat or the next cycle begins.
    Contacts,
    /// A step begins.
    Begin(Step),
    /// The next cycle, half or stage begins.
    NextCycle,
    /// Units go along a path; the flag says that it is their first step, which breaks off.
    Go(Vec<UnitId>, Vec<Direction>, Going, bool),
    /// Units without points leave the battle.
    Bury,
    /// Positions are opened.
    OpenPositions,
    /// Firing hexes are exchanged.
    Exchange,
    /// Barrage Plans are opened.
    OpenPlans,
    /// A Barrage is resolved.
    Fire(Side, TargetNo, u8, Vec<[u8; 2]>),
    /// Results of barrages are applied, target by target.
    Apply(TargetNo),
    /// A target loses points.
    Hit(TargetNo),
    /// So many trucks of a unit's owners are lost.
    Trucks(UnitId, u16),
    /// Assignments are opened.
    OpenRoles,
    /// Anti-armor fire at a hex is resolved.
    AntiArmor(TileId, Vec<u8>),
    /// A side flags armor: units that are hit, and the damage.
    Flag(Side, Vec<UnitId>, u16),
    /// Flagged armor is destroyed.
    ApplyArmor,
    /// An assault is resolved.
    Assault(Box<AssaultTask>),
    /// Units have to retreat so many hexes from some; what they leave out costs points.
    Flee(Side, Vec<UnitId>, u8, Vec<TileId>, How),
    /// Units that did not meet their duty retreat.
    Duty,
    /// Units spend what they have left.
    Exhaust(Vec<UnitId>),
    /// A stage ends.
    EndStage,
    /// The battle may end.
    Judge,
    /// Own hexes are under fire at a table: their Targets are named.
    UnderFire(BTreeSet<TileId>),
}

/// A side's answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Answer {
    /// Whether it phases first.
    First(bool),
    /// Dice; none are rolled by the program.
    Dice(Vec<u8>),
    /// Points that are lost.
    Loss(Loss),
    /// The cargo of a truck.
    Truck(u8),
    /// The path of a retreat.
    Path(Vec<TileId>),
    /// What becomes of captures.
    Escort(Escort),
    /// What the player across a real map told.
    Entry(Entry),
}

/// What dice are thrown at.
pub(super) enum Aim {
    /// The initiative of a stage, thrown by a side.
    Stage(u16, Side),
    /// A target, and the number of the Barrage in its plan, from 0.
    Barrage(TargetNo, u8),
    /// Hexes that are fired at or assaulted; whether the dice are about the phasing side.
    Hexes(Vec<TileId>, bool),
}

/// A checked order or a step that is carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Plan {
    tasks: Tasks<Task>,
    answer: Option<Answer>,
}

/// What a task does next: an event, a question, or nothing more.
type Turn = Result<Option<Event>, (Side, Choice)>;

impl Plan {
    /// Returns the percent that defenders lose in the assault that waits for their answer.
    pub(super) fn percent(&self) -> Option<u8> {
        match self.tasks.top()? {
            Task::Assault(task) => task.percent(),
            _ => None,
        }
    }

    /// Returns what the dice that it waits for are thrown at.
    pub(super) fn aim(&self) -> Option<Aim> {
        match self.tasks.top()? {
            Task::BeginStage(stage, rolls) => {
                let is_second = rolls.last().is_some_and(|roll| roll[0] > 0);
                Some(Aim::Stage(*stage, Side(u8::from(is_second))))
            }
            Task::Fire(_, target, number, _) => Some(Aim::Barrage(*target, *number)),
            Task::AntiArmor(tile, rolls) => Some(Aim::Hexes(vec![*tile], rolls.is_empty())),
            Task::Assault(task) => Some(task.aim()),
            _ => None,
        }
    }

    /// Returns the number of the stage whose initiative is being decided, if that is what it waits for.
    pub fn stage_to_begin(&self) -> Option<u16> {
        match self.tasks.top()? {
            Task::BeginStage(stage, _) => Some(*stage),
            _ => None,
        }
    }

    fn of(tasks: impl IntoIterator<Item = Task>) -> Self {
        Self {
            tasks: Tasks::of(tasks),
            answer: None,
        }
    }

    /// Makes a plan of one event.
    pub(super) fn emit(event: Event) -> Self {
        Self::of([Task::Emit(Box::new(event))])
    }

    /// Makes a plan of units that go along a path.
    pub(super) fn go(units: Vec<UnitId>, path: Vec<Direction>, going: Going) -> Self {
        Self::of([Task::Go(units, path, going, true)])
    }

    /// Makes a plan that ends the movement of the phasing side.
    pub(super) fn end_movement() -> Self {
        Self::of([Task::Contacts])
    }

    /// Makes a plan that ends the retreat before assault.
    pub(super) fn end_retreat() -> Self {
        Self::of([Task::Begin(Step::Assign)])
    }

    /// Makes a plan that resolves Barrages.
    pub(super) fn fire(side: Side, barrages: impl IntoIterator<Item = (TargetNo, u8)>) -> Self {
        let fire = |(target, number)| Task::Fire(side, target, number, Vec::new());
        Self::of(barrages.into_iter().map(fire))
    }

    /// Makes a plan that confirms the results of barrages and applies them.
    pub(super) fn confirm(event: Event) -> Self {
        Self::of([
            Task::Emit(Box::new(event)),
            Task::Apply(TargetNo(0)),
            Task::Bury,
            Task::Begin(Step::Retreat),
        ])
    }

    /// Makes a plan that resolves anti-armor fire at a hex.
    pub(super) fn anti_armor(tile: TileId) -> Self {
        Self::of([Task::AntiArmor(tile, Vec::new())])
    }

    /// Makes a plan that ends anti-armor fire. Hexes that defenders fire from are resolved all the same: who
    /// attacks cannot keep them from firing by stopping first (ours).
    pub(super) fn cease_fire(field: &Field) -> Self {
        let waiting = field.progress.waiting();
        let fires = |tile: &TileId| !field.armor_gunners(*tile, waiting).is_empty();
        let left = field.armor_targets().into_iter().filter(fires);
        let left = left.map(|tile| Task::AntiArmor(tile, Vec::new()));
        let end = [Task::ApplyArmor, Task::Bury, Task::Begin(Step::Assault)];
        Self::of(left.chain(end))
    }

    /// Makes a plan that resolves an assault.
    pub(super) fn assault(tiles: Vec<TileId>) -> Self {
        Self::of([Task::Assault(Box::new(AssaultTask::new(tiles))), Task::Bury])
    }

    /// Takes the answer to what it asked.
    pub(super) fn answered(mut self, answer: Answer) -> Self {
        self.answer = Some(answer);
        self
    }

    /// Returns the plan for what follows by itself, if anything does.
    pub(super) fn closing(field: &Field) -> Option<Self> {
        let is_due = (0..2).any(|side| field.is_due(Side(side)));
        (!field.is_over && !is_due).then(|| Self::of(segment::after(field)))
    }

    /// Decides what happens next.
    pub(super) fn next(&mut self, field: &Field, dice: &mut Dice) -> Next {
        while let Some(task) = self.tasks.take() {
            match self.work(task, field, dice) {
                Ok(Some(event)) => return Next::Event(event),
                Ok(None) => {}
                Err((side, choice)) => return Next::Ask(side, choice),
            }
        }
        Next::Done
    }

    fn work(&mut self, task: Task, field: &Field, dice: &mut Dice) -> Turn {
        match task {
            Task::Emit(event) => Ok(Some(*event)),
            Task::BeginStage(stage, rolls) => self.begin_stage(field, dice, stage, rolls),
            Task::BeginHalf(half) => {
                let first = field.progress.first;
                let phasing = if half == 0 { first } else { Field::foe(first) };
                let is_in_combat = field.scenario.in_combat && field.stage == 1 && half == 0;
                self.tasks.push(match is_in_combat {
                    true => Task::Contacts,
                    false => Task::Begin(Step::Movement),
                });
                Ok(Some(Event::HalfBegan { half, phasing }))
            }
            Task::Contacts => Ok(self.contacts(field)),
            Task::Begin(step) => Ok(self.begin(field, step)),
            Task::NextCycle => Ok(self.next_cycle(field)),
            Task::Go(units, path, going, is_first) => {
                Ok(self.go_on(field, units, &path, (going, is_first)))
            }
            Task::Bury => Ok(self.bury(field)),
            Task::OpenPositions => Ok(self.open_positions(field)),
            Task::Exchange => Ok(Some(self.exchange(field, dice))),
            Task::OpenPlans => Ok(self.open_plans(field)),
            Task::Fire(side, target, number, rolls) => {
                self.fire_barrage(field, dice, (side, target, number), rolls)
            }
            Task::Apply(target) => Ok(self.apply_hits(field, target)),
            Task::Hit(target) => self.hit(field, target),
            Task::Trucks(unit, count) => self.lose_trucks(field, unit, count),
            Task::OpenRoles => Ok(self.open_roles(field)),
            Task::AntiArmor(tile, rolls) => self.fire_at_armor(field, dice, tile, rolls),
            Task::Flag(side, units, damage) => self.flag(field, side, &units, damage),
            Task::ApplyArmor => Ok(self.apply_armor(field)),
            Task::Assault(task) => self.resolve(field, dice, *task),
            Task::Flee(side, units, hexes, from, how) => {
                self.flee(field, (side, units), hexes, (from, how))
            }
            Task::Duty => Ok(self.shirk(field)),
            Task::Exhaust(units) => Ok(exhaust(field, &units)),
            Task::EndStage => Ok(self.end_stage(field)),
            Task::Judge => Ok(self.judge(field)),
            Task::UnderFire(tiles) => Ok(Some(self.name_targets(field, dice, tiles))),
        }
    }

    /// Throws dice for a side, or takes those that it types in; `task` is put back while it is asked.
    fn throw(
        &mut self,
        (field, dice): (&Field, &mut Dice),
        (side, throw): (Side, Throw),
        task: impl FnOnce() -> Task,
    ) -> Result<Vec<u8>, (Side, Choice)> {
        // Whoever plays at a real map throws dice there, and the program's user enters them.
        let side = match field.table() {
            Some((_, user)) => user,
            None => side,
        };
        let typed = match self.answer.take() {
            Some(Answer::Dice(typed)) if !typed.is_empty() => return Ok(typed),
            Some(Answer::Dice(_)) => false,
            _ => field.progress.typed.contains(&side),
        };
        if typed {
            self.tasks.push(task());
            return Err((side, Choice::Roll(throw)));
        }
        let label = label(throw);
        let rolled = (0..throw.dice()).map(|_| dice.die(label, 6) as u8);
        Ok(rolled.collect())
    }

    /// Returns what a side loses of a demand, or asks it.
    fn lose(
        &mut self,
        side: Side,
        demand: Demand,
        task: impl FnOnce() -> Task,
    ) -> Result<Loss, (Side, Choice)> {
        if let Some(Answer::Loss(loss)) = self.answer.take() {
            return Ok(loss);
        }
        if let Some(loss) = demand.forced() {
            return Ok(loss);
        }
        self.tasks.push(task());
        Err((side, Choice::Lose(demand)))
    }

    /// Goes one hex along a path; stops where the next step cannot be taken any more.
    fn go_on(
        &mut self,
        field: &Field,
        units: Vec<UnitId>,
        path: &[Direction],
        (going, is_first): (Going, bool),
    ) -> Option<Event> {
        let (&direction, rest) = path.split_first()?;
        let side = field.get(*units.first()?).side;
        let (to, costs) = field
            .check_step(&units, direction, (going, is_first))
            .ok()?;
        let how = match going {
            Going::Moving => How::Moved,
            Going::Withdrawing => How::Withdrew,
        };
        let taken = field.stack(to, Field::foe(side)).map(|unit| unit.id);
        let taken: Vec<_> = taken.collect();
        if !rest.is_empty() {
            self.tasks
                .push(Task::Go(units.clone(), rest.to_vec(), going, false));
        }
        if !taken.is_empty() {
            let how = Exit::Overrun;
            let units = taken;
            self.tasks
                .push(Task::Emit(Box::new(Event::Removed { units, how })));
        }
        Some(Event::Went {
            units,
            to,
            costs,
            how,
        })
    }

    /// Takes units without points off the board.
    fn bury(&mut self, field: &Field) -> Option<Event> {
        let is_gone = |id: UnitId| {
            let body = field.get(id).body();
            !body.toe.is_empty() && body.strength() == 0
        };
        let units = field.standing().map(|unit| unit.id);
        let units: Vec<_> = units.filter(|&id| is_gone(id)).collect();
        let how = Exit::Destroyed;
        (!units.is_empty()).then_some(Event::Removed { units, how })
    }

    /// Makes units retreat as far as they can: they choose where to, and lose points for hexes that no way
    /// leads to.
    fn flee(
        &mut self,
        field: &Field,
        (side, units): (Side, Vec<UnitId>),
        hexes: u8,
        (from, how): (Vec<TileId>, How),
    ) -> Turn {
        let up = units.iter().copied().filter(|&id| field.get(id).is_up());
        let up: Vec<_> = up.collect();
        let movers = field.movable(&up);
        let paths = match movers.is_empty() {
            true => vec![Vec::new()],
            false => field.retreats(&movers, (hexes, true), &from),
        };
        let path = match (self.answer.take(), paths.as_slice()) {
            (Some(Answer::Path(path)), _) => path,
            (_, [only]) => only.clone(),
            _ => {
                let choice = Choice::Retreat {
                    units: movers,
                    hexes,
                    from: from.clone(),
                    must: true,
                };
                self.tasks.push(Task::Flee(side, units, hexes, from, how));
                return Err((side, choice));
            }
        };
        let ignored = field.ignored(&path, hexes);
        let mut tasks = Vec::new();
        if !path.is_empty() {
            tasks.extend(steps(field, &movers, &path, &from, how));
        }
        if ignored > 0 && !up.is_empty() {
            tasks.push(Task::Assault(Box::new(AssaultTask::for_ignored(
                side, up, ignored,
            ))));
            tasks.push(Task::Bury);
        }
        self.tasks.first(tasks);
        Ok(None)
    }
}

/// Lists the steps of a retreat as they happen.
fn steps(field: &Field, units: &[UnitId], path: &[TileId], from: &[TileId], how: How) -> Vec<Task> {
    let mut at = units
        .first()
        .map_or(TileId::default(), |&id| field.get(id).tile());
    let mut tasks = Vec::new();
    for &to in path {
        let Ok(costs) = field.retreat_step(units, (at, to), from) else {
            break;
        };
        let units = units.to_vec();
        tasks.push(Task::Emit(Box::new(Event::Went {
            units,
            to,
            costs,
            how,
        })));
        at = to;
    }
    tasks
}

/// Returns the label of draws for a throw.
fn label(throw: Throw) -> Label {
    match throw {
        Throw::Initiative => Label::Initiative,
        Throw::Barrage => Label::Barrage,
        Throw::Trucks => Label::Trucks,
        Throw::AntiArmor => Label::Armor,
        Throw::Morale => Label::Morale,
        Throw::Assault | Throw::EnemyAssault => Label::Assault,
        Throw::Captured | Throw::EnemyCaptured => Label::Capture,
    }
}

/// Makes the demand of points that a barrage takes.
fn barrage_demand(field: &Field, unit: UnitId, points: u16) -> Demand {
    let toe = field.get(unit).body().toe.clone();
    let worth = vec![1; toe.len()];
    let pool = Pool {
        unit,
        points: toe,
        worth,
    };
    Demand::new(Cause::Barrage, points, true, vec![pool])
}
