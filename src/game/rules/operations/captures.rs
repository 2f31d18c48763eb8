//! The sheet of captures (§11): where prisoners go, who guards them, and who takes replacements.
//!
//! **Invariant:** changes the draft alone.

use bevy::prelude::*;

use super::desk::{Desk, Row, known, refusal};
use super::guns::table;
use super::sheet::{Sheet, act, cell, hex, name, small, switch};
use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::game::kit::cursor::refuse;
use crate::game::kit::piece::Ink;
use crate::rules::operations::field::{Field, sum};
use crate::rules::operations::order::{Escort, Order};

/// Adds where captures go: the hex of prisoners, who takes replacements, and guards.
pub(super) fn captures(
    sheet: &mut Sheet,
    field: &Field,
    desk: &Desk,
    (side, tile): (Side, TileId),
    [prisoners, replacements]: [u16; 2],
) {
    let Escort {
        tile: to,
        unit,
        guards,
        apart,
        joins,
    } = &desk.draft.escort;
    if prisoners > 0 {
        for (&tile, count) in apart {
            sheet.body.add(cell(format!(
                "{count} of them stay in {}",
                hex(field, tile)
            )));
        }
        let to = to.map_or("no hex yet: click one".to_owned(), |tile| hex(field, tile));
        let rest = prisoners.saturating_sub(sum(apart.values().copied()));
        let text = match rest {
            1 => format!("1 Prisoner Point goes to {to}"),
            rest => format!("{rest} Prisoner Points go to {to}"),
        };
        sheet.body.add(cell(text));
        let count: u16 = guards.values().flatten().map(|&one| u16::from(one)).sum();
        let guarded = count * u16::from(field.content.figures.assault.guarded);
        let text = match (count, guarded) {
            (0, _) => "Without guards all of them escape at the end of the stage: each guard is a TOE point of \
                       your infantry"
                .to_owned(),
            (1, _) => format!("1 guard holds {guarded}; the excess escapes at the end of the stage"),
            _ => format!("{count} guards hold {guarded}; the excess escapes at the end of the stage"),
        };
        sheet.body.add(small(text));
    }
    if replacements > 0 {
        for (&id, count) in joins {
            let text = format!("{count} of them join {}", field.name(id));
            sheet.body.add(cell(text));
        }
        let taker = unit.map_or("nobody", |id| field.name(id));
        let rest = replacements.saturating_sub(sum(joins.values().copied()));
        let text = match rest {
            1 => format!("1 Replacement Point joins {taker}"),
            rest => format!("{rest} Replacement Points join {taker}"),
        };
        sheet.body.add(cell(text));
    }
    let most = u32::from(field.content.figures.assault.captures);
    // Guards come from anywhere, Replacement Points join units near by.
    let is_near = |tile_of: TileId| field.grid.distance(tile_of, tile) <= most;
    let mut near: Vec<_> = field
        .of_side(side)
        .filter(|unit| field.is_combat(unit.id))
        .filter(|unit| is_near(unit.tile()) || field.class(unit.id).is_infantry())
        .map(|unit| (unit.id, unit.tile()))
        .collect();
    near.sort_by_key(|&(id, at)| (field.grid.distance(at, tile), id));
    // A row for each type of points: any type of infantry can become guards.
    let types = |id: UnitId| {
        let toe = field.get(id).body().toe.iter().enumerate();
        let some = toe.filter(|(_, points)| **points > 0);
        some.map(move |(at, _)| Row::Points(id, at as u8))
    };
    sheet.rows = near
        .into_iter()
        .flat_map(|(id, at)| types(id).map(move |row| (row, at)))
        .collect();
    let chosen = sheet.row(desk);
    let cells = sheet.rows.iter().filter_map(|&(row, place)| {
        let Row::Points(id, at) = row else {
            return None;
        };
        let takes = *unit == Some(id);
        let (word, ink) = match takes {
            true => ("takes replacements", Ink::Good),
            false if !is_near(place) => ("too far away", Ink::Faint),
            false => ("–", Ink::Faint),
        };
        let guard = guards
            .get(&id)
            .and_then(|points| points.get(usize::from(at)));
        let text = match field.build(id).types.get(usize::from(at)) {
            Some(&kind) if types(id).nth(1).is_some() => {
                format!(
                    "{} ({})",
                    field.name(id),
                    field.content.point_type(kind).name
                )
            }
            _ => field.name(id).to_owned(),
        };
        let guard = guard.copied().unwrap_or(0);
        Some(vec![
            name(row, text, chosen == Some(row)),
            small(hex(field, place)),
            switch(row, word, ink).about("Click: takes the Replacement Points"),
            small(match field.class(id).is_infantry() {
                true if guard == 1 => "1 guard".to_owned(),
                true => format!("{guard} guards"),
                false => String::new(),
            }),
        ])
    });
    let cells: Vec<_> = cells.collect();
    sheet
        .body
        .add(table("captors", &["Unit", "Hex", "", ""], cells));
    if let (Some(Row::Points(id, at)), true) = (chosen, prisoners > 0) {
        let about = "Turns one point of the chosen infantry into a guard";
        let count = guards.get(&id).map_or(0, |points| toe_of(points));
        let why = match () {
            () if !field.class(id).is_infantry() => Some("only infantry can guard prisoners"),
            () if count + 1 >= field.get(id).body().strength() => {
                Some("one point must stay in the unit")
            }
            () => None,
        };
        let more = act("Guard +", about, move |world| guard(world, (id, at), 1));
        sheet.acts.push(more.barred(why));
        let about = "Returns a guard to the chosen unit";
        let none = (count == 0).then_some("it provides no guards");
        let fewer = act("Guard −", about, move |world| guard(world, (id, at), -1));
        sheet.acts.push(fewer.barred(none));
    }
    if let (Some(Row::Points(id, _)), true) = (chosen, replacements > 0) {
        let about = "The Replacement Points join the chosen unit";
        let why = (!is_near(field.get(id).tile())).then_some("it is too far away");
        let takes = act("Takes them", about, move |world| {
            Desk::edit(world, |draft| draft.escort.unit = Some(id));
        });
        sheet.acts.push(takes.barred(why));
        let about = "One Replacement Point joins the chosen unit";
        let left = replacements > sum(joins.values().copied());
        let why = why.or((!left).then_some("none left"));
        let one = act("Takes one", about, move |world| {
            Desk::edit(world, |draft| {
                *draft.escort.joins.entry(id).or_default() += 1;
            });
        });
        sheet.acts.push(one.barred(why));
    }
    apart_acts(sheet, desk, [prisoners, replacements]);
    sheet.acts.push(act(
        "As advised",
        "Sends them as the computer would",
        super::desk::fill_in,
    ));
}

