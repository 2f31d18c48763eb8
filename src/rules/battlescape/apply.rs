//! Writes battlescape events into the world.
//!
//! **Invariant:** the only writer of a running battle; it neither rolls nor decides. Views are
//! renewed here, event by event.

use bevy::prelude::World;

use crate::{
    battle::{
        board::{Board, TileState},
        grid::TileId,
        knowledge,
        phase::{Turn, Verdict},
        set_tile,
        unit::{self, Facing, Health, Position, Presence, Roster, Side, UnitEdit, UnitId},
    },
    content::{battlescape::Gait, terrain::Cover},
    rules::battlescape::{
        event::{Cause, Event},
        objective::{Progress, Stage},
        soldier::{
            Arms, BurnLeft, Burning, Ended, Footing, Readiness, Rulebook, Stance, TimeUnits,
        },
    },
};

/// Writes one event.
pub fn apply(world: &mut World, event: &Event) {
    // What this event brings to light is told apart from what came before.
    world
        .resource_mut::<knowledge::Knowledge>()
        .discoveries
        .begin_event();
    match event {
        Event::Turned { unit, facing, tu } => {
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.set(Facing(*facing)).set(Stance(Cover::None));
        }
        Event::Stepped {
            unit,
            gait,
            to,
            facing,
            tu,
            ..
        } => {
            world.resource_mut::<Board>().enter(*to, *unit);
            let mut walker = unit::edit(world, *unit);
            pay(&mut walker, *tu);
            walker
                .set(Position(*to))
                .set(Facing(*facing))
                .set(Stance(Cover::None));
            if *gait == Gait::Run {
                walker.part::<Footing>().ran = true;
            }
            knowledge::renew_view(world, *unit);
        }
        Event::Fired {
            unit,
            facing,
            tu,
            rounds,
            reaction,
            ..
        } => {
            let mut unit = unit::edit(world, *unit);
            if *reaction {
                unit.part::<Readiness>().shots += 1;
                unit.part::<TimeUnits>().carried -= tu;
            } else {
                pay(&mut unit, *tu);
            }
            unit.part::<Arms>().rounds -= rounds;
            unit.set(Facing(*facing));
        }
        Event::Shot { target, round, .. } => {
            let dealt = u16::try_from(round.dealt()).unwrap_or(u16::MAX);
            hurt(&mut unit::edit(world, *target), dealt);
        }
        Event::CaughtFire { unit, burn } => {
            let mut unit = unit::edit(world, *unit);
            let burning = unit.part::<Burning>();
            burning.0 = Some(heavier(burning.0, *burn));
        }
        Event::Hurt {
            unit,
            cause,
            damage,
        } => {
            let mut unit = unit::edit(world, *unit);
            hurt(&mut unit, *damage);
            if *cause == Cause::Burn {
                let burning = unit.part::<Burning>();
                burning.0 = burning
                    .0
                    .filter(|burn| burn.turns > 1)
                    .map(|burn| BurnLeft {
                        turns: burn.turns - 1,
                        ..burn
                    });
            }
        }
        Event::Died { unit, .. } => take_off_board(world, *unit, Presence::Dead),
        Event::Left { unit, tu } => {
            pay(&mut unit::edit(world, *unit), *tu);
            take_off_board(world, *unit, Presence::Escaped);
        }
        Event::TookCover {
            unit,
            facing,
            cover,
            tu,
        } => {
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.set(Facing(*facing)).set(Stance(*cover));
        }
        Event::WentProne { unit, tu } => {
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.part::<Footing>().prone = true;
        }
        Event::Stood { unit, tu } => {
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.set(Stance(Cover::None)).part::<Footing>().prone = false;
        }
        Event::Reloaded { unit, rounds, tu } => {
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.part::<Arms>().rounds = *rounds;
        }
        Event::Readied { unit, tu } => {
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.set(Readiness {
                ready: true,
                shots: 0,
            });
        }
        Event::DoorMoved {
            unit,
            tile,
            becomes,
            facing,
            tu,
        } => {
            let mut opener = unit::edit(world, *unit);
            pay(&mut opener, *tu);
            opener.set(Facing(*facing));
            let state = world.resource::<Board>().layers.state(*tile);
            set_tile(
                world,
                *tile,
                TileState {
                    terrain: *becomes,
                    ..state
                },
            );
            knowledge::renew_views_around(world, *tile);
        }
        Event::UnitEnded { unit } => {
            unit::edit(world, *unit).set(Ended(true));
        }
        Event::PhaseEnded { side } => end_phase(world, *side),
        Event::PhaseBegan { side } => begin_phase(world, *side),
        Event::TurnBegan { turn } => {
            *world.resource_mut::<Turn>() = Turn {
                number: *turn,
                active: Side(0),
                resolutions: world.resource::<Turn>().resolutions + 1,
            };
        }
        Event::FireRolled {
            ignites: Some(tile),
            ..
        } => ignite(world, *tile),
        Event::EnvironmentAged => age_environment(world),
        Event::SightRenewed => knowledge::renew_all_views(world),
        Event::ObjectiveJudged { held } => world.resource_mut::<Progress>().held = *held,
        Event::Ended { ending } => {
            *world.resource_mut::<Verdict>() = Verdict(Some(*ending));
            world.resource_mut::<Turn>().resolutions += 1;
        }
        Event::PlayedOn => {
            *world.resource_mut::<Verdict>() = Verdict(None);
            world.resource_mut::<Progress>().unlimited = true;
        }
        Event::Bumped { .. } | Event::Spotted { .. } | Event::FireRolled { ignites: None, .. } => {}
    }
}

