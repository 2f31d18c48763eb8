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
        muster::Muster,
    },
};

/// First turn of a battle.
const FIRST_TURN: u16 = 1;

/// Rolls 1d(SPD+1) for a ship; a seasoned pilot may add to the total in the first turn (§6, §8).
fn roll(muster: &Muster, ship: UnitId, dice: &mut impl Roll) -> Initiative {
    let speed = muster.speed(ship);
    let sides = speed.saturating_add(muster.content.figures.dice.initiative);
    let modifier = match muster.turn {
        FIRST_TURN => i32::from(muster.ability(ship).first_initiative),
        _ => 0,
    };
    let roll = DieRoll::of(dice, Label::Initiative, sides, modifier);
    Initiative { ship, roll, speed }
}

/// Rolls for some ships, in the order given, and sorts who acts first.
pub(super) fn initiative(
    muster: &Muster,
    ships: &[UnitId],
    dice: &mut impl Roll,
) -> Vec<Initiative> {
    let mut order: Vec<_> = (ships.iter())
        .map(|&ship| roll(muster, ship, dice))
        .collect();
    order.sort_by_key(|one| (Reverse(one.roll.total), Reverse(one.speed), one.ship));
    order
}

/// Lists the hexes that hold living ships of sides that fight each other, by r, then q (§6).
pub(super) fn contested(muster: &Muster) -> Vec<TileId> {
    if muster.options.single_occupancy {
        return Vec::new();
    }
    let tiles = muster.flying().filter_map(|vessel| vessel.tile);
    let mut tiles: Vec<_> = tiles.filter(|&tile| is_contested(muster, tile)).collect();
    // Tiles are numbered by rows, and within a row by columns.
    tiles.sort_unstable();
    tiles.dedup();
    tiles
}

/// Whether a hex holds living ships of sides that fight each other.
pub(super) fn is_contested(muster: &Muster, tile: TileId) -> bool {
    let ships = ships_in(muster, tile);
    let has_foe = |&one: &UnitId| foes_in(muster, one, &ships).next().is_some();
    ships.iter().any(has_foe)
}

/// Lists the living ships in a hex, by id.
pub(super) fn ships_in(muster: &Muster, tile: TileId) -> Vec<UnitId> {
    let there = muster.flying().filter(|vessel| vessel.tile == Some(tile));
    there.map(|vessel| vessel.id).collect()
}

fn foes_in<'m>(
    muster: &'m Muster,
    ship: UnitId,
    ships: &'m [UnitId],
) -> impl Iterator<Item = UnitId> + 'm {
    let side = muster.get(ship).side;
    let foes = ships.iter().copied();
    foes.filter(move |&other| muster.are_hostile(side, muster.get(other).side))
}

/// Returns whom a ship attacks in a contested hex: the slowest living enemy there, then the lowest hull,
/// then the id. None if it cannot attack (§6, clarification 10).
pub(super) fn opponent(muster: &Muster, ship: UnitId, hex: TileId) -> Option<UnitId> {
    let vessel = muster.get(ship);
    let can_attack =
        vessel.tile == Some(hex) && vessel.now.ammo > 0 && muster.carrier_target(ship).is_none();
    if !can_attack {
        return None;
    }
    let ships = ships_in(muster, hex);
    foes_in(muster, ship, &ships)
        .min_by_key(|&foe| (muster.speed(foe), muster.get(foe).now.hull.now, foe))
}