/// Lets captures go to more than one hex, and to more than one unit.
fn apart_acts(sheet: &mut Sheet, desk: &Desk, [prisoners, replacements]: [u16; 2]) {
    let Escort {
        tile, apart, joins, ..
    } = &desk.draft.escort;
    if let (Some(tile), true) = (*tile, prisoners > 1) {
        let about = "One Prisoner Point stays in the chosen hex; click another for the rest";
        let left = prisoners > sum(apart.values().copied());
        let leave = act("Leave one", about, move |world| {
            Desk::edit(world, |draft| {
                *draft.escort.apart.entry(tile).or_default() += 1;
            });
        });
        sheet
            .acts
            .push(leave.barred((!left).then_some("none left")));
    }
    if !apart.is_empty() || !joins.is_empty() {
        let about = match replacements {
            0 => "All Prisoner Points go to one hex",
            _ => "All Prisoner Points go to one hex, all Replacement Points to one unit",
        };
        sheet.acts.push(act("All together", about, |world| {
            Desk::edit(world, |draft| {
                draft.escort.apart.clear();
                draft.escort.joins.clear();
            });
        }));
    }
}

/// Counts points.
fn toe_of(points: &[u8]) -> u16 {
    points.iter().map(|&one| u16::from(one)).sum()
}

/// Has infantry points of a type of a unit become guards, or no longer.
fn guard(world: &mut World, (id, at): (UnitId, u8), by: i16) {
    let toe = known(world).get(id).body().toe.clone();
    let at = usize::from(at);
    Desk::edit(world, |draft| {
        let guards = draft
            .escort
            .guards
            .entry(id)
            .or_insert_with(|| vec![0; toe.len()]);
        if let (Some(one), Some(&most)) = (guards.get_mut(at), toe.get(at)) {
            *one = (i16::from(*one) + by).clamp(0, i16::from(most)) as u8;
        }
        draft
            .escort
            .guards
            .retain(|_, points| points.iter().any(|&one| one > 0));
    });
}

/// Sends prisoners to a hex.
pub(super) fn send_to(world: &mut World, tile: TileId) {
    Desk::edit(world, |draft| draft.escort.tile = Some(tile));
    let order = Order::Captures(Desk::of(world).draft.escort);
    if let Some(why) = refusal(world, &order) {
        refuse(world, why);
    }
}
