//! What counters show: one for each stack, with the symbol of its uppermost unit.
//!
//! **Invariant:** made of what the player's side knows: enemy counters show class and size, and steps only
//! where the unit is identified.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use bevy::prelude::*;

use super::assign;
use super::desk::{Desk, Row, known};
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Side, UnitId};
use crate::game::kit::looks::bare;
use crate::game::rules::playable::own_side;
use crate::game::table::art::{Counter, Pip, Symbol};
use crate::game::table::unit_view::{Figure, Look};
use crate::rules::operations::content::{Class, OperationsContent, Size};
use crate::rules::operations::field::Field;
use crate::rules::operations::unit::Stance;

/// Lists the stacks on the board, each from its uppermost unit down: an order that depends on nothing else.
pub(super) fn stacks(field: &Field) -> Vec<(TileId, Vec<UnitId>)> {
    let nothing = Desk::default();
    let stacks = by_hex(field).into_iter().map(|((tile, _), mut units)| {
        units.sort_by_key(|id| rank(field, &nothing, *id));
        (tile, units)
    });
    stacks.collect()
}

/// Lists the units of each side in each hex.
fn by_hex(field: &Field) -> BTreeMap<(TileId, Side), Vec<UnitId>> {
    let mut stacks: BTreeMap<(TileId, Side), Vec<UnitId>> = BTreeMap::new();
    for unit in field.standing() {
        stacks
            .entry((unit.tile(), unit.side))
            .or_default()
            .push(unit.id);
    }
    stacks
}

/// Lists the counters on the board: the uppermost of each stack.
pub(super) fn looks(world: &World) -> Vec<(UnitId, TileId, Direction, Look)> {
    let (field, side, desk) = (known(world), own_side(world), Desk::of(world));
    let targets = assign::focus(&field, &desk, side);
    let looks = by_hex(&field)
        .into_iter()
        .filter_map(|((tile, of), units)| {
            let id = uppermost(&field, &desk, &units)?;
            let count = units.len();
            let mut look = look(&field, side, id, count);
            let is_row = |unit: &UnitId| desk.row == Some(Row::Unit(*unit));
            look.is_chosen = units
                .iter()
                .any(|unit| desk.band.contains(unit) || is_row(unit));
            let is_fought = field.progress.step.is_combat() && !field.progress.contacts.is_empty();
            look.is_aimed_at = of != side && is_fought && desk.row == Some(Row::Hex(tile))
                || of != side
                    && is_fought
                    && matches!(desk.row, Some(Row::Unit(_)))
                    && targets.contains(&tile);
            Some((id, tile, Direction::default(), look))
        });
    looks.collect()
}

/// Returns the unit of a stack that lies uppermost: a chosen one, else the strongest by what it is.
fn uppermost(field: &Field, desk: &Desk, units: &[UnitId]) -> Option<UnitId> {
    units
        .iter()
        .min_by_key(|id| rank(field, desk, **id))
        .copied()
}

/// Returns by what units of a stack lie above one another, the least uppermost.
fn rank(field: &Field, desk: &Desk, id: UnitId) -> impl Ord + use<> {
    let build = field.build(id);
    let class = match build.class {
        Class::Tank => 0,
        class if class.is_combat() && !field.is_gun(id) => 1,
        class if class.is_combat() => 2,
        _ => 3,
    };
    (
        Reverse(desk.row == Some(Row::Unit(id))),
        Reverse(desk.band.contains(&id)),
        class,
        Reverse(build.size),
        id,
    )
}

/// Returns the look of a counter on a pile of so many.
pub(super) fn look(field: &Field, side: Side, id: UnitId, pile: usize) -> Look {
    let unit = field.get(id);
    let body = unit.body();
    let is_known = unit.side == side || body.identified;
    let steps = body.strength();
    let counter = Counter {
        steps: (is_known && steps > 0).then_some(steps.min(99) as u8),
        pile: pile.min(99) as u8,
        is_foreign: unit.side != side,
        has_wheels: !field.is_on_foot(id) && field.class(id).is_infantry(),
        ..counter(field.class(id), field.build(id).size)
    };
    let own_back = unit.side == side && body.stance == Some(Stance::Back);
    let pips = [
        (Pip::Pinned, body.pinned),
        (Pip::Engaged, body.engaged),
        (Pip::Wounded, field.is_broken(id)),
        (Pip::Ran, body.retreated_in),
        (Pip::Riding, body.riding),
        (Pip::GunsBack, own_back),
    ];
    let pips = pips.into_iter().filter(|(_, holds)| *holds);
    Look {
        pips: pips.map(|(pip, _)| pip).collect(),
        name: if is_known {
            field.name(id).to_owned()
        } else {
            String::new()
        },
        ..bare(
            Figure::Counter(counter),
            [side, unit.side],
            unit.side != side,
        )
    }
}

/// Returns the counter of a class and size.
pub(super) fn counter(class: Class, size: Size) -> Counter {
    Counter {
        symbol: match class {
            Class::Infantry => Symbol::Infantry,
            Class::MachineGun => Symbol::MachineGun,
            Class::HeavyWeapons => Symbol::Mortar,
            Class::Tank => Symbol::Tank,
            Class::Recce => Symbol::Recce,
            Class::Artillery => Symbol::Artillery,
            Class::AntiTank => Symbol::AntiTank,
            Class::AntiAir => Symbol::AntiAir,
            Class::Engineer => Symbol::Engineer,
            Class::Headquarters => Symbol::Headquarters,
            Class::Truck => Symbol::Truck,
            Class::Warship => Symbol::Ship,
        },
        size: size as u8,
        pile: 1,
        ..Counter::default()
    }
}

/// Returns the counter of a kind of unit by its key.
pub(super) fn figure(content: &OperationsContent, key: &str) -> Option<Figure> {
    let kind = content.kinds.iter().find(|kind| kind.key == key)?;
    let steps: u16 = kind
        .toe
        .0
        .iter()
        .map(|&(_, points)| u16::from(points))
        .sum();
    let counter = Counter {
        steps: (steps > 0).then_some(steps.min(99) as u8),
        has_wheels: kind.class.is_infantry() && kind.cpa > content.figures.capability.foot,
        ..counter(kind.class, kind.size)
    };
    Some(Figure::Counter(counter))
}
