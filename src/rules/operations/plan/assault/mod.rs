//! An assault from its strengths to its report (C11): morale, dice, retreat, engagement, defeat.
//!
//! **Invariant:** who takes part and what counts as the base is settled before dice are rolled.

mod losses;

mod table;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use self::losses::{base_points, toe};
use crate::battle::dice::Dice;
use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::assault::{
    Morale, Reckoning, Setting, adjusted_morale, is_defeat, results,
};
use crate::rules::operations::barrage::rank;
use crate::rules::operations::event::{Event, Exit, How, Why};
use crate::rules::operations::field::{Field, Rating, sum};
use crate::rules::operations::loss::Loss;
use crate::rules::operations::order::{Choice, Throw};
use crate::rules::operations::plan::barrage::payment;
use crate::rules::operations::plan::{Aim, Answer, Plan, Task, Turn, steps};
use crate::rules::operations::table::Told;

/// Where an assault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Stage {
    Begin,
    Morale,
    Dice,
    Retreat(u8),
    Engage,
    Loss(u8),
    Vulnerability,
    CaptureDie(u8),
    Capture(u8),
    Escort(u8),
    Close,
    /// Hexes that an undefended hex could not retreat cost points.
    Ignored(u8),
}

/// An assault that is resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct AssaultTask {
    stage: Stage,
    tiles: Vec<TileId>,
    /// Hexes that the attackers come from.
    from: Vec<TileId>,
    setting: Option<Box<Setting>>,
    /// All units of the defender in the hexes as it began; of an ignored retreat those that had to go.
    defenders: Vec<UnitId>,
    /// Dice of morale, then of results, attackers first.
    dice: Vec<[u8; 2]>,
    reckoning: Option<Box<Reckoning>>,
    /// Hexes of a mandated retreat that were left out.
    ignored: u8,
    /// Whether any unit retreated.
    retreated: bool,
    /// Whether broken defenders surrendered, before anybody fought.
    #[serde(default)]
    surrendered: bool,
    /// Points of both sides that count for losses: raw, and TOE.
    bases: [(u16, u16); 2],
    /// Raw points lost.
    raw: [u16; 2],
    /// Points lost so far.
    lost: [Loss; 2],
    /// How many of them count for defeat: those of the base (clarification 9).
    counted: [u16; 2],
    /// The die of captures.
    die: u8,
    /// Captured points: prisoners and replacements.
    taken: (u16, u16),
}

impl AssaultTask {
    /// Returns what the dice that it waits for are thrown at.
    pub(super) fn aim(&self) -> Aim {
        let of_attackers = match self.stage {
            Stage::CaptureDie(at) => at == 0,
            _ => self.dice.len().is_multiple_of(2),
        };
        Aim::Hexes(self.tiles.clone(), of_attackers)
    }

    /// Begins the assault on some hexes.
    pub(super) fn new(tiles: Vec<TileId>) -> Self {
        Self {
            stage: Stage::Begin,
            tiles,
            from: Vec::new(),
            setting: None,
            defenders: Vec::new(),
            dice: Vec::new(),
            reckoning: None,
            ignored: 0,
            retreated: false,
            surrendered: false,
            bases: [(0, 0); 2],
            raw: [0; 2],
            lost: [Loss::new(), Loss::new()],
            counted: [0; 2],
            die: 0,
            taken: (0, 0),
        }
    }

    /// Begins the losses of units that could not retreat so many hexes of an undefended hex.
    pub(super) fn for_ignored(side: Side, units: Vec<UnitId>, ignored: u8) -> Self {
        Self {
            stage: Stage::Ignored(side.0),
            defenders: units,
            ignored,
            ..Self::new(Vec::new())
        }
    }

    fn at(mut self, stage: Stage) -> Task {
        self.stage = stage;
        Task::Assault(Box::new(self))
    }

    /// What follows the losses of a side.
    fn after_losses(self, at: u8) -> Task {
        self.at(match at {
            0 => Stage::Loss(1),
            _ => Stage::Vulnerability,
        })
    }

    /// Returns the percent that the defender loses by the dice, once they fell.
    pub(super) fn percent(&self) -> Option<u8> {
        let reckoning = self.reckoning.as_ref()?;
        Some(reckoning.results.defender)
    }

    fn setting(&self) -> &Setting {
        self.setting
            .as_ref()
            .expect("it is set when the assault begins")
    }

    /// Whether nobody defends, and nobody is Pinned who would have to stay (clarification 1).
    fn is_undefended(&self, field: &Field, setting: &Setting) -> bool {
        let is_pinned = |id: &UnitId| field.get(*id).body().pinned;
        setting.defenders.is_empty() && !self.defenders.iter().any(is_pinned)
    }

