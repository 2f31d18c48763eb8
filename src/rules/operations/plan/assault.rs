//! An assault from its strengths to its report (C11): morale, dice, retreat, losses, vulnerability, captures.
//!
//! **Invariant:** who takes part and what counts as the base is settled before dice are rolled; each side
//! chooses its own losses.

mod table;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::battle::dice::Dice;
use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::assault::{
    Morale, Reckoning, Setting, adjusted_morale, is_defeat, raw_lost, results, total_percent,
    vulnerability,
};
use crate::rules::operations::barrage::rank;
use crate::rules::operations::event::{Event, Exit, How, Why};
use crate::rules::operations::field::{Field, Rating, sum};
use crate::rules::operations::loss::{Cause, Demand, Loss, Pool};
use crate::rules::operations::order::{Choice, Escort, Throw};
use crate::rules::operations::plan::barrage::payment;
use crate::rules::operations::plan::{Answer, Plan, Task, Turn, steps};
use crate::rules::operations::table::Told;
use crate::rules::operations::unit::Stance;

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

/// Counts points.
fn toe(points: &[u8]) -> u16 {
    sum(points.iter().map(|&one| u16::from(one)))
}

/// Returns the points of a defender that count for losses, by type (clarification 9).
fn base_points(field: &Field, id: UnitId, overrun: bool) -> Vec<u8> {
    let body = field.get(id).body();
    let has_role = field.progress.roles.contains_key(&id);
    let is_whole = body.pinned || body.retreated_in || overrun && !has_role;
    match is_whole {
        true if !has_role => body.toe.clone(),
        _ => field.assault_points(id),
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
        self.tasks.push(Task::Assault(Box::new(task.clone())));
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

    /// Asks a side for its losses by percent.
    fn take_losses(&mut self, field: &Field, mut task: AssaultTask, at: u8) -> Turn {
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
    fn vulnerable(&mut self, field: &Field, mut task: AssaultTask) -> Turn {
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
    fn capture_die(
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
    fn capture(&mut self, field: &Field, mut task: AssaultTask, at: u8) -> Turn {
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
    fn escort(&mut self, field: &Field, task: AssaultTask, at: u8) -> Turn {
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
        let Escort { tile, guards, unit } = escort;
        let mut tasks = vec![task.at(next)];
        if let Some(unit) = unit.filter(|_| replacements > 0) {
            let points = replacements;
            tasks.insert(0, Task::Emit(Box::new(Event::Replaced { unit, points })));
        }
        self.tasks.first(tasks);
        let side = captor;
        Ok(tile.filter(|_| prisoners > 0).map(|tile| Event::Escorted {
            side,
            tile,
            prisoners,
            guards,
        }))
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
        let held = !task.defenders.is_empty() || field.is_at_table(foe);
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

    /// Takes points for hexes that an undefended hex could not retreat: a tenth of the raw points for each.
    fn ignored_losses(&mut self, field: &Field, task: AssaultTask, side: Side) -> Turn {
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
        let demand = Demand::new(Cause::Assault, amount, false, pools.collect());
        let loss = self.lose(side, demand, || task.at(Stage::Ignored(side.0)))?;
        let cause = Cause::Assault;
        Ok((!loss.is_empty()).then_some(Event::Lost { side, cause, loss }))
    }
}

/// Whether a barrage hit the hex of a unit in this segment.
fn was_hit(field: &Field, id: UnitId) -> bool {
    let unit = field.get(id);
    field.points_on(unit.tile(), unit.side) > 0
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
