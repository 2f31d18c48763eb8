//! Sheets of barrages that are resolved (C5), and of their results (C6).
//!
//! **Invariant:** changes the draft alone, but for Barrages that are resolved.

use bevy::prelude::*;

use super::desk::{Desk, Row, known};
use super::fire::chances;
use super::guns::table;
use super::input::give;
use super::sheet::{Act, Sheet, act, cell, hex, name, small, switch};
use super::table::unentered_hits;
use crate::battle::grid::TileId;
use crate::battle::unit::Side;
use crate::game::kit::cursor::refuse;
use crate::game::kit::piece::{Ink, Pieces};
use crate::game::shell::settings::Settings;
use crate::rules::operations::field::Field;
use crate::rules::operations::order::Order;
use crate::rules::operations::progress::{Behind, Hits, TargetNo};

/// Returns the sheet of Barrages that are to be resolved.
pub(super) fn barrage(field: &Field, desk: &Desk, side: Side) -> Sheet {
    let mut sheet = Sheet {
        title: "C5 Barrages".into(),
        hint: "Resolve Barrages one by one in any order, or all at once. Results are applied together.".into(),
        ..Sheet::default()
    };
    sheet.rows = field
        .unresolved(side)
        .map(|(no, number)| {
            (
                Row::Barrage(no, number),
                field.progress.targets[no.index()].tile,
            )
        })
        .collect();
    let chosen = sheet.row(desk);
    let cells = sheet.rows.iter().filter_map(|&(row, tile)| {
        let Row::Barrage(no, number) = row else {
            return None;
        };
        let target = &field.progress.targets[no.index()];
        let fires = field.progress.fires.iter();
        let plan = fires
            .filter(|one| one.side == side)
            .find(|one| one.plan.target == no)?;
        let units = plan.plan.barrages.get(usize::from(number))?;
        let points = field.barrage_points(units);
        let (line, odds) = chances(field, target, points);
        Some(vec![
            name(
                row,
                format!("{} #{}", target.name, number + 1),
                chosen == Some(row),
            ),
            small(hex(field, tile)),
            cell(format!("{points} pts")),
            small(line).about(odds),
        ])
    });
    let cells: Vec<_> = cells.collect();
    sheet
        .body
        .add(table("unresolved", &["Barrage", "Hex", "", ""], cells));
    if let Some(Row::Barrage(no, number)) = chosen {
        let target = &field.progress.targets[no.index()];
        let plan = field
            .progress
            .fires
            .iter()
            .find(|one| one.side == side && one.plan.target == no);
        let units = plan.and_then(|plan| plan.plan.barrages.get(usize::from(number)));
        if let Some(units) = units {
            let (line, odds) = chances(field, target, field.barrage_points(units));
            let text = format!("{} #{}, {line}: {odds}", target.name, number + 1);
            sheet.body.add(small(text));
            if desk.sure == chosen {
                sheet.hint = format!("Fire at {}? {line}: {odds}", target.name);
            }
        }
        sheet
            .acts
            .extend(fire_acts(no, number, desk.sure == chosen));
    }
    sheet.body.extend(done(field, side).0);
    sheet
}

/// Returns the buttons that carry a Barrage out: it is confirmed first.
fn fire_acts(no: TargetNo, number: u8, is_sure: bool) -> Vec<Act> {
    let about = "Rolls for the chosen Barrage";
    if !is_sure {
        return vec![act("Resolve this", about, move |world| {
            resolve(world, no, number);
        })];
    }
    vec![
        act("Fire", about, move |world| resolve(world, no, number)),
        act("Cancel", "Leaves the Barrage for later", |world| {
            Desk::turn_to(world, |desk| desk.sure = None);
        }),
    ]
}

/// Carries a Barrage out, or asks whether to if the settings say so.
pub(super) fn resolve(world: &mut World, no: TargetNo, number: u8) {
    let row = Some(Row::Barrage(no, number));
    let is_unentered = {
        let (field, desk) = (known(world), Desk::of(world));
        field.table().is_some() && unentered_hits(&field, &desk.draft.table).is_some()
    };
    if is_unentered {
        return refuse(world, "Enter what the enemy's dice did first");
    }
    let asks = world.resource::<Settings>().confirm && Desk::of(world).sure != row;
    Desk::turn_to(world, |desk| desk.sure = row.filter(|_| asks));
    if !asks {
        give(world, Order::Fire(no, number));
    }
}

