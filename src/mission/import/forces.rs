//! Who stands where on a map that becomes a mission: the sides of a new mission, on ground that they can
//! enter, and what the map's own objects say.
//!
//! **Invariant:** all units stand on hexes of their own, between which they can walk.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::battle::grid::{Grid, TileId};
use crate::content::Catalog;
use crate::content::terrain::TerrainId;
use crate::mission::MAX_UNITS;
use crate::mission::edit::{At, Forms, SideDraft, UnitDraft};

use super::map::Map;
use super::objects::{Lattice, has_shape};
use super::write::short;

/// Most zones that are taken over.
const MAX_ZONES: usize = 64;

/// Hexes that units may start on: those of the largest area that can be walked through.
pub(super) struct Seats {
    grid: Grid,
    free: BTreeSet<TileId>,
}

impl Seats {
    pub fn new(grid: Grid, terrains: Vec<TerrainId>, catalog: &Catalog) -> Self {
        let can_enter = |tile: TileId| {
            let terrain = catalog.terrain(terrains[tile.index()]);
            terrain.move_percent.is_some() && terrain.hazard_damage == 0 && !terrain.poisons
        };
        let mut largest = Vec::new();
        let mut seen = vec![false; grid.len()];
        for start in grid.tiles().filter(|tile| can_enter(*tile)) {
            if std::mem::replace(&mut seen[start.index()], true) {
                continue;
            }
            let mut area = vec![start];
            let mut open = VecDeque::from([start]);
            while let Some(tile) = open.pop_front() {
                for (_, next) in grid.neighbors(tile) {
                    if can_enter(next) && !std::mem::replace(&mut seen[next.index()], true) {
                        area.push(next);
                        open.push_back(next);
                    }
                }
            }
            if area.len() > largest.len() {
                largest = area;
            }
        }
        Self {
            grid,
            free: largest.into_iter().collect(),
        }
    }

    /// Takes the free hex nearest to one.
    fn take(&mut self, wished: TileId) -> Option<TileId> {
        let distance = |tile: &&TileId| self.grid.distance(wished, **tile);
        let found = match self.free.contains(&wished) {
            true => wished,
            false => *self.free.iter().min_by_key(distance)?,
        };
        self.free.remove(&found);
        Some(found)
    }
}

/// Takes over the objects of a map: shapes are zones, points and tiles are units of the side that is named.
pub(super) fn take_objects(
    map: &Map,
    forms: &Forms,
    mut sides: Vec<SideDraft>,
    zones: &mut BTreeMap<String, Vec<TileId>>,
    seats: &mut Seats,
    notes: &mut Vec<String>,
) -> Result<Vec<SideDraft>, String> {
    let mut units: Vec<Vec<(String, TileId)>> = vec![Vec::new(); sides.len()];
    let mut count = 0;
    if let Some(mut lattice) = Lattice::of(map) {
        let is_named = |side: &SideDraft, name: &str| side.name.eq_ignore_ascii_case(name.trim());
        for (layer, object) in &map.objects {
            let name = short(&object.name);
            if has_shape(object) {
                let hexes = lattice.covered(object).unwrap_or_default();
                match name.is_empty() || hexes.is_empty() || zones.len() >= MAX_ZONES {
                    true => notes.push(format!(
                        "the shape {name:?} cannot become a zone and was skipped"
                    )),
                    false => zones.entry(name).or_default().extend(hexes),
                }
                continue;
            }
            let names = [
                object.properties.get("side"),
                Some(&object.name),
                Some(layer),
            ];
            let side = (names.into_iter().flatten())
                .find_map(|name| sides.iter().position(|side| is_named(side, name)));
            let hex = lattice.hex(object).filter(|_| count < MAX_UNITS);
            match side.zip(hex) {
                Some((side, hex)) => {
                    count += 1;
                    let kind = object.properties.get("kind").unwrap_or(&object.class);
                    units[side].push((kind.clone(), hex));
                }
                None => notes.push(format!(
                    "the object {name:?} belongs to no side and was skipped"
                )),
            }
        }
    }
    for (side, units) in sides.iter_mut().zip(units) {
        put_units(side, units, forms, map.grid);
    }
    let placed = sides.iter_mut().flat_map(|side| &mut side.units);
    for at in placed.filter_map(|unit| unit.at.as_mut()) {
        if let Some(wished) = at.tile(map.grid) {
            let seat = (seats.take(wished)).ok_or("has too little ground that units can enter")?;
            let (column, row) = map.grid.to_offset(seat);
            *at = At::Hex(column, row);
        }
    }
    Ok(sides)
}

/// Puts the units of objects in the place of those that a new mission has on the board.
fn put_units(side: &mut SideDraft, units: Vec<(String, TileId)>, forms: &Forms, grid: Grid) {
    let usual = |unit: &&UnitDraft| unit.at.is_some();
    let Some(model) = side.units.iter().rev().find(usual).cloned() else {
        return;
    };
    if units.is_empty() {
        return;
    }
    let is_replaced = |unit: &UnitDraft| unit.at.is_some() && unit.post == model.post;
    side.units.retain(|unit| !is_replaced(unit));
    let kinds = forms
        .units
        .get(model.post)
        .map_or(&[][..], |form| &form.kinds);
    for (kind, hex) in units {
        let is_known = kinds.iter().any(|known| known.key == kind);
        let (column, row) = grid.to_offset(hex);
        let mut unit = UnitDraft::new(model.post, &model.kind, Some(At::Hex(column, row)));
        unit.facing = model.facing;
        if is_known {
            unit.kind = kind;
        }
        side.units.push(unit);
    }
}
