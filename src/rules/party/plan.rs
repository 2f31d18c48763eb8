//! Carries orders out step by step, and what follows from them: whose turn it is, effects, the end.
//!
//! **Invariant:** decides and rolls; writes nothing.

mod traps;

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use crate::battle::board::Board;
use crate::battle::dice::Dice;
use crate::battle::grid::{Direction, TileId};
use crate::battle::phase::{Ending, Outcome, Reason, Turn, Verdict};
use crate::battle::rules::Step;
use crate::battle::unit::{Health, Presence, Side, UnitId, Units};
use crate::playing::Setting;
use crate::rules::kit::tasks::Tasks;
use crate::rules::party::attack::{self, strike};
use crate::rules::party::character::{Effects, Lasting, POINT, Purse, Slot};
use crate::rules::party::check::are_grouped;
use crate::rules::party::content::{EffectTick, ItemId, SpellId};
use crate::rules::party::event::{Attack, Event, Tick};
use crate::rules::party::objects::{Deed, Sort, objects};
use crate::rules::party::order::Choice;
use crate::rules::party::outlook::all_escape;
use crate::rules::party::overland::JourneyTask;
use crate::rules::party::progress::{
    PARTY, Phase, Progress, can_act, foes, is_hunted, is_in, is_up, is_worn_out, most_ap, party,
    queue, seen_foes, spotted,
};
use crate::rules::party::scenario::{Goal, Map};
use crate::rules::party::{Party, magic, overland, placing, roam, setup};

/// Something that is still to be done.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Task {
    /// A character walks these steps, the last one first.
    Walk { unit: UnitId, path: Vec<Direction> },
    /// A character attacks another.
    Strike {
        attacker: UnitId,
        target: UnitId,
        ap: u8,
    },
    /// A character casts a spell on another, or uses the item of a place that works it.
    Cast(UnitId, SpellId, UnitId, Option<(Slot, ItemId)>),
    /// A character tries its skill on a hex.
    Try(UnitId, Deed, TileId),
    /// The trap of an object springs on a character, if there is one.
    Spring(UnitId, TileId, Sort),
    /// The side of a character looks for traps.
    Find(UnitId),
    /// Something happens that is decided already.
    Emit(Box<Event>),
    /// Both sides arrive.
    Arrive,
    /// The party leaves.
    Leave,
    /// Combat begins: who of the party met which enemy, if anybody did.
    Begin(Option<(UnitId, UnitId)>),
    /// Combat ends, and the party's phase with it (clarification 18).
    EndCombat,
    /// All others do what they do outside combat, and the turn is over.
    Roam,
    /// A character goes on its way as far as it can this turn.
    Stroll(UnitId),
    /// An idle searcher looks whether it walks.
    Look(UnitId),
    /// A turn of a character's errand is over.
    Settle(UnitId),
    /// The party's phase ends.
    EndPhase,
    /// It is for the next computer's character to act, or the turn is over.
    NextActor,
    /// Effects on a character tick.
    Tick(UnitId),
    /// Effects tick and the next turn begins, since everybody has acted.
    CloseTurn,
    /// The next turn begins, or time is up.
    NextTurn,
    /// The battle ends.
    End(Ending),
    /// Something on a journey.
    Journey(JourneyTask),
}

/// What is still to be done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Plan(Tasks<Task>);

impl Task {
    /// Makes the task of something that is decided.
    pub(super) fn emit(event: Event) -> Self {
        Self::Emit(Box::new(event))
    }
}

impl Plan {
    /// Begins to carry out a task.
    pub(super) fn of(task: Task) -> Self {
        Self(Tasks::of([task]))
    }

    /// Has a task done before all others.
    pub(super) fn before(mut self, task: Task) -> Self {
        self.0.push(task);
        self
    }

