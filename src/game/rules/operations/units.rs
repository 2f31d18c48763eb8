//! Units in panels: cards of own ones, and what is known of a hex that is pointed at.
//!
//! **Invariant:** an enemy unit is told by class and size, unless it is identified.

use bevy::prelude::*;

use super::desk::{self, Desk, Row};
use super::sheet::{self, hex, small, title};
use super::{input, looks, moving};
use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::game::kit::panels::{CARD, Floating, Place};
use crate::game::kit::piece::{Ask, Ink, Pieces, UnitCard, Words, say};
use crate::game::kit::side_names;
use crate::game::table::input::Hover;
use crate::rules::operations::content::{CARGOES, Facility};
use crate::rules::operations::field::{Field, Rating};
use crate::rules::operations::log::halves;

/// Width of what is told of a hex that is pointed at, points.
const POINTED: f32 = 232.0;

/// Returns the cards of the chosen stack, or of all own units.
pub(super) fn units(world: &World, field: &Field, desk: &Desk, side: Side) -> Pieces {
    let stack = desk.band.first().map(|&first| field.get(first).tile());
    let own = field.of_side(side);
    let own = own.filter(|unit| stack.is_none_or(|tile| unit.tile() == tile));
    own.map(|unit| card(world, field, desk, unit.id).into())
        .collect()
}

/// Returns the card of an own unit: points left, Capability Points, cohesion and ammunition.
fn card(world: &World, field: &Field, desk: &Desk, id: UnitId) -> UnitCard {
    let unit = field.get(id);
    let body = unit.body();
    let mut told = Pieces::default();
    let health = unit.now.health;
    if body.strength() > 0 {
        told.bar(
            health.now,
            health.max,
            Ink::of_health(health),
            format!("{} / {} TOE", body.strength(), health.max),
        );
    }
    let spent = halves(body.spent);
    told.add(small(format!(
        "CP {spent}/{} · coh {:+}",
        field.allowance(id) / 2,
        body.cohesion
    )));
    let mut marks = Vec::new();
    if field.build(id).ammo > 0 {
        marks.push(match body.ammo {
            1 => "1 round".to_owned(),
            rounds => format!("{rounds} rounds"),
        });
    }
    for (word, holds) in [
        ("pinned", body.pinned),
        ("engaged", body.engaged),
        ("rides", body.riding),
        ("broken", field.is_broken(id)),
    ] {
        if holds {
            marks.push(word.to_owned());
        }
    }
    if !marks.is_empty() {
        told.add(small(marks.join(" · ")));
    }
    let look = looks::look(field, unit.side, id, 1);
    let tile = unit.tile();
    let moves =
        desk::going(world).is_some() && desk.band.iter().any(|one| field.get(*one).tile() == tile);
    UnitCard {
        title: field.name(id).to_owned(),
        kind: format!(
            "{}, {} at {}\n{}",
            field.class(id).name(),
            field.build(id).size.name(),
            hex(field, tile),
            facts(field, id).join("\n")
        ),
        portrait: Some(look.figure),
        number: 0,
        body: told,
        width: CARD,
        is_chosen: desk.band.contains(&id)
            || desk.band.is_empty() && desk.row == Some(Row::Unit(id)),
        is_dim: field.is_broken(id),
        click: Some(Ask::act(move |world| match moves {
            true => sheet::mark(world, Row::Unit(id)),
            false => input::choose_unit(world, id, tile),
        })),
    }
}

/// Lists raw ratings, trucks and Replacement Points of an own unit.
fn facts(field: &Field, id: UnitId) -> Vec<String> {
    let body = field.get(id).body();
    let ratings = [
        ("barrage", Rating::Barrage),
        ("vulnerability", Rating::Vulnerability),
        ("anti-armor", Rating::AntiArmor),
        ("armor", Rating::Armor),
        ("attack", Rating::Offense),
        ("defense", Rating::Defense),
    ];
    let ratings = ratings.map(|(name, rating)| (name, field.raw(id, rating)));
    let ratings = ratings.iter().filter(|(_, raw)| *raw > 0);
    let mut facts: Vec<_> = ratings
        .map(|(name, raw)| format!("{name} {raw} raw"))
        .collect();
    if field.is_combat(id) {
        let from = field.morale_from(id);
        let from = from.map_or(String::new(), |head| format!(" of {head}"));
        facts.push(format!("morale {:+}{from}", field.build(id).morale));
    }
    let trucks = CARGOES.iter().zip(body.trucks.list());
    let trucks = trucks.filter(|(_, count)| *count > 0);
    facts.extend(trucks.map(|(cargo, count)| match count {
        1 => format!("1 truck of {cargo}"),
        count => format!("{count} trucks of {cargo}"),
    }));
    if body.replacements > 0 {
        facts.push(format!("{} Replacement Points", body.replacements));
    }
    facts
}