    /// Lists what becomes of hexes that nobody defends: they lose cohesion and retreat (§11).
    fn flight(&self, field: &Field) -> Vec<Task> {
        let figures = &field.content.figures;
        let (units, why) = (self.defenders.clone(), Why::Undefended);
        let mut tasks = Vec::new();
        if units.is_empty() {
            return tasks;
        }
        let change = -figures.cohesion.retreat;
        tasks.push(Task::Emit(Box::new(Event::Cohesion { units, change, why })));
        for &tile in &self.tiles {
            let side = field.progress.waiting();
            let units = field.stack(tile, side).map(|unit| unit.id).collect();
            let hexes = figures.assault.undefended;
            tasks.push(Task::Flee(side, units, hexes, self.from.clone(), How::Fled));
        }
        tasks
    }

    fn reckoning(&self) -> &Reckoning {
        self.reckoning
            .as_ref()
            .expect("it is set once dice are rolled")
    }
}

impl Plan {
    /// Decides the next step of an assault.
    pub(super) fn resolve(&mut self, field: &Field, dice: &mut Dice, task: AssaultTask) -> Turn {
        match task.stage {
            Stage::Begin if field.table().is_some() => self.begin_at_table(field, task),
            Stage::Begin => Ok(self.begin_assault(field, task)),
            Stage::Morale | Stage::Dice => self.roll_assault(field, dice, task),
            Stage::Retreat(at) => self.retreat_hex(field, task, at),
            Stage::Engage => Ok(self.engage(field, task)),
            Stage::Loss(side) => self.take_losses(field, task, side),
            Stage::Vulnerability => self.vulnerable(field, task),
            Stage::CaptureDie(side) => self.capture_die(field, dice, task, side),
            Stage::Capture(side) => self.capture(field, task, side),
            Stage::Escort(side) => self.escort(field, task, side),
            Stage::Close if field.is_at_table(field.progress.waiting()) => {
                self.leave_hexes(field, task)
            }
            Stage::Close => Ok(self.close_assault(field, task, &BTreeSet::new())),
            Stage::Ignored(side) => self.ignored_losses(field, task, Side(side)),
        }
    }

    /// Settles who takes part; an undefended hex retreats (§11, clarification 1).
    fn begin_assault(&mut self, field: &Field, mut task: AssaultTask) -> Option<Event> {
        let setting = field.assault_on(&task.tiles);
        let origins: BTreeSet<_> = setting
            .attackers
            .iter()
            .map(|&id| field.get(id).tile())
            .collect();
        task.from = origins.into_iter().collect();
        task.defenders = field.defenders_in(&task.tiles);
        if setting.attackers.is_empty() {
            let tiles = task.tiles;
            return Some(Event::AssaultOver { tiles });
        }
        let figures = &field.content.figures;
        if let Some(event) = self.surrender(field, &task, &setting) {
            return Some(event);
        }
        let met = task
            .tiles
            .iter()
            .map(|&tile| Task::Emit(Box::new(Event::Met { tile })));
        let is_met = !setting.probe || setting.basic >= figures.assault.probe;
        let mut tasks: Vec<_> = if is_met { met.collect() } else { Vec::new() };
        if task.is_undefended(field, &setting) {
            tasks.extend(task.flight(field));
            task.setting = Some(Box::new(setting));
            tasks.push(task.at(Stage::Close));
            self.tasks.first(tasks);
            return None;
        }
        task.setting = Some(Box::new(setting));
        tasks.push(task.at(Stage::Morale));
        self.tasks.first(tasks);
        None
    }

    /// Takes defenders that surrender rather than fight, before the assault goes on.
    fn surrender(&mut self, field: &Field, task: &AssaultTask, setting: &Setting) -> Option<Event> {
        let figures = &field.content.figures;
        let surrenders = |id: UnitId| {
            let cohesion = field.get(id).body().cohesion;
            field.is_broken(id) && setting.defenders.is_empty()
                || figures.switches.broken_surrender && cohesion <= figures.cohesion.surrender
        };
        let units = task.defenders.iter().copied().filter(|&id| surrenders(id));
        let units: Vec<_> = units.collect();
        if units.is_empty() {
            return None;
        }
        let mut again = task.clone();
        again.surrendered = true;
        self.tasks.push(Task::Assault(Box::new(again)));
        let how = Exit::Surrendered;
        Some(Event::Removed { units, how })
    }