    /// Says what happens by itself now: an end, the next character, the next turn; nothing while somebody
    /// has to order.
    pub(super) fn closing(world: &World) -> Option<Self> {
        if world.resource::<Verdict>().0.is_some() {
            return None;
        }
        let progress = world.resource::<Progress>();
        // Before they arrive, nobody is on the board.
        if progress.phase != Phase::Arrival {
            if let Some(ending) = ending(world) {
                return Some(Self::of(Task::End(ending)));
            }
            if let Some(task) = overland::closing(world) {
                return Some(Self::of(task));
            }
            if let Some(ending) = escape(world) {
                return Some(Self(Tasks::of([Task::Leave, Task::End(ending)])));
            }
        }
        match progress.phase {
            Phase::Arrival if setup::start(world).is_some() => {
                Some(Self(Tasks::of([Task::Arrive, Task::Begin(None)])))
            }
            Phase::Arrival => {
                let spotted = spotted(world);
                let is_peaceful = setup::map(world) != Map::Combat && spotted.is_none();
                Some(Self::of(match is_peaceful {
                    true => Task::NextTurn,
                    false => Task::Begin(spotted),
                }))
            }
            Phase::Party if party(world).any(|id| can_act(world, id)) => None,
            Phase::Party => Some(Self::of(Task::EndPhase)),
            Phase::Others if !progress.fights() => Some(Self::of(Task::Roam)),
            Phase::Others => {
                let goes_on = |id| can_act(world, id) && !is_worn_out(world, id);
                let is_busy = progress.acting.is_some_and(goes_on);
                (!is_busy).then(|| Self::of(Task::NextActor))
            }
        }
    }

    /// Decides the next step.
    pub(super) fn next(&mut self, world: &World, dice: &mut Dice) -> Step<Party> {
        while let Some(task) = self.0.take() {
            if let Task::Journey(JourneyTask::Choose(foes)) = task {
                return Step::Ask(PARTY, Choice::Meeting(foes));
            }
            if let Some(event) = self.carry_out(task, world, dice) {
                return Step::Event(event);
            }
        }
        Step::Done
    }

    fn carry_out(&mut self, task: Task, world: &World, dice: &mut Dice) -> Option<Event> {
        match task {
            Task::Walk { unit, path } => self.walk(world, unit, path),
            Task::Strike {
                attacker,
                target,
                ap,
            } => Some(attacked(world, [attacker, target], ap, dice)),
            Task::Cast(unit, spell, target, item) => {
                let casting = magic::cast(world, unit, spell, target, item, dice);
                Some(Event::Cast(casting))
            }
            Task::Try(unit, deed, tile) => self.attempt(world, unit, deed, tile, dice),
            Task::Spring(unit, tile, sort) => self.spring(world, unit, (tile, sort), dice),
            Task::Find(unit) => self.find(world, unit),
            Task::Emit(event) => Some(*event),
            Task::Arrive => Some(placing::arrive(world, dice)),
            Task::Leave => Some(Event::Left {
                units: party(world).collect(),
            }),
            Task::Begin(spotted) => {
                if world.resource::<Progress>().phase == Phase::Arrival {
                    self.0.push(Task::NextTurn);
                }
                Some(begun(world, spotted))
            }
            Task::EndCombat => {
                self.0.push(Task::EndPhase);
                let ids = Units::of(world).ids().filter(|&id| is_up(world, id));
                let errands = ids.filter_map(|id| Some((id, roam::errand(world, id)?)));
                Some(Event::CombatEnded {
                    errands: errands.collect(),
                })
            }
            Task::Roam if setup::map(world) == Map::Overland => {
                self.end_turn(world);
                self.0.first(overland::marches(world));
                None
            }
            Task::Roam => {
                self.end_turn(world);
                let checks = setup::content(world).figures.search_checks;
                let busy = queue(world)
                    .into_iter()
                    .filter(|&id| roam::is_busy(world, id));
                self.0.first(busy.flat_map(|id| {
                    let looks = (0..checks).map(move |_| Task::Look(id));
                    [Task::Stroll(id)]
                        .into_iter()
                        .chain(looks)
                        .chain([Task::Settle(id)])
                }));
                None
            }
            Task::Stroll(id) => {
                let step = roam::step(world, id)?;
                self.0.push(Task::Stroll(id));
                Some(step)
            }
            Task::Look(id) => {
                let searched = roam::look(world, id, dice)?;
                self.0.push(Task::Stroll(id));
                Some(searched)
            }
            Task::Settle(id) => roam::settle(world, id),
            Task::EndPhase => Some(Event::PartyDone),
            Task::NextActor => self.next_actor(world),
            Task::Tick(unit) => tick(world, unit),
            Task::CloseTurn => {
                self.end_turn(world);
                None
            }
            Task::NextTurn => self.next_turn(world),
            Task::Journey(task) => overland::carry_out(&mut self.0, world, task, dice),
            Task::End(ending) => Some(Event::Ended(ending)),
        }
    }

