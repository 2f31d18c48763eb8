//! The cursor on the board that keys move: it acts on its hex, goes from enemy to enemy, and says what it cannot
//! do.

use bevy::prelude::*;

use super::key_of;
use super::keys::KeyAction;
use super::select::after;
use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{Presence, Roster, UnitId, part};
use crate::game::rules::playable::{Playable, grid, own_side, place_of, rules};
use crate::game::shell::session::Session;
use crate::game::table::input::{Hover, point_at};
use crate::game::table::sound::Cue;
use crate::with_rules;

/// Shows the player why something cannot be done.
pub fn refuse(world: &mut World, why: impl Into<String>) {
    world.resource_mut::<Session>().notice = Some((why.into(), true));
    world.write_message(Cue::Refuse);
}

/// Acts on the hex under the cursor. Without one, tells the player how to move it.
pub fn at_cursor(world: &mut World, act: impl FnOnce(&mut World, TileId)) {
    match world.resource::<Hover>().tile {
        Some(tile) => act(world, tile),
        None => {
            let keys = [
                KeyAction::CURSOR_UP,
                KeyAction::CURSOR_DOWN,
                KeyAction::CURSOR_LEFT,
                KeyAction::CURSOR_RIGHT,
            ];
            let keys = keys.map(|key| key_of(world, key)).join(" ");
            refuse(world, format!("Move the cursor to a hex first [{keys}]"));
        }
    }
}

/// Puts the cursor on the next hex on which an enemy is known to be, or was last seen: those nearest to the chosen
/// unit come first.
pub fn next_enemy(world: &mut World) {
    next_enemy_by(world, |_, _| true);
}

/// Does the same, preferred enemies first.
pub fn next_enemy_by(world: &mut World, is_preferred: impl Fn(&World, UnitId) -> bool) {
    let side = own_side(world);
    let known = world.resource::<Knowledge>().of(side);
    let roster = world.resource::<Roster>();
    let mut tiles: Vec<_> = (roster.ids())
        .filter(|&id| roster.are_hostile(side, roster.side(id)))
        .filter_map(|id| {
            let tile = known.sightings[id.index()]?.tile;
            Some((!is_preferred(world, id), tile))
        })
        .collect();
    let chosen = with_rules!(rules(world), R => R::chosen(world));
    let from = chosen.filter(|&id| *part::<Presence>(world, id) == Presence::OnBoard);
    let (from, board) = (from.map(|id| place_of(world, id)), grid(world));
    let far = |tile| from.map(|from| board.distance(from, tile));
    tiles.sort_unstable_by_key(|&(is_later, tile)| (is_later, far(tile), tile));
    let mut tiles: Vec<_> = tiles.into_iter().map(|(_, tile)| tile).collect();
    tiles.dedup();
    let now = world.resource::<Hover>().tile;
    match after(&tiles, now, 1) {
        Some(tile) => point_at(world, tile),
        None => refuse(world, "no known enemies"),
    }
}
