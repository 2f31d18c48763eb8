//! What characters do outside combat: patrols, searches, ways back (§8).
//!
//! **Invariant:** decides and rolls; writes nothing.

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::grid::TileId;
use crate::battle::unit::{UnitId, Units, side_of};
use crate::rules::kit::ways::{Ways, around};
use crate::rules::party::character::{Duty, Errand, Memory, Purse, Sheet};
use crate::rules::party::content::{Leg, Wander};
use crate::rules::party::event::Event;
use crate::rules::party::objects::is_trapped;
use crate::rules::party::script::Mind;
use crate::rules::party::setup;

/// Returns what a character does after combat, by the chains of its script that hold, one after another.
pub(super) fn errand(world: &World, id: UnitId) -> Option<Errand> {
    let units = Units::of(world);
    let script = units.part::<Sheet>(id).after?;
    let memory = units.part::<Memory>(id);
    let mind = Mind::of(world, id);
    let rules = setup::content(world).script(script).after_combat.iter();
    let holding = rules.filter(|rule| rule.when.iter().all(|condition| mind.holds(condition)));
    let duties = holding.flat_map(|rule| &rule.legs).filter_map(|leg| {
        Some(match *leg {
            Leg::MoveTo(to) => Duty::Go(memory.place(to)?),
            Leg::Wander(Wander {
                around,
                radius,
                chance,
                turns,
            }) => Duty::Wander {
                center: memory.place(around)?,
                radius,
                chance,
                turns,
                goal: None,
            },
        })
    });
    let leg = units.part::<Errand>(id).leg;
    let duties: Vec<_> = duties.collect();
    (!duties.is_empty()).then_some(Errand { duties, leg })
}

/// Returns where a character walks to now, if anywhere.
pub(super) fn goal(world: &World, id: UnitId) -> Option<TileId> {
    let units = Units::of(world);
    let Errand { duties, leg } = units.part(id);
    match duties.first() {
        Some(Duty::Go(tile)) => Some(*tile),
        Some(Duty::Wander { goal, .. }) => *goal,
        None => units
            .part::<Sheet>(id)
            .patrol
            .get(usize::from(*leg))
            .copied(),
    }
}

/// Whether a character has anything to do.
pub(super) fn is_busy(world: &World, id: UnitId) -> bool {
    let units = Units::of(world);
    !units.part::<Errand>(id).duties.is_empty() || !units.part::<Sheet>(id).patrol.is_empty()
}

/// Returns the next step to where a character walks, if it is not there and can pay for it.
pub(super) fn step(world: &World, id: UnitId) -> Option<Event> {
    let cost = setup::content(world).figures.costs.step;
    let (units, board) = (Units::of(world), world.resource::<Board>());
    let (from, goal) = (units.seat(id)?, goal(world, id)?);
    if units.part::<Purse>(id).ap < cost.max(1) {
        return None;
    }
    let side = side_of(world, id);
    let facing = Ways::first_step(board, &board.layers, from, goal, |tile| {
        is_trapped(world, side, tile)
    })?;
    Some(Event::Stepped {
        unit: id,
        to: board.grid.neighbor(from, facing)?,
        facing,
        ap: cost,
    })
}

/// Returns the ways from a character's hex, around traps that its side knows.
fn ways(world: &World, id: UnitId, seat: TileId) -> Ways {
    let (board, side) = (world.resource::<Board>(), side_of(world, id));
    Ways::search(board, &board.layers, seat, u16::MAX, |tile| {
        is_trapped(world, side, tile)
    })
}

/// Checks whether an idle searcher walks, and where to (clarification 16).
pub(super) fn look(world: &World, id: UnitId, dice: &mut Dice) -> Option<Event> {
    let (units, board) = (Units::of(world), world.resource::<Board>());
    let seat = units.seat(id)?;
    let Some(Duty::Wander {
        center,
        radius,
        chance,
        turns: 1..,
        goal: None,
    }) = idle(units.part(id), seat)
    else {
        return None;
    };
    let check = dice.chance(Label::Intent, chance);
    let goal = check.passed.then(|| {
        let hexes: Vec<_> = around(board.grid, center, radius.into()).collect();
        let drawn = dice.die(Label::Intent, hexes.len() as u32) - 1;
        hexes[drawn as usize]
    });
    let ways = ways(world, id, seat);
    Some(Event::Searched {
        unit: id,
        roll: check.roll - 1,
        goal: goal.filter(|&tile| ways.steps(tile).is_some()),
    })
}

/// Returns the duty that is next, without a goal that is reached.
fn idle(errand: &Errand, seat: TileId) -> Option<Duty> {
    let mut duty = *errand.duties.first()?;
    if let Duty::Wander { goal, .. } = &mut duty {
        *goal = goal.filter(|&tile| tile != seat);
    }
    Some(duty)
}

/// Counts a turn of a character's errand: what is done is struck off it.
pub(super) fn settle(world: &World, id: UnitId) -> Option<Event> {
    let units = Units::of(world);
    let seat = units.seat(id)?;
    let mut errand = units.part::<Errand>(id).clone();
    let is_there = |tile: TileId| ways(world, id, seat).nearest_to(tile) == seat;
    let mut forgets = false;
    match idle(&errand, seat) {
        Some(Duty::Go(tile)) if is_there(tile) => drop(errand.duties.remove(0)),
        Some(Duty::Go(_)) => {}
        Some(Duty::Wander {
            turns: 0..=1,
            goal: None,
            ..
        }) => {
            errand.duties.remove(0);
            forgets = true;
        }
        Some(Duty::Wander { .. }) => {
            if let Some(Duty::Wander { turns, .. }) = errand.duties.first_mut() {
                *turns = turns.saturating_sub(1);
            }
        }
        None => {
            let patrol = &units.part::<Sheet>(id).patrol;
            if goal(world, id).is_some_and(is_there) {
                errand.leg = (errand.leg + 1) % patrol.len().max(1) as u8;
            }
        }
    }
    (forgets || errand != *units.part(id)).then_some(Event::Minded {
        unit: id,
        errand,
        forgets,
    })
}
