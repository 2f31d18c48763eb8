//! Where characters come to stand when combat begins (§3) and when they arrive on a combat map (§7).
//!
//! **Invariant:** one character a hex, on ground that can be stood on; ties as the reference has them.

use std::collections::BTreeSet;

use bevy::prelude::World;
use hexx::Hex;

use crate::battle::board::Board;
use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Presence, UnitId, Units};
use crate::rules::kit::ways::{Ways, around, ring};
use crate::rules::party::character::Memory;
use crate::rules::party::content::Formation;
use crate::rules::party::event::Event;
use crate::rules::party::progress::{PARTY, Progress};
use crate::rules::party::setup;

/// Returns the steps from the leader to where a member of a formation stands that faces a direction (§7).
pub fn offset(formation: Formation, member: u16, facing: Direction) -> Hex {
    let member = i32::from(member);
    match formation {
        Formation::Column => facing.opposite().step() * member,
        Formation::Wedge => {
            let side = if member % 2 == 1 { 2 } else { 4 };
            facing.turned(side).step() * ((member + 1) / 2)
        }
    }
}

/// Draws where both sides arrive on a combat map, and places them: the party first (§7).
pub fn arrive(world: &World, dice: &mut Dice) -> Event {
    let units = Units::of(world);
    let zones = setup::start(world);
    let [own, other] = zones.expect("only drawn maps are arrived on");
    let mut draw = |zone: &[TileId]| {
        let drawn = dice.die(Label::Arrival, zone.len() as u32) - 1;
        zone[drawn as usize]
    };
    let at = draw(own);
    let others: Vec<_> = other.iter().copied().filter(|&tile| tile != at).collect();
    let opposite = draw(&others);
    let facing = units.board().grid.direction_towards(at, opposite);
    let met = setup::journey(world).map(|_| &world.resource::<Progress>().course.trip.met);
    let is_in = |id: &UnitId| met.is_none_or(|met| units.side(*id) == PARTY || met.contains(id));
    let waits = |id: &UnitId| *units.part::<Presence>(*id) == Presence::Reserve && is_in(id);
    let (party, foes): (Vec<_>, Vec<_>) =
        (units.ids().filter(waits)).partition(|&id| units.side(id) == PARTY);
    let mut taken: BTreeSet<_> = units.ids().filter_map(|id| units.seat(id)).collect();
    let (mut places, mut left_out) = (Vec::new(), Vec::new());
    for (members, anchor, facing) in [(party, at, facing), (foes, opposite, facing.opposite())] {
        for (member, id) in (0..).zip(members) {
            match place(world, anchor, member, facing, &taken) {
                Some(tile) => {
                    taken.insert(tile);
                    places.push((id, tile, facing));
                }
                None => left_out.push(id),
            }
        }
    }
    Event::Arrived { places, left_out }
}

/// Returns where a member of a formation stands: where it is to, else on the nearest free hex from which
/// there is a way to the anchor (clarification 7).
fn place(
    world: &World,
    anchor: TileId,
    member: u16,
    facing: Direction,
    taken: &BTreeSet<TileId>,
) -> Option<TileId> {
    let figures = &setup::content(world).figures;
    let board = world.resource::<Board>();
    let ways = Ways::search(board, &board.layers, anchor, u16::MAX, |_| false);
    let wanted = board.grid.hex(anchor) + offset(figures.formation, member, facing);
    (0..=figures.place_radius).find_map(|radius| {
        let tiles = ring(wanted, radius).filter_map(|hex| board.grid.tile(hex));
        let free = tiles.filter(|tile| !taken.contains(tile));
        let in_reach = free.filter_map(|tile| Some((ways.steps(tile)?, tile)));
        in_reach
            .min_by_key(|(steps, _)| *steps)
            .map(|(_, tile)| tile)
    })
}

/// Who goes where, and who finds no place.
pub type Displaced = (Vec<(UnitId, TileId)>, Vec<UnitId>);

/// Parts those who share a hex: the first of them keeps it, each later one takes the hex it came from, else
/// the nearest free one within a radius, and farther off where that widens (clarification 6).
pub fn displace(world: &World, radius: u16, widens: bool) -> Displaced {
    let units = Units::of(world);
    let board = world.resource::<Board>();
    let seats: Vec<_> = (units.ids())
        .filter_map(|id| Some((id, units.seat(id)?)))
        .collect();
    let mut claimed = BTreeSet::new();
    let (mut displaced, mut left_out) = (Vec::new(), Vec::new());
    for (at, &(id, seat)) in seats.iter().enumerate() {
        if claimed.insert(seat) {
            continue;
        }
        let is_free = |tile: TileId, claimed: &BTreeSet<TileId>| {
            let to_come = seats[at + 1..].iter().any(|(_, other)| *other == tile);
            board.layers.entry_percent(tile).is_some() && !claimed.contains(&tile) && !to_come
        };
        let before = units.part::<Memory>(id).before;
        let before = Some(before).filter(|&tile| is_free(tile, &claimed));
        let most = match widens {
            true => board.grid.width.saturating_add(board.grid.height),
            false => radius,
        };
        let near = || around(board.grid, seat, most).find(|&tile| is_free(tile, &claimed));
        match before.or_else(near) {
            Some(tile) => {
                claimed.insert(tile);
                displaced.push((id, tile));
            }
            None => left_out.push(id),
        }
    }
    (displaced, left_out)
}