    fn walk(&mut self, world: &World, unit: UnitId, mut path: Vec<Direction>) -> Option<Event> {
        let facing = path.pop()?;
        let board = world.resource::<Board>();
        let to = board.grid.neighbor(board.seat(unit)?, facing)?;
        // Checked by what the side knows; somebody unseen bars the way all the same.
        let is_taken = board.first_occupant(to).is_some();
        let is_barred = is_taken && world.resource::<Progress>().fights();
        if is_barred || board.layers.entry_percent(to).is_none() {
            return Some(Event::Stopped { unit });
        }
        self.0.push(Task::Walk { unit, path });
        let ap = setup::content(world).figures.costs.step;
        Some(Event::Stepped {
            unit,
            to,
            facing,
            ap,
        })
    }

    fn next_actor(&mut self, world: &World) -> Option<Event> {
        let acted = &world.resource::<Progress>().acted;
        let mut waiting = queue(world).into_iter().filter(|id| !acted.contains(id));
        if let Some(unit) = waiting.next() {
            if ticks_by_itself(world) {
                self.0.push(Task::Tick(unit));
            }
            return Some(Event::Acts { unit });
        }
        self.end_turn(world);
        None
    }

    /// Goes on with the end of the turn: effects, then the next one. Where effects tick as their own
    /// character's turn begins, those of others who had none tick here.
    fn end_turn(&mut self, world: &World) {
        self.0.push(Task::NextTurn);
        let (units, acted) = (Units::of(world), &world.resource::<Progress>().acted);
        let had_none = |id| units.side(id) != PARTY && !acted.contains(&id);
        let ticks = units
            .ids()
            .filter(|&id| !ticks_by_itself(world) || had_none(id));
        self.0.first(ticks.map(Task::Tick));
    }

    /// Has traps spring and be found, combat begin where somebody is spotted by a step, an open door or on a
    /// map that is entered (§3), and travelers stop when an enemy is in sight.
    pub(super) fn react(&mut self, world: &World, event: &Event) {
        let touched = match *event {
            Event::Traveled { .. } => {
                let travels = |task: &Task| matches!(task, Task::Journey(JourneyTask::Travel(..)));
                let is_hunted = is_hunted(world);
                return self.0.retain(|task| !is_hunted || !travels(task));
            }
            Event::Entered { .. } => None,
            Event::Stepped { unit, to, .. } => Some((unit, to, Sort::Trap)),
            Event::Handled {
                unit,
                tile,
                deed: Deed::Open,
                becomes,
                ..
            } => Some(match becomes {
                Some(_) => (unit, tile, Sort::Door),
                None => (unit, tile, Sort::Chest),
            }),
            _ => return,
        };
        if !world.resource::<Progress>().fights()
            && let Some(spotted) = spotted(world)
        {
            *self = Self::of(Task::Begin(Some(spotted)));
        }
        if let Some((unit, tile, sort)) = touched
            && !objects(world).0.is_empty()
        {
            self.0
                .first([Task::Spring(unit, tile, sort), Task::Find(unit)]);
        }
    }

