//! Battles of the party as one side imagines them.
//!
//! **Invariant:** of others a twin holds what can be seen of them, and nothing of what they remember or mean to
//! do but what was shown. Those out of sight are who the mission says, unhurt and as they came; of objects
//! there is what the side knows.

use bevy::prelude::World;

use crate::battle::dice::Dice;
use crate::battle::grid::{Direction, TileId};
use crate::battle::imagine::{
    below, fancy, follow, hideouts, lay_ground, occupy, open_minds, seat_all, settle, whereabouts,
};
use crate::battle::knowledge::Knowledge;
use crate::battle::order::Pending;
use crate::battle::state::UnitParts;
use crate::battle::unit::{Presence, Roster, Side, UnitId};
use crate::mission::Mission;
use crate::playing::prepare;
use crate::rules::party::Party;
use crate::rules::party::character::{Errand, Memory, UnitState};
use crate::rules::party::objects::{self, Objects};
use crate::rules::party::progress::{PARTY, Progress};
use crate::rules::party::setup;

/// Hexes that somebody out of sight goes in a turn, as far as can be told.
const REACH: u32 = 5;

/// Makes a world a twin of the battle as a side imagines it.
pub(super) fn imagine(world: &World, side: Side, seed: u64, into: &mut World) -> bool {
    let waiting = world.resource::<Pending<Party>>().0.clone();
    if waiting.as_ref().is_some_and(|waiting| waiting.side != side) {
        return false;
    }
    prepare::<Party>(world, side, into, Mission::clone);
    follow::<Party>(world, into, seed, waiting);
    setup::set_vision(into, setup::map(into));
    lay_ground(world, side, into);
    let mut luck = fancy(side, seed);
    into.insert_resource(progress(world, side));
    put_units(world, side, into, &mut luck);
    seat_all(into);
    open_minds(world, side, into);
    settle::<Party>(into);
    true
}

/// Returns how far the battle is, with the objects that the side knows on the map in play.
fn progress(world: &World, side: Side) -> Progress {
    let mut progress = world.resource::<Progress>().clone();
    progress.objects = Objects(objects::known(world, side).collect());
    progress.course.left.clear();
    progress
}

/// Puts all characters where they are or may be.
fn put_units(world: &World, side: Side, into: &mut World, luck: &mut Dice) {
    let (roster, known) = (
        world.resource::<Roster>(),
        world.resource::<Knowledge>().of(side),
    );
    let mut hidden: Vec<(UnitId, UnitState)> = Vec::new();
    let is_journey = setup::journey(world).is_some();
    for (id, _, unit) in setup::scenario(world).units() {
        let mut state = UnitState::read(world, id);
        if roster.side(id) != side {
            if known.sees_unit(id) {
                forget(&mut state, side);
            } else {
                let fresh = setup::begins(unit, is_journey);
                let (presence, home) = (state.presence, state.home);
                let shown = shown(&state.memory, side);
                state = UnitState {
                    presence,
                    home,
                    ..fresh
                };
                state.memory.shown = shown;
                match presence {
                    Presence::OnBoard => {
                        hidden.push((id, state));
                        continue;
                    }
                    Presence::Reserve => {}
                    Presence::Dead | Presence::Escaped => {
                        state.tile = TileId(0);
                        state.memory = Memory::at(state.tile);
                        if presence == Presence::Dead {
                            state.health.now = 0;
                        }
                    }
                }
            }
        }
        if state.presence == Presence::OnBoard {
            occupy(into, id, state.tile);
        }
        state.insert(into, id);
    }
    for (id, mut state) in hidden {
        let mut free = hideouts(world, side, into, true);
        if free.is_empty() {
            free = hideouts(world, side, into, false);
        }
        match whereabouts(world, side, id, &free, REACH, luck) {
            Some(tile) => state.tile = tile,
            // Nowhere is out of sight where anybody could stand.
            None => state.presence = Presence::Reserve,
        }
        state.facing = Direction::new(below(luck, 6) as u8);
        let shown = state.memory.shown;
        remember(&mut state, shown);
        if state.presence == Presence::OnBoard {
            occupy(into, id, state.tile);
        }
        state.insert(into, id);
    }
}

/// Returns the part of a memory that the party has seen.
fn shown(memory: &Memory, side: Side) -> Option<TileId> {
    memory.shown.filter(|_| side == PARTY)
}

/// Replaces a memory by what was shown of it.
fn remember(state: &mut UnitState, shown: Option<TileId>) {
    state.memory = Memory {
        known: shown,
        shown,
        ..Memory::at(state.tile)
    };
}

/// Removes the memory and plans of somebody in sight, except what the party was shown.
fn forget(state: &mut UnitState, side: Side) {
    let shown = shown(&state.memory, side);
    remember(state, shown);
    state.errand = Errand::default();
}
