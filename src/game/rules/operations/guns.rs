//! Sheets of guns: where they stand (C2), and which of them fire (C3).
//!
//! **Invariant:** changes the draft alone.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::desk::{Desk, Draft, Row, known};
use super::sheet::{Sheet, act, hex, name, small, switch};
use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::game::kit::piece::{Ink, Piece, Words};
use crate::game::rules::playable::own_side;
use crate::rules::operations::field::{Field, Rating};
use crate::rules::operations::unit::Stance;

/// Groups units by hex.
fn by_hex(field: &Field, units: Vec<UnitId>) -> BTreeMap<TileId, Vec<UnitId>> {
    let mut hexes: BTreeMap<TileId, Vec<UnitId>> = BTreeMap::new();
    for id in units {
        hexes.entry(field.get(id).tile()).or_default().push(id);
    }
    hexes
}

/// Returns the sheet of positions: guns by hex, Forward or Back.
pub(super) fn position(field: &Field, desk: &Desk, side: Side) -> Sheet {
    let hexes = by_hex(field, field.guns(side));
    let rows: Vec<_> = (hexes.iter())
        .flat_map(|(&tile, units)| units.iter().map(move |&id| (Row::Unit(id), tile)))
        .collect();
    let mut sheet = Sheet {
        title: "C2 Positions".into(),
        hint: "Guns placed Back are safe except from an overrun, but each fires alone, and neither at armor nor in \
               assaults. Your choice stays secret."
            .into(),
        rows,
        ..Sheet::default()
    };
    let chosen = sheet.row(desk);
    let mut cells = Vec::new();
    for (tile, units) in &hexes {
        for &id in units {
            let row = Row::Unit(id);
            let stance = desk.draft.stances.get(&id).copied();
            let (word, ink) = match stance {
                Some(Stance::Forward) => ("Forward", Ink::Good),
                Some(Stance::Back) => ("Back", Ink::Energy),
                None => ("not set", Ink::Bad),
            };
            cells.push(vec![
                name(row, field.name(id), chosen == Some(row)),
                small(hex(field, *tile)),
                switch(row, word, ink).about("Click: Forward or Back"),
            ]);
        }
    }
    sheet
        .body
        .add(table("positions", &["Gun", "Hex", "Stands"], cells));
    if let Some(Row::Unit(id)) = chosen {
        sheet.acts.push(act(
            "Forward / Back",
            "Changes the chosen gun",
            move |world| {
                turn(world, &[id]);
            },
        ));
    }
    for (word, stance) in [("All Forward", Stance::Forward), ("All Back", Stance::Back)] {
        sheet.acts.push(act(word, "Places all guns", move |world| {
            Desk::edit(world, |draft| {
                draft.stances.values_mut().for_each(|one| *one = stance);
            });
        }));
    }
    sheet
}

/// Makes a table.
pub(super) fn table(name: &'static str, heads: &[&'static str], rows: Vec<Vec<Words>>) -> Piece {
    Piece::Table {
        name,
        heads: heads.to_vec(),
        rows,
    }
}

/// Places guns the other way.
pub(super) fn turn(world: &mut World, units: &[UnitId]) {
    Desk::edit(world, |draft| {
        for id in units {
            let now = draft.stances.get(id).copied();
            let next = match now {
                Some(Stance::Forward) => Stance::Back,
                _ => Stance::Forward,
            };
            draft.stances.insert(*id, next);
        }
    });
}

/// Returns the sheet of firing units: hexes in which something fires first.
pub(super) fn firing(field: &Field, desk: &Desk, side: Side) -> Sheet {
    let mut hexes: Vec<_> = by_hex(field, field.gunners(side)).into_iter().collect();
    let is_silent = |units: &[UnitId]| units.iter().all(|id| desk.draft.silent.contains(id));
    hexes.sort_by_key(|(tile, units)| (is_silent(units), *tile));
    let rows: Vec<_> = (hexes.iter())
        .flat_map(|(tile, units)| units.iter().map(|&id| (Row::Unit(id), *tile)))
        .collect();
    let mut sheet = Sheet {
        title: "C3 Firing".into(),
        hint: "The enemy learns which hexes fire, and names the targets beside them.".into(),
        rows,
        ..Sheet::default()
    };
    let chosen = sheet.row(desk);
    let mut cells = Vec::new();
    for (tile, units) in &hexes {
        // A hex from which nothing is fired is yellow, and comes last.
        let place = match is_silent(units) {
            true => small(format!("{} silent", hex(field, *tile))).ink(Ink::Accent),
            false => small(hex(field, *tile)),
        };
        for &id in units {
            let row = Row::Unit(id);
            let (word, ink) = match desk.draft.silent.contains(&id) {
                true => ("NonFiring", Ink::Accent),
                false => ("Fires", Ink::Good),
            };
            let body = field.get(id).body();
            let stance = body
                .stance
                .map_or(String::new(), |stance| stance.to_string());
            let points = field.actual(field.raw(id, Rating::Barrage));
            cells.push(vec![
                name(row, field.name(id), chosen == Some(row)),
                place.clone(),
                small(format!("{points} · {stance}")).about(format!("{} rounds left", body.ammo)),
                switch(row, word, ink).about("Click: fires or not"),
            ]);
        }
    }
    for tile in idle_hexes(field, side) {
        cells.push(vec![
            small("no gun can fire from"),
            small(hex(field, tile)),
            small(""),
            small(""),
        ]);
    }
    sheet
        .body
        .add(table("firing", &["Unit", "Hex", "Points", ""], cells));
    if let Some(Row::Unit(id)) = chosen {
        sheet.acts.push(act(
            "Fire / hold",
            "Changes the chosen unit",
            move |world| {
                hold(world, &[id]);
            },
        ));
        sheet.acts.push(act(
            "The whole hex",
            "Changes all units of its hex",
            move |world| {
                hold_hex(world, id);
            },
        ));
    }
    sheet.acts.push(act("All fire", "Every gun fires", |world| {
        Desk::edit(world, |draft| draft.silent.clear());
    }));
    sheet
}

/// Lists own hexes beside the enemy in which nothing can fire.
fn idle_hexes(field: &Field, side: Side) -> Vec<TileId> {
    let firing = by_hex(field, field.gunners(side));
    let mut hexes: Vec<_> = field.of_side(side).map(|unit| unit.tile()).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.retain(|tile| {
        let mut around = field.grid.neighbors(*tile);
        !firing.contains_key(tile) && around.any(|(_, other)| field.has_enemy(side, other))
    });
    hexes
}

/// Has units fire, or hold their fire.
pub(super) fn hold(world: &mut World, units: &[UnitId]) {
    Desk::edit(world, |draft| {
        for id in units {
            if !draft.silent.remove(id) {
                draft.silent.insert(*id);
            }
        }
    });
}

/// Has all guns of the hex of a unit hold their fire, or all fire if they do.
fn hold_hex(world: &mut World, id: UnitId) {
    let units: Vec<_> = {
        let field = known(world);
        let tile = field.get(id).tile();
        let mut units = field.gunners(own_side(world));
        units.retain(|&other| field.get(other).tile() == tile);
        units
    };
    Desk::edit(world, |draft: &mut Draft| {
        let is_silent = units.iter().all(|id| draft.silent.contains(id));
        for id in units {
            draft.silent.remove(&id);
            if !is_silent {
                draft.silent.insert(id);
            }
        }
    });
}
