//! The way over an overland map (§7): groups go as one, a hex at a time, meet, and go over to other maps and
//! back.
//!
//! **Invariant:** decides and rolls; writes nothing. Spotting starts nothing here; sharing a hex does.

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use crate::battle::board::Board;
use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::grid::{Direction, TileId};
use crate::battle::map::MapId;
use crate::battle::order::Pending;
use crate::battle::rules::{Rules, Waiting};
use crate::battle::unit::{Health, Position, Presence, Side, UnitId, Units, part, side_of};
use crate::playing::{Advice, Setting};
use crate::rules::kit::tasks::Tasks;
use crate::rules::kit::ways::{Ways, can_step};
use crate::rules::party::character::{Home, Memory, Sheet};
use crate::rules::party::check::are_grouped;
use crate::rules::party::content::Action;
use crate::rules::party::event::Event;
use crate::rules::party::journey::Journey;
use crate::rules::party::order::{Choice, Order, Refusal};
use crate::rules::party::plan::{Plan, Task};
use crate::rules::party::progress::{PARTY, Progress, Trip, foes, is_in, is_up, party};
use crate::rules::party::scenario::Map;
use crate::rules::party::script::Mind;
use crate::rules::party::{Party, ai, delve, encounter, roam, setup};

/// Something that is to be done on a journey.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum JourneyTask {
    /// The party goes these steps, the last one first, as long as no enemy is in sight.
    Travel(UnitId, Vec<Direction>),
    /// A group goes a step, by the script of its leader.
    March(UnitId),
    /// Those who share a hex fight.
    Contact,
    /// The party may meet somebody.
    Encounter,
    /// The party, which saw them first, says whether it fights these.
    Choose(Vec<UnitId>),
    /// The party fights these; whether they were met by chance.
    Fight(Vec<UnitId>, bool),
    /// The party avoids these.
    Avoid(Vec<UnitId>),
    /// The party enters a local map.
    Enter(MapId),
    /// The party goes back to the overland map.
    Return,
}

/// Returns the hex of the party.
pub(super) fn tile(world: &World) -> Option<TileId> {
    let leader = party(world).next()?;
    world.resource::<Board>().seat(leader)
}

/// Lists who goes with a character: those of its group on its hex.
pub fn company(world: &World, id: UnitId) -> Vec<UnitId> {
    let units = Units::of(world);
    let is_with = |&other: &UnitId| {
        let is_own = units.side(id) == PARTY && units.side(other) == PARTY;
        units.seat(other) == units.seat(id) && (is_own || are_grouped(world, id, other))
    };
    units.ids().filter(is_with).collect()
}

/// Checks whether the party may enter the location that it is at.
pub(super) fn enter(world: &World) -> Result<Task, Refusal> {
    let journey = setup::journey(world).filter(|_| setup::map(world) == Map::Overland);
    let (Some(journey), Some(tile)) = (journey, tile(world)) else {
        return Err(Refusal::NoLocation);
    };
    let map = journey.locations_at(tile).find_map(|one| one.enter);
    let map = map.ok_or(Refusal::NoLocation)?;
    Ok(Task::Journey(JourneyTask::Enter(map)))
}

/// Checks whether the party may leave the local map that it is on.
pub(super) fn leave(world: &World) -> Result<Task, Refusal> {
    let gate = setup::gate(world);
    match () {
        () if gate.is_empty() => Err(Refusal::NoGate),
        () if world.resource::<Progress>().fights() => Err(Refusal::InCombat),
        () if is_in(world, gate) => Ok(Task::Journey(JourneyTask::Return)),
        () => Err(Refusal::NotAtGate),
    }
}

/// Takes the answer of the party that saw others first.
pub(super) fn answer(
    world: &World,
    side: Side,
    order: &Order,
    waiting: &Waiting<Party>,
) -> Result<Plan, Refusal> {
    if !Party::owes(world, side) {
        return Err(Refusal::NotNow);
    }
    let Choice::Meeting(foes) = &waiting.choice;
    let task = match order {
        Order::Engage => JourneyTask::Fight(foes.clone(), true),
        Order::Avoid => JourneyTask::Avoid(foes.clone()),
        _ => return Err(Refusal::Undecided),
    };
    Ok(waiting.plan.clone().before(Task::Journey(task)))
}

