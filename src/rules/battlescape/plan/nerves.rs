//! Suppression after a volley, morale after a death, and who does not obey when a phase begins.

use std::collections::VecDeque;

use bevy::prelude::World;

use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::grid::{Direction, TileId};
use crate::battle::path;
use crate::battle::unit::{self, Health, Roster, Side, UnitId, Units};
use crate::rules::battlescape::attack::{self, Arc};
use crate::rules::battlescape::check::running_cost;
use crate::rules::battlescape::content::nerve::Recovery;
use crate::rules::battlescape::content::{FireMode, Gait, WeaponClass};
use crate::rules::battlescape::event::{Event, Mark};
use crate::rules::battlescape::nerve::{self, Nerve, Panic, Shock, Stunned, is_conscious};
use crate::rules::battlescape::plan::fire::nearest_target;
use crate::rules::battlescape::plan::{Task, TaskStep, on_board};
use crate::rules::battlescape::shot;
use crate::rules::battlescape::soldier::{self, Rulebook, TimeUnits, steps_left};

/// A volley that was fired, as far as it frightens.
pub(super) struct Fired {
    pub(super) unit: UnitId,
    pub(super) target: Option<UnitId>,
    pub(super) at: TileId,
    pub(super) rounds: u8,
    pub(super) hits: u8,
    pub(super) arc: Arc,
    /// Whether suppression was readied for it.
    pub(super) is_readied: bool,
}

/// Returns what a volley did to the nerve of its target and of enemies around (§7, §9).
pub(super) fn after_volley(world: &World, fired: &Fired, dice: &mut Dice) -> Vec<Task> {
    let units = Units::of(world);
    let rulebook = world.resource::<Rulebook>();
    let figures = &rulebook.figures().suppression;
    let weapon = soldier::weapon(world, fired.unit);
    let mut tasks = Vec::new();
    if weapon.class != WeaponClass::Melee {
        let is_heavy = weapon.class == WeaponClass::Heavy;
        let pinned: Vec<_> = (units.ids())
            .filter(|&id| units.are_foes(fired.unit, id))
            .filter_map(|id| {
                let near = units.board().grid.distance(units.seat(id)?, fired.at);
                let (hits, near) = match fired.target == Some(id) {
                    true => (fired.hits, fired.rounds - fired.hits),
                    false if near <= u32::from(figures.near_hexes) => (0, fired.rounds),
                    false => return None,
                };
                if units.part::<Health>(id).now == 0 {
                    return None;
                }
                let points = nerve::points(figures, hits, near, is_heavy, fired.is_readied);
                let room = nerve::room(figures, *units.part(id));
                (points > 0).then_some((id, points.min(room)))
            })
            .collect();
        tasks.extend(pin(world, pinned));
    }
    if let (1.., Arc::Rear, Some(target)) = (fired.hits, fired.arc, fired.target) {
        tasks.extend(check_panic(world, target, dice));
    }
    tasks
}

/// Brings units so many suppression points each, and tells whom that pins down (§15.13).
pub(super) fn pin(world: &World, units: Vec<(UnitId, u8)>) -> Vec<Task> {
    let figures = &world.resource::<Rulebook>().figures().suppression;
    let is_pinned_down = |&(id, points): &(UnitId, u8)| {
        let now = *unit::part::<Nerve>(world, id);
        now.suppressed == 0 && nerve::suppress(figures, now, points).suppressed > 0
    };
    let down = units.iter().filter(|one| is_pinned_down(one));
    let down: Vec<_> = down.map(|&(id, _)| id).collect();
    let mut tasks = Vec::new();
    if !units.is_empty() {
        tasks.push(Task::Emit(Event::Pinned { units }));
    }
    if !down.is_empty() {
        tasks.push(Task::Emit(Event::Suppressed { units: down }));
    }
    tasks
}

/// Tells whether a unit that just lost so many hit points, and lives, was knocked out by that (§8).
pub(super) fn knocked_out(world: &World, unit: UnitId, damage: u16) -> Option<Task> {
    let (left, shock) = (*unit::part::<Health>(world, unit), *unit::part(world, unit));
    let before = Health {
        now: left.now.saturating_add(damage),
        ..left
    };
    let falls = left.now > 0 && is_conscious(before, shock) && !is_conscious(left, shock);
    falls.then_some(Task::Emit(Event::KnockedOut { unit }))
}

/// Checks whether a unit panics; nothing is drawn for one that cannot (§9).
fn check_panic(world: &World, id: UnitId, dice: &mut Dice) -> Option<Task> {
    let nerve = *unit::part::<Nerve>(world, id);
    let is_calm =
        soldier::kind(world, id).bravery.is_none() || nerve.panic.is_some() || !can_act(world, id);
    let chance = nerve::panic_chance(&world.resource::<Rulebook>().figures().morale, nerve.morale);
    if is_calm || chance == 0 {
        return None;
    }
    let check = dice.chance(Label::Panic, chance);
    let panic = check.passed.then(|| Panic::of(dice.die(Label::Panic, 3)));
    Some(Task::Emit(Event::NerveTested {
        unit: id,
        chance,
        roll: check.roll,
        panic,
    }))
}

