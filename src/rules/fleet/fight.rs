//! Who fights whom, and in which order: initiative, contested hexes where ships stack (§6), and dogfights
//! and shots where one fits a hex (§9).
//!
//! **Invariant:** no two ships tie in initiative: total, then base SPD decide, then id within a side and a
//! lot between sides. Under single occupancy no hex is contested. Pairs are disjoint, since each ship has one target.

use std::cmp::Reverse;

use crate::battle::dice::{Label, Roll};
use crate::battle::grid::{Direction, Grid, TileId};
use crate::battle::unit::UnitId;
use crate::rules::fleet::content::Size;
use crate::rules::fleet::event::{DieRoll, Initiative, Shot};
use crate::rules::fleet::forces::{Forces, Vessel};
use crate::rules::fleet::lots;

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
    let key = |one: &Initiative| (Reverse(one.roll.total), Reverse(one.speed));
    lots::sort(forces, &mut order, |one| one.ship, key, dice);
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

/// Lists who fires this step, by id, each with its target (§9, step 1).
pub fn shots(forces: &Forces) -> Vec<Shot> {
    let shooters = forces.flying().filter(|vessel| fires(forces, vessel));
    let shot = |vessel: &Vessel| Shot {
        ship: vessel.id,
        target: target(forces, vessel.id),
    };
    shooters.map(shot).collect()
}

/// Whether a ship fires: fire on, ammunition, weapon ready, and no carrier to attack (§4, §9).
fn fires(forces: &Forces, vessel: &Vessel) -> bool {
    vessel.stance.fire
        && vessel.now.ammo > 0
        && vessel.now.gun.remaining == 0
        && forces.carrier_target(vessel.id).is_none()
}

/// Returns the nearest enemy ship in arc and range of a unit that its side detects, then the lowest hull,
/// then the id (§9, step 1; §11; clarifications 13 and 17).
pub fn target(forces: &Forces, unit: UnitId) -> Option<UnitId> {
    let vessel = &forces[unit];
    let from = vessel.tile?;
    let arc = Arc::of(forces, unit);
    let targets = forces.foes(vessel.side).filter_map(|foe| {
        let tile = foe.tile?;
        let can_hit = arc.holds(&forces.grid, from, vessel.facing, tile)
            && forces.may_fire_at(vessel.side, foe);
        can_hit.then(|| (forces.distance(from, tile), foe.now.hull.now, foe.id))
    });
    targets.min().map(|(_, _, id)| id)
}

/// What a unit can hit: how far, and whether all around it (§9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arc {
    /// Hexes.
    pub range: u32,
    /// Whether facing does not matter.
    pub all_round: bool,
}

impl Arc {
    /// Returns the arc of a ship's weapon, or of a carrier's guns.
    pub fn of(forces: &Forces, unit: UnitId) -> Self {
        match forces.ship_type(unit) {
            Some(kind) => Self {
                range: u32::from(forces.weapon(unit).range),
                all_round: kind.size == Size::Small,
            },
            None => Self {
                range: forces.content.figures.carrier.range,
                all_round: true,
            },
        }
    }

    /// Whether a ship on a hex with a facing has another hex in it.
    pub fn holds(self, grid: &Grid, from: TileId, facing: Direction, tile: TileId) -> bool {
        grid.distance(from, tile) <= self.range && self.faces(grid, from, facing, tile)
    }

    /// Whether a ship on a hex with a facing has another hex in it, however far off.
    pub fn faces(self, grid: &Grid, from: TileId, facing: Direction, tile: TileId) -> bool {
        self.all_round || in_front(grid, from, facing, tile)
    }
}

/// Whether a hex is within 60° of a facing, by exact angle, 60° included (clarification 7).
fn in_front(grid: &Grid, from: TileId, facing: Direction, tile: TileId) -> bool {
    let delta = grid.hex(tile) - grid.hex(from);
    let (left, right) = (facing.turned(5).step(), facing.turned(1).step());
    // The vector is a sum of the two edges of the arc; their determinant is 1.
    let along_left = delta.x * right.y - delta.y * right.x;
    let along_right = left.x * delta.y - left.y * delta.x;
    along_left >= 0 && along_right >= 0
}

/// Lists the pairs of ships that target each other at distance 1, by their lower ids (§9, step 2).
pub fn pairs(forces: &Forces, shots: &[Shot]) -> Vec<[UnitId; 2]> {
    let target_of = |ship| shots.iter().find(|shot| shot.ship == ship)?.target;
    let pair = |shot: &Shot| {
        let target = shot.target?;
        let is_mutual = shot.ship < target && target_of(target) == Some(shot.ship);
        let is_near = forces.are_beside(forces[shot.ship].tile, forces[target].tile);
        (is_mutual && is_near).then_some([shot.ship, target])
    };
    shots.iter().filter_map(pair).collect()
}

/// Lists the shots that no dogfight takes up and that have a target (§9, step 3).
pub fn one_sided(shots: &[Shot], pairs: &[[UnitId; 2]]) -> Vec<Shot> {
    let is_paired = |ship| pairs.iter().any(|pair| pair.contains(&ship));
    let is_left = |shot: &&Shot| !is_paired(shot.ship) && shot.target.is_some();
    shots.iter().filter(is_left).copied().collect()
}