/// Returns what follows by itself on the maps of a journey: the way back from a combat map.
pub(super) fn closing(world: &World) -> Option<Task> {
    let progress = world.resource::<Progress>();
    setup::journey(world).filter(|_| setup::map(world) == Map::Combat)?;
    let escape = setup::escape(world);
    let is_over = !progress.fights() && escape.is_empty();
    // Whoever found no place goes on when all who fought are dead.
    (is_over || is_in(world, escape)).then_some(Task::Journey(JourneyTask::Return))
}

/// Lists what the other groups on the overland map do in a turn, in order.
pub(super) fn marches(world: &World) -> Vec<Task> {
    let units = Units::of(world);
    let others = || {
        let ids = units.ids();
        ids.filter(|&id| units.side(id) != PARTY && units.seat(id).is_some())
    };
    let leads = |&id: &UnitId| others().find(|&other| are_grouped(world, id, other)) == Some(id);
    let leaders: Vec<_> = others().filter(leads).collect();
    let tasks = leaders.into_iter().flat_map(|id| {
        [
            Task::Journey(JourneyTask::March(id)),
            Task::Settle(id),
            Task::Journey(JourneyTask::Contact),
        ]
    });
    tasks.collect()
}

/// Carries out a task of a journey; what follows from it goes before the other tasks.
pub(super) fn carry_out(
    tasks: &mut Tasks<Task>,
    world: &World,
    task: JourneyTask,
    dice: &mut Dice,
) -> Option<Event> {
    let journey = setup::journey(world)?;
    match task {
        JourneyTask::Travel(unit, mut path) => {
            let facing = path.pop()?;
            let Some(step) = step(world, unit, facing) else {
                return Some(Event::Stopped { unit });
            };
            if !path.is_empty() {
                tasks.push(Task::Journey(JourneyTask::Travel(unit, path)));
            }
            tasks.first([
                Task::Journey(JourneyTask::Contact),
                Task::Journey(JourneyTask::Encounter),
                Task::EndPhase,
                Task::Roam,
            ]);
            Some(step)
        }
        JourneyTask::March(unit) => step(world, unit, heading(world, unit)?),
        JourneyTask::Contact => {
            let here = tile(world)?;
            let seat = |id: &UnitId| Units::of(world).seat(*id) == Some(here);
            let foes: Vec<_> = foes(world, PARTY).filter(seat).collect();
            let is_met = !foes.is_empty();
            tasks.first(is_met.then_some(Task::Journey(JourneyTask::Fight(foes, false))));
            None
        }
        JourneyTask::Encounter => {
            let looked = encounter::check(world, journey, dice)?;
            if let Event::LookedOut { met: Some(met), .. } = &looked {
                let foes = met.foes.clone();
                tasks.push(Task::Journey(match met.is_seen() {
                    true => JourneyTask::Choose(foes),
                    false => JourneyTask::Fight(foes, true),
                }));
            }
            Some(looked)
        }
        // The plan asks; see there.
        JourneyTask::Choose(_) => None,
        JourneyTask::Avoid(foes) => Some(Event::Avoided { foes }),
        JourneyTask::Fight(foes, by_chance) => fight(tasks, world, journey, foes, by_chance, dice),
        JourneyTask::Enter(map) => {
            *tasks = Tasks::of([Task::CloseTurn]);
            Some(entered(world, map))
        }
        JourneyTask::Return => {
            *tasks = Tasks::of([Task::CloseTurn]);
            Some(returned(world))
        }
    }
}

/// Has a character go a step with its company, if ground lets it.
fn step(world: &World, unit: UnitId, facing: Direction) -> Option<Event> {
    let board = world.resource::<Board>();
    let from = board.seat(unit)?;
    let to = board.grid.neighbor(from, facing)?;
    can_step(board, &board.layers, from, facing, to).then(|| Event::Traveled {
        units: company(world, unit),
        to,
        facing,
    })
}

