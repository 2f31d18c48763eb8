//! The sheet of assignment (C8): which units fire at armor, which assault, and which hex.
//!
//! **Invariant:** every reason for which a unit is withheld comes from the rules; changes the draft alone.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use super::desk::{Desk, Row, known};
use super::forecast::{self, Part};
use super::guns::table;
use super::sheet::{Sheet, act, cell, hex, name, small, switch};
use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::game::kit::cursor::refuse;
use crate::game::kit::lower;
use crate::game::kit::piece::{Ink, Pieces, Words};
use crate::game::kit::select::after;
use crate::game::rules::playable::own_side;
use crate::rules::operations::field::{Field, Rating};
use crate::rules::operations::order::Fault;
use crate::rules::operations::progress::Role;

/// Lists the combat units of a side in combat, by hex.
pub(super) fn fighters(field: &Field, side: Side) -> Vec<UnitId> {
    let own = field.of_side(side).map(|unit| unit.id);
    let mut units: Vec<_> = own
        .filter(|&id| field.is_combat(id) && field.is_in_combat(id))
        .collect();
    units.sort_by_key(|&id| (field.get(id).tile(), id));
    units
}

/// Lists the enemy hexes that a unit could attack.
fn targets(field: &Field, id: UnitId) -> Vec<TileId> {
    let tile = field.get(id).tile();
    let contacts = field.progress.contacts.keys().copied();
    contacts
        .filter(|&other| field.grid.distance(tile, other) == 1)
        .collect()
}

/// Returns the hex or hexes whose assault is forecast: those of the chosen row, or the first contact.
pub(super) fn focus(field: &Field, desk: &Desk, side: Side) -> Vec<TileId> {
    let phases = side == field.progress.phasing;
    let of_unit = |id: UnitId| match phases {
        true => desk.draft.roles.get(&id).map(|role| {
            [role.target, role.second]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
        }),
        false => Some(vec![field.get(id).tile()]),
    };
    let of_hex = |tile: TileId| {
        let dual = desk.draft.roles.values().find(|role| {
            role.second.is_some() && (role.target == Some(tile) || role.second == Some(tile))
        });
        dual.map_or(vec![tile], |role| {
            [role.target, role.second].into_iter().flatten().collect()
        })
    };
    let chosen = match desk.row {
        Some(Row::Unit(id)) => of_unit(id),
        Some(Row::Hex(tile)) => Some(of_hex(tile)),
        _ => None,
    };
    let first = || {
        field
            .progress
            .contacts
            .keys()
            .next()
            .copied()
            .into_iter()
            .collect()
    };
    chosen.unwrap_or_else(first)
}

/// Returns the sheet of assignment.
pub(super) fn sheet(field: &Field, desk: &Desk, side: Side) -> Sheet {
    let phases = side == field.progress.phasing;
    let units = fighters(field, side);
    let mut sheet = Sheet {
        title: "C8 Assignment".into(),
        hint: match phases {
            true => "Select units or a stack, then click an enemy hex to attack it. Units without a role are \
                     withheld.",
            false => "Give your units roles: they defend their hex, or fire at armor. Units without a role are \
                      withheld.",
        }
        .into(),
        rows: units.iter().map(|&id| (Row::Unit(id), field.get(id).tile())).collect(),
        ..Sheet::default()
    };
    let cells = units.iter().map(|&id| {
        let row = Row::Unit(id);
        let is_chosen = desk.row == Some(row) || desk.band.contains(&id);
        let (text, ink) = role_words(field, desk, id);
        vec![
            name(row, field.name(id), is_chosen),
            small(hex(field, field.get(id).tile())),
            switch(row, text, ink).about(about(field, id)),
        ]
    });
    sheet
        .body
        .add(table("units", &["Unit", "Hex", "Role"], cells.collect()));
    if phases {
        sheet.body.add(hexes(field, desk, side));
    }
    let tiles = focus(field, desk, side);
    if !tiles.is_empty() {
        let ahead = forecast::assigned(field, side, &desk.draft.roles, &tiles);
        sheet
            .body
            .extend(forecast::pieces(&ahead, side, &tiles, Part::All).0);
    }
    if let [tile] = tiles[..] {
        sheet.body.extend(dual_threats(field, desk, side, tile).0);
    }
    acts(&mut sheet, phases);
    sheet
}

