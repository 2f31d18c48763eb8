//! What cards and bars show of the own fleet: how it is, and how it was by the event on show.
//!
//! **Invariant:** after all events of a turn, that is what the battle says.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::battle::unit::{Side, UnitId};
use crate::game::kit::on_show::played;
use crate::game::table::playback::{Figure, Figures, UnitOnShow, Whereabouts};
use crate::rules::fleet::event::Stat;
use crate::rules::fleet::forces::{Forces, Vessel};
use crate::rules::fleet::log::Log;
use crate::rules::fleet::stats;

/// Returns what cards show of the units of a side.
pub(super) fn cards(forces: &Forces, side: Side) -> BTreeMap<UnitId, UnitOnShow> {
    let own = forces.all().filter(|vessel| vessel.side == side);
    own.map(|vessel| (vessel.id, shown(vessel))).collect()
}

/// Returns what the units of a side fight with.
pub(super) fn figures(world: &World, forces: &Forces, side: Side) -> BTreeMap<UnitId, Figures> {
    let own = forces.all().filter(|vessel| vessel.side == side);
    own.map(|vessel| (vessel.id, fights_with(world, forces, vessel.id)))
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

fn fights_with(world: &World, forces: &Forces, unit: UnitId) -> Figures {
    let figure = |stat: Stat| Figure {
        total: stat.total(),
        parts: Log::new(world).stat(&stat),
    };
    Figures {
        attack: figure(stats::attack(forces, unit)),
        defense: figure(stats::defense(forces, unit)),
    }
}

/// Returns what is shown of an own unit now: by the event on show while a turn plays back.
pub(super) fn unit(world: &World, id: UnitId) -> UnitOnShow {
    let on_show = played(world).and_then(|shown| shown.units.get(&id));
    on_show
        .copied()
        .unwrap_or_else(|| shown(&Forces::of(world)[id]))
}

/// Returns what is shown now of what an own unit fights with: by the event on show while a turn plays
/// back, else as forces have it.
pub(super) fn unit_figures(world: &World, forces: &Forces, id: UnitId) -> Figures {
    let on_show = played(world).and_then(|shown| shown.figures.get(&id));
    on_show
        .cloned()
        .unwrap_or_else(|| fights_with(world, forces, id))
}
