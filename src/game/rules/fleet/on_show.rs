//! What cards, bars and fog show of the own fleet: how it is, and how it was by the event on show.
//!
//! **Invariant:** after all events of a turn, that is what the battle says.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{draft::own, goal};
use crate::{
    battle::{
        board::Board,
        knowledge::Knowledge,
        phase::Turn,
        unit::{Side, UnitId},
    },
    game::table::playback::{Figure, Figures, Lookout, OnShow, Playback, UnitOnShow, Whereabouts},
    rules::fleet::{
        event::Stat,
        log::Log,
        muster::{Muster, Vessel},
        stats,
    },
};

/// Returns what is to be shown of a side as the battle is now.
pub(super) fn now(world: &World, side: Side) -> OnShow {
    let muster = Muster::known_to(world, side);
    let known = world.resource::<Knowledge>().of(side);
    let tiles = world.resource::<Board>().grid.tiles();
    OnShow {
        turn: world.resource::<Turn>().number,
        objective: goal(world, side),
        units: units_of(&muster, side),
        figures: figures_of(world, &muster, side),
        lookout: Some(Lookout::new(tiles, |tile| known.sight(tile))),
    }
}

/// Returns what cards show of the units of a side.
pub(super) fn units_of(muster: &Muster, side: Side) -> BTreeMap<UnitId, UnitOnShow> {
    let own = muster.all().filter(|vessel| vessel.side == side);
    own.map(|vessel| (vessel.id, shown(vessel))).collect()
}

/// Returns what the units of a side fight with.
pub(super) fn figures_of(world: &World, muster: &Muster, side: Side) -> BTreeMap<UnitId, Figures> {
    let own = muster.all().filter(|vessel| vessel.side == side);
    own.map(|vessel| (vessel.id, fights_with(world, muster, vessel.id)))
        .collect()
}

fn shown(vessel: &Vessel) -> UnitOnShow {
    let place = match (vessel.tile, vessel.docked) {
        (Some(_), _) => Whereabouts::Board,
        (None, true) => Whereabouts::Docked,
        (None, false) if vessel.now.hull.now > 0 => Whereabouts::Awaited,
        (None, false) => Whereabouts::Gone,
    };
    UnitOnShow {
        health: vessel.now.hull,
        ammo: vessel.now.ammo,
        wait: vessel.now.gun.remaining,
        place,
    }
}

fn fights_with(world: &World, muster: &Muster, unit: UnitId) -> Figures {
    let figure = |stat: Stat| Figure {
        total: stat.total(),
        parts: Log::new(world).stat(&stat),
    };
    Figures {
        attack: figure(stats::attack(muster, unit)),
        defense: figure(stats::defense(muster, unit)),
    }
}

/// Returns what is on show, while a turn plays back.
fn played(world: &World) -> Option<&OnShow> {
    let plays = !world.resource::<Playback>().is_empty();
    plays.then(|| world.resource::<OnShow>())
}

/// Returns what is shown of an own unit now: by the event on show while a turn plays back.
pub(super) fn unit(world: &World, id: UnitId) -> UnitOnShow {
    let on_show = played(world).and_then(|shown| shown.units.get(&id));
    on_show
        .copied()
        .unwrap_or_else(|| shown(Muster::of(world).get(id)))
}

/// Returns what is shown now of what an own unit fights with: by the event on show while a turn plays
/// back, else as a muster has it.
pub(super) fn figures(world: &World, muster: &Muster, id: UnitId) -> Figures {
    let on_show = played(world).and_then(|shown| shown.figures.get(&id));
    on_show
        .cloned()
        .unwrap_or_else(|| fights_with(world, muster, id))
}

/// Returns the turn and what wins, as they were when the turn that plays back began.
pub(super) fn setting(world: &World) -> (u16, String) {
    match played(world).filter(|shown| shown.turn > 0) {
        Some(shown) => (shown.turn, shown.objective.clone()),
        None => (world.resource::<Turn>().number, goal(world, own(world))),
    }
}