    fn next_turn(&mut self, world: &World) -> Option<Event> {
        if let Some(ending) = ending(world) {
            *self = Self::of(Task::End(ending));
            return None;
        }
        let units = Units::of(world);
        let is_first = world.resource::<Progress>().phase == Phase::Arrival;
        let now = world.resource::<Turn>().number;
        let limit = world.resource::<Setting>().mission.turn_limit;
        if !is_first && limit.is_some_and(|limit| now >= limit) {
            *self = Self::of(Task::End(ended(
                world,
                Outcome::MissionFailed,
                Reason::Time,
            )));
            return None;
        }
        let calm = calm(world);
        if is_over_by_itself(world, calm) {
            self.0.push(Task::EndCombat);
        }
        let there = || units.ids().filter(|&id| units.seat(id).is_some());
        let awake = there().filter(|&id| is_up(world, id));
        let known = awake.filter_map(|id| Some((id, units.seat(nearest_foe(world, id)?)?)));
        if ticks_by_itself(world) {
            self.0.first(party(world).map(Task::Tick));
        }
        Some(Event::TurnBegan {
            number: now + u16::from(!is_first),
            calm,
            ap: there().map(|id| (id, most_ap(world, id))).collect(),
            known: known.collect(),
        })
    }
}

/// Returns the turns in a row that began without an enemy in sight, nor one between, this one included.
fn calm(world: &World) -> u8 {
    let progress = world.resource::<Progress>();
    match progress.stirred || is_hunted(world) || !progress.fights() {
        true => 0,
        false => progress.calm.saturating_add(1),
    }
}

/// Whether combat ends by itself after so many calm turns (§6).
fn is_over_by_itself(world: &World, calm: u8) -> bool {
    let is_local = setup::map(world) == Map::Local;
    (is_local || foes(world, PARTY).next().is_none())
        && calm >= setup::content(world).figures.auto_end_turns
}

/// Whether effects tick when the turn of their own character begins (C).
fn ticks_by_itself(world: &World) -> bool {
    setup::content(world).figures.effect_tick == EffectTick::OwnTurnStart
}

/// Returns the nearest enemy that a character sees.
pub(super) fn nearest_foe(world: &World, id: UnitId) -> Option<UnitId> {
    let units = Units::of(world);
    units.seat(id)?;
    seen_foes(world, id).min_by_key(|&foe| (units.distance(id, foe), foe))
}

/// Says how the battle ends, once a side is beaten.
fn ending(world: &World) -> Option<Ending> {
    let is_lost = match setup::journey(world) {
        Some(_) => overland::is_lost(world),
        None => party(world).next().is_none(),
    };
    let outcome = match is_lost {
        true => Outcome::Defeat,
        false => is_reached(world).then_some(Outcome::Victory)?,
    };
    Some(ended(world, outcome, Reason::Decided))
}

/// Whether the party has done what it has to do.
fn is_reached(world: &World) -> bool {
    match &setup::scenario(world).goal {
        Goal::DefeatAll if setup::journey(world).is_some() => !overland::is_opposed(world),
        Goal::DefeatAll | Goal::Escape => foes(world, PARTY).next().is_none(),
        Goal::Reach(_) => {
            !world.resource::<Progress>().fights()
                && setup::goal(world).is_some_and(|zone| is_in(world, zone))
        }
    }
}

/// Says how the battle ends if all that live of the party stand where they can escape (§7).
fn escape(world: &World) -> Option<Ending> {
    let outcome = match setup::scenario(world).goal {
        Goal::Escape => Outcome::Victory,
        Goal::DefeatAll | Goal::Reach(_) => Outcome::MissionFailed,
    };
    all_escape(world, None).then(|| ended(world, outcome, Reason::Decided))
}

