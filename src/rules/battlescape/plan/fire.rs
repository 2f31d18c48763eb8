//! Attacks and the reactions to moves and acts.

use std::cmp::Reverse;
use std::collections::VecDeque;

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::grid::{Direction, TileId};
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{self, Position, Roster, Side, UnitId, Units};
use crate::rules::battlescape::attack::{self, Attack};
use crate::rules::battlescape::content::{BattlescapeContent, FireMode};
use crate::rules::battlescape::event::{Event, Mark, Ricochet};
use crate::rules::battlescape::plan::{Load, Task, TaskStep, burst, nerves, on_board};
use crate::rules::battlescape::shot::{self, shot};
use crate::rules::battlescape::soldier::{self, Kind, Readiness, Rulebook, Suppression};

/// Queues the readied enemies that see a unit which stepped or acted, in order of Reactions, then id (§7).
pub(in crate::rules::battlescape) fn reactions(
    units: Units,
    content: &BattlescapeContent,
    knowledge: &Knowledge,
    mover: UnitId,
) -> Option<Task> {
    let seat = units.seat(mover)?;
    // Most steps are out of sight of everybody else.
    let own = units.side(mover);
    let mut others = (0..).map(Side).take(knowledge.side_count());
    if !others.any(|side| side != own && knowledge.of(side).sees(seat)) {
        return None;
    }
    let mut ready: Vec<_> = (units.ids())
        .filter(|&id| units.are_foes(id, mover) && knowledge.unit_sees(id, seat))
        .filter(|&id| shot::is_quick_enough(units, content, id, mover))
        .map(|id| {
            (
                Reverse(content.unit(units.part::<Kind>(id).0).reactions),
                id,
            )
        })
        .collect();
    ready.sort_unstable();
    (!ready.is_empty()).then(|| Task::Reactions {
        mover,
        reactors: ready.into_iter().map(|(_, id)| id).collect(),
    })
}

pub(super) fn react_next(
    world: &World,
    mover: UnitId,
    reactors: &mut VecDeque<UnitId>,
) -> TaskStep {
    while let Some(reactor) = reactors.pop_front() {
        if !on_board(world, mover) {
            return TaskStep::Done;
        }
        if let Some(tu) = shot::reaction_cost(world, reactor, mover) {
            let (event, volley) =
                opening(world, reactor, Mark::Unit(mover), FireMode::Snap, true, tu)
                    .expect("a reaction was found possible");
            return TaskStep::Over(event, volley);
        }
    }
    TaskStep::Done
}

/// Begins an attack, if it can still be made.
pub(super) fn fire(
    world: &World,
    unit: UnitId,
    target: Mark,
    mode: FireMode,
    reaction: bool,
    tu: u16,
) -> TaskStep {
    match opening(world, unit, target, mode, reaction, tu) {
        Some((event, volley)) => TaskStep::Then(event, volley),
        None => TaskStep::Done,
    }
}

/// The first event of an attack and the rounds that follow it.
fn opening(
    world: &World,
    unit: UnitId,
    target: Mark,
    mode: FireMode,
    reaction: bool,
    tu: u16,
) -> Option<(Event, Task)> {
    let from = unit::part::<Position>(world, unit).0;
    let board = world.resource::<Board>();
    let figures = world.resource::<Rulebook>().figures();
    let tile = match target {
        Mark::Unit(target) => board.seat(target)?,
        Mark::Hex(tile) => tile,
    };
    // What is really there takes the rounds: a wall on the way, or an unseen unit.
    let stopped = shot::ends_at(world, unit, tile);
    let occupant = board.first_occupant(tile).filter(|_| stopped.is_none());
    let shot = match target {
        Mark::Unit(target) => shot(world, unit, from, target, mode, reaction).ok()?,
        Mark::Hex(tile) => shot::shot_at_hex(world, unit, from, tile, mode, occupant).ok()?,
    };
    let weapon = soldier::weapon(world, unit);
    let attack = Attack::prepare(figures, weapon, &shot).ok()?;
    let facing = board.grid.direction_towards(from, tile);
    let left = attack.cost.rounds;
    let rounds = if weapon.magazine == 0 {
        0
    } else {
        u16::from(left)
    };
    let is_spray = matches!(mode, FireMode::Burst | FireMode::Auto);
    let pins = is_spray && unit::part::<Readiness>(world, unit).suppression == Suppression::Now;
    Some((
        Event::Fired {
            unit,
            target,
            mode,
            facing,
            tu,
            rounds,
            reaction,
            pins,
            attack,
            stopped,
        },
        Task::Volley {
            unit,
            target: stopped.map_or(target, Mark::Hex),
            tile: stopped.unwrap_or(tile),
            occupant,
            attack,
            load: Load::Weapon,
            left,
            hits: 0,
            bounced: false,
            pins,
            struck: stopped.unwrap_or(tile),
            loss: 0,
        },
    ))
}

