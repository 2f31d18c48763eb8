//! Whether side 0 has won already, since its objective only takes time and nobody is left to prevent it.
//!
//! Secondary objectives that can still be met keep a battle going: there is more to win.
//!
//! **Invariant:** says yes only where side 0 wins without another order, whatever the dice.

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::unit::{Presence, Roster, UnitId, part, side_of};
use crate::rules::battlescape::gear::Props;
use crate::rules::battlescape::nerve::is_conscious;
use crate::rules::battlescape::objective::loss::{self, is_about, to_come, turns_left};
use crate::rules::battlescape::objective::{
    Goal, PLAYER, Plot, Progress, home, in_zone, is_held, presence,
};
use crate::rules::battlescape::scenario::Objective;
use crate::rules::battlescape::scenario::script::Action;
use crate::rules::battlescape::soldier::{Burning, Poison, Rulebook};

/// Whether side 0 wins by waiting, once the zone of a Hold was held for so many turns in a row.
pub(super) fn is_won(world: &World, held: u16) -> bool {
    let roster = world.resource::<Roster>();
    let mut own = roster.ids().filter(|&id| home(world, id) == PLAYER);
    let mut is_enough = || match &world.resource::<Goal>().primary {
        Objective::Survive { .. } => own.any(|id| is_safe(world, id)),
        Objective::Protect { unit, .. } => {
            let is_kept = match presence(world, *unit) {
                Presence::OnBoard => is_unharmed(world, *unit),
                Presence::Escaped => true,
                Presence::Reserve | Presence::Dead => false,
            };
            is_kept && own.any(|id| is_safe(world, id))
        }
        Objective::Hold { zone, turns } => {
            let is_in_time =
                turns_left(world).is_none_or(|left| left >= turns.saturating_sub(held));
            is_in_time
                && is_held(world, zone)
                && in_zone(world, PLAYER, zone).any(|id| is_safe(world, id))
        }
        // The others take more than time.
        _ => false,
    };
    is_enough() && !is_opposed(world) && !has_more_to_win(world) && !is_dangerous(world)
}

/// Whether an enemy of side 0 is about, or may come or be made.
fn is_opposed(world: &World) -> bool {
    let roster = world.resource::<Roster>();
    let is_enemy = |id: UnitId| {
        [home(world, id), side_of(world, id)]
            .into_iter()
            .any(|side| roster.are_hostile(PLAYER, side))
    };
    let joins_enemy = |action: &Action| match action {
        Action::Join { side, .. } => roster.are_hostile(PLAYER, *side),
        _ => false,
    };
    (roster.ids()).any(|id| is_enemy(id) && is_about(world, id)) || to_come(world).any(joins_enemy)
}

/// Whether a secondary objective is open that can still be met.
fn has_more_to_win(world: &World) -> bool {
    let done = world.resource::<Progress>().done;
    let mut open = (0..)
        .zip(&world.resource::<Plot>().0.secondary)
        .filter(|(index, _)| done >> index & 1 == 0);
    open.any(|(_, other)| loss::of(world, &other.objective).is_none())
}

/// Whether the ground harms somebody somewhere, or the script may have it do so.
fn is_dangerous(world: &World) -> bool {
    let catalog = world.resource::<Rulebook>().catalog();
    let board = world.resource::<Board>();
    let is_harmful = |action: &Action| match action {
        Action::Danger { .. } => true,
        Action::Terrain { becomes, .. } => {
            let terrain = catalog.terrain(*becomes);
            terrain.hazard_damage > 0 || terrain.poisons
        }
        _ => false,
    };
    let mut tiles = board.grid.tiles();
    !world.resource::<Props>().get().dangers.is_empty()
        || to_come(world).any(is_harmful)
        || tiles.any(|tile| board.layers.fire(tile) > 0 || board.layers.gas(tile) > 0)
}

/// Whether a unit is conscious on the board, and nothing wears it down.
fn is_safe(world: &World, id: UnitId) -> bool {
    is_conscious(*part(world, id), *part(world, id)) && is_unharmed(world, id)
}

/// Whether a unit is on the board, and neither its ailments nor its ground take hit points from it.
fn is_unharmed(world: &World, id: UnitId) -> bool {
    let board = world.resource::<Board>();
    board.seat(id).is_some_and(|seat| {
        let terrain = board.layers.terrain(seat);
        let terrain = world.resource::<Rulebook>().catalog().terrain(terrain);
        terrain.hazard_damage == 0
            && !terrain.poisons
            && part::<Burning>(world, id).0.is_none()
            && part::<Poison>(world, id).0.is_none()
    })
}
