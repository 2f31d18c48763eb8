//! Sheets of anti-armor fire (C9) and of close assaults (C11).
//!
//! **Invariant:** forecasts are made by the functions that resolve the fight.

use bevy::prelude::*;

use super::desk::{Desk, Row, refusal};
use super::forecast::{self, Part};
use super::guns::table;
use super::history;
use super::input::give;
use super::sheet::{Sheet, act, cell, hex, name, small};
use crate::battle::grid::TileId;
use crate::battle::unit::Side;
use crate::game::kit::piece::{Ask, Face, Ink, Piece, Pieces, Words, button, say};
use crate::rules::operations::armor::damage;
use crate::rules::operations::field::{Field, Rating};
use crate::rules::operations::order::Order;

/// Returns the sheet of anti-armor fire: hexes that are picked, with points and damage each way.
pub(super) fn anti_armor(field: &Field, desk: &Desk, side: Side) -> Sheet {
    let mut sheet = Sheet {
        title: "C9 Anti-armor".into(),
        hint: "Pick the hexes in the order you like; both sides fire at once. If you stop, only hexes that the enemy fires from are resolved."
            .into(),
        ..Sheet::default()
    };
    let targets = field.armor_targets();
    sheet.rows = targets.iter().map(|&tile| (Row::Hex(tile), tile)).collect();
    let chosen = sheet.row(desk);
    let cells = targets.iter().map(|&tile| {
        let row = Row::Hex(tile);
        let [fire, back] = volleys(field, side, tile);
        vec![name(row, hex(field, tile), chosen == Some(row)), fire, back]
    });
    let cells: Vec<_> = cells.collect();
    sheet
        .body
        .add(table("armor", &["Hex", "Your fire", "Their fire"], cells));
    if let Some(Row::Hex(tile)) = chosen {
        sheet.body.extend(armor_at(field, side, tile).0);
        sheet.acts.push(act(
            "Fire at this hex",
            "Rolls for both sides",
            move |world| {
                give(world, Order::AntiArmor(tile));
            },
        ));
    }
    sheet
}

/// Says what the fire on a hex and from it comes to: points, and the damage by the die.
fn volleys(field: &Field, own: Side, tile: TileId) -> [Words; 2] {
    let phasing = field.progress.phasing;
    [own, Field::foe(own)].map(|side| {
        let units = field.armor_gunners(tile, side);
        let is_attack = side == phasing;
        let mut origins: Vec<_> = match is_attack {
            true => units.iter().map(|&id| field.get(id).tile()).collect(),
            false => field
                .attackers_of(tile)
                .iter()
                .map(|&id| field.get(id).tile())
                .collect(),
        };
        origins.sort_unstable();
        origins.dedup();
        if units.is_empty() {
            return match side == own {
                true => small("none"),
                false => small("not known"),
            };
        }
        let volley = match is_attack {
            true => field.volley(units, &origins, &[tile], 0),
            false => field.volley(units, &[tile], &origins, 0),
        };
        let [least, most] = [1, 6].map(|die| damage(&field.content.tables, volley.points, die));
        let terrain = match volley.terrain {
            Some(0) => String::new(),
            Some(terrain) => format!(", terrain {terrain:+}"),
            None => ", no fire across".into(),
        };
        cell(format!("{} pts: {least}–{most}", volley.points))
            .about(format!("{} raw{terrain}; damage by the die", volley.raw))
    })
}

/// Lists the armor that can be hit in a hex, with what it absorbs.
fn armor_at(field: &Field, side: Side, tile: TileId) -> Pieces {
    let mut pieces = Pieces::default();
    for (is_own, heading) in [
        (true, "Your armor in this fight"),
        (false, "Their armor, as estimated"),
    ] {
        let units = match is_own == (side == field.progress.phasing) {
            true => field.attackers_of(tile),
            false => field.defenders_in(&[tile]),
        };
        let rows = field.hittable(&units).into_iter().map(|id| {
            let protection = field.raw(id, Rating::Armor);
            vec![
                cell(super::sheet::title(field, side, id)),
                small(format!("protection {protection} in all")),
            ]
        });
        let rows: Vec<_> = rows.collect();
        if !rows.is_empty() {
            pieces.add(small(heading));
            pieces.add(table(
                if is_own { "own armor" } else { "their armor" },
                &[],
                rows,
            ));
        }
    }
    pieces
}

/// Returns the hex of the assault that is resolved next: the chosen one, or the first.
pub(super) fn next_assault(field: &Field, desk: &Desk) -> Option<TileId> {
    let assaults = &field.progress.assaults;
    let chosen = match desk.row {
        Some(Row::Hex(tile)) => assaults.iter().find(|one| one.tiles.contains(&tile)),
        _ => None,
    };
    let one = chosen.or_else(|| assaults.first())?;
    one.tiles.first().copied()
}