    /// Rolls morale and results of both sides, then looks up what they come to.
    fn roll_assault(&mut self, field: &Field, dice: &mut Dice, mut task: AssaultTask) -> Turn {
        let sides = [field.progress.phasing, field.progress.waiting()];
        while task.dice.len() < 4 {
            let at = task.dice.len();
            let throw = if at < 2 {
                Throw::Morale
            } else {
                Throw::Assault
            };
            let again = task.clone();
            let who = match (field.is_at_table(sides[at % 2]), throw) {
                // Its adjusted morale is entered.
                (true, Throw::Morale) => {
                    task.dice.push([0, 0]);
                    continue;
                }
                (true, _) => (sides[at % 2], Throw::EnemyAssault),
                (false, throw) => (sides[at % 2], throw),
            };
            let thrown = self.throw((field, dice), who, || {
                let stage = again.stage;
                again.at(stage)
            })?;
            task.dice.push([thrown[0], thrown[1]]);
        }
        let setting = task.setting().clone();
        let defense = field.in_defense(&task.tiles);
        let tables = &field.content.tables;
        let figures = &field.content.figures;
        let morale = [&setting.attackers, &defense];
        let mut at = 0;
        let morale = morale.map(|units| {
            let ((morale, cohesion), leader) = field.morale_of(units);
            let (dice, side) = (task.dice[at], sides[at]);
            at += 1;
            if let Some((_, told)) = field.opposition().filter(|(other, _)| *other == side) {
                return Morale {
                    adjusted: told.morale,
                    ..Morale::default()
                };
            }
            let adjusted = adjusted_morale(tables, figures, (morale, cohesion), rank(dice), leader);
            Morale {
                morale,
                cohesion,
                dice,
                leader,
                adjusted,
            }
        });
        let adjusted = setting.before_morale() + morale[0].adjusted - morale[1].adjusted;
        let rolled = [task.dice[2], task.dice[3]];
        let results = results(tables, figures, adjusted, rolled);
        let reckoning = Reckoning {
            setting,
            morale,
            adjusted,
            dice: rolled,
            results,
        };
        self.settle_bases(field, &mut task, &reckoning);
        let mut tasks = self.payments(field, &task, &reckoning);
        task.reckoning = Some(Box::new(reckoning.clone()));
        tasks.push(task.at(Stage::Retreat(0)));
        self.tasks.first(tasks);
        Ok(Some(Event::Assaulted(Box::new(reckoning))))
    }