fn can_act(world: &World, id: UnitId) -> bool {
    let (health, shock) = (
        *unit::part::<Health>(world, id),
        *unit::part::<Shock>(world, id),
    );
    on_board(world, id) && is_conscious(health, shock) && shock.stunned != Stunned::Now
}

/// Returns how a death shifts morale.
pub(super) fn after_death(world: &World, dead: UnitId, by: Option<UnitId>) -> Option<Task> {
    let roster = world.resource::<Roster>();
    let shifts = nerve::after_death(world, dead, by, |side: Side| roster.is_neutral(side));
    (!shifts.is_empty()).then_some(Task::Emit(Event::MoraleShifted { units: shifts }))
}

/// Musters the units of a side when its phase begins: who is stunned, panics, or obeys.
pub(super) fn muster_next(
    world: &World,
    units: &mut VecDeque<UnitId>,
    dice: &mut Dice,
) -> TaskStep {
    let figures = world.resource::<Rulebook>().figures();
    let (stun, all) = (&figures.stun, Units::of(world));
    while let Some(id) = units.pop_front() {
        if all.seat(id).is_none() {
            continue;
        }
        let (shock, nerve) = (*all.part::<Shock>(id), *all.part::<Nerve>(id));
        let is_steady = nerve::panic_chance(&figures.morale, nerve.morale) == 0;
        if is_steady && nerve.panic.is_none() && shock.stunned == Stunned::No {
            continue;
        }
        if shock.stunned == Stunned::Now && stun.recovery == Recovery::Chance {
            let check = dice.chance(Label::Panic, stun.percent);
            return TaskStep::Event(Event::StunRolled {
                unit: id,
                roll: check.roll,
                passed: check.passed,
            });
        }
        if let Some(panic) = nerve.panic {
            return match can_act(world, id) {
                true => TaskStep::Over(
                    Event::Panicked { unit: id, panic },
                    act_out(world, id, panic),
                ),
                false => TaskStep::Event(Event::PanicOver { unit: id }),
            };
        }
        if let Some(Task::Emit(event)) = check_panic(world, id, dice) {
            if let Event::NerveTested { panic: Some(_), .. } = event {
                // Whoever loses its nerve now acts it out at once.
                units.push_front(id);
            }
            return TaskStep::Event(event);
        }
    }
    TaskStep::Done
}

fn act_out(world: &World, id: UnitId, panic: Panic) -> Task {
    let steps = match panic {
        Panic::Flee => world.resource::<Rulebook>().figures().morale.flee_steps,
        Panic::Berserk | Panic::Freeze => 0,
    };
    Task::Panic {
        unit: id,
        panic,
        steps,
    }
}

/// One act of a unit that panics.
pub(super) fn panic_next(
    world: &World,
    id: UnitId,
    panic: &mut Panic,
    steps: &mut u8,
    dice: &mut Dice,
) -> TaskStep {
    let over = TaskStep::Last(Event::PanicOver { unit: id });
    if !can_act(world, id) {
        return over;
    }
    match panic {
        Panic::Freeze => over,
        Panic::Berserk => {
            *panic = Panic::Freeze;
            let weapon = soldier::weapon(world, id);
            let modes: Vec<FireMode> = attack::modes(weapon).collect();
            let has = unit::part::<TimeUnits>(world, id).now;
            let figures = world.resource::<Rulebook>().figures();
            for mode in modes {
                let cost = attack::mode_cost(figures, weapon, mode).expect("a mode of the weapon");
                if let Some(target) = nearest_target(world, id, mode).filter(|_| cost.tu <= has) {
                    let done = Task::Emit(Event::PanicOver { unit: id });
                    return TaskStep::Instead(vec![
                        Task::Fire {
                            unit: id,
                            target: Mark::Unit(target),
                            mode,
                            reaction: false,
                            tu: cost.tu,
                        },
                        done,
                    ]);
                }
            }
            over
        }
        Panic::Flee => {
            if *steps == 0 {
                return over;
            }
            *steps -= 1;
            let die = dice.die(Label::Panic, 6);
            match random_step(world, id, Direction::new((die - 1) as u8)) {
                Some(event) => TaskStep::Event(event),
                None => TaskStep::Again,
            }
        }
    }
}

/// A step at random, if it can be made.
fn random_step(world: &World, id: UnitId, facing: Direction) -> Option<Event> {
    let units = Units::of(world);
    let board = units.board();
    let content = world.resource::<Rulebook>().content();
    let from = board.seat(id)?;
    let to = board.grid.neighbor(from, facing)?;
    let gait = match units.part::<soldier::Footing>(id).prone {
        true => Gait::Crawl,
        false => Gait::Run,
    };
    let cost = shot::move_cost(&content.figures, gait, soldier::kind(world, id).flies);
    let hundredths = path::step_cost(board, &board.layers, &cost, from, facing)?;
    let tu = running_cost(
        &content.figures,
        *units.part(id),
        soldier::armor_of(content, units, id),
    )
    .pay(hundredths);
    let is_free = board.first_occupant(to).is_none()
        && tu <= units.part::<TimeUnits>(id).now
        && steps_left(&content.figures, units, id) != Some(0);
    is_free.then_some(Event::Stepped {
        unit: id,
        gait,
        from,
        to,
        facing,
        tu,
        sets_out: false,
    })
}
