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
use crate::rules::kit::formation::{Displaced, part_all};
use crate::rules::kit::ways::{Ways, ring};
use crate::rules::party::character::{Memory, Sheet};
use crate::rules::party::event::Event;
use crate::rules::party::progress::{PARTY, Progress};
use crate::rules::party::setup;

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
    let beside = || nearest_free(world, at, units.board().grid.hex(at), &BTreeSet::from([at]));
    let opposite = match others[..] {
        // The party arrives on the only hex for enemies (clarification 19).
        [] => beside().unwrap_or(at),
        _ => draw(&others),
    };
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
            match place(world, anchor, (id, member), facing, &taken) {
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
/// there is a way to the anchor (clarifications 7 and 19).
fn place(
    world: &World,
    anchor: TileId,
    (id, member): (UnitId, u16),
    facing: Direction,
    taken: &BTreeSet<TileId>,
) -> Option<TileId> {
    let formation = Units::of(world).part::<Sheet>(id).formation;
    let anchored = world.resource::<Board>().grid.hex(anchor);
    nearest_free(
        world,
        anchor,
        anchored + formation.offset(member, facing),
        taken,
    )
}

/// Returns the free hex nearest to a wanted one from which there is a way to the anchor, of equals the one
/// with the shortest way.
fn nearest_free(
    world: &World,
    anchor: TileId,
    wanted: Hex,
    taken: &BTreeSet<TileId>,
) -> Option<TileId> {
    let board = world.resource::<Board>();
    let ways = Ways::search(board, &board.layers, anchor, u16::MAX, |_| false);
    (0..=setup::content(world).figures.place_radius).find_map(|radius| {
        let tiles = ring(wanted, radius).filter_map(|hex| board.grid.tile(hex));
        let free = tiles.filter(|tile| !taken.contains(tile));
        let in_reach = free.filter_map(|tile| Some((ways.steps(tile)?, tile)));
        in_reach
            .min_by_key(|(steps, _)| *steps)
            .map(|(_, tile)| tile)
    })
}

/// Parts those who share a hex, within the radius of the figures, and farther off where that widens
/// (clarification 6).
pub(super) fn displace(world: &World) -> Displaced {
    let (units, figures) = (Units::of(world), &setup::content(world).figures);
    let seats = units.ids().filter_map(|id| {
        let before = units.part::<Memory>(id).before;
        Some((id, units.seat(id)?, before))
    });
    let board = units.board();
    let most = match figures.displace_widens {
        true => board.grid.width.saturating_add(board.grid.height),
        false => figures.displace_radius,
    };
    part_all(board, &seats.collect::<Vec<_>>(), most)
}
