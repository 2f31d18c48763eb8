//! What the turn itself changes: phases begin and end, units recover, fire and smoke age.

use bevy::prelude::World;

use crate::battle::board::{Board, TileState};
use crate::battle::grid::TileId;
use crate::battle::phase::{Turn, Verdict};
use crate::battle::unit::{self, Health, Roster, Side, UnitId, Units, Vision};
use crate::battle::{knowledge, set_tile};
use crate::playing::renew;
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::apply::ground::{blame, forgive};
use crate::rules::battlescape::apply::{light_up, open_eyes};
use crate::rules::battlescape::event::Event;
use crate::rules::battlescape::gear::{Eye, Fume, Props};
use crate::rules::battlescape::nerve::{self, Energy, Nerve, Shock, Stunned, is_conscious};
use crate::rules::battlescape::objective::{Progress, Stage};
use crate::rules::battlescape::soldier::{
    Conditions, Ended, Footing, Kind, Readiness, Rulebook, Suppression, TimeUnits, settle_senses,
};

/// Writes events of the turn, the objective and the script.
pub(super) fn write(world: &mut World, event: &Event) {
    match event {
        Event::Triggered { index } => world.resource_mut::<Progress>().triggered |= 1 << index,
        Event::ModeChanged { side, mode } => {
            world.resource_mut::<Progress>().modes[side.index()] = Some(*mode);
        }
        Event::SecondaryDone { index } => world.resource_mut::<Progress>().done |= 1 << index,
        Event::UnitEnded { unit } => {
            unit::edit(world, *unit).set(Ended(true));
        }
        Event::PhaseEnded { side } => end_phase(world, *side),
        Event::PhaseBegan { side } => begin_phase(world, *side),
        Event::TurnBegan { turn } => {
            *world.resource_mut::<Turn>() = Turn {
                number: *turn,
                active: world.resource::<Conditions>().first,
                resolutions: world.resource::<Turn>().resolutions + 1,
            };
        }
        Event::ObjectiveJudged { held } => world.resource_mut::<Progress>().held = *held,
        Event::Ended { ending } => {
            *world.resource_mut::<Verdict>() = Verdict(Some(*ending));
            world.resource_mut::<Turn>().resolutions += 1;
        }
        Event::PlayedOn { late, forlorn } => {
            *world.resource_mut::<Verdict>() = Verdict(None);
            let mut progress = world.resource_mut::<Progress>();
            progress.unlimited |= late;
            progress.forlorn |= forlorn;
        }
        Event::Renewed { source } => renew::<Battlescape>(world, source),
        _ => {}
    }
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
        let shock = unit.part::<Shock>();
        if shock.stunned == Stunned::Now {
            shock.stunned = Stunned::No;
        }
    }
    // Sides follow each other in their order, round and round, until it is the first one's again.
    let next = Side((side.0 + 1) % crate::battle::side_count(world));
    if next != world.resource::<Conditions>().first {
        world.resource_mut::<Turn>().active = next;
        world.resource_mut::<Progress>().stage = Stage::HandOver;
    } else {
        world.resource_mut::<Progress>().stage = Stage::Resolving;
    }
}

/// Returns the TU a unit has at the start of its turn: 100 + carried, less what low morale takes; none
/// if it is unconscious (§3, §9, §15.18, §15.24).
pub(super) fn turn_pool(world: &World, id: UnitId) -> u16 {
    if !is_conscious(*unit::part(world, id), *unit::part(world, id)) {
        return 0;
    }
    let figures = world.resource::<Rulebook>().figures();
    let full = figures.tu.per_turn + unit::part::<TimeUnits>(world, id).carried;
    let nerve = *unit::part::<Nerve>(world, id);
    let lost = nerve::band(&figures.morale, nerve).map_or(0, |band| band.tu);
    full.min(figures.tu.pool_max()).saturating_sub(lost)
}

/// Brings a unit's senses in line with its health and stun; it falls and wakes without TU (§15.24).
pub(in crate::rules::battlescape) fn wake_or_fall(world: &mut World, id: UnitId) {
    let units = Units::of(world);
    let is_awake = is_conscious(*units.part(id), *units.part(id));
    if is_awake == (units.part::<Vision>(id).0 > 0) {
        return;
    }
    let mut unit = unit::edit(world, id);
    unit.set(Readiness::default()).set(TimeUnits::default());
    change_senses(world, id);
}

/// Renews what a unit can sense after a change of weapon, health or stun.
pub(super) fn change_senses(world: &mut World, id: UnitId) {
    if !settle_senses(world, id) {
        return;
    }
    if world.resource::<Board>().seat(id).is_some() {
        knowledge::renew_view(world, id);
    }
}

