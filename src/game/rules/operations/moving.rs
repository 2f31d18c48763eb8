//! Sheets of movement and of the retreat before assault (C7): a stack, who of it goes, and what that costs.
//!
//! **Invariant:** ways and costs come from the rules.

use bevy::prelude::*;

use super::desk::{Desk, Row, going, known, refusal};
use super::guns::table;
use super::input::give;
use super::sheet::{Sheet, act, cell, hex, name, small, switch};
use super::{assign, forecast};
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Side, UnitId};
use crate::game::kit::piece::{Ink, Pieces, faint};
use crate::game::kit::standard::Chosen;
use crate::game::rules::playable::own_side;
use crate::rules::operations::content::Facility;
use crate::rules::operations::field::Field;
use crate::rules::operations::log::halves;
use crate::rules::operations::movement::Going;
use crate::rules::operations::order::Order;

/// Returns the sheet of movement, or of the retreat before assault.
pub(super) fn sheet(world: &World, field: &Field, desk: &Desk) -> Sheet {
    let side = own_side(world);
    let is_retreat = going(world) == Some(Going::Withdrawing);
    let mut sheet = Sheet {
        title: if is_retreat {
            "C7 Retreat before assault"
        } else {
            "Movement"
        }
        .into(),
        hint: match desk.band.is_empty() {
            true if is_retreat => "Units that retreat now escape the assault. Select a stack, then click a \
                                   marked hex."
                .into(),
            true => "Select a stack, then click a marked hex.".into(),
            false => "Click a marked hex to move there, the stack again for one unit of it, or another stack.".into(),
        },
        ..Sheet::default()
    };
    let stack: Vec<_> = match desk.band.first() {
        Some(&first) => field
            .stack(field.get(first).tile(), side)
            .map(|unit| unit.id)
            .collect(),
        None => Vec::new(),
    };
    // Tab goes from stack to stack where none is chosen, else through the units of it and on.
    sheet.rows = (field.of_side(side))
        .filter(|unit| field.build(unit.id).cpa > 0)
        .map(|unit| (Row::Unit(unit.id), unit.tile()))
        .collect();
    sheet.rows.sort_by_key(|(_, tile)| *tile);
    let cells = stack.iter().map(|&id| {
        let row = Row::Unit(id);
        let body = field.get(id).body();
        let (word, ink) = match desk.band.contains(&id) {
            true if desk.ways.is_empty() => ("selected", Ink::Faint),
            true => ("goes", Ink::Good),
            false => ("stays", Ink::Faint),
        };
        let left = i32::from(field.allowance(id)) - i32::from(body.spent);
        let cp = match left {
            ..0 => format!("{} over", halves(left.unsigned_abs() as u16)),
            left => format!("{} CP left", halves(left as u16)),
        };
        vec![
            name(row, field.name(id), desk.row == Some(row)),
            small(cp).about(format!("Cohesion {:+}", body.cohesion)),
            switch(row, word, ink).about("Click: moves or stays"),
        ]
    });
    let cells: Vec<_> = cells.collect();
    if !cells.is_empty() {
        sheet.body.add(table("stack", &["Unit", "CP", ""], cells));
        let off: Vec<_> = (desk.band.iter())
            .filter(|_| !desk.ways.is_empty())
            .map(|&id| field.break_off(id))
            .filter(|&cost| cost > 0)
            .collect();
        if let Some(most) = off.iter().max() {
            let text = format!("Breaking off costs {} CP more", halves(*most));
            sheet.body.add(faint(text).ink(Ink::Worn));
        }
        if desk.ways.is_empty() {
            let text = match held(world, &desk.band) {
                Some(why) => format!("They cannot move: {why}"),
                None => "They cannot move".to_owned(),
            };
            sheet.body.add(faint(text).ink(Ink::Bad));
        }
    }
    join(world, field, desk, &mut sheet);
    if is_retreat {
        sheet.body.extend(staying(field, desk, (side, &stack)).0);
        dumps(world, field, &mut sheet);
    } else {
        riding(world, field, desk, &mut sheet);
    }
    if !stack.is_empty() && stack.len() != desk.band.len() {
        let all = stack.clone();
        sheet.acts.push(act(
            "The whole stack",
            "Moves all units of the hex",
            move |world| {
                let all = all.clone();
                Desk::turn_to(world, |desk| desk.band = all);
            },
        ));
    }
    sheet
}

/// Returns what an assault on the chosen stack would do if all stay, and if the selected units retreat.
fn staying(field: &Field, desk: &Desk, (side, stack): (Side, &[UnitId])) -> Pieces {
    let mut pieces = Pieces::default();
    let Some(tile) = stack.first().map(|&id| field.get(id).tile()) else {
        return pieces;
    };
    // At a table the enemy's points are told only when an assault is resolved.
    if !field.progress.contacts.contains_key(&tile) || field.table().is_some() {
        return pieces;
    }
    let roles = assign::first_roles(field, side);
    let goes = |id: &UnitId| desk.band.contains(id);
    let some = !stack.iter().all(goes);
    for (heading, is_left) in [
        ("If all of them stay", false),
        ("If the selected units retreat", true),
    ] {
        if is_left && !some {
            continue;
        }
        let mut roles = roles.clone();
        roles.retain(|id, _| !is_left || !goes(id));
        let ahead = forecast::assigned(field, side, &roles, &[tile]);
        pieces.separate();
        pieces.add(cell(heading).strong());
        pieces.extend(forecast::outlook(&ahead, side, &[tile]).0);
    }
    pieces
}