/// Returns what a dual-hex assault on a hex of the defender and on another beside it would do, for each enemy hex
/// that could make one.
fn dual_threats(field: &Field, desk: &Desk, side: Side, tile: TileId) -> Pieces {
    let mut pieces = Pieces::default();
    // At a table the enemy's points are told only when an assault is resolved.
    if field.table().is_some() {
        return pieces;
    }
    for (other, origin) in forecast::duals(field, side, tile) {
        let tiles = [tile, other];
        let ahead = forecast::dual_assigned(field, &desk.draft.roles, (origin, tiles));
        let heading = format!(
            "If {} assaults {} and {} together",
            hex(field, origin),
            hex(field, tile),
            hex(field, other)
        );
        pieces.separate();
        pieces.add(cell(heading).strong());
        pieces.extend(forecast::outlook(&ahead, side, &tiles).0);
    }
    pieces
}

/// Says what a unit does by the draft, or why it can do nothing.
pub(super) fn role_words(field: &Field, desk: &Desk, id: UnitId) -> (String, Ink) {
    let faults = idle(field, id);
    if !faults.is_empty() {
        let words: Vec<_> = faults.iter().map(Fault::to_string).collect();
        return (format!("Withheld: {}", words.join("; ")), Ink::Faint);
    }
    let Some(role) = desk.draft.roles.get(&id) else {
        return ("Withheld".into(), Ink::Worn);
    };
    let phases = field.get(id).side == field.progress.phasing;
    let verb = if phases { "Assault" } else { "Defend" };
    let all = field.get(id).body().strength();
    let apart: u16 = role.anti_armor.iter().map(|&one| u16::from(one)).sum();
    let what = match (apart, all - apart.min(all)) {
        (0, _) => verb.to_owned(),
        (_, 0) => "Anti-armor".to_owned(),
        (apart, rest) => format!("AA {apart}, {} {rest}", lower(verb)),
    };
    let tiles: Vec<_> = [role.target, role.second].into_iter().flatten().collect();
    let tiles: Vec<_> = tiles.into_iter().map(|tile| hex(field, tile)).collect();
    match tiles.is_empty() {
        true => (what, Ink::Good),
        false => (format!("{what} {}", tiles.join("+")), Ink::Good),
    }
}

/// Returns why a unit can neither assault nor fire at armor; nothing if it can do one of both.
fn idle(field: &Field, id: UnitId) -> Vec<Fault> {
    let faults = field.withheld(id);
    if !faults.is_empty() {
        return faults;
    }
    let plain = fresh(field, id);
    let armor = Role {
        anti_armor: field.get(id).body().toe.clone(),
        ..plain.clone()
    };
    let faults = [&plain, &armor].map(|role| field.role_fault(id, role));
    match faults {
        [Some(fault), Some(_)] => vec![fault],
        _ => Vec::new(),
    }
}

fn about(field: &Field, id: UnitId) -> String {
    let body = field.get(id).body();
    let aa = field.raw(id, Rating::AntiArmor);
    let assault = field.raw(id, field.assault_rating(id));
    format!(
        "{} TOE, {assault} raw in the assault, {aa} raw at armor, {} rounds. Click: the next role",
        body.strength(),
        body.ammo
    )
}