/// Returns where the leader of a group goes: by the first rule of its script that holds and leads anywhere,
/// else along its patrol.
fn heading(world: &World, id: UnitId) -> Option<Direction> {
    if !is_up(world, id) {
        return None;
    }
    let (units, mind) = (Units::of(world), Mind::of(world, id));
    let memory = units.part::<Memory>(id);
    let script = setup::content(world).script(units.part::<Sheet>(id).script);
    let mut goal = None;
    for rule in script
        .combat
        .iter()
        .filter(|rule| rule.when.iter().all(|one| mind.holds(one)))
    {
        goal = match &rule.act {
            Action::Attack(target) => mind.target(target).and_then(|target| units.seat(target)),
            Action::MoveTo(place) => memory.place(*place),
            Action::Flee => match mind.flee() {
                Ok(Order::Move(_, path)) => return path.first().copied(),
                _ => None,
            },
            Action::Cast(..) | Action::AlertAllies => None,
            Action::Pass => break,
        };
        if goal.is_some() {
            break;
        }
    }
    let (board, goal) = (units.board(), goal.or_else(|| roam::goal(world, id))?);
    Ways::first_step(board, &board.layers, units.seat(id)?, goal, |_| false)
}

/// Goes over to a combat map, drawn from those of the hex, where combat starts at once; without one there is
/// none.
fn fight(
    tasks: &mut Tasks<Task>,
    world: &World,
    journey: &Journey,
    met: Vec<UnitId>,
    by_chance: bool,
    dice: &mut Dice,
) -> Option<Event> {
    let leader = party(world).next()?;
    let origin = tile(world)?;
    let fields = journey.battlefields(origin);
    if fields.is_empty() {
        return Some(Event::NoBattlefield { foes: met });
    }
    let drawn = dice.die(Label::Arrival, fields.len() as u32) - 1;
    *tasks = Tasks::of([Task::Arrive, Task::Begin(None)]);
    let tiles = world.resource::<Progress>().course.trip.tiles;
    Some(Event::Entered {
        map: fields[drawn as usize],
        places: Vec::new(),
        gone: Vec::new(),
        keeps: true,
        trip: Trip {
            tiles: if by_chance { 0 } else { tiles },
            origin,
            from: part::<Memory>(world, leader).before,
            met,
        },
    })
}

/// Lists those of the party that live, wherever they are.
fn living(world: &World) -> impl Iterator<Item = UnitId> + '_ {
    let units = Units::of(world);
    let lives = move |id: &UnitId| {
        units.side(*id) == PARTY && matches!(units.part(*id), Presence::OnBoard | Presence::Reserve)
    };
    units.ids().filter(lives)
}

/// Whether nobody of the party lives, on this map or another.
pub(super) fn is_lost(world: &World) -> bool {
    living(world).next().is_none()
}

/// Whether an enemy of the party lives, on this map or another.
pub(super) fn is_opposed(world: &World) -> bool {
    let units = Units::of(world);
    let mut enemies = units
        .ids()
        .filter(|&id| units.roster().are_hostile(PARTY, units.side(id)));
    enemies.any(|id| matches!(units.part(id), Presence::OnBoard | Presence::Reserve))
}

/// Lists those of other sides that wait on a map, but for some, with their hexes.
fn residents<'w>(
    world: &'w World,
    map: MapId,
    but: &'w [UnitId],
) -> impl Iterator<Item = (UnitId, TileId)> + 'w {
    let units = Units::of(world);
    let waits = move |id: &UnitId| {
        units.side(*id) != PARTY
            && *units.part::<Presence>(*id) == Presence::Reserve
            && *units.part::<Home>(*id) == Home(Some(map))
            && !but.contains(id)
    };
    let ids = units.ids().filter(waits);
    ids.map(move |id| (id, units.part::<Position>(id).0))
}

/// Enters a local map by its gate.
fn entered(world: &World, map: MapId) -> Event {
    let gate = &setup::scenario(world).areas[map.index()].gate;
    let places = living(world).zip(gate.iter().copied().cycle());
    let origin = tile(world).unwrap_or_default();
    Event::Entered {
        map,
        places: places.chain(residents(world, map, &[])).collect(),
        gone: Vec::new(),
        keeps: true,
        trip: Trip {
            origin,
            from: origin,
            ..world.resource::<Progress>().course.trip.clone()
        },
    }
}

