//! Fights in contested hexes, where ships stack (§6).
//!
//! **Invariant:** under single occupancy no hex is contested.

use crate::{
    battle::{grid::TileId, unit::UnitId},
    rules::fleet::muster::Muster,
};

/// Lists the hexes that hold living ships of sides that fight each other, by r, then q (§6).
pub fn contested(muster: &Muster) -> Vec<TileId> {
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
pub fn is_contested(muster: &Muster, tile: TileId) -> bool {
    let ships = ships_in(muster, tile);
    ships
        .iter()
        .any(|&one| !foes_in(muster, one, &ships).is_empty())
}

/// Lists the living ships in a hex, by id.
pub fn ships_in(muster: &Muster, tile: TileId) -> Vec<UnitId> {
    let there = muster.flying().filter(|vessel| vessel.tile == Some(tile));
    there.map(|vessel| vessel.id).collect()
}

fn foes_in(muster: &Muster, ship: UnitId, ships: &[UnitId]) -> Vec<UnitId> {
    let side = muster.get(ship).side;
    let is_foe = |other: &&UnitId| muster.are_hostile(side, muster.get(**other).side);
    ships.iter().filter(is_foe).copied().collect()
}

/// Returns whom a ship attacks in a contested hex: the slowest living enemy there, then the lowest hull,
/// then the id. None if it cannot attack (§6, clarification 10).
pub fn opponent(muster: &Muster, ship: UnitId, hex: TileId) -> Option<UnitId> {
    let vessel = muster.get(ship);
    let can_attack =
        vessel.tile == Some(hex) && vessel.now.ammo > 0 && muster.carrier_target(ship).is_none();
    if !can_attack {
        return None;
    }
    let foes = foes_in(muster, ship, &ships_in(muster, hex));
    foes.into_iter()
        .min_by_key(|&foe| (muster.speed(foe), muster.get(foe).now.hull.now, foe))
}