/// Returns the enemy hexes with what the side owes and the differential so far.
fn hexes(field: &Field, desk: &Desk, side: Side) -> crate::game::kit::piece::Piece {
    let contacts: Vec<_> = field.progress.contacts.iter().collect();
    let rows = contacts.into_iter().map(|(&tile, &is_duty)| {
        let row = Row::Hex(tile);
        let ahead = forecast::assigned(field, side, &desk.draft.roles, &[tile]);
        let setting = ahead.assault_on(&[tile]);
        let is_held = field.progress.held.contains(&tile);
        let (word, ink) = match (is_duty, is_held) {
            (_, true) => ("held off", Ink::Energy),
            (true, _) if setting.attackers.is_empty() => ("unmet duty", Ink::Bad),
            (true, _) => ("duty", Ink::Good),
            (false, _) => ("may", Ink::Faint),
        };
        let units: Vec<_> = field.stack(tile, Field::foe(side)).collect();
        let told = field.entered(Field::foe(side), tile);
        let only_fled = match told {
            Some(told) => told.retreated,
            None => !units.is_empty() && units.iter().all(|unit| unit.body().retreated_in),
        };
        let count = setting.attackers.len();
        let odds: Words = match count {
            0 => small("–"),
            count => cell(format!(
                "{count} at {}",
                forecast::before_morale(field, &setting)
            ))
            .about("Attackers, and the differential before morale"),
        };
        vec![
            name(row, hex(field, tile), desk.row == Some(row)),
            small(word).ink(ink),
            small(if only_fled {
                "retreated units only"
            } else {
                ""
            }),
            odds,
        ]
    });
    table(
        "contacts",
        &["Enemy hex", "", "", "Before morale"],
        rows.collect(),
    )
}

fn acts(sheet: &mut Sheet, phases: bool) {
    let (verb, about) = match phases {
        true => ("Assault", "All points of the chosen units assault"),
        false => ("Defend", "All points of the chosen units defend their hex"),
    };
    sheet.acts.push(act(verb, about, |world| {
        set(world, |role, _| {
            role.anti_armor.iter_mut().for_each(|one| *one = 0);
        });
    }));
    sheet.acts.push(act(
        "Anti-armor",
        "All points of the chosen units fire at armor",
        |world| {
            set(world, |role, toe| role.anti_armor = toe.to_vec());
        },
    ));
    sheet.acts.push(act(
        "AA point −",
        "One point fewer fires at armor",
        |world| {
            set(world, |role, _| {
                if let Some(one) = role.anti_armor.iter_mut().rev().find(|one| **one > 0) {
                    *one -= 1;
                }
            });
        },
    ));
    sheet.acts.push(act(
        "AA point +",
        "One point more fires at armor",
        |world| {
            set(world, |role, toe| {
                let mut pairs = role.anti_armor.iter_mut().zip(toe);
                if let Some((one, _)) = pairs.find(|(one, toe)| **one < **toe) {
                    *one += 1;
                }
            });
        },
    ));
    sheet
        .acts
        .push(act("Withhold", "The chosen units do nothing", |world| {
            let band = chosen(world);
            Desk::edit(world, |draft| {
                draft.roles.retain(|id, _| !band.contains(id));
            });
        }));
    if phases {
        let about = "The chosen units attack the next enemy hex beside them";
        sheet.acts.push(act("Next hex", about, next_hex));
        let about = "Adds a second hex beside the first to the attack, or removes it";
        sheet.acts.push(act("Dual-hex", about, dual));
    }
    let about = "Clears all roles";
    sheet.acts.push(act("Clear all", about, |world| {
        Desk::edit(world, |draft| draft.roles.clear());
    }));
}

/// Returns the units that are given roles: those chosen together, or the one of the row.
fn chosen(world: &World) -> Vec<UnitId> {
    let desk = Desk::of(world);
    let field = known(world);
    let fighters = fighters(&field, own_side(world));
    let band: Vec<_> = desk
        .band
        .iter()
        .copied()
        .filter(|id| fighters.contains(id))
        .collect();
    match (band.is_empty(), desk.row) {
        (false, _) => band,
        (true, Some(Row::Unit(id))) if fighters.contains(&id) => vec![id],
        _ => Vec::new(),
    }
}

/// Returns what the roles of a side begin with: who can, defends; attacks are chosen.
pub(super) fn first_roles(field: &Field, side: Side) -> BTreeMap<UnitId, Role> {
    if side == field.progress.phasing {
        return BTreeMap::new();
    }
    let units = fighters(field, side).into_iter();
    let roles = units.map(|id| (id, fresh(field, id)));
    roles
        .filter(|(id, role)| field.role_fault(*id, role).is_none())
        .collect()
}