/// Energy comes back, stun and suppression wear off, morale of the shaken moves (§2, phase 3).
pub(super) fn recover(world: &mut World) {
    let rulebook = world.resource::<Rulebook>().clone();
    let figures = rulebook.figures();
    for id in world.resource::<Roster>().ids() {
        if world.resource::<Board>().seat(id).is_none() {
            continue;
        }
        let kind = rulebook.content().unit(unit::part::<Kind>(world, id).0);
        let nerve = *unit::part::<Nerve>(world, id);
        let in_aura =
            nerve.suppression > 0 && nerve::is_led(Units::of(world), rulebook.content(), id);
        let shock = *unit::part::<Shock>(world, id);
        let energy = *unit::part::<Energy>(world, id);
        let max = u32::from(unit::part::<Health>(world, id).max);
        let fall = u16::try_from(max * u32::from(figures.stun.percent) / 100).unwrap_or(u16::MAX);
        let after = (
            nerve::recover(figures, kind, in_aura, nerve),
            Shock {
                points: shock.points.saturating_sub(fall),
                ..shock
            },
            nerve::regained(figures, energy),
        );
        if after != (nerve, shock, energy) {
            let mut unit = unit::edit(world, id);
            unit.set(after.0).set(after.1).set(after.2);
        }
    }
}

/// Fills the pools of a side: 100 + carried (§3); readied fire lapses.
fn begin_phase(world: &mut World, side: Side) {
    world.resource_mut::<Turn>().active = side;
    world.resource_mut::<Progress>().stage = Stage::Acting;
    let has_eyes = |eye: &Eye| eye.side == side;
    if world.resource::<Props>().get().eyes.iter().any(has_eyes) {
        let mut props = world.resource_mut::<Props>();
        props.change().eyes.retain(|eye| !has_eyes(eye));
        open_eyes(world);
    }
    for unit in side_units(world, side) {
        let now = turn_pool(world, unit);
        let mut unit = unit::edit(world, unit);
        unit.set(TimeUnits { now, carried: 0 });
        let is_stunned = unit.part::<Shock>().stunned == Stunned::Next;
        if is_stunned {
            unit.part::<Shock>().stunned = Stunned::Now;
            unit.part::<TimeUnits>().now = 0;
        }
        unit.set(Ended(is_stunned));
        let suppression = match unit.part::<Readiness>().suppression {
            Suppression::Next => Suppression::Now,
            Suppression::Now | Suppression::No => Suppression::No,
        };
        unit.set(Readiness {
            suppression,
            ..Readiness::default()
        });
        let footing = unit.part::<Footing>();
        (footing.ran, footing.moved, footing.left) = (false, 0, Default::default());
    }
}

/// Sets a hex on fire by one that burns; whoever lit that one lit this one, too.
pub(super) fn ignite(world: &mut World, from: TileId, tile: TileId) {
    let environment = &world.resource::<Rulebook>().figures().environment;
    // One turn more, since the fires of this resolution burn down right after it.
    let (fire, density) = (environment.fire_turns + 1, environment.fire_smoke);
    let state = world.resource::<Board>().layers.state(tile);
    let smoke = state.smoke.max(density);
    let burning = TileState {
        fire,
        smoke,
        ..state
    };
    let by = (world.resource::<Props>().get().authors).of(from, Fume::Fire);
    blame(world, &[(tile, burning)], by);
    set_tile(world, tile, burning);
    knowledge::renew_memory(world, tile);
}

/// Flares burn down, noises and blips are forgotten.
pub(super) fn age_things(world: &mut World) {
    let turn = world.resource::<Turn>().number;
    let things = world.resource::<Props>().get();
    if things.lights.is_empty() && things.traces.is_empty() {
        return;
    }
    let mut props = world.resource_mut::<Props>();
    let things = props.change();
    let had_lights = !things.lights.is_empty();
    things
        .lights
        .iter_mut()
        .for_each(|light| light.turns = light.turns.saturating_sub(1));
    things.lights.retain(|light| light.turns > 0);
    things.traces.retain(|trace| trace.turn >= turn);
    if had_lights {
        light_up(world);
        knowledge::renew_all_views(world);
    }
}

/// Smoke and clouds thin; a hex that burns on keeps its smoke.
pub(super) fn age_environment(world: &mut World) {
    let environment = &world.resource::<Rulebook>().figures().environment;
    let (decay, density) = (environment.smoke_decay, environment.fire_smoke);
    age(
        world,
        |state| state.fire > 0 || state.smoke > 0 || state.gas > 0,
        |state| {
            let thinner = state.smoke.saturating_sub(decay);
            TileState {
                smoke: match state.fire {
                    0 | 1 => thinner,
                    _ => thinner.max(density),
                },
                gas: state.gas.saturating_sub(1),
                ..state
            }
        },
    );
}

/// Fires burn down by a turn.
pub(super) fn burn_down(world: &mut World) {
    let is_burning = |state: &TileState| state.fire > 0;
    age(world, is_burning, |state| TileState {
        fire: state.fire - 1,
        ..state
    });
}

/// Changes the hexes on which something passes, and forgets who is to blame for what is gone.
fn age(
    world: &mut World,
    is_meant: impl Fn(&TileState) -> bool,
    older: impl Fn(TileState) -> TileState,
) {
    let board = world.resource::<Board>();
    let aging: Vec<_> = (board.grid.tiles())
        .map(|tile| (tile, board.layers.state(tile)))
        .filter(|(_, state)| is_meant(state))
        .collect();
    for (tile, state) in aging {
        set_tile(world, tile, older(state));
        knowledge::renew_memory(world, tile);
    }
    forgive(world);
}