/// Whether the attacked hexes are known to have no defenders and no Pinned units.
fn is_left(field: &Field, side: Side, tiles: &[TileId]) -> bool {
    let foe = Field::foe(side);
    let mut units = tiles.iter().flat_map(|&tile| field.stack(tile, foe));
    field.table().is_none()
        && units.all(|unit| !field.progress.roles.contains_key(&unit.id) && !unit.body().pinned)
}

/// Returns the sheet of assaults.
pub(super) fn assaults(world: &World, field: &Field, desk: &Desk) -> Sheet {
    let side = field.progress.phasing;
    let is_told = field.is_at_table(side);
    let mut sheet = Sheet {
        title: "C11 Close assault".into(),
        hint: match is_told {
            true => "Resolve the assaults that your opponent makes, and call off the others.",
            false => "Resolve the assaults in the order you like. Optional ones may be called off.",
        }
        .into(),
        ..Sheet::default()
    };
    sheet.rows = (field.progress.assaults.iter())
        .filter_map(|one| one.tiles.first().map(|&tile| (Row::Hex(tile), tile)))
        .collect();
    let next = next_assault(field, desk);
    let ahead = |tiles: &[TileId]| forecast::assigned(field, side, &field.progress.roles, tiles);
    let cells = field.progress.assaults.iter().filter_map(|one| {
        let &tile = one.tiles.first()?;
        let names: Vec<_> = one.tiles.iter().map(|&tile| hex(field, tile)).collect();
        let setting = ahead(&one.tiles).assault_on(&one.tiles);
        let (word, ink) = match one.optional {
            true if is_told => ("possible", Ink::Faint),
            true => ("optional", Ink::Faint),
            false => ("duty", Ink::Text),
        };
        Some(vec![
            name(Row::Hex(tile), names.join("+"), next == Some(tile)),
            small(match setting.attackers.len() {
                _ if is_told => String::new(),
                1 => "1 unit".to_owned(),
                count => format!("{count} units"),
            }),
            cell(forecast::before_morale(field, &setting)).about("Before morale"),
            small(word).ink(ink),
        ])
    });
    let cells: Vec<_> = cells.collect();
    // C10 is over by then.
    let destroyed = history::segment(world).unwrap_or_default();
    sheet.body.extend(history::lines(destroyed.applied()).0);
    sheet.body.add(table(
        "assaults",
        &["Assault on", "", "Before morale", ""],
        cells,
    ));
    let one = field
        .progress
        .assaults
        .iter()
        .find(|one| one.tiles.first().copied() == next);
    if let (Some(one), Some(tile)) = (one, next) {
        sheet.body.add(tabs(desk));
        sheet.body.extend(
            match TABS.get(usize::from(desk.tab)) {
                Some((_, Some(_))) if is_left(field, side, &one.tiles) => {
                    let told = "Nobody was assigned to defend: they retreat without a fight.";
                    Pieces(vec![say(told).ink(Ink::Good).into()])
                }
                Some((_, Some(part))) => {
                    forecast::pieces(&ahead(&one.tiles), side, &one.tiles, *part)
                }
                _ => reports(world),
            }
            .0,
        );
        sheet
            .acts
            .push(act("Resolve", "Rolls for this assault", move |world| {
                give(world, Order::Assault(tile));
            }));
        let why = (!one.optional).then_some("that assault is your duty");
        let about = "The assault is not carried out";
        sheet
            .acts
            .push(act("Call off", about, move |world| call_off(world, tile)).barred(why));
        sheet.acts.push(act(
            "Next tab",
            "Strength, modifiers, odds, or reports so far",
            |world| {
                Desk::turn_to(world, |desk| desk.tab = (desk.tab + 1) % TABS.len() as u8);
            },
        ));
    }
    sheet
}

/// The tabs of an assault: name, and what of the forecast is shown; the last has what happened so far.
const TABS: [(&str, Option<Part>); 4] = [
    ("Strength", Some(Part::Strength)),
    ("Modifiers", Some(Part::Modifiers)),
    ("Odds", Some(Part::Odds)),
    ("Reports", None),
];

fn tabs(desk: &Desk) -> Piece {
    let tabs = TABS.iter().enumerate().map(|(at, (name, _))| {
        let open = Ask::act(move |world| Desk::turn_to(world, |desk| desk.tab = at as u8));
        let tab = button(Face::Switch, *name, open);
        tab.on_if(usize::from(desk.tab) == at).into()
    });
    Piece::Line(tabs.collect())
}

/// Returns what assaults of this segment came to so far.
fn reports(world: &World) -> Pieces {
    let segment = history::segment(world).unwrap_or_default();
    let told = segment.assaults();
    match told.is_empty() {
        true => Pieces(vec![small("No assault was resolved yet").into()]),
        false => history::lines(told),
    }
}

fn call_off(world: &mut World, tile: TileId) {
    let order = Order::CallOff(tile);
    match refusal(world, &order) {
        Some(why) => crate::game::kit::cursor::refuse(world, why),
        None => give(world, order),
    }
}