/// Returns the role that a unit begins with: all points assault, and the phasing side attacks the first hex.
fn fresh(field: &Field, id: UnitId) -> Role {
    let phases = field.get(id).side == field.progress.phasing;
    Role {
        anti_armor: vec![0; field.get(id).body().toe.len()],
        target: targets(field, id).first().copied().filter(|_| phases),
        second: None,
    }
}

/// Changes the roles of the chosen units; a unit that cannot do it keeps its role, and says why.
fn set(world: &mut World, change: impl Fn(&mut Role, &[u8])) {
    let units = chosen(world);
    match units.is_empty() {
        true => refuse(world, "Select a unit first"),
        false => set_of(world, units, change),
    }
}

/// Changes the roles of some units, as far as they can have them then.
fn set_of(world: &mut World, units: Vec<UnitId>, change: impl Fn(&mut Role, &[u8])) {
    // Of a stack, who can do nothing at all is passed over.
    let is_stack = units.len() > 1;
    let (roles, faults) = {
        let (field, desk) = (known(world), Desk::of(world));
        let mut roles = desk.draft.roles;
        let mut faults = BTreeSet::new();
        let able = units.into_iter();
        for id in able.filter(|&id| !is_stack || idle(&field, id).is_empty()) {
            let mut role = roles.get(&id).cloned().unwrap_or_else(|| fresh(&field, id));
            change(&mut role, &field.get(id).body().toe);
            match field.role_fault(id, &role) {
                None => drop(roles.insert(id, role)),
                Some(fault) => {
                    faults.insert(format!("{}: {fault}", field.name(id)));
                }
            }
        }
        (roles, faults)
    };
    let is_same = Desk::of(world).draft.roles == roles;
    Desk::edit(world, |draft| draft.roles = roles);
    // Of a stack, who cannot do it is told where nobody can.
    if !faults.is_empty() && (!is_stack || is_same) {
        let faults: Vec<_> = faults.into_iter().collect();
        refuse(world, faults.join("\n"));
    }
}

/// Has the chosen units attack an enemy hex.
pub(super) fn attack(world: &mut World, tile: TileId) {
    let near = |world: &World| {
        let field = known(world);
        chosen(world)
            .into_iter()
            .any(|id| targets(&field, id).contains(&tile))
    };
    if !near(world) {
        super::sheet::choose(world, Row::Hex(tile));
        return Desk::turn_to(world, |desk| desk.band.clear());
    }
    // The next button is for the same units.
    let band = chosen(world);
    set(world, |role, _| {
        (role.target, role.second) = (Some(tile), None);
    });
    Desk::turn_to(world, |desk| {
        desk.row = Some(Row::Hex(tile));
        desk.band = band;
    });
}

/// Has the chosen units attack the next enemy hex beside them.
fn next_hex(world: &mut World) {
    let next = {
        let (field, desk) = (known(world), Desk::of(world));
        chosen(world).first().and_then(|&id| {
            let now = desk.draft.roles.get(&id).and_then(|role| role.target);
            after(&targets(&field, id), now, 1)
        })
    };
    match next {
        Some(tile) => set(world, |role, _| {
            (role.target, role.second) = (Some(tile), None);
        }),
        None => refuse(world, "Select a unit beside an enemy hex first"),
    }
}

