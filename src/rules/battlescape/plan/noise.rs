//! What sides hear of what they do not see (§6).

use bevy::prelude::World;

use crate::battle::fingerprint::stable_hash;
use crate::battle::grid::{self, TileId};
use crate::battle::knowledge::Knowledge;
use crate::battle::phase::Turn;
use crate::battle::unit::{Roster, Side, UnitId, Units};
use crate::rules::battlescape::content::{Gait, NoiseFigures};
use crate::rules::battlescape::event::{BurstKind, Event};
use crate::rules::battlescape::gear::{Props, Trace};
use crate::rules::battlescape::nerve::is_conscious;
use crate::rules::battlescape::plan::Task;
use crate::rules::battlescape::soldier::{self, Rulebook};

/// Returns what is heard of a step to a hex.
pub(super) fn of_step(
    world: &World,
    units: Units,
    knowledge: &Knowledge,
    figures: &NoiseFigures,
    unit: UnitId,
    gait: Gait,
    to: TileId,
) -> Option<Task> {
    let radius = match gait {
        Gait::Walk => figures.walk,
        Gait::Run => figures.run,
        Gait::Crouch | Gait::Crawl | Gait::Disengage => {
            let share = u32::from(figures.walk) * u32::from(figures.low_percent) / 100;
            u8::try_from(share).unwrap_or(u8::MAX)
        }
    };
    // Most steps are near nobody.
    let (center, own) = (units.board().grid.hex(to), units.side(unit));
    let is_near = |id: UnitId| {
        let is_in_range = |place| grid::length(place - center) <= u32::from(radius);
        units.side(id) != own
            && units.board().place(id).is_some_and(is_in_range)
            && !knowledge.of(units.side(id)).sees(to)
    };
    (units.ids())
        .any(is_near)
        .then(|| heard(world, Some(unit), None, radius))?
}

/// Returns what is heard of an attack with the weapon in hand.
pub(super) fn of_shot(world: &World, unit: UnitId) -> Option<Task> {
    let figures = &world.resource::<Rulebook>().figures().noise;
    let class = soldier::weapon(world, unit).class;
    let radius = figures.weapons.get(&class).copied().unwrap_or(0);
    heard(world, Some(unit), None, radius)
}

/// Returns what is heard of a grenade or explosion.
pub(super) fn of_burst(
    world: &World,
    by: Option<UnitId>,
    kind: BurstKind,
    center: TileId,
) -> Option<Task> {
    let figures = &world.resource::<Rulebook>().figures().noise;
    let radius = match kind {
        BurstKind::Blast => figures.blast,
        _ => figures.grenade,
    };
    heard(world, by, Some(center), radius)
}

/// Lists the sides that hear something they do not see, with a marker near it.
///
/// Where the marker is follows from place, turn and unit, so that no draw is spent on it.
fn heard(world: &World, unit: Option<UnitId>, at: Option<TileId>, radius: u8) -> Option<Task> {
    if radius == 0 {
        return None;
    }
    let units = Units::of(world);
    let knowledge = world.resource::<Knowledge>();
    let source = at.or_else(|| units.seat(unit?))?;
    let own = unit.map(|unit| units.side(unit));
    let sides = (0..).map(Side).take(knowledge.side_count());
    if (sides.clone()).all(|side| own == Some(side) || knowledge.of(side).sees(source)) {
        return None;
    }
    let roster = world.resource::<Roster>();
    let grid = &units.board().grid;
    let figures = &world.resource::<Rulebook>().figures().noise;
    let turn = world.resource::<Turn>().number;
    let mut traces = Vec::new();
    for side in sides {
        if own == Some(side) || roster.is_neutral(side) || knowledge.of(side).sees(source) {
            continue;
        }
        let hears = units.ids().any(|id| {
            units.side(id) == side
                && units.seat(id).is_some_and(|seat| {
                    grid.distance(seat, source) <= u32::from(radius)
                        && is_conscious(*units.part(id), *units.part(id))
                })
        });
        if !hears {
            continue;
        }
        let around: Vec<_> = (grid.hex(source).range(u32::from(figures.off)))
            .filter_map(|hex| grid.tile(hex))
            .collect();
        let pick = stable_hash(&(turn, source, unit, side)) % around.len() as u64;
        let trace = Trace {
            side,
            tile: around[pick as usize],
            turn,
            is_blip: false,
        };
        let known = &world.resource::<Props>().get().traces;
        if !known.contains(&trace) {
            traces.push(trace);
        }
    }
    (!traces.is_empty()).then_some(Task::Emit(Event::Heard { traces }))
}
