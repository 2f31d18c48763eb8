//! Battles as one side imagines them: what rule sets share when they make a twin of a battle.
//!
//! A twin is a battle in a world of its own. Rule sets write its units where they may be; what is here
//! gives it the course of the battle, the ground as far as the side knows it, and sides that know and see
//! what they would.
//!
//! **Invariant:** nothing is read of the true battle but what the side knows: its own views and memory,
//! the turn, and what was ordered so far.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::battle::board::{Board, Layers, TileState};
use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::fingerprint::Fingerprint;
use crate::battle::grid::TileId;
use crate::battle::journal::Journal;
use crate::battle::knowledge::{self, Knowledge};
use crate::battle::map::{self, Maps};
use crate::battle::order::{Draft, Pending};
use crate::battle::phase::{Turn, Verdict};
use crate::battle::rollout::throw_anew;
use crate::battle::rules::{Rules, Waiting};
use crate::battle::unit::{Position, Presence, Roster, Side, UnitId, unit};
use crate::battle::{print_tiles, show_tiles};

/// Random streams for imagined battles, separate from all dice.
const FANCY: u64 = 1 << 62;

/// Returns the random numbers that a side imagines a battle with.
pub fn fancy(side: Side, seed: u64) -> Dice {
    Dice::seeded(seed, FANCY | u64::from(side.0))
}

/// Returns a number below another that luck draws; 0 below 0, too.
pub fn below(luck: &mut Dice, count: usize) -> usize {
    let sides = u32::try_from(count).unwrap_or(u32::MAX).max(1);
    luck.die(Label::Ai, sides) as usize - 1
}

/// Brings a twin to where a battle is: turn, ending, map and orders so far; its dice are those of a seed,
/// and it waits for the answer that the battle waits for.
pub fn follow<R: Rules>(world: &World, into: &mut World, seed: u64, waiting: Option<Waiting<R>>) {
    *into.resource_mut::<Turn>() = *world.resource();
    *into.resource_mut::<Verdict>() = *world.resource();
    into.resource_mut::<Pending<R>>().0 = waiting;
    let journal = world.resource::<Journal<R>>().entries.iter();
    let given = journal.map(|entry| (entry.side, entry.order.clone()));
    let thought = world.resource::<Draft<R>>().0.iter().cloned();
    into.resource_mut::<Draft<R>>().0 = given.chain(thought).collect();
    let now = world.resource::<Maps>().now();
    map::resume(into, &map::Course::to(now));
    throw_anew(into, seed);
}

/// Has the board of a twin look as a side remembers it; what the side never saw is like most of the open
/// ground that it did. Nobody stands on it.
pub fn lay_ground(world: &World, side: Side, into: &mut World) {
    let truth = world.resource::<Board>();
    let known = &world.resource::<Knowledge>().of(side).layers;
    let mut board = std::mem::take(&mut *into.resource_mut::<Board>());
    let layers = known.filled();
    let differing = board.layers.differences(&layers);
    board.layers = layers;
    board.copy_hexsides(truth, known);
    board.clear_occupants();
    into.resource_mut::<Knowledge>().follow(&board, &differing);
    show_tiles(into, &board, &differing);
    *into.resource_mut::<Board>() = board;
}

/// Lists the hexes of a twin that the side does not see and a unit can stand on, in order; with `alone`, only
/// empty ones.
pub fn hideouts(world: &World, side: Side, into: &World, alone: bool) -> Vec<TileId> {
    let known = world.resource::<Knowledge>().of(side);
    let board = into.resource::<Board>();
    (board.grid.tiles())
        .filter(|&tile| {
            !known.sees(tile)
                && board.layers.entry_percent(tile).is_some()
                && !(alone && board.first_occupant(tile).is_some())
        })
        .collect()
}

/// Draws one of some hexes, each as likely as its weight says; `None` if all weigh nothing.
pub fn draw(luck: &mut Dice, hexes: &[TileId], weight: impl Fn(TileId) -> u32) -> Option<TileId> {
    let weights: Vec<u64> = hexes.iter().map(|&tile| weight(tile).into()).collect();
    let all: u64 = weights.iter().sum();
    let sides = u32::try_from(all).unwrap_or(u32::MAX);
    if sides == 0 {
        return None;
    }
    let mut left = u64::from(luck.die(Label::Ai, sides)) - 1;
    for (&tile, &weight) in hexes.iter().zip(&weights) {
        if left < weight {
            return Some(tile);
        }
        left -= weight;
    }
    None
}