/// Tells what fights left behind in a hex: destroyed tanks and prisoners.
fn left_behind(field: &Field, side: Side, tile: TileId) -> Vec<String> {
    let wrecks = field.progress.wrecks.get(&tile);
    let mut lines: Vec<_> = wrecks
        .map(|count| format!("Destroyed tanks: {count} TOE"))
        .into_iter()
        .collect();
    let captives = field.progress.captives.iter();
    for one in captives.filter(|one| one.tile == tile) {
        lines.push(match one.side == side {
            true => format!("{} Prisoner Points, {} guards", one.prisoners, one.guards),
            false => format!("{} Prisoner Points of yours are held here", one.prisoners),
        });
    }
    lines
}

/// Tells of the hex that is pointed at: ground, facilities, and the units there.
pub(super) fn pointed_at(world: &World, field: &Field, side: Side) -> Option<Floating> {
    let tile = world.resource::<Hover>().tile?;
    let mut pieces = Pieces::default();
    let ground = field.ground_name(tile);
    pieces.line([
        say(format!("Hex {}", hex(field, tile))).strong().into(),
        small(ground).into(),
    ]);
    let fort = field.fort(tile);
    if fort > 0 {
        pieces.add(small(format!("Fortification, level {fort}")));
    }
    for (one, state) in field
        .scenario
        .facilities
        .iter()
        .zip(&field.progress.facilities)
    {
        let is_fort = one.kind == Facility::Fortification;
        if one.tile == tile && !state.gone && !is_fort {
            let stock = match one.kind == Facility::Dump && one.side == side {
                true => format!("{}, {} rounds", one.kind.name(), state.stock),
                false => one.kind.name().to_owned(),
            };
            pieces.add(small(stock));
        }
    }
    for (one, holder) in field
        .scenario
        .objectives
        .iter()
        .zip(&field.progress.holders)
    {
        if one.tile == tile {
            let names = side_names(world);
            let holder = names.get(holder.index()).cloned().unwrap_or_default();
            pieces.add(small(format!(
                "{}: {} points, held by {holder}",
                one.name, one.points
            )));
        }
    }
    for line in left_behind(field, side, tile) {
        pieces.add(small(line));
    }
    for of in [side, Field::foe(side)] {
        for unit in field.stack(tile, of) {
            pieces.add(unit_line(field, side, unit.id));
        }
    }
    let desk = Desk::of(world);
    if !desk.ways.contains_key(&tile)
        && let Some(why) = moving::out_of_reach(world, field, &desk, tile)
    {
        pieces.add(small(why).ink(Ink::Worn));
    }
    if let Some(way) = desk.ways.get(&tile) {
        let lost: i16 = way.lost.iter().copied().max().unwrap_or(0);
        let cost = format!("{} CP to go there", halves(way.most()));
        pieces.add(small(cost).ink(Ink::Good));
        if lost > 0 {
            pieces.add(small(format!("costs {lost} cohesion")).ink(Ink::Bad));
        }
        if let Some(why) = &way.refusal {
            pieces.add(small(why.to_string()).ink(Ink::Bad));
        }
    }
    Some(Floating {
        name: "pointed at",
        place: Place::Left(50.0),
        width: POINTED,
        pieces,
    })
}

/// Tells what is known of a unit in a line.
fn unit_line(field: &Field, side: Side, id: UnitId) -> Words {
    let body = field.get(id).body();
    let is_own = field.get(id).side == side;
    let mut parts = vec![title(field, side, id)];
    if is_own || body.identified {
        if body.strength() > 0 {
            parts.push(format!("{} TOE", body.strength()));
        }
        parts.push(format!("coh {:+}", body.cohesion));
    }
    for (word, holds) in [("pinned", body.pinned), ("engaged", body.engaged)] {
        if holds {
            parts.push(word.to_owned());
        }
    }
    let ink = if is_own { Ink::Text } else { Ink::Bad };
    say(parts.join(", ")).size(13.0).ink(ink)
}
