//! Initiative, and fights in contested hexes, where ships stack (§6).
//!
//! **Invariant:** no two ships tie in initiative: total, then base SPD, then id decide. Under single
//! occupancy no hex is contested.

use std::cmp::Reverse;

use crate::{
    battle::{
        dice::{Label, Roll},
        grid::TileId,
        unit::UnitId,
    },
    rules::fleet::{
        event::{DieRoll, Initiative},
        forces::Forces,
    },
};

/// First turn of a battle.
const FIRST_TURN: u16 = 1;

/// Rolls 1d(SPD+1) for a ship; a seasoned pilot may add to the total in the first turn (§6, §8).
fn roll(forces: &Forces, ship: UnitId, dice: &mut impl Roll) -> Initiative {
    let speed = forces.speed(ship);
    let sides = speed.saturating_add(forces.content.figures.dice.initiative);
    let modifier = match forces.turn {
        FIRST_TURN => i32::from(forces.ability(ship).first_initiative),
        _ => 0,
    };
    let roll = DieRoll::of(dice, Label::Initiative, sides, modifier);
    Initiative { ship, roll, speed }
}

/// Rolls for some ships, in the order given, and sorts who acts first.
pub(super) fn initiative(
    forces: &Forces,
    ships: &[UnitId],
    dice: &mut impl Roll,
) -> Vec<Initiative> {
    let mut order: Vec<_> = (ships.iter())
        .map(|&ship| roll(forces, ship, dice))
        .collect();
    order.sort_by_key(|one| (Reverse(one.roll.total), Reverse(one.speed), one.ship));
    order
}

/// Lists the hexes that hold living ships of sides that fight each other, by r, then q (§6).
pub(super) fn contested(forces: &Forces) -> Vec<TileId> {
    if forces.options.single_occupancy {
        return Vec::new();
    }
    let tiles = forces.flying().filter_map(|vessel| vessel.tile);
    let mut tiles: Vec<_> = tiles.filter(|&tile| is_contested(forces, tile)).collect();
    // Tiles are numbered by rows, and within a row by columns.
    tiles.sort_unstable();
    tiles.dedup();
    tiles
}

/// Whether a hex holds living ships of sides that fight each other.
pub(super) fn is_contested(forces: &Forces, tile: TileId) -> bool {
    let ships = ships_in(forces, tile);
    let has_foe = |&one: &UnitId| foes_in(forces, one, &ships).next().is_some();
    ships.iter().any(has_foe)
}

/// Lists the living ships in a hex, by id.
pub(super) fn ships_in(forces: &Forces, tile: TileId) -> Vec<UnitId> {
    let there = forces.flying().filter(|vessel| vessel.tile == Some(tile));
    there.map(|vessel| vessel.id).collect()
}

fn foes_in<'m>(
    forces: &'m Forces,
    ship: UnitId,
    ships: &'m [UnitId],
) -> impl Iterator<Item = UnitId> + 'm {
    let side = forces[ship].side;
    let foes = ships.iter().copied();
    foes.filter(move |&other| forces.are_hostile(side, forces[other].side))
}

/// Returns whom a ship attacks in a contested hex: the slowest living enemy there, then the lowest hull,
/// then the id. None if it cannot attack (§6, clarification 10).
pub(super) fn opponent(forces: &Forces, ship: UnitId, hex: TileId) -> Option<UnitId> {
    let vessel = &forces[ship];
    let can_attack =
        vessel.tile == Some(hex) && vessel.now.ammo > 0 && forces.carrier_target(ship).is_none();
    if !can_attack {
        return None;
    }
    let ships = ships_in(forces, hex);
    foes_in(forces, ship, &ships)
        .min_by_key(|&foe| (forces.speed(foe), forces[foe].now.hull.now, foe))
}