/// Has the chosen units, or those that attack the chosen hex, attack a second one as well: the next that is adjacent
/// to the first, or none.
fn dual(world: &mut World) {
    let next = {
        let (field, desk) = (known(world), Desk::of(world));
        let roles = &desk.draft.roles;
        let attacks = |id: &UnitId| roles.get(id).is_some_and(|role| role.target.is_some());
        let mut units = chosen(world);
        if let (true, Some(Row::Hex(tile))) = (units.is_empty(), desk.row) {
            units = roles.keys().copied().collect();
            units.retain(|id| roles[id].target == Some(tile));
        }
        units.retain(attacks);
        match units.first() {
            None => Err("Select a unit that attacks a hex first"),
            Some(id) => {
                let (role, target) = (&roles[id], roles[id].target);
                let beside = targets(&field, *id).into_iter();
                let beside = beside.filter(|&tile| {
                    target.is_some_and(|target| field.grid.distance(tile, target) == 1)
                });
                let all: Vec<_> = beside.map(Some).chain([None]).collect();
                let second = after(&all, Some(role.second), 1).flatten();
                match all.len() {
                    1 => Err("No second enemy hex is adjacent to the unit and to the first"),
                    _ => Ok((units, second)),
                }
            }
        }
    };
    match next {
        Err(why) => refuse(world, why),
        Ok((units, second)) => set_of(world, units, |role, _| role.second = second),
    }
}

/// Gives a unit its next role: withheld, assault, anti-armor.
pub(super) fn next_role(world: &mut World, id: UnitId) {
    let next = {
        let (field, desk) = (known(world), Desk::of(world));
        let toe = field.get(id).body().toe.clone();
        let plain = desk
            .draft
            .roles
            .get(&id)
            .cloned()
            .unwrap_or_else(|| fresh(&field, id));
        let none = vec![0; toe.len()];
        let make = |anti_armor: &[u8]| Role {
            anti_armor: anti_armor.to_vec(),
            ..plain.clone()
        };
        let options = match desk.draft.roles.get(&id) {
            None => vec![make(&none), make(&toe)],
            Some(role) if role.anti_armor == none => vec![make(&toe)],
            Some(_) => Vec::new(),
        };
        let fault = options.first().and_then(|role| field.role_fault(id, role));
        let is_withheld = !desk.draft.roles.contains_key(&id);
        let found = options
            .into_iter()
            .find(|role| field.role_fault(id, role).is_none());
        match (found, fault) {
            (None, Some(fault)) if is_withheld => Err(format!("{}: {fault}", field.name(id))),
            (found, _) => Ok(found),
        }
    };
    match next {
        Err(why) => refuse(world, why),
        Ok(Some(role)) => Desk::edit(world, |draft| {
            draft.roles.insert(id, role);
        }),
        Ok(None) => Desk::edit(world, |draft| {
            draft.roles.remove(&id);
        }),
    }
}

/// Warns of roles that were probably forgotten: a duty that is not met, or a hex without defenders.
pub(super) fn cost_of_roles(field: &Field, desk: &Desk, side: Side) -> Option<String> {
    let names = |tiles: &[TileId]| {
        let names: Vec<_> = tiles.iter().map(|&tile| hex(field, tile)).collect();
        names.join(", ")
    };
    if side == field.progress.phasing {
        let unmet = unmet(field, desk, side);
        let text = format!(
            "The duty to attack {} is not met: units beside it would retreat and lose cohesion.",
            names(&unmet)
        );
        return (!unmet.is_empty()).then_some(text);
    }
    let able = first_roles(field, side);
    let mut left: Vec<_> = able.keys().map(|&id| field.get(id).tile()).collect();
    left.sort_unstable();
    left.dedup();
    let defends = |tile: TileId| {
        let mut roles = desk.draft.roles.keys();
        roles.any(|&id| field.get(id).tile() == tile)
    };
    left.retain(|&tile| !defends(tile));
    let text = format!(
        "No unit in {} has a role: if the hex is assaulted, they retreat without a fight.",
        names(&left)
    );
    (!left.is_empty()).then_some(text)
}

/// Lists the hexes whose duty to attack the draft does not meet.
pub(super) fn unmet(field: &Field, desk: &Desk, side: Side) -> Vec<TileId> {
    if side != field.progress.phasing {
        return Vec::new();
    }
    let contacts = field.progress.contacts.iter();
    let owed = contacts.filter(|(tile, is_duty)| **is_duty && !field.progress.held.contains(tile));
    let owed = owed.map(|(tile, _)| *tile);
    owed.filter(|&tile| {
        let ahead = forecast::assigned(field, side, &desk.draft.roles, &[tile]);
        ahead.assaulting(&[tile]).is_empty()
    })
    .collect()
}
