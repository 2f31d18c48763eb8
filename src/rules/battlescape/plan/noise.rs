//! What sides hear of what they do not see (§6).

use bevy::prelude::World;

use crate::{
    battle::{
        fingerprint::stable_hash,
        grid::TileId,
        knowledge::Knowledge,
        phase::Turn,
        unit::{Roster, Side, UnitId, Units},
    },
    content::battlescape::Gait,
    rules::battlescape::{
        event::{BurstKind, Event},
        gear::{Props, Trace},
        nerve::is_conscious,
        plan::Task,
        soldier::{self, Rulebook},
    },
};

/// Returns what is heard of a step.
pub(super) fn of_step(world: &World, unit: UnitId, gait: Gait) -> Option<Task> {
    let figures = &world.resource::<Rulebook>().figures().noise;
    let radius = match gait {
        Gait::Walk => figures.walk,
        Gait::Run => figures.run,
        Gait::Crouch | Gait::Crawl | Gait::Disengage => {
            (u16::from(figures.walk) * figures.low_percent / 100) as u8
        }
    };
    heard(world, Some(unit), None, radius)
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
    let roster = world.resource::<Roster>();
    let knowledge = world.resource::<Knowledge>();
    let source = at.or_else(|| units.seat(unit?))?;
    let own = unit.map(|unit| units.side(unit));
    let grid = &units.board().grid;
    let figures = &world.resource::<Rulebook>().figures().noise;
    let turn = world.resource::<Turn>().number;
    let sides = (0..).map(Side).take(knowledge.side_count());
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
        let around: Vec<_> = (grid.tiles())
            .filter(|&tile| grid.distance(tile, source) <= u32::from(figures.off))
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
