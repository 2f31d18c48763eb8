//! What cards, bars and fog show of the own fleet: how it is, and how it was by the event on show.
//!
//! **Invariant:** after all events of a turn, tallies are what the battle says.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{draft::own, goal};
use crate::{
    battle::{
        board::Board,
        grid::Direction,
        knowledge::Knowledge,
        phase::Turn,
        unit::{Side, UnitId},
    },
    game::{
        shell::session::Moment,
        table::playback::{Figure, Figures, Lookout, Playback, Tallies, Tally, Whereabouts},
    },
    rules::fleet::{
        event::Stat,
        log::Log,
        muster::{Muster, Vessel},
        order::SidePlan,
        panel::ledger::Ledger,
        progress::Progress,
        stats,
    },
};

/// How all units were before the order that is told: of others' units only the facing is used, and of
/// those only that of units in sight.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Stock {
    of: Option<Moment>,
    side: Side,
    vessels: Vec<Vessel>,
    sealed: Option<SidePlan>,
}

impl Stock {
    /// Returns which way a unit faced.
    pub fn facing(&self, id: UnitId) -> Option<Direction> {
        self.vessels.get(id.index()).map(|vessel| vessel.facing)
    }

    /// Begins a ledger for a side, if the stock was taken for it.
    pub fn ledger<'w>(&self, world: &'w World, side: Side) -> Option<Ledger<'w>> {
        let is_taken = self.side == side && !self.vessels.is_empty();
        is_taken.then(|| Ledger::new(world, side, &self.vessels, self.sealed.as_ref()))
    }
}

/// Takes stock of the battle as it is before the next order.
pub(super) fn take(world: &mut World) {
    let moment = Moment::of(world);
    if world.resource::<Stock>().of == Some(moment) {
        return;
    }
    let side = own(world);
    let muster = Muster::of(world);
    let own = || muster.all().filter(|vessel| vessel.side == side);
    let known = world.resource::<Knowledge>().of(side);
    let tiles = world.resource::<Board>().grid.tiles();
    let tallies = Tallies {
        turn: world.resource::<Turn>().number,
        objective: goal(world, side),
        units: own().map(|vessel| (vessel.id, tally(vessel))).collect(),
        figures: figures_of(world, &muster, own().map(|vessel| vessel.id)),
        lookout: Some(Lookout::new(tiles, |tile| known.sight(tile))),
    };
    let stock = Stock {
        of: Some(moment),
        side,
        vessels: muster.all().copied().collect(),
        sealed: world.resource::<Progress>().of(side).sealed.clone(),
    };
    world.insert_resource(stock);
    world.insert_resource(tallies);
}

/// Returns what the card of a unit shows.
pub(super) fn tally(vessel: &Vessel) -> Tally {
    let place = match (vessel.tile, vessel.docked) {
        (Some(_), _) => Whereabouts::Board,
        (None, true) => Whereabouts::Docked,
        (None, false) if vessel.now.hull.now > 0 => Whereabouts::Awaited,
        (None, false) => Whereabouts::Gone,
    };
    Tally {
        health: vessel.now.hull,
        ammo: vessel.now.ammo,
        wait: vessel.now.gun.remaining,
        place,
    }
}

/// Returns what units fight with as they are in a muster.
pub(super) fn figures_of(
    world: &World,
    muster: &Muster,
    units: impl Iterator<Item = UnitId>,
) -> BTreeMap<UnitId, Figures> {
    units
        .map(|unit| (unit, fights_with(world, muster, unit)))
        .collect()
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

fn plays(world: &World) -> bool {
    !world.resource::<Playback>().is_empty()
}

/// Returns what is shown of an own unit now: by the event on show while a turn plays back.
pub(super) fn shown(world: &World, id: UnitId) -> Tally {
    let told = world.resource::<Tallies>().units.get(&id).copied();
    let told = told.filter(|_| plays(world));
    told.unwrap_or_else(|| tally(Muster::of(world).get(id)))
}

/// Returns what is shown now of what an own unit fights with: by the event on show while a turn plays
/// back, else as a muster has it.
pub(super) fn figures(world: &World, muster: &Muster, id: UnitId) -> Figures {
    let told = world.resource::<Tallies>().figures.get(&id).cloned();
    let told = told.filter(|_| plays(world));
    told.unwrap_or_else(|| fights_with(world, muster, id))
}

/// Returns the turn and what wins, as they were when the turn that plays back began.
pub(super) fn setting(world: &World) -> (u16, String) {
    let tallies = world.resource::<Tallies>();
    match !plays(world) || tallies.turn == 0 {
        true => (world.resource::<Turn>().number, goal(world, own(world))),
        false => (tallies.turn, tallies.objective.clone()),
    }
}
