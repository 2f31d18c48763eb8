//! What cards and top bar show of the own fleet: how it is, and how it was by the event on show.
//!
//! **Invariant:** after all events of a turn, tallies are what the battle says.

use bevy::prelude::*;

use super::{draft::own, goal};
use crate::{
    battle::{
        phase::Turn,
        unit::{Health, Presence, Roster, Side, UnitId, part},
    },
    game::{
        playback::{Playback, Tallies, Tally, Whereabouts},
        session::Moment,
    },
    rules::fleet::{
        craft::{Berth, Class, Stores},
        event::Event,
        setup,
    },
};

/// Keeps the tallies of the battle as it is, while nothing is played back.
pub(super) fn keep(world: &mut World, mut seen: Local<Option<Moment>>) {
    if !world.contains_resource::<Turn>() || !world.resource::<Playback>().is_empty() {
        return;
    }
    let moment = Moment::of(world);
    if seen.replace(moment) == Some(moment) {
        return;
    }
    let tallies = Tallies {
        turn: world.resource::<Turn>().number,
        objective: goal(world, own(world)),
        units: of_side(world, own(world)),
    };
    *world.resource_mut::<Tallies>() = tallies;
}

/// Returns the tallies of a side's units as the battle is.
pub(super) fn of_side(world: &World, side: Side) -> std::collections::BTreeMap<UnitId, Tally> {
    let own = world.resource::<Roster>().of_side(side);
    own.map(|id| (id, of_unit(world, id))).collect()
}

fn of_unit(world: &World, id: UnitId) -> Tally {
    let place = match (part::<Presence>(world, id), part::<Berth>(world, id)) {
        (Presence::OnBoard, _) => Whereabouts::Board,
        (Presence::Reserve, Berth::Docked) => Whereabouts::Docked,
        _ => Whereabouts::Gone,
    };
    Tally {
        health: *part(world, id),
        ammo: part::<Stores>(world, id).ammo,
        place,
    }
}

/// Returns what is shown of an own unit now: by the event on show while a turn plays back.
pub(super) fn shown(world: &World, id: UnitId) -> Tally {
    let plays = !world.resource::<Playback>().is_empty();
    let told = world.resource::<Tallies>().units.get(&id).copied();
    told.filter(|_| plays).unwrap_or_else(|| of_unit(world, id))
}

/// Returns the turn and what wins, as they were when the turn that plays back began.
pub(super) fn setting(world: &World) -> (u16, String) {
    let tallies = world.resource::<Tallies>();
    match world.resource::<Playback>().is_empty() || tallies.turn == 0 {
        true => (world.resource::<Turn>().number, goal(world, own(world))),
        false => (tallies.turn, tallies.objective.clone()),
    }
}

/// Lists the tallies that an event changes, from what they were before it.
pub(super) fn changes(world: &World, before: &Tallies, event: &Event) -> Vec<(UnitId, Tally)> {
    let mut book = Book {
        before,
        now: Vec::new(),
    };
    match event {
        Event::Launched { ship, .. }
        | Event::ReinforcementRolled {
            arrival: Some((ship, ..)),
            ..
        } => book.place(*ship, Whereabouts::Board),
        Event::Landed { ship } => book.place(*ship, Whereabouts::Docked),
        Event::Repaired { unit, hull } => book.heal(*unit, *hull),
        Event::Regenerated { ships } => {
            ships.iter().for_each(|&(ship, hull)| book.heal(ship, hull));
        }
        Event::Rearmed { ships } => {
            for &ship in ships {
                if let Class::Ship(kind) = *part(world, ship) {
                    let full = setup::content(world).ship(kind).ammo;
                    book.change(ship, |tally| tally.ammo = full);
                }
            }
        }
        Event::Intercepted(interception) => {
            let attack = &interception.attack;
            book.spend(attack.attacker, attack.ammo);
        }
        Event::Fought { attack, .. } => book.spend(attack.attacker, attack.ammo),
        Event::Aimed { shots } => shots.iter().for_each(|shot| book.spend(shot.ship, 1)),
        Event::CarrierAttacked(attack) => book.spend(attack.attacker, 1),
        Event::HangarLost { ships } => {
            for &ship in ships {
                book.change(ship, |tally| {
                    tally.health.now = 0;
                    tally.place = Whereabouts::Gone;
                });
            }
        }
        _ => {}
    }
    for harm in event.harms() {
        book.change(harm.unit, |tally| {
            tally.health.now = tally.health.now.saturating_sub(harm.lost);
            if harm.destroyed {
                tally.place = Whereabouts::Gone;
            }
        });
    }
    book.now
}

/// Tallies that change.
struct Book<'a> {
    before: &'a Tallies,
    now: Vec<(UnitId, Tally)>,
}

impl Book<'_> {
    fn change(&mut self, id: UnitId, change: impl FnOnce(&mut Tally)) {
        if let Some((_, tally)) = self.now.iter_mut().find(|(other, _)| *other == id) {
            return change(tally);
        }
        // Others have none.
        let Some(mut tally) = self.before.units.get(&id).copied() else {
            return;
        };
        change(&mut tally);
        self.now.push((id, tally));
    }

    fn place(&mut self, id: UnitId, place: Whereabouts) {
        self.change(id, |tally| tally.place = place);
    }

    fn heal(&mut self, id: UnitId, hull: u16) {
        self.change(id, |tally| {
            let Health { now, max } = tally.health;
            tally.health.now = now.saturating_add(hull).min(max);
        });
    }

    fn spend(&mut self, id: UnitId, shots: u8) {
        self.change(id, |tally| tally.ammo = tally.ammo.saturating_sub(shots));
    }
}