/// Returns an ending in this turn. What a side has left are its living, on any map.
fn ended(world: &World, outcome: Outcome, reason: Reason) -> Ending {
    let units = Units::of(world);
    let living = |side| {
        let own = units.ids().filter(move |&id| units.side(id) == side);
        own.filter(|&id| *units.part::<Presence>(id) != Presence::Dead)
    };
    let rivals = (1..crate::battle::side_count(world))
        .map(Side)
        .filter(|&side| units.roster().are_hostile(PARTY, side))
        .map(|side| (side, living(side).count() as u32));
    Ending::decide(outcome, reason, world.resource::<Turn>().number, rivals)
}

/// Alerts enemies and parts those who share a hex, since combat begins (§3). Nobody gets action points for
/// it but those who have come to the map in this turn (clarification 18).
fn begun(world: &World, spotted: Option<(UnitId, UnitId)>) -> Event {
    let (displaced, left_out) = placing::displace(world);
    let units = Units::of(world);
    let is_new = |id: &UnitId| *units.part::<Purse>(*id) == Purse::default();
    let fresh = (units.ids())
        .filter(|&id| units.seat(id).is_some())
        .filter(is_new);
    Event::CombatBegan {
        ap: fresh.map(|id| (id, most_ap(world, id))).collect(),
        spotted,
        alerted: spotted.map_or_else(Vec::new, |(_, foe)| alerted(world, foe)),
        displaced,
        left_out,
    }
}

/// Lists whom the alarm of a spotted enemy reaches: its group, and others of the party's enemies near it.
fn alerted(world: &World, spotted: UnitId) -> Vec<UnitId> {
    let (units, radius) = (Units::of(world), setup::content(world).figures.alert_radius);
    let is_near = |id| (units.distance(id, spotted)).is_some_and(|far| far <= radius);
    foes(world, PARTY)
        .filter(|&id| are_grouped(world, id, spotted) || is_near(id))
        .collect()
}

fn attacked(world: &World, [attacker, target]: [UnitId; 2], ap: u8, dice: &mut Dice) -> Event {
    let units = Units::of(world);
    let odds = attack::odds(world, attacker, target);
    let (roll, hit) = strike(&odds, &setup::content(world).figures, dice);
    let health = units.part::<Health>(target).now;
    let seat = |id| units.seat(id).unwrap_or_default();
    let grid = units.board().grid;
    Event::Attacked(Box::new(Attack {
        attacker,
        target,
        facing: grid.direction_towards(seat(attacker), seat(target)),
        ap,
        odds,
        roll,
        hit,
        killed: hit.is_some_and(|hit| hit.damage >= health),
    }))
}

/// Has the effects on a character do what they do each turn, and end those whose time is over (§4).
fn tick(world: &World, unit: UnitId) -> Option<Event> {
    let units = Units::of(world);
    units.seat(unit)?;
    let content = setup::content(world);
    let effects = &units.part::<Effects>(unit).0;
    if effects.is_empty() {
        return None;
    }
    let (mut left, ended): (Vec<Lasting>, Vec<_>) =
        effects.iter().copied().partition(|one| one.turns > 1);
    left.iter_mut().for_each(|one| one.turns -= 1);
    let points = |count: u8| u32::from(count) * u32::from(POINT);
    let (mut harm, mut mend) = (0, 0);
    for one in effects {
        let effect = content.effect(one.effect);
        harm += points(effect.harm);
        mend += points(effect.mend);
    }
    for one in &ended {
        harm += points(content.effect(one.effect).last_harm);
    }
    let Health { now, max } = *units.part::<Health>(unit);
    let mend = mend.min(u32::from(max - now)) as u16;
    let harm = harm.min(u32::from(now + mend)) as u16;
    Some(Event::Ticked(Tick {
        unit,
        harm,
        mend,
        left,
        ended,
        killed: harm >= now + mend,
    }))
}