    /// Notes the points of both sides that percentages are taken of (clarification 9).
    #[expect(
        clippy::unused_self,
        reason = "it is a step of the plan beside the others"
    )]
    fn settle_bases(&self, field: &Field, task: &mut AssaultTask, reckoning: &Reckoning) {
        let attack = reckoning.setting.attackers.iter();
        let attack = sum(attack.map(|&id| toe(&field.assault_points(id))));
        task.bases[0] = (reckoning.setting.attack.raw, attack);
        let overrun = reckoning.results.overrun;
        for &id in &task.defenders {
            let points = base_points(field, id, overrun);
            let raw = field.raw_of(id, &points, Rating::Defense);
            let (all, count) = &mut task.bases[1];
            *all = all.saturating_add(raw);
            *count = count.saturating_add(toe(&points));
        }
        if let Some((_, told)) = field.opposition()
            && field.is_at_table(field.progress.waiting())
        {
            task.bases[1] = (told.raw, 0);
        }
    }

    /// Lists what both sides pay: rounds and Capability Points (§2).
    #[expect(
        clippy::unused_self,
        reason = "it is a step of the plan beside the others"
    )]
    fn payments(&self, field: &Field, task: &AssaultTask, reckoning: &Reckoning) -> Vec<Task> {
        let figures = &field.content.figures.capability;
        let setting = &reckoning.setting;
        let units = setting.attackers.iter().chain(&setting.defenders);
        let units: Vec<_> = units.copied().collect();
        let mut tasks = vec![Task::Emit(Box::new(Event::Shot { units }))];
        let cost = if setting.probe {
            figures.probe
        } else {
            figures.attack
        };
        for &tile in &task.from {
            let stack = field.stack(tile, field.progress.phasing);
            tasks.extend(payment(field, stack.map(|unit| unit.id), cost));
        }
        // Who neither fires nor was hit by a barrage pays little at a low differential.
        let is_quiet = |id: UnitId| !field.progress.active.contains(&id) && !was_hit(field, id);
        let is_low = !setting.probe && reckoning.adjusted <= figures.held_to;
        let (quiet, others): (Vec<_>, Vec<_>) = task
            .defenders
            .iter()
            .partition(|&&id| is_low && is_quiet(id));
        let cost = if setting.probe {
            figures.probed
        } else {
            figures.defend
        };
        tasks.extend(payment(field, quiet.into_iter(), figures.held));
        tasks.extend(payment(field, others.into_iter(), cost));
        tasks
    }

    /// Makes the units of a hex retreat; their owner chooses how far.
    fn retreat_hex(&mut self, field: &Field, mut task: AssaultTask, at: u8) -> Turn {
        let hexes = task.reckoning().results.retreat;
        let Some(&tile) = task.tiles.get(usize::from(at)).filter(|_| hexes > 0) else {
            self.tasks.push(task.at(Stage::Engage));
            return Ok(None);
        };
        let side = field.progress.waiting();
        if field.is_at_table(side) {
            return self.retreat_told(field, task, at);
        }
        let stack = field.stack(tile, side).map(|unit| unit.id);
        let stack: Vec<_> = stack.filter(|id| task.defenders.contains(id)).collect();
        let units = field.movable(&stack);
        let paths = field.retreats(&units, (hexes, false), &task.from);
        let path = match self.answer.take() {
            Some(Answer::Path(path)) => path,
            _ if units.is_empty() || paths.len() == 1 => Vec::new(),
            _ => {
                let from = task.from.clone();
                self.tasks.push(task.at(Stage::Retreat(at)));
                let choice = Choice::Retreat {
                    units,
                    hexes,
                    from,
                    must: false,
                };
                return Err((side, choice));
            }
        };
        if !stack.is_empty() {
            task.ignored = task.ignored.max(field.ignored(&path, hexes));
        }
        task.retreated |= !path.is_empty();
        let mut tasks = steps(field, &units, &path, &task.from, How::Retreated);
        tasks.push(task.at(Stage::Retreat(at + 1)));
        self.tasks.first(tasks);
        Ok(None)
    }

    /// Marks both sides Engaged, unless the defender retreated or it is a probe (§8).
    fn engage(&mut self, field: &Field, task: AssaultTask) -> Option<Event> {
        let is_probe = task.setting().probe;
        let is_engaged = task.reckoning().results.engaged && !task.retreated && !is_probe;
        let units = task.setting().attackers.iter().chain(&task.defenders);
        let units: Vec<_> = units.copied().filter(|&id| field.get(id).is_up()).collect();
        self.tasks.push(task.at(Stage::Loss(0)));
        is_engaged.then_some(Event::Engaged { units })
    }

    /// Ends an assault: defeats, and attackers that emptied the hex.
    fn close_assault(
        &mut self,
        field: &Field,
        task: AssaultTask,
        left: &BTreeSet<TileId>,
    ) -> Option<Event> {
        let figures = &field.content.figures;
        let mut tasks = Vec::new();
        let units = [&task.setting().attackers, &task.defenders];
        for ((units, lost), (_, base)) in units.into_iter().zip(task.counted).zip(task.bases) {
            let units = units.iter().copied().filter(|&id| field.get(id).is_up());
            let units: Vec<_> = units.collect();
            if is_defeat(figures, lost, base) && !units.is_empty() {
                let (change, why) = (-figures.cohesion.defeat, Why::Defeat);
                tasks.push(Task::Emit(Box::new(Event::Cohesion { units, change, why })));
            }
        }
        let foe = field.progress.waiting();
        let is_alive = |tile: TileId| {
            let mut stack = field.stack(tile, foe);
            let is_entered = field.entered(foe, tile).is_some() && !left.contains(&tile);
            is_entered || stack.any(|unit| unit.body().toe.is_empty() || unit.body().strength() > 0)
        };
        let is_empty = !task.tiles.iter().any(|&tile| is_alive(tile));
        let units = task.setting().attackers.iter().copied();
        let units: Vec<_> = units.filter(|&id| field.get(id).is_up()).collect();
        let held = task.surrendered || !task.defenders.is_empty() || field.is_at_table(foe);
        if is_empty && held && !field.is_at_table(Field::foe(foe)) {
            let (change, why) = (figures.cohesion.emptied, Why::Emptied);
            tasks.push(Task::Emit(Box::new(Event::Cohesion { units, change, why })));
        }
        for &tile in left {
            let gone = Told::Gone { tile, to: None };
            tasks.push(Task::Emit(Box::new(Event::Table(gone))));
        }
        let tiles = task.tiles;
        tasks.push(Task::Emit(Box::new(Event::AssaultOver { tiles })));
        self.tasks.first(tasks);
        None
    }
}

/// Whether a barrage hit the hex of a unit in this segment.
fn was_hit(field: &Field, id: UnitId) -> bool {
    let unit = field.get(id);
    field.points_on(unit.tile(), unit.side) > 0
}
