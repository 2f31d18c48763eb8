//! What the first event of a step or a round brings about, before the rest of the plan.

use bevy::prelude::World;

use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{UnitId, Units};
use crate::rules::battlescape::attack::Round;
use crate::rules::battlescape::content::Gait;
use crate::rules::battlescape::event::{Event, Mark, Ricochet};
use crate::rules::battlescape::plan::{Task, fire, items, movement, nerves, noise, psi};
use crate::rules::battlescape::soldier::{BurnLeft, Kind, Rulebook};

/// Reports units that the last event brought into a side's sight.
pub(super) fn spotted(knowledge: &Knowledge) -> Vec<Task> {
    (knowledge.discoveries)
        .fresh_contacts()
        .iter()
        .map(|&(side, unit, tile)| Task::Emit(Event::Spotted { side, unit, tile }))
        .collect()
}

/// Adds what follows a step: hazards of the hex, noise, mines, and those who watch for movement.
pub(super) fn after_step(
    world: &World,
    knowledge: &Knowledge,
    first: &mut Vec<Task>,
    unit: UnitId,
    gait: Gait,
    from: TileId,
    to: TileId,
) {
    let units = Units::of(world);
    let rulebook = world.resource::<Rulebook>();
    let layers = &units.board().layers;
    let flies = rulebook.content().unit(units.part::<Kind>(unit).0).flies;
    first.extend(movement::entry_hazards(
        world, layers, rulebook, unit, from, to, flies,
    ));
    let noise = &rulebook.figures().noise;
    first.extend(noise::of_step(
        world, units, knowledge, noise, unit, gait, to,
    ));
    first.extend(items::tripped(world, unit));
    if gait != Gait::Disengage {
        first.extend(fire::reactions(units, rulebook.content(), knowledge, unit));
    }
}

/// Adds what follows a round: whoever was struck catches fire, passes out, or frees whom it controlled.
pub(super) fn after_shot(
    world: &World,
    first: &mut Vec<Task>,
    shooter: UnitId,
    target: Mark,
    round: &Round,
    ricochet: Option<&Ricochet>,
) {
    let struck = match target {
        Mark::Unit(unit) => Some(unit).filter(|_| round.wound.is_some()),
        Mark::Hex(_) => None,
    };
    let burn = round.wound.and_then(|wound| wound.burn);
    first.extend(struck.zip(burn).map(|(unit, burn)| {
        let burn = BurnLeft {
            dice: burn.dice,
            turns: burn.turns,
            by: Some(shooter),
        };
        Task::Emit(Event::CaughtFire { unit, burn })
    }));
    let glanced = ricochet.and_then(|ricochet| ricochet.victim);
    let dealt = u16::try_from(round.dealt()).unwrap_or(u16::MAX);
    let lost = struck.map(|unit| (unit, dealt));
    let lost = (lost.into_iter()).chain(glanced.map(|(id, _, dealt)| (id, dealt)));
    first.extend(lost.filter_map(|(id, lost)| nerves::knocked_out(world, id, lost)));
    let hurt = struck.into_iter().chain(glanced.map(|(unit, ..)| unit));
    first.extend(psi::freed(world, hurt));
}