/// Returns why the chosen units cannot reach a hex without units of their side; nothing if they cannot move at all.
pub(super) fn out_of_reach(
    world: &World,
    field: &Field,
    desk: &Desk,
    tile: TileId,
) -> Option<String> {
    let from = field.get(*desk.band.first()?).tile();
    let is_open = going(world).is_some() && !desk.ways.is_empty();
    if !is_open || field.stack(tile, own_side(world)).next().is_some() {
        return None;
    }
    let beside = field.grid.neighbors(from).find(|(_, near)| *near == tile);
    let why = beside.and_then(|(direction, _)| {
        refusal(world, &Order::Move(desk.band.clone(), vec![direction]))
    });
    Some(why.map_or_else(
        || "out of reach".to_owned(),
        |why| format!("out of reach: {why}"),
    ))
}

/// Returns why units cannot move at all: the reason given for most directions in which no enemy stands.
fn held(world: &World, band: &[UnitId]) -> Option<String> {
    let why = |direction| refusal(world, &Order::Move(band.to_vec(), vec![direction]));
    let (from, side) = (known(world).get(*band.first()?).tile(), own_side(world));
    let blocked = |direction: &Direction| {
        let field = known(world);
        let to = field.grid.neighbor(from, *direction);
        to.is_none_or(|to| field.has_enemy(side, to))
    };
    let (blocked, open): (Vec<_>, Vec<_>) = Direction::ALL.into_iter().partition(blocked);
    let whys = |ways: Vec<Direction>| ways.into_iter().filter_map(why).collect::<Vec<_>>();
    let mut whys_open = whys(open);
    if whys_open.is_empty() {
        whys_open = whys(blocked);
    }
    let count = |why: &String| whys_open.iter().filter(|other| *other == why).count();
    whys_open.iter().max_by_key(|why| count(why)).cloned()
}

/// Adds the units that were chosen before, where they can join the chosen stack.
fn join(world: &World, field: &Field, desk: &Desk, sheet: &mut Sheet) {
    let Some((units, path)) = desk.guests.clone() else {
        return;
    };
    let [first, others @ ..] = &units[..] else {
        return;
    };
    let label = match others.len() {
        0 => format!("{} joins them", field.name(*first)),
        count => format!("{} and {count} more join them", field.name(*first)),
    };
    let order = Order::Move(units, path);
    let why = refusal(world, &order);
    let about = "Moves the units chosen before into this hex";
    let join = act(label, about, move |world| {
        Desk::turn_to(world, |desk| desk.guests = None);
        give(world, order.clone());
    });
    sheet.acts.push(join.barred(why));
}

/// Adds mounting and dismounting, where the chosen units are infantry on foot.
fn riding(world: &World, field: &Field, desk: &Desk, sheet: &mut Sheet) {
    let foot = field.content.figures.capability.foot;
    let is_foot = |id: &&UnitId| field.class(**id).is_infantry() && field.build(**id).cpa <= foot;
    let Some(&id) = desk.band.iter().find(is_foot) else {
        return;
    };
    let rides = field.get(id).body().riding;
    let verb = if rides { "dismounts" } else { "mounts" };
    let order = Order::Ride(id, !rides);
    let why = refusal(world, &order);
    let label = format!("{} {verb}", field.name(id));
    let about = "Infantry on foot rides trucks of its formation in its hex, for 1 CP";
    sheet
        .acts
        .push(act(label, about, move |world| give(world, order.clone())).barred(why));
}

/// Adds own dumps, which may be blown up.
fn dumps(world: &World, field: &Field, sheet: &mut Sheet) {
    for (at, facility) in (0..).zip(&field.scenario.facilities) {
        if facility.kind != Facility::Dump || facility.side != own_side(world) {
            continue;
        }
        let order = Order::Blow(at);
        let why = refusal(world, &order);
        let label = format!("Blow dump {}", hex(field, facility.tile));
        let about = "Removes the supply dump with its stocks";
        sheet
            .acts
            .push(act(label, about, move |world| give(world, order.clone())).barred(why));
    }
}

/// Leaves a unit of the chosen stack out, or takes it along; one of another hex is chosen with its stack.
pub(super) fn leave_out(world: &mut World, id: UnitId) {
    let (tile, is_same) = {
        let (field, desk) = (known(world), Desk::of(world));
        let tile = field.get(id).tile();
        let here = desk.band.first().map(|&first| field.get(first).tile());
        (tile, here == Some(tile))
    };
    if !is_same {
        return choose_stack(world, tile);
    }
    Desk::turn_to(world, |desk| {
        let at = desk.band.iter().position(|&other| other == id);
        match at {
            Some(at) if desk.band.len() > 1 => {
                desk.band.remove(at);
            }
            Some(_) => {}
            None => desk.band.push(id),
        }
        desk.band.sort_unstable();
    });
}

/// Chooses all units of a stack that can go.
pub(super) fn choose_stack(world: &mut World, tile: TileId) {
    let band: Vec<_> = {
        let field = known(world);
        let stack = field.stack(tile, own_side(world)).map(|unit| unit.id);
        let stack: Vec<_> = stack.collect();
        let going = going(world).unwrap_or(Going::Moving);
        let goes = |id: &UnitId| {
            let is_held = going == Going::Withdrawing && field.get(*id).body().pinned;
            field.build(*id).cpa > 0 && !field.is_broken(*id) && !is_held
        };
        let movers: Vec<_> = stack.iter().copied().filter(goes).collect();
        if movers.is_empty() { stack } else { movers }
    };
    let first = band.first().copied();
    world.insert_resource(Chosen(first));
    Desk::turn_to(world, |desk| {
        desk.row = first.map(Row::Unit);
        desk.band = band;
        desk.guests = None;
    });
}