/// Fires the next round of a volley.
pub(super) fn next_round(task: &mut Task, world: &World, dice: &mut Dice) -> TaskStep {
    let Task::Volley {
        unit,
        target,
        tile,
        occupant,
        attack,
        load,
        left,
        hits,
        bounced,
        loss,
        ..
    } = task
    else {
        return TaskStep::Done;
    };
    *left -= 1;
    if attack.area.is_some() {
        let landing = attack.land(dice, occupant.is_some() && load.wounds());
        *hits += u8::from(landing.hit.passed);
        let event = burst::of_volley(world, *unit, *tile, *occupant, attack, *load, landing);
        return TaskStep::Event(event);
    }
    let round = attack.round(dice);
    *hits += u8::from(round.hit.passed);
    let ricochet = match round.wound {
        Some(wound) => {
            if occupant.is_none() {
                *loss += wound.after_mode;
            }
            None
        }
        None => ricochet(world, *unit, *tile, attack, dice),
    };
    *bounced |= ricochet.is_some_and(|ricochet| ricochet.victim.is_some());
    TaskStep::Event(Event::Shot {
        unit: *unit,
        target: occupant.map_or(*target, Mark::Unit),
        round,
        ricochet,
    })
}

/// Rolls where a kinetic miss goes (§15.20).
fn ricochet(
    world: &World,
    unit: UnitId,
    aimed: TileId,
    attack: &Attack,
    dice: &mut Dice,
) -> Option<Ricochet> {
    let weapon = soldier::weapon(world, unit);
    let figures = world.resource::<Rulebook>().figures();
    if !attack::ricochets(weapon) || figures.ricochet.chance == 0 {
        return None;
    }
    let check = dice.chance(Label::Ricochet, figures.ricochet.chance);
    let board = world.resource::<Board>();
    let to = check.passed.then(|| {
        let way = Direction::new((dice.die(Label::Ricochet, 6) - 1) as u8);
        board.grid.neighbor(aimed, way)
    });
    let to = to.flatten();
    let victim = to
        .and_then(|tile| board.first_occupant(tile))
        .map(|victim| {
            let pool = dice.sum(
                Label::Dmg,
                attack.impact.dice.count,
                attack.impact.dice.sides,
            );
            let armor = soldier::armor(world, victim);
            let impact = attack.impact.against(figures, weapon.damage_type, armor);
            let splash = impact.glance(pool.sum, figures.ricochet.percent);
            (
                victim,
                pool,
                u16::try_from(splash.dealt).unwrap_or(u16::MAX),
            )
        });
    Some(Ricochet {
        roll: check.roll,
        to,
        victim,
    })
}

/// What a volley leads to when its last round is fired: deaths, broken terrain, fear.
pub(super) fn end_volley(task: &Task, world: &World, dice: &mut Dice) -> TaskStep {
    let Task::Volley {
        unit,
        tile,
        occupant,
        attack,
        load,
        hits,
        bounced,
        pins,
        struck,
        loss,
        ..
    } = task
    else {
        return TaskStep::Done;
    };
    let mut tasks = Vec::new();
    // Explosions and grenades frighten by themselves; chemical rounds as bullets do (§15.28).
    let explodes = attack.area.is_some_and(|area| area.explodes);
    if *load == Load::Weapon && !explodes {
        if *hits > 0 || *bounced {
            tasks.extend(burst::deaths(world, Some(*unit)));
        }
        let fired = nerves::Fired {
            unit: *unit,
            target: *occupant,
            at: *tile,
            rounds: attack.cost.rounds,
            hits: *hits,
            arc: attack.aim.arc,
            is_readied: *pins,
        };
        tasks.extend(nerves::after_volley(world, &fired, dice));
    }
    if *loss > 0 {
        let before = world.resource::<Board>().layers.state(*struck);
        let state = burst::worn(world.resource::<Rulebook>().catalog(), before, *loss);
        if state != before {
            tasks.push(Task::Emit(Event::TerrainHit {
                tile: *struck,
                state,
                loss: *loss,
            }));
        }
    }
    TaskStep::Instead(tasks)
}

/// The nearest enemy in sight that a unit could fire at in a mode; of equals, the lower id.
pub(super) fn nearest_target(world: &World, id: UnitId, mode: FireMode) -> Option<UnitId> {
    let units = Units::of(world);
    let from = units.seat(id)?;
    let roster = world.resource::<Roster>();
    (units.ids())
        .filter(|&other| roster.are_hostile(units.side(id), units.side(other)))
        .filter(|&other| shot(world, id, from, other, mode, false).is_ok())
        .filter_map(|other| Some((units.board().grid.distance(from, units.seat(other)?), other)))
        .min()
        .map(|(_, other)| other)
}