/// Draws a hex for a unit that a side does not see: within reach of where it was last seen, else anywhere out of
/// sight. Hexes that were never seen, or not for a long time, are more likely.
pub fn whereabouts(
    world: &World,
    side: Side,
    id: UnitId,
    hideouts: &[TileId],
    reach: u32,
    luck: &mut Dice,
) -> Option<TileId> {
    let turn = world.resource::<Turn>().number;
    let known = world.resource::<Knowledge>().of(side);
    let grid = world.resource::<Board>().grid;
    let last = known.sightings[id.index()].filter(|_| !known.sees_unit(id));
    let near = last.and_then(|last| {
        let turns = u32::from(turn.saturating_sub(last.turn)) + 1;
        let radius = reach.saturating_mul(turns).max(1);
        draw(luck, hideouts, |tile| {
            let far = grid.distance(last.tile, tile);
            match far <= radius {
                // The ring grows with its distance, so that every distance is about as likely.
                true => 60 / (far + 1) + 1,
                false => 0,
            }
        })
    });
    near.or_else(|| {
        draw(luck, hideouts, |tile| match known.left_sight(tile) {
            _ if !known.layers.is_known(tile) => 4,
            left => 1 + u32::from(turn.saturating_sub(left)).min(3),
        })
    })
}

/// Seats all units of a twin, in order of their ids.
pub fn seat_all(into: &mut World) {
    crate::battle::snapshot::seat_units(into);
}

/// Puts a unit of a twin on a hex before all are seated, so that others keep off.
pub fn occupy(into: &mut World, id: UnitId, tile: TileId) {
    into.resource_mut::<Board>().enter(tile, id);
}

/// Gives the sides of a twin what they know: one what it knows in the battle, the others the whole board,
/// and sight of what their units see. The rule set adds other eyes by
/// [`settle`](crate::battle::rules::Rules::settle).
pub fn open_minds(world: &World, side: Side, into: &mut World) {
    let own: Vec<_> = world.resource::<Roster>().of_side(side).collect();
    knowledge::imagine(world.resource(), side, &own, into);
}

/// Settles a twin whose units and sides are in place: what else bears on sight, and the fingerprint.
pub fn settle<R: Rules>(into: &mut World) {
    R::settle(into);
    (into.resource_mut::<Knowledge>()).discoveries = knowledge::Discoveries::default();
    print_tiles(into);
    let knowledge = into.resource::<Knowledge>();
    let change = knowledge.print_memories();
    into.resource_mut::<Fingerprint>().change(change);
    into.resource_mut::<Roster>().mark_all_dirty();
}

/// Returns where a unit of a twin stands, if it is on the board.
pub fn place_of(into: &World, id: UnitId) -> Option<TileId> {
    let unit = unit(into, id);
    let is_there = unit.get::<Presence>() == Some(&Presence::OnBoard);
    unit.get::<Position>().filter(|_| is_there).map(|at| at.0)
}

impl Layers {
    /// Returns a board that is all known: like this one as far as that is, and else like most of the open
    /// ground of it.
    fn filled(&self) -> Self {
        let mut counts = BTreeMap::<(u8, i8), usize>::new();
        let tiles = || (0..self.len() as u32).map(TileId);
        let is_open = |&tile: &TileId| self.is_known(tile) && self.code(tile.index()) == 0;
        for tile in tiles().filter(is_open) {
            if self.entry_percent(tile).is_some() {
                let look = (self.terrain(tile).0, self.elevation(tile));
                *counts.entry(look).or_default() += 1;
            }
        }
        let most = counts
            .iter()
            .max_by_key(|&(&look, &count)| (count, Reverse(look)));
        let (terrain, level) = most.map_or((0, 0), |(&look, _)| look);
        let plain = TileState {
            terrain: crate::content::terrain::TerrainId(terrain),
            ..TileState::default()
        };
        let mut filled = self.clone();
        filled.fill_unknown(plain, level);
        filled
    }
}