fn pay(unit: &mut UnitEdit, tu: u16) {
    unit.part::<TimeUnits>().now -= tu;
}

fn hurt(unit: &mut UnitEdit, damage: u16) {
    let health = unit.part::<Health>();
    health.now = health.now.saturating_sub(damage);
}

/// Keeps the burn that can do more per turn; of equals, the longer one.
fn heavier(now: Option<BurnLeft>, new: BurnLeft) -> BurnLeft {
    let weight = |burn: &BurnLeft| {
        (
            u16::from(burn.dice.count) * u16::from(burn.dice.sides),
            burn.turns,
        )
    };
    now.filter(|now| weight(now) > weight(&new)).unwrap_or(new)
}

fn take_off_board(world: &mut World, unit: UnitId, presence: Presence) {
    world.resource_mut::<Board>().leave(unit);
    unit::edit(world, unit)
        .set(presence)
        .set(Readiness::default());
    knowledge::renew_view(world, unit);
}

fn side_units(world: &World, side: Side) -> Vec<UnitId> {
    world.resource::<Roster>().of_side(side).collect()
}

/// Carries TU over (C20) and hands over to the next side, or to the resolution.
fn end_phase(world: &mut World, side: Side) {
    let carry_max = world.resource::<Rulebook>().figures().tu.carry_max;
    for unit in side_units(world, side) {
        let mut unit = unit::edit(world, unit);
        let pool = unit.part::<TimeUnits>();
        *pool = TimeUnits {
            now: 0,
            carried: pool.now.min(carry_max),
        };
    }
    let next = side.0 + 1;
    if next < crate::battle::side_count(world) {
        world.resource_mut::<Turn>().active = Side(next);
        world.resource_mut::<Progress>().stage = Stage::HandOver;
    } else {
        world.resource_mut::<Progress>().stage = Stage::Resolving;
    }
}

/// Fills the pools of a side: 100 + carried (§3); readied fire lapses.
fn begin_phase(world: &mut World, side: Side) {
    world.resource_mut::<Turn>().active = side;
    world.resource_mut::<Progress>().stage = Stage::Acting;
    let per_turn = world.resource::<Rulebook>().figures().tu.per_turn;
    for unit in side_units(world, side) {
        let mut unit = unit::edit(world, unit);
        let pool = unit.part::<TimeUnits>();
        *pool = TimeUnits {
            now: per_turn + pool.carried,
            carried: 0,
        };
        unit.set(Readiness::default()).set(Ended(false));
        unit.part::<Footing>().ran = false;
    }
}

fn ignite(world: &mut World, tile: TileId) {
    let environment = &world.resource::<Rulebook>().figures().environment;
    // One turn more, since the fires of this resolution age right after it.
    let (turns, density) = (environment.fire_turns + 1, environment.fire_smoke);
    let state = world.resource::<Board>().layers.state(tile);
    let smoke = state.smoke.max(density);
    set_tile(
        world,
        tile,
        TileState {
            fire: turns,
            smoke,
            ..state
        },
    );
    knowledge::renew_memory(world, tile);
}

/// Fires burn down by a turn, smoke thins; a burning hex keeps its smoke.
fn age_environment(world: &mut World) {
    let environment = &world.resource::<Rulebook>().figures().environment;
    let (decay, density) = (environment.smoke_decay, environment.fire_smoke);
    let board = world.resource::<Board>();
    let aging: Vec<_> = (board.grid.tiles())
        .map(|tile| (tile, board.layers.state(tile)))
        .filter(|(_, state)| state.fire > 0 || state.smoke > 0)
        .collect();
    for (tile, state) in aging {
        let fire = state.fire.saturating_sub(1);
        let thinner = state.smoke.saturating_sub(decay);
        let smoke = if fire > 0 {
            thinner.max(density)
        } else {
            thinner
        };
        set_tile(
            world,
            tile,
            TileState {
                fire,
                smoke,
                ..state
            },
        );
        knowledge::renew_memory(world, tile);
    }
}