/// Goes back to the overland map: to the hex that the party left, or beside it if it fled from enemies, who
/// are there again then. Of those who beat nobody and found no place to fight nothing is seen again.
fn returned(world: &World) -> Event {
    let trip = &world.resource::<Progress>().course.trip;
    let units = Units::of(world);
    let met = || trip.met.iter().copied();
    let left: Vec<_> = met().filter(|&id| units.seat(id).is_some()).collect();
    let at = match left.is_empty() {
        true => trip.origin,
        false => retreat(world, trip),
    };
    let own = living(world).map(|id| (id, at));
    let back = left.iter().map(|&id| (id, trip.origin));
    let others = residents(world, MapId::FIRST, &trip.met);
    let missed = |&id: &UnitId| *units.part::<Presence>(id) == Presence::Reserve;
    Event::Entered {
        map: MapId::FIRST,
        places: own.chain(back).chain(others).collect(),
        gone: met().filter(missed).collect(),
        keeps: setup::map(world) == Map::Local,
        trip: Trip {
            met: Vec::new(),
            ..trip.clone()
        },
    }
}

/// Returns where the party flees to on the overland map: to the hex that it came from, else the first one
/// clockwise beside the battle that can be entered and has no enemy.
fn retreat(world: &World, trip: &Trip) -> TileId {
    let mission = &world.resource::<Setting>().mission;
    let grid = mission.board.grid;
    let near: Vec<_> = grid.neighbors(trip.origin).map(|(_, tile)| tile).collect();
    let is_open = |tile: &TileId| {
        let roster = Units::of(world).roster();
        let hostile = |id| roster.are_hostile(PARTY, side_of(world, id));
        mission.board.can_stand(&mission.catalog, *tile)
            && !residents(world, MapId::FIRST, &trip.met)
                .any(|(id, seat)| seat == *tile && hostile(id))
    };
    let from = Some(trip.from).filter(|from| near.contains(from));
    let mut open = from.into_iter().chain(near.iter().copied()).filter(is_open);
    open.next().unwrap_or(trip.origin)
}

/// Says what the computer orders for the party where a journey asks something of its own: an answer, the way
/// off a map that was explored. On the overland map it goes on as it explores any other.
pub(super) fn advise(world: &World) -> Option<Advice<Order>> {
    setup::journey(world)?;
    if let Some(waiting) = &world.resource::<Pending<Party>>().0 {
        let Choice::Meeting(met) = &waiting.choice;
        let health = |id: UnitId| u32::from(part::<Health>(world, id).now);
        let own: u32 = party(world).map(health).sum();
        let theirs: u32 = met.iter().copied().map(health).sum();
        let order = if own >= 2 * theirs {
            Order::Engage
        } else {
            Order::Avoid
        };
        return Some(ai::alone(world, order, "relative hit points"));
    }
    let fights = world.resource::<Progress>().fights();
    let explored = match setup::map(world) {
        Map::Overland if delve::enters(world) => Some(ai::alone(world, Order::Enter, "unexplored")),
        Map::Local if !fights && delve::is_fit(world) => ai::explore_all(world),
        _ => None,
    };
    if explored.is_some() {
        return explored;
    }
    let (zone, last) = match setup::map(world) {
        Map::Local if !fights => (setup::gate(world), Order::Leave),
        Map::Combat if foes(world, PARTY).next().is_none() => {
            (setup::escape(world), Order::EndCombat)
        }
        _ => return None,
    };
    if super::check::begin(world, PARTY, &last).is_ok() {
        return Some(ai::alone(world, last, "advances"));
    }
    let is_there = |id| zone.contains(&part::<Position>(world, id).0);
    let mut walks = party(world).filter(|&id| !is_there(id) && ai::may_act(world, id));
    let walk = walks.find_map(|id| ai::go_to(world, id, zone, "advances"));
    walk.or_else(|| Some(ai::alone(world, Order::EndTurn, "advances")))
}