/// Says what all Barrages that are left would do, each with its odds.
pub(super) fn all_odds(field: &Field, side: Side) -> Vec<String> {
    let left = field.unresolved(side);
    let told = left.filter_map(|(no, number)| {
        let target = field.progress.targets.get(no.index())?;
        let mut fires = field.progress.fires.iter();
        let plan = fires.find(|one| one.side == side && one.plan.target == no)?;
        let units = plan.plan.barrages.get(usize::from(number))?;
        let (line, odds) = chances(field, target, field.barrage_points(units));
        Some(format!("{} #{}, {line}: {odds}", target.name, number + 1))
    });
    told.collect()
}

/// Returns what barrages did so far: to own targets with their real and shown names, then to those of the enemy.
pub(super) fn done(field: &Field, side: Side) -> Pieces {
    let mut pieces = Pieces::default();
    for (is_own, heading) in [(false, "Enemy Targets"), (true, "Your own Targets")] {
        let hits = field.progress.hits.iter();
        let rows = hits.filter_map(|(no, hits)| {
            let target = field.progress.targets.get(no.index())?;
            if (target.side == side) != is_own {
                return None;
            }
            let shown = match target.behind {
                Behind::Unit(id) if is_own => format!("{} ({})", field.name(id), target.name),
                _ => target.name.clone(),
            };
            let (text, ink) = result(*hits);
            let good = if is_own { Ink::Bad } else { Ink::Good };
            let ink = if ink { good } else { Ink::Faint };
            Some(vec![
                cell(shown),
                small(hex(field, target.tile)),
                small(text).ink(ink),
            ])
        });
        let rows: Vec<_> = rows.collect();
        if !rows.is_empty() {
            pieces.add(small(heading));
            let name = if is_own {
                "own results"
            } else {
                "enemy results"
            };
            pieces.add(table(name, &[], rows));
        }
    }
    pieces
}

/// Says what barrages did, and whether that is anything.
fn result(hits: Hits) -> (String, bool) {
    let mut parts = vec![format!("{} pts", hits.points)];
    if hits.pinned {
        parts.push("Pinned".into());
    }
    if hits.lost > 0 {
        parts.push(format!("−{}", hits.lost));
    }
    if hits.trucks > 0 {
        parts.push(format!("−{} trucks", hits.trucks));
    }
    let any = parts.len() > 1;
    if !any {
        parts.push("no effect".into());
    }
    (parts.join(", "), any)
}

/// Returns the sheet of results: hexes with points, battalions and targets, ticked where they are held off.
pub(super) fn results(field: &Field, desk: &Desk, side: Side) -> Sheet {
    let mut sheet = Sheet {
        title: "C6 Barrage results".into(),
        hint: "You need not assault a hex that is held off. Clear the tick of a hex that you want to assault."
            .into(),
        ..Sheet::default()
    };
    // Any hex in contact may be ticked by hand (clarification 12).
    let mut proposals = field.proposals();
    for &tile in field.progress.contacts.keys() {
        if proposals.iter().all(|(other, _)| *other != tile) {
            proposals.push((tile, 0));
        }
    }
    sheet.rows = proposals
        .iter()
        .map(|&(tile, _)| (Row::Hex(tile), tile))
        .collect();
    let chosen = sheet.row(desk);
    let foe = Field::foe(side);
    let cells = proposals.iter().map(|&(tile, points)| {
        let row = Row::Hex(tile);
        let battalions = field.battalions(tile, foe);
        let targets = field.progress.targets.iter();
        let targets = targets
            .filter(|one| one.tile == tile && one.side == foe)
            .count();
        let (word, ink) = match desk.draft.held.contains(&tile) {
            true => ("☑ held off", Ink::Energy),
            false => ("☐ not held off", Ink::Faint),
        };
        vec![
            name(row, hex(field, tile), chosen == Some(row)),
            cell(points.to_string()),
            small(battalions.to_string()),
            small(targets.to_string()),
            switch(row, word, ink),
        ]
    });
    let cells: Vec<_> = cells.collect();
    let heads = ["Hex", "Points", "Bn", "Targets", ""];
    sheet.body.add(table("held off", &heads, cells));
    sheet.body.extend(done(field, side).0);
    if let Some(Row::Hex(tile)) = chosen {
        let about = "Ticks or unticks the chosen hex";
        sheet
            .acts
            .push(act("Tick / untick", about, move |world| tick(world, tile)));
    }
    let proposed = field.proposed();
    sheet.acts.push(act(
        "As proposed",
        "Ticks all hexes that the points hold off",
        move |world| {
            let proposed = proposed.clone();
            Desk::edit(world, |draft| draft.held = proposed);
        },
    ));
    sheet
}

/// Ticks a hex as held off, or unticks it.
pub(super) fn tick(world: &mut World, tile: TileId) {
    Desk::edit(world, |draft| {
        if !draft.held.remove(&tile) {
            draft.held.insert(tile);
        }
    });
}
