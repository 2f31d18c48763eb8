//! Battles of squads as one side imagines them.
//!
//! **Invariant:** of others a twin holds what a [`SideView`] tells. Who they are is taken from the mission;
//! of those out of sight nothing else is known, and all of them are fresh.

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::grid::{Direction, TileId};
use crate::battle::imagine::{
    below, fancy, follow, hideouts, lay_ground, occupy, open_minds, seat_all, settle, whereabouts,
};
use crate::battle::set_tiles;
use crate::battle::unit::{Presence, Roster, Side, UnitId};
use crate::mission::Mission;
use crate::playing::{Setting, prepare};
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::gear::{Props, Things};
use crate::rules::battlescape::objective::Progress;
use crate::rules::battlescape::scenario::Scenario;
use crate::rules::battlescape::setup;
use crate::rules::battlescape::side_view::SideView;
use crate::rules::battlescape::soldier::UnitState;

/// Turns left to a fire of which only the glow is seen.
const GLOW: u8 = 1;

/// Makes a world a twin of the battle as a side imagines it.
pub(super) fn imagine(world: &World, side: Side, seed: u64, into: &mut World) -> bool {
    prepare::<Battlescape>(world, side, into, Mission::clone);
    follow::<Battlescape>(world, into, seed, None);
    let mut luck = fancy(side, seed);
    let view = SideView::new(world, side);
    lay_ground(world, side, into);
    light_glows(view, into);
    into.insert_resource(progress(world, side));
    into.insert_resource(Props::new(things(world, view)));
    put_units(world, view, into, &mut luck);
    seat_all(into);
    open_minds(world, side, into);
    settle::<Battlescape>(into);
    true
}

/// Has the ground burn where glows are seen, and nowhere else out of sight.
fn light_glows(view: SideView, into: &mut World) {
    let glows: Vec<_> = view.glows().collect();
    let layers = &into.resource::<Board>().layers;
    let unseen = (view.grid().tiles()).filter(|&tile| !view.sees(tile));
    let fires: Vec<_> = unseen
        .map(|tile| {
            let mut state = layers.state(tile);
            state.fire = match glows.contains(&tile) {
                true => state.fire.max(GLOW),
                false => 0,
            };
            (tile, state)
        })
        .collect();
    set_tiles(into, &fires);
}

/// Returns how far the battle is; what the script told other sides is theirs to know.
fn progress(world: &World, side: Side) -> Progress {
    let mut progress = *world.resource::<Progress>();
    for (index, mode) in (0..).map(Side).zip(&mut progress.modes) {
        if index != side {
            *mode = None;
        }
    }
    progress
}

/// Returns what the side knows of that lies about.
fn things(world: &World, view: SideView) -> Things {
    let side = view.side();
    let mut things = world.resource::<Props>().get().clone();
    things.litter.retain(|(tile, _)| view.sees(*tile));
    things.mines.retain(|mine| mine.side == side);
    things.lights.retain(|light| view.sees(light.tile));
    things.traces.retain(|trace| trace.side == side);
    things.eyes.retain(|eye| eye.side == side);
    (things.authors.0).retain(|author| view.sees(author.tile) && view.is_visible(author.by));
    things
}

/// Puts all units where they are or may be.
fn put_units(world: &World, view: SideView, into: &mut World, luck: &mut Dice) {
    let mission = world.resource::<Setting>().mission.clone();
    let content = view.rulebook().content();
    let tu = &content.figures.tu;
    // A walk takes all it has, over plain ground.
    let reach = u32::from(tu.per_turn / tu.walk.max(1));
    let homes = (0..).map(Side).zip(&Scenario::of(&mission).squads);
    let setups = homes.flat_map(|(home, squad)| squad.iter().map(move |setup| (home, setup)));
    let mut hidden: Vec<(UnitId, UnitState)> = Vec::new();
    for (id, (home, setup)) in world.resource::<Roster>().ids().zip(setups) {
        let fresh = setup::begins(content, home, setup);
        if view.unit_side(id) == view.side() {
            let state = UnitState::read(world, id);
            if state.presence == Presence::OnBoard {
                occupy(into, id, state.tile);
            }
            state.write(into, id);
        } else if view.is_visible(id) {
            let mut state = view.unit(id);
            state.tu = fresh.tu;
            state.energy = fresh.energy;
            state.arms.spare = fresh.arms.spare;
            occupy(into, id, state.tile);
            state.write(into, id);
        } else {
            let UnitState {
                presence, loyalty, ..
            } = UnitState::read(world, id);
            let mut state = UnitState { presence, ..fresh };
            state.pack = Default::default();
            if home == view.side() {
                // One's own that obeys somebody else.
                state.loyalty = loyalty;
            }
            match presence {
                Presence::OnBoard => hidden.push((id, state)),
                Presence::Reserve => state.write(into, id),
                Presence::Dead | Presence::Escaped => {
                    state.tile = TileId(0);
                    if presence == Presence::Dead {
                        state.health.now = 0;
                    }
                    state.write(into, id);
                }
            }
        }
    }
    for (id, mut state) in hidden {
        let mut free = hideouts(world, view.side(), into, true);
        if free.is_empty() {
            free = hideouts(world, view.side(), into, false);
        }
        let found = whereabouts(world, view.side(), id, &free, reach, luck);
        match found {
            Some(tile) => state.tile = tile,
            // Nowhere is out of sight where anybody could stand.
            None => state.presence = Presence::Reserve,
        }
        state.facing = Direction::new(below(luck, 6) as u8);
        state.nerve.morale = state
            .nerve
            .morale
            .saturating_sub(luck.die(Label::Ai, 20) as u8 - 1);
        if state.presence == Presence::OnBoard {
            occupy(into, id, state.tile);
        }
        state.write(into, id);
    }
}
